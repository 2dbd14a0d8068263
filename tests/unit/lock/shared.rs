//! Types of file systems by the table of mounts.

#[cfg(target_os = "linux")]
use polymod::internals::lock::shared::is_shared;
use polymod::internals::lock::shared::type_of;
#[cfg(target_os = "linux")]
use std::fs;
use std::path::Path;

#[test]
fn the_deepest_mount_tells_the_type() {
    let mounts = "22 1 0:21 / / rw,relatime shared:1 - ext4 /dev/vda rw\n\
                  23 22 0:22 / /home rw - nfs4 server:/home rw,vers=4.2\n\
                  24 23 0:23 / /home/scratch\\040space rw master:3 - lustre mgs:/lfs rw\n\
                  25 22 0:24 / /tmp rw - nfs old:/tmp rw\n\
                  26 25 0:25 / /tmp rw - tmpfs tmpfs rw\n";
    let of = |path: &str| type_of(mounts, Path::new(path));
    assert_eq!(of("/var/x"), Some("ext4"));
    assert_eq!(of("/home/user/det.checkpoint"), Some("nfs4"));
    assert_eq!(of("/homes/x"), Some("ext4"), "a name that begins alike");
    assert_eq!(of("/home/scratch space/x"), Some("lustre"));
    assert_eq!(of("/tmp/x"), Some("tmpfs"), "the last mount at a place");
    assert_eq!(type_of("", Path::new("/x")), None);
}

#[cfg(target_os = "linux")]
#[test]
fn files_in_memory_are_not_shared() {
    if fs::read_to_string("/proc/self/mountinfo").is_ok_and(|mounts| mounts.contains(" /dev/shm ")) {
        let file = tempfile::NamedTempFile::new_in("/dev/shm").unwrap();
        assert!(!is_shared(file.path()));
    }
    assert!(!is_shared(Path::new("/no such folder/x")));
}
