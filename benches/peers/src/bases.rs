//! Interpolant bases of r by r/2 matrices at n points in a geometric progression (`Matrix::interpolant_basis`), and kernel bases of r by r/2
//! matrices of polynomials of degree n (`PolyMatrix::kernel_basis`) over Z/p, without shifts, against PML's `pmbasis_geometric` and
//! `kernel_basis`, one thread. Feature `pml`.
//!
//! Minimal bases are not unique: two are compared by the degrees of their rows, and PML's by the definition.

use std::error::Error;

use polymod::ring::Vectors;
use polymod::{Engine, Matrix, PolyMatrix, Zn};

use crate::approximants::row_lengths;
use crate::harness::{Contest, Harness, Label};
use crate::pml::{self, Conditions};
use crate::polymat::{matrix, random_entries};
use crate::products::{PLAIN_BITS, plain_prime};

/// Rows, and the largest number of points or degree.
const INTERPOLANTS: [(usize, usize); 4] = [(2, 1 << 13), (4, 1 << 13), (8, 1 << 11), (16, 1 << 9)];
const KERNELS: [(usize, usize); 3] = [(4, 1 << 12), (8, 1 << 11), (16, 1 << 9)];

/// Measures sizes of 2^6 and more, as long as a matrix has no more than `most` coefficients.
pub fn run(harness: &mut Harness, engine: &Engine, most: usize) -> Result<(), Box<dyn Error>> {
    for (op, shapes) in [("interpolants", &INTERPOLANTS[..]), ("kernel bases", &KERNELS[..])] {
        for (bits, prime) in &PLAIN_BITS[..2] {
            for &(rows, last) in shapes {
                let case = format!("{prime}, {rows} × {}", rows / 2);
                if !harness.wants(op, &case) {
                    continue;
                }
                let zn = Zn::on(engine, plain_prime(*bits))?;
                for n in (6..).map(|log| 1 << log).take_while(|&n| n <= last && rows * rows / 2 * n <= most) {
                    let label = Label { op, case: &case, n, transform: false };
                    if op == "interpolants" {
                        harness.compare(label, &mut Interpolants::new(&zn, rows, n)?);
                    } else {
                        harness.compare(label, &mut Kernel::new(&zn, rows, n)?);
                    }
                }
            }
        }
    }
    Ok(())
}

/// PML's random r by r/2 matrix with entries of `len` coefficients, and room for its result.
fn theirs(zn: &Zn, rows: usize, len: usize) -> ([pml::Matrix; 2], Vec<Vec<u64>>) {
    let entries = random_entries(zn, rows * (rows / 2), len, 1);
    let new = |rows, columns, entries: &[Vec<u64>]| {
        pml::Matrix::new(zn.n(), rows, columns, entries).expect("a prime of at most 50 bits")
    };
    ([new(rows, rows / 2, &entries), new(1, 1, &[Vec::new()])], entries)
}

struct Interpolants {
    zn: Zn,
    values: Matrix<Zn>,
    conditions: Conditions,
    theirs: pml::Matrix,
    basis: Option<PolyMatrix<Zn>>,
}

impl Interpolants {
    fn new(zn: &Zn, rows: usize, n: usize) -> polymod::Result<Self> {
        let ([series, theirs], _) = theirs(zn, rows, n);
        let conditions = Conditions::new(&series, n);
        let values = Matrix::new(zn, rows * n, rows / 2, zn.owned(zn.view(&conditions.entries)?))?;
        Ok(Self { zn: zn.clone(), values, conditions, theirs, basis: None })
    }

    fn rows(&self) -> usize {
        self.values.rows() / self.conditions.points.len()
    }

    fn holds(&self, basis: &PolyMatrix<Zn>) -> bool {
        let points = self.zn.view(&self.conditions.points).expect("points below the modulus");
        self.values.is_interpolant_basis(basis, points, &vec![0; self.rows()]).expect("matrices that fit")
    }
}

impl Contest for Interpolants {
    fn peers(&self) -> Vec<&'static str> {
        vec![pml::NAME]
    }

    fn ours(&mut self) {
        let points = self.zn.view(&self.conditions.points).expect("points below the modulus");
        self.basis = Some(self.values.interpolant_basis(points, &vec![0; self.rows()]).expect("matrices that fit"));
    }

    fn peer(&mut self, _: usize) {
        self.theirs.set_interpolant_basis(&self.conditions);
    }

    fn agree(&self, _: usize) -> bool {
        let (rows, theirs) = (self.rows(), self.theirs.entries());
        let Some(ours) = self.basis.as_ref().filter(|_| theirs.len() == rows * rows) else { return false };
        let theirs = matrix(&self.zn, rows, rows, &theirs).expect("entries over one ring");
        self.holds(ours) && self.holds(&theirs) && row_lengths(ours) == row_lengths(&theirs)
    }
}

struct Kernel {
    zn: Zn,
    matrix: PolyMatrix<Zn>,
    theirs: [pml::Matrix; 2],
    basis: Option<PolyMatrix<Zn>>,
}

impl Kernel {
    fn new(zn: &Zn, rows: usize, degree: usize) -> polymod::Result<Self> {
        let (theirs, entries) = theirs(zn, rows, degree + 1);
        Ok(Self { zn: zn.clone(), matrix: matrix(zn, rows, rows / 2, &entries)?, theirs, basis: None })
    }
}

impl Contest for Kernel {
    fn peers(&self) -> Vec<&'static str> {
        vec![pml::NAME]
    }

    fn ours(&mut self) {
        self.basis = Some(self.matrix.kernel_basis(&vec![0; self.matrix.rows()]).expect("a field"));
    }

    fn peer(&mut self, _: usize) {
        let [a, basis] = &mut self.theirs;
        basis.set_kernel_basis(a);
    }

    fn agree(&self, _: usize) -> bool {
        let (rows, theirs) = (self.matrix.rows(), self.theirs[1].entries());
        let Some(ours) = self.basis.as_ref().filter(|b| theirs.len() == b.rows() * rows) else { return false };
        let theirs = matrix(&self.zn, ours.rows(), rows, &theirs).expect("entries over one ring");
        let holds = |basis: &PolyMatrix<Zn>| basis.checked_mul(&self.matrix).expect("shapes that fit").is_zero();
        holds(ours) && holds(&theirs) && row_lengths(ours) == row_lengths(&theirs)
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::harness::assert_wrong_results_are_noticed;

    #[test]
    fn bases_are_those_of_the_operands() {
        let zn = Zn::on(&Engine::builder().threads(1).build(), plain_prime(31)).unwrap();
        assert_wrong_results_are_noticed(&mut Interpolants::new(&zn, 4, 50).unwrap());
        assert_wrong_results_are_noticed(&mut Kernel::new(&zn, 4, 30).unwrap());
    }
}
