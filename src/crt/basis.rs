//! Families of primes, and Garner's algorithm for results of one word.

use crate::{
    Error, Result,
    arith::{Modulus, PrimeStream, Shoup},
    bits::ceil_log2,
    cpu::Target,
    engine::Engine,
    kernels,
    transform::cache::Cached,
};

/// A family of primes that products over other rings can choose: the largest below 2^bits that are 1 modulo 2^adicity.
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct PrimeFamily {
    /// Bound p < 2^bits: the largest that the fastest kernel accepts.
    pub bits: u32,
    /// 2^adicity divides p − 1.
    pub adicity: u32,
    /// log2 of the longest transform.
    pub log2_len: u32,
    /// Cost of one prime relative to the first family's.
    pub cost: f64,
}

impl PrimeFamily {
    /// Largest number of primes of a product: beyond it other algorithms are much faster.
    pub const MOST: usize = 2048;

    /// The families for a level of vector instructions, the one with the cheapest transforms first.
    #[must_use]
    pub fn of(target: Target) -> &'static [PrimeFamily] {
        /// Transforms stop at residues modulo x^8 − r, so the two-adicity is 3 less than log2 of the length.
        const VECTORS: [PrimeFamily; 2] = [
            PrimeFamily { bits: 48, adicity: 24, log2_len: 27, cost: 1.0 },
            PrimeFamily { bits: 49, adicity: 24, log2_len: 27, cost: 1.04 },
        ];
        /// Transforms to values need the full two-adicity; the kernel takes 50 bits at the same cost.
        const DOUBLES: [PrimeFamily; 1] = [PrimeFamily { bits: 50, adicity: 27, log2_len: 27, cost: 1.0 }];
        const SCALAR: [PrimeFamily; 1] = [PrimeFamily { bits: 62, adicity: 32, log2_len: 32, cost: 1.0 }];
        match kernels::select(target, 49) {
            Some(kernel) if kernel.values() => &DOUBLES,
            Some(_) => &VECTORS,
            None => &SCALAR,
        }
    }

    /// A lower bound on log2 of the product of the first `count` primes, `count` at most [`MOST`](Self::MOST).
    #[must_use]
    pub fn capacity(self, count: usize) -> f64 {
        // The primes are found one in ln(2^bits)/2 ≤ 22 steps of 2^adicity on average. Prime i, counted from 0, is taken to
        // lack at most 40·(i + 20) steps, and log2(1 − x) > −1.45·x; a debug assertion and a test look at each family.
        let (count, step) = (count as f64, (f64::from(self.adicity) - f64::from(self.bits)).exp2());
        count * f64::from(self.bits) - 1.45 * 40.0 * step * count * (count / 2.0 + 20.0)
    }

    /// The cheapest family, with the number of its primes, whose product exceeds 2^bits.
    #[must_use]
    pub fn choose(target: Target, bits: f64) -> (PrimeFamily, usize) {
        let count = |f: &PrimeFamily| {
            let least = (bits / f64::from(f.bits)).floor() as usize + 1;
            (least..).find(|&count| count > Self::MOST || f.capacity(count) > bits).unwrap_or(least)
        };
        let counted = Self::of(target).iter().map(|f| (*f, count(f)));
        let cheaper = |x: &(PrimeFamily, usize), y: &(PrimeFamily, usize)| {
            (x.0.cost * x.1 as f64).total_cmp(&(y.0.cost * y.1 as f64))
        };
        counted.min_by(cheaper).unwrap_or((Self::of(target)[0], 1))
    }

    /// The first `count` primes of the family.
    ///
    /// # Errors
    /// [`Error::TooLarge`] for more than [`MOST`](Self::MOST), or transforms of `len` > 2^log2_len values.
    pub fn primes(self, engine: &Engine, count: usize, len: usize) -> Result<Vec<u64>> {
        let too_large = |what: &str, size, limit| Error::TooLarge { what: what.into(), size, limit };
        if ceil_log2(len) > self.log2_len {
            return Err(too_large("a transform", format!("{len} values"), format!("2^{}", self.log2_len)));
        }
        if count > Self::MOST {
            return Err(too_large("a basis", format!("{count} primes"), Self::MOST.to_string()));
        }
        let rounded = count.next_power_of_two().max(4);
        let primes = engine.plan([rounded as u64, self.bits.into(), 0, 0], || {
            Ok(Primes(PrimeStream::new(self.bits, self.adicity)?.take(rounded).collect()))
        })?;
        let primes = primes.0[..count].to_vec();
        let log2: f64 = primes.iter().map(|&p| (p as f64).log2()).sum();
        debug_assert!(log2 > self.capacity(count) - 1e-6, "the family's primes are too small");
        Ok(primes)
    }
}

struct Primes(Vec<u64>);

impl Cached for Primes {
    fn bytes(&self) -> usize {
        8 * self.0.len()
    }
}

/// Pairwise coprime moduli below 2^63, with the inverses of Garner's algorithm.
#[derive(Clone, Debug)]
pub struct CrtBasis {
    moduli: Vec<Modulus>,
    /// `inverses[i][j]` = 1/p_j modulo p_i, for j < i.
    inverses: Vec<Vec<Shoup>>,
}

impl CrtBasis {
    /// The basis of these moduli.
    ///
    /// # Errors
    /// [`Error::Modulus`] for one below 2 or from 2^63 on; [`Error::NotInvertible`] where two have a common factor.
    pub fn new(moduli: &[u64]) -> Result<Self> {
        let moduli = moduli.iter().map(|&p| Modulus::new(p)).collect::<Result<Vec<_>>>()?;
        let mut inverses = Vec::with_capacity(moduli.len());
        for (i, p) in moduli.iter().enumerate() {
            if p.bits() > Shoup::MAX_BITS {
                return Err(Error::Modulus { modulus: p.n().to_string(), expected: "a number below 2^63" });
            }
            let row = moduli[..i].iter().map(|q| Ok(p.shoup(p.inv(p.reduce(q.n()))?)));
            inverses.push(row.collect::<Result<Vec<_>>>()?);
        }
        Ok(CrtBasis { moduli, inverses })
    }

    /// The moduli.
    #[must_use]
    pub fn moduli(&self) -> &[Modulus] {
        &self.moduli
    }

    /// A lower bound on log2 of the product of the moduli, close to it.
    #[must_use]
    pub fn log2(&self) -> f64 {
        self.moduli.iter().map(|p| (p.n() as f64).log2()).sum::<f64>() - 1e-9 * self.moduli.len() as f64
    }

    /// Largest number of moduli for which [`to_words`](Self::to_words) reduces an entry only once.
    pub const WORD_MODULI: usize = 4;

    /// `out[i]` = the number in [0, ∏ p_j) with the residues `residues[j·stride + first + i]` in [0, p_j), modulo n.
    ///
    /// Mixed radix digits by Garner 1959 ("The residue number system"): v_i = (…(x_i − v_0)/p_0 − v_1)/p_1 …; then
    /// v_0 + p_0·(v_1 + p_1·(v_2 + …)) modulo n, one reduction at the end for few moduli, and k²/2 products an entry for k of them.
    ///
    /// # Panics
    /// With no modulus, or with one of more than 62 bits.
    pub fn to_words(&self, n: Modulus, residues: &[u64], stride: usize, first: usize, out: &mut [u64]) {
        match self.moduli.len() {
            1 => self.garner::<1>(n, residues, stride, first, out),
            2 => self.garner::<2>(n, residues, stride, first, out),
            3 => self.garner::<3>(n, residues, stride, first, out),
            4 => self.garner::<4>(n, residues, stride, first, out),
            _ => self.garner_of_many(n, residues, stride, first, out),
        }
    }

    fn garner_of_many(&self, n: Modulus, residues: &[u64], stride: usize, first: usize, out: &mut [u64]) {
        let p = &self.moduli;
        assert!(p.len() > Self::WORD_MODULI, "Garner takes a modulus at least");
        let mut digits = vec![0; p.len()];
        for (i, out) in out.iter_mut().enumerate() {
            for (j, modulus) in p.iter().enumerate() {
                let mut v = residues[j * stride + first + i];
                for (&digit, &inverse) in digits[..j].iter().zip(&self.inverses[j]) {
                    v = modulus.mul_shoup(v + modulus.n() - modulus.reduce(digit), inverse);
                }
                digits[j] = v;
            }
            // Horner's rule from the last digit on
            let step = |x: u64, j: usize| n.add(n.mul(x, n.reduce(p[j].n())), n.reduce(digits[j]));
            *out = (0..p.len()).rev().fold(0, step);
        }
    }

    fn garner<const K: usize>(&self, n: Modulus, residues: &[u64], stride: usize, first: usize, out: &mut [u64]) {
        let p: [Modulus; K] = std::array::from_fn(|i| self.moduli[i]);
        // v_0 + p_0·v_1 < 2^124, and each further digit (< 2^62) is multiplied by a word: below 2^128 for K = 4
        assert!(p.iter().all(|p| p.bits() <= 62), "Garner to words takes moduli of at most 62 bits");
        let inverse: [[Shoup; K]; K] = std::array::from_fn(|i| {
            std::array::from_fn(|j| if j < i { self.inverses[i][j] } else { Shoup { value: 0, quotient: 0 } })
        });
        // weight of digit i: p_0 for i = 1, then products modulo n
        let mut weight = [1; K];
        if K > 1 {
            weight[1] = p[0].n();
            let mut product = n.reduce(p[0].n());
            for i in 2..K {
                product = n.mul(product, n.reduce(p[i - 1].n()));
                weight[i] = product;
            }
        }
        let runs: [&[u64]; K] = std::array::from_fn(|j| &residues[j * stride + first..][..out.len()]);
        for (i, out) in out.iter_mut().enumerate() {
            let mut digit = [0; K];
            let mut sum = 0u128;
            for j in 0..K {
                let mut v = runs[j][i];
                for l in 0..j {
                    // the Shoup product takes any representative below 2^64 of the difference
                    let known = if digit[l] >= p[j].n() { p[j].reduce(digit[l]) } else { digit[l] };
                    v = p[j].mul_shoup(v + p[j].n() - known, inverse[j][l]);
                }
                digit[j] = v;
                sum += u128::from(weight[j]) * u128::from(v);
            }
            *out = n.reduce_wide(sum);
        }
    }
}
