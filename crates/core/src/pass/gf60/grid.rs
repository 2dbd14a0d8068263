//! A transform of coprime order m1·m2 over the field, divided into safe passes that threads can share.

use super::{
    Gf60Kernel,
    matrix::Matrices,
    passes::{Coding, GROUP, Strip, Terms, WIDTH},
    scalar::{self, TURN},
};
use crate::simd::inlined::{self, Zipped};
use crate::{
    lengths::{self, runs_within, within},
    scratch::{self, Buf},
};
use std::ops::Range;

mod sheets;

pub use sheets::Share;

/// Words from one row of a sheet to the next, so that rows begin in different sets of a cache.
const SHEET_STRIDE: usize = GROUP + WIDTH;

/// A thread's share of the conversion from elements to bits: a range of elements, for each row the run of words that
/// their bits begin, and the bits before these runs.
#[derive(Debug)]
pub struct DecodeShare<'a> {
    elements: Range<usize>,
    runs: Vec<&'a mut [u64]>,
    heads: &'a mut [u64; TURN - 1],
}

/// The transform of order m = m1·m2 of polynomials over F_2 that are taken modulo 1 + x^m + … + x^(60·m), for
/// coprime m1 and m2 whose product divides (2^60 − 1)/61.
///
/// x ↦ y·z with y^m = 1 and z^m of order 61 takes the polynomial to one over the field modulo y^m − 1 (Good's map), whose
/// element k is z^k·Σ_l a_(k + m·l)·z^(m·l): a rotation of a column of bits. With y = y1·y2, of orders m1 and m2, the element
/// k is at (k mod m1, k mod m2) of a grid, and the transform is one of each column and one of each row without factors
/// between them.
///
/// Eight neighbouring elements k0 … k0 + 7 lie on a diagonal of the grid. They are taken as if lane l had row k0 mod m1
/// too, which multiplies the value at u^k1 by u^(−l·k1); the factors u^(l·k1) put this right before rows, whose
/// transforms run over eight neighbouring k1, read whole vectors.
///
/// Order of elements: that of k. Order of an image: blocks of eight k1 (the last one filled up with zeros), in each m2
/// vectors. Everything is in place but for the strips of columns.
#[derive(Debug)]
pub struct PrimeFactorFft {
    kernel: &'static Gf60Kernel,
    rows: Axis,
    columns: Axis,
    factors: Buf,
    coding: Coding,
}

/// A transform of one side of the grid by codelets of coprime orders, in place, without factors.
#[derive(Debug)]
struct Axis {
    len: usize,
    codelets: Vec<Codelet>,
    /// Root of unity of the axis: the value at index k is that at this root's power k.
    root: u64,
}

/// A codelet of order p, run on len/p sets of vectors at the indices r·p + j·(len/p) modulo len, j < p.
#[derive(Debug)]
struct Codelet {
    /// Index of p in [`PrimeFactorFft::ORDERS`].
    which: usize,
    at: Vec<u16>,
}

impl Axis {
    /// The axis for coprime orders that have codelets.
    ///
    /// Index i has the digit i mod p = j·q, q = len/p, at place j, and α^(j·k) is α^(i·K·q^(−2)) where K = k·q is the index
    /// that value k goes to.
    fn new(orders: &[usize]) -> Self {
        let len = orders.iter().fold(1, |len, &order| lengths::product([len, order]));
        assert!(len <= PrimeFactorFft::LONGEST_SIDE, "sides of a grid are below 2^16");
        let mut root = 1;
        let mut codelets = Vec::new();
        for &order in orders {
            let q = len / order;
            let inverse = (1..=order).find(|x| x * q % order == 1 % order).expect("coprime orders");
            root = scalar::mul(root, scalar::pow(scalar::root(order as u64), (inverse * inverse) as u64));
            let at = (0..q).flat_map(|r| (0..order).map(move |j| ((r * order + j * q) % len) as u16));
            let which = PrimeFactorFft::ORDERS.iter().position(|&other| other == order);
            codelets.push(Codelet { which: which.expect("an order with a codelet"), at: at.collect() });
        }
        Axis { len, codelets, root: scalar::canonical(root) }
    }

    /// Transforms `len` vectors in place.
    fn run(&self, kernel: &Gf60Kernel, x: &mut [u64]) {
        assert!(x.len() >= WIDTH * self.len, "a vector for each index");
        for Codelet { which, at } in &self.codelets {
            (kernel.loops.axes[*which])(x, at);
        }
    }
}

impl PrimeFactorFft {
    /// Orders of the codelets.
    pub const ORDERS: [usize; 9] = [3, 5, 7, 9, 11, 13, 25, 31, 41];

    /// Longest side of a grid: tables of indices have 16 bits each.
    pub const LONGEST_SIDE: usize = (1 << 16) - 1;

    /// The grid for a kernel of [`kernels`](super::kernels) and coprime orders of [`ORDERS`](Self::ORDERS), all orders
    /// of both sides coprime.
    ///
    /// # Panics
    /// For other orders, a side of 2^16 or more, or a kernel that the CPU lacks instructions for.
    #[must_use]
    pub fn new(kernel: &'static Gf60Kernel, rows: &[usize], columns: &[usize]) -> Self {
        assert!(kernel.needs.runs_within(crate::cpu::Target::AVX512), "the CPU lacks what {kernel:?} needs");
        assert!(rows.iter().chain(columns).all(|order| Self::ORDERS.contains(order)), "orders that have codelets");
        let coprime = |(i, &x): (usize, &usize)| {
            let others = rows.iter().chain(columns).enumerate().filter(move |(j, _)| *j != i);
            others.into_iter().all(|(_, y)| (2..=x).all(|d| x % d > 0 || y % d > 0))
        };
        assert!(rows.iter().chain(columns).enumerate().all(coprime), "coprime orders");
        let (rows, columns) = (Axis::new(rows), Axis::new(columns));
        let order = lengths::product([rows.len, columns.len]);
        assert!(scalar::UNITS.is_multiple_of(TURN as u64 * order as u64), "the order divides (2^60 - 1)/61");
        // offsets of bits, of 61 rows and a group, must fit in a word; where that has 32 bits no memory holds a longer
        // transform
        assert!(order <= usize::MAX / 128, "a transform of {order} elements");
        let mut factors = Buf::zeroed(None, WIDTH * rows.len.next_multiple_of(8));
        let mut power = 1;
        for vector in factors.chunks_exact_mut(WIDTH).take(rows.len) {
            let mut factor = 1;
            for word in vector {
                *word = scalar::canonical(factor);
                factor = scalar::mul(factor, power);
            }
            power = scalar::mul(power, rows.root);
        }
        let coding = Coding { order, rows: 0, places: inlined::from_fn(|l| (l * (order % TURN) % TURN) as u8) };
        PrimeFactorFft { kernel, rows, columns, factors, coding }
    }

    /// The order of the transform, m.
    #[must_use]
    pub fn order(&self) -> usize {
        self.coding.order
    }

    /// The sides m1 and m2.
    #[must_use]
    pub fn sides(&self) -> [usize; 2] {
        [self.rows.len, self.columns.len]
    }

    /// The kernel in use.
    #[must_use]
    pub fn kernel(&self) -> &'static Gf60Kernel {
        self.kernel
    }

    /// Number of words of the elements: whole groups of 512, the last one with room for a vector from any element on.
    #[must_use]
    pub fn elements_len(&self) -> usize {
        (self.order() + WIDTH - 1).next_multiple_of(GROUP)
    }

    /// Number of words of an image: m2 vectors for each eight of m1.
    #[must_use]
    pub fn image_len(&self) -> usize {
        self.rows.len.next_multiple_of(8) * self.columns.len
    }

    /// Number of words of a block of an image; [`rows`](Self::rows) takes any number of blocks.
    #[must_use]
    pub fn block_len(&self) -> usize {
        WIDTH * self.columns.len
    }

    /// Number of words of scratch of [`columns`](Self::columns).
    #[must_use]
    pub fn work_len(&self) -> usize {
        self.factors.len()
    }

    /// Number of bytes that the tables hold.
    #[must_use]
    pub fn bytes(&self) -> usize {
        let indices = |axis: &Axis| axis.codelets.iter().map(|codelet| 2 * codelet.at.len()).sum::<usize>();
        8 * self.factors.len() + indices(&self.rows) + indices(&self.columns)
    }

    /// Number of strips of eight columns.
    #[must_use]
    pub fn strips(&self) -> usize {
        self.columns.len.div_ceil(WIDTH)
    }

    /// Place of the value at u^k1·v^k2 in an image, for tests of the order.
    #[must_use]
    pub fn index(&self, k1: usize, k2: usize) -> usize {
        (k1 / 8 * self.columns.len + k2) * WIDTH + k1 % 8
    }

    /// The roots u and v, of order m1 and m2.
    #[must_use]
    pub fn roots(&self) -> [u64; 2] {
        [self.rows.root, self.columns.root]
    }

    fn strip(&self, strip: usize) -> Strip<'_> {
        assert!(strip < self.strips(), "a strip of the grid");
        Strip { rows: self.rows.len, columns: self.columns.len, first: WIDTH * strip, factors: &self.factors }
    }

    /// The vectors of a strip in scratch.
    fn vectors<'a>(&self, work: &'a mut [u64]) -> &'a mut [u64] {
        let len = self.work_len();
        assert!(work.len() >= len, "room for a strip");
        &mut work[..len]
    }

    fn coding(&self, words: usize) -> Coding {
        Coding { rows: TURN.min(words.saturating_mul(64).div_ceil(self.order())), ..self.coding }
    }

    /// Converts a polynomial of degree below 61·m, 64 coefficients a word, lowest first, to the elements from `first`
    /// on: as many as `elements` has words, in whole groups of 512; elements from m on have no meaning.
    ///
    /// # Panics
    /// For other parts. Coefficients from x^(61·m) on are ignored.
    pub fn encode(&self, bits: &[u64], first: usize, elements: &mut [u64]) {
        assert!(first < self.elements_len() && elements.len().is_multiple_of(GROUP), "whole groups of 512 elements");
        (self.kernel.loops.encode)(&self.coding(bits.len()), bits, first, elements);
    }

    /// Number of elements of each of `shares` shares, in whole groups; the last share may have fewer.
    fn elements_each(&self, shares: usize) -> usize {
        GROUP * self.order().div_ceil(GROUP).div_ceil(shares)
    }

    /// Shares of the conversion from elements to the polynomial of degree below 60·m, cut to the words of `bits` or
    /// filled up with zeros: one share for each 60 words of `heads` at most. [`join_shares`](Self::join_shares)
    /// completes it.
    ///
    /// # Panics
    /// If `heads` has less than 60 words.
    #[must_use]
    pub fn decode_shares<'a>(&self, bits: &'a mut [u64], heads: &'a mut [u64]) -> Vec<DecodeShare<'a>> {
        let (order, heads) = (self.order(), heads.as_chunks_mut().0);
        assert!(!heads.is_empty(), "a head for each row of a share");
        let rows = self.coding(bits.len()).rows.min(TURN - 1);
        let each = self.elements_each(heads.len());
        let share = |(first, heads): (usize, &'a mut [u64; TURN - 1])| {
            let elements = first..order.min(first + each);
            DecodeShare { elements, runs: Vec::with_capacity(rows), heads }
        };
        let mut all: Vec<_> = (0..order).step_by(each).zip(heads).map(share).collect();
        let (mut rest, mut done) = (bits, 0);
        for l in 0..rows {
            for share in &mut all {
                // the words whose first bit lies in the run
                let end = (l * order + share.elements.end).div_ceil(64);
                let (run, behind) = rest.split_at_mut(rest.len().min(end - done));
                (rest, done) = (behind, end);
                share.runs.push(run);
            }
        }
        rest.fill(0);
        all
    }

    /// Converts a share of the elements to bits.
    ///
    /// # Panics
    /// Unless `elements` has [`elements_len`](Self::elements_len) words.
    pub fn decode_share(&self, elements: &[u64], share: DecodeShare<'_>) {
        assert_eq!(elements.len(), self.elements_len(), "all elements");
        let DecodeShare { elements: Range { start, end }, mut runs, heads } = share;
        let elements = &elements[start..end.next_multiple_of(GROUP)];
        (self.kernel.loops.decode)(&self.coding, elements, start, &mut runs, heads);
    }

    /// Completes the words where the runs of neighbouring shares meet.
    ///
    /// # Panics
    /// If `heads` has less than 60 words.
    pub fn join_shares(&self, bits: &mut [u64], heads: &[u64]) {
        let heads = heads.as_chunks::<{ TURN - 1 }>().0;
        assert!(!heads.is_empty(), "a head for each row of a share");
        let rows = self.coding(bits.len()).rows.min(TURN - 1);
        for (first, heads) in (0..self.order()).step_by(self.elements_each(heads.len())).zipped(heads) {
            for (l, head) in heads[..rows].iter().enumerate() {
                let at = l * self.order() + first;
                if let (false, Some(word)) = (at.is_multiple_of(64), bits.get_mut(at / 64)) {
                    *word |= head;
                }
            }
        }
    }

    /// Transforms columns of the elements, from strip `first` on, to a part of each block of an image: the vectors from
    /// 8·`first` on, as many as the part has, in whole strips or up to the end.
    ///
    /// # Panics
    /// For other lengths.
    pub fn columns(&self, elements: &[u64], first: usize, blocks: &mut [&mut [u64]], work: &mut [u64]) {
        assert_eq!(elements.len(), self.elements_len(), "all elements");
        let strips = self.share(first, blocks.len(), blocks.first().map_or(0, |block| block.len()) / WIDTH);
        for i in 0..strips {
            let from = &elements[WIDTH * (first + i)..];
            self.column(from, self.columns.len, first + i, blocks, WIDTH * WIDTH * i, work);
        }
    }

    /// Transforms a strip, whose rows lie `stride` words apart in `from`, to the word `at` of each block's part.
    fn column(
        &self,
        from: &[u64],
        stride: usize,
        strip: usize,
        blocks: &mut [&mut [u64]],
        at: usize,
        work: &mut [u64],
    ) {
        assert!(runs_within(0, [self.rows.len, stride, WIDTH], from.len()), "a vector of each row");
        let (here, work, loops) = (self.strip(strip), self.vectors(work), &self.kernel.loops);
        (loops.gather)(&mut Some((here, (from, stride), &mut *work)));
        self.rows.run(self.kernel, work);
        (loops.twist)(&mut Some((here, work, blocks, at)));
    }

    /// Whether [`encoded_columns`](Self::encoded_columns) is faster than encoding first, for this grid.
    #[must_use]
    pub fn in_sheets(&self) -> bool {
        Self::sheets_suit(self.rows.len, self.columns.len)
    }

    /// Whether sheets are faster for a grid with these sides: rows are much longer than a sheet's, and there are more
    /// elements than the L2 cache holds.
    #[must_use]
    pub fn sheets_suit(rows: usize, columns: usize) -> bool {
        columns >= 4 * GROUP && rows * columns > 1 << 16
    }

    /// Number of words of scratch of [`encoded_columns`](Self::encoded_columns).
    #[must_use]
    pub fn sheet_len(&self) -> usize {
        self.rows.len * SHEET_STRIDE + self.work_len()
    }

    /// [`encode`](Self::encode) and [`columns`](Self::columns) in one, for 512 columns at a time, whose elements stay
    /// in a cache: strips from `first` on, as for `columns`.
    ///
    /// # Panics
    /// As for these two, or with less than [`sheet_len`](Self::sheet_len) words of scratch.
    pub fn encoded_columns(&self, bits: &[u64], first: usize, blocks: &mut [&mut [u64]], work: &mut [u64]) {
        let (sheet, work) = work[..self.sheet_len()].split_at_mut(self.rows.len * SHEET_STRIDE);
        let strips = self.share(first, blocks.len(), blocks.first().map_or(0, |block| block.len()) / WIDTH);
        for i in (0..strips).step_by(GROUP / WIDTH) {
            for (j, row) in sheet.chunks_exact_mut(SHEET_STRIDE).enumerate() {
                self.encode(bits, j * self.columns.len + WIDTH * (first + i), &mut row[..GROUP]);
            }
            for k in 0..(GROUP / WIDTH).min(strips - i) {
                self.column(&sheet[WIDTH * k..], SHEET_STRIDE, first + i + k, blocks, WIDTH * WIDTH * (i + k), work);
            }
        }
    }

    /// At most `shares` shares of [`columns`](Self::columns) and [`encoded_columns`](Self::encoded_columns): for each a
    /// first strip, and a part of each block of the image.
    pub fn column_shares<'a>(&self, image: &'a mut [u64], shares: usize) -> Vec<(usize, Vec<&'a mut [u64]>)> {
        scratch::shares(image.chunks_exact_mut(self.block_len()), [self.strips(), WIDTH * WIDTH], shares)
    }

    /// At most `shares` shares of [`columns_back`](Self::columns_back): for each a first strip, and a part of each row
    /// of the elements.
    pub fn row_shares<'a>(&self, elements: &'a mut [u64], shares: usize) -> Vec<(usize, Vec<&'a mut [u64]>)> {
        let rows = elements[..self.order()].chunks_exact_mut(self.columns.len);
        scratch::shares(rows, [self.strips(), WIDTH], shares)
    }

    /// Number of strips in the parts of `blocks` blocks with this many vectors each.
    fn share(&self, first: usize, blocks: usize, vectors: usize) -> usize {
        let strips = within(first, vectors.div_ceil(WIDTH), self.strips());
        assert!(blocks == self.rows.len.div_ceil(8), "a part of each block");
        // the last strip may have fewer than eight columns
        let left = if strips { self.columns.len.saturating_sub(WIDTH * first) } else { 0 };
        assert!(strips && (vectors == left || vectors.is_multiple_of(WIDTH) && vectors < left), "whole strips");
        vectors.div_ceil(WIDTH)
    }

    /// Transforms rows, in whole blocks of an image: to values after [`columns`](Self::columns), or back at negated
    /// indices.
    ///
    /// # Panics
    /// For parts of blocks.
    pub fn rows(&self, blocks: &mut [u64]) {
        assert!(blocks.len().is_multiple_of(self.block_len()), "whole blocks");
        blocks.chunks_exact_mut(self.block_len()).for_each(|block| self.columns.run(self.kernel, block));
    }

    /// out = a·b, or out += a·b with `add`, value by value, on the same range of whole vectors of images.
    ///
    /// # Panics
    /// If lengths differ or are not multiples of 8.
    pub fn product(&self, out: &mut [u64], a: &[u64], b: &[u64], add: bool) {
        assert!(out.len() == a.len() && a.len() == b.len() && a.len().is_multiple_of(WIDTH), "whole vectors of images");
        (self.kernel.loops.multiply)(out, if add { Terms::Add(a, b) } else { Terms::Product(a, b) });
    }

    /// Number of words of scratch of [`matrix_product`](Self::matrix_product).
    ///
    /// # Panics
    /// If no slice has as many.
    #[must_use]
    pub fn matrix_work_len(dims: [usize; 3]) -> usize {
        Matrices::piece_len(dims)[1]
    }

    /// out = a·b, value by value, for matrices whose entries are the same range of whole vectors of images: `dims` are
    /// the rows of a, its columns, which are b's rows, and b's columns. Faster when all entries and the scratch begin
    /// at multiples of 64 bytes.
    ///
    /// # Panics
    /// If a number of entries is wrong, lengths differ or are not multiples of 8, or there are less than
    /// [`matrix_work_len`](Self::matrix_work_len) words of scratch.
    pub fn matrix_product(
        &self,
        dims: [usize; 3],
        out: &mut [&mut [u64]],
        a: &[&[u64]],
        b: &[&[u64]],
        work: &mut [u64],
    ) {
        let [m, inner, n] = dims;
        let entries = [[m, n], [m, inner], [inner, n]].map(lengths::product);
        assert!([out.len(), a.len(), b.len()] == entries, "matrices of {m}×{inner} and {inner}×{n} entries");
        let len = out.first().map_or(0, |out| out.len());
        let all = out.iter().map(|x| x.len()).chain(a.iter().chain(b).map(|x| x.len()));
        assert!(len.is_multiple_of(WIDTH) && all.into_iter().all(|other| other == len), "whole vectors of images");
        assert!(work.len() >= Self::matrix_work_len(dims), "room for pieces of the operands");
        let matrices = Matrices { dims, left: a, right: b, out, work };
        (self.kernel.loops.multiply_matrix)(matrices, len);
    }

    /// a = a·b, value by value, on the same range of whole vectors of images.
    ///
    /// # Panics
    /// As [`product`](Self::product).
    pub fn multiply(&self, a: &mut [u64], b: &[u64]) {
        assert!(a.len() == b.len() && a.len().is_multiple_of(WIDTH), "whole vectors of images");
        (self.kernel.loops.multiply)(a, Terms::By(b));
    }

    /// a = a², value by value, on whole vectors of an image.
    ///
    /// # Panics
    /// If the length is not a multiple of 8.
    pub fn square(&self, a: &mut [u64]) {
        assert!(a.len().is_multiple_of(WIDTH), "whole vectors of images");
        (self.kernel.loops.multiply)(a, Terms::Square);
    }

    /// Transforms columns back from an image whose blocks went through [`rows`](Self::rows), strips from `first` on, to
    /// a part of each row of m2 elements: those from 8·`first` on, as many as the part has, in whole strips or up to
    /// the end.
    ///
    /// # Panics
    /// For other lengths.
    pub fn columns_back(&self, image: &[u64], first: usize, rows: &mut [&mut [u64]], work: &mut [u64]) {
        assert!(image.len() == self.image_len() && rows.len() == self.rows.len, "an image, and a part of each row");
        let strips = self.share(first, self.rows.len.div_ceil(8), rows.first().map_or(0, |row| row.len()));
        let (work, loops) = (self.vectors(work), &self.kernel.loops);
        for i in 0..strips {
            let strip = self.strip(first + i);
            (loops.untwist)(&mut Some((strip, image, &mut *work)));
            self.rows.run(self.kernel, work);
            (loops.scatter)(&mut Some((strip, &*work, &mut *rows, WIDTH * i)));
        }
    }
}
