//! More of matrices over Z/n and Z, of any shape, against FLINT's `nmod_mat` and `fmpz_mat`.

use polymod::matrix::DetAlgorithm;
use polymod::multimodular::{self, Options};
use polymod::ring::{Block, Blocks, Ring};
use polymod::rug::Integer;
use polymod::{Error, Integers, Matrix, Zn};

use super::draw::{Draw, words};
use super::ours::{coefficients, elements, failed};
use super::{CHOSEN, Subject, Verdict, same, subject};
use crate::flint::{
    fmpz::FmpzMat,
    more_matrix::{IntegerRectangle, Rectangle},
};
use crate::peer::IntegerPoly;

pub const SUBJECTS: &[Subject] = &[
    subject("matmul", "zn", "FLINT", 5, product),
    subject("rank", "zn", "FLINT", 3, rank),
    subject("nullspace", "zn", "FLINT", 3, nullspace),
    subject("solve", "zn", "FLINT", 3, solve),
    subject("charpoly", "zn", "FLINT", 2, charpoly),
    subject("minpoly", "zn", "FLINT", 2, minpoly),
    subject("det", "zn composite", "det of z by FLINT", 2, det_composite),
    subject("matmul", "z", "FLINT", 2, product_over_z),
    subject("rank", "z", "FLINT", 1, rank_over_z),
    subject("charpoly", "z", "FLINT", 1, charpoly_over_z),
    subject("solve", "z", "A·X by FLINT", 2, solve_over_z),
    subject("nullspace", "z", "A·x by FLINT", 1, nullspace_over_z),
];

fn dense(zn: &Zn, rows: usize, cols: usize, words: &[u64]) -> Result<Matrix<Zn>, String> {
    Matrix::from_fn(zn, rows, cols, |i, j| words[i * cols + j]).map_err(failed)
}

/// Entries of a matrix whose rows are often dependent.
fn entries(draw: &mut Draw, p: u64, rows: usize, cols: usize) -> Vec<u64> {
    let rank = draw.below(rows.min(cols) as u64 + 1) as usize;
    if draw.below(2) == 0 || rank == 0 {
        return draw.residues(p, rows * cols);
    }
    let (a, b) = (draw.residues(p, rows * rank), draw.residues(p, rank * cols));
    Rectangle::new(p, rows, rank, &a).product(&Rectangle::new(p, rank, cols, &b)).entries()
}

/// The product by a random algorithm that applies, and its name.
fn multiply(draw: &mut Draw, a: &Matrix<Zn>, b: &Matrix<Zn>) -> Result<(Matrix<Zn>, &'static str), String> {
    let block = |m: &Matrix<Zn>| m.shape();
    let names: Vec<&'static str> = {
        let (x, y) = (block(a), block(b));
        let (left, right) = (Block::new(a.entries(), x.0, x.1, x.1), Block::new(b.entries(), y.0, y.1, y.1));
        a.ring().engine().enter(|cx| a.ring().block_products(left, right, cx)).iter().map(|w| w.algorithm).collect()
    };
    if names.is_empty() || draw.below(3) == 0 {
        return Ok((a.checked_mul(b).map_err(failed)?, CHOSEN));
    }
    let name = names[draw.below(names.len() as u64) as usize];
    Ok((a.mul_by(b, name).map_err(failed)?, name))
}

fn product(draw: &mut Draw) -> Verdict {
    let (n, [rows, inner, cols]) = (draw.modulus(), [0; 3].map(|_| draw.size(120)));
    let (a, b, zn) = (draw.residues(n, rows * inner), draw.residues(n, inner * cols), draw.zn(n));
    let (ours, algorithm) = multiply(draw, &dense(&zn, rows, inner, &a)?, &dense(&zn, inner, cols, &b)?)?;
    let theirs = Rectangle::new(n, rows, inner, &a).product(&Rectangle::new(n, inner, cols, &b)).entries();
    same(&elements(&zn, ours.entries()), &theirs, || format!("n = {n}, {rows} by {inner} by {cols}, {algorithm}"))?;
    Ok(algorithm)
}

fn rank(draw: &mut Draw) -> Verdict {
    let (p, [rows, cols]) = (draw.prime(), [0; 2].map(|_| draw.size(100)));
    let (a, zn) = (entries(draw, p, rows, cols), draw.zn(p));
    let ours = dense(&zn, rows, cols, &a)?.rank().map_err(failed)?;
    same(&ours, &Rectangle::new(p, rows, cols, &a).rank(), || format!("p = {p}, {rows} by {cols}"))?;
    Ok(CHOSEN)
}

fn nullspace(draw: &mut Draw) -> Verdict {
    let (p, [rows, cols]) = (draw.prime(), [0; 2].map(|_| draw.size(80)));
    let (a, zn) = (entries(draw, p, rows, cols), draw.zn(p));
    let ours = dense(&zn, rows, cols, &a)?.nullspace().map_err(failed)?;
    let what = || format!("p = {p}, {rows} by {cols}");
    let theirs = Rectangle::new(p, rows, cols, &a);
    same(&ours.shape(), &(cols - theirs.rank(), cols), what)?;
    let kernel = elements(&zn, ours.entries());
    same(&Rectangle::new(p, ours.rows(), cols, &kernel).rank(), &ours.rows(), || format!("dependent, {}", what()))?;
    let back = theirs.product(&Rectangle::new(p, cols, ours.rows(), &elements(&zn, ours.transposed().entries())));
    same(&back.entries().iter().all(|&x| x == 0), &true, || format!("A·x, {}", what()))?;
    Ok(CHOSEN)
}

fn solve(draw: &mut Draw) -> Verdict {
    let (p, [rows, cols], right) = (draw.prime(), [0; 2].map(|_| draw.size(80)), draw.size(6));
    let (a, zn) = (entries(draw, p, rows, cols), draw.zn(p));
    let theirs = Rectangle::new(p, rows, cols, &a);
    let b = if draw.below(3) == 0 {
        draw.residues(p, rows * right)
    } else {
        theirs.product(&Rectangle::new(p, cols, right, &draw.residues(p, cols * right))).entries()
    };
    let wanted = Rectangle::new(p, rows, right, &b);
    let what = || format!("p = {p}, {rows} by {cols}, {right} right sides");
    match dense(&zn, rows, cols, &a)?.solve(&dense(&zn, rows, right, &b)?) {
        Err(Error::Inconsistent { .. }) => same(&false, &theirs.can_solve(&wanted), what)?,
        found => {
            let x = elements(&zn, found.map_err(failed)?.entries());
            same(&theirs.product(&Rectangle::new(p, cols, right, &x)).entries(), &b, what)?;
        }
    }
    Ok(CHOSEN)
}

fn charpoly(draw: &mut Draw) -> Verdict {
    let (n, size) = (draw.modulus(), draw.size(40));
    let (a, zn) = (draw.residues(n, size * size), draw.zn(n));
    let ours = dense(&zn, size, size, &a)?.charpoly().map_err(failed)?;
    same(&words(&ours), &Rectangle::new(n, size, size, &a).charpoly(), || format!("n = {n}, {size} rows"))?;
    Ok(CHOSEN)
}

fn minpoly(draw: &mut Draw) -> Verdict {
    let (p, size) = (draw.prime(), draw.size(30));
    let (a, zn) = (entries(draw, p, size, size), draw.zn(p));
    let ours = dense(&zn, size, size, &a)?.minpoly().map_err(failed)?;
    same(&words(&ours), &Rectangle::new(p, size, size, &a).minpoly(), || format!("p = {p}, {size} rows: {a:?}"))?;
    Ok(CHOSEN)
}

fn det_composite(draw: &mut Draw) -> Verdict {
    let (n, size) = (draw.modulus(), draw.size(16));
    let (a, zn) = (draw.residues(n, size * size), draw.zn(n));
    let all: Vec<Integer> = a.iter().map(|&x| Integer::from(x)).collect();
    let theirs = FmpzMat::new(size, &all).det().coefficients().pop().unwrap_or_default() % n;
    let theirs = if theirs < 0 { theirs + n } else { theirs };
    let ours = dense(&zn, size, size, &a)?;
    let what = || format!("n = {n}, {size} rows: {a:?}");
    same(&Integer::from(ours.det().map_err(failed)?), &theirs, what)?;
    let free = ours.det_by(DetAlgorithm::DivisionFree).map_err(failed)?;
    same(&Integer::from(free), &theirs, || format!("division-free, {}", what()))?;
    Ok(CHOSEN)
}

/// Entries over Z of a matrix whose rows are often dependent.
fn integers(draw: &mut Draw, rows: usize, cols: usize, most_bits: usize) -> Vec<Integer> {
    let bits = draw.size(most_bits) as u32;
    let rank = draw.below(rows.min(cols) as u64 + 1) as usize;
    if draw.below(2) == 0 || rank == 0 {
        return draw.integers(bits, rows * cols);
    }
    let (a, b) = (draw.integers(bits, rows * rank), draw.integers(bits, rank * cols));
    IntegerRectangle::new(rows, rank, &a).product(&IntegerRectangle::new(rank, cols, &b)).entries()
}

fn over_z(z: &Integers, rows: usize, cols: usize, a: &[Integer]) -> Result<Matrix<Integers>, String> {
    Matrix::from_fn(z, rows, cols, |i, j| a[i * cols + j].clone()).map_err(failed)
}

fn product_over_z(draw: &mut Draw) -> Verdict {
    let [rows, inner, cols] = [0; 3].map(|_| draw.size(40));
    let (a, b, z) = (integers(draw, rows, inner, 300), integers(draw, inner, cols, 300), draw.z());
    let ours = over_z(&z, rows, inner, &a)?.checked_mul(&over_z(&z, inner, cols, &b)?).map_err(failed)?;
    let theirs = IntegerRectangle::new(rows, inner, &a).product(&IntegerRectangle::new(inner, cols, &b)).entries();
    same(&elements(&z, ours.entries()), &theirs, || format!("{rows} by {inner} by {cols}"))?;
    Ok(CHOSEN)
}

fn rank_over_z(draw: &mut Draw) -> Verdict {
    let [rows, cols] = [0; 2].map(|_| draw.size(24));
    let (a, z) = (integers(draw, rows, cols, 100), draw.z());
    let ours = multimodular::rank(&over_z(&z, rows, cols, &a)?, &Options::default()).map_err(failed)?.value;
    same(&ours, &IntegerRectangle::new(rows, cols, &a).rank(), || format!("{rows} by {cols}: {a:?}"))?;
    Ok(CHOSEN)
}

fn charpoly_over_z(draw: &mut Draw) -> Verdict {
    let size = draw.size(16);
    let (a, z) = (integers(draw, size, size, 100), draw.z());
    let ours = multimodular::charpoly(&over_z(&z, size, size, &a)?, &Options::default()).map_err(failed)?.value;
    let theirs = IntegerRectangle::new(size, size, &a).charpoly();
    same(&coefficients(&ours), &theirs, || format!("{size} rows: {a:?}"))?;
    Ok(CHOSEN)
}

fn solve_over_z(draw: &mut Draw) -> Verdict {
    let ([rows, cols], right) = ([0; 2].map(|_| draw.size(16)), draw.size(3));
    let (a, z) = (integers(draw, rows, cols, 80), draw.z());
    let theirs = IntegerRectangle::new(rows, cols, &a);
    let b = if draw.below(3) == 0 {
        integers(draw, rows, right, 60)
    } else {
        theirs.product(&IntegerRectangle::new(cols, right, &integers(draw, cols, right, 60))).entries()
    };
    let what = || format!("{rows} by {cols}: {a:?}; {b:?}");
    match multimodular::solve(&over_z(&z, rows, cols, &a)?, &over_z(&z, rows, right, &b)?, &Options::default()) {
        Err(Error::Inconsistent { .. }) => {
            let wider: Vec<Integer> = (0..rows)
                .flat_map(|i| [&a[i * cols..(i + 1) * cols], &b[i * right..(i + 1) * right]].concat())
                .collect();
            let both = IntegerRectangle::new(rows, cols + right, &wider).rank();
            same(&(both > theirs.rank()), &true, || format!("a solution exists, {}", what()))?;
        }
        found => {
            let (x, d) = found.map_err(failed)?.value;
            let x = IntegerRectangle::new(cols, right, &elements(&z, x.entries()));
            let wanted: Vec<Integer> = b.iter().map(|x| Integer::from(x * &d)).collect();
            same(&theirs.product(&x).entries(), &wanted, what)?;
        }
    }
    Ok(CHOSEN)
}

fn nullspace_over_z(draw: &mut Draw) -> Verdict {
    let [rows, cols] = [0; 2].map(|_| draw.size(14));
    let (a, z) = (integers(draw, rows, cols, 60), draw.z());
    let theirs = IntegerRectangle::new(rows, cols, &a);
    let ours = multimodular::nullspace(&over_z(&z, rows, cols, &a)?, &Options::default()).map_err(failed)?.value;
    let what = || format!("{rows} by {cols}: {a:?}");
    same(&ours.shape(), &(cols - theirs.rank(), cols), what)?;
    let kernel = elements(&z, ours.entries());
    same(&IntegerRectangle::new(ours.rows(), cols, &kernel).rank(), &ours.rows(), what)?;
    let across = elements(&z, ours.transposed().entries());
    let back = theirs.product(&IntegerRectangle::new(cols, ours.rows(), &across)).entries();
    same(&back.iter().all(Integer::is_zero), &true, what)?;
    Ok(CHOSEN)
}
