//! The operations of the table of small operands by FLINT, over Z and over Z/p for p of several words (`fmpz_mod_poly`).

use std::ffi::c_ulong;
use std::mem::MaybeUninit;

use flint3_sys as ffi;
use polymod::rug::Integer;

use super::NAME;
use super::fmpz::FmpzPoly;
use super::more_big::{BigField, Number, Owned};
use super::verbs::{Raw, bezout, one, two, two_of_two};
use crate::peer::IntegerPoly;
use crate::small::ours::{flag, sorted};
use crate::small::side::{Side, fresh};
use crate::small::task::{Task, Verb};

impl Raw for FmpzPoly {
    type Structure = ffi::fmpz_poly_struct;

    fn empty(&self) -> Self {
        Self::zero(0)
    }

    fn at(&self) -> *const Self::Structure {
        &raw const self.0
    }

    fn at_mut(&mut self) -> *mut Self::Structure {
        &raw mut self.0
    }

    fn integers(&self) -> Vec<Integer> {
        self.coefficients()
    }
}

impl Raw for Owned<'static> {
    type Structure = ffi::fmpz_mod_poly_struct;

    fn empty(&self) -> Self {
        let mut poly = MaybeUninit::uninit();
        // SAFETY: init fills the structure
        unsafe {
            ffi::fmpz_mod_poly_init(poly.as_mut_ptr(), self.1.ctx());
            Owned(poly.assume_init(), self.1)
        }
    }

    fn at(&self) -> *const Self::Structure {
        &raw const self.0
    }

    fn at_mut(&mut self) -> *mut Self::Structure {
        &raw mut self.0
    }

    fn integers(&self) -> Vec<Integer> {
        self.coefficients()
    }
}

/// A result that is an integer.
fn number(run: impl Fn(*mut ffi::fmpz) + 'static) -> Side {
    let op = move || {
        let mut out = Number::zero();
        run(&raw mut out.0);
        out
    };
    fresh(NAME, op, |out| vec![vec![out.integer()]])
}

/// The operation over Z by `fmpz_poly`.
pub fn over_z(task: &Task) -> Option<Side> {
    let poly = |i: usize| FmpzPoly::new(task.polys.get(i).unwrap_or(&task.polys[0]));
    let (a, both) = (poly(0), [poly(0), poly(1)]);
    let (x, terms) = (Number::new(&task.x), task.n as ffi::slong);
    // SAFETY: initialised polynomials and integers, of which no operand is a result; divisors are not 0, and constant terms
    // as the functions want them
    Some(unsafe {
        match task.verb {
            Verb::Product => two(both, |out, a, b| ffi::fmpz_poly_mul(out, a, b)),
            Verb::Square => one(a, |out, a| ffi::fmpz_poly_sqr(out, a)),
            Verb::Sum => two(both, |out, a, b| ffi::fmpz_poly_add(out, a, b)),
            Verb::Difference => two(both, |out, a, b| ffi::fmpz_poly_sub(out, a, b)),
            Verb::Negation => one(a, |out, a| ffi::fmpz_poly_neg(out, a)),
            Verb::Scale => one(a, move |out, a| ffi::fmpz_poly_scalar_mul_fmpz(out, a, &raw const x.0)),
            Verb::Derivative => one(a, |out, a| ffi::fmpz_poly_derivative(out, a)),
            Verb::Evaluation => number(move |out| ffi::fmpz_poly_evaluate_fmpz(out, a.at(), &raw const x.0)),
            Verb::Power => one(a, move |out, a| ffi::fmpz_poly_pow(out, a, terms as c_ulong)),
            Verb::Composition => two(both, |out, a, b| ffi::fmpz_poly_compose(out, a, b)),
            Verb::TaylorShift => one(a, move |out, a| ffi::fmpz_poly_taylor_shift(out, a, &raw const x.0)),
            Verb::DivRem => two_of_two(both, |[q, r], a, b| ffi::fmpz_poly_divrem(q, r, a, b)),
            Verb::InverseSeries => one(a, move |out, a| ffi::fmpz_poly_inv_series(out, a, terms)),
            Verb::Gcd => two(both, |out, a, b| ffi::fmpz_poly_gcd(out, a, b)),
            Verb::Resultant => number(move |out| ffi::fmpz_poly_resultant(out, both[0].at(), both[1].at())),
            Verb::Discriminant => number(move |out| ffi::fmpz_poly_discriminant(out, a.at())),
            Verb::Content => number(move |out| ffi::fmpz_poly_content(out, a.at())),
            Verb::PrimitivePart => one(a, |out, a| ffi::fmpz_poly_primitive_part(out, a)),
            Verb::Exact => two(both, |out, a, b| {
                // its other functions take it for granted that there is no remainder
                let divides = ffi::fmpz_poly_divides(out, a, b);
                assert!(divides != 0);
            }),
            Verb::Factor => fresh(NAME, move || a.factors(), |found| sorted(found.pairs())),
            Verb::SquareFree => fresh(NAME, move || a.square_free_parts(), |found| sorted(found.pairs())),
            Verb::Xgcd => cofactors(both),
            Verb::PseudoDivRem => pseudo_division(both),
            _ => return None,
        }
    })
}

/// The resultant and its cofactors, all of them 0 for polynomials that are not coprime.
fn cofactors([a, b]: [FmpzPoly; 2]) -> Side {
    let operands = [&a, &b].map(|p| FmpzPoly::new(&p.coefficients()));
    let op = move || {
        let (mut r, mut out) = (Number::zero(), [FmpzPoly::zero(0), FmpzPoly::zero(0)]);
        let [s, t] = out.each_mut().map(FmpzPoly::at_mut);
        // SAFETY: initialised, all different
        unsafe { ffi::fmpz_poly_xgcd(&raw mut r.0, s, t, a.at(), b.at()) };
        (r, out)
    };
    fresh(NAME, op, move |(r, [s, t])| {
        let [mut x, y] = [(&s, &operands[0]), (&t, &operands[1])].map(|(s, a)| FmpzPoly::product(s, a).coefficients());
        x.resize(x.len().max(y.len()), Integer::new());
        x.iter_mut().zip(&y).for_each(|(x, y)| *x += y);
        flag(x[0] == r.integer() && x[1..].iter().all(Integer::is_zero))
    })
}

/// Pseudo-division, whose factor the answer completes to the largest power.
fn pseudo_division([a, b]: [FmpzPoly; 2]) -> Side {
    let (lead, most) = (
        b.coefficients().pop().unwrap_or_default(),
        (a.coefficients().len() + 1).saturating_sub(b.coefficients().len()),
    );
    let op = move || {
        let (mut out, mut power) = ([FmpzPoly::zero(0), FmpzPoly::zero(0)], 0);
        let [q, r] = out.each_mut().map(FmpzPoly::at_mut);
        // SAFETY: initialised, all different
        unsafe { ffi::fmpz_poly_pseudo_divrem(q, r, &raw mut power, a.at(), b.at()) };
        (out, power)
    };
    fresh(NAME, op, move |(out, power)| {
        let rest = (0..most as u64 - power).fold(Integer::from(1), |all, _| all * &lead);
        out.iter().map(|p| p.coefficients().into_iter().map(|c| c * &rest).collect()).collect()
    })
}

/// The operation modulo a prime of several words by `fmpz_mod_poly`.
pub fn modulo_big(field: &'static BigField, task: &Task) -> Option<Side> {
    let poly = |i: usize| field.poly(task.polys.get(i).unwrap_or(&task.polys[0]));
    let (a, both, ctx) = (poly(0), [poly(0), poly(1)], field.ctx());
    let (x, terms) = (Number::new(&task.x), task.n as ffi::slong);
    // SAFETY: as above, over one modulus
    Some(unsafe {
        match task.verb {
            Verb::Product => two(both, move |out, a, b| ffi::fmpz_mod_poly_mul(out, a, b, ctx)),
            Verb::Square => one(a, move |out, a| ffi::fmpz_mod_poly_sqr(out, a, ctx)),
            Verb::Sum => two(both, move |out, a, b| ffi::fmpz_mod_poly_add(out, a, b, ctx)),
            Verb::Difference => two(both, move |out, a, b| ffi::fmpz_mod_poly_sub(out, a, b, ctx)),
            Verb::Negation => one(a, move |out, a| ffi::fmpz_mod_poly_neg(out, a, ctx)),
            Verb::Scale => one(a, move |out, a| ffi::fmpz_mod_poly_scalar_mul_fmpz(out, a, &raw const x.0, ctx)),
            Verb::Derivative => one(a, move |out, a| ffi::fmpz_mod_poly_derivative(out, a, ctx)),
            Verb::Evaluation => number(move |out| ffi::fmpz_mod_poly_evaluate_fmpz(out, a.at(), &raw const x.0, ctx)),
            Verb::Power => one(a, move |out, a| ffi::fmpz_mod_poly_pow(out, a, terms as c_ulong, ctx)),
            Verb::Composition => two(both, move |out, a, b| ffi::fmpz_mod_poly_compose(out, a, b, ctx)),
            Verb::DivRem => two_of_two(both, move |[q, r], a, b| ffi::fmpz_mod_poly_divrem(q, r, a, b, ctx)),
            Verb::InverseSeries => one(a, move |out, a| ffi::fmpz_mod_poly_inv_series(out, a, terms, ctx)),
            Verb::Gcd => two(both, move |out, a, b| ffi::fmpz_mod_poly_gcd(out, a, b, ctx)),
            Verb::Xgcd => bezout(both, move |[g, s, t], a, b| ffi::fmpz_mod_poly_xgcd(g, s, t, a, b, ctx)),
            Verb::Resultant => number(move |out| ffi::fmpz_mod_poly_resultant(out, both[0].at(), both[1].at(), ctx)),
            Verb::Discriminant => number(move |out| ffi::fmpz_mod_poly_discriminant(out, a.at(), ctx)),
            Verb::PowerModulo => two(both, move |out, a, m| {
                ffi::fmpz_mod_poly_powmod_fmpz_binexp(out, a, &raw const x.0, m, ctx);
            }),
            Verb::Evaluations => values(a, &task.polys[1]),
            Verb::Factor => factors(a, |list, a, ctx| ffi::fmpz_mod_poly_factor(list, a, ctx)),
            Verb::SquareFree => factors(a, |list, a, ctx| ffi::fmpz_mod_poly_factor_squarefree(list, a, ctx)),
            Verb::Roots => roots(a, field),
            Verb::Irreducible => fresh(NAME, move || ffi::fmpz_mod_poly_is_irreducible(a.at(), ctx) != 0, flag),
            _ => return None,
        }
    })
}

/// The values at points.
fn values(a: Owned<'static>, points: &[Integer]) -> Side {
    let points: Vec<Number> = points.iter().map(Number::new).collect();
    let op = move || {
        let (xs, mut ys): (Vec<_>, Vec<Number>) =
            (points.iter().map(|x| x.0).collect(), points.iter().map(|_| Number::zero()).collect());
        let len = ys.len() as ffi::slong;
        // SAFETY: a number is an integer of FLINT's and nothing else; as many are read and written as there are
        unsafe {
            let out = ys.as_mut_ptr().cast::<ffi::fmpz>();
            ffi::fmpz_mod_poly_evaluate_fmpz_vec(out, a.at(), xs.as_ptr(), len, a.1.ctx());
        }
        ys
    };
    fresh(NAME, op, |ys| vec![ys.iter().map(Number::integer).collect()])
}

type List = ffi::fmpz_mod_poly_factor_struct;
type Poly = ffi::fmpz_mod_poly_struct;
type Context = ffi::fmpz_mod_ctx_struct;

/// A list of factors that `find` fills.
fn factors(a: Owned<'static>, find: impl Fn(*mut List, *const Poly, *const Context) + 'static) -> Side {
    fresh(NAME, move || a.factors(&find), |found| sorted(found.pairs()))
}

fn roots(a: Owned<'static>, field: &'static BigField) -> Side {
    // SAFETY: an initialised list and polynomial
    let op = move || a.factors(|list, a, ctx| unsafe { ffi::fmpz_mod_poly_roots(list, a, 0, ctx) });
    fresh(NAME, op, |found| {
        let p = field.modulus();
        let mut roots: Vec<_> = found.pairs().iter().map(|(f, _)| Integer::from(p - &f[0]) % p).collect();
        roots.sort();
        vec![roots]
    })
}
