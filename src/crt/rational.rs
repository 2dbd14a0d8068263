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
struct Remainders {
    r: [Integer; 2],
    t: [Integer; 2],
}

impl Remainders {
    fn new(residue: &Integer, modulus: &Integer) -> Self {
        let r = [modulus.clone(), residue.modulo_ref(modulus).complete()];
        Remainders { r, t: [Integer::new(), Integer::from(1)] }
    }

    /// Continues until r₁ has at most `bits` + 70 bits, or at most 128.
    fn near(&mut self, bits: u32) {
        const MARGIN: u32 = 70;
        while self.r[1].significant_bits() > (bits + MARGIN).max(128) {
            match leading_steps(&self.r) {
                Some(m) => self.apply(&m),
                None => self.step(),
            }
        }
    }

    fn step(&mut self) {
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

#[cfg(test)]
mod tests {
    use super::*;
    use crate::arith::PrimeStream;
    use rug::ops::Pow;

    fn fraction(bits: u32, seed: u32) -> (Integer, Integer) {
        let b = Integer::from(3).pow(bits * 5 / 8) + seed * 2;
        let sign = if seed.is_multiple_of(2) { 1 } else { -1 };
        let a: Integer = (Integer::from(7).pow(bits * 9 / 25) + seed) * sign;
        let common = a.gcd_ref(&b).complete();
        (a.div_exact(&common), b.div_exact(&common))
    }

    #[test]
    fn fractions_come_back_up_to_the_bound() {
        for bits in [1u32, 5, 31, 62, 64, 130, 200, 1000, 5000] {
            for seed in 0..6 {
                let (a, b) = fraction(bits, seed);
                let most = a.clone().abs();
                // the least odd modulus that the bound allows, and more
                for extra in [1u32, 2, 100] {
                    let mut modulus = Integer::from(2 * &most) * &b + extra;
                    while modulus.gcd_ref(&b).complete() != 1 {
                        modulus += 1;
                    }
                    let residue = (b.clone().invert(&modulus).unwrap() * &a).modulo(&modulus);
                    assert_eq!(rational(&residue, &modulus, &most), Some((a.clone(), b.clone())), "{bits} bits");
                }
            }
        }
        // 0, 1, and residues without a short fraction
        let m = Integer::from(1009);
        assert_eq!(rational(&Integer::new(), &m, &Integer::from(5)), Some((Integer::new(), Integer::from(1))));
        assert_eq!(rational(&Integer::from(1), &m, &Integer::from(5)), Some((Integer::from(1), Integer::from(1))));
        let shorts = (0..1009u32).filter(|&x| rational(&Integer::from(x), &m, &Integer::from(10)).is_some()).count();
        // −10 … 10 over 1 … 50 in lowest terms: counted by the definition
        let gcd = |mut a: i32, mut b: i32| {
            while b != 0 {
                (a, b) = (b, a % b);
            }
            a
        };
        let pairs = (-10i32..=10).flat_map(|a| (1..=50).map(move |b| (a, b)));
        assert_eq!(shorts, pairs.filter(|&(a, b)| gcd(a.abs(), b) == 1).count());
    }

    #[test]
    fn leading_words_give_euclids_remainders() {
        // Fibonacci's numbers have quotients 1 only, powers huge ones
        let mut fibonacci = [Integer::from(1), Integer::from(1)];
        for _ in 0..3000 {
            let next = (&fibonacci[0] + &fibonacci[1]).complete();
            fibonacci = [fibonacci[1].clone(), next];
        }
        for (x, m) in [
            (fibonacci[0].clone(), fibonacci[1].clone()),
            (Integer::from(1) << 700, (Integer::from(1) << 2000) - 1),
            (Integer::from(3).pow(900), Integer::from(5).pow(1000)),
        ] {
            let (mut fast, mut slow) = (Remainders::new(&x, &m), Remainders::new(&x, &m));
            fast.near(300);
            while slow.r[1] > fast.r[1] {
                slow.step();
            }
            assert!(slow.r == fast.r && slow.t == fast.t);
        }
    }

    #[test]
    fn wrong_residues_are_found() {
        let primes: Vec<Modulus> =
            PrimeStream::new(48, 20).unwrap().take(24).map(|p| Modulus::new(p).unwrap()).collect();
        let (a, b) = fraction(150, 1);
        let right: Vec<u64> =
            primes.iter().map(|p| p.mul(a.mod_u64(p.n()), p.inv(b.mod_u64(p.n())).unwrap())).collect();
        for wrong in [vec![], vec![0], vec![23], vec![3, 4, 20], vec![0, 5, 6, 7, 8, 9]] {
            let mut residues = right.clone();
            wrong.iter().for_each(|&i| residues[i] = primes[i].add(residues[i], 1 + i as u64));
            let found = tolerant_rational(&residues, &primes).unwrap();
            assert_eq!((found.numerator, found.denominator, found.wrong), (a.clone(), b.clone(), wrong));
        }
        // too many wrong residues: no fraction, or another one
        let mut residues = right;
        (0..14).for_each(|i| residues[i] = primes[i].add(residues[i], 7));
        assert!(tolerant_rational(&residues, &primes).is_none_or(|f| f.numerator != a));
        assert_eq!(tolerant_rational(&[], &[]), None);
    }

    /// Composite moduli: 4 ≡ 2·362 modulo 720, but 2 is not congruent to 362.
    #[test]
    fn composite_moduli_give_lowest_terms_only() {
        let coprime = |a: i64, b: i64| Integer::from(a).gcd(&Integer::from(b)) == 1;
        for (m, most) in [(720i64, 10i64), (1001, 8), (64, 2), (243, 5)] {
            let pairs = (1..m).take_while(|b| 2 * most * b < m).flat_map(|b| (-most..=most).map(move |a| (a, b)));
            let pairs: Vec<(i64, i64)> = pairs.filter(|&(a, b)| coprime(a, b)).collect();
            for x in 0..m {
                let expected = pairs.iter().find(|(a, b)| (a - b * x) % m == 0);
                let expected = expected.map(|&(a, b)| (Integer::from(a), Integer::from(b)));
                let found = rational(&Integer::from(x), &Integer::from(m), &Integer::from(most));
                assert_eq!(found, expected, "{x} modulo {m}, numerators up to {most}");
            }
        }
    }

    /// All residues modulo small moduli, against every denominator: 3/8 modulo 7·11 among them, where the row of the fraction is not
    /// one of the two around √M.
    #[test]
    fn short_vectors_of_small_lattices() {
        for primes in [&[3u64, 5][..], &[7, 11], &[11, 19], &[17, 19], &[1009], &[3, 5, 7, 11], &[3, 5, 7, 11, 13]] {
            let m = primes.iter().product::<u64>() as i64;
            let moduli: Vec<Modulus> = primes.iter().map(|&p| Modulus::new(p).unwrap()).collect();
            for x in 0..m {
                let residues: Vec<u64> = primes.iter().map(|&p| x as u64 % p).collect();
                let short = (1..m).take_while(|t| t * t < m).find_map(|t| {
                    let r = (t * x + m / 2) % m - m / 2;
                    let common = Integer::from(r).gcd(&Integer::from(t));
                    (r * r + t * t < m).then(|| [r, t].map(|y| Integer::from(y).div_exact(&common)))
                });
                let found = tolerant_rational(&residues, &moduli).map(|f| [f.numerator, f.denominator]);
                assert_eq!(found, short, "{x} modulo {primes:?}");
            }
        }
    }

    /// The shortest vectors of the lattice, (4, 1) and (1, 4) modulo 15, (15, 4) and (4, 15) modulo 209, are longer than √M.
    #[test]
    fn vectors_as_long_as_the_modulus_are_no_fractions() {
        for (x, primes) in [(4u64, [3u64, 5]), (56, [11, 19])] {
            let residues = primes.map(|p| x % p);
            let primes = primes.map(|p| Modulus::new(p).unwrap());
            assert_eq!(tolerant_rational(&residues, &primes), None, "{x}");
        }
    }
}
