//! Products of eight words by eight in AVX-512 registers, and of up to 64 words made of them.
//!
//! A pair of words of one operand is multiplied by four pairs of the other with three instructions (Karatsuba's
//! identity on words); the products are summed by the place of the pair. The shifts to these places come last, once for
//! all products that end in the same column of eight words. Products of two tiles by two use Karatsuba's identity
//! again, in registers.
//!
//! Cost: 12 carry-less instructions a tile, at 2 cycles each on Zen 4 and Zen 5, where the 40 other instructions run in
//! parallel.

use std::arch::x86_64::*;

/// Words of a tile's side.
const SIDE: usize = 8;

/// Truth table of `vpternlogq` for the sum of three terms.
const SUM: i32 = 0x96;

/// SAFETY of all functions here: AVX-512 F and VPCLMULQDQ.
#[inline(always)]
unsafe fn add(a: __m512i, b: __m512i) -> __m512i {
    // SAFETY: the caller's promise
    unsafe { _mm512_xor_si512(a, b) }
}

#[inline(always)]
unsafe fn add_3(a: __m512i, b: __m512i, c: __m512i) -> __m512i {
    // SAFETY: the caller's promise
    unsafe { _mm512_ternarylogic_epi64::<SUM>(a, b, c) }
}

/// The sum of the two words of each pair, in both of its words.
#[inline(always)]
unsafe fn folded(a: __m512i) -> __m512i {
    // SAFETY: the caller's promise
    unsafe { add(a, _mm512_shuffle_epi32::<0b01_00_11_10>(a)) }
}

/// Pair i copied to all places.
#[inline(always)]
unsafe fn pair(a: __m512i, i: usize) -> __m512i {
    // SAFETY: the caller's promise
    unsafe {
        match i {
            0 => _mm512_shuffle_i64x2::<0b00_00_00_00>(a, a),
            1 => _mm512_shuffle_i64x2::<0b01_01_01_01>(a, a),
            2 => _mm512_shuffle_i64x2::<0b10_10_10_10>(a, a),
            _ => _mm512_shuffle_i64x2::<0b11_11_11_11>(a, a),
        }
    }
}

/// v shifted up by this many words, in two vectors.
#[inline(always)]
unsafe fn up(v: __m512i, words: usize) -> [__m512i; 2] {
    // SAFETY: the caller's promise
    unsafe {
        let zero = _mm512_setzero_si512();
        match words {
            1 => [_mm512_alignr_epi64::<7>(v, zero), _mm512_alignr_epi64::<7>(zero, v)],
            2 => [_mm512_alignr_epi64::<6>(v, zero), _mm512_alignr_epi64::<6>(zero, v)],
            3 => [_mm512_alignr_epi64::<5>(v, zero), _mm512_alignr_epi64::<5>(zero, v)],
            4 => [_mm512_alignr_epi64::<4>(v, zero), _mm512_alignr_epi64::<4>(zero, v)],
            5 => [_mm512_alignr_epi64::<3>(v, zero), _mm512_alignr_epi64::<3>(zero, v)],
            6 => [_mm512_alignr_epi64::<2>(v, zero), _mm512_alignr_epi64::<2>(zero, v)],
            _ => [_mm512_alignr_epi64::<1>(v, zero), _mm512_alignr_epi64::<1>(zero, v)],
        }
    }
}

/// Sums of products of tiles: for each pair i of the left operand the low words by the low, the high by the high, and
/// the sums by the sums.
#[derive(Clone, Copy)]
struct Sums {
    low: [__m512i; 4],
    high: [__m512i; 4],
    both: [__m512i; 4],
}

impl Sums {
    #[inline(always)]
    unsafe fn of(a: __m512i, b: __m512i) -> Self {
        // SAFETY: the caller's promise
        unsafe {
            let (a_sums, b_sums) = (folded(a), folded(b));
            let mut sums = Sums { low: [a; 4], high: [a; 4], both: [a; 4] };
            for i in 0..4 {
                sums.low[i] = _mm512_clmulepi64_epi128::<0x00>(pair(a, i), b);
                sums.high[i] = _mm512_clmulepi64_epi128::<0x11>(pair(a, i), b);
                sums.both[i] = _mm512_clmulepi64_epi128::<0x00>(pair(a_sums, i), b_sums);
            }
            sums
        }
    }

    #[inline(always)]
    unsafe fn add(&mut self, a: __m512i, b: __m512i) {
        // SAFETY: the caller's promise
        unsafe {
            let more = Self::of(a, b);
            for i in 0..4 {
                self.low[i] = add(self.low[i], more.low[i]);
                self.high[i] = add(self.high[i], more.high[i]);
                self.both[i] = add(self.both[i], more.both[i]);
            }
        }
    }

    /// The sum of all products at their places: 16 words.
    #[inline(always)]
    unsafe fn placed(self) -> [__m512i; 2] {
        let Sums { low, high, both } = self;
        // loops instead of closures, which would not be compiled with the caller's features
        // SAFETY: the caller's promise
        unsafe {
            let (mut evens, mut odds) = ([low[0], high[3]], up(add_3(low[0], high[0], both[0]), 1));
            for i in 1..4 {
                let even = up(add(low[i], high[i - 1]), 2 * i);
                let odd = up(add_3(low[i], high[i], both[i]), 2 * i + 1);
                evens = [add(evens[0], even[0]), add(evens[1], even[1])];
                odds = [add(odds[0], odd[0]), add(odds[1], odd[1])];
            }
            [add(evens[0], odds[0]), add(evens[1], odds[1])]
        }
    }
}

#[inline(always)]
unsafe fn tile(a: __m512i, b: __m512i) -> [__m512i; 2] {
    // SAFETY: the caller's promise
    unsafe { Sums::of(a, b).placed() }
}

/// The product of four words by four, the lower halves of both vectors: the four products of pairs at once, by the
/// definition.
#[inline(always)]
unsafe fn quarter(a: __m512i, b: __m512i) -> __m512i {
    /// Masks of the vector's inner words, and of those that are no end.
    const INNER: u8 = 0b0011_1100;
    const MIDDLE: u8 = 0b0001_1000;
    const NO_END: u8 = 0b0111_1110;
    // SAFETY: the caller's promise
    unsafe {
        // pairs (0, 0), (1, 0), (0, 1) and (1, 1)
        let x = _mm512_shuffle_i64x2::<0b01_00_01_00>(a, a);
        let y = _mm512_shuffle_i64x2::<0b01_01_00_00>(b, b);
        let low = _mm512_clmulepi64_epi128::<0x00>(x, y);
        let high = _mm512_clmulepi64_epi128::<0x11>(x, y);
        let odd = add(_mm512_clmulepi64_epi128::<0x01>(x, y), _mm512_clmulepi64_epi128::<0x10>(x, y));
        // products at even words: the low ones at 0, 2, 2, 4, the high ones at 2, 4, 4, 6
        let ends = _mm512_shuffle_i64x2::<0b11_01_01_00>(low, high);
        let inner = _mm512_maskz_shuffle_i64x2::<0b00_10_10_00>(INNER, low, high);
        let crossed = _mm512_maskz_shuffle_i64x2::<0b00_11_00_00>(INNER, high, low);
        // products at odd words: 1, 3, 3, 5
        let outer = _mm512_maskz_permutexvar_epi64(NO_END, _mm512_setr_epi64(0, 0, 1, 2, 3, 6, 7, 0), odd);
        let middle = _mm512_maskz_permutexvar_epi64(MIDDLE, _mm512_setr_epi64(0, 0, 0, 4, 5, 0, 0, 0), odd);
        add_3(add_3(ends, inner, crossed), outer, middle)
    }
}

/// Words 8i … 8i + 7, zeros beyond the end.
#[inline(always)]
unsafe fn load(from: &[u64], i: usize) -> __m512i {
    let left = from.len() - SIDE * i;
    // SAFETY: the vector lies within the slice, or its words beyond are masked
    unsafe {
        let at = from.as_ptr().add(SIDE * i).cast();
        if left >= SIDE { _mm512_loadu_si512(at) } else { _mm512_maskz_loadu_epi64((1 << left) - 1, at.cast()) }
    }
}

/// Stores v to words 8i … 8i + 7, cut at the end of `to`.
#[inline(always)]
unsafe fn store(to: &mut [u64], i: usize, v: __m512i) {
    let Some(left) = to.len().checked_sub(SIDE * i) else { return };
    // SAFETY: as above
    unsafe {
        let at = to.as_mut_ptr().add(SIDE * i);
        if left >= SIDE {
            _mm512_storeu_si512(at.cast(), v);
        } else {
            _mm512_mask_storeu_epi64(at.cast(), (1 << left) - 1, v);
        }
    }
}

/// out = a·b, cut to the length of `out`; `a` is not empty and not longer than `b`.
#[inline(always)]
pub(super) unsafe fn product(out: &mut [u64], a: &[u64], b: &[u64]) {
    debug_assert!(!a.is_empty() && a.len() <= b.len() && out.len() <= a.len() + b.len());
    let (rows, columns) = (a.len().div_ceil(SIDE), b.len().div_ceil(SIDE));
    // SAFETY: the caller's promise; indices of vectors begin within the operands
    unsafe {
        if b.len() <= SIDE / 2 {
            return store(out, 0, quarter(load(a, 0), load(b, 0)));
        }
        if columns == 1 {
            let [low, high] = tile(load(a, 0), load(b, 0));
            store(out, 0, low);
            return store(out, 1, high);
        }
        if rows == 2 && columns == 2 {
            let product = two_by_two([load(a, 0), load(a, 1)], [load(b, 0), load(b, 1)]);
            for (i, v) in product.into_iter().enumerate() {
                store(out, i, v);
            }
            return;
        }
        let mut carry = _mm512_setzero_si512();
        for column in 0..(rows + columns - 1).min(out.len().div_ceil(SIDE)) {
            let first = (column + 1).saturating_sub(columns);
            let mut sums = Sums::of(load(a, first), load(b, column - first));
            for row in first + 1..rows.min(column + 1) {
                sums.add(load(a, row), load(b, column - row));
            }
            let [low, high] = sums.placed();
            store(out, column, add(low, carry));
            carry = high;
        }
        store(out, rows + columns - 1, carry);
    }
}

/// The product of sixteen words by sixteen.
#[inline(always)]
unsafe fn two_by_two(a: [__m512i; 2], b: [__m512i; 2]) -> [__m512i; 4] {
    // SAFETY: the caller's promise
    unsafe {
        let (low, high) = (tile(a[0], b[0]), tile(a[1], b[1]));
        let both = tile(add(a[0], a[1]), add(b[0], b[1]));
        let inner = add(low[1], high[0]);
        [low[0], add_3(inner, low[0], both[0]), add_3(inner, high[1], both[1]), high[1]]
    }
}
