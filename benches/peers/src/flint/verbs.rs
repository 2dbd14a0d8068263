//! The operations of the table of small operands by FLINT, over Z/n for n of a word: results initialised, filled and cleared each time.

use std::ffi::c_ulong;

use flint3_sys as ffi;
use polymod::rug::Integer;

use super::NAME;
use super::nmod::{Factors, NmodPoly};
use crate::small::ours::{flag, sorted};
use crate::small::side::{Answer, Side, fresh, kept};
use crate::small::task::{Task, Verb};

/// A polynomial of FLINT's.
pub trait Raw: Sized + 'static {
    /// The library's name in the tables.
    const NAME: &'static str = NAME;
    /// FLINT's structure.
    type Structure;

    /// Zero over the same ring, without memory.
    fn empty(&self) -> Self;
    /// The structure, for functions that read it.
    fn at(&self) -> *const Self::Structure;
    /// The structure, for functions that write it.
    fn at_mut(&mut self) -> *mut Self::Structure;
    /// The coefficients, without leading zeros.
    fn integers(&self) -> Vec<Integer>;
}

/// A result that is a polynomial.
pub fn one<P: Raw>(a: P, run: impl Fn(*mut P::Structure, *const P::Structure) + 'static) -> Side {
    let op = move || {
        let mut out = a.empty();
        run(out.at_mut(), a.at());
        out
    };
    fresh(P::NAME, op, |out| vec![out.integers()])
}

/// A result that is a polynomial, of two operands.
pub fn two<P: Raw>(
    [a, b]: [P; 2],
    run: impl Fn(*mut P::Structure, *const P::Structure, *const P::Structure) + 'static,
) -> Side {
    one(a, move |out, a| run(out, a, b.at()))
}

/// Two results that are polynomials, of two operands.
pub fn two_of_two<P: Raw>(
    [a, b]: [P; 2],
    run: impl Fn([*mut P::Structure; 2], *const P::Structure, *const P::Structure) + 'static,
) -> Side {
    let op = move || {
        let mut out = [a.empty(), a.empty()];
        run(out.each_mut().map(P::at_mut), a.at(), b.at());
        out
    };
    fresh(P::NAME, op, |out| out.iter().map(P::integers).collect())
}

/// The common divisor and its cofactors, of which the divisor is the answer.
pub fn bezout<P: Raw>(
    [a, b]: [P; 2],
    run: impl Fn([*mut P::Structure; 3], *const P::Structure, *const P::Structure) + 'static,
) -> Side {
    let op = move || {
        let mut out = [a.empty(), a.empty(), a.empty()];
        run(out.each_mut().map(P::at_mut), a.at(), b.at());
        out
    };
    fresh(P::NAME, op, |[g, _, _]| vec![g.integers()])
}

impl Raw for NmodPoly {
    type Structure = ffi::nmod_poly_struct;

    fn empty(&self) -> Self {
        self.without_memory()
    }

    fn at(&self) -> *const Self::Structure {
        self.raw()
    }

    fn at_mut(&mut self) -> *mut Self::Structure {
        self.raw_mut()
    }

    fn integers(&self) -> Vec<Integer> {
        self.words().iter().map(|&word| Integer::from(word)).collect()
    }
}

fn words(v: &[Integer]) -> Vec<u64> {
    v.iter().map(|x| x.to_u64().expect("a residue of a word")).collect()
}

/// A result that is a word.
fn value(run: impl FnMut() -> u64 + 'static) -> Side {
    fresh(NAME, run, |value| vec![vec![Integer::from(value)]])
}

fn of_factors(found: Factors) -> Answer {
    let integers = |factor: Vec<u64>| factor.into_iter().map(Integer::from).collect();
    sorted(found.pairs().into_iter().map(|(factor, multiplicity)| (integers(factor), multiplicity)))
}

/// The operation modulo n by `nmod_poly`.
pub fn modulo_word(n: u64, task: &Task) -> Option<Side> {
    let poly = |i: usize| NmodPoly::with(n, &words(task.polys.get(i).unwrap_or(&task.polys[0])));
    let (a, both) = (poly(0), [poly(0), poly(1)]);
    let (x, terms) = (task.x.to_u64().unwrap_or(0), task.n as ffi::slong);
    // SAFETY: initialised polynomials over one modulus, of which no operand is a result; divisors are not 0, and constant
    // terms as the functions want them
    Some(unsafe {
        match task.verb {
            Verb::Product => two(both, |out, a, b| ffi::nmod_poly_mul(out, a, b)),
            Verb::Square => one(a, |out, a| ffi::nmod_poly_mul(out, a, a)),
            Verb::Sum => two(both, |out, a, b| ffi::nmod_poly_add(out, a, b)),
            Verb::Difference => two(both, |out, a, b| ffi::nmod_poly_sub(out, a, b)),
            Verb::Negation => one(a, |out, a| ffi::nmod_poly_neg(out, a)),
            Verb::Scale => one(a, move |out, a| ffi::nmod_poly_scalar_mul_nmod(out, a, x as c_ulong)),
            Verb::Derivative => one(a, |out, a| ffi::nmod_poly_derivative(out, a)),
            Verb::Evaluation => value(move || ffi::nmod_poly_evaluate_nmod(a.raw(), x as c_ulong)),
            Verb::Power => one(a, move |out, a| ffi::nmod_poly_pow(out, a, terms as c_ulong)),
            Verb::Composition => two(both, |out, a, b| ffi::nmod_poly_compose(out, a, b)),
            Verb::TaylorShift => one(a, move |out, a| ffi::nmod_poly_taylor_shift(out, a, x as c_ulong)),
            Verb::DivRem => two_of_two(both, |[q, r], a, b| ffi::nmod_poly_divrem(q, r, a, b)),
            Verb::InverseSeries => one(a, move |out, a| ffi::nmod_poly_inv_series(out, a, terms)),
            Verb::ExpSeries => one(a, move |out, a| ffi::nmod_poly_exp_series(out, a, terms)),
            Verb::LogSeries => one(a, move |out, a| ffi::nmod_poly_log_series(out, a, terms)),
            Verb::Gcd => two(both, |out, a, b| ffi::nmod_poly_gcd(out, a, b)),
            Verb::Xgcd => bezout(both, |[g, s, t], a, b| ffi::nmod_poly_xgcd(g, s, t, a, b)),
            Verb::Resultant => value(move || ffi::nmod_poly_resultant(both[0].raw(), both[1].raw())),
            Verb::Discriminant => value(move || ffi::nmod_poly_discriminant(a.raw())),
            Verb::PowerModulo => two(both, move |out, a, m| ffi::nmod_poly_powmod_ui_binexp(out, a, x as c_ulong, m)),
            _ => return points(n, task).or_else(|| factors(n, task)),
        }
    })
}

/// The product of slices of one length, into a buffer that is kept.
pub fn slice_product(n: u64, a: Vec<u64>, b: Vec<u64>) -> Side {
    let (ring, len) = (NmodPoly::with(n, &[]), a.len());
    let run = move |out: &mut Vec<u64>| {
        let (out, len) = (out.as_mut_ptr().cast::<c_ulong>(), len as ffi::slong);
        let [a, b] = [&a, &b].map(|v| v.as_ptr().cast::<c_ulong>());
        // SAFETY: the slices have `len` words, the result 2·len − 1
        unsafe { ffi::_nmod_poly_mul(out, a, len, b, len, ring.modulus_of()) };
    };
    kept(NAME, vec![0; 2 * len - 1], run, |out| vec![out.iter().map(|&word| Integer::from(word)).collect()])
}

/// Values and interpolation, by the way that FLINT chooses.
fn points(n: u64, task: &Task) -> Option<Side> {
    let (a, points) = (words(&task.polys[0]), words(task.polys.get(1)?));
    match task.verb {
        Verb::Evaluations => {
            let a = NmodPoly::with(n, &a);
            let op = move || {
                let mut values = vec![0_u64; points.len()];
                let (len, out) = (points.len() as ffi::slong, values.as_mut_ptr().cast::<c_ulong>());
                // SAFETY: as many words are read and written as the slices have
                unsafe { ffi::nmod_poly_evaluate_nmod_vec(out, a.raw(), points.as_ptr().cast::<c_ulong>(), len) };
                values
            };
            Some(fresh(NAME, op, |values| vec![values.into_iter().map(Integer::from).collect()]))
        }
        Verb::Interpolation => {
            let len = a.len() as ffi::slong;
            Some(one(NmodPoly::with(n, &[]), move |out, _| {
                let [points, values] = [&points, &a].map(|v| v.as_ptr().cast::<c_ulong>());
                // SAFETY: as many words are read as the slices have
                unsafe { ffi::nmod_poly_interpolate_nmod_vec(out, points, values, len) };
            }))
        }
        _ => None,
    }
}

fn factors(n: u64, task: &Task) -> Option<Side> {
    let a = NmodPoly::with(n, &words(&task.polys[0]));
    Some(match task.verb {
        Verb::Factor => fresh(NAME, move || a.factors(), of_factors),
        Verb::SquareFree => fresh(NAME, move || a.square_free_parts(), of_factors),
        Verb::Roots => fresh(
            NAME,
            move || a.linear_factors(),
            move |found| {
                let mut roots: Vec<_> = found.pairs().iter().map(|(f, _)| Integer::from((n - f[0]) % n)).collect();
                roots.sort();
                vec![roots]
            },
        ),
        Verb::Irreducible => fresh(NAME, move || a.is_irreducible(), flag),
        _ => return None,
    })
}
