//! What the system is asked for memory: large pages for large buffers, because passes over columns touch a different
//! page in each row, and pages of 4 KiB soon exceed the entries of a CPU's translation buffer; and freed buffers to go
//! back to the system.

/// Asks the system to back these words by large pages when they are first touched; does nothing where it has none, or
/// is not Linux.
pub fn prefer_large(words: &mut [u64]) {
    #[cfg(target_os = "linux")]
    {
        /// `MADV_HUGEPAGE`.
        const HUGE: i32 = 14;
        const PAGE: usize = 4096;
        unsafe extern "C" {
            fn madvise(start: *mut u8, len: usize, advice: i32) -> i32;
        }
        let start = words.as_mut_ptr().cast::<u8>();
        let skipped = start.align_offset(PAGE);
        let len = (8 * words.len()).saturating_sub(skipped) / PAGE * PAGE;
        if len > 0 {
            // SAFETY: whole pages within the slice; the advice changes no content, and a refusal changes nothing
            unsafe { madvise(start.wrapping_add(skipped), len, HUGE) };
        }
    }
}

/// Lets buffers of `bytes` bytes and more go back to the system when they are freed, for the whole process; GNU's
/// allocator, where it is in use, otherwise keeps those of up to 32 MiB, for each thread. Slower where such buffers are
/// freed and allocated often. Does nothing for more than 32 MiB, and where there is another allocator.
pub fn return_freed(bytes: usize) {
    #[cfg(all(target_os = "linux", target_env = "gnu"))]
    if let Ok(bytes) = i32::try_from(bytes) {
        /// `M_MMAP_THRESHOLD`.
        const THRESHOLD: i32 = -3;
        unsafe extern "C" {
            fn mallopt(parameter: i32, value: i32) -> i32;
        }
        // SAFETY: sets a size from which allocations are mapped; the allocator refuses values that it cannot use
        unsafe { mallopt(THRESHOLD, bytes) };
    }
}
