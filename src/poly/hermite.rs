//! Hermite interpolation: values and derivatives at points.
//!
//! Modulo (x − x_i)^k the polynomial is Σ f⁽ʲ⁾(x_i)/j!·(x − x_i)^j over j < k, a Taylor shift; the Chinese remainder theorem joins the points.
//! Source: von zur Gathen, Gerhard 2013, "Modern computer algebra", §5.6 and §10.3.

use super::{ModuliTree, Poly, interpolate::distinct};
use crate::{
    Error, Result,
    ring::{Convolve, Direct, View},
};

impl<R: Convolve + Direct> Poly<R> {
    /// The polynomial f of the lowest degree with f⁽ʲ⁾(`points[i]`) = `derivatives[i][j]` for all j: the value at each point, then as many
    /// derivatives as are given there, none being no condition. Its degree is below the number of all these.
    ///
    /// ```
    /// use polymod::{Poly, Ring, Zn};
    /// let f = Zn::new(97)?;
    /// let values = [f.collect(&[1, 0]), f.collect(&[0, 0])]; // 1 at 0 and 0 at 1, of slope 0 at both
    /// let p = Poly::interpolate_hermite(&f, f.view(&[0, 1])?, &[values[0].view(), values[1].view()])?;
    /// assert_eq!(p, Poly::parse(&f, "2*x^3 - 3*x^2 + 1")?);
    /// # Ok::<(), polymod::Error>(())
    /// ```
    ///
    /// # Errors
    /// [`Error::Length`] unless there is an entry for each point; [`Error::RepeatedPoint`]; [`Error::NotInvertible`] where j! is no unit for
    /// some j, as in fields of characteristic j or less; [`Error::Domain`] over Z/n, n composite, where the difference of two points is no
    /// unit; [`Error::TooLarge`]; [`Error::Cancelled`].
    pub fn interpolate_hermite(ring: &R, points: View<'_, R>, derivatives: &[View<'_, R>]) -> Result<Self> {
        let r = ring;
        if derivatives.len() != points.len() {
            return Err(Error::Length {
                what: "the derivatives at points",
                expected: points.len(),
                got: derivatives.len(),
            });
        }
        Self::zero(r)
            .begins(|| (format!("interpolation of values and derivatives at {} points", points.len()), "tree"), &[])?;
        distinct(r, points)?;
        let (mut moduli, mut expansions) = (Vec::new(), Vec::new());
        for (i, values) in derivatives.iter().enumerate().filter(|(_, values)| !values.is_empty()) {
            let minus = r.neg(&r.get(points, i));
            moduli.push(Self::new(r, [minus.clone(), r.one()]).pow(values.len() as u64)?);
            let mut factorial = r.one();
            let mut taylor = Vec::with_capacity(values.len());
            for j in 0..values.len() {
                factorial = if j == 0 { factorial } else { r.mul(&factorial, &r.elem(j as i64)) };
                taylor.push(r.mul(&r.get(*values, j), &r.inv(&factorial)?));
            }
            expansions.push(Self::new(r, taylor).taylor_shift(&minus)?);
        }
        match moduli.is_empty() {
            true => Ok(Self::zero(r)),
            false => ModuliTree::new(&moduli)?.reconstruct(&expansions),
        }
    }
}
