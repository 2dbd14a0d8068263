//! Structured matrices over Z/p: products by a vector and systems of n by n Toeplitz, Hankel, Vandermonde and Cauchy matrices
//! (`Structured::mul_vector`, `Structured::solve`) against FLINT's dense `nmod_mat` up to 1000 rows, its polynomials at points for Vandermonde
//! matrices, and PML's `toeplitz_lzz_p`, `hankel_lzz_p` and their mosaics' `solve` below 2^60, one thread.
//!
//! All sides make what they need of the entries, or of the points, inside the timing; the dense matrix is given.

use std::error::Error;

use polymod::matrix::{Cauchy, Hankel, Structured, Toeplitz, Vandermonde};
use polymod::ring::{Coeffs, Vectors};
use polymod::rug::Integer;
use polymod::{Engine, Zn};

use crate::flint::sparse as flint;
use crate::harness::{Harness, Label, random_below};
use crate::products::{PLAIN_BITS, plain_prime};
use crate::small::side::{Side, Sides, fresh};

/// The structures: the operations' names, products first.
const STRUCTURES: [([&str; 2], Structure); 4] = [
    (["toeplitz product", "toeplitz system"], Structure::Toeplitz),
    (["hankel product", "hankel system"], Structure::Hankel),
    (["vandermonde product", "vandermonde system"], Structure::Vandermonde),
    (["cauchy product", "cauchy system"], Structure::Cauchy),
];
/// The most rows of dense matrices.
const DENSE: usize = 1024;

/// The structure of a matrix.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Structure {
    /// Equal entries on the diagonals.
    Toeplitz,
    /// Equal entries on the antidiagonals.
    Hankel,
    /// Powers of points.
    Vandermonde,
    /// 1/(xᵢ − yⱼ).
    Cauchy,
}

/// Measures all cases.
pub fn run(harness: &mut Harness, engine: &Engine) -> Result<(), Box<dyn Error>> {
    let most = harness.sizes().max_log(16);
    for (ops, structure) in STRUCTURES {
        for (op, solves) in ops.into_iter().zip([false, true]) {
            for (bits, case) in PLAIN_BITS {
                if !harness.wants(op, case) {
                    continue;
                }
                let zn = Zn::on(engine, plain_prime(bits))?;
                for n in (6..=most).step_by(2).map(|log| 1 << log) {
                    let task = Task::new(&zn, structure, n, solves);
                    harness.compare(Label { op, case, n, transform: false }, &mut Sides::new(task.sides()?));
                }
            }
        }
    }
    Ok(())
}

/// A square matrix and a vector.
struct Task {
    zn: Zn,
    structure: Structure,
    solves: bool,
    /// 2·n − 1 entries, or points: n for Vandermonde matrices, twice n for Cauchy's.
    data: Vec<u64>,
    v: Vec<u64>,
}

impl Task {
    fn new(zn: &Zn, structure: Structure, n: usize, solves: bool) -> Self {
        let data = match structure {
            Structure::Toeplitz | Structure::Hankel => random_below(zn.n(), 2 * n - 1, 1),
            Structure::Vandermonde => distinct(zn.n(), n),
            Structure::Cauchy => distinct(zn.n(), 2 * n),
        };
        Task { zn: zn.clone(), structure, solves, data, v: random_below(zn.n(), n, 2) }
    }

    fn sides(&self) -> polymod::Result<Vec<Side>> {
        let (p, n) = (self.zn.n(), self.v.len());
        let mut sides = vec![self.ours()];
        if n <= DENSE {
            let dense = matrix(&self.zn, self.structure, &self.data)?.to_dense()?;
            sides.push(flint::vector(p, self.zn.words(dense.entries()), &self.v, self.solves));
        }
        if self.structure == Structure::Vandermonde {
            sides.push(flint::vandermonde(p, &self.data, &self.v, self.solves));
        }
        #[cfg(feature = "pml")]
        sides.extend(crate::pml::structured(p, self.structure, &self.data, &self.v, self.solves));
        Ok(sides)
    }

    fn ours(&self) -> Side {
        let (zn, structure, solves) = (self.zn.clone(), self.structure, self.solves);
        let (data, v) = (self.data.clone(), self.v.clone());
        let ring = zn.clone();
        let run = move || -> polymod::Result<Coeffs<Zn>> {
            let (a, v) = (matrix(&zn, structure, &data)?, zn.view(&v)?);
            if solves { a.solve(v) } else { a.mul_vector(v) }
        };
        fresh("polymod", run, move |out| {
            let out = out.expect("a regular matrix");
            vec![ring.words(out.view()).iter().map(|&x| Integer::from(x)).collect()]
        })
    }
}

/// The square matrix of these data.
fn matrix(zn: &Zn, structure: Structure, data: &[u64]) -> polymod::Result<Box<dyn Structured<Zn>>> {
    let n = data.len().div_ceil(2);
    Ok(match structure {
        Structure::Toeplitz => Box::new(Toeplitz::new(zn, n, n, zn.owned(zn.view(data)?))?),
        Structure::Hankel => Box::new(Hankel::new(zn, n, n, zn.owned(zn.view(data)?))?),
        Structure::Vandermonde => Box::new(Vandermonde::new(zn, zn.view(data)?, data.len())?),
        Structure::Cauchy => Box::new(Cauchy::new(zn, zn.view(&data[..n])?, zn.view(&data[n..])?)?),
    })
}

/// Different numbers below p, in no order.
fn distinct(p: u64, count: usize) -> Vec<u64> {
    let step = p / count as u64;
    let offsets = random_below(step, count, 3);
    // an odd factor permutes the numbers below a power of two
    let at = |i: usize| (i * 5 % count) as u64;
    (0..count).map(|i| at(i) * step + offsets[i]).collect()
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn all_sides_agree() {
        let engine = Engine::builder().threads(1).build();
        for (bits, case) in PLAIN_BITS {
            let zn = Zn::on(&engine, plain_prime(bits)).expect("a prime");
            for (_, structure) in STRUCTURES {
                for solves in [false, true] {
                    let mut sides = Task::new(&zn, structure, 16, solves).sides().expect("a small matrix");
                    let ours = sides[0].answer();
                    assert!(sides.len() > 1);
                    sides[1..].iter_mut().for_each(|side| assert_eq!(side.answer(), ours, "{case}, {structure:?}"));
                }
            }
        }
    }
}
