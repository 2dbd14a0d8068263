//! Products of slices, whose results both sides keep: `Zn::mul_into` against FLINT's `_nmod_poly_mul`, and `F2::mul_into` against gf2x.

use std::rc::Rc;

use polymod::rug::Integer;
use polymod::{Engine, F2, Zn};

use super::side::{Side, kept};
use super::task::Case;
use crate::flint::verbs;
use crate::gf2::Gf2x;
use crate::harness::random_words;

/// The name in the table.
pub const NAME: &str = "slice product";
/// The name of the ring whose elements are bits of words.
pub const WORDS: &str = "F_2, n words";
/// As above, where gf2x was compiled without carry-less instructions.
pub const SLOW_WORDS: &str = "F_2, slow gf2x";

fn integers(words: &[u64]) -> Vec<Integer> {
    words.iter().map(|&word| Integer::from(word)).collect()
}

/// Slices of n residues each.
pub fn modulo(engine: &Engine, case: &Case, n: usize) -> polymod::Result<Vec<Side>> {
    let words =
        |seed| case.random(n, seed).iter().map(|x| x.to_u64().expect("a residue of a word")).collect::<Vec<_>>();
    let (a, b, modulus) = (words(1), words(2), case.modulus.to_u64().expect("a modulus of a word"));
    let ring = Zn::on(engine, modulus)?;
    let scratch = vec![0; ring.mul_scratch_len(n, n)];
    let theirs = verbs::slice_product(modulus, a.clone(), b.clone());
    let run = move |(out, scratch): &mut (Vec<u64>, Vec<u64>)| {
        ring.mul_into(out, &a, &b, scratch).expect("operands below the modulus, and slices of the right lengths");
    };
    Ok(vec![kept("polymod", (vec![0; 2 * n - 1], scratch), run, |(out, _)| vec![integers(out)]), theirs])
}

/// Slices of n words of bits each.
pub fn bits(engine: &Engine, gf2x: &Rc<Gf2x>, n: usize) -> Vec<Side> {
    let (ring, a, b, gf2x) = (F2::on(engine), random_words(n, 1), random_words(n, 2), gf2x.clone());
    let (x, y) = (a.clone(), b.clone());
    let ours = kept(
        "polymod",
        vec![0; 2 * n],
        move |out| ring.mul_into(out, &a, &b).expect("the lengths are right"),
        |out| vec![integers(out)],
    );
    let theirs = kept("gf2x", vec![0; 2 * n], move |out| gf2x.product(out, &x, &y), |out| vec![integers(out)]);
    vec![ours, theirs]
}
