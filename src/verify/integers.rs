//! Checks of the results of modular methods over Z: identities as products at random points, resultants modulo random
//! primes by textbook algorithms, and greatest common divisors by cofactors that are coprime modulo some prime.

use super::{
    Checker, Proof, Unverified,
    euclid::textbook_resultant,
    forms::leading,
    integer, log2_size,
    matrix::eliminated,
    over_z::{integer_poly, over_z},
    random_prime, residue, residues, rounds, wrong,
};
use crate::{
    matrix::Matrix,
    multimodular::{content, primitive_part},
    poly::Poly,
    ring::{AnyRing, Convolve, Integers},
};
use rug::{Integer, integer::Order};

/// Checks over Z, by its own type or as an [`AnyRing`].
impl<R: Convolve> Checker<'_, R> {
    /// Checks that g is the greatest common divisor of a and b in Z\[x\], with a positive leading coefficient.
    ///
    /// ```
    /// # use polymod::{Integers, Poly, verify::Checker};
    /// # use rand_chacha::{ChaCha20Rng, rand_core::SeedableRng};
    /// # let z = Integers::new();
    /// # let mut checker = Checker::new(&z, ChaCha20Rng::seed_from_u64(1));
    /// let (a, b) = (Poly::from_i64(&z, &[-6, 0, 6]), Poly::from_i64(&z, &[4, 4]));
    /// assert!(checker.integer_divisor(&a, &b, &Poly::from_i64(&z, &[2, 2])).is_ok());
    /// assert!(checker.integer_divisor(&a, &b, &Poly::from_i64(&z, &[1, 1])).is_err());
    /// ```
    ///
    /// # Errors
    /// [`Unverified::Wrong`] if the check fails.
    pub fn integer_divisor(&mut self, a: &Poly<R>, b: &Poly<R>, g: &Poly<R>) -> Result<Proof, Unverified> {
        if g.is_empty() {
            return if a.is_empty() && b.is_empty() { Ok(Proof::Exact) } else { Err(wrong("the divisor 0")) };
        }
        let [of_a, of_b, of_g] = [a, b, g].map(content_of);
        let negative = g.leading().is_none_or(|lead| integer(self.ring, &lead) < 0);
        if negative || of_g? != of_a?.gcd(&of_b?) {
            return Err(wrong("the divisor's content"));
        }
        let (mut proof, mut cofactors) = (Proof::Exact, Vec::new());
        for x in [a, b] {
            let quotient = x.exact_div(g).map_err(|_| wrong("the divisor"))?;
            proof = proof.and(self.division(x, g, &quotient, &Poly::zero(self.ring))?);
            cofactors.push(quotient);
        }
        if self.coprime(&cofactors[0], &cofactors[1])? { Ok(proof) } else { Err(wrong("the divisor's degree")) }
    }

    /// Checks that m is the least common multiple of a and b in Z\[x\], with a positive leading coefficient: its quotients by them are coprime, contents
    /// included.
    ///
    /// ```
    /// # use polymod::{Integers, Poly, verify::Checker};
    /// # use rand_chacha::{ChaCha20Rng, rand_core::SeedableRng};
    /// # let z = Integers::new();
    /// # let mut checker = Checker::new(&z, ChaCha20Rng::seed_from_u64(1));
    /// let (a, b) = (Poly::from_i64(&z, &[-6, 0, 6]), Poly::from_i64(&z, &[4, 4]));
    /// assert!(checker.integer_multiple(&a, &b, &Poly::from_i64(&z, &[-12, 0, 12])).is_ok());
    /// assert!(checker.integer_multiple(&a, &b, &Poly::from_i64(&z, &[-24, 0, 24])).is_err());
    /// ```
    ///
    /// # Errors
    /// [`Unverified::Wrong`] if the check fails.
    pub fn integer_multiple(&mut self, a: &Poly<R>, b: &Poly<R>, m: &Poly<R>) -> Result<Proof, Unverified> {
        if a.is_empty() || b.is_empty() {
            return if m.is_empty() { Ok(Proof::Exact) } else { Err(wrong("a multiple of 0")) };
        }
        if m.leading().is_none_or(|lead| integer(self.ring, &lead) < 0) {
            return Err(wrong("the sign of the common multiple"));
        }
        let (mut proof, mut cofactors) = (Proof::Exact, Vec::new());
        for x in [a, b] {
            let quotient = m.exact_div(x).map_err(|_| wrong("the common multiple"))?;
            proof = proof.and(self.product(&[(x, 1), (&quotient, 1)], m)?);
            cofactors.push(quotient);
        }
        let one = Poly::one(self.ring);
        Ok(proof.and(self.integer_divisor(&cofactors[0], &cofactors[1], &one)?))
    }

    /// Checks that g is the monic greatest common divisor of polynomials over Q: it divides both, with coprime quotients.
    pub(super) fn rational_divisor(&mut self, a: &Poly<R>, b: &Poly<R>, g: &Poly<R>) -> Result<Proof, Unverified> {
        if g.is_empty() {
            return if a.is_empty() && b.is_empty() { Ok(Proof::Exact) } else { Err(wrong("the divisor 0")) };
        }
        if g.leading() != Some(self.ring.one()) {
            return Err(wrong("the divisor's leading coefficient"));
        }
        let (mut proof, mut cofactors) = (Proof::Exact, Vec::new());
        for x in [a, b] {
            let quotient = x.quo(g)?;
            proof = proof.and(self.product(&[(g, 1), (&quotient, 1)], x)?);
            cofactors.push(quotient);
        }
        if self.coprime(&cofactors[0], &cofactors[1])? { Ok(proof) } else { Err(wrong("the divisor's degree")) }
    }

    /// An error unless the ring is Z or Q.
    fn grows(&self) -> Result<(), Unverified> {
        if self.modulus.is_none() { Ok(()) } else { over_z(self.ring).map(|_| ()) }
    }

    /// Whether one of a few primes shows that there is no common divisor of positive degree.
    fn coprime(&mut self, a: &Poly<R>, b: &Poly<R>) -> Result<bool, Unverified> {
        const TRIES: usize = 8;
        if a.is_empty() || b.is_empty() {
            return Ok(a.len() + b.len() == 1);
        }
        for _ in 0..TRIES {
            let zn = AnyRing::modulo(self.ring.engine(), random_prime(&mut self.random).n())?;
            let [x, y] = [self.image_over(a, &zn)?, self.image_over(b, &zn)?];
            if x.len() == a.len() && y.len() == b.len() && x.gcd(&y)?.len() == 1 {
                return Ok(true);
            }
        }
        Ok(false)
    }

    fn image_over(&self, p: &Poly<R>, zn: &AnyRing) -> crate::Result<Poly<AnyRing>> {
        Ok(Poly::from_coeffs(zn, zn.of_residues(&residues(self.ring, p.coeffs(), zn.modulus()))?))
    }

    /// Checks that s·a + t·b = d·g with the greatest common divisor g, d > 0, s of lower degree than b/g, and s, t, d
    /// without a common divisor.
    ///
    /// ```
    /// # use polymod::{Integers, Poly, verify::Checker};
    /// # use rand_chacha::{ChaCha20Rng, rand_core::SeedableRng};
    /// # let z = Integers::new();
    /// # let mut checker = Checker::new(&z, ChaCha20Rng::seed_from_u64(1));
    /// let (a, b) = (Poly::from_i64(&z, &[0, 2]), Poly::from_i64(&z, &[3, 1]));
    /// let found = a.xgcd(&b)?;
    /// let polys = [&found.g, &found.s, &found.t];
    /// assert!(checker.integer_bezout(&a, &b, polys, &found.d).is_ok());
    /// assert!(checker.integer_bezout(&a, &b, polys, &(found.d + 1)).is_err());
    /// # Ok::<(), Box<dyn std::error::Error>>(())
    /// ```
    ///
    /// # Errors
    /// [`Unverified::Wrong`] if the check fails.
    pub fn integer_bezout(
        &mut self,
        a: &Poly<R>,
        b: &Poly<R>,
        [g, s, t]: [&Poly<R>; 3],
        d: &R::Elem,
    ) -> Result<Proof, Unverified> {
        let mut proof = self.integer_divisor(a, b, g)?;
        let factor = integer(self.ring, d);
        if factor <= 0 || content_of(s)?.gcd(&content_of(t)?).gcd(&factor) != 1 {
            return Err(wrong("the factor of the divisor"));
        }
        if s.len() > b.len().saturating_sub(g.len()).max(usize::from(b.is_empty() && !a.is_empty())) {
            return Err(wrong("the degree of s"));
        }
        let product = self.multiplied(t, b, &mut proof)?;
        let this = self.product(&[(s, 1), (a, 1)], &g.scale(d).checked_sub(&product)?)?;
        Ok(proof.and(this))
    }

    /// Checks that `rank` is the rank of a: modulo random primes.
    ///
    /// ```
    /// # use polymod::{Integers, Matrix, verify::Checker};
    /// # use rand_chacha::{ChaCha20Rng, rand_core::SeedableRng};
    /// # let z = Integers::new();
    /// # let mut checker = Checker::new(&z, ChaCha20Rng::seed_from_u64(1));
    /// let a = Matrix::from_i64(&z, &[&[1, 2, 3], &[4, 5, 6], &[7, 8, 9]])?;
    /// assert!(checker.integer_rank(&a, 2).is_ok());
    /// assert!(checker.integer_rank(&a, 3).is_err());
    /// # Ok::<(), Box<dyn std::error::Error>>(())
    /// ```
    ///
    /// # Errors
    /// [`Unverified::Wrong`] if the check fails.
    pub fn integer_rank(&mut self, a: &Matrix<R>, rank: usize) -> Result<Proof, Unverified> {
        self.grows()?;
        // a minor that is not 0 has no more bits
        let entry = log2_size(self.ring, a.entries()) + (a.cols() as f64 + 1.0).log2();
        let mut failed = None;
        let proof = rounds(entry * a.rows().min(a.cols()) as f64, 0.0, || match self.rank_modulo_prime(a) {
            Ok(found) => found == rank,
            Err(e) => {
                failed = Some(e);
                true
            }
        });
        failed.map_or(proof, Err)
    }

    /// Checks that the rows of `basis` are a basis of the kernel of a in reduced echelon form, each row primitive and beginning with a
    /// positive integer.
    ///
    /// ```
    /// # use polymod::{Integers, Matrix, verify::Checker};
    /// # use rand_chacha::{ChaCha20Rng, rand_core::SeedableRng};
    /// # let z = Integers::new();
    /// # let mut checker = Checker::new(&z, ChaCha20Rng::seed_from_u64(1));
    /// let a = Matrix::from_i64(&z, &[&[2, 1, 3]])?;
    /// let basis = Matrix::from_i64(&z, &[&[3, 0, -2], &[0, 3, -1]])?;
    /// assert!(checker.integer_nullspace(&a, &basis).is_ok());
    /// assert!(checker.integer_nullspace(&a, &basis.scale(&2.into())).is_err()); // not primitive
    /// # Ok::<(), Box<dyn std::error::Error>>(())
    /// ```
    ///
    /// # Errors
    /// [`Unverified::Wrong`] if the check fails.
    pub fn integer_nullspace(&mut self, a: &Matrix<R>, basis: &Matrix<R>) -> Result<Proof, Unverified> {
        let (r, rank) = (self.ring, basis.cols().saturating_sub(basis.rows()));
        let proof = self.integer_rank(a, rank)?;
        let product = self.kernel(a, basis, rank, |i, lead| {
            let row = (0..basis.cols()).map(|j| integer(r, &basis.get(i, j)));
            integer(r, lead) > 0 && row.fold(Integer::new(), |gcd, x| gcd.gcd(&x)) == 1
        })?;
        Ok(proof.and(product))
    }

    /// Checks that `form` over d is the reduced row echelon form of a over Q, in lowest terms with d > 0, and `rank` its rank.
    ///
    /// ```
    /// # use polymod::{Integers, Matrix, verify::Checker};
    /// # use rand_chacha::{ChaCha20Rng, rand_core::SeedableRng};
    /// # let z = Integers::new();
    /// # let mut checker = Checker::new(&z, ChaCha20Rng::seed_from_u64(1));
    /// let a = Matrix::from_i64(&z, &[&[2, 0, 1], &[0, 3, 1]])?;
    /// let form = Matrix::from_i64(&z, &[&[6, 0, 3], &[0, 6, 2]])?;
    /// assert!(checker.integer_reduced_form(&a, &form, 2, &6.into()).is_ok());
    /// assert!(checker.integer_reduced_form(&a, &form.scale(&2.into()), 2, &12.into()).is_err()); // not in lowest terms
    /// # Ok::<(), polymod::Error>(())
    /// ```
    ///
    /// # Errors
    /// [`Unverified::Wrong`] if the check fails.
    pub fn integer_reduced_form(
        &mut self,
        a: &Matrix<R>,
        form: &Matrix<R>,
        rank: usize,
        d: &R::Elem,
    ) -> Result<Proof, Unverified> {
        let (r, cols) = (self.ring, a.cols());
        if form.shape() != a.shape() || rank > a.rows() || r.trimmed_len(form.entries().from(rank * cols)) > 0 {
            return Err(wrong("the shape of the reduced form"));
        }
        let d = integer(r, d);
        let common = (0..rank * cols).fold(d.clone(), |gcd, i| gcd.gcd(&integer(r, &r.get(form.entries(), i))));
        if d <= 0 || common != 1 {
            return Err(wrong("the denominator of the reduced form"));
        }
        let rows = Matrix::new(r, rank, cols, r.owned(form.entries().low(rank * cols)))?;
        self.integer_row_space(a, &rows, |_, lead| *lead == d)
    }

    /// Checks that the rows of `basis` are a basis over Q of the space of a's columns in reduced echelon form, each row primitive and
    /// beginning with a positive integer.
    ///
    /// ```
    /// # use polymod::{Integers, Matrix, verify::Checker};
    /// # use rand_chacha::{ChaCha20Rng, rand_core::SeedableRng};
    /// # let z = Integers::new();
    /// # let mut checker = Checker::new(&z, ChaCha20Rng::seed_from_u64(1));
    /// let a = Matrix::from_i64(&z, &[&[2, 4], &[3, 6]])?;
    /// assert!(checker.integer_column_space(&a, &Matrix::from_i64(&z, &[&[2, 3]])?).is_ok());
    /// assert!(checker.integer_column_space(&a, &Matrix::from_i64(&z, &[&[4, 6]])?).is_err()); // not primitive
    /// # Ok::<(), polymod::Error>(())
    /// ```
    ///
    /// # Errors
    /// [`Unverified::Wrong`] if the check fails.
    pub fn integer_column_space(&mut self, a: &Matrix<R>, basis: &Matrix<R>) -> Result<Proof, Unverified> {
        if basis.cols() != a.rows() {
            return Err(wrong("the shape of the basis"));
        }
        let r = self.ring;
        self.integer_row_space(&a.transposed(), basis, |i, lead| {
            let row = (0..basis.cols()).map(|j| integer(r, &basis.get(i, j)));
            *lead > 0 && row.fold(Integer::new(), |gcd, x| gcd.gcd(&x)) == 1
        })
    }

    /// Checks that the rows of `basis` are a basis of the space of the rows of a over Q: in echelon form, with zeros in the columns of the other
    /// rows' first entries, which are as `admitted` says, as many as the rank; a is the sum of multiples of them by its entries in those
    /// columns.
    fn integer_row_space(
        &mut self,
        a: &Matrix<R>,
        basis: &Matrix<R>,
        admitted: impl Fn(usize, &Integer) -> bool,
    ) -> Result<Proof, Unverified> {
        let (r, rank) = (self.ring, basis.rows());
        let pivots = leading(basis).ok_or_else(|| wrong("the echelon form"))?;
        let leads: Vec<Integer> = (0..rank).map(|i| integer(r, &basis.get(i, pivots[i]))).collect();
        let reduced = |i: usize, j: usize| i == j || r.is_zero(&basis.get(i, pivots[j]));
        let right = |i: usize| admitted(i, &leads[i]) && (0..rank).all(|j| reduced(i, j));
        if !(0..rank).all(right) {
            return Err(wrong("the reduced echelon form"));
        }
        let proof = self.integer_rank(a, rank)?;
        let common = leads.iter().fold(Integer::from(1), Integer::lcm);
        let element = |x: Integer| r.image(x < 0, &x.as_abs().to_digits(Order::Lsf));
        let part = Matrix::from_fn(r, a.rows(), rank, |i, j| {
            r.mul(&a.get(i, pivots[j]), &element(Integer::from(common.div_exact_ref(&leads[j]))))
        })?;
        Ok(proof.and(self.matrix_product(&part, basis, &a.scale(&element(common)))?))
    }

    fn rank_modulo_prime(&mut self, a: &Matrix<R>) -> Result<usize, Unverified> {
        let zn = AnyRing::modulo(self.ring.engine(), random_prime(&mut self.random).n())?;
        let entries = residues(self.ring, a.entries(), zn.modulus());
        let image = Matrix::new(&zn, a.rows(), a.cols(), zn.of_residues(&entries)?)?;
        Ok(eliminated(&zn, &image)?.0)
    }

    /// Checks that x is the resultant of a and b: modulo random primes.
    ///
    /// ```
    /// # use polymod::{Integers, Poly, verify::Checker};
    /// # use rand_chacha::{ChaCha20Rng, rand_core::SeedableRng};
    /// # let z = Integers::new();
    /// # let mut checker = Checker::new(&z, ChaCha20Rng::seed_from_u64(1));
    /// let (a, b) = (Poly::from_i64(&z, &[1, 0, 1]), Poly::from_i64(&z, &[-2, 1]));
    /// assert!(checker.integer_resultant(&a, &b, &5.into()).is_ok()); // x² + 1 at 2
    /// assert!(checker.integer_resultant(&a, &b, &(-5).into()).is_err());
    /// ```
    ///
    /// # Errors
    /// [`Unverified::Wrong`] if the check fails.
    pub fn integer_resultant(&mut self, a: &Poly<R>, b: &Poly<R>, x: &R::Elem) -> Result<Proof, Unverified> {
        self.grows()?;
        let size = |p: &Poly<R>| log2_size(self.ring, p.coeffs()) + (p.len() as f64 + 1.0).log2();
        let value = self.ring.collect(std::slice::from_ref(x));
        let bits_of_x = log2_size(self.ring, value.view());
        let bits = size(a) * b.len() as f64 + size(b) * a.len() as f64 + bits_of_x + 2.0;
        let mut failed = None;
        let proof = rounds(bits, 0.0, || {
            loop {
                let m = random_prime(&mut self.random);
                let Ok(zn) = AnyRing::modulo(self.ring.engine(), m.n()) else { continue };
                let images = [a, b].map(|f| self.image_over(f, &zn));
                let [Ok(p), Ok(q)] = images else {
                    failed = images.into_iter().find_map(Result::err).map(Into::into);
                    return true;
                };
                if p.len() < a.len() || q.len() < b.len() {
                    continue;
                }
                return match textbook_resultant(&zn, &p, &q) {
                    Ok(resultant) => resultant.residue() == residue(self.ring, value.view(), 0, m),
                    Err(e) => {
                        failed = Some(e);
                        true
                    }
                };
            }
        });
        failed.map_or(proof, Err)
    }

    /// Checks that x is the discriminant of a: its product with the leading coefficient is the resultant of a and a', but for its sign.
    ///
    /// ```
    /// # use polymod::{Integers, Poly, verify::Checker};
    /// # use rand_chacha::{ChaCha20Rng, rand_core::SeedableRng};
    /// # let z = Integers::new();
    /// # let mut checker = Checker::new(&z, ChaCha20Rng::seed_from_u64(1));
    /// let a = Poly::from_i64(&z, &[1, -1, 0, 1]); // x³ − x + 1
    /// assert!(checker.integer_discriminant(&a, &(-23).into()).is_ok());
    /// assert!(checker.integer_discriminant(&a, &23.into()).is_err());
    /// ```
    ///
    /// # Errors
    /// [`Unverified::Wrong`] if the check fails.
    pub fn integer_discriminant(&mut self, a: &Poly<R>, x: &R::Elem) -> Result<Proof, Unverified> {
        let (r, n) = (self.ring, a.len().saturating_sub(1));
        let product = r.mul(x, &a.coeff(n));
        let odd = n / 2 % 2 == 1;
        self.integer_resultant(a, &a.derivative(), &if odd { r.neg(&product) } else { product })
    }

    /// Checks that x is the content of a, the greatest common divisor of its coefficients, 0 or more.
    ///
    /// ```
    /// # use polymod::{Integers, Poly, verify::Checker};
    /// # use rand_chacha::{ChaCha20Rng, rand_core::SeedableRng};
    /// # let z = Integers::new();
    /// # let mut checker = Checker::new(&z, ChaCha20Rng::seed_from_u64(1));
    /// let a = Poly::from_i64(&z, &[-4, 0, 6]);
    /// assert!(checker.integer_content(&a, &2.into()).is_ok());
    /// assert!(checker.integer_content(&a, &1.into()).is_err());
    /// ```
    ///
    /// # Errors
    /// [`Unverified::Wrong`] if the check fails.
    pub fn integer_content(&mut self, a: &Poly<R>, x: &R::Elem) -> Result<Proof, Unverified> {
        let (r, found) = (self.ring, integer(self.ring, x));
        let of_z = integer_poly(a)?;
        if found == 1 && coprime_coefficients(&of_z) {
            return Ok(Proof::Exact);
        }
        let primitive = primitive_part(&of_z);
        if found < 0 || content(&primitive) > 1 {
            return Err(wrong("the content"));
        }
        let signed = if of_z.leading().is_some_and(|lead| lead < 0) { r.neg(x) } else { x.clone() };
        let primitive = Poly::from_coeffs(r, primitive.into_coeffs().into_cast());
        self.product(&[(&Poly::new(r, [signed]), 1), (&primitive, 1)], a)
    }

    /// Checks that p is the primitive part of a: a over its content, with a positive leading coefficient.
    ///
    /// ```
    /// # use polymod::{Integers, Poly, verify::Checker};
    /// # use rand_chacha::{ChaCha20Rng, rand_core::SeedableRng};
    /// # let z = Integers::new();
    /// # let mut checker = Checker::new(&z, ChaCha20Rng::seed_from_u64(1));
    /// let a = Poly::from_i64(&z, &[4, -6]);
    /// let [right, wrong] = [[-2, 3], [2, -3]].map(|p| Poly::from_i64(&z, &p));
    /// assert!(checker.integer_primitive_part(&a, &right).is_ok());
    /// assert!(checker.integer_primitive_part(&a, &wrong).is_err()); // the leading coefficient is negative
    /// ```
    ///
    /// # Errors
    /// [`Unverified::Wrong`] if the check fails.
    pub fn integer_primitive_part(&mut self, a: &Poly<R>, p: &Poly<R>) -> Result<Proof, Unverified> {
        let [of_a, of_p] = [integer_poly(a)?, integer_poly(p)?];
        let (Some(lead_a), Some(lead_p)) = (of_a.leading(), of_p.leading()) else {
            return if a == p { Ok(Proof::Exact) } else { Err(wrong("the primitive part of 0")) };
        };
        if a == p && lead_p > 0 && coprime_coefficients(&of_a) {
            return Ok(Proof::Exact);
        }
        if lead_p <= 0 || content(&of_p) != 1 || !lead_a.is_divisible(&lead_p) {
            return Err(wrong("the primitive part"));
        }
        let content = Poly::new(of_a.ring(), [lead_a.div_exact(&lead_p)]).into_coeffs().into_cast();
        self.product(&[(&Poly::from_coeffs(self.ring, content), 1), (p, 1)], a)
    }
}

/// The content of a polynomial over Z.
fn content_of<R: Convolve>(p: &Poly<R>) -> Result<Integer, Unverified> {
    integer_poly(p).map(|p| content(&p))
}

/// Whether the coefficients, from the lowest one on, have no common divisor but 1: [`content`] begins with the
/// highest.
fn coprime_coefficients(a: &Poly<Integers>) -> bool {
    let mut divisor = Integer::new();
    (0..a.len()).any(|i| {
        divisor.gcd_mut(&a.coeff(i));
        divisor == 1
    })
}
