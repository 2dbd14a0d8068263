//! Against the stable sort of the standard library.

use polymod::{core::bits::SplitMix64, order::sort_by};

#[test]
fn lists_are_sorted_and_equal_items_stay_in_order() {
    let mut words = SplitMix64::new(1);
    for len in (0..40).chain([1000]) {
        for keys in [1, 2, 7, u64::MAX] {
            let list: Vec<(u64, usize)> = (0..len).map(|i| (words.word() % keys, i)).collect();
            let [mut ours, mut wanted] = [list.clone(), list];
            sort_by(&mut ours, |x, y| x.0.cmp(&y.0));
            wanted.sort_by_key(|x| x.0);
            assert_eq!(ours, wanted, "{len} items, keys below {keys}");
        }
    }
}
