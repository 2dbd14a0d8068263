//! Implementations of the verbs: tables of functions, instantiated for each ring by generic code.

use super::{
    Failure,
    args::VerbCall,
    verbs_compose::composition_verbs,
    verbs_division::{division_verbs, series_verbs},
    verbs_euclid::{chain_verbs, euclid_verbs},
    verbs_factor::factor_verbs,
    verbs_matrix::{elimination_verbs, matrix_verbs},
    verbs_points::points_verbs,
    verbs_poly_matrix::basis_verbs,
    verify::{Checker, Proof},
};
use polymod::{
    Error,
    matrix::{Dense, PolyMat},
    monitor::Decision,
    poly::{Dft, Part, Poly},
    ring::{Coeffs, Convolve, FiniteField},
};
use rug::Integer;
use std::borrow::Cow;

/// The operands of a call, each kind in the order of the signature.
pub struct Operands<R: Convolve> {
    /// Their ring.
    pub ring: R,
    /// Polynomials.
    pub polys: Vec<Poly<R>>,
    /// Coefficients or values, as they were given.
    pub arrays: Vec<Coeffs<R>>,
    /// Matrices.
    pub matrices: Vec<Dense<R>>,
    /// Matrices of polynomials.
    pub poly_matrices: Vec<PolyMat<R>>,
    /// Elements of the ring.
    pub scalars: Vec<R::Elem>,
    /// Integers: exponents, lengths.
    pub integers: Vec<Integer>,
    /// The root of unity that was given.
    pub root: Option<R::Elem>,
    /// First point, ratio and number of points in geometric progression.
    pub progression: Option<(R::Elem, R::Elem, usize)>,
}

/// One result.
pub enum Value<R: Convolve> {
    /// A polynomial.
    Poly(Poly<R>),
    /// An element of the ring.
    Scalar(R::Elem),
    /// A matrix.
    Matrix(Dense<R>),
    /// A matrix of polynomials.
    PolyMatrix(PolyMat<R>),
    /// A number, in any ring.
    Number(usize),
    /// An array, including zeros at its end.
    Array {
        /// Its entries.
        entries: Coeffs<R>,
        /// Whether they are coefficients, so that `--order` applies.
        coefficients: bool,
    },
    /// Results, in the order of the help.
    Several(Vec<Value<R>>),
    /// True or false.
    Truth(bool),
    /// Polynomials with their multiplicities.
    Factors(Vec<(Poly<R>, u64)>),
}

impl<R: Convolve> From<Poly<R>> for Value<R> {
    fn from(p: Poly<R>) -> Self {
        Value::Poly(p)
    }
}

impl<R: Convolve> From<Dense<R>> for Value<R> {
    fn from(m: Dense<R>) -> Self {
        Value::Matrix(m)
    }
}

impl<R: Convolve> From<PolyMat<R>> for Value<R> {
    fn from(m: PolyMat<R>) -> Self {
        Value::PolyMatrix(m)
    }
}

pub(super) type Run<R> = fn(&Operands<R>, &VerbCall) -> Result<Value<R>, Failure>;
type Bytes<R> = fn(&Operands<R>, &VerbCall) -> f64;
type Check<R> = fn(&mut Checker<'_, R>, &Operands<R>, &VerbCall, &Value<R>) -> Result<Proof, Failure>;

/// A verb over one ring.
pub struct Verb<R: Convolve> {
    /// Name of the verb.
    pub name: &'static str,
    /// The function that computes it.
    pub run: Run<R>,
    /// Bytes of a result that may be much larger than the operands; 0 for other verbs.
    pub bytes: Bytes<R>,
    /// The function that checks a result.
    pub check: Check<R>,
    /// The number of results, if it differs from the signature's.
    pub results: Option<usize>,
    /// Whether it can continue from a checkpoint.
    pub resumes: bool,
    /// Whether it is one pass over the operands, without a choice of algorithms.
    pub direct: bool,
}

impl<R: Convolve> Verb<R> {
    /// The same verb with this number of results.
    pub(super) fn with_results(self, results: usize) -> Self {
        Verb { results: Some(results), ..self }
    }

    /// The same verb, marked as one pass over the operands.
    pub(super) fn directly(self) -> Self {
        Verb { direct: true, ..self }
    }

    /// The same verb, marked as able to continue from checkpoints.
    pub(super) fn resuming(self) -> Self {
        Verb { resumes: true, ..self }
    }
}

/// The verbs of every ring with products.
pub fn ring_verbs<R: Convolve>() -> Vec<Verb<R>> {
    let mut verbs: Vec<_> = linear_verbs().into_iter().chain(calculus_verbs()).map(Verb::directly).collect();
    verbs.extend(product_verbs());
    verbs.extend(points_verbs());
    verbs.extend(division_verbs());
    verbs.extend(series_verbs());
    verbs.extend(composition_verbs());
    verbs.extend(chain_verbs());
    verbs.extend(matrix_verbs());
    verbs
}

/// The verbs of rings with division by leading coefficients.
pub fn field_verbs<R: Convolve>() -> Vec<Verb<R>> {
    let mut verbs = ring_verbs();
    verbs.extend(euclid_verbs());
    verbs.extend(elimination_verbs());
    verbs.extend(basis_verbs());
    verbs
}

/// The verbs of the field of two elements, which has no roots of unity to transform by.
pub fn bit_verbs<R: FiniteField>() -> Vec<Verb<R>> {
    let mut verbs = field_verbs();
    verbs.extend(factor_verbs());
    verbs
}

/// The verbs of Z/N, and of fields with roots of unity.
pub fn residue_verbs<R: FiniteField>() -> Vec<Verb<R>> {
    let mut verbs = field_verbs();
    verbs.extend(factor_verbs());
    verbs.push(row("ntt", transform, transform_bytes, |c, o, call, v| {
        let Value::Array { entries, .. } = v else { return Err(unexpected()) };
        let dft = plan(o, call)?;
        let (values, coefficients) =
            if call.transform.inverse { (&o.arrays[0], entries) } else { (entries, &o.arrays[0]) };
        c.transform(&dft, values.view(), coefficients.view())
    }));
    verbs
}

pub(super) fn row<R: Convolve>(name: &'static str, run: Run<R>, bytes: Bytes<R>, check: Check<R>) -> Verb<R> {
    Verb { name, run, bytes, check, results: None, resumes: false, direct: false }
}

/// Verbs that work coefficient by coefficient.
fn linear_verbs<R: Convolve>() -> Vec<Verb<R>> {
    vec![
        row(
            "add",
            |o, _| Ok(o.polys[0].checked_add(&o.polys[1])?.into()),
            small,
            |c, o, _, v| c.sum(&o.polys[0], &o.polys[1], poly(v)?),
        ),
        row(
            "sub",
            |o, _| Ok(o.polys[0].checked_sub(&o.polys[1])?.into()),
            small,
            |c, o, _, v| c.difference(&o.polys[0], &o.polys[1], poly(v)?),
        ),
        row(
            "neg",
            |o, _| Ok((-&o.polys[0]).into()),
            small,
            |c, o, _, v| c.difference(&Poly::zero(c.ring), &o.polys[0], poly(v)?),
        ),
        row("reverse", |o, _| Ok(o.polys[0].reverse().into()), small, |c, o, _, v| c.reversed(&o.polys[0], poly(v)?)),
    ]
}

/// Verbs of products of polynomials.
fn product_verbs<R: Convolve>() -> Vec<Verb<R>> {
    vec![
        row(
            "mul",
            product,
            |o, call| product_bytes(&o.polys, &call.part),
            |c, o, call, v| {
                let factors: Vec<_> = o.polys.iter().map(|p| (p, 1)).collect();
                c.part(&factors, &call.part, poly(v)?)
            },
        ),
        row(
            "sqr",
            square,
            |o, call| product_bytes(&[&o.polys[0], &o.polys[0]], &call.part),
            |c, o, call, v| c.part(&[(&o.polys[0], 2)], &call.part, poly(v)?),
        ),
        row(
            "pow",
            |o, _| Ok(o.polys[0].pow(&o.integers[0])?.into()),
            |o, _| power_bytes(&o.polys[0], &o.integers[0]),
            |c, o, _, v| c.power(&o.polys[0], &o.integers[0], poly(v)?),
        ),
    ]
}

/// Verbs of values, derivatives and integrals.
fn calculus_verbs<R: Convolve>() -> Vec<Verb<R>> {
    vec![
        row(
            "eval",
            |o, _| Ok(Value::Scalar(o.polys[0].eval(&o.scalars[0]))),
            value_bytes,
            |c, o, _, v| match v {
                Value::Scalar(y) => c.value(&o.polys[0], &o.scalars[0], y),
                _ => Err(unexpected()),
            },
        ),
        row(
            "derivative",
            |o, _| Ok(o.polys[0].derivative().into()),
            small,
            |c, o, _, v| c.derivative(&o.polys[0], poly(v)?),
        ),
        row(
            "integral",
            |o, _| Ok(o.polys[0].integral()?.into()),
            small,
            |c, o, _, v| c.integral(&o.polys[0], poly(v)?),
        ),
    ]
}

pub(super) fn unexpected() -> Failure {
    Failure::Internal("a result of the wrong kind".into())
}

pub(super) fn poly<R: Convolve>(v: &Value<R>) -> Result<&Poly<R>, Failure> {
    match v {
        Value::Poly(p) => Ok(p),
        _ => Err(unexpected()),
    }
}

/// The part of ∏ operands that the call asks for, by a balanced tree; only the last product is cut to a middle part.
fn product<R: Convolve>(o: &Operands<R>, call: &VerbCall) -> Result<Value<R>, Failure> {
    let inner = match &call.part {
        Part::Middle(w) => Part::Low(w.end),
        part => part.clone(),
    };
    // operands are long: none is copied
    fn tree<'p, R: Convolve>(
        p: &'p [Poly<R>],
        call: &VerbCall,
        inner: &Part,
        last: &Part,
    ) -> polymod::Result<Cow<'p, Poly<R>>> {
        match p {
            [one] => Ok(Cow::Borrowed(one)),
            _ => {
                let (left, right) = p.split_at(p.len() / 2);
                let (x, y) = (tree(left, call, inner, inner)?, tree(right, call, inner, inner)?);
                x.mul_part(&y, last, call.algorithm).map(Cow::Owned)
            }
        }
    }
    if let count @ 3.. = o.polys.len() {
        let task = || format!("product of {count} polynomials over {}", o.ring.name());
        o.ring.engine().enter(|cx| cx.begins(|| Decision::only(task(), "balanced")))?;
    }
    Ok(tree(&o.polys, call, &inner, &call.part)?.into_owned().into())
}

fn square<R: Convolve>(o: &Operands<R>, call: &VerbCall) -> Result<Value<R>, Failure> {
    Ok(o.polys[0].mul_part(&o.polys[0], &call.part, call.algorithm)?.into())
}

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
    Ok(match wanted.algorithm {
        Some(algorithm) => dft.by(algorithm)?,
        None => dft,
    })
}

fn transform<R: Convolve>(o: &Operands<R>, call: &VerbCall) -> Result<Value<R>, Failure> {
    let (dft, a, inverse) = (plan(o, call)?, o.arrays[0].view(), call.transform.inverse);
    let entries = if inverse { dft.inverse(a)? } else { dft.forward(a)? };
    Ok(Value::Array { entries, coefficients: inverse })
}

fn transform_bytes<R: Convolve>(o: &Operands<R>, call: &VerbCall) -> f64 {
    let a = o.arrays[0].view();
    a.bytes_for(call.transform.len(a.len()) as f64)
}

pub(super) fn small<R: Convolve>(_: &Operands<R>, _: &VerbCall) -> f64 {
    0.0
}

/// log2 ∑|aᵢ|, the 1-norm, which for a product is at most the sum of those of the factors; 0 for the zero polynomial.
pub(super) fn log2_norm<R: Convolve>(a: &Poly<R>) -> f64 {
    let most = a.coeffs().width();
    let mut sum = 0.0;
    a.ring().each_limbs(a.coeffs(), &mut |_, limbs| {
        let Some((&top, below)) = limbs.split_last() else { return };
        let rounded_up = top as f64 + if below.is_empty() { 0.0 } else { 1.0 };
        sum += rounded_up * (64.0 * (below.len() as f64 - most as f64)).exp2();
    });
    if sum > 0.0 { (64.0 * most as f64 + sum.log2()).max(0.0) } else { 0.0 }
}

pub(super) fn product_bytes<R: Convolve>(factors: &[impl std::borrow::Borrow<Poly<R>>], part: &Part) -> f64 {
    let factors: Vec<&Poly<R>> = factors.iter().map(std::borrow::Borrow::borrow).collect();
    if factors.iter().any(|f| f.is_empty()) {
        return 0.0;
    }
    let full = factors.iter().map(|f| (f.len() - 1) as f64).sum::<f64>() + 1.0;
    let len = match part {
        Part::All => full,
        Part::Low(n) | Part::Cyclic(n) | Part::Negacyclic(n) => full.min(*n as f64),
        Part::Middle(w) => full.min(w.len() as f64),
    };
    len * coefficient_bytes(factors[0], || factors.iter().map(|f| log2_norm(f)).sum())
}

/// Bytes of a coefficient; over Z, where they grow, of one with this many bits.
pub(super) fn coefficient_bytes<R: Convolve>(a: &Poly<R>, bits: impl FnOnce() -> f64) -> f64 {
    let bounded = a.ring().size(a.coeffs()).bits == 0;
    if bounded { a.coeffs().bytes_for(1.0) } else { 8.0 * (bits() / 64.0).floor() + 8.0 }
}

fn power_bytes<R: Convolve>(a: &Poly<R>, e: &Integer) -> f64 {
    let Some(degree) = a.degree() else { return 0.0 };
    // only for units, whose inverses are hardly larger
    if *e < 0 {
        return 0.0;
    }
    // e may exceed the range of floating-point numbers
    let times = |x: f64| if x == 0.0 { 0.0 } else { x * e.to_f64() };
    (times(degree as f64) + 1.0) * coefficient_bytes(a, || times(log2_norm(a)))
}

fn value_bytes<R: Convolve>(o: &Operands<R>, _: &VerbCall) -> f64 {
    let a = &o.polys[0];
    let x = Poly::new(a.ring(), [o.scalars[0].clone()]);
    coefficient_bytes(a, || log2_norm(a) + log2_norm(&x) * a.len() as f64)
}
