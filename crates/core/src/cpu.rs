//! Detection of the CPU's instruction set extensions; no other module asks the CPU.
//!
//! `POLYMOD_ISA=scalar|avx2|avx512` lowers the set of extensions in use for the whole process, and further terms take single ones away:
//! `avx512-avx512ifma` is a CPU with AVX-512 F, BW, DQ and VL only. It cannot add any.

use std::{
    fmt,
    ops::BitAnd,
    str::FromStr,
    sync::{
        OnceLock,
        atomic::{AtomicU32, Ordering},
    },
};

/// An extension of the instruction set that kernels can need.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
#[repr(u8)]
pub enum Feature {
    /// AVX2 and FMA.
    Avx2,
    /// 52-bit multiply-add of 256-bit vectors.
    AvxIfma,
    /// BMI1 and BMI2.
    Bmi2,
    /// LZCNT.
    Lzcnt,
    /// ADX: two independent chains of carries.
    Adx,
    /// Carry-less multiplication.
    Pclmulqdq,
    /// Carry-less multiplication of vectors.
    Vpclmulqdq,
    /// Affine maps of bytes over F_2.
    Gfni,
    /// NEON, on aarch64.
    Neon,
    /// Carry-less multiplication on aarch64.
    Pmull,
    /// AVX-512 F, BW, DQ and VL.
    Avx512,
    /// 52-bit multiply-add of 512-bit vectors.
    Avx512Ifma,
    /// Permutations of bytes.
    Avx512Vbmi,
    /// Shifts of pairs of lanes.
    Avx512Vbmi2,
    /// Sums of products of bytes.
    Avx512Vnni,
}

impl Feature {
    /// Every extension.
    pub const ALL: [Feature; 15] = [
        Feature::Avx2,
        Feature::AvxIfma,
        Feature::Bmi2,
        Feature::Lzcnt,
        Feature::Adx,
        Feature::Pclmulqdq,
        Feature::Vpclmulqdq,
        Feature::Gfni,
        Feature::Neon,
        Feature::Pmull,
        Feature::Avx512,
        Feature::Avx512Ifma,
        Feature::Avx512Vbmi,
        Feature::Avx512Vbmi2,
        Feature::Avx512Vnni,
    ];

    /// The name that `POLYMOD_ISA` takes.
    #[must_use]
    pub fn name(self) -> &'static str {
        match self {
            Feature::Avx2 => "avx2",
            Feature::AvxIfma => "avxifma",
            Feature::Bmi2 => "bmi2",
            Feature::Lzcnt => "lzcnt",
            Feature::Adx => "adx",
            Feature::Pclmulqdq => "pclmulqdq",
            Feature::Vpclmulqdq => "vpclmulqdq",
            Feature::Gfni => "gfni",
            Feature::Neon => "neon",
            Feature::Pmull => "pmull",
            Feature::Avx512 => "avx512f",
            Feature::Avx512Ifma => "avx512ifma",
            Feature::Avx512Vbmi => "avx512vbmi",
            Feature::Avx512Vbmi2 => "avx512vbmi2",
            Feature::Avx512Vnni => "avx512vnni",
        }
    }

    #[cfg(target_arch = "x86_64")]
    fn is_present(self) -> bool {
        macro_rules! has { ($($f:tt)*) => { true $(&& is_x86_feature_detected!($f))* } }
        use Feature::{Adx, Avx2, Bmi2, Lzcnt, Pclmulqdq};
        match self {
            // these builds have no kernels for more
            _ if cfg!(polymod_avx2) && !matches!(self, Avx2 | Bmi2 | Lzcnt | Adx | Pclmulqdq) => false,
            Feature::Avx2 => has!("avx2" "fma"),
            // tests, and builds with `--cfg avx_ifma_by_avx512`, take the instructions of 256 bits from AVX-512
            Feature::AvxIfma if cfg!(any(test, avx_ifma_by_avx512)) => has!("avx512ifma" "avx512vl"),
            Feature::AvxIfma => has!("avxifma"),
            Feature::Bmi2 => has!("bmi1" "bmi2"),
            Feature::Lzcnt => has!("lzcnt"),
            Feature::Adx => has!("adx"),
            Feature::Pclmulqdq => has!("pclmulqdq"),
            Feature::Vpclmulqdq => has!("vpclmulqdq"),
            Feature::Gfni => has!("gfni"),
            Feature::Avx512 => has!("avx512f" "avx512bw" "avx512dq" "avx512vl"),
            Feature::Avx512Ifma => has!("avx512ifma"),
            Feature::Avx512Vbmi => has!("avx512vbmi"),
            Feature::Avx512Vbmi2 => has!("avx512vbmi2"),
            Feature::Avx512Vnni => has!("avx512vnni"),
            Feature::Neon | Feature::Pmull => false,
        }
    }
    #[cfg(target_arch = "aarch64")]
    fn is_present(self) -> bool {
        use std::arch::is_aarch64_feature_detected;
        match self {
            Feature::Neon => is_aarch64_feature_detected!("neon"),
            Feature::Pmull => is_aarch64_feature_detected!("aes"),
            _ => false,
        }
    }
    #[cfg(not(any(target_arch = "x86_64", target_arch = "aarch64")))]
    fn is_present(self) -> bool {
        false
    }
}

/// A set of instruction set extensions: what a kernel needs, what a CPU has, or the most that may be used.
#[derive(Clone, Copy, PartialEq, Eq, Hash)]
pub struct Target(u32);

impl Target {
    /// No extensions: portable code.
    pub const SCALAR: Target = Target(0);
    /// Every extension of aarch64.
    pub const NEON: Target = Target::of(&[Feature::Neon, Feature::Pmull]);
    /// Every extension except AVX-512 and those of its vectors.
    pub const AVX2: Target = Target((1 << Feature::Avx512 as u32) - 1);
    /// Every extension.
    pub const AVX512: Target = Target::of(&Feature::ALL);
    tested! {
        /// The sets with names, smallest first.
        const NAMED: [(Target, &'static str); 4] =
            [(Target::SCALAR, "scalar"), (Target::NEON, "neon"), (Target::AVX2, "avx2"), (Target::AVX512, "avx512")];
    }

    /// The set of these extensions.
    ///
    /// ```
    /// use polymod_core::cpu::{Feature, Target};
    /// let both = Target::of(&[Feature::Avx2, Feature::Avx512]);
    /// assert!(both.contains(Target::of(&[Feature::Avx2])) && !Target::AVX2.contains(both));
    /// ```
    #[must_use]
    pub const fn of(features: &[Feature]) -> Self {
        let (mut set, mut i) = (0, 0);
        while i < features.len() {
            set |= 1 << features[i] as u32;
            i += 1;
        }
        Target(set)
    }

    /// Whether all extensions of `other` are in this set.
    #[must_use]
    pub const fn contains(self, other: Target) -> bool {
        self.0 & other.0 == other.0
    }

    /// Whether an extension is in this set.
    #[must_use]
    pub const fn has(self, feature: Feature) -> bool {
        self.contains(Target::of(&[feature]))
    }

    /// The set with more extensions.
    #[cfg(target_arch = "x86_64")]
    pub(crate) const fn and(self, features: &[Feature]) -> Self {
        Target(self.0 | Target::of(features).0)
    }

    /// The set without an extension.
    #[must_use]
    pub const fn without(self, feature: Feature) -> Self {
        Target(self.0 & !(1 << feature as u32))
    }

    /// Whether there are vectors of four words.
    #[must_use]
    pub const fn has_vectors(self) -> bool {
        self.has(Feature::Avx2) || self.has(Feature::Neon)
    }

    /// Whether there is 52-bit multiply-add, of vectors of 512 or of 256 bits.
    #[must_use]
    pub const fn has_multiply_add52(self) -> bool {
        self.has(Feature::Avx512Ifma) || self.has(Feature::AvxIfma)
    }

    /// Whether kernels that need this set run with no more than the extensions of `allowed` and of this CPU.
    #[must_use]
    pub fn runs_within(self, allowed: Target) -> bool {
        (allowed & host().supported).contains(self)
    }

    /// The sets of extensions that choose different families of kernels, as far as this process uses them: none, AVX2 without and with 52-bit
    /// multiply-add, AVX-512 without it, all.
    ///
    /// ```
    /// use polymod_core::cpu::{Target, host};
    /// assert_eq!(Target::families().next(), Some(Target::SCALAR));
    /// assert!(Target::families().all(|target| host().target.contains(target)));
    /// ```
    pub fn families() -> impl Iterator<Item = Target> {
        let used = host().target;
        let all = [
            Target::SCALAR,
            Target::AVX2.without(Feature::AvxIfma),
            Target::AVX2,
            Target::AVX512.without(Feature::Avx512Ifma),
            Target::AVX512,
        ];
        let mut found: Vec<Target> = all.map(|target| target & used).to_vec();
        found.dedup();
        found.into_iter()
    }

    /// The extensions of this set.
    pub fn features(self) -> impl Iterator<Item = Feature> {
        Feature::ALL.into_iter().filter(move |f| self.has(*f))
    }
}

impl BitAnd for Target {
    type Output = Target;
    fn bitand(self, other: Target) -> Target {
        Target(self.0 & other.0)
    }
}

/// The vectors in use: `scalar`, `neon`, `avx2`, `avx512f` (without 52-bit multiply-add) or `avx512`.
impl fmt::Display for Target {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str(if self.has(Feature::Avx512Ifma) {
            "avx512"
        } else if self.has(Feature::Avx512) {
            "avx512f"
        } else if self.has(Feature::Avx2) {
            "avx2"
        } else if self.has(Feature::Neon) {
            "neon"
        } else {
            "scalar"
        })
    }
}

impl fmt::Debug for Target {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.debug_set().entries(self.features().map(Feature::name)).finish()
    }
}

impl FromStr for Target {
    type Err = String;
    fn from_str(s: &str) -> Result<Self, String> {
        let mut terms = s.split('-');
        let first = terms.next().unwrap_or_default();
        let named = Target::NAMED.into_iter().find(|(_, name)| *name == first);
        let (mut target, _) =
            named.ok_or_else(|| format!("POLYMOD_ISA: expected scalar, neon, avx2 or avx512, found \"{first}\""))?;
        for term in terms {
            let feature = Feature::ALL.into_iter().find(|f| f.name() == term).ok_or_else(|| {
                let names = Feature::ALL.map(Feature::name).join(", ");
                format!("POLYMOD_ISA: expected one of {names} after \"-\", found \"{term}\"")
            })?;
            target = target.without(feature);
        }
        Ok(target)
    }
}

tested! {
    /// The extensions of this CPU; detected once.
    #[inline]
    pub(crate) fn present() -> Target {
        match known() {
            Target::SCALAR => host().supported,
            known => known,
        }
    }
}

/// The extensions of this CPU where [`present`] or [`host`] has been called, otherwise none: a load, without a call that may detect them.
#[inline(always)]
pub(crate) fn known() -> Target {
    Target(KNOWN.load(Ordering::Relaxed))
}

static KNOWN: AtomicU32 = AtomicU32::new(Target::SCALAR.0);

/// Families of CPUs with AVX-512, whose kernels are the same and whose costs differ.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Family {
    /// Intel's from Sapphire Rapids on: two multiply-adds, one permutation of two vectors and half a 64-bit product a cycle.
    GoldenCove,
    /// AMD's Zen 4, and Intel's before Sapphire Rapids: vectors of 512 bits in two halves, or one multiply-add of them a cycle.
    Zen4,
    /// AMD's from Zen 5 on, and all others.
    Zen5,
}

impl Family {
    /// By extensions that no kernel uses.
    fn detect() -> Self {
        #[cfg(target_arch = "x86_64")]
        return Self::by_extensions(
            is_x86_feature_detected!("avxvnni"),
            is_x86_feature_detected!("avx512vp2intersect"),
        );
        #[cfg(not(target_arch = "x86_64"))]
        Family::Zen5
    }

    tested! {
        /// AVX-VNNI came to Intel's servers with Sapphire Rapids, to AMD's with Zen 5, which has intersections of vectors too.
        #[cfg(target_arch = "x86_64")]
        const fn by_extensions(avx_vnni: bool, vp2intersect: bool) -> Self {
            match (avx_vnni, vp2intersect) {
                (true, true) => Family::Zen5,
                (true, false) => Family::GoldenCove,
                (false, _) => Family::Zen4,
            }
        }
    }
}

/// Properties of the machine.
#[derive(Clone, Debug)]
pub struct Host {
    /// Model name of the CPU, where the system tells it.
    pub name: String,
    /// The extensions that the CPU and the operating system support.
    pub supported: Target,
    /// The extensions in use: `supported`, lowered by `POLYMOD_ISA`.
    pub target: Target,
    /// The family of the CPU, for costs.
    pub family: Family,
    /// Error in the value of `POLYMOD_ISA`, if there is one; the variable is then ignored.
    pub complaint: Option<String>,
    /// Number of cores available to this process.
    pub cores: usize,
}

/// The machine that this process runs on; detected once.
pub fn host() -> &'static Host {
    static HOST: OnceLock<Host> = OnceLock::new();
    HOST.get_or_init(|| {
        let present: Vec<Feature> = Feature::ALL.into_iter().filter(|f| f.is_present()).collect();
        let supported = Target::of(&present);
        KNOWN.store(supported.0, Ordering::Relaxed);
        let (allowed, complaint) = match std::env::var("POLYMOD_ISA").ok().map(|s| s.parse::<Target>()) {
            None => (supported, None),
            Some(Ok(wanted)) => (wanted, None),
            Some(Err(complaint)) => (supported, Some(complaint)),
        };
        let cores = std::thread::available_parallelism().map_or(1, std::num::NonZero::get);
        Host { name: cpu_name(), supported, target: allowed & supported, family: Family::detect(), complaint, cores }
    })
}

fn cpu_name() -> String {
    let unknown = || std::env::consts::ARCH.to_string();
    let Ok(text) = std::fs::read_to_string("/proc/cpuinfo") else { return unknown() };
    text.lines()
        .find_map(|l| l.strip_prefix("model name")?.split_once(':'))
        .map_or_else(unknown, |(_, name)| name.trim().to_string())
}
