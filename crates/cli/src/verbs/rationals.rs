//! The methods of verbs over Q that differ from those of rings of residues: by the library's functions of Q's own type, which go through Z. Operands,
//! results, memory and, where none is named, the check are those over rings of residues.

use super::{
    Check, Method, Operands, Run, Value, Verb, divisibility,
    elimination::{like_right_side, right_side},
    factor,
    run::Function,
};
use crate::{Failure, args::VerbCall};
use polymod::{
    AnyRing, Error,
    matrix::{Matrix, PolyMatrix},
    multimodular::{self, rationals},
    poly::{Bezout, Poly},
    ring::Rationals,
};
use std::sync::LazyLock;

type Of = Operands<Rationals>;

/// A function over Q, and a check other than that over rings of residues.
pub struct OverQ {
    pub name: &'static str,
    run: Function<Rationals>,
    check: Option<Check>,
}

/// A function whose results the check over rings of residues checks.
const fn entry(name: &'static str, run: Function<Rationals>) -> OverQ {
    OverQ { name, run, check: None }
}

pub const FUNCTIONS: &[OverQ] = &[
    entry("gcd", |o, call| Ok(rationals::gcd(&o.polys[0], &o.polys[1], &call.modular)?.value.into())),
    entry("xgcd", |o, call| {
        let Bezout { g, s, t } = rationals::xgcd(&o.polys[0], &o.polys[1], &call.modular)?.value;
        Ok([g, s, t].into())
    }),
    entry("lcm", |o, call| Ok(rationals::lcm(&o.polys[0], &o.polys[1], &call.modular)?.value.into())),
    entry("divides", |o, _| Ok(divisibility::quotient(o.polys[0].divides(&o.polys[1])?))),
    entry("remove", |o, _| Ok(divisibility::removed(o.polys[0].remove(&o.polys[1])?))),
    entry("crt", |o, _| {
        let (residues, moduli) = divisibility::halves(o)?;
        if moduli.is_empty() {
            return Ok(Poly::zero(&o.ring).into());
        }
        Ok(polymod::poly::ModuliTree::new(moduli)?.reconstruct(residues)?.into())
    }),
    entry("inv-mod", |o, call| Ok(rationals::inv_mod(&o.polys[0], &o.polys[1], &call.modular)?.value.into())),
    entry("resultant", |o, call| {
        Ok(Value::Scalar(rationals::resultant(&o.polys[0], &o.polys[1], &call.modular)?.value))
    }),
    entry("discriminant", |o, call| Ok(Value::Scalar(rationals::discriminant(&o.polys[0], &call.modular)?.value))),
    entry("composed-sum", |o, _| Ok(o.polys[0].composed_sum(&o.polys[1])?.into())),
    entry("composed-product", |o, _| Ok(o.polys[0].composed_product(&o.polys[1])?.into())),
    entry("charpoly-mod", |o, _| Ok(o.polys[0].charpoly_mod(&o.polys[1])?.into())),
    entry("minpoly-mod", |o, _| Ok(o.polys[0].minpoly_mod(&o.polys[1])?.into())),
    entry("norm-mod", |o, _| Ok(Value::Scalar(o.polys[0].norm_mod(&o.polys[1])?))),
    OverQ {
        name: "factor",
        run: |o, _| Ok(factor::value(rationals::factor(&o.polys[0])?)),
        check: Some(|c, o, _, v| {
            let (unit, factors) = factor::parts(v)?;
            Ok(c.rational_factors(&o.polys[0], unit, factors, true)?)
        }),
    },
    OverQ {
        name: "squarefree",
        run: |o, call| Ok(factor::value(rationals::squarefree(&o.polys[0], &call.modular)?.value)),
        check: Some(|c, o, _, v| {
            let (unit, factors) = factor::parts(v)?;
            Ok(c.rational_factors(&o.polys[0], unit, factors, false)?)
        }),
    },
    OverQ {
        name: "roots",
        run: |o, call| match call.multiplicities {
            true => Ok(Value::Multiples(rationals::roots_with_multiplicities(&o.polys[0])?)),
            false => Ok(Value::array(rationals::roots(&o.polys[0])?)),
        },
        check: Some(|c, o, call, v| match call.multiplicities {
            true => Ok(c.rational_multiplicities(&o.polys[0], v.multiples()?)?),
            false => Ok(c.rational_roots(&o.polys[0], v.entries()?.view())?),
        }),
    },
    OverQ {
        name: "irreducible",
        run: |o, _| Ok(Value::Truth(rationals::is_irreducible(&o.polys[0])?)),
        check: Some(|c, o, _, v| Ok(c.irreducible_over_q(&o.polys[0], *v.truth()?)?)),
    },
    entry("real-roots", |o, call| Ok(Value::Intervals(rationals::real_roots(&o.polys[0], call.width.as_ref())?))),
    entry("count-real-roots", |o, _| {
        let a = o.polys[0].numerator();
        Ok(Value::Number(match &o.scalars[..] {
            [low, high] => multimodular::count_real_roots_in(&a, low, high)?,
            _ => multimodular::count_real_roots(&a)?,
        }))
    }),
    entry("det", |o, call| match &o.poly_matrices[..] {
        [a] => Ok(rationals::poly_det(a, &call.modular)?.value.into()),
        _ => Ok(Value::Scalar(rationals::det(numbers(o, call)?, &call.modular)?.value)),
    }),
    entry("rank", |o, call| match &o.poly_matrices[..] {
        [a] => Ok(Value::Number(over_any(a)?.rank()?)),
        _ => Ok(Value::Number(rationals::rank(numbers(o, call)?, &call.modular)?.value)),
    }),
    entry("solve", |o, call| {
        let x = rationals::solve(numbers(o, call)?, &*right_side(o)?, &call.modular)?.value;
        Ok(like_right_side(o, x))
    }),
    entry("inverse", |o, call| Ok(rationals::inverse(numbers(o, call)?, &call.modular)?.value.into())),
    entry("nullspace", |o, call| Ok(rationals::nullspace(numbers(o, call)?, &call.modular)?.value.into())),
    entry("left-nullspace", |o, call| {
        Ok(rationals::nullspace(&numbers(o, call)?.transposed(), &call.modular)?.value.into())
    }),
    entry("column-space", |o, call| Ok(rationals::column_space(numbers(o, call)?, &call.modular)?.value.into())),
    entry("rref", |o, call| {
        let form = rationals::rref(numbers(o, call)?, &call.modular)?.value;
        let rank = (0..form.rows()).filter(|&i| (0..form.cols()).any(|j| form.get(i, j) != 0)).count();
        Ok(Value::Several(vec![form.into(), Value::Number(rank)]))
    }),
    entry("hessenberg", |o, call| Ok(numbers(o, call)?.hessenberg()?.into())),
    entry("charpoly", |o, call| Ok(rationals::charpoly(numbers(o, call)?, &call.modular)?.value.into())),
    entry("minpoly", |o, call| match &o.matrices[..] {
        [a] => Ok(rationals::minpoly(a, &call.modular)?.value.into()),
        _ => {
            let any = AnyRing::new(o.ring.clone());
            let found = Poly::minpoly(&any, any.erased(o.arrays[0].clone()).view())?;
            Ok(Poly::from_coeffs(&o.ring, any.own(found.into_coeffs())).into())
        }
    }),
    entry("adjugate", |o, call| Ok(rationals::adjugate(numbers(o, call)?, &call.modular)?.value.into())),
    entry("pfaffian", |o, call| Ok(Value::Scalar(rationals::pfaffian(numbers(o, call)?, &call.modular)?.value))),
];

/// The matrix over a ring of any type, whose algorithms are compiled for all rings.
fn over_any(a: &PolyMatrix<Rationals>) -> polymod::Result<PolyMatrix<AnyRing>> {
    let any = AnyRing::new(a.ring().clone());
    let entries = a.entries().iter().map(|p| Poly::from_coeffs(&any, any.erased(p.clone().into_coeffs()))).collect();
    PolyMatrix::new(&any, a.rows(), a.cols(), entries)
}

/// The matrix of numbers; refuses entries that are polynomials.
fn numbers<'a>(o: &'a Of, call: &VerbCall) -> Result<&'a Matrix<Rationals>, Failure> {
    let none = || Error::Unsupported { operation: format!("{} of polynomials", call.verb.name), ring: "q".into() };
    Ok(o.matrices.first().ok_or_else(none)?)
}

/// The method of a verb over Q, if it has one of its own.
pub fn method(verb: &Verb) -> Option<&'static Method> {
    static METHODS: LazyLock<Vec<(&'static str, Method)>> = LazyLock::new(|| {
        let made = |OverQ { name, run, check }: &OverQ| {
            let verb = super::find(name)?;
            // intervals have the same form over Z
            let base = verb.method.as_ref().or(verb.over_z.as_ref())?;
            Some((*name, Method { run: Run::OverQ(*run), check: check.unwrap_or(base.check), ..*base }))
        };
        FUNCTIONS.iter().filter_map(made).collect()
    });
    METHODS.iter().find(|(name, _)| *name == verb.name).map(|(_, method)| method)
}
