//! The passes of one transform over its run of words, divided among threads.
//!
//! The first and the last pass work on columns of the transform's rows, the passes between them on each row alone.
//! Columns are taken 256 at a time, so that residues are still in the L1 cache at their first butterfly; a row is taken
//! through all of its passes, to the image, through the product and back, before the next row.

use super::multi::Load;
use crate::{engine::Context, transform::ntt::ProductNtt};

/// Number of columns worked on at a time.
const COLUMNS: usize = 256;
/// Largest run, in words, that stays in the L2 cache from one pass to the next.
const CACHED: usize = 1 << 16;
/// Largest run, in words, whose rows are worked on together.
const WHOLE: usize = 1 << 12;
/// Least transform length that threads share.
const SHARED: usize = 1 << 14;

/// Whether threads share a transform of `len` values: if it is long enough and made of rows.
pub fn shared(has_rows: bool, len: usize) -> bool {
    has_rows && len >= SHARED
}

/// The second factor by which a run is multiplied.
pub enum Other<'a> {
    /// None: the run becomes an image.
    Nothing,
    /// The run itself: a square.
    Same,
    /// The run of an image.
    Image(&'a [u64]),
    /// A run that [`load`] has filled.
    Loaded(&'a mut [u64]),
}

impl<'a> Other<'a> {
    fn split_at(self, mid: usize) -> (Other<'a>, Other<'a>) {
        match self {
            Other::Nothing => (Other::Nothing, Other::Nothing),
            Other::Same => (Other::Same, Other::Same),
            Other::Image(x) => {
                let (low, high) = x.split_at(mid);
                (Other::Image(low), Other::Image(high))
            }
            Other::Loaded(x) => {
                let (low, high) = x.split_at_mut(mid);
                (Other::Loaded(low), Other::Loaded(high))
            }
        }
    }
}

/// Up to two runs to fill with factors modulo prime i, and the transform modulo that prime.
pub struct Filling<'a, 'b> {
    pub t: &'a ProductNtt,
    pub i: usize,
    pub runs: [Option<(Load<'b>, &'a mut [u64])>; 2],
}

/// Writes a factor's residues modulo prime i, and does the first pass; the whole transform if it is not made of rows.
pub fn load(t: &ProductNtt, i: usize, run: &mut [u64], from: Load<'_>, cx: Context<'_>) {
    let Some(rows) = t.rows() else {
        let (filled, rest) = run.split_at_mut(from.len);
        (from.write)(i, 0, filled);
        rest.fill(0);
        return t.forward(run);
    };
    let row = t.len() / rows;
    if cx.threads() == 1 && run.len() <= CACHED {
        let filled = from.len.div_ceil(row);
        (from.write)(i, 0, &mut run[..from.len]);
        run[from.len..filled * row].fill(0);
        return t.forward_top(&mut t.split(run)[..rows], filled);
    }
    between(None, Some(Filling { t, i, runs: [Some((from, run)), None] }), cx);
}

/// The last pass of the inverse transform, to unfinished residues.
pub fn last(t: &ProductNtt, run: &mut [u64], cx: Context<'_>) {
    match t.rows() {
        None => t.inverse_unfinished(run),
        Some(rows) if cx.threads() == 1 => t.inverse_top(&mut t.split(run)[..rows]),
        Some(_) => between(Some((t, run)), None, cx),
    }
}

/// The last pass of one run and the first passes of others, for transforms made of rows, in one division among the
/// threads.
pub fn between(finished: Option<(&ProductNtt, &mut [u64])>, next: Option<Filling<'_, '_>>, cx: Context<'_>) {
    let mut sets: Sets<'_> = Default::default();
    let (mut done, mut filling, mut loads) = (None, None, [None, None]);
    if let Some((t, run)) = finished {
        sets[0] = t.split(run);
        done = t.rows().map(|rows| (t, rows));
    }
    if let Some(Filling { t, i, runs }) = next {
        filling = t.rows().map(|rows| (t, i, rows));
        for ((run, set), load) in runs.into_iter().zip(&mut sets[1..]).zip(&mut loads) {
            if let Some((from, run)) = run {
                (*set, *load) = (t.split(run), Some(from));
            }
        }
    }
    columns(sets, 0, cx, &|first, sets| {
        if let Some((t, rows)) = done {
            t.inverse_top(&mut sets[0][..rows]);
        }
        if let Some((t, i, rows)) = filling {
            for (set, load) in sets[1..].iter_mut().zip(loads) {
                if let Some(from) = load {
                    fill(t, i, &mut set[..rows], first, from);
                }
            }
        }
    });
}

/// Writes columns of a factor, from column `first` on, and does their first pass.
fn fill(t: &ProductNtt, i: usize, columns: &mut [&mut [u64]], first: usize, from: Load<'_>) {
    let (row, mut filled) = (t.len() / columns.len(), 0);
    for (r, words) in columns.iter_mut().enumerate() {
        let at = r * row + first;
        if at < from.len {
            let (written, rest) = words.split_at_mut((from.len - at).min(words.len()));
            (from.write)(i, at, written);
            rest.fill(0);
            filled = r + 1;
        }
    }
    t.forward_top(columns, filled);
}

/// Transforms rows from their first pass to an image, and for a product on through the inverse transform, except for its
/// last pass. The run starts with row `first`.
pub fn rows(t: &ProductNtt, first: usize, run: &mut [u64], other: Other<'_>, cx: Context<'_>) {
    let Some(row) = t.rows().map(|rows| t.len() / rows) else {
        return multiplied(t, 0, run, other);
    };
    let count = run.len() / row;
    if cx.threads() > 1 && count > 1 {
        let left = count / 2;
        let ((x, y), (u, v)) = (run.split_at_mut(left * row), other.split_at(left * row));
        cx.join_shares(left, count - left, |cx| rows(t, first, x, u, cx), |cx| rows(t, first + left, y, v, cx));
        return;
    }
    if run.len() <= WHOLE || count == 1 {
        return through(t, first, row, run, other);
    }
    let (mut run, mut other) = (run, other);
    for i in 0..count {
        if cx.check().is_err() {
            return;
        }
        let ((x, y), (u, v)) = (run.split_at_mut(row), other.split_at(row));
        through(t, first + i, row, x, u);
        (run, other) = (y, v);
    }
}

/// [`rows`] for rows that are worked on together.
fn through(t: &ProductNtt, first: usize, row: usize, rows: &mut [u64], other: Other<'_>) {
    t.forward_rows(first, rows);
    let other = match other {
        Other::Nothing => return,
        Other::Loaded(x) => {
            t.forward_rows(first, x);
            Other::Loaded(x)
        }
        other => other,
    };
    multiplied(t, first * row, rows, other);
    t.inverse_rows(first, rows);
}

/// Multiplies the words of an image, from word `first` on.
fn multiplied(t: &ProductNtt, first: usize, words: &mut [u64], other: Other<'_>) {
    match other {
        Other::Nothing => (),
        Other::Same => t.square(first, words),
        Other::Image(x) => t.multiply(first, words, x),
        Other::Loaded(x) => t.multiply(first, words, x),
    }
}

/// The inverse transform of the rows of a product's image, except for its last pass.
pub fn rows_back(t: &ProductNtt, first: usize, run: &mut [u64], cx: Context<'_>) {
    let Some(row) = t.rows().map(|rows| t.len() / rows) else { return };
    cx.for_chunks(run, row, |i, rows| t.inverse_rows(first + i, rows));
}

/// The rows of up to three runs.
type Sets<'a> = [[&'a mut [u64]; 8]; 3];

/// Applies `f(first column, columns)` to columns of the rows, a range of columns for each thread.
fn columns(mut sets: Sets<'_>, first: usize, cx: Context<'_>, f: &(impl Fn(usize, &mut Sets<'_>) + Sync)) {
    let count = sets.iter().map(|rows| rows[0].len()).max().unwrap_or(0);
    if cx.threads() > 1 && count > COLUMNS {
        let left = (count / 2).next_multiple_of(COLUMNS);
        let mut right: Sets<'_> = Default::default();
        for (row, right) in sets.iter_mut().flatten().zip(right.iter_mut().flatten()) {
            let middle = left.min(row.len());
            (*row, *right) = std::mem::take(row).split_at_mut(middle);
        }
        cx.join_shares(left, count - left, |cx| columns(sets, first, cx, f), |cx| columns(right, first + left, cx, f));
        return;
    }
    for at in (0..count).step_by(COLUMNS) {
        if cx.check().is_err() {
            return;
        }
        let mut part: Sets<'_> = Default::default();
        for (part, row) in part.iter_mut().flatten().zip(sets.iter_mut().flatten()) {
            *part = if row.is_empty() { &mut [] } else { &mut row[at..count.min(at + COLUMNS)] };
        }
        f(first + at, &mut part);
    }
}
