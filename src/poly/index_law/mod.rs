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
    tested,
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

    tested! {
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
