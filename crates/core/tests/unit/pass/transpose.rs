//! Transpositions of matrices of every small size.

use polymod_core::{cpu::Target, pass::transpose::*};

#[test]
fn every_word_is_at_its_place_and_others_stay() {
    for target in Target::families() {
        // all tails of rows and columns, with no tile before them and with one
        let small = (0..=17).flat_map(|rows| (0..=17).map(move |cols| (rows, cols)));
        for (rows, cols) in small.chain([(9, 30), (64, 24)]) {
            for (more_from, more_to) in [(0, 0), (1, 0), (0, 3), (7, 9)] {
                let strides = [cols + more_from, rows + more_to];
                let from: Vec<u64> = (1..=(rows * strides[0]) as u64).collect();
                let mut to = vec![0; cols * strides[1]];
                transpose(target, &from, &mut to, strides, [rows, cols]);
                for (at, &got) in to.iter().enumerate() {
                    let (j, i) = (at / strides[1], at % strides[1]);
                    let expected = if i < rows { from[i * strides[0] + j] } else { 0 };
                    assert_eq!(got, expected, "{target:?}: {rows} by {cols}, {strides:?}, at {at}");
                }
            }
        }
    }
}

#[test]
fn columns_of_rows_come_and_go() {
    for target in Target::families() {
        let small = (0..=17).flat_map(|rows| (1..=TILE).map(move |cols| (rows, rows % 5, cols)));
        for (rows, at, cols) in small.chain([(64, 5, 8), (31, 8, 5)]) {
            let mut words: Vec<u64> = (1..=16 * rows as u64).collect();
            let before = words.clone();
            let stride = rows + 3;
            let mut to = vec![0; cols * stride];
            let mut parts: Vec<&mut [u64]> = words.chunks_exact_mut(16).collect();
            columns_of(target, &parts, [at, cols], &mut to, stride);
            for (place, &got) in to.iter().enumerate() {
                let (j, i) = (place / stride, place % stride);
                assert_eq!(got, if i < rows { before[16 * i + at + j] } else { 0 }, "{target:?}: {rows} rows, {place}");
            }
            to.iter_mut().for_each(|x| *x += 1000);
            to_columns(target, &to, stride, &mut parts, [at, cols]);
            for (place, &got) in words.iter().enumerate() {
                let changed = (at..at + cols).contains(&(place % 16));
                assert_eq!(got, before[place] + if changed { 1000 } else { 0 }, "{target:?}: {rows} rows, {place}");
            }
        }
    }
}
