//! Recombination: sets of lifted factors that are factors over Z.
//!
//! For G dividing f, Φ(G) = f·G'/G has integer coefficients, and Φ of a product is the sum of those of its factors. As every root
//! α of G adds f/(x − α), coefficient j of Φ(G) is at most n·max(Σ_(i>j) |fᵢ|·ρ^(i−j−1), Σ_(i≤j) |fᵢ|·ρ^(i−j−1)) for any ρ > 0:
//! the roots below ρ are bounded by the first sum, the others by the second. So the 0/1 vector of a set of lifted factors that is
//! a factor over Z makes coefficient j of Σ Φ(gᵢ) modulo p^a small. Such vectors lie in a sublattice of short vectors, to which
//! the lattice of all vectors is reduced, one coefficient at a time (van Hoeij 2002, "Factoring polynomials and the knapsack
//! problem"; with Φ: Hart, van Hoeij, Novocin 2011, "Practical polynomial factoring in polynomial time"). Candidates are verified
//! by division.

use super::{
    factor_bits,
    hensel::{Lifted, symmetric},
    images::image,
    lattice::{Basis, short_span},
};
use crate::{
    Error, Result,
    engine::Context,
    multimodular::{
        gcd::{content, divided},
        lattice::reduced_words,
    },
    poly::Poly,
    ring::{AnyRing, Integers, Ring},
};
use rug::{Integer, ops::Pow};

/// Bits that one coefficient adds to the lattice: entries stay small enough for a floating-point reduction.
const BITS_A_STEP: u64 = 14;
/// Largest bit length of entries in a floating-point reduction.
const MOST_BITS: u64 = 48;
/// Number of sets of one size that are tried before the lattice.
const SETS: usize = 300;

/// A divisor of f, and the lifted factors whose product it is.
type Part = (Poly<Integers>, Vec<usize>);

/// The irreducible factors of a primitive square-free f.
pub fn combine(f: &Poly<Integers>, mut lifted: Lifted) -> Result<Vec<Poly<Integers>>> {
    let (mut factors, mut open) = (Vec::new(), vec![(f.clone(), (0..lifted.count()).collect())]);
    let likely = likely_bits(f);
    if 4 * likely <= 3 * needed_bits(f) {
        lifted.lift(lifted.exponent_for(likely))?;
        open = split(open, &lifted, &mut factors)?;
    }
    for (part, left) in open {
        lifted.lift(lifted.exponent_for(needed_bits(&part)))?;
        factors.extend(combined(&part, left, &mut lifted)?);
    }
    Ok(factors)
}

/// Bits of a power of p that tell the divisors of f: twice the largest coefficient of lc f times a monic divisor.
pub fn needed_bits(f: &Poly<Integers>) -> u64 {
    factor_bits(f) + lead_bits(f) + 2
}

/// Bits of a power of p that are likely to tell the divisors of f, if it is a product of two that are alike, and that these are irreducible.
pub fn likely_bits(f: &Poly<Integers>) -> u64 {
    let (bits, lead) = (u64::from(f.ring().size(f.coeffs()).bits), lead_bits(f));
    (lead + bits + f.len() as u64) / 2 + 8
}

fn lead_bits(f: &Poly<Integers>) -> u64 {
    u64::from(f.coeff(f.len() - 1).significant_bits())
}

/// Splits divisors of f as far as the lifted factors tell it, into irreducible ones, which are appended to `factors`, and others.
fn split(mut parts: Vec<Part>, lifted: &Lifted, factors: &mut Vec<Poly<Integers>>) -> Result<Vec<Part>> {
    let mut open = Vec::new();
    while let Some((part, left)) = parts.pop() {
        if left.len() <= 1 {
            // a constant, or a divisor that is irreducible modulo p
            factors.extend((part.len() > 1).then_some(part));
            continue;
        }
        let mut search = Search::new(&part, left.clone(), lifted);
        let all = search.up_to(lifted, SETS, 1)?;
        if let Some(factor) = search.factors.pop() {
            let set = left.into_iter().filter(|i| !search.left.contains(i)).collect();
            parts.extend([(factor, set), (search.rest, search.left)]);
        } else if all && u64::from(lifted.modulus.significant_bits()) > needed_bits(&part) {
            factors.push(part);
        } else {
            open.push((part, left));
        }
    }
    Ok(open)
}

/// The irreducible factors of f, the product of these lifted factors, which are known modulo enough to tell them.
pub fn combined(f: &Poly<Integers>, left: Vec<usize>, lifted: &mut Lifted) -> Result<Vec<Poly<Integers>>> {
    let mut search = Search::new(f, left, lifted);
    if !search.up_to(lifted, SETS, usize::MAX)? {
        match by_lattice(&search.rest, lifted, &search.left)? {
            Some(found) => {
                search.factors.extend(found);
                return Ok(search.factors);
            }
            None => {
                search.up_to(lifted, usize::MAX, usize::MAX)?;
            }
        }
    }
    if search.rest.len() > 1 {
        search.factors.push(search.rest);
    }
    Ok(search.factors)
}

/// The irreducible factors of f, the product of these lifted factors; None where the lattice does not tell them.
fn by_lattice(f: &Poly<Integers>, lifted: &mut Lifted, left: &[usize]) -> Result<Option<Vec<Poly<Integers>>>> {
    let mut lattice = Lattice::new(left.len());
    let mut bits = BITS_A_STEP;
    while bits <= MOST_BITS {
        for column in &columns(f, lifted, left, bits)? {
            f.ring().engine().enter(|cx| lattice.cut(column, cx))?;
            if let Some(mut sets) = lattice.partition() {
                sets.iter_mut().flatten().for_each(|i| *i = left[*i]);
                if let Some(factors) = verified(f, lifted, &sets)? {
                    return Ok(Some(factors));
                }
            }
        }
        // higher powers of p make the coefficients more selective
        bits += BITS_A_STEP;
    }
    Ok(None)
}

/// One coefficient of all Φ(gᵢ), in units in which the sum for a factor over Z is below 1.
struct Column {
    entries: Vec<Integer>,
    modulus: Integer,
}

/// Coefficients of all Φ(gᵢ) modulo the lowest powers of p that exceed their bounds by `bits` bits, the smallest bounds first.
fn columns(f: &Poly<Integers>, lifted: &mut Lifted, left: &[usize], bits: u64) -> Result<Vec<Column>> {
    let n = f.len() - 1;
    let bounds: Vec<u64> = (0..n).map(|j| derivative_bits(f, j)).collect();
    let most = bounds.iter().max().copied().unwrap_or(0) + bits;
    lifted.lift(lifted.exponent_for(most))?;
    let factors = lifted.factors()?;
    let image = image(f, factors[0].ring());
    let all = left.iter().map(|&i| image.quo(&factors[i])?.checked_mul(&factors[i].derivative()));
    let all: Vec<Poly<AnyRing>> = all.collect::<Result<_>>()?;
    let mut order: Vec<usize> = (0..n).collect();
    order.sort_by_key(|&j| bounds[j]);
    let column = |j: usize| {
        let power = lifted.p.clone().pow(lifted.exponent_for(bounds[j] + bits));
        let unit = u32::try_from(bounds[j]).unwrap_or(u32::MAX);
        let entries =
            all.iter().map(|phi| rounded(symmetric(phi.coeff(j).into_integer().modulo(&power), &power), unit));
        Column { entries: entries.collect(), modulus: rounded(power.clone(), unit) }
    };
    Ok(order.into_iter().map(column).collect())
}

/// Lattice of the vectors of multiplicities of the lifted factors, times a weight, with their sums in each column so far.
struct Lattice {
    basis: Basis,
    factors: usize,
    columns: usize,
    /// Weight that makes 0/1 vectors about as long as a sum.
    weight: i64,
}

impl Lattice {
    /// The lattice of all vectors.
    fn new(factors: usize) -> Self {
        let weight = ((factors as f64).sqrt() / 2.0).ceil() as i64;
        let unit = |i: usize| (0..factors).map(|j| if i == j { weight } else { 0 }).collect();
        Lattice { basis: (0..factors).map(unit).collect(), factors, columns: 0, weight }
    }

    /// Adds a column, reduces the basis, and drops vectors that cannot contribute to one with small sums.
    fn cut(&mut self, column: &Column, cx: Context<'_>) -> Result<()> {
        let (r, width) = (self.factors, self.factors + self.columns);
        for row in &mut self.basis {
            let sum: Integer =
                row[..r].iter().zip(&column.entries).map(|(&x, e)| Integer::from(e * (x / self.weight))).sum();
            let sum = symmetric(sum.modulo(&column.modulus), &column.modulus);
            row.push(sum.to_i64().unwrap_or(i64::MAX));
        }
        let mut last = vec![0; width + 1];
        last[width] = column.modulus.to_i64().unwrap_or(i64::MAX);
        self.basis.push(last);
        self.columns += 1;
        self.basis = reduced_words(&self.basis, cx)?;
        // a sum is below 1, plus the rounding of r entries and of the modulus
        let slack = r as u64 + 2;
        let most = (self.weight * self.weight) as u64 * r as u64 + self.columns as u64 * slack * slack;
        self.basis.truncate(short_span(&self.basis, most));
        Ok(())
    }

    /// The sets whose 0/1 vectors span the lattice, if they are disjoint and cover all factors.
    fn partition(&self) -> Option<Vec<Vec<usize>>> {
        // vectors of a partition are constant on its sets: factors with equal columns are in one set
        let mut sets: Vec<Vec<usize>> = Vec::new();
        for i in 0..self.factors {
            let same = |set: &&mut Vec<usize>| self.basis.iter().all(|v| v[set[0]] == v[i]);
            match sets.iter_mut().find(same) {
                Some(set) => set.push(i),
                None => sets.push(vec![i]),
            }
        }
        (sets.len() == self.basis.len()).then_some(sets)
    }
}

/// The integer nearest to x/2^unit.
fn rounded(x: Integer, unit: u32) -> Integer {
    if unit == 0 { x } else { (x + (Integer::from(1) << (unit - 1))) >> unit }
}

/// An upper bound on the bits of coefficient j of Φ(G), for every G that divides f.
fn derivative_bits(f: &Poly<Integers>, j: usize) -> u64 {
    let log2 = |i: usize| {
        let (mantissa, exponent) = f.coeff(i).to_f64_exp();
        if mantissa == 0.0 { f64::NEG_INFINITY } else { mantissa.abs().log2() + f64::from(exponent) }
    };
    let logs: Vec<f64> = (0..f.len()).map(log2).collect();
    // log2 of the larger sum, for ρ = 2^e; a sum is at most its number of terms times the largest
    let bound = |e: f64| {
        let sum = |range: std::ops::Range<usize>| {
            let count = range.len() as f64;
            let most = range.map(|i| logs[i] + e * (i as f64 - j as f64 - 1.0)).fold(f64::NEG_INFINITY, f64::max);
            most + count.log2()
        };
        sum(j + 1..f.len()).max(sum(0..j + 1))
    };
    let least = (-128..=128).map(|e| bound(f64::from(e) / 4.0)).fold(f64::INFINITY, f64::min);
    ((f.len() as f64).log2() + least).max(0.0).ceil() as u64 + 1
}

/// The factors of these sets, if all of them divide f.
fn verified(f: &Poly<Integers>, lifted: &Lifted, sets: &[Vec<usize>]) -> Result<Option<Vec<Poly<Integers>>>> {
    if sets.len() == 1 {
        return Ok(Some(vec![f.clone()]));
    }
    let mut rest = f.clone();
    let mut factors = Vec::new();
    for set in &sets[1..] {
        let Some((g, quotient)) = divisor(&rest, lifted, set)? else { return Ok(None) };
        factors.push(g);
        rest = quotient;
    }
    factors.push(rest);
    Ok(Some(factors))
}

/// The factor over Z of a set of lifted factors, and the quotient by it; None if it does not divide.
fn divisor(f: &Poly<Integers>, lifted: &Lifted, set: &[usize]) -> Result<Option<(Poly<Integers>, Poly<Integers>)>> {
    let g = lifted.candidate(&f.coeff(f.len() - 1), set)?;
    let g = divided(&g, &content(&g));
    match f.exact_div(&g) {
        Ok(quotient) => Ok(Some((g, quotient))),
        Err(Error::NotDivisible { .. }) => Ok(None),
        Err(e) => Err(e),
    }
}

/// Trial of sets of lifted factors, the small ones first, so that each divisor found is irreducible (Zassenhaus 1969, "On Hensel
/// factorization I").
struct Search {
    /// Constant terms of the lifted factors, and what they are known modulo.
    constants: Vec<Integer>,
    modulus: Integer,
    factors: Vec<Poly<Integers>>,
    /// The quotient of f by the factors found.
    rest: Poly<Integers>,
    /// Indices of the lifted factors of the quotient.
    left: Vec<usize>,
    /// Number of factors in the sets to try next.
    size: usize,
}

impl Search {
    fn new(f: &Poly<Integers>, left: Vec<usize>, lifted: &Lifted) -> Self {
        let (constants, modulus) = (lifted.constants(), lifted.modulus.clone());
        Search { constants, modulus, factors: Vec::new(), rest: f.clone(), left, size: 1 }
    }

    /// Tries sets in ascending order of size, up to the first size of which there are more than `most`, or to this number of factors; returns whether none
    /// is left to try: as far as the lifted factors tell it, the rest is irreducible or 1.
    fn up_to(&mut self, lifted: &Lifted, most: usize, factors: usize) -> Result<bool> {
        while 2 * self.size <= self.left.len() && self.factors.len() < factors {
            if binomial(self.left.len(), self.size) > most {
                return Ok(false);
            }
            if !self.divide(lifted)? {
                self.size += 1;
            }
        }
        Ok(true)
    }

    /// Divides by the factor of a set of `size` lifted factors; returns whether there is one.
    fn divide(&mut self, lifted: &Lifted) -> Result<bool> {
        let lead = self.rest.coeff(self.rest.len() - 1);
        let multiple = Integer::from(&lead * &self.rest.coeff(0));
        let mut places: Vec<usize> = (0..self.size).collect();
        loop {
            // lead·∏ of the constant terms is that of the candidate, which divides lead·f(0)
            let constants = places.iter().map(|&i| &self.constants[self.left[i]]);
            let constant = constants.fold(lead.clone(), |x, c| (x * c) % &self.modulus);
            let constant = symmetric(constant, &self.modulus);
            if constant != 0 && multiple.is_divisible(&constant) {
                let set: Vec<usize> = places.iter().map(|&i| self.left[i]).collect();
                if let Some((g, quotient)) = divisor(&self.rest, lifted, &set)? {
                    self.left.retain(|i| !set.contains(i));
                    self.factors.push(g);
                    self.rest = quotient;
                    return Ok(true);
                }
            }
            if !next_set(&mut places, self.left.len()) {
                return Ok(false);
            }
        }
    }
}

/// The next ascending sequence of numbers below n in lexicographic order; false after the last.
fn next_set(places: &mut [usize], n: usize) -> bool {
    let size = places.len();
    let Some(i) = (0..size).rev().find(|&i| places[i] < n - size + i) else { return false };
    let first = places[i] + 1;
    places[i..].iter_mut().enumerate().for_each(|(j, place)| *place = first + j);
    true
}

/// The number of sets of k among n elements, at most `usize::MAX`.
fn binomial(n: usize, k: usize) -> usize {
    (0..k).try_fold(1usize, |count, i| Some(count.checked_mul(n - i)? / (i + 1))).unwrap_or(usize::MAX)
}
