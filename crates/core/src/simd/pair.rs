//! Two vectors of four words as one of eight, for loops that are written for eight.

use super::{Simd, Vectors};
use crate::cpu::Target;
use crate::simd::inlined::formulas;

/// Vectors of eight words on an instruction set with vectors of four.
#[derive(Clone, Copy, Debug)]
pub struct Pair<S>(S);

/// Applies an operation to both halves.
macro_rules! halves {
    ($($name:ident($($x:ident: $from:ident),*) -> $to:ident;)*) => { $(
        #[inline(always)]
        fn $name(self, $($x: Self::$from),*) -> Self::$to {
            [self.0.$name($($x[0]),*), self.0.$name($($x[1]),*)]
        }
    )* };
}

impl<S: Simd<Row = [u64; 4]>> Vectors for Pair<S> {
    const NEEDS: Target = S::NEEDS;
    const LANES: usize = 8;
    type Row = [u64; 8];

    #[inline]
    fn detect() -> Option<Self> {
        S::detect().map(Pair)
    }
    formulas! {
        fn get() -> Self = Pair(S::get());
        fn rows(x: &[u64]) -> (&[Self::Row], &[u64]) = x.as_chunks();
        fn rows_mut(x: &mut [u64]) -> (&mut [Self::Row], &mut [u64]) = x.as_chunks_mut();
        fn row(x: &[u64]) -> &Self::Row = x.first_chunk().expect("a vector");
        fn row_mut(x: &mut [u64]) -> &mut Self::Row = x.first_chunk_mut().expect("a vector");
    }

    #[inline]
    fn compiled<U, A, T>(self, unit: U, args: A, f: impl Fn(Self, A) -> T) -> T {
        /// Nothing of a closure's type.
        fn unit_of<F>(_: &F) -> [F; 0] {
            []
        }
        self.0.compiled(
            (unit, unit_of(&f)),
            args,
            #[inline(always)]
            move |s, args| f(Pair(s), args),
        )
    }
}

impl<S: Simd<Row = [u64; 4]>> Simd for Pair<S> {
    const REGISTERS: usize = S::REGISTERS / 2;
    type U = [S::U; 2];
    type F = [S::F; 2];
    type M = [S::M; 2];

    formulas! {
        fn load(self, x: &Self::Row) -> Self::U = [self.0.load(S::row(&x[..4])), self.0.load(S::row(&x[4..]))];
        fn set(self, x: u64) -> Self::U = [self.0.set(x); 2];
        fn set_double(self, x: f64) -> Self::F = [self.0.set_double(x); 2];
        fn shl(self, x: Self::U, n: u32) -> Self::U = [self.0.shl(x[0], n), self.0.shl(x[1], n)];
        fn shr(self, x: Self::U, n: u32) -> Self::U = [self.0.shr(x[0], n), self.0.shr(x[1], n)];
        fn shr_signed(self, x: Self::U, n: u32) -> Self::U = [self.0.shr_signed(x[0], n), self.0.shr_signed(x[1], n)];
        fn bits(self, m: Self::M) -> u32 = self.0.bits(m[0]) | self.0.bits(m[1]) << S::LANES;
        /// A square is its own way back.
        fn untranspose(self, v: &mut [Self::U; 8]) = self.transpose(v);
    }

    #[inline(always)]
    fn store(self, x: &mut Self::Row, v: Self::U) {
        self.0.store(S::row_mut(&mut x[..4]), v[0]);
        self.0.store(S::row_mut(&mut x[4..]), v[1]);
    }

    halves! {
        add(x: U, y: U) -> U;
        sub(x: U, y: U) -> U;
        and(x: U, y: U) -> U;
        or(x: U, y: U) -> U;
        xor(x: U, y: U) -> U;
        mul_halves(x: U, y: U) -> U;
        mul_signed_halves(x: U, y: U) -> U;
        mul(x: U, y: U) -> U;
        join_halves(x: U, y: U) -> U;
        add_low52(sum: U, x: U, y: U) -> U;
        add_high52(sum: U, x: U, y: U) -> U;
        below(x: U, y: U) -> U;
        above(x: U, y: U) -> U;
        min(x: U, y: U) -> U;
        less(x: U, y: U) -> M;
        equal(x: U, y: U) -> M;
        select(m: M, x: U, y: U) -> U;
        add_where(m: M, x: U, y: U) -> U;
        sub_where(m: M, x: U, y: U) -> U;
        as_doubles(x: U) -> F;
        as_words(x: F) -> U;
        add_double(x: F, y: F) -> F;
        sub_double(x: F, y: F) -> F;
        mul_double(x: F, y: F) -> F;
        mul_add(x: F, y: F, z: F) -> F;
        mul_sub(x: F, y: F, z: F) -> F;
        neg_mul_add(x: F, y: F, z: F) -> F;
        round(x: F) -> F;
        floor(x: F) -> F;
        add_where_negative(x: F, y: F) -> F;
    }

    /// The halves of four rows of eight are what the instruction set itself transposes.
    #[inline(always)]
    fn transpose(self, v: &mut [Self::U; 8]) {
        let [a, b, c, d, e, f, g, h] = *v;
        let mut low = [a[0], a[1], b[0], b[1], c[0], c[1], d[0], d[1]];
        let mut high = [e[0], e[1], f[0], f[1], g[0], g[1], h[0], h[1]];
        self.0.transpose(&mut low);
        self.0.transpose(&mut high);
        for i in 0..8 {
            v[i] = [low[i], high[i]];
        }
    }
}
