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

/// The kernels of each named field, the fastest first.
fn fields() -> impl Iterator<Item = Vec<FermatKernel>> {
    let kernels = |p: polymod_core::arith::FermatPrime| {
        // portable products of long elements are slow
        let most = |target: Target| if target.has(Feature::Avx2) { 128 } else { 16 };
        let targets = Target::families().filter(|&target| p.digits() <= most(target));
        let mut kernels: Vec<_> = targets.filter_map(|t| FermatKernel::new(t, p.radix(), p.digits())).collect();
        kernels.reverse();
        kernels
    };
    polymod_core::arith::FERMAT_PRIMES.into_iter().map(move |(_, p)| kernels(p)).filter(|kernels| !kernels.is_empty())
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
    for kernels in fields() {
        let k = kernels[0].digits();
        let logs: &[u32] = match k {
            4 => &[10, 9, 8, 7, 6],
            8 => &[9, 8, 7, 6],
            16 => &[11, 10, 6],
            _ => &[8, 6],
        };
        let mut root = root(kernels[0], logs[0]);
        for (&log, more) in logs.iter().zip(logs.iter().skip(1).chain([&0])) {
            kernels.iter().for_each(|&kernel| values_agree(kernel, 1 << log, &root));
            (*more..log).for_each(|_| root = square(kernels[0], &root));
        }
    }
}

fn values_agree(kernel: FermatKernel, len: usize, root: &[u64]) {
    let k = kernel.digits();
    let fft = FermatFft::new(kernel, len, root).expect("a root of this order");
    let rows = operand(kernel, len);
    let values = transformed(&fft, Direction::Forward, &rows);
    // a value is a sum of coefficients times powers of W^i, by Horner's rule, one i in each lane
    let base = Powers::new(kernel, root);
    let row = |block: &[u64]| {
        let mut row = vec![0; k];
        kernel.to_rows(block, &mut row);
        row
    };
    let indices: [usize; LANES] = [0, 1, 2, 7, 8, len / 8 + 3, len / 2 + 5, len - 1];
    let points = indices.map(|i| row(&base.power(&base.root, i as u64))).concat();
    let (mut point, mut sum) = (vec![0; kernel.block()], vec![0; kernel.block()]);
    kernel.from_rows(&points, &mut point);
    for row in rows.chunks_exact(k).rev() {
        kernel.multiply(&mut sum, &point);
        kernel.add(&mut sum, &Powers::new(kernel, row).root);
    }
    let mut wanted = vec![0; LANES * k];
    kernel.to_rows(&sum, &mut wanted);
    for (i, wanted) in indices.into_iter().zip(wanted.chunks_exact(k)) {
        assert_eq!(&values[i * k..][..k], wanted, "{kernel:?}: value {i} of {len}");
    }
    assert_eq!(transformed(&fft, Direction::Inverse, &values), rows, "{kernel:?}: {len} values and back");
    // any root of the order will do
    let fft = FermatFft::new(kernel, len, &row(&base.power(&base.root, 5))).expect("a root of this order, too");
    let again = transformed(&fft, Direction::Forward, &rows);
    for i in 0..len {
        assert_eq!(again[i * k..][..k], values[5 * i % len * k..][..k], "{kernel:?}: value {i} of {len}");
    }
}

#[test]
fn shares_make_the_same_bytes() {
    for kernel in fields().flatten().filter(|k| k.digits() <= 16) {
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
    for kernels in fields().filter(|kernels| kernels[0].digits() <= 32) {
        let roots: Vec<_> =
            std::iter::successors(Some(root(kernels[0], 7)), |w| Some(square(kernels[0], w))).take(3).collect();
        for kernel in kernels {
            let none =
                |len: usize, w: &[u64]| assert!(FermatFft::new(kernel, len, w).is_none(), "{kernel:?}: {len} values");
            none(128, &roots[1]);
            none(64, &roots[0]);
            none(32, &roots[2]);
            none(96, &roots[0]);
            none(64, &vec![0; kernel.digits()]);
        }
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
