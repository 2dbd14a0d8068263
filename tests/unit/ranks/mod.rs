//! Predicted times of many ranks.

use polymod::ranks::{Images, Limit, Network, Transform};

const DET: Images =
    Images { primes: 21_000, image_ns: 2e7, together: 1, request_bytes: 1.25e8, image_bytes: 24.0, join_ns: 0.0 };

/// Times of more ranks are shorter up to the point where the request takes the longest, and longer beyond.
#[test]
fn images_scale_until_the_request_takes_longer() {
    let free = Network { latency_ns: 0.0, bytes_per_second: f64::INFINITY, ..Network::ASSUMED };
    for ranks in [2, 7, 64, 500] {
        let found = DET.on(ranks, 1, &free);
        let rounds = (21_000f64 / 16.0).ceil() / ranks as f64;
        assert_eq!((found.ns, found.network_ns), (rounds.ceil() * 16.0 * 2e7, 0.0), "{ranks} ranks");
    }
    let at = |ranks| DET.on(ranks, 1, &Network::ASSUMED);
    assert!(at(64).ns < at(32).ns && at(4096).ns > at(256).ns);
    assert_eq!([64, 4096].map(|ranks| at(ranks).limit), [Limit::Work, Limit::Request]);
    let to_all = 63.0 * 1.25e8 + (1313.0 - 20.0) * 128.0;
    assert_eq!((at(64).sent_bytes, at(64).received_bytes), (to_all, (1313.0 - 20.0) * 16.0 * 24.0));
    // nothing is sent for groups that do not exist
    let few = Images { primes: 20, ..DET }.on(64, 1, &Network::ASSUMED);
    assert_eq!(few.sent_bytes, 2.0 * (1.25e8 + 128.0));
}

/// n² words of an inverse for each prime are too much for the leader, and Chinese remaindering for one machine.
#[test]
fn the_leader_is_the_limit_of_long_answers() {
    let inverse = Images { image_bytes: 8e6, ..DET };
    let [few, many] = [64, 512].map(|ranks| inverse.on(ranks, 1, &Network::ASSUMED));
    assert_eq!(many.limit, Limit::Leader);
    let least = (1313.0 - 2.0) * 16.0 * 8e6 / 10.0;
    assert!(many.ns > least && many.ns > few.ns / 2.0, "{many:?}");
    let joined = Images { join_ns: 1e12, ..DET };
    assert_eq!([1, 64].map(|ranks| joined.on(ranks, 1, &Network::ASSUMED).limit), [Limit::Join; 2]);
}

/// 8192 images on eight ranks: all threads compute, also those of a kernel that takes eight primes at once, until there are as many as images.
#[test]
fn all_threads_of_a_rank_compute() {
    let of = |primes| move |threads, together| Images { primes, together, ..DET }.on(8, threads, &Network::ASSUMED);
    let speedup = |threads, together| of(8192)(1, 1).work_ns / of(8192)(threads, together).work_ns;
    // five threads compute the images of a group in four turns
    assert_eq!([1, 5, 16, 64, 1024].map(|threads| speedup(threads, 1)), [1.0, 4.0, 16.0, 64.0, 1024.0]);
    assert_eq!([1, 2, 64, 128, 1024].map(|threads| speedup(threads, 8)), [1.0, 2.0, 64.0, 128.0, 128.0]);
    assert_eq!([1, 64].map(|threads| of(8192)(threads, 1).limit), [Limit::Work; 2]);
    assert_eq!(of(8192)(128, 8).limit, Limit::Groups);
}

/// The table of `docs/scale.md`'s source: bytes and time of an exchange.
#[test]
fn exchanges_of_all_with_all() {
    let at = |log: u32, ranks| {
        let one = Transform { len: 1 << log, value_bytes: 8.0, one_ns: 0.0, exchanges: 1, file_bytes: 0.0 };
        one.on(ranks, &Network::ASSUMED).unwrap()
    };
    for (log, ranks, bytes, ns) in
        [(32, 64, 537e6, 54e6), (36, 64, 8.5e9, 0.85e9), (36, 4096, 134e6, 22e6), (40, 4096, 2.1e9, 0.22e9)]
    {
        let found = at(log, ranks);
        assert!((found.sent_bytes / bytes - 1.0).abs() < 0.03, "2^{log} on {ranks}: {found:?}");
        assert!((found.ns / ns - 1.0).abs() < 0.05, "2^{log} on {ranks}: {found:?}");
    }
    // a rank of four reads and writes a quarter
    let files = Transform { len: 64, value_bytes: 8.0, one_ns: 4.0, exchanges: 0, file_bytes: 1e6 };
    let found = files.on(4, &Network::ASSUMED).unwrap();
    assert_eq!((found.ns, found.files_ns, found.limit), (50_001.0, 50_000.0, Limit::Files));
    let alone =
        Transform { len: 64, value_bytes: 8.0, one_ns: 5.0, exchanges: 3, file_bytes: 0.0 }.on(1, &Network::ASSUMED);
    assert_eq!(alone.map(|found| (found.ns, found.sent_bytes, found.limit)), Some((5.0, 0.0, Limit::Work)));
}
