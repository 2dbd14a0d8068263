//! Matrices over Z of few rows, by elimination without fractions instead of images: in words where Hadamard's inequality bounds all minors by words,
//! else in two words or four, or in numbers of several words where these take less time than images.

use polymod::{
    Integers, Matrix,
    core::bits::SplitMix64,
    multimodular,
    multimodular::{
        Algorithm, Options,
        short::{charpoly, det, minors, nullspace, rank, rref, solve},
    },
};
use rug::Integer;

/// Options under which images modulo primes are computed.
fn by_primes() -> Options {
    Options { algorithm: Some(Algorithm::Crt), ..Options::default() }
}

/// Matrices of all ranks: of few values, with rows that are sums of others, of entries at the ends of words.
fn matrices(z: &Integers) -> Vec<Matrix<Integers>> {
    let mut random = SplitMix64::new(11);
    let mut all = Vec::new();
    for (rows, cols) in [
        (1, 1),
        (1, 3),
        (2, 2),
        (3, 2),
        (2, 4),
        (3, 3),
        (4, 4),
        (4, 6),
        (5, 5),
        (6, 4),
        (8, 8),
        (7, 9),
        (2, 20),
        (12, 12),
    ] {
        for bits in [1u32, 2, 7, 15, 30, 31, 32, 61, 62, 63, 64, 90] {
            for kind in 0..6 {
                let (most, least) = ((Integer::from(1) << bits) - 1u32, -(Integer::from(1) << bits));
                let entry = |i: usize, j: usize| match kind {
                    0 if random.word() & 1 == 0 => most.clone(),
                    0 => least.clone(),
                    1 => Integer::from(random.word() % 3) - 1u32,
                    2 if j == 0 => Integer::new(),
                    3 if i + 1 == rows => Integer::new(),
                    // minors are multiples of powers of two
                    5 => (Integer::from(random.word() % 9) - 4u32) << bits,
                    _ => (Integer::from(random.word() as i64) << 64) >> (127 - bits),
                };
                let mut a = Matrix::from_fn(z, rows, cols, entry).expect("a shape");
                if kind == 4 && rows > 2 {
                    // the last row is a combination of others
                    for j in 0..cols {
                        let (x, y) = (a.get(0, j) >> 2u32, a.get(1, j) >> 2u32);
                        a.set(0, j, &x);
                        a.set(1, j, &y);
                        a.set(rows - 1, j, &(x - 2 * y));
                    }
                }
                all.push(a);
            }
        }
    }
    all
}

#[test]
fn answers_are_those_modulo_primes() {
    let z = Integers::new();
    let mut sizes = [0; 4];
    for a in matrices(&z) {
        let (rows, cols) = a.shape();
        if let Some(size) = minors(rows, &[&a]) {
            sizes[size as usize] += 1;
        }
        let none = Options::default();
        let rank = multimodular::rank(&a, &by_primes()).expect("a rank").value;
        assert!(rank_is(&a, rank), "rank of {a:?}");
        let kernel = multimodular::nullspace(&a, &by_primes()).expect("a kernel").value;
        if let Some(short) = nullspace(&a, &none).expect("a kernel") {
            assert_eq!(short, kernel, "kernel of {a:?}");
        }
        if let Some(short) = rref(&a, &none).expect("a form") {
            assert_eq!(short, multimodular::rref(&a, &by_primes()).expect("a form").value, "form of {a:?}");
        }
        if rows == cols {
            let wanted = multimodular::det(&a, &by_primes()).expect("a determinant").value;
            assert!(det(&a, &none).expect("a determinant").is_none_or(|d| d == wanted), "determinant of {a:?}");
            let wanted = multimodular::charpoly(&a, &by_primes()).expect("a polynomial").value;
            assert!(charpoly(&a, &none).expect("a polynomial").is_none_or(|p| p == wanted), "polynomial of {a:?}");
        }
    }
    assert!(sizes.iter().all(|&count| count > 20), "{sizes:?}");
}

fn rank_is(a: &Matrix<Integers>, wanted: usize) -> bool {
    rank(a, &Options::default()).expect("a rank").is_none_or(|rank| rank == wanted)
}

#[test]
fn solutions_are_those_modulo_primes() {
    let z = Integers::new();
    let mut found = [0; 2];
    for a in matrices(&z) {
        let mut random = SplitMix64::new(a.rows() as u64);
        let x = Matrix::from_fn(&z, a.cols(), 2, |_, _| Integer::from(random.word() % 9) - 4u32).expect("a shape");
        let consistent = a.checked_mul(&x).expect("a product");
        let other = Matrix::from_fn(&z, a.rows(), 3, |i, j| Integer::from(i * 7 % 5 + j)).expect("a shape");
        for right in [consistent, other] {
            let wanted = multimodular::solve(&a, &right, &by_primes()).map(|found| found.value);
            match solve(&a, &right, &Options::default()) {
                Ok(None) => continue,
                got => assert_eq!(got.map(|x| x.expect("a solution")), wanted, "{a:?} and {right:?}"),
            }
            found[usize::from(wanted.is_ok())] += 1;
        }
    }
    assert!(found.iter().all(|&count| count > 100), "{found:?}");
}
