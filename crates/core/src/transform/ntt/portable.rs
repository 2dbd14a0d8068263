//! The portable NTT, against which every faster kernel is tested.
//!
//! A polynomial modulo x^n − s² splits into its residues modulo x^(n/2) − s and x^(n/2) + s; log2 n such steps end at its
//! values at n roots (Cooley, Tukey 1965, read as in Bernstein 2001, "Multidigit multiplication for mathematicians"). From
//! s² = 1 those are the n-th roots of unity (cyclic), from s² = −1 the odd powers of a 2n-th root (negacyclic), and one
//! table of roots in bit-reversed order serves every level of both. Cost: n/2·log2 n butterflies.

use super::Wrap;
use crate::{
    Result,
    arith::{Modulus, Shoup, root_of_unity},
    bits::{permute_bit_reversed, reverse_bits},
    costs::CostModel,
    kernels::scalar::{self, Arith, Canonical, Lazy},
    transform::cache::Cached,
};

/// An NTT of n = 2^k values modulo a word: immutable, to be shared. [`NttPlan`](super::NttPlan) checks its arguments.
#[derive(Clone, Debug)]
pub struct PortableNtt {
    p: Modulus,
    len: usize,
    wrap: Wrap,
    /// s of node b of the tree at index b; negacyclic transforms start at node 1.
    roots: Vec<Shoup>,
    inverse_roots: Vec<Shoup>,
    inverse_len: u64,
}

impl PortableNtt {
    /// Predicted time of a transform of `len` values modulo p, nanoseconds.
    pub(super) fn predicted_ns(p: u64, len: usize, costs: &CostModel) -> f64 {
        let lazy = p >> Lazy::MAX_BITS == 0;
        costs.portable_ntt.at(len) * if lazy { 1.0 } else { costs.kernel_factor("portable-64") }
    }

    /// Number of bytes that a cyclic transform of `len` values holds.
    #[must_use]
    pub fn bytes_for(len: usize) -> usize {
        size_of::<Self>() + len * size_of::<Shoup>()
    }

    /// The transform of `len` = 2^k values at powers of `root`, of order `len` (negacyclic: 2·`len`), a principal root.
    ///
    /// # Errors
    /// [`Error::NotInvertible`](crate::Error::NotInvertible) where the root or `len` is no unit.
    ///
    /// # Panics
    /// When `len` is no power of two.
    pub fn new(p: Modulus, len: usize, wrap: Wrap, root: u64) -> Result<Self> {
        assert!(len.is_power_of_two(), "a transform of {len} values");
        let (inverse_root, inverse_len) = (p.inv(root)?, p.inv(p.reduce(len as u64))?);
        let table = |w| Self::table(p, w, len, wrap);
        let (roots, inverse_roots) = (table(root), table(inverse_root));
        Ok(PortableNtt { p, len, wrap, roots, inverse_roots, inverse_len })
    }

    /// The cyclic transform modulo the prime p, at the powers of the root that
    /// [`root_of_unity`](crate::arith::root_of_unity) returns.
    ///
    /// # Errors
    /// [`Error::NoRoot`](crate::Error::NoRoot), [`Error::Modulus`](crate::Error::Modulus).
    ///
    /// # Panics
    /// When `len` is no power of two.
    pub fn cyclic(p: Modulus, len: usize) -> Result<Self> {
        Self::new(p, len, Wrap::Cyclic, root_of_unity(p.n(), len as u64)?)
    }

    /// The powers of w in bit-reversed order, half as many as its order: entry b is the s of node b, on every level.
    fn table(p: Modulus, w: u64, len: usize, wrap: Wrap) -> Vec<Shoup> {
        let count = if wrap == Wrap::Cyclic { len / 2 } else { len };
        let bits = count.max(1).trailing_zeros();
        let mut powers = vec![Shoup { value: 1, quotient: 0 }; count];
        let mut power = 1;
        for i in 0..count {
            powers[reverse_bits(i, bits)] = Self::twiddle(p, power);
            power = p.mul(power, w);
        }
        powers
    }

    fn twiddle(p: Modulus, w: u64) -> Shoup {
        if p.bits() <= Lazy::MAX_BITS { Lazy::new(p).twiddle(w) } else { Canonical::new(p).twiddle(w) }
    }

    /// Transforms coefficients to values, both in natural order and in [0, p): entry i becomes A(W^i), negacyclic
    /// A(W^(2i+1)).
    ///
    /// # Panics
    /// When `x` has another length than the plan.
    pub fn forward(&self, x: &mut [u64]) {
        self.forward_permuted(x);
        permute_bit_reversed(x);
    }

    /// Transforms values to coefficients: the inverse of [`forward`](Self::forward), including the factor 1/n.
    ///
    /// # Panics
    /// When `x` has another length than the plan.
    pub fn inverse(&self, x: &mut [u64]) {
        self.check(x);
        permute_bit_reversed(x);
        self.inverse_permuted(x, self.inverse_len);
    }

    /// As [`forward`](Self::forward), with the values in bit-reversed order: it saves the permutation.
    ///
    /// # Panics
    /// When `x` has another length than the plan.
    pub fn forward_permuted(&self, x: &mut [u64]) {
        if self.p.bits() <= Lazy::MAX_BITS {
            self.run(Lazy::new(self.p), x);
        } else {
            self.run(Canonical::new(self.p), x);
        }
    }

    /// Transforms values in bit-reversed order to the coefficients multiplied by n·`factor`; 1/n is
    /// [`inverse_len`](Self::inverse_len).
    ///
    /// # Panics
    /// When `x` has another length than the plan.
    pub fn inverse_permuted(&self, x: &mut [u64], factor: u64) {
        if self.p.bits() <= Lazy::MAX_BITS {
            self.run_back(Lazy::new(self.p), x, factor);
        } else {
            self.run_back(Canonical::new(self.p), x, factor);
        }
    }

    /// 1/n modulo p.
    #[must_use]
    pub fn inverse_len(&self) -> u64 {
        self.inverse_len
    }

    fn run<A: Arith>(&self, arith: A, x: &mut [u64]) {
        self.check(x);
        scalar::forward(arith, x, self.top(), &self.roots);
        for x in x {
            *x = arith.finish(*x);
        }
    }

    fn run_back<A: Arith>(&self, arith: A, x: &mut [u64], factor: u64) {
        self.check(x);
        scalar::inverse(arith, x, self.top(), &self.inverse_roots);
        let factor = arith.twiddle(factor);
        for x in x {
            *x = arith.scale(*x, factor);
        }
    }

    /// The node of the tree where the transform starts.
    fn top(&self) -> usize {
        usize::from(self.wrap == Wrap::Negacyclic)
    }

    fn check(&self, x: &[u64]) {
        assert_eq!(x.len(), self.len, "a transform of {} values was given {}", self.len, x.len());
        debug_assert!(x.iter().all(|&x| x < self.p.n()), "a value is not below the modulus");
    }
}

impl Cached for PortableNtt {
    fn bytes(&self) -> usize {
        size_of::<Self>() + 2 * self.roots.len() * size_of::<Shoup>()
    }
}
