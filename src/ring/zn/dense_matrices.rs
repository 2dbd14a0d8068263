//! Matrices over Z/n: products by the kernel predicted fastest, on rows divided among threads, and eliminations.

use super::{
    Zn, small_matrices,
    strassen::{self, STRASSEN},
};
use crate::{
    Result,
    arith::{Modulus, is_prime},
    choice,
    engine::{Context, Engine},
    kernels::matmul::{self, MatKernel, MatProduct, Output, Rows, SMALL, STRIDE, Unpacked},
    monitor::Alternative,
    ring::{Block, Blocks, Coeffs, Elimination, Gather, Place, Ring, View, blocks::BY_ROWS},
};
use std::sync::OnceLock;

/// The matrix kernels for one n.
pub(super) struct Kernels {
    n: Modulus,
    all: Vec<Kernel>,
    /// The first of them with operations on operands that are not packed, and these.
    rows: Kernel,
    unpacked: Box<dyn Unpacked>,
    /// Least side that Strassen's algorithm halves, and nanoseconds of the addition of an entry.
    strassen: (usize, f64),
    /// Whether n is prime, so that every nonzero pivot is a unit.
    prime: bool,
}

/// A kernel with its costs, and its constants, computed at their first use.
struct Kernel {
    of: &'static MatKernel,
    parts: usize,
    /// Nanoseconds of a product of entries, of packing an entry, of an entry of the result, and of a product of
    /// unpacked entries.
    costs: [f64; 4],
    product: OnceLock<Box<dyn MatProduct>>,
}

/// An algorithm for a product, with its cost.
#[derive(Clone, Copy)]
struct Way<'a> {
    kernel: &'a Kernel,
    /// Row by row, on unpacked operands.
    by_rows: bool,
    ns: f64,
}

impl Way<'_> {
    fn name(self) -> &'static str {
        if self.by_rows { BY_ROWS } else { self.kernel.of.name() }
    }
}

impl Kernel {
    /// Predicted nanoseconds of a product with these numbers of rows, terms and columns: tiles are computed whole.
    fn ns(&self, [m, k, c]: [usize; 3]) -> f64 {
        let ([product, word, result, _], (rows, cols)) = (self.costs, self.of.tile());
        let (m, k, c) = (m.next_multiple_of(rows) as f64, k as f64, c.next_multiple_of(cols) as f64);
        self.parts as f64 * (m * k * c * product + (m * k + k * c) * word + m * c * result)
    }

    /// Predicted nanoseconds of a product row by row on unpacked operands.
    fn rows_ns(&self, [m, k, c]: [usize; 3]) -> f64 {
        /// Number of words that fit in the L1 cache, and the factor on the cost of products of larger operands.
        const NEAR: (usize, f64) = (1 << 12, 1.5);
        let [_, _, result, product] = self.costs;
        let product = if k * c > NEAR.0 { NEAR.1 * product } else { product };
        let (m, k, c) = (m as f64, k as f64, c.next_multiple_of(STRIDE) as f64);
        m * c * (k * product + result)
    }

    fn product(&self, n: Modulus) -> &dyn MatProduct {
        &**self.product.get_or_init(|| self.of.with(n))
    }
}

impl Kernels {
    fn new(engine: &Engine, n: Modulus, prime: bool) -> Self {
        let kernel = |of: &'static MatKernel| {
            let (parts, costs) = (of.parts(n), engine.costs().matrix_kernel(of.name()));
            Kernel { of, parts, costs, product: OnceLock::new() }
        };
        let strassen = (engine.costs().crossovers.strassen, engine.costs().matrix_addition);
        let (rows, unpacked) = matmul::unpacked(engine.target(), n);
        let all = matmul::applicable(engine.target(), n).map(kernel).collect();
        Kernels { n, all, rows: kernel(rows), unpacked, strassen, prime }
    }

    fn by_rows(&self, shape: [usize; 3]) -> Way<'_> {
        Way { kernel: &self.rows, by_rows: true, ns: self.rows.rows_ns(shape) }
    }

    fn ways(&self, shape: [usize; 3]) -> impl Iterator<Item = Way<'_>> {
        let packed = self.all.iter().map(move |kernel| Way { kernel, by_rows: false, ns: kernel.ns(shape) });
        packed.chain(std::iter::once(self.by_rows(shape)))
    }

    /// Predicted nanoseconds of the fastest algorithm, Strassen's included.
    fn best_ns(&self, shape: [usize; 3]) -> f64 {
        let plain = self.best(shape).ns;
        plain.min(self.strassen_ns(shape).unwrap_or(plain))
    }

    fn strassen_ns(&self, shape: [usize; 3]) -> Option<f64> {
        strassen::predicted_ns(self.strassen, shape, |half| self.best_ns(half))
    }

    /// The algorithm predicted fastest.
    fn best(&self, shape: [usize; 3]) -> Way<'_> {
        self.ways(shape).fold(self.by_rows(shape), |best, way| if way.ns < best.ns { way } else { best })
    }

    /// The algorithm of this name.
    ///
    /// # Panics
    /// If there is none.
    fn named(&self, name: &str, shape: [usize; 3]) -> Way<'_> {
        let found = self.ways(shape).find(|way| way.name() == name);
        found.unwrap_or_else(|| panic!("{name} is no product of matrices modulo {}", self.n.n()))
    }
}

/// A packed matrix that is the right operand of many products with few rows.
#[cfg(feature = "integers")]
#[derive(Debug)]
pub(crate) struct RightOperand {
    kernel: usize,
    packed: crate::scratch::Buf,
    rows: usize,
    cols: usize,
    predicted_ns: f64,
}

#[cfg(feature = "integers")]
impl RightOperand {
    /// Predicted nanoseconds of a product.
    pub fn predicted_ns(&self) -> f64 {
        self.predicted_ns
    }
}

impl Zn {
    /// Whether n is prime.
    pub(super) fn is_known_prime(&self) -> bool {
        self.matrix_kernels().prime
    }

    /// The kernel for operations on rows as they stand.
    pub(super) fn unpacked_kernel(&self) -> &dyn Unpacked {
        &*self.matrix_kernels().unpacked
    }

    fn matrix_kernels(&self) -> &Kernels {
        self.0.matrices.get_or_init(|| {
            let prime = self.0.two_adicity.get().is_some_and(|&k| k > 0) || is_prime(self.n());
            Kernels::new(self.engine(), self.modulus(), prime)
        })
    }

    /// Predicted nanoseconds of the fastest algorithm.
    #[cfg(feature = "integers")]
    pub(in crate::ring) fn product_ns(&self, shape: [usize; 3]) -> f64 {
        self.matrix_kernels().best_ns(shape)
    }

    /// Writes a·b to its place, by the algorithm named, or else by the one predicted fastest.
    pub(super) fn product_of_blocks(
        &self,
        algorithm: Option<&str>,
        (out, place): (&mut Coeffs<Self>, Place),
        (a, b): (Block<'_, Self>, Block<'_, Self>),
        how: Gather,
        cx: Context<'_>,
    ) -> Result<()> {
        let (m, c) = (a.rows(), b.cols());
        if m == 0 || c == 0 {
            return cx.check();
        }
        let words = &mut out.words[place.at..place.at + (m - 1) * place.stride + c];
        self.product_of_words(algorithm, Output::new(words, c, place.stride, how), rows(a), rows(b), cx)
    }

    /// As [`product_of_blocks`](Self::product_of_blocks), for words; there are at least one row and one column.
    pub(in crate::ring) fn product_of_words(
        &self,
        algorithm: Option<&str>,
        out: Output<'_>,
        a: Rows<'_>,
        b: Rows<'_>,
        cx: Context<'_>,
    ) -> Result<()> {
        assert_eq!(a.cols(), b.rows(), "shapes of a product");
        cx.check()?;
        let (kernels, shape) = (self.matrix_kernels(), [a.rows(), a.cols(), b.cols()]);
        let halved = || kernels.strassen_ns(shape).filter(|_| out.how() == Gather::Set);
        let room = || self.engine().memory() / 4 >= 8 * strassen::words(shape) as u64;
        let ns = match algorithm {
            None => halved().filter(|&ns| ns < kernels.best(shape).ns && room()),
            Some(name) => halved().filter(|_| name == STRASSEN),
        };
        if let Some(ns) = ns {
            return self.strassen(out, a, b, cx.for_work(ns));
        }
        // the kernels do additions to `out`, and products too small for Strassen
        let algorithm = algorithm.filter(|&name| name != STRASSEN);
        let way = algorithm.map_or_else(|| kernels.best(shape), |name| kernels.named(name, shape));
        let cx = cx.for_work(way.ns);
        let (words, cols, stride, how) = out.into_parts();
        let part = |first: usize, words: &[u64]| {
            let rows = words.len().div_ceil(stride.max(1));
            a.part([first, 0], [rows, a.cols()])
        };
        if way.by_rows {
            cx.for_chunks(words, stride.max(1), |first, words| {
                kernels.unpacked.multiply_rows(part(first, words), b, Output::new(words, cols, stride, how));
            });
        } else {
            let kernel = way.kernel.product(kernels.n);
            let mut packed = self.engine().dirty(kernel.packed_len(b.rows(), b.cols()));
            kernel.pack(b, &mut packed);
            cx.for_chunks(words, stride.max(1), |first, words| {
                let mut scratch = self.engine().dirty(kernel.scratch_len(a.cols()));
                kernel.multiply(part(first, words), &packed, Output::new(words, cols, stride, how), &mut scratch);
            });
        }
        cx.check()
    }

    /// Packs a right operand for products with `rows_of_a` rows, for the kernel predicted fastest for them.
    #[cfg(feature = "integers")]
    pub(crate) fn right_operand(&self, b: Block<'_, Self>, rows_of_a: usize, _cx: Context<'_>) -> RightOperand {
        let (shape, kernels) = ([rows_of_a, b.rows(), b.cols()], self.matrix_kernels());
        let costs = kernels.all.iter().map(|kernel| kernel.ns(shape)).enumerate();
        let (index, ns) = costs.min_by(|x, y| x.1.total_cmp(&y.1)).unwrap_or((0, 0.0));
        let kernel = kernels.all[index].product(kernels.n);
        let mut packed = self.engine().dirty(kernel.packed_len(b.rows(), b.cols()));
        kernel.pack(rows(b), &mut packed);
        RightOperand { kernel: index, packed, rows: b.rows(), cols: b.cols(), predicted_ns: ns }
    }

    /// out = a·right, row by row; a has as many rows as `out`.
    ///
    /// # Panics
    /// When the lengths do not match.
    #[cfg(feature = "integers")]
    pub(crate) fn times_right(&self, a: &[u64], right: &RightOperand, out: &mut [u64]) {
        let (k, cols, kernels) = (right.rows, right.cols, self.matrix_kernels());
        let kernel = kernels.all[right.kernel].product(kernels.n);
        let mut scratch = self.engine().dirty(kernel.scratch_len(k));
        let a = Rows::new(a, out.len() / cols.max(1), k, k);
        kernel.multiply(a, &right.packed, Output::new(out, cols, cols, Gather::Set), &mut scratch);
    }

    /// Decomposes a panel of `height` rows and `width` columns in place, by a copy whose rows start at multiples of a
    /// vector.
    pub(super) fn eliminated_panel(
        &self,
        a: &mut Coeffs<Self>,
        place: Place,
        [height, width]: [usize; 2],
        cx: Context<'_>,
    ) -> Result<Elimination> {
        cx.check()?;
        let (stride, kernels) = (width.next_multiple_of(STRIDE), self.matrix_kernels());
        let prime = kernels.prime;
        let mut words = self.engine().dirty(height * stride);
        let at = |i: usize| place.at + i * place.stride;
        for (i, row) in words.chunks_exact_mut(stride).enumerate() {
            row[..width].copy_from_slice(&a.words[at(i)..at(i) + width]);
            row[width..].fill(0);
        }
        let found = kernels.unpacked.eliminate(&mut words, [height, width, stride], prime)?;
        for (i, row) in words.chunks_exact(stride).enumerate() {
            a.words[at(i)..at(i) + width].copy_from_slice(&row[..width]);
        }
        Ok(found)
    }
}

pub(super) fn rows(block: Block<'_, Zn>) -> Rows<'_> {
    Rows::new(block.view().words(), block.rows(), block.cols(), block.stride())
}

/// Copies rows, one after the other; of the lengths that blocks of vectors have without a call for each.
fn gather(to: &mut [u64], rows: &[usize], x: Rows<'_>) {
    fn of_length<const C: usize>(to: &mut [u64], rows: &[usize], x: Rows<'_>) {
        for (line, &row) in to.as_chunks_mut::<C>().0.iter_mut().zip(rows) {
            *line = *x.row(row).first_chunk().expect("a row");
        }
    }
    match x.cols() {
        1 => of_length::<1>(to, rows, x),
        2 => of_length::<2>(to, rows, x),
        4 => of_length::<4>(to, rows, x),
        8 => of_length::<8>(to, rows, x),
        16 => of_length::<16>(to, rows, x),
        cols => to.chunks_exact_mut(cols).zip(rows).for_each(|(line, &row)| line.copy_from_slice(x.row(row))),
    }
}

impl Blocks for Zn {
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
        let shape = [a.rows(), a.cols(), b.cols()];
        let kernels = self.matrix_kernels();
        let alternative = |way: Way<'_>| {
            let product = way.kernel.product(kernels.n);
            let words = product.packed_len(shape[1], shape[2]) + product.scratch_len(shape[1]);
            let peak_bytes = if way.by_rows { 0 } else { 8 * words as u64 };
            Alternative { algorithm: way.name(), predicted_ns: way.ns, peak_bytes }
        };
        let halves = kernels.strassen_ns(shape).map(|predicted_ns| Alternative {
            algorithm: STRASSEN,
            predicted_ns,
            peak_bytes: 8 * strassen::words(shape) as u64,
        });
        let all: Vec<_> = kernels.ways(shape).map(alternative).chain(halves).collect();
        choice::fastest_first(all)
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
        let out = &mut out.words[at..at + x.cols()];
        self.unpacked_kernel().combine(out, c.words(), rows(x), Gather::Sub);
    }
    fn sparse_product(
        &self,
        [starts, columns]: [&[usize]; 2],
        entries: View<'_, Self>,
        x: Block<'_, Self>,
    ) -> Coeffs<Self> {
        let (count, cols, entries) = (starts.len().saturating_sub(1), x.cols(), entries.words());
        let (mut out, rows) = (self.engine().zeroed(count * cols), rows(x));
        let longest = starts.windows(2).map(|row| row[1] - row[0]).max().unwrap_or(0);
        let mut gathered = self.engine().dirty(longest * cols);
        // none for no columns
        for (row, out) in starts.windows(2).zip(out.chunks_exact_mut(cols.max(1))) {
            let (columns, factors) = (&columns[row[0]..row[1]], &entries[row[0]..row[1]]);
            gather(&mut gathered, columns, rows);
            // sums of products are reduced once
            self.unpacked_kernel().combine(out, factors, Rows::new(&gathered, factors.len(), cols, cols), Gather::Set);
        }
        Coeffs::from_words(out, count * cols, 1)
    }
    #[inline]
    fn own_product(&self, a: Block<'_, Self>, b: Block<'_, Self>) -> Option<Coeffs<Self>> {
        if let Some(few) = self.product_of_few(a, b) {
            return Some(few);
        }
        if !self.is_small_product([a.rows(), a.cols(), b.cols()]) {
            return None;
        }
        let len = a.rows() * b.cols();
        let mut out = self.engine().dirty(len);
        self.small_product(&mut out, a, b);
        Some(Coeffs::from_words(out, len, 1))
    }
    fn own_inverse(&self, a: Block<'_, Self>) -> Option<Coeffs<Self>> {
        self.small_inverse(a)
    }
    fn own_rank(&self, a: Block<'_, Self>) -> Option<usize> {
        self.small_rank(a)
    }
    fn own_solution(&self, a: Block<'_, Self>, right: Block<'_, Self>) -> Option<Coeffs<Self>> {
        self.solution_by_minors(a, right).or_else(|| self.small_solution(a, right).map(|(x, _)| x))
    }
    fn own_kernel(&self, a: Block<'_, Self>) -> Option<Coeffs<Self>> {
        self.kernel_of_few(a).or_else(|| self.small_kernel(a))
    }
    fn own_charpoly(&self, a: Block<'_, Self>) -> Option<Coeffs<Self>> {
        self.small_charpoly(a)
    }
    #[inline]
    fn own_determinant(&self, a: Block<'_, Self>) -> Option<Result<u64>> {
        if a.rows() <= small_matrices::ROWS {
            return Some(Ok(self.small_determinant(a)));
        }
        if let Some(det) = self.small_determinant_in_words(a) {
            return Some(Ok(det));
        }
        (a.rows() <= SMALL).then(|| self.unpacked_kernel().determinant(rows(a), self.is_known_prime()))
    }
    /// The measured costs are those of a prime of 50 bits; the time of larger moduli is in the ratio of their products.
    fn elimination_ns(&self, a: Block<'_, Self>, cx: Context<'_>) -> f64 {
        const MEASURED: u64 = (1 << 50) - 27;
        let [row, entry, product] = cx.engine().costs().elimination;
        let products_ns = |kernels: &Kernels| kernels.rows.costs[3];
        let measured = Modulus::new(MEASURED).map(|p| products_ns(&Kernels::new(cx.engine(), p, true)));
        let products = measured.map_or(1.0, |known| (products_ns(self.matrix_kernels()) / known).max(1.0));
        // half of the time
        let ratio = f64::midpoint(1.0, products);
        let (m, n) = (a.rows() as f64, a.cols() as f64);
        m.min(n) * (row + ratio * (m.max(n) * entry + m * n * product))
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
        let kernel = self.unpacked_kernel();
        if triangle.rows() > 0 && cols > 0 {
            let words = &mut out.words[place.at..];
            let out = Output::new(words, cols, place.stride, Gather::Set);
            match inverses {
                None => kernel.solve_lower(rows(triangle), out),
                Some(inverses) => kernel.solve_upper(rows(triangle), inverses.words(), out),
            }
        }
        true
    }
}
