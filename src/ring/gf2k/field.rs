//! Arithmetic of the elements of F_2\[z\]/f, deg f = K ≤ 64, as words: bit i is the coefficient of z^i.

use crate::{
    Error, Result,
    arith::factor_u64,
    kernels::clmul::{BitKernel, Reduction},
};

/// The field F_2\[z\]/f, with the kernel constants of [`Reduction`].
#[derive(Clone, Copy)]
pub(super) struct Field {
    kernel: &'static BitKernel,
    /// The degree K.
    pub degree: u32,
    /// The polynomial f − z^K.
    low: u64,
    by: Reduction,
}

/// The degree of a polynomial other than 0.
fn degree(x: u128) -> u32 {
    127 - x.leading_zeros()
}

/// x modulo f ≠ 0.
fn remainder(mut x: u128, f: u128) -> u128 {
    while x != 0 && degree(x) >= degree(f) {
        x ^= f << (degree(x) - degree(f));
    }
    x
}

impl Field {
    /// The field for an irreducible f of degree `k`.
    ///
    /// # Errors
    /// [`Error::Modulus`].
    pub fn new(kernel: &'static BitKernel, k: u32, f: u128) -> Result<Self> {
        let refused = |expected| Err(Error::Modulus { modulus: format!("{f:#x}"), expected });
        if k == 0 || k > 64 {
            return refused("a polynomial of degree K for a K from 1 to 64");
        }
        if f == 0 || degree(f) != k {
            return refused("a polynomial of degree K, as an integer with K + 1 bits");
        }
        let low = (f ^ 1 << k) as u64;
        // ⌊z^2K/f⌋ bit by bit: its leading term z^K leaves the remainder low·z^K
        let (mut inverse, mut rest) = (0u64, u128::from(low) << k);
        while rest != 0 && degree(rest) >= k {
            let shift = degree(rest) - k;
            inverse |= 1 << shift;
            rest ^= f << shift;
        }
        let field = Field { kernel, degree: k, low, by: Reduction::new(k, low, inverse) };
        if !field.is_irreducible(f) {
            return refused("an irreducible polynomial; this one is reducible");
        }
        Ok(field)
    }

    /// The polynomial f.
    pub fn modulus(&self) -> u128 {
        1 << self.degree | u128::from(self.low)
    }

    /// The largest element, as an integer.
    #[inline]
    pub fn mask(&self) -> u64 {
        u64::MAX >> (64 - self.degree)
    }

    /// The product of two elements as a polynomial of degree at most 2K − 2, not reduced.
    #[inline]
    pub fn wide(&self, a: u64, b: u64) -> u128 {
        self.kernel.word(a, b)
    }

    /// The residue of p modulo f, deg p ≤ 2K − 1.
    #[inline]
    pub fn reduce(&self, p: u128) -> u64 {
        self.kernel.reduce(p, self.by)
    }

    /// The residues of runs of `stride` ≤ 127 bits from run `first` on, zeros beyond the end.
    pub fn unpack(&self, out: &mut [u64], from: &[u64], stride: usize, first: usize) {
        self.kernel.unpack(out, from, (first * stride, stride), self.by);
    }

    #[inline]
    pub fn mul(&self, a: u64, b: u64) -> u64 {
        self.reduce(self.wide(a, b))
    }

    /// `out[i]` = `out[i]` + `v[i]`; both are equally long.
    pub fn add(&self, out: &mut [u64], v: &[u64]) {
        self.kernel.add(out, v);
    }

    /// `out[i]` = `out[i]`·`c`.
    pub fn scale(&self, out: &mut [u64], c: u64) {
        self.kernel.scale(out, c, self.by);
    }

    /// `out[i]` = `out[i]`·`v[i]`.
    pub fn mul_each(&self, out: &mut [u64], v: &[u64]) {
        self.kernel.multiply_each(out, v, self.by);
    }

    /// Σ `v[i]`·`w[i]`.
    pub fn dot(&self, v: &[u64], w: &[u64]) -> u64 {
        self.kernel.dot(v, w, self.by)
    }

    /// `out[j]` += Σ `c[t]`·`x[t·stride + j]`.
    pub fn add_combination(&self, out: &mut [u64], c: &[u64], x: &[u64], stride: usize) {
        self.kernel.add_combination(out, c, (x, stride), self.by);
    }

    pub fn pow(&self, a: u64, e: u64) -> u64 {
        (0..u64::BITS - e.leading_zeros()).rev().fold(1, |power, bit| {
            let square = self.mul(power, power);
            if e >> bit & 1 == 1 { self.mul(square, a) } else { square }
        })
    }

    /// a^(2^n).
    pub fn frobenius(&self, a: u64, n: u32) -> u64 {
        (0..n).fold(a, |x, _| self.mul(x, x))
    }

    /// 1/a by Euclid's algorithm; `None` for 0.
    pub fn inverse(&self, a: u64) -> Option<u64> {
        let (mut x, mut y) = (self.modulus(), u128::from(a));
        let (mut s, mut t) = (0u128, 1u128);
        while y > 1 {
            while x != 0 && degree(x) >= degree(y) {
                let shift = degree(x) - degree(y);
                (x, s) = (x ^ y << shift, s ^ t << shift);
            }
            (x, y, s, t) = (y, x, t, s);
        }
        (y == 1).then_some(remainder(t, self.modulus()) as u64)
    }

    /// Rabin's test (1980, "Probabilistic algorithms in finite fields", theorem 1): z^(2^K) = z, and z^(2^(K/q)) − z is prime to
    /// f for every prime q that divides K.
    fn is_irreducible(&self, f: u128) -> bool {
        let z = remainder(2, f) as u64;
        let prime_to_f = |x: u64| {
            let (mut a, mut b) = (f, u128::from(x));
            while b != 0 {
                (a, b) = (b, remainder(a, b));
            }
            a == 1
        };
        let mut primes = factor_u64(self.degree.into()).into_iter();
        self.frobenius(z, self.degree) == z
            && primes.all(|(q, _)| prime_to_f(self.frobenius(z, self.degree / q as u32) ^ z))
    }

    /// The element h^((q − 1)/order), h the least element for which that power has exactly this order.
    pub fn root_of_unity(&self, order: u64) -> Option<u64> {
        let units = self.mask();
        if order == 0 || !units.is_multiple_of(order) {
            return None;
        }
        let primes = factor_u64(order);
        let roots = (1..=units).map(|h| self.pow(h, units / order));
        roots.into_iter().find(|w| primes.iter().all(|(p, _)| self.pow(*w, order / p) != 1))
    }
}
