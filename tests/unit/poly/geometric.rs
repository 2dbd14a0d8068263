//! Values at a geometric progression in blocks.

use polymod::{
    Engine, Poly, Ring, Zn,
    core::{
        costs::{CostModel, Curve},
        cpu::host,
    },
    poly::{Geometric, geometric::best_block},
};

/// Three blocks, the last of them full or not. For that, a transform costs the square of its length, and other products
/// cost more.
#[test]
fn values_in_three_blocks() {
    const SIZE: usize = 64;
    let transforms: Vec<f64> = (4..=12).map(|log| 4f64.powi(log)).collect();
    let costs = CostModel {
        short: [1e6; 5],
        word_mul: 1e6,
        word_reduce: 1e6,
        karatsuba: Curve::new(3, vec![1e12, 3e12]),
        ntt: Curve::new(4, transforms),
        pointwise: [0.0; 2],
        split_word: 0.0,
        join_word: [0.0; 4],
        garner: [0.0; 4],
        operation: 0.0,
        plan: 0.0,
        block: 1e4,
        ..CostModel::builtin(host().target)
    };
    let f = Zn::on(&Engine::builder().threads(1).costs(costs).build(), (1 << 31) - 1).expect("a modulus");
    // no value of a power of x is 0
    let polys = [
        Poly::monomial(&f, &1, SIZE - 1),
        Poly::zero(&f),
        Poly::one(&f),
        Poly::new(&f, (0..SIZE as u64).map(|i| i * i + 1)),
    ];
    for len in [3 * SIZE + 2, 3 * SIZE + 3] {
        let (block, _) = f.engine().enter(|cx| best_block(&f, SIZE, len, cx));
        assert_eq!(block, SIZE + 1, "blocks for {len} points");
        let points = Geometric::new(&f, &5, &7, len).expect("points");
        let x: Vec<u64> = (0..len as u64).map(|i| f.mul(&5, &f.pow(&7, i))).collect();
        for (a, values) in polys.iter().zip(points.eval_all(&polys).expect("values")) {
            let expected: Vec<u64> = x.iter().map(|x| a.eval(x)).collect();
            assert_eq!(f.words(values.view()), expected, "{a} at {len} points");
        }
    }
}
