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
