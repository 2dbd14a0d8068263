//! All places where a pattern with wildcards occurs in a text, by number-theoretic transforms of words alone.
//!
//! Letters are numbers above 0, wildcards are 0. The pattern occurs at i where Σ p_j·t_(i+j)·(p_j − t_(i+j))² = 0, since no term is
//! negative. Expanded, this is Σ p³·t − 2·p²·t² + p·t³: three products of the reversed pattern by the text, whose transforms are added, so
//! that one transform leads back (Clifford, Clifford 2007, "Simple deterministic wildcard matching"). The sums are below the prime, and
//! exact. The places are compared with those of a direct search.
//!
//! `cargo run --release --example transform -- [PATTERN]`, of A, C, G, T and N for any letter, in 10^5 pseudo-random letters.

use polymod::{
    Result,
    core::transform::ntt::{NttPlan, Wrap},
};

const LETTERS: &[u8] = b"NACGT";
const PRIME: u64 = 998_244_353;

/// The number of a letter; N is 0.
fn number(letter: u8) -> u64 {
    LETTERS.iter().position(|&l| l == letter).unwrap_or(0) as u64
}

/// The transforms of the first three powers of these numbers.
fn powers(plan: &NttPlan, numbers: &[u64]) -> [Vec<u64>; 3] {
    [1, 2, 3].map(|e| {
        let mut values: Vec<u64> = numbers.iter().map(|x| x.pow(e)).collect();
        values.resize(plan.len(), 0);
        // values that are only multiplied pointwise may be in any order
        plan.forward_permuted(&mut values);
        values
    })
}

/// The places of the pattern in the text, ascending.
fn places(text: &[u8], pattern: &[u8]) -> Result<Vec<usize>> {
    // the sums for places up to the last one are not reached by those that wrap around
    // ANCHOR: core
    let plan = NttPlan::new(PRIME, text.len().next_power_of_two(), Wrap::Cyclic)?;
    let t = powers(&plan, &text.iter().map(|&l| number(l)).collect::<Vec<_>>());
    let p = powers(&plan, &pattern.iter().rev().map(|&l| number(l)).collect::<Vec<_>>());
    let modulus = plan.modulus();
    let term = |i: usize, a: usize, b: usize| modulus.mul(p[a][i], t[b][i]);
    let sum = |i: usize| {
        let middle = term(i, 1, 1);
        modulus.sub(modulus.add(term(i, 2, 0), term(i, 0, 2)), modulus.add(middle, middle))
    };
    let mut sums: Vec<u64> = (0..plan.len()).map(sum).collect();
    plan.inverse_permuted(&mut sums);
    // ANCHOR_END: core
    let last = pattern.len() - 1;
    Ok((0..=text.len() - pattern.len()).filter(|i| sums[i + last] == 0).collect())
}

fn main() -> Result<()> {
    let pattern = std::env::args().nth(1).unwrap_or_else(|| "GATNACA".into()).into_bytes();
    let mut state = 1u64;
    let mut letter = || {
        state = state.wrapping_mul(6_364_136_223_846_793_005).wrapping_add(1_442_695_040_888_963_407);
        LETTERS[1 + (state >> 62) as usize]
    };
    let text: Vec<u8> = (0..100_000).map(|_| letter()).collect();
    assert!((1..=text.len()).contains(&pattern.len()), "PATTERN: expected 1 to {} letters", text.len());
    let found = places(&text, &pattern)?;
    let shown = String::from_utf8_lossy(&pattern).into_owned();
    println!("{shown} occurs {} times in {} letters, first at {:?}", found.len(), text.len(), found.first());
    let equal = |window: &[u8]| window.iter().zip(&pattern).all(|(t, p)| t == p || number(*p) == 0);
    assert!(text.windows(pattern.len()).enumerate().filter(|(_, w)| equal(w)).map(|(i, _)| i).eq(found));
    Ok(())
}
