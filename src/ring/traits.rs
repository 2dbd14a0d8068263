//! The trait of coefficient rings: a ring is a value that defines the layout of a vector of its coefficients.
//!
//! Algorithms are written once over [`Coeffs`] and [`View`]; they access single elements only where one is read,
//! written or inverted. Reads start anywhere ([`View`]), writes have a whole vector and an index in it as destination
//! (`out`, `at`), since bits share words, blocks share elements, and integers can make a vector grow in width.

use super::{
    blocks::{self, Block, Elimination, Gather, Place},
    classical,
    euclid::{self, Division, Remainders, Wanted},
    shape::Size,
    vector::{Coeffs, View},
};
use crate::{
    Error, Result,
    engine::{Context, Engine},
    monitor::Alternative,
};
use std::fmt::Debug;

/// A commutative ring, as a value that is cheap to clone. The default methods are schoolbook algorithms on single
/// elements ([`classical`]): the oracle of the law suite, and sufficient for a new ring.
pub trait Ring: Clone + PartialEq + Debug + Send + Sync + 'static {
    /// A single coefficient, for places where one is read, written, printed or inverted; never in a loop of an
    /// algorithm.
    type Elem: Clone + PartialEq + Debug + Send + Sync + 'static;

    /// The engine that operations of this ring run on.
    fn engine(&self) -> &Engine;
    /// The ring as the command line's option `--ring` names it.
    fn name(&self) -> String;

    /// The neutral element of multiplication.
    fn one(&self) -> Self::Elem;
    /// x·1, the [image](Self::image) of a short integer: over F_(2^K) its parity, never the element that it names.
    fn elem(&self, x: i64) -> Self::Elem;
    /// n·1 for the integer n = ±Σ `magnitude[i]`·2^(64i), its image under the only homomorphism from Z: n modulo the
    /// characteristic. For integers that count something, such as the exponent in (A^e)' = e·A^(e−1)·A'. Over F_(2^K)
    /// it is 0 or 1, whichever element [`push_limbs`](Self::push_limbs) takes n to name.
    ///
    /// ```
    /// use polymod::{Gf2k, Ring};
    /// let f = Gf2k::new(8, 0x11b)?;
    /// let mut named = f.zeros(0);
    /// f.push_limbs(&mut named, false, &[3])?;
    /// assert_eq!((f.image(false, &[3]), f.get(named.view(), 0)), (1, 3));            // 1 + 1 + 1, and z + 1
    /// # Ok::<(), polymod::Error>(())
    /// ```
    fn image(&self, negative: bool, magnitude: &[u64]) -> Self::Elem {
        // Horner's rule with digits to the base 2^32
        let (base, digit) = (self.elem(1 << 32), |half: u64| self.elem(half as i64));
        let halves = magnitude.iter().rev().flat_map(|&limb| [limb >> 32, limb & u64::from(u32::MAX)]);
        let image = halves.fold(self.elem(0), |sum, half| self.add(&self.mul(&sum, &base), &digit(half)));
        if negative { self.neg(&image) } else { image }
    }
    /// Whether `a` is zero.
    fn is_zero(&self, a: &Self::Elem) -> bool;
    /// a + b.
    fn add(&self, a: &Self::Elem, b: &Self::Elem) -> Self::Elem;
    /// −a.
    fn neg(&self, a: &Self::Elem) -> Self::Elem;
    /// a·b.
    fn mul(&self, a: &Self::Elem, b: &Self::Elem) -> Self::Elem;
    /// 1/a.
    ///
    /// # Errors
    /// [`Error::NotInvertible`] with the common factor of `a` and the modulus.
    fn inv(&self, a: &Self::Elem) -> Result<Self::Elem>;
    /// a/b: a·[`inv`](Self::inv)(b) where b is a unit; over Z the exact quotient.
    ///
    /// # Errors
    /// [`Error::NotInvertible`] with the common factor of `b` and the modulus; [`Error::NotDivisible`] over Z;
    /// [`Error::DivisionByZero`] for b = 0 over Z.
    fn quotient(&self, a: &Self::Elem, b: &Self::Elem) -> Result<Self::Elem> {
        Ok(self.mul(a, &self.inv(b)?))
    }
    /// a^e by squaring; a^0 is 1.
    fn pow(&self, a: &Self::Elem, e: u64) -> Self::Elem {
        let mut power = self.one();
        for bit in (0..u64::BITS - e.leading_zeros()).rev() {
            power = self.mul(&power, &power);
            if e >> bit & 1 == 1 {
                power = self.mul(&power, a);
            }
        }
        power
    }

    /// A square root: the one with the smallest least non-negative residue, over Z the positive one.
    ///
    /// # Errors
    /// [`Error::NoSeries`] where `a` is no square; [`Error::NotInvertible`] where neither `a` nor 2 is a unit modulo a
    /// composite n; [`Error::Factors`] where the roots depend on the factors of a composite n of several words.
    fn sqrt(&self, _a: &Self::Elem) -> Result<Self::Elem> {
        Err(Error::Unsupported { operation: "a square root".into(), ring: self.name() })
    }

    /// The default root of unity for transforms of this order: h^((q − 1)/order), q the number of elements, h the least
    /// positive integer for which that power has exactly this order.
    ///
    /// # Errors
    /// [`Error::Unsupported`] where the ring is not finite; [`Error::Modulus`] where it is no field; [`Error::NoRoot`]
    /// where `order` does not divide q − 1.
    fn root_of_unity(&self, order: u64) -> Result<Self::Elem> {
        Err(Error::Unsupported { operation: format!("a default root of unity of order {order}"), ring: self.name() })
    }

    /// A vector of `len` zeros.
    fn zeros(&self, len: usize) -> Coeffs<Self>;
    /// Coefficient `i`; panics beyond the end.
    fn get(&self, v: View<'_, Self>, i: usize) -> Self::Elem;
    /// Writes coefficient `i`; panics beyond the end.
    fn set(&self, v: &mut Coeffs<Self>, i: usize, x: &Self::Elem);
    /// Truncates a vector, or extends it by zeros. The bits of a word or block beyond the end are always zero.
    fn resize(&self, v: &mut Coeffs<Self>, len: usize);
    /// Length without trailing zeros.
    fn trimmed_len(&self, v: View<'_, Self>) -> usize {
        (0..v.len()).rev().find(|&i| !self.is_zero(&self.get(v, i))).map_or(0, |i| i + 1)
    }
    /// Number of nonzero coefficients.
    fn nonzero(&self, v: View<'_, Self>) -> usize {
        (0..v.len()).filter(|&i| !self.is_zero(&self.get(v, i))).count()
    }
    /// Whether both have the same coefficients.
    fn same(&self, a: View<'_, Self>, b: View<'_, Self>) -> bool {
        a.len() == b.len() && (0..a.len()).all(|i| self.get(a, i) == self.get(b, i))
    }
    /// `out[at + i] = v[i]`: shift, append, truncate, concatenate.
    fn copy_at(&self, out: &mut Coeffs<Self>, at: usize, v: View<'_, Self>) {
        for i in 0..v.len() {
            self.set(out, at + i, &self.get(v, i));
        }
    }
    /// The coefficients in reverse order.
    fn reversed(&self, v: View<'_, Self>) -> Coeffs<Self> {
        let mut out = self.zeros(v.len());
        for i in 0..v.len() {
            self.set(&mut out, v.len() - 1 - i, &self.get(v, i));
        }
        out
    }
    /// Coefficients `first`, `first` + 2, `first` + 4, …
    fn every_other(&self, v: View<'_, Self>, first: usize) -> Coeffs<Self> {
        let mut out = self.zeros((v.len() + 1).saturating_sub(first) / 2);
        for i in 0..out.len() {
            self.set(&mut out, i, &self.get(v, 2 * i + first));
        }
        out
    }
    /// The vector of these elements.
    fn collect(&self, elems: &[Self::Elem]) -> Coeffs<Self> {
        let mut v = self.zeros(elems.len());
        for (i, x) in elems.iter().enumerate() {
            self.set(&mut v, i, x);
        }
        v
    }
    /// A copy of these coefficients as a new vector.
    fn owned(&self, v: View<'_, Self>) -> Coeffs<Self> {
        let mut out = self.zeros(v.len());
        self.copy_at(&mut out, 0, v);
        out
    }
    /// Removes trailing zeros.
    fn trim(&self, v: &mut Coeffs<Self>) {
        let len = self.trimmed_len(v.view());
        self.resize(v, len);
    }

    /// `out[at + i] += v[i]`; `out` is long enough.
    fn add_at(&self, out: &mut Coeffs<Self>, at: usize, v: View<'_, Self>) {
        for i in 0..v.len() {
            let sum = self.add(&self.get(out.view(), at + i), &self.get(v, i));
            self.set(out, at + i, &sum);
        }
    }
    /// `out[at + i] −= v[i]`; `out` is long enough.
    fn sub_at(&self, out: &mut Coeffs<Self>, at: usize, v: View<'_, Self>) {
        for i in 0..v.len() {
            let difference = self.add(&self.get(out.view(), at + i), &self.neg(&self.get(v, i)));
            self.set(out, at + i, &difference);
        }
    }
    /// `v[i] = −v[i]`.
    fn neg_all(&self, v: &mut Coeffs<Self>) {
        for i in 0..v.len() {
            let x = self.neg(&self.get(v.view(), i));
            self.set(v, i, &x);
        }
    }
    /// `v[i] ·= c`.
    fn scale(&self, v: &mut Coeffs<Self>, c: &Self::Elem) {
        for i in 0..v.len() {
            let x = self.mul(&self.get(v.view(), i), c);
            self.set(v, i, &x);
        }
    }
    /// `v[i] ·= w[i]`; `w` is at least as long as `v`.
    fn mul_each(&self, v: &mut Coeffs<Self>, w: View<'_, Self>) {
        for i in 0..v.len() {
            let x = self.mul(&self.get(v.view(), i), &self.get(w, i));
            self.set(v, i, &x);
        }
    }
    /// `v[i]` = `v[0]`·…·`v[i]`.
    fn running_products(&self, v: &mut Coeffs<Self>) {
        for i in 1..v.len() {
            let x = self.mul(&self.get(v.view(), i - 1), &self.get(v.view(), i));
            self.set(v, i, &x);
        }
    }
    /// Whether each of 1, …, n − 1 has an inverse, which [`div_index`](Self::div_index) then finds.
    fn divides_below(&self, n: usize) -> bool {
        classical::divides_below(self, n)
    }
    /// `v[i] ·= k + i`, for derivatives.
    fn mul_index(&self, v: &mut Coeffs<Self>, k: i64) {
        for i in 0..v.len() {
            let x = self.mul(&self.get(v.view(), i), &self.elem(k + i as i64));
            self.set(v, i, &x);
        }
    }
    /// `v[i] /= k + i` wherever `v[i]` is not zero, for integrals.
    ///
    /// # Errors
    /// [`Error::NotInvertible`] where a quotient does not exist.
    fn div_index(&self, v: &mut Coeffs<Self>, k: i64) -> Result<()> {
        classical::div_index(self, v, k)
    }
    /// The first `n` coefficients of the power series a/b by the definition: n²/2 products of elements. `b` is not
    /// empty; `inverse` is that of its lowest coefficient; without it the algorithm divides by that coefficient.
    ///
    /// # Errors
    /// Those of [`quotient`](Self::quotient).
    fn short_quotient(
        &self,
        a: View<'_, Self>,
        b: View<'_, Self>,
        inverse: Option<&Self::Elem>,
        n: usize,
    ) -> Result<Coeffs<Self>> {
        classical::quotient(self, a, b, inverse, n)
    }
    /// The polynomial b, prepared for many divisions; `None` unless it is short enough for a kernel of the ring, and
    /// its leading coefficient is a unit.
    fn short_divisor(&self, _b: View<'_, Self>) -> Option<Box<dyn ShortDivisor<Self>>> {
        None
    }
    /// `v[0]` + `v[1]`·x + `v[2]`·x² + …: the value at one point.
    fn horner(&self, v: View<'_, Self>, x: &Self::Elem) -> Self::Elem {
        classical::horner(self, v, x)
    }
    /// The values at each of these points: (len v)·(len points) products of elements.
    fn horner_each(&self, v: View<'_, Self>, points: View<'_, Self>) -> Coeffs<Self> {
        classical::horner_each(self, v, points)
    }
    /// The polynomial ∏(x − `points[i]`), leading coefficient included: n²/2 products of elements.
    fn product_of_roots(&self, points: View<'_, Self>) -> Coeffs<Self> {
        classical::product_of_roots(self, points)
    }
    /// The numerator of Σ `weights[i]`/(x − `points[i]`): the sum over i of `weights[i]`·∏(x − `points[j]`) over j
    /// other than i. It has as many coefficients as there are points; 3n²/2 products of elements.
    fn sum_of_fractions(&self, points: View<'_, Self>, weights: View<'_, Self>) -> Coeffs<Self> {
        classical::sum_of_fractions(self, points, weights)
    }

    /// Writes a·b to its place in `out`, according to `how`, by the algorithm predicted fastest. `a` has as many
    /// columns as `b` rows.
    ///
    /// # Errors
    /// [`Error::Cancelled`].
    fn mul_blocks(
        &self,
        out: &mut Coeffs<Self>,
        place: Place,
        a: Block<'_, Self>,
        b: Block<'_, Self>,
        how: Gather,
        cx: Context<'_>,
    ) -> Result<()> {
        blocks::schoolbook(self, out, place, a, b, how, cx)
    }
    /// The algorithms for a product of matrices, with their predicted costs, the cheapest first.
    fn block_products(&self, a: Block<'_, Self>, b: Block<'_, Self>, cx: Context<'_>) -> Vec<Alternative> {
        blocks::only_schoolbook(self, a, b, cx)
    }
    /// [`mul_blocks`](Self::mul_blocks) by the given algorithm, one of [`block_products`](Self::block_products).
    ///
    /// # Errors
    /// [`Error::Cancelled`].
    fn mul_blocks_by(
        &self,
        _algorithm: &str,
        out: &mut Coeffs<Self>,
        place: Place,
        (a, b): (Block<'_, Self>, Block<'_, Self>),
        how: Gather,
        cx: Context<'_>,
    ) -> Result<()> {
        self.mul_blocks(out, place, a, b, how, cx)
    }
    /// `out[at + j]` −= Σ `c[t]`·x\[t, j\] for each column j of x, which has as many rows as `c` coefficients.
    fn sub_combination(&self, out: &mut Coeffs<Self>, at: usize, c: View<'_, Self>, x: Block<'_, Self>) {
        blocks::sub_combination(self, out, at, c, x);
    }
    /// Σ `v[i]`·`w[i]`; both are equally long.
    fn dot(&self, v: View<'_, Self>, w: View<'_, Self>) -> Self::Elem {
        (0..v.len()).fold(self.elem(0), |s, i| self.add(&s, &self.mul(&self.get(v, i), &self.get(w, i))))
    }
    /// Gaussian elimination in place on a matrix of `rows` rows and `cols` columns; `None` without an algorithm of the
    /// ring's own.
    fn own_elimination(
        &self,
        _a: &mut Coeffs<Self>,
        _rows: usize,
        _cols: usize,
        _cx: Context<'_>,
    ) -> Option<Result<Elimination>> {
        None
    }
    /// The determinant of a small square matrix; `None` without an algorithm of the ring's own.
    fn own_determinant(&self, _a: Block<'_, Self>) -> Option<Result<Self::Elem>> {
        None
    }
    /// Largest number of columns that [`own_panel`](Self::own_panel) eliminates, or that are eliminated column by
    /// column without it.
    fn panel_columns(&self) -> usize {
        self.engine().costs().crossovers.panel[1]
    }
    /// Decomposes a panel of a few columns of a matrix in place; `None` without an algorithm of the ring's own. The
    /// rows' columns outside the panel are not permuted.
    fn own_panel(
        &self,
        _a: &mut Coeffs<Self>,
        _place: Place,
        _shape: [usize; 2],
        _cx: Context<'_>,
    ) -> Option<Result<Elimination>> {
        None
    }
    /// `out` = T⁻¹·out for a few rows at their place, T triangular: unit lower, or upper with units on its diagonal,
    /// whose inverses are given. Returns false without an algorithm of the ring's own.
    fn own_triangle(
        &self,
        _out: &mut Coeffs<Self>,
        _place: Place,
        _triangle: Block<'_, Self>,
        _inverses: Option<View<'_, Self>>,
        _cols: usize,
    ) -> bool {
        false
    }
    /// `v[i]` = 1/`v[i]`.
    ///
    /// # Errors
    /// [`Error::NotInvertible`] with the common factor of an element and the modulus.
    fn inv_each(&self, v: &mut Coeffs<Self>) -> Result<()> {
        for i in 0..v.len() {
            let inverse = self.inv(&self.get(v.view(), i))?;
            self.set(v, i, &inverse);
        }
        Ok(())
    }

    /// Euclid's algorithm on short vectors without leading zeros, the first of them longer.
    ///
    /// # Errors
    /// [`Error::NotInvertible`] where a leading coefficient is no unit.
    fn euclid(
        &self,
        pair: [View<'_, Self>; 2],
        wanted: Wanted,
        log: Option<&mut Vec<Division<Self::Elem>>>,
    ) -> Result<Remainders<Self>> {
        euclid::classical(self, pair, wanted, log)
    }
    /// x += (q0 + q1·X)·y, truncated to the length of x.
    fn add_linear(&self, x: &mut Coeffs<Self>, q: &[Self::Elem; 2], y: View<'_, Self>) {
        euclid::add_linear(self, x, q, y);
    }

    /// Appends the element that the integer ±Σ `magnitude[i]`·2^(64i) denotes: its [image](Self::image), or where
    /// [`names`](Self::names) says so the element with its bits.
    ///
    /// # Errors
    /// Where the integer denotes no element; never in Z and Z/n.
    fn push_limbs(&self, v: &mut Coeffs<Self>, negative: bool, magnitude: &[u64]) -> Result<()>;
    /// Appends the element that the integer with these decimal digits (`0`–`9`, at least one) denotes.
    ///
    /// # Errors
    /// As [`push_limbs`](Self::push_limbs).
    fn push_decimal(&self, v: &mut Coeffs<Self>, negative: bool, digits: &[u8]) -> Result<()>;
    /// An empty vector that takes elements one at a time, as [`push_limbs`](Self::push_limbs) and
    /// [`push_decimal`](Self::push_decimal) do.
    fn appender(&self) -> Box<dyn Appender<Self>> {
        Box::new(Appended::new(self))
    }
    /// Appends to `out` the magnitude of the integer that represents coefficient `i` (the least non-negative residue in
    /// Z/n), as limbs without leading zeros; returns whether the integer is negative.
    fn limbs(&self, v: View<'_, Self>, i: usize, out: &mut Vec<u64>) -> bool;
    /// Calls `take` with each coefficient in turn, as [`limbs`](Self::limbs) returns and appends it.
    fn each_limbs(&self, v: View<'_, Self>, take: &mut dyn FnMut(bool, &[u64])) {
        let mut limbs = Vec::new();
        for i in 0..v.len() {
            limbs.clear();
            let negative = self.limbs(v, i, &mut limbs);
            take(negative, &limbs);
        }
    }
    /// Appends coefficient `i` in decimal.
    fn write_decimal(&self, v: View<'_, Self>, i: usize, out: &mut String);

    /// Appends all coefficients in decimal with a separator between them, from the last one on if `descending`.
    fn write_decimals(&self, v: View<'_, Self>, descending: bool, separator: &str, out: &mut String) {
        for k in 0..v.len() {
            if k > 0 {
                out.push_str(separator);
            }
            self.write_decimal(v, if descending { v.len() - 1 - k } else { k }, out);
        }
    }

    /// The element that this decimal integer denotes.
    ///
    /// # Errors
    /// As [`push_limbs`](Self::push_limbs).
    fn elem_from_decimal(&self, negative: bool, digits: &[u8]) -> Result<Self::Elem> {
        let mut v = self.zeros(0);
        self.push_decimal(&mut v, negative, digits)?;
        Ok(self.get(v.view(), 0))
    }
    /// The element in decimal.
    fn elem_to_decimal(&self, x: &Self::Elem) -> String {
        let mut text = String::new();
        self.write_decimal(self.collect(std::slice::from_ref(x)).view(), 0, &mut text);
        text
    }

    /// Whether an integer given by limbs or digits is a name, for the element with its bits (others are refused);
    /// elsewhere it is its [image](Self::image). Exponents, indices and lengths are integers, never names: they enter a
    /// ring as images.
    fn names(&self) -> bool {
        false
    }
    /// Bits of a coefficient in packed vectors, for hexadecimal text and files of bits: nonzero in characteristic 2
    /// only.
    fn packed_bits(&self) -> usize {
        0
    }
    /// Unpacks a vector of `len` coefficients from words: [`packed_bits`](Self::packed_bits) bits each, the first in
    /// the lowest bits. There are words enough.
    fn unpack(&self, _words: &[u64], len: usize) -> Coeffs<Self> {
        self.zeros(len)
    }
    /// Packs a vector into words, the inverse of [`unpack`](Self::unpack).
    fn pack(&self, _v: View<'_, Self>) -> Vec<u64> {
        Vec::new()
    }

    /// Length, and bits of the largest coefficient where they are unbounded.
    fn size(&self, v: View<'_, Self>) -> Size {
        Size { len: v.len(), bits: 0 }
    }
}

/// A vector that grows by one element at a time, for readers: a ring behind a pointer is asked once a vector, not once an element.
pub trait Appender<R: Ring>: Send {
    /// Appends the element that an integer denotes.
    ///
    /// # Errors
    /// Those of [`Ring::push_limbs`].
    fn push_limbs(&mut self, negative: bool, magnitude: &[u64]) -> Result<()>;
    /// Appends the element that an integer denotes.
    ///
    /// # Errors
    /// Those of [`Ring::push_decimal`].
    fn push_decimal(&mut self, negative: bool, digits: &[u8]) -> Result<()>;
    /// The elements so far.
    fn view(&self) -> View<'_, R>;
    /// Returns the elements so far, and starts again without any.
    fn take(&mut self) -> Coeffs<R>;
    /// Replaces the elements so far.
    fn put(&mut self, v: Coeffs<R>);
}

/// The [`Appender`] of a ring with a known type.
pub(super) struct Appended<R: Ring> {
    ring: R,
    v: Coeffs<R>,
}

impl<R: Ring> Appended<R> {
    pub(super) fn new(ring: &R) -> Self {
        Appended { ring: ring.clone(), v: ring.zeros(0) }
    }
}

impl<R: Ring> Appender<R> for Appended<R> {
    fn push_limbs(&mut self, negative: bool, magnitude: &[u64]) -> Result<()> {
        self.ring.push_limbs(&mut self.v, negative, magnitude)
    }

    fn push_decimal(&mut self, negative: bool, digits: &[u8]) -> Result<()> {
        self.ring.push_decimal(&mut self.v, negative, digits)
    }

    fn view(&self) -> View<'_, R> {
        self.v.view()
    }

    fn take(&mut self) -> Coeffs<R> {
        std::mem::replace(&mut self.v, self.ring.zeros(0))
    }

    fn put(&mut self, v: Coeffs<R>) {
        self.v = v;
    }
}

/// a^e for an exponent of several words, least significant first.
pub(crate) fn power<R: Ring>(r: &R, a: &R::Elem, e: &[u64]) -> R::Elem {
    let mut power = r.one();
    for bit in e.iter().rev().flat_map(|word| (0..64).rev().map(move |i| word >> i & 1)) {
        power = r.mul(&power, &power);
        if bit == 1 {
            power = r.mul(&power, a);
        }
    }
    power
}

/// A divisor of degree d ≥ 1, prepared for a ring's kernel for short products.
pub trait ShortDivisor<R: Ring>: Send + Sync {
    /// Quotient and remainder of a, which has at most 2d − 1 coefficients; the remainder may have leading zeros.
    fn divrem(&self, r: &R, a: View<'_, R>) -> [Coeffs<R>; 2];
    /// a·b modulo the polynomial, for a and b of at most d coefficients; the result may have leading zeros.
    fn product(&self, r: &R, a: View<'_, R>, b: View<'_, R>) -> Coeffs<R>;
}
