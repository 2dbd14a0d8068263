//! Factorization of short polynomials over the field of two elements, in arrays of words.
//!
//! The steps of `poly/factor`: square-free parts, products of the irreducible factors of one degree by common divisors with
//! x^(2^i) − x, and their factors by traces of random residues. Residues are reduced by a precomputed quotient (Barrett 1986).

use super::{F2, View};
use crate::{bits::SplitMix64, kernels::clmul::BitKernel, ring::Coeffs};

/// Seed of the random residues, which affect only the running time.
const SEED: u64 = 0x9e37_79b9_7f4a_7c15;

/// A polynomial of degree below 64·W.
type Bits<const W: usize> = [u64; W];

/// The number of coefficients without leading zeros.
fn len<const W: usize>(a: &Bits<W>) -> usize {
    a.iter().rposition(|&word| word != 0).map_or(0, |i| 64 * (i + 1) - a[i].leading_zeros() as usize)
}

fn is_one<const W: usize>(a: &Bits<W>) -> bool {
    a[0] == 1 && a[1..].iter().all(|&word| word == 0)
}

fn one<const W: usize>() -> Bits<W> {
    std::array::from_fn(|i| u64::from(i == 0))
}

fn sum<const W: usize>(a: &Bits<W>, b: &Bits<W>) -> Bits<W> {
    std::array::from_fn(|i| a[i] ^ b[i])
}

/// a += x^shift·b, cut to the length of a.
#[inline(always)]
fn add_shifted<const W: usize>(a: &mut Bits<W>, b: &Bits<W>, shift: usize) {
    let (words, bits) = (shift / 64, shift % 64);
    for i in words..W {
        let below = if i > words { b[i - words - 1] } else { 0 };
        a[i] ^= (u128::from(b[i - words]) << 64 | u128::from(below)).wrapping_shl(bits as u32).wrapping_shr(64) as u64;
    }
}

/// Coefficients `start` to `start` + 64·W − 1.
fn upper<const W: usize>(a: &[u64], start: usize) -> Bits<W> {
    let (words, bits) = (start / 64, start % 64);
    let word = |i: usize| a.get(i).copied().map_or(0, u128::from);
    std::array::from_fn(|i| ((word(words + i) | word(words + i + 1) << 64) >> bits) as u64)
}

/// The greatest common divisor.
fn gcd<const W: usize>(mut a: Bits<W>, mut b: Bits<W>) -> Bits<W> {
    let mut lens = [len(&a), len(&b)];
    loop {
        if lens[0] < lens[1] {
            (a, b) = (b, a);
            lens.swap(0, 1);
        }
        match lens[1] {
            0 => return a,
            1 => return b,
            _ => {}
        }
        add_shifted(&mut a, &b, lens[0] - lens[1]);
        lens[0] = len(&a);
    }
}

/// The quotient of a by b ≠ 0.
fn quotient<const W: usize>(mut a: Bits<W>, b: &Bits<W>) -> Bits<W> {
    let (mut quotient, mut a_len, b_len) = ([0; W], len(&a), len(b));
    while a_len >= b_len {
        let shift = a_len - b_len;
        quotient[shift / 64] |= 1 << (shift % 64);
        add_shifted(&mut a, b, shift);
        a_len = len(&a);
    }
    quotient
}

/// The derivative.
fn derivative<const W: usize>(a: &Bits<W>) -> Bits<W> {
    upper::<W>(a, 1).map(|word| word & !super::ODD)
}

/// The square root of a square.
fn root<const W: usize>(a: &Bits<W>) -> Bits<W> {
    let mut out = [0; W];
    for i in 0..32 * W {
        out[i / 64] |= (a[i / 32] >> (2 * i % 64) & 1) << (i % 64);
    }
    out
}

/// Residues modulo a polynomial f of degree n ≥ 1.
struct Residues<const W: usize> {
    kernel: &'static BitKernel,
    f: Bits<W>,
    n: usize,
    /// The quotient of x^2n by f.
    inverse: Bits<W>,
}

impl<const W: usize> Residues<W> {
    fn new(kernel: &'static BitKernel, f: &Bits<W>) -> Self {
        let n = len(f) - 1;
        let (mut inverse, mut rest) = ([0; W], [0; W]);
        rest[n / 64] = 1 << (n % 64);
        for i in (0..=n).rev() {
            if rest[n / 64] >> (n % 64) & 1 == 1 {
                inverse[i / 64] |= 1 << (i % 64);
                rest = sum(&rest, f);
            }
            let doubled = rest;
            rest = [0; W];
            add_shifted(&mut rest, &doubled, 1);
        }
        Residues { kernel, f: *f, n, inverse }
    }

    /// a·b over the field of two elements, in two halves.
    fn whole(&self, a: &Bits<W>, b: &Bits<W>) -> [Bits<W>; 2] {
        let mut out = [[0; W]; 2];
        if W == 1 {
            let product = self.kernel.word(a[0], b[0]);
            (out[0][0], out[1][0]) = (product as u64, (product >> 64) as u64);
        } else {
            self.kernel.multiply_few(out.as_flattened_mut(), a, b);
        }
        out
    }

    fn reduced(&self, a: &[Bits<W>; 2]) -> Bits<W> {
        let high = upper::<W>(a.as_flattened(), self.n);
        let quotient = upper::<W>(self.whole(&high, &self.inverse).as_flattened(), self.n);
        let mut rest = sum(&a[0], &self.whole(&quotient, &self.f)[0]);
        rest[self.n / 64] &= (1 << (self.n % 64)) - 1;
        rest[self.n / 64 + 1..].fill(0);
        rest
    }

    fn product(&self, a: &Bits<W>, b: &Bits<W>) -> Bits<W> {
        self.reduced(&self.whole(a, b))
    }

    fn square(&self, a: &Bits<W>) -> Bits<W> {
        let mut out = [[0; W]; 2];
        self.kernel.square(out.as_flattened_mut(), a);
        self.reduced(&out)
    }
}

/// A product of distinct irreducible factors of one degree.
type Part<const W: usize> = (Bits<W>, usize);

/// Square-free polynomials, pairwise coprime, with their multiplicities in f (Yun 1976; for even multiplicities by square roots).
fn squarefree<const W: usize>(mut f: Bits<W>) -> Vec<(Bits<W>, u64)> {
    let (mut power, mut out) = (1, Vec::new());
    while len(&f) > 1 {
        let mut rest = gcd(f, derivative(&f));
        let mut left = if is_one(&rest) { f } else { quotient(f, &rest) };
        let mut multiplicity = 1;
        while len(&left) > 1 {
            let more = if is_one(&rest) { one() } else { gcd(left, rest) };
            let part = quotient(left, &more);
            if len(&part) > 1 {
                out.push((part, multiplicity * power));
            }
            (rest, left, multiplicity) = (quotient(rest, &more), more, multiplicity + 1);
        }
        (f, power) = (root(&rest), 2 * power);
    }
    out
}

/// The products of the irreducible factors of equal degree of a square-free f without roots.
///
/// x^(2^i) − x for several i are multiplied before a common divisor is taken: few of the degrees have factors.
fn by_degree<const W: usize>(kernel: &'static BitKernel, f: Bits<W>) -> Vec<Part<W>> {
    let (mut rest, mut out, mut degree) = (f, Vec::new(), 2);
    let residues = Residues::new(kernel, &f);
    let mut x = [0; W];
    x[0] = 2;
    let mut power = x;
    while len(&rest) > 2 * degree {
        let last = (degree + degree / 2).min((len(&rest) - 1) / 2);
        let mut differences = Vec::new();
        let mut product = one();
        for i in degree..=last {
            for _ in 0..if i == 2 { 2 } else { 1 } {
                power = residues.square(&power);
            }
            let difference = sum(&power, &x);
            product = residues.product(&product, &difference);
            differences.push(difference);
        }
        let mut found = gcd(rest, product);
        if len(&found) > 1 {
            rest = quotient(rest, &found);
            for (degree, difference) in (degree..).zip(differences) {
                if len(&found) <= 2 * degree {
                    break;
                }
                let part = if degree == last { found } else { gcd(found, difference) };
                if len(&part) > 1 {
                    found = quotient(found, &part);
                    out.push((part, degree));
                }
            }
            if len(&found) > 1 {
                out.push((found, len(&found) - 1));
            }
        }
        degree = last + 1;
    }
    if len(&rest) > 1 {
        out.push((rest, len(&rest) - 1));
    }
    out
}

/// The irreducible factors of a product: a + a² + a⁴ + … to d terms is 0 modulo half of the factors of degree d, and 1 modulo the others.
fn split<const W: usize>(
    kernel: &'static BitKernel,
    (f, degree): Part<W>,
    words: &mut SplitMix64,
    mut found: impl FnMut(Bits<W>),
) {
    let mut whole = vec![f];
    while let Some(f) = whole.pop() {
        if len(&f) == degree + 1 {
            found(f);
            continue;
        }
        let residues = Residues::new(kernel, &f);
        let part = loop {
            let mut conjugate = residues.reduced(&[std::array::from_fn(|_| words.word()), [0; W]]);
            let mut trace = conjugate;
            for _ in 1..degree {
                conjugate = residues.square(&conjugate);
                trace = sum(&trace, &conjugate);
            }
            let part = gcd(f, trace);
            if len(&part) > 1 && len(&part) < len(&f) {
                break part;
            }
        };
        whole.extend([part, quotient(f, &part)]);
    }
}

/// The irreducible factors with multiplicities, in the order of [`Poly::factor`](crate::Poly::factor).
fn factors<const W: usize>(kernel: &'static BitKernel, bits: &[u64]) -> Vec<(Vec<u64>, u64)> {
    let (mut f, mut out) = ([0; W], Vec::new());
    f[..bits.len()].copy_from_slice(bits);
    for (root, linear) in [(0, 0b10), (1, 0b11)] {
        let mut divisor = [0; W];
        divisor[0] = linear;
        let mut multiplicity = 0;
        let is_root = |f: &Bits<W>| match root {
            0 => f[0] & 1 == 0,
            _ => f.iter().fold(0, |sum, word| sum ^ word).count_ones() % 2 == 0,
        };
        while len(&f) > 1 && is_root(&f) {
            f = quotient(f, &divisor);
            multiplicity += 1;
        }
        if multiplicity > 0 {
            out.push((divisor, multiplicity));
        }
    }
    let mut words = SplitMix64::new(SEED);
    for (part, multiplicity) in squarefree(f) {
        for part in by_degree(kernel, part) {
            split(kernel, part, &mut words, |factor| out.push((factor, multiplicity)));
        }
    }
    out.sort_unstable_by_key(|(f, _)| (len(f), f.map(u64::reverse_bits)));
    out.into_iter().map(|(f, multiplicity)| (f[..len(&f).div_ceil(64)].to_vec(), multiplicity)).collect()
}

/// The irreducible factors of a polynomial other than 0 as words, with multiplicities, in the order of
/// [`Poly::factor`](crate::Poly::factor); None for a degree of 512 or more.
pub(in crate::ring) fn factors_of_short(kernel: &'static BitKernel, bits: &[u64]) -> Option<Vec<(Vec<u64>, u64)>> {
    match bits.len() {
        0 | 1 => Some(factors::<1>(kernel, bits)),
        2 => Some(factors::<2>(kernel, bits)),
        3 | 4 => Some(factors::<4>(kernel, bits)),
        5..=8 => Some(factors::<8>(kernel, bits)),
        _ => None,
    }
}

impl F2 {
    /// The irreducible factors of a polynomial other than 0 and their multiplicities.
    pub(in crate::ring) fn factors_as_vectors(&self, f: View<'_, Self>) -> Option<Vec<(Coeffs<Self>, u64)>> {
        let vector = |(words, multiplicity): (Vec<u64>, u64)| {
            let top = words.last().map_or(0, |word| word.leading_zeros() as usize);
            (self.from_words(&words, 64 * words.len() - top), multiplicity)
        };
        Some(factors_of_short(self.kernel, &self.words(f))?.into_iter().map(vector).collect())
    }

    /// The distinct roots of a polynomial other than 0, ascending.
    pub(in crate::ring) fn roots_by_values(&self, f: View<'_, Self>) -> Coeffs<Self> {
        use crate::ring::Ring;
        let values = [self.get(f, 0), Self::ones(f) % 2 == 1];
        let roots: Vec<bool> =
            [false, true].into_iter().zip(values).filter(|(_, value)| !value).map(|(x, _)| x).collect();
        self.collect(&roots)
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::{cpu::Target, kernels::clmul, ring::Ring};

    /// a·b by the definition.
    fn times(a: &[u64], b: &[u64]) -> Vec<u64> {
        let mut out = vec![0; a.len() + b.len()];
        for i in (0..64 * a.len()).filter(|i| a[i / 64] >> (i % 64) & 1 == 1) {
            for j in (0..64 * b.len()).filter(|j| b[j / 64] >> (j % 64) & 1 == 1) {
                out[(i + j) / 64] ^= 1 << ((i + j) % 64);
            }
        }
        let used = out.iter().rposition(|&word| word != 0).map_or(0, |i| i + 1);
        out.truncate(used);
        out
    }

    fn product(found: &[(Vec<u64>, u64)]) -> Vec<u64> {
        found.iter().fold(vec![1], |all, (f, e)| (0..*e).fold(all, |all, _| times(&all, f)))
    }

    /// All polynomials of degree up to 10 against the irreducible ones by trial division.
    #[test]
    fn every_short_polynomial() {
        let kernel = F2::new().kernel;
        let mut irreducible: Vec<u64> = Vec::new();
        let remainder = |mut a: u64, b: u64| {
            while a != 0 && a.ilog2() >= b.ilog2() {
                a ^= b << (a.ilog2() - b.ilog2());
            }
            a
        };
        for f in 2u64..1 << 11 {
            let found = factors_of_short(kernel, &[f]).unwrap();
            assert_eq!(product(&found), [f]);
            assert!(found.windows(2).all(|w| w[0].0[0].ilog2() <= w[1].0[0].ilog2()), "{f:#b}");
            if !irreducible.iter().any(|&g| 2 * g.ilog2() <= f.ilog2() && remainder(f, g) == 0) {
                irreducible.push(f);
            }
            assert!(found.iter().all(|(g, _)| irreducible.contains(&g[0])), "{f:#b}: {found:?}");
        }
    }

    /// Around the lengths of arrays, on every level of instructions; squares and products of equal degrees.
    #[test]
    fn longer_polynomials() {
        let mut words = SplitMix64::new(3);
        for target in Target::families() {
            let kernel = clmul::select(target);
            for degree in [62usize, 63, 64, 65, 127, 128, 129, 191, 192, 255, 256, 300, 511] {
                let mut f: Vec<u64> = (0..=degree / 64).map(|_| words.word()).collect();
                let top = degree % 64;
                f[degree / 64] = f[degree / 64] & ((1 << top) - 1) | 1 << top;
                let found = factors_of_short(kernel, &f).unwrap();
                assert_eq!(product(&found), f, "{target}, degree {degree}");
                for (g, _) in &found {
                    assert_eq!(factors_of_short(kernel, g), Some(vec![(g.clone(), 1)]), "{target}, degree {degree}");
                }
            }
            // x^(2^6) − x and its square: all irreducible polynomials of degrees 1, 2, 3 and 6
            let all = [0b10u64, 1];
            let found = factors_of_short(kernel, &all).unwrap();
            let degrees: Vec<u32> = found.iter().map(|(f, _)| f[0].ilog2()).collect();
            assert_eq!(degrees, [vec![1, 1, 2, 3, 3], vec![6; 9]].concat());
            let twice = factors_of_short(kernel, &times(&all, &all)).unwrap();
            assert!(twice.iter().map(|(f, e)| (f, *e)).eq(found.iter().map(|(f, _)| (f, 2))));
        }
        assert_eq!(factors_of_short(F2::new().kernel, &[0, 0, 0, 0, 0, 0, 0, 0, 1]), None);
    }

    #[test]
    fn roots() {
        let f = F2::new();
        for (bits, roots) in [(0b1u64, vec![]), (0b10, vec![false]), (0b11, vec![true]), (0b110, vec![false, true])] {
            let v = f.from_words(&[bits], 64 - bits.leading_zeros() as usize);
            let found = f.roots_by_values(v.view());
            assert_eq!((0..found.len()).map(|i| f.get(found.view(), i)).collect::<Vec<_>>(), roots);
        }
    }
}
