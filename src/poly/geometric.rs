//! Evaluation and interpolation at a geometric progression a, a·q, …, a·q^(n − 1).
//!
//! With C(k) = k(k − 1)/2 and ij = C(i + j) − C(i) − C(j), f(a·q^i) = q^−C(i)·Σⱼ (fⱼ·a^j·q^−C(j))·q^C(i + j): one middle product.
//! Interpolation: the weights M′(q^i) = (−1)^(n−1−i)·q^(i(n−2) − C(i))·u_i·u_(n−1−i), u_k = ∏(q^t − 1) over 1 ≤ t ≤ k, and the
//! coefficients of M, by the q-binomial theorem (−1)^k·q^C(k)·u_n/(u_k·u_(n−k)) at x^(n−k), come from one inversion. With cᵢ =
//! yᵢ/M′(q^i) the sums Σ cᵢ·q^(ik) are again values at the progression, and N, the polynomial part of their product by M, has
//! N(q^i) = yᵢ: two products.
//!
//! Source: Bostan, Schost 2005, "Polynomial evaluation and interpolation on special sets of points", J. Complexity 21, §5. Where
//! q is a root of unity of order n that the ring has a transform for, [`Dft`] does both; where a or q is no unit, [`Points`]
//! does.

use super::{
    Dft, Points, Poly,
    dft::progression,
    frame::product_ns,
    mul::folded,
    multipoint::{grows, wrong_number},
};
use crate::{
    Error, Result,
    bits::ceil_log2,
    engine::Context,
    monitor::Decision,
    poly::DftAlgorithm,
    ring::{self, Coeffs, ConvShape, Convolve, Size, View, classical},
    transform::ntt::Wrap,
};
use std::sync::OnceLock;

/// Precomputed data for the n points a, a·q, …, a·q^(n − 1); n may be 0.
///
/// ```
/// use polymod::{Poly, Zn, poly::Geometric};
/// let f = Zn::new(97)?;
/// let points = Geometric::new(&f, &1, &2, 4)?;             // 1, 2, 4, 8
/// let a = Poly::from_i64(&f, &[1, 0, 1]);
/// let values = points.eval(&a)?;
/// assert_eq!(f.words(values.view()), [2, 5, 17, 65]);
/// assert_eq!(points.interpolate(values.view())?, a);
/// # Ok::<(), polymod::Error>(())
/// ```
pub struct Geometric<R: Convolve> {
    ring: R,
    first: R::Elem,
    ratio: R::Elem,
    len: usize,
    way: Way<R>,
}

enum Way<R: Convolve> {
    /// Arbitrary points.
    Any(Box<Points<R>>),
    /// 1/a, and the transform at powers of q.
    Dft(R::Elem, Box<Dft<R>>),
    /// One middle product per evaluation.
    Chirp(Box<Chirp<R>>),
}

/// Precomputed factors of the middle product at powers of q.
struct Chirp<R: Convolve> {
    /// 1/a and 1/q.
    inverses: [R::Elem; 2],
    powers: Powers<R>,
    /// 1/M′(q^i) for i < n, and M's coefficients from x^n down to x; made by the first interpolation.
    interpolation: OnceLock<[Coeffs<R>; 2]>,
}

/// q^C(k), k < n + m − 1, and q^−C(j), j < max(n, m), for polynomials of m coefficients.
struct Powers<R: Convolve>([Coeffs<R>; 2]);

impl<R: Convolve> Geometric<R> {
    /// Prepares the points `first`·`ratio`^i, i < `len`.
    ///
    /// ```
    /// # use polymod::{Zn, poly::Geometric};
    /// let points = Geometric::new(&Zn::new(97)?, &3, &2, 5)?; // 3, 6, 12, 24, 48
    /// assert_eq!(points.len(), 5);
    /// # Ok::<(), polymod::Error>(())
    /// ```
    ///
    /// # Errors
    /// [`Error::TooLarge`]; [`Error::Cancelled`].
    pub fn new(ring: &R, first: &R::Elem, ratio: &R::Elem, len: usize) -> Result<Self> {
        let begins = |way| {
            let task = || format!("values at {len} points in geometric progression over {}", ring.name());
            ring.engine().enter(|cx| cx.begins(|| Decision::only(task(), way)))
        };
        let way = match (ring.inv(first), ring.inv(ratio)) {
            (Ok(a), Ok(q)) if len > 0 && !grows(ring) => match own_transform(ring, ratio, len) {
                Some(dft) => {
                    begins("dft")?;
                    Way::Dft(a, Box::new(dft))
                }
                None => {
                    begins("bluestein")?;
                    let powers = ring.engine().enter(|cx| Powers::new(ring, [ratio, &q], len, len, cx))?;
                    Way::Chirp(Box::new(Chirp { inverses: [a, q], powers, interpolation: OnceLock::new() }))
                }
            },
            _ => {
                let points = ring.engine().enter(|cx| progression(ring, [first, ratio, &ring.one()], len, cx))?;
                Way::Any(Box::new(Points::new(ring, points.view())?))
            }
        };
        Ok(Geometric { ring: ring.clone(), first: first.clone(), ratio: ratio.clone(), len, way })
    }

    /// The number of points.
    ///
    /// ```
    /// # use polymod::{Zn, poly::Geometric};
    /// assert_eq!(Geometric::new(&Zn::new(97)?, &1, &2, 4)?.len(), 4);
    /// # Ok::<(), polymod::Error>(())
    /// ```
    #[must_use]
    pub fn len(&self) -> usize {
        self.len
    }

    /// Whether there is no point.
    ///
    /// ```
    /// # use polymod::{Zn, poly::Geometric};
    /// assert!(Geometric::new(&Zn::new(97)?, &1, &2, 0)?.is_empty());
    /// # Ok::<(), polymod::Error>(())
    /// ```
    #[must_use]
    pub fn is_empty(&self) -> bool {
        self.len == 0
    }

    /// f(a), f(a·q), …, n values. Points may be equal.
    ///
    /// ```
    /// # use polymod::{Poly, Zn, poly::Geometric};
    /// let f = Zn::new(97)?;
    /// let values = Geometric::new(&f, &1, &2, 4)?.eval(&Poly::from_i64(&f, &[1, 0, 1]))?;
    /// assert_eq!(f.words(values.view()), [2, 5, 17, 65]); // 1 + x² at 1, 2, 4, 8
    /// # Ok::<(), polymod::Error>(())
    /// ```
    ///
    /// # Errors
    /// [`Error::RingsDiffer`]; [`Error::TooLarge`]; [`Error::Cancelled`].
    pub fn eval(&self, f: &Poly<R>) -> Result<Coeffs<R>> {
        f.with(&[&Poly::zero(&self.ring)], |r, cx| {
            if let Way::Any(points) = &self.way {
                return points.values(f.coeffs(), cx);
            }
            let scaled = scaled(r, f.coeffs(), &self.first, cx)?;
            match &self.way {
                Way::Dft(_, dft) => dft.forward(folded(r, scaled.view(), self.len, false)?.view()),
                Way::Chirp(chirp) if scaled.len() <= self.len => chirp.powers.values(r, scaled.view(), self.len, cx),
                _ => {
                    let inverse = r.inv(&self.ratio)?;
                    let powers = Powers::new(r, [&self.ratio, &inverse], self.len, scaled.len(), cx)?;
                    powers.values(r, scaled.view(), self.len, cx)
                }
            }
        })
    }

    /// Values of several polynomials at all n points. They share the transform of the powers of q, and the points are split into
    /// blocks of the length predicted fastest.
    ///
    /// ```
    /// # use polymod::{Poly, Zn, poly::Geometric};
    /// let f = Zn::new(97)?;
    /// let values = Geometric::new(&f, &1, &2, 3)?.eval_all(&[Poly::x(&f), Poly::from_i64(&f, &[0, 0, 1])])?;
    /// assert_eq!(f.words(values[0].view()), [1, 2, 4]);
    /// assert_eq!(f.words(values[1].view()), [1, 4, 16]);
    /// # Ok::<(), polymod::Error>(())
    /// ```
    ///
    /// # Errors
    /// Those of [`eval`](Self::eval).
    pub fn eval_all(&self, polys: &[Poly<R>]) -> Result<Vec<Coeffs<R>>> {
        let longest = polys.iter().map(Poly::len).max().unwrap_or(0);
        let Way::Chirp(chirp) = &self.way else { return polys.iter().map(|f| self.eval(f)).collect() };
        if longest == 0 || longest > self.len {
            return polys.iter().map(|f| self.eval(f)).collect();
        }
        polys.iter().try_for_each(|f| ring::same_ring(&self.ring, f.ring()))?;
        self.ring.engine().enter(|cx| cx.inside(|cx| self.by_blocks(chirp, polys, longest, cx)))
    }

    /// Evaluation by blocks of points a·q^s, …: each is the block at a of the polynomial f(q^s·x), which only changes the
    /// weights.
    fn by_blocks(
        &self,
        chirp: &Chirp<R>,
        polys: &[Poly<R>],
        longest: usize,
        cx: Context<'_>,
    ) -> Result<Vec<Coeffs<R>>> {
        let (r, Powers([powers, weights])) = (&self.ring, &chirp.powers);
        let (block, ns) = best_block(r, longest, self.len, cx);
        let plan = r.conv_plan(&[block_shape(longest, block)], 1, cx)?;
        let image = r.transform(&plan, powers.slice(0..longest + block - 1), cx)?;
        let [_, inverse] = &chirp.inverses;
        let across = r.pow(&self.ratio, block as u64);
        let (mut first, mut scales) = (self.first.clone(), Vec::new());
        for _ in 0..self.len.div_ceil(block) {
            scales.push(r.reversed(progression(r, [&r.one(), &first, inverse], longest, cx)?.view()));
            first = r.mul(&first, &across);
        }
        let cx = cx.for_work(polys.len() as f64 * ns);
        cx.map(polys.iter().collect(), |f: &Poly<R>, cx| {
            let (mut reversed, mut out) = (r.zeros(longest), r.zeros(self.len));
            r.copy_at(&mut reversed, longest - f.len(), r.reversed(f.coeffs()).view());
            for (s, scale) in scales.iter().enumerate().filter(|_| !f.is_empty()) {
                let mut b = reversed.clone();
                r.mul_each(&mut b, scale.view());
                let sum = r.image_mul(&plan, r.transform(&plan, b.view(), cx)?, Some(&image), cx)?;
                let count = block.min(self.len - s * block);
                let mut values = r.untransform(&plan, sum, longest - 1..longest - 1 + count, cx)?;
                r.mul_each(&mut values, weights.view());
                r.copy_at(&mut out, s * block, values.view());
            }
            Ok(out)
        })
    }

    /// The polynomial of degree below n with the value yᵢ at a·q^i.
    ///
    /// ```
    /// # use polymod::{Ring, Zn, poly::Geometric};
    /// let f = Zn::new(97)?;
    /// let points = Geometric::new(&f, &1, &2, 3)?; // 1, 2, 4
    /// assert_eq!(points.interpolate(f.collect(&[2, 5, 17]).view())?.to_string(), "x^2 + 1");
    /// # Ok::<(), polymod::Error>(())
    /// ```
    ///
    /// # Errors
    /// [`Error::Length`] where there are not n values; [`Error::RepeatedPoint`]; over Z/n [`Error::NotInvertible`] where two points
    /// differ by a zero divisor; over Z [`Error::NotDivisible`]; [`Error::TooLarge`]; [`Error::Cancelled`].
    pub fn interpolate(&self, values: View<'_, R>) -> Result<Poly<R>> {
        let r = &self.ring;
        if values.len() != self.len {
            return Err(wrong_number(self.len, values.len()));
        }
        r.engine().enter(|cx| {
            cx.check()?;
            let (coeffs, inverse) = match &self.way {
                Way::Any(points) => return points.interpolate(values),
                Way::Dft(inverse, dft) => (dft.inverse(values)?, inverse),
                Way::Chirp(chirp) => {
                    let [weights, m] = match chirp.interpolation.get() {
                        Some(tables) => tables,
                        None => {
                            let tables = self.tables(chirp, cx)?;
                            chirp.interpolation.get_or_init(|| tables)
                        }
                    };
                    let mut c = r.owned(values);
                    r.mul_each(&mut c, weights.view());
                    let sums = chirp.powers.values(r, c.view(), self.len, cx)?;
                    let numerator = r.mul_window(sums.view(), m.view(), 0..self.len, cx)?;
                    (r.reversed(numerator.view()), &chirp.inverses[0])
                }
            };
            Ok(Poly::from_coeffs(r, scaled(r, coeffs.view(), inverse, cx)?))
        })
    }

    /// 1/M′(q^i), i < n, and the coefficients of M at x^n, …, x.
    fn tables(&self, chirp: &Chirp<R>, cx: Context<'_>) -> Result<[Coeffs<R>; 2]> {
        let (r, n, one, minus_one) = (&self.ring, self.len, self.ring.one(), self.ring.elem(-1));
        // q^t − 1 for 0 < t ≤ n
        let mut less_one = progression(r, [&self.ratio, &self.ratio, &one], n, cx)?;
        r.sub_at(&mut less_one, 0, classical::ones(r, n).view());
        // 1/u_(n − 1 − i) = (product of the last i of the n − 1 factors)/u_(n − 1)
        let mut products = r.reversed(less_one.view().low(n - 1));
        r.running_products(&mut products);
        let mut reversed = r.collect(std::slice::from_ref(&one));
        r.resize(&mut reversed, n);
        r.copy_at(&mut reversed, 1, products.view());
        let all = r.get(reversed.view(), n - 1);
        let inverse_of_all = r.inv(&all).map_err(|e| self.meeting(less_one.view(), e))?;
        r.scale(&mut reversed, &inverse_of_all);
        let inverse = r.reversed(reversed.view());
        // q^(C(i) − i(n − 2)), signs by the parity of n − 1 − i, and the inverses of u_i and u_(n − 1 − i)
        let q_inverse = &chirp.inverses[1];
        let ratio = r.neg(&r.pow(q_inverse, n.saturating_sub(2) as u64));
        let sign = if n % 2 == 1 { &one } else { &minus_one };
        let mut weights = progression(r, [sign, &ratio, &self.ratio], n, cx)?;
        r.mul_each(&mut weights, inverse.view());
        r.mul_each(&mut weights, reversed.view());
        // (−1)^k·q^C(k)·u_n/(u_k·u_(n − k))
        let of_all = r.mul(&all, &r.get(less_one.view(), n - 1));
        let mut m = progression(r, [&of_all, &minus_one, &self.ratio], n, cx)?;
        r.mul_each(&mut m, inverse.view());
        let mut others = r.zeros(n);
        r.copy_at(&mut others, 1, reversed.view().low(n - 1));
        r.mul_each(&mut m, others.view());
        r.set(&mut m, 0, &one);
        Ok([weights, m])
    }

    /// The error that names two equal points or, if there are none, a difference of points that is a zero divisor.
    fn meeting(&self, less_one: View<'_, R>, otherwise: Error) -> Error {
        let r = &self.ring;
        let differences = || (0..self.len - 1).map(|i| r.get(less_one, i));
        match differences().position(|d| r.is_zero(&d)) {
            Some(i) => Error::RepeatedPoint { point: r.elem_to_text(&self.first), first: 0, second: i + 1 },
            None => differences().find_map(|d| r.inv(&d).err()).unwrap_or(otherwise),
        }
    }
}

impl<R: Convolve> Powers<R> {
    fn new(r: &R, [q, inverse]: [&R::Elem; 2], n: usize, m: usize, cx: Context<'_>) -> Result<Self> {
        let one = r.one();
        let powers = progression(r, [&one, &one, q], (n + m).saturating_sub(1), cx)?;
        Ok(Powers([powers, progression(r, [&one, &one, inverse], n.max(m), cx)?]))
    }

    /// Values of f at q^i, i < n.
    fn values(&self, r: &R, f: View<'_, R>, n: usize, cx: Context<'_>) -> Result<Coeffs<R>> {
        let Powers([powers, weights]) = self;
        let Some(last) = f.len().checked_sub(1) else { return Ok(r.zeros(n)) };
        let mut b = r.owned(f);
        r.mul_each(&mut b, weights.view());
        let mut out = r.mul_window(r.reversed(b.view()).view(), powers.slice(0..n + last), last..n + last, cx)?;
        r.mul_each(&mut out, weights.view());
        Ok(out)
    }
}

/// The shape of the product that evaluates a polynomial of `longest` coefficients at a block of points.
fn block_shape(longest: usize, block: usize) -> ConvShape {
    let size = |len| Size { len, bits: 0 };
    ConvShape::exact(size(longest), size(longest + block - 1), longest - 1..longest - 1 + block)
}

/// Block length of least predicted cost for `points` values of a polynomial of `longest` ≥ 1 coefficients, and that cost in
/// nanoseconds; blocks share the transform of the powers.
pub fn best_block<R: Convolve>(r: &R, longest: usize, points: usize, cx: Context<'_>) -> (usize, f64) {
    let cost = |block: usize| {
        let ConvShape { a, b, .. } = block_shape(longest, block);
        // two of the three transforms of a product
        points.div_ceil(block) as f64 * product_ns(r, a, b, longest - 1..longest - 1 + block, cx) * 2.0 / 3.0
    };
    let logs = ceil_log2(2 * longest)..=ceil_log2(longest + points);
    let blocks = logs.map(|log| ((1usize << log) + 1 - longest).min(points)).chain([points]);
    blocks.map(|block| (block, cost(block))).fold((points, f64::INFINITY), |x, y| if y.1 < x.1 { y } else { x })
}

/// The coefficients of f(c·x).
fn scaled<R: Convolve>(r: &R, f: View<'_, R>, c: &R::Elem, cx: Context<'_>) -> Result<Coeffs<R>> {
    let (mut out, one) = (r.owned(f), r.one());
    if *c != one {
        r.mul_each(&mut out, progression(r, [&one, c, &one], f.len(), cx)?.view());
    }
    Ok(out)
}

/// The ring's own transform of n values at powers of q; None if the ring has none or it is not predicted fastest.
fn own_transform<R: Convolve>(r: &R, q: &R::Elem, n: usize) -> Option<Dft<R>> {
    if r.pow(q, n as u64) != r.one() {
        return None;
    }
    Dft::with_root(r, n, Wrap::Cyclic, q).ok().filter(|dft| matches!(dft.algorithm(), DftAlgorithm::Own(_)))
}

impl<R: Convolve> std::fmt::Debug for Geometric<R> {
    fn fmt(&self, f: &mut std::fmt::Formatter<'_>) -> std::fmt::Result {
        let Geometric { ring, first, ratio, len, .. } = self;
        write!(f, "Geometric({len} points from {first:?} by {ratio:?} over {})", ring.name())
    }
}
