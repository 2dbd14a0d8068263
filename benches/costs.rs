//! Measures what the cost model holds, on one thread, and prints it as the source of `src/tune/table.rs` has it:
//! `cargo bench --bench costs`; `POLYMOD_ISA` chooses the level. `cargo test --bench costs` takes each figure
//! once, at short lengths; with `-- --bits` only those over the field of two elements are taken, with `-- --matrices` only those of
//! small matrices.

use polymod::{
    Engine, F2, Gf2k, Integers, Zn, ZnBig,
    arith::{Modulus, ntt_primes, root_of_unity},
    crt::{Joiner, Splitter, Spread},
    kernels::{
        batch_det,
        pointwise_matrix::{self, Layout},
    },
    ring::{Coeffs, Convolve, ProductAlgorithm, ProductShape, Ring, Size},
    rug::{Integer, integer::Order},
    transform::{
        frobenius::{Alone, FrobeniusPlan},
        ntt::{Direction, NttAlgorithm, NttPlan, ProductNtt, Recipe, Wrap},
    },
    tune::table::CostModel,
};
use std::{hint::black_box, time::Instant};

/// Nanoseconds a call: the best of many short runs, some of which are not interrupted.
fn best(once: bool, mut f: impl FnMut()) -> f64 {
    let (mut best, mut calls) = (f64::INFINITY, 1);
    for _ in 0..if once { 1 } else { 60 } {
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
    }
    best
}

fn random(len: usize, below: u64) -> Vec<u64> {
    let mut state = 0x9e37_79b9_7f4a_7c15u64;
    let mut next = || {
        state = state.wrapping_mul(6_364_136_223_846_793_005).wrapping_add(1_442_695_040_888_963_407);
        state ^ (state >> 29)
    };
    (0..len).map(|_| next() % below).collect()
}

fn product<R: Convolve>(ring: &R, algorithm: ProductAlgorithm, a: &Coeffs<R>, b: &Coeffs<R>, once: bool) -> f64 {
    let all = 0..a.len() + b.len() - 1;
    let mut out = ring.zeros(all.len());
    best(once, || {
        let done =
            ring.engine().enter(|cx| ring.mul_window_by(algorithm, &mut out, 0, a.view(), b.view(), all.clone(), cx));
        done.expect("the algorithm applies");
    })
}

fn curve(name: &str, points: impl IntoIterator<Item = (usize, f64)>) {
    let points: Vec<(usize, f64)> = points.into_iter().collect();
    let first = points.first().map_or(0, |p| p.0.ilog2());
    let ns: Vec<String> = points.iter().map(|(_, ns)| format!("{ns:.1}")).collect();
    println!("    {name}: Curve::builtin({first}, &[{}]),", ns.join(", "));
}

/// Products, quotients and moves over the field of two elements, and products of elements of an extension.
fn over_two_elements(engine: &Engine, once: bool) {
    let f = F2::on(engine);
    let vector = |words: usize| f.from_words(&random(words, u64::MAX), 64 * words);
    // as it is chosen, without the list of all candidates
    let school = |words: usize| {
        let (a, b, mut out) = (vector(words), vector(words), f.zeros(128 * words));
        best(once, || {
            let done = engine.enter(|cx| f.mul_window_at(&mut out, 0, a.view(), b.view(), 0..128 * words, cx));
            done.expect("it is not cancelled");
        })
    };
    let (short, long) = (school(4), school(24));
    let each = (long - short) / f64::from(24 * 24 - 4 * 4);
    println!("    bit_short: [{:.1}, {each:.3}],", short - 16.0 * each);
    let karatsuba = |words| (words, product(&f, ProductAlgorithm::Karatsuba, &vector(words), &vector(words), once));
    curve("bit_karatsuba", (5..=if once { 6 } else { 11 }).map(|log| karatsuba(1 << log)));
    let quotient = |words: usize| {
        let (mut b, a) = (vector(words), f.reversed(vector(words).view()));
        f.set(&mut b, 0, &true);
        best(once, || drop(f.short_quotient(a.view(), b.view(), Some(&true), 64 * words)))
    };
    // words·(call + each·words/2)
    let (short, long) = (quotient(32) / 32.0, quotient(512) / 512.0);
    let each = (long - short) / 240.0;
    println!("    bit_row: [{:.1}, {each:.3}],", short - 16.0 * each);
    let (from, mut to) = (vector(1024), f.zeros(65_600));
    println!("    bit_pass: {:.3},", best(once, || f.copy_at(&mut to, 3, from.view())) / 1024.0);
    let extension = Gf2k::on(engine, 32, 1 << 32 | 0x8d).expect("an irreducible polynomial");
    let elements = extension.collect(&random(128, 1 << 32));
    let schoolbook = product(&extension, ProductAlgorithm::Schoolbook, &elements, &elements.clone(), once);
    println!("    bit_element: {:.2},", schoolbook / f64::from(128 * 128));
    let transform = |log: u32| {
        let plan = FrobeniusPlan::for_bits(60 << log, engine.isa());
        let (words, mut image) = (random((60 << log) / 128, u64::MAX), engine.dirty(plan.image_len()));
        let ns = best(once, || plan.forward(&words, &mut image, &Alone));
        (1 << log, ns * f64::from(1 << log) / plan.order() as f64)
    };
    curve("frobenius", (8..=if once { 9 } else { 20 }).map(transform));
    let plan = FrobeniusPlan::for_bits(60 << 12, engine.isa());
    let (mut image, by) = (plan.new_image(), plan.new_image());
    println!("    frobenius_point: {:.3},", best(once, || plan.multiply(&mut image, &by)) / plan.order() as f64);
    const R: usize = 8;
    let (operand, mut product) = (random(R * R * plan.image_len(), u64::MAX), vec![0; R * R * plan.image_len()]);
    let entries: Vec<&[u64]> = operand.chunks_exact(plan.image_len()).collect();
    let ns = best(once, || {
        let mut out: Vec<&mut [u64]> = product.chunks_exact_mut(plan.image_len()).collect();
        plan.matrix_product([R; 3], &mut out, &entries, &entries, &Alone);
    });
    println!("    frobenius_matrix: {:.3},", ns / (R * R * R * plan.order()) as f64);
}

/// Products and determinants of small matrices at points, where there are kernels for them.
fn at_points(engine: &Engine, once: bool) {
    const POINTS: usize = 1024;
    let (isa, costs) = (engine.isa(), engine.costs());
    let p = Modulus::new(ntt_primes(48, 20, 1).expect("a prime")[0]).expect("a modulus");
    if let Some(kernel) = pointwise_matrix::select(isa, p) {
        // r³ products and 3r² values moved: two sizes tell both
        let stride = POINTS + 8;
        let product = |r: usize| {
            let (a, b) = (random(r * r * stride, p.n()), random(r * r * stride, p.n()));
            let mut out = vec![0; r * r * stride];
            let layout = Layout { dims: [r; 3], points: POINTS, stride };
            best(once, || kernel.product(p, layout, &a, &b, &mut out)) / POINTS as f64
        };
        let (small, large) = (product(4), product(24));
        let each = (large - 36.0 * small) / (24.0f64.powi(3) - 36.0 * 64.0);
        let plan = NttPlan::new(p.n(), POINTS, Wrap::Cyclic).expect("a transform");
        let mut x = engine.dirty(POINTS);
        x.copy_from_slice(&random(POINTS, p.n()));
        let transform = best(once, || plan.forward_permuted(&mut x)) / costs.ntt.at(POINTS);
        println!("    matrix_points: [{each:.3}, {:.3}, {transform:.2}],", (small - 64.0 * each) / 48.0);
    }
    let figures = [p, Modulus::new((1 << 62) - 57).expect("a modulus")].map(|p| {
        let kernel = batch_det::select(isa, p)?;
        let words = random(64 * POINTS, p.n());
        let (entries, mut out) = (words.chunks(POINTS).collect::<Vec<_>>(), vec![0; POINTS]);
        let ns = best(once, || drop(black_box(kernel.determinants(p, 8, &entries, &mut out)))) / POINTS as f64;
        Some(ns / (8.0f64.powi(3) / 3.0 + 5.0 * 8.0))
    });
    println!("    // determinants of 8 by 8 matrices, for each product: {figures:.3?}");
}

fn main() {
    let once = !std::env::args().any(|a| a == "--bench");
    let engine = Engine::builder().threads(1).build();
    let isa = engine.isa();
    println!("    // {isa}");
    if std::env::args().any(|a| a == "--matrices") {
        return at_points(&engine, once);
    }
    if std::env::args().any(|a| a == "--bits") {
        return over_two_elements(&engine, once);
    }
    let top = if once { 12 } else { 22 };
    let n = (1 << 62) - 57;
    let zn = Zn::on(&engine, n).expect("a modulus");
    let coeffs = |len| zn.collect(&random(len, n));

    // schoolbook: products at two lengths give both parts; modulo 2^64 − 59 no vector kernel takes them
    let wide = Zn::on(&engine, u64::MAX - 58).expect("a modulus");
    let school = |len: usize| {
        let operand = || wide.collect(&random(len, u64::MAX - 58));
        product(&wide, ProductAlgorithm::Schoolbook, &operand(), &operand(), once)
    };
    for n in [(1 << 31) - 1, (1 << 50) - 27, n] {
        let zn = Zn::on(&engine, n).expect("a modulus");
        let figures = [1, 4, 8, 16, 32, 64, 128, 256].map(|len| {
            let (a, b) = (zn.collect(&random(len, n)), zn.collect(&random(len, n)));
            format!("{len}: {:.1}", product(&zn, ProductAlgorithm::Schoolbook, &a, &b, once))
        });
        println!("    // short products, {} bits: {}", zn.modulus().bits(), figures.join(", "));
    }
    let (short, long) = (school(16), school(128));
    let word_mul = (long - short * 255.0 / 31.0) / (128.0 * 128.0 - 256.0 * 255.0 / 31.0);
    println!("    word_mul: {word_mul:.3},\n    word_reduce: {:.3},", (short - 256.0 * word_mul) / 31.0);
    let z = Integers::on(&engine);
    let mut sum = 0.0f64;
    let signed = [20, 50, 63].map(|bits: u32| {
        let [short, long] = [16, 64].map(|len| {
            let words = random(len, (1 << bits) - 1);
            let (a, b) = (Coeffs::<Integers>::from(words.clone()), Coeffs::from(words));
            product(&z, ProductAlgorithm::Schoolbook, &a, &b, once)
        });
        let each = (long - short * 127.0 / 31.0) / (64.0 * 64.0 - 256.0 * 127.0 / 31.0);
        sum = sum.max((short - 256.0 * each) / 31.0);
        format!("{each:.3}")
    });
    println!("    signed_mul: [{}],\n    signed_sum: {sum:.3},", signed.join(", "));
    let karatsuba = |len| (len, product(&zn, ProductAlgorithm::Karatsuba, &coeffs(len), &coeffs(len), once));
    curve("karatsuba", (3..=10).map(|log| karatsuba(1 << log)));

    let bits = polymod::crt::PrimeFamily::of(isa)[0].bits;
    let p = ntt_primes(bits, 24, 1).expect("a prime")[0];
    let cache = engine.plans();
    let transform = |log: u32| {
        let ntt = ProductNtt::new(isa, p, 1 << log, cache).expect("a transform");
        // aligned to cache lines, as images are
        let mut x = engine.dirty(1 << log);
        x.copy_from_slice(&random(1 << log, p));
        (
            1 << log,
            best(once, || {
                ntt.forward(&mut x);
                x.iter_mut().for_each(|x| *x &= (1 << 40) - 1);
            }) - best(once, || black_box(&mut x).iter_mut().for_each(|x| *x &= (1 << 40) - 1)),
        )
    };
    let first = ProductNtt::length(isa, bits, 2, true).ilog2();
    curve("ntt", (first..=top).map(transform));
    let ntt = ProductNtt::new(isa, p, 4096, cache).expect("a transform");
    let (mut x, mut y) = (engine.dirty(4096), engine.dirty(4096));
    x.copy_from_slice(&random(4096, p));
    y.copy_from_slice(&random(4096, p));
    println!("    pointwise: {:.3},", best(once, || ntt.multiply(0, &mut x, &y)) / 4096.0);

    // in natural order
    for (name, algorithm) in
        [("stockham", NttAlgorithm::Stockham), ("six_step", NttAlgorithm::SixStep), ("tree_ntt", NttAlgorithm::Tree)]
    {
        let natural = |log: u32| {
            let len = 1usize << log;
            let recipe = Recipe::of(algorithm, isa, p, len)?;
            let root = root_of_unity(p, len as u64).expect("a root");
            let plan = NttPlan::with_recipe(p, len, Wrap::Cyclic, root, recipe).expect("a plan");
            let (mut x, mut scratch) = (engine.dirty(len), engine.dirty(plan.scratch_len()));
            x.copy_from_slice(&random(len, p));
            Some((len, best(once, || plan.run(Direction::Forward, &mut x, &mut scratch))))
        };
        let points: Vec<(usize, f64)> = (4..=top).filter_map(natural).collect();
        if !points.is_empty() {
            curve(name, points);
        }
    }

    // there and back beside the line between the powers of two around
    let both_ways = |len: usize| {
        let ntt = ProductNtt::new(isa, p, len, cache).expect("a transform");
        let mut x = engine.dirty(len);
        x.copy_from_slice(&random(len, p));
        best(once, || {
            ntt.forward(&mut x);
            ntt.inverse(&mut x, 1);
        })
    };
    if ProductNtt::has_rows(isa, bits) {
        let ends = [2048, 4096].map(both_ways);
        let beside = [5, 6, 7].map(|rows| {
            let (len, part) = (512 * rows, (rows - 4) as f64 / 4.0);
            (both_ways(len) - ends[0] - part * (ends[1] - ends[0])) / len as f64
        });
        println!("    truncated: {:.2}, // of {beside:.2?}", beside.iter().sum::<f64>() / 3.0);
    }

    println!("    // back, 4096 values, finished: {:.0} ns", best(once, || ntt.inverse(&mut x, 1)));

    // what a product over Z/n costs beside its transforms, shared out over split and join
    let len = 1 << 11;
    for k in 1..=3u32 {
        let n = match k {
            1 => 1 << 17,
            2 => (1 << 31) - 1,
            _ => (1 << 61) - 1,
        };
        let zn = Zn::on(&engine, n).expect("a modulus");
        let (a, b) = (zn.collect(&random(len, n)), zn.collect(&random(len, n)));
        let whole = product(&zn, ProductAlgorithm::Crt, &a, &b, once);
        println!("    // crt {k}: {:.2} ns a coefficient of the result in all", whole / (2 * len) as f64);
    }
    // long by short, beside what is predicted but for the blocks
    let free = CostModel { block: 0.0, ..engine.costs().clone() };
    let free = Zn::on(&Engine::builder().threads(1).isa(isa).costs(free).build(), n).expect("a modulus");
    for (long, short) in [(4000, 100), (20_000, 100), (50_000, 1000)] {
        let size = |len| Size { len, bits: 0 };
        let shape = ProductShape { a: size(long), b: size(short), square: false, window: 0..long + short - 1 };
        let candidates = free.engine().enter(|cx| free.product_candidates(&shape, cx));
        let Some(c) = candidates.iter().find(|c| c.algorithm == ProductAlgorithm::Crt) else { continue };
        let (a, b) = (free.collect(&random(long, n)), free.collect(&random(short, n)));
        let beside = product(&free, ProductAlgorithm::Crt, &a, &b, once) - c.predicted_ns;
        println!(
            "    // block: {:.0}, {} blocks, transforms of {}",
            beside / c.blocks.max(1) as f64,
            c.blocks,
            c.length
        );
    }
    let moduli: Vec<_> = ntt_primes(bits, 24, 16)
        .expect("primes")
        .into_iter()
        .map(|p| polymod::Modulus::new(p).expect("a prime"))
        .collect();
    for width in [1, 2, 4, 12] {
        let splitter = Splitter::new(isa, &moduli, width, 64 * width as u32 - 1);
        let joiner = Joiner::new(isa, &moduli, Some(&[1; 16]), width);
        let (mut rows, mut residues) = (random(512 * width, u64::MAX), vec![0; 512 * 16]);
        let split = best(once, || {
            engine.enter(|cx| splitter.fill(&rows, &mut residues, 512, Spread::NONE, cx)).expect("not cancelled");
        });
        residues.iter_mut().for_each(|x| *x %= p);
        let join = best(once, || joiner.join(&residues, 512, 0, &mut rows));
        let each = (512 * 16) as f64;
        println!("    // {width} limbs, ns a row and prime: split {:.3}, join {:.3}", split / each, join / each);
    }

    let mixed = [1, 2, 3, 4].map(|k: usize| {
        let joiner = Joiner::new(isa, &moduli[..k], Some(&[1; 4]), k);
        let (residues, mut rows) = (random(512 * k, moduli[k - 1].n()), vec![0; 512 * k]);
        best(once, || joiner.join(&residues, 512, 0, &mut rows)) / 512.0
    });
    println!("    mixed: {mixed:.1?},");

    let integer = |limbs: usize| Integer::from_digits(&random(limbs, u64::MAX), Order::Lsf);
    let mut into = Integer::new();
    let mut multiply = |limbs: usize| {
        let (a, b) = (integer(limbs), integer(limbs));
        (limbs, best(once, || into.assign_product(black_box(&a), &b)))
    };
    let most = if once { 64 } else { 1 << 20 };
    let sizes = (0..).map(|i| 1 << i).take_while(|&s| s <= most);
    curve("integer_mul", sizes.map(&mut multiply).collect::<Vec<_>>());
    let z = Integers::on(&engine);
    let rows = z.collect(&random(256, 1 << 60).into_iter().map(Integer::from).collect::<Vec<_>>());
    let kronecker = product(&z, ProductAlgorithm::Kronecker, &rows, &rows.clone(), once);
    println!("    // kronecker 256 by 256, 60 bits: {kronecker:.0} ns, of it the product {:.0}", multiply(768).1);
    let big = ZnBig::on(&engine, (Integer::from(1) << 256) - 189).expect("a modulus");
    let rows: Vec<Integer> = (0..256).map(|_| integer(4) % big.n()).collect();
    let rows = big.collect(&rows);
    println!(
        "    // zn 256 bits, 256 by 256 by crt: {:.0} ns",
        product(&big, ProductAlgorithm::Crt, &rows, &rows.clone(), once)
    );
    let plan = product(&zn, ProductAlgorithm::Crt, &coeffs(32), &coeffs(32), once);
    println!("    // crt 32 by 32: {plan:.0} ns");
    at_points(&engine, once);
    over_two_elements(&engine, once);
}

/// A product into an integer that keeps its memory.
trait AssignProduct {
    fn assign_product(&mut self, a: &Integer, b: &Integer);
}

impl AssignProduct for Integer {
    fn assign_product(&mut self, a: &Integer, b: &Integer) {
        polymod::rug::Assign::assign(self, a * b);
    }
}
