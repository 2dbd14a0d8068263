//! The verbs of Euclid's algorithm: common divisors, resultants, fractions, contents.

use super::{A, B, Kind, Method, Operands, Rings, Takes, Value, Verb, elimination::of_sparse, memory::size};
use crate::{Failure, args::VerbCall, results::Shape};
use polymod::{
    Error,
    matrix::{Matrix, PolyMatrix},
    memory::{Sizes, Task, chain_bytes},
    multimodular::{self, IntegerBezout},
    poly::{Bezout, Poly, Remainders},
    ring::{AnyRing, Convolve, FiniteField},
};

/// The greatest common divisor.
pub static GCD: Verb = Verb {
    about: "The greatest common divisor of A and B: monic; over z with its content, and a positive leading coefficient",
    operands: &[A, B],
    examples: &["polymod gcd a.json b.json --ring zn:97", "polymod gcd a.json b.json --probabilistic"],
    ..Verb::of_both(
        "gcd",
        Method {
            memory: |o, s| s.working(&Task::Gcd(size(&o.polys[0]), size(&o.polys[1]))),
            ..Method::new(
                |o, _| Ok(o.polys[0].gcd(&o.polys[1])?.into()),
                |c, o, _, v| Ok(c.common_divisor(&o.polys[0], &o.polys[1], v.poly()?)?),
            )
        },
        Method {
            memory: |o, s| s.working(&Task::Gcd(size(&o.polys[0]), size(&o.polys[1]))),
            resumes: true,
            ..Method::over_z(
                |o, call| Ok(multimodular::gcd(&o.polys[0], &o.polys[1], &call.modular)?.value.into()),
                |c, o, _, v| Ok(c.integer_divisor(&o.polys[0], &o.polys[1], v.poly()?)?),
            )
        },
    )
};

/// The greatest common divisor and its cofactors.
pub static XGCD: Verb = Verb {
    about: "G, S and T with S*A + T*B = G, G the greatest common divisor, S of lower degree than B/G; over z G, S, T and \
            an integer D > 0 with S*A + T*B = D*G, nothing common to S, T and D",
    operands: &[A, B],
    examples: &["polymod xgcd a.json b.json --ring zn:2^61-1 --verify -o g.json -o s.json -o t.json"],
    ..Verb::of_both(
        "xgcd",
        Method {
            results: &[Shape::Poly; 3],
            memory: |o, s| s.working(&Task::Xgcd(size(&o.polys[0]), size(&o.polys[1]))),
            ..Method::new(
                |o, _| {
                    let Bezout { g, s, t } = o.polys[0].xgcd(&o.polys[1])?;
                    Ok([g, s, t].into())
                },
                |c, o, _, v| {
                    let [g, s, t] = v.polys()?;
                    Ok(c.bezout(&o.polys[0], &o.polys[1], g, s, t)?)
                },
            )
        },
        Method {
            results: &[Shape::Poly, Shape::Poly, Shape::Poly, Shape::Scalar],
            memory: |o, s| s.working(&Task::Xgcd(size(&o.polys[0]), size(&o.polys[1]))),
            resumes: true,
            ..Method::over_z(
                |o, call| {
                    let IntegerBezout { g, s, t, d } =
                        multimodular::xgcd(&o.polys[0], &o.polys[1], &call.modular)?.value;
                    Ok(Value::Several(vec![g.into(), s.into(), t.into(), Value::Scalar(d)]))
                },
                |c, o, _, v| {
                    let [g, s, t, d] = v.these()?;
                    let polys = [g.poly()?, s.poly()?, t.poly()?];
                    Ok(c.integer_bezout(&o.polys[0], &o.polys[1], polys, d.scalar()?)?)
                },
            )
        },
    )
};

/// The matrix of a half-GCD.
pub static HALF_GCD: Verb = Verb {
    about: "The matrix M, C and D with M*(A, B) = (C, D), C and D consecutive remainders of Euclid's algorithm on A and a B of lower degree, monic, with deg C >= N > deg D, N half of deg A or --degree N",
    operands: &[A, B],
    takes: &[Takes::Stop],
    examples: &[
        "polymod half-gcd a.json b.json --ring zn:2^61-1 --verify",
        "polymod half-gcd '=x^4 + 3*x + 1' '=x^3 + 2' --degree 1 --ring zn:97 --format human",
    ],
    rings: Rings::Residues,
    ..Verb::new(
        "half-gcd",
        Method {
            results: &[Shape::Matrix, Shape::Poly, Shape::Poly],
            memory: |o, s| s.working(&Task::Xgcd(size(&o.polys[0]), size(&o.polys[1]))),
            ..Method::new(
                |o, call| {
                    let Remainders { matrix: [[l, m], [p, q]], remainders: [c, d] } =
                        o.polys[0].half_gcd_until(&o.polys[1], stop(o, call))?;
                    let matrix = PolyMatrix::new(&o.ring, 2, 2, vec![l, m, p, q])?;
                    Ok(Value::Several(vec![matrix.into(), c.into(), d.into()]))
                },
                |c, o, call, v| {
                    let [matrix, above, below] = v.these()?;
                    let [l, m, p, q] = matrix.poly_matrix()?.entries() else { return Err(super::unexpected()) };
                    let found = Remainders {
                        matrix: [[l, m], [p, q]].map(|row| row.map(Clone::clone)),
                        remainders: [above.poly()?.clone(), below.poly()?.clone()],
                    };
                    Ok(c.half_gcd(&o.polys[0], &o.polys[1], stop(o, call), &found)?)
                },
            )
        },
    )
};

/// The degree between the remainders: half of that of the first operand, unless another is given.
fn stop<R: Convolve>(o: &Operands<R>, call: &VerbCall) -> usize {
    call.degree.unwrap_or(o.polys[0].len().saturating_sub(1).div_ceil(2))
}

/// The resultant.
pub static RESULTANT: Verb = Verb {
    about: "The resultant of A and B: Sylvester's determinant",
    operands: &[A, B],
    examples: &["polymod resultant '=x^2 - 2' '=x^3 + x + 1' --ring zn:97"],
    ..Verb::of_both(
        "resultant",
        Method {
            results: &[Shape::Scalar],
            memory: |_, s| s.working(&Task::Resultant),
            ..Method::new(
                |o, _| Ok(Value::Scalar(o.polys[0].resultant(&o.polys[1])?)),
                |c, o, _, v| Ok(c.resultant(&o.polys[0], &o.polys[1], v.scalar()?)?),
            )
        },
        Method {
            results: &[Shape::Scalar],
            memory: |_, s| s.working(&Task::Resultant),
            resumes: true,
            ..Method::over_z(
                |o, call| Ok(Value::Scalar(multimodular::resultant(&o.polys[0], &o.polys[1], &call.modular)?.value)),
                |c, o, _, v| Ok(c.integer_resultant(&o.polys[0], &o.polys[1], v.scalar()?)?),
            )
        },
    )
};

/// The discriminant.
pub static DISCRIMINANT: Verb = Verb {
    about: "The discriminant of A",
    operands: &[A],
    examples: &["polymod discriminant '=x^3 - x + 1' --ring zn:97"],
    ..Verb::of_both(
        "discriminant",
        Method {
            results: &[Shape::Scalar],
            memory: |_, s| s.working(&Task::Discriminant),
            ..Method::new(
                |o, _| Ok(Value::Scalar(o.polys[0].discriminant()?)),
                |c, o, _, v| Ok(c.discriminant(&o.polys[0], v.scalar()?)?),
            )
        },
        Method {
            results: &[Shape::Scalar],
            memory: |_, s| s.working(&Task::Discriminant),
            resumes: true,
            ..Method::over_z(
                |o, call| Ok(Value::Scalar(multimodular::discriminant(&o.polys[0], &call.modular)?.value)),
                |c, o, _, v| Ok(c.integer_discriminant(&o.polys[0], v.scalar()?)?),
            )
        },
    )
};

/// The chain of subresultants.
pub static SUBRESULTANTS: Verb = Verb {
    about: "The chain S_0, S_1, … of min(deg A, deg B) polynomial subresultants, one a line: determinants of parts of \
            Sylvester's matrix, S_j of degree j at most, 0 included; S_0 is the resultant",
    operands: &[A, B],
    examples: &[
        "polymod subresultants '=x^3 + x + 1' '=3*x^2 + 1' --format human",
        "polymod subresultants a.json b.json --ring zn:2^61-1 -o chain.txt",
    ],
    ..Verb::new(
        "subresultants",
        Method {
            many: true,
            bytes: |o, _| chain_bytes(&o.polys[0], &o.polys[1]),
            memory: |_, s| s.working(&Task::Subresultants),
            ..Method::new(
                |o, _| {
                    let chain = o.polys[0].subresultants(&o.polys[1])?;
                    Ok(Value::Several(chain.into_iter().map(Value::from).collect()))
                },
                |c, o, _, v| {
                    let chain: Vec<_> = v.several()?.iter().map(Value::poly).collect::<Result<_, _>>()?;
                    Ok(c.subresultants(&o.polys[0], &o.polys[1], &chain)?)
                },
            )
        },
    )
};

/// The inverse modulo a polynomial.
pub static INV_MOD: Verb = Verb {
    about: "The inverse of A modulo the polynomial M, over zn:N for every N; exit code 1 and the common factor where there is none",
    operands: &[A, ("M", Kind::Poly)],
    examples: &[
        "polymod inv-mod '=x + 1' '=x^2 + 1' --ring zn:97",
        "polymod inv-mod '=3*x^4 + 10*x^3 + 7*x^2 - 1' '=x^5 - 1' --mod 16",
    ],
    rings: Rings::Residues,
    ..Verb::new(
        "inv-mod",
        Method {
            memory: |o, s| s.working(&Task::InverseModulo) + of_residues(o),
            ..Method::new(
                |o, _| Ok(o.polys[0].inv_mod(&o.polys[1])?.into()),
                |c, o, _, v| Ok(c.inverse_modulo(&o.polys[0], &o.polys[1], v.poly()?)?),
            )
        },
    )
};

/// Memory of the coefficients of both operands, an inverse and their copies as integers, each in memory of its own, modulo composite integers.
fn of_residues(o: &Operands<AnyRing>) -> f64 {
    const COPIES: f64 = 6.0;
    const BYTES: f64 = 48.0;
    let coefficients = COPIES * o.polys[1].len() as f64;
    match o.ring.cardinality() {
        Err(Error::Composite { .. }) => BYTES * coefficients + o.polys[1].coeffs().bytes_for(coefficients),
        _ => 0.0,
    }
}

/// A fraction modulo a polynomial.
pub static RATIONAL: Verb = Verb {
    about: "P and Q with A = P/Q modulo M, Q monic, deg P ≤ N, deg Q < deg M - N; exit code 1 where there are none",
    operands: &[A, ("M", Kind::Poly)],
    takes: &[Takes::Fraction],
    examples: &["polymod rational a.json '=x^100' --ring zn:2^61-1 --degree 40"],
    rings: Rings::Residues,
    ..Verb::new(
        "rational",
        Method {
            results: &[Shape::Poly; 2],
            memory: |_, s| s.working(&Task::InverseModulo),
            ..Method::new(
                |o, call| {
                    let (p, q) = o.polys[0].rational(&o.polys[1], numerator_degree(o, call))?;
                    Ok([p, q].into())
                },
                |c, o, call, v| {
                    let [p, q] = v.polys()?;
                    Ok(c.fraction(&o.polys[0], &o.polys[1], numerator_degree(o, call), p, q)?)
                },
            )
        },
    )
};

/// The minimal polynomial of a sequence or a matrix.
pub static MINPOLY: Verb = Verb {
    about: "The monic minimal polynomial of the shortest linear recurrence of a sequence, or of a square matrix; over z of a matrix",
    operands: &[("S", Kind::Table)],
    takes: &[Takes::Sparse],
    examples: &["polymod minpoly '=[0,1,1,2,3,5,8,13]' --ring zn:97", "polymod minpoly '=[[1,1],[0,1]]' --ring zn:97"],
    ..Verb::of_both(
        "minpoly",
        Method {
            memory: minpoly_memory,
            ..Method::new(
                |o, _| match (&o.matrices[..], &o.sparse[..]) {
                    ([a], _) => Ok(a.minpoly()?.into()),
                    (_, [a]) => Ok(a.minpoly()?.into()),
                    _ => Ok(Poly::minpoly(&o.ring, o.arrays[0].view())?.into()),
                },
                |c, o, _, v| match (&o.matrices[..], &o.sparse[..]) {
                    ([a], _) => Ok(c.minimal(a, v.poly()?)?),
                    (_, [a]) => Ok(c.sparse_minimal(a, v.poly()?)?),
                    _ => Ok(c.recurrence(o.arrays[0].view(), v.poly()?)?),
                },
            )
        },
        Method {
            memory: minpoly_memory,
            resumes: true,
            ..Method::over_z(
                |o, call| match (&o.matrices[..], &o.sparse[..]) {
                    ([a], _) => Ok(multimodular::minpoly(a, &call.modular)?.value.into()),
                    (_, [a]) => Ok(multimodular::sparse_minpoly(a, &call.modular)?.value.into()),
                    _ => Ok(multimodular::minpoly(&of_nothing(o)?, &call.modular)?.value.into()),
                },
                |c, o, _, v| match (&o.matrices[..], &o.sparse[..]) {
                    ([a], _) => Ok(c.minimal(a, v.poly()?)?),
                    (_, [a]) => Ok(c.sparse_minimal(a, v.poly()?)?),
                    _ => Ok(c.minimal(&of_nothing(o)?, v.poly()?)?),
                },
            )
        },
    )
};

/// The matrix without rows and columns, if the array is empty: as a matrix and as a sequence it has the minimal polynomial 1.
fn of_nothing<R: Convolve>(o: &Operands<R>) -> Result<Matrix<R>, Failure> {
    match o.arrays[0].is_empty() {
        true => Ok(Matrix::zero(&o.ring, 0, 0)?),
        false => Err(Error::Unsupported { operation: "minpoly of a sequence".into(), ring: "z".into() }.into()),
    }
}

/// Memory of a minimal polynomial.
fn minpoly_memory<R: Convolve>(o: &Operands<R>, s: &Sizes) -> f64 {
    match (&o.sparse[..], &o.matrices[..]) {
        ([a], _) => of_sparse(a),
        (_, [_]) => s.working(&Task::Minpoly),
        _ => s.working(&Task::Recurrence),
    }
}

/// The greatest common divisor of the coefficients.
pub static CONTENT: Verb = Verb {
    about: "The greatest common divisor of A's coefficients, over z",
    operands: &[A],
    examples: &["polymod content '=6*x^2 - 4'"],
    over_z: Some(Method {
        results: &[Shape::Scalar],
        memory: |_, _| 0.0,
        direct: true,
        ..Method::over_z(
            |o, _| Ok(Value::Scalar(multimodular::content(&o.polys[0]))),
            |c, o, _, v| Ok(c.integer_content(&o.polys[0], v.scalar()?)?),
        )
    }),
    ..Verb::empty("content")
};

/// The primitive part.
pub static PRIMITIVE: Verb = Verb {
    about: "A over its content, with a positive leading coefficient, over z",
    operands: &[A],
    examples: &["polymod primitive a.json"],
    over_z: Some(Method {
        // one integer after the other
        memory: |o, s| s.held + 56.0 * o.polys[0].len() as f64,
        direct: true,
        ..Method::over_z(
            |o, _| Ok(multimodular::primitive_part(&o.polys[0]).into()),
            |c, o, _, v| Ok(c.integer_primitive_part(&o.polys[0], v.poly()?)?),
        )
    }),
    ..Verb::empty("primitive")
};

/// The highest degree of the numerator: half of the modulus's if none is given.
fn numerator_degree<R: Convolve>(o: &Operands<R>, call: &VerbCall) -> usize {
    call.degree.unwrap_or(o.polys[1].len().saturating_sub(1) / 2)
}
