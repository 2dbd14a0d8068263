//! Claims of files by one process at a time.

#[cfg(target_os = "linux")]
mod lease;
#[cfg(feature = "integers")]
mod shared;

use polymod::internals::lock::{Refusal, claim};
use std::fs::File;

#[test]
fn one_claim_at_a_time_by_locks_of_the_system() {
    let folder = tempfile::tempdir().unwrap();
    let path = folder.path().join("data");
    let file = File::create(&path).unwrap();
    let first = claim(&file, &path).unwrap();
    assert!(first.holds());
    let again = File::open(&path).unwrap();
    assert!(matches!(claim(&again, &path), Err(Refusal::Busy(why)) if why.contains("another run")));
    drop((first, file));
    assert!(claim(&again, &path).is_ok());
}
