//! The operations of the table of small operands by FLINT's `mpn_mod`, over Z/p for p of 2 to 16 words.

use std::ffi::{c_int, c_ulong};
use std::mem::MaybeUninit;
use std::rc::Rc;

use flint3_sys as ffi;
use polymod::rug::{Integer, integer::Order};

use super::mpn::{MpnPoly, MpnRing, NAME};
use super::verbs::{Raw, bezout, one, two, two_of_two};
use crate::small::side::{Side, fresh};
use crate::small::task::{Task, Verb};

impl Raw for MpnPoly {
    const NAME: &'static str = NAME;
    type Structure = ffi::gr_poly_struct;

    fn empty(&self) -> Self {
        let mut poly = MaybeUninit::uninit();
        // SAFETY: init fills the structure
        let poly = unsafe {
            ffi::gr_poly_init(poly.as_mut_ptr(), self.ring.ctx());
            poly.assume_init()
        };
        MpnPoly { poly, ring: self.ring.clone() }
    }

    fn at(&self) -> *const Self::Structure {
        &raw const self.poly
    }

    fn at_mut(&mut self) -> *mut Self::Structure {
        &raw mut self.poly
    }

    fn integers(&self) -> Vec<Integer> {
        self.coefficients()
    }
}

/// FLINT's functions say whether they could do it.
fn done(status: c_int) {
    assert!(status == 0, "FLINT cannot");
}

/// Elements in a row, which FLINT fills.
fn elements(ring: &Rc<MpnRing>, len: usize, run: impl Fn(ffi::gr_ptr) + 'static) -> Side {
    let limbs = ring.limbs();
    let op = move || {
        let mut out = vec![0_u64; limbs * len];
        run(out.as_mut_ptr().cast());
        out
    };
    fresh(NAME, op, move |out| vec![out.chunks_exact(limbs).map(|row| Integer::from_digits(row, Order::Lsf)).collect()])
}

/// The operation modulo the ring's prime.
pub fn modulo_big(ring: &Rc<MpnRing>, task: &Task) -> Option<Side> {
    let poly = |i: usize| MpnPoly::new(ring, task.polys.get(i).unwrap_or(&task.polys[0]));
    let (a, both, ctx) = (poly(0), [poly(0), poly(1)], ring.ctx());
    let (x, terms) = (ring.row(&task.x), task.n as ffi::slong);
    // SAFETY: initialised polynomials over one ring, of which no operand is a result, and elements of as many limbs as it has
    Some(unsafe {
        match task.verb {
            Verb::Product => two(both, move |out, a, b| done(ffi::gr_poly_mul(out, a, b, ctx))),
            Verb::Square => one(a, move |out, a| done(ffi::gr_poly_mul(out, a, a, ctx))),
            Verb::Sum => two(both, move |out, a, b| done(ffi::gr_poly_add(out, a, b, ctx))),
            Verb::Difference => two(both, move |out, a, b| done(ffi::gr_poly_sub(out, a, b, ctx))),
            Verb::Negation => one(a, move |out, a| done(ffi::gr_poly_neg(out, a, ctx))),
            Verb::Scale => one(a, move |out, a| done(ffi::gr_poly_mul_scalar(out, a, x.as_ptr().cast(), ctx))),
            Verb::Derivative => one(a, move |out, a| done(ffi::gr_poly_derivative(out, a, ctx))),
            Verb::Evaluation => elements(ring, 1, move |out| {
                done(ffi::gr_poly_evaluate(out, a.at(), x.as_ptr().cast(), ctx));
            }),
            Verb::Power => one(a, move |out, a| done(ffi::gr_poly_pow_ui(out, a, terms as c_ulong, ctx))),
            Verb::Composition => two(both, move |out, a, b| done(ffi::gr_poly_compose(out, a, b, ctx))),
            Verb::TaylorShift => one(a, move |out, a| done(ffi::gr_poly_taylor_shift(out, a, x.as_ptr().cast(), ctx))),
            Verb::DivRem => two_of_two(both, move |[q, r], a, b| done(ffi::gr_poly_divrem(q, r, a, b, ctx))),
            Verb::InverseSeries => one(a, move |out, a| done(ffi::gr_poly_inv_series(out, a, terms, ctx))),
            Verb::ExpSeries => one(a, move |out, a| done(ffi::gr_poly_exp_series(out, a, terms, ctx))),
            Verb::LogSeries => one(a, move |out, a| done(ffi::gr_poly_log_series(out, a, terms, ctx))),
            Verb::Gcd => two(both, move |out, a, b| done(ffi::gr_poly_gcd(out, a, b, ctx))),
            Verb::Xgcd => bezout(both, move |[g, s, t], a, b| done(ffi::gr_poly_xgcd(g, s, t, a, b, ctx))),
            Verb::Resultant => elements(ring, 1, move |out| {
                done(ffi::gr_poly_resultant(out, both[0].at(), both[1].at(), ctx));
            }),
            Verb::Evaluations | Verb::Interpolation => points(ring, task),
            _ => return None,
        }
    })
}

/// Values at points, and the polynomial with these values.
fn points(ring: &Rc<MpnRing>, task: &Task) -> Side {
    let [first, points] = [0, 1].map(|i| task.polys[i].iter().flat_map(|x| ring.row(x)).collect::<Vec<u64>>());
    let (len, ctx) = (task.polys[1].len(), ring.ctx());
    let count = len as ffi::slong;
    if task.verb == Verb::Evaluations {
        let terms = task.polys[0].len() as ffi::slong;
        return elements(ring, len, move |out| {
            let (a, points) = (first.as_ptr().cast(), points.as_ptr().cast());
            // FLINT leaves the choice to its callers; for words it begins with the fast way at 32 points
            // SAFETY: as many elements are read and written as there are
            done(unsafe {
                if count < 32 {
                    ffi::_gr_poly_evaluate_vec_iter(out, a, terms, points, count, ctx)
                } else {
                    ffi::_gr_poly_evaluate_vec_fast(out, a, terms, points, count, ctx)
                }
            });
        });
    }
    let limbs = ring.limbs();
    let op = move || {
        let mut out = vec![0_u64; limbs * len];
        // SAFETY: as above
        done(unsafe {
            let out = out.as_mut_ptr().cast();
            ffi::_gr_poly_interpolate(out, points.as_ptr().cast(), first.as_ptr().cast(), count, ctx)
        });
        out
    };
    fresh(NAME, op, move |out| {
        let mut p: Vec<_> = out.chunks_exact(limbs).map(|row| Integer::from_digits(row, Order::Lsf)).collect();
        p.truncate(p.iter().rposition(|x| !x.is_zero()).map_or(0, |i| i + 1));
        vec![p]
    })
}
