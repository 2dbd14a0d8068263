//! Curves of costs, and the built-in ones.

mod check;

use polymod_core::{costs::*, cpu::Target};

#[test]
fn curves_interpolate_and_prolong() {
    let line = Curve::new(1, vec![2.0, 4.0, 8.0]);
    for n in [1usize, 2, 3, 5, 8, 11, 100] {
        assert!((line.at(n) / n as f64 - 1.0).abs() < 1e-9, "at {n}: {}", line.at(n));
    }
    let square = Curve::new(0, vec![1.0, 4.0, 16.0]);
    assert!((square.at(16) - 256.0).abs() < 1e-6 && square.at(3) == 10.0);
}

#[test]
fn the_builtin_costs_are_sound() {
    let families = [builtin::zen4(), builtin::golden_cove(), builtin::avx512f(), builtin::neon()];
    for c in Target::families().map(CostModel::builtin).chain(families) {
        for curve in [&c.karatsuba, &c.ntt, &c.integer_mul, &c.bit_karatsuba, &c.frobenius] {
            let (first, ns) = curve.points();
            assert_eq!(&Curve::new(first, ns.to_vec()), curve);
            assert!((0..24).all(|k| curve.at(1 << k) < curve.at(2 << k)), "costs grow with size");
        }
        assert!(c.integer_mul(10, 1000) > c.integer_mul(10, 10));
    }
}
