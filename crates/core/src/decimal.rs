//! Words and integers of few limbs in decimal, eight digits at a time.

/// Powers of ten.
const EIGHT: u64 = 100_000_000;
const SIXTEEN: u64 = EIGHT * EIGHT;
/// Bytes that [`digits`] writes at most, with those behind the digits.
const SPACE: usize = 24;

/// Digits of x < 10^8, the first one in the lowest byte. Halves, quarters and single digits are divided in turn, all of a size in one multiplication by
/// a reciprocal: 10486/2^20 of 100 is exact below 10^4, 103/2^10 of 10 below 100.
#[inline(always)]
fn eight(x: u64) -> u64 {
    let fours = (x / 10_000) | (x % 10_000) << 32;
    let high = ((fours * 10_486) >> 20) & 0x0000_007f_0000_007f;
    let twos = high | (fours - 100 * high) << 16;
    let high = ((twos * 103) >> 10) & 0x000f_000f_000f_000f;
    high | (twos - 10 * high) << 8
}

/// Writes x in decimal from the start of `out`: the number of its digits, at most 20.
#[inline(always)]
fn digits(x: u64, out: &mut [u8]) -> usize {
    let text = |digits: u64| digits | 0x3030_3030_3030_3030;
    let mut head = |x: u64| {
        let digits = eight(x);
        let zeros = digits.trailing_zeros().min(56) / 8;
        out[..8].copy_from_slice(&(text(digits) >> (8 * zeros)).to_le_bytes());
        8 - zeros as usize
    };
    if x < EIGHT {
        return head(x);
    }
    if x < SIXTEEN {
        let len = head(x / EIGHT);
        out[len..len + 8].copy_from_slice(&text(eight(x % EIGHT)).to_le_bytes());
        return len + 8;
    }
    let (len, rest) = (head(x / SIXTEEN), x % SIXTEEN);
    out[len..len + 8].copy_from_slice(&text(eight(rest / EIGHT)).to_le_bytes());
    out[len + 8..len + 16].copy_from_slice(&text(eight(rest % EIGHT)).to_le_bytes());
    len + 16
}

/// Appends a word in decimal.
pub fn push(x: u64, out: &mut String) {
    let mut space = [0; SPACE];
    let len = digits(x, &mut space);
    out.push_str(ascii(&space[..len]));
}

/// Appends words in decimal with a separator between them, from the last word on if `descending`.
pub fn push_all(words: &[u64], descending: bool, separator: &str, out: &mut String) {
    const WORDS: usize = 64;
    let mut space = vec![0; words.len().min(WORDS) * (separator.len() + SPACE)];
    for first in (0..words.len()).step_by(WORDS) {
        let mut len = 0;
        for k in first..words.len().min(first + WORDS) {
            for &byte in if k > 0 { separator.as_bytes() } else { &[] } {
                space[len] = byte;
                len += 1;
            }
            len += digits(words[if descending { words.len() - 1 - k } else { k }], &mut space[len..]);
        }
        out.push_str(ascii(&space[..len]));
    }
}

fn ascii(text: &[u8]) -> &str {
    std::str::from_utf8(text).expect("digits, and separators that are text")
}

/// The number that eight digits denote, the first one in the lowest byte; bits beyond 2^32 where a byte is no digit.
#[inline(always)]
fn number(text: [u8; 8]) -> u64 {
    const HIGH: u64 = 0xf0f0_f0f0_f0f0_f0f0;
    const ZEROS: u64 = 0x3030_3030_3030_3030;
    let text = u64::from_le_bytes(text);
    let others = ((text & HIGH) ^ ZEROS) | ((text.wrapping_add(0x0606_0606_0606_0606) & HIGH) ^ ZEROS);
    let digits = text & 0x0f0f_0f0f_0f0f_0f0f;
    let twos = (10 * digits + (digits >> 8)) & 0x00ff_00ff_00ff_00ff;
    let fours = (100 * twos + (twos >> 16)) & 0x0000_ffff_0000_ffff;
    let eight = (10_000 * fours + (fours >> 32)) & 0xffff_ffff;
    eight | if others == 0 { 0 } else { 1 << 63 }
}

/// The word that these digits denote; `None` where a byte is no digit, and for more than 19 digits.
#[must_use]
pub fn word(digits: &[u8]) -> Option<u64> {
    let (mut value, mut wrong, mut eights) = (0, digits.len() > 19, digits.chunks_exact(8));
    for eight in &mut eights {
        let eight = number(eight.try_into().expect("eight bytes"));
        wrong |= eight >= EIGHT;
        value = EIGHT.wrapping_mul(value).wrapping_add(eight);
    }
    for &byte in eights.remainder() {
        wrong |= !byte.is_ascii_digit();
        value = u64::wrapping_mul(10, value).wrapping_add(u64::from(byte & 15));
    }
    (!wrong).then_some(value)
}

/// Writes the limbs of the integer that these digits denote: their number, without zeros at the end. `None` where a byte is no digit, and where `limbs`,
/// which then holds rubbish, has too few words for the bits of the integer.
#[must_use]
pub fn limbs(digits: &[u8], limbs: &mut [u64]) -> Option<usize> {
    let mut len = 0;
    let first = digits.len() % 16;
    let (head, tail) = digits.split_at(first);
    for chunk in std::iter::once(head).chain(tail.chunks_exact(16)) {
        let mut carry = word(chunk)?;
        for limb in &mut limbs[..len] {
            let product = u128::from(*limb) * u128::from(SIXTEEN) + u128::from(carry);
            (*limb, carry) = (product as u64, (product >> 64) as u64);
        }
        if carry > 0 {
            *limbs.get_mut(len)? = carry;
            len += 1;
        }
    }
    Some(len)
}
