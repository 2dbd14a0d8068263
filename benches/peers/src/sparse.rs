//! Sparse matrices over Z/p (`SparseMatrix::rank`, `det`, `solve` with one right side, `minpoly`) of n rows with a few random entries each, against
//! FLINT's `nmod_mat` of the dense matrix where that is possible in a second or some, one thread; with structured matrices too. Beyond those sizes
//! LinBox stands beside polymod below 2^31, by Wiedemann's algorithm; other cases are timed alone, where they are named.
//!
//! Every row has an entry on the diagonal, so that the matrix is regular; where the rank is wanted, one row of ten is the sum of two others.

use std::collections::BTreeMap;
use std::error::Error;

use polymod::matrix::{Matrix, SparseMatrix};
use polymod::ring::Vectors;
use polymod::rug::Integer;
use polymod::{Engine, Zn};

use crate::flint::sparse as flint;
use crate::harness::{Harness, Label, Sizes, random_below};
use crate::products::plain_prime;
use crate::small::side::{Side, Sides, fresh};
use crate::structured;

const BITS: [(u32, &str); 2] = [(31, "31 bits"), (62, "62 bits")];
/// Entries in a row.
const ENTRIES: [usize; 2] = [5, 20];
const ROWS: [usize; 4] = [1000, 2000, 5000, 10_000];
/// Most rows of matrices for which LinBox is timed without being asked for.
const MOST_LINBOX: usize = 5000;

/// What is computed.
#[derive(Clone, Copy, PartialEq, Eq)]
pub enum Op {
    /// The rank.
    Rank,
    /// The determinant.
    Determinant,
    /// The solution for one right side.
    Solve,
    /// The minimal polynomial.
    Minpoly,
}

/// The operations, and the most rows of dense matrices.
const OPERATIONS: [(&str, Op, usize); 4] = [
    ("rank", Op::Rank, 2000),
    ("determinant", Op::Determinant, 2000),
    ("solve", Op::Solve, 2000),
    ("minpoly", Op::Minpoly, 1000),
];

/// Measures all cases.
pub fn run(harness: &mut Harness) -> Result<(), Box<dyn Error>> {
    let engine = Engine::builder().threads(1).build();
    for (op, which, most_dense) in OPERATIONS {
        for (bits, prime) in BITS {
            let zn = Zn::on(&engine, plain_prime(bits))?;
            for entries in ENTRIES {
                let case = format!("{prime}, {entries} a row");
                if !harness.wants(op, &case) {
                    continue;
                }
                for n in rows(harness.sizes()) {
                    let has_peer = n <= most_dense || cfg!(feature = "linbox") && bits < 32 && n <= MOST_LINBOX;
                    if !has_peer && !harness.has_filter() {
                        continue;
                    }
                    let matrix = Random::new(&zn, n, entries, which == Op::Rank);
                    let mut sides = vec![matrix.ours(which)?];
                    if n <= most_dense {
                        sides.push(flint::side(zn.n(), n, &matrix.dense(), &matrix.right, which));
                    }
                    #[cfg(feature = "linbox")]
                    sides.extend(crate::linbox::sides(zn.n(), &matrix.sums(), &matrix.right, which, n <= most_dense));
                    harness.compare(Label { op, case: &case, n, transform: false }, &mut Sides::new(sides));
                }
            }
        }
    }
    structured::run(harness, &engine)
}

fn rows(sizes: Sizes) -> Vec<usize> {
    match sizes {
        Sizes::Quick => vec![30],
        Sizes::Small => ROWS[..1].to_vec(),
        Sizes::All => ROWS.to_vec(),
    }
}

/// A sparse matrix, and a right side.
struct Random {
    zn: Zn,
    n: usize,
    triples: Vec<(usize, usize, u64)>,
    right: Vec<u64>,
}

impl Random {
    /// With at most this number of entries in a row, or twice as many in rows that are sums.
    fn new(zn: &Zn, n: usize, entries: usize, has_sums: bool) -> Self {
        let columns = random_below(n as u64, n * entries, 1);
        let values = random_below(zn.n() - 1, n * entries, 2);
        let entry = |i: usize, k: usize| {
            let column = if k == 0 { i } else { columns[i * entries + k] as usize };
            (column, values[i * entries + k] + 1)
        };
        let mut triples = Vec::new();
        for i in 0..n {
            // two rows that are not sums
            let sources = if has_sums && i % 10 == 9 { vec![i - 1, i - 2] } else { vec![i] };
            for source in sources {
                triples.extend((0..entries).map(|k| entry(source, k)).map(|(j, x)| (i, j, x)));
            }
        }
        Random { zn: zn.clone(), n, triples, right: random_below(zn.n(), n, 3) }
    }

    fn dense(&self) -> Vec<u64> {
        let mut entries = vec![0; self.n * self.n];
        for (i, j, x) in self.sums() {
            entries[i * self.n + j] = x;
        }
        entries
    }

    /// The entries, one at a place.
    fn sums(&self) -> Vec<(usize, usize, u64)> {
        let (mut sums, p) = (BTreeMap::new(), u128::from(self.zn.n()));
        for &(i, j, x) in &self.triples {
            let sum = sums.entry((i, j)).or_insert(0);
            *sum = ((u128::from(*sum) + u128::from(x)) % p) as u64;
        }
        sums.into_iter().map(|((i, j), x)| (i, j, x)).collect()
    }

    fn ours(&self, op: Op) -> polymod::Result<Side> {
        const NAME: &str = "polymod";
        let a = SparseMatrix::from_triples(&self.zn, self.n, self.n, self.triples.iter().copied())?;
        let right = Matrix::new(&self.zn, self.n, 1, self.zn.owned(self.zn.view(&self.right)?))?;
        let one = |x: u64| vec![vec![Integer::from(x)]];
        Ok(match op {
            Op::Rank => fresh(NAME, move || a.rank().expect("a field") as u64, one),
            Op::Determinant => fresh(NAME, move || a.det().expect("a field"), one),
            Op::Solve => fresh(
                NAME,
                move || a.solve(&right).expect("a regular matrix"),
                |x| vec![x.iter().map(Integer::from).collect()],
            ),
            Op::Minpoly => {
                fresh(NAME, move || a.minpoly().expect("a field"), |c| vec![c.iter().map(Integer::from).collect()])
            }
        })
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn all_sides_agree() {
        let engine = Engine::builder().threads(1).build();
        for (bits, _) in BITS {
            let zn = Zn::on(&engine, plain_prime(bits)).expect("a prime");
            for (name, op, _) in OPERATIONS {
                let matrix = Random::new(&zn, 20, 3, op == Op::Rank);
                let theirs = flint::side(zn.n(), 20, &matrix.dense(), &matrix.right, op).answer();
                assert_eq!(matrix.ours(op).expect("places inside").answer(), theirs, "{name}");
                #[cfg(feature = "linbox")]
                for mut side in crate::linbox::sides(zn.n(), &matrix.sums(), &matrix.right, op, true) {
                    assert_eq!(side.answer(), theirs, "{name}, {}", side.name());
                }
                assert!(op != Op::Rank || theirs == [[Integer::from(18)]]);
            }
        }
    }
}
