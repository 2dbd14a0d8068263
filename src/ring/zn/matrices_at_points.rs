//! Products of matrices of polynomials over Z/n at points: entries to values modulo a few primes, or modulo n if it has
//! the roots of unity, products of scalar matrices at every point, and one inverse transform an entry.
//!
//! Unlike images of single products, which stop at residues modulo x^8 − r, values cost one product a point. The
//! product is computed prime by prime. The residues of the results are kept for all primes, those of the right operand
//! for the columns of a slab, and those of the left operand for all primes if there are several slabs. A product
//! slightly longer than 2^j is computed from a cyclic one of length 2^j and its highest coefficients, computed
//! separately, which are the ones that wrap around.

use super::Zn;
use crate::{
    Error, Result,
    arith::{Modulus, two_adicity},
    bits::ceil_log2,
    crt::PrimeFamily,
    engine::Context,
    kernels::{
        self,
        permuted::{LEAST_PERMUTED, PermutedTables, permuted_kernel},
        pointwise_matrix::{self, Layout, MatrixKernel, SHIFT},
        residues::{self, Form, WordReconstruct},
    },
    ring::{AtPoints, Coeffs, Grid, GridShape, Ring, Vectors, View, grid},
    scratch::Buf,
    transform::cache::Cached,
};
use std::{ops::Range, sync::Arc};

/// Largest number of words of the residues of a slab's results and right operand.
const SLAB_WORDS: usize = 16 << 20;
/// Number of words between the values of two entries: at distances of a power of two they would share few cache sets.
const GAP: usize = 8;

/// Transforms to values modulo each prime, with the reconstruction.
struct PointsPlan {
    len: usize,
    primes: Vec<(Modulus, PermutedTables, &'static MatrixKernel)>,
    /// The reconstruction to residues modulo n; `None` where the only prime is n.
    crt_reconstruct: Option<WordReconstruct>,
}

impl Cached for PointsPlan {
    fn bytes(&self) -> usize {
        size_of::<Self>() + self.primes.iter().map(|(_, tables, _)| tables.bytes()).sum::<usize>()
    }
}

/// Parameters of a product.
#[derive(Clone, Copy, Debug)]
struct Recipe {
    /// Transform length.
    len: usize,
    /// Number of highest coefficients that are computed separately.
    wrapped: usize,
    /// Whether transforms are modulo n itself.
    direct: bool,
    primes: usize,
    family: PrimeFamily,
    ns: f64,
}

impl Zn {
    /// The cheapest parameters for this shape.
    fn points_recipe(&self, shape: &GridShape, cx: Context<'_>) -> Option<Recipe> {
        let entry = shape.entry();
        let full = entry.full_len();
        let least = entry.least_cyclic().next_power_of_two().max(LEAST_PERMUTED);
        let whole = self.points_recipe_of(shape, least, 0, cx);
        let wrapped = full.checked_sub(least / 2).filter(|w| shape.window == (0..full) && *w > 0 && *w <= least / 32);
        let shorter = match wrapped {
            Some(wrapped) if least / 2 >= LEAST_PERMUTED => self.points_recipe_of(shape, least / 2, wrapped, cx),
            _ => None,
        };
        [whole, shorter].into_iter().flatten().min_by(|x, y| x.ns.total_cmp(&y.ns))
    }

    fn points_recipe_of(&self, shape: &GridShape, len: usize, wrapped: usize, cx: Context<'_>) -> Option<Recipe> {
        let (target, costs, n) = (cx.engine().target(), cx.engine().costs(), self.modulus());
        let terms = f64::from(ceil_log2(shape.a.len.min(shape.b.len)) + ceil_log2(shape.dims[1]));
        let log = ceil_log2(len);
        let direct = pointwise_matrix::select(target, n).is_some() && log <= self.two_adicity();
        let (family, primes) = PrimeFamily::choose(target, self.log2_sum(terms));
        let primes = if direct { 1 } else { primes };
        let joins = primes <= residues::MAX_PRIMES;
        let served = direct || joins && log <= family.adicity;
        let kernel = Modulus::new((1 << family.bits) - 1).ok().and_then(|p| pointwise_matrix::select(target, p));
        if !served || kernel.is_none() {
            return None;
        }
        let (values, k) = ((primes * len) as f64, primes as f64);
        let [product, moved, transform] = costs.matrix_points;
        let (split, join) = if direct { (0.0, 0.0) } else { (k * costs.split_word, costs.join_word[primes - 1]) };
        let [rows, inner, columns] = shape.dims.map(|d| d as f64);
        let operands = rows * inner * shape.a.len as f64 + inner * columns * shape.b.len as f64;
        // a single coefficient is a sum of reduced products of words, each as expensive as four unreduced ones
        let top = match wrapped {
            1 => 4.0 * costs.word_mul,
            _ => (wrapped * wrapped) as f64 * costs.word_mul + wrapped as f64 * costs.word_reduce + costs.short[0],
        };
        let ns = costs.plan
            + shape.transforms() * (k * transform * costs.ntt.at(len) + values * moved)
            + operands * split
            + rows * columns * shape.window.len() as f64 * join
            + shape.products() * (values * product + if wrapped > 0 { top } else { 0.0 });
        Some(Recipe { len, wrapped, direct, primes, family, ns })
    }

    fn points_plan(&self, recipe: Recipe, cx: Context<'_>) -> Result<Arc<PointsPlan>> {
        let Recipe { len, direct, primes, family, .. } = recipe;
        let target = cx.engine().target();
        cx.engine().plan([self.n(), len as u64, if direct { 0 } else { primes as u64 }, family.bits.into()], || {
            let moduli = if direct { vec![self.n()] } else { family.primes(cx.engine(), primes, len)? };
            let prime = |&p: &u64| {
                let modulus = Modulus::new(p)?;
                let kernel = permuted_kernel(target, p, len);
                let both = kernel.zip(pointwise_matrix::select(target, modulus));
                let (kernel, product) = both.ok_or_else(|| self.no_points())?;
                debug_assert!(ceil_log2(len) <= two_adicity(p));
                Ok((modulus, PermutedTables::cyclic(kernel, modulus, len)?, product))
            };
            let primes = moduli.iter().map(prime).collect::<Result<Vec<_>>>()?;
            let crt_reconstruct = if direct { None } else { Some(self.values_reconstruct(&primes, family)?) };
            Ok(PointsPlan { len, primes, crt_reconstruct })
        })
    }

    /// The reconstruction from residues that lack the radix power that products of values are divided by.
    fn values_reconstruct(
        &self,
        primes: &[(Modulus, PermutedTables, &'static MatrixKernel)],
        family: PrimeFamily,
    ) -> Result<WordReconstruct> {
        let moduli: Vec<_> = primes.iter().map(|prime| prime.0).collect();
        let lacking: Vec<_> = moduli.iter().map(|p| p.pow(p.reduce(2), SHIFT.into())).collect();
        let kernel = kernels::select(self.engine().target(), family.bits).ok_or_else(|| self.no_points())?;
        let form = Form { needs: kernel.needs(), doubles: kernel.values() };
        Ok(WordReconstruct::new(self.modulus(), &moduli, &lacking, form))
    }

    fn no_points(&self) -> Error {
        Error::Unsupported { operation: "a product of matrices at points".into(), ring: self.name() }
    }

    /// Appends the highest coefficients, and subtracts them from the lowest, to which they were added by wrapping
    /// around.
    fn unwrap_entries(
        &self,
        out: &mut [Coeffs<Self>],
        a: &Grid<'_, Self>,
        b: &Grid<'_, Self>,
        shape: &GridShape,
        wrapped: usize,
        cx: Context<'_>,
    ) -> Result<()> {
        if wrapped == 1 {
            self.unwrap_leading(out, a, b, shape);
            return Ok(());
        }
        let from = [shape.a.len.saturating_sub(wrapped), shape.b.len.saturating_sub(wrapped)];
        let tops = [a.map(|v| v.from(from[0])), b.map(|v| v.from(from[1]))];
        let end = shape.a.len + shape.b.len - 1 - from[0] - from[1];
        let tops = grid::product(self, &tops[0], &tops[1], end - wrapped..end, None, cx)?;
        for (out, top) in out.iter_mut().zip(&tops) {
            let low = out.len();
            self.resize(out, low + wrapped);
            self.copy_at(out, low, top.view());
            self.sub_at(out, 0, top.view());
        }
        Ok(())
    }

    /// [`unwrap_entries`](Self::unwrap_entries) for the highest coefficient alone: by products of words.
    fn unwrap_leading(&self, out: &mut [Coeffs<Self>], a: &Grid<'_, Self>, b: &Grid<'_, Self>, shape: &GridShape) {
        let n = self.modulus();
        let leading = |grid: &Grid<'_, Self>, len: usize| {
            grid.entries.iter().map(|v| v.words().get(len - 1).copied().unwrap_or(0)).collect::<Vec<u64>>()
        };
        let (x, y) = (leading(a, shape.a.len), leading(b, shape.b.len));
        for (e, out) in out.iter_mut().enumerate() {
            let (row, column) = (&x[e / b.columns * a.columns..][..a.columns], e % b.columns);
            let terms = row.iter().zip(y[column..].iter().step_by(b.columns));
            let top = terms.fold(0, |sum, (x, y)| n.add(sum, n.mul(*x, *y)));
            let low = out.len();
            self.resize(out, low + 1);
            self.set(out, low, &top);
            let first = n.sub(out.words[0], top);
            self.set(out, 0, &first);
        }
    }

    /// Coefficients `w` of every entry of the product modulo x^N − 1.
    fn cyclic_at_points(
        &self,
        plan: &PointsPlan,
        a: &Grid<'_, Self>,
        b: &Grid<'_, Self>,
        w: Range<usize>,
        cx: Context<'_>,
    ) -> Result<Vec<Coeffs<Self>>> {
        let (primes, stride) = (plan.primes.len(), plan.len + GAP);
        let [rows, inner, columns] = [a.rows, a.columns, b.columns];
        let slab = slab([rows, inner, columns], primes, stride);
        let mut left: Vec<Option<Buf>> = (0..primes).map(|_| None).collect();
        let mut out: Vec<Option<Coeffs<Self>>> = (0..rows * columns).map(|_| None).collect();
        for first in (0..columns).step_by(slab) {
            let width = slab.min(columns - first);
            let right: Vec<_> = (0..inner).flat_map(|k| (first..first + width).map(move |j| b.at(k, j))).collect();
            let mut sums = cx.engine().dirty(primes * rows * width * stride);
            for (q, sums) in sums.chunks_exact_mut(rows * width * stride).enumerate() {
                let x = match left[q].take() {
                    Some(values) => values,
                    None => self.values(plan, q, &a.entries, cx),
                };
                let y = self.values(plan, q, &right, cx);
                cx.check()?;
                product_rows(plan, q, [inner, width], [&x, &y], sums, cx);
                cx.for_chunks(sums, stride, |_, sums| {
                    sums.chunks_exact_mut(stride).for_each(|sum| plan.primes[q].1.inverse(&mut sum[..plan.len]));
                });
                left[q] = Some(x).filter(|_| first + width < columns);
            }
            let entries = cx.map((0..rows * width).collect(), |e, _| {
                Ok(self.joined(plan, &sums, [e * stride, rows * width * stride], w.clone()))
            })?;
            for (e, entry) in entries.into_iter().enumerate() {
                out[e / width * columns + first + e % width] = Some(entry);
            }
            cx.progress("columns of the product", (first + width) as u64, columns as u64);
        }
        Ok(out.into_iter().map(|v| v.unwrap_or_else(|| self.zeros(w.len()))).collect())
    }

    /// The values of entries modulo prime q of the plan.
    fn values(&self, plan: &PointsPlan, q: usize, entries: &[View<'_, Self>], cx: Context<'_>) -> Buf {
        let stride = plan.len + GAP;
        let mut values = cx.engine().dirty(entries.len() * stride);
        cx.for_chunks(&mut values, stride, |first, values| {
            for (v, run) in entries[first..].iter().zip(values.chunks_exact_mut(stride)) {
                let run = &mut run[..plan.len];
                self.load_cyclic(plan, q, v.words(), run);
                if !v.is_empty() {
                    plan.primes[q].1.forward(run);
                }
            }
        });
        values
    }

    /// Residues modulo prime q of coefficients, reduced modulo x^N − 1.
    fn load_cyclic(&self, plan: &PointsPlan, q: usize, v: &[u64], run: &mut [u64]) {
        let p = plan.primes[q].0;
        let (filled, zeros) = run.split_at_mut(v.len().min(plan.len));
        zeros.fill(0);
        if v.len() <= plan.len && self.n() > p.n() {
            return residues::split(self.engine().target(), p, v, filled);
        }
        filled.copy_from_slice(&v[..filled.len()]);
        for turn in v.chunks(plan.len).skip(1) {
            for (x, y) in filled.iter_mut().zip(turn) {
                *x = self.modulus().add(*x, *y);
            }
        }
        if self.n() > p.n() {
            filled.iter_mut().for_each(|x| *x = p.reduce(*x));
        }
    }

    /// Coefficients `w`, modulo x^N − 1, of the entry whose residues begin at `first`; those of consecutive primes are
    /// `stride` words apart.
    fn joined(&self, plan: &PointsPlan, sums: &[u64], [first, stride]: [usize; 2], w: Range<usize>) -> Coeffs<Self> {
        let mut words = self.engine().dirty(w.len());
        let (mut rest, mut from) = (&mut words[..], w.start % plan.len);
        while !rest.is_empty() {
            let (part, more) = rest.split_at_mut((plan.len - from).min(rest.len()));
            match &plan.crt_reconstruct {
                Some(crt_reconstruct) => residues::join(crt_reconstruct, sums, stride, first + from, part),
                None => part.copy_from_slice(&sums[first + from..][..part.len()]),
            }
            (rest, from) = (more, 0);
        }
        let mut out = Coeffs::from_words(words, w.len(), 1);
        if plan.crt_reconstruct.is_none() {
            let n = self.modulus();
            self.scale(&mut out, &n.pow(n.reduce(2), SHIFT.into()));
        }
        out
    }
}

/// Number of columns of the right operand that are multiplied at a time.
fn slab([rows, inner, columns]: [usize; 3], primes: usize, stride: usize) -> usize {
    (SLAB_WORDS / (stride * (inner + primes * rows)).max(1)).clamp(1, columns.max(1))
}

/// Products of matrices at every point modulo prime q; threads share the rows of the results.
fn product_rows(
    plan: &PointsPlan,
    q: usize,
    [inner, columns]: [usize; 2],
    [x, y]: [&[u64]; 2],
    sums: &mut [u64],
    cx: Context<'_>,
) {
    let (p, _, kernel) = &plan.primes[q];
    let stride = plan.len + GAP;
    cx.for_chunks(sums, columns * stride, |first, sums| {
        let layout = Layout::new([sums.len() / (columns * stride), inner, columns], plan.len, stride);
        kernel.product(*p, layout, &x[first * inner * stride..], y, sums);
    });
}

impl AtPoints for Zn {
    fn own_matrix_cost(&self, shape: &GridShape, cx: Context<'_>) -> Option<(f64, u64)> {
        let recipe = self.points_recipe(shape, cx)?;
        let ([rows, inner, columns], stride) = (shape.dims, recipe.len + GAP);
        let slab = slab(shape.dims, recipe.primes, stride);
        let left = rows * inner * if slab < columns { recipe.primes } else { 1 };
        let words = stride * (left + slab * (inner + recipe.primes * rows));
        Some((recipe.ns, 8 * words as u64))
    }
    fn own_matrix_product(
        &self,
        a: &Grid<'_, Self>,
        b: &Grid<'_, Self>,
        shape: &GridShape,
        cx: Context<'_>,
    ) -> Result<Vec<Coeffs<Self>>> {
        let recipe = self.points_recipe(shape, cx).ok_or_else(|| self.no_points())?;
        let plan = self.points_plan(recipe, cx)?;
        let low = shape.window.start..shape.window.end - recipe.wrapped;
        let mut out = self.cyclic_at_points(&plan, a, b, low, cx)?;
        if recipe.wrapped > 0 {
            self.unwrap_entries(&mut out, a, b, shape, recipe.wrapped, cx)?;
        }
        Ok(out)
    }
}
