//! The verbs of values at points, and of interpolation.

use super::{A, Kind, Method, Operands, POINTS, Rings, Takes, Value, Verb, unexpected};
use crate::{Failure, args::VerbCall, results::Shape};
use polymod::{
    memory::{self, Sizes, Task, coefficient_bytes, log2_norm},
    poly::{Geometric, Points, Poly},
    ring::{Coeffs, Convolve, Ring, Size, View},
};

/// The value at a point.
pub static EVAL: Verb = Verb {
    about: "A at the point X",
    operands: &[A, ("X", Kind::Scalar)],
    examples: &["polymod eval a.json -5", "polymod eval '=x^2 + 1' 3 --ring zn:7"],
    ..Verb::new(
        "eval",
        Method {
            results: &[Shape::Scalar],
            bytes: |o, _| {
                let a = &o.polys[0];
                let x = Poly::new(a.ring(), [o.scalars[0].clone()]);
                coefficient_bytes(a, || log2_norm(a) + log2_norm(&x) * a.len() as f64)
            },
            memory: |_, _| 0.0,
            direct: true,
            ..Method::new(
                |o, _| Ok(Value::Scalar(o.polys[0].eval(&o.scalars[0]))),
                |c, o, _, v| Ok(c.value(&o.polys[0], &o.scalars[0], v.scalar()?)?),
            )
        },
    )
};

/// The values at many points.
pub static MULTIEVAL: Verb = Verb {
    about: "The values of A at all points, in their order; a point may be repeated",
    operands: &[A, POINTS],
    takes: &[Takes::Points],
    examples: &[
        "polymod multieval a.json points.json --ring zn:2^61-1 --verify",
        "polymod multieval '=x^2 + 1' '=[1,2,3]'",
        "polymod multieval a.json --geometric 1,3 --length 1000 --ring zn:998244353",
    ],
    ..Verb::new(
        "multieval",
        Method {
            results: &[Shape::Array],
            bytes: |o, _| values_bytes(o),
            memory: |o, s| tree_memory(o, s, &Task::Values(number(o))),
            ..Method::new(values, |c, o, _, v| {
                Ok(c.values(&o.polys[0], points(o).view(), progression(o), v.entries()?.view())?)
            })
        },
    )
};

/// The polynomial of least degree with given values.
pub static INTERPOLATE: Verb = Verb {
    about: "The polynomial of least degree with these values at these points, no two of which are equal",
    operands: &[POINTS, ("VALUES", Kind::Vector)],
    takes: &[Takes::Points],
    examples: &[
        "polymod interpolate points.json values.json --ring zn:2^61-1 --verify",
        "polymod interpolate '=[1,2,3]' '=[1,4,9]' --format human",
        "polymod interpolate values.json --geometric 1,3 --length 1000 --ring zn:998244353",
    ],
    ..Verb::new(
        "interpolate",
        Method {
            memory: |o, s| {
                let first = o.arrays.first().map_or(Size { len: 0, bits: 0 }, |v| o.ring.size(v.view()));
                tree_memory(o, s, &Task::Interpolation(first.len, first.bits))
            },
            ..Method::new(interpolated, |c, o, _, v| {
                let values = o.arrays.last().ok_or_else(unexpected)?;
                Ok(c.values(v.poly()?, points(o).view(), progression(o), values.view())?)
            })
        },
    )
};

/// The polynomial with given values and derivatives.
pub static INTERPOLATE_HERMITE: Verb = Verb {
    about: "The polynomial of least degree with DERIVATIVES[i][j] as its j-th derivative at POINTS[i], the 0-th being the value; as many arrays as points, of any lengths",
    operands: &[POINTS, ("DERIVATIVES", Kind::Arrays)],
    examples: &["polymod interpolate-hermite '=[0,1]' '=[[1,0],[0,0]]' --ring zn:97 --format human"],
    rings: Rings::Residues,
    ..Verb::new(
        "interpolate-hermite",
        Method {
            memory: |_, s| 4.0 * s.working(&Task::InverseModulo) + 64.0 * s.held,
            ..Method::new(
                |o, _| {
                    let (points, derivatives) = conditions(o)?;
                    Ok(Poly::interpolate_hermite(&o.ring, points, &derivatives)?.into())
                },
                |c, o, _, v| {
                    let (points, derivatives) = conditions(o)?;
                    Ok(c.hermite_interpolation(v.poly()?, points, &derivatives)?)
                },
            )
        },
    )
};

/// The points, and for each its values and derivatives.
type Conditions<'a, R> = (View<'a, R>, Vec<View<'a, R>>);

fn conditions<R: Convolve>(o: &Operands<R>) -> Result<Conditions<'_, R>, Failure> {
    let [points, derivatives @ ..] = &o.arrays[..] else { return Err(unexpected()) };
    if derivatives.len() != points.len() {
        let (points, given) = (points.len(), derivatives.len());
        return Err(Failure::Usage(format!(
            "there are {points} points, but {given} arrays of derivatives: expected as many"
        )));
    }
    Ok((points.view(), derivatives.iter().map(Coeffs::view).collect()))
}

/// Memory of trees of products over the points; of middle products and the powers of the ratio for a progression.
fn tree_memory<R: Convolve>(o: &Operands<R>, s: &Sizes, task: &Task) -> f64 {
    s.working(if o.progression.is_some() && !s.grows { &Task::Progression } else { task })
}

/// The number of points.
fn number<R: Convolve>(o: &Operands<R>) -> usize {
    o.progression.as_ref().map_or_else(|| o.arrays[0].len(), |p| p.2)
}

/// The points, as an array.
fn points<R: Convolve>(o: &Operands<R>) -> Coeffs<R> {
    match &o.progression {
        Some((first, ratio, len)) => {
            let powers = std::iter::successors(Some(first.clone()), |x| Some(o.ring.mul(x, ratio)));
            o.ring.collect(&powers.take(*len).collect::<Vec<_>>())
        }
        None => o.arrays[0].clone(),
    }
}

/// The first point and the ratio, if the points are in geometric progression.
fn progression<R: Convolve>(o: &Operands<R>) -> Option<[&R::Elem; 2]> {
    o.progression.as_ref().map(|(first, ratio, _)| [first, ratio])
}

fn values<R: Convolve>(o: &Operands<R>, _: &VerbCall) -> Result<Value<R>, Failure> {
    let a = &o.polys[0];
    Ok(Value::array(match &o.progression {
        Some((first, ratio, len)) => Geometric::new(&o.ring, first, ratio, *len)?.eval(a)?,
        None => Points::new(&o.ring, o.arrays[0].view())?.eval(a)?,
    }))
}

fn interpolated<R: Convolve>(o: &Operands<R>, _: &VerbCall) -> Result<Value<R>, Failure> {
    let values = o.arrays.last().ok_or_else(unexpected)?;
    if values.len() != number(o) {
        let (points, values) = (number(o), values.len());
        return Err(Failure::Usage(format!("there are {points} points, but {values} values: expected as many")));
    }
    Ok(match &o.progression {
        Some((first, ratio, len)) => Geometric::new(&o.ring, first, ratio, *len)?.interpolate(values.view())?,
        None => Poly::interpolate(&o.ring, o.arrays[0].view(), values.view())?,
    }
    .into())
}

/// Bytes of the values, which over Z are long: at most |A|·max(|x|, 1)^degree.
fn values_bytes<R: Convolve>(o: &Operands<R>) -> f64 {
    let n = number(o);
    let log2 = |x: &R::Elem| log2_norm(&Poly::new(&o.ring, [x.clone()]));
    let bits = match &o.progression {
        Some((first, ratio, _)) => log2(first) + log2(ratio) * n as f64,
        None => f64::from(o.ring.size(o.arrays[0].view()).bits),
    };
    memory::values_bytes(&o.polys[0], n, bits)
}
