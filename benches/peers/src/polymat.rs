//! Square matrices of polynomials over Z/p: products (`PolyMat::checked_mul`) and determinants (`PolyMat::det`) of r by r entries of
//! degree d against FLINT's `nmod_poly_mat_mul` and `nmod_poly_mat_det`, one thread. FLINT's result is a kept matrix, ours is new at
//! each product.

use std::error::Error;

use polymod::{Engine, Poly, PolyMat, Ring, Zn};

use crate::flint::{self, nmod::NmodPoly, poly_matrix::NmodPolyMat};
use crate::harness::{Contest, Harness, Label, Sizes, random_below};
use crate::products::{PLAIN_BITS, plain_prime};

/// Dimensions, and the degrees of products.
const PRODUCTS: [(usize, &[usize]); 6] = [
    (2, &[64, 256, 1024, 4096]),
    (4, &[64, 256, 1024, 4096]),
    (8, &[64, 256, 1024, 4096]),
    (16, &[64, 256, 1024]),
    (32, &[64, 256, 512]),
    (64, &[64, 256]),
];
/// The same of determinants.
const DETERMINANTS: [(usize, &[usize]); 3] = [(4, &[100, 1000]), (8, &[100, 1000]), (16, &[100, 1000])];

/// Measures all cases.
pub fn run(harness: &mut Harness) -> Result<(), Box<dyn Error>> {
    let engine = Engine::builder().threads(1).build();
    // entries of all rows together
    let most = match harness.sizes() {
        Sizes::Quick => 500,
        Sizes::Small => 20_000,
        Sizes::All => usize::MAX,
    };
    for (op, wants_det, sizes) in [("product", false, &PRODUCTS[..]), ("determinant", true, &DETERMINANTS[..])] {
        for (bits, name) in PLAIN_BITS {
            for &(rows, degrees) in sizes {
                let case = format!("{name}, r = {rows}");
                if !harness.wants(op, &case) {
                    continue;
                }
                let zn = Zn::on(&engine, plain_prime(bits))?;
                for &degree in degrees.iter().filter(|&&d| rows * rows * d <= most) {
                    let mut task = Task::new(&zn, rows, degree, wants_det)?;
                    harness.compare(Label { op, case: &case, n: degree, transform: false }, &mut task);
                }
            }
        }
    }
    Ok(())
}

struct Task {
    zn: Zn,
    wants_det: bool,
    ours: [PolyMat<Zn>; 2],
    theirs: [NmodPolyMat; 3],
    their_det: NmodPoly,
    product: Option<PolyMat<Zn>>,
    det: Option<Poly<Zn>>,
}

impl Task {
    fn new(zn: &Zn, rows: usize, degree: usize, wants_det: bool) -> polymod::Result<Self> {
        let entries = |seed: u64| {
            let words = random_below(zn.n(), rows * rows * (degree + 1), seed);
            words.chunks_exact(degree + 1).map(<[u64]>::to_vec).collect::<Vec<_>>()
        };
        let operands = [entries(1), entries(2)];
        let ours = |entries: &[Vec<u64>]| {
            let polys = entries.iter().map(|words| Ok(Poly::from_coeffs(zn, zn.owned(zn.view(words)?))));
            PolyMat::new(zn, rows, rows, polys.collect::<polymod::Result<_>>()?)
        };
        let theirs = |entries: &[Vec<u64>]| NmodPolyMat::new(zn.n(), rows, entries);
        Ok(Task {
            zn: zn.clone(),
            wants_det,
            ours: [ours(&operands[0])?, ours(&operands[1])?],
            theirs: [theirs(&operands[0]), theirs(&operands[1]), theirs(&vec![Vec::new(); rows * rows])],
            their_det: NmodPoly::with(zn.n(), &[]),
            product: None,
            det: None,
        })
    }
}

impl Contest for Task {
    fn peers(&self) -> Vec<&'static str> {
        vec![flint::NAME]
    }

    fn ours(&mut self) {
        let [a, b] = &self.ours;
        if self.wants_det {
            self.det = Some(a.det().expect("a square matrix"));
        } else {
            self.product = Some(a.checked_mul(b).expect("square matrices of one shape"));
        }
    }

    fn peer(&mut self, _: usize) {
        let [a, b, out] = &mut self.theirs;
        if self.wants_det {
            a.det(&mut self.their_det);
        } else {
            out.set_product(a, b);
        }
    }

    fn agree(&self, _: usize) -> bool {
        let words = |p: &Poly<Zn>| self.zn.words(p.coeffs()).to_vec();
        if self.wants_det {
            return self.det.as_ref().is_some_and(|d| words(d) == self.their_det.words());
        }
        let ours = self.product.as_ref().map(|m| m.entries().iter().map(words).collect::<Vec<_>>());
        ours.is_some_and(|ours| ours == self.theirs[2].entries())
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn wrong_results_are_noticed() {
        let zn = Zn::on(&Engine::builder().threads(1).build(), plain_prime(31)).unwrap();
        for wants_det in [false, true] {
            let mut task = Task::new(&zn, 3, 7, wants_det).unwrap();
            task.ours();
            assert!(!task.agree(0));
            task.peer(0);
            assert!(task.agree(0));
        }
    }
}
