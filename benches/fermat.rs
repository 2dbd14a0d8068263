//! Generalized Fermat prime fields on one thread: products compared with GMP's, transforms, and the costs in the cost model.
//! `cargo bench --bench fermat`; `POLYMOD_ISA` chooses the level, the argument `limbs` the
//! first tables only.

use polymod::{
    core::arith::{FERMAT_PRIMES, FermatPrime},
    core::cpu,
    core::kernels::{
        blocks::{BlockKernel, Columns},
        euclid::Extent,
        fermat::FermatKernel,
        limbs::{LimbEuclid, LimbKernel},
    },
    core::scratch::Buf,
    core::transform::{fermat::FermatFft, ntt::Direction},
    ring::{DigitConvolution, FieldProduct, GeneralizedFermat, Ring, Roots},
    rug::{Assign, Integer},
};
use std::{hint::black_box, mem, time::Instant};

/// Nanoseconds per call: the minimum over many short runs, of which some are not interrupted.
fn best(once: bool, mut f: impl FnMut()) -> f64 {
    let (mut best, mut calls) = (f64::INFINITY, 1);
    for _ in 0..if once { 1 } else { 40 } {
        loop {
            let start = Instant::now();
            for _ in 0..calls {
                f();
            }
            let ns = start.elapsed().as_nanos() as f64;
            if once || ns > 3e5 {
                best = best.min(ns / f64::from(calls));
                break;
            }
            calls *= 2;
        }
    }
    best
}

fn rows(kernel: &FermatKernel, count: usize) -> Vec<u64> {
    let digit = |i: usize| (i as u64 + 1).wrapping_mul(0x9e37_79b9_7f4a_7c15) % kernel.radix();
    (0..count * kernel.digits()).map(digit).collect()
}

/// Products of 64 elements, GMP's products, and conversions to and from blocks: nanoseconds per element.
fn products(name: &str, p: FermatPrime, once: bool) {
    const COUNT: usize = 64;
    let Some(kernel) = FermatKernel::new(cpu::host().target, p.radix(), p.digits()) else { return };
    let rows = rows(&kernel, COUNT);
    let (mut x, mut back) = (vec![0; kernel.words(COUNT)], rows.clone());
    kernel.from_rows(&rows, &mut x);
    let y = x.clone();
    let each = |ns: f64| ns / COUNT as f64;
    let product = each(best(once, || kernel.multiply(black_box(&mut x), &y)));
    let square = each(best(once, || kernel.square(black_box(&mut x))));
    let rotation = each(best(once, || kernel.rotate(black_box(&mut x), 3)));
    let load = each(best(once, || kernel.from_rows(&rows, black_box(&mut x))));
    let store = each(best(once, || kernel.to_rows(&x, black_box(&mut back))));
    let (gmp, integer) = gmp(p, once);
    println!(
        "{name:>5} {product:>9.2} {square:>9.2} {rotation:>9.2} {load:>9.2} {store:>9.2} {gmp:>11.1} {:>8.1} {integer:>11.1}",
        gmp / product
    );
}

/// Nanoseconds of a product by GMP with its reduction, and of the conversion of an element to an integer.
fn gmp(p: FermatPrime, once: bool) -> (f64, f64) {
    let f = GeneralizedFermat::new(p).expect("a prime");
    let v = f.collect(&[Integer::from(f.p() - 2u32) / 3u32]);
    let (mut a, b) = (f.get(v.view(), 0), f.get(v.view(), 0));
    let mut wide = Integer::new();
    let product = best(once, || {
        wide.assign(&a * &b);
        wide.modulo_mut(f.p());
        a.assign(&wide);
    });
    (product, best(once, || drop(black_box(f.get(v.view(), 0)))))
}

/// The same for residues in limbs, which have no rotations.
fn products_of_limbs(name: &str, p: FermatPrime, once: bool) {
    const COUNT: usize = 64;
    let words = p.limbs();
    let Some(kernel) = LimbKernel::new(cpu::host().target, &words) else { return };
    // the highest word is 0
    let word =
        |i: usize| (i as u64 + 1).wrapping_mul(0x9e37_79b9_7f4a_7c15) * u64::from(!(i + 1).is_multiple_of(words.len()));
    let rows: Vec<u64> = (0..COUNT * words.len()).map(word).collect();
    let (mut x, mut back) = (vec![0; kernel.words(COUNT)], rows.clone());
    kernel.load(&rows, words.len(), &mut x);
    let mut y = x.clone();
    kernel.to_factors(&mut y);
    let each = |ns: f64| ns / COUNT as f64;
    let product = each(best(once, || kernel.multiply(black_box(&mut x), &y)));
    let square = each(best(once, || kernel.square(black_box(&mut x))));
    let load = each(best(once, || kernel.load(&rows, words.len(), black_box(&mut x))));
    let store = each(best(once, || kernel.store(&x, words.len(), black_box(&mut back))));
    let (gmp, integer) = gmp(p, once);
    println!(
        "{name:>5} {product:>9.2} {square:>9.2} {:>9} {load:>9.2} {store:>9.2} {gmp:>11.1} {:>8.1} {integer:>11.1}",
        "",
        gmp / product
    );
}

/// An odd number of this many bits, by words.
fn odd(bits: usize) -> Vec<u64> {
    let mut p = vec![0x9e37_79b9_7f4a_7c15; bits.div_ceil(64)];
    let last = p.len() - 1;
    p[last] = 1 << ((bits - 1) % 64) | 1;
    p
}

/// Buffers of these numbers of words that begin at lines of the cache, a quarter of a page apart modulo pages.
fn staggered<const N: usize>(room: &mut Vec<u64>, lens: [usize; N]) -> [&mut [u64]; N] {
    const PAGE: usize = 512;
    room.resize(lens.iter().map(|len| len + 2 * PAGE).sum::<usize>() + PAGE, 0);
    let start = room.as_ptr().align_offset(64);
    let mut rest = &mut room[start..];
    let (mut i, mut place) = (0, 0);
    lens.map(|len| {
        let skip = (i * PAGE / 4 + PAGE - place % PAGE) % PAGE;
        let (buffer, later) = mem::take(&mut rest)[skip..].split_at_mut(len);
        (rest, i, place) = (later, i + 1, place + skip + len);
        buffer
    })
}

/// Every loop of residues in limbs on 512 elements, nanoseconds an element; the last column is a remainder sequence of 65 coefficients.
fn loops_of_limbs(bits: usize, once: bool) {
    const COUNT: usize = 512;
    const LEN: usize = 64;
    let p = odd(bits);
    let Some(kernel) = LimbKernel::new(cpu::host().target, &p) else { return };
    let width = p.len();
    let word =
        |i: usize| (i as u64 + 1).wrapping_mul(0x9e37_79b9_7f4a_7c15) * u64::from(!(i + 1).is_multiple_of(width));
    let rows: Vec<u64> = (0..COUNT * width).map(word).collect();
    let (words, block, mut back) = (kernel.words(COUNT), kernel.block(), rows.clone());
    let mut room = Vec::new();
    let [x, y, other, work] = staggered(&mut room, [words, words, words, 8 * block]);
    kernel.load(&rows, width, x);
    y.copy_from_slice(x);
    other.copy_from_slice(x);
    let table = kernel.table(8, &kernel.one());
    let columns = Columns { dft: &table, factors: y, whole: true };
    let mut coefficients = vec![0; (2 * LEN - 1) * width];
    let steps = LimbEuclid::new(cpu::host().target, &p).expect("an odd modulus");
    let longer = [&rows[..LEN * width], &vec![1; width]].concat();
    let extent = Extent { stop: 0, matrix: false, only: false };
    let few = LEN.min(kernel.most_terms());
    let mut times = [
        best(once, || kernel.multiply(black_box(&mut *x), y)),
        best(once, || kernel.square(black_box(&mut *x))),
        best(once, || kernel.add_product(black_box(&mut *x), y, y)),
        best(once, || kernel.cross_multiply(black_box(&mut *x), &y[..block], y, &y[block..2 * block])),
        best(once, || kernel.add(black_box(&mut *x), y)),
        best(once, || kernel.load(&rows, width, black_box(&mut *x))),
        best(once, || kernel.store(x, width, black_box(&mut back))),
        best(once, || kernel.column_parts(&columns, black_box(&mut *x), 1).into_iter().for_each(|part| part.run(work))),
        best(once, || kernel.row_parts(&table, x, black_box(&mut *other), 1).into_iter().for_each(|p| p.run(work))),
        best(once, || kernel.transpose_part(x, 8, 0, black_box(&mut *other))),
        best(once, || {
            if black_box(few) > 0 {
                kernel.convolve(width, [&rows[..few * width], &rows[..LEN * width]], 0, black_box(&mut coefficients));
            }
        }),
        best(once, || {
            let mut pair = steps.pair(|words| Buf::zeroed(None, words), width, [&longer, &rows[..LEN * width]], extent);
            black_box(steps.run(&mut pair, 0, None));
        }),
    ];
    times[10..].iter_mut().for_each(|ns| *ns *= COUNT as f64 / LEN as f64);
    let times: Vec<String> = times.iter().map(|ns| format!("{:>9.2}", ns / COUNT as f64)).collect();
    println!("{bits:>5} {}", times.concat());
}

/// Products of vectors of elements by every algorithm: nanoseconds per element, conversion of rows included.
fn methods(name: &str, p: FermatPrime, once: bool) {
    const COUNT: u32 = 64;
    let f = GeneralizedFermat::new(p).expect("a prime");
    let elements: Vec<Integer> = (1..=COUNT).map(|i| Integer::from(f.p() - i) / 3u32).collect();
    let (mut v, w) = (f.collect(&elements), f.collect(&elements));
    print!("{name:>5}");
    for method in FieldProduct::ALL {
        if f.field_products().contains(&method) {
            let ns = best(once, || f.mul_each_by(method, &mut v, w.view()).expect("it applies")) / f64::from(COUNT);
            print!(" {ns:>10.1}");
        } else {
            print!(" {:>10}", "");
        }
    }
    println!();
}

/// The papers' product on digits: nanoseconds, and the percentages of its steps (their Table 3).
fn shares(name: &str, p: FermatPrime, once: bool) {
    let k = p.digits();
    let convolution = DigitConvolution::new(p).expect("word primes");
    let mut a: Vec<u64> = (1..=k as u64).map(|i| i.wrapping_mul(0x9e37_79b9_7f4a_7c15) % p.radix()).collect();
    let b = a.clone();
    let (mut x, mut y) = (vec![0; convolution.words()], vec![0; convolution.words()]);
    let (mut sums, mut places) = (vec![(false, [0; 3]); k], vec![0; k]);
    convolution.transform(&a, &mut x);
    convolution.transform(&b, &mut y);
    let steps = [
        best(once, || {
            convolution.transform(&b, &mut y);
            convolution.transform(&b, &mut x);
            convolution.convolve(black_box(&mut x), &y);
        }),
        best(once, || convolution.join(&x, black_box(&mut sums))),
        best(once, || convolution.split(&sums, black_box(&mut places))),
        best(once, || convolution.carry(&places, black_box(&mut a))),
    ];
    let sum: f64 = steps.iter().sum();
    let shares: Vec<String> = steps.iter().map(|ns| format!("{:>13.1}", 100.0 * ns / sum)).collect();
    println!("{name:>5} {sum:>9.1} {}", shares.concat());
}

/// A transform of N values: milliseconds, and nanoseconds per element.
fn transform(name: &str, p: FermatPrime, len: usize, once: bool) {
    let Some(kernel) = FermatKernel::new(cpu::host().target, p.radix(), p.digits()) else { return };
    let f = GeneralizedFermat::new(p).expect("a prime");
    let Ok(root) = f.root_of_unity(len as u64) else { return };
    // the digits of the root, lowest first
    let (mut rest, mut digits) = (root, Vec::new());
    for _ in 0..p.digits() {
        let (q, digit) = rest.div_rem(p.radix().into());
        digits.push(digit.to_u64().expect("a digit"));
        rest = q;
    }
    let fft = FermatFft::new(kernel, len, &digits).expect("a root of this order");
    let rows = rows(&kernel, len);
    let (mut x, mut y, mut work) = (vec![0; fft.words()], vec![0; fft.words()], vec![0; fft.work()]);
    kernel.from_rows(&rows, &mut x);
    let start = x.clone();
    let both = best(once, || {
        x.copy_from_slice(&start);
        black_box(fft.run(Direction::Forward, &mut x, &mut y, &mut work));
    });
    let copy = best(once, || black_box(&mut x).copy_from_slice(&start));
    let ns = both - copy;
    println!("{name:>5} {len:>8} {:>9.4} {:>9.2}", ns / 1e6, ns / len as f64);
}

fn main() {
    let once = !std::env::args().any(|a| a == "--bench");
    println!("{}; products of 64 elements, nanoseconds an element", cpu::host().target);
    println!(
        "{:>5} {:>9} {:>9} {:>9} {:>9} {:>9} {:>11} {:>8} {:>11}",
        "", "product", "square", "rotation", "load", "store", "GMP mul+mod", "ratio", "to integer"
    );
    let ours = FERMAT_PRIMES.into_iter().filter(|(name, _)| name.starts_with('F'));
    for (name, p) in ours.clone() {
        products(name, p, once);
    }
    for (name, p) in FERMAT_PRIMES.into_iter().filter(|(name, _)| !name.starts_with('F')) {
        products_of_limbs(name, p, once);
    }
    println!("\nloops of residues in limbs, 512 elements, nanoseconds an element");
    let names = "product square product+ cross add load store columns rows transpose convolve Euclid";
    println!("{:>5} {}", "bits", names.split(' ').map(|name| format!("{name:>9}")).collect::<String>());
    for bits in [65, 127, 255, 515, 1023, 1279, 3000] {
        loops_of_limbs(bits, once);
    }
    if std::env::args().any(|a| a == "limbs") {
        return;
    }
    println!("\nproducts of vectors of 64 elements by every method, nanoseconds an element");
    let names: Vec<String> = FieldProduct::ALL.iter().map(|method| format!(" {:>10}", method.name())).collect();
    println!("{:>5}{}", "", names.concat());
    for (name, p) in FERMAT_PRIMES {
        methods(name, p, once);
    }
    println!("\nthe papers' product on digits: nanoseconds, and per cent of it");
    println!("{:>5} {:>9} {:>13}{:>13}{:>13}{:>13}", "", "ns", "convolution", "CRT", "LHC", "normalization");
    for (name, p) in FERMAT_PRIMES {
        shares(name, p, once);
    }
    println!("\ntransforms in natural order of elements in blocks\n{:>5} {:>8} {:>9} {:>9}", "", "N", "ms", "ns/value");
    for (name, p) in ours {
        let turn = 2 * p.digits();
        for e in [2, 3] {
            if turn.pow(e) <= 1 << if once { 8 } else { 16 } {
                transform(name, p, turn.pow(e), once);
            }
        }
    }
}
