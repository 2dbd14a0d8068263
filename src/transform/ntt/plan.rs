//! The portable transform, which every faster kernel is tested against.
//!
//! A polynomial modulo x^n − s² splits into its residues modulo x^(n/2) − s and x^(n/2) + s; log2 n such steps end at its
//! values at n roots (Cooley, Tukey 1965, read as in Bernstein 2001, "Multidigit multiplication for mathematicians"). From
//! s² = 1 those are the n-th roots of unity (cyclic), from s² = −1 the odd powers of a 2n-th root (negacyclic), and one
//! table of roots in bit-reversed order serves every level of both. Cost: n/2·log2 n butterflies.

use crate::{
    Error, Result,
    arith::{Modulus, Shoup, root_of_unity},
    bits::{permute_bit_reversed, reverse_bits},
    kernels::scalar::{self, Arith, Canonical, Lazy},
    transform::cache::Cached,
};

/// Which polynomial products of values come back modulo.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub enum Wrap {
    /// x^n − 1: values at the powers of W, of order n.
    Cyclic,
    /// x^n + 1: values at the odd powers of W, of order 2n.
    Negacyclic,
}

/// A transform of n = 2^k values modulo a prime: immutable, to be shared.
///
/// ```
/// use polymod::transform::ntt::{NttPlan, Wrap};
/// let plan = NttPlan::new(17, 4, Wrap::Cyclic)?;
/// let mut x = [1, 2, 0, 0];                             // 1 + 2x at 1, W, W², W³, where W = 13 has order 4
/// plan.forward(&mut x);
/// assert_eq!(x, [3, 10, 16, 9]);
/// plan.inverse(&mut x);
/// assert_eq!(x, [1, 2, 0, 0]);
/// # Ok::<(), polymod::Error>(())
/// ```
#[derive(Clone, Debug)]
pub struct NttPlan {
    p: Modulus,
    len: usize,
    wrap: Wrap,
    root: u64,
    /// s of node b of the tree at index b; negacyclic transforms start at node 1.
    roots: Vec<Shoup>,
    inverse_roots: Vec<Shoup>,
    inverse_len: u64,
}

impl NttPlan {
    /// A plan for `len` = 2^k values modulo the prime `p`, with the root that
    /// [`root_of_unity`](crate::arith::root_of_unity) gives.
    ///
    /// # Errors
    /// [`Error::Modulus`] unless p is prime; [`Error::NoRoot`] unless `len` (negacyclic: 2·`len`) is a power of two that
    /// divides p − 1.
    pub fn new(p: u64, len: usize, wrap: Wrap) -> Result<Self> {
        let order =
            Self::order(len, wrap).ok_or_else(|| Error::NoRoot { modulus: p.to_string(), order: len as u64 })?;
        Self::with_root(p, len, wrap, root_of_unity(p, order)?)
    }

    /// A plan whose W is `root`. p need not be prime, as long as `root` is a principal root of its order.
    ///
    /// # Errors
    /// [`Error::Modulus`] for p = 0, 1; [`Error::NoRoot`] where `root` is no principal root of order `len` (2·`len`).
    pub fn with_root(p: u64, len: usize, wrap: Wrap, root: u64) -> Result<Self> {
        let p = Modulus::new(p)?;
        let no_root = Error::NoRoot { modulus: p.n().to_string(), order: len as u64 };
        let Some(order) = Self::order(len, wrap) else { return Err(no_root) };
        // for powers of two, W^(order/2) = −1 makes a root principal; then len divides some power of −1's order
        let half = p.pow(root % p.n(), order / 2);
        if if order == 1 { root % p.n() != 1 } else { half != p.n() - 1 || p.n() == 2 } {
            return Err(no_root);
        }
        let root = root % p.n();
        let inverse_root = p.inv(root).map_err(|_| no_root.clone())?;
        let inverse_len = p.inv(p.reduce(len as u64)).map_err(|_| no_root)?;
        let table = |w| Self::table(p, w, len, wrap);
        let (roots, inverse_roots) = (table(root), table(inverse_root));
        Ok(NttPlan { p, len, wrap, root, roots, inverse_roots, inverse_len })
    }

    /// The order that W needs, for powers of two.
    fn order(len: usize, wrap: Wrap) -> Option<u64> {
        let order = if wrap == Wrap::Cyclic { Some(len as u64) } else { (len as u64).checked_mul(2) };
        order.filter(|_| len.is_power_of_two())
    }

    /// Powers of w in bit-reversed order: entry b, at any level, is the s of node b. Half as many as W's order.
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

    /// The modulus.
    #[must_use]
    pub fn modulus(&self) -> Modulus {
        self.p
    }

    /// The number of values.
    #[must_use]
    pub fn len(&self) -> usize {
        self.len
    }

    /// Never: a transform has at least one value.
    #[must_use]
    pub fn is_empty(&self) -> bool {
        false
    }

    /// W, of order `len`, negacyclic 2·`len`.
    #[must_use]
    pub fn root(&self) -> u64 {
        self.root
    }

    /// Coefficients to values, both in natural order and in [0, p): entry i becomes A(W^i), negacyclic A(W^(2i+1)).
    ///
    /// # Panics
    /// When `x` has another length than the plan.
    pub fn forward(&self, x: &mut [u64]) {
        self.forward_permuted(x);
        permute_bit_reversed(x);
    }

    /// Values to coefficients: undoes [`forward`](Self::forward), the factor 1/n included.
    ///
    /// # Panics
    /// When `x` has another length than the plan.
    pub fn inverse(&self, x: &mut [u64]) {
        self.check(x);
        permute_bit_reversed(x);
        self.inverse_permuted(x, self.inverse_len);
    }

    /// As [`forward`](Self::forward), the values in bit-reversed order: no permutation.
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

    /// From values in bit-reversed order to `factor` times n times the coefficients; 1/n is
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

    /// The node of the tree that the transform starts at.
    fn top(&self) -> usize {
        usize::from(self.wrap == Wrap::Negacyclic)
    }

    fn check(&self, x: &[u64]) {
        assert_eq!(x.len(), self.len, "a transform of {} values was given {}", self.len, x.len());
        debug_assert!(x.iter().all(|&x| x < self.p.n()), "a value is not below the modulus");
    }
}

impl Cached for NttPlan {
    fn bytes(&self) -> usize {
        size_of::<Self>() + 2 * self.roots.len() * size_of::<Shoup>()
    }
}
