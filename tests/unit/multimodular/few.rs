//! Matrices over Z of at most three rows by formulas: Cramer's rule, with the adjugate matrix, and sums of principal minors, in words where these
//! hold all results, else in numbers of four words.

use polymod::{
    Integers, Matrix,
    core::bits::testing::noise,
    multimodular,
    multimodular::{
        Algorithm, Options,
        few::{MOST, charpoly, det, nullspace, solution},
    },
};
use rug::Integer;

/// The determinant by expansion along the first row.
fn expanded(x: &[Vec<Integer>]) -> Integer {
    let Some((first, rest)) = x.split_first() else { return Integer::from(1) };
    let mut sum = Integer::new();
    for (j, entry) in first.iter().enumerate() {
        let without = |row: &Vec<Integer>| [&row[..j], &row[j + 1..]].concat();
        let term = entry * expanded(&rest.iter().map(without).collect::<Vec<_>>());
        if j % 2 == 0 { sum += term } else { sum -= term }
    }
    sum
}

/// Matrices of entries of exactly this number of bits at most, with the signs of the largest determinants, and others.
fn matrices(z: &Integers, n: usize, bits: u32) -> Vec<Matrix<Integers>> {
    let most = (Integer::from(1) << bits) - 1u32;
    let mut all = Vec::new();
    for kind in 0..12u64 {
        let entry = |i: usize, j: usize| {
            let word = noise(100 * kind + (10 * i + j) as u64);
            let random = (Integer::from(noise(word)) << 64 | Integer::from(word)) & &most;
            match kind {
                // rows of Hadamard's matrices
                0 | 1 if (i & j).count_ones() % 2 == (kind as u32) % 2 => most.clone(),
                0 | 1 => -most.clone(),
                2 if i == j => -most.clone(),
                2 => most.clone(),
                3 => Integer::from(j as u64) * 2u32 + u32::from(i == 1),
                4 if i + 1 == n && n > 1 => Integer::new(),
                5 => Integer::from(word % 3) - 1u32,
                6 => (Integer::from(word % 5) - 2u32) << (bits / 2),
                _ if word.is_multiple_of(2) => random,
                _ => -random,
            }
        };
        all.push(Matrix::from_fn(z, n, n, entry).expect("a shape"));
    }
    all
}

#[test]
fn formulas_hold_at_the_ends_of_words() {
    let (z, none) = (Integers::new(), Options::default());
    let (mut found, mut kernels) = (0, [0; MOST + 1]);
    for n in 1..=4 {
        for bits in [1u32, 8, 14, 15, 20, 21, 31, 32, 62, 63, 64, 65, 80, 81] {
            for a in matrices(&z, n, bits) {
                let rows: Vec<Vec<Integer>> = (0..n).map(|i| (0..n).map(|j| a.get(i, j)).collect()).collect();
                let wanted = expanded(&rows);
                if let Some(got) = det(&a) {
                    assert_eq!(got, wanted, "{n}, {bits}: {a:?}");
                    found += 1;
                }
                if let Some(p) = charpoly(&a) {
                    for x in 0..=n as u32 {
                        let minus =
                            |i: usize, j: usize| if i == j { x - rows[i][j].clone() } else { -rows[i][j].clone() };
                        let shifted: Vec<Vec<Integer>> =
                            (0..n).map(|i| (0..n).map(|j| minus(i, j)).collect()).collect();
                        assert_eq!(p.eval(&Integer::from(x)), expanded(&shifted), "{n}, {bits}, at {x}: {a:?}");
                    }
                    found += 1;
                }
                let right = Matrix::from_fn(&z, n, 2, |i, j| a.get(i, n - 1) + (7 * i + j) as u32).expect("a shape");
                for (right, solution) in
                    [(right.clone(), solution(&a, Some(&right))), (Matrix::identity(&z, n), solution(&a, None))]
                {
                    let Some(solution) = solution else { continue };
                    let (x, d) = solution.expect("a solution");
                    assert!(d > 0 && wanted != 0 && &a * &x == right.scale(&d), "{n}, {bits}: {a:?}, {x:?}, {d}");
                    assert_eq!(x.iter().fold(d, |all, x| all.gcd(&x)), 1, "{n}, {bits}: {a:?}");
                    found += 1;
                }
                let options = Options { algorithm: Some(Algorithm::Crt), ..none.clone() };
                if let Some(kernel) = nullspace(&a) {
                    let kernel = kernel.expect("a kernel");
                    kernels[kernel.rows()] += 1;
                    let wanted = multimodular::nullspace(&a, &options).expect("a kernel").value;
                    assert_eq!(kernel, wanted, "{n}, {bits}: {a:?}");
                }
            }
        }
    }
    assert!(found > 1000 && kernels[..MOST].iter().all(|&count| count > 0), "{found}, {kernels:?}");
}

#[test]
fn kernels_of_other_shapes() {
    let z = Integers::new();
    let options = Options { algorithm: Some(Algorithm::Crt), ..Options::default() };
    for (rows, cols) in [(1, 2), (1, 3), (2, 1), (2, 3), (3, 1), (3, 2)] {
        for seed in 0..30 {
            let entry = |i: usize, j: usize| {
                let word = noise(100 * seed + (10 * i + j) as u64);
                Integer::from(if seed % 2 == 0 { word % 3 } else { word >> 45 }) - u32::from(seed % 3 == 0)
            };
            let a = Matrix::from_fn(&z, rows, cols, entry).expect("a shape");
            let kernel = nullspace(&a).expect("few rows").expect("a kernel");
            assert_eq!(kernel, multimodular::nullspace(&a, &options).expect("a kernel").value, "{a:?}");
        }
    }
}
