//! The ring Z/n for n in [2, 2^64), composite or not: one word a coefficient, canonical in [0, n).

mod convolve;
mod dense_matrices;
mod determinants;
mod dft;
mod euclid;
mod inverses;
#[cfg(target_arch = "x86_64")]
mod matrices_at_points;
mod points;
mod pointwise;
mod quotient;
mod short_divisor;
mod slices;
mod sqrt;
mod strassen;
mod transforms;
mod words;

#[cfg(feature = "integers")]
pub(crate) use dense_matrices::RightOperand;
pub use transforms::ZnPlan;

use self::words::Words;
use super::{
    Block, Coeffs, Elimination, Gather, Place, Ring, ShortDivisor, View, classical,
    euclid::{Division, Remainders, Wanted, add_linear},
};
use crate::{
    Error, Result,
    arith::{Modulus, is_prime, root_of_unity, two_adicity},
    engine::{Context, Engine},
    kernels::euclid::Euclid,
    monitor::Alternative,
    ring::Choices,
    scratch::Buf,
};
use std::sync::{Arc, OnceLock};

/// The ring Z/n, n a word known at run time.
///
/// ```
/// use polymod::{Poly, Zn};
/// let f = Zn::new(998_244_353)?;
/// let a = Poly::new(&f, [1, 2, 3]);
/// assert_eq!((&a * &a).to_string(), "9*x^4 + 12*x^3 + 10*x^2 + 4*x + 1");
/// # Ok::<(), polymod::Error>(())
/// ```
#[derive(Clone)]
pub struct Zn(Arc<Inner>);

struct Inner {
    modulus: Modulus,
    engine: Engine,
    words: Words,
    /// log2 of the largest product of residues.
    log2_square: f64,
    /// log2 of the longest transform modulo n itself; computed at its first use.
    two_adicity: OnceLock<u32>,
    /// Kernel of Euclid's algorithm, if there is one for n; selected at its first use.
    euclid: OnceLock<Option<Euclid>>,
    /// The kernels for matrices; selected at their first use.
    matrices: OnceLock<dense_matrices::Kernels>,
    choices: Choices,
}

impl Zn {
    /// Z/n on the default engine.
    ///
    /// # Errors
    /// [`Error::Modulus`] for 0 and 1.
    pub fn new(n: u64) -> Result<Self> {
        Self::on(&Engine::default(), n)
    }

    /// Z/n on the given engine.
    ///
    /// # Errors
    /// [`Error::Modulus`] for 0 and 1.
    pub fn on(engine: &Engine, n: u64) -> Result<Self> {
        Ok(Self::with(engine, Modulus::new(n)?, OnceLock::new()))
    }

    /// Z/p for a modulus known to be prime.
    pub(crate) fn of_prime(engine: &Engine, p: Modulus) -> Self {
        debug_assert!(is_prime(p.n()), "{} is no prime", p.n());
        Self::with(engine, p, two_adicity(p.n()).into())
    }

    fn with(engine: &Engine, modulus: Modulus, two_adicity: OnceLock<u32>) -> Self {
        let words = Words::new(engine.isa(), modulus, &engine.costs().crossovers);
        let log2_square = 2.0 * ((modulus.n() - 1) as f64).log2();
        let (engine, euclid, matrices) = (engine.clone(), OnceLock::new(), OnceLock::new());
        Zn(Arc::new(Inner {
            modulus,
            engine,
            words,
            log2_square,
            two_adicity,
            euclid,
            matrices,
            choices: Choices::default(),
        }))
    }

    /// The modulus with its reciprocals.
    #[must_use]
    #[inline]
    pub fn modulus(&self) -> Modulus {
        self.0.modulus
    }

    /// The number n.
    #[must_use]
    #[inline]
    pub fn n(&self) -> u64 {
        self.0.modulus.n()
    }

    /// log2 of the longest transform modulo n itself; 0 unless n is prime.
    fn two_adicity(&self) -> u32 {
        *self.0.two_adicity.get_or_init(|| if is_prime(self.n()) { two_adicity(self.n()) } else { 0 })
    }

    /// A view of a slice as coefficients, without copying.
    ///
    /// # Errors
    /// [`Error::NotReduced`] for the first entry that is not below n.
    pub fn view<'a>(&self, words: &'a [u64]) -> Result<View<'a, Zn>> {
        let n = self.n();
        // the sign bit of x | (n − 1 − x) is clear for x < n < 2^63, without a branch: the loop becomes vectors
        let signs = words.iter().fold(0, |signs, &x| signs | x | (n - 1).wrapping_sub(x));
        if n >> 63 == 0 && signs >> 63 == 0 {
            return Ok(View::from_words(words, words.len(), 1));
        }
        match words.iter().position(|&x| x >= n) {
            None => Ok(View::from_words(words, words.len(), 1)),
            Some(index) => Err(Error::NotReduced { index, value: words[index], modulus: n }),
        }
    }

    /// The coefficients' words: least non-negative residues, constant term first.
    #[must_use]
    pub fn words<'a>(&self, v: View<'a, Zn>) -> &'a [u64] {
        v.words()
    }
}

impl PartialEq for Zn {
    fn eq(&self, other: &Self) -> bool {
        self.n() == other.n()
    }
}

impl std::fmt::Debug for Zn {
    fn fmt(&self, f: &mut std::fmt::Formatter<'_>) -> std::fmt::Result {
        write!(f, "Zn({})", self.n())
    }
}

impl Ring for Zn {
    type Elem = u64;

    fn engine(&self) -> &Engine {
        &self.0.engine
    }
    fn name(&self) -> String {
        format!("zn:{}", self.n())
    }
    #[inline]
    fn one(&self) -> u64 {
        1
    }
    #[inline]
    fn elem(&self, x: i64) -> u64 {
        self.modulus().reduce_i64(x)
    }
    #[inline]
    fn is_zero(&self, a: &u64) -> bool {
        *a == 0
    }
    #[inline]
    fn add(&self, a: &u64, b: &u64) -> u64 {
        self.modulus().add(*a, *b)
    }
    #[inline]
    fn neg(&self, a: &u64) -> u64 {
        self.modulus().neg(*a)
    }
    #[inline]
    fn mul(&self, a: &u64, b: &u64) -> u64 {
        self.modulus().mul(*a, *b)
    }
    fn inv(&self, a: &u64) -> Result<u64> {
        self.modulus().inv(*a)
    }
    fn sqrt(&self, a: &u64) -> Result<u64> {
        self.least_sqrt(*a)
    }
    fn root_of_unity(&self, order: u64) -> Result<u64> {
        root_of_unity(self.n(), order)
    }

    fn zeros(&self, len: usize) -> Coeffs<Self> {
        Coeffs::from_words(self.engine().zeroed(len), len, 1)
    }
    #[inline]
    fn get(&self, v: View<'_, Self>, i: usize) -> u64 {
        v.words()[i]
    }
    #[inline]
    fn set(&self, v: &mut Coeffs<Self>, i: usize, x: &u64) {
        v.words[i] = *x;
    }
    fn resize(&self, v: &mut Coeffs<Self>, len: usize) {
        v.words.resize(len);
        v.len = len;
    }
    fn trimmed_len(&self, v: View<'_, Self>) -> usize {
        v.words().iter().rposition(|&x| x != 0).map_or(0, |i| i + 1)
    }
    fn nonzero(&self, v: View<'_, Self>) -> usize {
        v.words().iter().filter(|&&x| x != 0).count()
    }
    fn same(&self, a: View<'_, Self>, b: View<'_, Self>) -> bool {
        a.words() == b.words()
    }
    fn copy_at(&self, out: &mut Coeffs<Self>, at: usize, v: View<'_, Self>) {
        out.words[at..at + v.len].copy_from_slice(v.words());
    }
    fn reversed(&self, v: View<'_, Self>) -> Coeffs<Self> {
        let mut out = self.owned(v);
        out.words.reverse();
        out
    }
    fn collect(&self, elems: &[u64]) -> Coeffs<Self> {
        debug_assert!(elems.iter().all(|&x| x < self.n()), "an element is not below the modulus");
        Coeffs::from_words(Buf::from(elems.to_vec()), elems.len(), 1)
    }
    fn owned(&self, v: View<'_, Self>) -> Coeffs<Self> {
        let mut words = self.engine().dirty(v.len);
        words.copy_from_slice(v.words());
        Coeffs::from_words(words, v.len, 1)
    }

    fn add_at(&self, out: &mut Coeffs<Self>, at: usize, v: View<'_, Self>) {
        let n = self.modulus();
        for (x, y) in out.words[at..at + v.len].iter_mut().zip(v.words()) {
            *x = n.add(*x, *y);
        }
    }
    fn sub_at(&self, out: &mut Coeffs<Self>, at: usize, v: View<'_, Self>) {
        let n = self.modulus();
        for (x, y) in out.words[at..at + v.len].iter_mut().zip(v.words()) {
            *x = n.sub(*x, *y);
        }
    }
    fn neg_all(&self, v: &mut Coeffs<Self>) {
        let n = self.modulus();
        v.words.iter_mut().for_each(|x| *x = n.neg(*x));
    }
    fn scale(&self, v: &mut Coeffs<Self>, c: &u64) {
        self.times(&mut v.words, *c);
    }
    fn mul_each(&self, v: &mut Coeffs<Self>, w: View<'_, Self>) {
        self.times_each(&mut v.words, w.words());
    }
    fn running_products(&self, v: &mut Coeffs<Self>) {
        self.products_up_to_each(&mut v.words);
    }
    fn divides_below(&self, n: usize) -> bool {
        match self.has_inverses_below(n) {
            Some(has) => has,
            None => classical::divides_below(self, n),
        }
    }
    fn mul_index(&self, v: &mut Coeffs<Self>, k: i64) {
        self.times_index(&mut v.words, k);
    }
    fn div_index(&self, v: &mut Coeffs<Self>, k: i64) -> Result<()> {
        if self.div_by_table(v, k) { Ok(()) } else { classical::div_index(self, v, k) }
    }
    fn horner(&self, v: View<'_, Self>, x: &u64) -> u64 {
        let n = self.modulus();
        v.words().iter().rev().fold(0, |s, c| n.add(n.mul(s, *x), *c))
    }

    fn mul_blocks(
        &self,
        out: &mut Coeffs<Self>,
        place: Place,
        a: Block<'_, Self>,
        b: Block<'_, Self>,
        how: Gather,
        cx: Context<'_>,
    ) -> Result<()> {
        self.product_of_blocks(None, (out, place), (a, b), how, cx)
    }
    fn block_products(&self, a: Block<'_, Self>, b: Block<'_, Self>, _cx: Context<'_>) -> Vec<Alternative> {
        self.matrix_candidates([a.rows(), a.cols(), b.cols()])
    }
    fn mul_blocks_by(
        &self,
        algorithm: &str,
        out: &mut Coeffs<Self>,
        place: Place,
        operands: (Block<'_, Self>, Block<'_, Self>),
        how: Gather,
        cx: Context<'_>,
    ) -> Result<()> {
        self.product_of_blocks(Some(algorithm), (out, place), operands, how, cx)
    }
    fn sub_combination(&self, out: &mut Coeffs<Self>, at: usize, c: View<'_, Self>, x: Block<'_, Self>) {
        self.subtract_combination(&mut out.words[at..at + x.cols()], c.words(), x);
    }
    fn own_determinant(&self, a: Block<'_, Self>) -> Option<Result<u64>> {
        self.small_determinant(a)
    }
    fn panel_columns(&self) -> usize {
        self.engine().costs().crossovers.panel[0]
    }
    fn own_panel(
        &self,
        a: &mut Coeffs<Self>,
        place: Place,
        shape: [usize; 2],
        cx: Context<'_>,
    ) -> Option<Result<Elimination>> {
        Some(self.eliminated_panel(a, place, shape, cx))
    }
    fn own_triangle(
        &self,
        out: &mut Coeffs<Self>,
        place: Place,
        triangle: Block<'_, Self>,
        inverses: Option<View<'_, Self>>,
        cols: usize,
    ) -> bool {
        self.solved_triangle(out, place, triangle, inverses.map(View::words), cols)
    }
    fn inv_each(&self, v: &mut Coeffs<Self>) -> Result<()> {
        self.modulus().batch_inv(&mut v.words)
    }
    fn dot(&self, v: View<'_, Self>, w: View<'_, Self>) -> u64 {
        self.dot_of_words(v.words(), w.words())
    }

    fn euclid(
        &self,
        pair: [View<'_, Self>; 2],
        wanted: Wanted,
        log: Option<&mut Vec<Division<u64>>>,
    ) -> Result<Remainders<Self>> {
        self.euclid_run(pair, wanted, log)
    }
    fn add_linear(&self, x: &mut Coeffs<Self>, q: &[u64; 2], y: View<'_, Self>) {
        match self.euclid_kernel() {
            Some(kernel) => kernel.add_linear(&mut x.words, *q, y.words()),
            None => add_linear(self, x, q, y),
        }
    }
    fn horner_each(&self, v: View<'_, Self>, points: View<'_, Self>) -> Coeffs<Self> {
        self.values_at(v.words(), points.words())
    }
    fn product_of_roots(&self, points: View<'_, Self>) -> Coeffs<Self> {
        self.roots_product(points.words())
    }
    fn sum_of_fractions(&self, points: View<'_, Self>, weights: View<'_, Self>) -> Coeffs<Self> {
        self.fractions_sum(points.words(), weights.words())
    }

    fn short_quotient(
        &self,
        a: View<'_, Self>,
        b: View<'_, Self>,
        inverse: Option<&u64>,
        n: usize,
    ) -> Result<Coeffs<Self>> {
        let inverse = inverse.map_or_else(|| self.inv(&b.words()[0]), |x| Ok(*x))?;
        Ok(self.quotient_words(a.words(), b.words(), inverse, n))
    }

    fn short_divisor(&self, b: View<'_, Self>) -> Option<Box<dyn ShortDivisor<Self>>> {
        self.short_divisor_of(b.words())
    }

    fn push_limbs(&self, v: &mut Coeffs<Self>, negative: bool, magnitude: &[u64]) -> Result<()> {
        let n = self.modulus();
        let residue =
            magnitude.iter().rev().fold(0, |r, &limb| n.reduce_wide((u128::from(r) << 64) | u128::from(limb)));
        v.words.push(if negative { n.neg(residue) } else { residue });
        v.len += 1;
        Ok(())
    }
    fn push_decimal(&self, v: &mut Coeffs<Self>, negative: bool, digits: &[u8]) -> Result<()> {
        const CHUNK: usize = 19; // 10^19 < 2^64
        let n = self.modulus();
        let mut residue = 0;
        for chunk in digits.chunks(CHUNK) {
            let value = chunk.iter().fold(0, |x, d| 10 * x + u64::from(d - b'0'));
            residue = n.reduce_wide(u128::from(residue) * 10u128.pow(chunk.len() as u32) + u128::from(value));
        }
        v.words.push(if negative { n.neg(residue) } else { residue });
        v.len += 1;
        Ok(())
    }
    fn limbs(&self, v: View<'_, Self>, i: usize, out: &mut Vec<u64>) -> bool {
        let x = v.words()[i];
        if x > 0 {
            out.push(x);
        }
        false
    }
    fn write_decimal(&self, v: View<'_, Self>, i: usize, out: &mut String) {
        super::write_word(v.words()[i], out);
    }
}
