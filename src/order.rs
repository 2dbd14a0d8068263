//! Sorts lists of many types, none of them long: the algorithm is compiled once, for indices.

use std::cmp::Ordering;

crate::tested! {
    /// Sorts a list; equal items stay in their order. n log n comparisons, and a word an item.
    pub(crate) fn sort_by<T>(list: &mut [T], compare: impl Fn(&T, &T) -> Ordering) {
        if list.len() < 2 {
            return;
        }
        let mut order = sorted(list.len(), &|i, j| compare(&list[i], &list[j]));
        for first in 0..list.len() {
            // item order[i] goes to place i: along each cycle, from its first place on
            let mut to = first;
            loop {
                let from = order[to];
                order[to] = to;
                if from == first {
                    break;
                }
                list.swap(to, from);
                to = from;
            }
        }
    }
}

/// [`sort_by`] a key.
pub(crate) fn sort_by_key<T, K: Ord>(list: &mut [T], key: impl Fn(&T) -> K) {
    sort_by(list, |x, y| key(x).cmp(&key(y)));
}

/// The indices below `len` in order.
fn sorted(len: usize, compare: &dyn Fn(usize, usize) -> Ordering) -> Vec<usize> {
    let mut order: Vec<usize> = (0..len).collect();
    order.sort_by(|&i, &j| compare(i, j));
    order
}
