//! Exponentials against their differential equation.

use polymod::{
    Engine,
    core::cpu::Target,
    ring::{Zn, zn::exponential::MOST},
};

/// Against the recurrence on single elements, for moduli of every accumulator, with vectors and without.
#[test]
fn exponentials_solve_their_equation() {
    for n in [1009, (1 << 31) - 1, (1 << 50) - 27, (1 << 62) - 57, u64::MAX - 58] {
        for target in Target::families() {
            let r = Zn::on(&Engine::builder().threads(1).target(target).build(), n).expect("a modulus");
            let m = r.modulus();
            for len in [0usize, 1, 2, 7, 8, 9, 16, 17, 24, 25, 63, 64, 65, 127, MOST] {
                for terms in [0, 1, 2, len / 2 + 1, len, len + 3] {
                    let a: Vec<u64> = (0..terms as u64).map(|i| if i == 0 { 0 } else { (n - i * i % n) % n }).collect();
                    let f = r.exponential(&a, len).expect("a short exponential");
                    assert_eq!((f.len(), f.words().len()), (len, len));
                    for i in 0..len {
                        let sum = (1..=i.min(terms.saturating_sub(1)))
                            .fold(0, |s, j| m.add(s, m.mul(m.mul(j as u64 % n, a[j]), f.words()[i - j])));
                        let wanted =
                            if i == 0 { m.sub(f.words()[0], 1) } else { m.sub(m.mul(i as u64 % n, f.words()[i]), sum) };
                        assert_eq!(wanted, 0, "{target}, n = {n}: coefficient {i} of {len}, {terms} terms");
                    }
                }
            }
        }
    }
    let r = Zn::new(97).expect("a modulus");
    assert!(r.exponential(&[0, 1], 97).is_some() && r.exponential(&[0, 1], 98).is_none(), "97 has no inverse");
    assert!(Zn::new(1009).expect("a modulus").exponential(&[0, 1], MOST + 1).is_none());
}
