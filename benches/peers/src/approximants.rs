//! Approximant bases over Z/p (`PolyMatrix::approximant_basis`) of r by r/2 and r by 1 matrices of power series to order n, without
//! shifts, against PML's `pmbasis`, one thread. Feature `pml`.
//!
//! Minimal bases are not unique: two are compared by the degrees of their rows, and PML's by the definition of an approximant basis, modulo
//! x^n.

use std::error::Error;

use polymod::{Engine, PolyMatrix, Zn};

use crate::harness::{Contest, Harness, Label, random_below};
use crate::pml::{self, Matrix};
use crate::polymat::{matrix, random_entries};
use crate::products::{PLAIN_BITS, plain_prime};

/// Rows and columns, and the largest order.
const SHAPES: [(usize, usize, usize); 6] =
    [(2, 1, 1 << 14), (4, 2, 1 << 14), (4, 1, 1 << 14), (8, 4, 1 << 12), (16, 8, 1 << 10), (16, 1, 1 << 12)];

/// Measures orders of 2^6 and more, as long as a matrix has no more than `most` coefficients.
pub fn run(harness: &mut Harness, engine: &Engine, most: usize) -> Result<(), Box<dyn Error>> {
    let op = "approximants";
    for (bits, prime) in &PLAIN_BITS[..2] {
        for (rows, columns, last) in SHAPES {
            let case = format!("{prime}, {rows} × {columns}");
            if !harness.wants(op, &case) {
                continue;
            }
            let zn = Zn::on(engine, plain_prime(*bits))?;
            let orders = (6..).map(|log| 1 << log).take_while(|&order| order <= last && rows * columns * order <= most);
            for n in orders {
                harness.compare(Label { op, case: &case, n, transform: false }, &mut Task::new(&zn, rows, columns, n)?);
            }
        }
    }
    Ok(())
}

struct Task {
    zn: Zn,
    order: usize,
    series: PolyMatrix<Zn>,
    theirs: [Matrix; 2],
    basis: Option<PolyMatrix<Zn>>,
}

impl Task {
    fn new(zn: &Zn, rows: usize, columns: usize, order: usize) -> polymod::Result<Self> {
        let entries = random_entries(zn, rows * columns, order, 1);
        let theirs =
            |r, c, entries: &[Vec<u64>]| Matrix::new(zn.n(), r, c, entries).expect("a prime of at most 50 bits");
        Ok(Task {
            zn: zn.clone(),
            order,
            series: matrix(zn, rows, columns, &entries)?,
            theirs: [theirs(rows, columns, &entries), theirs(1, 1, &[Vec::new()])],
            basis: None,
        })
    }
}

/// The degrees of the rows, in ascending order; lengths of zero rows are 0.
pub fn row_lengths(basis: &PolyMatrix<Zn>) -> Vec<usize> {
    let rows = (0..basis.rows()).map(|i| (0..basis.cols()).map(|j| basis.get(i, j).len()).max());
    let mut lengths: Vec<usize> = rows.map(Option::unwrap_or_default).collect();
    lengths.sort_unstable();
    lengths
}

impl Contest for Task {
    fn peers(&self) -> Vec<&'static str> {
        vec![pml::NAME]
    }

    fn ours(&mut self) {
        let shift = vec![0; self.series.rows()];
        self.basis = Some(self.series.approximant_basis(self.order, &shift).expect("a shift for each row"));
    }

    fn peer(&mut self, _: usize) {
        let [series, basis] = &mut self.theirs;
        basis.set_approximant_basis(series, self.order);
    }

    fn agree(&self, _: usize) -> bool {
        let rows = self.series.rows();
        let theirs = self.theirs[1].entries();
        let Some(ours) = self.basis.as_ref().filter(|_| theirs.len() == rows * rows) else { return false };
        let theirs = matrix(&self.zn, rows, rows, &theirs).expect("entries over one ring");
        // rows of both are relations: a random combination of the series' columns shows it
        let weights = random_below(self.zn.n(), self.series.cols(), 3);
        let column =
            PolyMatrix::from_fn(&self.zn, self.series.cols(), 1, |j, _| polymod::Poly::new(&self.zn, [weights[j]]));
        let series = self.series.checked_mul(&column.expect("entries over one ring")).expect("shapes that fit");
        let holds = |basis: &PolyMatrix<Zn>| {
            let product = basis.checked_mul(&series).expect("shapes that fit");
            product.truncated(self.order).is_zero()
        };
        holds(ours) && holds(&theirs) && row_lengths(ours) == row_lengths(&theirs)
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::harness::assert_wrong_results_are_noticed;

    #[test]
    fn wrong_results_are_noticed() {
        let zn = Zn::on(&Engine::builder().threads(1).build(), plain_prime(31)).unwrap();
        for columns in [1, 2] {
            let mut task = Task::new(&zn, 4, columns, 30).unwrap();
            assert_wrong_results_are_noticed(&mut task);
            task.order += 1;
            assert!(!task.agree(0));
        }
    }
}
