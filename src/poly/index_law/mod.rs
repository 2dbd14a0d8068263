//! Products of arrays whose indices are combined by another law than addition: c_k is the sum of a_i·b_j over the pairs (i, j) that the law
//! takes to k, in algebras with other bases than the powers of one variable.
//!
//! Bits and divisors by linear maps that make the product entry by entry (Yates 1937, "The design and analysis of factorial experiments";
//! Björklund, Husfeldt, Kaski, Koivisto 2007, "Fourier meets Möbius: fast subset convolution", STOC), products of indices modulo n by
//! logarithms (Rader 1968, "Discrete Fourier transforms when the number of data samples is prime", Proc. IEEE 56), several variables by
//! products in one.

mod bits;
mod divisors;
mod grids;
mod residues;
mod sets;

pub use sets::SetSeries;

use crate::{
    Error, Result,
    monitor::Decision,
    ring::{Coeffs, Convolve, View},
};
use std::{fmt, str::FromStr};

/// The law by which indices are combined.
///
/// ```
/// use polymod::{Ring, Zn, poly::IndexLaw};
/// let f = Zn::new(97)?;
/// let (a, b) = (f.collect(&[1, 2, 3, 4]), f.collect(&[5, 6, 7, 8]));
/// let c = IndexLaw::Xor.product(&f, a.view(), b.view())?;
/// assert_eq!(f.words(c.view()), [70, 68, 62, 60]); // 1·5 + 2·6 + 3·7 + 4·8, …
/// let by_gcd = IndexLaw::Gcd.product(&f, a.view(), b.view())?; // indices from 1
/// assert_eq!(f.words(by_gcd.view())[3], 4 * 8);
/// let variables: IndexLaw = "truncated:2,2".parse()?; // (1 + 2x + 3y + 4xy)·(5 + 6x + 7y + 8xy) modulo x², y²
/// assert_eq!(f.words(variables.product(&f, a.view(), b.view())?.view()), [5, 16, 22, 60]);
/// # Ok::<(), polymod::Error>(())
/// ```
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum IndexLaw {
    /// The conjunction of the bits of the indices, whose number is a power of two.
    And,
    /// The disjunction of the bits of the indices, whose number is a power of two.
    Or,
    /// The exclusive disjunction of the bits of the indices, whose number is a power of two.
    Xor,
    /// The greatest common divisor of the indices, which begin with 1.
    Gcd,
    /// The least common multiple of the indices, which begin with 1; pairs whose multiple is no index are left out.
    Lcm,
    /// The product of the indices modulo their number, a prime or a power of two.
    Product,
    /// The sum of exponents of variables, of which the first one runs fastest, below these numbers; pairs with a larger one are left out.
    Truncated(Vec<usize>),
    /// The sum of exponents of variables, of which the first one runs fastest, modulo these numbers.
    Cyclic(Vec<usize>),
}

impl IndexLaw {
    /// The product of two arrays of equal lengths. Cost for n entries, if operations of the ring are counted: n·log n for bits, n·log log n
    /// for divisors, one to four products of polynomials of n coefficients for products of indices, for k variables one of matrices of
    /// polynomials with k² entries of n coefficients, or, modulo powers minus 1, of polynomials of up to 2^k·n coefficients. Exclusive
    /// disjunctions in finite rings where 2 has no inverse take n^1.59.
    ///
    /// ```
    /// # use polymod::{F2, Ring, poly::IndexLaw};
    /// let f = F2::new();
    /// let a = f.collect(&[true, true, false, false]);
    /// let c = IndexLaw::Xor.product(&f, a.view(), a.view())?;
    /// assert_eq!((0..4).map(|i| f.get(c.view(), i)).collect::<Vec<_>>(), [false; 4]); // (1 + x)² = 1 + x² = 0
    /// # Ok::<(), polymod::Error>(())
    /// ```
    ///
    /// # Errors
    /// [`Error::Length`] where the lengths differ, or are not what the law takes; those of products of polynomials; [`Error::Cancelled`].
    pub fn product<R: Convolve>(&self, r: &R, a: View<'_, R>, b: View<'_, R>) -> Result<Coeffs<R>> {
        let n = a.len();
        if b.len() != n {
            return Err(Error::Length { what: "the second array of a product", expected: n, got: b.len() });
        }
        self.check(n)?;
        let task = || format!("product of indices by {self} over {}, {n} entries", r.name());
        r.engine().enter(|cx| cx.begins(|| Decision::only(task(), self.way())))?;
        match self {
            IndexLaw::And | IndexLaw::Or => Ok(bits::product(r, *self == IndexLaw::And, a, b)),
            IndexLaw::Xor => bits::exclusive(r, a, b),
            IndexLaw::Gcd | IndexLaw::Lcm => Ok(divisors::product(r, *self == IndexLaw::Gcd, a, b)),
            IndexLaw::Product => residues::product(r, a, b, false),
            IndexLaw::Truncated(sizes) => grids::truncated(r, sizes, a, b),
            IndexLaw::Cyclic(sizes) => grids::cyclic(r, sizes, a, b),
        }
    }

    /// The product by another algorithm, which takes longer.
    #[cfg(feature = "integers")]
    pub(crate) fn product_again<R: Convolve>(&self, r: &R, a: View<'_, R>, b: View<'_, R>) -> Result<Coeffs<R>> {
        match self {
            IndexLaw::Xor => {
                let sizes = vec![2; a.len().trailing_zeros() as usize];
                grids::by_variables(r, &sizes, true, a, b)
            }
            IndexLaw::Product => residues::product(r, a, b, true),
            IndexLaw::Truncated(sizes) => grids::by_variables(r, sizes, false, a, b),
            IndexLaw::Cyclic(sizes) => grids::by_variables(r, sizes, true, a, b),
            _ => self.product(r, a, b),
        }
    }

    /// # Errors
    /// [`Error::Length`] where the law has no arrays of this length.
    fn check(&self, n: usize) -> Result<()> {
        let right = match self {
            IndexLaw::And | IndexLaw::Or | IndexLaw::Xor => n.next_power_of_two(),
            IndexLaw::Gcd | IndexLaw::Lcm => n,
            IndexLaw::Product => match n {
                0 => 1,
                _ if crate::arith::is_prime(n as u64) => n,
                _ => n.next_power_of_two(),
            },
            IndexLaw::Truncated(sizes) | IndexLaw::Cyclic(sizes) => {
                sizes.iter().try_fold(1usize, |n, &size| n.checked_mul(size)).unwrap_or(usize::MAX)
            }
        };
        let what = match self {
            IndexLaw::And | IndexLaw::Or | IndexLaw::Xor => "arrays with a power of two of entries",
            IndexLaw::Product => "arrays with a prime or a power of two of entries",
            _ => "arrays with as many entries as exponents",
        };
        if right == n { Ok(()) } else { Err(Error::Length { what, expected: right, got: n }) }
    }

    /// The name of the algorithm.
    const fn way(&self) -> &'static str {
        match self {
            IndexLaw::And | IndexLaw::Or | IndexLaw::Gcd | IndexLaw::Lcm => "moebius",
            IndexLaw::Xor => "walsh-hadamard",
            IndexLaw::Product => "logarithms",
            IndexLaw::Truncated(_) => "classes",
            IndexLaw::Cyclic(_) => "kronecker",
        }
    }
}

/// Names of the laws without numbers.
static NAMES: [(&str, IndexLaw); 6] = [
    ("and", IndexLaw::And),
    ("or", IndexLaw::Or),
    ("xor", IndexLaw::Xor),
    ("gcd", IndexLaw::Gcd),
    ("lcm", IndexLaw::Lcm),
    ("product", IndexLaw::Product),
];

/// As it is read: `xor`, or `cyclic:4,5`.
impl fmt::Display for IndexLaw {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        let listed = |sizes: &[usize]| sizes.iter().map(ToString::to_string).collect::<Vec<_>>().join(",");
        match self {
            IndexLaw::Truncated(sizes) => write!(f, "truncated:{}", listed(sizes)),
            IndexLaw::Cyclic(sizes) => write!(f, "cyclic:{}", listed(sizes)),
            other => f.write_str(NAMES.iter().find(|(_, law)| law == other).map_or("", |(name, _)| name)),
        }
    }
}

/// `and`, `or`, `xor`, `gcd`, `lcm`, `product`, `truncated:N,N,…` or `cyclic:N,N,…`.
impl FromStr for IndexLaw {
    type Err = Error;

    fn from_str(text: &str) -> Result<Self> {
        if let Some((_, law)) = NAMES.iter().find(|(name, _)| *name == text) {
            return Ok(law.clone());
        }
        let refused = || Error::OutOfRange {
            what: "a law of indices",
            expected: "and, or, xor, gcd, lcm, product, truncated:N,N,… or cyclic:N,N,…",
            got: text.into(),
        };
        let (name, sizes) = text.split_once(':').ok_or_else(refused)?;
        let sizes: Vec<usize> = sizes.split(',').map(str::parse).collect::<Result<_, _>>().map_err(|_| refused())?;
        match name {
            "truncated" if !sizes.contains(&0) => Ok(IndexLaw::Truncated(sizes)),
            "cyclic" if !sizes.contains(&0) => Ok(IndexLaw::Cyclic(sizes)),
            _ => Err(refused()),
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::{F2, Gf2k, Zn, bits::testing::noise, ring::Ring};

    /// By the definition.
    fn defined<R: Convolve>(law: &IndexLaw, r: &R, a: View<'_, R>, b: View<'_, R>) -> Coeffs<R> {
        let n = a.len();
        let mut c = r.zeros(n);
        let gcd = |mut x: usize, mut y: usize| {
            while y > 0 {
                (x, y) = (y, x % y);
            }
            x
        };
        let sum = |sizes: &[usize], i: usize, j: usize, wraps: bool| {
            let (mut i, mut j, mut k, mut unit) = (i, j, 0, 1);
            for &size in sizes {
                let digit = i % size + j % size;
                if digit >= size && !wraps {
                    return None;
                }
                k += digit % size * unit;
                (i, j, unit) = (i / size, j / size, unit * size);
            }
            Some(k)
        };
        for (i, j) in (0..n).flat_map(|i| (0..n).map(move |j| (i, j))) {
            let place = match law {
                IndexLaw::And => Some(i & j),
                IndexLaw::Or => Some(i | j),
                IndexLaw::Xor => Some(i ^ j),
                IndexLaw::Gcd => Some(gcd(i + 1, j + 1) - 1),
                IndexLaw::Lcm => Some((i + 1) * (j + 1) / gcd(i + 1, j + 1) - 1),
                IndexLaw::Product => Some(i * j % n),
                IndexLaw::Truncated(sizes) => sum(sizes, i, j, false),
                IndexLaw::Cyclic(sizes) => sum(sizes, i, j, true),
            };
            if let Some(k) = place.filter(|&k| k < n) {
                let term = r.mul(&r.get(a, i), &r.get(b, j));
                let sum = r.add(&r.get(c.view(), k), &term);
                r.set(&mut c, k, &sum);
            }
        }
        c
    }

    fn check<R: Convolve>(r: &R, elem: impl Fn(u64) -> R::Elem) {
        let bits = ["and", "or", "xor"].map(|law| (law, vec![1, 2, 8, 64]));
        let divisors = ["gcd", "lcm"].map(|law| (law, vec![0, 1, 2, 12, 31]));
        let others = [
            ("product", vec![1, 2, 3, 4, 7, 8, 16, 29, 32]),
            ("truncated:5", vec![5]),
            ("truncated:2,3", vec![6]),
            ("truncated:2,2,2,2", vec![16]),
            ("truncated:4,1,3", vec![12]),
            ("cyclic:5", vec![5]),
            ("cyclic:2,3", vec![6]),
            ("cyclic:3,2,2", vec![12]),
        ];
        for (law, lens) in bits.into_iter().chain(divisors).chain(others) {
            let law: IndexLaw = law.parse().expect("a law");
            for n in lens {
                let [a, b] = [1, 2].map(|seed| {
                    r.collect(&(0..n as u64).map(|i| elem(noise(seed + 10 * i + 1000 * n as u64))).collect::<Vec<_>>())
                });
                let expected = defined(&law, r, a.view(), b.view());
                let found = law.product(r, a.view(), b.view()).expect("a product");
                assert!(r.same(found.view(), expected.view()), "{law} over {}, {n} entries", r.name());
                #[cfg(feature = "integers")]
                {
                    let again = law.product_again(r, a.view(), b.view()).expect("a product");
                    assert!(r.same(again.view(), expected.view()), "{law} over {}, {n} entries", r.name());
                }
            }
        }
    }

    #[test]
    fn products_of_indices() {
        for n in [2, 6, 97, (1 << 62) - 57, u64::MAX] {
            let f = Zn::new(n).expect("a modulus");
            check(&f, |word| word % n);
        }
        check(&F2::new(), |word| word % 2 == 1);
        check(&Gf2k::new(8, 0x11b).expect("a field"), |word| word % 256);
        #[cfg(feature = "integers")]
        check(&crate::Integers::new(), |word| rug::Integer::from(word) * (word % 5) - (1u64 << 63));
    }

    #[test]
    fn what_is_refused() {
        let f = Zn::new(97).expect("a prime");
        let three = f.collect(&[1, 2, 3]);
        for (law, n) in [("xor", 4), ("truncated:2,2", 4), ("cyclic:5", 5)] {
            let refused = law.parse::<IndexLaw>().and_then(|law| law.product(&f, three.view(), three.view()));
            assert!(matches!(refused, Err(Error::Length { expected, got: 3, .. }) if expected == n), "{law}");
        }
        let six = f.collect(&[1; 6]);
        assert!(matches!(IndexLaw::Product.product(&f, six.view(), six.view()), Err(Error::Length { .. })));
        assert!(matches!(IndexLaw::Gcd.product(&f, six.view(), three.view()), Err(Error::Length { .. })));
        for text in ["", "nor", "cyclic", "cyclic:", "cyclic:2,0", "truncated:x", "xor:2"] {
            assert!(text.parse::<IndexLaw>().is_err(), "{text}");
        }
    }
}
