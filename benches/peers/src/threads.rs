//! Two threads against one, polymod alone: products of n by n coefficients modulo a 62-bit prime without roots of unity,
//! and transforms of n values modulo one with them (`Dft::forward_slice`); division of 2n − 1 by n coefficients, greatest common
//! divisors, evaluation and interpolation at n points modulo the former; transforms of K² and K³ values, K = 2k, over all named
//! generalized Fermat fields, as in Table 7 of Covanov, Mohajerani, Moreno Maza, Wang 2019, and of K⁴ over F8. The ratio is the
//! speed-up; results must be the same words. `two products apart` are what no operation can exceed: two threads that share nothing,
//! each with the same product of n by n coefficients.

use std::error::Error;

use polymod::core::arith::FERMAT_PRIMES;
use polymod::poly::DftAlgorithm;
use polymod::ring::{Coeffs, Vectors};
use polymod::{Dft, Engine, GeneralizedFermat, Poly, Ring, Wrap, Zn};

use crate::gfpf;
use crate::harness::{Contest, Harness, Label, Sizes, random_below};
use crate::ntt::ntt_prime;
use crate::products::plain_prime;

/// Measures all cases.
pub fn run(harness: &mut Harness) -> Result<(), Box<dyn Error>> {
    let engines = [2, 1].map(|threads| Engine::builder().threads(threads).build());
    let largest = harness.sizes().max_log(22);
    let lengths: Vec<usize> = (largest.min(14)..=largest).map(|log| 1 << log).collect();
    let case = "62-bit prime";
    if harness.wants("product", case) {
        let [two, one] = engines.each_ref().map(|engine| Zn::on(engine, plain_prime(62)));
        let rings = [two?, one?];
        for &n in &lengths {
            harness.compare(Label { op: "product", case, n, transform: false }, &mut Product::new(&rings, n));
        }
    }
    if harness.wants(APART, case) {
        let one = Zn::on(&engines[1], plain_prime(62))?;
        for n in [largest.min(14), largest.min(18)].map(|log| 1 << log) {
            harness.compare(Label { op: APART, case, n, transform: false }, &mut Apart::new(&engines[0], &one, n));
        }
    }
    fermat(harness, &engines)?;
    crate::threads_large::run(harness, &engines)?;
    let largest = largest.min(17);
    for (op, operation) in OPERATIONS {
        if harness.wants(op, case) {
            for n in (largest.min(15)..=largest).map(|log| 1 << log) {
                let [two, one] = engines.each_ref().map(|engine| Zn::on(engine, plain_prime(62)));
                let mut contest = Polynomials::new([two?, one?], n, operation)?;
                harness.compare(Label { op, case, n, transform: false }, &mut contest);
            }
        }
    }
    if harness.wants("forward", case) {
        let [two, one] = engines.each_ref().map(|engine| Zn::on(engine, ntt_prime(62)));
        let rings = [two?, one?];
        for &n in &lengths {
            let plan = |ring| Dft::new(ring, n, Wrap::Cyclic);
            let plans = [plan(&rings[0])?, plan(&rings[1])?];
            harness.compare(Label { op: "forward", case, n, transform: true }, &mut Transform::new(plans, n));
        }
    }
    Ok(())
}

/// Transforms over generalized Fermat fields, where they are the field's own.
fn fermat(harness: &mut Harness, engines: &[Engine; 2]) -> Result<(), Box<dyn Error>> {
    let op = "transform";
    for (case, prime) in FERMAT_PRIMES {
        let longer = (case == "F8" && harness.sizes() == Sizes::All).then_some(1 << 16);
        for n in gfpf::lengths(harness.sizes(), prime).into_iter().chain(longer) {
            if !harness.wants(op, case) || n.ilog2() > prime.two_adicity() {
                continue;
            }
            let dft = |engine| Dft::new(&GeneralizedFermat::on(engine, prime)?, n, Wrap::Cyclic);
            let dfts = [dft(&engines[0])?, dft(&engines[1])?];
            if dfts[0].algorithm() != DftAlgorithm::Bluestein {
                harness.compare(Label { op, case, n, transform: true }, &mut FermatTransform::new(dfts));
            }
        }
    }
    Ok(())
}

/// The peer of all contests.
const ONE_THREAD: &str = "1 thread";

/// Both sides are in this order: two threads, one thread.
struct Product<'a> {
    rings: &'a [Zn],
    a: Vec<u64>,
    b: Vec<u64>,
    out: [Vec<u64>; 2],
    scratch: Vec<u64>,
}

impl<'a> Product<'a> {
    fn new(rings: &'a [Zn], n: usize) -> Self {
        let modulus = rings[0].n();
        Self {
            rings,
            a: random_below(modulus, n, 1),
            b: random_below(modulus, n, 2),
            out: [vec![0; 2 * n - 1], vec![1; 2 * n - 1]],
            scratch: vec![0; rings.iter().map(|ring| ring.mul_scratch_len(n, n)).max().unwrap_or(0)],
        }
    }

    fn run(&mut self, side: usize) {
        self.rings[side]
            .mul_into(&mut self.out[side], &self.a, &self.b, &mut self.scratch)
            .expect("operands below the modulus and slices of the right lengths");
    }
}

impl Contest for Product<'_> {
    fn peers(&self) -> Vec<&'static str> {
        vec![ONE_THREAD]
    }

    fn ours(&mut self) {
        self.run(0);
    }

    fn peer(&mut self, _: usize) {
        self.run(1);
    }

    fn agree(&self, _: usize) -> bool {
        self.out[0] == self.out[1]
    }
}

const APART: &str = "two products apart";

/// The same product on each of two threads, and on one thread twice.
struct Apart<'a> {
    engine: &'a Engine,
    products: [Product<'a>; 2],
}

impl<'a> Apart<'a> {
    fn new(engine: &'a Engine, one: &'a Zn, n: usize) -> Self {
        let mut products = [(); 2].map(|()| Product::new(std::slice::from_ref(one), n));
        products[1].out[0].fill(1);
        Self { engine, products }
    }
}

impl Contest for Apart<'_> {
    fn peers(&self) -> Vec<&'static str> {
        vec![ONE_THREAD]
    }

    fn ours(&mut self) {
        let [left, right] = &mut self.products;
        self.engine.enter(|cx| cx.inside(|cx| cx.join(|_| left.run(0), |_| right.run(0))));
    }

    fn peer(&mut self, _: usize) {
        self.products.iter_mut().for_each(|product| product.run(0));
    }

    fn agree(&self, _: usize) -> bool {
        let [left, right] = &self.products;
        left.out[0] == right.out[0]
    }
}

type Operation = fn(&Operands) -> polymod::Result<Coeffs<Zn>>;

/// Operations on polynomials by name.
const OPERATIONS: [(&str, Operation); 4] = [
    ("divrem", |o| Ok(o.long.div_rem(&o.a)?.1.into_coeffs())),
    ("gcd", |o| Ok(o.common[0].gcd(&o.common[1])?.into_coeffs())),
    ("evaluation", |o| o.a.eval_each(o.zn.view(&o.points)?)),
    ("interpolation", |o| Ok(Poly::interpolate(&o.zn, o.zn.view(&o.points)?, o.zn.view(&o.values)?)?.into_coeffs())),
];

/// What they take, over a ring with one engine.
struct Operands {
    zn: Zn,
    /// n and 2n − 1 coefficients.
    a: Poly<Zn>,
    long: Poly<Zn>,
    /// Multiples of one polynomial of degree 5, n coefficients each.
    common: [Poly<Zn>; 2],
    points: Vec<u64>,
    values: Vec<u64>,
}

impl Operands {
    fn new(zn: Zn, n: usize) -> polymod::Result<Self> {
        let vector = |len, seed| random_below(zn.n(), len, seed);
        let poly = |len, seed| Poly::new(&zn, vector(len, seed));
        let factor = poly(6, 4);
        let multiple = |seed| factor.checked_mul(&poly(n - 5, seed));
        Ok(Operands {
            a: poly(n, 1),
            long: poly(2 * n - 1, 2),
            common: [multiple(5)?, multiple(6)?],
            points: vector(n, 7),
            values: vector(n, 8),
            zn,
        })
    }
}

struct Polynomials {
    operands: [Operands; 2],
    operation: Operation,
    out: [Option<Coeffs<Zn>>; 2],
}

impl Polynomials {
    fn new(rings: [Zn; 2], n: usize, operation: Operation) -> polymod::Result<Self> {
        let [two, one] = rings.map(|ring| Operands::new(ring, n));
        Ok(Self { operands: [two?, one?], operation, out: [None, None] })
    }

    fn run(&mut self, side: usize) {
        self.out[side] = Some((self.operation)(&self.operands[side]).expect("a prime modulus and different points"));
    }
}

impl Contest for Polynomials {
    fn peers(&self) -> Vec<&'static str> {
        vec![ONE_THREAD]
    }

    fn ours(&mut self) {
        self.run(0);
    }

    fn peer(&mut self, _: usize) {
        self.run(1);
    }

    fn agree(&self, _: usize) -> bool {
        let [two, one] = &self.out;
        let words = |side: usize, v: &Coeffs<Zn>| self.operands[side].zn.words(v.view()).to_vec();
        two.as_ref().zip(one.as_ref()).is_some_and(|(two, one)| words(0, two) == words(1, one))
    }
}

struct FermatTransform {
    dfts: [Dft<GeneralizedFermat>; 2],
    operands: [Coeffs<GeneralizedFermat>; 2],
    values: [Option<Coeffs<GeneralizedFermat>>; 2],
}

impl FermatTransform {
    fn new(dfts: [Dft<GeneralizedFermat>; 2]) -> Self {
        let operand = |dft: &Dft<GeneralizedFermat>| {
            let f = dft.ring();
            f.collect(&gfpf::elements(f.p(), dft.len(), 1))
        };
        Self { operands: dfts.each_ref().map(operand), dfts, values: [None, None] }
    }

    fn run(&mut self, side: usize) {
        self.values[side] = Some(self.dfts[side].forward(self.operands[side].view()).expect("as many coefficients"));
    }
}

impl Contest for FermatTransform {
    fn peers(&self) -> Vec<&'static str> {
        vec![ONE_THREAD]
    }

    fn ours(&mut self) {
        self.run(0);
    }

    fn peer(&mut self, _: usize) {
        self.run(1);
    }

    fn agree(&self, _: usize) -> bool {
        let [two, one] = &self.values;
        let same = |two: &Coeffs<GeneralizedFermat>, one: &Coeffs<GeneralizedFermat>| {
            self.dfts[0].ring().same(two.view(), one.view())
        };
        two.as_ref().zip(one.as_ref()).is_some_and(|(two, one)| same(two, one))
    }
}

struct Transform {
    plans: [Dft<Zn>; 2],
    start: Vec<u64>,
    x: [Vec<u64>; 2],
}

impl Transform {
    fn new(plans: [Dft<Zn>; 2], n: usize) -> Self {
        let start = random_below(plans[0].ring().n(), n, 1);
        Self { plans, x: [start.clone(), start.clone()], start }
    }

    fn run(&mut self, side: usize) {
        self.plans[side].forward_slice(&mut self.x[side]).expect("reduced values of the right number");
    }
}

impl Contest for Transform {
    fn peers(&self) -> Vec<&'static str> {
        vec![ONE_THREAD]
    }

    fn ours(&mut self) {
        self.run(0);
    }

    fn peer(&mut self, _: usize) {
        self.run(1);
    }

    fn agree(&self, _: usize) -> bool {
        self.x[0] == self.x[1] && self.x[0] != self.start
    }

    fn reset(&mut self) {
        self.x.iter_mut().for_each(|x| x.copy_from_slice(&self.start));
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn results_that_differ_are_noticed() {
        let ring = |threads, n| Zn::on(&Engine::builder().threads(threads).build(), n).unwrap();
        let rings = [2, 1].map(|threads| ring(threads, plain_prime(62)));
        let mut product = Product::new(&rings, 100);
        product.ours();
        assert!(!product.agree(0));
        product.peer(0);
        assert!(product.agree(0));
        let engine = Engine::builder().threads(2).build();
        let mut apart = Apart::new(&engine, &rings[1], 100);
        assert!(!apart.agree(0));
        apart.ours();
        assert!(apart.agree(0));
        apart.products[0].out[0].fill(0);
        assert!(!apart.agree(0));
        for (op, operation) in OPERATIONS {
            let mut contest = Polynomials::new(rings.clone(), 50, operation).unwrap();
            contest.ours();
            assert!(!contest.agree(0), "{op}");
            contest.peer(0);
            assert!(contest.agree(0), "{op}");
            contest.out[1] = contest.operands[1].zn.view(&[1, 2, 3]).ok().map(|v| rings[1].owned(v));
            assert!(!contest.agree(0), "{op}");
        }
        let f: GeneralizedFermat = GeneralizedFermat::new("F4".parse().unwrap()).unwrap();
        let mut fermat = FermatTransform::new([64, 64].map(|n| Dft::new(&f, n, Wrap::Cyclic).unwrap()));
        fermat.ours();
        assert!(!fermat.agree(0));
        fermat.peer(0);
        assert!(fermat.agree(0));
        fermat.operands[1] = f.collect(&[f.elem(5)]);
        fermat.peer(0);
        assert!(!fermat.agree(0));
        let plans = [2, 1].map(|threads| Dft::new(&ring(threads, ntt_prime(62)), 64, Wrap::Cyclic).unwrap());
        let mut transform = Transform::new(plans, 64);
        transform.ours();
        assert!(!transform.agree(0));
        transform.peer(0);
        assert!(transform.agree(0));
    }
}
