//! Dense polynomials over any ring, and transforms of their coefficients.

mod berlekamp_massey;
mod bivariate;
mod bivariate_lifted;
mod compose;
mod compose_halving;
mod compose_powers;
mod composed;
mod dense;
mod dft;
mod dft_choice;
mod divide;
mod divisibility;
mod division_choice;
mod division_free;
mod divisor;
#[cfg(not(feature = "testing"))]
mod elementary_series;
#[cfg(feature = "testing")]
#[doc(hidden)]
pub mod elementary_series;
mod explain;
mod exponent;
#[cfg(not(feature = "testing"))]
mod factor;
#[cfg(feature = "testing")]
#[doc(hidden)]
pub mod factor;
mod few_terms;
mod frame;
mod gcd;
#[cfg(not(feature = "testing"))]
mod geometric;
#[cfg(feature = "testing")]
#[doc(hidden)]
pub mod geometric;
#[cfg(not(feature = "testing"))]
mod half_gcd;
#[cfg(feature = "testing")]
#[doc(hidden)]
pub mod half_gcd;
mod hermite;
mod index_law;
mod inflate;
mod interpolate;
mod inverse_modulo;
mod lifted;
mod min_plus;
mod moduli;
mod mul;
mod multipoint;
mod newton_basis;
#[cfg(feature = "num-traits")]
pub(crate) mod num;
mod ops;
mod p_recursive;
mod partial_fractions;
mod power_projection;
mod power_sums;
mod powers;
mod prod;
mod quotient;
mod random;
mod rational;
mod recurrence;
#[cfg(not(feature = "testing"))]
mod remainder_sequence;
#[cfg(feature = "testing")]
#[doc(hidden)]
pub mod remainder_sequence;
mod resultant;
mod revert;
mod ring_names;
mod samples;
#[cfg(feature = "serde")]
mod serde;
mod series;
mod sparse;
#[cfg(feature = "integers")]
mod special;
mod square_root;
mod subresultants;
mod taylor_shift;
mod text;
mod transformed;
mod tree;
mod units;

pub use berlekamp_massey::BerlekampMassey;
pub use bivariate::Bivariate;
pub use compose::CompositionAlgorithm;
pub use dense::Poly;
pub use dft::Dft;
pub use dft_choice::DftAlgorithm;
#[cfg(feature = "integers")]
pub(crate) use divisibility::removed;
pub use division_choice::DivisionAlgorithm;
pub use divisor::Divisor;
pub use elementary_series::Elementary;
pub use explain::Task;
pub use exponent::Exponent;
#[cfg(feature = "integers")]
pub use factor::ModulusKind;
#[cfg(feature = "integers")]
pub(crate) use factor::{DegreeParts, perfect_root, prime_factors, primes_of_order};
pub use factor::{FactorAlgorithm, Factorization};
pub use gcd::Bezout;
pub use geometric::Geometric;
pub(crate) use geometric::best_block;
pub use index_law::{IndexLaw, SetSeries};
pub(crate) use lifted::{by_primes, is_z_modulo, log2_norm};
pub use min_plus::min_plus;
pub use moduli::ModuliTree;
pub use mul::Part;
pub use multipoint::Points;
pub use p_recursive::PRecursive;
pub use partial_fractions::PartialFractions;
pub use remainder_sequence::Remainders;
#[cfg(feature = "integers")]
pub use special::Orthogonal;
pub use transformed::{Domain, Transformed};
