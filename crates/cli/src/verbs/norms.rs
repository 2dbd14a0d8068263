//! The verbs of norms and bounds over Z, and of cyclotomic polynomials.

use super::{A, Method, Operands, Value, Verb};
use crate::{Failure, args::VerbCall, results::Shape};
use polymod::{
    ring::{AnyElement, AnyRing, Integers},
    verify::{Checker, Proof, Unverified},
};
use rug::Integer;

/// Norms of a polynomial.
pub static NORMS: Verb = Verb {
    about: "The maximum norm of A, its 1-norm, the square of its Euclidean norm, and Mignotte's bound on the coefficients of all divisors of A, over z",
    operands: &[A],
    examples: &["polymod norms '=3*x^2 - 4'"],
    over_z: Some(Method {
        results: &[Shape::Scalar; 4],
        memory: |_, s| s.all,
        direct: true,
        ..Method::over_z(
            |o, _| {
                let a = &o.polys[0];
                let norms = [a.max_norm(), a.one_norm(), a.square_norm(), a.mignotte_bound()];
                Ok(Value::Several(norms.into_iter().map(Value::Scalar).collect()))
            },
            |c, o, _, v| {
                let [a, b, d, e] = v.these()?;
                let norms = [integer(a)?, integer(b)?, integer(d)?, integer(e)?];
                Ok(c.integer_norms(&o.polys[0], &norms)?)
            },
        )
    }),
    ..Verb::empty("norms")
};

/// A bound on the roots of a polynomial.
pub static ROOT_BOUND: Verb = Verb {
    about: "An integer that no complex root of A exceeds in magnitude, over z: Fujiwara's bound, rounded up",
    operands: &[A],
    examples: &["polymod root-bound '=x^2 - 100'"],
    over_z: Some(Method {
        results: &[Shape::Scalar],
        memory: |_, s| s.all,
        direct: true,
        ..Method::over_z(
            |o, _| Ok(Value::Scalar(o.polys[0].root_bound()?)),
            |c, o, _, v| Ok(c.integer_root_bound(&o.polys[0], &integer(v)?)?),
        )
    }),
    ..Verb::empty("root-bound")
};

fn integer(v: &Value<AnyRing>) -> Result<Integer, Failure> {
    Ok(Integer::of(v.scalar()?).clone())
}

/// Whether a polynomial is cyclotomic.
pub static CYCLOTOMIC: Verb = Verb {
    about: "Whether A is a cyclotomic polynomial: true or false, and if true its order n, over z: its roots are the primitive n-th roots of unity",
    operands: &[A],
    examples: &["polymod cyclotomic '=x^4 - x^2 + 1'"],
    over_z: Some(Method {
        results: &[Shape::Truth, Shape::Number],
        memory: |_, s| 64.0 * s.all,
        many: true,
        direct: true,
        ..Method::over_z(cyclotomic, is_cyclotomic)
    }),
    ..Verb::empty("cyclotomic")
};

fn cyclotomic(o: &Operands<Integers>, _: &VerbCall) -> Result<Value<Integers>, Failure> {
    let order = o.polys[0].cyclotomic_order();
    let truth = Value::Truth(order.is_some());
    Ok(Value::Several(std::iter::once(truth).chain(order.map(Value::Number)).collect()))
}

fn is_cyclotomic(
    c: &mut Checker<'_, AnyRing>,
    o: &Operands<AnyRing>,
    _: &VerbCall,
    v: &Value<AnyRing>,
) -> Result<Proof, Failure> {
    let order = match v.several()?.as_slice() {
        [Value::Truth(true), Value::Number(n)] => Some(*n),
        [Value::Truth(false)] => None,
        // what no computation answers
        _ => return Err(Unverified::Wrong("the order, or whether there is one,".into()).into()),
    };
    Ok(c.cyclotomic(&o.polys[0], order)?)
}
