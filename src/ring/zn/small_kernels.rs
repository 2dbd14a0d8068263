//! Kernels of matrices of at most three rows and columns modulo a prime, on words in registers: without fractions but for one inverse.

use super::{
    Zn,
    words::{Accumulator, Below, Few, Sums},
};
use crate::{
    arith::Modulus,
    ring::{Block, Coeffs, Ring},
    tested,
};

/// Most rows, and columns.
pub const MOST: usize = 3;

/// At most [`MOST`] rows of as many words.
type Rows = [[u64; MOST]; MOST];

impl Zn {
    tested! {
        /// A basis of the x with a·x = 0 modulo a prime, as rows in reduced echelon form, for at most [`MOST`] rows and columns.
        pub(super) fn kernel_of_few(&self, a: Block<'_, Self>) -> Option<Coeffs<Self>> {
            let (n, rows, cols) = (self.modulus(), a.rows(), a.cols());
            if rows > MOST || cols > MOST || !self.is_field() {
                return None;
            }
            // of the mirrored matrix: in each kernel vector, entries at pivots then stand right of the 1 at the free column
            let mut x = [[0; MOST]; MOST];
            for (i, x) in x.iter_mut().enumerate().take(rows) {
                let row = a.row(i).words();
                x.iter_mut().zip(row.iter().rev()).for_each(|(x, &entry)| *x = entry);
            }
            let columns = match Sums::of(n, 2) {
                Sums::Word => reduce::<u64>(n, &mut x, [rows, cols]),
                Sums::Below => reduce::<Below>(n, &mut x, [rows, cols]),
                Sums::Wide | Sums::Triple => reduce::<Few>(n, &mut x, [rows, cols]),
            };
            let free = columns.iter().take(cols).filter(|pivot| pivot.is_none()).count();
            let mut out = self.engine().zeroed(free * cols);
            if free > 0 {
                write(n, &mut out, &x, &columns[..cols])?;
            }
            Some(Coeffs::from_words(out, free * cols, 1))
        }
    }
}

/// Eliminates without fractions, above pivots and below: rows become multiples of those of the reduced echelon form. Returns the row of each column's pivot.
#[inline(always)]
fn reduce<A: Accumulator>(n: Modulus, x: &mut Rows, [rows, cols]: [usize; 2]) -> [Option<usize>; MOST] {
    let (mut pivots, mut rank) = ([None; MOST], 0);
    for column in 0..cols {
        let Some(pivot) = (rank..rows).find(|&i| x[i][column] != 0) else { continue };
        x.swap(pivot, rank);
        let own = x[rank];
        for (i, other) in x.iter_mut().enumerate().take(rows) {
            let minus = n.neg(other[column]);
            if i != rank && minus != 0 {
                for (x, y) in other.iter_mut().zip(own) {
                    *x = A::default().add(own[column], *x).add(minus, y).reduce(n);
                }
            }
        }
        pivots[column] = Some(rank);
        rank += 1;
    }
    pivots
}

/// Writes the vectors of a kernel for mirrored rows, as [`reduce`] leaves them, one for each column without a pivot, from the last one on; `None` where a
/// pivot is no unit.
fn write(n: Modulus, out: &mut [u64], x: &Rows, pivots: &[Option<usize>]) -> Option<()> {
    // at most two pivots, as there is a column without one
    let mut entries = pivots.iter().enumerate().filter_map(|(j, pivot)| pivot.map(|i| (j, i)));
    let (first, second) = (entries.next(), entries.next());
    let entry = |pivot: Option<(usize, usize)>| pivot.map_or(1, |(j, i)| x[i][j]);
    let (p, q) = (entry(first), entry(second));
    let inverse = if first.is_some() { n.inv(if second.is_some() { n.mul(p, q) } else { p }).ok()? } else { 1 };
    let inverses = if second.is_some() { [n.mul(inverse, q), n.mul(inverse, p)] } else { [inverse; 2] };
    let cols = pivots.len();
    let free = (0..cols).rev().filter(|&j| pivots[j].is_none());
    for (row, free) in out.chunks_exact_mut(cols).zip(free) {
        row[cols - 1 - free] = 1;
        for ((j, i), inverse) in first.into_iter().chain(second).zip(inverses) {
            row[cols - 1 - j] = n.neg(n.mul(x[i][free], inverse));
        }
    }
    Some(())
}
