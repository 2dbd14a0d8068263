//! What the libraries have in common: polynomials over Z/n and over Z that can be multiplied, and the list of libraries
//! that this program was built with.

use polymod::rug::Integer;

use crate::flint::{fmpz::FmpzPoly, nmod::NmodPoly};

/// A polynomial over Z/n of one library, whose result buffer is kept from product to product.
pub trait ModPoly: Sized {
    /// The library's name in the tables.
    const NAME: &'static str;

    /// The polynomial with these coefficients, each below `n`; its buffer holds `capacity` coefficients at least, where
    /// the library can be told.
    fn new(n: u64, coefficients: &[u64], capacity: usize) -> Self;
    /// Becomes the product of `a` and `b` (a square where they are one), which have the same modulus as `self`.
    fn set_product(&mut self, a: &Self, b: &Self);
    /// The coefficients, the constant term first, without leading zeros.
    fn coefficients(&self) -> Vec<u64>;
}

/// A polynomial over Z of one library.
pub trait IntegerPoly: Sized {
    /// The library's name in the tables.
    const NAME: &'static str;

    /// The polynomial with these coefficients, the constant term first.
    fn new(coefficients: &[Integer]) -> Self;
    /// The product of `a` and `b`, in memory of its own.
    fn product(a: &Self, b: &Self) -> Self;
    /// The coefficients, without leading zeros.
    fn coefficients(&self) -> Vec<Integer>;
}

/// A square matrix over Z/p of one library.
pub trait SquareMatrix {
    /// The library's name in the tables.
    const NAME: &'static str;

    /// The matrix of `len` rows with these entries, each below `p`, row by row.
    fn new(p: u64, len: usize, entries: &[u64]) -> Self;
    /// Becomes the product of `a` and `b`, which have the same shape and modulus.
    fn set_product(&mut self, a: &Self, b: &Self);
    /// The determinant.
    fn det(&mut self) -> u64;
    /// All entries, row by row.
    fn entries(&self) -> Vec<u64>;
}

/// One operation by one library, to be timed.
pub trait Peer<T> {
    /// The library's name in the tables.
    fn name(&self) -> &'static str;
    /// Computes.
    fn run(&mut self);
    /// The last result: coefficients without leading zeros, or entries row by row.
    fn result(&self) -> Vec<T>;
}

/// The product of a and b over Z/n by every library; without b, the square of a.
pub fn mod_products(n: u64, a: &[u64], b: Option<&[u64]>) -> Vec<Box<dyn Peer<u64>>> {
    vec![
        ModProduct::<NmodPoly>::boxed(n, a, b),
        #[cfg(feature = "ntl")]
        ModProduct::<crate::ntl::ModPoly>::boxed(n, a, b),
    ]
}

/// The product of two polynomials over Z by every library.
pub fn integer_products(operands: &[Vec<Integer>; 2]) -> Vec<Box<dyn Peer<Integer>>> {
    vec![
        IntegerProduct::<FmpzPoly>::boxed(operands),
        #[cfg(feature = "ntl")]
        IntegerProduct::<crate::ntl::IntegerPoly>::boxed(operands),
    ]
}

/// What is computed modulo an integer of several words.
#[derive(Clone, Copy, PartialEq, Eq)]
pub enum BigOp {
    /// The product of two polynomials.
    Product,
    /// Their greatest common divisor, perhaps times a constant.
    Gcd,
}

/// This of two polynomials modulo an integer of several words by every library.
pub fn big_tasks(op: BigOp, p: &Integer, operands: &[Vec<Integer>; 2]) -> Vec<Box<dyn Peer<Integer>>> {
    #[cfg_attr(not(feature = "ntl"), allow(unused_mut))]
    let mut all = crate::flint::big::tasks(op, p, operands);
    #[cfg(feature = "ntl")]
    all.push(Box::new(crate::ntl::BigTask::new(op, p, operands)));
    all
}

/// The field F_p\[t\]/(f).
pub struct Extension {
    /// The prime.
    pub p: Integer,
    /// The coefficients of f, which is monic, the constant one first.
    pub modulus: Vec<Integer>,
}

impl Extension {
    /// The degree of f: coefficients of an element.
    pub fn degree(&self) -> usize {
        self.modulus.len() - 1
    }
}

/// What is computed over an extension.
#[derive(Clone, Copy, PartialEq, Eq)]
#[repr(i32)]
pub enum ExtensionOp {
    /// The product of two polynomials.
    Product = 0,
    /// Their monic greatest common divisor.
    Gcd = 1,
    /// The monic irreducible factors of the first, which is monic.
    Factor = 2,
    /// The product of two square matrices.
    MatrixProduct = 3,
    /// The determinant of the first.
    Determinant = 4,
}

impl ExtensionOp {
    /// Whether the operands are square matrices, row by row.
    pub fn is_of_matrices(self) -> bool {
        matches!(self, Self::MatrixProduct | Self::Determinant)
    }
}

/// This over an extension by every library. Operands and results are the coefficients of elements one after the other;
/// those of a factorization are [`sorted_factors`].
pub fn extension_tasks(
    op: ExtensionOp,
    field: &Extension,
    operands: &[Vec<Integer>; 2],
) -> Vec<Box<dyn Peer<Integer>>> {
    #[cfg_attr(not(feature = "ntl"), allow(unused_mut))]
    let mut all = crate::flint::extension::tasks(op, field, operands);
    #[cfg(feature = "ntl")]
    all.push(Box::new(crate::ntl_extensions::Task::new(op, field, operands)));
    all
}

/// One list for a factorization: of each factor its multiplicity, the number of its coefficients, and these.
pub fn sorted_factors(mut factors: Vec<(Vec<Integer>, usize)>) -> Vec<Integer> {
    factors.sort();
    let head = |factor: &Vec<Integer>, multiplicity| [multiplicity, factor.len()].map(Integer::from);
    let list =
        factors.into_iter().flat_map(|(factor, multiplicity)| head(&factor, multiplicity).into_iter().chain(factor));
    list.collect()
}

struct ModProduct<P> {
    a: P,
    b: Option<P>,
    out: P,
}

impl<P: ModPoly + 'static> ModProduct<P> {
    fn boxed(n: u64, a: &[u64], b: Option<&[u64]>) -> Box<dyn Peer<u64>> {
        let poly = |coefficients: &[u64]| P::new(n, coefficients, coefficients.len());
        let len = a.len() + b.unwrap_or(a).len() - 1;
        Box::new(Self { a: poly(a), b: b.map(poly), out: P::new(n, &[], len) })
    }
}

impl<P: ModPoly> Peer<u64> for ModProduct<P> {
    fn name(&self) -> &'static str {
        P::NAME
    }

    fn run(&mut self) {
        self.out.set_product(&self.a, self.b.as_ref().unwrap_or(&self.a));
    }

    fn result(&self) -> Vec<u64> {
        self.out.coefficients()
    }
}

struct IntegerProduct<P> {
    operands: [P; 2],
    out: P,
}

impl<P: IntegerPoly + 'static> IntegerProduct<P> {
    fn boxed(operands: &[Vec<Integer>; 2]) -> Box<dyn Peer<Integer>> {
        Box::new(Self { operands: operands.each_ref().map(|operand| P::new(operand)), out: P::new(&[]) })
    }
}

impl<P: IntegerPoly> Peer<Integer> for IntegerProduct<P> {
    fn name(&self) -> &'static str {
        P::NAME
    }

    fn run(&mut self) {
        self.out = P::product(&self.operands[0], &self.operands[1]);
    }

    fn result(&self) -> Vec<Integer> {
        self.out.coefficients()
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    fn modular<P: ModPoly>() {
        // small, with roots of unity, and above the bounds that libraries have for words
        for n in [97, 998_244_353, (1 << 63) - 25] {
            let (a, b) = (P::new(n, &[1, 2, 0], 3), P::new(n, &[n - 1, 5], 2));
            let mut product = P::new(n, &[], 1);
            product.set_product(&a, &b);
            assert_eq!(product.coefficients(), [n - 1, 3, 10], "{}", P::NAME);
            let other = P::new(101, &[7], 1);
            product.set_product(&b, &b);
            assert_eq!(product.coefficients(), [1, n - 10, 25], "{}", P::NAME);
            assert_eq!(other.coefficients(), [7]);
            product.set_product(&a, &P::new(n, &[0], 0));
            assert!(product.coefficients().is_empty());
        }
    }

    fn integers<P: IntegerPoly>() {
        // (2^64 - 3x)(5 + 0x) = 5*2^64 - 15x
        let word: Integer = Integer::from(1) << 64;
        let a = P::new(&[word.clone(), Integer::from(-3)]);
        let product = P::product(&a, &P::new(&[Integer::from(5), Integer::new()]));
        assert_eq!(product.coefficients(), [word * 5, Integer::from(-15)], "{}", P::NAME);
        assert!(P::product(&a, &P::new(&[])).coefficients().is_empty());
    }

    #[test]
    fn products_by_hand() {
        modular::<NmodPoly>();
        integers::<FmpzPoly>();
        #[cfg(feature = "ntl")]
        {
            modular::<crate::ntl::ModPoly>();
            integers::<crate::ntl::IntegerPoly>();
        }
    }
}
