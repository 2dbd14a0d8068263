//! What the figures depend on: the core, its instructions, the compilers and the allocator.

use std::path::Path;
use std::process::Command;
use std::time::{SystemTime, UNIX_EPOCH};

use gmp_mpfr_sys::gmp;
use polymod::core::cpu::host;
use serde_json::{Value, json};

use crate::flint;
use crate::gf2::Gf2x;

/// Binds the process to the core it runs on, so that it keeps its caches. Returns the core's number, or nothing where the
/// system cannot do that.
#[cfg(target_os = "linux")]
pub fn pin_to_one_core() -> Option<usize> {
    // SAFETY: the call has no arguments and no effects on memory.
    let core = usize::try_from(unsafe { libc::sched_getcpu() }).ok()?;
    if core >= usize::try_from(libc::CPU_SETSIZE).ok()? {
        return None;
    }
    // SAFETY: a set of cores is an array of integers, for which all zeros is a value: the empty set.
    let mut set: libc::cpu_set_t = unsafe { std::mem::zeroed() };
    // SAFETY: `core` is below CPU_SETSIZE, the number of bits of the set.
    unsafe { libc::CPU_SET(core, &mut set) };
    // SAFETY: `set` lives through the call, and its size is the one passed; 0 is the calling thread, the only one so far.
    let status = unsafe { libc::sched_setaffinity(0, size_of::<libc::cpu_set_t>(), &raw const set) };
    (status == 0).then_some(core)
}

/// Other systems have no such call.
#[cfg(not(target_os = "linux"))]
pub fn pin_to_one_core() -> Option<usize> {
    None
}

/// Prints the head of a table.
pub fn print_head(pinned: Option<usize>) {
    let place = pinned.map_or("not pinned to a core".to_owned(), |core| format!("pinned to core {core}"));
    println!("CPU     {}, {place}", cpu_model());
    println!("ISA     {}; polymod uses {}{}", isa(), host().target, forced());
    println!("Rust    {}", env!("RUSTC_VERSION"));
    peers().iter().for_each(|(name, version)| println!("{name:<7} {version}"));
    let malloc = match std::env::var("GLIBC_TUNABLES") {
        Ok(tunables) if tunables.contains("trim_threshold") => "keeps freed blocks",
        _ => "system default: both sides may lose time in free(); `make bench` sets GLIBC_TUNABLES",
    };
    println!("malloc  {malloc}");
    println!("Times: best of the rounds, nanoseconds an operation; ratio: the peer's time over polymod's.");
    println!("u: nanoseconds over n*log2(n). Gops: 1.5*n*log2(n) operations a nanosecond, of polymod.\n");
}

/// The libraries that are compared, with their versions.
fn peers() -> Vec<(&'static str, String)> {
    let mut peers = vec![
        ("FLINT", format!("{}, with its small-prime FFT, CFLAGS {}", flint::version(), env!("CFLAGS"))),
        (
            "GMP",
            format!("{}.{}.{}, CFLAGS {}", gmp::VERSION, gmp::VERSION_MINOR, gmp::VERSION_PATCHLEVEL, env!("CFLAGS")),
        ),
        #[cfg(feature = "ntl")]
        ("NTL", format!("{}, as installed", crate::ntl::version())),
        #[cfg(feature = "linbox")]
        ("LinBox", format!("{}, as installed", crate::linbox::version())),
        #[cfg(feature = "fflas")]
        ("fflas", {
            let (version, blas, kernels) = (crate::fflas::version(), crate::fflas::blas(), crate::fflas::kernels());
            format!("{version}, as installed, {blas} with kernels for {kernels}")
        }),
        #[cfg(feature = "hexl")]
        ("HEXL", checkout(env!("POLYMOD_HEXL"))),
        #[cfg(feature = "pml")]
        ("PML", checkout(env!("POLYMOD_PML"))),
        #[cfg(feature = "bitpolymul")]
        (crate::bitpolymul::NAME, checkout(env!("POLYMOD_BITPOLYMUL"))),
        ("tfhe-ntt", env!("TFHE_NTT_VERSION").to_owned()),
    ];
    // a library that is found when a table runs
    peers.extend(Gf2x::load().ok().map(|gf2x| ("gf2x", gf2x.description())));
    peers
}

/// The commit of the folder that this program was built with, if it is a checkout.
#[cfg(any(test, feature = "hexl", feature = "pml", feature = "bitpolymul"))]
fn checkout(folder: &str) -> String {
    let commit = git(Path::new(folder), &["rev-parse", "--short", "HEAD"]);
    commit.map_or("as installed".to_owned(), |commit| format!("commit {commit}"))
}

/// What the times of a table depend on, as JSON.
pub fn json(pinned: bool) -> Value {
    let peers: serde_json::Map<_, _> = peers().into_iter().map(|(name, is)| (name.to_owned(), json!(is))).collect();
    json!({
        "cpu": cpu_model(),
        "cores": host().cores,
        "instructions": isa(),
        "polymod_instructions": host().target.to_string(),
        "pinned": pinned,
        "compiler": env!("RUSTC_VERSION"),
        "cflags": env!("CFLAGS"),
        "malloc": std::env::var("GLIBC_TUNABLES").unwrap_or_default(),
        "commit": commit(),
        "date": date(SystemTime::now()),
        "peers": peers,
    })
}

/// The name of the folder for results of this CPU: its model, family and number, and what `POLYMOD_ISA` lowers it to.
pub fn folder() -> String {
    let info = std::fs::read_to_string("/proc/cpuinfo").unwrap_or_default();
    let lowered = std::env::var("POLYMOD_ISA").unwrap_or_default();
    slug(&[&cpu_model(), &field(&info, "cpu family"), &field(&info, "model"), &lowered])
}

/// Letters and digits of these words in lower case, joined by hyphens.
fn slug(words: &[&str]) -> String {
    let text = words.join(" ").to_lowercase();
    let parts = text.split(|c: char| !c.is_ascii_alphanumeric()).filter(|part| !part.is_empty());
    parts.collect::<Vec<_>>().join("-")
}

/// The commit of the sources, with a mark where files differ from it.
fn commit() -> String {
    let root = Path::new(env!("CARGO_MANIFEST_DIR")).join("../..");
    let Some(head) = git(&root, &["rev-parse", "HEAD"]) else { return "unknown".to_owned() };
    let differs = git(&root, &["status", "--porcelain", "--untracked-files=no"]).is_none_or(|files| !files.is_empty());
    if differs { head + ", with changes" } else { head }
}

/// What git prints in this folder, if it succeeds.
fn git(folder: &Path, arguments: &[&str]) -> Option<String> {
    let done = Command::new("git").arg("-C").arg(folder).args(arguments).output().ok()?;
    done.status.success().then(|| String::from_utf8_lossy(&done.stdout).trim().to_owned())
}

/// The day of a time as year-month-day in UTC (the algorithm `civil_from_days` of H. Hinnant 2013).
fn date(time: SystemTime) -> String {
    let seconds = time.duration_since(UNIX_EPOCH).map_or(0, |since| since.as_secs());
    // days since 1 March of the year 0: leap days end a year of months from March on
    let days = seconds / 86_400 + 719_468;
    let (era, day) = (days / 146_097, days % 146_097);
    let year = (day - day / 1460 + day / 36_524 - day / 146_096) / 365;
    let day = day - (365 * year + year / 4 - year / 100);
    let since_march = (5 * day + 2) / 153;
    let (day, year) = (day - (153 * since_march + 2) / 5 + 1, 400 * era + year);
    let (month, year) = if since_march < 10 { (since_march + 3, year) } else { (since_march - 9, year + 1) };
    format!("{year:04}-{month:02}-{day:02}")
}

/// What `POLYMOD_ISA` asks for, where it is set.
fn forced() -> String {
    std::env::var("POLYMOD_ISA").map_or(String::new(), |isa| format!(" (POLYMOD_ISA={isa})"))
}

fn cpu_model() -> String {
    let info = std::fs::read_to_string("/proc/cpuinfo").unwrap_or_default();
    let model = field(&info, "model name");
    if model.is_empty() { "of unknown model".to_owned() } else { model }
}

/// The first value of this name in the system's list of processors.
fn field(info: &str, name: &str) -> String {
    let value = info.lines().filter_map(|line| line.split_once(':')).find(|(key, _)| key.trim() == name);
    value.map_or(String::new(), |(_, value)| value.trim().to_owned())
}

#[cfg(target_arch = "x86_64")]
fn isa() -> &'static str {
    if is_x86_feature_detected!("avx512ifma") {
        "x86-64 with AVX-512 IFMA"
    } else if is_x86_feature_detected!("avx512f") {
        "x86-64 with AVX-512, without IFMA"
    } else if is_x86_feature_detected!("avx2") {
        "x86-64 with AVX2"
    } else {
        "x86-64 without AVX2"
    }
}

#[cfg(not(target_arch = "x86_64"))]
fn isa() -> &'static str {
    std::env::consts::ARCH
}

#[cfg(test)]
mod tests {
    use super::*;
    use std::time::Duration;

    #[test]
    fn days_are_those_of_the_calendar() {
        let day = |days: u64| date(UNIX_EPOCH + Duration::from_secs(86_400 * days + 5));
        let known = [(0, "1970-01-01"), (59, "1970-03-01"), (11_016, "2000-02-29"), (11_017, "2000-03-01")];
        assert!(known.iter().all(|&(days, text)| day(days) == text), "{:?}", known.map(|(days, _)| day(days)));
        assert_eq!([20_453, 20_454].map(day), ["2025-12-31", "2026-01-01"]);
    }

    #[test]
    fn folders_are_words() {
        assert_eq!(slug(&["AMD EPYC 9B45", "26", "2", ""]), "amd-epyc-9b45-26-2");
        let info = "cpu family\t: 26\nmodel\t\t: 2\nmodel name\t: AMD EPYC\n";
        assert_eq!(["model", "model name", "none"].map(|name| field(info, name)), ["2", "AMD EPYC", ""]);
        assert!(!folder().is_empty());
    }

    #[test]
    fn folders_without_a_commit_are_as_installed() {
        assert_eq!(checkout("/"), "as installed");
    }

    #[test]
    fn the_file_names_the_machine_and_the_peers() {
        let found = json(true);
        assert!(found["peers"]["FLINT"].is_string() && found["pinned"] == true);
        assert!(found["peers"]["GMP"].as_str().is_some_and(|version| version.starts_with("6.")));
        for key in ["cpu", "instructions", "compiler", "cflags", "commit", "date"] {
            assert!(found[key].is_string(), "{key}");
        }
    }
}
