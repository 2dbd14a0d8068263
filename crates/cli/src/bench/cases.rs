//! What `bench` times: operations of the library on random operands, the same on every machine.

use crate::random::seeded;
use polymod::{
    Dft, Distribution, Engine, Gf2k, Matrix, Poly, PolyMatrix, Result, Wrap, Zn,
    ring::{Convolve, Direct, F2, Integers, ZnBig},
};
use rug::Integer;

/// A computation that can be repeated, on operands made before.
pub type Operation = Box<dyn FnMut() -> Result<()>>;

/// An operation over one ring, at several sizes.
pub struct Case {
    /// The operation: the title of a panel of the chart.
    pub operation: &'static str,
    /// The ring, as `--ring` names it.
    pub ring: &'static str,
    /// Numbers of coefficients, values, points or rows, ascending: an even number, of which the quick form takes every second.
    pub sizes: &'static [usize],
    /// Whether it is timed on all threads, too.
    pub threads: bool,
    /// Makes the operands of a size.
    pub make: fn(&Engine, usize) -> Result<Operation>,
}

/// 2^61 − 1, which has no roots of unity of large order of two.
const MERSENNE: u64 = (1 << 61) - 1;
/// A prime of 62 bits with roots of unity of order 2^25.
const WITH_ROOTS: u64 = 4_611_686_018_326_724_609;
/// Bits of coefficients and entries over Z.
const BITS: u32 = 256;

const LONG: &[usize] = &[1 << 8, 1 << 10, 1 << 12, 1 << 14, 1 << 16, 1 << 18];
const SHORTER: &[usize] = &[1 << 8, 1 << 10, 1 << 12, 1 << 14];
const POINTS: &[usize] = &[1 << 6, 1 << 8, 1 << 10, 1 << 13];
const ROWS: &[usize] = &[32, 64, 128, 256, 384, 512];

/// All cases, those of one operation together.
pub const CASES: &[Case] = &[
    Case {
        operation: "product",
        ring: "zn:998244353",
        sizes: LONG,
        threads: false,
        make: |e, n| product(&Zn::on(e, 998_244_353)?, n),
    },
    Case {
        operation: "product",
        ring: "zn:2^61-1",
        sizes: LONG,
        threads: true,
        make: |e, n| product(&Zn::on(e, MERSENNE)?, n),
    },
    Case {
        operation: "product",
        ring: "zn:2^255-19",
        sizes: SHORTER,
        threads: false,
        make: |e, n| product(&large(e)?, n),
    },
    Case { operation: "product", ring: "z", sizes: SHORTER, threads: false, make: product_over_z },
    Case { operation: "product", ring: "gf2", sizes: LONG, threads: false, make: |e, n| product(&F2::on(e), n) },
    Case {
        operation: "product",
        ring: "gf2^8:0x11b",
        sizes: SHORTER,
        threads: false,
        make: |e, n| product(&Gf2k::on(e, 8, 0x11b)?, n),
    },
    Case { operation: "transform", ring: "zn:4611686018326724609", sizes: LONG, threads: true, make: transform },
    Case { operation: "divrem", ring: "zn:2^61-1", sizes: SHORTER, threads: false, make: divrem },
    Case { operation: "gcd", ring: "zn:2^61-1", sizes: SHORTER, threads: false, make: gcd },
    Case { operation: "evaluation", ring: "zn:2^61-1", sizes: POINTS, threads: false, make: evaluation },
    Case { operation: "interpolation", ring: "zn:2^61-1", sizes: POINTS, threads: false, make: interpolation },
    Case { operation: "factor", ring: "zn:2^61-1", sizes: &[8, 32, 64, 256], threads: false, make: factor },
    Case { operation: "matrix product", ring: "zn:2^61-1", sizes: ROWS, threads: true, make: matrix_product },
    Case { operation: "determinant", ring: "zn:2^61-1", sizes: ROWS, threads: false, make: determinant },
    Case { operation: "determinant", ring: "z", sizes: &[8, 16, 32, 96], threads: false, make: determinant_over_z },
    Case {
        operation: "product of 8 by 8 polynomials",
        ring: "zn:2^61-1",
        sizes: POINTS,
        threads: false,
        make: poly_matrix_product,
    },
];

fn large(engine: &Engine) -> Result<ZnBig> {
    ZnBig::on(engine, (Integer::from(1) << 255) - 19)
}

/// Random polynomials of n coefficients over a finite ring.
fn polynomials<R: Direct + Convolve>(ring: &R, n: usize) -> [Poly<R>; 2] {
    let mut random = seeded(n as u64);
    [(); 2].map(|()| Poly::random(ring, n, &mut random))
}

fn product<R: Direct + Convolve>(ring: &R, n: usize) -> Result<Operation> {
    let [a, b] = polynomials(ring, n);
    Ok(Box::new(move || a.checked_mul(&b).map(drop)))
}

fn product_over_z(engine: &Engine, n: usize) -> Result<Operation> {
    let (z, mut random) = (Integers::on(engine), seeded(n as u64));
    let mut operand = || Poly::random_with(&z, n, &Distribution::Signed(BITS), &mut random);
    let (a, b) = (operand()?, operand()?);
    Ok(Box::new(move || a.checked_mul(&b).map(drop)))
}

fn transform(engine: &Engine, n: usize) -> Result<Operation> {
    let ring = Zn::on(engine, WITH_ROOTS)?;
    let dft = Dft::new(&ring, n, Wrap::Cyclic)?;
    let mut values: Vec<u64> = (1..=n as u64).map(|i| i.wrapping_mul(0x9e37_79b9_7f4a_7c15) % WITH_ROOTS).collect();
    Ok(Box::new(move || dft.forward_slice(&mut values)))
}

fn divrem(engine: &Engine, n: usize) -> Result<Operation> {
    let ring = Zn::on(engine, MERSENNE)?;
    let ([long, _], [divisor, _]) = (polynomials(&ring, 2 * n - 1), polynomials(&ring, n));
    Ok(Box::new(move || long.div_rem(&divisor).map(drop)))
}

fn gcd(engine: &Engine, n: usize) -> Result<Operation> {
    let [a, b] = polynomials(&Zn::on(engine, MERSENNE)?, n);
    Ok(Box::new(move || a.gcd(&b).map(drop)))
}

/// A polynomial of n coefficients, n different points, and the values there.
pub fn at_points(engine: &Engine, n: usize) -> Result<(Zn, Poly<Zn>, [Vec<u64>; 2])> {
    let ring = Zn::on(engine, MERSENNE)?;
    let [a, _] = polynomials(&ring, n);
    let points: Vec<u64> = (1..=n as u64).map(|i| i.wrapping_mul(0x9e37_79b9_7f4a_7c15) % MERSENNE).collect();
    let values = ring.words(a.eval_each(ring.view(&points)?)?.view()).to_vec();
    Ok((ring, a, [points, values]))
}

fn evaluation(engine: &Engine, n: usize) -> Result<Operation> {
    let (ring, a, [points, _]) = at_points(engine, n)?;
    Ok(Box::new(move || a.eval_each(ring.view(&points)?).map(drop)))
}

fn interpolation(engine: &Engine, n: usize) -> Result<Operation> {
    let (ring, _, [points, values]) = at_points(engine, n)?;
    Ok(Box::new(move || Poly::interpolate(&ring, ring.view(&points)?, ring.view(&values)?).map(drop)))
}

fn factor(engine: &Engine, n: usize) -> Result<Operation> {
    let [a, _] = polynomials(&Zn::on(engine, MERSENNE)?, n);
    Ok(Box::new(move || a.factor().map(drop)))
}

fn matrix_product(engine: &Engine, n: usize) -> Result<Operation> {
    let (ring, mut random) = (Zn::on(engine, MERSENNE)?, seeded(n as u64));
    let (a, b) = (Matrix::random(&ring, n, n, &mut random)?, Matrix::random(&ring, n, n, &mut random)?);
    Ok(Box::new(move || a.checked_mul(&b).map(drop)))
}

fn determinant(engine: &Engine, n: usize) -> Result<Operation> {
    let a = Matrix::random(&Zn::on(engine, MERSENNE)?, n, n, &mut seeded(n as u64))?;
    Ok(Box::new(move || a.det().map(drop)))
}

fn determinant_over_z(engine: &Engine, n: usize) -> Result<Operation> {
    let entries = Distribution::Signed(BITS);
    let a = Matrix::random_with(&Integers::on(engine), [n, n], &entries, &mut seeded(n as u64))?;
    Ok(Box::new(move || a.det().map(drop)))
}

fn poly_matrix_product(engine: &Engine, n: usize) -> Result<Operation> {
    let (ring, mut random) = (Zn::on(engine, MERSENNE)?, seeded(n as u64));
    let (a, b) = (PolyMatrix::random(&ring, 8, 8, n, &mut random), PolyMatrix::random(&ring, 8, 8, n, &mut random));
    Ok(Box::new(move || a.checked_mul(&b).map(drop)))
}
