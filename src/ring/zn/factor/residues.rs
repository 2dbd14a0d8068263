//! Residues modulo a short polynomial over Z/p, and the Frobenius map on them.

use super::words::trim;
use crate::{
    arith::Modulus,
    ring::{
        Zn,
        zn::{
            short_divisor::Short,
            words::{Accumulator, Triple},
        },
    },
};
use std::cell::OnceCell;

/// Residues modulo a monic polynomial of degree d ≥ 1: vectors of d coefficients.
pub struct Residues<'a> {
    pub zn: &'a Zn,
    short: Short,
    pub degree: usize,
}

impl<'a> Residues<'a> {
    /// None where the kernels do not take the polynomial.
    pub fn new(zn: &'a Zn, f: &[u64]) -> Option<Self> {
        Some(Residues { zn, short: Short::new(zn, f)?, degree: f.len() - 1 })
    }

    pub fn modulus(&self) -> Modulus {
        self.zn.modulus()
    }

    /// a·b.
    pub fn product(&self, a: &[u64], b: &[u64]) -> Vec<u64> {
        let mut out = vec![0; self.degree];
        self.short.multiply(&mut out, a, b);
        out
    }

    /// (x + c)^e, e > 0.
    pub fn linear_power(&self, c: u64, e: u64) -> Vec<u64> {
        let (most, mut power) = (self.degree as u64 - 1, vec![0; self.degree]);
        let length = |x: u64| u64::BITS - x.leading_zeros();
        // powers of x below d are known
        let above = |bit: u32| e.checked_shr(bit).unwrap_or(0);
        let mut rest = if c == 0 { length(e).saturating_sub(length(most)) } else { length(e) };
        rest += u32::from(c == 0 && above(rest) > most);
        power[above(rest) as usize] = 1;
        for bit in (0..rest).rev() {
            if above(bit + 1) > 0 {
                power = self.product(&power, &power);
            }
            if e >> bit & 1 == 1 {
                self.times_linear(&mut power, c);
            }
        }
        power
    }

    /// a = (x + c)·a.
    fn times_linear(&self, a: &mut [u64], c: u64) {
        let n = self.modulus();
        let top = a[a.len() - 1];
        let mut before = 0;
        for (x, &low) in a.iter_mut().zip(self.short.low()) {
            let kept = *x;
            // x·a has the coefficient before, and x^d is −low
            *x = n.add(n.sub(before, n.mul(top, low)), n.mul(c, kept));
            before = kept;
        }
    }

    /// a^e, e > 0.
    pub fn power(&self, a: &[u64], e: u64) -> Vec<u64> {
        let mut power = a.to_vec();
        for bit in (0..e.ilog2()).rev() {
            power = self.product(&power, &power);
            if e >> bit & 1 == 1 {
                power = self.product(&power, a);
            }
        }
        power
    }

    /// a − x^i without leading zeros.
    pub fn less(&self, mut a: Vec<u64>, i: usize) -> Vec<u64> {
        if i < a.len() {
            a[i] = self.modulus().sub(a[i], 1);
        }
        trim(&mut a);
        a
    }
}

/// The map h → h^p.
pub(super) struct Frobenius<'a> {
    pub residues: Residues<'a>,
    /// x^p.
    pub image: Vec<u64>,
    /// Coefficient j of the image of each power of x below d, for all j, from the first application on; empty where powers are computed.
    columns: OnceCell<Vec<u64>>,
    /// The expected number of applications.
    uses: usize,
}

impl<'a> Frobenius<'a> {
    /// The map for at most `uses` applications.
    pub fn new(residues: Residues<'a>, uses: usize) -> Self {
        let image = residues.linear_power(0, residues.zn.n());
        Frobenius { residues, image, columns: OnceCell::new(), uses }
    }

    /// The images of the powers of x, if they take less time than powers.
    fn new_columns(&self) -> Vec<u64> {
        let (d, p) = (self.residues.degree, self.residues.zn.n());
        let steps = p.ilog2() + p.count_ones() - 1;
        if self.uses * steps as usize <= d {
            return Vec::new();
        }
        let mut columns = vec![0; d * d];
        let mut row = vec![0; d];
        row[0] = 1;
        for i in 0..d {
            columns[i..].iter_mut().step_by(d).zip(&row).for_each(|(to, x)| *to = *x);
            if i == 0 {
                row.clone_from(&self.image);
            } else if i + 1 < d {
                row = self.residues.product(&row, &self.image);
            }
        }
        columns
    }

    /// h^p.
    pub fn apply(&self, h: &[u64]) -> Vec<u64> {
        let (n, d) = (self.residues.modulus(), self.residues.degree);
        let columns = self.columns.get_or_init(|| self.new_columns());
        if columns.is_empty() {
            return self.residues.power(h, n.n());
        }
        match 2 * n.bits() + crate::bits::ceil_log2(d) {
            0..=64 => combined::<u64>(n, columns, h),
            65..=128 => combined::<u128>(n, columns, h),
            _ => combined::<Triple>(n, columns, h),
        }
    }
}

/// The sums of products of each column by h.
#[inline(always)]
fn combined<A: Accumulator>(n: Modulus, columns: &[u64], h: &[u64]) -> Vec<u64> {
    let sum = |column: &[u64]| column.iter().zip(h).fold(A::default(), |s, (&x, &y)| s.add(x, y)).reduce(n);
    columns.chunks_exact(h.len()).map(sum).collect()
}
