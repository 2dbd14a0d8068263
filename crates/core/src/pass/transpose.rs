//! Out-of-place transposition of matrices of words, in tiles of eight by eight: each cache line is read and written
//! whole.

use crate::{
    cpu::{self, Target},
    lengths::runs_within,
    simd::{self, Eight, Pair, Portable, Vectors, prefetch},
};

tested! {
    /// Numbers of rows and columns of a tile.
    const TILE: usize = 8;
}

/// Runs a loop with the vectors that this target has.
macro_rules! run {
    ($target:ident, $f:ident $(, $x:ident $(= $value:expr)?)*) => {
        if ($target & cpu::present()).contains(Wide::NEEDS) {
            simd::run!(Wide::get(), $f $(, $x $(= $value)?)*);
        } else {
            simd::run!(Pair::<Portable>::get(), $f $(, $x $(= $value)?)*);
        }
    };
}

#[cfg(all(target_arch = "x86_64", not(polymod_avx2)))]
type Wide = crate::simd::Avx512;
#[cfg(any(not(target_arch = "x86_64"), polymod_avx2))]
type Wide = Pair<Portable>;

/// to[j·`strides[1]` + i] = from[i·`strides[0]` + j] for the i < rows and j < cols of `sides`; other words of `to` stay.
///
/// # Panics
/// If a slice is too short, or a stride is less than a row.
pub fn transpose(target: Target, from: &[u64], to: &mut [u64], strides: [usize; 2], [rows, cols]: [usize; 2]) {
    if rows == 0 || cols == 0 {
        return;
    }
    assert!(strides[0] >= cols && strides[1] >= rows, "rows do not overlap");
    let within =
        runs_within(0, [rows, strides[0], cols], from.len()) && runs_within(0, [cols, strides[1], rows], to.len());
    assert!(within, "{rows} rows of {cols} words, {strides:?} apart, of {} words, to {}", from.len(), to.len());
    run!(target, by_tiles, from, to, strides, sides = [rows, cols]);
}

#[inline(always)]
fn by_tiles<S: Eight>(s: S, from: &[u64], to: &mut [u64], strides: [usize; 2], [rows, cols]: [usize; 2]) {
    for j0 in (0..cols).step_by(TILE) {
        for i0 in (0..rows).step_by(TILE) {
            let size = [TILE.min(rows - i0), TILE.min(cols - j0)];
            let (from, to) = (&from[i0 * strides[0] + j0..], &mut to[j0 * strides[1] + i0..]);
            if size == [TILE, TILE] {
                let v = transposed(s, |i| &from[i * strides[0]..]);
                for j in 0..TILE {
                    s.store(S::row_mut(&mut to[j * strides[1]..]), v[j]);
                }
                continue;
            }
            let mut v = [s.zero(); TILE];
            for i in 0..size[0] {
                let row = &from[i * strides[0]..][..size[1]];
                v[i] = if size[1] == TILE { s.load(S::row(row)) } else { s.load_part(row) };
            }
            s.transpose(&mut v);
            for j in 0..size[1] {
                let row = &mut to[j * strides[1]..][..size[0]];
                if size[0] == TILE { s.store(S::row_mut(row), v[j]) } else { s.store_part(row, v[j]) }
            }
        }
    }
}

/// The transpose of the beginnings of eight rows; asks for the words behind them.
#[inline(always)]
fn transposed<'a, S: Eight>(s: S, row: impl Fn(usize) -> &'a [u64]) -> [S::U; TILE] {
    let mut v = [s.zero(); TILE];
    for i in 0..TILE {
        let row = row(i);
        v[i] = s.load(S::row(row));
        prefetch(row, TILE);
    }
    s.transpose(&mut v);
    v
}

/// to[j·stride + i] = rows[i][at + j] for j < cols, at most eight: a few columns of rows anywhere in memory.
///
/// # Panics
/// If the rows or `to` are too short, or for more columns.
pub fn columns_of(target: Target, rows: &[&mut [u64]], [at, cols]: [usize; 2], to: &mut [u64], stride: usize) {
    let there = stride >= rows.len() && runs_within(0, [cols, stride, rows.len()], to.len());
    assert!(cols <= TILE && at.checked_add(TILE).is_some() && there, "{cols} columns, {stride} apart");
    run!(target, gather, rows, columns = [at, cols], to, stride);
}

#[inline(always)]
fn gather<S: Eight>(s: S, rows: &[&mut [u64]], [at, cols]: [usize; 2], to: &mut [u64], stride: usize) {
    for (i0, rows) in rows.chunks(TILE).enumerate() {
        let to = &mut to[i0 * TILE..];
        if cols == TILE && rows.len() == TILE {
            let v = transposed(s, |i| &rows[i][at..]);
            for j in 0..TILE {
                s.store(S::row_mut(&mut to[j * stride..]), v[j]);
            }
            continue;
        }
        for (i, row) in rows.iter().enumerate() {
            for (j, x) in row[at..at + cols].iter().enumerate() {
                to[j * stride + i] = *x;
            }
        }
    }
}

/// Undoes [`columns_of`]: rows[i][at + j] = from[j·stride + i].
///
/// # Panics
/// If the rows or `from` are too short, or for more than eight columns.
pub fn to_columns(target: Target, from: &[u64], stride: usize, rows: &mut [&mut [u64]], [at, cols]: [usize; 2]) {
    let there = stride >= rows.len() && runs_within(0, [cols, stride, rows.len()], from.len());
    assert!(cols <= TILE && at.checked_add(TILE).is_some() && there, "{cols} columns, {stride} apart");
    run!(target, scatter, from, stride, rows, columns = [at, cols]);
}

#[inline(always)]
fn scatter<S: Eight>(s: S, from: &[u64], stride: usize, rows: &mut [&mut [u64]], [at, cols]: [usize; 2]) {
    for (i0, rows) in rows.chunks_mut(TILE).enumerate() {
        let from = &from[i0 * TILE..];
        if cols == TILE && rows.len() == TILE {
            let v = transposed(s, |j| &from[j * stride..]);
            for i in 0..TILE {
                s.store(S::row_mut(&mut rows[i][at..]), v[i]);
            }
            continue;
        }
        for (i, row) in rows.iter_mut().enumerate() {
            for (j, x) in row[at..at + cols].iter_mut().enumerate() {
                *x = from[j * stride + i];
            }
        }
    }
}
