//! Greatest common divisors over Z by Euclid's algorithm in words: for few coefficients, of which a common divisor is known or likely.
//!
//! A step takes lc(y)·x − lc(x)·x^k·y for x, which keeps the divisor over Q; contents are divided out before words overflow. Where a remainder does not
//! fit in words, there is no answer: coefficients of the k-th remainder are as long as minors with 2k rows of Sylvester's matrix (Collins 1967, "Subresultants
//! and reduced polynomial remainder sequences").

use crate::{
    arith::{WordContent, gcd},
    poly::Poly,
    ring::{Coeffs, Integers, word_magnitude as magnitude},
    scratch::Buf,
};

/// Most coefficients of an operand: remainders of longer ones do not fit.
const MOST: usize = 6;

/// A polynomial with signed words as coefficients, and no leading zero.
#[derive(Clone, Copy)]
struct Short {
    coeffs: [u64; MOST],
    len: usize,
}

impl Short {
    /// The primitive part, and the content; `None` where one of them does not fit in signed words.
    fn of(p: &Poly<Integers>) -> Option<(Self, u64)> {
        let (v, mut coeffs) = (p.coeffs(), [0; MOST]);
        if v.width() > 2 || p.len() > MOST {
            return None;
        }
        if v.width() == 1 {
            coeffs[..p.len()].copy_from_slice(&v.words()[..p.len()]);
            let mut short = Short { coeffs, len: p.len() };
            let content = short.make_primitive()?;
            return Some((short, content));
        }
        // magnitudes of a word, which their content may bring below a sign
        let mut content = 0;
        for (out, row) in coeffs.iter_mut().zip(v.words().chunks_exact(2)) {
            (*out, _) = magnitude(row)?;
            content = gcd(content, *out);
            if content == 1 {
                return None;
            }
        }
        i64::try_from(content).ok().filter(|&content| content > 1)?;
        for (out, row) in coeffs.iter_mut().zip(v.words().chunks_exact(2)) {
            let quotient = i64::try_from(*out / content).ok()?;
            *out = if magnitude(row)?.1 { -quotient } else { quotient } as u64;
        }
        Some((Short { coeffs, len: p.len() }, content))
    }

    /// Divides by the content, which it returns; `None` where that is 2^63, which is no signed word.
    fn make_primitive(&mut self) -> Option<u64> {
        let words = &mut self.coeffs[..self.len];
        let content = WordContent::of(words);
        i64::try_from(content.value()).ok()?;
        content.divide(words, false);
        Some(content.value())
    }

    /// Becomes a multiple of its remainder by a polynomial that is not longer; `None` where coefficients do not fit in words.
    fn reduce(&mut self, divisor: &Self) -> Option<()> {
        let lead = divisor.coeffs[divisor.len - 1] as i64;
        while self.len >= divisor.len {
            let (top, shift) = (self.coeffs[self.len - 1] as i64, self.len - divisor.len);
            let common = gcd(lead.unsigned_abs(), top.unsigned_abs());
            let over = |x: i64| {
                let quotient = i128::from(x.unsigned_abs() / common);
                if x < 0 { -quotient } else { quotient }
            };
            let (lead, top) = if common == 1 { (lead.into(), top.into()) } else { (over(lead), over(top)) };
            for i in 0..self.len - 1 {
                let other = if i < shift { 0 } else { divisor.coeffs[i - shift] as i64 };
                let x = lead.checked_mul(i128::from(self.coeffs[i] as i64))?.checked_sub(top * i128::from(other))?;
                self.coeffs[i] = i64::try_from(x).ok()? as u64;
            }
            self.len = self.coeffs[..self.len - 1].iter().rposition(|&x| x != 0).map_or(0, |top| top + 1);
        }
        Some(())
    }
}

/// The greatest common divisor of nonzero polynomials, contents included, its leading coefficient positive; `None` where they are long, or a remainder
/// does not fit in words.
pub fn divisor(a: &Poly<Integers>, b: &Poly<Integers>) -> Option<Poly<Integers>> {
    let [(mut x, of_x), (mut y, of_y)] = [Short::of(a)?, Short::of(b)?];
    let common = gcd(of_x, of_y);
    if x.len < y.len {
        std::mem::swap(&mut x, &mut y);
    }
    while y.len > 1 {
        x.reduce(&y)?;
        if x.len == 0 {
            break;
        }
        x.make_primitive()?;
        std::mem::swap(&mut x, &mut y);
    }
    let (common, negative) = (i128::from(common), (y.coeffs[y.len - 1] as i64) < 0);
    let mut words = [0; MOST];
    for (word, &c) in words.iter_mut().zip(&y.coeffs[..y.len]) {
        let c = i128::from(c as i64) * common;
        *word = i64::try_from(if negative { -c } else { c }).ok()? as u64;
    }
    Some(Poly::from_coeffs(a.ring(), Coeffs::from_words(Buf::copied(None, &words[..y.len]), y.len, 1)))
}
