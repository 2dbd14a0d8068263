//! Files that replace others.

use polymod_cli::io::replace::Replacement;
use std::os::unix::fs::PermissionsExt;
use std::{
    fs::{self, File, Permissions},
    io::{self, Write},
    path::Path,
};

fn mode(path: &Path) -> u32 {
    fs::metadata(path).unwrap().permissions().mode() & 0o777
}

#[test]
fn the_temporary_file_is_never_broader_than_the_final_one() {
    let folder = tempfile::tempdir().unwrap();
    let path = folder.path().join("out");
    let default = {
        File::create(folder.path().join("plain")).unwrap();
        mode(&folder.path().join("plain"))
    };
    for old in [None, Some(0o600), Some(0o640), Some(0o666)] {
        let _ = fs::remove_file(&path);
        if let Some(old) = old {
            fs::write(&path, "old").unwrap();
            fs::set_permissions(&path, Permissions::from_mode(old)).unwrap();
        }
        let mut new = Replacement::create(&path).unwrap();
        let wanted = old.unwrap_or(default);
        assert_eq!(mode(new.temporary()) & !wanted, 0, "{old:?}");
        new.write_all(b"new").unwrap();
        new.sync().unwrap();
        new.finish().unwrap();
        assert_eq!((mode(&path), fs::read(&path).unwrap()), (wanted, b"new".to_vec()), "{old:?}");
    }
}

#[test]
fn one_at_a_time_and_what_was_left_is_removed() {
    let folder = tempfile::tempdir().unwrap();
    for name in ["out".to_owned(), "x".repeat(250)] {
        let path = folder.path().join(name);
        let first = Replacement::create(&path).unwrap();
        let refused = Replacement::create(&path).unwrap_err();
        assert!(
            refused.kind() == io::ErrorKind::ResourceBusy && refused.to_string().contains("another run"),
            "{refused}"
        );
        let temporary = first.temporary().to_owned();
        assert!(temporary.exists(), "who is refused removes nothing");
        drop(first);
        assert!(!temporary.exists() && !path.exists());
        fs::write(&temporary, "left by a run that was killed, and longer than what comes").unwrap();
        let mut next = Replacement::create(&path).unwrap();
        next.write_all(b"next").unwrap();
        next.sync().unwrap();
        next.finish().unwrap();
        assert_eq!(fs::read(&path).unwrap(), b"next");
        assert!(!temporary.exists());
        // the target of the link is not changed
        let other = folder.path().join("other");
        fs::write(&other, "precious").unwrap();
        std::os::unix::fs::symlink(&other, &temporary).unwrap();
        let refused = Replacement::create(&path).unwrap_err().to_string();
        assert!(refused.contains("in the way") && fs::read(&other).unwrap() == b"precious", "{refused}");
        fs::remove_file(&temporary).unwrap();
    }
}
