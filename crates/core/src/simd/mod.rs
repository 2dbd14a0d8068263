//! Vectors of 64-bit words, one trait over all instruction sets: a method is an instruction, or the few that replace it.
//!
//! A value of an instruction set's type proves that the CPU has its instructions, because only [`Vectors::detect`] makes one. So loops that are
//! generic over [`Simd`] contain no `unsafe`: the intrinsics are called in one place for each instruction set. Loops are compiled for an
//! instruction set by [`run`], whose function carries the `#[target_feature]` attribute; all that it calls must be `#[inline(always)]`, down to the
//! instructions, so that it is compiled there.
//!
//! ```text
//! #[inline(always)]
//! fn sum<S: Simd>(s: S, x: &[u64], y: &mut [u64]) {
//!     for (x, y) in S::rows(x).0.iter().zip(S::rows_mut(y).0) {
//!         s.store(y, s.add(s.load(x), s.load(y)));
//!     }
//! }
//! // S::detect() is Some on a CPU with the instructions
//! run!(s, sum, x, y);
//! ```

#![allow(unsafe_code)]

/// The implementation of [`Vectors`] for a type that names a set of features.
macro_rules! vectors {
    ($type:ident, $needs:expr, $($features:literal)?, $lanes:literal) => {
        impl Vectors for $type {
        const NEEDS: Target = $needs;
        const LANES: usize = $lanes;
        type Row = [u64; $lanes];

        #[inline]
        fn detect() -> Option<Self> {
            cpu::present().contains(Self::NEEDS).then_some($type(()))
        }
        #[inline(always)]
        fn get() -> Self {
            assert!(cpu::known().contains(Self::NEEDS), "a CPU with the kernel's instructions");
            $type(())
        }
        #[inline]
        fn compiled<U, A, T>(self, unit: U, args: A, f: impl Fn(Self, A) -> T) -> T {
            use crate::simd::Compiled;
            // SAFETY: the CPU has the features, or there were no value `self`
            unsafe { (unit, f).with_features(self, args) }
        }
        $crate::simd::inlined::formulas! {
            fn rows(x: &[u64]) -> (&[Self::Row], &[u64]) = x.as_chunks();
            fn rows_mut(x: &mut [u64]) -> (&mut [Self::Row], &mut [u64]) = x.as_chunks_mut();
            fn row(x: &[u64]) -> &Self::Row = x.first_chunk().expect("a vector");
            fn row_mut(x: &mut [u64]) -> &mut Self::Row = x.first_chunk_mut().expect("a vector");
        }
        }

        impl<U, A, T, F: Fn($type, A) -> T> crate::simd::Compiled<$type, A, T> for (U, F) {
            $(#[target_feature(enable = $features)])?
            unsafe fn with_features(&self, s: $type, args: A) -> T {
                self.1(s, args)
            }
        }
    };
}

/// Methods of [`Simd`] that are expressions of intrinsics.
#[cfg(any(target_arch = "x86_64", target_arch = "aarch64"))]
macro_rules! instructions {
    ($($name:ident($($x:ident: $from:ty),*) -> $to:ty = $value:expr;)*) => { $(
        #[inline(always)]
        fn $name(self, $($x: $from),*) -> $to {
            // SAFETY: the CPU has the features, or there were no value `self`; loads and stores are of a whole vector, or of the lanes
            // that a mask made from the slice's length names
            #[allow(unused_unsafe, reason = "every CPU of the architecture has the features of some")]
            unsafe { $value }
        }
    )* };
}

#[cfg(target_arch = "x86_64")]
mod avx2;
#[cfg(target_arch = "x86_64")]
mod avx512;
mod bits;
#[cfg(target_arch = "x86_64")]
mod clmul;
pub mod inlined;
#[cfg(target_arch = "aarch64")]
mod neon;
mod pair;
mod portable;
mod scattered;
mod stack;
mod strips;

#[cfg(any(target_arch = "x86_64", target_arch = "aarch64"))]
use instructions;
use vectors;

pub(crate) use bits::{Bits, Carryless, Tiles, Words, comb, comb_product};
#[cfg(target_arch = "x86_64")]
pub(crate) use clmul::Pclmul as ClmulPair;
#[cfg(target_arch = "aarch64")]
pub use neon::Neon as Quad;
#[cfg(target_arch = "aarch64")]
pub(crate) use neon::Pmull as ClmulPair;
pub use strips::Strips;
#[cfg(target_arch = "x86_64")]
pub use {
    avx2::{Avx2 as Quad, AvxIfma},
    avx512::{Avx512, Avx512Ifma},
};
#[cfg(target_arch = "x86_64")]
pub(crate) use {
    avx512::Avx512Vnni,
    bits::BitMatrices,
    clmul::{Gfni, Vpclmul, Vpclmul256},
};
pub use {pair::Pair, portable::Portable, scattered::Scattered, stack::Stack};

/// The name of a kernel on vectors of four words, [`Quad`].
#[cfg(any(target_arch = "x86_64", target_arch = "aarch64"))]
macro_rules! named {
    ($name:literal) => {
        if cfg!(target_arch = "x86_64") { concat!($name, "-avx2") } else { concat!($name, "-neon") }
    };
}
#[cfg(any(target_arch = "x86_64", target_arch = "aarch64"))]
pub(crate) use named;

use crate::cpu::Target;
use inlined::{CopyFrom, formulas};

/// Asks for the cache line of a word of a slice, which may lie beyond the end, in the first cache.
#[inline(always)]
pub(crate) fn prefetch(x: &[u64], at: usize) {
    prefetch_to::<0>(x, at);
}

/// Asks for the cache line of a word of a slice, which may lie beyond the end, in the second cache.
#[inline(always)]
pub(crate) fn prefetch_second(x: &[u64], at: usize) {
    prefetch_to::<1>(x, at);
}

#[inline(always)]
fn prefetch_to<const CACHE: usize>(x: &[u64], at: usize) {
    #[cfg(target_arch = "x86_64")]
    // SAFETY: every x86-64 CPU has the instructions, and any address may be asked for
    unsafe {
        use std::arch::x86_64::{_MM_HINT_T0, _MM_HINT_T1, _mm_prefetch};
        let line = x.as_ptr().wrapping_add(at).cast();
        if CACHE == 0 { _mm_prefetch::<_MM_HINT_T0>(line) } else { _mm_prefetch::<_MM_HINT_T1>(line) }
    }
    #[cfg(not(target_arch = "x86_64"))]
    let _ = (x, at);
}

/// Mask of the bits that 52-bit products take.
const MASK: u64 = (1 << 52) - 1;
/// Mantissa of a double: words below 2^52 are converted by adding 2^52 in floating point.
const MAGIC: f64 = (1_u64 << 52) as f64;

/// Runs a function of an instruction set and of these variables, or of variables of these values, compiled for the instruction set, in the unit of code
/// generation of the caller's module, or of that of the type in brackets. Not by a method: a function that is passed as a value cannot be inlined by
/// attribute.
#[cfg_attr(feature = "testing", macro_export, doc(hidden))]
macro_rules! run {
    ([$unit:ty] $s:expr, $f:expr $(, $x:ident $(= $value:expr)?)*) => {{
        $($(let $x = $value;)?)*
        $s.compiled([] as [$unit; 0], ($($x,)*), #[inline(always)] |s, ($($x,)*)| $f(s, $($x),*))
    }};
    ($s:expr, $f:expr $(, $x:ident $(= $value:expr)?)*) => {{
        $($(let $x = $value;)?)*
        $s.compiled((), ($($x,)*), #[inline(always)] |s, ($($x,)*)| $f(s, $($x),*))
    }};
}
pub(crate) use run;

/// The arguments of a function behind a pointer that do not fit registers. They are taken out of the caller's memory: a copy of the whole, word by
/// word written and vector by vector read, waits for the writes to reach the cache.
#[inline(always)]
pub(crate) fn taken<A>(args: &mut Option<A>) -> A {
    args.take().expect("arguments")
}

/// The words of a vector in memory.
pub trait Row: Copy + AsRef<[u64]> + AsMut<[u64]> {
    /// Zeros.
    const ZERO: Self;
}

impl<const N: usize> Row for [u64; N] {
    const ZERO: Self = [0; N];
}

/// A closure whose call is compiled for an instruction set, behind the type whose module it belongs to, or what has none. Both are the type of `self` because
/// compilers put a method into the module of the first type there that has one: the kernels of a module are a unit of code generation of their own
/// then, or those of an arithmetic, and not all kernels of an instruction set one.
pub(crate) trait Compiled<S, A, T> {
    /// Calls the closure, which must be inlined here.
    ///
    /// # Safety
    /// The CPU has the instructions of S.
    unsafe fn with_features(&self, s: S, args: A) -> T;
}

/// An instruction set, and its vectors in memory.
pub trait Vectors: Copy + Send + Sync + 'static {
    /// The instructions.
    const NEEDS: Target;
    /// Number of lanes of a vector.
    const LANES: usize;
    /// A vector in memory: `LANES` words.
    type Row: Row;

    /// The proof that this CPU has the instructions, if it has them.
    fn detect() -> Option<Self>;
    /// Calls a function that is compiled for these instructions, if it is inlined: see [`run`], and [`Compiled`] for `unit`.
    fn compiled<U, A, T>(self, unit: U, args: A, f: impl Fn(Self, A) -> T) -> T;

    /// The proof of [`detect`](Self::detect), for kernels that were selected by it.
    ///
    /// # Panics
    /// If the CPU is not known to have the instructions.
    fn get() -> Self;

    /// The vectors of a slice, and the words after the last whole vector.
    fn rows(x: &[u64]) -> (&[Self::Row], &[u64]);
    /// The vectors of a slice, and the words after the last whole vector.
    fn rows_mut(x: &mut [u64]) -> (&mut [Self::Row], &mut [u64]);
    /// The vector at the beginning of a slice.
    ///
    /// # Panics
    /// If the slice is shorter than a vector.
    fn row(x: &[u64]) -> &Self::Row;
    /// The vector at the beginning of a slice.
    ///
    /// # Panics
    /// If the slice is shorter than a vector.
    fn row_mut(x: &mut [u64]) -> &mut Self::Row;
}

/// Vectors of 64-bit words and of doubles of one instruction set. Arithmetic of words is modulo 2^64 in every lane.
pub trait Simd: Vectors {
    /// Number of vector registers.
    const REGISTERS: usize;
    /// Whether [`permute`](Self::permute) is one instruction.
    const PERMUTES: bool = false;
    /// A vector of words.
    type U: Copy;
    /// A vector of doubles.
    type F: Copy;
    /// A condition in every lane.
    type M: Copy;

    fn load(self, x: &Self::Row) -> Self::U;
    fn store(self, x: &mut Self::Row, v: Self::U);
    /// Loads the words of a slice shorter than a vector, with zeros beyond.
    #[inline(always)]
    fn load_part(self, x: &[u64]) -> Self::U {
        let mut row = Self::Row::ZERO;
        row.as_mut()[..x.len()].copy_from(x);
        self.load(&row)
    }
    /// Stores the first words of a vector to a slice shorter than it.
    #[inline(always)]
    fn store_part(self, x: &mut [u64], v: Self::U) {
        let mut row = Self::Row::ZERO;
        self.store(&mut row, v);
        x.copy_from(&row.as_ref()[..x.len()]);
    }
    /// Loads the beginning of a slice, with zeros beyond its end.
    #[inline(always)]
    fn load_padded(self, x: &[u64]) -> Self::U {
        if x.len() < Self::LANES { self.load_part(x) } else { self.load(Self::row(x)) }
    }
    /// Stores a vector to the beginning of a slice, cut to its length.
    #[inline(always)]
    fn store_cut(self, x: &mut [u64], v: Self::U) {
        if x.len() < Self::LANES {
            self.store_part(x, v);
        } else {
            self.store(Self::row_mut(x), v);
        }
    }

    /// x in every lane.
    fn set(self, x: u64) -> Self::U;
    fn add(self, x: Self::U, y: Self::U) -> Self::U;
    fn sub(self, x: Self::U, y: Self::U) -> Self::U;
    fn and(self, x: Self::U, y: Self::U) -> Self::U;
    fn or(self, x: Self::U, y: Self::U) -> Self::U;
    fn xor(self, x: Self::U, y: Self::U) -> Self::U;
    /// x·2^n, for n < 64.
    fn shl(self, x: Self::U, n: u32) -> Self::U;
    /// ⌊x/2^n⌋, for n < 64.
    fn shr(self, x: Self::U, n: u32) -> Self::U;
    /// ⌊x/2^n⌋ of signed words, for n < 64.
    #[inline(always)]
    fn shr_signed(self, x: Self::U, n: u32) -> Self::U {
        self.sub(self.shr(self.xor(x, self.set(1 << 63)), n), self.set(1 << (63 - n)))
    }
    /// Products of the low halves.
    fn mul_halves(self, x: Self::U, y: Self::U) -> Self::U;
    /// Products of the low halves as signed numbers.
    fn mul_signed_halves(self, x: Self::U, y: Self::U) -> Self::U;
    /// The low half of x, and above it the low half of y.
    fn join_halves(self, x: Self::U, y: Self::U) -> Self::U;
    /// Products modulo 2^64.
    fn mul(self, x: Self::U, y: Self::U) -> Self::U;
    /// The products of the low 52 bits of x and y as low + 2^32·middle + 2^64·high, by products of halves.
    #[inline(always)]
    fn products52(self, x: Self::U, y: Self::U) -> [Self::U; 3] {
        let (x, y) = (self.and(x, self.set(MASK)), self.and(y, self.set(MASK)));
        let (x1, y1) = (self.shr(x, 32), self.shr(y, 32));
        // each product of a half by 20 bits is below 2^52
        let middle = self.add(self.mul_halves(x1, y), self.mul_halves(x, y1));
        [self.mul_halves(x, y), middle, self.mul_halves(x1, y1)]
    }
    /// sum + the low 52 bits of the products of the low 52 bits of x and y.
    #[inline(always)]
    fn add_low52(self, sum: Self::U, x: Self::U, y: Self::U) -> Self::U {
        let [low, middle, _] = self.products52(x, y);
        self.add(sum, self.and(self.add(low, self.shl(middle, 32)), self.set(MASK)))
    }
    /// sum + the high 52 bits of the products of the low 52 bits of x and y.
    #[inline(always)]
    fn add_high52(self, sum: Self::U, x: Self::U, y: Self::U) -> Self::U {
        let [low, middle, high] = self.products52(x, y);
        let middle = self.add(middle, self.shr(low, 32));
        self.add(sum, self.add(self.shr(middle, 20), self.shl(high, 12)))
    }
    /// x − y where that is not negative, else x; for x − y in [−2^63, 2^63).
    fn below(self, x: Self::U, y: Self::U) -> Self::U;
    /// x + y where x, read as a signed word, is negative and x + y is not, else x.
    fn above(self, x: Self::U, y: Self::U) -> Self::U;
    /// The smaller word.
    fn min(self, x: Self::U, y: Self::U) -> Self::U;

    /// Whether x < y.
    fn less(self, x: Self::U, y: Self::U) -> Self::M;
    /// Whether x = y.
    fn equal(self, x: Self::U, y: Self::U) -> Self::M;
    /// x where the condition holds, else y.
    fn select(self, m: Self::M, x: Self::U, y: Self::U) -> Self::U;
    /// Bit i tells the condition of lane i.
    fn bits(self, m: Self::M) -> u32;

    formulas! {
        /// 0 in every lane.
        fn zero(self) -> Self::U = self.set(0);
        /// x + y where the condition holds, else x.
        fn add_where(self, m: Self::M, x: Self::U, y: Self::U) -> Self::U = self.select(m, self.add(x, y), x);
        /// x − y where the condition holds, else x.
        fn sub_where(self, m: Self::M, x: Self::U, y: Self::U) -> Self::U = self.select(m, self.sub(x, y), x);
        /// −x where the condition holds, else x.
        fn negate_where(self, m: Self::M, x: Self::U) -> Self::U = self.select(m, self.sub(self.zero(), x), x);
    }

    /// In every lane, one of the words of x and then y: the number is `index` modulo 2·`LANES`.
    #[inline(always)]
    fn permute(self, x: Self::U, y: Self::U, index: Self::U) -> Self::U {
        let (mut words, mut row) = ([Self::Row::ZERO; 2], Self::Row::ZERO);
        self.store(&mut words[0], x);
        self.store(&mut words[1], y);
        self.store(&mut row, index);
        for i in row.as_mut() {
            let at = *i as usize % (2 * Self::LANES);
            *i = words[at / Self::LANES].as_ref()[at % Self::LANES];
        }
        self.load(&row)
    }

    /// Transposes 8·`LANES` words that were loaded in order: vector i gets word i of every eight.
    fn transpose(self, v: &mut [Self::U; 8]);
    /// Undoes [`transpose`](Self::transpose).
    fn untranspose(self, v: &mut [Self::U; 8]);

    /// The words as bits of doubles.
    fn as_doubles(self, x: Self::U) -> Self::F;
    /// The bits of doubles as words.
    fn as_words(self, x: Self::F) -> Self::U;
    /// x in every lane.
    fn set_double(self, x: f64) -> Self::F;
    fn add_double(self, x: Self::F, y: Self::F) -> Self::F;
    fn sub_double(self, x: Self::F, y: Self::F) -> Self::F;
    fn mul_double(self, x: Self::F, y: Self::F) -> Self::F;
    /// x·y + z, rounded once.
    fn mul_add(self, x: Self::F, y: Self::F, z: Self::F) -> Self::F;
    /// x·y − z, rounded once.
    fn mul_sub(self, x: Self::F, y: Self::F, z: Self::F) -> Self::F;
    /// z − x·y, rounded once.
    fn neg_mul_add(self, x: Self::F, y: Self::F, z: Self::F) -> Self::F;
    /// Nearest integers, ties to even.
    fn round(self, x: Self::F) -> Self::F;
    /// Largest integers not above x.
    fn floor(self, x: Self::F) -> Self::F;
    /// x + y where x is negative, else x.
    fn add_where_negative(self, x: Self::F, y: Self::F) -> Self::F;

    /// Words below 2^52 as doubles.
    #[inline(always)]
    fn words_to_doubles(self, x: Self::U) -> Self::F {
        let magic = self.set_double(MAGIC);
        self.sub_double(self.as_doubles(self.or(x, self.as_words(magic))), magic)
    }
    /// Integral doubles in [0, 2^52) as words.
    #[inline(always)]
    fn doubles_to_words(self, x: Self::F) -> Self::U {
        let magic = self.set_double(MAGIC);
        self.xor(self.as_words(self.add_double(x, magic)), self.as_words(magic))
    }
    /// Integral doubles below 2^51 in magnitude as words modulo 2^64.
    #[inline(always)]
    fn integers(self, x: Self::F) -> Self::U {
        let magic = self.set_double(1.5 * MAGIC);
        self.sub(self.as_words(self.add_double(x, magic)), self.as_words(magic))
    }
    /// Integral doubles below 2^63 in magnitude as words modulo 2^64.
    #[inline(always)]
    fn large_integers(self, x: Self::F) -> Self::U {
        const HALF: f64 = (1_u64 << 32) as f64;
        let high = self.round(self.mul_double(x, self.set_double(1.0 / HALF)));
        let low = self.neg_mul_add(high, self.set_double(HALF), x);
        self.add(self.shl(self.integers(high), 32), self.integers(low))
    }
}

/// Vectors of eight words.
pub(crate) trait Eight: Simd<Row = [u64; 8]> {}

impl<S: Simd<Row = [u64; 8]>> Eight for S {}

/// Products of bytes, for vectors of eight words.
#[cfg_attr(not(target_arch = "x86_64"), allow(dead_code, reason = "no instruction set has them"))]
pub(crate) trait Bytes: Simd<Row = [u64; 8]> {
    /// In every half of a word, sum + the four products of an unsigned byte of x and a signed byte of y.
    fn add_products(self, sum: Self::U, x: Self::U, y: Self::U) -> Self::U;
    /// Half i of four words, the lower half of each first, in every half of a word.
    ///
    /// # Panics
    /// Unless i < 8.
    fn every_half(self, x: &[u64; 4], i: usize) -> Self::U;
    /// The lower halves of the words.
    fn low_halves(self, x: Self::U) -> [u64; 4];
    /// The lowest bytes of the words.
    fn low_bytes(self, x: Self::U) -> u64;
    /// The eight halves of four words, read as signed numbers.
    fn signed_halves(self, x: &[u64; 4]) -> Self::U;
    /// Words as doubles, rounded.
    fn doubles(self, x: Self::U) -> Self::F;
}
