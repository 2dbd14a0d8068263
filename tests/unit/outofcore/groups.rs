//! Primes of a product divided among groups of ranks, before a group's ranks divide a transform among themselves.

use polymod::outofcore::groups::Groups;

#[test]
fn groups_take_no_longer_than_all_ranks_together() {
    for ranks in 1..20 {
        for primes in 1..6 {
            let groups = Groups::new(ranks, primes, |_| true);
            let of_group = ranks / groups.count;
            // of one size, and with as many primes
            assert!(
                groups.primes.is_multiple_of(groups.count) && groups.ranks.is_multiple_of(groups.count),
                "{groups:?}"
            );
            // every prime is of one group, whose ranks have all strips
            let mut seen = vec![0; primes];
            for rank in 0..ranks {
                assert!(groups.among(rank).contains(&rank) && groups.among(rank).len() == of_group);
                groups.primes(rank).iter().for_each(|&prime| seen[prime] += groups.strips(rank, 64).len());
            }
            assert_eq!(seen, vec![64; primes], "{groups:?}");
        }
    }
    let count = |ranks, primes| Groups::new(ranks, primes, |_| true).count;
    assert_eq!([(3, 3), (4, 3), (6, 3), (2, 4), (8, 1), (1, 5)].map(|(r, p)| count(r, p)), [3, 1, 3, 2, 1, 1]);
    // where parts must be small, all ranks have a part
    assert_eq!(Groups::new(6, 3, |ranks| ranks > 2).count, 1);
}
