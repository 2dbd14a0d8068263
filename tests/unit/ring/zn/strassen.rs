//! Strassen's product against other products.

use polymod::{
    Engine,
    core::{
        bits::testing::noise,
        kernels::matmul::{Gather, Output, Rows},
    },
    ring::{Block, Blocks, Place, Ring, Vectors, Zn, zn::strassen::STRASSEN},
};

/// Against the kernels that multiply by the definition, for every parity, in a larger matrix, and with all entries
/// n − 1.
#[test]
fn strassen_agrees_with_other_products() {
    for n in [2, 97, (1 << 31) - 1, (1 << 50) - 27, (1 << 62) - 57, u64::MAX - 58] {
        for threads in [1, 2] {
            let r = Zn::on(&Engine::builder().threads(threads).build(), n).expect("a modulus");
            for [m, k, c] in [[2, 2, 2], [3, 2, 2], [2, 3, 2], [2, 2, 3], [7, 9, 11], [64, 65, 70], [33, 20, 81]] {
                for kind in 0..2u64 {
                    let value = |i: u64| if kind == 0 { n - 1 } else { noise(i) % n };
                    let (x, y): (Vec<u64>, Vec<u64>) =
                        ((0..(m * k) as u64).map(value).collect(), (500..500 + (k * c) as u64).map(value).collect());
                    let (stride, at) = (c + 3, 5);
                    let mut out = vec![1; at + m * stride];
                    r.engine()
                        .enter(|cx| {
                            let words = &mut out[at..at + (m - 1) * stride + c];
                            let target = Output::new(words, c, stride, Gather::Set);
                            r.strassen(target, Rows::whole(&x, m), Rows::whole(&y, k), cx)
                        })
                        .expect("a product");
                    let (x, y, mut expected) = (r.collect(&x), r.collect(&y), r.collect(&vec![1; at + m * stride]));
                    let (x, y) = (Block::new(x.view(), m, k, k), Block::new(y.view(), k, c, c));
                    let place = Place { at, stride };
                    r.engine()
                        .enter(|cx| r.mul_blocks(&mut expected, place, x, y, Gather::Set, cx))
                        .expect("a product");
                    assert_eq!(out, r.words(expected.view()), "n = {n}, {m} by {k} by {c}, {threads} threads");
                }
            }
        }
    }
}

/// Strassen's product asked for by its name against another algorithm; none where the shape is too small to be halved.
#[test]
fn strassen_goes_by_its_name() {
    let r = Zn::on(&Engine::builder().threads(2).build(), (1 << 62) - 57).expect("a modulus");
    let [m, k, c] = [513, 600, 514];
    let vector = |len: u64| r.collect(&(0..len).map(|i| noise(i) % r.n()).collect::<Vec<_>>());
    let (x, y) = (vector((m * k) as u64), vector((k * c) as u64));
    let (x, y) = (Block::new(x.view(), m, k, k), Block::new(y.view(), k, c, c));
    r.engine().enter(|cx| {
        let names: Vec<_> = r.block_products(x, y, cx).iter().map(|way| way.algorithm).collect();
        assert!(names.contains(&STRASSEN), "{names:?}");
        let other = names.iter().find(|name| **name != STRASSEN).expect("products by the definition always apply");
        let [mut halves, mut plain] = [r.zeros(m * c), r.zeros(m * c)];
        let place = Place { at: 0, stride: c };
        assert_eq!(r.mul_blocks_by(STRASSEN, &mut halves, place, (x, y), Gather::Set, cx), Ok(()));
        assert_eq!(r.mul_blocks_by(other, &mut plain, place, (x, y), Gather::Set, cx), Ok(()));
        assert!(r.same(halves.view(), plain.view()), "{m} by {k} by {c}");
    });
    let few = Block::new(x.view(), 2, 2, 2);
    assert!(r.engine().enter(|cx| r.block_products(few, few, cx)).iter().all(|way| way.algorithm != STRASSEN));
}
