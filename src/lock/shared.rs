//! File systems that several machines may use at a time.

use std::{fs, path::Path};

/// Types of file systems on disks or in the memory of one machine.
const LOCAL: [&str; 19] = [
    "bcachefs", "btrfs", "erofs", "exfat", "ext2", "ext3", "ext4", "f2fs", "hfsplus", "jfs", "msdos", "nilfs2",
    "ntfs3", "overlay", "ramfs", "tmpfs", "vfat", "xfs", "zfs",
];

/// Whether other machines may use this file, as on NFS or Lustre; false where the system does not tell.
pub(super) fn is_shared(path: &Path) -> bool {
    let (Ok(mounts), Ok(path)) = (fs::read_to_string("/proc/self/mountinfo"), fs::canonicalize(path)) else {
        return false;
    };
    type_of(&mounts, &path).is_some_and(|kind| !LOCAL.contains(&kind))
}

/// The type of the file system that has this file, by the table of mounts in Linux's format.
fn type_of<'a>(mounts: &'a str, path: &Path) -> Option<&'a str> {
    let mount = |line: &'a str| {
        let (before, after) = line.split_once(" - ")?;
        let point = unescaped(before.split(' ').nth(4)?);
        let length = Path::new(&point).components().count();
        path.starts_with(&point).then_some((length, after.split(' ').next()?))
    };
    // of mounts at one place the last is seen
    mounts.lines().filter_map(mount).max_by_key(|(length, _)| *length).map(|(_, kind)| kind)
}

/// Spaces, tabs, line feeds and backslashes are written as `\` and three octal digits.
fn unescaped(text: &str) -> String {
    [("\\040", " "), ("\\011", "\t"), ("\\012", "\n"), ("\\134", "\\")]
        .iter()
        .fold(text.into(), |text: String, (code, character)| text.replace(code, character))
}

#[cfg(test)]
mod tests {
    use super::*;

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
}
