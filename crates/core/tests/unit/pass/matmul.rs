//! Tests of every kernel at the bounds of its range, at sizes around its tiles, into destinations that are not zero.

use polymod_core::{
    Error,
    arith::{Modulus, is_prime},
    bits::testing::noise,
    cpu::{self, Target},
    pass::matmul::{tile::TERMS, *},
    registry::Kernel,
};

/// The product by the definition.
fn expected(n: u64, a: Rows<'_>, b: Rows<'_>, old: &[u64], how: Gather) -> Vec<u64> {
    let wide = u128::from(n);
    let entry = |at: usize| {
        let (i, j) = (at / b.cols(), at % b.cols());
        let sum = (0..a.cols()).fold(0, |s, t| (s + u128::from(a.row(i)[t]) * u128::from(b.row(t)[j]) % wide) % wide);
        let old = u128::from(old[at]);
        (match how {
            Gather::Set => sum,
            Gather::Add => (old + sum) % wide,
            Gather::Sub => (old + wide - sum) % wide,
        }) as u64
    };
    (0..a.rows() * b.cols()).map(entry).collect()
}

fn entries(n: u64, len: usize, seed: u64) -> Vec<u64> {
    let value = |i: u64| match (i + seed) % 7 {
        _ if seed == 0 => n - 1,
        0 => 0,
        1 => n - 1,
        2 => n / 2,
        3 => (n / 2 + 1) % n,
        _ => noise(i + seed + 1) % n,
    };
    (0..len as u64).map(value).collect()
}

fn check(kernel: &dyn MatProduct, n: u64, (m, k, c): (usize, usize, usize), seed: u64) {
    // rows further apart than they are long
    let (stride_a, stride_b, stride) = (k + 3, c + 1, c + 2);
    let (a, b) = (entries(n, m * stride_a, seed), entries(n, k * stride_b, 2 * seed));
    let a = Rows::new(&a, m, k, stride_a);
    let b = Rows::new(&b, k, c, stride_b);
    let mut packed = vec![u64::MAX; kernel.packed_len(k, c)];
    kernel.pack(b, &mut packed);
    for how in [Gather::Set, Gather::Add, Gather::Sub] {
        let before = entries(n, m * stride + 1, 5);
        let mut words = before.clone();
        let mut scratch = vec![u64::MAX; kernel.scratch_len(k)];
        kernel.multiply(a, &packed, Output::new(&mut words, c, stride, how), &mut scratch);
        let picked = |v: &[u64]| (0..m * c).map(|at| v[at / c * stride + at % c]).collect::<Vec<_>>();
        let expected = expected(n, a, b, &picked(&before), how);
        assert_eq!(picked(&words), expected, "{}: {m} by {k} by {c} modulo {n}, {how:?}", kernel.name());
        let beside = |at: &usize| at % stride >= c || at / stride >= m;
        assert!((0..words.len()).filter(beside).all(|at| words[at] == before[at]), "{}", kernel.name());
    }
    let Some(unpacked) = kernel.unpacked() else { return };
    for how in [Gather::Set, Gather::Add, Gather::Sub] {
        let before = entries(n, m * stride + 1, 5);
        let mut words = before.clone();
        unpacked.multiply_rows(a, b, Output::new(&mut words, c, stride, how));
        let picked = |v: &[u64]| (0..m * c).map(|at| v[at / c * stride + at % c]).collect::<Vec<_>>();
        let expected = expected(n, a, b, &picked(&before), how);
        assert_eq!(picked(&words), expected, "{}: rows, {m} by {k} by {c} modulo {n}, {how:?}", kernel.name());
        let beside = |at: &usize| at % stride >= c || at / stride >= m;
        assert!((0..words.len()).filter(beside).all(|at| words[at] == before[at]), "{}", kernel.name());
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
    for target in Target::families() {
        for n in moduli() {
            let n_of = Modulus::new(n).unwrap();
            for kernel in applicable(target, n_of).map(|k| k.with(n_of)) {
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
    let there = KERNELS.iter().filter(|k| k.needs().runs_within(cpu::host().target));
    assert_eq!(names.len(), there.count(), "{names:?}");
}

#[test]
fn blocks_of_rows_and_terms() {
    for n in [(1 << 26) - 5, (1 << 31) - 1, (1 << 50) - 27, (1 << 62) - 57] {
        let n_of = Modulus::new(n).unwrap();
        for kernel in applicable(cpu::host().target, n_of).map(|k| k.with(n_of)) {
            check(&*kernel, n, (131, 17, 50), 1);
            check(&*kernel, n, (3, 2 * TERMS + 5, 26), 2);
        }
    }
}

/// Checks P·A = L·E by the definition, and that E is in echelon form: every column left of a pivot is spanned by the
/// pivot columns before it.
fn check_elimination(kernel: &dyn Unpacked, n: Modulus, (rows, cols): (usize, usize), a: &[u64]) -> usize {
    let stride = cols.next_multiple_of(STRIDE);
    let mut words = vec![0; rows * stride];
    (0..rows).for_each(|i| words[i * stride..][..cols].copy_from_slice(&a[i * cols..][..cols]));
    let found = kernel.eliminate(&mut words, [rows, cols, stride], is_prime(n.n())).unwrap();
    let pivots = &found.pivots;
    assert!(pivots.is_sorted() && pivots.len() <= rows.min(cols));
    let at = |i: usize, j: usize| words[i * stride + j];
    let lower = |i: usize, k: usize| match pivots.get(k) {
        _ if i == k => 1,
        Some(&column) if k < i => at(i, column),
        _ => 0,
    };
    let upper = |k: usize, j: usize| if j >= pivots[k] { at(k, j) } else { 0 };
    for i in 0..rows {
        for j in 0..cols {
            // E is zero where a column of L is stored
            let sum = (0..pivots.len()).fold(0, |sum, k| n.add(sum, n.mul(lower(i, k), upper(k, j))));
            assert_eq!(sum, a[found.order[i] * cols + j], "{kernel:?}: {rows} by {cols} modulo {}", n.n());
        }
    }
    assert!(pivots.iter().enumerate().all(|(k, &column)| at(k, column) != 0));
    if rows == cols && rows <= SMALL {
        // each exchange changes the sign; a permutation is odd when an odd number of pairs are out of order
        let inversions = (0..rows).map(|i| found.order[..i].iter().filter(|&&o| o > found.order[i]).count());
        let product = (0..rows).fold(1, |product, i| n.mul(product, at(i, i)));
        let det = if pivots.len() < rows { 0 } else { product };
        let det = if inversions.sum::<usize>() % 2 == 1 { n.neg(det) } else { det };
        let whole = Rows::new(a, rows, cols, cols);
        assert_eq!(kernel.determinant(whole, is_prime(n.n())), Ok(det));
    }
    check_reduction(kernel, n, (rows, cols), a, (&words, pivots, stride));
    pivots.len()
}

/// The rows of a reduction are multiples of those of the echelon form E, given in rows of some width, and have its pivots.
fn check_reduction(
    kernel: &dyn Unpacked,
    n: Modulus,
    (rows, cols): (usize, usize),
    a: &[u64],
    (words, pivots, width): (&[u64], &[usize], usize),
) {
    // any number of words between rows that has room for them
    for stride in (cols.next_multiple_of(STRIDE)..=REDUCED).step_by(STRIDE).filter(|_| rows <= SMALL) {
        let mut reduced = vec![0; rows * stride];
        for (i, row) in reduced.chunks_exact_mut(stride.max(1)).enumerate() {
            row[..cols].copy_from_slice(&a[i * cols..][..cols]);
        }
        let found = kernel.reduce(&mut reduced, [rows, cols, stride], is_prime(n.n())).unwrap();
        assert!(found.pivots().iter().map(|&column| usize::from(column)).eq(pivots.iter().copied()));
        for i in 0..rows {
            let Some(&pivot) = pivots.get(i) else {
                assert!(reduced[i * stride..][..cols].iter().all(|&x| x == 0));
                continue;
            };
            let (own, of) = (&reduced[i * stride..][..cols], &words[i * width..][..cols]);
            assert!(own[..pivot].iter().all(|&x| x == 0));
            for j in pivot..cols {
                // own[j]/own[pivot] = of[j]/of[pivot]
                assert_eq!(n.mul(own[j], of[pivot]), n.mul(of[j], own[pivot]));
            }
        }
    }
}

#[test]
fn every_kernel_eliminates() {
    let primes = [2, 3, 97, (1 << 26) - 5, (1 << 31) - 1, (1 << 32) - 5, (1 << 50) - 27, (1 << 62) - 57, u64::MAX - 58];
    for (n, target) in
        primes.into_iter().flat_map(|n| Target::families().map(move |target| (Modulus::new(n).unwrap(), target)))
    {
        let kernels: Vec<_> = applicable(target, n).map(|k| k.with(n)).collect();
        for kernel in kernels.iter().filter_map(|k| k.unpacked()) {
            for (rows, cols) in [
                (0, 0),
                (1, 1),
                (0, 3),
                (3, 0),
                (2, 5),
                (3, 3),
                (8, 8),
                (9, 9),
                (16, 16),
                (16, 17),
                (17, 17),
                (20, 16),
                (24, 24),
                (25, 25),
                (32, 32),
                (33, 40),
            ] {
                // seed 0: all n − 1
                for seed in 0..3 {
                    check_elimination(kernel, n, (rows, cols), &entries(n.n(), rows * cols, seed));
                }
                let zeros = check_elimination(kernel, n, (rows, cols), &vec![0; rows * cols]);
                assert_eq!(zeros, 0);
                // repeated rows, columns of zeros before others
                let mut a = entries(n.n(), rows * cols, 2);
                for (at, x) in a.iter_mut().enumerate() {
                    *x = if at % cols % 5 == 1 { 0 } else { *x };
                }
                for i in (0..rows).rev() {
                    a.copy_within(i / 2 * cols..(i / 2 + 1) * cols, i * cols);
                }
                let rank = check_elimination(kernel, n, (rows, cols), &a);
                assert!(rank <= rows.div_ceil(2));
                // a permutation: exchanges at every step
                let turned = |at: usize| u64::from(at % cols.max(1) == (at / cols.max(1) + 1) % rows.max(1));
                let a: Vec<u64> = (0..rows * cols).map(turned).collect();
                assert!(check_elimination(kernel, n, (rows, cols), &a) >= rows.min(cols).saturating_sub(1));
            }
        }
    }
}

#[test]
fn composite_moduli_have_units_as_pivots() {
    let n = Modulus::new(6).unwrap();
    for kernel in applicable(cpu::host().target, n).map(|k| k.with(n)) {
        let Some(kernel) = kernel.unpacked() else { continue };
        let pad = |a: &[u64; 4]| {
            let mut words = vec![0; 16];
            words[..2].copy_from_slice(&a[..2]);
            words[8..10].copy_from_slice(&a[2..]);
            words
        };
        let found = kernel.eliminate(&mut pad(&[2, 3, 5, 1]), [2, 2, 8], false).unwrap();
        assert_eq!((found.order, found.pivots), (vec![1, 0], vec![0, 1]));
        let refused = kernel.eliminate(&mut pad(&[2, 3, 4, 1]), [2, 2, 8], false);
        assert!(matches!(refused, Err(Error::NotInvertible { factor, .. }) if factor == "2"));
    }
}

/// Products of every number of columns around vectors and tiles: a tail of each length after none, one, two, three
/// vectors.
#[test]
fn every_tail_of_columns_is_multiplied() {
    for target in Target::families() {
        for n in [(1 << 26) - 5, (1 << 31) - 1, (1 << 50) - 27, (1 << 62) - 57] {
            let n_of = Modulus::new(n).unwrap();
            for kernel in applicable(target, n_of).map(|k| k.with(n_of)) {
                for cols in 1..=50 {
                    check(&*kernel, n, (3, 5, cols), (cols % 2) as u64);
                    let Some(unpacked) = kernel.unpacked() else { continue };
                    let (c, x) = (entries(n, 6, 1), entries(n, 6 * (cols + 1), 2));
                    let x = Rows::new(&x, 6, cols, cols + 1);
                    let mut out = entries(n, cols, 3);
                    let expected = expected(n, Rows::new(&c, 1, 6, 6), x, &out, Gather::Sub);
                    unpacked.combine(&mut out, &c, x, Gather::Sub);
                    assert_eq!(out, expected, "{}: {cols} columns modulo {n}", kernel.name());
                }
            }
        }
    }
}

/// Sums as long as a block of terms, of the largest products: n − 1 throughout, and n/2 of either sign.
#[test]
fn sums_of_largest_products_are_reduced() {
    for target in Target::families() {
        for n in moduli() {
            let n_of = Modulus::new(n).unwrap();
            for kernel in applicable(target, n_of).map(|k| k.with(n_of)) {
                for (x, y) in
                    [(n - 1, n - 1), (n / 2, n / 2), (n / 2, (n / 2 + 1) % n), ((n / 2 + 1) % n, (n / 2 + 1) % n)]
                {
                    for k in (1..20).chain([TERMS - 1, TERMS]) {
                        let (a, b) = (vec![x; 2 * k], vec![y; k * 9]);
                        let mut packed = vec![0; kernel.packed_len(k, 9)];
                        kernel.pack(Rows::new(&b, k, 9, 9), &mut packed);
                        let mut scratch = vec![!0; kernel.scratch_len(k)];
                        let mut out = vec![!0; 18];
                        let target = Output::new(&mut out, 9, 9, Gather::Set);
                        kernel.multiply(Rows::new(&a, 2, k, k), &packed, target, &mut scratch);
                        let term = u128::from(x) * u128::from(y) % u128::from(n);
                        let expected = (term * k as u128 % u128::from(n)) as u64;
                        assert_eq!(out, [expected; 18], "{}: {k} products of {x} by {y} modulo {n}", kernel.name());
                    }
                }
            }
        }
    }
}

/// Systems with a triangle: each row has a pivot of its own, and nothing to the right of the columns is touched.
#[test]
fn triangles_are_solved() {
    for n in [97, (1 << 26) - 5, (1 << 50) - 27, (1 << 62) - 57] {
        let n_of = Modulus::new(n).unwrap();
        for kernel in applicable(cpu::host().target, n_of).map(|k| k.with(n_of)) {
            let Some(kernel) = kernel.unpacked() else { continue };
            for (rows, cols) in [(1, 1), (2, 3), (5, 9), (17, 4), (20, 17)] {
                let triangle: Vec<u64> = (0..rows * rows).map(|at| entries(n, 1 + at, 3)[at].max(1)).collect();
                let triangle = Rows::new(&triangle, rows, rows, rows);
                let x = entries(n, rows * cols, 4);
                let inverses: Vec<u64> = (0..rows).map(|i| n_of.inv(triangle.row(i)[i]).unwrap()).collect();
                for upper in [false, true] {
                    let entry = |i: usize, k: usize| match (i == k, (i < k) == upper) {
                        (true, _) if upper => triangle.row(i)[i],
                        (true, _) => 1,
                        (_, true) => triangle.row(i)[k],
                        _ => 0,
                    };
                    let stride = cols + 2;
                    let mut words = vec![7; rows * stride];
                    for (at, word) in words.iter_mut().enumerate().filter(|(at, _)| at % stride < cols) {
                        let (i, j) = (at / stride, at % stride);
                        *word = (0..rows).fold(0, |s, k| n_of.add(s, n_of.mul(entry(i, k), x[k * cols + j])));
                    }
                    let target = Output::new(&mut words, cols, stride, Gather::Set);
                    if upper {
                        kernel.solve_upper(triangle, &inverses, target);
                    } else {
                        kernel.solve_lower(triangle, target);
                    }
                    for (at, &word) in words.iter().enumerate() {
                        let expected = if at % stride < cols { x[at / stride * cols + at % stride] } else { 7 };
                        assert_eq!(word, expected, "{kernel:?}: {rows} by {cols} modulo {n}, upper: {upper}");
                    }
                }
            }
        }
    }
}

/// Operations on operands that are not packed are those of the first kernel that has them, for every n.
#[test]
fn there_are_operations_on_unpacked_operands_for_every_modulus() {
    for target in Target::families() {
        for n in moduli().into_iter().chain([u64::MAX]) {
            let n = Modulus::new(n).unwrap();
            let (kernel, operations) = unpacked(target, n);
            assert_eq!(Some(kernel.name()), applicable(target, n).find(|k| k.plain()).map(Kernel::name));
            let mut out = [n.n() - 1, 0];
            operations.combine(&mut out, &[1], Rows::whole(&[n.n() - 1, 1], 1), Gather::Sub);
            assert_eq!(out, [0, n.n() - 1], "{kernel:?} modulo {n:?}");
        }
    }
}
