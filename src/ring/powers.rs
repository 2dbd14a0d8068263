//! Powers by exponents of several words.

use super::Ring;
use crate::Result;

/// a^e for an exponent of several words, least significant first.
pub(crate) fn power<R: Ring>(r: &R, a: &R::Elem, e: &[u64]) -> R::Elem {
    let Some(top) = bits(e).checked_sub(1) else { return r.one() };
    let mut power = a.clone();
    for i in (0..top).rev() {
        power = r.mul(&power, &power);
        if bit(e, i) {
            power = r.mul(&power, a);
        }
    }
    power
}

/// Most bits of a window of an exponent.
const MOST_WINDOW: u32 = 6;

/// Number of bits of an exponent.
pub(crate) fn bits(e: &[u64]) -> u64 {
    e.iter().rposition(|&word| word != 0).map_or(0, |top| 64 * top as u64 + u64::from(64 - e[top].leading_zeros()))
}

/// Bit `i` of an exponent.
pub(crate) fn bit(e: &[u64], i: u64) -> bool {
    e.get((i / 64) as usize).is_some_and(|word| word >> (i % 64) & 1 == 1)
}

/// The number of bits in a window for which the products are fewest: 2^(w − 1) powers are made first, then one product for
/// each w + 1 bits, as far as zeros between windows are common.
pub fn window(bits: u64) -> u32 {
    let products = |w: &u32| (1u64 << (w - 1)) + bits / u64::from(w + 1);
    (1..=MOST_WINDOW).min_by_key(products).unwrap_or(1)
}

/// base^e for e > 0 in a semigroup, left to right by windows of bits (Knuth 1998, TAOCP 2, §4.6.3), or bit by bit where products by the base are
/// `cheap`.
pub fn power_by_windows<T: Clone>(
    base: T,
    e: &[u64],
    cheap: bool,
    mut product: impl FnMut(&T, &T) -> Result<T>,
) -> Result<T> {
    let mut left = bits(e);
    let width = if cheap { 1 } else { window(left) };
    // base^1, base^3, base^5, …
    let mut odd = vec![base];
    if width > 1 {
        let square = product(&odd[0], &odd[0])?;
        while odd.len() < 1 << (width - 1) {
            odd.push(product(&odd[odd.len() - 1], &square)?);
        }
    }
    let mut power: Option<T> = None;
    while left > 0 {
        // a window ends with a one; a zero is no window
        let most = u64::from(width).min(left);
        let len = if bit(e, left - 1) { (1..=most).rev().find(|len| bit(e, left - len)).unwrap_or(1) } else { 1 };
        let value = (0..len).fold(0, |v, i| v << 1 | usize::from(bit(e, left - 1 - i)));
        power = match power {
            None if value > 0 => Some(odd[value / 2].clone()),
            None => None,
            Some(mut known) => {
                for _ in 0..len {
                    known = product(&known, &known)?;
                }
                Some(if value > 0 { product(&known, &odd[value / 2])? } else { known })
            }
        };
        left -= len;
    }
    debug_assert!(power.is_some(), "an exponent above 0");
    Ok(power.unwrap_or_else(|| odd.swap_remove(0)))
}
