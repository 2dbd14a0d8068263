//! LLL reduction of vectors of any size by those of short integers.
//!
//! Long vectors are reduced by their leading digits, beside a unit matrix, which shows the combinations that they are and keeps these short; the vectors
//! are replaced by the same combinations of them, which are shorter, and so on until they are short themselves (van Hoeij, Novocin 2012, "Gradual
//! sub-lattice reduction and a new complexity for factoring polynomials", and the algorithm of FLINT's `ulll`).

use super::{
    Row, Rows,
    basis::Basis,
    matrix_of,
    real::{Pair, Real},
    rows_of,
    words::{self, End, Words},
};
use crate::{Result, engine::Context, ring::Integers};
use rug::Integer;

/// Bits of entries that are reduced as they are.
const SHORT: u32 = 46;
/// Leading bits of long entries that are taken at a time, and the number of bits by which they must become shorter.
const DIGITS: u32 = 36;
const PROGRESS: u32 = 4;
/// Most reductions whose combinations become too long.
const TURNS: usize = 64;

/// Bits of the longest entry.
fn longest(rows: &Rows) -> u32 {
    rows.iter().flatten().map(Integer::significant_bits).max().unwrap_or(0)
}

/// Reduces the vectors; whether all are short now, and reduced as far as doubles show.
pub(super) fn reduce(z: &Integers, basis: &mut Basis, cx: Context<'_>) -> Result<bool> {
    loop {
        let bits = longest(&basis.rows);
        if bits <= SHORT {
            return by_words::<f64>(z, basis, cx);
        }
        if !shorten(z, basis, bits, cx)? {
            return Ok(false);
        }
    }
}

/// Reduces short vectors, with orthogonalizations of this precision and, where it does not suffice, by pairs of doubles; whether that went well.
pub(super) fn by_words<T: Real>(z: &Integers, basis: &mut Basis, cx: Context<'_>) -> Result<bool> {
    let count = |rows: &Rows| if rows.first().is_some_and(|row| !row.is_empty()) { rows.len() } else { 0 };
    for _ in 0..TURNS {
        let width = count(&basis.transform);
        let unit = |i: usize| (0..width).map(|j| f64::from(u8::from(i == j))).collect();
        let given = Words {
            rows: basis.rows.iter().map(|row| row.iter().map(Integer::to_f64).collect()).collect(),
            transform: (0..basis.rows.len()).map(unit).collect(),
            zeros: Vec::new(),
        };
        let (words, end) = with_precision::<T>(given, cx)?;
        basis.rows = integers(&words.rows);
        if width > 0 {
            let zeros = combined(z, &words.zeros, &basis.transform)?;
            basis.transform = combined(z, &words.transform, &basis.transform)?;
            basis.zeros.extend(zeros);
        } else {
            basis.transform.truncate(basis.rows.len());
            basis.zeros.extend(words.zeros.iter().map(|_| Row::new()));
        }
        match end {
            End::Reduced => return Ok(true),
            End::Imprecise => return Ok(false),
            End::Long => {}
        }
    }
    Ok(false)
}

/// Vectors with entries below 2^52, reduced as far as doubles suffice.
pub fn reduced_words(rows: &[Vec<i64>], cx: Context<'_>) -> Result<Vec<Vec<i64>>> {
    let given = rows.iter().map(|row| row.iter().map(|&x| x as f64).collect()).collect();
    let words = Words { rows: given, transform: vec![Vec::new(); rows.len()], zeros: Vec::new() };
    let (words, _) = with_precision::<f64>(words, cx)?;
    Ok(words.rows.iter().map(|row| row.iter().map(|&x| x as i64).collect()).collect())
}

fn with_precision<T: Real>(words: Words, cx: Context<'_>) -> Result<(Words, End)> {
    let (words, end) = words::reduce::<T>(words, cx)?;
    if end == End::Imprecise { words::reduce::<Pair>(words, cx) } else { Ok((words, end)) }
}

fn integers(rows: &[Vec<f64>]) -> Rows {
    rows.iter().map(|row| row.iter().map(|x| Integer::from(*x as i64)).collect()).collect()
}

/// These combinations of the rows.
fn combined(z: &Integers, factors: &[Vec<f64>], rows: &Rows) -> Result<Rows> {
    let width = rows.first().map_or(0, Vec::len);
    let product = matrix_of(z, &integers(factors), rows.len())?.checked_mul(&matrix_of(z, rows, width)?)?;
    Ok(rows_of(&product))
}

/// Shortens vectors, whose entries have `bits` bits, by a reduction of their leading digits. Returns whether they became shorter; otherwise they
/// are unchanged.
fn shorten(z: &Integers, basis: &mut Basis, bits: u32, cx: Context<'_>) -> Result<bool> {
    let (n, shift) = (basis.rows.len(), bits - DIGITS);
    let leading = |x: &Integer| Integer::from(x >> shift).to_f64();
    let is_long = |j: &usize| basis.rows.iter().any(|row| row[*j].significant_bits() > shift);
    let columns: Vec<usize> = (0..basis.rows[0].len()).filter(is_long).collect();
    let row = |i: usize| {
        let unit = (0..n).map(|j| f64::from(u8::from(i == j)));
        unit.chain(columns.iter().map(|&j| leading(&basis.rows[i][j]))).collect()
    };
    let given = Words { rows: (0..n).map(row).collect(), transform: vec![Vec::new(); n], zeros: Vec::new() };
    let (words, _) = with_precision::<f64>(given, cx)?;
    let factors: Vec<Vec<f64>> = words.rows.iter().map(|row| row[..n].to_vec()).collect();
    let rows = combined(z, &factors, &basis.rows)?;
    let shorter = longest(&rows) + PROGRESS <= bits;
    if shorter {
        basis.rows = rows;
        if basis.transform.first().is_some_and(|row| !row.is_empty()) {
            basis.transform = combined(z, &factors, &basis.transform)?;
        }
    }
    Ok(shorter)
}
