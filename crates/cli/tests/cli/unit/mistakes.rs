//! Messages on wrong arguments.

use polymod_cli::mistakes::{self, OTHER_NAMES, clap_line, distance, nearest};

#[test]
fn messages_of_one_line() {
    let text = "error: unrecognized subcommand 'x'\n\n  tip: some 'y'\n\nUsage: polymod\n\nFor more information, try";
    assert_eq!(clap_line(text), "unrecognized subcommand 'x'; tip: some 'y'");
}

#[test]
fn distances_and_nearest_names() {
    for (a, b, wanted) in
        [("", "abc", 3), ("mul", "mul", 0), ("facotr", "factor", 1), ("mull", "mul", 1), ("ab", "cd", 2)]
    {
        assert_eq!((distance(a, b), distance(b, a)), (wanted, wanted), "{a} {b}");
    }
    let names = || ["mul", "multieval", "pow-mod", "interpolate"].into_iter();
    for (word, wanted) in [
        ("mull", Some("mul")),
        ("MUL", Some("mul")),
        ("PowMod", Some("pow-mod")),
        ("interp", Some("interpolate")),
        ("multiev", Some("multieval")),
        ("xyz", None),
        ("", None),
    ] {
        assert_eq!(nearest(word, names()), wanted, "{word}");
    }
    assert!(OTHER_NAMES.iter().all(|(_, verb)| verb.starts_with('-') || mistakes::names().iter().any(|n| n == verb)));
}
