//! Products by every kernel against the definition.

mod images;
mod levels;
mod permuted;
mod tiled;

use polymod_core::{
    arith::{Modulus, ntt_primes},
    bits::testing::noise,
    costs::Reduction,
    pass::ntt::{
        NttKernel, by_name,
        kernel::here,
        products::{TreeTables, tree_len},
    },
};

const REDUCTIONS: [Reduction; 2] = [Reduction::Minima, Reduction::Quotients];

/// Each kernel that the CPU can run and each reduction, with the largest prime that it takes: 1 modulo 2^12 for all of them.
fn kernels() -> impl Iterator<Item = (&'static NttKernel, Reduction, Modulus)> {
    here().filter_map(|k| by_name(k.name())).flat_map(|k| {
        let p = ntt_primes(k.max_bits(), 12, 1).expect("a prime")[0];
        REDUCTIONS.map(|reduction| (k, reduction, Modulus::new(p).expect("a prime")))
    })
}

fn split<'a>(t: &TreeTables, x: &'a mut [u64]) -> Vec<&'a mut [u64]> {
    let row = x.len() / t.rows(x.len());
    x.chunks_exact_mut(row).collect()
}

/// The largest coefficients, coefficients around p/2 where signs change, and scattered ones.
fn operand(p: Modulus, kind: u64, len: usize) -> Vec<u64> {
    let value = |i: u64| match kind {
        0 => p.n() - 1,
        1 => p.n() / 2 + i % 2,
        _ => p.reduce(noise(i + kind)),
    };
    (0..len as u64).map(value).collect()
}

#[test]
fn products_agree_with_the_definition() {
    for (k, reduction, p) in kernels() {
        let lengths = (40..=1024).filter(|&len| tree_len(len, false) == len);
        for len in lengths {
            let t = TreeTables::new(p.n(), len, k, reduction).expect("roots");
            let (la, lb) = (len / 2 + 1, len - len / 2);
            for kind in 0..3 {
                let (a, b) = (operand(p, kind, la), operand(p, kind, lb));
                let mut expected = vec![0; len];
                for (i, x) in a.iter().enumerate() {
                    for (j, y) in b.iter().enumerate() {
                        expected[i + j] = p.add(expected[i + j], p.mul(*x, *y));
                    }
                }
                let rows = t.rows(len);
                let image = |v: &[u64]| {
                    let filled = v.len().div_ceil(len / rows);
                    let mut x = v.to_vec();
                    x.resize(filled * (len / rows), 0);
                    // the other rows may hold anything
                    x.resize(len, !0);
                    t.forward_top(&mut split(&t, &mut x), filled);
                    t.forward_rows(0, rows, &mut x);
                    x
                };
                let (mut x, y) = (image(&a), image(&b));
                t.multiply(0, &mut x, &y);
                // twice the product, as a sum
                let twice = image(&a);
                t.add_product(0, &mut x, &twice, &y);
                t.inverse_rows(0, rows, &mut x);
                t.inverse_top(&mut split(&t, &mut x));
                let words = if rows == 8 { len } else { len / rows };
                let scale = 2 * if k.values() { words } else { words / 8 } as u64;
                let shift = p.pow(2, k.product_shift().into());
                let factor = p.mul(p.inv(scale).expect("a power of two"), shift);
                t.finish(&mut x, factor);
                assert_eq!(x, expected, "{}: {len} words, kind {kind}", k.name());
            }
        }
    }
}

/// y·w − ⌊y·w'/2^52⌋·p in [0, 2p), for a factor (w, w') prepared for 52-bit multiply-add.
fn remainder(p: u64, [w, quotient]: [u64; 2], y: u64) -> u64 {
    let [p, w, quotient, y] = [p, w, quotient, y].map(u128::from);
    (y * w - ((y * quotient) >> 52) * p) as u64
}

/// Products by 1 where row 6 of the first pass is nearly 0: there x0 − x4 + p is 1 and is lifted to p + 1, the largest
/// product by i is subtracted, and the least product by ζi is added.
#[test]
fn least_sums_of_the_first_pass_stay_in_range() {
    for k in here().filter_map(|k| by_name(k.name())).filter(|k| !k.values()) {
        for (p, reduction) in
            ntt_primes(k.max_bits(), 12, 8).expect("primes").into_iter().flat_map(|p| REDUCTIONS.map(|r| (p, r)))
        {
            let (t, modulus) =
                (TreeTables::new(p, 64, k, reduction).expect("roots"), Modulus::new(p).expect("a prime"));
            let (i, zeta_i) = (t.roots()[1], t.roots()[3]);
            let x6 = (0..4096_u64).max_by_key(|&x6| remainder(p, i, 2 * p - 1 - x6)).expect("a candidate");
            let added = |x3: u64| remainder(p, zeta_i, 2 * p + 1 - remainder(p, i, p + x3));
            let x3 = (0..4096).min_by_key(|&x3| added(x3)).expect("a candidate");
            let rows = [0, 0, p - 1, x3, p - 1, p - 1, x6, 0];
            let a: Vec<u64> = rows.into_iter().flat_map(|x| [x; 8]).collect();
            let mut one = vec![0; 64];
            one[0] = 1;
            let image = |mut x: Vec<u64>| {
                t.forward_top(&mut split(&t, &mut x), 8);
                t.forward_rows(0, 8, &mut x);
                x
            };
            let (mut x, y) = (image(a.clone()), image(one));
            t.multiply(0, &mut x, &y);
            t.inverse_rows(0, 8, &mut x);
            t.inverse_top(&mut split(&t, &mut x));
            let shift = modulus.pow(2, k.product_shift().into());
            t.finish(&mut x, modulus.mul(modulus.inv(8).expect("a power of two"), shift));
            assert_eq!(x, a, "{} modulo {p}", k.name());
        }
    }
}
