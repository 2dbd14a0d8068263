//! What `bench` times.

use polymod::{AnyRing, Engine, Poly};
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
        let mut operation = (case.make)(&AnyRing::parse(&engine, case.ring).unwrap(), case.sizes[0]).unwrap();
        operation().and_then(|()| operation()).unwrap();
    }
}

#[test]
fn interpolation_gives_the_polynomial_that_was_evaluated() {
    let ring = AnyRing::parse(&Engine::default(), "zn:2^61-1").unwrap();
    let (a, [points, values]) = at_points(&ring, 50).unwrap();
    assert_eq!(Poly::interpolate(&ring, points.view(), values.view()).unwrap(), a);
}
