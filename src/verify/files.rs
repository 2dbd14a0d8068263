//! Checks of results computed over files: one pass over operands and result for each random point.

use super::{Checker, Proof, Unverified, wrong};
use crate::{
    Error,
    outofcore::{Source, slice},
    ring::{Coeffs, Convolve, Ring},
    transform::ntt::Wrap,
};

/// Number of coefficients at a time.
const RUN: usize = 1 << 14;

impl<R: Convolve> Checker<'_, R> {
    /// Checks that c = a·b, or a², at random points.
    ///
    /// ```
    /// # use polymod::{Zn, outofcore::{Scratch, Sink}, verify::Checker};
    /// # use rand_chacha::{ChaCha20Rng, rand_core::SeedableRng};
    /// let f = Zn::new((1 << 61) - 1)?;
    /// # let mut checker = Checker::new(&f, ChaCha20Rng::seed_from_u64(1));
    /// let folder = std::env::temp_dir();
    /// let file = |words: &[u64]| {
    ///     let file = Scratch::new(&folder, words.len(), 1)?;
    ///     file.write(0, words).map(|()| file)
    /// };
    /// let (a, b) = (file(&[1, 2])?, file(&[3, 4])?);
    /// assert!(checker.file_product([&a, &b], &file(&[3, 10, 8])?).is_ok());
    /// assert!(checker.file_product([&a, &b], &file(&[3, 10, 9])?).is_err());
    /// # Ok::<(), Box<dyn std::error::Error>>(())
    /// ```
    ///
    /// # Errors
    /// [`Unverified::Wrong`] if the check fails; [`Unverified::Weak`] if no point of the ring gives enough evidence.
    pub fn file_product(&mut self, factors: [&dyn Source; 2], c: &dyn Source) -> Result<Proof, Unverified> {
        let degree: usize = factors.iter().map(|f| f.len().saturating_sub(1)).sum();
        let (points, log2_error) = self.points_of_files(degree.max(c.len()) as f64)?;
        for _ in 0..points {
            let x = self.random_element()?;
            let [a, b] = factors.map(|f| self.file_value(f, &x));
            if self.ring.mul(&a?, &b?) != self.file_value(c, &x)? {
                return Err(wrong("the product"));
            }
        }
        Ok(Proof::Points { points, log2_error })
    }

    /// Checks that the values are those of the coefficients at N powers of the root, or at odd ones: as
    /// [`transform`](Self::transform), the fractions by inverses, for which there is no y with y^N = 1.
    ///
    /// ```
    /// # use polymod::{Wrap, Zn, outofcore::{Scratch, Sink}, verify::Checker};
    /// # use rand_chacha::{ChaCha20Rng, rand_core::SeedableRng};
    /// let f = Zn::new(998_244_353)?;
    /// # let mut checker = Checker::new(&f, ChaCha20Rng::seed_from_u64(1));
    /// let folder = std::env::temp_dir();
    /// let file = |words: &[u64]| {
    ///     let file = Scratch::new(&folder, words.len(), 1)?;
    ///     file.write(0, words).map(|()| file)
    /// };
    /// let transform = (2, Wrap::Cyclic, &(f.n() - 1)); // values at 1 and −1
    /// assert!(checker.file_transform(transform, &file(&[7, f.n() - 1])?, &file(&[3, 4])?).is_ok());
    /// assert!(checker.file_transform(transform, &file(&[7, 1])?, &file(&[3, 4])?).is_err());
    /// # Ok::<(), Box<dyn std::error::Error>>(())
    /// ```
    ///
    /// # Errors
    /// The errors of [`file_product`](Self::file_product).
    pub fn file_transform(
        &mut self,
        (len, wrap, root): (usize, Wrap, &R::Elem),
        values: &dyn Source,
        coefficients: &dyn Source,
    ) -> Result<Proof, Unverified> {
        if len == 0 {
            return Err(
                Error::OutOfRange { what: "a transform", expected: "at least one value", got: "0".into() }.into()
            );
        }
        if values.len().max(coefficients.len()) > len {
            return Err(wrong("the number of values"));
        }
        let (points, log2_error) = self.points_of_files(2.0 * len as f64)?;
        let r = self.ring;
        let (step, twist) = match wrap {
            Wrap::Cyclic => (root.clone(), r.one()),
            Wrap::Negacyclic => (r.mul(root, root), root.clone()),
        };
        for _ in 0..points {
            let (y, excess) = loop {
                let y = self.random_element()?;
                let excess = r.add(&r.pow(&y, len as u64), &r.elem(-1));
                if !r.is_zero(&excess) {
                    break (y, excess);
                }
            };
            let (mut sum, mut at, mut factor) = (r.elem(0), y.clone(), r.one());
            for first in (0..coefficients.len()).step_by(RUN) {
                let mut run = slice(r, coefficients, first, RUN.min(coefficients.len() - first))?;
                let mut below = powers(r, &at, &step, run.len());
                r.sub_at(&mut below, 0, r.collect(&vec![r.one(); run.len()]).view());
                r.inv_each(&mut below)?;
                if wrap == Wrap::Negacyclic {
                    let twists = powers(r, &factor, &twist, run.len());
                    r.mul_each(&mut run, twists.view());
                }
                sum = r.add(&sum, &r.dot(run.view(), below.view()));
                at = r.mul(&at, &r.pow(&step, RUN as u64));
                factor = r.mul(&factor, &r.pow(&twist, RUN as u64));
            }
            if self.file_value(values, &y)? != r.mul(&excess, &sum) {
                return Err(wrong("the transform"));
            }
        }
        Ok(Proof::Points { points, log2_error })
    }

    fn points_of_files(&self, degree: f64) -> Result<(u32, f64), Unverified> {
        const WEAK: &str =
            "over files points are of the ring itself, which is no prime field that is large relative to the degree";
        self.points(degree).ok_or(Unverified::Weak(WEAK))
    }

    /// The value of a vector of coefficients at x.
    fn file_value(&self, v: &dyn Source, x: &R::Elem) -> Result<R::Elem, Unverified> {
        let r = self.ring;
        let (mut sum, mut power, step) = (r.elem(0), r.one(), r.pow(x, RUN as u64));
        for first in (0..v.len()).step_by(RUN) {
            let run = slice(r, v, first, RUN.min(v.len() - first))?;
            sum = r.add(&sum, &r.mul(&power, &r.horner(run.view(), x)));
            power = r.mul(&power, &step);
        }
        Ok(sum)
    }
}

/// The powers first·ratio^k for k < len.
fn powers<R: Ring>(r: &R, first: &R::Elem, ratio: &R::Elem, len: usize) -> Coeffs<R> {
    let mut v = r.collect(&vec![ratio.clone(); len]);
    if len > 0 {
        r.set(&mut v, 0, first);
    }
    r.running_products(&mut v);
    v
}
