//! Strips of rows.

use polymod_core::simd::Strips;

#[test]
fn hold_each_word_once() {
    for (rows, count, unit) in [(1, 1, 1), (3, 5, 2), (4, 8, 3), (2, 0, 4)] {
        for parts in [0, 1, 2, 3, 7, usize::MAX] {
            let mut x: Vec<u64> = (0..(rows * count * unit) as u64).collect();
            let expected: Vec<u64> = x.iter().map(|x| x + 100).collect();
            let strips: Vec<_> = Strips::split(&mut x, rows, unit, parts).collect();
            assert_eq!(strips.len(), parts.clamp(1, count.max(1)));
            let mut next = 0;
            for (units, mut strips) in strips {
                assert_eq!((units.start, strips.count(), strips.width()), (next, rows, units.len() * unit));
                assert!(!units.is_empty() || count == 0);
                next = units.end;
                for i in 0..rows {
                    let at = ((i * count + units.start) * unit) as u64;
                    assert!(strips.row(i).iter().copied().eq(at..at + strips.width() as u64));
                    strips.row_mut(i).iter_mut().for_each(|x| *x += 100);
                }
            }
            assert_eq!((next, x), (count, expected));
        }
    }
}

#[test]
#[should_panic(expected = "i < self.rows")]
fn have_no_more_rows() {
    let mut x = [0; 6];
    let (_, strips) = Strips::split(&mut x, 3, 1, 2).next().expect("a range");
    let _ = strips.row(3);
}

#[test]
#[should_panic(expected = "rows of whole units")]
fn hold_whole_units() {
    let _ = Strips::split(&mut [0; 6], 2, 2, 1);
}
