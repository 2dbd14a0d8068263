//! Generalized Fermat prime fields on one thread: products and transforms of the loops against GMP's functions, products of
//! polynomials against FLINT and NTL, and one transform over a big field against many over word primes.
//!
//! The tables of Covanov, Mohajerani, Moreno Maza, Wang 2019 ("Big prime field FFT on multi-core processors") and of Chen,
//! Covanov, Mohajerani, Moreno Maza 2017 ("Big prime field FFT on the GPU"), with polymod in the place of theirs:
//! `multiply` is 64 products (Table 2 of 2019), `transform` N = K² and K³ values in natural order, in digits (Table 4), `product`
//! two polynomials of N/2 coefficients, and `many primes` Table 3 of 2017 ([`small`]). Shares of steps are printed apart
//! ([`steps`]).

mod forms;
mod gmp;
mod images;
mod small;
mod steps;

use std::error::Error;

use polymod::core::arith::{FERMAT_PRIMES, FermatPrime};
use polymod::core::kernels::{fermat::FermatKernel, limbs::LimbKernel};
use polymod::core::scratch::Buf;
use polymod::core::transform::{
    fermat::{BlockFft, FermatFft},
    ntt::Direction,
};
use polymod::rug::{Integer, integer::Order};
use polymod::{Engine, GeneralizedFermat, Poly, ring::Roots};

use crate::harness::{Contest, Harness, Label, Sizes, random_words};
use crate::peer::{BigOp, Peer, big_tasks};
use forms::Form;
use gmp::{Fft, Field, Reduction};

/// Products timed together.
const COUNT: usize = 64;

/// Measures all cases.
pub fn run(harness: &mut Harness) -> Result<(), Box<dyn Error>> {
    for (name, prime) in FERMAT_PRIMES {
        multiply::<FermatKernel>(harness, name, prime);
        multiply::<LimbKernel>(harness, name, prime);
    }
    for (name, prime) in FERMAT_PRIMES {
        transforms::<FermatKernel>(harness, name, prime)?;
        transforms::<LimbKernel>(harness, name, prime)?;
    }
    for (name, prime) in FERMAT_PRIMES {
        for len in lengths(harness.sizes(), prime) {
            if harness.wants("product", name)
                && let Some(mut contest) = Product::new(prime, len)?
            {
                harness.compare(Label { op: "product", case: name, n: len / 2, transform: false }, &mut contest);
            }
        }
    }
    small::run(harness)?;
    steps::print(harness)
}

/// Products of elements, if they have this form.
fn multiply<K: Form>(harness: &mut Harness, name: &str, prime: FermatPrime) {
    if harness.wants("multiply", name)
        && let Some(mut contest) = Products::<K>::new(prime)
    {
        harness.compare(Label { op: "multiply", case: name, n: prime.digits(), transform: false }, &mut contest);
    }
}

/// Compares transforms with the other libraries.
fn transforms<K: Form>(harness: &mut Harness, name: &str, prime: FermatPrime) -> Result<(), Box<dyn Error>> {
    for len in lengths(harness.sizes(), prime) {
        if harness.wants("transform", name)
            && let Some(mut contest) = Transform::<K>::new(prime, len)?
        {
            harness.compare(Label { op: "transform", case: name, n: len, transform: true }, &mut contest);
        }
    }
    Ok(())
}

/// K² and K³, K = 2k, where that is neither too short nor too long.
pub fn lengths(sizes: Sizes, prime: FermatPrime) -> Vec<usize> {
    let turn = 2 * prime.digits();
    let most = if sizes == Sizes::Quick { 1 << 8 } else { 1 << sizes.max_log(18) };
    [2, 3].map(|e| turn.pow(e)).into_iter().filter(|&n| n >= FermatFft::LEAST && n <= most).collect()
}

/// Pseudo-random elements.
pub fn elements(p: &Integer, count: usize, seed: u64) -> Vec<Integer> {
    let limbs = p.significant_digits::<u64>();
    let words = random_words(count * limbs, seed);
    words.chunks_exact(limbs).map(|row| Integer::from_digits(row, Order::Lsf) % p).collect()
}

/// An element as digits, which it has k of below r (it is not p − 1).
fn digits(prime: FermatPrime, x: &Integer) -> Vec<u64> {
    let mut rest = x.clone();
    let mut digit = || {
        let (q, digit) = std::mem::take(&mut rest).div_rem(prime.radix().into());
        rest = q;
        digit.to_u64().expect("a remainder by a word")
    };
    (0..prime.digits()).map(|_| digit()).collect()
}

/// The integer of a row of digits.
fn integer(prime: FermatPrime, row: &[u64]) -> Integer {
    row.iter().rev().fold(Integer::new(), |x, &digit| x * prime.radix() + digit)
}

struct Products<K> {
    prime: FermatPrime,
    kernel: K,
    /// The left operands, which products replace, and the right ones.
    start: Vec<u64>,
    x: Vec<u64>,
    y: Vec<u64>,
    field: Field,
    reductions: Vec<Reduction>,
    operands: [Vec<Integer>; 2],
    /// Of each reduction.
    limbs: Vec<[Vec<Vec<u64>>; 2]>,
}

impl<K: Form> Products<K> {
    fn new(prime: FermatPrime) -> Option<Self> {
        let kernel = K::of(prime)?;
        let f = GeneralizedFermat::new(prime).ok()?;
        let operands = [1, 2].map(|seed| elements(f.p(), COUNT, seed));
        let [start, mut y] = operands.each_ref().map(|list| kernel.blocks(prime, list));
        kernel.to_factors(&mut y);
        let field = Field::new(f.p());
        let reductions = field.reductions();
        let limbs = reductions.iter().map(|&reduction| {
            let left = operands[0].iter().map(|x| field.element(x)).collect();
            [left, operands[1].iter().map(|y| field.factor(y, reduction)).collect()]
        });
        Some(Products {
            prime,
            kernel,
            x: start.clone(),
            start,
            y,
            limbs: limbs.collect(),
            field,
            reductions,
            operands,
        })
    }
}

impl<K: Form> Contest for Products<K> {
    fn peers(&self) -> Vec<&'static str> {
        self.reductions.iter().map(|r| r.name()).collect()
    }

    fn ours(&mut self) {
        self.kernel.multiply(&mut self.x, &self.y);
    }

    fn peer(&mut self, which: usize) {
        let [left, right] = &mut self.limbs[which];
        for (x, y) in left.iter_mut().zip(right) {
            self.field.multiply(self.reductions[which], x, y);
        }
    }

    fn agree(&self, which: usize) -> bool {
        let ours = self.kernel.integers(self.prime, &self.x, COUNT);
        ours.iter().zip(&self.limbs[which][0]).all(|(x, y)| *x == Integer::from_digits(y, Order::Lsf))
    }

    fn reset(&mut self) {
        self.x.copy_from_slice(&self.start);
        for [left, _] in &mut self.limbs {
            for (to, x) in left.iter_mut().zip(&self.operands[0]) {
                *to = self.field.element(x);
            }
        }
    }
}

/// A transform of polymod's and its buffers.
struct Ours<K: Form> {
    fft: BlockFft<K>,
    start: Vec<u64>,
    /// As the library's: at multiples of 64 bytes, so that no vector lies in two cache lines.
    x: Buf,
    y: Buf,
    work: Buf,
}

impl<K: Form> Ours<K> {
    fn new(prime: FermatPrime, root: &Integer, list: &[Integer]) -> Option<Self> {
        let kernel = K::of(prime)?;
        let fft = kernel.fft(prime, list.len(), root)?;
        let start = kernel.blocks(prime, list);
        let [x, y, work] = [fft.words(), fft.words(), fft.work()].map(|len| Buf::zeroed(None, len));
        Some(Ours { x, y, work, start, fft })
    }

    /// The operands stay as they are: their copy is part of it.
    fn run(&mut self) {
        self.x.copy_from_slice(&self.start);
        self.fft.run(Direction::Forward, &mut self.x, &mut self.y, &mut self.work);
    }

    fn values(&self) -> &[u64] {
        if self.fft.ends_in_scratch() { &self.y } else { &self.x }
    }
}

struct Transform<K: Form> {
    prime: FermatPrime,
    ours: Ours<K>,
    start: Vec<Integer>,
    peers: Vec<(Reduction, Fft, Vec<u64>)>,
}

impl<K: Form> Transform<K> {
    fn new(prime: FermatPrime, len: usize) -> Result<Option<Self>, Box<dyn Error>> {
        let f = GeneralizedFermat::new(prime)?;
        if len.ilog2() > prime.two_adicity() {
            return Ok(None);
        }
        let root = f.root_of_unity(len as u64)?;
        let start = elements(f.p(), len, 1);
        let Some(ours) = Ours::new(prime, &root, &start) else { return Ok(None) };
        let fft = |reduction| (reduction, Fft::new(f.p(), reduction, len, &root), Vec::new());
        let peers = Field::new(f.p()).reductions().into_iter().map(fft).collect();
        Ok(Some(Transform { prime, ours, start, peers }))
    }
}

impl<K: Form> Contest for Transform<K> {
    fn peers(&self) -> Vec<&'static str> {
        self.peers.iter().map(|(reduction, ..)| reduction.name()).collect()
    }

    fn ours(&mut self) {
        self.ours.run();
    }

    /// In place, again and again: elements are elements.
    fn peer(&mut self, which: usize) {
        let (_, fft, x) = &mut self.peers[which];
        fft.run(x);
    }

    fn agree(&self, which: usize) -> bool {
        let len = self.start.len();
        let ours = self.ours.fft.kernel().integers(self.prime, self.ours.values(), len);
        let limbs = self.peers[which].2.len() / len;
        let mut theirs = self.peers[which].2.chunks_exact(limbs);
        let reversed = |i: usize| i.reverse_bits() >> (usize::BITS - len.ilog2());
        (0..len).all(|i| theirs.next().is_some_and(|x| Integer::from_digits(x, Order::Lsf) == ours[reversed(i)]))
    }

    fn reset(&mut self) {
        for (_, fft, x) in &mut self.peers {
            *x = self.start.iter().flat_map(|c| fft.element(c)).collect();
        }
    }
}

struct Product {
    operands: [Poly<GeneralizedFermat>; 2],
    out: Poly<GeneralizedFermat>,
    peers: Vec<Box<dyn Peer<Integer>>>,
}

impl Product {
    /// Of two polynomials of `len`/2 coefficients, where transforms of `len` values are the field's own.
    fn new(prime: FermatPrime, len: usize) -> Result<Option<Self>, Box<dyn Error>> {
        let f = GeneralizedFermat::on(&Engine::builder().threads(1).build(), prime)?;
        if len.ilog2() > prime.two_adicity() {
            return Ok(None);
        }
        let operands = [1, 2].map(|seed| elements(f.p(), len / 2, seed));
        let peers = big_tasks(BigOp::Product, f.p(), &operands);
        let operands = operands.map(|list| Poly::new(&f, list));
        Ok(Some(Product { operands, out: Poly::zero(&f), peers }))
    }
}

impl Contest for Product {
    fn peers(&self) -> Vec<&'static str> {
        self.peers.iter().map(|peer| peer.name()).collect()
    }

    fn ours(&mut self) {
        let [a, b] = &self.operands;
        self.out = a * b;
    }

    fn peer(&mut self, which: usize) {
        self.peers[which].run();
    }

    fn agree(&self, which: usize) -> bool {
        self.out.iter().eq(self.peers[which].result())
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn results_that_differ_are_noticed() {
        let prime: FermatPrime = "F8".parse().unwrap();
        let mut products = Products::<FermatKernel>::new(prime).expect("loops for our primes");
        let mut transform = Transform::<FermatKernel>::new(prime, 256).unwrap().expect("a transform");
        let mut product = Product::new(prime, 64).unwrap().expect("a product");
        fn noticed(contest: &mut impl Contest, spoil: impl Fn(&mut dyn FnMut())) {
            let peers = 0..contest.peers().len();
            contest.reset();
            contest.ours();
            for which in peers.clone() {
                contest.peer(which);
                assert!(contest.agree(which));
            }
            spoil(&mut || contest.ours());
            assert!(!peers.clone().any(|which| contest.agree(which)));
        }
        noticed(&mut products, |again| again());
        transform.ours.start[0] ^= 1;
        transform.reset();
        transform.ours();
        transform.peer(0);
        assert!(!transform.agree(0));
        product.ours();
        product.peer(0);
        assert!(product.agree(0));
        product.out = &product.out + &product.operands[0];
        assert!(!product.agree(0));
    }

    #[test]
    fn digits_and_integers() {
        let prime: FermatPrime = "F4".parse().unwrap();
        let x = Integer::from(prime.radix()) * 7u32 + 5u32;
        assert_eq!(digits(prime, &x), [5, 7, 0, 0]);
        assert_eq!(integer(prime, &[5, 7, 0, 0]), x);
    }
}
