//! A jump of the Mersenne Twister MT19937 by J steps, through polynomials over the field of two elements.
//!
//! The generator's step T is linear, and its minimal polynomial p of degree 19937 is that of the sequence of any one output bit:
//! it is computed by half-GCD from 2·19937 bits. With x^J = g modulo p the state after J steps is g(T) applied to the first state
//! (Haramoto, Matsumoto, Nishimura, Panneton, L'Ecuyer 2008, "Efficient jump ahead for F2-linear random number generators"). Here
//! the output bits after the jump are computed: the one at step J + i is the sum of the bits at steps i + k over the coefficients
//! g_k that are 1. They are compared with a generator that runs J steps.

use polymod::{F2, Poly, poly::Divisor, ring::Ring};
use std::time::Instant;

/// The generator of Matsumoto and Nishimura (1998, "Mersenne Twister"), without tempering: that is linear too, but not needed.
struct Twister {
    state: [u32; 624],
    at: usize,
}

impl Twister {
    fn new(seed: u32) -> Self {
        let mut state = [seed; 624];
        for i in 1..624 {
            let before = state[i - 1];
            state[i] = (before ^ before >> 30).wrapping_mul(1_812_433_253).wrapping_add(i as u32);
        }
        Twister { state, at: 0 }
    }

    /// The next word of the recurrence.
    fn next(&mut self) -> u32 {
        let s = &mut self.state;
        let (i, next) = (self.at, (self.at + 1) % 624);
        let joined = s[i] & 0x8000_0000 | s[next] & 0x7fff_ffff;
        let twisted = joined >> 1 ^ if joined & 1 == 1 { 0x9908_b0df } else { 0 };
        s[i] = s[(i + 397) % 624] ^ twisted;
        self.at = next;
        s[i]
    }
}

const DEGREE: usize = 19937;

fn main() -> polymod::Result<()> {
    const JUMP: u64 = 100_000_000;
    let f = F2::new();

    let start = Instant::now();
    let mut twister = Twister::new(5489);
    let bits: Vec<bool> = (0..2 * DEGREE).map(|_| twister.next() >> 31 == 1).collect();
    let p = Poly::minpoly(&f, f.collect(&bits).view())?;
    println!("minimal polynomial of degree {} in {:.1?}", p.len() - 1, start.elapsed());
    assert_eq!(p.degree(), Some(DEGREE));

    let start = Instant::now();
    // ANCHOR: core
    let g = Poly::monomial(&f, &true, 1).pow_mod(JUMP, &Divisor::new(&p)?)?;
    // ANCHOR_END: core
    println!("x^{JUMP} modulo it in {:.1?}", start.elapsed());

    // all words of the state after the jump, from the first 19937 + 624 words of the sequence
    let start = Instant::now();
    let mut twister = Twister::new(5489);
    let words: Vec<u32> = (0..DEGREE + 624).map(|_| twister.next()).collect();
    let jumped: Vec<u32> =
        (0..624).map(|i| g.iter().zip(&words[i..]).fold(0, |sum, (c, word)| sum ^ if c { *word } else { 0 })).collect();
    println!("624 words after the jump in {:.1?}", start.elapsed());

    let start = Instant::now();
    let mut twister = Twister::new(5489);
    for _ in 0..JUMP {
        twister.next();
    }
    let ran: Vec<u32> = (0..624).map(|_| twister.next()).collect();
    println!("the generator took {:.1?} to get there", start.elapsed());
    assert_eq!(jumped, ran, "the jump ends in another state");
    Ok(())
}
