//! The verb of products whose indices are combined by other laws than addition.

use super::{Kind, Method, Takes, Value, Verb, unexpected};
use crate::{Failure, args::VerbCall, results::Shape};
use polymod::{memory::Task, poly::IndexLaw};

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
