//! Characteristic polynomials of matrices of few rows modulo n: without divisions, or by the vectors v·A^i modulo a prime.
//!
//! Sources: Berkowitz 1984, "On computing the determinant in small parallel time using a small number of processors", n⁴/4 products, on words in
//! registers and on the stack; Krylov 1931, in the form of Danilevsky's and Keller-Gehrig's algorithms: if v, v·A, …, v·A^(n−1) are independent,
//! v·A^n = Σ c_i·v·A^i has one solution, and x^n − Σ c_i·x^i is the characteristic polynomial, as v·x^i ↦ v·A^i is then an isomorphism
//! from Z/p\[x\] modulo it. 4n³/3 products, all of them in sums that are reduced once.

use super::{
    Zn,
    dense_matrices::rows,
    words::{Accumulator, Below, Few, Sums, Triple},
};
use crate::{
    arith::Modulus,
    bits::SplitMix64,
    ring::{Block, Coeffs, Gather, Ring, View},
    scratch::Buf,
};

/// Most rows of one that is computed by principal minors, and whose coefficients a buffer holds in itself.
const FEW: usize = 3;
/// Most rows of a matrix whose characteristic polynomial is computed without divisions.
const ROWS: usize = 8;
/// Most rows of one whose vectors are solved for here.
const MOST: usize = super::small_elimination::MOST;
/// Least modulus for which vectors are hardly ever dependent by chance.
const LARGE: u64 = 1 << 16;

/// Start of the random numbers of the first vector: the same for every matrix, so that results and times are, too.
const SEED: u64 = 1;

impl Zn {
    /// The coefficients of det(x·I − a), the constant one first; `None` for many rows, and for a matrix whose vectors are dependent.
    pub(super) fn small_charpoly(&self, a: Block<'_, Self>) -> Option<Coeffs<Self>> {
        let (n, size) = (self.modulus(), a.rows());
        if size > ROWS {
            return self.charpoly_by_vectors(a);
        }
        if size <= FEW {
            let words = match Sums::of(n, FEW) {
                Sums::Word => few::<u64>(n, a),
                Sums::Below => few::<Below>(n, a),
                Sums::Wide | Sums::Triple => few::<Few>(n, a),
            };
            return Some(Coeffs::from_words(Buf::few(words, size + 1), size + 1, 1));
        }
        let mut out = self.engine().zeroed(size + 1);
        match Sums::of(n, size) {
            Sums::Word => berkowitz::<u64>(n, &mut out, a),
            Sums::Below => berkowitz::<Below>(n, &mut out, a),
            Sums::Wide => berkowitz::<u128>(n, &mut out, a),
            Sums::Triple => berkowitz::<Triple>(n, &mut out, a),
        }
        Some(Coeffs::from_words(out, size + 1, 1))
    }

    fn charpoly_by_vectors(&self, a: Block<'_, Self>) -> Option<Coeffs<Self>> {
        let (n, size) = (self.modulus(), a.rows());
        if size > MOST || n.n() < LARGE || !self.is_field() {
            return None;
        }
        let kernel = self.unpacked_kernel();
        let mut vectors = vec![0; (size + 1) * size];
        // the first vector is of no importance, but those of unit vectors would be dependent for triangular matrices
        let mut random = SplitMix64::new(SEED);
        vectors[..size].iter_mut().for_each(|x| *x = n.reduce(random.word()));
        for i in 0..size {
            let (known, next) = vectors.split_at_mut((i + 1) * size);
            kernel.combine(&mut next[..size], &known[i * size..], rows(a), Gather::Set);
        }
        // Σ c_i·v·A^i = v·A^n, an equation for each column
        let mut columns = vec![0; size * size];
        for (i, vector) in vectors.chunks_exact(size).take(size).enumerate() {
            vector.iter().enumerate().for_each(|(j, &x)| columns[j * size + i] = x);
        }
        let left = Block::new(View::from_words(&columns, size * size, 1), size, size, size);
        let right = Block::new(View::from_words(&vectors[size * size..], size, 1), size, 1, 1);
        let (solution, rank) = self.small_solution(left, right)?;
        if rank < size {
            return None;
        }
        let mut out = self.engine().zeroed(size + 1);
        out.iter_mut().zip(solution.words()).for_each(|(out, &c)| *out = n.neg(c));
        out[size] = 1;
        Some(Coeffs::from_words(out, size + 1, 1))
    }
}

/// The coefficients for at most [`FEW`] rows: sums of principal minors.
#[inline]
fn few<A: Accumulator>(n: Modulus, a: Block<'_, Zn>) -> [u64; FEW + 1] {
    let (words, stride) = (a.view().words(), a.stride());
    match a.rows() {
        0 => [1 % n.n(), 0, 0, 0],
        1 => [n.neg(words[0]), 1, 0, 0],
        2 => {
            let [x, y, z, w] = [words[0], words[1], words[stride], words[stride + 1]];
            let det = A::default().add(x, w).add(n.neg(y), z).reduce(n);
            [det, n.neg(n.add(x, w)), 1, 0]
        }
        _ => {
            let row = |i: usize| [words[i * stride], words[i * stride + 1], words[i * stride + 2]];
            let (x, y, z) = (row(0), row(1), row(2));
            let minor = |x: [u64; 3], y: [u64; 3], [i, j]: [usize; 2]| {
                A::default().add(x[i], y[j]).add(n.neg(x[j]), y[i]).reduce(n)
            };
            let lower = [minor(y, z, [1, 2]), minor(y, z, [0, 2]), minor(y, z, [0, 1])];
            let det = A::default().add(x[0], lower[0]).add(n.neg(x[1]), lower[1]).add(x[2], lower[2]).reduce(n);
            let minors = n.add(n.add(lower[0], minor(x, z, [0, 2])), minor(x, y, [0, 1]));
            let trace = n.add(n.add(x[0], y[1]), z[2]);
            [n.neg(det), minors, n.neg(trace), 1]
        }
    }
}

/// The coefficients by those of the leading parts of the matrix: vectors times Toeplitz matrices with the columns 1, −a_kk, −R·C, −R·M·C, …, for the
/// first k rows and columns M, the row R below them and the column C beside them.
fn berkowitz<A: Accumulator>(n: Modulus, out: &mut [u64], a: Block<'_, Zn>) {
    let (size, stride, a) = (a.rows(), a.stride(), a.view().words());
    let mut columns = [[0; ROWS]; ROWS];
    for i in 0..size {
        a[i * stride..][..size].iter().zip(&mut columns).for_each(|(&x, column)| column[i] = x);
    }
    // from the leading coefficient on; both begin with a 1, which is not stored
    let (mut p, mut toeplitz, mut row) = ([0; ROWS], [0; ROWS], [0; ROWS]);
    p[0] = n.neg(a[0]);
    for k in 1..size {
        toeplitz[0] = n.neg(columns[k][k]);
        row[..k].iter_mut().zip(&columns).for_each(|(x, column)| *x = n.neg(column[k]));
        for (i, x) in toeplitz.iter_mut().enumerate().take(k + 1).skip(1) {
            *x = dot::<A>(n, &row[..k], &columns[k][..k]);
            if i < k {
                let before = row;
                row[..k].iter_mut().zip(&columns).for_each(|(x, column)| *x = dot::<A>(n, &before[..k], &column[..k]));
            }
        }
        // p_j + t_j + Σ p_i·t_(j − 1 − i)
        let before = p;
        p[0] = n.add(before[0], toeplitz[0]);
        for j in 1..=k {
            let pairs = before[..j].iter().zip(toeplitz[..j].iter().rev());
            let sum = pairs.fold(A::default(), |s, (&x, &y)| s.add(x, y)).reduce(n);
            // beyond the degree of the first k rows there is no coefficient
            let own = if j < k { before[j] } else { 0 };
            p[j] = n.add(n.add(own, toeplitz[j]), sum);
        }
    }
    out[size] = 1;
    out.iter_mut().zip(p[..size].iter().rev()).for_each(|(out, &x)| *out = x);
}

/// Σ x_i·y_i; sums of few terms are not worth a loop in vectors.
#[inline(always)]
fn dot<A: Accumulator>(n: Modulus, x: &[u64], y: &[u64]) -> u64 {
    let few = A::Few::default();
    match (x, y) {
        (&[a], &[b]) => few.add(a, b).reduce(n),
        (&[a, c], &[b, d]) => few.add(a, b).add(c, d).reduce(n),
        (&[a, c, e], &[b, d, f]) => few.add(a, b).add(c, d).add(e, f).reduce(n),
        _ => x.iter().zip(y).fold(A::default(), |sum, (&x, &y)| sum.add(x, y)).reduce(n),
    }
}
