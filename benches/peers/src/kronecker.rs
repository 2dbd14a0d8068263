//! A polynomial over Z as one integer: its value at a power of two (Kronecker 1882), to compare products with GMP's.

use polymod::rug::Integer;

/// Bits a coefficient that keep those of a product of two polynomials of `n` coefficients below 2^`bits` in magnitude apart,
/// signs included.
pub fn slot_bits(bits: u32, n: usize) -> u32 {
    2 * bits + n.next_power_of_two().trailing_zeros() + 1
}

/// Σ `coefficients[i]`·2^(`slot`·i), by halves.
pub fn packed(coefficients: &[Integer], slot: u32) -> Integer {
    match coefficients {
        [] => Integer::new(),
        [one] => one.clone(),
        _ => {
            let (low, high) = coefficients.split_at(coefficients.len() / 2);
            (packed(high, slot) << (slot * low.len() as u32)) + packed(low, slot)
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn packed_by_hand() {
        let coefficients = [3, -1, 0, 2, -7].map(Integer::from);
        let slot = slot_bits(3, 5);
        assert_eq!(slot, 10);
        assert_eq!(packed(&coefficients, slot), 3 - (1i64 << 10) + (2i64 << 30) - (7i64 << 40));
        assert_eq!(packed(&[], slot), 0);
    }
}
