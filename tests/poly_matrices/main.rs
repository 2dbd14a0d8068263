//! Matrices of polynomials, against oracles that share no code with the crate, and by the definitions of results.

mod bases;
#[path = "../common/mod.rs"]
#[allow(dead_code, reason = "other tests use the rest")]
mod common;
mod determinants;
mod fractions;
mod products;
mod series;

use common::Random;
use polymod::{AnyRing, Zn, ring::AnyElem};

// what is over `AnyRing` is compiled with the library
type Matrix = polymod::Matrix<AnyRing>;
type Poly = polymod::Poly<AnyRing>;
type PolyMatrix = polymod::PolyMatrix<AnyRing>;

/// A matrix whose entries have at most these numbers of coefficients, some zero, some shorter.
fn random_matrix(
    f: &AnyRing,
    [rows, columns, len]: [usize; 3],
    random: &mut Random,
    mut elem: impl FnMut(&mut Random) -> AnyElem,
) -> PolyMatrix {
    PolyMatrix::from_fn(f, rows, columns, |_, _| {
        let len = match random.below(8) {
            0 => 0,
            1 => random.usize_below(len + 1),
            _ => len,
        };
        Poly::new(f, (0..len).map(|_| elem(random)))
    })
    .unwrap()
}

/// A random matrix over a finite field, with corner cases.
fn elements(f: &AnyRing, dims: [usize; 3], random: &mut Random) -> PolyMatrix {
    random_matrix(f, dims, random, |random| random.element(f))
}

/// A random matrix over Z/n, with corner cases.
fn residues(f: &AnyRing, dims: [usize; 3], random: &mut Random) -> PolyMatrix {
    let n = f.downcast_ref::<Zn>().expect("residues of a word").n();
    if random.below(6) == 0 {
        return random_matrix(f, dims, random, |_| AnyElem::Word(n - 1));
    }
    random_matrix(f, dims, random, |random| AnyElem::Word(random.residue(n)))
}
