//! Matrices in vectors: products, and the parts of eliminations that a ring has its own algorithms for.

use super::Ring;
use crate::{
    Result,
    engine::Context,
    monitor::Alternative,
    ring::{
        blocks::{self, BY_ROWS, Block, Elimination, Gather, Place},
        vector::{Coeffs, View},
    },
    scratch::Buf,
};

/// Matrices of elements; the defaults are schoolbook algorithms, and no algorithm of the ring's own.
///
/// ```
/// # use polymod::{Zn, ring::{Block, Gather, Place, traits::*}};
/// let f = Zn::new(97)?;
/// let (a, b) = (f.collect(&[1, 2, 3, 4]), f.collect(&[5, 6]));
/// let (a, b, place) = (Block::new(a.view(), 2, 2, 2), Block::new(b.view(), 2, 1, 1), Place { at: 0, stride: 1 });
/// let mut out = f.zeros(2);
/// f.engine().enter(|cx| f.mul_blocks(&mut out, place, a, b, Gather::Set, cx))?;
/// assert_eq!(f.words(out.view()), [17, 39]);
/// # Ok::<(), polymod::Error>(())
/// ```
pub trait Blocks: Sized {
    /// The vector of these words, each coefficient in as many of them as in another vector, from which they were copied in another order.
    ///
    /// ```
    /// # use polymod::{Zn, core::scratch::Buf, ring::traits::*};
    /// # let f = Zn::new(97)?;
    /// let v = f.collect(&[1, 2]);
    /// let turned = f.in_layout_of(Buf::from(vec![2, 1]), 2, v.view());
    /// assert_eq!(f.words(turned.view()), [2, 1]);
    /// # Ok::<(), polymod::Error>(())
    /// ```
    fn in_layout_of(&self, words: Buf, len: usize, like: View<'_, Self>) -> Coeffs<Self>
    where
        Self: Ring,
    {
        Coeffs::from_words(words, len, like.width)
    }
    /// Writes a·b to its place in `out`, according to `how`, by the algorithm predicted fastest, the first of
    /// [`block_products`](Self::block_products). `a` has as many columns as `b` rows.
    ///
    /// ```
    /// # use polymod::{Zn, ring::{Block, Gather, Place, traits::*}};
    /// # let f = Zn::new(97)?;
    /// let (a, b) = (f.collect(&[1, 2, 3, 4]), f.collect(&[5, 6]));
    /// let (a, b) = (Block::new(a.view(), 2, 2, 2), Block::new(b.view(), 2, 1, 1));
    /// let mut out = f.collect(&[10, 7, 10]);
    /// f.engine().enter(|cx| f.mul_blocks(&mut out, Place { at: 0, stride: 2 }, a, b, Gather::Add, cx))?;
    /// assert_eq!(f.words(out.view()), [27, 7, 49]); // 10 + 17 and 10 + 39
    /// # Ok::<(), polymod::Error>(())
    /// ```
    ///
    /// # Errors
    /// [`Error::Cancelled`](crate::Error::Cancelled).
    fn mul_blocks(
        &self,
        out: &mut Coeffs<Self>,
        place: Place,
        a: Block<'_, Self>,
        b: Block<'_, Self>,
        how: Gather,
        cx: Context<'_>,
    ) -> Result<()>
    where
        Self: Ring,
    {
        let best = self.block_products(a, b, cx).first().map_or(BY_ROWS, |way| way.algorithm);
        self.mul_blocks_by(best, out, place, (a, b), how, cx)
    }
    /// The algorithms for a product of matrices, with their predicted costs, the cheapest first.
    ///
    /// ```
    /// # use polymod::{Zn, ring::{Block, traits::*}};
    /// # let f = Zn::new(97)?;
    /// let v = f.zeros(64 * 64);
    /// let a = Block::new(v.view(), 64, 64, 64);
    /// let products = f.engine().enter(|cx| f.block_products(a, a, cx));
    /// assert!(products.is_sorted_by(|x, y| x.predicted_ns <= y.predicted_ns) && !products.is_empty());
    /// # Ok::<(), polymod::Error>(())
    /// ```
    fn block_products(&self, a: Block<'_, Self>, b: Block<'_, Self>, cx: Context<'_>) -> Vec<Alternative>
    where
        Self: Ring,
    {
        blocks::only_schoolbook(self, a, b, cx)
    }
    /// [`mul_blocks`](Self::mul_blocks) by the given algorithm, one of [`block_products`](Self::block_products).
    ///
    /// ```
    /// # use polymod::{Zn, ring::{Block, Gather, Place, traits::*}};
    /// # let f = Zn::new(97)?;
    /// let v = f.collect(&[1, 2, 3, 4]);
    /// let a = Block::new(v.view(), 2, 2, 2);
    /// for way in f.engine().enter(|cx| f.block_products(a, a, cx)) {
    ///     let (mut out, place) = (f.zeros(4), Place { at: 0, stride: 2 });
    ///     f.engine().enter(|cx| f.mul_blocks_by(way.algorithm, &mut out, place, (a, a), Gather::Set, cx))?;
    ///     assert_eq!(f.words(out.view()), [7, 10, 15, 22]);
    /// }
    /// # Ok::<(), polymod::Error>(())
    /// ```
    ///
    /// # Errors
    /// [`Error::Cancelled`](crate::Error::Cancelled).
    ///
    /// # Panics
    /// When it is not among them, or the shapes do not match.
    fn mul_blocks_by(
        &self,
        algorithm: &str,
        out: &mut Coeffs<Self>,
        place: Place,
        (a, b): (Block<'_, Self>, Block<'_, Self>),
        how: Gather,
        cx: Context<'_>,
    ) -> Result<()>
    where
        Self: Ring,
    {
        assert_eq!(algorithm, BY_ROWS, "the only product of matrices over {}", self.name());
        blocks::schoolbook(self, out, place, a, b, how, cx)
    }
    /// `out[at + j]` −= Σ `c[t]`·x\[t, j\] for each column j of x, which has as many rows as `c` coefficients.
    ///
    /// ```
    /// # use polymod::{Zn, ring::{Block, traits::*}};
    /// # let f = Zn::new(97)?;
    /// let (mut out, c, x) = (f.collect(&[50, 50]), f.collect(&[2, 3]), f.collect(&[1, 2, 3, 4]));
    /// f.sub_combination(&mut out, 0, c.view(), Block::new(x.view(), 2, 2, 2));
    /// assert_eq!(f.words(out.view()), [39, 34]); // 50 − 2·1 − 3·3, 50 − 2·2 − 3·4
    /// # Ok::<(), polymod::Error>(())
    /// ```
    fn sub_combination(&self, out: &mut Coeffs<Self>, at: usize, c: View<'_, Self>, x: Block<'_, Self>)
    where
        Self: Ring,
    {
        blocks::sub_combination(self, out, at, c, x);
    }
    /// The product S·x of a sparse matrix S, row by row: row i of S has the entries from index `starts[i]` to `starts[i + 1]` on, each in its place
    /// of `columns`, both given as `places`.
    ///
    /// ```
    /// # use polymod::{Zn, ring::{Block, traits::*}};
    /// # let f = Zn::new(97)?;
    /// let (entries, x) = (f.collect(&[5, 7, 2]), f.collect(&[1, 2, 3, 4, 10, 20]));
    /// // the rows 5 0 7; 0 0 0; 0 2 0, and a matrix of three rows
    /// let product = f.sparse_product([&[0, 2, 2, 3], &[0, 2, 1]], entries.view(), Block::new(x.view(), 3, 2, 2));
    /// assert_eq!(f.words(product.view()), [75, 53, 0, 0, 6, 8]); // 5 + 70, 10 + 140
    /// # Ok::<(), polymod::Error>(())
    /// ```
    ///
    /// # Panics
    /// If an index is too large, or the starts descend.
    fn sparse_product(&self, places: [&[usize]; 2], entries: View<'_, Self>, x: Block<'_, Self>) -> Coeffs<Self>
    where
        Self: Ring,
    {
        blocks::sparse_product(self, places, entries, x)
    }
    /// Gaussian elimination in place on a matrix of `rows` rows and `cols` columns; `None` without an algorithm of the
    /// ring's own.
    ///
    /// ```
    /// # use polymod::{F2, ring::traits::*};
    /// # let f = F2::new();
    /// let mut a = f.collect(&[false, true, true, true]); // the rows 0 1 and 1 1
    /// let found = f.engine().enter(|cx| f.own_elimination(&mut a, 2, 2, cx)).expect("F_2 has one")?;
    /// assert_eq!((found.order, found.pivots), (vec![1, 0], vec![0, 1])); // the rows are exchanged
    /// # Ok::<(), polymod::Error>(())
    /// ```
    fn own_elimination(
        &self,
        _a: &mut Coeffs<Self>,
        _rows: usize,
        _cols: usize,
        _cx: Context<'_>,
    ) -> Option<Result<Elimination>>
    where
        Self: Ring,
    {
        None
    }
    /// a·b, row by row, for matrices of so few entries that nothing is to be chosen; `None` for others, and where the ring has no product of its own
    /// for them.
    ///
    /// ```
    /// # use polymod::{Zn, ring::{Block, traits::*}};
    /// let f = Zn::new(97)?;
    /// let v = f.collect(&[1, 2, 3, 4]);
    /// let a = Block::new(v.view(), 2, 2, 2);
    /// let product = f.own_product(a, a).expect("four entries are few");
    /// assert_eq!(f.words(product.view()), [7, 10, 15, 22]);
    /// # Ok::<(), polymod::Error>(())
    /// ```
    fn own_product(&self, _a: Block<'_, Self>, _b: Block<'_, Self>) -> Option<Coeffs<Self>>
    where
        Self: Ring,
    {
        None
    }
    /// The inverse of a square matrix by an algorithm of the ring's own for few rows; `None` where there is none, and where it finds no inverse.
    ///
    /// ```
    /// # use polymod::{Zn, ring::{Block, traits::*}};
    /// let f = Zn::new(97)?;
    /// let v = f.collect(&[2, 1, 1, 1]);
    /// let inverse = f.own_inverse(Block::new(v.view(), 2, 2, 2)).expect("two rows are few");
    /// assert_eq!(f.words(inverse.view()), [1, 96, 96, 2]);
    /// # Ok::<(), polymod::Error>(())
    /// ```
    fn own_inverse(&self, _a: Block<'_, Self>) -> Option<Coeffs<Self>>
    where
        Self: Ring,
    {
        None
    }
    /// The rank of a matrix of few entries; `None` without an algorithm of the ring's own.
    ///
    /// ```
    /// # use polymod::{Zn, ring::{Block, traits::*}};
    /// let f = Zn::new(97)?;
    /// let v = f.collect(&[1, 2, 2, 4]);
    /// assert_eq!(f.own_rank(Block::new(v.view(), 2, 2, 2)), Some(1));
    /// # Ok::<(), polymod::Error>(())
    /// ```
    fn own_rank(&self, _a: Block<'_, Self>) -> Option<usize>
    where
        Self: Ring,
    {
        None
    }
    /// X with a·X = right, row by row, for matrices of few entries and as many rows, zeros in columns of a without a pivot; `None` without an
    /// algorithm of the ring's own, and where it finds none.
    ///
    /// ```
    /// # use polymod::{Zn, ring::{Block, traits::*}};
    /// let f = Zn::new(97)?;
    /// let (a, b) = (f.collect(&[1, 2, 3, 4]), f.collect(&[5, 11]));
    /// let x = f.own_solution(Block::new(a.view(), 2, 2, 2), Block::new(b.view(), 2, 1, 1)).expect("two rows are few");
    /// assert_eq!(f.words(x.view()), [1, 2]);
    /// # Ok::<(), polymod::Error>(())
    /// ```
    fn own_solution(&self, _a: Block<'_, Self>, _right: Block<'_, Self>) -> Option<Coeffs<Self>>
    where
        Self: Ring,
    {
        None
    }
    /// A basis of all x with a·x = 0, row by row in reduced echelon form, for a matrix of few entries; `None` without an algorithm of the ring's
    /// own.
    ///
    /// ```
    /// # use polymod::{Zn, ring::{Block, traits::*}};
    /// let f = Zn::new(97)?;
    /// let v = f.collect(&[1, 1, 1]);
    /// let basis = f.own_kernel(Block::new(v.view(), 1, 3, 3)).expect("three entries are few");
    /// assert_eq!(f.words(basis.view()), [1, 0, 96, 0, 1, 96]);
    /// # Ok::<(), polymod::Error>(())
    /// ```
    fn own_kernel(&self, _a: Block<'_, Self>) -> Option<Coeffs<Self>>
    where
        Self: Ring,
    {
        None
    }
    /// The coefficients of the characteristic polynomial of a square matrix of few rows, the constant one first; `None` without an algorithm of the
    /// ring's own.
    ///
    /// ```
    /// # use polymod::{Zn, ring::{Block, traits::*}};
    /// let f = Zn::new(97)?;
    /// let v = f.collect(&[1, 2, 3, 4]);
    /// let coeffs = f.own_charpoly(Block::new(v.view(), 2, 2, 2)).expect("two rows are few");
    /// assert_eq!(f.words(coeffs.view()), [95, 92, 1]); // x² − 5x − 2
    /// # Ok::<(), polymod::Error>(())
    /// ```
    fn own_charpoly(&self, _a: Block<'_, Self>) -> Option<Coeffs<Self>>
    where
        Self: Ring,
    {
        None
    }
    /// The rows of a matrix in Hessenberg form that is similar to a square one: zeros are below its subdiagonal.
    ///
    /// ```
    /// # use polymod::{Zn, ring::{Block, traits::*}};
    /// let f = Zn::new(97)?;
    /// let v = f.collect(&[1, 0, 1, 2, 1, 0, 4, 0, 1]);
    /// let h = f.engine().enter(|cx| f.hessenberg(Block::new(v.view(), 3, 3, 3), cx))?;
    /// assert_eq!(f.words(h.view())[6], 0);
    /// # Ok::<(), polymod::Error>(())
    /// ```
    ///
    /// # Errors
    /// [`Error::NotInvertible`](crate::Error::NotInvertible) where a column has entries for a pivot, and none of them is a unit;
    /// [`Error::Cancelled`](crate::Error::Cancelled).
    fn hessenberg(&self, a: Block<'_, Self>, cx: Context<'_>) -> Result<Coeffs<Self>>
    where
        Self: Ring,
    {
        crate::ring::hessenberg::hessenberg(self, a, cx)
    }
    /// The coefficients of the characteristic polynomial of a matrix in Hessenberg form, the constant one first.
    ///
    /// ```
    /// # use polymod::{Zn, ring::{Block, traits::*}};
    /// let f = Zn::new(97)?;
    /// let h = f.collect(&[1, 2, 3, 4]);
    /// let coeffs = f.hessenberg_charpoly(Block::new(h.view(), 2, 2, 2));
    /// assert_eq!(f.words(coeffs.view()), [95, 92, 1]); // x² − 5x − 2
    /// # Ok::<(), polymod::Error>(())
    /// ```
    fn hessenberg_charpoly(&self, h: Block<'_, Self>) -> Coeffs<Self>
    where
        Self: Ring,
    {
        crate::ring::hessenberg::hessenberg_charpoly(self, h)
    }
    /// The determinant of a small square matrix; `None` without an algorithm of the ring's own.
    ///
    /// ```
    /// # use polymod::{Zn, ring::{Block, traits::*}};
    /// # let f = Zn::new(97)?;
    /// let v = f.collect(&[1, 2, 3, 4]);
    /// let determinant = f.own_determinant(Block::new(v.view(), 2, 2, 2));
    /// assert!(determinant.is_none_or(|d| d == Ok(95))); // −2, where there is a kernel for it
    /// # Ok::<(), polymod::Error>(())
    /// ```
    fn own_determinant(&self, _a: Block<'_, Self>) -> Option<Result<Self::Elem>>
    where
        Self: Ring,
    {
        None
    }
    /// Predicted nanoseconds of the decomposition of a matrix: a third of a product, and panels by rows of elements.
    ///
    /// ```
    /// # use polymod::{Zn, ring::{Block, traits::*}};
    /// # let f = Zn::new(97)?;
    /// let v = f.zeros(100 * 100);
    /// let ns = |n| f.engine().enter(|cx| f.elimination_ns(Block::new(v.view(), n, n, 100), cx));
    /// assert!(0.0 < ns(10) && ns(10) < ns(100));
    /// # Ok::<(), polymod::Error>(())
    /// ```
    fn elimination_ns(&self, a: Block<'_, Self>, cx: Context<'_>) -> f64
    where
        Self: Ring,
    {
        let (costs, width, rank) = (cx.engine().costs(), a.view().width, a.rows().min(a.cols()));
        let each = match width {
            0 | 1 => costs.word_mul + costs.word_reduce,
            _ => costs.element + costs.integer_mul(width, width),
        };
        let panels = (rank * a.rows() * self.panel_columns().min(rank)) as f64 / 4.0 * each;
        let square = a.part(0..rank, 0..rank);
        let product = self.block_products(square, square, cx);
        panels + product.first().map_or(0.0, |way| way.predicted_ns / 3.0)
    }
    /// Largest number of columns that [`own_panel`](Self::own_panel) eliminates, or that are eliminated column by
    /// column without it.
    ///
    /// ```
    /// # use polymod::{Zn, ring::traits::*};
    /// let f = Zn::new(97)?;
    /// assert!(f.panel_columns() >= 1);
    /// # Ok::<(), polymod::Error>(())
    /// ```
    fn panel_columns(&self) -> usize
    where
        Self: Ring,
    {
        self.engine().costs().crossovers.panel[1]
    }
    /// Decomposes a panel of a few columns of a matrix in place; `None` without an algorithm of the ring's own. The
    /// rows' columns outside the panel are not permuted.
    ///
    /// ```
    /// # use polymod::{Zn, ring::{Place, traits::*}};
    /// # let f = Zn::new(97)?;
    /// let mut a = f.collect(&[2, 4, 6, 13]); // a panel of 2 columns, which is the matrix
    /// if let Some(found) = f.engine().enter(|cx| f.own_panel(&mut a, Place { at: 0, stride: 2 }, [2, 2], cx)) {
    ///     assert_eq!(found?.pivots, [0, 1]);
    ///     assert_eq!(f.words(a.view()), [2, 4, 3, 1]); // 3 of L, and 13 − 3·4
    /// }
    /// # Ok::<(), polymod::Error>(())
    /// ```
    fn own_panel(
        &self,
        _a: &mut Coeffs<Self>,
        _place: Place,
        _shape: [usize; 2],
        _cx: Context<'_>,
    ) -> Option<Result<Elimination>>
    where
        Self: Ring,
    {
        None
    }
    /// `out` = T⁻¹·out for a few rows at their place, T triangular: unit lower, or upper with units on its diagonal,
    /// whose inverses are given. Returns false without an algorithm of the ring's own.
    ///
    /// ```
    /// # use polymod::{Zn, ring::{Block, Place, traits::*}};
    /// # let f = Zn::new(97)?;
    /// let (lower, mut x) = (f.collect(&[1, 0, 3, 1]), f.collect(&[5, 20]));
    /// if f.own_triangle(&mut x, Place { at: 0, stride: 1 }, Block::new(lower.view(), 2, 2, 2), None, 1) {
    ///     assert_eq!(f.words(x.view()), [5, 5]); // 20 − 3·5
    /// }
    /// # Ok::<(), polymod::Error>(())
    /// ```
    fn own_triangle(
        &self,
        _out: &mut Coeffs<Self>,
        _place: Place,
        _triangle: Block<'_, Self>,
        _inverses: Option<View<'_, Self>>,
        _cols: usize,
    ) -> bool
    where
        Self: Ring,
    {
        false
    }
}
