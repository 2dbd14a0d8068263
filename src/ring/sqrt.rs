//! Square roots of single elements.

use super::{Cardinality, FiniteField};
use crate::bits::SplitMix64;

/// A square root of `a` ≠ 0 in a field of odd size q; `None` where a is no square.
///
/// With q − 1 = t·2^s, t odd, x = a^((t+1)/2) is a root up to an element of order 2^k, k < s, which the powers of g^t, g no square,
/// cancel bit by bit (Tonelli 1891; Shanks 1972, "Five number-theoretic algorithms", §7): s²/4 + log q products. For large s
/// terms of a recurrence of order two are computed instead ([`by_recurrence`]): 2·log q products, and as many for each element tried.
pub fn in_field<F: FiniteField>(f: &F, a: &F::Elem, size: &Cardinality) -> Option<F::Elem> {
    let odd = Odd::new(size);
    if odd.by_recurrence() { by_recurrence(f, a, &odd, size) } else { by_order(f, a, &odd) }
}

/// Number of elements drawn before the search for one that is no square is given up: half of them are none.
const DRAWN: usize = 1 << 10;

/// Elements of which half are no squares: small ones first; where the degree is even all integers are squares.
fn elements<F: FiniteField>(f: &F) -> impl Iterator<Item = F::Elem> {
    const INTEGERS: i64 = 64;
    let mut words = SplitMix64::new(0);
    let drawn = (0..DRAWN).map(move |_| f.random(&mut || words.word()));
    (2..INTEGERS).map(|g| f.elem(g)).chain(drawn)
}

/// The odd part t of q − 1 = t·2^s, q odd.
pub struct Odd {
    /// (t − 1)/2 in words, least significant first.
    pub half: Vec<u64>,
    /// The exponent s.
    pub s: u32,
    /// Bit length of q.
    bits: u32,
}

impl Odd {
    pub fn new(size: &Cardinality) -> Self {
        let mut half = size.half();
        let top = half.iter().rposition(|&word| word > 0).unwrap_or(0);
        let bits = 64 * top as u32 + 65 - half.get(top).map_or(0, |word| word.leading_zeros());
        // (q − 1)/2 = t·2^(s − 1), and (t − 1)/2 is its part above the lowest 1
        let zeros = half.iter().take_while(|&&word| word == 0).count();
        half.drain(..zeros);
        let shift = half.first().map_or(0, |word| word.trailing_zeros());
        for i in 0..half.len() {
            let above = half.get(i + 1).map_or(0, |next| next << 1 << (63 - shift));
            half[i] = half[i] >> shift | above;
        }
        for i in 0..half.len() {
            half[i] = half[i] >> 1 | half.get(i + 1).map_or(0, |next| next << 63);
        }
        Odd { half, s: 64 * zeros as u32 + shift + 1, bits }
    }

    /// Whether s² exceeds what both algorithms take besides: some products for each bit.
    pub fn by_recurrence(&self) -> bool {
        self.s * self.s > 8 * self.bits
    }
}

/// a^h, h = (t − 1)/2, makes a^((t+1)/2) and a^t.
fn odd_powers<F: FiniteField>(f: &F, a: &F::Elem, odd: &Odd) -> [F::Elem; 2] {
    let power = f.pow_words(a, &odd.half);
    let root = f.mul(&power, a);
    let rest = f.mul(&power, &root);
    [root, rest]
}

/// The algorithm of Tonelli and Shanks.
pub fn by_order<F: FiniteField>(f: &F, a: &F::Elem, odd: &Odd) -> Option<F::Elem> {
    let (one, s) = (f.one(), odd.s);
    let squared = |x: &F::Elem, times: u32| (0..times).fold(x.clone(), |x, _| f.mul(&x, &x));
    let [mut root, mut b] = odd_powers(f, a, odd);
    if squared(&b, s - 1) != one {
        return None;
    }
    if b == one {
        return Some(root);
    }
    // the power of g with exponent t·2^(s−1) is −1 where g is no square
    let powers = elements(f).filter(|g| !f.is_zero(g)).map(|g| odd_powers(f, &g, odd)[1].clone());
    let mut z = powers.into_iter().find(|z| squared(z, s - 1) != one)?;
    let mut order = s;
    while b != one {
        let k = (0..order).find(|&k| squared(&b, k) == one)?;
        let step = squared(&z, order - k - 1);
        root = f.mul(&root, &step);
        z = f.mul(&step, &step);
        b = f.mul(&b, &z);
        order = k;
    }
    Some(root)
}

/// The algorithm for s ≥ 2: with c such that a·c² − 4 is no square, V₀ = 2, V₁ = P = a·c² − 2 and V_(i+1) = P·V_i − V_(i−1), the
/// root is V_((q−1)/4)/c.
///
/// V_i = α^i + α^(−i) for an α of the field of q² elements. As P + 2 is a square and P² − 4 is none, α^((q+1)/2) = 1, so that the
/// square of V_((q−1)/4) is α^(−1) + α + 2 = a·c² (Müller 2004, "On the computation of square roots in finite fields", §3).
pub fn by_recurrence<F: FiniteField>(f: &F, a: &F::Elem, odd: &Odd, size: &Cardinality) -> Option<F::Elem> {
    let (two, half) = (f.elem(2), size.half());
    let less = |x: &F::Elem, y: i64| f.add(x, &f.elem(-y));
    for c in std::iter::once(f.one()).chain(elements(f)).filter(|c| !f.is_zero(c)) {
        let square = f.mul(a, &f.mul(&c, &c));
        let difference = less(&square, 4);
        let root = if f.is_zero(&difference) {
            two.clone()
        } else if f.pow_words(&difference, &half) == f.one() {
            continue;
        } else {
            term(f, &less(&square, 2), odd)
        };
        let root = f.mul(&root, &f.inv(&c).ok()?);
        return (f.mul(&root, &root) == *a).then_some(root);
    }
    None
}

/// V_((q−1)/4) for V₁ = p: bit by bit for the odd part of the index, V_2i = V_i² − 2 for the power of two.
fn term<F: FiniteField>(f: &F, p: &F::Elem, odd: &Odd) -> F::Elem {
    let doubled = |v: &F::Elem| f.add(&f.mul(v, v), &f.elem(-2));
    let minus = f.neg(p);
    let bits = odd.half.iter().rev().flat_map(|word| (0..64).rev().map(move |i| word >> i & 1 == 1));
    // V_i and V_(i+1)
    let pair = bits.skip_while(|bit| !bit).chain([true]).fold([f.elem(2), p.clone()], |[v, w], bit| {
        let between = f.add(&f.mul(&v, &w), &minus);
        if bit { [between, doubled(&w)] } else { [doubled(&v), between] }
    });
    (2..odd.s).fold(pair[0].clone(), |v, _| doubled(&v))
}
