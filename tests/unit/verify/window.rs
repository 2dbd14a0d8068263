//! Checks of coefficients [i, j) of a product a·b.

use super::{seeded, source};
use crate::any;
use polymod::{
    AnyRing, Poly, Ring,
    poly::Part,
    verify::{place::Claim, window::Window},
};

/// Windows at the ends of blocks and beside them; a window with one wrong coefficient is told.
fn windows(r: &AnyRing) {
    let mut checker = seeded(r, 3);
    let mut bits = source(4);
    let mut random = |len: usize| Poly::from_i64(r, &(0..len).map(|_| (bits.word() & 1) as i64).collect::<Vec<_>>());
    for (a, b) in [(1, 1), (1, 40), (30, 7), (33, 64), (100, 41)] {
        let [a, b] = [random(a).shl(1), random(b).shl(1)].map(|p| &p + &Poly::one(r));
        let full = a.len() + b.len() - 1;
        let windows = [
            0..full,
            0..1,
            0..full.div_ceil(2),
            1..2,
            full / 3..full,
            full - 1..full,
            full / 2..full / 2 + 1,
            7..8,
            8..17,
        ];
        for window in windows.into_iter().filter(|w| w.end <= full && !w.is_empty()) {
            let c = a.mul_part(&b, &Part::Middle(window.clone()), None).unwrap();
            let mut check = |c: &Poly<AnyRing>, size: Option<usize>| match size {
                None => checker.window([&a, &b], window.clone(), c, "c").is_ok(),
                Some(size) => {
                    let claim = Window::new([&a, &b], window.clone(), c, size).unwrap();
                    checker.claims(&[Claim::Window(claim)], "c").is_ok()
                }
            };
            for size in [None, Some(1), Some(2), Some(8), Some(1000)] {
                assert!(check(&c, size), "{}: {window:?} of {full}, {size:?}", r.name());
                for i in [0, window.len() / 2, window.len() - 1] {
                    let wrong = &c + &Poly::monomial(r, &r.one(), i);
                    assert!(!check(&wrong, size), "{}: {window:?} of {full}, {size:?}, {i}", r.name());
                }
            }
            assert!(!check(&(&c + &Poly::monomial(r, &r.one(), window.len())), None));
        }
    }
}

#[test]
fn windows_of_products() {
    for name in ["z", "gf2", "gf2^8:0x11b", "zn:3", "zn:2^32", "zn:2^61-1", "zn:2^64", "zn:2^127-1"] {
        windows(&any(name));
    }
}
