//! The generator of random numbers.

use polymod_cli::random::seeded;
use rand::Rng;

/// The key stream of an all-zero key: RFC 8439, appendix A.1, test vector 1.
#[test]
fn the_stream_is_that_of_the_standard() {
    let mut random = seeded(0);
    assert_eq!([random.next_u64(), random.next_u64()], [0x903d_f1a0_ade0_b876, 0x28bd_8653_e56a_5d40]);
    assert_ne!(seeded(1).next_u64(), seeded(1 << 63).next_u64());
}
