//! Every kernel at the bounds of its range, at sizes around its tiles, into targets that hold something.

use super::{tile::TERMS, *};

/// The definition.
fn expected(n: u64, a: Rows<'_>, b: Rows<'_>, old: &[u64], how: Gather) -> Vec<u64> {
    let wide = u128::from(n);
    let entry = |at: usize| {
        let (i, j) = (at / b.cols, at % b.cols);
        let sum = (0..a.cols).fold(0, |s, t| (s + u128::from(a.row(i)[t]) * u128::from(b.row(t)[j]) % wide) % wide);
        let old = u128::from(old[at]);
        (match how {
            Gather::Set => sum,
            Gather::Add => (old + sum) % wide,
            Gather::Sub => (old + wide - sum) % wide,
        }) as u64
    };
    (0..a.rows * b.cols).map(entry).collect()
}

fn entries(n: u64, len: usize, seed: u64) -> Vec<u64> {
    let value = |i: u64| match (i + seed) % 7 {
        _ if seed == 0 => n - 1,
        0 => 0,
        1 => n - 1,
        2 => n / 2,
        3 => (n / 2 + 1) % n,
        _ => (i + seed + 1).wrapping_mul(0x9e37_79b9_7f4a_7c15) % n,
    };
    (0..len as u64).map(value).collect()
}

fn check(kernel: &dyn MatProduct, n: u64, (m, k, c): (usize, usize, usize), seed: u64) {
    // rows further apart than they are long
    let (stride_a, stride_b, stride) = (k + 3, c + 1, c + 2);
    let (a, b) = (entries(n, m * stride_a, seed), entries(n, k * stride_b, 2 * seed));
    let a = Rows { words: &a, rows: m, cols: k, stride: stride_a };
    let b = Rows { words: &b, rows: k, cols: c, stride: stride_b };
    let mut packed = vec![u64::MAX; kernel.packed_len(k, c)];
    kernel.pack(b, &mut packed);
    for how in [Gather::Set, Gather::Add, Gather::Sub] {
        let before = entries(n, m * stride + 1, 5);
        let mut words = before.clone();
        let mut scratch = vec![u64::MAX; kernel.scratch_len(k)];
        kernel.multiply(a, &packed, Target { words: &mut words, cols: c, stride, how }, &mut scratch);
        let picked = |v: &[u64]| (0..m * c).map(|at| v[at / c * stride + at % c]).collect::<Vec<_>>();
        let expected = expected(n, a, b, &picked(&before), how);
        assert_eq!(picked(&words), expected, "{}: {m} by {k} by {c} modulo {n}, {how:?}", kernel.name());
        let beside = |at: &usize| at % stride >= c || at / stride >= m;
        assert!((0..words.len()).filter(beside).all(|at| words[at] == before[at]), "{}", kernel.name());
    }
    if m > 0 {
        let c0 = &a.row(0)[..k];
        let mut out = entries(n, c, 3);
        let before = out.clone();
        if kernel.sub_combination(&mut out, c0, b) {
            let one = Rows { rows: 1, ..a };
            assert_eq!(out, expected(n, one, b, &before, Gather::Sub), "{}: modulo {n}", kernel.name());
        }
    }
}

/// n from the least to the largest that each kernel takes.
fn moduli() -> Vec<u64> {
    let mut all = vec![2, 3, 5, 251, 256, 65_537];
    for bits in [26, 30, 31, 32, 50, 52, 62, 63] {
        all.extend([(1 << bits) - 5, (1 << bits) - 1, 1 << bits, (1 << bits) + 1]);
    }
    all.push(u64::MAX);
    all
}

#[test]
fn every_kernel_agrees_with_the_definition() {
    let mut names = Vec::new();
    for isa in Isa::ALL {
        for n in moduli() {
            for kernel in applicable(isa, Modulus::new(n).unwrap()) {
                names.push(kernel.name());
                for shape in [(1, 1, 1), (3, 2, 5), (4, 9, 24), (9, 8, 49), (5, 33, 25)] {
                    check(&*kernel, n, shape, 1);
                }
                check(&*kernel, n, (2, TERMS + 1, 3), 0);
                check(&*kernel, n, (1, TERMS, 9), 0);
                check(&*kernel, n, (0, 3, 2), 1);
                check(&*kernel, n, (2, 0, 3), 1);
            }
        }
    }
    names.sort_unstable();
    names.dedup();
    let host = cpu::host();
    let there = KERNELS.iter().filter(|k| k.isa <= host.supported && k.extras.iter().all(|e| host.has(e)));
    assert_eq!(names.len(), there.count(), "{names:?}");
}

#[test]
fn blocks_of_rows_and_terms() {
    for n in [(1 << 26) - 5, (1 << 31) - 1, (1 << 50) - 27, (1 << 62) - 57] {
        for kernel in applicable(cpu::host().isa, Modulus::new(n).unwrap()) {
            check(&*kernel, n, (131, 17, 50), 1);
            check(&*kernel, n, (3, 2 * TERMS + 5, 26), 2);
        }
    }
}
