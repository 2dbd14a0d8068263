//! A sparse linear system modulo a prime, by matrix–vector products alone: block Wiedemann.
//!
//! For random blocks U and V the series S = Σ U·A^k·V·x^k = U·(1 − xA)^(−1)·V is a matrix fraction, P·S = Q, and in general det P
//! is a constant times det(1 − xA). Its coefficients are those of the characteristic polynomial, with which A·y = b is solved. An
//! approximant basis of the matrix with S above −1 gives P and Q of least degrees. (Coppersmith 1994, "Solving homogeneous linear
//! equations over GF(2) via block Wiedemann algorithm", Math. Comp. 62; Villard 1997, "Further analysis of Coppersmith's block
//! Wiedemann algorithm", ISSAC.)
//!
//! `cargo run --release --example block_wiedemann`

use polymod::{Distribution, Matrix, Poly, PolyMatrix, Zn};
use rand_chacha::{ChaCha20Rng, rand_core::SeedableRng};

const P: u64 = 998_244_353;
/// Rows of the matrix, and vectors per block.
const N: usize = 600;
const BLOCK: usize = 4;

/// Entries by row: column and value.
type Sparse = Vec<Vec<(usize, u64)>>;

/// Random vectors of N residues.
fn vectors(f: &Zn, count: usize, random: &mut ChaCha20Rng) -> Result<Vec<Vec<u64>>, polymod::Error> {
    let all = Matrix::random(f, count, N, random)?;
    Ok((0..count).map(|i| f.words(all.row(i)).to_vec()).collect())
}

fn times(a: &Sparse, v: &[u64]) -> Vec<u64> {
    a.iter().map(|row| row.iter().fold(0, |sum, &(j, c)| (sum + c * v[j]) % P)).collect()
}

fn dot(u: &[u64], v: &[u64]) -> u64 {
    u.iter().zip(v).fold(0, |sum, (x, y)| (sum + x * y) % P)
}

/// The entries of S, one coefficient for each power of A.
fn sequence(a: &Sparse, left: &[Vec<u64>], right: &[Vec<u64>], len: usize) -> Vec<Vec<u64>> {
    let mut entries = vec![Vec::new(); BLOCK * BLOCK];
    for (j, v) in right.iter().enumerate() {
        let mut v = v.clone();
        for _ in 0..len {
            for (i, u) in left.iter().enumerate() {
                entries[i * BLOCK + j].push(dot(u, &v));
            }
            v = times(a, &v);
        }
    }
    entries
}

fn main() -> Result<(), polymod::Error> {
    let f = Zn::new(P)?;
    let mut random = ChaCha20Rng::seed_from_u64(1);
    // in each row four entries at random columns, and one on the diagonal
    let columns = Matrix::random_with(&f, [N, 4], &Distribution::below(&[N as u64]), &mut random)?;
    let values = Matrix::random(&f, N, 5, &mut random)?;
    let column = |i: usize, k: usize| if k < 4 { columns.get(i, k) as usize } else { i };
    let a: Sparse = (0..N).map(|i| (0..5).map(|k| (column(i, k), values.get(i, k))).collect()).collect();
    let (left, right) = (vectors(&f, BLOCK, &mut random)?, vectors(&f, BLOCK, &mut random)?);

    // S above −1: relations are rows [P | Q]
    let order = 2 * N.div_ceil(BLOCK) + 2;
    let series = sequence(&a, &left, &right, order);
    let stacked = PolyMatrix::from_fn(&f, 2 * BLOCK, BLOCK, |i, j| match i.checked_sub(BLOCK) {
        None => Poly::new(&f, series[i * BLOCK + j].iter().copied()),
        Some(i) if i == j => Poly::from_i64(&f, &[-1]),
        Some(_) => Poly::zero(&f),
    })?;
    // the fraction is proper: rows of Q have lower degree than those of P
    let shift: Vec<i64> = (0..2 * BLOCK).map(|j| i64::from(j >= BLOCK)).collect();
    // ANCHOR: core
    let basis = stacked.approximant_basis(order, &shift)?;
    let degrees = basis.row_degrees(&shift)?;
    let mut shortest: Vec<usize> = (0..2 * BLOCK).collect();
    shortest.sort_by_key(|&i| degrees[i]);
    let generator = basis.select_rows(&shortest[..BLOCK]).part(0..BLOCK, 0..BLOCK);

    // det(1 − xA), whose constant coefficient is 1
    let det = generator.det()?;
    // ANCHOR_END: core
    let det = det.scale(&f.modulus().inv(det.coeff(0))?);
    assert_eq!(det.degree(), Some(N), "the generator finds all of the characteristic polynomial");
    println!("generator of degree {:?}, characteristic polynomial of degree {N}", generator.degree());

    // A^N + d_1·A^(N − 1) + … + d_N = 0, so that y = −(A^(N − 1) + d_1·A^(N − 2) + …)·b/d_N solves A·y = b
    let b = vectors(&f, 1, &mut random)?.remove(0);
    let (mut power, mut sum) = (b.clone(), vec![0; N]);
    for i in (0..N).rev() {
        let d = det.coeff(i);
        sum.iter_mut().zip(&power).for_each(|(s, x)| *s = (*s + d * x) % P);
        power = times(&a, &power);
    }
    let factor = P - f.modulus().inv(det.coeff(N))?;
    let y: Vec<u64> = sum.iter().map(|s| s * factor % P).collect();
    assert_eq!(times(&a, &y), b, "A·y = b");
    println!("solved a system of {N} equations, {} entries", a.iter().map(Vec::len).sum::<usize>());
    Ok(())
}
