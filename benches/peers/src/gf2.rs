//! Products over the field of two elements, of n by n words of 64 coefficients, slices in, slice out: `F2::mul_into` against
//! gf2x's `gf2x_mul`, and bitpolymul2 where n is a power of two. Matrices follow: see [`gf2_matrices`].
//!
//! gf2x is loaded when the table runs: the file that `POLYMOD_GF2X` names, or the system's. Distributions build it without
//! carry-less instructions, so that it is many times slower than it can be: whether it has them is told, by their machine code.

use std::error::Error;
use std::ffi::{CStr, CString, c_int, c_ulong, c_void};

use polymod::{Engine, F2};

#[cfg(feature = "bitpolymul")]
use crate::bitpolymul;
use crate::gf2_matrices;
use crate::harness::{Contest, Harness, Label, lengths, random_words};

/// `int gf2x_mul(unsigned long *c, const unsigned long *a, unsigned long an, const unsigned long *b, unsigned long bn)`
type Multiply = unsafe extern "C" fn(*mut c_ulong, *const c_ulong, c_ulong, *const c_ulong, c_ulong) -> i32;

/// Measures all sizes.
pub fn run(harness: &mut Harness) -> Result<(), Box<dyn Error>> {
    let engine = Engine::builder().threads(1).build();
    let (f, gf2x) = (F2::on(&engine), Gf2x::load()?);
    let (op, case) = ("product", if gf2x.has_clmul { "words" } else { "gf2x without PCLMULQDQ" });
    if harness.wants(op, case) {
        for n in [1, 2, 3].into_iter().chain(lengths(harness.sizes().max_log(20))) {
            harness.compare(Label { op, case, n, transform: false }, &mut Product::new(&f, &gf2x, n));
        }
    }
    gf2_matrices::run(harness, &f, &gf2x)
}

/// Its functions call one another, not those of the gf2x that NTL is linked with.
#[cfg(target_env = "gnu")]
const OWN_SYMBOLS: i32 = libc::RTLD_DEEPBIND;
#[cfg(not(target_env = "gnu"))]
const OWN_SYMBOLS: i32 = 0;

/// The library, loaded for good.
pub struct Gf2x {
    multiply: Multiply,
    file: String,
    /// 10000·major + 100·minor + patch; libraries before 1.3.0 do not tell.
    version: Option<c_int>,
    /// Whether it was compiled with carry-less instructions.
    pub has_clmul: bool,
}

impl Gf2x {
    /// The file that `POLYMOD_GF2X` names, or the system's.
    pub fn load() -> Result<Self, Box<dyn Error>> {
        let name = std::env::var("POLYMOD_GF2X").unwrap_or_else(|_| "libgf2x.so.3".into());
        let name = CString::new(name)?;
        // SAFETY: names are strings ended by a zero byte; gf2x has no constructors that do more than fill tables, and the
        // function has this type (gf2x.h)
        unsafe {
            let library = libc::dlopen(name.as_ptr(), libc::RTLD_NOW | OWN_SYMBOLS);
            if library.is_null() {
                let reason = CStr::from_ptr(libc::dlerror()).to_string_lossy();
                return Err(format!("gf2x: {reason}; install it, or say where it is by POLYMOD_GF2X").into());
            }
            let multiply = libc::dlsym(library, c"gf2x_mul".as_ptr());
            if multiply.is_null() {
                return Err("gf2x: there is no gf2x_mul in the library".into());
            }
            let mut place: libc::Dl_info = std::mem::zeroed();
            if libc::dladdr(multiply, &raw mut place) == 0 {
                return Err("gf2x: the system does not tell where the library is".into());
            }
            let path = CStr::from_ptr(place.dli_fname).to_string_lossy().into_owned();
            let has_clmul = has_clmul(&std::fs::read(&path)?);
            let file = path.rsplit('/').next().unwrap_or_default().to_owned();
            // the variable that gf2x.h declares as an int, where there is one
            let version = libc::dlsym(library, c"gf2x_lib_version_code".as_ptr()).cast::<c_int>().as_ref().copied();
            Ok(Gf2x { multiply: std::mem::transmute::<*mut c_void, Multiply>(multiply), file, version, has_clmul })
        }
    }

    /// Its version, the name of its file, and whether it has carry-less instructions.
    pub fn description(&self) -> String {
        let version = self.version.map_or("of unknown version".to_owned(), |code| {
            format!("{}.{}.{}", code / 10_000, code / 100 % 100, code % 100)
        });
        format!("{version}, {}, {} PCLMULQDQ", self.file, if self.has_clmul { "with" } else { "WITHOUT" })
    }

    /// out = a·b, of as many words as both together.
    pub fn product(&self, out: &mut [u64], a: &[u64], b: &[u64]) {
        assert!(out.len() == a.len() + b.len());
        let (a_len, b_len) = (a.len() as c_ulong, b.len() as c_ulong);
        // SAFETY: the result has room for both operands together
        let status = unsafe { (self.multiply)(out.as_mut_ptr(), a.as_ptr(), a_len, b.as_ptr(), b_len) };
        assert_eq!(status, 0, "gf2x failed");
    }
}

/// Whether machine code has PCLMULQDQ, 66 (prefixes) 0F 3A 44, or its form with three operands, C4 xx xx 44.
fn has_clmul(code: &[u8]) -> bool {
    let legacy = |w: &[u8]| w[0] == 0x66 && (w[1..4] == [0x0f, 0x3a, 0x44] || w[2..5] == [0x0f, 0x3a, 0x44]);
    // the second byte ends in the opcode map 3, the third in the prefix 66
    let vex = |w: &[u8]| w[0] == 0xc4 && w[1] & 0x1f == 3 && w[2] & 3 == 1 && w[3] == 0x44;
    code.windows(5).filter(|w| legacy(w) || vex(w)).take(8).count() == 8
}

struct Product<'a> {
    f: &'a F2,
    gf2x: &'a Gf2x,
    operands: [Vec<u64>; 2],
    ours: Vec<u64>,
    /// gf2x's, and bitpolymul2's.
    theirs: [Vec<u64>; 2],
}

impl<'a> Product<'a> {
    fn new(f: &'a F2, gf2x: &'a Gf2x, n: usize) -> Self {
        let operands = [random_words(n, 1), random_words(n, 2)];
        Self { f, gf2x, operands, ours: vec![0; 2 * n], theirs: [vec![0; 2 * n], vec![0; 2 * n]] }
    }
}

impl Contest for Product<'_> {
    fn peers(&self) -> Vec<&'static str> {
        #[cfg(feature = "bitpolymul")]
        if self.operands[0].len().is_power_of_two() {
            return vec!["gf2x", bitpolymul::NAME];
        }
        vec!["gf2x"]
    }

    fn ours(&mut self) {
        let [a, b] = &self.operands;
        self.f.mul_into(&mut self.ours, a, b).expect("the lengths are right");
    }

    fn peer(&mut self, which: usize) {
        let ([a, b], out) = (&self.operands, &mut self.theirs[which]);
        match which {
            0 => self.gf2x.product(out, a, b),
            #[cfg(feature = "bitpolymul")]
            1 => bitpolymul::product(out, a, b),
            _ => unreachable!("no other peers"),
        }
    }

    fn agree(&self, which: usize) -> bool {
        self.ours == self.theirs[which]
    }
}
