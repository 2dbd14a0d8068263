//! Vector kernels by themselves, on one thread: `cargo bench -p polymod-core --bench kernels [-- NAME]`; `POLYMOD_ISA` chooses the instructions.
//!
//! Nanoseconds an elementary step (a butterfly, a multiply-add, a product of two residues), the shortest of several runs. Operands stay in the
//! first or second cache, so that the figures are of instructions, not of memory. `scripts/profiles.py` compares them between Cargo's profiles.

#[path = "timing/operands.rs"]
mod operands;
mod timing;

use operands::{OTHERS, PRIMES, Row};
use polymod_core::{
    arith::{FERMAT_PRIMES, Modulus, PrimeStream, root_of_unity},
    costs::Reduction,
    cpu::host,
    kernels::{
        self,
        blocks::BlockKernel,
        clmul,
        euclid::{Euclid, Extent},
        fermat::FermatKernel,
        limbs::LimbKernel,
        matmul::{Gather, Output, Rows, SMALL, applicable},
        residues::{Form, WordReconstruct, join, split},
        rows::{self, MixedReconstruct, RowReconstruct, RowReduce, Spread},
        short::Short,
        transpose::transpose,
    },
    scratch::Buf,
    transform::{
        cache::PlanCache,
        frobenius::{Alone, FrobeniusPlan},
        ntt::{NttAlgorithm, NttPlan, ProductNtt, Recipe, Wrap},
    },
};
use std::hint::black_box;
use timing::line;

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
    let wanted = timing::wanted();
    for p in PRIMES {
        let n = Modulus::new(p).expect("a modulus");
        let row = |name: &str, size: usize, steps: usize, run: &mut dyn FnMut()| {
            line(&wanted, name, n.bits(), [size, steps], run);
        };
        transforms(p, &row);
        images(p, &row);
        remainders(p, &row);
        matrix_kernels(p, &row);
    }
    for p in OTHERS {
        let n = Modulus::new(p).expect("a modulus");
        let row = |name: &str, size: usize, steps: usize, run: &mut dyn FnMut()| {
            line(&wanted, name, n.bits(), [size, steps], run);
        };
        short(n, &row);
        conversions(n, &row);
        inverses(n, &row);
    }
    rows_of_limbs(&|name, size, steps, run| line(&wanted, name, 48, [size, steps], run));
    bits(&|name, size, steps, run| line(&wanted, name, 1, [size, steps], run));
    blocks(&|name, size, steps, run| line(&wanted, name, 64, [size, steps], run));
}

/// Inverses: of the same residue each time, whose branches a predictor learns, and of 4096 residues, where it does not.
fn inverses(n: Modulus, row: Row<'_>) {
    for count in [1, 4096] {
        let all = residues(n.n(), count);
        row("inverse", count, count, &mut || all.iter().for_each(|&x| drop(black_box(n.inv(black_box(x.max(1)))))));
    }
}

/// Products over F_2, and parts of those by transforms over the field of 2^60 elements: an elementary step is a product of two words, or a word.
fn bits(row: Row<'_>) {
    let (target, kernel) = (host().target, clmul::select(host().target));
    for words in [4, 16, 64] {
        let all = residues(u64::MAX, 2 * words);
        let (mut out, mut scratch) =
            (Buf::zeroed(None, 2 * words), Buf::zeroed(None, kernel.scratch_len(words, words)));
        let (a, b) = all.split_at(words);
        row("bits", words, words * words, &mut || kernel.multiply(&mut out, black_box(a), b, &mut scratch));
    }
    for words in [256, 4096] {
        let plan = FrobeniusPlan::for_bits(64 * words, target);
        let (x, mut image) = (residues(u64::MAX, words / 2), plan.new_image());
        row("frobenius", words, words, &mut || plan.forward(black_box(&x), &mut image, &Alone));
        row("frobenius square", words, words, &mut || plan.square(black_box(&mut image)));
    }
}

/// Products of 64 elements of fields of several words: an elementary step is a product of two digits, or of two limbs.
fn blocks(row: Row<'_>) {
    const COUNT: usize = 64;
    for (_, p) in FERMAT_PRIMES {
        let Some(kernel) = FermatKernel::new(host().target, p.radix(), p.digits()) else { continue };
        let words = residues(p.radix(), kernel.words(COUNT));
        let (mut x, steps) = (residues(p.radix(), kernel.words(COUNT)), COUNT * p.digits() * p.digits());
        row("digits", p.digits(), steps, &mut || kernel.multiply(black_box(&mut x), &words));
    }
    for limbs in [2, 4, 8, 20] {
        let n: Vec<u64> = (0..limbs).map(|i| if i == 0 { u64::MAX - 58 } else { u64::MAX }).collect();
        let Some(kernel) = LimbKernel::new(host().target, &n) else { continue };
        // digits of 52 bits, the highest of them 0
        let words = residues(1 << 40, kernel.words(COUNT));
        let mut x = residues(1 << 40, kernel.words(COUNT));
        row("limbs", limbs, COUNT * limbs * limbs, &mut || kernel.multiply(black_box(&mut x), &words));
    }
}

/// Products of short polynomials: an elementary step is a product of two coefficients.
fn short(n: Modulus, row: Row<'_>) {
    let Some(short) = Short::new(host().target, n) else { return };
    for len in [2, 8, 20, 50, 100] {
        let all = residues(n.n(), 2 * len);
        let mut out = Buf::zeroed(None, 2 * len - 1);
        row("short", len, len * len, &mut || short.multiply(&mut out, black_box(&all[..len]), &all[len..], 0));
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
        let mut out = Buf::zeroed(None, LEN * count);
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
            for (x, y) in run.iter_mut().zip(operands::residues(p.n(), LEN)) {
                *x = if kernel.values() { (y as f64).to_bits() } else { y };
            }
        }
        let mut back = Buf::zeroed(None, LEN);
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
        limbs.copy_from_slice(&operands::residues(u64::MAX, LEN * width));
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
        // in one buffer: loads wait for stores to the same place in another page
        let mut all = residues(u64::MAX, 2 * side * (side + 8));
        let (x, y) = all.split_at_mut(side * (side + 8));
        let strides = [side + 8; 2];
        row("transpose", side, side * side, &mut || transpose(target, black_box(x), y, strides, [side, side]));
    }
}

/// Residues from a 64-byte boundary on: loads and stores that cross lines take longer, and where a vector of words begins differs from
/// program to program.
fn residues(p: u64, len: usize) -> Buf {
    let mut words = Buf::dirty(None, len);
    words.copy_from_slice(&operands::residues(p, len));
    words
}

fn transforms(p: u64, row: Row<'_>) {
    let target = host().target;
    for log in [4, 6, 8, 10, 12, 14] {
        let len = 1 << log;
        let Ok(root) = root_of_unity(p, len as u64) else { continue };
        for recipe in Recipe::all(target, p, len).filter(|r| r.algorithm != NttAlgorithm::Portable) {
            let plan = NttPlan::with_recipe(p, len, Wrap::Cyclic, root, recipe).expect("a root");
            let (mut x, name) = (residues(p, len), recipe.algorithm.to_string());
            row(&name, len, len / 2 * log, &mut || plan.forward(black_box(&mut x)));
            row(&format!("{name} back"), len, len / 2 * log, &mut || plan.inverse(black_box(&mut x)));
        }
        let Ok(plan) = NttPlan::new(p, len, Wrap::Negacyclic) else { continue };
        let mut x = residues(p, len);
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
        let Ok(plan) = ProductNtt::new(host().target, p, len, Reduction::Minima, &cache) else { continue };
        if plan.kernel().is_none() {
            continue;
        }
        let (coefs, mut x, mut y) = (residues(p, len), residues(p, len), residues(p, len));
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
        let mut sum = residues(p, len);
        row("add product", len, len, &mut || plan.add_product(0, black_box(&mut sum), &z, &y));
        if let Ok(plan) = ProductNtt::new(host().target, p, len, Reduction::Quotients, &cache) {
            row("add product by quotients", len, len, &mut || plan.add_product(0, black_box(&mut sum), &z, &y));
        }
        row("square", len, len, &mut || {
            x.copy_from_slice(&z);
            plan.square(0, black_box(&mut x));
        });
    }
}
