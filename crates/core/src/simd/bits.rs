//! Words as polynomials over F_2 of degree below 64, the lowest bit first: products without carries.

use super::{Op, Row, Vectors};
use crate::cpu::{self, Target};
#[cfg(target_arch = "x86_64")]
use {crate::cpu::Feature, std::arch::x86_64::*};

/// Products of words.
pub(crate) trait Carryless: Vectors {
    /// The product of two words.
    fn product(self, a: u64, b: u64) -> u128;
}

/// Vectors of pairs of words.
pub(crate) trait Bits: Carryless {
    /// A vector of pairs.
    type U: Copy;

    fn load(self, x: &Self::Row) -> Self::U;
    fn store(self, x: &mut Self::Row, v: Self::U);
    /// Stores the first words of a vector to a slice shorter than it.
    #[inline(always)]
    fn store_part(self, x: &mut [u64], v: Self::U) {
        let mut row = Self::Row::ZERO;
        self.store(&mut row, v);
        x.copy_from_slice(&row.as_ref()[..x.len()]);
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
    /// 0 in every word.
    fn zero(self) -> Self::U;
    /// The same pair in all places.
    fn every(self, pair: [u64; 2]) -> Self::U;
    fn xor(self, x: Self::U, y: Self::U) -> Self::U;
    /// x + y + z.
    #[inline(always)]
    fn xor_3(self, x: Self::U, y: Self::U, z: Self::U) -> Self::U {
        self.xor(self.xor(x, y), z)
    }
    /// Of each pair, the product of the low words.
    fn low_by_low(self, x: Self::U, y: Self::U) -> Self::U;
    /// Of each pair, the product of the low word of x and the high word of y.
    fn low_by_high(self, x: Self::U, y: Self::U) -> Self::U;
    /// Of each pair, the product of the high word of x and the low word of y.
    fn high_by_low(self, x: Self::U, y: Self::U) -> Self::U;
    /// Of each pair, the product of the high words.
    fn high_by_high(self, x: Self::U, y: Self::U) -> Self::U;
    /// The words of each pair exchanged.
    fn swap(self, x: Self::U) -> Self::U;
    /// The vector moved up by a word; the highest word of `before` comes in.
    fn up(self, x: Self::U, before: Self::U) -> Self::U;
    /// The pairs of both in turn: x₀, y₀, x₁, y₁, …, in two vectors.
    fn weave(self, x: Self::U, y: Self::U) -> [Self::U; 2];
}

/// Vectors of four pairs.
pub(crate) trait Tiles: Bits<Row = [u64; 8]> {
    /// Loads the words of a slice shorter than a vector, with zeros beyond.
    fn load_part(self, x: &[u64]) -> Self::U;
    /// Loads the beginning of a slice, with zeros beyond its end.
    #[inline(always)]
    fn load_padded(self, x: &[u64]) -> Self::U {
        if x.len() < Self::LANES { self.load_part(x) } else { self.load(Self::row(x)) }
    }
    /// In every place one of the words of x and then y, whose number is in `index`; one instruction, where `index` is constant.
    fn permute(self, x: Self::U, y: Self::U, index: [u64; 8]) -> Self::U;
}

/// Plain words, on any CPU: products by combs.
#[derive(Clone, Copy, Debug)]
pub(crate) struct Words(());

super::vectors!(Words, Target::SCALAR, , 1);

impl Carryless for Words {
    #[inline(always)]
    fn product(self, a: u64, b: u64) -> u128 {
        comb_product(&comb(b), a)
    }
}

/// Multiples of a word by the polynomials of degree below 4.
#[inline(always)]
pub(crate) fn comb(b: u64) -> [u128; 16] {
    let mut table = [0, u128::from(b), 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0];
    for u in (2..16).step_by(2) {
        table[u] = table[u / 2] << 1;
        table[u + 1] = table[u] ^ table[1];
    }
    table
}

/// The product of a word by the one of this table, four coefficients at a time (López, Dahab 2000, "High-speed software multiplication in F_2^m",
/// algorithm 6).
#[inline(always)]
pub(crate) fn comb_product(table: &[u128; 16], a: u64) -> u128 {
    (0..64).step_by(4).rev().fold(0, |sum, shift| sum << 4 ^ table[(a >> shift & 15) as usize])
}

/// PCLMULQDQ: a pair.
#[cfg(target_arch = "x86_64")]
#[derive(Clone, Copy, Debug)]
pub(crate) struct Pclmul(());

/// VPCLMULQDQ on AVX-512: four pairs.
#[cfg(target_arch = "x86_64")]
#[derive(Clone, Copy, Debug)]
pub(crate) struct Vpclmul(());

#[cfg(target_arch = "x86_64")]
super::vectors!(
    Pclmul,
    Target::of(&[Feature::Avx2, Feature::Pclmulqdq, Feature::Bmi2, Feature::Lzcnt]),
    "avx2,pclmulqdq,bmi1,bmi2,lzcnt",
    2
);
#[cfg(target_arch = "x86_64")]
super::vectors!(
    Vpclmul,
    Target::of(&[
        Feature::Avx2,
        Feature::Avx512,
        Feature::Vpclmulqdq,
        Feature::Pclmulqdq,
        Feature::Bmi2,
        Feature::Lzcnt,
    ]),
    "avx512f,avx512bw,avx512dq,avx512vl,vpclmulqdq,pclmulqdq,bmi1,bmi2,lzcnt",
    8
);

#[cfg(target_arch = "x86_64")]
impl From<Vpclmul> for Pclmul {
    #[inline(always)]
    fn from(_: Vpclmul) -> Pclmul {
        const { assert!(Vpclmul::NEEDS.contains(Pclmul::NEEDS)) };
        Pclmul(())
    }
}

#[cfg(target_arch = "x86_64")]
impl Carryless for Pclmul {
    super::instructions! {
        product(a: u64, b: u64) -> u128 = {
            let p = _mm_clmulepi64_si128::<0x00>(_mm_cvtsi64_si128(a as i64), _mm_cvtsi64_si128(b as i64));
            let high = _mm_cvtsi128_si64(_mm_unpackhi_epi64(p, p));
            u128::from(high as u64) << 64 | u128::from(_mm_cvtsi128_si64(p) as u64)
        };
    }
}

#[cfg(target_arch = "x86_64")]
impl Bits for Pclmul {
    type U = __m128i;

    super::instructions! {
        load(x: &Self::Row) -> Self::U = _mm_loadu_si128(x.as_ptr().cast());
        store(x: &mut Self::Row, v: Self::U) -> () = _mm_storeu_si128(x.as_mut_ptr().cast(), v);
        zero() -> Self::U = _mm_setzero_si128();
        every(pair: [u64; 2]) -> Self::U = _mm_loadu_si128(pair.as_ptr().cast());
        xor(x: Self::U, y: Self::U) -> Self::U = _mm_xor_si128(x, y);
        low_by_low(x: Self::U, y: Self::U) -> Self::U = _mm_clmulepi64_si128::<0x00>(x, y);
        low_by_high(x: Self::U, y: Self::U) -> Self::U = _mm_clmulepi64_si128::<0x10>(x, y);
        high_by_low(x: Self::U, y: Self::U) -> Self::U = _mm_clmulepi64_si128::<0x01>(x, y);
        high_by_high(x: Self::U, y: Self::U) -> Self::U = _mm_clmulepi64_si128::<0x11>(x, y);
        swap(x: Self::U) -> Self::U = _mm_shuffle_epi32::<0b01_00_11_10>(x);
        up(x: Self::U, before: Self::U) -> Self::U = _mm_alignr_epi8::<8>(x, before);
    }
    #[inline(always)]
    fn weave(self, x: Self::U, y: Self::U) -> [Self::U; 2] {
        [x, y]
    }
}

#[cfg(target_arch = "x86_64")]
impl Carryless for Vpclmul {
    #[inline(always)]
    fn product(self, a: u64, b: u64) -> u128 {
        Pclmul::from(self).product(a, b)
    }
}

#[cfg(target_arch = "x86_64")]
impl Bits for Vpclmul {
    type U = __m512i;

    super::instructions! {
        load(x: &Self::Row) -> Self::U = _mm512_loadu_si512(x.as_ptr().cast());
        store(x: &mut Self::Row, v: Self::U) -> () = _mm512_storeu_si512(x.as_mut_ptr().cast(), v);
        store_part(x: &mut [u64], v: Self::U) -> () =
            _mm512_mask_storeu_epi64(x.as_mut_ptr().cast(), super::avx512::first(x.len()), v);
        zero() -> Self::U = _mm512_setzero_si512();
        every(pair: [u64; 2]) -> Self::U = _mm512_broadcast_i32x4(_mm_loadu_si128(pair.as_ptr().cast()));
        xor(x: Self::U, y: Self::U) -> Self::U = _mm512_xor_si512(x, y);
        xor_3(x: Self::U, y: Self::U, z: Self::U) -> Self::U = _mm512_ternarylogic_epi64::<0x96>(x, y, z);
        low_by_low(x: Self::U, y: Self::U) -> Self::U = _mm512_clmulepi64_epi128::<0x00>(x, y);
        low_by_high(x: Self::U, y: Self::U) -> Self::U = _mm512_clmulepi64_epi128::<0x10>(x, y);
        high_by_low(x: Self::U, y: Self::U) -> Self::U = _mm512_clmulepi64_epi128::<0x01>(x, y);
        high_by_high(x: Self::U, y: Self::U) -> Self::U = _mm512_clmulepi64_epi128::<0x11>(x, y);
        swap(x: Self::U) -> Self::U = _mm512_shuffle_epi32::<0b01_00_11_10>(x);
        up(x: Self::U, before: Self::U) -> Self::U = _mm512_alignr_epi64::<7>(x, before);
    }
    #[inline(always)]
    fn weave(self, x: Self::U, y: Self::U) -> [Self::U; 2] {
        [self.permute(x, y, [0, 1, 8, 9, 2, 3, 10, 11]), self.permute(x, y, [4, 5, 12, 13, 6, 7, 14, 15])]
    }
}

#[cfg(target_arch = "x86_64")]
impl Tiles for Vpclmul {
    super::instructions! {
        load_part(x: &[u64]) -> Self::U = _mm512_maskz_loadu_epi64(super::avx512::first(x.len()), x.as_ptr().cast());
        permute(x: Self::U, y: Self::U, index: [u64; 8]) -> Self::U =
            _mm512_permutex2var_epi64(x, _mm512_loadu_si512(index.as_ptr().cast()), y);
    }
}
