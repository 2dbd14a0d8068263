//! Products of vectors modulo n word by word, and by one factor: n below 2^50, odd n below 2^62, and 2^64 − 2^32 + 1.
//!
//! A product of two residues that are not prepared (`lanes::Products`) costs two products by prepared factors or less:
//! the halves of 2·52 bits reduced one by one, Montgomery's product with digits of 31 bits and a second one by 2^124,
//! or shifts. A product by a prepared factor costs one only.

use crate::{
    arith::Modulus,
    cpu::{self, Isa},
};
#[cfg(target_arch = "x86_64")]
use {
    super::{
        goldilocks::{self, Goldilocks},
        ifma::Ifma50,
        lanes::{Lanes, Products},
        shoup::Montgomery62,
        words::Halves,
    },
    std::arch::x86_64::__m512i,
};

/// The functions for one instruction set.
#[derive(Clone, Copy)]
pub struct PointwiseKernel {
    name: &'static str,
    isa: Isa,
    serves: fn(Modulus) -> bool,
    products: unsafe fn(u64, &mut [u64], &[u64]),
    scale: unsafe fn(u64, &mut [u64], u64),
}

/// The fastest kernel for n that needs no more than the instructions `isa`, if there is one.
#[must_use]
pub fn select(isa: Isa, n: Modulus) -> Option<&'static PointwiseKernel> {
    KERNELS.iter().find(|k| (k.serves)(n) && k.isa <= isa.min(cpu::host().supported))
}

/// Number of words of a vector.
#[cfg(target_arch = "x86_64")]
const LANES: usize = 8;

impl std::fmt::Debug for PointwiseKernel {
    fn fmt(&self, f: &mut std::fmt::Formatter<'_>) -> std::fmt::Result {
        f.write_str(self.name)
    }
}

impl PointwiseKernel {
    /// Name of the kernel, for people.
    #[must_use]
    pub fn name(&self) -> &'static str {
        self.name
    }

    /// `v[i]` = `v[i]`·`w[i]`, all in [0, n), for as many words as both have. n is the modulus that [`select`] returned
    /// the kernel for.
    ///
    /// # Panics
    /// For another n.
    pub fn products(&self, n: Modulus, v: &mut [u64], w: &[u64]) {
        assert!((self.serves)(n), "a modulus that the kernel serves");
        // SAFETY: the CPU was asked when the kernel was selected
        unsafe { (self.products)(n.n(), v, w) }
    }

    /// `v[i]` = `v[i]`·c, all in [0, n). n is the modulus that [`select`] returned the kernel for.
    ///
    /// # Panics
    /// For another n.
    pub fn scale(&self, n: Modulus, v: &mut [u64], c: u64) {
        assert!((self.serves)(n), "a modulus that the kernel serves");
        // SAFETY: as above
        unsafe { (self.scale)(n.n(), v, c) }
    }
}

/// The functions, compiled for one type of vector and its features.
#[cfg(target_arch = "x86_64")]
macro_rules! kernel {
    ($arith:ty, $name:literal, $isa:expr, $features:literal, $serves:expr) => {{
        #[target_feature(enable = $features)]
        unsafe fn compiled_products(n: u64, v: &mut [u64], w: &[u64]) {
            // SAFETY: the caller's promises
            unsafe {
                let unit = <$arith>::prepare(n, (1 << <$arith>::UNIT_BITS) % n);
                let (arith, unit) = (<$arith>::new(n), <$arith>::root(unit.as_ptr()));
                each(arith, v, w, |x, y| arith.residue_product(x, y, unit));
            }
        }
        #[target_feature(enable = $features)]
        unsafe fn compiled_scale(n: u64, v: &mut [u64], c: u64) {
            // SAFETY: the caller's promises
            unsafe {
                let (arith, factor) = (<$arith>::new(n), <$arith>::prepare(n, c));
                let factor = <$arith>::root(factor.as_ptr());
                each(arith, v, &[], |x, _| arith.times(x, factor));
            }
        }
        PointwiseKernel { name: $name, isa: $isa, serves: $serves, products: compiled_products, scale: compiled_scale }
    }};
}
#[cfg(not(target_arch = "x86_64"))]
static KERNELS: [PointwiseKernel; 0] = [];
#[cfg(target_arch = "x86_64")]
static KERNELS: [PointwiseKernel; 4] = [
    kernel!(Ifma50, "ifma-50", Isa::Avx512, "avx512f,avx512bw,avx512dq,avx512vl,avx512ifma", |n| n.bits() <= 50),
    kernel!(Montgomery62<__m512i>, "montgomery", Isa::Avx512, "avx512f,avx512bw,avx512dq,avx512vl", montgomery),
    kernel!(Goldilocks, "goldilocks", Isa::Avx512, "avx512f,avx512bw,avx512dq,avx512vl", |n| n.n() == goldilocks::P),
    kernel!(Montgomery62<Halves>, "montgomery-avx2", Isa::Avx2, "avx2", montgomery),
];

/// Whether Montgomery's product supports n.
#[cfg(target_arch = "x86_64")]
fn montgomery(n: Modulus) -> bool {
    n.n() % 2 == 1 && n.bits() <= Montgomery62::<Halves>::MAX_BITS
}

/// v[i] = f(v[i], w[i]) in [0, 2n), or f(v[i], 0) without w. SAFETY: the CPU has the features that L needs.
#[cfg(target_arch = "x86_64")]
#[inline(always)]
unsafe fn each<L: Products>(arith: L, v: &mut [u64], w: &[u64], f: impl Fn(L::V, L::V) -> L::V) {
    const { assert!(L::LANES == LANES) };
    let (whole, rest) = v.as_chunks_mut::<LANES>();
    let (whole_w, rest_w) = w.split_at(w.len().min(LANES * whole.len()));
    let mut factors = whole_w.chunks_exact(LANES);
    // SAFETY: chunks of a vector each, and parts that are no longer than they say
    unsafe {
        for v in whole {
            let w = factors.next().map_or(L::zero(), |w| L::load_residues(w.as_ptr()));
            arith.store_residues(v.as_mut_ptr(), f(L::load_residues(v.as_ptr()), w));
        }
        if !rest.is_empty() {
            let w = L::load_part(rest_w.as_ptr(), rest_w.len().min(rest.len()));
            let mut last = [0; LANES];
            arith.store_residues(last.as_mut_ptr(), f(L::load_part(rest.as_ptr(), rest.len()), w));
            rest.copy_from_slice(&last[..rest.len()]);
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::bits::testing::noise;

    #[test]
    fn products_of_vectors_are_those_of_words() {
        let mut kernels = 0;
        for isa in Isa::ALL {
            for n in [2, 3, 5, 97, 98, (1 << 31) - 1, (1 << 48) - 59, (1 << 50) - 27, (1 << 50) - 1, (1 << 51) - 1]
                .into_iter()
                .chain([(1 << 61) + 1, (1 << 62) - 57, (1 << 62) - 1, 0xffff_ffff_0000_0001])
            {
                let n = Modulus::new(n).unwrap();
                let Some(kernel) = select(isa, n) else { continue };
                kernels += 1;
                for len in (0..=33).chain([100, 1001]) {
                    let value = |i: u64| match i % 5 {
                        0 => n.n() - 1,
                        1 => i % n.n(),
                        _ => n.reduce(noise(i + 7)),
                    };
                    let (v, w): (Vec<u64>, Vec<u64>) = (0..len).map(|i| (value(i), value(i + i / 5 + 1))).unzip();
                    let mut x = v.clone();
                    kernel.products(n, &mut x, &w);
                    let wide = |a: u64, b: u64| (u128::from(a) * u128::from(b) % u128::from(n.n())) as u64;
                    let expected: Vec<u64> = v.iter().zip(&w).map(|(a, b)| wide(*a, *b)).collect();
                    assert_eq!(x, expected, "{}: modulo {}, {len} words", kernel.name, n.n());
                    for c in [0, 1, n.n() - 1, value(9)] {
                        let mut x = v.clone();
                        kernel.scale(n, &mut x, c);
                        let expected: Vec<u64> = v.iter().map(|a| wide(*a, c)).collect();
                        assert_eq!(x, expected, "{}: modulo {}, {len} words by {c}", kernel.name, n.n());
                    }
                }
            }
        }
        // for levels above the CPU's own `select` returns the kernel of the CPU's level
        assert_eq!(kernels > 0, cpu::host().supported > Isa::Scalar);
        assert!(select(Isa::Avx2, Modulus::new(98).unwrap()).is_none());
        assert!(select(Isa::Avx512, Modulus::new((1 << 50) + 2).unwrap()).is_none());
        assert!(select(Isa::Avx512, Modulus::new((1 << 62) + 1).unwrap()).is_none());
        assert!(select(Isa::Scalar, Modulus::new(97).unwrap()).is_none());
    }

    /// Products chosen by their result: the smallest and the largest residues, the ends of the range of a reduction.
    #[test]
    fn products_with_results_at_the_ends_are_reduced() {
        for isa in Isa::ALL {
            for n in [97, (1 << 31) - 1, (1 << 50) - 27, (1 << 61) - 1, (1 << 62) - 57, 0xffff_ffff_0000_0001] {
                let n = Modulus::new(n).unwrap();
                let Some(kernel) = select(isa, n) else { continue };
                let results: Vec<u64> =
                    (0..96).flat_map(|i| [i, n.n() - 1 - i]).chain((0..32).map(|i| n.reduce(1 << i))).collect();
                for c in [1, 2, n.n() - 1, n.n() / 2, n.reduce(1 << 32), n.reduce(0x9e37_79b9_7f4a_7c15)] {
                    let inverse = n.inv(c).unwrap();
                    let factors: Vec<u64> = results.iter().map(|&r| n.mul(r, inverse)).collect();
                    let mut scaled = factors.clone();
                    kernel.scale(n, &mut scaled, c);
                    assert_eq!(scaled, results, "{}: by {c} modulo {}", kernel.name, n.n());
                    let mut products = factors;
                    kernel.products(n, &mut products, &vec![c; results.len()]);
                    assert_eq!(products, results, "{}: by {c} modulo {}", kernel.name, n.n());
                }
            }
        }
    }
}
