//! How many words of length K contain none of the given words: paths of an automaton, counted by powers of its matrix.
//!
//! The states of the automaton are the beginnings of the forbidden words: the longest one that ends the word read so far (Aho, Corasick
//! 1975, "Efficient string matching"). A word is counted if no state on its path ends with a forbidden word. The numbers of words that lead
//! to each state follow from one length to the next by a matrix, and from 0 to K by its K-th power, in 2·log2 K products. The counts of
//! short words are compared with those found one by one, and the count for K with the recurrence of the characteristic polynomial.
//!
//! `cargo run --example linear_recurrence -- [K [WORD...]]`: letters are those of the words; without arguments K = 10^12 and the words
//! `aaa`, `bbb` and `abab`. Counts are modulo 10^9 + 7.

use polymod::{Matrix, Poly, Zn, ring::Ring};
use std::{collections::BTreeSet, error::Error};

fn main() -> Result<(), Box<dyn Error>> {
    let arguments: Vec<String> = std::env::args().skip(1).collect();
    let length: u64 = arguments.first().map_or(Ok(1_000_000_000_000), |k| k.parse())?;
    let given: Vec<&str> = arguments.iter().skip(1).map(String::as_str).collect();
    let forbidden = if given.is_empty() { vec!["aaa", "bbb", "abab"] } else { given };
    if forbidden.contains(&"") {
        return Err("the empty word is part of every word".into());
    }
    let letters: BTreeSet<char> = forbidden.iter().flat_map(|word| word.chars()).collect();

    let f = Zn::new(1_000_000_007)?;
    let rows = automaton(&forbidden, &letters);
    let rows: Vec<&[i64]> = rows.iter().map(Vec::as_slice).collect();
    // ANCHOR: core
    // entry (i, j): the number of letters that lead from state i to state j
    let step = Matrix::from_i64(&f, &rows)?;
    // all words begin in state 0, and may end in any
    let words = |k: u64| -> polymod::Result<u64> {
        let paths = step.pow(k)?;
        Ok((0..rows.len()).fold(0, |sum, j| f.add(&sum, &paths.get(0, j))))
    };
    println!("{} words of length {length} modulo {}", words(length)?, f.n());
    // ANCHOR_END: core

    for k in 0..10 {
        assert_eq!(words(k as u64)?, one_by_one(&forbidden, &letters, k), "words of length {k}");
    }
    // the counts satisfy the recurrence of the characteristic polynomial (Cayley, Hamilton)
    let recurrence: Poly<Zn> = step.charpoly()?;
    let first = (0..rows.len() as u64).map(words).collect::<Result<Vec<_>, _>>()?;
    assert_eq!(recurrence.recurrence_term(f.view(&first)?, length)?, words(length)?, "the recurrence says otherwise");
    Ok(())
}

/// The numbers of letters between the states that end with no forbidden word, the empty beginning first.
fn automaton(forbidden: &[&str], letters: &BTreeSet<char>) -> Vec<Vec<i64>> {
    let allowed = |word: &str| !forbidden.iter().any(|end| word.ends_with(end));
    let beginnings = |word: &'_ str| word.char_indices().map(|(i, _)| word[..i].to_string()).collect::<Vec<_>>();
    let states: BTreeSet<String> =
        forbidden.iter().flat_map(|word| beginnings(word)).filter(|word| allowed(word)).collect();
    let mut states: Vec<String> = states.into_iter().collect();
    states.sort_by_key(String::len);
    let mut counts = vec![vec![0; states.len()]; states.len()];
    for (i, state) in states.iter().enumerate() {
        for letter in letters {
            let read = format!("{state}{letter}");
            if allowed(&read) {
                let longest = (0..states.len()).rev().find(|&j| read.ends_with(&states[j])).unwrap_or(0);
                counts[i][longest] += 1;
            }
        }
    }
    counts
}

/// The number of words of this length by writing all of them.
fn one_by_one(forbidden: &[&str], letters: &BTreeSet<char>, length: usize) -> u64 {
    let mut words = vec![String::new()];
    for _ in 0..length {
        words = words.iter().flat_map(|word| letters.iter().map(move |letter| format!("{word}{letter}"))).collect();
        words.retain(|word| !forbidden.iter().any(|part| word.contains(part)));
    }
    words.len() as u64
}
