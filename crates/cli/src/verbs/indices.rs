//! The verbs of products of arrays by other laws than those of polynomials.

use super::{Kind, Method, Operands, Takes, Value, Verb, unexpected};
use crate::{Failure, args::VerbCall, results::Shape};
use polymod::{
    memory::Task,
    poly::{IndexLaw, min_plus},
    ring::{AnyElement, AnyRing, Coeffs, Integers, Ring},
    verify::{Checker, Proof, Unverified},
};
use rug::{Complete, Integer};

/// The product of two arrays.
pub static CONVOLVE: Verb = Verb {
    about: "The sums of the products A[i]*B[j] over the pairs of indices that a law takes to the same index, as many as A and B each have",
    operands: &[("A", Kind::Vector), ("B", Kind::Vector)],
    takes: &[Takes::Index],
    examples: &[
        "polymod convolve '=[1,2,3,4]' '=[5,6,7,8]' --index xor --mod 998244353",
        "polymod convolve a.json b.json --index cyclic:12,30 --ring zn:2^61-1",
    ],
    ..Verb::new(
        "convolve",
        Method {
            results: &[Shape::Array],
            // entries over Z are at most as long as both factors'
            bytes: |o, call| {
                let entries = o.arrays.iter().map(|v| v.view().bytes_for(v.len() as f64)).sum::<f64>();
                entries * call.index.as_ref().map_or(1.0, room)
            },
            memory: |_, s| s.working(&Task::Series) + 4.0 * s.all,
            ..Method::new(
                |o, call| Ok(Value::array(law(call)?.product(&o.ring, o.arrays[0].view(), o.arrays[1].view())?)),
                |c, o, call, v| {
                    let arrays = [o.arrays[0].view(), o.arrays[1].view(), v.entries()?.view()];
                    Ok(c.index_product(law(call)?, arrays)?)
                },
            )
        },
    )
};

/// The minima of sums.
pub static MIN_PLUS: Verb = Verb {
    about: "The minima of A[i] + B[j] over i + j = k, for all k, over z: fast where A or B is convex or concave",
    operands: &[("A", Kind::Vector), ("B", Kind::Vector)],
    examples: &["polymod min-plus '=[0,1,4,9]' '=[3,1,2]'"],
    over_z: Some(Method {
        results: &[Shape::Array],
        memory: |_, s| 8.0 * s.all,
        direct: true,
        ..Method::over_z(|o, _| Ok(Value::array(minima(&o.ring, &o.arrays)?)), are_minima)
    }),
    ..Verb::empty("min-plus")
};

fn minima(z: &Integers, operands: &[Coeffs<Integers>]) -> Result<Coeffs<Integers>, Failure> {
    let [a, b] = [0, 1].map(|i| operands[i].view());
    if a.width().max(b.width()) > 1 {
        let [a, b] = [a, b].map(|v| (0..v.len()).map(|i| z.get(v, i)).collect::<Vec<_>>());
        return Ok(z.collect(&min_plus(&a, &b, |x, y| (x + y).complete())));
    }
    // words, whose sums are two at most
    let [a, b] = [a, b].map(|v| v.words().iter().map(|&word| i128::from(word as i64)).collect::<Vec<_>>());
    let found = min_plus(&a, &b, |x, y| x + y);
    Ok(z.collect(&found.into_iter().map(Integer::from).collect::<Vec<_>>()))
}

/// By the definition.
fn are_minima(
    c: &mut Checker<'_, AnyRing>,
    o: &Operands<AnyRing>,
    _: &VerbCall,
    v: &Value<AnyRing>,
) -> Result<Proof, Failure> {
    let integers = |v: &Coeffs<AnyRing>| -> Vec<Integer> {
        (0..v.len()).map(|i| Integer::of(&c.ring().get(v.view(), i)).clone()).collect()
    };
    let ([a, b], found) = ([&o.arrays[0], &o.arrays[1]].map(integers), integers(v.entries()?));
    let places = |k: usize| (k + 1).saturating_sub(b.len())..a.len().min(k + 1);
    let least = |k: usize| places(k).map(|i| (&a[i] + &b[k - i]).complete()).min();
    let len = if a.is_empty() || b.is_empty() { 0 } else { a.len() + b.len() - 1 };
    match (0..len).map(least).eq(found.into_iter().map(Some)) {
        true => Ok(Proof::Exact),
        false => Err(Unverified::Wrong("the minima".into()).into()),
    }
}

fn law(call: &VerbCall) -> Result<&IndexLaw, Failure> {
    call.index.as_ref().ok_or_else(unexpected)
}

/// How many times the entries are held in the course of the computation.
fn room(law: &IndexLaw) -> f64 {
    match law {
        IndexLaw::Truncated(sizes) => 3.0 * sizes.len() as f64 + 1.0,
        IndexLaw::Cyclic(sizes) => 1.0 + 3.0 * sizes.iter().map(|&n| 2.0 - 1.0 / n as f64).product::<f64>(),
        _ => 1.0,
    }
}
