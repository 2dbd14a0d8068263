//! Euclid's algorithm on pairs of rows, resultants modulo several primes, and powers modulo several polynomials.

use crate::{MOST, levels, modulus, primes, refused};
use polymod::{
    core::kernels::{
        batch_powers, batch_resultant,
        euclid::{Euclid, Extent, Pair},
        limbs::LimbEuclid,
    },
    core::scratch::Buf,
};

const EXTENT: Extent = Extent { stop: 2, matrix: true, only: false };

fn buffer(len: usize) -> Buf {
    Buf::zeroed(None, len)
}

#[test]
fn pairs_without_room() {
    let fill = |_: usize, row: &mut [u64]| row.fill(1);
    for unit in [1, 3] {
        for less in [1, 8, 16] {
            refused("a buffer that is too short", || {
                Pair::new(|len| buffer(len - less), unit, [20, 19], EXTENT, fill).lens()
            });
        }
    }
    let long = |unit, lens, extent| move || Pair::new(buffer, unit, lens, extent, |_, _| ()).lens();
    let plain = Extent { matrix: false, ..EXTENT };
    for len in [MOST, MOST - 7, MOST - 15, MOST / 2 + 1, MOST / 2, MOST / 4 + 1] {
        for extent in [EXTENT, plain, Extent { stop: MOST, ..EXTENT }] {
            refused(&format!("{len} coefficients"), long(1, [len, len - 1], extent));
        }
    }
    for unit in [0, MOST / 16 + 1, MOST / 2 + 1, MOST] {
        refused(&format!("{unit} words a coefficient"), long(unit, [9, 8], EXTENT));
    }
    refused("the shorter first", long(1, [8, 8], EXTENT));
}

#[test]
fn steps_beyond_a_pair() {
    let (a, b): (Vec<u64>, Vec<u64>) = ((1..=20).collect(), (3..=21).collect());
    for target in levels() {
        for n in [97, (1 << 61) - 1, (1 << 62) - 57] {
            let euclid = Euclid::new(target, modulus(n)).expect("a kernel");
            let name = format!("{:?}", euclid.kernel());
            let mut pair = Euclid::pair(buffer, [&a, &b], EXTENT);
            refused(&format!("{name}: cofactors down to 1"), || euclid.run(&mut pair, 1, None));
            let only = Extent { only: true, matrix: false, stop: 2 };
            refused(&format!("{name}: remainders down to 1"), || {
                euclid.run(&mut Euclid::pair(buffer, [&a, &b], only), 1, None);
            });
            refused(&format!("{name}: a pair of limbs"), || {
                let limbs = LimbEuclid::new(target, &[1, 1]).expect("a kernel");
                euclid.run(&mut limbs.pair(buffer, 2, [&[1; 8], &[1; 6]], EXTENT), 2, None);
            });
            refused(&format!("{name}: more than a row has"), || euclid.finish(pair.remainder(0), &mut [0; 33]));
            refused(&format!("{name}: part of a block"), || euclid.finish(&[0; 7], &mut [0; 7]));
            euclid.run(&mut pair, 2, None);
            euclid.run(&mut pair, MOST, None);
            assert!(pair.lens()[1] <= 2, "{name}");
            // any lengths are valid
            for (x, y) in [(0, 0), (0, 5), (5, 0), (1, 300), (600, 300), (257, 256)] {
                let (mut x, y) = (vec![0; x], vec![0; y]);
                euclid.add_linear(&mut x, [1, 1], &y);
                assert!(x.iter().all(|&x| x == 0), "{name}");
            }
        }
    }
}

#[test]
fn rows_of_limbs_without_room() {
    for target in levels() {
        let limbs = LimbEuclid::new(target, &[1, 0, 1]).expect("a kernel");
        for width in [0, 1, 2] {
            refused(&format!("rows of {width} words"), || {
                limbs.pair(buffer, width, [&[1; 12], &[1; 6]], EXTENT).lens()
            });
            refused(&format!("to rows of {width} words"), || limbs.finish(&[0; 128], width, &mut [0; 6]));
        }
        refused("rows longer than any", || limbs.pair(buffer, MOST, [&[1; 12], &[1; 6]], EXTENT).lens());
        refused("more coefficients than a row has", || limbs.finish(&vec![0; 8 * limbs.unit()], 3, &mut [0; 27]));
        let mut words = Euclid::pair(buffer, [&[1, 2, 3], &[1, 2]], EXTENT);
        refused("a pair of words", || limbs.run(&mut words, 2, None));
        let mut pair = limbs.pair(buffer, 3, [&[1; 30], &[1; 27]], EXTENT);
        refused("cofactors down to nothing", || limbs.run(&mut pair, 0, None));
    }
}

#[test]
fn resultants_of_nothing() {
    let ps = primes(48, 2);
    for target in levels() {
        let of = |a: &[&[u64]], b: &[&[u64]]| batch_resultant::resultants(target, &ps, a, b);
        // for an empty list of vectors the number of vectors less one overflowed
        type Operand<'a> = &'a [&'a [u64]];
        let cases: [(Operand<'_>, Operand<'_>); 8] = [
            (&[&[], &[]], &[&[], &[]]),
            (&[&[1, 2], &[1, 2]], &[&[], &[]]),
            (&[&[], &[]], &[&[1, 2], &[1, 2]]),
            (&[&[1], &[1]], &[&[1, 2], &[1, 2]]),
            (&[&[1, 2], &[1]], &[&[1, 2], &[1, 2]]),
            (&[&[1, 2]], &[&[1, 2], &[1, 2]]),
            (&[], &[]),
            (&[&[1, 2], &[1, 2, 3]], &[&[1, 2], &[1, 2]]),
        ];
        for (a, b) in cases {
            refused(&format!("{target}: {a:?} and {b:?}"), || of(a, b));
        }
        refused("primes of 49 bits", || batch_resultant::resultants(target, &primes(49, 1), &[&[1, 2]], &[&[1, 2]]));
        refused("no primes", || batch_resultant::resultants(target, &[], &[], &[]));
    }
}

#[test]
fn powers_modulo_nothing() {
    for target in levels() {
        let Some(kernel) = batch_powers::select(target, modulus(97)) else { continue };
        let of = |e: &[u64], polys: &[&[u64]]| kernel.powers(modulus(97), 1, e, polys);
        let long = [1; 122];
        let nine: [&[u64]; 9] = [&[1, 1, 1]; 9];
        let cases: [&[&[u64]]; 8] =
            [&[], &[&[]], &[&[1]], &[&[2, 1]], &[&[1, 2, 3]], &[&[1, 1, 1], &[]], &[&long], &nine];
        for polys in cases {
            refused(&format!("{target}: modulo {polys:?}"), || of(&[3], polys));
        }
        refused("another modulus", || kernel.powers(modulus(1 << 60), 1, &[3], &[&[1, 1, 1]]));
        refused("the power 0", || of(&[0, 0], &[&[1, 1, 1]]));
        refused("no power", || of(&[], &[&[1, 1, 1]]));
    }
}
