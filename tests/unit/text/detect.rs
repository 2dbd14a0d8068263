//! Detection of a text's form by its content: brackets by their first separator, other texts by the first term.

use polymod::text::{Form, detect::detect, scanner::Scanner};

fn form(text: &str) -> Form {
    detect(&mut Scanner::new(text.as_bytes(), 1 << 20).unwrap()).unwrap()
}

#[test]
fn the_first_term_or_separator_decides() {
    let cases: [(Form, &[&str]); 4] = [
        (
            Form::Json,
            &[
                "[1/2]",
                "[-1/2,3]",
                "[",
                "[]",
                "[5]",
                "[ -5 ]",
                "[1,2]",
                "[\"1\"]",
                "[[]]",
                "[[1],[2]]",
                "[[1 ,2]]",
                "[1,\n2,x]",
                "[0x1f,2]",
                "[0x1f]",
            ],
        ),
        (
            Form::List,
            &[
                "[1/2 2]",
                "1/2",
                "-1/2 3/4",
                "1/2 -3/4",
                "[1 2]",
                "[1\n-2]",
                "[[1 2] [3]]",
                "[[1] [2]]",
                "[[1][2]]",
                "[[] [1]]",
                "[0x1f 2]",
                "0x1f 2",
                "0x1f\n-2",
                "-0x1f 2",
            ],
        ),
        (
            Form::List,
            &["1", "0", "-5", "1 2 3", "3 -2 5", "3\n-2", "1,2", "1 2*x", "1\nabc", "1.5", "--5", "3 -2 +5*x"],
        ),
        (Form::Hex, &["0x1f", "0x1f\n", "0X", "0x"]),
    ];
    for (expected, texts) in cases {
        for text in texts {
            assert_eq!(form(text), expected, "{text}");
        }
    }
    for text in [
        "x",
        "-x",
        "- x",
        "+ y",
        "α",
        "$.1^2",
        "Mod(3,5)*x",
        "(x)",
        "3*x",
        "3 * x",
        "3x",
        "3 x",
        "3(x + 1)",
        "3 (x + 1)",
        "x²",
        "3²",
        "1/2 x",
        "3x**2",
        "12 ^",
        "-3x",
        "1 - x",
        "1-2",
        "3+x",
        "3 -x",
        "3 -2*x",
        "3 - 2",
        "3 -2 * x",
        "- 5*x",
        "1e5",
        "1/2*x",
        "1/2 - x",
        "3/4x^2",
        "5 -1/2*x",
    ] {
        assert_eq!(form(text), Form::Human, "{text}");
    }
}

#[test]
fn integers_longer_than_the_first_look_decide_too() {
    let digits = "7".repeat(100_000);
    assert_eq!(form(&format!("{digits}*x")), Form::Human);
    assert_eq!(form(&format!("{digits} -{digits}x")), Form::Human);
    assert_eq!(form(&format!("{digits} 1")), Form::List);
    assert_eq!(form(&format!("[{digits} 1]")), Form::List);
    assert_eq!(form(&format!("[{digits}, 1]")), Form::Json);
}
