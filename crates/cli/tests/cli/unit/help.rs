//! The overview of the program.

use polymod_cli::help::{INDENT, WIDTH, brief, line};

#[test]
fn lines_are_cut_between_words() {
    let mut text = String::new();
    line(&mut text, "verb A B", &"word ".repeat(40));
    assert!(text.lines().all(|l| l.chars().count() <= WIDTH) && text.lines().count() == 4, "{text}");
    assert!(text.starts_with("  verb A B                      word word"), "{text}");
    assert!(text.lines().nth(1).is_some_and(|l| l.starts_with(&format!("{:INDENT$}word", ""))), "{text}");
    assert_eq!(brief("The chain: of; it"), "The chain");
}
