//! Exact answers over Q through Z: denominators are cleared, the functions over Z are called, and their answers divided again.
//!
//! The functions have the names and options of those over Z. `Poly<Rationals>`, `Matrix<Rationals>` and `PolyMatrix<Rationals>` have methods of the
//! same names, with the default options.
//!
//! ```
//! use polymod::{Poly, Rationals};
//! let (a, b): (Poly<Rationals>, Poly<Rationals>) = ("(x - 1/3)*(x + 1/2)".parse()?, "(x - 1/3)*(2*x + 4/5)".parse()?);
//! assert_eq!(a.gcd(&b)?.to_string(), "x - 1/3");
//! assert_eq!(a.factor()?.factors.len(), 2);
//! # Ok::<(), polymod::Error>(())
//! ```

mod doors;
mod factors;
mod fractions;
mod matrices;
mod polys;

pub use factors::{factor, is_irreducible, real_roots, roots, roots_with_multiplicities, squarefree};
pub use matrices::{
    adjugate, charpoly, column_space, det, inverse, minpoly, nullspace, pfaffian, poly_det, rank, rref, solve,
};
pub use polys::{discriminant, gcd, inv_mod, lcm, resultant, xgcd};
