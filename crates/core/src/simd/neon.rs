//! NEON: two registers of two words as a vector of four, 32 registers; PMULL for products without carries.

use super::{Bits, Carryless, MASK, Simd, Vectors};
use crate::cpu::{self, Feature, Target};
use std::arch::aarch64::*;

/// NEON.
#[derive(Clone, Copy, Debug)]
pub struct Neon(());

/// NEON and PMULL: a pair of words.
#[derive(Clone, Copy, Debug)]
pub(crate) struct Pmull(());

super::vectors!(Neon, Target::of(&[Feature::Neon]), "neon", 4);
super::vectors!(Pmull, Target::of(&[Feature::Neon, Feature::Pmull]), "neon,aes", 2);

/// Methods of [`Simd`] that are expressions of intrinsics: `$x` stands for either of two registers.
macro_rules! each {
    ($($name:ident($($x:ident: $from:ident),*) -> $to:ident = $half:expr;)*) => { $(
        #[inline(always)]
        fn $name(self, $($x: Self::$from),*) -> Self::$to {
            // SAFETY: the CPU has the features, or there were no value `self`
            #[allow(unused_unsafe, reason = "intrinsics are safe where the architecture has the feature")]
            unsafe {
                [{ $(let $x = $x[0];)* $half }, { $(let $x = $x[1];)* $half }]
            }
        }
    )* };
}

impl Simd for Neon {
    const REGISTERS: usize = 16;
    type U = [uint64x2_t; 2];
    type F = [float64x2_t; 2];
    /// All ones where the condition holds.
    type M = [uint64x2_t; 2];

    each! {
        add(x: U, y: U) -> U = vaddq_u64(x, y);
        sub(x: U, y: U) -> U = vsubq_u64(x, y);
        and(x: U, y: U) -> U = vandq_u64(x, y);
        or(x: U, y: U) -> U = vorrq_u64(x, y);
        xor(x: U, y: U) -> U = veorq_u64(x, y);
        mul_halves(x: U, y: U) -> U = vmull_u32(vmovn_u64(x), vmovn_u64(y));
        mul_signed_halves(x: U, y: U) -> U = vreinterpretq_u64_s64(vmull_s32(
            vmovn_s64(vreinterpretq_s64_u64(x)),
            vmovn_s64(vreinterpretq_s64_u64(y)),
        ));
        join_halves(x: U, y: U) -> U = vreinterpretq_u64_u32(vtrn1q_u32(vreinterpretq_u32_u64(x), vreinterpretq_u32_u64(y)));
        mul(x: U, y: U) -> U = {
            let (x0, x1) = (vmovn_u64(x), vshrn_n_u64::<32>(x));
            let (y0, y1) = (vmovn_u64(y), vshrn_n_u64::<32>(y));
            let middle = vmlal_u32(vmull_u32(x1, y0), x0, y1);
            vaddq_u64(vmull_u32(x0, y0), vshlq_n_u64::<32>(middle))
        };
        add_low52(sum: U, x: U, y: U) -> U = {
            let [low, middle, _] = halves(x, y);
            let product = vaddq_u64(low, vshlq_n_u64::<32>(middle));
            vaddq_u64(sum, vandq_u64(product, vdupq_n_u64(MASK)))
        };
        add_high52(sum: U, x: U, y: U) -> U = {
            let [low, middle, high] = halves(x, y);
            let middle = vsraq_n_u64::<32>(middle, low);
            vaddq_u64(vsraq_n_u64::<20>(sum, middle), vshlq_n_u64::<12>(high))
        };
        below(x: U, y: U) -> U = {
            let difference = vsubq_u64(x, y);
            vbslq_u64(vcltzq_s64(vreinterpretq_s64_u64(difference)), x, difference)
        };
        above(x: U, y: U) -> U = vbslq_u64(vcltzq_s64(vreinterpretq_s64_u64(x)), vaddq_u64(x, y), x);
        min(x: U, y: U) -> U = vbslq_u64(vcltq_u64(x, y), x, y);
        less(x: U, y: U) -> M = vcltq_u64(x, y);
        equal(x: U, y: U) -> M = vceqq_u64(x, y);
        select(m: M, x: U, y: U) -> U = vbslq_u64(m, x, y);
        add_where(m: M, x: U, y: U) -> U = vaddq_u64(x, vandq_u64(m, y));
        sub_where(m: M, x: U, y: U) -> U = vsubq_u64(x, vandq_u64(m, y));
        as_doubles(x: U) -> F = vreinterpretq_f64_u64(x);
        as_words(x: F) -> U = vreinterpretq_u64_f64(x);
        add_double(x: F, y: F) -> F = vaddq_f64(x, y);
        sub_double(x: F, y: F) -> F = vsubq_f64(x, y);
        mul_double(x: F, y: F) -> F = vmulq_f64(x, y);
        mul_add(x: F, y: F, z: F) -> F = vfmaq_f64(z, x, y);
        mul_sub(x: F, y: F, z: F) -> F = vfmaq_f64(vnegq_f64(z), x, y);
        neg_mul_add(x: F, y: F, z: F) -> F = vfmsq_f64(z, x, y);
        round(x: F) -> F = vrndnq_f64(x);
        floor(x: F) -> F = vrndmq_f64(x);
        add_where_negative(x: F, y: F) -> F =
            vaddq_f64(x, vreinterpretq_f64_u64(vandq_u64(vcltzq_f64(x), vreinterpretq_u64_f64(y))));
        words_to_doubles(x: U) -> F = vcvtq_f64_u64(x);
        doubles_to_words(x: F) -> U = vcvtq_u64_f64(x);
        integers(x: F) -> U = vreinterpretq_u64_s64(vcvtq_s64_f64(x));
        large_integers(x: F) -> U = vreinterpretq_u64_s64(vcvtq_s64_f64(x));
    }

    super::instructions! {
        load(x: &Self::Row) -> Self::U = [vld1q_u64(x.as_ptr()), vld1q_u64(x.as_ptr().add(2))];
        store(x: &mut Self::Row, v: Self::U) -> () = {
            vst1q_u64(x.as_mut_ptr(), v[0]);
            vst1q_u64(x.as_mut_ptr().add(2), v[1]);
        };
        set(x: u64) -> Self::U = [vdupq_n_u64(x); 2];
        set_double(x: f64) -> Self::F = [vdupq_n_f64(x); 2];
        shl(x: Self::U, n: u32) -> Self::U = {
            let n = vdupq_n_s64(n.into());
            [vshlq_u64(x[0], n), vshlq_u64(x[1], n)]
        };
        shr(x: Self::U, n: u32) -> Self::U = {
            let n = vdupq_n_s64(-i64::from(n));
            [vshlq_u64(x[0], n), vshlq_u64(x[1], n)]
        };
        shr_signed(x: Self::U, n: u32) -> Self::U = {
            let n = vdupq_n_s64(-i64::from(n));
            let shifted = |x| vreinterpretq_u64_s64(vshlq_s64(vreinterpretq_s64_u64(x), n));
            [shifted(x[0]), shifted(x[1])]
        };
        bits(m: Self::M) -> u32 = {
            // the lowest halves of the lanes, each with a bit of its own
            let lanes = vcombine_u32(vmovn_u64(m[0]), vmovn_u64(m[1]));
            vaddvq_u32(vandq_u32(lanes, vld1q_u32([1, 2, 4, 8].as_ptr())))
        };
        transpose(v: &mut [Self::U; 8]) -> () = {
            let [a, e, b, f, c, g, d, h] = *v;
            let ([a, b, c, d], [e, f, g, h]) = (square([a, b, c, d]), square([e, f, g, h]));
            *v = [a, b, c, d, e, f, g, h];
        };
        untranspose(v: &mut [Self::U; 8]) -> () = {
            let [a, b, c, d, e, f, g, h] = *v;
            let ([a, b, c, d], [e, f, g, h]) = (square([a, b, c, d]), square([e, f, g, h]));
            *v = [a, e, b, f, c, g, d, h];
        };
    }
}

/// Transposes 4 × 4 words.
#[inline(always)]
fn square([a, b, c, d]: [[uint64x2_t; 2]; 4]) -> [[uint64x2_t; 2]; 4] {
    // SAFETY: every CPU of this architecture has the instructions
    #[allow(unused_unsafe, reason = "intrinsics are safe where the architecture has the feature")]
    unsafe {
        [
            [vzip1q_u64(a[0], b[0]), vzip1q_u64(c[0], d[0])],
            [vzip2q_u64(a[0], b[0]), vzip2q_u64(c[0], d[0])],
            [vzip1q_u64(a[1], b[1]), vzip1q_u64(c[1], d[1])],
            [vzip2q_u64(a[1], b[1]), vzip2q_u64(c[1], d[1])],
        ]
    }
}

/// The product of 52-bit numbers as low + 2^32·middle + 2^64·high, by products of halves.
#[inline(always)]
fn halves(x: uint64x2_t, y: uint64x2_t) -> [uint64x2_t; 3] {
    // SAFETY: every CPU of this architecture has the instructions
    #[allow(unused_unsafe, reason = "intrinsics are safe where the architecture has the feature")]
    unsafe {
        let mask = vdupq_n_u64(MASK);
        let (x, y) = (vandq_u64(x, mask), vandq_u64(y, mask));
        let (x0, x1) = (vmovn_u64(x), vshrn_n_u64::<32>(x));
        let (y0, y1) = (vmovn_u64(y), vshrn_n_u64::<32>(y));
        // each product of a half by 20 bits is below 2^52
        [vmull_u32(x0, y0), vmlal_u32(vmull_u32(x1, y0), x0, y1), vmull_u32(x1, y1)]
    }
}

impl Carryless for Pmull {
    super::instructions! {
        product(a: u64, b: u64) -> u128 = product(a, b);
    }
}

#[inline]
#[target_feature(enable = "neon,aes")]
fn product(a: u64, b: u64) -> u128 {
    vmull_p64(a, b)
}

/// The product of words A of x and B of y.
#[inline]
#[target_feature(enable = "neon,aes")]
fn product_of<const A: i32, const B: i32>(x: uint64x2_t, y: uint64x2_t) -> uint64x2_t {
    vreinterpretq_u64_p128(vmull_p64(vgetq_lane_u64::<A>(x), vgetq_lane_u64::<B>(y)))
}

#[inline]
#[target_feature(enable = "neon,aes")]
fn product_of_high(x: uint64x2_t, y: uint64x2_t) -> uint64x2_t {
    vreinterpretq_u64_p128(vmull_high_p64(vreinterpretq_p64_u64(x), vreinterpretq_p64_u64(y)))
}

impl Bits for Pmull {
    type U = uint64x2_t;

    super::instructions! {
        load(x: &Self::Row) -> Self::U = vld1q_u64(x.as_ptr());
        store(x: &mut Self::Row, v: Self::U) -> () = vst1q_u64(x.as_mut_ptr(), v);
        zero() -> Self::U = vdupq_n_u64(0);
        set(x: u64) -> Self::U = vdupq_n_u64(x);
        every(pair: [u64; 2]) -> Self::U = vld1q_u64(pair.as_ptr());
        xor(x: Self::U, y: Self::U) -> Self::U = veorq_u64(x, y);
        and(x: Self::U, y: Self::U) -> Self::U = vandq_u64(x, y);
        shl(x: Self::U, n: u32) -> Self::U = vshlq_u64(x, vdupq_n_s64(n.into()));
        shr(x: Self::U, n: u32) -> Self::U = vshlq_u64(x, vdupq_n_s64(-i64::from(n)));
        low_words(x: Self::U, y: Self::U) -> Self::U = vzip1q_u64(x, y);
        high_words(x: Self::U, y: Self::U) -> Self::U = vzip2q_u64(x, y);
        low_by_low(x: Self::U, y: Self::U) -> Self::U = product_of::<0, 0>(x, y);
        low_by_high(x: Self::U, y: Self::U) -> Self::U = product_of::<0, 1>(x, y);
        high_by_low(x: Self::U, y: Self::U) -> Self::U = product_of::<1, 0>(x, y);
        high_by_high(x: Self::U, y: Self::U) -> Self::U = product_of_high(x, y);
        swap(x: Self::U) -> Self::U = vextq_u64::<1>(x, x);
        up(x: Self::U, before: Self::U) -> Self::U = vextq_u64::<1>(before, x);
        weave(x: Self::U, y: Self::U) -> [Self::U; 2] = [x, y];
    }
}
