//! Kernels of small matrices against elimination.

use polymod::{
    core::bits::testing::noise,
    ring::{Block, Ring, View, Zn, zn::small_kernels::MOST},
};

/// All matrices modulo 2 and 3, and random ones of all ranks modulo larger primes, against the elimination of more rows.
#[test]
fn kernels_are_those_of_eliminations() {
    let mut sizes = [0; MOST + 1];
    for n in [2, 3, 97, (1 << 31) - 1, (1 << 32) - 5, (1 << 62) - 57, (1 << 63) - 25, u64::MAX - 58] {
        let r = Zn::new(n).expect("a modulus");
        for (rows, cols) in (0..=MOST).flat_map(|rows| (0..=MOST).map(move |cols| (rows, cols))) {
            let all = n.checked_pow((rows * cols) as u32).filter(|&all| all < 600);
            for seed in 0..all.unwrap_or(200) {
                // within a wider matrix
                let stride = cols + (seed % 2) as usize;
                let mut words = vec![0; rows * stride];
                for (at, (i, j)) in (0..rows).flat_map(|i| (0..cols).map(move |j| (i, j))).enumerate() {
                    words[i * stride + j] = match noise(7 * seed + at as u64) {
                        _ if all.is_some() => seed / n.pow(at as u32) % n,
                        word if word % 4 == 0 => 0,
                        word if word % 4 == 1 => n - 1,
                        // a row that depends on those before it
                        _ if i > 0 && seed % 3 == 0 => r.add(&words[j], &words[(i - 1) * stride + j]),
                        word => word % n,
                    };
                }
                let a = Block::new(View::from_words(&words, words.len(), 1), rows, cols, stride);
                let few = r.kernel_of_few(a).expect("few rows");
                let wanted = r.small_kernel(a).expect("few rows");
                assert_eq!(few.words(), wanted.words(), "modulo {n}, {rows} by {cols}: {words:?}");
                sizes[few.len().checked_div(cols).unwrap_or(0)] += 1;
            }
        }
    }
    assert!(sizes.iter().all(|&count| count > 10), "{sizes:?}");
}
