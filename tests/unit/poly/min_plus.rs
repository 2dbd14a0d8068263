//! Minima of sums against the definition, and the number of sums.

use polymod::{core::bits::testing::noise, poly::min_plus};

/// All shapes of either operand, with equal differences among them, against the definition.
#[test]
fn sums_follow_the_definition() {
    let add = |x: &i64, y: &i64| x + y;
    let small = |i: usize, seed: u64| (noise(i as u64 + 100 * seed) % 7) as i64 - 3;
    // sums of sorted differences are convex, or concave
    let array = |len: usize, seed: u64, shape: u64| {
        let mut steps: Vec<i64> = (0..len).map(|i| small(i, seed)).collect();
        match shape {
            0 => steps.sort_unstable(),
            1 => steps.sort_unstable_by_key(|&x| std::cmp::Reverse(x)),
            2 => steps.fill(2),
            _ => {}
        }
        let sums = steps.iter().scan(5, |sum, step| {
            *sum += step;
            Some(*sum)
        });
        sums.collect::<Vec<_>>()
    };
    let mut seed = 0;
    for n in [1, 2, 3, 4, 7, 16, 33] {
        for m in [1, 2, 3, 5, 8, 17, 64, 100] {
            for (x, y) in (0..4).flat_map(|x| (0..4).map(move |y| (x, y))) {
                seed += 1;
                let (a, b) = (array(n, seed, x), array(m, seed + 7, y));
                let expected: Vec<i64> = (0..n + m - 1)
                    .map(|k| (0..n).filter(|i| (i..&(i + m)).contains(&&k)).map(|i| a[i] + b[k - i]).min().unwrap())
                    .collect();
                assert_eq!(min_plus(&a, &b, add), expected, "{n} and {m} entries, shapes {x} and {y}");
                assert_eq!(min_plus(&b, &a, add), expected, "{m} and {n} entries, shapes {y} and {x}");
            }
        }
    }
}

/// Far fewer sums than pairs where an operand is convex or concave.
#[test]
fn long_arrays_take_no_squares() {
    let n = 20_000;
    let count = std::cell::Cell::new(0u64);
    let add = |x: &i64, y: &i64| {
        count.set(count.get() + 1);
        x + y
    };
    let square = |sign: i64| (0..n).map(move |i: i64| sign * (i - 5000) * (i - 5000)).collect::<Vec<_>>();
    let random: Vec<i64> = (0..n).map(|i| noise(i as u64) as i64 >> 20).collect();
    for (a, b, most) in [
        (square(1), square(1), 8),
        (square(1), random.clone(), 60),
        (random.clone(), square(-1), 400),
        (square(-1), square(1), 60),
    ] {
        count.set(0);
        let found = min_plus(&a, &b, add);
        assert!(found.len() == a.len() + b.len() - 1 && count.get() < most * n as u64, "{} sums", count.get());
    }
}
