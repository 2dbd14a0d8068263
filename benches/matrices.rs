//! Products and determinants of matrices over Z/n on one thread, and the figures of the cost model for the kernels of products:
//! `cargo bench --bench matrices`. `cargo test --bench matrices` takes each once, of small ones. `-- --costs` prints the table only.

use polymod::{
    Dense, Engine, Modulus, Ring, Zn,
    cpu::host,
    kernels::matmul::{Gather, MatKernel, Rows, Target, applicable},
};
use std::time::Instant;

/// Nanoseconds a call: the best of several runs.
fn best(once: bool, mut f: impl FnMut()) -> f64 {
    let (start, mut best, mut runs) = (Instant::now(), f64::INFINITY, 0);
    while runs < 1 || !once && (runs < 5 || start.elapsed().as_millis() < 300) && start.elapsed().as_secs() < 4 {
        let one = Instant::now();
        f();
        best = best.min(one.elapsed().as_nanos() as f64);
        runs += 1;
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

/// A product of entries, an entry packed, an entry of the result.
fn costs(of: &MatKernel, n: u64, once: bool) -> [f64; 4] {
    let modulus = Modulus::new(n).expect("a modulus");
    let (kernel, parts) = (of.with(modulus), of.parts(modulus) as f64);
    let side = if once { 48 } else { 384 };
    let words = random(side * side, n);
    let square = Rows { words: &words, rows: side, cols: side, stride: side };
    let mut packed = vec![0; kernel.packed_len(side, side)];
    let area = (side * side) as f64;
    let pack = best(once, || kernel.pack(square, &mut packed)) / area;
    let mut out = vec![0; side * side];
    let mut scratch = vec![0; kernel.scratch_len(side)];
    let mut product = |packed: &[u64], terms: usize| {
        let a = Rows { cols: terms, ..square };
        best(once, || {
            let to = Target { words: &mut out, cols: side, stride: side, how: Gather::Sub };
            kernel.multiply(a, packed, to, &mut scratch);
        })
    };
    let whole = product(&packed, side);
    let short = 16;
    let mut few = vec![0; kernel.packed_len(short, side)];
    kernel.pack(Rows { rows: short, ..square }, &mut few);
    let thin = product(&few, short);
    // both have as many results; the left operand is packed in either
    let each = ((whole - thin) / area - pack * (side - short) as f64 / side as f64) / (side - short) as f64;
    let result = thin / area - pack * short as f64 / side as f64 - each * short as f64;
    // rows of few columns, as small matrices have them
    let short = if once { 8 } else { 32 };
    let rows = kernel.unpacked().map(|rows| {
        let a = Rows { rows: short, cols: short, ..square };
        let b = Rows { stride: short, ..a };
        let mut out = vec![0; short * short];
        let product = |terms: usize, out: &mut [u64]| {
            let to = Target { words: out, cols: short, stride: short, how: Gather::Set };
            rows.multiply_rows(Rows { cols: terms, ..a }, Rows { rows: terms, ..b }, to);
        };
        let ns = [short, short / 2].map(|terms| best(once, || (0..100).for_each(|_| product(terms, &mut out))) / 100.0);
        (ns[0] - ns[1]) / (short * short * short / 2) as f64
    });
    [each / parts, pack / parts, result.max(0.0) / parts, rows.unwrap_or(each)]
}

fn main() {
    let arguments: Vec<String> = std::env::args().collect();
    let once = !arguments.iter().any(|a| a == "--bench");
    let primes = [8_388_593, 67_108_859, 2_147_483_647, 562_949_953_421_231, 4_611_686_018_427_387_847, u64::MAX - 58];
    let mut known: Vec<&str> = Vec::new();
    println!("    // {}\n    matrices: Cow::Borrowed(&[", host().isa);
    for n in primes {
        for kernel in applicable(host().isa, Modulus::new(n).expect("a modulus")) {
            let wide = kernel.name == "int8" && n < 1 << 61;
            if known.contains(&kernel.name) || wide {
                continue;
            }
            let [product, word, result, rows] = costs(kernel, n, once);
            known.push(kernel.name);
            println!(
                "        (Cow::Borrowed(\"{}\"), [{product:.4}, {word:.2}, {result:.2}, {rows:.3}]),",
                kernel.name
            );
        }
    }
    println!("    ]),");
    if arguments.iter().any(|a| a == "--costs") {
        return;
    }
    let engine = Engine::builder().threads(1).build();
    for n in primes {
        let f = Zn::on(&engine, n).expect("a modulus");
        for side in if once { vec![20] } else { vec![5, 10, 20, 50, 100, 200, 500, 1000] } {
            let a = Dense::new(&f, side, side, f.collect(&random(side * side, n))).expect("a matrix");
            let product = best(once, || drop(a.checked_mul(&a).expect("a product")));
            let det = best(once, || drop(a.det()));
            println!(
                "{:2} bits, n = {side:4}: product {:11.2} µs, determinant {:11.2} µs",
                f.modulus().bits(),
                product / 1e3,
                det / 1e3
            );
        }
    }
}
