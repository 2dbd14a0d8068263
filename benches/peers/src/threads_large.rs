//! Two threads against one, polymod alone, for what is made of many products: dense matrices modulo a 62-bit prime, matrices of
//! polynomials, and determinants, resultants and common divisors over Z. The ratio is the speed-up; results must be the same words.

use std::error::Error;

use polymod::{
    Engine, Integers, Poly, PolyMatrix, Ring, Zn,
    matrix::Matrix,
    multimodular::{self, Options},
    ring::Vectors,
};

use crate::harness::{Contest, Harness, Label, random_below};
use crate::integers::random;
use crate::products::plain_prime;

/// The peer of all contests.
const ONE_THREAD: &str = "1 thread";
const PRIME: &str = "62-bit prime";

type Run = Box<dyn Fn() -> polymod::Result<Vec<u64>>>;

/// What is timed: its operation, its case, n, and how one engine does it.
type Task = (&'static str, &'static str, usize, fn(&Engine, usize) -> polymod::Result<Run>);

const TASKS: [Task; 14] = [
    ("matrix product", PRIME, 500, matrix_product),
    ("matrix product", PRIME, 1000, matrix_product),
    ("matrix product", PRIME, 2000, matrix_product),
    ("matrix determinant", PRIME, 500, matrix_determinant),
    ("matrix determinant", PRIME, 1000, matrix_determinant),
    ("matrix determinant", PRIME, 2000, matrix_determinant),
    ("product of 8 by 8 polynomials", PRIME, 1024, poly_product::<8>),
    ("product of 16 by 16 polynomials", PRIME, 1024, poly_product::<16>),
    ("determinant of 8 by 8 polynomials", PRIME, 1000, poly_determinant::<8>),
    ("determinant over Z", "100 bits", 200, determinant::<100>),
    ("determinant over Z", "20 bits", 500, determinant::<20>),
    ("resultant over Z", "64 bits", 256, resultant),
    ("resultant over Z", "64 bits", 1024, resultant),
    ("gcd over Z", "64 bits", 4096, gcd),
];

/// Measures all cases.
pub fn run(harness: &mut Harness, engines: &[Engine; 2]) -> Result<(), Box<dyn Error>> {
    for (op, case, n, task) in TASKS {
        if harness.wants(op, case) && n <= 1 << harness.sizes().max_log(12) {
            let sides = [task(&engines[0], n)?, task(&engines[1], n)?];
            harness.compare(Label { op, case, n, transform: false }, &mut Sides { sides, out: [vec![0], vec![1]] });
        }
    }
    Ok(())
}

/// Two threads, one thread.
struct Sides {
    sides: [Run; 2],
    out: [Vec<u64>; 2],
}

impl Sides {
    fn run(&mut self, side: usize) {
        self.out[side] = (self.sides[side])().expect("operands that fit");
    }
}

impl Contest for Sides {
    fn peers(&self) -> Vec<&'static str> {
        vec![ONE_THREAD]
    }

    fn ours(&mut self) {
        self.run(0);
    }

    fn peer(&mut self, _: usize) {
        self.run(1);
    }

    fn agree(&self, _: usize) -> bool {
        self.out[0] == self.out[1]
    }
}

fn square(engine: &Engine, n: usize, seed: u64) -> polymod::Result<Matrix<Zn>> {
    let zn = Zn::on(engine, plain_prime(62))?;
    Matrix::new(&zn, n, n, zn.owned(zn.view(&random_below(zn.n(), n * n, seed))?))
}

fn matrix_product(engine: &Engine, n: usize) -> polymod::Result<Run> {
    let (a, b) = (square(engine, n, 1)?, square(engine, n, 2)?);
    Ok(Box::new(move || Ok(a.ring().words(a.checked_mul(&b)?.entries()).to_vec())))
}

fn matrix_determinant(engine: &Engine, n: usize) -> polymod::Result<Run> {
    let a = square(engine, n, 3)?;
    Ok(Box::new(move || Ok(vec![a.det()?])))
}

fn polynomials<const R: usize>(engine: &Engine, degree: usize, seed: u64) -> polymod::Result<PolyMatrix<Zn>> {
    let zn = Zn::on(engine, plain_prime(62))?;
    let entry = |i, j| Poly::new(&zn, random_below(zn.n(), degree + 1, seed + (i * R + j) as u64));
    PolyMatrix::from_fn(&zn, R, R, entry)
}

fn poly_product<const R: usize>(engine: &Engine, degree: usize) -> polymod::Result<Run> {
    let (a, b) = (polynomials::<R>(engine, degree, 1)?, polynomials::<R>(engine, degree, 1000)?);
    let last = move |m: PolyMatrix<Zn>| m.ring().words(m.row(R - 1)[R - 1].coeffs()).to_vec();
    Ok(Box::new(move || Ok(last(a.checked_mul(&b)?))))
}

fn poly_determinant<const R: usize>(engine: &Engine, degree: usize) -> polymod::Result<Run> {
    let a = polynomials::<R>(engine, degree, 1)?;
    Ok(Box::new(move || Ok(a.ring().words(a.det()?.coeffs()).to_vec())))
}

fn determinant<const BITS: u32>(engine: &Engine, n: usize) -> polymod::Result<Run> {
    let z = Integers::on(engine);
    let a = Matrix::new(&z, n, n, z.collect(&random(BITS, n * n, 1)))?;
    Ok(Box::new(move || {
        Ok(multimodular::det(&a, &Options::default())?.value.to_digits(polymod::rug::integer::Order::Lsf))
    }))
}

fn integer_polynomials(engine: &Engine, n: usize) -> [Poly<Integers>; 3] {
    let z = Integers::on(engine);
    [1, 2, 3].map(|seed| Poly::new(&z, random(64, n, seed)))
}

fn resultant(engine: &Engine, n: usize) -> polymod::Result<Run> {
    let [a, b, _] = integer_polynomials(engine, n);
    Ok(Box::new(move || {
        let found = multimodular::resultant(&a, &b, &Options::default())?;
        Ok(found.value.to_digits(polymod::rug::integer::Order::Lsf))
    }))
}

fn gcd(engine: &Engine, n: usize) -> polymod::Result<Run> {
    let [a, b, g] = integer_polynomials(engine, n / 2);
    let (a, b) = (&a * &g, &b * &g);
    Ok(Box::new(move || {
        let found = multimodular::gcd(&a, &b, &Options::default())?.value;
        Ok(found.iter().flat_map(|c| c.to_digits::<u64>(polymod::rug::integer::Order::Lsf)).collect())
    }))
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn results_that_differ_are_noticed() {
        let engines = [2, 1].map(|threads| Engine::builder().threads(threads).build());
        for (op, _, _, task) in TASKS {
            let sides = [task(&engines[0], 12).unwrap(), task(&engines[1], 12).unwrap()];
            let mut contest = Sides { sides, out: [vec![0], vec![1]] };
            contest.ours();
            assert!(!contest.agree(0), "{op}");
            contest.peer(0);
            assert!(contest.agree(0), "{op}");
        }
    }
}
