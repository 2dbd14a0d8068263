//! The ring Z/n for n of any size: rows of limbs like those of Z, canonical in [0, n).
//!
//! Rows have one limb more than n if n fills its limbs, so that a residue is also a non-negative two's complement
//! number of the same row: products are computed over [`Integers`]. Those through primes are reconstructed modulo n if
//! n is odd and has vector kernels for it; all others are reduced at the end.

mod codec;
mod elimination;
mod euclid;
mod fixed;
pub mod loops;
pub mod montgomery;
mod roots;
pub mod rows;
mod short;
pub mod short_divisor;
mod short_euclid;
pub mod short_points;
mod short_poly;
pub mod small;

use super::{
    AtPoints, Candidate, Candidates, Choices, Coeffs, ConvShape, Convolve, Determinants, Integers, ProductAlgorithm,
    ProductShape, Products, Quotients, Ring, ShortDivisor, Size, View, Window, ZPlan, classical,
    integers::{to_integer, write_integer},
    limbs,
};
use crate::{
    Error, Result,
    crt::CrtReconstruct,
    engine::{
        Context, Engine,
        handle::{Handle, kept},
    },
    kernels::limbs::{LimbEuclid, LimbKernel},
    scratch::Buf,
    tested,
    transform::cache::Cached,
};
use rug::{
    Complete, Integer,
    integer::{IsPrime, Order},
};
use std::{
    fmt,
    ops::Range,
    sync::{
        Arc, OnceLock,
        atomic::{AtomicU64, Ordering::Relaxed},
    },
};

/// The ring Z/n, n of any size known at run time; [`Zn`](super::Zn) is faster where n fits in a word.
///
/// ```
/// use polymod::{Poly, ZnBig, rug::Integer};
/// let n = (Integer::from(1) << 127) - 1;
/// let f = ZnBig::new(n)?;
/// let a = Poly::from_i64(&f, &[-1, 1]);
/// assert_eq!((&a * &a).to_string(), "x^2 + 170141183460469231731687303715884105725*x + 1");
/// # Ok::<(), polymod::Error>(())
/// ```
#[derive(Clone)]
pub struct ZnBig(Handle<Inner>);

kept!(Inner, |ring: &Inner| ring.integers.engine().may_be_kept());

struct Inner {
    n: Integer,
    /// The number n as a row.
    limbs: Vec<u64>,
    integers: Integers,
    /// Whether n is prime; tested at its first use.
    field: OnceLock<bool>,
    /// Number of inversions so far that only asked whether an element is a unit.
    unit_tests: AtomicU64,
    /// Loops over blocks of residues, built at their first use.
    kernel: OnceLock<Option<LimbKernel>>,
    /// Kernel of Euclid's algorithm on blocks of residues, built at its first use.
    euclid: OnceLock<Option<LimbEuclid>>,
    /// Number that distinguishes this ring's cached plans from other rings'.
    id: u64,
    choices: Choices,
    /// Arithmetic for the number of limbs of n, if n is odd and they are few; made at its first use.
    fixed: OnceLock<Option<fixed::Fixed>>,
    /// For products of few residues of other numbers, if n is short enough; made at their first use.
    reducer: OnceLock<Option<small::Reducer>>,
}

/// The reconstruction from the residues of one plan to residues modulo n; `None` without vector kernels for it.
struct Back(Option<CrtReconstruct>);

impl Cached for Back {
    fn bytes(&self) -> usize {
        self.0.as_ref().map_or(0, |crt_reconstruct| 8 * crt_reconstruct.words()) + size_of::<Self>()
    }
}

impl ZnBig {
    /// Z/n on the default engine.
    ///
    /// ```
    /// # use polymod::{Ring, ZnBig, rug::Integer};
    /// let f = ZnBig::new((Integer::from(1) << 127) - 1)?;
    /// assert_eq!(f.pow(&2.into(), 127), 1);
    /// # Ok::<(), polymod::Error>(())
    /// ```
    ///
    /// # Errors
    /// [`Error::Modulus`] for n < 2.
    pub fn new(n: Integer) -> Result<Self> {
        Self::on(&Engine::default(), n)
    }

    /// Z/n on the given engine.
    ///
    /// ```
    /// # use polymod::{Engine, Ring, ZnBig};
    /// let f = ZnBig::on(&Engine::builder().threads(1).build(), 97.into())?;
    /// assert_eq!(f.engine().threads(), 1);
    /// # Ok::<(), polymod::Error>(())
    /// ```
    ///
    /// # Errors
    /// [`Error::Modulus`] for n < 2.
    pub fn on(engine: &Engine, n: Integer) -> Result<Self> {
        Self::with(engine, n, OnceLock::new())
    }

    /// Z/p for a modulus known to be prime.
    pub(crate) fn of_prime(engine: &Engine, p: Integer) -> Result<Self> {
        Self::with(engine, p, true.into())
    }

    /// The same ring on another engine.
    pub(in crate::ring) fn with_modulus(engine: &Engine, other: &Self) -> Self {
        Self::with(engine, other.0.n.clone(), other.0.field.clone()).expect("the modulus of a ring")
    }

    fn with(engine: &Engine, n: Integer, field: OnceLock<bool>) -> Result<Self> {
        static IDS: AtomicU64 = AtomicU64::new(0);
        if n < 2 {
            return Err(Error::Modulus { modulus: n.to_string(), expected: "an integer of at least 2" });
        }
        let mut limbs = vec![0; limbs::width_for(n.significant_bits())];
        write_integer(&mut limbs, &n);
        let (kernel, euclid, fixed, reducer) = (OnceLock::new(), OnceLock::new(), OnceLock::new(), OnceLock::new());
        let (integers, id) = (Integers::on(engine), IDS.fetch_add(1, Relaxed));
        let (choices, unit_tests) = (Choices::default(), AtomicU64::new(0));
        Ok(ZnBig(Handle::new(Inner {
            n,
            limbs,
            integers,
            field,
            unit_tests,
            kernel,
            euclid,
            id,
            choices,
            fixed,
            reducer,
        })))
    }

    /// Whether n is known to be prime when a unit is to be tested: after many such tests, which have taken longer than a test of n, n is tested.
    pub(super) fn is_known_field(&self) -> bool {
        /// Number of inversions that take about as long as the test of n.
        const INVERSIONS: u64 = 1 << 10;
        match self.0.field.get() {
            Some(&field) => field,
            None => self.0.unit_tests.fetch_add(1, Relaxed) >= INVERSIONS && self.is_field(),
        }
    }

    tested! {
        /// Whether n is prime by GMP's test (Baillie–PSW and 16 more rounds), which no known composite passes.
        pub(super) fn is_field(&self) -> bool {
            *self.0.field.get_or_init(|| self.0.n.is_probably_prime(40) != IsPrime::No)
        }
    }

    /// The number n.
    ///
    /// ```
    /// # use polymod::ZnBig;
    /// assert_eq!(*ZnBig::new(97.into())?.n(), 97);
    /// # Ok::<(), polymod::Error>(())
    /// ```
    #[must_use]
    pub fn n(&self) -> &Integer {
        &self.0.n
    }

    tested! {
        fn width(&self) -> usize {
            self.0.limbs.len()
        }
    }

    fn rows(&self, len: usize) -> Buf {
        self.engine().zeroed(len * self.width())
    }

    tested! {
        fn residue(&self, x: Integer) -> Integer {
            x.modulo(&self.0.n)
        }
    }

    fn push(&self, v: &mut Coeffs<Self>, x: Integer) {
        let at = v.words.len();
        v.words.resize(at + self.width());
        write_integer(&mut v.words[at..], &self.residue(x));
        v.len += 1;
    }

    /// out[at + i] = v[i] modulo n.
    fn reduce_at(&self, out: &mut Coeffs<Self>, at: usize, v: View<'_, Integers>, cx: Context<'_>) {
        let width = self.width();
        let out = &mut out.words[at * width..][..v.len() * width];
        cx.for_chunks(out, width, |first, out| {
            let rows = v.slice(first..first + out.len() / width);
            for (out, x) in out.chunks_exact_mut(width).zip(rows.words().chunks_exact(rows.width)) {
                write_integer(out, &self.residue(to_integer(x)));
            }
        });
    }

    /// The reconstruction modulo n for this plan's residues.
    fn back(&self, plan: &ZPlan, cx: Context<'_>) -> Result<Arc<Back>> {
        let ntt = plan.ntt();
        cx.engine().plan([self.0.id, ntt.primes() as u64, ntt.modulus(0).n(), ntt.len() as u64], || {
            let moduli = ntt.moduli();
            let product: Integer = moduli.iter().map(|p| p.n()).product();
            let weight = |i: usize| {
                let cofactor = moduli.get(i).map_or_else(|| -product.clone(), |p| Integer::from(&product / p.n()));
                let mut row = vec![0; self.width()];
                write_integer(&mut row, &self.residue(cofactor << 104));
                row
            };
            Ok(Back(CrtReconstruct::modulo(
                cx.engine().target(),
                &moduli,
                ntt.lacking().as_deref(),
                &self.0.limbs,
                weight,
            )))
        })
    }

    /// Transforms the image of a product over Z, or of a sum of products, to its coefficients modulo n from `start` on.
    fn backward(
        &self,
        plan: &ZPlan,
        image: Buf,
        start: usize,
        out: &mut Coeffs<Self>,
        range: Range<usize>,
        cx: Context<'_>,
    ) -> Result<()> {
        if let Back(Some(crt_reconstruct)) = &*self.back(plan, cx)? {
            let width = self.width();
            let rows = &mut out.words[range.start * width..range.end * width];
            return Integers::backward(plan, crt_reconstruct, image, start, rows, cx);
        }
        let mut wide = self.0.integers.zeros(range.len());
        let window = Window::Exact(start..start + range.len());
        self.0.integers.untransform_at(plan, image, &window, &mut wide, 0, cx)?;
        self.reduce_at(out, range.start, wide.view(), cx);
        Ok(())
    }

    /// Predicted nanoseconds of reducing this number of integers twice as wide as n, one by one.
    fn reduction_ns(&self, count: usize, cx: Context<'_>) -> f64 {
        let [call, limb] = cx.engine().costs().big_reduce;
        count as f64 * (call + limb * (self.width() * self.width()) as f64)
    }

    /// The shape of a product over Z, with the residues as integers.
    fn over_integers(&self, shape: &ProductShape) -> ProductShape {
        let wide = |s: Size| Size { len: s.len, bits: self.0.n.significant_bits() };
        ProductShape { a: wide(shape.a), b: wide(shape.b), ..shape.clone() }
    }

    fn conv_shape(&self, shape: &ConvShape) -> ConvShape {
        let wide = |s: Size| Size { len: s.len, bits: self.0.n.significant_bits() };
        ConvShape { a: wide(shape.a), b: wide(shape.b), window: shape.window.clone() }
    }
}

impl PartialEq for ZnBig {
    #[inline]
    fn eq(&self, other: &Self) -> bool {
        self.0.limbs == other.0.limbs
    }
}

impl Eq for ZnBig {}

impl std::hash::Hash for ZnBig {
    fn hash<H: std::hash::Hasher>(&self, state: &mut H) {
        self.0.n.hash(state);
    }
}

impl fmt::Debug for ZnBig {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "ZnBig({})", self.0.n)
    }
}

impl Ring for ZnBig {
    type Elem = Integer;
    #[inline]
    fn engine(&self) -> &Engine {
        self.0.integers.engine()
    }
    fn name(&self) -> String {
        format!("zn:{}", self.0.n)
    }
    fn one(&self) -> Integer {
        Integer::from(1)
    }
    fn is_one(&self, a: &Integer) -> bool {
        *a == 1
    }
    fn elem(&self, x: i64) -> Integer {
        self.residue(Integer::from(x))
    }
    #[inline]
    fn is_zero(&self, a: &Integer) -> bool {
        a.is_zero()
    }
    fn add(&self, a: &Integer, b: &Integer) -> Integer {
        self.residue((a + b).complete())
    }
    fn neg(&self, a: &Integer) -> Integer {
        self.residue((-a).complete())
    }
    fn mul(&self, a: &Integer, b: &Integer) -> Integer {
        self.residue((a * b).complete())
    }
    fn pow(&self, a: &Integer, e: u64) -> Integer {
        match self.fixed() {
            Some(fixed) => fixed::with_limbs!(fixed, f => f.pow(a, e, &self.0.n)),
            None => a.pow_mod_ref(&e.into(), &self.0.n).map_or_else(|| self.one(), Integer::from),
        }
    }
    fn inv(&self, a: &Integer) -> Result<Integer> {
        a.clone().invert(&self.0.n).map_err(|a| Error::NotInvertible {
            factor: a.gcd_ref(&self.0.n).complete().to_string(),
            value: a.to_string(),
            modulus: self.0.n.to_string(),
        })
    }
    fn zeros(&self, len: usize) -> Coeffs<Self> {
        Coeffs::from_words(self.rows(len), len, self.width())
    }
    fn get(&self, v: View<'_, Self>, i: usize) -> Integer {
        Integer::from_digits(&v.words()[i * v.width..][..v.width], Order::Lsf)
    }
    fn set(&self, v: &mut Coeffs<Self>, i: usize, x: &Integer) {
        let width = self.width();
        write_integer(&mut v.words[i * width..][..width], x);
    }
    fn resize(&self, v: &mut Coeffs<Self>, len: usize) {
        v.words.resize(len * self.width());
        v.len = len;
    }
    fn size(&self, v: View<'_, Self>) -> Size {
        Size { len: v.len(), bits: 0 }
    }
}

impl Convolve for ZnBig {
    type Plan = ZPlan;

    type Image = Buf;

    type Sum = Buf;

    fn conv_plan(&self, shapes: &[ConvShape], terms: usize, cx: Context<'_>) -> Result<Arc<ZPlan>> {
        let shapes: Vec<_> = shapes.iter().map(|s| self.conv_shape(s)).collect();
        self.0.integers.conv_plan(&shapes, terms, cx)
    }

    fn wide_modulus(&self) -> Option<&[u64]> {
        Some(&self.0.limbs)
    }

    fn fits(&self, plan: &ZPlan, shape: &ConvShape, terms: usize) -> bool {
        self.0.integers.fits(plan, &self.conv_shape(shape), terms)
    }

    fn cyclic_len(&self, plan: &ZPlan) -> usize {
        self.0.integers.cyclic_len(plan)
    }

    fn transform(&self, plan: &ZPlan, v: View<'_, Self>, cx: Context<'_>) -> Result<Buf> {
        self.0.integers.image(plan, v.cast(), self.0.n.significant_bits(), cx)
    }

    fn sum(&self, plan: &ZPlan, cx: Context<'_>) -> Buf {
        self.0.integers.sum(plan, cx)
    }

    fn image_addmul(&self, plan: &ZPlan, s: &mut Buf, a: &Buf, b: &Buf, cx: Context<'_>) -> Result<()> {
        self.0.integers.image_addmul(plan, s, a, b, cx)
    }

    fn image_mul(&self, plan: &ZPlan, a: Buf, b: Option<&Buf>, cx: Context<'_>) -> Result<Buf> {
        self.0.integers.image_mul(plan, a, b, cx)
    }

    fn untransform_at(
        &self,
        plan: &ZPlan,
        s: Buf,
        window: &Window,
        out: &mut Coeffs<Self>,
        at: usize,
        cx: Context<'_>,
    ) -> Result<()> {
        let range = match window {
            Window::Exact(range) => range.clone(),
            Window::Cyclic(_) => 0..self.cyclic_len(plan),
        };
        self.backward(plan, s, range.start, out, at..at + range.len(), cx)
    }
}

impl Quotients for ZnBig {
    fn weight(&self, v: View<'_, Self>) -> usize {
        v.len()
    }
    /// By sums of products with one reduction each.
    fn short_quotient(
        &self,
        a: View<'_, Self>,
        b: View<'_, Self>,
        inverse: Option<&Integer>,
        n: usize,
    ) -> Result<Coeffs<Self>> {
        let Some(inverse) = inverse else { return classical::quotient(self, a, b, inverse, n) };
        if let Some(fixed) = self.fixed() {
            return Ok(self.fixed_quotient(fixed, [a, b], inverse, n));
        }
        let b: Vec<_> = (0..b.len().min(n.max(1))).map(|i| self.get(b, i)).collect();
        let mut q: Vec<Integer> = Vec::with_capacity(n);
        for i in 0..n {
            let mut rest = if i < a.len() { self.get(a, i) } else { Integer::new() };
            for (j, b) in b.iter().enumerate().take(i + 1).skip(1) {
                rest -= b * &q[i - j];
            }
            q.push(self.mul(&self.residue(rest), inverse));
        }
        Ok(self.collect(&q))
    }
    fn short_quotient_ns(&self, n: usize, divisor: Size, cx: Context<'_>) -> f64 {
        let (width, d) = (self.width(), n.min(divisor.len) as f64);
        let products = d * (n as f64 - d / 2.0);
        if let Some(fixed) = self.fixed() {
            let [product, reduction] = fixed.costs_ns();
            return products * product + (n as f64 + d) * reduction;
        }
        let costs = cx.engine().costs();
        products * (costs.element / 4.0 + costs.integer_mul(width, width)) + 2.0 * self.reduction_ns(n, cx)
    }
    fn own_exponential(&self, a: View<'_, Self>, n: usize) -> Option<Coeffs<Self>> {
        self.fixed_exponential(a, n)
    }
    fn short_divisor(&self, b: View<'_, Self>) -> Option<Box<dyn ShortDivisor<Self>>> {
        short_divisor::prepared(self, b)
    }
}

impl AtPoints for ZnBig {}

impl Determinants for ZnBig {}

impl Products for ZnBig {
    fn choices(&self) -> Option<&Choices> {
        Some(&self.0.choices)
    }

    fn product_candidates(&self, shape: &ProductShape, cx: Context<'_>) -> Candidates {
        let reduction = self.reduction_ns(shape.window.len(), cx);
        // with vectors, reconstruction modulo n is cheaper than of integers twice as wide, but only for a whole product
        let vectors = self.0.n.is_odd() && cx.engine().target().has_multiply_add52();
        let when_cut = if vectors { reduction } else { 0.0 };
        let all = self.0.integers.candidates(&self.over_integers(shape), when_cut, cx);
        let short = self.short_kernel(shape).map(|kernel| self.short_ns(kernel, shape, cx));
        all.map(|c| match (c.algorithm, short) {
            (ProductAlgorithm::Schoolbook, Some(predicted_ns)) => Candidate { predicted_ns, ..c },
            (ProductAlgorithm::Crt, _) if vectors => c,
            _ => Candidate { predicted_ns: c.predicted_ns + reduction, ..c },
        })
    }

    fn mul_chosen(
        &self,
        chosen: &Candidate,
        shape: &ProductShape,
        out: &mut Coeffs<Self>,
        at: usize,
        a: View<'_, Self>,
        b: View<'_, Self>,
        cx: Context<'_>,
    ) -> Result<()> {
        cx.check()?;
        if let (ProductAlgorithm::Schoolbook, Some(kernel)) = (chosen.algorithm, self.short_kernel(shape)) {
            return self.short_product(kernel, shape.window.clone(), (out, at), (a, b), cx);
        }
        let (wide, w) = (self.over_integers(shape), shape.window.clone());
        let z = &self.0.integers;
        if chosen.algorithm == ProductAlgorithm::Crt && !chosen.is_cut() && w.end <= shape.full_len() && !w.is_empty() {
            let plan = z.plan(chosen.length, Integers::product_bits(&wide), cx)?;
            let image = z.product_image(&plan, &wide, (a.cast(), b.cast()), cx)?;
            return self.backward(&plan, image, w.start, out, at..at + w.len(), cx);
        }
        let mut product = z.zeros(w.len());
        z.mul_chosen(chosen, &wide, &mut product, 0, a.cast(), b.cast(), cx)?;
        self.reduce_at(out, at, product.view(), cx);
        Ok(())
    }
}
