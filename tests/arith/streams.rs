//! Streams of primes against primal's sieve and its test of every candidate.

use polymod::core::arith::ntt_primes;
use polymod::{Error, PrimeStream};

fn stream(bits: u32, two_adicity: u32) -> PrimeStream {
    PrimeStream::new(bits, two_adicity).unwrap()
}

fn collect(primes: impl Iterator<Item = u64>) -> Vec<u64> {
    primes.collect()
}

/// The primes `1 mod 2^two_adicity` below `2^bits`, descending, by trying every candidate.
fn by_definition(bits: u32, two_adicity: u32) -> impl Iterator<Item = u64> {
    let step = 1u64 << two_adicity;
    let largest = (u64::MAX >> (64 - bits)) - 1;
    (1..=largest >> two_adicity).rev().map(move |c| c * step + 1).filter(|&p| primal::is_prime(p))
}

#[test]
fn complete_for_every_two_adicity_and_short_lengths() {
    for bits in 2..=16 {
        for two_adicity in 0..=bits + 1 {
            assert_eq!(
                collect(stream(bits, two_adicity)),
                collect(by_definition(bits, two_adicity)),
                "{bits}, {two_adicity}"
            );
        }
    }
    assert_eq!(collect(stream(2, 0)), [3, 2]);
    assert_eq!(collect(stream(9, 8)), [257]);
    assert_eq!(stream(20, 0).count(), 82_025);
}

#[test]
fn first_of_great_lengths() {
    for bits in [31, 32, 33, 49, 50, 51, 62, 63, 64] {
        for two_adicity in [0, 1, 2, 16, 20, 25] {
            let first = collect(stream(bits, two_adicity).take(60));
            assert_eq!(first, collect(by_definition(bits, two_adicity).take(60)), "{bits}, {two_adicity}");
        }
    }
    assert_eq!(stream(64, 0).next(), Some(u64::MAX - 58));
    assert_eq!(stream(64, 32).next(), Some(u64::MAX - u64::from(u32::MAX) + 1));
}

/// More primes than one block of candidates has; each is confirmed by GMP, and none is missing.
#[cfg(feature = "integers")]
#[test]
fn consecutive_primes_by_gmp() {
    let below = collect(stream(64, 0).take(300));
    let mut next = rug::Integer::from(below[299]);
    for &p in below.iter().rev().skip(1) {
        next = next.next_prime();
        assert_eq!(next, p);
    }
}

#[test]
fn ends_and_stays_ended() {
    for (bits, two_adicity) in [(64, 63), (10, 10), (10, 63), (2, 2), (17, 16)] {
        let mut primes = stream(bits, two_adicity);
        let all = collect(primes.by_ref());
        assert_eq!(all, collect(by_definition(bits, two_adicity)), "{bits}, {two_adicity}");
        assert_eq!((primes.next(), primes.next(), primes.position()), (None, None, all.last().copied()));
    }
}

#[test]
fn strides_share_the_primes_out() {
    let all = collect(stream(62, 20).take(60));
    for jobs in [1, 2, 3, 7] {
        let shares: Vec<Vec<u64>> = (0..jobs)
            .map(|job| collect(stream(62, 20).strided(job as u64, jobs as u64).unwrap().take(60 / jobs)))
            .collect();
        for (i, p) in all.iter().enumerate().take(60 / jobs * jobs) {
            assert_eq!(shares[i % jobs][i / jobs], *p, "prime {i}, {jobs} jobs");
        }
    }
    // A share of a share: job 1 of 2 within job 2 of 3 takes 5, 11, 17, …
    let nested = stream(62, 20).strided(2, 3).unwrap().strided(1, 2).unwrap();
    assert_eq!(collect(nested.take(5)), collect(all.iter().copied().skip(5).step_by(6).take(5)));
    // Shares of an exhausted stream.
    assert_eq!(collect(stream(8, 4).strided(1, 3).unwrap()), [193, 17]);
    assert_eq!(stream(8, 4).strided(5, 1).unwrap().next(), None);
}

#[test]
fn seeks_and_resumes() {
    let all = collect(stream(50, 16).take(40));
    let mut primes = stream(50, 16);
    assert_eq!(primes.position(), None);
    for (i, &p) in all.iter().enumerate().take(39) {
        primes.seek(p);
        assert_eq!(primes.position(), Some(p));
        assert_eq!(primes.next(), Some(all[i + 1]));
        assert_eq!(primes.position(), Some(all[i + 1]));
        primes.seek(p + 1);
        assert_eq!(primes.next(), Some(p), "the first below {p} + 1");
    }
    for beyond in [1 << 50, u64::MAX] {
        primes.seek(beyond);
        assert_eq!(primes.next(), Some(all[0]));
    }
    for end in [0, 1, 2, 65_537] {
        primes.seek(end);
        assert_eq!(primes.next(), None, "below {end}");
    }

    let share = collect(stream(50, 16).strided(1, 3).unwrap().take(13));
    for i in 0..12 {
        let mut resumed = stream(50, 16).strided(1, 3).unwrap();
        resumed.seek(share[i]);
        assert_eq!(collect(resumed.take(12 - i)), share[i + 1..]);
    }
}

#[test]
fn a_number_of_primes_or_an_error() {
    assert_eq!(ntt_primes(62, 20, 0), Ok(vec![]));
    assert_eq!(ntt_primes(62, 20, 25), Ok(collect(stream(62, 20).take(25))));
    assert_eq!(ntt_primes(8, 4, 5), Ok(vec![241, 193, 113, 97, 17]));
    assert_eq!(ntt_primes(8, 4, 6), Err(Error::TooFewPrimes { bits: 8, two_adicity: 4, expected: 6, got: 5 }));
    assert_eq!(ntt_primes(64, 63, 1), Err(Error::TooFewPrimes { bits: 64, two_adicity: 63, expected: 1, got: 0 }));
    for (bits, two_adicity) in [(0, 0), (1, 0), (65, 0), (u32::MAX, 0), (64, 64), (64, u32::MAX)] {
        assert!(matches!(PrimeStream::new(bits, two_adicity), Err(Error::OutOfRange { .. })), "{bits}, {two_adicity}");
        assert!(matches!(ntt_primes(bits, two_adicity, 1), Err(Error::OutOfRange { .. })), "{bits}, {two_adicity}");
    }
    assert!(matches!(stream(62, 20).strided(0, 0), Err(Error::OutOfRange { .. })));
}
