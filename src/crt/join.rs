//! Signed integers of several limbs from their residues modulo many primes.
//!
//! With M = ∏ p_i and y_i = x_i·(M/p_i)^(−1) mod p_i, X = Σ y_i·M/p_i − q·M for q = round(Σ y_i/p_i): the symmetric
//! range, with no second pass. The y_i cost nothing: their factors are merged into the inverse transform's scaling. q
//! comes from f_i = ⌊2^109/p_i⌋ in one product a prime: 2^45·Σ y_i/p_i − Σ ⌊y_i·f_i/2^64⌋ lies in [0, 2k), so rounding
//! is right as long as |X|/M < 1/2 − 2k/2^45. Everything is modulo 2^(64·width), which makes negative results two's
//! complement. Cost: k·width products of words an integer (Montgomery, Silverman 1990, "An FFT extension to the P−1
//! factoring algorithm", §4, for the explicit form of the theorem). For few primes the vector kernels use mixed radix
//! digits instead.

use crate::{
    arith::Modulus,
    cpu::Target,
    kernels::rows::{self, BigModulus, MixedReconstruct, RowReconstruct},
};

/// Reconstructs integers of `width` limbs from their residues modulo k primes.
#[derive(Clone, Debug)]
pub struct CrtReconstruct {
    width: usize,
    kernel: Kernel,
}

#[derive(Clone, Debug)]
enum Kernel {
    /// Vector kernel for few primes, by mixed radix digits.
    Mixed(Box<MixedReconstruct>),
    /// Vector kernel for any number of primes.
    Rows(RowReconstruct),
    Portable(Portable),
}

#[derive(Clone, Debug)]
struct Portable {
    /// Row i: M/p_i modulo 2^(64·width); the last row: −M.
    weights: Vec<u64>,
    /// ⌊2^109/p_i⌋.
    reciprocals: Vec<u64>,
    /// (M/p_i)^(−1) modulo p_i.
    factors: Vec<u64>,
}

impl CrtReconstruct {
    /// Least number of bits of a prime, so that the reciprocals fit in a word.
    pub const MIN_BITS: u32 = 46;
    const SCALE: u32 = 45;
    /// Bits of M that must stay unused, in addition to the sign: |X| ≤ M/2·(1 − 2^−20).
    pub const MARGIN: f64 = 1e-5;

    /// The reconstruction for these distinct primes of [`MIN_BITS`](Self::MIN_BITS) to 63 bits, at least one and fewer than
    /// 2^20, and integers of `width` limbs. `lacking[i]` is the factor that unfinished residues modulo prime i lack,
    /// for the vector kernels; without it the portable code is used.
    ///
    /// # Panics
    /// When there is no prime, or one is too small.
    #[must_use]
    pub fn new(target: Target, primes: &[Modulus], lacking: Option<&[u64]>, width: usize) -> Self {
        assert!(!primes.is_empty() && primes.len() < 1 << 20, "1 to 2^20 primes");
        assert!(primes.iter().all(|p| (Self::MIN_BITS..=63).contains(&p.bits())), "primes of 46 to 63 bits");
        let kernel = match lacking.filter(|_| rows::applies(target, primes, width)) {
            Some(lacking) if MixedReconstruct::applies(primes, width) => {
                Kernel::Mixed(Box::new(MixedReconstruct::new(primes, lacking, width)))
            }
            Some(lacking) => {
                let (primes, weights) = (with_factors(primes, lacking), weights(primes, width + 1));
                Kernel::Rows(RowReconstruct::new(&primes, &weights, width + 1, width, None))
            }
            None => {
                let reciprocal = |p: &Modulus| ((1u128 << (64 + Self::SCALE)) / u128::from(p.n())) as u64;
                Kernel::Portable(Portable {
                    weights: weights(primes, width),
                    reciprocals: primes.iter().map(reciprocal).collect(),
                    factors: cofactor_inverses(primes),
                })
            }
        };
        CrtReconstruct { width, kernel }
    }

    /// The reconstruction for residues modulo an odd n, in rows of as many limbs as `n` has, where there are vector kernels:
    /// `weight(i)` is 2^104·M/p_i modulo n, in as many limbs, and `weight(k)` is −2^104·M.
    #[must_use]
    pub fn modulo(
        target: Target,
        primes: &[Modulus],
        lacking: Option<&[u64]>,
        n: &[u64],
        weight: impl Fn(usize) -> Vec<u64>,
    ) -> Option<Self> {
        let lacking =
            lacking.filter(|_| rows::applies(target, primes, n.len()) && n.first().is_some_and(|x| x % 2 == 1))?;
        let weights: Vec<u64> = (0..=primes.len()).flat_map(weight).collect();
        let primes = with_factors(primes, lacking);
        let rows = RowReconstruct::new(&primes, &weights, n.len(), n.len(), Some(BigModulus(n)));
        Some(CrtReconstruct { width: n.len(), kernel: Kernel::Rows(rows) })
    }

    /// Whether [`join`](Self::join) takes unfinished residues.
    #[must_use]
    pub fn finishes(&self) -> bool {
        !matches!(self.kernel, Kernel::Portable(_))
    }

    /// Number of limbs of an integer.
    #[must_use]
    pub fn width(&self) -> usize {
        self.width
    }

    /// Number of words that the tables hold.
    #[must_use]
    pub fn words(&self) -> usize {
        match &self.kernel {
            Kernel::Mixed(kernel) => kernel.words(),
            Kernel::Rows(kernel) => kernel.words(),
            Kernel::Portable(p) => p.weights.len() + 2 * p.factors.len(),
        }
    }

    /// The factor to multiply residue i by before [`join`](Self::join); 1 if that finishes residues itself.
    #[must_use]
    pub fn factor(&self, i: usize) -> u64 {
        match &self.kernel {
            Kernel::Portable(p) => p.factors[i],
            _ => 1,
        }
    }

    /// Writes `out.len()/width` integers from y_i = `residues[i·stride + first ..]`, the residues times their factors.
    pub fn join(&self, residues: &[u64], stride: usize, first: usize, out: &mut [u64]) {
        match &self.kernel {
            Kernel::Mixed(kernel) => rows::join_mixed(kernel, residues, stride, first, out),
            Kernel::Rows(kernel) => rows::join(kernel, residues, stride, first, out),
            Kernel::Portable(kernel) => kernel.join(self.width, residues, stride, first, out),
        }
    }
}

impl Portable {
    fn join(&self, width: usize, residues: &[u64], stride: usize, first: usize, out: &mut [u64]) {
        const SCALE: u32 = CrtReconstruct::SCALE;
        let k = self.factors.len();
        for (j, out) in out.chunks_exact_mut(width).enumerate() {
            let y = |i: usize| residues[i * stride + first + j];
            let scaled = |i| (u128::from(y(i)) * u128::from(self.reciprocals[i])) >> 64;
            let sum: u128 = (0..k).map(scaled).sum();
            let quotient = ((sum + (1 << (SCALE - 1))) >> SCALE) as u64;
            out.fill(0);
            for i in 0..=k {
                let digit = if i < k { y(i) } else { quotient };
                add_product(out, &self.weights[i * width..][..width], digit);
            }
        }
    }
}

/// Each prime with the factor that makes its unfinished residues y_i.
fn with_factors(primes: &[Modulus], lacking: &[u64]) -> Vec<(Modulus, u64)> {
    let factors = cofactor_inverses(primes).into_iter().zip(lacking);
    primes.iter().zip(factors).map(|(&p, (y, &l))| (p, p.mul(y, l))).collect()
}

/// (M/p_i)^(−1) modulo p_i, M the product of the primes.
fn cofactor_inverses(primes: &[Modulus]) -> Vec<u64> {
    /// Number of products that are independent of each other.
    const CHAINS: usize = 8;
    let inverse = |p: &Modulus| {
        let mut products = [1; CHAINS];
        for some in primes.chunks(CHAINS) {
            for (product, q) in products.iter_mut().zip(some) {
                if q.n() != p.n() {
                    *product = p.mul(*product, p.reduce(q.n()));
                }
            }
        }
        let cofactor = products.iter().fold(1, |x, &y| p.mul(x, y));
        p.inv(cofactor).expect("distinct primes")
    };
    primes.iter().map(inverse).collect()
}

/// The limbs of M/p_i for each i, then of −M, modulo 2^(64·width): `width` limbs each.
fn weights(primes: &[Modulus], width: usize) -> Vec<u64> {
    let mut product = vec![1u64];
    for p in primes {
        mul_word(&mut product, p.n());
    }
    let mut weights = Vec::with_capacity((primes.len() + 1) * width);
    let mut push = |limbs: &[u64]| weights.extend(limbs.iter().copied().chain(std::iter::repeat(0)).take(width));
    for p in primes {
        push(&div_word(&product, p.n()));
    }
    product.resize(width.max(product.len()), 0);
    let mut carry = true;
    for word in &mut product {
        (*word, carry) = (!*word).overflowing_add(u64::from(carry));
    }
    push(&product);
    weights
}

/// out += a·b modulo 2^(64·len).
fn add_product(out: &mut [u64], a: &[u64], b: u64) {
    let mut carry = 0;
    for (out, &a) in out.iter_mut().zip(a) {
        // (2^64 − 1)² + 2·(2^64 − 1) < 2^128
        let t = u128::from(a) * u128::from(b) + u128::from(*out) + carry;
        *out = t as u64;
        carry = t >> 64;
    }
}

/// a ·= b.
fn mul_word(a: &mut Vec<u64>, b: u64) {
    let mut carry = 0;
    for a in a.iter_mut() {
        let t = u128::from(*a) * u128::from(b) + carry;
        *a = t as u64;
        carry = t >> 64;
    }
    if carry > 0 {
        a.push(carry as u64);
    }
}

/// a/b, b a divisor of a.
fn div_word(a: &[u64], b: u64) -> Vec<u64> {
    let mut quotient = vec![0; a.len()];
    let mut rest = 0;
    for (q, &a) in quotient.iter_mut().zip(a).rev() {
        let t = (rest << 64) | u128::from(a);
        *q = (t / u128::from(b)) as u64;
        rest = t % u128::from(b);
    }
    debug_assert_eq!(rest, 0, "the division is exact");
    quotient
}
