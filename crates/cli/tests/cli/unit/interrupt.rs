//! Temporary files and interrupts.

use polymod_cli::interrupt::Interrupt;

#[test]
fn cleaning_up_removes_the_temporary_file_and_stops_the_engine() {
    let folder = tempfile::tempdir().unwrap();
    let path = folder.path().join("half-written");
    let interrupt = Interrupt::default();
    let made = interrupt.creating(|| std::fs::write(&path, "1").map(|()| (7, Some(path.clone()))));
    assert_eq!(made.unwrap(), 7);
    interrupt.clean_up();
    assert!(!path.exists() && interrupt.cancel().is_raised());
    interrupt.clean_up();
}
