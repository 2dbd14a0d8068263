//! The verbs of products and powers of polynomials.

use super::{A, B, Kind, Method, Operands, Takes, Value, Verb, bytes, memory::product_memory};
use crate::{Failure, args::VerbCall};
use polymod::{
    engine::Decision,
    memory::{Sizes, Task, power_bytes},
    poly::{Part, Poly},
    ring::Convolve,
};
use std::borrow::Cow;

/// The product of two polynomials or more, or a part of it.
pub static MUL: Verb = Verb {
    about: "The product of two or more polynomials, or a part of it",
    operands: &[A, B],
    takes: &[Takes::More, Takes::Part, Takes::Files],
    examples: &[
        "polymod mul a.json b.json --ring zn:2^61-1 -o c.json",
        "polymod mul a.json b.json c.json --explain --verify",
        "polymod mul '=[1,2,3]' '=[4,5,6]' --ring zn:97 --cyclic 3",
        "polymod mul a.npy b.npy --ring zn:998244353 --low 1000 --threads 4",
    ],
    ..Verb::new(
        "mul",
        Method {
            bytes: |o, call| bytes::product(&o.polys.iter().collect::<Vec<_>>(), &call.part),
            memory: |_, _| 0.0,
            ..Method::new(product, |c, o, call, v| {
                let factors: Vec<_> = o.polys.iter().map(|p| (p, 1)).collect();
                Ok(c.part(&factors, &call.part, v.poly()?)?)
            })
        },
    )
};

/// A square, or a part of it.
pub static SQR: Verb = Verb {
    about: "A * A, or a part of it",
    operands: &[A],
    takes: &[Takes::Part, Takes::Files],
    examples: &["polymod sqr - --ring zn:97 < a.json", "polymod sqr a.json --low 1000"],
    ..Verb::new(
        "sqr",
        Method {
            bytes: |o, call| bytes::product(&[&o.polys[0], &o.polys[0]], &call.part),
            memory: |_, _| 0.0,
            ..Method::new(
                |o, call| Ok(o.polys[0].mul_part(&o.polys[0], &call.part, None)?.into()),
                |c, o, call, v| Ok(c.part(&[(&o.polys[0], 2)], &call.part, v.poly()?)?),
            )
        },
    )
};

/// A power.
pub static POW: Verb = Verb {
    about: "A to the power of E; exit code 1 where E is negative and A has no inverse",
    operands: &[A, ("E", Kind::Integer)],
    examples: &["polymod pow '=x + 1' 10", "polymod pow a.json 3 --ring zn:97", "polymod pow '=2' -1 --ring zn:97"],
    ..Verb::new(
        "pow",
        Method {
            bytes: |o, _| power_bytes(&o.polys[0], o.integers[0].to_f64()),
            memory: |o, s| s.working(&Task::Power).max(if s.grows { 0.0 } else { last_products(o) }),
            ..Method::new(
                |o, _| Ok(o.polys[0].pow(&o.integers[0])?.into()),
                |c, o, _, v| Ok(c.power(&o.polys[0], &o.integers[0], v.poly()?)?),
            )
        },
    )
};

/// The product of an array of polynomials.
pub static PROD: Verb = Verb {
    about: "The product of an array of polynomials; 1 of none",
    operands: &[("FACTORS", Kind::Polys)],
    examples: &["polymod prod factors.json --ring zn:97", "polymod prod '=[[1,1],[2,1],[3,1]]'"],
    ..Verb::new(
        "prod",
        Method {
            bytes: |o, _| bytes::product(&o.polys.iter().collect::<Vec<_>>(), &Part::All),
            memory: |_, s: &Sizes| if s.grows { 0.2 * s.all } else { (2.0 + 1.5 * s.primes) * s.all },
            ..Method::new(
                |o, _| Ok(Poly::product(&o.ring, &o.polys)?.into()),
                |c, o, _, v| {
                    let factors: Vec<_> = o.polys.iter().map(|p| (p, 1)).collect();
                    Ok(c.product(&factors, v.poly()?)?)
                },
            )
        },
    )
};

/// The part of ∏ operands that the call asks for, by a balanced tree; only the last product is cut to a middle part.
fn product<R: Convolve>(o: &Operands<R>, call: &VerbCall) -> Result<Value<R>, Failure> {
    let inner = match &call.part {
        Part::Middle(w) => Part::Low(w.end),
        part => part.clone(),
    };
    // operands are long: none is copied
    fn tree<'p, R: Convolve>(p: &'p [Poly<R>], inner: &Part, last: &Part) -> polymod::Result<Cow<'p, Poly<R>>> {
        match p {
            [one] => Ok(Cow::Borrowed(one)),
            _ => {
                let (left, right) = p.split_at(p.len() / 2);
                let (x, y) = (tree(left, inner, inner)?, tree(right, inner, inner)?);
                x.mul_part(&y, last, None).map(Cow::Owned)
            }
        }
    }
    if let count @ 3.. = o.polys.len() {
        let task = || format!("product of {count} polynomials over {}", o.ring.name());
        o.ring.engine().enter(|cx| cx.begins(|| Decision::only(task(), "balanced")))?;
    }
    Ok(tree(&o.polys, &inner, &call.part)?.into_owned().into())
}

/// Number of coefficients of operands that no product is planned for.
const LONGEST: usize = 1 << 40;

/// Least working memory of the last products of a power, by the algorithms that are fast enough.
fn last_products<R: Convolve>(o: &Operands<R>) -> f64 {
    let degree = o.polys[0].degree().unwrap_or(0);
    let exponent = o.integers[0].as_abs().to_usize().unwrap_or(usize::MAX);
    let half = degree.saturating_mul(exponent / 2);
    if half >= LONGEST {
        // the result alone is refused
        return 0.0;
    }
    let square = product_memory(&o.ring, half + 1, half + 1);
    if exponent.is_multiple_of(2) { square } else { square.max(product_memory(&o.ring, 2 * half + 1, degree + 1)) }
}
