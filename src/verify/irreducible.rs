//! Irreducible monic polynomials t^d − h over F_p, h short: moduli of the extensions in which results are compared. The
//! arithmetic is a textbook's, on words, and shares nothing with the code that is checked.

use super::Random;

/// Degrees d and k with t^d + t^k + 1 irreducible over F_2, the Mersenne exponent 89 among them (Zierler, Brillhart 1968, "On
/// primitive trinomials (mod 2)").
pub const TRINOMIALS: [(usize, usize); 12] =
    [(60, 1), (63, 1), (65, 18), (68, 9), (71, 6), (73, 25), (79, 9), (81, 4), (84, 13), (87, 13), (89, 38), (97, 6)];
/// p, d, k, a, b with t^d − a·t^k − b irreducible over F_p: for the least primes, which need the highest degrees, a
/// search would take as long as the check.
pub const KNOWN: [[u64; 5]; 23] = [
    [3, 41, 1, 1, 1],
    [3, 46, 5, 1, 1],
    [3, 51, 1, 1, 1],
    [3, 62, 10, 1, 2],
    [5, 28, 4, 1, 2],
    [5, 31, 1, 1, 2],
    [5, 39, 7, 1, 1],
    [5, 42, 2, 1, 2],
    [7, 23, 4, 1, 3],
    [7, 25, 4, 1, 1],
    [7, 29, 1, 1, 3],
    [7, 33, 1, 3, 1],
    [7, 36, 9, 1, 3],
    [11, 19, 5, 2, 5],
    [11, 21, 2, 1, 1],
    [11, 24, 1, 1, 9],
    [11, 26, 1, 3, 2],
    [11, 29, 1, 1, 2],
    [13, 18, 2, 2, 2],
    [13, 19, 1, 4, 2],
    [13, 22, 2, 4, 2],
    [13, 25, 8, 1, 5],
    [13, 27, 2, 1, 2],
];
/// Number of coefficients of h, from the constant one on, that are drawn at random; the others are 0.
pub const SHORT: usize = 6;

/// h with t^d − h irreducible over F_2 for a degree d of `least` or more, which is at most 97: h has two coefficients.
pub fn trinomial(least: usize) -> (usize, Vec<u64>) {
    let (degree, k) = TRINOMIALS.into_iter().find(|(d, _)| *d >= least).unwrap_or(TRINOMIALS[11]);
    let mut h = vec![0; k + 1];
    (h[0], h[k]) = (1, 1);
    (degree, h)
}

/// d and h with t^d − h irreducible over F_p for a prime p below 2^32, d at or slightly above `least`.
pub fn modulus(p: u64, least: usize, random: &mut Random<'_>) -> (usize, Vec<u64>) {
    const MORE: usize = 11;
    if p == 2 {
        return trinomial(least);
    }
    let near = |known: &&[u64; 5]| known[0] == p && (least..=least + MORE).contains(&(known[1] as usize));
    match KNOWN.iter().find(near) {
        Some(&[_, d, k, a, b]) => {
            let mut h = vec![0; k as usize + 1];
            (h[0], h[k as usize]) = (b, a);
            (d as usize, h)
        }
        None => (least, short_irreducible(p, least, random)),
    }
}

/// h with t^d − h irreducible over F_p for a prime p below 2^32, d ≥ 1. About d candidates are tried, each of which is irreducible
/// with a probability of about 1/d.
pub fn short_irreducible(p: u64, d: usize, random: &mut Random<'_>) -> Vec<u64> {
    if d == 1 {
        return vec![0];
    }
    let field = Residues { p, h: Vec::new(), d };
    let mut draw = |_| random.word() % p;
    // h of a constant alone may never be right, and more coefficients than SHORT are needed only where there are too
    // few short ones
    for count in (SHORT.min(d)..=d).flat_map(|count| std::iter::repeat_n(count, 64 * d)) {
        let mut h: Vec<u64> = (0..count).map(&mut draw).collect();
        h.truncate(h.iter().rposition(|&c| c != 0).map_or(0, |i| i + 1));
        let field = Residues { h, ..field };
        if field.is_irreducible() {
            return field.h;
        }
    }
    unreachable!(
        "every degree has irreducible polynomials: one of d random ones, and {d}·64 were tried for each length of h"
    )
}

/// F_p\[t\]/(t^d − h), elements as d coefficients.
pub struct Residues {
    pub p: u64,
    pub h: Vec<u64>,
    pub d: usize,
}

impl Residues {
    /// Irreducibility test of Ben-Or 1981, "Probabilistic algorithms in finite fields": no common divisor with t^(p^i)
    /// − t, i ≤ d/2.
    pub fn is_irreducible(&self) -> bool {
        const FEW: u64 = 16;
        if self.h.is_empty() || (self.p <= FEW && (0..self.p).any(|x| self.value(x) == 0)) {
            return false;
        }
        let mut power = self.reduced(vec![0, 1]);
        (1..=self.d / 2).all(|_| {
            power = self.to_the_p(&power);
            let mut difference = power.clone();
            difference[1] = (difference[1] + self.p - 1) % self.p;
            self.is_prime_to_modulus(difference)
        })
    }

    /// x^d − h(x).
    fn value(&self, x: u64) -> u64 {
        let power = (0..self.d).fold(1, |y, _| y * x % self.p);
        (power + self.p - self.h.iter().rev().fold(0, |y, c| (y * x + c) % self.p)) % self.p
    }

    fn to_the_p(&self, a: &[u64]) -> Vec<u64> {
        let mut power = a.to_vec();
        for bit in (0..self.p.ilog2()).rev() {
            power = self.times(&power, &power);
            if self.p >> bit & 1 == 1 {
                power = self.times(&power, a);
            }
        }
        power
    }

    fn times(&self, a: &[u64], b: &[u64]) -> Vec<u64> {
        // d products fit in a word for short p
        let lazy = self.p < 1 << 24;
        let mut out = vec![0; 2 * self.d - 1];
        for (i, x) in a.iter().enumerate().filter(|(_, x)| **x != 0) {
            for (sum, y) in out[i..].iter_mut().zip(b) {
                *sum = if lazy { *sum + x * y } else { (*sum + x * y) % self.p };
            }
        }
        out.iter_mut().for_each(|x| *x %= self.p);
        self.reduced(out)
    }

    /// Reduces the coefficients of a product to a residue of d coefficients.
    fn reduced(&self, mut a: Vec<u64>) -> Vec<u64> {
        while a.len() > self.d {
            let top = a.pop().unwrap_or(0);
            let at = a.len() - self.d;
            for (x, c) in a[at..].iter_mut().zip(&self.h) {
                *x = (*x + top * c) % self.p;
            }
        }
        a.resize(self.d, 0);
        a
    }

    /// Whether the greatest common divisor of a and t^d − h is a constant.
    fn is_prime_to_modulus(&self, a: Vec<u64>) -> bool {
        let trim = |a: &mut Vec<u64>| a.truncate(a.iter().rposition(|&x| x != 0).map_or(0, |i| i + 1));
        let mut modulus: Vec<u64> = (0..self.d).map(|i| self.h.get(i).map_or(0, |c| (self.p - c) % self.p)).collect();
        modulus.push(1);
        let (mut a, mut b) = (modulus, a);
        trim(&mut b);
        while !b.is_empty() {
            let inverse = inverse_modulo(b[b.len() - 1], self.p);
            while a.len() >= b.len() {
                let factor = self.p - a[a.len() - 1] * inverse % self.p;
                let at = a.len() - b.len();
                for (x, y) in a[at..].iter_mut().zip(&b) {
                    *x = (*x + factor * y) % self.p;
                }
                trim(&mut a);
            }
            std::mem::swap(&mut a, &mut b);
        }
        a.len() == 1
    }
}

/// 1/a modulo the prime p, a ≠ 0: a^(p − 2).
pub fn inverse_modulo(a: u64, p: u64) -> u64 {
    let mut power = 1;
    for bit in (0..64 - (p - 2).leading_zeros()).rev() {
        power = power * power % p;
        if (p - 2) >> bit & 1 == 1 {
            power = power * a % p;
        }
    }
    power
}
