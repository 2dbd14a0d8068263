//! Results and terminals.

use polymod_cli::io::{Format, Output, write::refuse_terminal};

#[test]
fn bytes_are_not_printed_to_a_terminal() {
    for format in [Format::Npy, Format::Bin] {
        let said = refuse_terminal("<stdout>", format, true).unwrap_err().to_string();
        assert!(said.starts_with("<stdout>: expected a format of text") && said.contains("-o"), "{said}");
        assert!(refuse_terminal("<stdout>", format, false).is_ok());
    }
    assert!(refuse_terminal("<stdout>", Format::Json, true).is_ok());
    // a file is not a terminal
    let folder = tempfile::tempdir().unwrap();
    let output = Output::create(&folder.path().join("a.npy")).unwrap();
    assert!(output.refuse_terminal(Format::Npy).is_ok());
}
