//! Checks of products of indices: under the linear maps that multiply entry by entry, written another way, and where there are none by another
//! algorithm.

use super::seeded;
use crate::any;
use polymod::{Ring, poly::IndexLaw, ring::AnyElem};

#[test]
fn right_from_wrong() {
    for n in [2, 6, 97, (1 << 61) - 1] {
        let f = any(&format!("zn:{n}"));
        let c = seeded(&f, 3);
        for (law, len) in [
            ("and", 8),
            ("or", 8),
            ("xor", 8),
            ("gcd", 9),
            ("lcm", 9),
            ("product", 7),
            ("product", 8),
            ("truncated:2,4", 8),
            ("cyclic:3,3", 9),
        ] {
            let law: IndexLaw = law.parse().unwrap();
            let a = f.collect(&(0..len).map(|i| AnyElem::Word((3 * i * i + 1) % n)).collect::<Vec<_>>());
            let right = law.product(&f, a.view(), a.view()).unwrap();
            assert!(c.index_product(&law, [a.view(), a.view(), right.view()]).is_ok(), "{law} modulo {n}");
            for i in 0..len as usize {
                let mut changed = right.clone();
                f.set(&mut changed, i, &f.add(&f.get(right.view(), i), &f.one()));
                let checked = c.index_product(&law, [a.view(), a.view(), changed.view()]);
                assert!(checked.is_err(), "{law} modulo {n}, entry {i}");
            }
        }
    }
}
