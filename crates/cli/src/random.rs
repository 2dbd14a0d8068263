//! The generator of `gen` and `--verify`: ChaCha20 (Bernstein 2008; RFC 8439), the same on every machine. The seed's eight bytes,
//! little-endian, begin the key; the rest of it, counter and nonce are zero.

use rand::SeedableRng;
use rand_chacha::ChaCha20Rng;

/// The stream of this seed.
pub fn seeded(seed: u64) -> ChaCha20Rng {
    let mut key = [0; 32];
    key[..8].copy_from_slice(&seed.to_le_bytes());
    ChaCha20Rng::from_seed(key)
}

#[cfg(test)]
mod tests {
    use super::*;
    use rand::Rng;

    /// The key stream of an all-zero key: RFC 8439, appendix A.1, test vector 1.
    #[test]
    fn the_stream_is_that_of_the_standard() {
        let mut random = seeded(0);
        assert_eq!([random.next_u64(), random.next_u64()], [0x903d_f1a0_ade0_b876, 0x28bd_8653_e56a_5d40]);
        assert_ne!(seeded(1).next_u64(), seeded(1 << 63).next_u64());
    }
}
