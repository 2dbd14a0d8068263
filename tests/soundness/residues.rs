//! Conversions between words, rows and residues.

use crate::{MOST, levels, modulus, primes, refused};
use polymod::{
    core::cpu::{Feature, Target, host},
    core::kernels::{
        residues::{Form, WordReconstruct, join, split},
        rows::{
            self, BigModulus, MixedReconstruct, RowReconstruct, RowReduce, Spread, WordReduce, join_mixed, split_words,
        },
        select,
    },
};

/// Offsets and strides that overflow to values within 24 words, for runs of four residues of two primes.
const RUNS: [(usize, usize); 7] =
    [(8, MOST - 7), (8, MOST), (MOST - 3, 0), (MOST - 7, 8), (MOST, 1), (MOST / 2 + 1, MOST / 2 + 1), (20, 4)];

#[test]
fn words_from_runs_that_are_not_there() {
    for target in levels() {
        let Some(kernel) = select(target, 48) else { continue };
        let (n, ps, form) = (modulus(97), primes(48, 2), Form { needs: kernel.needs(), doubles: kernel.values() });
        let crt_reconstruct = WordReconstruct::new(n, &ps, &[1, 1], form);
        let (residues, mut out) = (vec![0; 16], vec![7; 4]);
        for (stride, first) in RUNS {
            refused(&format!("{kernel:?}: runs from {first} on, {stride} apart"), || {
                join(&crt_reconstruct, &residues, stride, first, &mut out);
            });
        }
        join(&crt_reconstruct, &residues, 12, 0, &mut out);
        assert_eq!(out, [0; 4], "{kernel:?}");
        refused("a prime without a factor", || WordReconstruct::new(n, &ps, &[1], form));
        refused("no primes", || WordReconstruct::new(n, &[], &[], form));
        refused("primes of 51 bits", || WordReconstruct::new(n, &primes(51, 2), &[1, 1], form));
        refused("more primes than there is room for", || WordReconstruct::new(n, &primes(48, 5), &[1; 5], form));
        refused("fewer residues than words", || split(kernel.needs(), ps[0], &residues, &mut out));
        let (p, mut residue) = (primes(51, 1)[0], [0]);
        split(kernel.needs(), p, &[u64::MAX], &mut residue);
        assert_eq!(residue, [u64::MAX % p.n()], "a prime that no kernel takes");
    }
    let mut residue = [0];
    split(Target::SCALAR, modulus(97), &[1000], &mut residue);
    assert_eq!(residue, [30]);
}

#[test]
fn rows_from_runs_that_are_not_there() {
    let ps = primes(48, 2);
    let with = [(ps[0], 1), (ps[1], 1)];
    // weights of two limbs, all zeros
    let crt_reconstruct = || RowReconstruct::new(&with, &[0; 6], 2, 1, None);
    let mixed = || MixedReconstruct::new(&ps, &[1, 1], 1);
    let (residues, mut out) = (vec![0; 16], vec![7; 4]);
    for (stride, first) in RUNS {
        refused(&format!("from {first} on, {stride} apart"), || {
            rows::join(&crt_reconstruct(), &residues, stride, first, &mut out);
        });
        refused(&format!("mixed, from {first} on, {stride} apart"), || {
            join_mixed(&mixed(), &residues, stride, first, &mut out);
        });
    }
    refused("no primes", || RowReconstruct::new(&[], &[0; 2], 2, 1, None));
    refused("weights of one prime", || RowReconstruct::new(&with, &[0; 4], 2, 1, None));
    refused("weights that wrap", || RowReconstruct::new(&with, &[], MOST / 3 + 1, 1, None));
    refused("rows that wrap", || RowReconstruct::new(&with, &[0; 6], 2, MOST / 64 + 1, None));
    refused("rows of nothing", || RowReconstruct::new(&with, &[0; 6], 2, 0, None));
    refused("an even modulus", || RowReconstruct::new(&with, &[0; 6], 2, 1, Some(BigModulus(&[2]))));
    refused("no modulus", || RowReconstruct::new(&with, &[0; 6], 2, 1, Some(BigModulus(&[]))));
    refused("mixed, no primes", || MixedReconstruct::new(&[], &[], 1));
    refused("mixed, no factors", || MixedReconstruct::new(&ps, &[], 1));
    refused("mixed, rows of nothing", || MixedReconstruct::new(&ps, &[1, 1], 0));
    if host().supported.has(Feature::Avx512Ifma) {
        join_mixed(&mixed(), &residues, 12, 0, &mut out);
        assert_eq!(out, [0; 4]);
    }
}

#[test]
fn residues_of_rows_that_are_none() {
    let ps = primes(48, 2);
    for width in [0, 1] {
        refused(&format!("rows of {width} words"), || RowReduce::new(&ps, width, 64));
    }
    refused("numbers of all bits", || RowReduce::new(&ps, MOST, u32::MAX));
    refused("no primes", || RowReduce::new(&[], 1, 1));
    refused("a prime of 50 bits", || RowReduce::new(&primes(50, 1), 1, 1));
    refused("a prime of 50 bits, words", || WordReduce::new(primes(50, 1)[0], 1));
    let crt_reduce = RowReduce::new(&ps, 1, 60);
    let (words, mut x, mut y) = (vec![0; 16], vec![0; 16], vec![0; 8]);
    let none = Spread::NONE;
    refused("a short run", || rows::split(&crt_reduce, &words, &mut [&mut x, &mut y], none));
    refused("one run", || rows::split(&crt_reduce, &words, &mut [&mut x], none));
    for spread in
        [Spread { rows: 8, gap: MOST / 2 + 1 }, Spread { rows: 8, gap: MOST }, Spread { rows: 8, gap: MOST - 15 }]
    {
        refused(&format!("{spread:?}"), || rows::split(&crt_reduce, &words, &mut [&mut [][..], &mut []], spread));
        refused(&format!("words of {spread:?}"), || spread.words(16));
    }
    let parts = Spread { rows: 4, gap: 0 };
    refused("parts of vectors", || rows::split(&crt_reduce, &words, &mut [&mut x, &mut [0; 16]], parts));
    refused("fewer residues than words", || split_words(&WordReduce::new(ps[0], 60), &words, &mut y));
}
