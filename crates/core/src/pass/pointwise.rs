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
    simd::{self, Row, Simd},
};

/// Products of vectors, for a range of moduli.
pub type PointwiseKernel = Kernel<Loops>;

registry::loops! {
    /// The loops of a [`PointwiseKernel`].
    #[derive(Clone, Copy)]
    pub struct Loops[S: Simd, R: Residues<S>] {
        products(n: Modulus, v: &mut [u64], w: &[u64]) = products::<S, R>;
        scale(n: Modulus, v: &mut [u64], c: u64) = scale::<S, R>;
        times_indices(n: Modulus, v: &mut [u64], first: u64) = times_indices::<S, R>;
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

    /// `v[i]` = `v[i]`·(first + i), all in [0, n).
    ///
    /// # Panics
    /// If the kernel does not take n.
    pub fn times_indices(&self, n: Modulus, v: &mut [u64], first: u64) {
        self.check(n);
        (self.loops.times_indices)(n, v, first);
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

/// Products by first, first + 1, ….
#[inline(always)]
fn times_indices<S: Simd, R: Residues<S>>(s: S, n: Modulus, v: &mut [u64], first: u64) {
    let r = R::new(s, n.n());
    let unit = r.factor(R::prepare(n, radix(n, R::SHIFT)));
    let (mut row, mut index) = (S::Row::ZERO, first);
    for lane in row.as_mut() {
        *lane = index;
        index = n.add(index, n.reduce(1));
    }
    let (mut indices, step) = (r.load_residues(&row), r.residue(n.reduce(S::LANES as u64)));
    let (whole, rest) = S::rows_mut(v);
    for v in whole {
        s.store(v, r.residue_words(r.residue_product(r.load_residues(v), indices, unit)));
        indices = r.add(indices, step);
    }
    if !rest.is_empty() {
        let product = r.residue_product(r.load_part(rest), indices, unit);
        s.store_part(rest, r.residue_words(product));
    }
}
