//! Transforms, rings, products and polynomials, against oracles that share no code with the crate.

mod bit_products;
mod bits;
mod bivariate;
#[path = "../common/mod.rs"]
mod common;
mod composition;
mod crt;
mod determinism;
mod division;
mod euclid;
mod extremes;
mod factors;
mod factors_over_z;
mod fermat;
mod integers_in_rings;
mod inverses;
mod modular;
mod ntt;
mod points;
mod poly;
mod products;
mod resultants;
mod rings;
mod serde;
mod series;
mod standard;
mod subresultants;
mod transform;
mod zero_divisors;

use polymod::{AnyRing, ring::AnyElem, rug::Integer};

// what is over `AnyRing` is compiled with the library
type Bivariate = polymod::poly::Bivariate<AnyRing>;
type Poly = polymod::Poly<AnyRing>;

fn words(f: &AnyRing, v: Vec<u64>) -> Poly {
    Poly::new(f, v.into_iter().map(AnyElem::Word))
}

fn integers(f: &AnyRing, v: Vec<Integer>) -> Poly {
    Poly::new(f, v.into_iter().map(AnyElem::Integer))
}
