//! File systems that several machines may use at a time.

use std::{fs, path::Path};

/// Types of file systems on disks or in the memory of one machine.
const LOCAL: [&str; 19] = [
    "bcachefs", "btrfs", "erofs", "exfat", "ext2", "ext3", "ext4", "f2fs", "hfsplus", "jfs", "msdos", "nilfs2",
    "ntfs3", "overlay", "ramfs", "tmpfs", "vfat", "xfs", "zfs",
];

/// Whether other machines may use this file, as on NFS or Lustre; false where the system does not tell.
pub fn is_shared(path: &Path) -> bool {
    let (Ok(mounts), Ok(path)) = (fs::read_to_string("/proc/self/mountinfo"), fs::canonicalize(path)) else {
        return false;
    };
    type_of(&mounts, &path).is_some_and(|kind| !LOCAL.contains(&kind))
}

/// The type of the file system that has this file, by the table of mounts in Linux's format.
pub fn type_of<'a>(mounts: &'a str, path: &Path) -> Option<&'a str> {
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
