//! The methods over Q of polynomials and matrices: the functions of this module with their default options, and those that need no other domain.

use super::{
    super::{Options, RootInterval},
    fractions::primitive,
};
use crate::{
    Result,
    matrix::{Matrix, PolyMatrix},
    poly::{Bezout, Factorization, ModuliTree, Poly, removed},
    ring::{Coeffs, Rationals},
};
use rug::{Integer, Rational};

impl Poly<Rationals> {
    /// The monic [greatest common divisor](super::gcd()); 0 of 0 and 0.
    ///
    /// ```
    /// use polymod::{Poly, Rationals};
    /// let (a, b): (Poly<Rationals>, Poly<Rationals>) = ("1/2*x^2 - 1/2".parse()?, "2*x + 2".parse()?);
    /// assert_eq!(a.gcd(&b)?.to_string(), "x + 1");
    /// # Ok::<(), polymod::Error>(())
    /// ```
    ///
    /// # Errors
    /// [`Error::Cancelled`](crate::Error::Cancelled); [`Error::TooLarge`](crate::Error::TooLarge).
    pub fn gcd(&self, other: &Self) -> Result<Self> {
        Ok(super::gcd(self, other, &Options::default())?.value)
    }

    /// The [Bézout coefficients](super::xgcd): g, s and t with s·self + t·other = g.
    ///
    /// ```
    /// use polymod::{Poly, Rationals, poly::Bezout};
    /// let (a, b): (Poly<Rationals>, Poly<Rationals>) = ("1/2*x^2 - 3".parse()?, "x + 2/3".parse()?);
    /// let Bezout { g, s, t } = a.xgcd(&b)?;
    /// assert_eq!(&s * &a + &t * &b, g);
    /// # Ok::<(), polymod::Error>(())
    /// ```
    ///
    /// # Errors
    /// Those of [`gcd`](Self::gcd).
    pub fn xgcd(&self, other: &Self) -> Result<Bezout<Rationals>> {
        Ok(super::xgcd(self, other, &Options::default())?.value)
    }

    /// The monic [least common multiple](super::lcm); 0 where a polynomial is 0.
    ///
    /// ```
    /// use polymod::{Poly, Rationals};
    /// let (a, b): (Poly<Rationals>, Poly<Rationals>) = ("2*x".parse()?, "x - 1/2".parse()?);
    /// assert_eq!(a.lcm(&b)?.to_string(), "x^2 - 1/2*x");
    /// # Ok::<(), polymod::Error>(())
    /// ```
    ///
    /// # Errors
    /// Those of [`gcd`](Self::gcd).
    pub fn lcm(&self, other: &Self) -> Result<Self> {
        Ok(super::lcm(self, other, &Options::default())?.value)
    }

    /// The quotient of `other` by self where that is a polynomial; of 0 by 0 it is 0.
    ///
    /// ```
    /// use polymod::{Poly, Rationals};
    /// let (a, b): (Poly<Rationals>, Poly<Rationals>) = ("2*x - 1".parse()?, "x^2 - 1/4".parse()?);
    /// assert_eq!(a.divides(&b)?.map(|q| q.to_string()), Some("1/2*x + 1/4".into()));
    /// assert_eq!(b.divides(&a)?, None);
    /// # Ok::<(), polymod::Error>(())
    /// ```
    ///
    /// # Errors
    /// [`Error::Cancelled`](crate::Error::Cancelled).
    pub fn divides(&self, other: &Self) -> Result<Option<Self>> {
        let (Some(lead), Some(of_other)) = (self.leading(), other.leading()) else {
            return Ok(other.is_empty().then(|| other.clone()));
        };
        // a quotient of primitive polynomials is one over Z
        let quotient = primitive(self).divides(&primitive(other))?;
        Ok(quotient.map(|quotient| {
            let scale = of_other / lead / quotient.leading().unwrap_or_else(|| Integer::from(1));
            Poly::from_fraction(self.ring(), &quotient, &Integer::from(1)).scale(&scale)
        }))
    }

    /// The largest e for which `divisor`^e divides self, and the quotient.
    ///
    /// ```
    /// use polymod::{Poly, Rationals};
    /// let (a, b): (Poly<Rationals>, Poly<Rationals>) = ("(2*x - 1)^3*(x + 1)".parse()?, "x - 1/2".parse()?);
    /// let (e, rest) = a.remove(&b)?;
    /// assert_eq!((e, rest.to_string()), (3, "8*x + 8".into()));
    /// # Ok::<(), polymod::Error>(())
    /// ```
    ///
    /// # Errors
    /// [`Error::Domain`](crate::Error::Domain) for self = 0, and for a constant divisor; [`Error::Cancelled`](crate::Error::Cancelled).
    pub fn remove(&self, divisor: &Self) -> Result<(u64, Self)> {
        removed(self, divisor, divisor.len() == 1, |a, b| b.divides(a))
    }

    /// The [inverse modulo m](super::inv_mod).
    ///
    /// ```
    /// use polymod::{Poly, Rationals};
    /// let (a, m): (Poly<Rationals>, Poly<Rationals>) = ("x".parse()?, "x^2 - 1/2".parse()?);
    /// assert_eq!(a.inv_mod(&m)?.to_string(), "2*x");
    /// # Ok::<(), polymod::Error>(())
    /// ```
    ///
    /// # Errors
    /// [`Error::NotInvertible`](crate::Error::NotInvertible) with the common factor; [`Error::DivisionByZero`](crate::Error::DivisionByZero) for m = 0.
    pub fn inv_mod(&self, m: &Self) -> Result<Self> {
        Ok(super::inv_mod(self, m, &Options::default())?.value)
    }

    /// The fraction P/Q congruent to self modulo m with deg P ≤ `degree`, Q monic, coprime to P and of lower degree than deg m − `degree`.
    ///
    /// ```
    /// use polymod::{Poly, Rationals};
    /// let (a, m): (Poly<Rationals>, Poly<Rationals>) = ("1/8*x^3 + 1/4*x^2 + 1/2*x + 1".parse()?, "x^4".parse()?);
    /// let (p, q) = a.rational(&m, 1)?;
    /// assert_eq!((p.to_string(), q.to_string()), ("-2".into(), "x - 2".into()));
    /// # Ok::<(), polymod::Error>(())
    /// ```
    ///
    /// # Errors
    /// [`Error::NoFraction`](crate::Error::NoFraction) where there is none; [`Error::DivisionByZero`](crate::Error::DivisionByZero) for m = 0.
    pub fn rational(&self, m: &Self, degree: usize) -> Result<(Self, Self)> {
        self.direct_rational(m, degree)
    }

    /// The [resultant](super::resultant).
    ///
    /// ```
    /// use polymod::{Poly, Rationals};
    /// let (a, b): (Poly<Rationals>, Poly<Rationals>) = ("1/2*x - 1".parse()?, "x + 3".parse()?);
    /// assert_eq!(a.resultant(&b)?.to_string(), "5/2");
    /// # Ok::<(), polymod::Error>(())
    /// ```
    ///
    /// # Errors
    /// [`Error::Cancelled`](crate::Error::Cancelled); [`Error::TooLarge`](crate::Error::TooLarge).
    pub fn resultant(&self, other: &Self) -> Result<Rational> {
        Ok(super::resultant(self, other, &Options::default())?.value)
    }

    /// The [discriminant](super::discriminant).
    ///
    /// ```
    /// use polymod::{Poly, Rationals};
    /// let a: Poly<Rationals> = "x^2 + 1/2*x".parse()?;
    /// assert_eq!(a.discriminant()?.to_string(), "1/4");
    /// # Ok::<(), polymod::Error>(())
    /// ```
    ///
    /// # Errors
    /// [`Error::Cancelled`](crate::Error::Cancelled); [`Error::TooLarge`](crate::Error::TooLarge).
    pub fn discriminant(&self) -> Result<Rational> {
        Ok(super::discriminant(self, &Options::default())?.value)
    }

    /// The [square-free factorization](super::squarefree).
    ///
    /// ```
    /// use polymod::{Poly, Rationals};
    /// let a: Poly<Rationals> = "(x - 1/2)^2".parse()?;
    /// assert_eq!(a.squarefree()?.factors[0].1, 2);
    /// # Ok::<(), polymod::Error>(())
    /// ```
    ///
    /// # Errors
    /// [`Error::Domain`](crate::Error::Domain) for 0.
    pub fn squarefree(&self) -> Result<Factorization<Rationals>> {
        Ok(super::squarefree(self, &Options::default())?.value)
    }

    /// The [irreducible factors](super::factor()).
    ///
    /// ```
    /// use polymod::{Poly, Rationals};
    /// let a: Poly<Rationals> = "x^2 - 1/4".parse()?;
    /// assert_eq!(a.factor()?.factors[0].0.to_string(), "x - 1/2");
    /// # Ok::<(), polymod::Error>(())
    /// ```
    ///
    /// # Errors
    /// [`Error::Domain`](crate::Error::Domain) for 0.
    pub fn factor(&self) -> Result<Factorization<Rationals>> {
        super::factor(self)
    }

    /// Whether it is [irreducible](super::is_irreducible); constants are not.
    ///
    /// ```
    /// use polymod::{Poly, Rationals};
    /// let a: Poly<Rationals> = "x^2 - 1/2".parse()?;
    /// assert!(a.is_irreducible()?);
    /// # Ok::<(), polymod::Error>(())
    /// ```
    ///
    /// # Errors
    /// [`Error::Domain`](crate::Error::Domain) for 0.
    pub fn is_irreducible(&self) -> Result<bool> {
        super::is_irreducible(self)
    }

    /// The distinct [roots](super::roots()), ascending.
    ///
    /// ```
    /// use polymod::{Poly, Rationals};
    /// let a: Poly<Rationals> = "3*x - 1".parse()?;
    /// assert_eq!(a.roots()?.len(), 1);
    /// # Ok::<(), polymod::Error>(())
    /// ```
    ///
    /// # Errors
    /// [`Error::Domain`](crate::Error::Domain) for 0.
    pub fn roots(&self) -> Result<Coeffs<Rationals>> {
        super::roots(self)
    }

    /// The [roots with their multiplicities](super::roots_with_multiplicities), ascending.
    ///
    /// ```
    /// use polymod::{Poly, Rationals, rug};
    /// let a: Poly<Rationals> = "(3*x - 1)^2".parse()?;
    /// assert_eq!(a.roots_with_multiplicities()?, vec![(rug::Rational::from((1, 3)), 2)]);
    /// # Ok::<(), polymod::Error>(())
    /// ```
    ///
    /// # Errors
    /// [`Error::Domain`](crate::Error::Domain) for 0.
    pub fn roots_with_multiplicities(&self) -> Result<Vec<(Rational, u64)>> {
        super::roots_with_multiplicities(self)
    }

    /// Disjoint intervals around the [real roots](super::real_roots), of at most this width if one is given.
    ///
    /// ```
    /// use polymod::{Poly, Rationals};
    /// let a: Poly<Rationals> = "x^2 + 1/3".parse()?;
    /// assert!(a.real_roots(None)?.is_empty());
    /// # Ok::<(), polymod::Error>(())
    /// ```
    ///
    /// # Errors
    /// [`Error::Domain`](crate::Error::Domain) for 0; [`Error::OutOfRange`](crate::Error::OutOfRange) for a width that is not positive.
    pub fn real_roots(&self, width: Option<&Rational>) -> Result<Vec<RootInterval>> {
        super::real_roots(self, width)
    }

    /// The trace of self in Q\[x\]/(m).
    ///
    /// ```
    /// use polymod::{Poly, Rationals};
    /// let (a, m): (Poly<Rationals>, Poly<Rationals>) = ("1/2*x + 1".parse()?, "x^2 - 2*x".parse()?);
    /// assert_eq!(a.trace_mod(&m)?, 3);
    /// # Ok::<(), polymod::Error>(())
    /// ```
    ///
    /// # Errors
    /// [`Error::Domain`](crate::Error::Domain) for a constant m.
    pub fn trace_mod(&self, m: &Self) -> Result<Rational> {
        self.direct_trace_mod(m)
    }

    /// The norm of self in Q\[x\]/(m): the product of its values at the roots of m.
    ///
    /// ```
    /// use polymod::{Poly, Rationals};
    /// let (a, m): (Poly<Rationals>, Poly<Rationals>) = ("x + 1".parse()?, "x^2 - 1/2".parse()?);
    /// assert_eq!(a.norm_mod(&m)?.to_string(), "1/2");
    /// # Ok::<(), polymod::Error>(())
    /// ```
    ///
    /// # Errors
    /// [`Error::Domain`](crate::Error::Domain) for a constant m.
    pub fn norm_mod(&self, m: &Self) -> Result<Rational> {
        let (a, m) = self.in_algebra(m)?;
        m.resultant(&a)
    }

    /// The characteristic polynomial of the multiplication by self in Q\[x\]/(m).
    ///
    /// ```
    /// use polymod::{Poly, Rationals};
    /// let (a, m): (Poly<Rationals>, Poly<Rationals>) = ("x + 1/2".parse()?, "x^2 - 1/4".parse()?);
    /// assert_eq!(a.charpoly_mod(&m)?.to_string(), "x^2 - x");
    /// # Ok::<(), polymod::Error>(())
    /// ```
    ///
    /// # Errors
    /// [`Error::Domain`](crate::Error::Domain) for a constant m.
    pub fn charpoly_mod(&self, m: &Self) -> Result<Self> {
        self.begins(|| ("characteristic polynomial modulo a polynomial".into(), "matrix"), &[m])?;
        let (a, m) = self.in_algebra(m)?;
        a.multiplication(&m)?.charpoly()
    }

    /// The minimal polynomial of self in Q\[x\]/(m).
    ///
    /// ```
    /// use polymod::{Poly, Rationals};
    /// let (a, m): (Poly<Rationals>, Poly<Rationals>) = ("1/3".parse()?, "x^2 - 1/4".parse()?);
    /// assert_eq!(a.minpoly_mod(&m)?.to_string(), "x - 1/3");
    /// # Ok::<(), polymod::Error>(())
    /// ```
    ///
    /// # Errors
    /// [`Error::Domain`](crate::Error::Domain) for a constant m.
    pub fn minpoly_mod(&self, m: &Self) -> Result<Self> {
        self.begins(|| ("minimal polynomial modulo a polynomial".into(), "matrix"), &[m])?;
        let (a, m) = self.in_algebra(m)?;
        a.multiplication(&m)?.minpoly()
    }
}

impl ModuliTree<Rationals> {
    /// The polynomial of lowest degree with these remainders by the moduli.
    ///
    /// ```
    /// use polymod::{Poly, Rationals, poly::ModuliTree};
    /// let [a, b]: [Poly<Rationals>; 2] = ["x".parse()?, "x - 2".parse()?];
    /// let tree = ModuliTree::new(&[a, b])?;
    /// let remainders: [Poly<Rationals>; 2] = ["1/2".parse()?, "1".parse()?];
    /// assert_eq!(tree.reconstruct(&remainders)?.to_string(), "1/4*x + 1/2");
    /// # Ok::<(), polymod::Error>(())
    /// ```
    ///
    /// # Errors
    /// [`Error::Length`](crate::Error::Length) unless there are as many remainders as moduli; [`Error::Domain`](crate::Error::Domain), which names two moduli, where they are not coprime.
    pub fn reconstruct(&self, remainders: &[Poly<Rationals>]) -> Result<Poly<Rationals>> {
        self.reconstructed(remainders, Poly::<Rationals>::inv_mod, Poly::<Rationals>::gcd)
    }
}

/// Writes methods of matrices that are functions of this module with their default options.
macro_rules! methods {
    ($($(#[$doc:meta])* $name:ident -> $result:ty;)*) => {
        impl Matrix<Rationals> {$(
            $(#[$doc])*
            pub fn $name(&self) -> Result<$result> {
                Ok(super::$name(self, &Options::default())?.value)
            }
        )*}
    };
}

methods! {
    /// The [determinant](super::det()).
    ///
    /// ```
    /// use polymod::{Matrix, Rationals};
    /// assert_eq!(Matrix::parse(&Rationals::new(), "[[\"1/2\",1],[0,3]]")?.det()?.to_string(), "3/2");
    /// # Ok::<(), polymod::Error>(())
    /// ```
    ///
    /// # Errors
    /// [`Error::NotSquare`](crate::Error::NotSquare); [`Error::Cancelled`](crate::Error::Cancelled).
    det -> Rational;
    /// The [rank](super::rank).
    ///
    /// ```
    /// use polymod::{Matrix, Rationals};
    /// assert_eq!(Matrix::parse(&Rationals::new(), "[[\"1/2\",1],[1,2]]")?.rank()?, 1);
    /// # Ok::<(), polymod::Error>(())
    /// ```
    ///
    /// # Errors
    /// [`Error::Cancelled`](crate::Error::Cancelled).
    rank -> usize;
    /// The [inverse](super::inverse).
    ///
    /// ```
    /// use polymod::{Matrix, Rationals};
    /// let q = Rationals::new();
    /// assert_eq!(Matrix::parse(&q, "[[\"2/3\"]]")?.inverse()?, Matrix::parse(&q, "[[\"3/2\"]]")?);
    /// # Ok::<(), polymod::Error>(())
    /// ```
    ///
    /// # Errors
    /// [`Error::NotSquare`](crate::Error::NotSquare); [`Error::Singular`](crate::Error::Singular); [`Error::Cancelled`](crate::Error::Cancelled).
    inverse -> Matrix<Rationals>;
    /// A [basis of the kernel](super::nullspace) in reduced echelon form.
    ///
    /// ```
    /// use polymod::{Matrix, Rationals};
    /// let q = Rationals::new();
    /// assert_eq!(Matrix::parse(&q, "[[\"1/2\",1]]")?.nullspace()?, Matrix::parse(&q, "[[1,\"-1/2\"]]")?);
    /// # Ok::<(), polymod::Error>(())
    /// ```
    ///
    /// # Errors
    /// [`Error::Cancelled`](crate::Error::Cancelled).
    nullspace -> Matrix<Rationals>;
    /// The [reduced row echelon form](super::rref).
    ///
    /// ```
    /// use polymod::{Matrix, Rationals};
    /// let q = Rationals::new();
    /// assert_eq!(Matrix::parse(&q, "[[2,1]]")?.rref()?, Matrix::parse(&q, "[[1,\"1/2\"]]")?);
    /// # Ok::<(), polymod::Error>(())
    /// ```
    ///
    /// # Errors
    /// [`Error::Cancelled`](crate::Error::Cancelled).
    rref -> Matrix<Rationals>;
    /// A [basis of the space of the columns](super::column_space), row by row in reduced echelon form.
    ///
    /// ```
    /// use polymod::{Matrix, Rationals};
    /// let q = Rationals::new();
    /// assert_eq!(Matrix::parse(&q, "[[2],[1]]")?.column_space()?, Matrix::parse(&q, "[[1,\"1/2\"]]")?);
    /// # Ok::<(), polymod::Error>(())
    /// ```
    ///
    /// # Errors
    /// [`Error::Cancelled`](crate::Error::Cancelled).
    column_space -> Matrix<Rationals>;
    /// The [characteristic polynomial](super::charpoly).
    ///
    /// ```
    /// use polymod::{Matrix, Rationals};
    /// assert_eq!(Matrix::parse(&Rationals::new(), "[[\"1/2\"]]")?.charpoly()?.to_string(), "x - 1/2");
    /// # Ok::<(), polymod::Error>(())
    /// ```
    ///
    /// # Errors
    /// [`Error::NotSquare`](crate::Error::NotSquare); [`Error::Cancelled`](crate::Error::Cancelled).
    charpoly -> Poly<Rationals>;
    /// The [minimal polynomial](super::minpoly).
    ///
    /// ```
    /// use polymod::{Matrix, Rationals};
    /// assert_eq!(Matrix::identity(&Rationals::new(), 2).minpoly()?.to_string(), "x - 1");
    /// # Ok::<(), polymod::Error>(())
    /// ```
    ///
    /// # Errors
    /// [`Error::NotSquare`](crate::Error::NotSquare); [`Error::Cancelled`](crate::Error::Cancelled).
    minpoly -> Poly<Rationals>;
    /// The [adjugate](super::adjugate).
    ///
    /// ```
    /// use polymod::{Matrix, Rationals};
    /// let q = Rationals::new();
    /// let a = Matrix::parse(&q, "[[\"1/2\",1],[2,3]]")?;
    /// assert_eq!(a.adjugate()?, Matrix::parse(&q, "[[3,-1],[-2,\"1/2\"]]")?);
    /// # Ok::<(), polymod::Error>(())
    /// ```
    ///
    /// # Errors
    /// [`Error::NotSquare`](crate::Error::NotSquare); [`Error::Cancelled`](crate::Error::Cancelled).
    adjugate -> Matrix<Rationals>;
    /// The [Pfaffian](super::pfaffian).
    ///
    /// ```
    /// use polymod::{Matrix, Rationals};
    /// assert_eq!(Matrix::parse(&Rationals::new(), "[[0,\"1/2\"],[\"-1/2\",0]]")?.pfaffian()?.to_string(), "1/2");
    /// # Ok::<(), polymod::Error>(())
    /// ```
    ///
    /// # Errors
    /// [`Error::Domain`](crate::Error::Domain) unless the matrix is skew-symmetric; [`Error::Cancelled`](crate::Error::Cancelled).
    pfaffian -> Rational;
}

impl Matrix<Rationals> {
    /// [X with self·X = right](super::solve).
    ///
    /// ```
    /// use polymod::{Matrix, Rationals};
    /// let q = Rationals::new();
    /// let x = Matrix::parse(&q, "[[\"2/3\"]]")?.solve(&Matrix::parse(&q, "[[1]]")?)?;
    /// assert_eq!(x, Matrix::parse(&q, "[[\"3/2\"]]")?);
    /// # Ok::<(), polymod::Error>(())
    /// ```
    ///
    /// # Errors
    /// [`Error::Shapes`](crate::Error::Shapes); [`Error::Inconsistent`](crate::Error::Inconsistent); [`Error::Cancelled`](crate::Error::Cancelled).
    pub fn solve(&self, right: &Self) -> Result<Self> {
        Ok(super::solve(self, right, &Options::default())?.value)
    }

    /// A basis of all rows y with y·self = 0, row by row in reduced echelon form.
    ///
    /// ```
    /// use polymod::{Matrix, Rationals};
    /// let q = Rationals::new();
    /// assert_eq!(Matrix::parse(&q, "[[\"1/2\"],[1]]")?.left_nullspace()?, Matrix::parse(&q, "[[1,\"-1/2\"]]")?);
    /// # Ok::<(), polymod::Error>(())
    /// ```
    ///
    /// # Errors
    /// [`Error::Cancelled`](crate::Error::Cancelled).
    pub fn left_nullspace(&self) -> Result<Self> {
        self.transposed().nullspace()
    }
}

impl PolyMatrix<Rationals> {
    /// The [determinant](super::poly_det).
    ///
    /// ```
    /// use polymod::{PolyMatrix, Rationals};
    /// let a = PolyMatrix::parse(&Rationals::new(), "[[\"1/2*x\"]]")?;
    /// assert_eq!(a.det()?.to_string(), "1/2*x");
    /// # Ok::<(), polymod::Error>(())
    /// ```
    ///
    /// # Errors
    /// [`Error::NotSquare`](crate::Error::NotSquare); [`Error::Cancelled`](crate::Error::Cancelled).
    pub fn det(&self) -> Result<Poly<Rationals>> {
        Ok(super::poly_det(self, &Options::default())?.value)
    }
}
