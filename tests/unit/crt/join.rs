//! Signed integers of several limbs from their residues modulo many primes.

use polymod::{
    Engine,
    core::{
        arith::{Modulus, ntt_primes},
        cpu::Target,
    },
    internals::crt::{CrtBasis, CrtReconstruct, CrtReduce, Spread},
};

/// Integers of `width` limbs near 0 and near ± the largest that the primes can hold.
fn extremes(width: usize, bits: u32) -> Vec<Vec<u64>> {
    let mut all = vec![vec![0; width]];
    for low in [1u64, 2, u64::MAX, 0x1234_5678_9abc_def0] {
        let mut x = vec![0; width];
        x[0] = if bits < 64 { low & ((1 << bits) - 1) } else { low };
        all.push(x);
    }
    let mut top = vec![0; width];
    for b in 0..bits {
        top[b as usize / 64] |= 1 << (b % 64);
    }
    all.push(top);
    for x in all.clone() {
        let mut carry = true;
        let negate = |w: &u64| {
            let (r, c) = (!w).overflowing_add(u64::from(carry));
            carry = c;
            r
        };
        all.push(x.iter().map(negate).collect());
    }
    all
}

#[test]
fn integers_survive_splitting_and_joining() {
    let engine = Engine::builder().threads(2).build();
    for (count, prime_bits) in [(1, 49), (2, 48), (3, 49), (5, 48), (17, 49), (1, 62), (3, 62), (17, 62)] {
        let primes = ntt_primes(prime_bits, 20, count).expect("there are such primes");
        let moduli: Vec<Modulus> = primes.iter().map(|&p| Modulus::new(p).expect("a prime")).collect();
        let bits = (primes.iter().map(|&p| (p as f64).log2()).sum::<f64>() - 1.0 - CrtReconstruct::MARGIN) as u32;
        for width in [bits as usize / 64 + 1, bits as usize / 64 + 3] {
            for target in [Target::SCALAR, engine.target()] {
                let lacking = vec![1; count];
                let crt_reduce = CrtReduce::new(target, &moduli, width, 64 * width as u32 - 1);
                let crt_reconstruct = CrtReconstruct::new(target, &moduli, Some(&lacking), width);
                let integers = extremes(width, bits.min(64 * width as u32 - 1));
                let flat = integers.concat();
                let len = integers.len() + 3;
                let mut residues = vec![7; count * len];
                engine.enter(|cx| crt_reduce.fill(&flat, &mut residues, len, Spread::NONE, cx)).expect("not cancelled");
                for (i, run) in residues.chunks_exact_mut(len).enumerate() {
                    assert!(run[integers.len()..].iter().all(|&x| x == 0), "zeros follow");
                    if !crt_reconstruct.finishes() {
                        run.iter_mut()
                            .for_each(|x| *x = moduli[i].mul(moduli[i].reduce(*x), crt_reconstruct.factor(i)));
                    }
                }
                let mut back = vec![0; flat.len()];
                crt_reconstruct.join(&residues, len, 0, &mut back);
                assert_eq!(back, flat, "{count} primes of {prime_bits} bits, {width} limbs, {target}");
            }
        }
    }
}

#[test]
fn garner_agrees_with_the_definition() {
    for count in 1..=CrtBasis::WORD_MODULI {
        let basis = CrtBasis::new(&ntt_primes(62, 32, count).expect("primes")).expect("a basis");
        for n in [2, 3, 998_244_353, u64::MAX, (1 << 62) - 57] {
            let n = Modulus::new(n).expect("a modulus");
            // small numbers, and −1 modulo the product of the primes: every residue is the largest
            let numbers = [0u64, 1, 12345, u64::MAX];
            let mut residues = Vec::new();
            let mut minus_one = 1;
            for p in basis.moduli() {
                residues.extend(numbers.map(|x| p.reduce(x)));
                residues.push(p.n() - 1);
                minus_one = n.mul(minus_one, n.reduce(p.n()));
            }
            let mut out = [0; 5];
            basis.to_words(n, &residues, 5, 0, &mut out);
            let mut expected =
                numbers.map(|x| n.reduce(if count == 1 { x % basis.moduli()[0].n() } else { x })).to_vec();
            expected.push(n.sub(minus_one, 1 % n.n()));
            assert_eq!(out.to_vec(), expected, "{count} primes, n = {}", n.n());
        }
    }
}
