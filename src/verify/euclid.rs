//! Checks of the results of Euclid's algorithm: identities at random points; resultants with the coefficients in
//! reverse order, and short ones by textbook algorithms.

use super::{Checker, Proof, Unverified, division::divides, lifted::found, place::Claim, wrong};
use crate::{
    Error,
    poly::{Bezout, Poly, Remainders},
    ring::{Block, Convolve, Direct, Ring, View},
};

impl<R: Convolve + Direct> Checker<'_, R> {
    /// Checks that g is the monic greatest common divisor: it divides both, and is a combination of them.
    ///
    /// ```
    /// # use polymod::{Poly, Zn, verify::Checker};
    /// # use rand_chacha::{ChaCha20Rng, rand_core::SeedableRng};
    /// let f = Zn::new(97)?;
    /// # let mut checker = Checker::new(&f, ChaCha20Rng::seed_from_u64(1));
    /// let (a, b) = (Poly::from_i64(&f, &[-1, 0, 1]), Poly::from_i64(&f, &[2, 4, 2]));
    /// assert!(checker.common_divisor(&a, &b, &Poly::from_i64(&f, &[1, 1])).is_ok());
    /// assert!(checker.common_divisor(&a, &b, &Poly::from_i64(&f, &[2, 2])).is_err()); // not monic
    /// # Ok::<(), Box<dyn std::error::Error>>(())
    /// ```
    ///
    /// # Errors
    /// [`Unverified::Wrong`] if the check fails.
    pub fn common_divisor(&mut self, a: &Poly<R>, b: &Poly<R>, g: &Poly<R>) -> Result<Proof, Unverified> {
        if self.modulus.is_none() {
            return self.rational_divisor(a, b, g);
        }
        let Bezout { s, t, .. } = a.xgcd(b)?;
        self.bezout(a, b, g, &s, &t)
    }

    /// Checks that s·a + t·b = g, g is monic and divides both, s is reduced.
    ///
    /// ```
    /// # use polymod::{Poly, Zn, poly::Bezout, verify::Checker};
    /// # use rand_chacha::{ChaCha20Rng, rand_core::SeedableRng};
    /// let f = Zn::new(97)?;
    /// # let mut checker = Checker::new(&f, ChaCha20Rng::seed_from_u64(1));
    /// let (a, b) = (Poly::from_i64(&f, &[1, 0, 0, 1]), Poly::from_i64(&f, &[2, 3, 1]));
    /// let Bezout { g, s, t } = a.xgcd(&b)?;
    /// assert!(checker.bezout(&a, &b, &g, &s, &t).is_ok());
    /// assert!(checker.bezout(&a, &b, &g, &(&s + &b), &(&t - &a)).is_err()); // s·a + t·b = g, s not reduced
    /// # Ok::<(), Box<dyn std::error::Error>>(())
    /// ```
    ///
    /// # Errors
    /// [`Unverified::Wrong`] if the check fails.
    pub fn bezout(
        &mut self,
        a: &Poly<R>,
        b: &Poly<R>,
        g: &Poly<R>,
        s: &Poly<R>,
        t: &Poly<R>,
    ) -> Result<Proof, Unverified> {
        if g.is_empty() {
            let zero = [a, b, s, t].iter().all(|p| p.is_empty());
            return if zero { Ok(Proof::Exact) } else { Err(wrong("the divisor 0")) };
        }
        if g.leading() != Some(self.ring.one()) {
            return Err(wrong("the divisor's leading coefficient"));
        }
        // s is reduced modulo b/g, of which only the degree counts; for b = 0 it is a constant
        if s.len() > b.len().saturating_sub(g.len()).max(usize::from(b.is_empty())) {
            return Err(wrong("the degree of s"));
        }
        let combination = Claim::Sums(vec![vec![(s, 1), (a, 1)], vec![(t, 1), (b, 1)]], vec![vec![(g, 1)]]);
        if g.len() == 1 {
            return self.claims(&[combination], "the combination of the operands");
        }
        let (p, q, zero) = (a.quo(g)?, b.quo(g)?, Poly::zero(self.ring));
        let claims = [combination, divides(a, &p, g, &zero), divides(b, &q, g, &zero)];
        self.claims(&claims, "the common divisor")
    }

    /// Checks that x is the resultant of a and b.
    ///
    /// ```
    /// # use polymod::{Poly, Zn, verify::Checker};
    /// # use rand_chacha::{ChaCha20Rng, rand_core::SeedableRng};
    /// let f = Zn::new(97)?;
    /// # let mut checker = Checker::new(&f, ChaCha20Rng::seed_from_u64(1));
    /// let (a, b) = (Poly::from_i64(&f, &[1, 0, 1]), Poly::from_i64(&f, &[-2, 1]));
    /// assert!(checker.resultant(&a, &b, &5).is_ok()); // x² + 1 at 2
    /// assert!(checker.resultant(&a, &b, &6).is_err());
    /// # Ok::<(), Box<dyn std::error::Error>>(())
    /// ```
    ///
    /// # Errors
    /// [`Unverified::Wrong`] if the check fails.
    pub fn resultant(&mut self, a: &Poly<R>, b: &Poly<R>, x: &R::Elem) -> Result<Proof, Unverified> {
        if self.modulus.is_none() {
            return self.integer_resultant(a, b, x);
        }
        match self.resultant_again(a, b) {
            Err(Unverified::Library(Error::NotInvertible { .. })) => self.resultant_without_inverses(a, b, x),
            again => found(again? == *x, "the resultant"),
        }
    }

    /// Checks that x is the discriminant of a.
    ///
    /// ```
    /// # use polymod::{Poly, Zn, verify::Checker};
    /// # use rand_chacha::{ChaCha20Rng, rand_core::SeedableRng};
    /// let f = Zn::new(97)?;
    /// # let mut checker = Checker::new(&f, ChaCha20Rng::seed_from_u64(1));
    /// let a = Poly::from_i64(&f, &[1, 3, 1]);
    /// assert!(checker.discriminant(&a, &5).is_ok()); // 3² − 4
    /// assert!(checker.discriminant(&a, &6).is_err());
    /// # Ok::<(), Box<dyn std::error::Error>>(())
    /// ```
    ///
    /// # Errors
    /// [`Unverified::Wrong`] if the check fails.
    pub fn discriminant(&mut self, a: &Poly<R>, x: &R::Elem) -> Result<Proof, Unverified> {
        let r = self.ring;
        let right = match a.degree() {
            None | Some(0) => r.is_zero(x),
            Some(1) => *x == r.one(),
            Some(n) => {
                if self.modulus.is_none() {
                    return self.integer_discriminant(a, x);
                }
                // a composite modulus may divide n, or share a factor with the leading coefficient
                if self.composite().is_some() || r.inv(&a.coeff(n)).is_err() {
                    return self.discriminant_without_inverses(a, n, x);
                }
                let derivative = a.derivative();
                let resultant = match self.resultant_again(a, &derivative) {
                    Err(Unverified::Library(Error::NotInvertible { .. })) => {
                        return self.discriminant_without_inverses(a, n, x);
                    }
                    resultant => resultant?,
                };
                let resultant = r.mul(&resultant, &r.pow(&a.coeff(n), (n - derivative.len()) as u64));
                r.mul(x, &a.coeff(n)) == if n / 2 % 2 == 1 { r.neg(&resultant) } else { resultant }
            }
        };
        found(right, "the discriminant")
    }

    /// The resultant lc(a)^m·∏ b(α), computed from the other end: with the coefficients in reverse order, whose
    /// remainders are different, it is the same except for the sign (−1)^(nm); a zero of a at 0 gives a factor b(0), one of
    /// b a factor (−1)^n·a(0). For short operands, and those whose lowest coefficient is not a unit, by the textbook.
    fn resultant_again(&self, a: &Poly<R>, b: &Poly<R>) -> Result<R::Elem, Unverified> {
        const SHORT: usize = 64;
        let r = self.ring;
        let zeros = [a, b].map(|p| (0..p.len()).take_while(|&i| r.is_zero(&p.coeff(i))).count());
        if zeros != [0, 0] && !a.is_empty() && !b.is_empty() {
            if zeros.iter().all(|&count| count > 0) {
                return Ok(r.elem(0));
            }
            let [a, b] = [(a, zeros[0]), (b, zeros[1])].map(|(p, k)| Poly::from_coeffs(r, r.owned(p.coeffs().from(k))));
            let sign = if a.len() % 2 == 0 { r.elem(-1) } else { r.one() };
            let factor = match zeros[0] {
                0 => r.pow(&r.mul(&sign, &a.coeff(0)), zeros[1] as u64),
                k => r.pow(&b.coeff(0), k as u64),
            };
            return Ok(r.mul(&factor, &self.resultant_again(&a, &b)?));
        }
        let units = [a, b].iter().all(|p| !p.is_empty() && r.inv(&p.coeff(0)).is_ok());
        if units
            && a.len().min(b.len()) > SHORT
            && let Ok(x) = a.reverse().resultant(&b.reverse())
        {
            return Ok(if (a.len() - 1) * (b.len() - 1) % 2 == 1 { r.neg(&x) } else { x });
        }
        textbook_resultant(self.ring, a, b)
    }

    /// Checks that m·(a, b) are consecutive remainders c and d of a and b with deg c ≥ `degree` > deg d, monic or 0: by their degrees, that of the
    /// determinant of m, which is constant, and those of its second column, which ascend.
    ///
    /// ```
    /// # use polymod::{Poly, Zn, verify::Checker};
    /// # use rand_chacha::{ChaCha20Rng, rand_core::SeedableRng};
    /// let f = Zn::new(97)?;
    /// # let mut checker = Checker::new(&f, ChaCha20Rng::seed_from_u64(1));
    /// let (a, b) = (Poly::parse(&f, "x^4 + 3*x + 1")?, Poly::parse(&f, "x^3 + 2")?);
    /// let mut found = a.half_gcd(&b)?;
    /// assert!(checker.half_gcd(&a, &b, 2, &found).is_ok());
    /// assert!(checker.half_gcd(&a, &b, 1, &found).is_err());
    /// found.matrix[0].swap(0, 1);
    /// assert!(checker.half_gcd(&a, &b, 2, &found).is_err());
    /// # Ok::<(), Box<dyn std::error::Error>>(())
    /// ```
    ///
    /// # Errors
    /// [`Unverified::Wrong`] if the check fails.
    pub fn half_gcd(
        &mut self,
        a: &Poly<R>,
        b: &Poly<R>,
        degree: usize,
        found: &Remainders<R>,
    ) -> Result<Proof, Unverified> {
        let (r, Remainders { matrix: [above, below], remainders: [c, d] }) = (self.ring, found);
        let one = Some(r.one());
        let scaled = c.leading() == one && (d.leading().or_else(|| below[1].leading()) == one);
        if !scaled || c.len() <= degree || d.len() > degree || above[1].len() >= below[1].len() {
            return Err(wrong("a degree, or a leading coefficient, of the remainders"));
        }
        let product = |x: &Poly<R>, y: &Poly<R>| r.mul(&x.coeff(0), &y.coeff(0));
        let det = r.add(&product(&above[0], &below[1]), &r.neg(&product(&above[1], &below[0])));
        if r.inv(&det).is_err() {
            return Err(wrong("the determinant"));
        }
        let det = Poly::new(r, [det]);
        let mut proof = Proof::Exact;
        for ([s, t], rest) in [(above, c), (below, d)] {
            let difference = rest.checked_sub(&t.checked_mul(b)?)?;
            proof = proof.and(self.product(&[(s, 1), (a, 1)], &difference)?);
        }
        let difference = det.checked_add(&above[1].checked_mul(&below[0])?)?;
        Ok(proof.and(self.product(&[(&above[0], 1), (&below[1], 1)], &difference)?))
    }

    /// Checks that x·a ≡ 1 modulo m, deg x < deg m.
    ///
    /// ```
    /// # use polymod::{Poly, Zn, verify::Checker};
    /// # use rand_chacha::{ChaCha20Rng, rand_core::SeedableRng};
    /// let f = Zn::new(97)?;
    /// # let mut checker = Checker::new(&f, ChaCha20Rng::seed_from_u64(1));
    /// let (a, m) = (Poly::x(&f), Poly::from_i64(&f, &[1, 0, 1]));
    /// assert!(checker.inverse_modulo(&a, &m, &Poly::from_i64(&f, &[0, -1])).is_ok()); // −x² = 1
    /// assert!(checker.inverse_modulo(&a, &m, &a).is_err());
    /// # Ok::<(), Box<dyn std::error::Error>>(())
    /// ```
    ///
    /// # Errors
    /// [`Unverified::Wrong`] if the check fails.
    pub fn inverse_modulo(&mut self, a: &Poly<R>, m: &Poly<R>, x: &Poly<R>) -> Result<Proof, Unverified> {
        if x.len() >= m.len() {
            return Err(wrong("the degree of the inverse"));
        }
        let one = Poly::one(self.ring);
        let q = x.checked_mul(a)?.quo(m)?;
        // modulo a constant 1 is 0
        let rest = if m.len() == 1 { Poly::zero(self.ring) } else { one };
        let claim = Claim::Sums(vec![vec![(x, 1), (a, 1)]], vec![vec![(&q, 1), (m, 1)], vec![(&rest, 1)]]);
        self.claims(&[claim], "the inverse")
    }

    /// Checks that a ≡ p/q modulo m, p and q coprime and of the right degrees, q monic.
    ///
    /// ```
    /// # use polymod::{Poly, Zn, verify::Checker};
    /// # use rand_chacha::{ChaCha20Rng, rand_core::SeedableRng};
    /// let f = Zn::new(97)?;
    /// # let mut checker = Checker::new(&f, ChaCha20Rng::seed_from_u64(1));
    /// let (a, m) = (Poly::from_i64(&f, &[1, 1, 2, 3, 5, 8]), Poly::monomial(&f, &1, 6));
    /// let (p, q) = (Poly::from_i64(&f, &[-1]), Poly::from_i64(&f, &[-1, 1, 1])); // 1/(1 − x − x²)
    /// assert!(checker.fraction(&a, &m, 0, &p, &q).is_ok());
    /// assert!(checker.fraction(&a, &m, 0, &-&p, &q).is_err());
    /// # Ok::<(), Box<dyn std::error::Error>>(())
    /// ```
    ///
    /// # Errors
    /// [`Unverified::Wrong`] if the check fails.
    pub fn fraction(
        &mut self,
        a: &Poly<R>,
        m: &Poly<R>,
        degree: usize,
        p: &Poly<R>,
        q: &Poly<R>,
    ) -> Result<Proof, Unverified> {
        if p.len() > degree + 1 || q.len() + degree + 1 > m.len() || q.leading() != Some(self.ring.one()) {
            return Err(wrong("a degree, or the leading coefficient, of the fraction"));
        }
        let k = q.checked_mul(a)?.checked_sub(p)?.quo(m)?;
        let claim = Claim::Sums(vec![vec![(q, 1), (a, 1)]], vec![vec![(&k, 1), (m, 1)], vec![(p, 1)]]);
        let congruent = self.claims(&[claim], "the fraction")?;
        let coprime = self.common_divisor(p, q, &Poly::one(self.ring))?;
        Ok(congruent.and(coprime))
    }

    /// Checks that c, of degree d, is the minimal polynomial of a sequence s of n terms. It is a recurrence when the
    /// product of Σ s_i·x^i by the reversed c is p + x^n·… with deg p < d. A shorter one, of degree d' with a fraction
    /// p'/q' of its own, makes p·q' = p'·q modulo x^n, thus everywhere where d + d' ≤ n, so that p and q have a common
    /// divisor: for 2d ≤ n + 1 there is none when they are coprime. Otherwise by Massey's algorithm, one element at a
    /// time.
    ///
    /// ```
    /// # use polymod::{Poly, Zn, verify::Checker};
    /// # use rand_chacha::{ChaCha20Rng, rand_core::SeedableRng};
    /// let f = Zn::new(97)?;
    /// # let mut checker = Checker::new(&f, ChaCha20Rng::seed_from_u64(1));
    /// let sequence = f.view(&[0, 1, 1, 2, 3, 5, 8, 13])?;
    /// let c = Poly::from_i64(&f, &[-1, -1, 1]);
    /// assert!(checker.recurrence(sequence, &c).is_ok());
    /// assert!(checker.recurrence(sequence, &c.shl(1)).is_err()); // a recurrence, but not the shortest
    /// # Ok::<(), Box<dyn std::error::Error>>(())
    /// ```
    ///
    /// # Errors
    /// [`Unverified::Wrong`] if the check fails.
    pub fn recurrence(&mut self, sequence: View<'_, R>, c: &Poly<R>) -> Result<Proof, Unverified> {
        const SHORT: usize = 64;
        let (r, n) = (self.ring, sequence.len());
        if let Some(order) = c.degree().filter(|d| 2 * d <= n + 1 && n > SHORT) {
            let reversed = c.reverse();
            let series = Poly::from_coeffs(r, r.owned(sequence));
            let product = series.checked_mul(&reversed)?;
            let p = Poly::from_coeffs(r, r.owned(product.coeffs().low(n)));
            if c.leading() != Some(r.one()) || p.len() > order {
                return Err(wrong("the minimal polynomial"));
            }
            let proof = self.product(&[(&series, 1), (&reversed, 1)], &product)?;
            // of degrees d − 1 and d at most, and one of them exactly: a common zero at infinity counts, too
            let at_infinity = p.len() < order && reversed.len() <= order;
            match p.gcd(&reversed) {
                // the textbook may divide by other elements
                Err(Error::NotInvertible { .. }) => {}
                divisor => {
                    return match !at_infinity && divisor?.len() == 1 {
                        true => Ok(proof),
                        false => Err(wrong("the degree of the minimal polynomial")),
                    };
                }
            }
        }
        let Some(order) = c.degree() else { return Err(wrong("the minimal polynomial 0")) };
        let sum = |i: usize| r.dot(c.coeffs(), sequence.slice(i..i + c.len()));
        let holds = (0..n.saturating_sub(order)).all(|i| r.is_zero(&sum(i)));
        if c.leading() == Some(r.one()) && holds && order == self.linear_complexity(sequence)? {
            return Ok(Proof::Exact);
        }
        Err(wrong("the minimal polynomial"))
    }

    /// The order of the shortest linear recurrence of a sequence.
    fn linear_complexity(&self, s: View<'_, R>) -> Result<usize, Unverified> {
        let (r, n, reversed) = (self.ring, s.len(), self.ring.reversed(s));
        // connection polynomials, now and before the order last changed; the discrepancy then, and the number of terms
        // since
        let (mut now, mut before) = (r.collect(&[r.one()]), r.collect(&[r.one()]));
        let (mut order, mut ago, mut discrepancy) = (0, 1, r.one());
        for i in 0..n {
            let terms = now.view().low(i + 1);
            let d = r.dot(terms, reversed.slice(n - 1 - i..n - 1 - i + terms.len()));
            if r.is_zero(&d) {
                ago += 1;
                continue;
            }
            let mut multiple = before.clone();
            r.scale(&mut multiple, &r.mul(&d, &r.inv(&discrepancy)?));
            let mut next = now.clone();
            r.resize(&mut next, now.len().max(before.len() + ago));
            r.sub_at(&mut next, ago, multiple.view());
            if 2 * order <= i {
                (order, before, discrepancy, ago) = (i + 1 - order, now, d, 1);
            } else {
                ago += 1;
            }
            now = next;
        }
        Ok(order)
    }
}

/// The resultant lc(a)^m·∏ b(α), by Euclid's algorithm one term of a quotient at a time.
pub(super) fn textbook_resultant<R: Ring>(r: &R, a: &Poly<R>, b: &Poly<R>) -> Result<R::Elem, Unverified> {
    let [mut a, mut b] = [a, b].map(|p| r.owned(p.coeffs()));
    let mut value = r.one();
    while !a.is_empty() && !b.is_empty() {
        let (n, m) = (a.len() - 1, b.len() - 1);
        let lead = r.get(b.view(), m);
        if m == 0 {
            return Ok(r.mul(&value, &r.pow(&lead, n as u64)));
        }
        if n * m % 2 == 1 {
            value = r.neg(&value);
        }
        // up to the sign, Res(a, b) is now Res(b, a)
        if n >= m {
            let inverse = r.inv(&lead)?;
            while a.len() > m {
                let term = r.mul(&r.get(a.view(), a.len() - 1), &inverse);
                let at = a.len() - b.len();
                let row = Block::new(b.view(), 1, b.len(), b.len());
                r.sub_combination(&mut a, at, r.collect(&[term]).view(), row);
                r.trim(&mut a);
            }
            value = r.mul(&value, &r.pow(&lead, (n + 1 - a.len()) as u64));
        }
        std::mem::swap(&mut a, &mut b);
    }
    Ok(r.elem(0))
}
