//! Square matrices over Z/p and Z: products, determinants, ranks, systems with one right side, inverses, characteristic polynomials and
//! kernels.

use std::error::Error;

use polymod::rug::Integer;
use polymod::{Engine, Integers, Matrix, Ring, Zn};

use super::ours::Ours;
use super::side::{Answer, Side, fresh};
use super::task::{Case, Kind};
use crate::flint::verbs_matrix;

const NAME: &str = "polymod";

/// Numbers of rows.
pub const ROWS: [usize; 10] = [1, 2, 3, 4, 6, 8, 12, 16, 24, 32];

/// What is computed of the matrices a and b.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum MatrixVerb {
    /// a·b.
    Product,
    /// The determinant of a.
    Determinant,
    /// The rank of a.
    Rank,
    /// x with a·x = b, a column.
    Solve,
    /// 1/a.
    Inverse,
    /// The characteristic polynomial of a.
    Charpoly,
    /// All x with a·x = 0, a of half the rank that it could have.
    Nullspace,
}

/// The operations, their names, and the most rows over Z for entries of 8 and of 64 bits.
pub const OPERATIONS: [(&str, MatrixVerb, [usize; 2]); 7] = [
    ("matrix product", MatrixVerb::Product, [32, 32]),
    ("determinant", MatrixVerb::Determinant, [32, 32]),
    ("rank", MatrixVerb::Rank, [32, 32]),
    ("solve", MatrixVerb::Solve, [32, 32]),
    ("inverse", MatrixVerb::Inverse, [32, 24]),
    ("charpoly", MatrixVerb::Charpoly, [32, 24]),
    ("nullspace", MatrixVerb::Nullspace, [24, 16]),
];

/// The operation of this name.
///
/// # Panics
/// Where there is none.
pub fn named(name: &str) -> MatrixVerb {
    OPERATIONS.iter().find(|(other, ..)| *other == name).expect("the name of an operation").1
}

/// An operation and its operands.
pub struct MatrixTask {
    /// The operation.
    pub verb: MatrixVerb,
    /// Rows of a and of b.
    pub n: usize,
    /// n by n entries, row by row.
    pub a: Vec<Integer>,
    /// The entries of b, row by row.
    pub b: Vec<Integer>,
}

impl MatrixTask {
    /// Of n rows of random entries.
    pub fn new(case: &Case, verb: MatrixVerb, n: usize) -> Self {
        let random = |count: usize, seed: u64| case.random(count, seed);
        let a = match verb {
            MatrixVerb::Nullspace => {
                let inner = (n / 2).max(1);
                let (x, y) = (random(n * inner, 1), random(inner * n, 2));
                let entry =
                    |i: usize, j: usize| (0..inner).map(|k| Integer::from(&x[i * inner + k] * &y[k * n + j])).sum();
                let entries = (0..n * n).map(|at| entry(at / n, at % n)).collect();
                if case.is_z() { entries } else { residues(&case.modulus, entries) }
            }
            _ => random(n * n, 1),
        };
        let b = random(if verb == MatrixVerb::Product { n * n } else { n }, 3);
        MatrixTask { verb, n, a, b }
    }

    /// By polymod and by all others that have it.
    pub fn sides(&self, engine: &Engine, case: &Case) -> Result<Vec<Side>, Box<dyn Error>> {
        #[cfg_attr(not(feature = "ntl"), allow(unused_mut))]
        let mut sides = if case.is_z() {
            vec![over_z(&Integers::on(engine), self), verbs_matrix::over_z(self)]
        } else {
            let ring = Zn::on(engine, case.modulus.to_u64().ok_or("a word")?)?;
            vec![modulo(&ring, self), verbs_matrix::modulo_word(ring.n(), self)]
        };
        #[cfg(feature = "ntl")]
        sides.extend(crate::ntl_small::matrix(case, self));
        Ok(sides)
    }
}

/// Whether the table has matrices over this ring.
pub fn wanted(case: &Case) -> bool {
    match case.kind {
        Kind::Prime => [23, 31, 62, 64].contains(&case.bits),
        Kind::Z => [8, 64].contains(&case.bits),
        _ => false,
    }
}

/// Residues modulo a positive number.
fn residues(modulus: &Integer, entries: Vec<Integer>) -> Vec<Integer> {
    entries.into_iter().map(|x| x.modulo(modulus)).collect()
}

fn matrix<R: Ring>(r: &R, n: usize, entries: &[Integer]) -> Matrix<R> {
    Matrix::from_ints(r, n, entries.len() / n, entries).expect("a small matrix")
}

fn integers<R: Ours>(m: &Matrix<R>) -> Vec<Integer> {
    m.iter().map(R::integer).collect()
}

fn rows<R: Ours>(m: &Matrix<R>) -> Vec<Vec<Integer>> {
    let entries = integers(m);
    if m.rows() == 0 { Vec::new() } else { entries.chunks_exact(m.cols()).map(<[Integer]>::to_vec).collect() }
}

/// x/d in lowest terms, d > 0.
pub fn fraction(x: Vec<Integer>, d: Integer) -> Answer {
    let common = x.iter().fold(d.clone(), |all, x| all.gcd(x));
    let common = if d.is_negative() { -common } else { common };
    vec![x.into_iter().map(|x| x / &common).collect(), vec![d / common]]
}

/// The number of vectors and their rank, modulo `modulus` or, where that is 0, over Z.
///
/// # Panics
/// Unless each of them times the matrix `a` is 0.
pub fn kernel(modulus: &Integer, a: &[Integer], vectors: &[Vec<Integer>]) -> Answer {
    for v in vectors {
        for row in a.chunks_exact(v.len()) {
            let dot: Integer = row.iter().zip(v).map(|(x, y)| Integer::from(x * y)).sum();
            let rest = if modulus.is_zero() { dot } else { dot % modulus };
            assert!(rest.is_zero(), "a vector of the kernel");
        }
    }
    let all = vectors.concat();
    let rank = match (vectors.is_empty(), modulus.to_u64()) {
        (true, _) => 0,
        (_, Some(p)) if p > 0 => matrix(&Zn::new(p).expect("a modulus"), vectors.len(), &all).rank().expect("a prime"),
        _ => matrix(&Integers::new(), vectors.len(), &all).rank().expect("no bound is met"),
    };
    vec![vec![Integer::from(vectors.len()), Integer::from(rank)]]
}

/// The operation by polymod over Z/p.
fn modulo(r: &Zn, task: &MatrixTask) -> Side {
    let (a, b) = (matrix(r, task.n, &task.a), matrix(r, task.n, &task.b));
    let entries = |m: polymod::Result<Matrix<Zn>>| vec![integers(&m.expect("a field, and a regular matrix"))];
    match task.verb {
        MatrixVerb::Product => fresh(NAME, move || a.checked_mul(&b), entries),
        MatrixVerb::Determinant => fresh(NAME, move || a.det().expect("a field"), |x| vec![vec![Integer::from(x)]]),
        MatrixVerb::Rank => fresh(NAME, move || a.rank().expect("a field"), |rank| vec![vec![Integer::from(rank)]]),
        MatrixVerb::Solve => fresh(NAME, move || a.solve(&b), entries),
        MatrixVerb::Inverse => fresh(NAME, move || a.inverse(), entries),
        MatrixVerb::Charpoly => {
            fresh(NAME, move || a.charpoly().expect("a field"), |p| vec![p.iter().map(Integer::from).collect()])
        }
        MatrixVerb::Nullspace => {
            let (matrix, modulus) = (task.a.clone(), Integer::from(r.n()));
            fresh(NAME, move || a.nullspace().expect("a field"), move |x| kernel(&modulus, &matrix, &rows(&x)))
        }
    }
}

/// The operation by polymod over Z.
fn over_z(z: &Integers, task: &MatrixTask) -> Side {
    let (a, b) = (matrix(z, task.n, &task.a), matrix(z, task.n, &task.b));
    let of_fraction = |(x, d): (Matrix<Integers>, Integer)| fraction(integers(&x), d);
    match task.verb {
        MatrixVerb::Product => fresh(NAME, move || a.checked_mul(&b).expect("square matrices"), |m| vec![integers(&m)]),
        MatrixVerb::Determinant => fresh(NAME, move || a.det().expect("a square matrix"), |x| vec![vec![x]]),
        MatrixVerb::Rank => {
            fresh(NAME, move || a.rank().expect("no bound is met"), |rank| vec![vec![Integer::from(rank)]])
        }
        MatrixVerb::Solve => fresh(NAME, move || a.solve(&b).expect("a regular matrix"), of_fraction),
        MatrixVerb::Inverse => fresh(NAME, move || a.inverse().expect("a regular matrix"), of_fraction),
        MatrixVerb::Charpoly => {
            fresh(NAME, move || a.charpoly().expect("a square matrix"), |p| vec![p.iter().collect()])
        }
        MatrixVerb::Nullspace => {
            let matrix = task.a.clone();
            let read = move |x: Matrix<Integers>| kernel(&Integer::new(), &matrix, &rows(&x));
            fresh(NAME, move || a.nullspace().expect("no bound is met"), read)
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    fn integers_of(v: &[i32]) -> Vec<Integer> {
        v.iter().map(|&x| Integer::from(x)).collect()
    }

    #[test]
    fn fractions_and_kernels_have_one_form() {
        assert_eq!(fraction(integers_of(&[4, -6]), Integer::from(-8)), [integers_of(&[-2, 3]), integers_of(&[4])]);
        // of the rows (1, 2) and (2, 4), over Z and modulo 5; the second vector is a multiple of the first
        let (a, vectors) = (integers_of(&[1, 2, 2, 4]), [integers_of(&[-2, 1]), integers_of(&[4, -2])]);
        for modulus in [0, 5] {
            assert_eq!(kernel(&Integer::from(modulus), &a, &vectors), [integers_of(&[2, 1])]);
        }
    }

    #[test]
    #[should_panic(expected = "a vector of the kernel")]
    fn a_vector_that_is_not_in_the_kernel_is_noticed() {
        kernel(&Integer::new(), &integers_of(&[1, 2, 2, 4]), &[integers_of(&[1, 1])]);
    }

    #[test]
    fn all_sides_agree() {
        let engine = Engine::builder().threads(1).build();
        for case in Case::all().iter().filter(|case| wanted(case)) {
            for (name, verb, _) in OPERATIONS {
                for n in [1, 3] {
                    let mut answers = MatrixTask::new(case, verb, n).sides(&engine, case).expect("a small matrix");
                    let ours = answers[0].answer();
                    assert!(answers.len() > 1 && ours.iter().any(|v| !v.is_empty()), "{name}, {}", case.name);
                    answers[1..].iter_mut().for_each(|side| assert_eq!(side.answer(), ours, "{name}, {}", case.name));
                }
            }
        }
    }
}
