//! The methods over Z of polynomials and matrices: the functions of this module with their default options.
//!
//! Answers are proved by a bound, or verified by a check that only the right answer passes ([`Effort::Certified`](super::Effort)); the
//! functions say which, take options, and continue from checkpoints.

use super::{IntegerBezout, Options, Solution};
use crate::{
    Result,
    matrix::{Matrix, PolyMatrix},
    poly::{Factorization, Poly},
    ring::{Coeffs, Integers},
};
use rug::Integer;

/// Over Z, by images modulo primes: certain answers of the functions in [`multimodular`](crate::multimodular), which take options.
impl Poly<Integers> {
    /// The greatest common divisor in Z\[x\], contents included, its leading coefficient positive; 0 of 0 and 0. Proved or verified;
    /// [`multimodular::gcd`](super::gcd()) says which, and takes options.
    ///
    /// ```
    /// use polymod::{Integers, Poly};
    /// let (a, b): (Poly<Integers>, Poly<Integers>) = ("6*x^2 - 6".parse()?, "4*x^2 + 8*x + 4".parse()?);
    /// assert_eq!(a.gcd(&b)?.to_string(), "2*x + 2");
    /// # Ok::<(), polymod::Error>(())
    /// ```
    ///
    /// # Errors
    /// [`Error::TooLarge`](crate::Error::TooLarge); [`Error::Cancelled`](crate::Error::Cancelled).
    pub fn gcd(&self, other: &Self) -> Result<Self> {
        Ok(super::gcd(self, other, &Options::default())?.value)
    }

    /// The greatest common divisor g and s, t, d with s·self + t·other = d·g, d > 0. Proved or verified;
    /// [`multimodular::xgcd`](super::xgcd) says which, and takes options.
    ///
    /// ```
    /// use polymod::{Integers, Poly, multimodular::IntegerBezout};
    /// let (a, b): (Poly<Integers>, Poly<Integers>) = ("x^2 + 1".parse()?, "x - 2".parse()?);
    /// let IntegerBezout { g, s, t, d } = a.xgcd(&b)?;
    /// assert_eq!(d, 5);
    /// assert_eq!(&s * &a + &t * &b, g.scale(&d));
    /// # Ok::<(), polymod::Error>(())
    /// ```
    ///
    /// # Errors
    /// Those of `gcd`.
    pub fn xgcd(&self, other: &Self) -> Result<IntegerBezout> {
        Ok(super::xgcd(self, other, &Options::default())?.value)
    }

    /// The resultant, Sylvester's determinant; 0 if either is 0, 1 for two nonzero constants. Proved by Hadamard's bound;
    /// [`multimodular::resultant`](super::resultant()) takes options.
    ///
    /// ```
    /// use polymod::{Integers, Poly};
    /// let (a, b): (Poly<Integers>, Poly<Integers>) = ("x^2 + x - 6".parse()?, "2*x + 1".parse()?);
    /// assert_eq!(a.resultant(&b)?, -25);                         // b(2)·b(−3) = 5·(−5)
    /// # Ok::<(), polymod::Error>(())
    /// ```
    ///
    /// # Errors
    /// [`Error::TooLarge`](crate::Error::TooLarge); [`Error::Cancelled`](crate::Error::Cancelled).
    pub fn resultant(&self, other: &Self) -> Result<Integer> {
        Ok(super::resultant(self, other, &Options::default())?.value)
    }

    /// The discriminant; 0 for a constant. Proved by Hadamard's bound; [`multimodular::discriminant`](super::discriminant) takes options.
    ///
    /// ```
    /// use polymod::{Integers, Poly};
    /// let a: Poly<Integers> = "2*x^2 + 3*x + 5".parse()?;
    /// assert_eq!(a.discriminant()?, -31);                        // 3² − 4·2·5
    /// # Ok::<(), polymod::Error>(())
    /// ```
    ///
    /// # Errors
    /// Those of `resultant`.
    pub fn discriminant(&self) -> Result<Integer> {
        Ok(super::discriminant(self, &Options::default())?.value)
    }

    /// The greatest common divisor of the coefficients, positive; 0 for 0.
    ///
    /// ```
    /// use polymod::{Integers, Poly};
    /// assert_eq!("6*x^2 - 4".parse::<Poly<Integers>>()?.content(), 2);
    /// # Ok::<(), polymod::Error>(())
    /// ```
    #[must_use]
    pub fn content(&self) -> Integer {
        super::content(self)
    }

    /// self divided by its content, with a positive leading coefficient; 0 for 0.
    ///
    /// ```
    /// use polymod::{Integers, Poly};
    /// assert_eq!("4 - 6*x^2".parse::<Poly<Integers>>()?.primitive_part().to_string(), "3*x^2 - 2");
    /// # Ok::<(), polymod::Error>(())
    /// ```
    #[must_use]
    pub fn primitive_part(&self) -> Self {
        super::primitive_part(self)
    }

    /// The square-free factorization: the content with the sign of the leading coefficient, and primitive, square-free, pairwise coprime
    /// polynomials with multiplicities. Verified; [`multimodular::squarefree`](super::squarefree()) takes options.
    ///
    /// ```
    /// use polymod::{Integers, Poly};
    /// let found = "2*x^3 - 6*x + 4".parse::<Poly<Integers>>()?.squarefree()?;
    /// assert_eq!((found.unit, found.factors), (2.into(), vec![("x + 2".parse()?, 1), ("x - 1".parse()?, 2)]));
    /// # Ok::<(), polymod::Error>(())
    /// ```
    ///
    /// # Errors
    /// [`Error::Domain`](crate::Error::Domain) for 0; those of `gcd`.
    pub fn squarefree(&self) -> Result<Factorization<Integers>> {
        Ok(super::squarefree(self, &Options::default())?.value)
    }

    /// The signed content, and the irreducible factors with multiplicities, by [`multimodular::factor`](super::factor()): primitive, with
    /// positive leading coefficients, sorted by degree. Proved.
    ///
    /// ```
    /// use polymod::{Integers, Poly};
    /// let found = "2*x^2 - 2".parse::<Poly<Integers>>()?.factor()?;
    /// assert_eq!((found.unit, found.factors), (2.into(), vec![("x - 1".parse()?, 1), ("x + 1".parse()?, 1)]));
    /// # Ok::<(), polymod::Error>(())
    /// ```
    ///
    /// # Errors
    /// Those of `squarefree`.
    pub fn factor(&self) -> Result<Factorization<Integers>> {
        super::factor(self)
    }

    /// Whether it is irreducible over Q: of degree at least 1, and not a product of two polynomials of lower degree. Proved.
    ///
    /// ```
    /// use polymod::{Integers, Poly};
    /// assert!("x^4 + 1".parse::<Poly<Integers>>()?.is_irreducible()?);
    /// # Ok::<(), polymod::Error>(())
    /// ```
    ///
    /// # Errors
    /// Those of `factor`.
    pub fn is_irreducible(&self) -> Result<bool> {
        super::is_irreducible(self)
    }

    /// The distinct integer roots, ascending. Proved.
    ///
    /// ```
    /// use polymod::{Integers, Poly, Ring};
    /// let (z, roots) = (Integers::new(), "x^3 - 4*x".parse::<Poly<Integers>>()?.roots()?);
    /// assert_eq!((0..3).map(|i| z.get(roots.view(), i)).collect::<Vec<_>>(), [-2, 0, 2]);
    /// # Ok::<(), polymod::Error>(())
    /// ```
    ///
    /// # Errors
    /// Those of `factor`.
    pub fn roots(&self) -> Result<Coeffs<Integers>> {
        super::roots(self)
    }
}

/// Over Z, by images modulo primes and p-adic lifting: certain answers of the functions in [`multimodular`](crate::multimodular), which take
/// options.
impl Matrix<Integers> {
    /// The determinant; 1 for the matrix without rows. Proved by Hadamard's bound; [`multimodular::det`](super::det()) takes options.
    ///
    /// ```
    /// use polymod::{Integers, Matrix};
    /// let a = Matrix::from_i64(&Integers::new(), &[&[1, 2], &[3, 4]])?;
    /// assert_eq!(a.det()?, -2);
    /// # Ok::<(), polymod::Error>(())
    /// ```
    ///
    /// # Errors
    /// [`Error::NotSquare`](crate::Error::NotSquare); [`Error::Cancelled`](crate::Error::Cancelled).
    pub fn det(&self) -> Result<Integer> {
        Ok(super::det(self, &Options::default())?.value)
    }

    /// The rank. Proved; [`multimodular::rank`](super::rank()) takes options.
    ///
    /// ```
    /// use polymod::{Integers, Matrix};
    /// assert_eq!(Matrix::from_i64(&Integers::new(), &[&[1, 2], &[2, 4]])?.rank()?, 1);
    /// # Ok::<(), polymod::Error>(())
    /// ```
    ///
    /// # Errors
    /// [`Error::Cancelled`](crate::Error::Cancelled).
    pub fn rank(&self) -> Result<usize> {
        Ok(super::rank(self, &Options::default())?.value)
    }

    /// X and d > 0 with self·X = d·right, where d and all entries of X have no common factor; unknowns in columns without a pivot are
    /// 0. Verified; [`multimodular::solve`](super::solve) takes options.
    ///
    /// ```
    /// use polymod::{Integers, Matrix};
    /// let z = Integers::new();
    /// let a = Matrix::from_i64(&z, &[&[2, 0], &[0, 3]])?;
    /// let (x, d) = a.solve(&Matrix::from_i64(&z, &[&[1], &[1]])?)?;
    /// assert!(x == Matrix::from_i64(&z, &[&[3], &[2]])? && d == 6);
    /// # Ok::<(), polymod::Error>(())
    /// ```
    ///
    /// # Errors
    /// [`Error::Shapes`](crate::Error::Shapes) unless both have the same number of rows;
    /// [`Error::Inconsistent`](crate::Error::Inconsistent) where there is no solution; [`Error::Cancelled`](crate::Error::Cancelled).
    pub fn solve(&self, right: &Self) -> Result<Solution> {
        Ok(super::solve(self, right, &Options::default())?.value)
    }

    /// The inverse, as numerators X and one denominator d > 0 in lowest terms: self·X = d·I. Verified;
    /// [`multimodular::inverse`](super::inverse) takes options.
    ///
    /// ```
    /// use polymod::{Integers, Matrix};
    /// let z = Integers::new();
    /// let (x, d) = Matrix::from_i64(&z, &[&[1, 2], &[3, 4]])?.inverse()?;
    /// assert!(x == Matrix::from_i64(&z, &[&[-4, 2], &[3, -1]])? && d == 2);
    /// # Ok::<(), polymod::Error>(())
    /// ```
    ///
    /// # Errors
    /// [`Error::NotSquare`](crate::Error::NotSquare); [`Error::Singular`](crate::Error::Singular);
    /// [`Error::Cancelled`](crate::Error::Cancelled).
    pub fn inverse(&self) -> Result<Solution> {
        Ok(super::inverse(self, &Options::default())?.value)
    }

    /// A basis of all x with self·x = 0, as the rows of a matrix in reduced echelon form: the entries of a row have no common factor,
    /// the first nonzero one is positive, and the other rows have 0 in its column. Verified; [`multimodular::nullspace`](super::nullspace)
    /// takes options.
    ///
    /// ```
    /// use polymod::{Integers, Matrix};
    /// let z = Integers::new();
    /// let a = Matrix::from_i64(&z, &[&[2, 3, 0], &[4, 6, 0]])?;
    /// assert_eq!(a.nullspace()?, Matrix::from_i64(&z, &[&[3, -2, 0], &[0, 0, 1]])?);
    /// # Ok::<(), polymod::Error>(())
    /// ```
    ///
    /// # Errors
    /// [`Error::TooLarge`](crate::Error::TooLarge); [`Error::Cancelled`](crate::Error::Cancelled).
    pub fn nullspace(&self) -> Result<Self> {
        Ok(super::nullspace(self, &Options::default())?.value)
    }

    /// A basis of all rows y with y·self = 0, in the form of [`nullspace`](Self::nullspace), which it is of the transpose.
    ///
    /// ```
    /// use polymod::{Integers, Matrix};
    /// let z = Integers::new();
    /// let a = Matrix::from_i64(&z, &[&[2, 4], &[3, 6]])?;
    /// assert_eq!(a.left_nullspace()?, Matrix::from_i64(&z, &[&[3, -2]])?);
    /// # Ok::<(), polymod::Error>(())
    /// ```
    ///
    /// # Errors
    /// Those of `nullspace`.
    pub fn left_nullspace(&self) -> Result<Self> {
        self.transposed().nullspace()
    }

    /// The adjugate: entry (i, j) is (−1)^(i+j) times the minor without row j and column i, so that self·adj = det·I. Proved by Hadamard's
    /// bound; [`multimodular::adjugate`](super::adjugate) takes options.
    ///
    /// ```
    /// use polymod::{Integers, Matrix};
    /// let z = Integers::new();
    /// let a = Matrix::from_i64(&z, &[&[1, 2], &[3, 4]])?;
    /// assert_eq!(a.adjugate()?, Matrix::from_i64(&z, &[&[4, -2], &[-3, 1]])?);
    /// # Ok::<(), polymod::Error>(())
    /// ```
    ///
    /// # Errors
    /// [`Error::NotSquare`](crate::Error::NotSquare); [`Error::Cancelled`](crate::Error::Cancelled).
    pub fn adjugate(&self) -> Result<Self> {
        Ok(super::adjugate(self, &Options::default())?.value)
    }

    /// The Pfaffian of a skew-symmetric matrix; 1 of the matrix without rows, 0 of one of odd size. Proved by Hadamard's bound;
    /// [`multimodular::pfaffian`](super::pfaffian) takes options.
    ///
    /// ```
    /// use polymod::{Integers, Matrix};
    /// let a = Matrix::from_i64(&Integers::new(), &[&[0, 3], &[-3, 0]])?;
    /// assert_eq!(a.pfaffian()?, 3);
    /// # Ok::<(), polymod::Error>(())
    /// ```
    ///
    /// # Errors
    /// [`Error::NotSquare`](crate::Error::NotSquare); [`Error::Domain`](crate::Error::Domain) where it is not skew-symmetric;
    /// [`Error::Cancelled`](crate::Error::Cancelled).
    pub fn pfaffian(&self) -> Result<Integer> {
        Ok(super::pfaffian(self, &Options::default())?.value)
    }

    /// The reduced row echelon form over Q, of the same shape, as numerators X and one denominator d > 0 in lowest terms. Verified;
    /// [`multimodular::rref`](super::rref) takes options.
    ///
    /// ```
    /// use polymod::{Integers, Matrix};
    /// let z = Integers::new();
    /// let (x, d) = Matrix::from_i64(&z, &[&[2, 0, 1], &[0, 3, 1]])?.rref()?;
    /// assert!(x == Matrix::from_i64(&z, &[&[6, 0, 3], &[0, 6, 2]])? && d == 6);
    /// # Ok::<(), polymod::Error>(())
    /// ```
    ///
    /// # Errors
    /// Those of `nullspace`.
    pub fn rref(&self) -> Result<Solution> {
        Ok(super::rref(self, &Options::default())?.value)
    }

    /// A basis over Q of the space of the columns, as the rows of a matrix in the form of [`nullspace`](Self::nullspace), with as many columns
    /// as self has rows. Verified; [`multimodular::column_space`](super::column_space) takes options.
    ///
    /// ```
    /// use polymod::{Integers, Matrix};
    /// let z = Integers::new();
    /// let a = Matrix::from_i64(&z, &[&[2, 4], &[3, 6]])?;
    /// assert_eq!(a.column_space()?, Matrix::from_i64(&z, &[&[2, 3]])?);
    /// # Ok::<(), polymod::Error>(())
    /// ```
    ///
    /// # Errors
    /// Those of `nullspace`.
    pub fn column_space(&self) -> Result<Self> {
        Ok(super::column_space(self, &Options::default())?.value)
    }

    /// The characteristic polynomial det(x·I − self), monic; 1 for the matrix without rows. Proved by a bound;
    /// [`multimodular::charpoly`](super::charpoly) takes options.
    ///
    /// ```
    /// use polymod::{Integers, Matrix};
    /// let a = Matrix::from_i64(&Integers::new(), &[&[1, 2], &[3, 4]])?;
    /// assert_eq!(a.charpoly()?.to_string(), "x^2 - 5*x - 2");
    /// # Ok::<(), polymod::Error>(())
    /// ```
    ///
    /// # Errors
    /// [`Error::NotSquare`](crate::Error::NotSquare); [`Error::Cancelled`](crate::Error::Cancelled).
    pub fn charpoly(&self) -> Result<Poly<Integers>> {
        Ok(super::charpoly(self, &Options::default())?.value)
    }

    /// The minimal polynomial: the monic polynomial m of least degree with m(self) = 0; 1 for the matrix without rows. Proved or
    /// verified; [`multimodular::minpoly`](super::minpoly()) says which, and takes options.
    ///
    /// ```
    /// use polymod::{Integers, Matrix};
    /// let a = Matrix::from_i64(&Integers::new(), &[&[3, 0, 0], &[0, 3, 0], &[0, 0, -1]])?;
    /// assert_eq!(a.minpoly()?.to_string(), "x^2 - 2*x - 3");
    /// # Ok::<(), polymod::Error>(())
    /// ```
    ///
    /// # Errors
    /// [`Error::NotSquare`](crate::Error::NotSquare); [`Error::Cancelled`](crate::Error::Cancelled).
    pub fn minpoly(&self) -> Result<Poly<Integers>> {
        Ok(super::minpoly(self, &Options::default())?.value)
    }
}

/// Over Z, by images modulo primes.
impl PolyMatrix<Integers> {
    /// The determinant; 1 for the matrix without rows. Proved by a bound; [`multimodular::poly_det`](super::poly_det) takes options.
    ///
    /// ```
    /// use polymod::{Integers, Poly, PolyMatrix};
    /// let z = Integers::new();
    /// let p = |c: &[i64]| Poly::from_i64(&z, c);
    /// let a = PolyMatrix::new(&z, 2, 2, vec![p(&[0, 1]), p(&[2]), p(&[3]), p(&[0, -1])])?;         // x, 2; 3, −x
    /// assert_eq!(a.det()?, p(&[-6, 0, -1]));
    /// # Ok::<(), polymod::Error>(())
    /// ```
    ///
    /// # Errors
    /// [`Error::NotSquare`](crate::Error::NotSquare); [`Error::Cancelled`](crate::Error::Cancelled).
    pub fn det(&self) -> Result<Poly<Integers>> {
        Ok(super::poly_det(self, &Options::default())?.value)
    }
}
