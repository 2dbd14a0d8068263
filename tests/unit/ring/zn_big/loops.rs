//! Loops over vectors of residues against computations on single numbers.

use polymod::{
    Engine,
    core::{
        cpu::Target,
        kernels::matmul::Gather,
        transform::{
            fermat::LimbFft,
            ntt::{Direction, Wrap},
        },
    },
    poly::Dft,
    ring::{
        Block, Blocks, Coeffs, Dfts, Evaluation, Place, Ring, Roots, Vectors, ZnBig,
        zn_big::loops::{IN_BLOCKS, OWN},
    },
};
use rug::{Integer, ops::Pow};

/// Moduli of 64 bits and more, prime and composite, at both bounds of the numbers with that many limbs, and even
/// ones.
fn moduli() -> Vec<Integer> {
    let power = |e: u32| Integer::from(2).pow(e);
    let mut moduli: Vec<Integer> = [64, 65, 103, 104, 105, 127, 156, 255, 256, 521, 1024]
        .into_iter()
        .flat_map(|bits| [power(bits) - 1u32, power(bits - 1) + 1u32])
        .collect();
    moduli.extend([power(64) + 2u32, power(100)]);
    moduli
}

/// The ring with the loops, if the machine has them, and without.
fn both(n: &Integer) -> [ZnBig; 2] {
    [None, Some(Target::SCALAR)].map(|target| {
        let builder = Engine::builder().threads(2);
        let builder = target.into_iter().fold(builder, polymod::engine::EngineBuilder::target);
        ZnBig::on(&builder.build(), n.clone()).unwrap()
    })
}

/// Residues of all sizes, including the largest.
fn residues(f: &ZnBig, len: usize, seed: u32) -> Coeffs<ZnBig> {
    let value = |i: u32| match (i + seed) % 6 {
        0 => Integer::from(-1),
        1 => Integer::from(i),
        _ => Integer::from(i + 3).pow(171 + seed) * (i + 7 * seed),
    };
    f.collect(&(0..len as u32).map(|i| f.residue(value(i))).collect::<Vec<_>>())
}

fn cast(v: &Coeffs<ZnBig>) -> &[u64] {
    v.view().words()
}

#[test]
fn vectors_are_what_single_numbers_are() {
    for n in moduli() {
        let [vectors, single] = both(&n);
        for len in [0, 1, 7, 8, 9, 63, 64, 65, 200] {
            let run = |f: &ZnBig| {
                let (v, w, few) = (residues(f, len, 1), residues(f, len + 3, 2), residues(f, 11, 3));
                let [mut scaled, mut products, mut negated] = [v.clone(), v.clone(), v.clone()];
                f.scale(&mut scaled, &f.get(few.view(), 5));
                f.mul_each(&mut products, w.view());
                f.neg_all(&mut negated);
                let values = f.horner_each(few.view(), v.view());
                let indices = [0, 1, -3, i64::MAX - 300].map(|k| {
                    let mut v = v.clone();
                    f.mul_index(&mut v, k);
                    v
                });
                let [zero, one, below, large] = indices;
                [scaled, products, negated, values, zero, one, below, large]
            };
            for (x, y) in run(&vectors).iter().zip(&run(&single)) {
                assert_eq!(cast(x), cast(y), "modulo {n}, {len} of them");
            }
        }
    }
}

#[test]
fn products_of_matrices_are_what_single_numbers_give() {
    for n in moduli() {
        let [vectors, single] = both(&n);
        for [m, k, cols] in [[1, 1, 1], [3, 5, 8], [4, 3, 17], [9, 2, 70]] {
            let run = |f: &ZnBig, gathered: Gather| {
                let (a, b) = (residues(f, m * k, 4), residues(f, k * cols, 5));
                let mut out = residues(f, m * (cols + 2), 6);
                let (x, y) = (Block::new(a.view(), m, k, k), Block::new(b.view(), k, cols, cols));
                let place = Place { at: 1, stride: cols + 2 };
                f.engine()
                    .enter(|cx| match f.loops() {
                        Some(_) => f.mul_blocks_by(IN_BLOCKS, &mut out, place, (x, y), gathered, cx),
                        None => f.mul_blocks(&mut out, place, x, y, gathered, cx),
                    })
                    .unwrap();
                f.sub_combination(&mut out, 1, a.slice(0..k), y);
                out
            };
            for how in [Gather::Set, Gather::Add, Gather::Sub] {
                assert_eq!(cast(&run(&vectors, how)), cast(&run(&single, how)), "modulo {n}: {m}·{k}·{cols}");
            }
        }
    }
}

#[test]
fn transforms_are_direct_sums() {
    for name in ["bls12-381-fr", "bn254-fr", "secp256k1-fr"] {
        let f = name.parse::<polymod::ring::NamedField>().unwrap().ring().unwrap();
        for len in [1, 2, 4, 8, 16, 32] {
            for wrap in [Wrap::Cyclic, Wrap::Negacyclic] {
                let order = len as u64 * if wrap == Wrap::Cyclic { 1 } else { 2 };
                // the default root, and another one
                for exponent in [1, 3] {
                    let Ok(root) = f.root_of_unity(order) else { continue };
                    let root = f.pow(&root, exponent);
                    let own = f.own_dft(OWN, len, wrap, &root).is_some();
                    assert_eq!(own, f.loops().is_some() && len >= LimbFft::LEAST, "{name}: {len}");
                    let dft = Dft::with_root(&f, len, wrap, &root).unwrap();
                    let v = residues(&f, len, 7);
                    let mut words = v.words().to_vec();
                    f.engine().enter(|cx| dft.run_words(Direction::Forward, &mut words, cx)).unwrap();
                    let values: Vec<_> = (0..len as u64)
                        .map(|i| f.horner(v.view(), &f.pow(&root, if wrap == Wrap::Cyclic { i } else { 2 * i + 1 })))
                        .collect();
                    assert_eq!(words, cast(&f.collect(&values)), "{name}, {len} {wrap:?}");
                    f.engine().enter(|cx| dft.run_words(Direction::Inverse, &mut words, cx)).unwrap();
                    assert_eq!(words, cast(&v), "{name}, {len} {wrap:?}, back");
                }
            }
        }
    }
}
