//! Products over the field of two elements: by length, the stages of long ones, their shapes, threads, and matrix products.
//! `cargo bench --bench gf2`, with `-- --products`, `--stages`, `--shapes`, `--threads` or `--matrices` for a selection;
//! `POLYMOD_ISA` chooses the level. Comparisons with other libraries are in `peers`.

use polymod::{
    Engine, F2, Poly, PolyMatrix,
    core::scratch::Buf,
    core::transform::frobenius::{FrobeniusPlan, Shape, Workers},
    ring::Ring,
};
use std::time::Instant;

/// Nanoseconds per call: the minimum over many short runs, of which some are not interrupted.
fn best(once: bool, mut f: impl FnMut()) -> f64 {
    let (mut best, mut calls) = (f64::INFINITY, 1);
    let begin = Instant::now();
    for _ in 0..if once { 1 } else { 40 } {
        loop {
            let start = Instant::now();
            for _ in 0..calls {
                f();
            }
            let ns = start.elapsed().as_nanos() as f64;
            if once || ns > 2e5 {
                best = best.min(ns / f64::from(calls));
                break;
            }
            calls *= 2;
        }
        if begin.elapsed().as_secs_f64() > 1.5 {
            break;
        }
    }
    best
}

fn random(words: usize, seed: u64) -> Vec<u64> {
    let mix = |i: u64| (i ^ i >> 29).wrapping_mul(0xbf58_476d_1ce4_e5b9);
    (0..words as u64).map(|i| mix(mix(i + 1).wrapping_add(seed.wrapping_mul(0x9e37_79b9_7f4a_7c15)))).collect()
}

/// Products of n by n words: of slices, and of polynomials with the allocation of the result.
fn products(f: &F2, most: u32, once: bool) {
    println!("{:>8} {:>12} {:>9} {:>12}", "words", "slices, ns", "ns/word", "Poly, ns");
    let lengths = (1..=16).chain([20, 24, 32, 40, 48, 64, 80, 96, 128, 160, 192, 256, 320, 384]);
    for n in lengths.chain((9..=most).map(|log| 1 << log)) {
        let (a, b, mut out) = (random(n, 1), random(n, 2), f.engine().zeroed(2 * n));
        let slices = best(once, || f.mul_into(&mut out, &a, &b).expect("the lengths are right"));
        let poly = |words: &[u64]| Poly::from_coeffs(f, f.from_words(words, 64 * n));
        let (x, y) = (poly(&a), poly(&b));
        let poly = best(once, || drop(&x * &y));
        println!("{n:>8} {slices:>12.1} {:>9.2} {poly:>12.1}", slices / n as f64);
    }
}

/// The stages of a long product: nanoseconds per element.
fn stages(engine: &Engine, most: u32, once: bool) {
    println!(
        "\n{:>8} {:>9} {:>11} {:>8} {:>8} {:>8} {:>8} {:>8} {:>8} {:>8}",
        "words", "order", "sides", "encode", "columns", "forward", "rows", "product", "back", "decode"
    );
    for log in (8..=most).step_by(2) {
        let n = 1usize << log;
        let plan = FrobeniusPlan::for_bits(128 * n, engine.target());
        let (grid, a) = (plan.grid(), random(n, 3));
        let [rows, columns] = grid.sides();
        let mut elements = engine.zeroed(grid.elements_len());
        let (mut image, mut by) = (engine.zeroed(plan.image_len()), engine.zeroed(plan.image_len()));
        let (mut work, mut bits, mut heads) = (engine.zeroed(grid.work_len()), engine.zeroed(2 * n), [0; 60]);
        let each = |ns: f64| ns / plan.order() as f64;
        let encode = each(best(once, || grid.encode(&a, 0, &mut elements)));
        let of_columns = each(best(once, || {
            let mut blocks: Vec<&mut [u64]> = image.chunks_exact_mut(grid.block_len()).collect();
            grid.columns(&elements, 0, &mut blocks, &mut work);
        }));
        let forward = each(best(once, || plan.forward(&a, &mut by, &Buffers(engine))));
        let of_rows = each(best(once, || grid.rows(&mut image)));
        let product = each(best(once, || plan.multiply(&mut image, &by)));
        let back = each(best(once, || {
            let mut rows: Vec<&mut [u64]> = elements[..plan.order()].chunks_exact_mut(columns).collect();
            grid.columns_back(&image, 0, &mut rows, &mut work);
        }));
        let decode = each(best(once, || {
            grid.decode_shares(&mut bits, &mut heads).into_iter().for_each(|share| grid.decode_share(&elements, share));
        }));
        println!(
            "{n:>8} {:>9} {:>11} {encode:>8.2} {of_columns:>8.2} {forward:>8.2} {of_rows:>8.2} {product:>8.2} {back:>8.2} {decode:>8.2}",
            plan.order(),
            format!("{rows}x{columns}")
        );
    }
}

/// Products by every cut of an order, the fastest ones: the prediction of `Shape` and the measured time.
fn shapes(engine: &Engine, most: u32, once: bool) {
    println!("\n{:>8} {:>9} {:>11} {:>14} {:>14}", "words", "order", "sides", "measured, µs", "predicted, µs");
    for log in (8..=most).step_by(2) {
        let (n, order) = (1 << log, Shape::for_bits(128 << log).order());
        let (a, b, mut out) = (random(n, 1), random(n, 2), engine.zeroed(2 * n));
        let mut cuts: Vec<(f64, Shape)> = Shape::cuts(order).into_iter().map(|s| (s.predicted_ns(), s)).collect();
        cuts.sort_by(|x, y| x.0.total_cmp(&y.0));
        for (predicted, shape) in cuts.into_iter().take(8) {
            let plan = FrobeniusPlan::with_shape(shape, engine.target());
            let ns = best(once, || plan.product(&a, Some(&b), &mut out, &Buffers(engine)));
            let [rows, columns] = shape.sides();
            let sides = format!("{rows}x{columns}");
            println!("{n:>8} {order:>9} {sides:>11} {:>14.1} {:>14.1}", ns / 1e3, 3.0 * predicted / 1e3);
        }
    }
}

/// Products of n by n words on one thread and on two.
fn threads(most: u32, once: bool) {
    println!("\n{:>8} {:>14} {:>14} {:>6}", "words", "1 thread, µs", "2 threads, µs", "ratio");
    for log in (14..=most).filter(|log| !once || *log == 14) {
        let (n, mut times) = (1 << log, Vec::new());
        let (a, b) = (random(n, 1), random(n, 2));
        let mut results = Vec::new();
        for threads in [1, 2] {
            let f = F2::on(&Engine::builder().threads(threads).build());
            let mut out = vec![0; 2 * n];
            times.push(best(once, || f.mul_into(&mut out, &a, &b).expect("the lengths are right")) / 1e3);
            results.push(out);
        }
        assert!(results[0] == results[1], "the same bits on any number of threads");
        println!("{n:>8} {:>14.1} {:>14.1} {:>6.2}", times[0], times[1], times[0] / times[1]);
    }
}

/// Workers on one thread, with an engine's buffers.
struct Buffers<'e>(&'e Engine);

impl Workers for Buffers<'_> {
    fn count(&self) -> usize {
        1
    }
    fn each<I: Send>(&self, items: Vec<I>, f: impl Fn(I) + Sync + Send) {
        items.into_iter().for_each(f);
    }
    fn buffer(&self, len: usize) -> Buf {
        self.0.dirty(len)
    }
}

/// Products of r by r matrices with entries of this number of words: the whole product, its 3·r² transforms alone, and the
/// products of values alone.
fn matrices(f: &F2, words: usize, once: bool) {
    println!("\n{:>8} {:>3} {:>12} {:>16} {:>14}", "words", "r", "ms", "transforms, ms", "pointwise, ms");
    for r in if once { vec![1, 3] } else { vec![1, 2, 4, 8, 16, 32] } {
        let entry = |i: usize| Poly::from_coeffs(f, f.from_words(&random(words, i as u64), 64 * words));
        let matrix = |seed: usize| PolyMatrix::from_fn(f, r, r, |i, j| entry(seed + r * i + j)).expect("one ring");
        let (a, b) = (matrix(1), matrix(2000));
        let ms = best(once, || drop(a.checked_mul(&b).expect("it is not cancelled"))) / 1e6;
        let plan = FrobeniusPlan::for_bits(128 * words, f.engine().target());
        let (len, on) = (plan.image_len(), Buffers(f.engine()));
        let mut images = f.engine().zeroed(3 * r * r * len);
        let (mut bits, entry) = (f.engine().zeroed(2 * words), random(words, 1));
        let forward = best(once, || plan.forward(&entry, &mut images[..len], &on));
        let back = best(once, || plan.inverse(&mut images[..len], &mut bits, &on));
        let (operands, out) = images.split_at_mut(2 * r * r * len);
        let x: Vec<&[u64]> = operands.chunks_exact(len).collect();
        let mut out: Vec<&mut [u64]> = out.chunks_exact_mut(len).collect();
        let pointwise = best(once, || plan.matrix_product([r; 3], &mut out, &x[..r * r], &x[r * r..], &on)) / 1e6;
        let transforms = (r * r) as f64 * (2.0 * forward + back) / 1e6;
        println!("{words:>8} {r:>3} {ms:>12.2} {transforms:>16.2} {pointwise:>14.2}");
    }
}

fn main() {
    let once = !std::env::args().any(|a| a == "--bench");
    let engine = Engine::builder().threads(1).build();
    let f = F2::on(&engine);
    let wanted = |part: &str| {
        let parts = ["--products", "--stages", "--shapes", "--threads", "--matrices"];
        let named: Vec<String> = std::env::args().filter(|a| parts.contains(&a.as_str())).collect();
        named.is_empty() || named.iter().any(|a| a[2..] == *part)
    };
    println!("{}", engine.target());
    if wanted("products") {
        products(&f, if once { 9 } else { 20 }, once);
    }
    if wanted("stages") {
        stages(&engine, if once { 8 } else { 22 }, once);
    }
    if wanted("shapes") {
        shapes(&engine, if once { 8 } else { 20 }, once);
    }
    if wanted("threads") {
        threads(21, once);
    }
    if wanted("matrices") {
        matrices(&f, if once { 300 } else { 1 << 16 }, once);
    }
}
