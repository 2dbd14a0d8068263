//! Arithmetic modulo an odd number of at most K limbs, where K is known when the program is compiled: everything is in registers or on the stack, and
//! no branch depends on the values.
//!
//! Residues are canonical, in [0, n). With B = 2^64 a product comes out divided by B^K (Montgomery 1985, "Modular multiplication without trial
//! division"), and a sum of products, which has a limb more and is reduced once, by B^(K + 1). One factor of each product is [lifted](Montgomery::lift)
//! by that power before, so that results are residues as they are.

use crate::arith::inverse_modulo_word;
use rug::{Integer, integer::Order};

/// The block once for each limb, its index a constant: loops over at most nine limbs are written out at every level of optimization.
macro_rules! each {
    ($i:ident < $K:ident $block:block) => { each!(@ $i, $K, $block, 0 1 2 3 4 5 6 7 8) };
    (@ $i:ident, $K:ident, $block:block, $($index:literal)*) => {
        const { assert!($K <= 9, "a block for each limb") }
        $(if const { $index < $K } {
            let $i: usize = $index;
            $block
        })*
    };
}

/// Most limbs whose products are written out wherever they are wanted: with more of them a product is one to two kilobytes of code, and a call takes a
/// twentieth of its time.
const MOST_INLINED: usize = 4;

/// Odd n < B^K, with what products modulo n need.
#[derive(Clone, Debug)]
pub struct Montgomery<const K: usize> {
    n: [u64; K],
    /// −1/n modulo B.
    inverse: u64,
    /// 1/n modulo B^K.
    whole_inverse: [u64; K],
    /// ⌊2^(bits + 63)/n⌋, a limb, for n of `bits` bits.
    reciprocal: u64,
    bits: usize,
    /// B^K, B^(2K), B^(2K + 1) and B^(K − 1), modulo n.
    one: [u64; K],
    square: [u64; K],
    pub beyond: [u64; K],
    unit: [u64; K],
}

/// A sum of at most 2^62 products of residues, in 2K + 1 limbs.
#[derive(Clone, Copy)]
pub struct Sum<const K: usize> {
    low: [u64; K],
    high: [u64; K],
    top: u64,
}

/// The limbs of a row; those beyond the K-th are zeros.
#[inline(always)]
pub fn load<const K: usize>(row: &[u64]) -> [u64; K] {
    let mut out = [0; K];
    each!(i < K {
        if let Some(&limb) = row.get(i) {
            out[i] = limb;
        }
    });
    out
}

/// Writes a residue to a row of as many limbs as n has, or one more.
#[inline(always)]
pub fn store<const K: usize>(row: &mut [u64], x: &[u64; K]) {
    each!(i < K {
        if let Some(limb) = row.get_mut(i) {
            *limb = x[i];
        }
    });
    if let Some(limb) = row.get_mut(K) {
        *limb = 0;
    }
}

/// x·y + a + b, which is below B²: its two limbs.
#[inline(always)]
fn multiply_add(x: u64, y: u64, a: u64, b: u64) -> (u64, u64) {
    let sum = u128::from(x) * u128::from(y) + u128::from(a) + u128::from(b);
    (sum as u64, (sum >> 64) as u64)
}

/// x + y + carry modulo B^K, and the carry.
#[inline(always)]
pub(in crate::ring) fn add<const K: usize>(x: &[u64; K], y: &[u64; K], mut carry: bool) -> ([u64; K], bool) {
    let mut out = [0; K];
    each!(i < K {
        let (sum, first) = x[i].overflowing_add(y[i]);
        let (sum, second) = sum.overflowing_add(u64::from(carry));
        (out[i], carry) = (sum, first | second);
    });
    (out, carry)
}

/// x − y modulo B^K, and the borrow.
#[inline(always)]
pub(super) fn subtract<const K: usize>(x: &[u64; K], y: &[u64; K]) -> ([u64; K], bool) {
    subtract_with(x, y, false)
}

/// x − y − borrow modulo B^K, and the borrow.
#[inline(always)]
fn subtract_with<const K: usize>(x: &[u64; K], y: &[u64; K], mut borrow: bool) -> ([u64; K], bool) {
    let mut out = [0; K];
    each!(i < K {
        let (difference, first) = x[i].overflowing_sub(y[i]);
        let (difference, second) = difference.overflowing_sub(u64::from(borrow));
        (out[i], borrow) = (difference, first | second);
    });
    (out, borrow)
}

/// x where `first` holds, and y otherwise.
#[inline(always)]
pub(super) fn select<const K: usize>(first: bool, x: &[u64; K], y: &[u64; K]) -> [u64; K] {
    let (mask, mut out) = (u64::from(first).wrapping_neg(), *y);
    each!(i < K {
        out[i] ^= (out[i] ^ x[i]) & mask;
    });
    out
}

/// x·y modulo B^K.
#[inline(always)]
fn low_product<const K: usize>(x: &[u64; K], y: &[u64; K]) -> [u64; K] {
    let mut out = [0u64; K];
    each!(i < K {
        let mut carry = 0;
        each!(j < K {
            if i + j < K - 1 {
                (out[i + j], carry) = multiply_add(x[i], y[j], out[i + j], carry);
            }
        });
        out[K - 1] = out[K - 1].wrapping_add(x[i].wrapping_mul(y[K - 1 - i])).wrapping_add(carry);
    });
    out
}

impl<const K: usize> Sum<K> {
    /// No products.
    pub const ZERO: Self = Sum { low: [0; K], high: [0; K], top: 0 };

    /// One product; one factor may be any number below B^K.
    #[inline(always)]
    pub fn of(x: &[u64; K], y: &[u64; K]) -> Self {
        let (mut low, mut high) = ([0; K], [0; K]);
        each!(i < K {
            let mut carry = 0;
            each!(j < K {
                let (limb, above) = multiply_add(x[i], y[j], high[j], carry);
                carry = above;
                if j == 0 {
                    low[i] = limb;
                } else {
                    high[j - 1] = limb;
                }
            });
            high[K - 1] = carry;
        });
        Sum { low, high, top: 0 }
    }

    /// With the product x·y.
    #[inline(always)]
    pub fn add(mut self, x: &[u64; K], y: &[u64; K]) -> Self {
        if MOST_INLINED < K {
            self.add_called(x, y);
        } else {
            self.add_to(x, y);
        }
        self
    }

    #[inline(never)]
    fn add_called(&mut self, x: &[u64; K], y: &[u64; K]) {
        self.add_to(x, y);
    }

    /// Adds the product x·y: written out for any number of limbs, for loops that do little else.
    #[inline(always)]
    pub fn add_to(&mut self, x: &[u64; K], y: &[u64; K]) {
        let product = Self::of(x, y);
        let (low, carry) = add(&self.low, &product.low, false);
        let (high, carry) = add(&self.high, &product.high, carry);
        *self = Sum { low, high, top: self.top + u64::from(carry) };
    }

    /// Without those of another sum, which is no larger.
    #[inline(always)]
    pub fn without(self, other: &Self) -> Self {
        let (low, borrow) = subtract(&self.low, &other.low);
        let (high, borrow) = subtract_with(&self.high, &other.high, borrow);
        Sum { low, high, top: self.top - other.top - u64::from(borrow) }
    }

    /// Each product twice.
    #[inline(always)]
    pub fn double(self) -> Self {
        let (low, carry) = add(&self.low, &self.low, false);
        let (high, carry) = add(&self.high, &self.high, carry);
        Sum { low, high, top: 2 * self.top + u64::from(carry) }
    }
}

/// Nanoseconds of a product of this number of limbs that is added to a sum, and of the reduction of a sum: measured on an AMD EPYC Zen 5.
pub(in crate::ring) fn costs_ns(limbs: usize) -> [f64; 2] {
    match limbs {
        ..=2 => [2.2, 8.0],
        3 => [4.2, 14.0],
        4 => [6.8, 22.0],
        5 | 6 => [15.0, 45.0],
        _ => [30.0, 80.0],
    }
}

impl<const K: usize> Montgomery<K> {
    /// `None` for an even n or one of more than K limbs.
    pub fn new(n: &Integer) -> Option<Self> {
        if n.is_even() || n.significant_bits() as usize > 64 * K {
            return None;
        }
        let limbs = |x: &Integer| {
            let mut out = [0u64; K];
            x.write_digits(&mut out[..x.significant_digits::<u64>()], Order::Lsf);
            out
        };
        let power = |exponent: usize| limbs(&((Integer::from(1) << (64 * exponent as u32)) % n));
        let n_limbs = limbs(n);
        let inverse = inverse_modulo_word(n_limbs[0]);
        let mut whole_inverse = [0; K];
        whole_inverse[0] = inverse;
        // 64·2^i bits of 1/n are right after step i
        for _ in 0..K.next_power_of_two().ilog2() {
            let product = low_product(&n_limbs, &whole_inverse);
            let two = std::array::from_fn(|i| if i == 0 { 2 } else { 0 });
            whole_inverse = low_product(&whole_inverse, &subtract(&two, &product).0);
        }
        let bits = n.significant_bits();
        Some(Montgomery {
            n: n_limbs,
            inverse: inverse.wrapping_neg(),
            whole_inverse,
            reciprocal: ((Integer::from(1) << (bits + 63)) / n).to_u64().unwrap_or(0),
            bits: bits as usize,
            one: power(K),
            square: power(2 * K),
            beyond: power(2 * K + 1),
            unit: power(K - 1),
        })
    }

    /// v + top·B^K modulo n, for such a number below 2n.
    #[inline(always)]
    fn reduced(&self, v: &[u64; K], top: bool) -> [u64; K] {
        let (rest, borrow) = subtract(v, &self.n);
        select(top | !borrow, &rest, v)
    }

    /// x + y.
    #[inline(always)]
    pub fn add(&self, x: &[u64; K], y: &[u64; K]) -> [u64; K] {
        let (sum, carry) = add(x, y, false);
        self.reduced(&sum, carry)
    }

    /// x − y.
    #[inline(always)]
    pub fn sub(&self, x: &[u64; K], y: &[u64; K]) -> [u64; K] {
        let (difference, borrow) = subtract(x, y);
        select(borrow, &add(&difference, &self.n, false).0, &difference)
    }

    /// −x.
    #[inline(always)]
    pub fn neg(&self, x: &[u64; K]) -> [u64; K] {
        self.sub(&[0; K], x)
    }

    /// t plus the multiple of n that makes it divisible by B, divided by B, less the limb above: that limb.
    #[inline(always)]
    fn round(&self, t: &mut [u64; K]) -> u64 {
        let factor = t[0].wrapping_mul(self.inverse);
        let (_, mut carry) = multiply_add(factor, self.n[0], t[0], 0);
        each!(j < K {
            if j > 0 {
                (t[j - 1], carry) = multiply_add(factor, self.n[j], t[j], carry);
            }
        });
        carry
    }

    /// Whether a reduction multiplies by all of 1/n modulo B^K: K(K − 1)/2 products of limbs more than by 1/n modulo B for one limb after the other, whose
    /// rounds wait for each other.
    const WHOLE: bool = K <= 4;

    /// (low + high·B^K)/B^K modulo n, for such a number below n·B^K.
    #[inline(always)]
    fn reduce_wide(&self, mut low: [u64; K], high: &[u64; K]) -> [u64; K] {
        if Self::WHOLE {
            // low − low/n·n is a multiple of B^K: the number less that multiple of n is the difference of the upper halves, above −n
            let multiple = Sum::of(&low_product(&low, &self.whole_inverse), &self.n).high;
            return self.sub(high, &multiple);
        }
        each!(_i < K {
            // at most n after each round
            low[K - 1] = self.round(&mut low);
        });
        let (sum, carry) = add(&low, high, false);
        self.reduced(&sum, carry)
    }

    /// The sum divided by B^(K + 1), modulo n.
    #[inline(always)]
    pub fn reduce(&self, sum: Sum<K>) -> [u64; K] {
        if MOST_INLINED < K { self.reduce_called(&sum) } else { self.reduce_here(&sum) }
    }

    #[inline(never)]
    fn reduce_called(&self, sum: &Sum<K>) -> [u64; K] {
        self.reduce_here(sum)
    }

    #[inline(always)]
    fn reduce_here(&self, sum: &Sum<K>) -> [u64; K] {
        // a round makes 2K limbs of it, below n·B^K
        let Sum { mut low, high, top } = *sum;
        let limb = self.round(&mut low);
        let (bottom, mut carry) = high[0].overflowing_add(limb);
        low[K - 1] = bottom;
        let mut above = [top; K];
        each!(i < K {
            if i > 0 {
                above[i - 1] = high[i];
            }
        });
        each!(i < K {
            (above[i], carry) = above[i].overflowing_add(u64::from(carry));
        });
        debug_assert!(!carry, "the sum is below n·B^K");
        self.reduce_wide(low, &above)
    }

    /// x·y/B^K; one factor may be any number below B^K.
    #[inline(always)]
    pub fn mul(&self, x: &[u64; K], y: &[u64; K]) -> [u64; K] {
        if MOST_INLINED < K { self.mul_called(x, y) } else { self.mul_here(x, y) }
    }

    #[inline(never)]
    pub fn mul_called(&self, x: &[u64; K], y: &[u64; K]) -> [u64; K] {
        self.mul_here(x, y)
    }

    #[inline(always)]
    fn mul_here(&self, x: &[u64; K], y: &[u64; K]) -> [u64; K] {
        let Sum { low, high, .. } = Sum::of(x, y);
        self.reduce_wide(low, &high)
    }

    /// Least number of bits of n for [`times`](Self::times).
    const LEAST_BITS: usize = 32;

    /// Whether [`times`](Self::times) multiplies residues modulo n.
    pub fn multiplies_by_words(&self) -> bool {
        self.bits >= Self::LEAST_BITS
    }

    /// x·w modulo n, for n that [allows it](Self::multiplies_by_words).
    ///
    /// With t = x·w < 2^32·n and b bits of n, T = ⌊t/2^(b − 32)⌋ is a limb, and T·⌊2^(b + 63)/n⌋/2^95 is t/n, too small by less than 2^−30. So its integral
    /// part is the quotient, or one less.
    #[inline(always)]
    pub fn times(&self, x: &[u64; K], w: u32) -> [u64; K] {
        let (mut t, mut top) = (*x, 0);
        each!(i < K {
            (t[i], top) = multiply_add(t[i], w.into(), top, 0);
        });
        let (place, shift) = ((self.bits - Self::LEAST_BITS) / 64, (self.bits - Self::LEAST_BITS) % 64);
        let above = t.get(place + 1).copied().unwrap_or(top);
        let upper = ((u128::from(above) << 64 | u128::from(t[place])) >> shift) as u64;
        let quotient = ((u128::from(upper) * u128::from(self.reciprocal)) >> 95) as u64;
        // t − quotient·n, below 2n
        let (mut multiple, mut carry) = (self.n, 0);
        each!(i < K {
            (multiple[i], carry) = multiply_add(multiple[i], quotient, carry, 0);
        });
        let (rest, borrow) = subtract(&t, &multiple);
        self.reduced(&rest, top - carry - u64::from(borrow) != 0)
    }

    /// x·B^K, the factor x of single products, for any x below B^K.
    #[inline(always)]
    pub fn lift(&self, x: &[u64; K]) -> [u64; K] {
        self.mul(x, &self.square)
    }

    /// x·B^(K + 1), the factor x of products that are summed.
    #[inline(always)]
    pub fn lift_for_sums(&self, x: &[u64; K]) -> [u64; K] {
        self.mul(x, &self.beyond)
    }

    /// 1, [lifted](Self::lift).
    #[inline(always)]
    pub fn one(&self) -> &[u64; K] {
        &self.one
    }

    /// B^(K − 1): a product x·y/B^K by it is x·y/B^(K + 1), as that of a sum.
    #[inline(always)]
    pub fn unit(&self) -> &[u64; K] {
        &self.unit
    }

    /// x^e of a lifted x, lifted.
    #[inline(never)]
    pub fn pow(&self, x: &[u64; K], e: u64) -> [u64; K] {
        let Some(highest) = e.checked_ilog2() else { return self.one };
        (0..highest).rev().fold(*x, |power, bit| {
            let square = self.mul(&power, &power);
            if e >> bit & 1 == 1 { self.mul(&square, x) } else { square }
        })
    }
}
