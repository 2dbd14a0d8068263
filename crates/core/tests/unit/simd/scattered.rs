//! Vectors at places.

use polymod_core::simd::Scattered;

#[test]
fn visits_the_vectors_at_the_places() {
    for group in 1..4 {
        let mut rows: Vec<usize> = (0..7 * group).collect();
        let mut places = Scattered::new(&mut rows, &[6, 0, 3], group);
        for part in (0..group).chain([0]) {
            for (i, at) in [6, 0, 3].into_iter().enumerate() {
                assert_eq!(*places.get(i), at * group + part);
            }
            places.advance();
        }
        *places.get_mut(1) = 100;
        assert_eq!(rows[1 % group], 100);
    }
}

#[test]
#[should_panic(expected = "a place beyond the vectors")]
fn refuses_places_beyond_the_vectors() {
    // seven vectors hold three groups of two
    let _ = Scattered::new(&mut [0; 7], &[0, 3, 1], 2);
}

#[test]
#[should_panic(expected = "a place beyond the vectors")]
fn refuses_empty_groups() {
    let _ = Scattered::new(&mut [0; 7], &[0], 0);
}
