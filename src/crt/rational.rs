//! Rational reconstruction: fractions from a residue modulo one large number, or from residues of which a few are
//! wrong.
//!
//! Euclid's algorithm on the modulus and the residue finds every fraction whose numerator and denominator are short
//! enough (Wang 1981, "A p-adic algorithm for univariate partial fractions"). Quotients are computed from the leading
//! words, many at a time (Lehmer 1938, in the form of Knuth, The Art of Computer Programming 2, §4.5.2, algorithm L).
//! Cost: quadratic in the number of words.
//!
//! Let M be the product of all primes and W that of the primes with wrong residues. The vector (W·a, W·b) lies in the
//! lattice that the residue spans with (M, 0), and is a multiple of its shortest vector if W²·(a² + b²) < M (Böhm,
//! Decker, Fieker, Pfister 2015, "The use of bad primes in rational reconstruction").

use crate::arith::Modulus;
use rug::{Complete, Integer, integer::IntegerExt64};

/// The remainders r₀ > r₁ of Euclid's algorithm, and t with t·residue ≡ r modulo the modulus.
pub struct Remainders {
    pub r: [Integer; 2],
    pub t: [Integer; 2],
}

impl Remainders {
    pub fn new(residue: &Integer, modulus: &Integer) -> Self {
        let r = [modulus.clone(), residue.modulo_ref(modulus).complete()];
        Remainders { r, t: [Integer::new(), Integer::from(1)] }
    }

    /// Continues until r₁ has at most `bits` + 70 bits, or at most 128.
    pub fn near(&mut self, bits: u32) {
        const MARGIN: u32 = 70;
        while self.r[1].significant_bits() > (bits + MARGIN).max(128) {
            match leading_steps(&self.r) {
                Some(m) => self.apply(&m),
                None => self.step(),
            }
        }
    }

    pub fn step(&mut self) {
        let quotient = (&self.r[0] / &self.r[1]).complete();
        for v in [&mut self.r, &mut self.t] {
            let [x, y] = v;
            *x -= &quotient * &*y;
            v.swap(0, 1);
        }
    }

    fn apply(&mut self, m: &[[i64; 2]; 2]) {
        for v in [&mut self.r, &mut self.t] {
            *v = m.map(|[x, y]| {
                let mut sum = (&v[0] * x).complete();
                sum += &v[1] * y;
                sum
            });
        }
    }
}

/// The matrix of several steps of Euclid's algorithm, as far as the leading bits determine their quotients.
fn leading_steps(r: &[Integer; 2]) -> Option<[[i64; 2]; 2]> {
    const LEADING: u32 = 62;
    let shift = r[0].significant_bits().checked_sub(LEADING)?;
    let [mut a, mut b] = [0, 1].map(|i| (&r[i] >> shift).complete().to_i64().unwrap_or(0));
    let mut m = [[1i64, 0], [0, 1]];
    while b + m[1][0] != 0 && b + m[1][1] != 0 {
        let q = (a + m[0][0]) / (b + m[1][0]);
        if q != (a + m[0][1]) / (b + m[1][1]) {
            break;
        }
        let next = |x: i64, y: i64| q.checked_mul(y).and_then(|qy| x.checked_sub(qy));
        let Some((u, v)) = next(m[0][0], m[1][0]).zip(next(m[0][1], m[1][1])) else { break };
        m = [m[1], [u, v]];
        (a, b) = (b, a - q * b);
    }
    (m[0][1] != 0).then_some(m)
}

/// Returns a/b in lowest terms with a ≡ b·residue, |a| ≤ `most`, 0 < b and 2·`most`·b < modulus; there is one at most.
///
/// ```
/// use polymod::{multimodular::rational, rug::Integer};
/// // 3·333 ≡ −2
/// let found = rational(&Integer::from(333), &Integer::from(1001), &Integer::from(20));
/// assert_eq!(found, Some((Integer::from(-2), Integer::from(3))));
/// ```
///
/// # Panics
/// For modulus = 0.
#[must_use]
pub fn rational(residue: &Integer, modulus: &Integer, most: &Integer) -> Option<(Integer, Integer)> {
    let mut euclid = Remainders::new(residue, modulus);
    euclid.near(most.significant_bits());
    while euclid.r[1] > *most {
        euclid.step();
    }
    let ([_, mut a], [_, mut b]) = (euclid.r, euclid.t);
    if b < 0 {
        (a, b) = (-a, -b);
    }
    let fits = b > 0 && Integer::from(2 * &b) * most < *modulus;
    (fits && a.gcd_ref(&b).complete() == 1).then_some((a, b))
}

/// A fraction, and the primes whose residues differ from its own.
///
/// ```
/// # use polymod::{core::arith::Modulus, multimodular::{Tolerated, tolerant_rational}};
/// let primes = [1_000_003, 1_000_033, 1_000_037, 1_000_039].map(|p| Modulus::new(p).unwrap());
/// let found = tolerant_rational(&[3, 3, 8, 3], &primes).expect("a short fraction");
/// assert_eq!(found, Tolerated { numerator: 3.into(), denominator: 1.into(), wrong: vec![2] });
/// ```
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Tolerated {
    /// The numerator, in lowest terms.
    pub numerator: Integer,
    /// The denominator, positive.
    pub denominator: Integer,
    /// Indices of the primes whose residue is wrong.
    pub wrong: Vec<usize>,
}

/// Returns the fraction a/b with these residues modulo distinct primes, of which a few may be wrong: W²·(a² + b²) < M
/// for the product W of the primes that divide b or have a wrong residue, and the product M of all. `None` where no
/// fraction is so short.
///
/// ```
/// use polymod::{core::arith::{Modulus, PrimeStream}, multimodular::tolerant_rational};
/// let primes = PrimeStream::new(48, 20)?.take(4).map(Modulus::new).collect::<polymod::Result<Vec<_>>>()?;
/// // −5/3, but for one residue
/// let mut residues: Vec<u64> = primes.iter().map(|p| p.mul(p.n() - 5, p.inv(3).unwrap())).collect();
/// residues[2] = 12345;
/// let found = tolerant_rational(&residues, &primes).unwrap();
/// assert_eq!((found.numerator, found.denominator, found.wrong), ((-5).into(), 3.into(), vec![2]));
/// # Ok::<(), polymod::Error>(())
/// ```
///
/// # Panics
/// Unless the numbers of residues and of primes are equal.
#[must_use]
pub fn tolerant_rational(residues: &[u64], primes: &[Modulus]) -> Option<Tolerated> {
    assert_eq!(residues.len(), primes.len(), "a residue for each prime");
    let (residue, modulus) = joined(residues, primes)?;
    let mut euclid = Remainders::new(&residue, &modulus);
    euclid.near(modulus.significant_bits() / 2);
    // (r₁, t₁) for one of the rows: a vector shorter than √M has |r·t| < M/2, as the rows of Euclid's algorithm alone have
    let [r, t] = loop {
        let ([_, r], [_, t]) = (&euclid.r, &euclid.t);
        if Integer::from(r.square_ref()) + t.square_ref() < modulus && *t != 0 {
            break [r, t];
        }
        if *r == 0 {
            return None;
        }
        euclid.step();
    };
    let common = r.gcd_ref(t).complete() * if *t < 0 { -1 } else { 1 };
    let [numerator, denominator] = [r, t].map(|x| x.clone().div_exact(&common));
    let agrees = |&i: &usize| {
        let p = primes[i];
        p.mul(denominator.mod_u64(p.n()), residues[i]) == numerator.mod_u64(p.n())
    };
    let wrong = (0..primes.len()).filter(|i| !agrees(i)).collect();
    Some(Tolerated { numerator, denominator, wrong })
}

/// The number in [0, M) with these residues, and the product M, by the Chinese remainder theorem on two halves.
fn joined(residues: &[u64], primes: &[Modulus]) -> Option<(Integer, Integer)> {
    match primes {
        [] => None,
        [p] => Some((residues[0].into(), p.n().into())),
        _ => {
            let half = primes.len() / 2;
            let (a, m) = joined(&residues[..half], &primes[..half])?;
            let (b, n) = joined(&residues[half..], &primes[half..])?;
            let inverse = m.clone().invert(&n).ok()?;
            let step = ((b - &a) * inverse).modulo(&n);
            Some((a + step * &m, m * n))
        }
    }
}
