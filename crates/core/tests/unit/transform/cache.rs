//! The cache of plans.

use polymod_core::transform::cache::*;
use std::convert::Infallible;

struct Toy(u64, usize);
impl Cached for Toy {
    fn bytes(&self) -> usize {
        self.1
    }
}

fn get(cache: &PlanCache, k: u64, bytes: usize) -> (u64, bool) {
    let mut built = false;
    let made = cache.get([k, 0, 0, 0], || {
        built = true;
        Ok::<_, Infallible>(Toy(k, bytes))
    });
    let Ok(plan) = made;
    (plan.0, built)
}

#[test]
fn plans_are_kept_and_the_oldest_go() {
    let cache = PlanCache::new(100);
    assert_eq!(get(&cache, 1, 40), (1, true));
    assert_eq!(get(&cache, 2, 40), (2, true));
    assert_eq!(get(&cache, 1, 40), (1, false));
    assert_eq!(get(&cache, 3, 40), (3, true));
    assert_eq!(cache.held_bytes(), 80);
    assert_eq!(get(&cache, 1, 40), (1, false));
    assert_eq!(get(&cache, 2, 40), (2, true), "the least recently used was dropped");
    assert_eq!(get(&cache, 9, 1000), (9, true));
    assert_eq!(get(&cache, 9, 1000), (9, true), "too large to keep");
}
