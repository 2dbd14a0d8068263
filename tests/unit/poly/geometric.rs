//! Values at a geometric progression in blocks.

use super::{listed, words};
use crate::named;
use polymod::{
    Engine, Poly, Ring,
    core::{
        costs::{CostModel, Curve},
        cpu::host,
    },
    poly::{Geometric, geometric::best_block},
    ring::AnyElem,
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
    let f = named(&Engine::builder().threads(1).costs(costs).build(), "zn:2147483647");
    // no value of a power of x is 0
    let polys = [
        Poly::monomial(&f, &f.one(), SIZE - 1),
        Poly::zero(&f),
        Poly::one(&f),
        words(&f, (0..SIZE as u64).map(|i| i * i + 1)),
    ];
    let [five, seven] = [5, 7].map(AnyElem::Word);
    for len in [3 * SIZE + 2, 3 * SIZE + 3] {
        let (block, _) = f.engine().enter(|cx| best_block(&f, SIZE, len, cx));
        assert_eq!(block, SIZE + 1, "blocks for {len} points");
        let points = Geometric::new(&f, &five, &seven, len).expect("points");
        let x: Vec<AnyElem> = (0..len as u64).map(|i| f.mul(&five, &f.pow(&seven, i))).collect();
        for (a, values) in polys.iter().zip(points.eval_all(&polys).expect("values")) {
            let expected = f.collect(&x.iter().map(|x| a.eval(x)).collect::<Vec<_>>());
            assert_eq!(listed(&f, values.view()), listed(&f, expected.view()), "{a} at {len} points");
        }
    }
}
