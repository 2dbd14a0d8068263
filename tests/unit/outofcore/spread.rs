//! A vector of words divided among ranks: each has those at some places, which change from one pass to the next.

use polymod::outofcore::spread::Places;

#[test]
fn common_places_are_those_in_both() {
    let noise = |seed: u64, i: usize| !polymod::core::bits::testing::noise(seed << 32 ^ i as u64).is_multiple_of(3);
    for seed in 0..20 {
        let has = [seed, seed + 100].map(|seed| (0..200).filter(|&i| noise(seed, i)).collect::<Vec<usize>>());
        let [a, b] = has.each_ref().map(|has| Places::new(has.iter().rev().map(|&i| i..i + 1)));
        assert_eq!((a.count(), b.count()), (has[0].len(), has[1].len()));
        has[0].iter().enumerate().for_each(|(i, &place)| assert_eq!(a.before(place), i));
        let both: Vec<usize> = a.common(&b).flatten().collect();
        let expected: Vec<usize> = has[0].iter().copied().filter(|place| has[1].contains(place)).collect();
        assert_eq!(both, expected);
    }
}
