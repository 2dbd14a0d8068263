//! Square matrices of polynomials over Z/p: products (`PolyMatrix::checked_mul`) and determinants (`PolyMatrix::det`) of r by r entries of
//! degree d against FLINT's `nmod_poly_mat_mul` and `nmod_poly_mat_det`, and PML's `multiply` and two of its determinants, one
//! thread; with PML approximant, interpolant and kernel bases, inverses modulo powers of x and systems too. The peers' results are kept
//! matrices, ours is new each time.

use std::error::Error;

use polymod::{Engine, Poly, PolyMatrix, Zn, ring::Vectors};

use crate::flint::{self, nmod::NmodPoly, poly_matrix::NmodPolyMat};
use crate::harness::{Contest, Harness, Label, Sizes, random_below};
use crate::peer::Peer;
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

/// What is computed.
#[derive(Clone, Copy, PartialEq, Eq)]
pub enum Op {
    /// Of two matrices.
    Product,
    /// Of one matrix.
    Determinant,
}

/// Measures all cases.
pub fn run(harness: &mut Harness) -> Result<(), Box<dyn Error>> {
    let engine = Engine::builder().threads(1).build();
    // entries of all rows together
    let most = match harness.sizes() {
        Sizes::Quick => 500,
        Sizes::Small => 20_000,
        Sizes::All => usize::MAX,
    };
    for (name, op, sizes) in
        [("product", Op::Product, &PRODUCTS[..]), ("determinant", Op::Determinant, &DETERMINANTS[..])]
    {
        for (bits, prime) in PLAIN_BITS {
            for &(rows, degrees) in sizes {
                let case = format!("{prime}, r = {rows}");
                if !harness.wants(name, &case) {
                    continue;
                }
                let zn = Zn::on(&engine, plain_prime(bits))?;
                for &degree in degrees.iter().filter(|&&d| rows * rows * d <= most) {
                    let mut task = Task::new(&zn, rows, degree, op)?;
                    harness.compare(Label { op: name, case: &case, n: degree, transform: false }, &mut task);
                }
            }
        }
    }
    #[cfg(feature = "pml")]
    {
        crate::approximants::run(harness, &engine, most)?;
        crate::bases::run(harness, &engine, most)?;
        crate::poly_systems::run(harness, &engine, most)?;
    }
    Ok(())
}

/// A matrix over Z/n from the words of its entries, row by row.
pub fn matrix(zn: &Zn, rows: usize, columns: usize, entries: &[Vec<u64>]) -> polymod::Result<PolyMatrix<Zn>> {
    let polys = entries.iter().map(|words| Ok(Poly::from_coeffs(zn, zn.owned(zn.view(words)?))));
    PolyMatrix::new(zn, rows, columns, polys.collect::<polymod::Result<_>>()?)
}

/// `count` random polynomials of `len` coefficients.
pub fn random_entries(zn: &Zn, count: usize, len: usize, seed: u64) -> Vec<Vec<u64>> {
    random_below(zn.n(), count * len, seed).chunks_exact(len).map(<[u64]>::to_vec).collect()
}

struct Task {
    zn: Zn,
    op: Op,
    ours: [PolyMatrix<Zn>; 2],
    theirs: Vec<Box<dyn Peer<Vec<u64>>>>,
    product: Option<PolyMatrix<Zn>>,
    det: Option<Poly<Zn>>,
}

impl Task {
    fn new(zn: &Zn, rows: usize, degree: usize, op: Op) -> polymod::Result<Self> {
        let operands = [1, 2].map(|seed| random_entries(zn, rows * rows, degree + 1, seed));
        let ours = [matrix(zn, rows, rows, &operands[0])?, matrix(zn, rows, rows, &operands[1])?];
        let theirs = peers(zn.n(), rows, &operands, op);
        Ok(Task { zn: zn.clone(), op, ours, theirs, product: None, det: None })
    }
}

impl Contest for Task {
    fn peers(&self) -> Vec<&'static str> {
        self.theirs.iter().map(|peer| peer.name()).collect()
    }

    fn ours(&mut self) {
        let [a, b] = &self.ours;
        match self.op {
            Op::Product => self.product = Some(a.checked_mul(b).expect("square matrices of one shape")),
            Op::Determinant => self.det = Some(a.det().expect("a square matrix")),
        }
    }

    fn peer(&mut self, which: usize) {
        self.theirs[which].run();
    }

    fn agree(&self, which: usize) -> bool {
        let words = |p: &Poly<Zn>| self.zn.words(p.coeffs()).to_vec();
        let theirs = self.theirs[which].result();
        match self.op {
            Op::Product => self.product.as_ref().is_some_and(|m| m.entries().iter().map(words).eq(theirs)),
            // some find it but for a constant
            Op::Determinant => self.det.as_ref().is_some_and(|det| {
                let theirs = Poly::new(&self.zn, theirs.concat());
                theirs == *det || theirs.monic().ok() == det.monic().ok()
            }),
        }
    }
}

/// The product of two square matrices, or the determinant of the first, by every library that takes the modulus.
fn peers(p: u64, rows: usize, operands: &[Vec<Vec<u64>>; 2], op: Op) -> Vec<Box<dyn Peer<Vec<u64>>>> {
    let all = [&operands[0], &operands[1], &vec![Vec::new(); rows * rows]];
    let flint = Flint { op, matrices: all.map(|e| NmodPolyMat::new(p, rows, e)), det: NmodPoly::with(p, &[]) };
    #[cfg_attr(not(feature = "pml"), allow(unused_mut))]
    let mut peers: Vec<Box<dyn Peer<Vec<u64>>>> = vec![Box::new(flint)];
    #[cfg(feature = "pml")]
    peers.extend(crate::pml::peers(p, rows, operands, op));
    peers
}

/// Two operands and the result.
struct Flint {
    op: Op,
    matrices: [NmodPolyMat; 3],
    det: NmodPoly,
}

impl Peer<Vec<u64>> for Flint {
    fn name(&self) -> &'static str {
        flint::NAME
    }

    fn run(&mut self) {
        let [a, b, out] = &mut self.matrices;
        match self.op {
            Op::Product => out.set_product(a, b),
            Op::Determinant => a.det(&mut self.det),
        }
    }

    fn result(&self) -> Vec<Vec<u64>> {
        match self.op {
            Op::Product => self.matrices[2].entries(),
            Op::Determinant => vec![self.det.words().to_vec()],
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::harness::assert_wrong_results_are_noticed;

    #[test]
    fn wrong_results_are_noticed() {
        let zn = Zn::on(&Engine::builder().threads(1).build(), plain_prime(31)).unwrap();
        for op in [Op::Product, Op::Determinant] {
            let mut task = Task::new(&zn, 3, 7, op).unwrap();
            assert_wrong_results_are_noticed(&mut task);
        }
    }
}
