//! Factorization of short polynomials over the field of two elements, in arrays of words.
//!
//! The steps of `poly/factor`: square-free parts, products of the irreducible factors of one degree by common divisors with
//! x^(2^i) − x, and their factors by traces of random residues.

use super::{
    F2, View,
    bits::{Bits, Few, derivative, gcd, quotient, root, sum, trimmed_words},
    residues::Residues,
};
use crate::{bits::SplitMix64, kernels::clmul::BitKernel, order, ring::Coeffs, tested};

/// Seed of the random residues, which affect only the running time.
const SEED: u64 = 0x9e37_79b9_7f4a_7c15;

/// A product of distinct irreducible factors of one degree.
type Part<const W: usize> = (Bits<W>, usize);

/// Square-free polynomials, pairwise coprime, with their multiplicities in f (Yun 1976; for even multiplicities by square roots).
fn squarefree<const W: usize>(mut f: Bits<W>) -> Vec<(Bits<W>, u64)> {
    let (mut power, mut out) = (1, Vec::new());
    while f.bit_len() > 1 {
        let mut rest = gcd(f, derivative(&f));
        let mut left = if rest == Bits::ONE { f } else { quotient(f, &rest) };
        let mut multiplicity = 1;
        while left.bit_len() > 1 {
            let more = if rest == Bits::ONE { Bits::ONE } else { gcd(left, rest) };
            let part = quotient(left, &more);
            if part.bit_len() > 1 {
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
    while rest.bit_len() > 2 * degree {
        let last = (degree + degree / 2).min((rest.bit_len() - 1) / 2);
        let mut differences = Vec::new();
        let mut product = Bits::ONE;
        for i in degree..=last {
            for _ in 0..if i == 2 { 2 } else { 1 } {
                power = residues.square(&power);
            }
            let difference = sum(&power, &x);
            product = residues.product(&product, &difference);
            differences.push(difference);
        }
        let mut found = gcd(rest, product);
        if found.bit_len() > 1 {
            rest = quotient(rest, &found);
            for (degree, difference) in (degree..).zip(differences) {
                if found.bit_len() <= 2 * degree {
                    break;
                }
                let part = if degree == last { found } else { gcd(found, difference) };
                if part.bit_len() > 1 {
                    found = quotient(found, &part);
                    out.push((part, degree));
                }
            }
            if found.bit_len() > 1 {
                out.push((found, found.bit_len() - 1));
            }
        }
        degree = last + 1;
    }
    if rest.bit_len() > 1 {
        out.push((rest, rest.bit_len() - 1));
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
        if f.bit_len() == degree + 1 {
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
            if part.bit_len() > 1 && part.bit_len() < f.bit_len() {
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
        while f.bit_len() > 1 && is_root(&f) {
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
    order::sort_by_key(&mut out, |(f, _)| (f.bit_len(), f.map(u64::reverse_bits)));
    as_words(out)
}

/// Polynomials with multiplicities, without the highest words that are 0.
fn as_words<const W: usize>(found: Vec<(Bits<W>, u64)>) -> Vec<(Vec<u64>, u64)> {
    found.into_iter().map(|(f, multiplicity)| (f[..f.bit_len().div_ceil(64)].to_vec(), multiplicity)).collect()
}

/// The square-free parts, with ascending multiplicities.
fn parts<const W: usize>(bits: &[u64]) -> Vec<(Vec<u64>, u64)> {
    let mut f = [0; W];
    f[..bits.len()].copy_from_slice(bits);
    let mut out = squarefree(f);
    order::sort_by_key(&mut out, |(_, multiplicity)| *multiplicity);
    as_words(out)
}

/// A function for arrays as long as these words; None for more than 8 words.
macro_rules! in_array {
    ($bits:ident: $function:ident($($argument:expr),*)) => {
        match $bits.len() {
            0 | 1 => Some($function::<1>($($argument),*)),
            2 => Some($function::<2>($($argument),*)),
            3 | 4 => Some($function::<4>($($argument),*)),
            5..=8 => Some($function::<8>($($argument),*)),
            _ => None,
        }
    };
}

/// The irreducible factors of a polynomial other than 0 as words, with multiplicities, in the order of
/// [`Poly::factor`](crate::Poly::factor); None for a degree of 512 or more.
pub fn factors_of_short(kernel: &'static BitKernel, bits: &[u64]) -> Option<Vec<(Vec<u64>, u64)>> {
    in_array!(bits: factors(kernel, bits))
}

/// The square-free parts of a polynomial other than 0 as words, with ascending multiplicities; None for a degree of 512 or more.
pub fn parts_of_short(bits: &[u64]) -> Option<Vec<(Vec<u64>, u64)>> {
    in_array!(bits: parts(bits))
}

impl F2 {
    fn vectors_of_words(&self, found: Vec<(Vec<u64>, u64)>) -> Vec<(Coeffs<Self>, u64)> {
        let vector =
            |(words, multiplicity): (Vec<u64>, u64)| (self.from_words(&words, trimmed_words(&words)), multiplicity);
        found.into_iter().map(vector).collect()
    }

    /// The irreducible factors of a polynomial other than 0 and their multiplicities.
    pub(in crate::ring) fn factors_as_vectors(&self, f: View<'_, Self>) -> Option<Vec<(Coeffs<Self>, u64)>> {
        Some(self.vectors_of_words(factors_of_short(self.kernel, &self.words(f))?))
    }

    /// The square-free parts of a polynomial other than 0, with ascending multiplicities.
    pub(in crate::ring) fn parts_as_vectors(&self, f: View<'_, Self>) -> Option<Vec<(Coeffs<Self>, u64)>> {
        Some(self.vectors_of_words(parts_of_short(&self.words(f))?))
    }

    tested! {
        /// The distinct roots of a polynomial other than 0, ascending.
        pub(in crate::ring) fn roots_by_values(&self, f: View<'_, Self>) -> Coeffs<Self> {
            use crate::ring::Ring;
            let values = [self.get(f, 0), Self::ones(f) % 2 == 1];
            let roots: Vec<bool> =
                [false, true].into_iter().zip(values).filter(|(_, value)| !value).map(|(x, _)| x).collect();
            self.collect(&roots)
        }
    }
}
