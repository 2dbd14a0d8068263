//! Checks of elements of K\[x\]/(m) by the matrices of their multiplications, of values at matrices, and of factors by degree.

use super::{Checker, Proof, Unverified, wrong};
use crate::{
    Error,
    matrix::Matrix,
    poly::{Divisor, Exponent, Poly, primes_of_order},
    ring::{Convolve, Direct, FiniteField},
};
use rug::Integer;

/// Most rows of a matrix at which a polynomial is evaluated again as a whole; of others at this number of random vectors.
const COLUMNS: usize = 64;

impl<R: Convolve> Checker<'_, R> {
    /// Checks that v is a at the square matrix m: by Horner's rule, for long matrices at 64 random vectors.
    ///
    /// ```
    /// # use polymod::{Matrix, Poly, Zn, verify::Checker};
    /// # use rand_chacha::{ChaCha20Rng, rand_core::SeedableRng};
    /// let f = Zn::new(97)?;
    /// # let mut checker = Checker::new(&f, ChaCha20Rng::seed_from_u64(1));
    /// let m = Matrix::from_i64(&f, &[&[1, 2], &[3, 4]])?;
    /// let a = Poly::parse(&f, "x^2 - 5*x - 2")?;
    /// assert!(checker.value_at_matrix(&a, &m, &Matrix::zero(&f, 2, 2)?).is_ok());
    /// assert!(checker.value_at_matrix(&a, &m, &m).is_err());
    /// # Ok::<(), Box<dyn std::error::Error>>(())
    /// ```
    ///
    /// # Errors
    /// [`Unverified::Wrong`] if the check fails.
    pub fn value_at_matrix(&mut self, a: &Poly<R>, m: &Matrix<R>, v: &Matrix<R>) -> Result<Proof, Unverified> {
        let (r, n) = (self.ring, m.rows());
        if v.shape() != m.shape() {
            return Err(wrong("the shape of the value"));
        }
        let vectors = if n <= COLUMNS {
            Matrix::identity(r, n)
        } else {
            let entries = (0..n * COLUMNS).map(|_| self.random_element()).collect::<Result<Vec<_>, _>>()?;
            Matrix::new(r, n, COLUMNS, r.collect(&entries))?
        };
        let mut sum = Matrix::zero(r, n, vectors.cols())?;
        for c in a.iter().rev() {
            sum = m.checked_mul(&sum)?.checked_add(&vectors.scale(&c))?;
        }
        if v.checked_mul(&vectors)? != sum {
            return Err(wrong("the value at the matrix"));
        }
        let vectors = COLUMNS as u32;
        Ok(if n <= COLUMNS { Proof::Exact } else { Proof::Vectors { vectors, log2_error: -f64::from(vectors) } })
    }
}

impl<R: Convolve + Direct> Checker<'_, R> {
    /// The matrix of the multiplication by a modulo m; its characteristic polynomial, determinant, minimal polynomial and trace are those of a in
    /// K\[x\]/(m).
    ///
    /// ```
    /// # use polymod::{Poly, Zn, verify::Checker};
    /// # use rand_chacha::{ChaCha20Rng, rand_core::SeedableRng};
    /// let f = Zn::new(97)?;
    /// # let checker = Checker::new(&f, ChaCha20Rng::seed_from_u64(1));
    /// let m = checker.multiplication(&Poly::x(&f), &Poly::parse(&f, "x^2 + 2*x + 3")?)?;
    /// assert_eq!(m.charpoly()?.to_string(), "x^2 + 2*x + 3");
    /// # Ok::<(), Box<dyn std::error::Error>>(())
    /// ```
    ///
    /// # Errors
    /// [`Unverified::Library`] where m is constant or its leading coefficient no unit.
    pub fn multiplication(&self, a: &Poly<R>, m: &Poly<R>) -> Result<Matrix<R>, Unverified> {
        let (r, n) = (self.ring, m.len().saturating_sub(1));
        let lead = r.inv(&m.leading().ok_or(Error::DivisionByZero)?)?;
        let lower: Vec<_> = m.iter().take(n).map(|c| r.neg(&r.mul(&c, &lead))).collect();
        let rest = a.rem(m)?;
        let mut row: Vec<R::Elem> = (0..n).map(|i| rest.coeff(i)).collect();
        let mut entries = Vec::with_capacity(n * n);
        for _ in 0..n {
            entries.extend(row.iter().cloned());
            // x times it, term by term
            let top = row.pop().unwrap_or_else(|| r.elem(0));
            row.insert(0, r.elem(0));
            row.iter_mut().zip(&lower).for_each(|(x, c)| *x = r.add(x, &r.mul(&top, c)));
        }
        Ok(Matrix::new(r, n, n, r.collect(&entries))?)
    }
}

impl<R: FiniteField + Direct> Checker<'_, R> {
    /// Checks products of the irreducible factors of each degree of a square-free polynomial: x^(q^d) is x modulo the one of degree d, and has no common
    /// divisor with it for the d before.
    ///
    /// ```
    /// # use polymod::{Poly, Zn, verify::Checker};
    /// # use rand_chacha::{ChaCha20Rng, rand_core::SeedableRng};
    /// let f = Zn::new(7)?;
    /// # let mut checker = Checker::new(&f, ChaCha20Rng::seed_from_u64(1));
    /// let (a, b) = (Poly::parse(&f, "x^2 + 3*x + 2")?, Poly::parse(&f, "x^2 + 1")?);
    /// assert!(checker.distinct_degrees(&(&a * &b), &[(a.clone(), 1), (b.clone(), 2)]).is_ok());
    /// assert!(checker.distinct_degrees(&(&a * &b), &[(a, 2), (b, 1)]).is_err());
    /// # Ok::<(), Box<dyn std::error::Error>>(())
    /// ```
    ///
    /// # Errors
    /// [`Unverified::Wrong`] if the check fails.
    pub fn distinct_degrees(&mut self, a: &Poly<R>, products: &[(Poly<R>, u64)]) -> Result<Proof, Unverified> {
        let one = self.ring.one();
        if products.iter().any(|(f, _)| f.leading().as_ref() != Some(&one)) || !products.is_sorted_by(|x, y| x.1 < y.1)
        {
            return Err(wrong("the factors by degree"));
        }
        let factors: Vec<_> = products.iter().map(|(f, _)| (f, 1)).collect();
        let proof = self.product(&factors, &a.monic()?)?;
        for (f, degree) in products {
            if f.len() < 2 || !self.has_degree(f, *degree)? {
                return Err(wrong("the degree of factors"));
            }
        }
        Ok(proof)
    }

    /// Checks the irreducible factors of one degree of a square-free polynomial.
    ///
    /// ```
    /// # use polymod::{Poly, Zn, verify::Checker};
    /// # use rand_chacha::{ChaCha20Rng, rand_core::SeedableRng};
    /// let f = Zn::new(7)?;
    /// # let mut checker = Checker::new(&f, ChaCha20Rng::seed_from_u64(1));
    /// let (a, b) = (Poly::parse(&f, "x + 2")?, Poly::parse(&f, "x + 3")?);
    /// assert!(checker.equal_degrees(&(&a * &b), 1, &[a.clone(), b.clone()]).is_ok());
    /// assert!(checker.equal_degrees(&(&a * &b), 1, &[b, a]).is_err()); // not in order
    /// # Ok::<(), Box<dyn std::error::Error>>(())
    /// ```
    ///
    /// # Errors
    /// [`Unverified::Wrong`] if the check fails.
    pub fn equal_degrees(&mut self, a: &Poly<R>, degree: usize, factors: &[Poly<R>]) -> Result<Proof, Unverified> {
        let all: Vec<_> = factors.iter().map(|f| (f.clone(), 1)).collect();
        let unit = a.leading().ok_or(Error::DivisionByZero)?;
        if factors.iter().any(|f| f.len() != degree + 1) {
            return Err(wrong("the degree of a factor"));
        }
        let digits = |f: &Poly<R>| {
            let mut limbs = vec![Vec::new(); f.len()];
            for (i, limbs) in limbs.iter_mut().enumerate() {
                self.ring.limbs(f.coeffs(), i, limbs);
            }
            // a longer number is larger, then the one with the larger highest limb
            limbs.into_iter().map(|x| (x.len(), x.into_iter().rev().collect())).collect::<Vec<(usize, Vec<u64>)>>()
        };
        if !factors.is_sorted_by_key(digits) {
            return Err(wrong("the order of the factors"));
        }
        self.factors(a, &unit, &all)
    }

    /// Whether all irreducible factors of f have this degree.
    fn has_degree(&self, f: &Poly<R>, degree: u64) -> Result<bool, Unverified> {
        let (r, modulus) = (self.ring, Divisor::new(f)?);
        let order = Exponent::new(false, &r.cardinality()?.words());
        let x = Poly::x(r);
        let mut power = modulus.rem(&x)?;
        for d in 1..=degree {
            power = power.pow_mod(order.clone(), &modulus)?;
            let difference = power.checked_sub(&x)?.rem(f)?;
            if (d < degree && difference.gcd(f)?.len() != 1) || (d == degree && !difference.is_empty()) {
                return Ok(false);
            }
        }
        Ok(degree > 0)
    }

    /// Checks distinct roots with their multiplicities: those are the roots, each divides as often as it says, and no more.
    ///
    /// ```
    /// # use polymod::{Poly, Zn, verify::Checker};
    /// # use rand_chacha::{ChaCha20Rng, rand_core::SeedableRng};
    /// let f = Zn::new(97)?;
    /// # let mut checker = Checker::new(&f, ChaCha20Rng::seed_from_u64(1));
    /// let a = Poly::parse(&f, "(x - 3)^2*(x - 8)")?;
    /// assert!(checker.multiplicities(&a, &[(3, 2), (8, 1)]).is_ok() && checker.multiplicities(&a, &[(3, 1), (8, 1)]).is_err());
    /// # Ok::<(), Box<dyn std::error::Error>>(())
    /// ```
    ///
    /// # Errors
    /// [`Unverified::Wrong`] if the check fails.
    pub fn multiplicities(&mut self, a: &Poly<R>, roots: &[(R::Elem, u64)]) -> Result<Proof, Unverified> {
        let r = self.ring;
        let distinct = r.collect(&roots.iter().map(|(x, _)| x.clone()).collect::<Vec<_>>());
        let proof = self.roots(a, distinct.view())?;
        self.divide_out(a, roots).map(|()| proof)
    }

    /// Checks the order of x modulo a: the power of it is 1, and no power of it over a prime is.
    ///
    /// ```
    /// # use polymod::{F2, Poly, verify::Checker};
    /// # use rand_chacha::{ChaCha20Rng, rand_core::SeedableRng};
    /// let f = F2::new();
    /// # let mut checker = Checker::new(&f, ChaCha20Rng::seed_from_u64(1));
    /// let a = Poly::parse(&f, "x^3 + x + 1")?;
    /// assert!(checker.order_of_x(&a, &7.into()).is_ok() && checker.order_of_x(&a, &14.into()).is_err());
    /// # Ok::<(), Box<dyn std::error::Error>>(())
    /// ```
    ///
    /// # Errors
    /// [`Unverified::Wrong`] if the check fails.
    pub fn order_of_x(&mut self, a: &Poly<R>, order: &Integer) -> Result<Proof, Unverified> {
        let (r, modulus) = (self.ring, Divisor::new(a)?);
        let (x, one) = (modulus.rem(&Poly::x(r))?, modulus.rem(&Poly::one(r))?);
        let is_one = |e: &Integer| Ok::<_, Unverified>(x.pow_mod(Exponent::from(e), &modulus)? == one);
        if *order < 1 || !is_one(order)? {
            return Err(wrong("the order of x"));
        }
        let primes = primes_of_order(r, order, a.len() - 1).ok_or_else(|| wrong("the factors of the order"))?;
        for t in primes {
            if is_one(&Integer::from(order / &t))? {
                return Err(wrong("the order of x"));
            }
        }
        Ok(Proof::Exact)
    }
}

impl<R: Convolve> Checker<'_, R> {
    /// Divides a by x − root as often as each root says; an error where that goes on, or does not go through.
    fn divide_out(&self, a: &Poly<R>, roots: &[(R::Elem, u64)]) -> Result<(), Unverified> {
        let (r, mut rest) = (self.ring, a.clone());
        for (root, multiplicity) in roots {
            let factor = Poly::new(r, [r.neg(root), r.one()]);
            for _ in 0..*multiplicity {
                if rest.is_empty() || !r.is_zero(&rest.eval(root)) {
                    return Err(wrong("a multiplicity"));
                }
                rest = rest.quo(&factor)?;
            }
            if r.is_zero(&rest.eval(root)) {
                return Err(wrong("a multiplicity"));
            }
        }
        Ok(())
    }

    /// Checks distinct integer roots with their multiplicities, over Z.
    ///
    /// ```
    /// # use polymod::{Integers, Poly, verify::Checker};
    /// # use rand_chacha::{ChaCha20Rng, rand_core::SeedableRng};
    /// # let z = Integers::new();
    /// # let mut checker = Checker::new(&z, ChaCha20Rng::seed_from_u64(1));
    /// let a = Poly::from_i64(&z, &[0, 0, -4, 1]);
    /// assert!(checker.integer_multiplicities(&a, &[(0.into(), 2), (4.into(), 1)]).is_ok());
    /// assert!(checker.integer_multiplicities(&a, &[(0.into(), 1), (4.into(), 1)]).is_err());
    /// ```
    ///
    /// # Errors
    /// [`Unverified::Wrong`] if the check fails.
    pub fn integer_multiplicities(&mut self, a: &Poly<R>, roots: &[(R::Elem, u64)]) -> Result<Proof, Unverified> {
        let distinct = self.ring.collect(&roots.iter().map(|(x, _)| x.clone()).collect::<Vec<_>>());
        let proof = self.integer_roots(a, distinct.view())?;
        self.divide_out(a, roots).map(|()| proof)
    }

    /// As [`integer_multiplicities`](Self::integer_multiplicities), over Q.
    ///
    /// ```
    /// # use polymod::{Poly, Rationals, verify::Checker};
    /// # use rand_chacha::{ChaCha20Rng, rand_core::SeedableRng};
    /// let q = Rationals::new();
    /// # let mut checker = Checker::new(&q, ChaCha20Rng::seed_from_u64(1));
    /// let a: Poly<Rationals> = "(2*x - 1)^2".parse()?;
    /// assert!(checker.rational_multiplicities(&a, &[((1, 2).into(), 2)]).is_ok());
    /// assert!(checker.rational_multiplicities(&a, &[((1, 2).into(), 1)]).is_err());
    /// # Ok::<(), Box<dyn std::error::Error>>(())
    /// ```
    ///
    /// # Errors
    /// [`Unverified::Wrong`] if the check fails.
    pub fn rational_multiplicities(&mut self, a: &Poly<R>, roots: &[(R::Elem, u64)]) -> Result<Proof, Unverified> {
        let distinct = self.ring.collect(&roots.iter().map(|(x, _)| x.clone()).collect::<Vec<_>>());
        let proof = self.rational_roots(a, distinct.view())?;
        self.divide_out(a, roots).map(|()| proof)
    }
}
