//! The verb of transforms.

use super::{Kind, Method, Operands, Rings, Takes, Value, Verb};
use crate::{Failure, args::VerbCall, results::Shape};
use polymod::{Error, poly::Dft, ring::Convolve};

/// The values at the powers of a root of unity.
pub static NTT: Verb = Verb {
    about: "The values of A at the powers of a root of unity W, in natural order: A(W^i) for i = 0, …, N-1",
    operands: &[("A", Kind::Array)],
    takes: &[Takes::Transform, Takes::Files],
    examples: &[
        "polymod ntt a.json --ring zn:998244353 --length 1024",
        "polymod ntt '=[1,2,3,4]' --ring zn:17 --root 4",
        "polymod ntt values.json --ring zn:17 --root 4 --inverse",
        "polymod ntt a.json --ring zn:bls12-381-fr --negacyclic --verify",
        "polymod ntt a.json --ring zn:4611686018326724609 --length 4096 --algorithm six-step:montgomery --radix 8",
    ],
    rings: Rings::WithRoots,
    ..Verb::new(
        "ntt",
        Method {
            results: &[Shape::Array],
            bytes: |o, call| {
                let a = o.arrays[0].view();
                a.bytes_for(call.transform.len(a.len()) as f64)
            },
            memory: |_, s| s.result,
            ..Method::new(values, |c, o, call, v| {
                let (dft, entries) = (plan(o, call)?, v.entries()?);
                let (values, coefficients) =
                    if call.transform.inverse { (&o.arrays[0], entries) } else { (entries, &o.arrays[0]) };
                Ok(c.transform(&dft, values.view(), coefficients.view())?)
            })
        },
    )
};

/// The transform that the call asks for.
fn plan<R: Convolve>(o: &Operands<R>, call: &VerbCall) -> Result<Dft<R>, Failure> {
    let wanted = &call.transform;
    let (len, wrap) = (wanted.len(o.arrays[0].len()), wanted.wrap());
    if len == 0 {
        return Err(Failure::Usage("ntt of an empty array: how many values is told by --length N, N ≥ 1".into()));
    }
    let dft = match &o.root {
        Some(root) => Dft::with_root(&o.ring, len, wrap, root)?,
        None => Dft::new(&o.ring, len, wrap).map_err(|e| match e {
            Error::Modulus { modulus, .. } => Failure::Usage(format!(
                "--root is required: {modulus} is composite, so that no root of unity is the default one"
            )),
            e => e.into(),
        })?,
    };
    Ok(match call.transform.method {
        Some(method) => dft.by_method(method)?,
        None => dft,
    })
}

fn values<R: Convolve>(o: &Operands<R>, call: &VerbCall) -> Result<Value<R>, Failure> {
    let (dft, a, inverse) = (plan(o, call)?, o.arrays[0].view(), call.transform.inverse);
    let entries = if inverse { dft.inverse(a)? } else { dft.forward(a)? };
    Ok(Value::Array { entries, coefficients: inverse })
}
