//! Lattices: Hermite and Smith forms over Z (`multimodular::hnf`, `multimodular::snf`) against FLINT's `fmpz_mat_hnf` and `fmpz_mat_snf`, reduced
//! bases (`multimodular::lll`) against `fmpz_lll` and NTL's `LLL_FP` and `LLL_XD`, and isolated real roots (`multimodular::real_roots`) against
//! `fmpz_poly_isolate_real_roots`, on one thread, results new each time.
//!
//! Reduced bases are not unique. Vectors of both lattices are known by an equation, so that a basis is one of the whole lattice if its vectors fulfil
//! it and its determinant is right but for the sign modulo a prime; FLINT tells whether it is reduced. Intervals are compared by their number, and
//! each list must be in order.

use std::error::Error;
use std::rc::Rc;

use polymod::matrix::Matrix;
use polymod::multimodular::{self, RootInterval};
use polymod::poly::Orthogonal;
use polymod::rug::{Integer, Rational};
use polymod::{Engine, Integers, Poly, Ring, Zn};

use crate::flint::lattices as flint;
use crate::harness::{Harness, Label, Sizes, random_words};
use crate::products::plain_prime;
use crate::small::side::{Answer, Side, Sides, fresh};
use crate::small::task::Case;

const NAME: &str = "polymod";

/// Rows of random matrices, by the bits of their entries.
const HERMITE: [(u32, &[usize]); 2] = [(8, &[25, 50, 100, 200]), (64, &[25, 50, 100])];
const SMITH: [(u32, &[usize]); 2] = [(8, &[25, 50, 100]), (64, &[25, 50])];

/// Dimensions of lattices.
const DIMENSIONS: [usize; 5] = [40, 80, 120, 160, 200];
const LONG_DIMENSIONS: [usize; 3] = [40, 60, 80];
/// The modulus of q-ary lattices.
const Q: u32 = 65_537;
/// The most bits of entries that NTL's doubles are given.
const DOUBLE_BITS: u32 = 200;

/// Polynomials by their names, and degrees.
const ROOTS: [(&str, fn(&Integers, usize) -> polymod::Result<Poly<Integers>>, &[usize]); 4] = [
    ("random", random, &[64, 256, 1024]),
    ("Chebyshev", chebyshev, &[64, 128, 256, 512]),
    ("Wilkinson", wilkinson, &[64, 128, 256]),
    ("Mignotte", mignotte, &[32, 64, 128]),
];

/// Measures all cases.
pub fn run(harness: &mut Harness) -> Result<(), Box<dyn Error>> {
    let engine = Engine::builder().threads(1).build();
    let z = Integers::on(&engine);
    forms(harness, &z)?;
    reductions(harness, &z, &Zn::on(&engine, plain_prime(62))?)?;
    for (case, poly, degrees) in ROOTS {
        for n in wanted(harness, "real roots", case, degrees) {
            let sides = vec![our_roots(poly(&z, n)?), flint::real_roots(&poly(&z, n)?.iter().collect::<Vec<_>>())];
            harness.compare(Label { op: "real roots", case, n, transform: false }, &mut Sides::new(sides));
        }
    }
    Ok(())
}

/// The sizes that are asked for.
fn wanted(harness: &Harness, op: &str, case: &str, sizes: &[usize]) -> Vec<usize> {
    let most = match harness.sizes() {
        _ if !harness.wants(op, case) => 0,
        Sizes::Quick => 40,
        Sizes::Small => 100,
        Sizes::All => usize::MAX,
    };
    sizes.iter().copied().filter(|&n| n <= most).collect()
}

fn forms(harness: &mut Harness, z: &Integers) -> Result<(), Box<dyn Error>> {
    for (op, is_hermite, cases) in [("hermite form", true, HERMITE), ("smith form", false, SMITH)] {
        for (bits, sizes) in cases {
            let case = Case::z(bits);
            for n in wanted(harness, op, case.name, sizes) {
                let entries = case.random(n * n, 1);
                let a = Matrix::from_ints(z, n, n, &entries)?;
                let form = if is_hermite { multimodular::hnf } else { multimodular::snf };
                let ours = fresh(NAME, move || form(&a).expect("it is not cancelled"), |h| vec![h.iter().collect()]);
                let sides = vec![ours, flint::form(n, &entries, is_hermite)];
                harness.compare(Label { op, case: case.name, n, transform: false }, &mut Sides::new(sides));
            }
        }
    }
    Ok(())
}

/// A lattice by a basis, and by an equation.
struct Lattice {
    rows: usize,
    cols: usize,
    basis: Vec<Integer>,
    equation: Equation,
    /// Zn modulo a prime.
    field: Zn,
}

/// What the vectors of a lattice fulfil.
enum Equation {
    /// x_0 is the sum of the products of the other coordinates by these weights.
    Knapsack(Vec<Integer>),
    /// The first half of the coordinates is the product of the second one by a matrix, modulo [`Q`].
    Modular(Vec<u32>),
}

impl Lattice {
    /// Rows (wᵢ, eᵢ) of n random weights of these bits.
    fn knapsack(n: usize, bits: u32, field: &Zn) -> Self {
        let limbs = bits.div_ceil(64) as usize;
        let words = random_words(n * limbs, u64::from(bits));
        let weight = |words: &[u64]| Integer::from_digits(words, polymod::rug::integer::Order::Lsf).keep_bits(bits);
        let weights: Vec<Integer> = words.chunks_exact(limbs).map(weight).collect();
        let row = |i: usize| {
            let unit = (0..n).map(move |j| Integer::from(i == j));
            std::iter::once(weights[i].clone()).chain(unit)
        };
        let basis = (0..n).flat_map(row).collect();
        Lattice { rows: n, cols: n + 1, basis, equation: Equation::Knapsack(weights.clone()), field: field.clone() }
    }

    /// Rows (q·eᵢ, 0) and (row of a random matrix, eᵢ), n/2 of each.
    fn modular(n: usize, field: &Zn) -> Self {
        let half = n / 2;
        let matrix: Vec<u32> = random_words(half * half, 7).into_iter().map(|w| (w % u64::from(Q)) as u32).collect();
        let entry = |i: usize, j: usize| match (i.checked_sub(half), j.checked_sub(half)) {
            (None, _) => Integer::from(if i == j { Q } else { 0 }),
            (Some(row), None) => Integer::from(matrix[row * half + j]),
            (Some(row), Some(column)) => Integer::from(row == column),
        };
        let basis = (0..n * n).map(|at| entry(at / n, at % n)).collect();
        Lattice { rows: n, cols: n, basis, equation: Equation::Modular(matrix), field: field.clone() }
    }

    fn has(&self, v: &[Integer]) -> bool {
        match &self.equation {
            Equation::Knapsack(weights) => {
                let sum: Integer = weights.iter().zip(&v[1..]).map(|(w, x)| Integer::from(w * x)).sum();
                sum == v[0]
            }
            Equation::Modular(matrix) => {
                let (first, second) = v.split_at(v.len() / 2);
                let sum = |j: usize| -> Integer {
                    second.iter().enumerate().map(|(i, x)| Integer::from(x * matrix[i * second.len() + j])).sum()
                };
                first.iter().enumerate().all(|(j, x)| (sum(j) - x).is_divisible_u(Q))
            }
        }
    }

    /// Whether this is a reduced basis of the whole lattice, as an answer.
    ///
    /// # Panics
    /// If it is not, with the reason.
    fn checked(&self, basis: &[Integer]) -> Answer {
        assert!(basis.chunks_exact(self.cols).all(|row| self.has(row)), "vectors of the lattice");
        // a square part of the basis; of the weights' column the others tell
        let skipped = self.cols - self.rows;
        let square: Vec<Integer> = basis.chunks_exact(self.cols).flat_map(|row| row[skipped..].to_vec()).collect();
        let square = Matrix::from_ints(&self.field, self.rows, self.rows, &square).expect("a square matrix");
        let expected = match self.equation {
            Equation::Knapsack(_) => 1,
            Equation::Modular(_) => self.field.pow(&self.field.elem(i64::from(Q)), (self.rows / 2) as u64),
        };
        let found = square.det().expect("a field");
        assert!(found == expected || found == self.field.neg(&expected), "the determinant of the lattice");
        assert!(flint::is_reduced(self.rows, self.cols, basis), "a reduced basis");
        vec![vec![Integer::from(self.rows)]]
    }

    /// By polymod and all others.
    fn sides(self, z: &Integers) -> polymod::Result<Vec<Side>> {
        let lattice = Rc::new(self);
        let checked = || {
            let lattice = Rc::clone(&lattice);
            move |basis: Vec<Integer>| lattice.checked(&basis)
        };
        let a = Matrix::from_ints(z, lattice.rows, lattice.cols, &lattice.basis)?;
        let ours = checked();
        let lll = move || multimodular::lll(&a).expect("it is not cancelled");
        let read = move |b: Matrix<Integers>| ours(b.iter().collect());
        #[cfg_attr(not(feature = "ntl"), allow(unused_mut))]
        let mut sides =
            vec![fresh(NAME, lll, read), flint::reduced(lattice.rows, lattice.cols, &lattice.basis, checked())];
        #[cfg(feature = "ntl")]
        {
            let longest = lattice.basis.iter().map(Integer::significant_bits).max().unwrap_or(0);
            sides.push(crate::ntl_small::reduced(lattice.rows, &lattice.basis, longest > DOUBLE_BITS, checked()));
        }
        #[cfg(not(feature = "ntl"))]
        let _ = DOUBLE_BITS;
        Ok(sides)
    }
}

fn reductions(harness: &mut Harness, z: &Integers, field: &Zn) -> Result<(), Box<dyn Error>> {
    let op = "lll";
    let cases: [(&str, fn(usize, &Zn) -> Lattice, &[usize]); 3] = [
        ("knapsack, n bits", |n, f| Lattice::knapsack(n, n as u32, f), &DIMENSIONS),
        ("knapsack, 10n bits", |n, f| Lattice::knapsack(n, 10 * n as u32, f), &LONG_DIMENSIONS),
        ("q-ary", Lattice::modular, &DIMENSIONS),
    ];
    for (case, lattice, dimensions) in cases {
        for n in wanted(harness, op, case, dimensions) {
            let sides = lattice(n, field).sides(z)?;
            harness.compare(Label { op, case, n, transform: false }, &mut Sides::new(sides));
        }
    }
    Ok(())
}

/// A random polynomial of this degree, which is square-free, as FLINT wants it.
fn random(z: &Integers, n: usize) -> polymod::Result<Poly<Integers>> {
    Ok(Poly::from_ints(z, Case::z(32).random(n + 1, 5)))
}

fn chebyshev(z: &Integers, n: usize) -> polymod::Result<Poly<Integers>> {
    Orthogonal::Chebyshev.poly(z, n as u32)
}

/// The product of x − i for i from 1 to n.
fn wilkinson(z: &Integers, n: usize) -> polymod::Result<Poly<Integers>> {
    Poly::product(z, &(1..=n as i64).map(|i| Poly::from_i64(z, &[-i, 1])).collect::<Vec<_>>())
}

/// x^n − 2·(65536·x − 1)², two roots of which are close to each other.
fn mignotte(z: &Integers, n: usize) -> polymod::Result<Poly<Integers>> {
    let square = Poly::from_i64(z, &[-2, 1 << 18, -(1 << 33)]);
    square.checked_add(&Poly::monomial(z, &1.into(), n))
}

fn our_roots(a: Poly<Integers>) -> Side {
    let in_order = |found: Vec<RootInterval>| {
        let ends: Vec<[Rational; 2]> = found.into_iter().map(|root| [root.low, root.high]).collect();
        flint::in_order(&ends)
    };
    fresh(NAME, move || multimodular::real_roots(&a, None).expect("a polynomial other than 0"), in_order)
}

#[cfg(test)]
mod tests {
    use super::*;

    fn field() -> Zn {
        Zn::on(&Engine::builder().threads(1).build(), plain_prime(62)).expect("a prime")
    }

    #[test]
    fn all_sides_agree() {
        let (z, field) = (Integers::new(), field());
        for lattice in [Lattice::knapsack(12, 30, &field), Lattice::modular(12, &field)] {
            let answers: Vec<Answer> =
                lattice.sides(&z).expect("operands of one shape").iter_mut().map(|side| side.answer()).collect();
            assert!(answers.len() > 1 && answers.iter().all(|answer| *answer == answers[0]));
        }
        for (name, poly, _) in ROOTS {
            let poly = poly(&z, 12).expect("a short polynomial");
            let theirs = flint::real_roots(&poly.iter().collect::<Vec<_>>()).answer();
            assert_eq!(our_roots(poly).answer(), theirs, "{name}");
        }
    }

    #[test]
    #[should_panic(expected = "the determinant of the lattice")]
    fn a_part_of_a_lattice_is_noticed() {
        let mut lattice = Lattice::modular(2, &field());
        lattice.equation = Equation::Modular(vec![0]);
        lattice.checked(&[Q, 0, 0, 2].map(Integer::from));
    }

    #[test]
    #[should_panic(expected = "a reduced basis")]
    fn a_basis_that_is_not_reduced_is_noticed() {
        let lattice = Lattice::knapsack(4, 40, &field());
        lattice.checked(&lattice.basis);
    }
}
