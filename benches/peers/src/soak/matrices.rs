//! Matrices over Z/n and Z, against FLINT's `nmod_mat` and `fmpz_mat`.

use polymod::multimodular::{self, Options};
use polymod::{Error, Matrix, Zn};

use super::draw::Draw;
use super::{CHOSEN, Subject, Verdict, same, subject};
use crate::flint::{fmpz::FmpzMat, matrix::NmodMat};
use crate::peer::{IntegerPoly, SquareMatrix};

pub const SUBJECTS: &[Subject] = &[
    subject("matmul", "zn", "FLINT", 4, product),
    subject("det", "zn", "FLINT", 4, det),
    subject("inverse", "zn", "A·A⁻¹ by FLINT", 3, inverse),
    subject("det", "z", "FLINT", 2, det_over_z),
];

fn failed(e: Error) -> String {
    format!("polymod says: {e}")
}

fn matrix(zn: &Zn, n: usize, words: &[u64]) -> Matrix<Zn> {
    Matrix::from_fn(zn, n, n, |i, j| words[i * n + j]).expect("a small matrix")
}

fn product(draw: &mut Draw) -> Verdict {
    let (m, n) = (draw.modulus(), draw.size(150));
    let (a, b, zn) = (draw.residues(m, n * n), draw.residues(m, n * n), draw.zn(m));
    let mut theirs = NmodMat::new(m, n, &vec![0; n * n]);
    theirs.set_product(&NmodMat::new(m, n, &a), &NmodMat::new(m, n, &b));
    let ours = matrix(&zn, n, &a).checked_mul(&matrix(&zn, n, &b)).map_err(failed)?;
    same(&zn.words(ours.entries()).to_vec(), &theirs.entries(), || format!("n = {m}, {n} rows"))?;
    Ok(CHOSEN)
}

/// Entries of a matrix that is often singular.
fn entries(draw: &mut Draw, p: u64, n: usize) -> Vec<u64> {
    let mut a = draw.residues(p, n * n);
    if draw.below(3) == 0 && n > 1 {
        let [from, to] = [0, 1].map(|_| draw.below(n as u64) as usize);
        for j in 0..n {
            a[to * n + j] = a[from * n + j];
        }
    }
    a
}

fn det(draw: &mut Draw) -> Verdict {
    let (p, n) = (draw.prime(), draw.size(100));
    let (a, zn) = (entries(draw, p, n), draw.zn(p));
    let ours = matrix(&zn, n, &a).det().map_err(failed)?;
    same(&ours, &NmodMat::new(p, n, &a).det(), || format!("p = {p}, {n} rows"))?;
    Ok(CHOSEN)
}

fn inverse(draw: &mut Draw) -> Verdict {
    let (p, n) = (draw.prime(), draw.size(60));
    let (a, zn) = (entries(draw, p, n), draw.zn(p));
    let singular = NmodMat::new(p, n, &a).det() == 0;
    match matrix(&zn, n, &a).inverse() {
        Ok(inverse) => {
            let mut identity = NmodMat::new(p, n, &vec![0; n * n]);
            identity.set_product(&NmodMat::new(p, n, &a), &NmodMat::new(p, n, zn.words(inverse.entries())));
            let wanted: Vec<u64> = (0..n * n).map(|i| u64::from(i / n == i % n)).collect();
            same(&identity.entries(), &wanted, || format!("p = {p}, {n} rows"))?;
        }
        Err(e) => same(&true, &singular, || format!("p = {p}, {n} rows: {e}"))?,
    }
    Ok(CHOSEN)
}

fn det_over_z(draw: &mut Draw) -> Verdict {
    let (n, bits, z) = (draw.size(30), draw.size(100) as u32, draw.z());
    let a = draw.integers(bits, n * n);
    let matrix = Matrix::from_fn(&z, n, n, |i, j| a[i * n + j].clone()).map_err(failed)?;
    let ours = multimodular::det(&matrix, &Options::default()).map_err(failed)?.value;
    let theirs = FmpzMat::new(n, &a).det().coefficients().into_iter().next().unwrap_or_default();
    same(&ours, &theirs, || format!("{n} rows of {bits} bits"))?;
    Ok(CHOSEN)
}
