//! What `bench` times.

use polymod::{Engine, Poly};
use polymod_cli::{
    RingSpec,
    bench::cases::{CASES, at_points},
};

#[test]
fn every_case_runs_at_its_smallest_size() {
    let engine = Engine::builder().threads(1).build();
    for case in CASES {
        assert!(case.sizes.len() % 2 == 0 && case.sizes.is_sorted(), "{} over {}", case.operation, case.ring);
        assert!(RingSpec::parse(case.ring).is_ok(), "{}", case.ring);
        let mut operation = (case.make)(&engine, case.sizes[0]).unwrap();
        operation().and_then(|()| operation()).unwrap();
    }
}

#[test]
fn interpolation_gives_the_polynomial_that_was_evaluated() {
    let (ring, a, [points, values]) = at_points(&Engine::default(), 50).unwrap();
    let (points, values) = (ring.view(&points).unwrap(), ring.view(&values).unwrap());
    assert_eq!(Poly::interpolate(&ring, points, values).unwrap(), a);
}
