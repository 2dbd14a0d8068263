//! Few terms of power series over Z/n, on words on the stack: reciprocals, and exponentials and logarithms by the recurrences of their derivatives
//! (Knuth 1998, TAOCP 2, §4.7).

use super::{
    Zn,
    small::trimmed,
    words::{Accumulator, Below, Sums, Triple},
};
use crate::{Result, arith::Modulus, ring::ShortOp};

/// Most terms of an exponential or a logarithm that are computed here: more of them take products of halves.
pub const MOST: usize = 24;
/// Most terms of a reciprocal by its recurrence, and by Newton's iteration with products by the definition in vectors: of more, other products take less time.
const MOST_BY_RECURRENCE: usize = 16;
const MOST_BY_NEWTON: usize = 128;
/// Most terms from which the iteration begins.
const FIRST_TERMS: usize = 12;

/// The inverses of 1, 2, 3, … up to the first number that has none, at most [`MOST`] of them.
pub(super) struct FewInverses {
    words: [u64; MOST],
    len: usize,
}

impl FewInverses {
    fn new(n: Modulus) -> Self {
        let numbers = std::array::from_fn(|i| i as u64 + 1);
        let below = (n.n() - 1).min(MOST as u64) as usize;
        let inverted = |len: usize| {
            let mut words = numbers;
            n.batch_inv(&mut words[..len]).map(|()| words)
        };
        match inverted(below) {
            Ok(words) => FewInverses { words, len: below },
            Err(_) => {
                let len = numbers[..below].iter().take_while(|&&i| n.inv(i).is_ok()).count();
                FewInverses { words: inverted(len).unwrap_or(numbers), len }
            }
        }
    }

    fn get(&self) -> &[u64] {
        &self.words[..self.len]
    }
}

impl Zn {
    /// Whether as many terms of this function of a are computed here.
    #[inline]
    pub(super) fn has_short_series(&self, op: ShortOp, a: &[u64]) -> bool {
        let lowest = a.first().copied().unwrap_or(0);
        match op {
            ShortOp::Reciprocal(terms) => {
                let vectors = terms > MOST_BY_RECURRENCE && self.0.words.in_vectors(FIRST_TERMS, FIRST_TERMS, false);
                (1..=if vectors { MOST_BY_NEWTON } else { MOST_BY_RECURRENCE }).contains(&terms)
            }
            ShortOp::Exponential(terms) => lowest == 0 && self.has_few_inverses(terms),
            ShortOp::Logarithm(terms) => lowest == 1 && self.has_few_inverses(terms),
            _ => false,
        }
    }

    /// Whether the numbers below a number of terms have inverses, and are few.
    #[inline]
    fn has_few_inverses(&self, terms: usize) -> bool {
        (1..=MOST).contains(&terms) && terms <= self.few_inverses().len() + 1
    }

    #[inline]
    fn few_inverses(&self) -> &[u64] {
        self.0.few_inverses.get_or_init(|| FewInverses::new(self.modulus())).get()
    }

    /// Writes the first terms of a function of a for which there [are](Self::has_short_series) some, as many as there are words; returns their number
    /// without leading zeros.
    pub(super) fn write_series(&self, op: ShortOp, out: &mut [u64], a: &[u64]) -> Result<usize> {
        let n = self.modulus();
        if matches!(op, ShortOp::Reciprocal(_)) {
            self.reciprocal(out, a)?;
            return Ok(trimmed(out));
        }
        let mut room = [0; MOST];
        let terms = &mut room[..a.len().min(out.len()).saturating_sub(1)];
        match op {
            ShortOp::Exponential(_) => {
                // f' = a'·f
                derivative(n, terms, a);
                out[0] = 1;
                recurrence::<false>(n, out, terms, Some(self.few_inverses()));
            }
            _ => {
                // f' = a'/a
                terms.iter_mut().zip(a.iter().skip(1)).for_each(|(term, &x)| *term = n.neg(x));
                let (lowest, slopes) = out.split_first_mut().expect("one term at least");
                *lowest = 0;
                derivative(n, slopes, a);
                recurrence::<true>(n, slopes, terms, None);
                slopes.iter_mut().zip(self.few_inverses()).for_each(|(x, &inverse)| *x = n.mul(*x, inverse));
            }
        }
        Ok(trimmed(out))
    }

    /// The first terms of 1/a, as many as there are words, by the recurrence or by Newton's iteration on terms of the recurrence.
    fn reciprocal(&self, out: &mut [u64], a: &[u64]) -> Result<()> {
        let (n, len) = (self.modulus(), out.len());
        let mut halvings = 0;
        while len > MOST_BY_RECURRENCE && len.div_ceil(1 << halvings) > FIRST_TERMS {
            halvings += 1;
        }
        let mut known = len.div_ceil(1 << halvings);
        let lowest = a.first().copied().unwrap_or(0);
        out[0] = if lowest == 1 { 1 } else { n.inv(lowest)? };
        // −a/a_0 without its lowest coefficient: only one product waits for the term before
        let mut terms = [0; MOST_BY_RECURRENCE];
        let terms = &mut terms[..a.len().min(known).saturating_sub(1)];
        for (term, &x) in terms.iter_mut().zip(a.iter().skip(1)) {
            *term = n.neg(if lowest == 1 { x } else { n.mul(x, out[0]) });
        }
        recurrence::<false>(n, &mut out[..known], terms, None);
        let mut error = [0; MOST_BY_NEWTON / 2];
        for halvings in (0..halvings).rev() {
            // g − g·(a·g − 1), of which g are the known terms
            let next = len.div_ceil(1 << halvings);
            let (g, more) = out[..next].split_at_mut(known);
            let error = &mut error[..more.len()];
            self.0.words.schoolbook(error, &a[..a.len().min(next)], g, known..next);
            self.0.words.schoolbook(more, error, &g[..error.len()], 0..error.len());
            more.iter_mut().for_each(|x| *x = n.neg(*x));
            known = next;
        }
        Ok(())
    }
}

/// At most four first terms of 1/a, for a whose lowest coefficient is a unit; `None` for more, and for others.
#[inline]
pub(super) fn few_of_reciprocal(n: Modulus, a: &[u64], terms: usize) -> Option<[u64; 4]> {
    let &lowest = a.first().filter(|_| (1..=4).contains(&terms))?;
    let first = if lowest == 1 { 1 } else { n.inv(lowest).ok()? };
    // −a/a_0 without its lowest coefficient
    let term = |i: usize| match a.get(i) {
        Some(&x) if i < terms => n.neg(if lowest == 1 { x } else { n.mul(x, first) }),
        _ => 0,
    };
    let [x, y, z] = [term(1), term(2), term(3)];
    let second = n.mul(x, first);
    if terms < 3 {
        return Some([first, second, 0, 0]);
    }
    let third = n.add(n.mul(x, second), n.mul(y, first));
    if terms < 4 {
        return Some([first, second, third, 0]);
    }
    Some([first, second, third, n.add(n.mul(x, third), n.add(n.mul(y, second), n.mul(z, first)))])
}

/// The first coefficients of a', as many as `out` has words.
fn derivative(n: Modulus, out: &mut [u64], a: &[u64]) {
    let (known, zeros) = out.split_at_mut(a.len().saturating_sub(1).min(out.len()));
    for (i, (out, &x)) in (1..).zip(known.iter_mut().zip(a.iter().skip(1))) {
        *out = n.mul(n.reduce(i), x);
    }
    zeros.fill(0);
}

/// q_i = Σ `terms`_j·q_(i − 1 − j) for i ≥ 1, with the q_i before added where `ADDED`, and divided by i where there are `inverses` of 1, 2, ….
fn recurrence<const ADDED: bool>(n: Modulus, q: &mut [u64], terms: &[u64], inverses: Option<&[u64]>) {
    match Sums::of(n, terms.len().max(1)) {
        Sums::Word => recurrence_by::<u64, ADDED>(n, q, terms, inverses),
        Sums::Below => recurrence_by::<Below, ADDED>(n, q, terms, inverses),
        Sums::Wide => recurrence_by::<u128, ADDED>(n, q, terms, inverses),
        Sums::Triple => recurrence_by::<Triple, ADDED>(n, q, terms, inverses),
    }
}

/// [`recurrence`] by an accumulator.
#[inline(always)]
fn recurrence_by<A: Accumulator, const ADDED: bool>(
    n: Modulus,
    q: &mut [u64],
    terms: &[u64],
    inverses: Option<&[u64]>,
) {
    for i in 1..q.len() {
        let (known, rest) = q.split_at_mut(i);
        let sum = newest::<A>(n, if ADDED { rest[0] } else { 0 }, known, terms);
        rest[0] = inverses.map_or(sum, |inverses| n.mul(sum, inverses[i - 1]));
    }
}

/// `own` + Σ `terms`_j·`known`_(i − 1 − j) for i known values, the product with the newest of them last: k products of residues are at most
/// k·(n − 1)², so that one more residue fits where they do.
#[inline(always)]
fn newest<A: Accumulator>(n: Modulus, own: u64, known: &[u64], terms: &[u64]) -> u64 {
    let met = terms.len().min(known.len());
    let pairs = known[known.len() - met..].iter().zip(terms[..met].iter().rev());
    pairs.fold(A::default().add(own, 1), |s, (&x, &y)| s.add(x, y)).reduce(n)
}
