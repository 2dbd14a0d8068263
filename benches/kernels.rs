//! Vector kernels by themselves, on one thread: `cargo bench --bench kernels [-- NAME]`; `POLYMOD_ISA` chooses the instructions.
//!
//! Nanoseconds an elementary step (a butterfly, a multiply-add, a product of two residues), the shortest of several runs. Operands stay in the
//! first or second cache, so that the figures are of instructions, not of memory.

use polymod::{
    Engine, Integers, Modulus, NttPlan, Poly, PolyMatrix, Wrap, Zn,
    core::{
        arith::{PrimeStream, root_of_unity},
        cpu::host,
        kernels::{
            self,
            euclid::{Euclid, Extent},
            matmul::{Gather, Output, Rows, SMALL, applicable},
            residues::{Form, WordReconstruct, join, split},
            rows::{self, MixedReconstruct, RowReconstruct, RowReduce, Spread},
            short::Short,
            transpose::transpose,
        },
        scratch::Buf,
        transform::{
            cache::PlanCache,
            ntt::{NttAlgorithm, ProductNtt, Recipe},
        },
    },
    ring::{Determinants, Evaluation, Ring, Vectors},
};
use std::{hint::black_box, time::Instant};

/// The largest primes of 31, 48, 49, 50, 59 and 62 bits that are 1 modulo 2^16, and 2^64 − 2^32 + 1.
const PRIMES: [u64; 7] = [
    2_147_352_577,
    281_474_976_317_441,
    562_949_952_700_417,
    1_125_899_904_679_937,
    576_460_752_301_785_089,
    4_611_686_018_427_322_369,
    0xffff_ffff_0000_0001,
];

/// Odd primes of 31, 50, 61, 63 and 64 bits without roots of unity for transforms.
const OTHERS: [u64; 5] =
    [(1 << 31) - 1, (1 << 50) - 27, (1 << 61) - 1, 9_223_372_036_854_775_783, 18_446_744_073_709_551_557];

/// Primes of 48 and 50 bits that are 1 modulo 2^20.
const PRIMES_OF_TRANSFORMS: [(u64, u32); 7] = [
    (281_474_975_662_081, 48),
    (281_474_945_253_377, 48),
    (281_474_941_059_073, 48),
    (281_474_931_621_889, 48),
    (1_125_899_865_948_161, 50),
    (1_125_899_861_753_857, 50),
    (1_125_899_846_025_217, 50),
];

fn main() {
    let wanted: Vec<String> = std::env::args().skip(1).filter(|a| !a.starts_with('-')).collect();
    println!("{:>18} {:>5} {:>6} {:>10}", "kernel", "bits", "size", "ns/step");
    for p in PRIMES {
        let ring = Zn::on(&Engine::builder().threads(1).build(), p).expect("a modulus");
        let bits = Modulus::new(p).expect("a modulus").bits();
        let row = |name: &str, size: usize, steps: usize, run: &mut dyn FnMut()| {
            line(&wanted, name, bits, [size, steps], run);
        };
        points(&ring, &row);
        vectors(&ring, &row);
        matrices(&ring, &row);
        transforms(p, &row);
        images(p, &row);
        remainders(p, &row);
        matrix_kernels(p, &row);
    }
    for p in OTHERS {
        let ring = Zn::on(&Engine::builder().threads(1).build(), p).expect("a modulus");
        let n = Modulus::new(p).expect("a modulus");
        let row = |name: &str, size: usize, steps: usize, run: &mut dyn FnMut()| {
            line(&wanted, name, n.bits(), [size, steps], run);
        };
        products(&ring, &row);
        conversions(n, &row);
    }
    resultants(&|name, size, steps, run| line(&wanted, name, 48, [size, steps], run));
    rows_of_limbs(&|name, size, steps, run| line(&wanted, name, 48, [size, steps], run));
}

/// One line of the table, where its name is wanted.
fn line(wanted: &[String], name: &str, bits: u32, [size, steps]: [usize; 2], run: &mut dyn FnMut()) {
    if wanted.is_empty() || wanted.iter().any(|w| name.contains(w.as_str())) {
        println!("{name:>18} {bits:>5} {size:>6} {:>10.4}", best(run) * 1e9 / steps as f64);
    }
}

type Row<'a> = &'a dyn Fn(&str, usize, usize, &mut dyn FnMut());

/// Resultants over Z: an elementary step is one of the multiply-adds of Euclid's algorithm modulo one of the primes that they take.
fn resultants(row: Row<'_>) {
    let ring = Integers::on(&Engine::builder().threads(1).build());
    for n in [100, 400] {
        let poly = |seed: u64| {
            let words = residues(1 << 30, n + seed as usize);
            Poly::new(&ring, words[seed as usize..].iter().map(|&x| x.into()))
        };
        let (a, b) = (poly(0), poly(7));
        let primes = (2 * n * 36).div_ceil(48);
        row("resultants", n, n * n * primes, &mut || drop(black_box(black_box(&a).resultant(&b))));
    }
}

/// Every kernel for products of matrices: operands packed and not, determinants and decompositions of narrow matrices; an elementary step is a
/// product of two entries.
fn matrix_kernels(p: u64, row: Row<'_>) {
    let n = Modulus::new(p).expect("a modulus");
    let entries = residues(p, 2 * 200 * 200);
    for kernel in applicable(host().target, n).map(|kernel| kernel.with(n)) {
        for size in [8, 48, 200] {
            let [a, b] = [0, 1].map(|i| Rows::whole(&entries[i * size * size..][..size * size], size));
            let steps = size * size * size;
            let mut packed = Buf::zeroed(None, kernel.packed_len(size, size));
            let mut scratch = Buf::zeroed(None, kernel.scratch_len(size));
            let mut out = Buf::zeroed(None, size * size);
            row(&format!("{} packed", kernel.name()), size, steps, &mut || {
                kernel.pack(black_box(b), &mut packed);
                kernel.multiply(a, &packed, Output::new(black_box(&mut out), size, size, Gather::Set), &mut scratch);
            });
            let Some(unpacked) = kernel.unpacked() else { continue };
            row(&format!("{} rows", kernel.name()), size, steps, &mut || {
                unpacked.multiply_rows(a, black_box(b), Output::new(black_box(&mut out), size, size, Gather::Set));
            });
            if size <= SMALL {
                row(&format!("{} det", kernel.name()), size, steps / 3, &mut || {
                    drop(black_box(unpacked.determinant(black_box(a), true)));
                });
            }
            let panel = [size, 8, 8];
            row(&format!("{} panel", kernel.name()), size, 64 * size, &mut || {
                out[..8 * size].copy_from_slice(&entries[..8 * size]);
                drop(black_box(unpacked.eliminate(black_box(&mut out[..8 * size]), panel, true)));
            });
        }
    }
}

/// Remainder sequences without cofactors, and with them down to half of the length: an elementary step is a multiply-add, three for each coefficient
/// of a row that a division changes.
fn remainders(p: u64, row: Row<'_>) {
    let euclid = Euclid::new(host().target, Modulus::new(p).expect("a modulus"));
    let Some(euclid) = euclid else { return };
    for n in [16, 100, 1000] {
        let words = residues(p, 2 * n + 1);
        let (a, b) = words.split_at(n + 1);
        for (name, stop, matrix) in [("euclid", 0, false), ("euclid half", n / 2, true)] {
            let extent = Extent { stop, matrix, only: false };
            row(name, n, 3 * n * n / 2, &mut || {
                let mut pair = Euclid::pair(|words| Buf::zeroed(None, words), [black_box(a), b], extent);
                euclid.run(&mut pair, stop, None);
                black_box(&pair);
            });
        }
    }
}

/// Products of short polynomials by the vector kernel, and of longer ones with all that is around it: an elementary step is a product of two
/// coefficients, or a coefficient of the longer product.
fn products(ring: &Zn, row: Row<'_>) {
    let all = residues(ring.n(), 40_000);
    for len in [2, 8, 20, 50, 100] {
        short(ring, &all[..len], &all[len..2 * len], row);
    }
    for len in [8, 50, 1000, 20_000] {
        let poly = |from: usize| Poly::new(ring, all[from..from + len].to_vec());
        let (a, b) = (poly(0), poly(len));
        let steps = if len > 100 { len } else { len * len };
        row("poly", len, steps, &mut || drop(black_box(black_box(&a) * black_box(&b))));
    }
}

/// Words to residues modulo primes of the transforms, and back.
fn conversions(n: Modulus, row: Row<'_>) {
    const LEN: usize = 1000;
    let target = host().target;
    for (count, bits) in [(1, 48), (3, 48), (4, 48), (3, 50)] {
        let Some(kernel) = kernels::select(target, bits) else { return };
        let form = Form { needs: kernel.needs(), doubles: kernel.values() };
        let primes: Vec<Modulus> = PRIMES_OF_TRANSFORMS
            .iter()
            .filter(|p| p.1 == bits)
            .map(|p| Modulus::new(p.0).expect("a prime"))
            .take(count)
            .collect();
        let words = residues(n.n(), LEN);
        let mut out = vec![0; LEN * count];
        if bits == 48 {
            row("split", count, LEN * count, &mut || {
                for (p, out) in primes.iter().zip(out.chunks_exact_mut(LEN)) {
                    split(target, *p, black_box(&words), out);
                }
            });
        }
        if !WordReconstruct::applies(&primes, form) {
            continue;
        }
        let crt_reconstruct = WordReconstruct::new(n, &primes, &vec![3; count], form);
        for (p, run) in primes.iter().zip(out.chunks_exact_mut(LEN)) {
            for (x, y) in run.iter_mut().zip(residues(p.n(), LEN)) {
                *x = if kernel.values() { (y as f64).to_bits() } else { y };
            }
        }
        let mut back = vec![0; LEN];
        row(if bits == 48 { "join" } else { "join 50" }, count, LEN, &mut || {
            join(&crt_reconstruct, black_box(&out), LEN, 0, &mut back);
        });
    }
}

/// Rows of limbs to residues modulo primes of 48 bits and back, where there are vector kernels for that; and squares of words, transposed. An
/// elementary step is one of a prime and a limb of a row, or one of a word.
fn rows_of_limbs(row: Row<'_>) {
    const LEN: usize = 512;
    let target = host().target;
    for (width, count) in [(1, 2), (2, 3), (3, 4), (4, 4), (4, 6), (8, 11), (32, 43)] {
        let primes: Vec<Modulus> =
            PrimeStream::new(48, 1).expect("primes").take(count).map(|p| Modulus::new(p).expect("a prime")).collect();
        if !rows::applies(target, &primes, width) {
            return;
        }
        let steps = LEN * width * count;
        let mut limbs = Buf::zeroed(None, LEN * width);
        limbs.copy_from_slice(&residues(u64::MAX, LEN * width));
        // runs in different sets of a cache
        let mut runs: Vec<Buf> = (0..count).map(|i| Buf::zeroed(None, LEN + 8 * i)).collect();
        let mut parts: Vec<&mut [u64]> = runs.iter_mut().map(|run| &mut run[..LEN]).collect();
        let reduce = RowReduce::new(&primes, width, 64 * width as u32 - 1);
        row("limbs split", width, steps, &mut || rows::split(&reduce, black_box(&limbs), &mut parts, Spread::NONE));
        let stride = LEN + 8;
        let all = residues(1 << 47, stride * count);
        if MixedReconstruct::applies(&primes, width) {
            let mixed = MixedReconstruct::new(&primes, &vec![1; count], width);
            row("limbs mixed", width, steps, &mut || rows::join_mixed(&mixed, black_box(&all), stride, 0, &mut limbs));
        }
        let with: Vec<(Modulus, u64)> = primes.iter().map(|p| (*p, 1)).collect();
        let weights = residues(u64::MAX, (width + 1) * (count + 1));
        let explicit = RowReconstruct::new(&with, &weights, width + 1, width, None);
        row("limbs join", width, steps, &mut || rows::join(&explicit, black_box(&all), stride, 0, &mut limbs));
    }
    for side in [8, 64, 200] {
        let (x, mut y) = (residues(u64::MAX, side * (side + 8)), Buf::zeroed(None, side * (side + 8)));
        let strides = [side + 8; 2];
        row("transpose", side, side * side, &mut || transpose(target, black_box(&x), &mut y, strides, [side, side]));
    }
}

/// Shortest time of a run, in seconds; `cargo test` runs once.
fn best(run: &mut dyn FnMut()) -> f64 {
    let measured = std::env::args().any(|a| a == "--bench");
    let (mut best, mut repeat, begin) = (f64::INFINITY, 1, Instant::now());
    loop {
        let start = Instant::now();
        for _ in 0..repeat {
            run();
        }
        let seconds = start.elapsed().as_secs_f64();
        best = best.min(seconds / f64::from(repeat));
        if seconds < 20e-6 {
            repeat *= 2;
        }
        if !measured || begin.elapsed().as_secs_f64() > 0.15 {
            return best;
        }
    }
}

/// Scattered residues.
fn residues(p: u64, len: usize) -> Vec<u64> {
    let scattered = |i: u64| {
        let x = i.wrapping_mul(0x9e37_79b9_7f4a_7c15);
        (x ^ (x >> 29)).wrapping_mul(0xbf58_476d_1ce4_e5b9)
    };
    (1..=len as u64).map(|i| (scattered(i) ^ (scattered(i) >> 32)) % p).collect()
}

fn points(ring: &Zn, row: Row<'_>) {
    let all = residues(ring.n(), 4096);
    for (len, at) in [(8, 8), (64, 8), (64, 64), (100, 100), (1000, 64)] {
        let (v, x) = (ring.view(&all[..len]).expect("residues"), ring.view(&all[len..len + at]).expect("residues"));
        row("horner", len, len * at, &mut || drop(black_box(ring.horner_each(black_box(v), x))));
    }
    for len in [8, 64, 100] {
        let (x, c) = (ring.view(&all[..len]).expect("residues"), ring.view(&all[len..2 * len]).expect("residues"));
        row("roots", len, len * len / 2, &mut || drop(black_box(ring.product_of_roots(black_box(x)))));
        row("fractions", len, 3 * len * len / 2, &mut || drop(black_box(ring.sum_of_fractions(black_box(x), c))));
    }
}

fn vectors(ring: &Zn, row: Row<'_>) {
    for len in [8, 13, 64, 1000, 10_000] {
        let (v, w) = (residues(ring.n(), len), residues(ring.n(), len));
        let w = ring.view(&w).expect("residues");
        let mut v = ring.owned(ring.view(&v).expect("residues"));
        row("pointwise", len, len, &mut || ring.mul_each(black_box(&mut v), w));
        row("scale", len, len, &mut || ring.scale(black_box(&mut v), &3));
    }
}

fn matrices(ring: &Zn, row: Row<'_>) {
    const PLACES: usize = 1024;
    for n in [2, 4, 8, 20] {
        let words: Vec<Vec<u64>> = (0..n * n).map(|e| residues(ring.n(), PLACES + e)[e..].to_vec()).collect();
        let entries: Vec<_> = words.iter().map(|w| ring.view(w).expect("residues")).collect();
        let run = || ring.engine().enter(|cx| drop(black_box(ring.determinants(n, black_box(&entries), cx))));
        row("determinants", n, PLACES * n * n * n / 3, &mut { run });
    }
    for (r, d) in [(4, 500), (12, 200)] {
        let all = residues(ring.n(), r * r * d);
        let entries = all.chunks(d).map(|w| Poly::new(ring, w.to_vec())).collect();
        let a = PolyMatrix::new(ring, r, r, entries).expect("a matrix");
        row("polmats", r, r * r * r * d, &mut || drop(black_box(&a * black_box(&a))));
    }
}

/// Residues from a 64-byte boundary on: loads that cross lines take longer.
fn aligned(p: u64, len: usize) -> Buf {
    let mut words = Buf::dirty(None, len);
    words.copy_from_slice(&residues(p, len));
    words
}

fn transforms(p: u64, row: Row<'_>) {
    let target = host().target;
    for log in [4, 6, 8, 10, 12, 14] {
        let len = 1 << log;
        let Ok(root) = root_of_unity(p, len as u64) else { continue };
        for recipe in Recipe::all(target, p, len).filter(|r| r.algorithm != NttAlgorithm::Portable) {
            let plan = NttPlan::with_recipe(p, len, Wrap::Cyclic, root, recipe).expect("a root");
            let (mut x, name) = (aligned(p, len), recipe.algorithm.to_string());
            row(&name, len, len / 2 * log, &mut || plan.forward(black_box(&mut x)));
            row(&format!("{name} back"), len, len / 2 * log, &mut || plan.inverse(black_box(&mut x)));
        }
        let Ok(plan) = NttPlan::new(p, len, Wrap::Negacyclic) else { continue };
        let mut x = aligned(p, len);
        row("negacyclic", len, len / 2 * log, &mut || plan.forward(black_box(&mut x)));
        row("permuted", len, len / 2 * log, &mut || plan.forward_permuted(black_box(&mut x)));
    }
}

/// Passes of products: an elementary step of a transform is a butterfly, one of the others a word.
fn images(p: u64, row: Row<'_>) {
    let cache = PlanCache::new(1 << 24);
    if !ProductNtt::has_rows(host().target, Modulus::new(p).expect("a modulus").bits()) {
        return;
    }
    for (len, log) in [(64, 6), (80, 6), (256, 8), (896, 10), (1024, 10), (5120, 12), (8192, 13), (16384, 14)] {
        let Ok(plan) = ProductNtt::new(host().target, p, len, &cache) else { continue };
        if plan.kernel().is_none() {
            continue;
        }
        let (coefs, mut x, mut y) = (aligned(p, len), aligned(p, len), aligned(p, len));
        plan.forward(&mut y);
        row("image", len, len / 2 * log, &mut || {
            x.copy_from_slice(&coefs);
            plan.forward(black_box(&mut x));
        });
        let z = x.to_vec();
        row("image back", len, len / 2 * log, &mut || {
            x.copy_from_slice(&z);
            plan.multiply(0, &mut x, &y);
            plan.inverse(black_box(&mut x), 1);
        });
        let mut sum = aligned(p, len);
        row("add product", len, len, &mut || plan.add_product(0, black_box(&mut sum), &z, &y));
        row("square", len, len, &mut || {
            x.copy_from_slice(&z);
            plan.square(0, black_box(&mut x));
        });
    }
}

/// The product by the vector kernel, where it takes the modulus.
fn short(ring: &Zn, a: &[u64], b: &[u64], row: Row<'_>) {
    let Some(short) = Short::new(host().target, Modulus::new(ring.n()).expect("a modulus")) else { return };
    let mut out = vec![0; 2 * a.len() - 1];
    row("short", a.len(), a.len() * a.len(), &mut || short.multiply(&mut out, black_box(a), b, 0));
}
