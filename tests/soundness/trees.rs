//! Transforms for products, in natural order and in the tree's own order.

use crate::{MOST, modulus, primes, refused};
use polymod::{
    Error,
    core::arith::{Modulus, root_of_unity},
    core::costs::Reduction,
    core::cpu::{Target, host},
    core::kernels::{
        NttKernel, TreeTables, by_name,
        natural::{Factor, Points, SixStepTables, StockhamTables},
        natural_kernels,
        permuted::{PermutedTables, Way},
        permuted_kernels,
        tiled::{self, TiledTables},
        tree_len,
    },
};

fn trees() -> impl Iterator<Item = &'static NttKernel> {
    ["ifma-48", "ifma-49", "ifma-50", "doubles-50-wide", "doubles-50"].into_iter().filter_map(by_name)
}

/// Tables for transforms of up to 1024 words.
fn tables(kernel: &'static NttKernel) -> TreeTables {
    TreeTables::new(primes(kernel.max_bits(), 1)[0].n(), 1024, kernel, Reduction::Quotients).expect("roots")
}

#[test]
fn rows_that_a_transform_has_not() {
    for kernel in trees() {
        let t = tables(kernel);
        let mut x = vec![0; 1024];
        for (i, count) in [(MOST, 1), (MOST - 6, 8), (1, 8), (9, 0), (0, 0), (0, MOST), (0, 3), (0, 16), (MOST, 2)] {
            refused(&format!("{kernel:?}: {count} rows from {i} on"), || t.forward_rows(i, count, &mut x));
            refused(&format!("{kernel:?}: {count} rows from {i} back"), || t.inverse_rows(i, count, &mut x));
        }
        refused(&format!("{kernel:?}: rows longer than the table's"), || t.forward_rows(0, 1, &mut vec![0; 2048]));
        refused(&format!("{kernel:?}: rows that are no power of two"), || t.forward_rows(0, 8, &mut vec![0; 8 * 24]));
        // and all of a product of zeros
        t.forward_top(&mut x.chunks_exact_mut(128).collect::<Vec<_>>(), 8);
        t.forward_rows(0, 8, &mut x);
        t.square(0, &mut x);
        t.inverse_rows(0, 8, &mut x);
        t.inverse_top(&mut x.chunks_exact_mut(128).collect::<Vec<_>>());
        t.finish(&mut x, 1);
        assert_eq!(x, [0; 1024], "{kernel:?}");
    }
}

#[test]
fn columns_of_other_rows() {
    for kernel in trees() {
        let t = tables(kernel);
        let mut words = vec![vec![0; 128]; 9];
        let mut rows: Vec<&mut [u64]> = words.iter_mut().map(Vec::as_mut_slice).collect();
        for count in [0, 1, 4, 9] {
            refused(&format!("{kernel:?}: {count} rows"), || t.forward_top(&mut rows[..count], 0));
            refused(&format!("{kernel:?}: {count} rows back"), || t.inverse_top(&mut rows[..count]));
        }
        refused("more rows filled than there are", || t.forward_top(&mut rows[..8], 9));
        refused("more rows filled than words count", || t.forward_top(&mut rows[..8], MOST));
        rows[7] = &mut [];
        refused("a row that is shorter", || t.forward_top(&mut rows[..8], 8));
        refused("a row that is shorter, back", || t.inverse_top(&mut rows[..8]));
        let mut odd = [[0; 12]; 8];
        let mut odd: Vec<&mut [u64]> = odd.iter_mut().map(<[u64; 12]>::as_mut_slice).collect();
        refused("vectors that are not whole", || t.forward_top(&mut odd, 8));
    }
}

#[test]
fn words_beyond_an_image() {
    for kernel in trees() {
        let t = tables(kernel);
        let (mut a, b) = (vec![0; 16], vec![0; 16]);
        for first in [MOST - 15, MOST & !15, 1024, 1016, 8, 3] {
            refused(&format!("{kernel:?}: a·b from {first} on"), || t.multiply(first, &mut a, &b));
            refused(&format!("{kernel:?}: a² from {first} on"), || t.square(first, &mut a));
            refused(&format!("{kernel:?}: out = a·b from {first} on"), || t.product(first, &mut a, &b, &b));
            refused(&format!("{kernel:?}: out += a·b from {first} on"), || t.add_product(first, &mut a, &b, &b));
        }
        refused("operands of other lengths", || t.multiply(0, &mut a, &b[..8]));
        refused("results of another length", || t.product(0, &mut a[..8], &b, &b));
        refused("sums of another length", || t.add_product(0, &mut a, &b[..8], &b[..8]));
        refused("parts of leaves", || t.square(0, &mut a[..12]));
        refused("parts of vectors", || t.finish(&mut a[..12], 1));
        refused("as many results as residues", || t.finish_into(&b, &mut a[..12], 1));
        let mut out = [7; 13];
        t.finish_into(&b[..13], &mut out, 1);
        assert_eq!(out, [0; 13], "{kernel:?}");
    }
}

#[test]
fn tables_of_other_lengths_and_primes() {
    assert!(by_name("ifma-51").is_none());
    for kernel in trees() {
        let p = primes(kernel.max_bits(), 1)[0].n();
        for most in [MOST, MOST / 2 + 2, 1 << 40] {
            let refusal = TreeTables::new(p, most, kernel, Reduction::Minima).map(|t| t.p());
            assert!(matches!(refusal, Err(Error::NoRoot { .. })), "{kernel:?}, {most}: {refusal:?}");
        }
        // products modulo these primes were silently wrong
        for bits in [kernel.max_bits() + 1, 55, 62] {
            let p = primes(bits, 1)[0].n();
            let refusal = TreeTables::new(p, 64, kernel, Reduction::Minima).map(|t| t.p());
            assert!(matches!(refusal, Err(Error::Modulus { .. })), "{kernel:?}, {p}: {refusal:?}");
        }
        let t = tables(kernel);
        for len in [0, 1, 39, 41, 2048, MOST] {
            refused(&format!("{kernel:?}: {len} words"), || t.rows(len));
        }
    }
    refused("a length that no word holds", || tree_len(MOST, false));
}

fn root(p: Modulus, order: usize) -> u64 {
    root_of_unity(p.n(), order as u64).expect("a root")
}

fn cyclic(p: Modulus, len: usize) -> Points {
    Points { p, len, negacyclic: false, root: root(p, len) }
}

/// A prime of at least 2^32 for a kernel.
fn prime(takes: impl Fn(Target, u64) -> bool) -> Option<Modulus> {
    let goldilocks = modulus(0xffff_ffff_0000_0001);
    primes(45, 1).into_iter().chain([goldilocks]).find(|p| takes(host().supported, p.n()))
}

fn natural() -> impl Iterator<Item = (&'static NttKernel, Modulus)> {
    natural_kernels().filter_map(|kernel| Some((kernel, prime(|target, p| kernel.serves(target, p))?)))
}

#[test]
fn natural_order_of_other_lengths() {
    for (kernel, p) in natural() {
        for len in [0, 8, 24, MOST / 2 + 1, 1 << (usize::BITS - 4)] {
            for negacyclic in [false, true] {
                refused(&format!("{kernel:?}: a table for {len}"), || {
                    StockhamTables::new(kernel, Points { p, len, negacyclic, root: 3 }, 8, Factor::One)
                });
                refused(&format!("{kernel:?}: two sides for {len}"), || {
                    SixStepTables::new(kernel, Points { p, len, negacyclic, root: 3 }, Factor::One)
                });
            }
        }
        for radix in [0, 1, 3, 16] {
            refused(&format!("{kernel:?}: passes of radix {radix}"), || {
                StockhamTables::new(kernel, cyclic(p, 64), radix, Factor::One)
            });
        }
        let t = StockhamTables::new(kernel, cyclic(p, 64), 8, Factor::Powers(1, 1));
        let (mut x, mut scratch) = (vec![0; 64], vec![0; 64]);
        refused("a short operand", || t.run(&mut x[..32], &mut scratch));
        refused("short scratch", || t.run(&mut x, &mut scratch[..63]));
        let weights = t.weights(p, 1, 1);
        refused("short weights", || t.run_weighted(&mut x, &mut scratch, &weights[16..]));
        refused("a short operand with weights", || t.run_weighted(&mut x[..32], &mut scratch, &weights));
        refused("a short result", || t.run_into(&scratch.clone(), &mut x[..32], &mut scratch));
        t.run(&mut x, &mut scratch);
        assert_eq!(x, [0; 64]);
    }
    let three = Points { p: modulus((1 << 63) + 1), len: 64, negacyclic: false, root: 3 };
    for kernel in natural_kernels() {
        refused(&format!("{kernel:?}: 64 bits"), || StockhamTables::new(kernel, three, 8, Factor::One));
    }
}

#[test]
fn strips_that_a_matrix_has_not() {
    for (kernel, p) in natural() {
        let t = SixStepTables::new(kernel, cyclic(p, 4096), Factor::One);
        let (x, mut tiles, mut work) = (vec![0; 4096], vec![0; 512], vec![0; t.work()]);
        for first in [8, MOST, MOST / 8 + 1, MOST / 8, MOST - 7] {
            refused(&format!("{kernel:?}: columns from {first} on"), || t.columns(&x, first, &mut tiles, &mut work));
            let mut rows = [[0; 8]; 64];
            let mut rows: Vec<&mut [u64]> = rows.iter_mut().map(<[u64; 8]>::as_mut_slice).collect();
            refused(&format!("{kernel:?}: rows from {first} on"), || t.rows(&x, first, &mut rows, &mut work));
            rows[63] = &mut [];
            refused("a short row", || t.rows(&x, 0, &mut rows, &mut work));
        }
        refused("no rows", || t.rows(&x, 0, &mut [], &mut work));
        refused("short work", || t.columns(&x, 0, &mut tiles, &mut work[1..]));
        refused("a part of a strip", || t.columns(&x, 0, &mut tiles[1..], &mut work));
        refused("a short matrix", || t.columns(&x[1..], 0, &mut tiles, &mut work));
    }
}

fn permuted() -> impl Iterator<Item = (&'static NttKernel, Modulus)> {
    let runs = permuted_kernels();
    runs.filter_map(|kernel| Some((kernel, prime(|target, p| kernel.serves(target, p))?)))
}

#[test]
fn rows_of_permuted_order() {
    for (kernel, p) in permuted() {
        for len in [512, 64] {
            let inverse = p.inv(len as u64).expect("a unit");
            for negacyclic in [false, true] {
                let order = if negacyclic { 2 * len } else { len };
                let t = PermutedTables::new(kernel, Points { p, len, negacyclic, root: root(p, order) }, inverse);
                let mut x = vec![0; len];
                for way in [Way::Forward, Way::Inverse] {
                    for first in [MOST, MOST - 6, 1, 8] {
                        refused(&format!("{kernel:?}: rows from {first} on"), || t.rows(way, first, &mut x));
                    }
                    refused("a row from the last on", || t.rows(way, MOST, &mut x[..len / 8]));
                    refused("a part of a row", || t.rows(way, 0, &mut x[..len / 8 + 1]));
                    let mut columns: [Vec<u64>; 8] = std::array::from_fn(|i| vec![0; if i == 7 { 0 } else { 8 }]);
                    refused("a short column", || t.top(way, columns.each_mut().map(Vec::as_mut_slice)));
                    let mut columns: [Vec<u64>; 8] = std::array::from_fn(|_| vec![0; 12]);
                    refused("parts of vectors", || t.top(way, columns.each_mut().map(Vec::as_mut_slice)));
                }
                refused("a short vector", || t.forward(&mut x[1..]));
                refused("a short vector, back", || t.inverse(&mut x[1..]));
                t.forward(&mut x);
                assert_eq!(x, vec![0; len], "{kernel:?}");
            }
        }
        for len in [0, 32, 96, MOST / 2 + 1, 1 << (usize::BITS - 4)] {
            refused(&format!("{kernel:?}: a table for {len}"), || {
                PermutedTables::new(kernel, Points { p, len, negacyclic: true, root: 3 }, 1)
            });
        }
    }
    for kernel in permuted_kernels() {
        let three = Points { p: modulus((1 << 63) + 1), len: 64, negacyclic: false, root: 3 };
        refused(&format!("{kernel:?}: 64 bits"), || PermutedTables::new(kernel, three, 1));
    }
}

#[test]
fn tiles_that_are_none() {
    let kernels: Vec<_> =
        permuted_kernels().filter(|k| k.by_eight() && natural_kernels().any(|n| n.name() == k.name())).collect();
    assert!(!kernels.is_empty() || !host().target.has_vectors(), "vectors of eight words");
    let mut scratch = vec![0; tiled::TILE];
    for &kernel in &kernels {
        let p = prime(|target, p| kernel.serves(target, p)).expect("a prime");
        for len in [0, 64, 2048, MOST / 2 + 1] {
            refused(&format!("{kernel:?}: tiles of {len}"), || {
                TiledTables::new(kernel, Points { len, ..cyclic(p, 4096) }, 1)
            });
        }
        let t = TiledTables::new(kernel, cyclic(p, 4096), p.inv(4096).expect("a power of two"));
        let (mut x, mut longer) = (vec![0; 4096], vec![0; 8192]);
        for way in [Way::Forward, Way::Inverse] {
            refused("short scratch", || t.run(way, &mut x, &mut scratch[1..]));
            refused("a short vector", || t.run(way, &mut x[1..], &mut scratch));
            refused("a long vector", || t.run(way, &mut longer, &mut scratch));
            refused("short scratch of a pair", || t.exchange(way, &mut tiled::pairs(&mut x)[0], &mut scratch[1..]));
            refused("a tile of a longer transform", || {
                t.exchange(way, &mut tiled::pairs(&mut longer)[1], &mut scratch);
            });
            t.run(way, &mut x, &mut scratch);
            assert_eq!(x, vec![0; 4096], "{kernel:?}");
        }
    }
    for kernel in permuted_kernels().filter(|k| !k.by_eight()) {
        let p = primes(kernel.max_bits(), 1)[0];
        refused(&format!("{kernel:?}: no vectors of eight"), || TiledTables::new(kernel, cyclic(p, 4096), 1));
    }
    for len in [0, 1, 64, 2048, 4095] {
        refused(&format!("{len} words in tiles"), || tiled::pairs(&mut vec![0; len]).len());
    }
}
