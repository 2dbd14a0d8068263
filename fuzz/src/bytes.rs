//! Decisions, numbers and polynomials made of the bytes that the fuzzer gives. Behind their end all bytes are zero.

use crate::rings;
use polymod::{
    Matrix, Poly, PolyMatrix, Ring,
    ring::Coeffs,
    rug::{Integer, integer::Order},
};

/// The bytes not yet used.
pub struct Bytes<'a>(&'a [u8]);

impl<'a> Bytes<'a> {
    pub fn new(bytes: &'a [u8]) -> Self {
        Bytes(bytes)
    }

    pub fn byte(&mut self) -> u8 {
        let Some((&first, rest)) = self.0.split_first() else { return 0 };
        self.0 = rest;
        first
    }

    pub fn rest(&mut self) -> &'a [u8] {
        std::mem::take(&mut self.0)
    }

    /// In [0, n), n ≥ 1: of one byte, or of two where n is larger than a byte.
    pub fn below(&mut self, n: usize) -> usize {
        let low = usize::from(self.byte());
        if n <= 256 { low % n } else { (low << 8 | usize::from(self.byte())) % n }
    }

    pub fn flag(&mut self) -> bool {
        self.byte() & 1 == 1
    }

    pub fn one_of<'b, T>(&mut self, all: &'b [T]) -> &'b T {
        &all[self.below(all.len())]
    }

    /// A word: short, next to a power of two, next to the largest one, or any.
    pub fn word(&mut self) -> u64 {
        let kind = self.byte();
        match kind {
            0..=127 => u64::from(kind),
            128..=159 => (1u64 << (2 * (kind - 128))).wrapping_add(u64::from(self.byte())).wrapping_sub(128),
            160..=175 => u64::MAX - u64::from(kind - 160),
            176..=199 => self.long() >> (2 * (kind - 176)),
            _ => self.long(),
        }
    }

    fn long(&mut self) -> u64 {
        (0..8).fold(0, |word, _| word << 8 | u64::from(self.byte()))
    }

    /// An integer of at most this number of words, of either sign.
    pub fn integer(&mut self, words: usize) -> Integer {
        let count = self.below(words + 1);
        let magnitude: Vec<u64> = (0..count).map(|_| self.word()).collect();
        let x = Integer::from_digits(&magnitude, Order::Lsf);
        if self.flag() { -x } else { x }
    }

    /// Appends an element.
    fn push<R: Ring>(&mut self, r: &R, v: &mut Coeffs<R>, words: usize) {
        if r.names() {
            let elements = rings::elements(r);
            let name = match elements.significant_bits() {
                // at most 2^64
                0..=65 => Integer::from(self.word()) % elements,
                bits => self.integer(bits as usize / 64 + 1).abs() % elements,
            };
            return r.push_limbs(v, false, &name.to_digits::<u64>(Order::Lsf)).expect("a name of an element");
        }
        let x = self.integer(words);
        r.push_limbs(v, x < 0, &x.as_abs().to_digits::<u64>(Order::Lsf)).expect("an image of an integer");
        if r.name() == "q" {
            let (last, divisor) = (v.len() - 1, r.inv(&r.elem(1 + i64::from(self.byte()))).expect("a field"));
            r.set(v, last, &r.mul(&r.get(v.view(), last), &divisor));
        }
    }

    pub fn elem<R: Ring>(&mut self, r: &R) -> R::Elem {
        let mut v = r.zeros(0);
        self.push(r, &mut v, 2);
        r.get(v.view(), 0)
    }

    /// A vector of this length: element by element, one of a few elements again and again, or made by a generator, so that few bytes
    /// give long vectors.
    pub fn vector<R: Ring>(&mut self, r: &R, len: usize) -> Coeffs<R> {
        let mut v = r.zeros(0);
        match self.byte() % 4 {
            0 | 1 => (0..len).for_each(|_| self.push(r, &mut v, 2)),
            2 => {
                let mut few = r.zeros(0);
                (0..4).for_each(|_| self.push(r, &mut few, 3));
                let pattern = self.long();
                let place = |i: usize| (pattern >> (2 * (i % 31)) & 3) as usize;
                v = r.zeros(len);
                (0..len).for_each(|i| r.set(&mut v, i, &r.get(few.view(), place(i))));
            }
            _ => {
                let mut state = self.word();
                for _ in 0..len {
                    let made: Vec<u8> = (0..3).flat_map(|_| next(&mut state).to_le_bytes()).collect();
                    Bytes::new(&made).push(r, &mut v, 2);
                }
            }
        }
        v
    }

    /// A polynomial of at most this length.
    pub fn poly<R: Ring>(&mut self, r: &R, most: usize) -> Poly<R> {
        let len = self.below(most + 1);
        Poly::from_coeffs(r, self.vector(r, len))
    }

    /// A matrix of this shape.
    pub fn matrix<R: Ring>(&mut self, r: &R, rows: usize, cols: usize) -> Matrix<R> {
        let mut entries = self.vector(r, rows * cols);
        // many a matrix of lower rank: a row again
        if rows > 1 && self.byte() % 4 == 3 {
            let (from, to) = (self.below(rows), self.below(rows));
            let row = r.owned(entries.slice(from * cols..(from + 1) * cols));
            r.copy_at(&mut entries, to * cols, row.view());
        }
        Matrix::new(r, rows, cols, entries).expect("as many entries as the shape says")
    }

    /// A matrix of polynomials of at most this length.
    pub fn poly_matrix<R: Ring>(&mut self, r: &R, rows: usize, cols: usize, most: usize) -> PolyMatrix<R> {
        PolyMatrix::from_fn(r, rows, cols, |_, _| self.poly(r, most)).expect("a small shape")
    }
}

/// SplitMix64 (Steele, Lea, Flood 2014), so that words of few bytes are as likely as by hand.
fn next(state: &mut u64) -> u64 {
    *state = state.wrapping_add(0x9e37_79b9_7f4a_7c15);
    let x = (*state ^ (*state >> 30)).wrapping_mul(0xbf58_476d_1ce4_e5b9);
    let x = (x ^ (x >> 27)).wrapping_mul(0x94d0_49bb_1331_11eb);
    x ^ (x >> 31)
}
