//! Iterators that are inlined, against those of the standard library.

use polymod_core::simd::inlined::*;

#[test]
fn are_the_standard_librarys() {
    for (n, m) in [(0, 0), (0, 3), (3, 0), (2, 5), (5, 2), (4, 4)] {
        let (mut x, y): (Vec<usize>, Vec<usize>) = ((0..n).collect(), (10..10 + m).collect());
        let (mut places, mut sums) = (x.clone(), x.clone());
        for ((i, x), y) in (0..).zipped(&mut x[..]).zipped(&y[..]) {
            *x += i * y;
        }
        for ((x, y), i) in places.walk_mut().zipped(y.chunks(1)).zipped(0..) {
            *x += i * y[0];
        }
        sums.iter_mut().zip(&y).enumerate().for_each(|(i, (x, y))| *x += i * y);
        assert_eq!((&x, &places), (&sums, &sums), "{n} and {m} items");
        let mut rest = x.walk().zipped(&y[..]);
        assert_eq!(rest.next(), x.iter().zip(&y).next());
        let rest = rest.zipped(0..).by(|((x, y), i)| (*x, *y, i));
        assert!(
            rest.eq(x.iter().zip(&y).skip(1).zip(0..).map(|((x, y), i)| (*x, *y, i))),
            "what is left of {n} and {m} items"
        );
        assert!(x.walk().zipped(&y[..]).eq(x.iter().zip(&y)), "{n} and {m} items");
    }
    let mut calls = 0;
    let squares: [usize; 4] = from_fn(|i| {
        calls += 1;
        i * i
    });
    assert_eq!((squares, calls), ([0, 1, 4, 9], 4), "each entry once, in order");
    assert!(empty_slices::<u64, 3>().iter().all(|x| x.is_empty()));
    assert_eq!([3, 1, 2].mapped(|x| x + 1), [4, 2, 3]);
    let mut pairs = [[1, 2], [3, 4], [5, 6]];
    pairs[1..].flat_mut()[1] += 6;
    assert_eq!(pairs.flat(), [1, 2, 3, 10, 5, 6]);
    let mut x = [0; 3];
    x[1..].copy_from(&[5, 6]);
    assert_eq!(x, [0, 5, 6]);
}

#[test]
#[should_panic(expected = "a copy of 2 items to 3")]
fn copies_have_one_length() {
    [0; 3].copy_from(&[1, 2]);
}
