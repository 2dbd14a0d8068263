//! Products of matrices over Z/n: the kernel that is predicted fastest, on rows shared among threads.

use super::Zn;
use crate::{
    Result,
    engine::Cx,
    kernels::matmul::{self, MatProduct, Rows, Target},
    monitor::Alternative,
    ring::{Block, Coeffs, Gather, Place},
    scratch::Buf,
};

#[cfg(feature = "integers")]
/// A matrix that is the right operand of many products of few rows.
#[derive(Debug)]
pub(crate) struct RightOperand {
    kernel: usize,
    packed: Buf,
    rows: usize,
    cols: usize,
    predicted_ns: f64,
}

#[cfg(feature = "integers")]
impl RightOperand {
    /// What a product is predicted to take.
    pub fn predicted_ns(&self) -> f64 {
        self.predicted_ns
    }
}

impl Zn {
    fn matrix_kernels(&self) -> impl Iterator<Item = &dyn MatProduct> {
        let kernels = self.0.matrices.get_or_init(|| matmul::applicable(self.0.engine.isa(), self.modulus()));
        kernels.iter().map(|kernel| &**kernel)
    }

    /// Predicted nanoseconds of a product of these rows, terms and columns: tiles are computed whole.
    fn matrix_ns(kernel: &dyn MatProduct, [m, k, c]: [usize; 3], cx: Cx<'_>) -> f64 {
        let [product, word, result] = cx.engine().costs().matrix_kernel(kernel.name());
        let (rows, cols) = kernel.tile();
        let (m, k, c) = (m.next_multiple_of(rows) as f64, k as f64, c.next_multiple_of(cols) as f64);
        kernel.parts() as f64 * (m * k * c * product + (m * k + k * c) * word + m * c * result)
    }

    /// The kernels in the order of predicted cost.
    pub(super) fn matrix_candidates(&self, shape: [usize; 3], cx: Cx<'_>) -> Vec<Alternative> {
        let alternative = |kernel: &dyn MatProduct| Alternative {
            algorithm: kernel.name(),
            predicted_ns: Self::matrix_ns(kernel, shape, cx),
            peak_bytes: 8 * (kernel.packed_len(shape[1], shape[2]) + kernel.scratch_len(shape[1])) as u64,
        };
        let mut all: Vec<_> = self.matrix_kernels().map(alternative).collect();
        all.sort_by(|x, y| x.predicted_ns.total_cmp(&y.predicted_ns));
        all
    }

    /// a·b to its place.
    pub(super) fn product_of_blocks(
        &self,
        out: &mut Coeffs<Self>,
        place: Place,
        (a, b): (Block<'_, Self>, Block<'_, Self>),
        how: Gather,
        cx: Cx<'_>,
    ) -> Result<()> {
        assert_eq!(a.cols(), b.rows(), "shapes of a product");
        cx.check()?;
        let (m, k, c) = (a.rows(), a.cols(), b.cols());
        if m == 0 || c == 0 {
            return Ok(());
        }
        let costs = |kernel: &dyn MatProduct| Self::matrix_ns(kernel, [m, k, c], cx);
        let cheapest = self.matrix_kernels().min_by(|x, y| costs(*x).total_cmp(&costs(*y)));
        // there is a portable one for every n
        let Some(kernel) = cheapest else { return Ok(()) };
        let cx = cx.for_work(costs(kernel));
        let mut packed = self.0.engine.dirty(kernel.packed_len(k, c));
        kernel.pack(rows(b), &mut packed);
        let out = &mut out.words[place.at..place.at + (m - 1) * place.stride + c];
        cx.for_chunks(out, place.stride.max(1), |first, words| {
            let part = rows(a.part(first..first + words.len().div_ceil(place.stride.max(1)), 0..k));
            let mut scratch = self.0.engine.dirty(kernel.scratch_len(k));
            kernel.multiply(part, &packed, Target { words, cols: c, stride: place.stride, how }, &mut scratch);
        });
        cx.check()
    }

    #[cfg(feature = "integers")]
    /// Packs a right operand for products with so many rows, for the kernel that is predicted fastest at them.
    pub(crate) fn right_operand(&self, b: Block<'_, Self>, rows_of_a: usize, cx: Cx<'_>) -> RightOperand {
        let shape = [rows_of_a, b.rows(), b.cols()];
        let costs = self.matrix_kernels().map(|kernel| Self::matrix_ns(kernel, shape, cx)).enumerate();
        let (kernel, ns) = costs.min_by(|x, y| x.1.total_cmp(&y.1)).unwrap_or((0, 0.0));
        let mut packed = self.0.engine.dirty(0);
        if let Some(kernel) = self.matrix_kernels().nth(kernel) {
            packed = self.0.engine.dirty(kernel.packed_len(b.rows(), b.cols()));
            kernel.pack(rows(b), &mut packed);
        }
        RightOperand { kernel, packed, rows: b.rows(), cols: b.cols(), predicted_ns: ns }
    }

    #[cfg(feature = "integers")]
    /// out = a·right, row by row; as many rows as `out` has.
    ///
    /// # Panics
    /// When the lengths do not fit.
    pub(crate) fn times_right(&self, a: &[u64], right: &RightOperand, out: &mut [u64]) {
        let (k, cols) = (right.rows, right.cols);
        let Some(kernel) = self.matrix_kernels().nth(right.kernel) else { return };
        let mut scratch = self.0.engine.dirty(kernel.scratch_len(k));
        let a = Rows { words: a, rows: out.len() / cols.max(1), cols: k, stride: k };
        let target = Target { words: out, cols, stride: cols, how: Gather::Set };
        kernel.multiply(a, &right.packed, target, &mut scratch);
    }

    /// out −= Σ c[t]·x[t, ·].
    pub(super) fn subtract_combination(&self, out: &mut [u64], c: &[u64], x: Block<'_, Self>) {
        let done = self.matrix_kernels().any(|kernel| kernel.sub_combination(out, c, rows(x)));
        debug_assert!(done, "the portable kernels take combinations");
    }

    /// Σ v[i]·w[i], summed in three words.
    pub(super) fn dot_of_words(&self, v: &[u64], w: &[u64]) -> u64 {
        let (low, high) = v.iter().zip(w).fold((0u128, 0u64), |(low, high), (&x, &y)| {
            let (low, carry) = low.overflowing_add(u128::from(x) * u128::from(y));
            (low, high + u64::from(carry))
        });
        self.modulus().reduce3(low as u64, (low >> 64) as u64, high)
    }
}

fn rows(block: Block<'_, Zn>) -> Rows<'_> {
    Rows { words: block.view().flat(), rows: block.rows(), cols: block.cols(), stride: block.stride() }
}
