//! Inverses of r by r matrices of polynomials modulo x^n (`PolyMatrix::inv_series`), and systems of such matrices of degree n with one right side
//! (`PolyMatrix::solve`) over Z/p, against PML's `inv_trunc` and `linsolve_via_series`, one thread. Feature `pml`.

use std::error::Error;

use polymod::{Engine, Poly, PolyMatrix, Zn};

use crate::harness::{Contest, Harness, Label};
use crate::pml;
use crate::polymat::{matrix, random_entries};
use crate::products::{PLAIN_BITS, plain_prime};

/// Rows, and the largest order or degree.
const INVERSES: [(usize, usize); 4] = [(2, 1 << 13), (4, 1 << 12), (8, 1 << 11), (16, 1 << 9)];
const SYSTEMS: [(usize, usize); 4] = [(2, 1 << 12), (4, 1 << 11), (8, 1 << 10), (16, 1 << 8)];

#[derive(Clone, Copy, PartialEq, Eq)]
enum Op {
    Inverse,
    Solve,
}

/// Measures sizes of 2^6 and more, as long as a matrix has no more than `most` coefficients.
pub fn run(harness: &mut Harness, engine: &Engine, most: usize) -> Result<(), Box<dyn Error>> {
    for (name, op, shapes) in [("inverse series", Op::Inverse, INVERSES), ("solve", Op::Solve, SYSTEMS)] {
        for (bits, prime) in &PLAIN_BITS[..2] {
            for (rows, last) in shapes {
                let case = format!("{prime}, r = {rows}");
                if !harness.wants(name, &case) {
                    continue;
                }
                let zn = Zn::on(engine, plain_prime(*bits))?;
                for n in (6..).map(|log| 1 << log).take_while(|&n| n <= last && rows * rows * n <= most) {
                    let label = Label { op: name, case: &case, n, transform: false };
                    harness.compare(label, &mut Task::new(&zn, rows, n, op)?);
                }
            }
        }
    }
    Ok(())
}

struct Task {
    zn: Zn,
    op: Op,
    n: usize,
    /// The matrix and the right side.
    ours: [PolyMatrix<Zn>; 2],
    /// The same, and the result.
    theirs: [pml::Matrix; 3],
    result: Option<PolyMatrix<Zn>>,
    denominator: Option<Poly<Zn>>,
}

impl Task {
    fn new(zn: &Zn, rows: usize, n: usize, op: Op) -> polymod::Result<Self> {
        let len = if op == Op::Inverse { n } else { n + 1 };
        let operands = [random_entries(zn, rows * rows, len, 1), random_entries(zn, rows, len, 2)];
        let theirs = |rows, columns, entries: &[Vec<u64>]| {
            pml::Matrix::new(zn.n(), rows, columns, entries).expect("a prime of at most 50 bits")
        };
        Ok(Self {
            zn: zn.clone(),
            op,
            n,
            ours: [matrix(zn, rows, rows, &operands[0])?, matrix(zn, rows, 1, &operands[1])?],
            theirs: [theirs(rows, rows, &operands[0]), theirs(rows, 1, &operands[1]), theirs(1, 1, &[Vec::new()])],
            result: None,
            denominator: None,
        })
    }
}

impl Contest for Task {
    fn peers(&self) -> Vec<&'static str> {
        vec![pml::NAME]
    }

    fn ours(&mut self) {
        let [a, right] = &self.ours;
        match self.op {
            Op::Inverse => self.result = Some(a.inv_series(self.n).expect("an inverse at 0")),
            Op::Solve => {
                let (numerators, denominator) = a.solve(right).expect("a regular matrix");
                (self.result, self.denominator) = (Some(numerators), Some(denominator));
            }
        }
    }

    fn peer(&mut self, _: usize) {
        let [a, right, out] = &mut self.theirs;
        match self.op {
            Op::Inverse => out.set_inverse(a, self.n),
            Op::Solve => out.set_solution(a, right),
        }
    }

    fn agree(&self, _: usize) -> bool {
        let Some(ours) = &self.result else { return false };
        let ours = ours.entries().iter().chain(&self.denominator);
        let mut theirs: Vec<_> = self.theirs[2].entries().into_iter().map(|words| Poly::new(&self.zn, words)).collect();
        // fractions but for a factor of numerators and denominator
        if let (Op::Solve, Some(unit)) = (self.op, theirs.last().and_then(Poly::leading)) {
            let inverse = self.zn.modulus().inv(unit).expect("a field");
            theirs.iter_mut().for_each(|p| *p = p.scale(&inverse));
        }
        ours.eq(theirs.iter())
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::harness::assert_wrong_results_are_noticed;

    #[test]
    fn wrong_results_are_noticed() {
        let zn = Zn::on(&Engine::builder().threads(1).build(), plain_prime(31)).unwrap();
        for op in [Op::Inverse, Op::Solve] {
            let mut task = Task::new(&zn, 4, 40, op).unwrap();
            assert_wrong_results_are_noticed(&mut task);
        }
    }
}
