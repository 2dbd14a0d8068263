//! Products of matrices over F_2\[x\] at points: entries to images, products of matrices of elements at every point,
//! and one inverse transform an entry.
//!
//! The images of a matrix lie in one buffer. At a time those of a slab of the left operand's rows and of one of the
//! right operand's columns are kept, as many as the memory allows.
//!
//! Source: van der Hoeven, Larrieu, Lecerf 2017, "Implementing fast carryless multiplication", §5, for matrices by images of their
//! entries.

use super::{F2, mask_end, transforms::Threads};
use crate::{
    Result,
    engine::Context,
    ring::{AtPoints, Coeffs, Grid, GridShape, Ring, Vectors, View},
    scratch::Buf,
    transform::frobenius::{FrobeniusPlan, Shape},
};

/// Largest number of bytes of the images of a slab's right operand and results, except for a single column.
const SLAB_BYTES: u64 = 1 << 30;

impl F2 {
    /// The images of these entries, consecutively.
    fn images(&self, plan: &FrobeniusPlan, entries: &[View<'_, Self>], cx: Context<'_>) -> Result<Buf> {
        let len = plan.image_len();
        let mut images = self.engine().dirty(entries.len() * len);
        let tasks = entries.iter().zip(images.chunks_exact_mut(len)).collect();
        cx.map(tasks, |(&entry, image): (&View<'_, Self>, &mut [u64]), cx| {
            cx.check()?;
            if entry.is_empty() {
                image.fill(0);
                return Ok(());
            }
            self.forward(plan, &self.words(entry), image, cx)
        })?;
        Ok(images)
    }

    /// The entries of a slab's product; `dims` are its number of rows, the inner dimension and its number of columns.
    fn slab_product(
        &self,
        plan: &FrobeniusPlan,
        dims: [usize; 3],
        left: &[u64],
        right: Buf,
        shape: &GridShape,
        cx: Context<'_>,
    ) -> Result<Vec<Coeffs<Self>>> {
        let (len, [m, inner, n]) = (plan.image_len(), dims);
        let mut sums = self.engine().dirty(m * n * len);
        debug_assert_eq!([left.len(), right.len()], [m * inner * len, inner * n * len]);
        let parts = [left.chunks_exact(len).collect::<Vec<_>>(), right.chunks_exact(len).collect()];
        let mut entries: Vec<&mut [u64]> = sums.chunks_exact_mut(len).collect();
        let threads = Threads::for_points(m * inner * n * len, cx);
        plan.matrix_product(dims, &mut entries, &parts[0], &parts[1], &threads);
        threads.done()?;
        drop(right);
        cx.map(sums.chunks_exact_mut(len).collect(), |sum: &mut [u64], cx| {
            cx.check()?;
            let w = shape.window.clone();
            let mut entry = self.dirty(w.end);
            self.backward(plan, sum, &mut entry.words, cx)?;
            mask_end(&mut entry.words, w.end);
            Ok(if w.start == 0 { entry } else { self.owned(entry.view().slice(w)) })
        })
    }
}

/// Numbers of rows of the left operand and of columns of the right one whose images are kept at a time.
fn slab(plan: &FrobeniusPlan, shape: &GridShape, cx: Context<'_>) -> [usize; 2] {
    let ([m, inner, n], image) = (shape.dims, 8 * plan.image_len() as u64);
    let bits = m * inner * shape.a.len + inner * n * shape.b.len + m * n * shape.window.len();
    let free = cx.engine().memory().saturating_sub(bits as u64 / 8);
    let fit = |bytes: u64, images: usize, most: usize| {
        (bytes / (image * images.max(1) as u64)).clamp(1, most.max(1) as u64) as usize
    };
    let height = fit(free / 2, inner, m);
    let left = image * (height * inner) as u64;
    [height, fit(SLAB_BYTES.min(free.saturating_sub(left)), inner + height, n)]
}

impl AtPoints for F2 {
    fn own_matrix_cost(&self, shape: &GridShape, cx: Context<'_>) -> Option<(f64, u64)> {
        let bits = shape.entry().full_len();
        if bits > FrobeniusPlan::MAX_BITS || shape.a.len.min(shape.b.len) <= 1 {
            return None;
        }
        let (order, costs) = (Shape::for_bits(bits).order(), cx.engine().costs());
        let values = shape.products() * order as f64 * costs.frobenius_matrix;
        let bytes = 8 * order as u64 * (2 * shape.dims[1] as u64 + 1);
        Some((costs.bit_plan + shape.transforms() * costs.frobenius.at(order) + values, bytes))
    }
    fn own_matrix_product(
        &self,
        a: &Grid<'_, Self>,
        b: &Grid<'_, Self>,
        shape: &GridShape,
        cx: Context<'_>,
    ) -> Result<Vec<Coeffs<Self>>> {
        let plan = self.transform_for(shape.entry().full_len().max(1), cx)?;
        let [height, width] = slab(&plan, shape, cx);
        let mut out: Vec<Option<Coeffs<Self>>> = (0..a.rows * b.columns).map(|_| None).collect();
        for top in (0..a.rows).step_by(height) {
            let rows = top..a.rows.min(top + height);
            let left = self.images(&plan, &a.entries[rows.start * a.columns..rows.end * a.columns], cx)?;
            for first in (0..b.columns).step_by(width) {
                let columns = first..b.columns.min(first + width);
                let right: Vec<_> = (0..b.rows).flat_map(|k| columns.clone().map(move |j| b.at(k, j))).collect();
                let right = self.images(&plan, &right, cx)?;
                let dims = [rows.len(), a.columns, columns.len()];
                let entries = self.slab_product(&plan, dims, &left, right, shape, cx)?;
                for (place, entry) in entries.into_iter().enumerate() {
                    out[(top + place / columns.len()) * b.columns + first + place % columns.len()] = Some(entry);
                }
                let done = rows.start * b.columns + rows.len() * columns.end;
                cx.progress("entries of the product", done as u64, (a.rows * b.columns) as u64);
            }
        }
        Ok(out.into_iter().map(|v| v.unwrap_or_else(|| self.zeros(shape.window.len()))).collect())
    }
}
