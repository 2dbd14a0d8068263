//! Fraction-free elimination over Z, and characteristic polynomials, in numbers of several words.
//!
//! After r pivots every entry is a minor of r or r + 1 rows (Bareiss 1968, "Sylvester's identity and multistep integer-preserving Gaussian elimination"),
//! and Hadamard's inequality bounds it by the product of that many norms of rows. So it is computed modulo a power of 2^64 beyond this bound: two products,
//! and an exact quotient as a product by an inverse, each of half the cost.

use super::{
    elimination::{MOST_RANK, Numbers, Pivots, Rows},
    low::{self, Divisor, MOST},
};
use crate::{
    bits::ceil_log2,
    matrix::Matrix,
    ring::{Integers, limbs},
};

/// A matrix of numbers of several words.
pub(super) struct LimbRows {
    words: Vec<u64>,
    cols: usize,
    /// Words of a number, one more than any minor has.
    width: usize,
    /// Words of the minors of 0, 1, … rows.
    minors: Vec<usize>,
}

impl LimbRows {
    /// Matrices of as many rows beside each other, if their minors have at most this number of words.
    pub fn new(rows: usize, matrices: &[&Matrix<Integers>], most: usize) -> Option<Self> {
        let cols: usize = matrices.iter().map(|m| m.cols()).sum();
        let minors = minor_words(rows, cols, matrices);
        let width = minors[minors.len() - 1] + 1;
        if width > most.min(MOST - 1) + 1 {
            return None;
        }
        let mut words = vec![0; rows * cols * width];
        let mut out = words.chunks_exact_mut(width);
        for i in 0..rows {
            for m in matrices {
                let from = m.entries().width();
                let common = from.min(width);
                for (x, out) in m.row(i).words().chunks_exact(from).zip(out.by_ref()) {
                    out[..common].copy_from_slice(&x[..common]);
                    low::extend(out, common);
                }
            }
        }
        Some(LimbRows { words, cols, width, minors })
    }

    fn entry(&self, i: usize, j: usize) -> &[u64] {
        &self.words[(i * self.cols + j) * self.width..][..self.width]
    }

    /// Words of the minors of this number of rows, or of as many as there can be.
    fn minor_words(&self, rows: usize) -> usize {
        self.minors[rows.min(self.minors.len() - 1)]
    }

    /// Eliminates the entries below a pivot, which become minors of `len` words.
    fn clear(&mut self, [rank, column]: [usize; 2], len: usize, divisor: Option<&Divisor>) {
        let (width, stride) = (self.width, self.cols * self.width);
        let (row, below) = self.words[rank * stride..].split_at_mut(stride);
        let (pivot, row) = row[column * width..].split_at(width);
        let mut room = [0; MOST + 1];
        let room = &mut room[..divisor.map_or(len, |d| d.words(len))];
        for own in below.chunks_exact_mut(stride) {
            let (head, own) = own[column * width..].split_at_mut(width);
            for (x, above) in own.chunks_exact_mut(width).zip(row.chunks_exact(width)) {
                low::multiply(room, pivot, x);
                low::subtract_product(room, head, above);
                match divisor {
                    None => x[..len].copy_from_slice(room),
                    Some(divisor) => divisor.exact(&mut x[..len], room),
                }
                low::extend(x, len);
            }
            head.fill(0);
        }
    }
}

/// Bits of the words' minors of 0, 1, … rows in words: by the product of the norms of as many rows, the largest ones.
fn minor_words(rows: usize, cols: usize, matrices: &[&Matrix<Integers>]) -> Vec<usize> {
    let bits = |i: usize| {
        let entries = matrices.iter().flat_map(|m| m.row(i).words().chunks_exact(m.entries().width()));
        // twice the logarithm of a norm
        2 * entries.map(low::bits).max().unwrap_or(1) as usize + ceil_log2(cols) as usize
    };
    let mut norms: Vec<usize> = (0..rows).map(bits).collect();
    norms.sort_unstable_by(|x, y| y.cmp(x));
    norms.truncate(cols);
    let mut sum = 0;
    std::iter::once(1)
        .chain(norms.into_iter().map(|norm| {
            sum += norm;
            sum.div_ceil(2) / 64 + 1
        }))
        .collect()
}

impl Rows for LimbRows {
    fn mirror(&mut self) {
        let width = self.width;
        for row in self.words.chunks_exact_mut((self.cols * width).max(1)) {
            for j in 0..self.cols / 2 {
                let (left, right) = row.split_at_mut((self.cols - 1 - j) * width);
                left[j * width..][..width].swap_with_slice(&mut right[..width]);
            }
        }
    }

    fn eliminate(&mut self, width: usize) -> Option<Pivots> {
        let stride = self.cols * self.width;
        let rows = self.words.len().checked_div(stride).unwrap_or(0);
        let (mut found, mut divisor) = (Pivots::default(), None);
        for column in 0..width {
            let rank = found.rank();
            let Some(pivot) = (rank..rows).find(|&i| !self.is_zero(i, column)) else { continue };
            if pivot != rank {
                let (upper, lower) = self.words.split_at_mut(pivot * stride);
                upper[rank * stride..][..stride].swap_with_slice(&mut lower[..stride]);
                found.odd = !found.odd;
            }
            found.push(column);
            if rank + 1 == rows {
                break;
            }
            self.clear([rank, column], self.minor_words(rank + 2), divisor.as_ref());
            divisor = Some(Divisor::new(self.entry(rank, column), self.minor_words(rank + 3))?);
        }
        Some(found)
    }

    fn is_zero(&self, i: usize, j: usize) -> bool {
        self.entry(i, j).iter().all(|&word| word == 0)
    }

    fn solved(&self, found: &Pivots, columns: &[u8]) -> Option<Numbers> {
        let (rank, count, width) = (found.rank(), columns.len(), self.width);
        let mut words = vec![0; (rank * count + 1) * width];
        let (out, minor) = words.split_at_mut(rank * count * width);
        let Some(last) = rank.checked_sub(1) else {
            minor[0] = 1;
            return Some(Numbers { words, width });
        };
        let (d, len) = (self.entry(last, found.column(last)), self.minor_words(rank));
        minor.copy_from_slice(d);
        let mut room = [0; MOST + 1];
        for i in (0..rank).rev() {
            let (own, below) = out[i * count * width..].split_at_mut(count * width);
            if i == last {
                own.chunks_exact_mut(width)
                    .zip(columns)
                    .for_each(|(x, &j)| x.copy_from_slice(self.entry(i, usize::from(j))));
                continue;
            }
            let divisor = Divisor::new(self.entry(i, found.column(i)), len)?;
            let room = &mut room[..divisor.words(len)];
            for (c, (own, &column)) in own.chunks_exact_mut(width).zip(columns).enumerate() {
                low::multiply(room, self.entry(i, usize::from(column)), d);
                for (k, x) in (i + 1..rank).zip(below.chunks_exact(width).skip(c).step_by(count)) {
                    low::subtract_product(room, self.entry(i, found.column(k)), x);
                }
                divisor.exact(&mut own[..len], room);
                low::extend(own, len);
            }
        }
        Some(Numbers { words, width })
    }
}

/// The coefficients of det(x·I − a) for at least one and at most [`MOST_RANK`] rows, the constant one first, where they have at most `most` words: by those of
/// the leading parts, vectors times Toeplitz matrices with the columns 1, −a_kk, −R·C, −R·M·C, … (Berkowitz 1984).
pub(super) fn charpoly(a: &Matrix<Integers>, most: usize) -> Option<Numbers> {
    let (n, from) = (a.rows(), a.entries().width());
    // the coefficient of x^(n − j), and all that is added up to it, is at most C(n, j)·s^j for the largest sum s of a row's magnitudes
    let largest = a.entries().words().chunks_exact(from).map(low::bits).max().unwrap_or(1) + ceil_log2(n);
    let len = |j: usize, more: usize| (j * largest as usize + more) / 64 + 1;
    let width = len(n, n + 1);
    if n > MOST_RANK || width > most.min(MOST) {
        return None;
    }
    let entries = Factors::new(a.entries().words(), from);
    let mut p = vec![0; (n + 1) * width];
    let (mut column, mut next) = (p.clone(), p.clone());
    let (mut row, mut before) = (vec![0; n * width], vec![0; n * width]);
    p[0] = 1;
    for k in 0..n {
        column.fill(0);
        column[0] = 1;
        entries.negated(&mut column[width..2 * width], k * n + k);
        row.chunks_exact_mut(width).take(k).enumerate().for_each(|(j, out)| entries.negated(out, k * n + j));
        for i in 0..k {
            let (sum, size) = (&mut column[(i + 2) * width..][..width], len(i + 2, 0));
            for (j, x) in row.chunks_exact(width).take(k).enumerate() {
                entries.add_multiple(&mut sum[..size], j * n + k, x);
            }
            low::extend(sum, size);
            if i + 1 < k {
                std::mem::swap(&mut row, &mut before);
                for (j, sum) in row.chunks_exact_mut(width).take(k).enumerate() {
                    sum[..size].fill(0);
                    for (t, x) in before.chunks_exact(width).take(k).enumerate() {
                        entries.add_multiple(&mut sum[..size], t * n + j, x);
                    }
                    low::extend(sum, size);
                }
            }
        }
        for (j, sum) in next.chunks_exact_mut(width).take(k + 2).enumerate() {
            let size = len(j, n + 1);
            sum.fill(0);
            for i in 0..=j.min(k) {
                low::add_product(&mut sum[..size], &p[i * width..][..size], &column[(j - i) * width..][..width]);
            }
            low::extend(sum, size);
        }
        std::mem::swap(&mut p, &mut next);
    }
    let words = p.rchunks_exact(width).flatten().copied().collect();
    Some(Numbers { words, width })
}

/// Numbers as factors: their magnitudes, of as many words as the largest one, and signs.
struct Factors {
    magnitudes: Vec<u64>,
    negative: Vec<bool>,
    width: usize,
}

impl Factors {
    /// Of numbers of `width` words.
    fn new(words: &[u64], width: usize) -> Self {
        let (mut magnitudes, mut negative) = (words.to_vec(), Vec::with_capacity(words.len() / width));
        for x in magnitudes.chunks_exact_mut(width) {
            negative.push(x[width - 1] >> 63 == 1);
            if x[width - 1] >> 63 == 1 {
                limbs::negate(x);
            }
        }
        let least =
            (1..=width).find(|&least| magnitudes.chunks_exact(width).all(|x| x[least..].iter().all(|&x| x == 0)));
        let least = least.unwrap_or(width);
        let magnitudes = magnitudes.chunks_exact(width).flat_map(|x| &x[..least]).copied().collect();
        Factors { magnitudes, negative, width: least }
    }

    /// out += f·x for a factor f, modulo a power of 2^64 for which x has words enough.
    #[inline(always)]
    fn add_multiple(&self, out: &mut [u64], at: usize, x: &[u64]) {
        let factor = &self.magnitudes[at * self.width..][..self.width];
        if self.negative[at] { low::subtract_long(out, factor, x) } else { low::add_product(out, factor, x) }
    }

    /// out = −f.
    fn negated(&self, out: &mut [u64], at: usize) {
        let len = self.width.min(out.len());
        out.fill(0);
        out[..len].copy_from_slice(&self.magnitudes[at * self.width..][..len]);
        if !self.negative[at] {
            limbs::negate(out);
        }
    }
}
