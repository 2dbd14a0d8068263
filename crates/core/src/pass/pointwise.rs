//! Products of vectors modulo n word by word, and by one factor.
//!
//! A product of two residues that are not prepared costs two products by prepared factors or less: the halves of 2·52 bits reduced one by one,
//! Montgomery's product and a second one by its radix, or shifts. A product by a prepared factor costs one only.

use crate::simd::inlined::{Walked, Zipped};
use crate::{
    arith::Modulus,
    cpu::Target,
    registry::{self, Kernel, Moduli},
    residue::{
        Residues,
        goldilocks::{self, Goldilocks},
        ifma::Ifma50,
        montgomery::Montgomery,
        montgomery64::Montgomery64,
        radix,
    },
    simd::{self, Simd},
};

/// Products of vectors, for a range of moduli.
pub type PointwiseKernel = Kernel<Loops>;

registry::loops! {
    /// The loops of a [`PointwiseKernel`].
    #[derive(Clone, Copy)]
    pub struct Loops[S: Simd, R: Residues<S>] {
        products(n: Modulus, v: &mut [u64], w: &[u64]) = products::<S, R>;
        scale(n: Modulus, v: &mut [u64], c: u64) = scale::<S, R>;
    }
}

/// The fastest kernel for n that needs no more than the features of `target`, if there is one.
#[must_use]
pub fn select(target: Target, n: Modulus) -> Option<&'static PointwiseKernel> {
    registry::select(KERNELS, target, n)
}

const fn kernel<S: Simd, R: Residues<S>>(name: &'static str, moduli: Moduli) -> PointwiseKernel {
    Kernel { name, needs: S::NEEDS, moduli, loops: Loops::of::<S, R>() }
}

registry::kernels! {
    KERNELS: PointwiseKernel;
    x86:
    kernel::<simd::Avx512Ifma, Ifma50<_>>("ifma-50", Moduli::Bits(50)),
    kernel::<simd::AvxIfma, Ifma50<_>>("ifma-50-avx", Moduli::Bits(50)),
    kernel::<simd::Avx512, Goldilocks<_>>("goldilocks", Moduli::Only(goldilocks::P)),
    kernel::<simd::Avx512, Montgomery<_>>("montgomery", Moduli::Odd(62)),
    kernel::<simd::Avx512, Montgomery64<_>>("montgomery-64", Moduli::Odd(64));
    quad:
    kernel::<simd::Quad, Montgomery<_>>(simd::named!("montgomery"), Moduli::Odd(62)),
    kernel::<simd::Quad, Montgomery64<_>>(simd::named!("montgomery-64"), Moduli::Odd(64));
}

impl PointwiseKernel {
    /// `v[i]` = `v[i]`·`w[i]`, all in [0, n), for as many words as both have.
    ///
    /// # Panics
    /// If the kernel does not take n.
    pub fn products(&self, n: Modulus, v: &mut [u64], w: &[u64]) {
        self.check(n);
        (self.loops.products)(n, v, w);
    }

    /// `v[i]` = `v[i]`·c, all in [0, n).
    ///
    /// # Panics
    /// If the kernel does not take n.
    pub fn scale(&self, n: Modulus, v: &mut [u64], c: u64) {
        self.check(n);
        (self.loops.scale)(n, v, c);
    }
}

/// Products of two vectors, the first of which becomes the product.
#[inline(always)]
fn products<S: Simd, R: Residues<S>>(s: S, n: Modulus, v: &mut [u64], w: &[u64]) {
    let len = v.len().min(w.len());
    let (v, w) = (&mut v[..len], &w[..len]);
    let r = R::new(s, n.n());
    let unit = r.factor(R::prepare(n, radix(n, R::SHIFT)));
    let ((whole, rest), (factors, last)) = (S::rows_mut(v), S::rows(w));
    for (v, w) in whole.walk_mut().zipped(factors) {
        s.store(v, r.residue_words(r.residue_product(r.load_residues(v), r.load_residues(w), unit)));
    }
    if !rest.is_empty() {
        let product = r.residue_product(r.load_part(rest), r.load_part(last), unit);
        s.store_part(rest, r.residue_words(product));
    }
}

/// Products by a factor.
#[inline(always)]
fn scale<S: Simd, R: Residues<S>>(s: S, n: Modulus, v: &mut [u64], c: u64) {
    let r = R::new(s, n.n());
    let c = r.factor(R::prepare(n, c));
    let (whole, rest) = S::rows_mut(v);
    for v in whole {
        s.store(v, r.residue_words(r.times(r.load_residues(v), c)));
    }
    if !rest.is_empty() {
        s.store_part(rest, r.residue_words(r.times(r.load_part(rest), c)));
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::{bits::testing::noise, cpu};

    #[test]
    fn products_of_vectors_are_those_of_words() {
        let mut kernels = 0;
        for target in Target::families() {
            for n in [2, 3, 5, 97, 98, (1 << 31) - 1, (1 << 48) - 59, (1 << 50) - 27, (1 << 50) - 1, (1 << 51) - 1]
                .into_iter()
                .chain([(1 << 61) + 1, (1 << 62) - 57, (1 << 62) - 1, 0xffff_ffff_0000_0001])
            {
                let n = Modulus::new(n).unwrap();
                let Some(kernel) = select(target, n) else { continue };
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
        assert_eq!(kernels > 0, cpu::host().target.has_vectors());
        assert!(select(Target::of(&[cpu::Feature::Avx2]), Modulus::new(98).unwrap()).is_none());
        assert!(select(Target::AVX512, Modulus::new((1 << 50) + 2).unwrap()).is_none());
        assert!(select(Target::AVX512, Modulus::new((1 << 62) + 2).unwrap()).is_none());
        assert!(select(Target::SCALAR, Modulus::new(97).unwrap()).is_none());
    }

    /// Products chosen by their result: the smallest and the largest residues, the ends of the range of a reduction.
    #[test]
    fn products_with_results_at_the_ends_are_reduced() {
        for target in Target::families() {
            for n in [97, (1 << 31) - 1, (1 << 50) - 27, (1 << 61) - 1, (1 << 62) - 57, 0xffff_ffff_0000_0001] {
                let n = Modulus::new(n).unwrap();
                let Some(kernel) = select(target, n) else { continue };
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
