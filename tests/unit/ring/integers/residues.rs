//! Residues modulo many primes, and integers from them.

use polymod::{
    Engine, Modulus, PrimeStream,
    core::cpu::Target,
    engine::Context,
    ring::{Integers, Ring, Vectors, integers::residues::is_for_a_tree},
};
use rug::Integer;

/// The tree's time for each integer grows less than the square of the number of primes; it is for many primes only.
#[test]
fn trees_are_for_many_primes() {
    for target in Target::families() {
        let costs = polymod::core::costs::CostModel::builtin(target).modular;
        for len in [100, 10_000, 1_000_000, 100_000_000] {
            assert!((1..100).all(|primes| !is_for_a_tree(&costs, primes, len, 1)), "{len} integers");
            assert!(is_for_a_tree(&costs, 1_000_000, len, 1), "{len} integers");
        }
        assert!(is_for_a_tree(&costs, 1000, 1, 1));
    }
}

/// Random integers, extreme ones and 0 are reconstructed from their residues, which agree with the definition.
#[test]
fn integers_come_back() {
    for target in Target::families() {
        let z = Integers::on(&Engine::builder().threads(4).target(target).build());
        for (count, bits) in [(1, 48), (2, 48), (3, 50), (7, 48), (40, 48), (130, 62), (5, 63)] {
            let primes: Vec<Modulus> = PrimeStream::new(bits, 20)
                .expect("a stream")
                .take(count)
                .map(|p| Modulus::new(p).expect("a modulus"))
                .collect();
            let product: Integer = primes.iter().map(|p| Integer::from(p.n())).product();
            let most = Integer::from(&product / 2u32) - Integer::from(&product >> 20u32);
            let elems: Vec<Integer> = (0..21)
                .map(|i| match i % 7 {
                    0 => Integer::new(),
                    1 => most.clone(),
                    2 => -most.clone(),
                    3 => Integer::from(i) - 10,
                    _ => Integer::from(&most / (i + 2)) - 3 * i,
                })
                .collect();
            let v = z.collect(&elems);
            let residues = z.engine().enter(|cx| z.residues(v.view(), &primes, cx)).expect("residues");
            for (run, p) in residues.chunks_exact(elems.len()).zip(&primes) {
                for (x, a) in run.iter().zip(&elems) {
                    let (_, expected) = a.clone().div_rem_euc(Integer::from(p.n()));
                    assert_eq!(*x, expected, "{target}: {a} modulo {}", p.n());
                }
            }
            let (engine, len) = (z.engine(), elems.len());
            for threads in [1, 4] {
                // as many threads as there are, whatever they are worth
                let joined = |cx: Context<'_>| z.joined(residues.clone(), &primes, len, cx);
                let back = if threads == 1 { engine.enter(|cx| joined(cx.alone())) } else { engine.enter(joined) };
                assert!(z.same(back.view(), v.view()), "{target}: {count} primes below 2^{bits}, {threads} threads");
            }
            let back = z.from_residues(residues, &primes, len);
            assert!(z.same(back.view(), v.view()), "{target}: {count} primes below 2^{bits}");
        }
    }
}
