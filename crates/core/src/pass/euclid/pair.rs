//! Two consecutive remainders and their cofactors, in rows allocated for all steps.

use crate::{lengths::product, scratch::Buf};
use std::ops::Range;

/// Number of zero coefficients before the constant term of a row: passes read a shifted row up to a block before it.
pub(in crate::pass) const FRONT: usize = 8;
/// Rows end with whole blocks of this many coefficients.
pub(in crate::pass) const BLOCK: usize = 8;

/// The steps that a pair must have room for.
#[derive(Clone, Copy, Debug)]
pub struct Extent {
    /// Number of coefficients of b at which steps end at the latest: cofactors have room for the steps before.
    pub stop: usize,
    /// Whether there are cofactors.
    pub matrix: bool,
    /// Whether remainders need to be right only as far as the matrix of the steps down to `stop` depends on them.
    pub only: bool,
}

/// Two consecutive remainders a, b with len a > len b, and the cofactors that make them from the first two.
#[derive(Debug)]
pub struct Pair {
    words: Buf,
    /// Number of words of a coefficient.
    unit: usize,
    /// Number of words of a remainder's row, and of a cofactor's.
    remainder_words: usize,
    cofactor_words: usize,
    /// Number of cofactor columns: 0 or 2.
    pub(super) columns: usize,
    /// Row `turn` holds a, the other b.
    pub(super) turn: usize,
    /// Number of coefficients of a and b now, and of a at the start.
    pub(super) len: [usize; 2],
    pub(super) start_len: usize,
    /// Number of degrees of a that the cofactors have room for.
    stop_room: usize,
    /// Coefficients below (degrees reduced) − slack are not needed: the remainders serve the matrix only.
    pub(super) slack: usize,
}

/// Both halves of a slice.
#[inline(always)]
fn halves(x: &mut [u64]) -> [&mut [u64]; 2] {
    let (first, second) = x.split_at_mut(x.len() / 2);
    [first, second]
}

impl Pair {
    /// A pair with rows for a and b of these lengths, coefficients of `unit` words, in a buffer of `buffer(words)`.
    /// `load(which, row)` fills whole blocks of a (0) and b (1), constant term first; 1 in the
    /// first word of a row must stand for the constant 1.
    ///
    /// # Panics
    /// Unless a is longer than b, `unit` is not 0, and the buffer has the words that were asked for.
    pub fn new(
        buffer: impl FnOnce(usize) -> Buf,
        unit: usize,
        lens: [usize; 2],
        extent: Extent,
        mut load: impl FnMut(usize, &mut [u64]),
    ) -> Self {
        let [len, _] = lens;
        assert!(len > lens[1], "Euclid's algorithm divides the longer by the shorter");
        // half of the largest offset, so that signed offsets reach all places of all rows
        assert!(len <= isize::MAX as usize / 2, "rows of {len} coefficients");
        let row = |len: usize| product([unit, FRONT + len.next_multiple_of(BLOCK)]);
        let steps = len.saturating_sub(extent.stop);
        let (remainder_words, cofactor_words) = (row(len), if extent.matrix { row(steps + 1) } else { 0 });
        let all = product([2, remainder_words]).checked_add(product([4, cofactor_words])).expect("words of a pair");
        let mut words = buffer(all);
        assert!(unit > 0 && words.len() == all, "a buffer of {all} words");
        for (i, len) in lens.into_iter().enumerate() {
            let row = &mut words[i * remainder_words..][..remainder_words];
            let (front, row) = row.split_at_mut(unit * FRONT);
            let (used, rest) = row.split_at_mut(unit * len.next_multiple_of(BLOCK));
            front.fill(0);
            load(i, used);
            rest.fill(0);
        }
        words[2 * remainder_words..].fill(0);
        let slack = if extent.only { (2 * steps).saturating_sub(len + 1) } else { usize::MAX };
        let mut pair = Pair {
            words,
            unit,
            remainder_words,
            cofactor_words,
            columns: if extent.matrix { 2 } else { 0 },
            turn: 0,
            len: lens,
            start_len: len,
            stop_room: if extent.matrix || extent.only { steps } else { usize::MAX },
            slack,
        };
        for column in 0..pair.columns {
            let row = pair.place(2 + 3 * column);
            pair.words[row][unit * FRONT] = 1;
        }
        pair
    }

    /// Asserts that coefficients have `unit` words, and that cofactors have room down to `stop`.
    pub(in crate::pass) fn check(&self, unit: usize, stop: usize) {
        assert_eq!(self.unit, unit, "a pair of another kernel");
        let room = self.start_len.saturating_sub(stop) <= self.stop_room;
        assert!(room, "cofactors have no room for this many steps");
    }

    /// Numbers of coefficients of a and b.
    #[must_use]
    pub fn lens(&self) -> [usize; 2] {
        self.len
    }

    /// Number of degrees by which a was shortened.
    #[must_use]
    pub fn reduced(&self) -> usize {
        self.start_len - self.len[0]
    }

    /// Place of a row, from the zeros before its constant term on. Rows 0 and 1 are remainders, 2 and 3 cofactors of the first a, 4 and 5 of
    /// the first b.
    fn place(&self, row: usize) -> Range<usize> {
        let (start, words) = if row < 2 {
            (row * self.remainder_words, self.remainder_words)
        } else {
            (2 * self.remainder_words + (row - 2) * self.cofactor_words, self.cofactor_words)
        };
        start..start + words
    }

    /// A row, from its constant term on.
    fn row(&self, row: usize) -> &[u64] {
        &self.words[self.place(row)][self.unit * FRONT..]
    }

    /// The rows of a and b, and those of their cofactors in either column, with the zeros before their constant terms.
    #[inline]
    pub(super) fn rows(&mut self) -> [[&mut [u64]; 2]; 3] {
        let (remainders, cofactors) = self.words.split_at_mut(2 * self.remainder_words);
        let (first, second) = cofactors.split_at_mut(2 * self.cofactor_words);
        let mut rows = [halves(remainders), halves(first), halves(second)];
        if self.turn == 1 {
            rows.iter_mut().for_each(|two| two.swap(0, 1));
        }
        rows
    }

    /// The row of a (0) or b (1), in the kernel's form.
    #[must_use]
    pub fn remainder(&self, which: usize) -> &[u64] {
        self.row(self.turn ^ which)
    }

    /// The row of a cofactor: row 0 belongs to a, row 1 to b; column 0 multiplies the first a, column 1 the first b.
    #[must_use]
    pub fn cofactor(&self, row: usize, column: usize) -> &[u64] {
        self.row(2 + 2 * column + (self.turn ^ row))
    }
}
