//! File systems in memory.

use polymod_cli::over_files::in_memory_files;
use std::path::Path;

/// The file system of a folder is found among those that the system lists as mounted.
#[test]
fn file_systems_in_memory_are_known() {
    let mounts = std::fs::read_to_string("/proc/self/mounts").unwrap();
    let mut seen = 0;
    for line in mounts.lines() {
        let words: Vec<&str> = line.split(' ').collect();
        // the last one mounted at a place hides the others
        let hidden = mounts.lines().filter(|other| other.split(' ').nth(1) == Some(words[1])).count() > 1;
        if !hidden && ["ext4", "overlay", "proc", "sysfs", "tmpfs", "ramfs"].contains(&words[2]) {
            let expected = ["tmpfs", "ramfs"].into_iter().find(|kind| *kind == words[2]);
            assert_eq!(in_memory_files(Path::new(words[1])), expected, "{line}");
            seen += 1;
        }
    }
    assert!(seen > 0, "{mounts}");
    assert_eq!(in_memory_files(Path::new("/no/such/folder")), None);
}
