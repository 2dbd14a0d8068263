//! The choice among candidates, and names of algorithms.

use polymod::ring::{Candidate, Candidates, ProductAlgorithm};

#[test]
fn the_cheapest_wins_and_names_round_trip() {
    let c = |algorithm, ns| Candidate::plain(algorithm, ns, 0);
    let all = Candidates::one(c(ProductAlgorithm::Schoolbook, 5.0))
        .and(Some(c(ProductAlgorithm::Crt, 3.0)))
        .and(None)
        .and(Some(c(ProductAlgorithm::Ntt, 3.0)));
    assert_eq!(all.best(u64::MAX).algorithm, ProductAlgorithm::Crt);
    assert_eq!(all.iter().map(|c| c.algorithm.name()).collect::<Vec<_>>(), ["schoolbook", "crt", "ntt"]);
    assert!(all.has(ProductAlgorithm::Ntt) && !all.has(ProductAlgorithm::Kronecker));
    for a in ProductAlgorithm::ALL {
        assert_eq!(a.name().parse(), Ok(a));
    }
    assert!("fft".parse::<ProductAlgorithm>().is_err());
}
