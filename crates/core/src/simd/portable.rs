//! Vectors as arrays of four words, for CPUs without kernels of their own: the definition that instruction sets are tested against.

use super::inlined::{Mapped, formulas, from_fn};
use super::{MASK, Simd, Vectors};
use crate::cpu::{self, Target};

/// Arrays of four words, on any CPU.
#[derive(Clone, Copy, Debug)]
pub struct Portable(());

/// Applies an operation in every lane.
macro_rules! lanes {
    ($($name:ident($($x:ident: $from:ident),+) -> $to:ident = $lane:expr;)*) => { $(
        #[inline(always)]
        fn $name(self, $($x: Self::$from),+) -> Self::$to {
            from_fn(|i| { $(let $x = $x[i];)+ $lane })
        }
    )* };
}

super::vectors!(Portable, Target::of(&[]), , 4);

impl Simd for Portable {
    const REGISTERS: usize = 16;
    type U = [u64; 4];
    type F = [f64; 4];
    type M = [bool; 4];

    formulas! {
        fn load(self, x: &Self::Row) -> Self::U = *x;
        fn store(self, x: &mut Self::Row, v: Self::U) = *x = v;
        fn set(self, x: u64) -> Self::U = [x; 4];
        fn set_double(self, x: f64) -> Self::F = [x; 4];
        fn shl(self, x: Self::U, n: u32) -> Self::U = x.mapped(|x| x << n);
        fn shr(self, x: Self::U, n: u32) -> Self::U = x.mapped(|x| x >> n);
        fn shr_signed(self, x: Self::U, n: u32) -> Self::U = x.map(|x| (x as i64 >> n) as u64);
        fn bits(self, m: Self::M) -> u32 = (0..4).map(|i| u32::from(m[i]) << i).sum();
    }

    lanes! {
        add(x: U, y: U) -> U = x.wrapping_add(y);
        sub(x: U, y: U) -> U = x.wrapping_sub(y);
        and(x: U, y: U) -> U = x & y;
        or(x: U, y: U) -> U = x | y;
        xor(x: U, y: U) -> U = x ^ y;
        mul_halves(x: U, y: U) -> U = u64::from(x as u32) * u64::from(y as u32);
        mul_signed_halves(x: U, y: U) -> U = (i64::from(x as i32) * i64::from(y as i32)) as u64;
        mul(x: U, y: U) -> U = x.wrapping_mul(y);
        join_halves(x: U, y: U) -> U = u64::from(x as u32) | y << 32;
        add_low52(sum: U, x: U, y: U) -> U = sum.wrapping_add((x & MASK).wrapping_mul(y & MASK) & MASK);
        add_high52(sum: U, x: U, y: U) -> U = sum.wrapping_add(((u128::from(x & MASK) * u128::from(y & MASK)) >> 52) as u64);
        below(x: U, y: U) -> U = if (x.wrapping_sub(y) as i64) < 0 { x } else { x.wrapping_sub(y) };
        above(x: U, y: U) -> U = if (x as i64) < 0 { x.wrapping_add(y) } else { x };
        min(x: U, y: U) -> U = x.min(y);
        less(x: U, y: U) -> M = x < y;
        equal(x: U, y: U) -> M = x == y;
        select(m: M, x: U, y: U) -> U = if m { x } else { y };
        as_doubles(x: U) -> F = f64::from_bits(x);
        as_words(x: F) -> U = x.to_bits();
        add_double(x: F, y: F) -> F = x + y;
        sub_double(x: F, y: F) -> F = x - y;
        mul_double(x: F, y: F) -> F = x * y;
        mul_add(x: F, y: F, z: F) -> F = x.mul_add(y, z);
        mul_sub(x: F, y: F, z: F) -> F = x.mul_add(y, -z);
        neg_mul_add(x: F, y: F, z: F) -> F = (-x).mul_add(y, z);
        round(x: F) -> F = x.round_ties_even();
        floor(x: F) -> F = x.floor();
        add_where_negative(x: F, y: F) -> F = if x < 0.0 { x + y } else { x };
    }

    #[inline(always)]
    fn transpose(self, v: &mut [Self::U; 8]) {
        let words = *v;
        // word j of vector i is word (4·i + j) mod 8 of the eight number (4·i + j)/8
        *v = from_fn(|i| from_fn(|j| words[2 * j + i / 4][i % 4]));
    }
    #[inline(always)]
    fn untranspose(self, v: &mut [Self::U; 8]) {
        let words = *v;
        *v = from_fn(|i| from_fn(|j| words[4 * (i % 2) + j][i / 2]));
    }
}
