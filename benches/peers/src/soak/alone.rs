//! The same by two engines: other instruction sets, one thread against two, and other algorithms.

use polymod::core::arith::FermatPrime;
use polymod::poly::Part;
use polymod::ring::{Coeffs, Convolve, Direct};
use polymod::rug::Integer;
use polymod::{Dft, Engine, Error, F2, GeneralizedFermat, Gf2k, Integers, Matrix, Poly, PolyMatrix, Wrap, Zn, ZnBig};

use super::draw::Draw;
use super::ours::{coefficients, divide, elements, failed, multiply};
use super::{CHOSEN, Subject, Verdict, same, subject};

const ORACLE: &str = "polymod on another engine";

pub const SUBJECTS: &[Subject] = &[
    subject("mul", "gf2^k", ORACLE, 3, |d| gf2k(d, product)),
    subject("mul", "gfpf", ORACLE, 3, |d| gfpf(d, product)),
    subject("mul", "gf2", ORACLE, 2, |d| gf2(d, product)),
    subject("mul", "zn", ORACLE, 2, |d| zn(d, product)),
    subject("mul", "zn big", ORACLE, 2, |d| zn_big(d, product)),
    subject("mul", "z", ORACLE, 2, |d| z(d, product)),
    subject("divrem", "gf2^k", ORACLE, 2, |d| gf2k(d, divrem)),
    subject("divrem", "gfpf", ORACLE, 2, |d| gfpf(d, divrem)),
    subject("xgcd", "gf2^k", ORACLE, 2, |d| gf2k(d, xgcd)),
    subject("xgcd", "gfpf", ORACLE, 1, |d| gfpf(d, xgcd)),
    subject("xgcd", "gf2", ORACLE, 1, |d| gf2(d, xgcd)),
    subject("inv-series", "gf2^k", ORACLE, 2, |d| gf2k(d, series)),
    subject("inv-series", "gfpf", ORACLE, 2, |d| gfpf(d, series)),
    subject("inv-series", "zn big", ORACLE, 2, |d| zn_big(d, series)),
    subject("solve", "zn", ORACLE, 2, |d| zn(d, solve)),
    subject("solve", "gf2", ORACLE, 2, |d| gf2(d, solve)),
    subject("solve", "gf2^k", ORACLE, 1, |d| gf2k(d, solve)),
    subject("matmul", "gf2^k", ORACLE, 1, |d| gf2k(d, matmul)),
    subject("matmul", "zn big", ORACLE, 1, |d| zn_big(d, matmul)),
    subject("matmul", "z", ORACLE, 1, |d| z(d, matmul)),
    subject("matmul of polynomials", "zn", ORACLE, 2, |d| zn(d, poly_matmul)),
    subject("matmul of polynomials", "gf2^k", ORACLE, 1, |d| gf2k(d, poly_matmul)),
    subject("det of polynomials", "zn", ORACLE, 1, |d| zn(d, poly_det)),
    subject("ntt", "zn", ORACLE, 3, ntt),
];

/// An operation of two engines: rings that differ in their engine alone.
type Two<R> = fn(&mut Draw, [&R; 2]) -> Verdict;

fn on<R>(draw: &mut Draw, make: impl Fn(&Engine) -> Result<R, Error>, run: Two<R>) -> Verdict {
    let (first, second) = (draw.engine(), draw.other_engine());
    let [a, b] = [make(first).map_err(failed)?, make(second).map_err(failed)?];
    run(draw, [&a, &b])
}

fn gf2k(draw: &mut Draw, run: Two<Gf2k>) -> Verdict {
    const FIELDS: [(u32, u128); 8] = [
        (2, 0x7),
        (3, 0xb),
        (8, 0x11b),
        (8, 0x11d),
        (16, 0x1_002d),
        (31, 0x8000_0009),
        (32, 0x1_0040_0007),
        (64, (1 << 64) + 0x1b),
    ];
    let (k, f) = FIELDS[draw.below(FIELDS.len() as u64) as usize];
    on(draw, |e| Gf2k::on(e, k, f), run)
}

fn gfpf(draw: &mut Draw, run: Two<GeneralizedFermat>) -> Verdict {
    const NAMES: [&str; 10] = ["P4", "P8", "P16", "P32", "G2", "G4", "G8", "F4", "F8", "F16"];
    let prime: FermatPrime = NAMES[draw.below(10) as usize].parse().map_err(failed)?;
    on(draw, |e| GeneralizedFermat::on(e, prime), run)
}

fn gf2(draw: &mut Draw, run: Two<F2>) -> Verdict {
    on(draw, |e| Ok(F2::on(e)), run)
}

fn zn(draw: &mut Draw, run: Two<Zn>) -> Verdict {
    let n = draw.modulus();
    on(draw, |e| Zn::on(e, n), run)
}

fn zn_big(draw: &mut Draw, run: Two<ZnBig>) -> Verdict {
    let n = draw.big_modulus(600);
    on(draw, |e| ZnBig::on(e, n.clone()), run)
}

fn z(draw: &mut Draw, run: Two<Integers>) -> Verdict {
    on(draw, |e| Ok(Integers::on(e)), run)
}

/// A vector of random elements, the same in both rings.
fn vector<R: Convolve>(draw: &mut Draw, rings: [&R; 2], len: usize) -> [Coeffs<R>; 2] {
    let packed = rings[0].packed_bits();
    let mut out = rings.map(|r| r.zeros(0));
    let bits = match (packed, width(rings[0])) {
        (0, 1) => 1 + draw.below(200) as u32,
        (0, width) => 64 * width as u32,
        _ => packed as u32,
    };
    for _ in 0..len {
        let x: Integer = if packed > 0 { draw.integer(bits).abs() } else { draw.integer(bits) };
        let (negative, limbs) = (x < 0, x.to_digits::<u64>(polymod::rug::integer::Order::Lsf));
        for (r, v) in rings.iter().zip(&mut out) {
            r.push_limbs(v, negative, &limbs).expect("an element");
        }
    }
    out
}

/// Words of an element, about.
fn width<R: Convolve>(r: &R) -> usize {
    let mut limbs = Vec::new();
    r.limbs(r.collect(&[r.elem(-1)]).view(), 0, &mut limbs);
    limbs.len().max(1)
}

/// A random polynomial, shorter where elements are long.
fn poly<R: Convolve>(draw: &mut Draw, rings: [&R; 2], most: usize) -> [Poly<R>; 2] {
    let len = draw.size((most / width(rings[0])).max(64));
    let [a, b] = vector(draw, rings, len);
    [Poly::from_coeffs(rings[0], a), Poly::from_coeffs(rings[1], b)]
}

fn matrix<R: Convolve>(draw: &mut Draw, rings: [&R; 2], rows: usize, cols: usize) -> Result<[Matrix<R>; 2], String> {
    let [a, b] = vector(draw, rings, rows * cols);
    Ok([Matrix::new(rings[0], rows, cols, a).map_err(failed)?, Matrix::new(rings[1], rows, cols, b).map_err(failed)?])
}

/// Both answers, or both errors: elements of both.
fn both<R: Convolve, T>(
    rings: [&R; 2],
    results: [Result<T, Error>; 2],
    elements: impl Fn(T) -> Vec<R::Elem>,
    shape: &str,
) -> Verdict {
    let [a, b] = results.map(|r| r.map(&elements).map_err(|e| e.to_string()));
    same(&a, &b, || format!("{}, {shape}", rings[0].name()))?;
    Ok(CHOSEN)
}

/// The entries of a matrix.
fn entries<R: Convolve>(m: &Matrix<R>) -> Vec<R::Elem> {
    elements(m.ring(), m.entries())
}

fn product<R: Convolve>(draw: &mut Draw, rings: [&R; 2]) -> Verdict {
    let (a, b) = (poly(draw, rings, 3_000), poly(draw, rings, 3_000));
    let (first, name) = multiply(draw, &a[0], &b[0], &Part::All)?;
    let (second, other) = multiply(draw, &a[1], &b[1], &Part::All)?;
    let shape = format!("{} by {} coefficients, {name} and {other}", a[0].len(), b[0].len());
    both(rings, [Ok(first), Ok(second)], |p| coefficients(&p), &shape)?;
    Ok(name)
}

fn divrem<R: Convolve>(draw: &mut Draw, rings: [&R; 2]) -> Verdict {
    let (a, b) = (poly(draw, rings, 2_000), poly(draw, rings, 1_000));
    let (first, name) = divide(draw, &a[0], &b[0])?;
    let (second, other) = divide(draw, &a[1], &b[1])?;
    let shape = format!("{} by {} coefficients, {name} and {other}", a[0].len(), b[0].len());
    if let Ok((q, r)) = &first {
        let back = &(q * &b[0]) + r;
        same(&coefficients(&back), &coefficients(&a[0]), || format!("{}, q·b + r, {shape}", rings[0].name()))?;
    }
    both(rings, [first, second], |(q, r)| [coefficients(&q), coefficients(&r)].concat(), &shape)?;
    Ok(name)
}

fn xgcd<R: Convolve + Direct>(draw: &mut Draw, rings: [&R; 2]) -> Verdict {
    let (a, b, c) = (poly(draw, rings, 300), poly(draw, rings, 300), poly(draw, rings, 150));
    let [x, y] = [0, 1].map(|i| (&a[i] * &c[i], &b[i] * &c[i]));
    let shape = format!("{} and {} coefficients", x.0.len(), x.1.len());
    let first = x.0.xgcd(&x.1);
    if let Ok(found) = &first {
        let back = &(&found.s * &x.0) + &(&found.t * &x.1);
        same(&coefficients(&back), &coefficients(&found.g), || format!("{}, s·a + t·b, {shape}", rings[0].name()))?;
    }
    let parts = |f: polymod::poly::Bezout<R>| [&f.g, &f.s, &f.t].map(coefficients).concat();
    both(rings, [first, y.0.xgcd(&y.1)], parts, &shape)
}

fn series<R: Convolve>(draw: &mut Draw, rings: [&R; 2]) -> Verdict {
    let (a, terms) = (poly(draw, rings, 1_000), draw.size((1_000 / width(rings[0])).max(64)));
    let shape = format!("{} coefficients, {terms} terms", a[0].len());
    let first = a[0].inv_series(terms);
    if let Ok(inverse) = &first {
        let one = a[0].mul_low(inverse, terms).map_err(failed)?;
        same(&coefficients(&one), &vec![rings[0].one()], || format!("{}, a·(1/a), {shape}", rings[0].name()))?;
    }
    both(rings, [first, a[1].inv_series(terms)], |p| coefficients(&p), &shape)
}

fn solve<R: Convolve + Direct>(draw: &mut Draw, rings: [&R; 2]) -> Verdict {
    let [rows, cols, right] = [draw.size(60), draw.size(60), draw.size(8)];
    let (a, b) = (matrix(draw, rings, rows, cols)?, matrix(draw, rings, rows, right)?);
    let shape = format!("{rows} by {cols}, {right} right sides");
    let first = a[0].solve(&b[0]);
    if let Ok(x) = &first {
        let back = a[0].checked_mul(x).map_err(failed)?;
        same(&entries(&back), &entries(&b[0]), || format!("{}, A·X, {shape}", rings[0].name()))?;
    }
    both(rings, [first, a[1].solve(&b[1])], |x| entries(&x), &shape)
}

fn matmul<R: Convolve>(draw: &mut Draw, rings: [&R; 2]) -> Verdict {
    let most = if width(rings[0]) > 1 { 16 } else { 50 };
    let [rows, inner, cols] = [draw.size(most), draw.size(most), draw.size(most)];
    let (a, b) = (matrix(draw, rings, rows, inner)?, matrix(draw, rings, inner, cols)?);
    let results = [a[0].checked_mul(&b[0]), a[1].checked_mul(&b[1])];
    both(rings, results, |x| entries(&x), &format!("{rows} by {inner} by {cols}"))
}

fn poly_matrix<R: Convolve>(
    draw: &mut Draw,
    rings: [&R; 2],
    rows: usize,
    cols: usize,
    len: usize,
) -> Result<[PolyMatrix<R>; 2], String> {
    let (mut first, mut second) = (Vec::new(), Vec::new());
    for _ in 0..rows * cols {
        let [a, b] = poly(draw, rings, len);
        first.push(a);
        second.push(b);
    }
    let make = |r: &R, entries| PolyMatrix::new(r, rows, cols, entries).map_err(failed);
    Ok([make(rings[0], first)?, make(rings[1], second)?])
}

fn poly_matmul<R: Convolve>(draw: &mut Draw, rings: [&R; 2]) -> Verdict {
    let [rows, inner, cols, len] = [draw.size(6), draw.size(6), draw.size(6), draw.size(100)];
    let (a, b) = (poly_matrix(draw, rings, rows, inner, len)?, poly_matrix(draw, rings, inner, cols, len)?);
    let results = [a[0].checked_mul(&b[0]), a[1].checked_mul(&b[1])];
    let all = |m: PolyMatrix<R>| {
        m.entries().iter().flat_map(|p| [vec![rings[0].elem(p.len() as i64)], coefficients(p)].concat()).collect()
    };
    both(rings, results, all, &format!("{rows} by {inner} by {cols}, {len} coefficients"))
}

fn poly_det<R: Convolve + Direct>(draw: &mut Draw, rings: [&R; 2]) -> Verdict {
    let [rows, len] = [draw.size(6), draw.size(40)];
    let a = poly_matrix(draw, rings, rows, rows, len)?;
    both(rings, [a[0].det(), a[1].det()], |x| coefficients(&x), &format!("{rows} rows, {len} coefficients"))
}

fn ntt(draw: &mut Draw) -> Verdict {
    let p = draw.prime();
    let len = draw.size((p - 1).clamp(1, 1 << 12) as usize);
    let zn = |engine| Zn::on(engine, p).map_err(failed);
    let rings = [&zn(draw.engine())?, &zn(draw.other_engine())?];
    let a = vector(draw, rings, len);
    let by = |i: usize| -> Result<Vec<u64>, Error> {
        let dft = Dft::new(rings[i], len, Wrap::Cyclic)?;
        let values = dft.forward(a[i].view())?;
        let back = dft.inverse(values.view())?;
        assert_eq!(elements(rings[i], back.view()), elements(rings[i], a[i].view()), "back");
        Ok(elements(rings[i], values.view()))
    };
    both(rings, [by(0), by(1)], |x| x, &format!("length {len}"))
}
