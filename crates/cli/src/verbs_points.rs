//! The verbs of evaluation at many points, interpolation, and products of many polynomials.

use super::{
    Failure,
    args::VerbCall,
    verbs::{Operands, Value, Verb, coefficient_bytes, log2_norm, poly, product_bytes, row, small, unexpected},
};
use polymod::{
    poly::{Geometric, Part, Points, Poly},
    ring::{Coeffs, Convolve},
};

/// Verbs of values at points, interpolation, and products of arrays.
pub fn points_verbs<R: Convolve>() -> Vec<Verb<R>> {
    vec![
        row("multieval", values, values_bytes, |c, o, _, v| {
            let Value::Array { entries, .. } = v else { return Err(unexpected()) };
            c.values(&o.polys[0], points(o).view(), progression(o), entries.view())
        }),
        row("interpolate", interpolated, small, |c, o, _, v| {
            let values = o.arrays.last().ok_or_else(unexpected)?;
            c.values(poly(v)?, points(o).view(), progression(o), values.view())
        }),
        row(
            "prod",
            |o, _| Ok(Poly::product(&o.ring, &o.polys)?.into()),
            |o, _| if o.polys.is_empty() { 0.0 } else { product_bytes(&o.polys, &Part::All) },
            |c, o, _, v| {
                let factors: Vec<_> = o.polys.iter().map(|p| (p, 1)).collect();
                c.product(&factors, poly(v)?)
            },
        ),
    ]
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
    let entries = match &o.progression {
        Some((first, ratio, len)) => Geometric::new(&o.ring, first, ratio, *len)?.eval(a)?,
        None => Points::new(&o.ring, o.arrays[0].view())?.eval(a)?,
    };
    Ok(Value::Array { entries, coefficients: false })
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
fn values_bytes<R: Convolve>(o: &Operands<R>, _: &VerbCall) -> f64 {
    let (a, n) = (&o.polys[0], number(o));
    let log2 = |v: Coeffs<R>| log2_norm(&Poly::from_coeffs(&o.ring, v));
    let degree = a.len().saturating_sub(1) as f64;
    n as f64
        * coefficient_bytes(a, || match &o.progression {
            Some((first, ratio, _)) => {
                let [first, ratio] = [first, ratio].map(|x| log2(o.ring.collect(std::slice::from_ref(x))));
                log2_norm(a) + (first + ratio * n as f64) * degree
            }
            None => log2_norm(a) + f64::from(o.ring.size(o.arrays[0].view()).bits) * degree,
        })
}
