//! Tests against the definition of the DFT, by products of the kernel, which its own tests check without transforms.

use polymod_core::{
    bits::testing::noise,
    cpu::{Feature, Target},
    kernels::{
        fermat::{FermatKernel, LANES},
        limbs::LimbKernel,
    },
    pass::blocks::BlockKernel,
    transform::{
        fermat::{powers::Powers, *},
        ntt::Direction,
    },
};

/// An element of order 2^n in canonical digits: h^((p − 1)/2^n) for the least odd h that has it; the powers of eight
/// candidates are computed by the kernel at once.
fn root(kernel: FermatKernel, log: u32) -> Vec<u64> {
    let k = kernel.digits();
    let rows = |block: &[u64]| {
        let mut rows = vec![0; LANES * k];
        kernel.to_rows(block, &mut rows);
        rows
    };
    // (p − 1)/2^n = (r/2^v)^k·2^(vk − n), v the two-adicity of r
    let v = kernel.radix().trailing_zeros();
    for first in (3..).step_by(2 * LANES) {
        let mut digits = vec![0; LANES * k];
        digits.iter_mut().step_by(k).zip((first..).step_by(2)).for_each(|(digit, h)| *digit = h);
        let mut power = vec![0; kernel.block()];
        kernel.from_rows(&digits, &mut power);
        let base = Powers { kernel, root: power.clone() };
        for _ in 0..k {
            power = base.power(&power, kernel.radix() >> v);
        }
        for _ in 0..v * k as u32 - log {
            kernel.square(&mut power);
        }
        let mut minus_one = power.clone();
        for _ in 0..log - 1 {
            kernel.square(&mut minus_one);
        }
        kernel.rotate(&mut minus_one, k);
        let is_one = |row: &[u64]| row[0] == 1 && row[1..].iter().all(|&x| x == 0);
        if let Some(lane) = rows(&minus_one).chunks_exact(k).position(is_one) {
            return rows(&power)[lane * k..][..k].to_vec();
        }
    }
    unreachable!("half of all elements will do")
}

/// The square of an element in canonical digits.
fn square(kernel: FermatKernel, x: &[u64]) -> Vec<u64> {
    let mut block = Powers::new(kernel, x).root;
    kernel.square(&mut block);
    let mut row = vec![0; kernel.digits()];
    kernel.to_rows(&block, &mut row);
    row
}

fn fields() -> Vec<FermatKernel> {
    let targets = Target::families();
    let named = polymod_core::arith::FERMAT_PRIMES;
    // portable products of long elements are slow
    let most = |target: Target| if !target.has(Feature::Avx2) { 16 } else { 128 };
    let all = |target| {
        let named = named.iter().filter(move |(_, p)| p.digits() <= most(target));
        named.filter_map(move |(_, p)| FermatKernel::new(target, p.radix(), p.digits()))
    };
    targets.flat_map(all).collect()
}

fn operand(kernel: FermatKernel, len: usize) -> Vec<u64> {
    let r = kernel.radix();
    let digit = |i: usize| match i / kernel.digits() % 5 {
        0 => r - 1,
        1 => 0,
        _ => noise(i as u64) % r,
    };
    (0..len * kernel.digits()).map(digit).collect()
}

fn transformed(fft: &FermatFft, direction: Direction, rows: &[u64]) -> Vec<u64> {
    let kernel = fft.kernel();
    let (mut x, mut y, mut work) = (vec![0; fft.words()], vec![!0; fft.words()], vec![!0; fft.work()]);
    kernel.from_rows(rows, &mut x);
    let result = fft.run(direction, &mut x, &mut y, &mut work);
    let mut out = vec![!0; rows.len()];
    kernel.to_rows(result, &mut out);
    out
}

#[test]
fn sides_are_as_the_kernel_wants_them() {
    for turn in [8, 16, 32, 64, 128, 256] {
        for log in 6..30 {
            let sides = sides(1 << log, turn);
            assert_eq!(sides.iter().product::<usize>(), 1 << log);
            assert!(sides.len() >= 2 && sides.iter().all(|&s| s <= turn && s > 1), "{sides:?}");
            assert!(sides[sides.len() - 2..].iter().all(|&s| s >= 8), "{sides:?}");
            assert_eq!(sides.len(), (log as usize).div_ceil(turn.ilog2() as usize).max(2));
        }
    }
}

#[test]
fn values_agree_with_the_definition_and_come_back() {
    for kernel in fields() {
        let k = kernel.digits();
        let logs: &[u32] = match k {
            4 => &[10, 9, 8, 7, 6],
            8 => &[9, 8, 7, 6],
            16 => &[11, 10, 6],
            _ => &[8, 6],
        };
        let mut root = root(kernel, logs[0]);
        for (&log, more) in logs.iter().zip(logs.iter().skip(1).chain([&0])) {
            let len = 1 << log;
            let fft = FermatFft::new(kernel, len, &root).expect("a root of this order");
            let rows = operand(kernel, len);
            let values = transformed(&fft, Direction::Forward, &rows);
            // a value is a sum of coefficients times powers of W^i, by Horner's rule
            let base = Powers::new(kernel, &root);
            for i in [0, 1, 2, 7, 8, len / 8 + 3, len / 2 + 5, len - 1] {
                let point = base.power(&base.root, i as u64);
                let mut sum = vec![0; kernel.block()];
                for row in rows.chunks_exact(k).rev() {
                    kernel.multiply(&mut sum, &point);
                    kernel.add(&mut sum, &Powers::new(kernel, row).root);
                }
                let mut value = vec![0; k];
                kernel.to_rows(&sum, &mut value);
                assert_eq!(values[i * k..][..k], value, "{kernel:?}: value {i} of {len}");
            }
            assert_eq!(transformed(&fft, Direction::Inverse, &values), rows, "{kernel:?}: {len} values and back");
            // any root of the order will do
            let other = Powers { kernel, root: base.power(&base.root, 5) };
            let mut row = vec![0; k];
            kernel.to_rows(&other.root, &mut row);
            let fft = FermatFft::new(kernel, len, &row).expect("a root of this order, too");
            let again = transformed(&fft, Direction::Forward, &rows);
            for i in 0..len {
                assert_eq!(again[i * k..][..k], values[5 * i % len * k..][..k], "{kernel:?}: value {i} of {len}");
            }
            (*more..log).for_each(|_| root = square(kernel, &root));
        }
    }
}

#[test]
fn shares_make_the_same_bytes() {
    for kernel in fields().into_iter().filter(|k| k.digits() <= 16) {
        // one level of columns, two, and more
        for log in [6, 8, 10, 12].into_iter().take(if kernel.digits() == 16 { 2 } else { 4 }) {
            let len = 1 << log;
            let fft = FermatFft::new(kernel, len, &root(kernel, log)).expect("a root of this order");
            let mut start = vec![0; fft.words()];
            kernel.from_rows(&operand(kernel, len), &mut start);
            let run = |parts: usize, each: &dyn Fn(Vec<Task<'_>>)| {
                let (mut x, mut y, mut work) = (start.clone(), vec![!0; fft.words()], vec![!0; parts * fft.work()]);
                fft.run_shared(Direction::Forward, &mut x, &mut y, &mut work, each).to_vec()
            };
            let alone = run(1, &|tasks| tasks.into_iter().for_each(|task| task()));
            for parts in [2, 3, 100] {
                let shared = run(parts, &|tasks| {
                    assert!((2..=parts).contains(&tasks.len()));
                    // in any order
                    tasks.into_iter().rev().for_each(|task| task());
                });
                assert!(shared == alone, "{kernel:?}: {len} values in {parts} parts");
            }
        }
    }
}

#[test]
fn other_elements_and_lengths_have_no_plan() {
    for kernel in fields() {
        let long = root(kernel, 7);
        let short = square(kernel, &long);
        assert!(FermatFft::new(kernel, 128, &short).is_none() && FermatFft::new(kernel, 64, &long).is_none());
        assert!(
            FermatFft::new(kernel, 32, &square(kernel, &short)).is_none()
                && FermatFft::new(kernel, 96, &long).is_none()
        );
        assert!(FermatFft::new(kernel, 64, &vec![0; kernel.digits()]).is_none());
    }
}

/// Transforms of residues modulo primes of the papers; the root is a power of an element of order 2^n.
#[test]
fn residues_of_limbs_are_transformed() {
    let targets = Target::families().collect::<Vec<_>>();
    for target in targets {
        for (name, logs) in [("P4", &[6, 7, 9][..]), ("G2", &[6, 8, 10]), ("P8", &[6, 8]), ("F4", &[7])] {
            let p: polymod_core::arith::FermatPrime = name.parse().unwrap();
            let (words, v) = (p.limbs(), p.two_adicity());
            let n = words.len();
            let kernel = LimbKernel::new(target, &words).unwrap();
            let factor = |x: u64| {
                let mut row = vec![0; n];
                row[0] = x;
                let mut block = vec![0; kernel.block()];
                kernel.load(&row.repeat(LANES), n, &mut block);
                kernel.to_factors(&mut block);
                Powers { kernel: kernel.clone(), root: block }
            };
            // factors to their residues
            let row = |factors: &[u64]| {
                let mut one = vec![0; n];
                one[0] = 1;
                let (mut block, mut row) = (vec![0; kernel.block()], vec![0; n]);
                kernel.load(&one.repeat(LANES), n, &mut block);
                kernel.multiply(&mut block, factors);
                kernel.store(&block, n, &mut row);
                row
            };
            let minus_one = |log: u32| {
                // h^((p − 1)/2^log), (p − 1)/2^v = (r/2^w)^k
                (3..).step_by(2).find_map(|h| {
                    let mut x = factor(h);
                    let w = p.radix().trailing_zeros();
                    for _ in 0..p.digits() {
                        x.root = x.power(&x.root, p.radix() >> w);
                    }
                    for _ in 0..v - log {
                        kernel.square(&mut x.root);
                    }
                    let mut last = x.root.clone();
                    (1..log).for_each(|_| kernel.square(&mut last));
                    // p − 1
                    let mut wanted = words.clone();
                    wanted[0] -= 1;
                    (row(&last) == wanted).then_some(x)
                })
            };
            for &log in logs {
                let len = 1usize << log;
                let root = minus_one(log).unwrap();
                // 1/N = p − (p − 1)/N
                let mut inverse = factor(2);
                let half = {
                    let mut half = words.clone();
                    let mut carry = 1u128;
                    for word in &mut half {
                        carry += u128::from(*word);
                        *word = carry as u64;
                        carry >>= 64;
                    }
                    let top = carry as u64;
                    (0..n).map(|i| half[i] >> 1 | half.get(i + 1).copied().unwrap_or(top) << 63).collect::<Vec<_>>()
                };
                let mut block = vec![0; kernel.block()];
                kernel.load(&half.repeat(LANES), n, &mut block);
                kernel.to_factors(&mut block);
                inverse.root = inverse.power(&block, u64::from(log));
                let scale = Scale { inverse_len: &row(&inverse.root), products: false };
                let fft = LimbFft::at_root(&kernel, len, &row(&root.root), &scale).unwrap();
                let mut less_one = words.clone();
                less_one[0] -= 1;
                let element = |i: usize| match i % 4 {
                    0 => less_one.clone(),
                    1 => vec![0; n],
                    _ => {
                        // the last word is below that of p
                        let word = |j| noise((i * n + j) as u64);
                        (0..n).map(|j| if j + 1 < n { word(j) } else { 0 }).collect()
                    }
                };
                let rows: Vec<u64> = (0..len).flat_map(element).collect();
                let run = |direction, rows: &[u64], parts: usize| {
                    let (mut x, mut y) = (vec![0; fft.words()], vec![!0; fft.words()]);
                    let mut work = vec![!0; parts * fft.work()];
                    kernel.load(rows, n, &mut x);
                    let each = &|tasks: Vec<Task<'_>>| tasks.into_iter().rev().for_each(|task| task());
                    let result = fft.run_shared(direction, &mut x, &mut y, &mut work, each);
                    let mut out = vec![!0; rows.len()];
                    kernel.store(result, n, &mut out);
                    out
                };
                let values = run(Direction::Forward, &rows, 1);
                assert!(values == run(Direction::Forward, &rows, 3), "{name}: {len} values in parts");
                for i in [0, 1, 2, 7, 8, len / 2 + 5, len - 1] {
                    let point = root.power(&root.root, i as u64);
                    let mut sum = vec![0; kernel.block()];
                    for row in rows.chunks_exact(n).rev() {
                        kernel.multiply(&mut sum, &point);
                        kernel.load(&row.repeat(LANES), n, &mut block);
                        kernel.add(&mut sum, &block);
                    }
                    let mut value = vec![0; n];
                    kernel.store(&sum, n, &mut value);
                    assert_eq!(values[i * n..][..n], value, "{name}, {target:?}: value {i} of {len}");
                }
                assert!(run(Direction::Inverse, &values, 1) == rows, "{name}, {target:?}: {len} values and back");
            }
        }
    }
}
