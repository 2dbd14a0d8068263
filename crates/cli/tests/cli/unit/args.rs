//! Arguments.

use polymod_cli::args::{ExplainStyle, Task, command, parse};

#[test]
fn the_command_is_consistent() {
    command().debug_assert();
}

#[test]
fn options_stand_anywhere() {
    let line = |text: &str| parse(text.split(' ').map(Into::into));
    for text in ["polymod --ring zn:97 eval a -5", "polymod eval --ring zn:97 a -5", "polymod eval a -5 --ring zn:97"] {
        let (options, task) = line(text).unwrap();
        let Task::Verb(call) = task else { panic!("{text}") };
        assert_eq!((options.ring.as_str(), call.operands), ("zn:97", vec!["a".into(), "-5".into()]));
    }
    let (options, _) = line("polymod mul a b --explain c --low 5").unwrap();
    assert_eq!(options.explain, Some(ExplainStyle::Table));
    assert!(line("polymod primes --ring z").is_err());
    assert!(line("polymod mul a b --low 5 --cyclic 4").is_err());
    assert!(line("polymod add a b --algorithm out-of-core").is_err());
}
