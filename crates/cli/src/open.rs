//! The rings of the command line.

use super::{
    Failure,
    args::{GenerateIrreducible, GenerateMatrix, GeneratePoly, IrreducibleKind, Special, VerbCall},
    bivariate::OfY,
    session::Session,
    spec::{RingSpec, shortened},
    verbs::{self, Method, Rings, Verb},
};
use polymod::{Error, engine::Engine, poly::Poly, ring::AnyRing};

/// A ring with its verbs.
pub struct Bound {
    /// The ring itself.
    pub ring: AnyRing,
    pub(super) spec: RingSpec,
    /// The smallest set of rings to which it belongs.
    rings: Rings,
    /// Generator of irreducible polynomials, for rings that have one.
    pub(super) irreducible: Option<Irreducible>,
}

/// An irreducible polynomial of this kind and degree.
pub(super) type Irreducible =
    fn(&AnyRing, IrreducibleKind, usize, &mut dyn FnMut() -> u64) -> polymod::Result<Poly<AnyRing>>;

fn irreducible(
    r: &AnyRing,
    kind: IrreducibleKind,
    degree: usize,
    word: &mut dyn FnMut() -> u64,
) -> polymod::Result<Poly<AnyRing>> {
    match kind {
        IrreducibleKind::Random => Poly::random_irreducible(r, degree, word),
        IrreducibleKind::Primitive => Poly::random_primitive(r, degree, word),
        IrreducibleKind::LeastWeight => Poly::least_weight_irreducible(r, degree),
        IrreducibleKind::Conway => Poly::conway(r, degree),
    }
}

/// What is said of a ring that the library refuses.
fn refused(spec: &RingSpec, e: Error) -> Failure {
    let name = shortened(&spec.to_string());
    match (spec, e) {
        (_, Error::Cancelled) => Error::Cancelled.into(),
        (RingSpec::Quotient(_), Error::Modulus { expected, .. }) => {
            Failure::Usage(format!("--ring {name}: the modulus will not do: expected {expected}"))
        }
        (_, e) => Failure::Usage(format!("--ring {name}: {e}")),
    }
}

impl Bound {
    /// The ring of this name; those of polynomials in y have none.
    ///
    /// # Errors
    /// If the library has no such ring; the line names `--ring`.
    pub fn open(spec: &RingSpec, engine: &Engine) -> Result<Option<Self>, Failure> {
        let (rings, irreducible): (_, Option<Irreducible>) = match spec {
            RingSpec::Integers => (Rings::All, None),
            RingSpec::Rationals => (Rings::Residues, None),
            RingSpec::OfY(_) => return Ok(None),
            RingSpec::Bits => (Rings::Finite, Some(irreducible)),
            _ => (Rings::WithRoots, Some(irreducible)),
        };
        let ring = AnyRing::parse(engine, &spec.to_string()).map_err(|e| refused(spec, e))?;
        Ok(Some(Bound { ring, spec: spec.clone(), rings, irreducible }))
    }

    /// The method of a verb, if it makes sense over the ring.
    pub fn method(&self, verb: &'static Verb) -> Option<&'static Method> {
        if let (RingSpec::Rationals, Some(method)) = (&self.spec, verbs::method_over_q(verb)) {
            return Some(method);
        }
        let over_z = verb.over_z.as_ref().filter(|_| self.spec == RingSpec::Integers);
        over_z.or_else(|| verb.method.as_ref().filter(|_| verb.rings <= self.rings))
    }

    /// The names of its verbs.
    pub(super) fn names(&self) -> Vec<&'static str> {
        verbs::all().filter(|verb| self.method(verb).is_some()).map(|verb| verb.name).collect()
    }
}

/// What the command line does in a ring: operands are names, results are files.
pub trait Commands {
    /// The ring as `--ring` names it.
    fn name(&self) -> String;
    /// The names of the verbs that make sense in it.
    fn verbs(&self) -> Vec<&'static str>;
    /// Reads the operands, computes, and writes the results.
    ///
    /// # Errors
    /// Any failure, with its exit code.
    fn call(&self, call: &VerbCall, session: &Session<'_>) -> Result<(), Failure>;
    /// Writes a random polynomial.
    ///
    /// # Errors
    /// As [`call`](Self::call).
    fn generate(&self, what: &GeneratePoly, session: &Session<'_>) -> Result<(), Failure>;
    /// Writes a random matrix.
    ///
    /// # Errors
    /// As [`call`](Self::call).
    fn generate_matrix(&self, what: &GenerateMatrix, session: &Session<'_>) -> Result<(), Failure>;
    /// Writes a random irreducible polynomial.
    ///
    /// # Errors
    /// As [`call`](Self::call).
    fn generate_irreducible(&self, what: &GenerateIrreducible, session: &Session<'_>) -> Result<(), Failure>;
    /// Writes a polynomial that an index determines.
    ///
    /// # Errors
    /// As [`call`](Self::call).
    fn generate_special(&self, what: Special, session: &Session<'_>) -> Result<(), Failure>;
}

/// Opens the ring of this name.
///
/// # Errors
/// If the library has no such ring; the line names `--ring`.
pub fn open(spec: &RingSpec, engine: &Engine) -> Result<Box<dyn Commands>, Failure> {
    let inner = match spec {
        RingSpec::OfY(inner) => inner,
        _ => spec,
    };
    let bound = Bound::open(inner, engine)?.ok_or_else(|| Failure::Usage(format!("--ring {spec}: one y is enough")))?;
    Ok(match spec {
        RingSpec::OfY(_) => Box::new(OfY::over(bound.ring, *inner == RingSpec::Integers)),
        _ => Box::new(bound),
    })
}
