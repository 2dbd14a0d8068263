//! Arrays and lists of integers larger than memory, passed on in runs.

use crate::any;
use polymod::{
    Ring,
    ring::AnyElem,
    text::{ReadOptions, count, read_runs},
};

#[test]
fn runs_are_what_is_read_at_once() {
    let f = any("zn:97");
    for (text, expected) in [
        ("[1, 2,-3,\"98\", 5]", vec![1, 2, 94, 1, 5]),
        ("1 2 -3\n 98 5\n", vec![1, 2, 94, 1, 5]),
        ("[1 2 -3 98]", vec![1, 2, 94, 1]),
        ("[]", vec![]),
        ("[7]", vec![7]),
    ] {
        let mut found = Vec::new();
        let options = ReadOptions::default();
        read_runs(&f, text.as_bytes(), &options, 2, |v| {
            assert!(v.len() <= 2);
            found.extend((0..v.len()).map(|i| f.get(v, i)));
            Ok(())
        })
        .unwrap();
        assert_eq!(count(text.as_bytes()).unwrap(), expected.len(), "{text}");
        assert_eq!(found, expected.into_iter().map(AnyElem::Word).collect::<Vec<_>>(), "{text}");
    }
    for text in ["x^2", "[1,2", "[1,[2]]", "1 2 x"] {
        assert!(read_runs(&f, text.as_bytes(), &ReadOptions::default(), 2, |_| Ok(())).is_err(), "{text}");
    }
}
