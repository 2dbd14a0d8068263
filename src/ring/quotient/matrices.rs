//! Matrices: products as those of matrices of polynomials over the base ring, whose entries are the elements.

use super::{
    Base, Element, Quotient,
    cells::{Cells, with_cells, with_zeros},
    short,
    words::FewWords,
};
use crate::{
    Result, choice,
    engine::Context,
    monitor::Alternative,
    ring::{
        Block, Blocks, Coeffs, Elimination, Gather, Grid, Place, Ring, Size, Vectors, View,
        blocks::{self, BY_ROWS, put_rows, schoolbook},
        grid,
    },
};

/// Name of the matrix product over the base ring.
const POLYNOMIALS: &str = "polynomials";
/// Name of the matrix product by the matrices of the coefficients of each power of t.
const COMPONENTS: &str = "components";

impl<B: Base> Quotient<B> {
    fn entries<'a>(&self, a: Block<'a, Self>) -> Grid<'a, B> {
        let entries = (0..a.rows()).flat_map(|i| {
            let row = self.flat(a.row(i));
            (0..a.cols()).map(move |j| self.part(row, j))
        });
        let entries = entries.map(|v| v.low(self.quiet().trimmed_len(v))).collect();
        Grid { rows: a.rows(), columns: a.cols(), entries }
    }

    fn by_polynomials(
        &self,
        (out, place): (&mut Coeffs<Self>, Place),
        (a, b): (Block<'_, Self>, Block<'_, Self>),
        how: Gather,
        cx: Context<'_>,
    ) -> Result<()> {
        assert_eq!(a.cols(), b.rows(), "shapes of a product");
        let (r, stride) = (self.quiet(), self.stride());
        let products = grid::product(self.base(), &self.entries(a), &self.entries(b), 0..stride, None, cx)?;
        let rows = cx.map(products.chunks(b.cols().max(1)).collect(), |row, cx| {
            let (mut slots, mut reduced) = (r.zeros(b.cols() * stride), self.zeros(b.cols()));
            for (j, entry) in row.iter().enumerate() {
                r.copy_at(&mut slots, j * stride, entry.view());
            }
            self.reduce_slots(&mut reduced, 0, slots.view(), stride, cx)?;
            Ok(reduced)
        })?;
        put_rows(self, (out, place), rows.iter(), how);
        Ok(())
    }

    /// Coefficient j of each entry.
    fn component_of(&self, a: Block<'_, Self>, j: usize) -> Coeffs<B> {
        let width = self.modulus().width();
        let rows = (0..a.rows()).flat_map(|i| a.row(i).words().chunks_exact(self.width()));
        let words: Vec<u64> = rows.flat_map(|x| x[j * width..][..width].iter().copied()).collect();
        Coeffs::from_words(words.into(), a.rows() * a.cols(), width)
    }

    /// Predicted nanoseconds and bytes by components, for a base ring of words.
    fn components_cost(&self, [m, k, n]: [usize; 3], cx: Context<'_>) -> Option<(f64, u64)> {
        let (parts, width) = (self.degree(), self.modulus().width());
        if width == 0 || parts < 2 {
            return None;
        }
        let zeros = self.quiet().zeros(m.max(n) * k);
        let [a, b] = [[m, k], [k, n]].map(|[rows, cols]| Block::new(zeros.view(), rows, cols, cols));
        let product = self.base().block_products(a, b, cx).into_iter().next()?.predicted_ns;
        let (costs, products) = (cx.engine().costs(), (parts * (parts + 1) / 2) as f64);
        // sums of operands and of results, and copies of both
        let each = (5 * (m * k + k * n + 2 * m * n) * width) as f64 * costs.split_word;
        let ns = products * (product + costs.plan + each);
        Some((ns, 8 * (parts * (m * k + k * n + 4 * m * n) * width) as u64))
    }

    /// The product as products of matrices over the base ring: those of components i, and of sums of components i and j, from which the products
    /// of component i by j and of j by i follow together (Karatsuba, Ofman 1962, for each pair; Weimerskirch, Paar 2006, "Generalizations of the
    /// Karatsuba algorithm for efficient implementations").
    fn by_components_of_entries(
        &self,
        (out, place): (&mut Coeffs<Self>, Place),
        (a, b): (Block<'_, Self>, Block<'_, Self>),
        how: Gather,
        cx: Context<'_>,
    ) -> Result<()> {
        assert_eq!(a.cols(), b.rows(), "shapes of a product");
        let (base, r, k) = (self.base(), self.quiet(), self.degree());
        let [m, n] = [a.rows(), b.cols()];
        let [left, right] = [a, b].map(|x| (0..k).map(|j| self.component_of(x, j)).collect::<Vec<_>>());
        let product = |x: &Coeffs<B>, y: &Coeffs<B>| -> Result<Coeffs<B>> {
            let [x, y] = [(x, a), (y, b)].map(|(v, of)| Block::new(v.view(), of.rows(), of.cols(), of.cols()));
            let mut product = r.zeros(m * n);
            base.mul_blocks(&mut product, Place { at: 0, stride: n }, x, y, Gather::Set, cx)?;
            Ok(product)
        };
        let mut sums: Vec<Coeffs<B>> = (0..self.stride()).map(|_| r.zeros(m * n)).collect();
        let mut own = Vec::with_capacity(k);
        for (i, (x, y)) in left.iter().zip(&right).enumerate() {
            let product = product(x, y)?;
            r.add_at(&mut sums[2 * i], 0, product.view());
            own.push(product);
        }
        let sum_of = |parts: &[Coeffs<B>], i: usize, j: usize| {
            let mut sum = parts[i].clone();
            r.add_at(&mut sum, 0, parts[j].view());
            sum
        };
        for j in 1..k {
            for i in 0..j {
                let product = product(&sum_of(&left, i, j), &sum_of(&right, i, j))?;
                r.add_at(&mut sums[i + j], 0, product.view());
                [i, j].into_iter().for_each(|of| r.sub_at(&mut sums[i + j], 0, own[of].view()));
            }
        }
        let (width, stride) = (self.modulus().width(), self.stride());
        let rows = cx.map((0..m).collect(), |i, cx| {
            let (mut slots, mut reduced) = (r.zeros(n * stride), self.zeros(n));
            for (s, sum) in sums.iter().enumerate() {
                let from = sum.words[i * n * width..(i + 1) * n * width].chunks_exact(width);
                let slots = slots.words.chunks_exact_mut(stride * width);
                slots.zip(from).for_each(|(slot, x)| slot[s * width..(s + 1) * width].copy_from_slice(x));
            }
            self.reduce_slots(&mut reduced, 0, slots.view(), stride, cx)?;
            Ok(reduced)
        })?;
        put_rows(self, (out, place), rows.iter(), how);
        Ok(())
    }

    /// Rows of the product as combinations of the rows of b, whose elements are loaded once.
    fn by_rows_of_elements(
        &self,
        (out, place): (&mut Coeffs<Self>, Place),
        (a, b): (Block<'_, Self>, Block<'_, Self>),
        how: Gather,
        cx: Context<'_>,
    ) -> Result<()> {
        let all = (0..a.rows()).collect();
        let rows = if let Some(arithmetic) = self.arithmetic(a.rows() * a.cols() * b.cols()) {
            with_cells!(arithmetic, cells => {
                let loaded: Vec<_> = (0..b.rows()).map(|i| self.plain(cells, b.row(i))).collect();
                cx.map(all, |i, cx| {
                    cx.check()?;
                    Ok(self.combination_on(cells, a.row(i), &loaded, b.cols()))
                })?
            })
        } else if let Some(few) = self.few_words() {
            cx.map(all, |i, cx| {
                cx.check()?;
                Ok(self.combination_of_words(few, a.row(i), b))
            })?
        } else {
            return schoolbook(self, out, place, a, b, how, cx);
        };
        put_rows(self, (out, place), rows.iter(), how);
        Ok(())
    }

    /// Σ `c[t]`·(row t of x) for elements of few words.
    fn combination(&self, c: View<'_, Self>, x: Block<'_, Self>) -> Option<Coeffs<Self>> {
        if let Some(arithmetic) = self.arithmetic(c.len * x.cols()) {
            return Some(with_cells!(arithmetic, cells => match cells.sums_columns() {
                true => self.combination_by_columns(cells, c, x),
                false => {
                    let rows: Vec<_> = (0..c.len).map(|t| self.plain(cells, x.row(t))).collect();
                    self.combination_on(cells, c, &rows, x.cols())
                }
            }));
        }
        Some(self.combination_of_words(self.few_words()?, c, x))
    }

    /// The combination by a sum of products for each column, without copies of the rows.
    fn combination_by_columns<C: Cells>(&self, cells: C, c: View<'_, Self>, x: Block<'_, Self>) -> Coeffs<Self> {
        let (c, words, width) = (self.load(cells, c), x.view().words(), self.width());
        let (mut out, mut sum) = (self.zeros(x.cols()), vec![cells.zero(); x.cols()]);
        let entry = |t: usize, j: usize| cells.plain(&words[(t * x.stride() + j) * width..][..width]);
        short::combination_by_columns(cells, &c, entry, &mut sum);
        self.store_plain(cells, (&mut out, 0), &sum);
        out
    }

    /// a·b for a matrix a with columns.
    fn product_of_entries<C: Cells>(&self, cells: C, a: Block<'_, Self>, b: Block<'_, Self>) -> Coeffs<Self> {
        let [m, k, n] = [a.rows(), a.cols(), b.cols()];
        let (mut out, width) = (self.zeros(m * n), self.width());
        with_zeros(cells, m * k, |x| {
            self.load_entries(cells, x, a);
            with_zeros(cells, k * n, |y| {
                self.plain_entries(cells, y, b);
                if cells.sums_columns() && !C::LAZY {
                    for (row, x) in out.words.chunks_exact_mut(n * width).zip(x.chunks_exact(k)) {
                        for (j, out) in row.chunks_exact_mut(width).enumerate() {
                            cells.write_dot(x.iter().enumerate().map(|(t, &x)| (x, y[t * n + j])), out);
                        }
                    }
                    return;
                }
                with_zeros(cells, n, |sum| {
                    for (i, row) in x.chunks_exact(k).enumerate() {
                        short::combination(cells, row, |t| &y[t * n..(t + 1) * n], sum);
                        self.store_plain(cells, (&mut out, i * n), sum);
                    }
                });
            });
        });
        out
    }

    fn combination_on<C: Cells>(&self, cells: C, c: View<'_, Self>, rows: &[Vec<C::Cell>], len: usize) -> Coeffs<Self> {
        let (mut out, mut sum) = (self.zeros(len), vec![cells.zero(); len]);
        short::combination(cells, &self.load(cells, c), |t| &rows[t][..], &mut sum);
        self.store_plain(cells, (&mut out, 0), &sum);
        out
    }

    fn combination_of_words(&self, few: FewWords<'_>, c: View<'_, Self>, x: Block<'_, Self>) -> Coeffs<Self> {
        let (k, mut out) = (few.len(), self.zeros(x.cols()));
        let width = x.stride() * k;
        for (j, out) in out.words.chunks_exact_mut(k).enumerate() {
            let mut sum = few.sum();
            for (t, factor) in c.words().chunks_exact(k).enumerate() {
                few.add_product(&mut sum, factor, &x.view().words()[t * width + j * k..][..k]);
            }
            few.finish(out, &sum);
        }
        out
    }
}

impl<B: Base> Blocks for Quotient<B> {
    fn block_products(&self, a: Block<'_, Self>, b: Block<'_, Self>, cx: Context<'_>) -> Vec<Alternative> {
        let [m, k, n] = [a.rows(), a.cols(), b.cols()];
        let [product, reduction] = self.element_ns(cx);
        // sums of few words are reduced once
        let reductions = if self.few_words().is_some() || self.lazy_arithmetic().is_some() { m * n } else { m * k * n };
        let rows_ns = (m * k * n) as f64 * product + reductions as f64 * reduction;
        let size = Size { len: self.degree(), bits: 0 };
        let over_base = grid::predicted_ns(self.base(), [m, k, n], [size; 2], 0..self.stride(), cx);
        let mut ways = vec![
            Alternative { algorithm: BY_ROWS, predicted_ns: rows_ns, peak_bytes: 0 },
            Alternative {
                algorithm: POLYNOMIALS,
                predicted_ns: over_base + (m * n) as f64 * reduction,
                peak_bytes: (16 * m * n * self.width()) as u64,
            },
        ];
        let by_components = self.components_cost([m, k, n], cx);
        ways.extend(by_components.map(|(predicted_ns, peak_bytes)| Alternative {
            algorithm: COMPONENTS,
            predicted_ns: predicted_ns + (m * n) as f64 * reduction,
            peak_bytes,
        }));
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
        match algorithm {
            POLYNOMIALS => self.by_polynomials((out, place), (a, b), how, cx),
            COMPONENTS => self.by_components_of_entries((out, place), (a, b), how, cx),
            _ => {
                assert_eq!(algorithm, BY_ROWS, "a product of matrices");
                self.by_rows_of_elements((out, place), (a, b), how, cx)
            }
        }
    }

    fn sub_combination(&self, out: &mut Coeffs<Self>, at: usize, c: View<'_, Self>, x: Block<'_, Self>) {
        match self.combination(c, x) {
            Some(sum) => self.sub_at(out, at, sum.view()),
            None => blocks::sub_combination(self, out, at, c, x),
        }
    }

    fn own_product(&self, a: Block<'_, Self>, b: Block<'_, Self>) -> Option<Coeffs<Self>> {
        /// Most products of elements: those of 16 rows.
        const MOST: usize = 1 << 12;
        let products = a.rows() * a.cols() * b.cols();
        if products == 0 || products > MOST {
            return None;
        }
        Some(with_cells!(self.arithmetic(products)?, cells => self.product_of_entries(cells, a, b)))
    }

    fn own_panel(
        &self,
        a: &mut Coeffs<Self>,
        place: Place,
        shape: [usize; 2],
        cx: Context<'_>,
    ) -> Option<Result<Elimination>> {
        let arithmetic = self.arithmetic(shape[0] * shape[1] * shape[1].min(shape[0]) / 2)?;
        Some(cx.check().and_then(|()| with_cells!(arithmetic, c => self.panel_on(c, a, place, shape))))
    }

    /// Of as few rows as are eliminated column by column.
    fn own_determinant(&self, a: Block<'_, Self>) -> Option<Result<Element<B>>> {
        let n = a.rows();
        if n != a.cols() || n > self.panel_columns() {
            return None;
        }
        with_cells!(self.arithmetic(n * n * n / 3)?, c => {
            self.determinant_on(c, a).map(Ok)
        })
    }
}
