//! Unnamed scratch files of words: space is reserved at creation, and freed by the system when the process ends for any reason.

use polymod::outofcore::{Scratch, Sink, Source, words_of};

#[test]
fn runs_are_cut_at_the_end() {
    let folder = tempfile::tempdir().unwrap();
    for (len, width, first) in [(10, 1, 7), (10, 3, 7), (700, 0, 640)] {
        let scratch = Scratch::new(folder.path(), len, width).unwrap();
        let words = words_of(len - first, width);
        let values: Vec<u64> = (1..=words as u64 + 5).collect();
        scratch.write(first, &values).unwrap();
        let mut back = vec![7; words + 2];
        scratch.read(first, &mut back).unwrap();
        assert_eq!(back[..words], values[..words], "{len} coefficients of {width} words");
        assert_eq!(back[words..], [0, 0]);
        scratch.read(len + 64, &mut back).unwrap();
        assert!(back.iter().all(|&x| x == 0));
    }
    let absurd = Scratch::new(folder.path(), usize::MAX / 32, 1).unwrap_err();
    assert!(absurd.to_string().contains("temporary file of"), "{absurd}");
    assert_eq!(std::fs::read_dir(folder.path()).unwrap().count(), 0);
}
