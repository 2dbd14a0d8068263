//! Memory limits.

use super::{Failure, explain::bytes};
use polymod::engine::return_freed_memory;

/// The default limit: half of the machine's memory; no limit where the system does not state its size.
fn default_memory() -> u64 {
    let text = std::fs::read_to_string("/proc/meminfo").unwrap_or_default();
    total(&text).map_or(u64::MAX, |total| total / 2)
}

/// The limit that was asked for, or the default.
#[must_use]
pub fn of(asked: Option<u64>) -> u64 {
    asked.unwrap_or_else(default_memory)
}

/// Limits below this apply to data only.
const LEAST: u64 = 20 << 20;
const PROGRAM: u64 = 23 << 19;
/// Bytes that each thread but the first takes: a stack, and freed memory that only it can use again.
const THREAD: u64 = 5 << 19;

/// Bytes that the program itself takes, for code and stacks; more under larger limits.
fn program(memory: u64) -> u64 {
    const MORE: u64 = 4 << 20;
    memory.checked_sub(LEAST).map_or(0, |beyond| PROGRAM + (beyond / 4).min(MORE))
}

/// Number of threads, at most `asked`, such that they take no more than a third of the memory above the minimum.
#[must_use]
pub fn threads(memory: u64, asked: usize) -> usize {
    let most = memory.checked_sub(LEAST).map_or(u64::MAX, |beyond| 1 + beyond / (3 * THREAD));
    asked.min(usize::try_from(most).unwrap_or(usize::MAX))
}

/// Lets the process keep no freed buffers that matter within this limit.
pub fn return_freed(memory: u64) {
    /// GNU's default.
    const LEAST: usize = 1 << 17;
    return_freed_memory(usize::try_from(memory / 256).unwrap_or(usize::MAX).max(LEAST));
}

/// Bytes available for operands, results and working memory with this many threads.
#[must_use]
pub fn for_products(memory: u64, threads: usize) -> u64 {
    let others = if memory >= LEAST { THREAD * (threads as u64 - 1) } else { 0 };
    memory - program(memory) - others
}

/// Bytes available for operands; reading refuses operands that exceed them.
#[must_use]
pub fn for_operands(memory: u64) -> u64 {
    memory - program(memory)
}

/// The bytes stated by the line `MemTotal: N kB`.
pub fn total(meminfo: &str) -> Option<u64> {
    let line = meminfo.lines().find_map(|l| l.strip_prefix("MemTotal:"))?;
    line.trim().strip_suffix("kB")?.trim().parse::<u64>().ok()?.checked_mul(1 << 10)
}

/// Bytes needed for a result of `result` bytes, including `held` bytes of operands and the working memory.
fn needed(result: f64, held: u64, memory: u64) -> f64 {
    let data = result + held as f64;
    if program(memory) > 0 { data * 1.125 + program(memory) as f64 } else { data }
}

fn fits(needed: f64, memory: u64) -> bool {
    // larger than any address space
    const MOST: f64 = (1_u64 << 48) as f64;
    needed <= (memory as f64).min(MOST)
}

/// Whether [`check`] allows a result of `result` bytes.
#[must_use]
pub fn allows(result: f64, held: u64, memory: u64) -> bool {
    fits(needed(result, held, memory), memory)
}

/// Refuses a result of `result` bytes that does not fit in memory together with operands of `held` bytes. It adds an
/// eighth, which products need in order not to become slower by orders of magnitude.
///
/// # Errors
/// [`Failure::Usage`], which states the bytes needed and allowed.
pub fn check(what: &str, result: f64, held: u64, memory: u64) -> Result<(), Failure> {
    let needed = needed(result, held, memory);
    if fits(needed, memory) {
        return Ok(());
    }
    let (needed, allowed) = (bytes(needed), bytes(memory as f64));
    Err(Failure::Usage(format!("{what} needs {needed} for operands, result and work, --memory allows {allowed}")))
}
