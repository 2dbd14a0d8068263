//! Loops over vectors of residues, eight at a time: odd n of any size, where there are vector instructions for it.

use super::{
    ZnBig,
    fixed::{Fixed, with_limbs},
    rows::RowOp,
    small,
};
use crate::{
    Result, choice,
    cpu::Target,
    engine::Context,
    kernels::{blocks::BlockKernel, limbs::LimbKernel},
    monitor::Alternative,
    ring::{
        Block, Blocks, Coeffs, Dfts, Evaluation, Gather, OwnDft, Place, ProductShape, Ring, Vectors, View, blocks,
        classical,
        element_blocks::{self, BlockDft, progression},
    },
    tested,
    transform::{
        fermat::{LimbFft, Scale},
        ntt::Wrap,
    },
};
use rug::{Integer, integer::Order};
use std::{ops::Range, sync::Arc};

/// Name of the algorithm of transforms modulo n itself.
pub const OWN: &str = "six-step";
/// Name of the matrix product by sums of multiples of rows, in blocks of eight columns.
pub const IN_BLOCKS: &str = "rows-of-blocks";

impl ZnBig {
    tested! {
        /// The loops, where they are faster than arithmetic on single numbers.
        pub(super) fn loops(&self) -> Option<&LimbKernel> {
            self.0.kernel.get_or_init(|| self.in_vectors(LimbKernel::new)).as_ref()
        }
    }

    /// The kernel that `make` builds for the instructions and n's words, where it is faster than arithmetic on single
    /// numbers.
    pub(super) fn in_vectors<K>(&self, make: fn(Target, &[u64]) -> Option<K>) -> Option<K> {
        let target = self.engine().target();
        let wide = target.has_multiply_add52() && self.0.n.is_odd();
        wide.then(|| make(target, &self.0.n.to_digits(Order::Lsf)))?
    }

    /// The loops, for vectors that are long enough.
    fn loops_for(&self, len: usize) -> Option<&LimbKernel> {
        self.loops().filter(|_| len >= self.engine().costs().crossovers.element_blocks)
    }

    /// The arithmetic for the number of limbs of n, for as few residues as it multiplies faster than the loops.
    fn fixed_for(&self, len: usize) -> Option<&Fixed> {
        let few = || self.loops_for(len).is_none() || self.limits().is_some_and(|limits| len <= limits.elements);
        self.fixed().filter(|_| few())
    }

    /// The loops, for products that they compute by the definition.
    pub(super) fn short_kernel(&self, shape: &ProductShape) -> Option<&LimbKernel> {
        // a product by a constant, and of two coefficients each, is faster with single numbers
        const LEAST: usize = 6;
        let short = shape.shorter();
        let fits = short > 0 && shape.a.len * shape.b.len >= LEAST && !shape.window.is_empty();
        self.loops().filter(|kernel| fits && short <= kernel.most_terms())
    }

    /// Predicted nanoseconds of a product by the definition.
    pub(super) fn short_ns(&self, kernel: &LimbKernel, shape: &ProductShape, cx: Context<'_>) -> f64 {
        let costs = cx.engine().costs();
        costs.rows + kernel.convolve_ns(&costs.limbs, [shape.a.len, shape.b.len, shape.window.len()])
    }

    /// `out[at + i] = (a·b)[w.start + i]` by the definition.
    pub(super) fn short_product(
        &self,
        kernel: &LimbKernel,
        w: Range<usize>,
        (out, at): (&mut Coeffs<Self>, usize),
        (a, b): (View<'_, Self>, View<'_, Self>),
        cx: Context<'_>,
    ) -> Result<()> {
        /// Results between two looks at the token.
        const BLOCK: usize = 1 << 10;
        let (a, b) = if a.len() <= b.len() { (a, b) } else { (b, a) };
        let width = self.width();
        for (i, out) in out.words[at * width..(at + w.len()) * width].chunks_mut(BLOCK * width).enumerate() {
            cx.check()?;
            let start = w.start + i * BLOCK;
            let from = (start + 1).saturating_sub(a.len()).min(b.len());
            let part = b.slice(from..b.len().min(start + BLOCK));
            match part.is_empty() {
                true => out.fill(0),
                false => kernel.convolve(width, [a.words(), part.words()], start - from, out),
            }
        }
        Ok(())
    }

    pub(super) fn row(&self, x: &Integer) -> Vec<u64> {
        let mut row = vec![0; self.width()];
        super::write_integer(&mut row, x);
        row
    }

    /// The rows of a matrix in blocks, and the number of words of a row.
    pub(super) fn rows_in_blocks(&self, kernel: &LimbKernel, x: Block<'_, Self>) -> (Vec<u64>, usize) {
        let words = kernel.words(x.cols());
        let mut all = vec![0; x.rows() * words];
        for (i, blocks) in all.chunks_exact_mut(words.max(1)).enumerate() {
            kernel.load(x.row(i).words(), self.width(), blocks);
        }
        (all, words)
    }

    /// Algorithm and predicted cost of a product of matrices in blocks; `None` without loops for it.
    pub(super) fn matrix_cost(&self, a: Block<'_, Self>, b: Block<'_, Self>, cx: Context<'_>) -> Option<Alternative> {
        let kernel = self.loops_for(b.cols())?;
        let costs = &cx.engine().costs().limbs;
        let limbs = kernel.limbs() as f64;
        let (products, factors) = ((a.rows() * a.cols() * b.cols()) as f64, (a.rows() * a.cols()) as f64 * 8.0);
        let moved = (b.rows() * b.cols() + a.rows() * b.cols()) as f64 + factors;
        let product_ns = kernel.product_ns(costs);
        let predicted_ns =
            products * (product_ns + limbs * costs.level) + factors * product_ns + moved * limbs * costs.row;
        let peak_bytes = 8 * (kernel.words(b.cols()) * (b.rows() + 2 * cx.threads())) as u64;
        Some(Alternative { algorithm: IN_BLOCKS, predicted_ns, peak_bytes })
    }

    /// Writes a·b to its place in `out`, in blocks of eight columns.
    pub(super) fn matrix_product(
        &self,
        kernel: &LimbKernel,
        (out, place): (&mut Coeffs<Self>, Place),
        a: Block<'_, Self>,
        b: Block<'_, Self>,
        how: Gather,
        cx: Context<'_>,
    ) -> Result<()> {
        let (rows, words) = self.rows_in_blocks(kernel, b);
        let each = a.rows().div_ceil(cx.threads()).max(1);
        let parts: Vec<_> = (0..a.rows()).step_by(each).map(|i| i..a.rows().min(i + each)).collect();
        let sums = cx.map(parts, |range, cx| {
            let (mut sum, mut work) = (vec![0; words], vec![0; words]);
            let mut sums = Vec::with_capacity(range.len());
            for i in range {
                cx.check()?;
                element_blocks::combination(kernel, (a.row(i).words(), self.width()), &rows, &mut sum, &mut work);
                let mut row = self.zeros(b.cols());
                kernel.store(&sum, self.width(), &mut row.words);
                sums.push(row);
            }
            Ok(sums)
        })?;
        blocks::put_rows(self, (out, place), sums.iter().flatten(), how);
        Ok(())
    }

    fn transform_ns(&self, kernel: &LimbKernel, len: usize) -> f64 {
        let costs = &self.engine().costs().limbs;
        let level = f64::from(len.ilog2()) * (costs.level + costs.row / 4.0);
        len as f64 * (LimbFft::products(len) * kernel.product_ns(costs) + kernel.limbs() as f64 * level)
    }
}

impl Vectors for ZnBig {
    fn trimmed_len(&self, v: View<'_, Self>) -> usize {
        v.trimmed_rows()
    }
    fn same(&self, a: View<'_, Self>, b: View<'_, Self>) -> bool {
        a.words() == b.words()
    }
    fn copy_at(&self, out: &mut Coeffs<Self>, at: usize, v: View<'_, Self>) {
        out.words[at * v.width..][..v.len() * v.width].copy_from_slice(v.words());
    }
    fn reversed(&self, v: View<'_, Self>) -> Coeffs<Self> {
        v.reversed_rows(self.engine())
    }
    fn add_at(&self, out: &mut Coeffs<Self>, at: usize, v: View<'_, Self>) {
        let at = at * self.width();
        self.combine(RowOp::Add, &mut out.words[at..at + v.words().len()], v.words());
    }
    fn sub_at(&self, out: &mut Coeffs<Self>, at: usize, v: View<'_, Self>) {
        let at = at * self.width();
        self.combine(RowOp::Sub, &mut out.words[at..at + v.words().len()], v.words());
    }
    fn neg_all(&self, v: &mut Coeffs<Self>) {
        self.negate(&mut v.words);
    }
    fn running_products(&self, v: &mut Coeffs<Self>) {
        let width = self.width();
        match self.fixed() {
            Some(fixed) => with_limbs!(fixed, a => a.running_products(&mut v.words, width)),
            None => classical::running_products(self, v),
        }
    }
    fn divides_below(&self, n: usize) -> bool {
        self.has_inverses_below(n) || classical::divides_below(self, n)
    }
    fn mul_index(&self, v: &mut Coeffs<Self>, k: i64) {
        let (width, len) = (self.width(), v.len());
        if let Some(fixed) = self.fixed_for(len) {
            return with_limbs!(fixed, a => a.multiply_by_index(&mut v.words, width, k));
        }
        let words = self.0.n.significant_bits() > 64;
        let first = u64::try_from(k).ok().filter(|first| words && first.checked_add(len as u64).is_some());
        // words are residues as they are
        let first = match (first, self.loops_for(len), self.reducer()) {
            (Some(first), None, Some(reducer)) => {
                return reducer.multiply_by_words(&mut v.words, width, first..);
            }
            (Some(first), Some(_), _) => first,
            _ => return classical::mul_index(self, v, k),
        };
        let mut factors = self.zeros(len);
        for (factor, x) in factors.words.chunks_exact_mut(width).zip(first..) {
            factor[0] = x;
        }
        self.mul_each(v, factors.view());
    }
    fn div_index(&self, v: &mut Coeffs<Self>, k: i64) -> Result<()> {
        if self.divided_by_table(v, k) { Ok(()) } else { classical::div_index(self, v, k) }
    }
    fn scale(&self, v: &mut Coeffs<Self>, c: &Integer) {
        if let Some(fixed) = self.fixed_for(v.len()) {
            return self.fixed_scale(fixed, &mut v.words, c);
        }
        if let Some(kernel) = self.loops_for(v.len()) {
            return element_blocks::scale(kernel, self.engine(), &mut v.words, &self.row(c));
        }
        if let Some(reducer) = self.reducer() {
            return reducer.scale(&mut v.words, &self.row(c));
        }
        for i in 0..v.len() {
            let x = self.mul(&self.get(v.view(), i), c);
            self.set(v, i, &x);
        }
    }
    fn mul_each(&self, v: &mut Coeffs<Self>, w: View<'_, Self>) {
        let width = self.width();
        if let Some(fixed) = self.fixed_for(v.len()) {
            return with_limbs!(fixed, a => a.multiply_each(&mut v.words, width, w.words()));
        }
        if let Some(kernel) = self.loops_for(v.len()) {
            return element_blocks::multiply((kernel, width), self.engine(), &mut v.words, w.words());
        }
        for i in 0..v.len() {
            let x = self.mul(&self.get(v.view(), i), &self.get(w, i));
            self.set(v, i, &x);
        }
    }
}

impl Evaluation for ZnBig {
    fn horner(&self, v: View<'_, Self>, x: &Integer) -> Integer {
        match (self.fixed(), self.reducer()) {
            (Some(fixed), _) => self.fixed_value(fixed, v, x),
            (None, Some(reducer)) => self.value(reducer, v.words(), &self.row(x)),
            (None, None) => classical::horner(self, v, x),
        }
    }
    fn own_shift(&self, v: View<'_, Self>, c: &Integer) -> Option<Coeffs<Self>> {
        let width = self.width();
        if let (Some(fixed), Some(limits)) = (self.fixed(), self.limits()) {
            if v.len() > limits.shifted {
                return None;
            }
            let mut out = self.owned(v);
            with_limbs!(fixed, a => a.shift(&mut out.words, width, &a.residue(c, &self.0.n)));
            return Some(out);
        }
        let reducer = self.reducer().filter(|_| v.len() <= small::MOST_SHIFTED)?;
        let mut out = self.owned(v);
        self.shift(reducer, &mut out.words, &self.row(c));
        Some(out)
    }
    fn horner_each(&self, v: View<'_, Self>, points: View<'_, Self>) -> Coeffs<Self> {
        if let (Some(fixed), Some(limits)) = (self.fixed(), self.limits())
            && points.len() <= limits.points
        {
            return self.fixed_values(fixed, v, points);
        }
        let Some(kernel) = self.loops_for(points.len()) else { return classical::horner_each(self, v, points) };
        let mut values = self.owned(points);
        element_blocks::horner_each((kernel, self.width()), self.engine(), v.words(), &mut values.words);
        values
    }
    fn product_of_roots(&self, points: View<'_, Self>) -> Coeffs<Self> {
        let Some(fixed) = self.fixed() else { return classical::product_of_roots(self, points) };
        let (width, mut out) = (self.width(), self.zeros(points.len() + 1));
        with_limbs!(fixed, a => a.product_of_roots(&mut out.words, width, points.words()));
        out
    }
    fn sum_of_fractions(&self, points: View<'_, Self>, weights: View<'_, Self>) -> Coeffs<Self> {
        let Some(fixed) = self.fixed() else { return classical::sum_of_fractions(self, points, weights) };
        let (width, mut out) = (self.width(), self.zeros(points.len()));
        with_limbs!(fixed, a => a.sum_of_fractions(&mut out.words, width, [points.words(), weights.words()]));
        out
    }
}

impl Blocks for ZnBig {
    fn sub_combination(&self, out: &mut Coeffs<Self>, at: usize, c: View<'_, Self>, x: Block<'_, Self>) {
        let Some(kernel) = self.loops_for(x.cols()) else { return blocks::sub_combination(self, out, at, c, x) };
        let (rows, words) = self.rows_in_blocks(kernel, x);
        let (mut sum, mut work) = (vec![0; words], vec![0; words]);
        element_blocks::combination(kernel, (c.words(), self.width()), &rows, &mut sum, &mut work);
        let mut combination = self.zeros(x.cols());
        kernel.store(&sum, self.width(), &mut combination.words);
        self.sub_at(out, at, combination.view());
    }
    fn block_products(&self, a: Block<'_, Self>, b: Block<'_, Self>, cx: Context<'_>) -> Vec<Alternative> {
        let mut ways = blocks::only_schoolbook(self, a, b, cx);
        ways.extend(self.matrix_cost(a, b, cx));
        choice::fastest_first(ways)
    }
    fn mul_blocks_by(
        &self,
        algorithm: &str,
        out: &mut Coeffs<Self>,
        place: Place,
        (a, b): (Block<'_, Self>, Block<'_, Self>),
        how: Gather,
        cx: Context<'_>,
    ) -> Result<()> {
        match self.loops() {
            Some(kernel) if algorithm != blocks::BY_ROWS => self.matrix_product(kernel, (out, place), a, b, how, cx),
            _ => blocks::schoolbook(self, out, place, a, b, how, cx),
        }
    }
    fn own_determinant(&self, a: Block<'_, Self>) -> Option<Result<Integer>> {
        self.cross_determinant(a)
    }
}

impl Dfts for ZnBig {
    fn own_dfts(&self, len: usize, cx: Context<'_>) -> Vec<Alternative> {
        let loops = self.loops().filter(|_| len.is_power_of_two() && len >= LimbFft::LEAST);
        let Some(kernel) = loops else { return Vec::new() };
        let rows = 2.0 * len as f64 * kernel.limbs() as f64 * cx.engine().costs().limbs.row;
        let predicted_ns = self.transform_ns(kernel, len) + rows;
        vec![Alternative { algorithm: OWN, predicted_ns, peak_bytes: 16 * (len * self.width()) as u64 }]
    }
    fn own_dft(&self, algorithm: &str, len: usize, wrap: Wrap, root: &Integer) -> Option<Arc<dyn OwnDft>> {
        let kernel = self.loops().filter(|_| algorithm == OWN && len.is_power_of_two() && len >= LimbFft::LEAST)?;
        let base = if wrap == Wrap::Cyclic { root.clone() } else { self.mul(root, root) };
        let inverse_len = self.row(&self.inv(&Integer::from(len)).ok()?);
        let scale = Scale { inverse_len: &inverse_len, products: false };
        let fft = LimbFft::at_root(kernel, len, &self.row(&base), &scale)?;
        let twists = match wrap {
            Wrap::Cyclic => None,
            Wrap::Negacyclic => Some([root.clone(), self.inv(root).ok()?].map(|w| {
                let mut power = Integer::from(1);
                let mut rows = Vec::new();
                // a block of eight, and the step from block to block
                for _ in 0..=8 {
                    rows.extend(self.row(&power));
                    power = self.mul(&power, &w);
                }
                self.engine().enter(|cx| progression(kernel, &rows, self.width(), len, cx))
            })),
        };
        let product_ns = kernel.product_ns(&self.engine().costs().limbs);
        let transform_ns = self.transform_ns(kernel, len);
        Some(Arc::new(BlockDft { fft: Arc::new(fft), width: self.width(), product_ns, transform_ns, twists }))
    }
}
