//! The same fields over GMP's functions on limbs: products with four reductions, and a transform.
//!
//! Montgomery's reductions take a second operand that has the factor 2^(64n) already, as tabulated roots of unity do.

use std::ffi::c_int;

use gmp_mpfr_sys::gmp;
use polymod::rug::{Integer, integer::Order};

unsafe extern "C" {
    // GMP's own modular powers run on these two; the header leaves them out.
    fn __gmpn_redc_1(rp: *mut u64, up: *mut u64, mp: *const u64, n: gmp::size_t, inverse: u64) -> u64;
    fn __gmpn_redc_n(rp: *mut u64, up: *mut u64, mp: *const u64, n: gmp::size_t, inverse: *const u64);
}

/// What follows the product of two integers.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum Reduction {
    /// A division with remainder, which `mpz_mod` is.
    Division,
    /// Montgomery's, a limb at a time.
    Redc1,
    /// Montgomery's, by products of all limbs.
    RedcN,
    /// Montgomery's, for p = 1 + 2^(64m)·u, m limbs at a time: they need no product to be found.
    Sparse,
}

impl Reduction {
    /// The name in the tables.
    pub fn name(self) -> &'static str {
        match self {
            Reduction::Division => "GMP mul, mod",
            Reduction::Redc1 => "GMP redc_1",
            Reduction::RedcN => "GMP redc_n",
            Reduction::Sparse => "GMP sparse",
        }
    }
}

/// Elements of n limbs modulo p.
pub struct Field {
    p: Integer,
    limbs: Vec<u64>,
    /// −1/p modulo 2^64, and 1/p modulo 2^(64n).
    inverses: (u64, Vec<u64>),
    /// How many limbs p − 1 is divisible by.
    sparse: usize,
    /// The product, and what reductions need.
    wide: Vec<u64>,
    more: Vec<u64>,
}

impl Field {
    /// Integers modulo an odd p.
    pub fn new(p: &Integer) -> Self {
        let limbs = p.to_digits::<u64>(Order::Lsf);
        let n = limbs.len();
        let modulus = Integer::from(1) << (64 * n as u32);
        let inverse = p.clone().invert(&modulus).expect("p is odd");
        let inverses = (inverse.to_u64_wrapping().wrapping_neg(), padded(&inverse, n));
        let sparse = Integer::from(p - 1u32).find_one(0).unwrap_or(0) as usize / 64;
        Field { p: p.clone(), limbs, inverses, sparse, wide: vec![0; 2 * n], more: vec![0; 2 * n + 2] }
    }

    /// n.
    pub fn limbs(&self) -> usize {
        self.limbs.len()
    }

    /// The reductions that p allows.
    pub fn reductions(&self) -> Vec<Reduction> {
        let mut all = vec![Reduction::Division, Reduction::Redc1];
        // below that GMP's function is not meant to be used
        if self.limbs() > 8 {
            all.push(Reduction::RedcN);
        }
        if self.sparse > 0 {
            all.push(Reduction::Sparse);
        }
        all
    }

    /// An element as limbs.
    pub fn element(&self, x: &Integer) -> Vec<u64> {
        padded(x, self.limbs())
    }

    /// An element as a second operand of products with this reduction.
    pub fn factor(&self, x: &Integer, reduction: Reduction) -> Vec<u64> {
        match reduction {
            Reduction::Division => self.element(x),
            _ => self.element(&((x.clone() << (64 * self.limbs() as u32)) % &self.p)),
        }
    }

    /// x = x·y, y a factor for this reduction.
    pub fn multiply(&mut self, reduction: Reduction, x: &mut [u64], y: &[u64]) {
        let n = self.limbs();
        assert!(x.len() == n && y.len() == n);
        let size = n as gmp::size_t;
        // SAFETY: operands of n limbs, a product of 2n; below, remainders of n limbs and quotients of n + 1, and
        // GMP's reductions as its modular powers call them
        unsafe {
            gmp::mpn_mul_n(self.wide.as_mut_ptr(), x.as_ptr(), y.as_ptr(), size);
            match reduction {
                Reduction::Division => {
                    let (q, u, p) = (self.more.as_mut_ptr(), self.wide.as_ptr(), self.limbs.as_ptr());
                    gmp::mpn_tdiv_qr(q, x.as_mut_ptr(), 0, u, 2 * size, p, size);
                }
                Reduction::Redc1 => {
                    let (u, p) = (self.wide.as_mut_ptr(), self.limbs.as_ptr());
                    let carry = __gmpn_redc_1(x.as_mut_ptr(), u, p, size, self.inverses.0);
                    if carry > 0 || gmp::mpn_cmp(x.as_ptr(), p, size) >= 0 {
                        gmp::mpn_sub_n(x.as_mut_ptr(), x.as_ptr(), p, size);
                    }
                }
                Reduction::RedcN => {
                    let (u, p) = (self.wide.as_mut_ptr(), self.limbs.as_ptr());
                    __gmpn_redc_n(x.as_mut_ptr(), u, p, size, self.inverses.1.as_ptr());
                    if gmp::mpn_cmp(x.as_ptr(), p, size) >= 0 {
                        gmp::mpn_sub_n(x.as_mut_ptr(), x.as_ptr(), p, size);
                    }
                }
                Reduction::Sparse => self.sparse(x),
            }
        }
    }

    /// The product less its lowest m limbs times p, which clears them, until n limbs are left.
    fn sparse(&mut self, x: &mut [u64]) {
        let (n, m) = (self.limbs(), self.sparse);
        let upper = &self.limbs[m..];
        let mut borrow = 0;
        for at in (0..n).step_by(m) {
            let count = m.min(n - at);
            let (low, high) = self.wide[at..].split_at_mut(m);
            let (long, short) = if upper.len() >= count { (upper, &low[..count]) } else { (&low[..count], upper) };
            let product = &mut self.more[..n - m + count];
            // SAFETY: operands of these lengths, the longer first, and a product of both
            unsafe {
                let (a, b) = (long.len() as gmp::size_t, short.len() as gmp::size_t);
                gmp::mpn_mul(product.as_mut_ptr(), long.as_ptr(), a, short.as_ptr(), b);
            }
            // SAFETY: the longer operand of the difference reaches to the end of the product of 2n limbs
            unsafe {
                let (a, b) = (high.len() as gmp::size_t, product.len() as gmp::size_t);
                borrow |= gmp::mpn_sub(high.as_mut_ptr(), high.as_ptr(), a, product.as_ptr(), b);
            }
        }
        let size = n as gmp::size_t;
        // SAFETY: n limbs each
        unsafe {
            if borrow > 0 {
                gmp::mpn_add_n(x.as_mut_ptr(), self.wide[n..].as_ptr(), self.limbs.as_ptr(), size);
            } else {
                x.copy_from_slice(&self.wide[n..]);
            }
        }
    }

    /// (x, y) to (x + y, x − y).
    fn butterfly(&mut self, x: &mut [u64], y: &mut [u64]) {
        let n = self.limbs();
        assert!(x.len() == n && y.len() == n);
        let (size, p, difference) = (n as gmp::size_t, self.limbs.as_ptr(), self.more.as_mut_ptr());
        // SAFETY: n limbs each
        unsafe {
            let borrow = gmp::mpn_sub_n(difference, x.as_ptr(), y.as_ptr(), size);
            if borrow > 0 {
                gmp::mpn_add_n(difference, difference, p, size);
            }
            let carry = gmp::mpn_add_n(x.as_mut_ptr(), x.as_ptr(), y.as_ptr(), size);
            let compared: c_int = gmp::mpn_cmp(x.as_ptr(), p, size);
            if carry > 0 || compared >= 0 {
                gmp::mpn_sub_n(x.as_mut_ptr(), x.as_ptr(), p, size);
            }
        }
        y.copy_from_slice(&self.more[..n]);
    }
}

/// An integer below 2^(64n).
fn padded(x: &Integer, n: usize) -> Vec<u64> {
    let mut limbs = x.to_digits::<u64>(Order::Lsf);
    limbs.resize(n, 0);
    limbs
}

/// Transforms of N values by radix 2, decimation in frequency, powers of the root in a table: to bit-reversed order.
pub struct Fft {
    field: Field,
    reduction: Reduction,
    len: usize,
    /// The powers below N/2, as factors.
    powers: Vec<u64>,
}

impl Fft {
    /// At the powers of a root of order `len`.
    pub fn new(p: &Integer, reduction: Reduction, len: usize, root: &Integer) -> Self {
        let field = Field::new(p);
        let mut powers = Vec::new();
        let mut power = Integer::from(1);
        for _ in 0..len / 2 {
            powers.extend(field.factor(&power, reduction));
            power = power * root % p;
        }
        Fft { field, reduction, len, powers }
    }

    /// A coefficient as limbs.
    pub fn element(&self, x: &Integer) -> Vec<u64> {
        self.field.element(x)
    }

    /// Coefficients to values, in place.
    pub fn run(&mut self, x: &mut [u64]) {
        let n = self.field.limbs();
        let mut half = self.len / 2;
        while half > 0 {
            let step = self.len / 2 / half;
            for group in x.chunks_exact_mut(2 * half * n) {
                let (low, high) = group.split_at_mut(half * n);
                for (i, (x, y)) in low.chunks_exact_mut(n).zip(high.chunks_exact_mut(n)).enumerate() {
                    self.field.butterfly(x, y);
                    if i > 0 {
                        self.field.multiply(self.reduction, y, &self.powers[i * step * n..][..n]);
                    }
                }
            }
            half /= 2;
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use polymod::{GeneralizedFermat, core::arith::FERMAT_PRIMES, ring::Roots};

    #[test]
    fn all_reductions_agree_with_remainders() {
        for (name, prime) in FERMAT_PRIMES {
            let p = GeneralizedFermat::new(prime).unwrap().p().clone();
            let mut field = Field::new(&p);
            let largest = Integer::from(&p - 1u32);
            let other = Integer::from(&p / 3u32);
            for (x, y) in [(&largest, &largest), (&largest, &other), (&other, &other), (&Integer::new(), &other)] {
                for reduction in field.reductions() {
                    let (mut z, factor) = (field.element(x), field.factor(y, reduction));
                    field.multiply(reduction, &mut z, &factor);
                    let wanted = Integer::from(x * y) % &p;
                    assert_eq!(Integer::from_digits(&z, Order::Lsf), wanted, "{name}, {reduction:?}");
                }
            }
        }
    }

    #[test]
    fn values_are_those_of_the_definition() {
        let f = GeneralizedFermat::new("P8".parse().unwrap()).unwrap();
        let root = f.root_of_unity(16).unwrap();
        let coefficients: Vec<Integer> = (0..16u32).map(|i| Integer::from(f.p() - 7u32) / (i + 1)).collect();
        for reduction in Field::new(f.p()).reductions() {
            let mut fft = Fft::new(f.p(), reduction, 16, &root);
            let mut x: Vec<u64> = coefficients.iter().flat_map(|c| fft.field.element(c)).collect();
            fft.run(&mut x);
            for (i, value) in x.chunks_exact(fft.field.limbs()).enumerate() {
                let point = root.clone().pow_mod(&Integer::from((i as u32).reverse_bits() >> 28), f.p()).unwrap();
                let wanted = coefficients.iter().rev().fold(Integer::new(), |sum, c| (sum * &point + c) % f.p());
                assert_eq!(Integer::from_digits(value, Order::Lsf), wanted, "{reduction:?}, value {i}");
            }
        }
    }
}
