//! Detection of the CPU's instruction sets; no other module asks the CPU.
//!
//! `POLYMOD_ISA=scalar|avx2|avx512` lowers the level for the whole process; it cannot raise it.

use std::{fmt, str::FromStr, sync::OnceLock};

/// A level of vector instructions; each contains those before it.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord, Hash)]
pub enum Isa {
    /// Portable code.
    Scalar,
    /// AVX2 and FMA.
    Avx2,
    /// AVX-512 F, BW, DQ, VL and IFMA (52-bit multiply-add).
    Avx512,
}

impl Isa {
    /// Every level, lowest first.
    pub const ALL: [Isa; 3] = [Isa::Scalar, Isa::Avx2, Isa::Avx512];

    /// The name that `POLYMOD_ISA` takes.
    #[must_use]
    pub fn name(self) -> &'static str {
        match self {
            Isa::Scalar => "scalar",
            Isa::Avx2 => "avx2",
            Isa::Avx512 => "avx512",
        }
    }
}

impl fmt::Display for Isa {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str(self.name())
    }
}

impl FromStr for Isa {
    type Err = String;
    fn from_str(s: &str) -> Result<Self, String> {
        Isa::ALL
            .into_iter()
            .find(|isa| isa.name() == s)
            .ok_or_else(|| format!("POLYMOD_ISA: expected scalar, avx2 or avx512, found \"{s}\""))
    }
}

/// Properties of the machine.
#[derive(Clone, Debug)]
pub struct Host {
    /// Model name of the CPU, where the system tells it.
    pub name: String,
    /// The highest level that the CPU and the operating system support.
    pub supported: Isa,
    /// The level in use: `supported`, lowered by `POLYMOD_ISA`.
    pub isa: Isa,
    /// Whether the CPU has AVX-512 F and DQ …
    pub wide: bool,
    /// … but no 52-bit multiply-add, while `POLYMOD_ISA` does not lower the level.
    pub wide_without_ifma: bool,
    /// Further instruction sets present that kernels can use: `vpclmulqdq`, `gfni` …
    pub extras: Vec<&'static str>,
    /// Error in the value of `POLYMOD_ISA`, if there is one; the variable is then ignored.
    pub complaint: Option<String>,
    /// Number of cores available to this process.
    pub cores: usize,
}

impl Host {
    /// Whether `extra` is one of the [`extras`](Self::extras).
    #[must_use]
    pub fn has(&self, extra: &str) -> bool {
        self.extras.contains(&extra)
    }
}

/// The machine that this process runs on; detected once.
pub fn host() -> &'static Host {
    static HOST: OnceLock<Host> = OnceLock::new();
    HOST.get_or_init(|| {
        let (supported, wide, extras) = detect();
        let (isa, complaint) = match std::env::var("POLYMOD_ISA").ok().map(|s| s.parse::<Isa>()) {
            None => (supported, None),
            Some(Ok(wanted)) => (wanted.min(supported), None),
            Some(Err(complaint)) => (supported, Some(complaint)),
        };
        let cores = std::thread::available_parallelism().map_or(1, std::num::NonZero::get);
        let wide_without_ifma = wide && supported == Isa::Avx2 && std::env::var_os("POLYMOD_ISA").is_none();
        Host { name: cpu_name(), supported, isa, wide, wide_without_ifma, extras, complaint, cores }
    })
}

#[cfg(target_arch = "x86_64")]
fn detect() -> (Isa, bool, Vec<&'static str>) {
    macro_rules! has { ($($f:tt)*) => { true $(&& is_x86_feature_detected!($f))* } }
    let isa = if has!("avx512f" "avx512bw" "avx512dq" "avx512vl" "avx512ifma") {
        Isa::Avx512
    } else if has!("avx2" "fma") {
        Isa::Avx2
    } else {
        Isa::Scalar
    };
    let extras = [
        ("bmi2", has!("bmi2")),
        ("lzcnt", has!("lzcnt")),
        ("adx", has!("adx")),
        ("pclmulqdq", has!("pclmulqdq")),
        ("vpclmulqdq", has!("vpclmulqdq")),
        ("gfni", has!("gfni")),
        ("avx512vbmi", has!("avx512vbmi")),
        ("avx512vbmi2", has!("avx512vbmi2")),
        ("avx512vnni", has!("avx512vnni")),
    ];
    (isa, has!("avx512f" "avx512dq"), extras.into_iter().filter_map(|(name, has)| has.then_some(name)).collect())
}

#[cfg(not(target_arch = "x86_64"))]
fn detect() -> (Isa, bool, Vec<&'static str>) {
    (Isa::Scalar, false, Vec::new())
}

fn cpu_name() -> String {
    let unknown = || std::env::consts::ARCH.to_string();
    let Ok(text) = std::fs::read_to_string("/proc/cpuinfo") else { return unknown() };
    text.lines()
        .find_map(|l| l.strip_prefix("model name")?.split_once(':'))
        .map_or_else(unknown, |(_, name)| name.trim().to_string())
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn levels_are_ordered_and_named() {
        assert!(Isa::Scalar < Isa::Avx2 && Isa::Avx2 < Isa::Avx512);
        for isa in Isa::ALL {
            assert_eq!(isa.name().parse(), Ok(isa));
        }
        assert!("sse9".parse::<Isa>().is_err());
        assert!(host().isa <= host().supported && host().cores >= 1);
    }
}
