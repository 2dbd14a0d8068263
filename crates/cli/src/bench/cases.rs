//! What `bench` times: operations of the library on random operands, the same on every machine.

use crate::random::seeded;
use polymod::{
    AnyRing, Dft, Distribution, Matrix, Poly, PolyMatrix, Result, Ring, Wrap,
    ring::{Coeffs, Convolve, Integers},
};

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
    /// Makes the operands of a size over the ring.
    pub make: fn(&AnyRing, usize) -> Result<Operation>,
}

/// Bits of coefficients and entries over Z.
const BITS: u32 = 256;

const LONG: &[usize] = &[1 << 8, 1 << 10, 1 << 12, 1 << 14, 1 << 16, 1 << 18];
const SHORTER: &[usize] = &[1 << 8, 1 << 10, 1 << 12, 1 << 14];
const POINTS: &[usize] = &[1 << 6, 1 << 8, 1 << 10, 1 << 13];
const ROWS: &[usize] = &[32, 64, 128, 256, 384, 512];

/// All cases, those of one operation together.
pub const CASES: &[Case] = &[
    Case { operation: "product", ring: "zn:998244353", sizes: LONG, threads: false, make: product },
    Case { operation: "product", ring: "zn:2^61-1", sizes: LONG, threads: true, make: product },
    Case { operation: "product", ring: "zn:2^255-19", sizes: SHORTER, threads: false, make: product },
    Case { operation: "product", ring: "z", sizes: SHORTER, threads: false, make: product },
    Case { operation: "product", ring: "gf2", sizes: LONG, threads: false, make: product },
    Case { operation: "product", ring: "gf2^8:0x11b", sizes: SHORTER, threads: false, make: product },
    // a prime of 62 bits with roots of unity of order 2^25
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

/// Random polynomials of n coefficients: integers of both signs over Z, any elements of a finite ring.
fn polynomials(ring: &AnyRing, n: usize) -> Result<[Poly<AnyRing>; 2]> {
    let mut random = seeded(n as u64);
    let mut operand = || match ring.downcast_ref::<Integers>() {
        Some(_) => Poly::random_with(ring, n, &Distribution::Signed(BITS), &mut random),
        None => Ok(Poly::random(ring, n, &mut random)),
    };
    Ok([operand()?, operand()?])
}

/// Different elements of Z/n for n above 2^60.
fn words(ring: &AnyRing, count: usize) -> Coeffs<AnyRing> {
    ring.collect(&(1..=count as i64).map(|i| ring.elem(i.wrapping_mul(0x1e37_79b9_7f4a_7c15))).collect::<Vec<_>>())
}

fn product(ring: &AnyRing, n: usize) -> Result<Operation> {
    let [a, b] = polynomials(ring, n)?;
    Ok(Box::new(move || a.checked_mul(&b).map(drop)))
}

fn transform(ring: &AnyRing, n: usize) -> Result<Operation> {
    let zn = ring.as_zn().expect("Z/n for n of one word");
    let dft = Dft::new(zn, n, Wrap::Cyclic)?;
    let mut values = words(ring, n).words().to_vec();
    Ok(Box::new(move || dft.forward_slice(&mut values)))
}

fn divrem(ring: &AnyRing, n: usize) -> Result<Operation> {
    let ([long, _], [divisor, _]) = (polynomials(ring, 2 * n - 1)?, polynomials(ring, n)?);
    Ok(Box::new(move || long.div_rem(&divisor).map(drop)))
}

fn gcd(ring: &AnyRing, n: usize) -> Result<Operation> {
    let [a, b] = polynomials(ring, n)?;
    Ok(Box::new(move || a.gcd(&b).map(drop)))
}

/// A polynomial of n coefficients, n different points, and the values there.
pub fn at_points(ring: &AnyRing, n: usize) -> Result<(Poly<AnyRing>, [Coeffs<AnyRing>; 2])> {
    let ([a, _], points) = (polynomials(ring, n)?, words(ring, n));
    let values = a.eval_each(points.view())?;
    Ok((a, [points, values]))
}

fn evaluation(ring: &AnyRing, n: usize) -> Result<Operation> {
    let (a, [points, _]) = at_points(ring, n)?;
    Ok(Box::new(move || a.eval_each(points.view()).map(drop)))
}

fn interpolation(ring: &AnyRing, n: usize) -> Result<Operation> {
    let (ring, (_, [points, values])) = (ring.clone(), at_points(ring, n)?);
    Ok(Box::new(move || Poly::interpolate(&ring, points.view(), values.view()).map(drop)))
}

fn factor(ring: &AnyRing, n: usize) -> Result<Operation> {
    let [a, _] = polynomials(ring, n)?;
    Ok(Box::new(move || a.factor().map(drop)))
}

fn matrix_product(ring: &AnyRing, n: usize) -> Result<Operation> {
    let mut random = seeded(n as u64);
    let (a, b) = (Matrix::random(ring, n, n, &mut random)?, Matrix::random(ring, n, n, &mut random)?);
    Ok(Box::new(move || a.checked_mul(&b).map(drop)))
}

fn determinant(ring: &AnyRing, n: usize) -> Result<Operation> {
    let a = Matrix::random(ring, n, n, &mut seeded(n as u64))?;
    Ok(Box::new(move || a.det().map(drop)))
}

/// By Z's own type, whose determinants are computed modulo primes.
fn determinant_over_z(ring: &AnyRing, n: usize) -> Result<Operation> {
    let (z, entries) = (Integers::on(ring.engine()), Distribution::Signed(BITS));
    let a = Matrix::random_with(&z, [n, n], &entries, &mut seeded(n as u64))?;
    Ok(Box::new(move || a.det().map(drop)))
}

fn poly_matrix_product(ring: &AnyRing, n: usize) -> Result<Operation> {
    let mut random = seeded(n as u64);
    let (a, b) = (PolyMatrix::random(ring, 8, 8, n, &mut random), PolyMatrix::random(ring, 8, 8, n, &mut random));
    Ok(Box::new(move || a.checked_mul(&b).map(drop)))
}
