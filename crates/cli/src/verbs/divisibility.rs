//! The verbs of divisibility and of remainders by many moduli.

use super::{A, B, Kind, Method, Operands, Rings, Run, Value, Verb};
use crate::{Failure, results::Shape};
use polymod::{
    memory::Task,
    poly::{ModuliTree, PartialFractions, Poly},
    ring::Convolve,
    verify::Unverified,
};

/// The least common multiple.
pub static LCM: Verb = Verb {
    about: "The least common multiple of A and B, monic; over z contents included, its leading coefficient positive",
    operands: &[A, B],
    examples: &["polymod lcm '=x^2 - 1' '=x^2 + x' --ring zn:97"],
    ..Verb::of_both(
        "lcm",
        Method {
            memory: |_, s| s.working(&Task::Division) + s.held,
            ..Method::new(
                |o, _| Ok(o.polys[0].lcm(&o.polys[1])?.into()),
                |c, o, _, v| Ok(c.common_multiple(&o.polys[0], &o.polys[1], v.poly()?)?),
            )
        },
        Method {
            memory: |_, s| s.working(&Task::Division) + 2.0 * s.all,
            ..Method::over_z(
                |o, _| Ok(o.polys[0].lcm(&o.polys[1])?.into()),
                |c, o, _, v| Ok(c.integer_multiple(&o.polys[0], &o.polys[1], v.poly()?)?),
            )
        },
    )
};

/// Whether one divides the other.
pub static DIVIDES: Verb = Verb {
    about: "Whether A divides B: true or false, and if true the quotient of B by A",
    operands: &[A, B],
    examples: &["polymod divides '=x - 1' '=x^5 - 1'", "polymod divides a.json b.json --ring zn:97"],
    ..Verb::of_both(
        "divides",
        DIVISION,
        Method { run: Run::OverZ(|o, _| Ok(quotient(o.polys[0].divides(&o.polys[1])?))), ..DIVISION },
    )
};

/// The method of [`DIVIDES`] over rings of residues, and over Z but for the type.
const DIVISION: Method = Method {
    results: &[Shape::Truth, Shape::Poly],
    memory: |_, s| s.working(&Task::Division),
    many: true,
    ..Method::new(
        |o, _| Ok(quotient(o.polys[0].divides(&o.polys[1])?)),
        |c, o, _, v| Ok(c.exact_quotient(&o.polys[0], &o.polys[1], quotient_of(v)?)?),
    )
};

/// The results for a quotient, if there is one.
pub(super) fn quotient<R: Convolve>(found: Option<Poly<R>>) -> Value<R> {
    let truth = Value::Truth(found.is_some());
    Value::Several(std::iter::once(truth).chain(found.map(Value::Poly)).collect())
}

/// The quotient of [`quotient`].
fn quotient_of<R: Convolve>(v: &Value<R>) -> Result<Option<&Poly<R>>, Failure> {
    match v.several()?.as_slice() {
        [Value::Truth(true), q] => Ok(Some(q.poly()?)),
        [Value::Truth(false)] => Ok(None),
        // what no computation answers
        _ => Err(Unverified::Wrong("the quotient, or whether there is one,".into()).into()),
    }
}

/// The largest power of a divisor.
pub static REMOVE: Verb = Verb {
    about: "The largest E for which B to the power of E divides A, and the quotient",
    operands: &[A, B],
    examples: &["polymod remove '=x^5 - x^3' '=x'", "polymod remove a.json '=x + 2' --ring zn:97"],
    ..Verb::of_both(
        "remove",
        REMOVAL,
        Method { run: Run::OverZ(|o, _| Ok(removed(o.polys[0].remove(&o.polys[1])?))), ..REMOVAL },
    )
};

/// The method of [`REMOVE`] over rings of residues, and over Z but for the type.
const REMOVAL: Method = Method {
    results: &[Shape::Number, Shape::Poly],
    memory: |_, s| s.working(&Task::Division) + s.held,
    ..Method::new(
        |o, _| Ok(removed(o.polys[0].remove(&o.polys[1])?)),
        |c, o, _, v| {
            let [e, q] = v.these()?;
            Ok(c.removal(&o.polys[0], &o.polys[1], exponent(e)?, q.poly()?)?)
        },
    )
};

pub(super) fn removed<R: Convolve>((exponent, rest): (u64, Poly<R>)) -> Value<R> {
    Value::Several(vec![Value::Integer(exponent.into()), Value::Poly(rest)])
}

fn exponent<R: Convolve>(v: &Value<R>) -> Result<u64, Failure> {
    v.integer()?.to_u64().ok_or_else(|| Unverified::Wrong("the exponent".into()).into())
}

const MODULI: (&str, Kind) = ("MODULI", Kind::Polys);

/// The remainders by many moduli.
pub static MOD_EACH: Verb = Verb {
    about: "The remainders of A by an array of moduli",
    operands: &[A, MODULI],
    examples: &["polymod mod-each '=x^9 + 1' '=[[0,1],[1,0,1]]' --ring zn:97"],
    ..Verb::of_both(
        "mod-each",
        Method {
            results: &[Shape::Polys],
            memory: |_, s| 2.0 * s.working(&Task::Division) + 64.0 * s.held,
            ..Method::new(
                |o, _| {
                    let [a, moduli @ ..] = &o.polys[..] else { return Err(super::unexpected()) };
                    Ok(Value::Polys(if moduli.is_empty() {
                        Vec::new()
                    } else {
                        ModuliTree::new(moduli)?.remainders(a)?
                    }))
                },
                |c, o, _, v| Ok(c.remainders(&o.polys[0], &o.polys[1..], v.all_polys()?)?),
            )
        },
        Method {
            results: &[Shape::Polys],
            memory: |_, s| s.working(&Task::Division) + s.all,
            ..Method::new(
                |o, _| {
                    let [a, moduli @ ..] = &o.polys[..] else { return Err(super::unexpected()) };
                    Ok(Value::Polys(moduli.iter().map(|m| a.rem(m)).collect::<Result<_, _>>()?))
                },
                |c, o, _, v| Ok(c.remainders(&o.polys[0], &o.polys[1..], v.all_polys()?)?),
            )
        },
    )
};

/// The Chinese remainder theorem.
pub static CRT: Verb = Verb {
    about: "The polynomial of the lowest degree with these remainders by an array of pairwise coprime moduli",
    operands: &[("RESIDUES", Kind::Polys), MODULI],
    examples: &["polymod crt '=[[3],[5]]' '=[[0,1],[-1,1]]' --ring zn:97"],
    ..Verb {
        rings: Rings::Residues,
        ..Verb::new(
            "crt",
            Method {
                memory: |_, s| 4.0 * s.working(&Task::InverseModulo) + 64.0 * s.held,
                ..Method::new(
                    |o, _| {
                        let (residues, moduli) = halves(o)?;
                        if moduli.is_empty() {
                            return Ok(Poly::zero(&o.ring).into());
                        }
                        Ok(ModuliTree::new(moduli)?.reconstruct(residues)?.into())
                    },
                    |c, o, _, v| {
                        let (residues, moduli) = halves(o)?;
                        Ok(c.reconstruction(residues, moduli, v.poly()?)?)
                    },
                )
            },
        )
    }
};

/// Partial fractions.
pub static PARTIAL_FRACTIONS: Verb = Verb {
    about: "A over the product of FACTORS as a polynomial and an array of numerators: the j-th occurrence of a factor F is the denominator F^j, different FACTORS are coprime",
    operands: &[A, ("FACTORS", Kind::Polys)],
    examples: &["polymod partial-fractions '=1' '=[[0,1],[-1,1],[-1,1]]' --ring zn:97"],
    rings: Rings::Residues,
    ..Verb::new(
        "partial-fractions",
        Method {
            results: &[Shape::Poly, Shape::Polys],
            memory: |_, s| 4.0 * s.working(&Task::InverseModulo) + 64.0 * s.held,
            ..Method::new(
                |o, _| {
                    let (factors, places) = powers(&o.polys[1..]);
                    let PartialFractions { polynomial, numerators } = o.polys[0].partial_fractions(&factors)?;
                    let numerators = places.into_iter().map(|(i, j)| numerators[i][j].clone()).collect();
                    Ok(Value::Several(vec![polynomial.into(), Value::Polys(numerators)]))
                },
                |c, o, _, v| {
                    let [polynomial, listed] = v.these()?;
                    let ((factors, places), listed) = (powers(&o.polys[1..]), listed.all_polys()?);
                    if listed.len() != places.len() {
                        return Err(Unverified::Wrong("the number of fractions".into()).into());
                    }
                    let mut numerators: Vec<Vec<_>> = vec![Vec::new(); factors.len()];
                    // powers of a factor are listed in ascending order
                    places.into_iter().zip(listed).for_each(|((i, _), p)| numerators[i].push(p.clone()));
                    let parts = PartialFractions { polynomial: polynomial.poly()?.clone(), numerators };
                    Ok(c.partial_fractions(&o.polys[0], &factors, &parts)?)
                },
            )
        },
    )
};

/// Factors with their multiplicities.
type Powers<R> = Vec<(Poly<R>, u64)>;

/// The distinct factors with the numbers of their occurrences; for each factor of the list its index among them and the number of earlier
/// occurrences.
fn powers<R: Convolve>(list: &[Poly<R>]) -> (Powers<R>, Vec<(usize, usize)>) {
    let mut factors: Powers<R> = Vec::new();
    let place = |f: &Poly<R>| {
        let i = factors.iter().position(|(g, _)| g == f).unwrap_or_else(|| {
            factors.push((f.clone(), 0));
            factors.len() - 1
        });
        factors[i].1 += 1;
        (i, factors[i].1 as usize - 1)
    };
    let places = list.iter().map(place).collect();
    (factors, places)
}

pub(super) type Halves<'a, R> = (&'a [Poly<R>], &'a [Poly<R>]);

/// The remainders and the moduli: two arrays of the same length.
pub(super) fn halves<R: Convolve>(o: &Operands<R>) -> Result<Halves<'_, R>, Failure> {
    let count = o.counts.first().copied().unwrap_or(0);
    let (residues, moduli) = o.polys.split_at(count.min(o.polys.len()));
    if residues.len() == moduli.len() {
        return Ok((residues, moduli));
    }
    Err(Failure::Usage(format!("crt takes as many residues as moduli, not {} and {}", residues.len(), moduli.len())))
}
