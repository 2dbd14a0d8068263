//! Leases of files that are shared among machines.

use polymod::internals::lock::{
    Refusal,
    lease::{Lease, Owner, Times, remove_left},
};
use std::{
    fs,
    path::PathBuf,
    process, thread,
    time::{Duration, Instant},
};

const QUICK: Times = Times { renewal: Duration::from_millis(20), patience: Duration::from_millis(400) };

struct Place {
    _folder: tempfile::TempDir,
    path: PathBuf,
    lock: PathBuf,
}

impl Place {
    fn new() -> Self {
        let folder = tempfile::tempdir().unwrap();
        let (path, lock) = (folder.path().join("data"), folder.path().join(".data.lock"));
        Place { _folder: folder, path, lock }
    }

    fn take(&self) -> Result<Lease, Refusal> {
        Lease::take_in(&self.path, QUICK)
    }

    fn refusal(&self) -> String {
        match self.take() {
            Err(Refusal::Busy(why)) => why,
            other => panic!("{other:?}"),
        }
    }

    fn files(&self) -> usize {
        fs::read_dir(self.path.parent().unwrap()).unwrap().count()
    }
}

#[test]
fn one_lease_at_a_time() {
    let place = Place::new();
    let first = place.take().unwrap();
    let written = fs::read_to_string(&place.lock).unwrap();
    assert_eq!(Owner::parse(&written), Some(Owner::this()));
    assert!(place.refusal().contains(&format!("process {} on ", process::id())));
    // renewed, in as many bytes
    thread::sleep(4 * QUICK.renewal);
    let renewed = fs::read_to_string(&place.lock).unwrap();
    assert!(renewed != written && renewed.len() == written.len() && first.holds(), "{renewed}");
    drop(first);
    assert_eq!(place.files(), 0);
    drop(place.take().unwrap());
}

#[test]
fn processes_that_ended_on_this_machine_hold_nothing() {
    let place = Place::new();
    let mut child = process::Command::new("true").spawn().unwrap();
    child.wait().unwrap();
    // one that has ended, and an earlier one of the same number
    for (process, began) in [(child.id(), "17"), (process::id(), "1")] {
        let mut owner = Owner::this();
        (owner.process, owner.began) = (process, began.into());
        fs::write(&place.lock, owner.words() + " 7\n").unwrap();
        let start = Instant::now();
        drop(place.take().unwrap());
        assert!(start.elapsed() < QUICK.patience, "it need not be watched");
        assert_eq!(place.files(), 0);
    }
}

/// Leases of other machines, and broken ones, are taken over when they are no longer renewed.
#[test]
fn leases_of_other_machines_are_watched() {
    let place = Place::new();
    let other = |renewals: u32| format!("1 5 elsewhere boot/pid:[1] {renewals}\n");
    for left in [other(3), "1 5 elsewhere\n".into(), String::new()] {
        fs::write(&place.lock, &left).unwrap();
        let start = Instant::now();
        let lease = place.take().unwrap();
        assert!(start.elapsed() >= QUICK.patience && lease.holds(), "{left}");
    }
    fs::write(&place.lock, other(0)).unwrap();
    let lock = place.lock.clone();
    let renewing = thread::spawn(move || {
        thread::sleep(4 * QUICK.renewal);
        fs::write(lock, other(1)).unwrap();
    });
    let refusal = place.refusal();
    renewing.join().unwrap();
    assert!(refusal.contains("process 1 on elsewhere"), "{refusal}");
    assert!(place.lock.exists());
    // one that ends while it is watched
    let lock = place.lock.clone();
    let ending = thread::spawn(move || {
        thread::sleep(4 * QUICK.renewal);
        fs::remove_file(lock).unwrap();
    });
    assert!(place.take().unwrap().holds());
    ending.join().unwrap();
}

/// A process that was stopped for long learns that another one has taken the lease over, and leaves that one's lock file.
#[test]
fn leases_that_were_taken_over_are_lost() {
    for renewal in [QUICK.renewal, Duration::from_secs(3600)] {
        let place = Place::new();
        let lease = Lease::take_in(&place.path, Times { renewal, ..QUICK }).unwrap();
        fs::write(&place.lock, "1 5 elsewhere boot/pid:[1] 0\n").unwrap();
        thread::sleep(QUICK.patience);
        assert!(!lease.holds() && !lease.holds(), "{renewal:?}");
        drop(lease);
        assert_eq!(fs::read_to_string(&place.lock).unwrap(), "1 5 elsewhere boot/pid:[1] 0\n");
    }
    let place = Place::new();
    let lease = place.take().unwrap();
    fs::remove_file(&place.lock).unwrap();
    thread::sleep(QUICK.patience);
    assert!(!lease.holds());
}

#[test]
fn a_lock_file_that_took_the_place_of_another_stays() {
    let place = Place::new();
    fs::write(&place.lock, "2 2 here\n").unwrap();
    remove_left(&place.lock, "1 1 here\n").unwrap();
    assert_eq!(fs::read_to_string(&place.lock).unwrap(), "2 2 here\n");
    remove_left(&place.lock, "2 2 here\n").unwrap();
    assert_eq!(place.files(), 0);
}
