//! Products and powers of parenthesized factors, refused in advance if they exceed the memory limit.

use super::{ReadError, scanner::Position, sink::Sink};
use crate::{
    Result,
    ring::{Coeffs, Convolve, View},
};

impl<R: Convolve> Sink<'_, R> {
    /// a·b; `at` is its position, for errors.
    pub(super) fn product(&self, at: Position, a: View<'_, R>, b: View<'_, R>) -> Result<Coeffs<R>, ReadError> {
        if a.is_empty() || b.is_empty() {
            return Ok(self.ring().zeros(0));
        }
        let bits = sum_bits(self.ring(), a) + sum_bits(self.ring(), b);
        self.check_bits(at, a.len().saturating_add(b.len() - 1), whole(bits))?;
        Ok(product(self.ring(), a, b)?)
    }

    /// base^e, with the exponent at position `at`; the base has no leading zeros.
    pub(super) fn power(&self, at: Position, base: Coeffs<R>, e: u64) -> Result<Coeffs<R>, ReadError> {
        let ring = self.ring();
        if e == 0 {
            return Ok(ring.collect(&[ring.one()]));
        }
        let Some(degree) = base.len().checked_sub(1) else { return Ok(base) };
        let len = u64::try_from(degree).unwrap_or(u64::MAX).checked_mul(e).and_then(|d| d.checked_add(1));
        let len = len.and_then(|len| usize::try_from(len).ok()).unwrap_or(usize::MAX);
        self.check_bits(at, len, whole(sum_bits(ring, base.view()) * e as f64))?;
        let leading = ring.get(base.view(), degree);
        if degree == 0 || ring.trimmed_len(base.slice(0..degree)) == 0 {
            let mut power = ring.zeros(len);
            ring.set(&mut power, len - 1, &ring.pow(&leading, e));
            ring.trim(&mut power);
            return Ok(power);
        }
        let mut power = base.clone();
        for bit in (0..u64::BITS - 1 - e.leading_zeros()).rev() {
            power = product(ring, power.view(), power.view())?;
            if e >> bit & 1 == 1 {
                power = product(ring, power.view(), base.view())?;
            }
        }
        Ok(power)
    }
}

fn product<R: Convolve>(ring: &R, a: View<'_, R>, b: View<'_, R>) -> Result<Coeffs<R>> {
    ring.engine().enter(|cx| {
        cx.check()?;
        let words = a.words.len().max(b.words.len());
        cx.inside_for(words, |cx| ring.mul_window(a, b, 0..a.len() + b.len() - 1, cx))
    })
}

/// An upper bound on log2 of the sum of all magnitudes, which is multiplied by the exponent in powers; 0 if the ring's elements
/// are bounded.
fn sum_bits<R: Convolve>(ring: &R, v: View<'_, R>) -> f64 {
    let most = ring.size(v).bits;
    if most == 0 {
        return 0.0;
    }
    let mut sum = 0.0;
    ring.each_limbs(v, &mut |_, limbs| {
        if let Some((&top, below)) = limbs.split_last() {
            // relative to 2^most; limbs below the top one count as 1 more there
            let exponent = 64.0 * below.len() as f64 - f64::from(most);
            sum += (top as f64 + f64::from(u8::from(!below.is_empty()))) * exponent.exp2();
        }
    });
    let denominator = ring.denominator(v).map_or(0, |limbs| 64 * limbs.len());
    f64::from(most) + sum.log2() + denominator as f64
}

/// Bits of an integer of magnitude up to 2^bits and its sign; 0 if `bits` is 0, for coefficients 0 and ±1.
fn whole(bits: f64) -> u64 {
    if bits <= 0.0 { 0 } else { bits.ceil() as u64 + 1 }
}
