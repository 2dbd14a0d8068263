//! Hermite forms modulo a number.
//!
//! A lattice L of rows with d·Z^n in it has a form that is found modulo d. If d is a multiple of its determinant, then d/h serves after a pivot h, as the
//! vectors of L that begin with a zero have the determinant over h (Domich, Kannan, Trotter 1987, "Hermite normal form computation using modulo determinant
//! arithmetic"; Cohen 1993, "A Course in Computational Algebraic Number Theory", algorithm 2.4.8). Otherwise the row of the pivot times d/h, which begins
//! with a zero modulo d, is kept (Storjohann 2000, "Algorithms for matrix canonical forms", section 4).

use super::{Row, Rows};
use crate::{Result, engine::Context};
use rug::Integer;

/// A positive number d with d·Z^n in a lattice.
pub enum Multiple {
    /// A multiple of its determinant.
    OfDeterminant(Integer),
    /// A multiple of the exponent of the quotient.
    OfExponent(Integer),
}

/// The Hermite form, without zero rows, of the lattice that rows of this length and d times the unit vectors generate.
pub fn triangular(mut rows: Rows, length: usize, d: Multiple, cx: Context<'_>) -> Result<Rows> {
    let (mut modulus, shrinks) = match d {
        Multiple::OfDeterminant(d) => (d, true),
        Multiple::OfExponent(d) => (d, false),
    };
    let mut form = Rows::with_capacity(length);
    rows.iter_mut().flatten().for_each(|x| x.modulo_mut(&modulus));
    for k in 0..length {
        cx.check()?;
        let row = match eliminate(&mut rows, k, &modulus) {
            Some(p) => rows.remove(p),
            None => vec![Integer::new(); length],
        };
        let (pivot, factor, _) = row[k].clone().extended_gcd(modulus.clone(), Integer::new());
        let cofactor = Integer::from(modulus.div_exact_ref(&pivot));
        let mut own = times(&row, &factor, &modulus);
        if pivot != 1 && shrinks {
            modulus = cofactor;
            let below = rows.iter_mut().flat_map(|row| &mut row[k + 1..]);
            below.chain(&mut own[k + 1..]).for_each(|x| x.modulo_mut(&modulus));
        } else if pivot != 1 {
            rows.push(times(&row, &cofactor, &modulus));
        }
        own[k] = pivot;
        form.push(own);
    }
    for i in (0..length).rev() {
        cx.check()?;
        let (above, below) = form.split_at_mut(i + 1);
        reduce(&mut above[i], below, i + 1);
    }
    Ok(form)
}

/// Reduces a row by the rows of a form whose pivots are in the columns from this one on.
pub(super) fn reduce(row: &mut Row, form: &[Row], from: usize) {
    for (j, other) in (from..).zip(form) {
        let (quotient, rest) = row[j].clone().div_rem_floor(other[j].clone());
        row[j] = rest;
        if quotient != 0 {
            let others = row[j + 1..].iter_mut().zip(&other[j + 1..]);
            others.filter(|(_, y)| **y != 0).for_each(|(x, y)| *x -= &quotient * y);
        }
    }
}

/// A multiple of a row modulo `modulus`.
fn times(row: &Row, factor: &Integer, modulus: &Integer) -> Row {
    row.iter().map(|x| Integer::from(x * factor).modulo(modulus)).collect()
}

/// Makes column k zero in all rows but one, by unimodular operations modulo `modulus`; the number of that row, or none where all are zero.
fn eliminate(rows: &mut Rows, k: usize, modulus: &Integer) -> Option<usize> {
    let mut pivot: Option<usize> = None;
    for i in 0..rows.len() {
        if rows[i][k] == 0 {
            continue;
        }
        let Some(p) = pivot else {
            // a unit becomes 1, which divides all others
            if let Ok(inverse) = rows[i][k].clone().invert(modulus) {
                rows[i][k..].iter_mut().for_each(|x| {
                    *x *= &inverse;
                    x.modulo_mut(modulus);
                });
            }
            pivot = Some(i);
            continue;
        };
        let [own, other] = rows.get_disjoint_mut([p, i]).expect("two rows");
        combine(&mut own[k..], &mut other[k..], modulus);
    }
    pivot
}

/// Makes the first entry of the second row zero, and that of the first the greatest common divisor of both.
fn combine(own: &mut [Integer], other: &mut [Integer], modulus: &Integer) {
    let reduced = |x: Integer| if x < 0 || x >= *modulus { x.modulo(modulus) } else { x };
    if other[0].is_divisible(&own[0]) {
        let factor = Integer::from(other[0].div_exact_ref(&own[0]));
        for (x, y) in own.iter().zip(other).filter(|(x, _)| **x != 0) {
            *y -= &factor * x;
            *y = reduced(std::mem::take(y));
        }
        return;
    }
    let (divisor, s, t) = own[0].clone().extended_gcd(other[0].clone(), Integer::new());
    let [a, b] = [&own[0], &other[0]].map(|x| Integer::from(x.div_exact_ref(&divisor)));
    for (x, y) in own.iter_mut().zip(other) {
        let mut first = Integer::from(&s * &*x);
        first += &t * &*y;
        let mut second = Integer::from(&a * &*y);
        second -= &b * &*x;
        (*x, *y) = (reduced(first), reduced(second));
    }
}
