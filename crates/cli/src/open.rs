//! The rings of the command line, with their types erased.

use super::{
    Failure,
    args::{GenerateIrreducible, GenerateMatrix, GeneratePoly, VerbCall},
    bivariate::ZOfY,
    session::Session,
    spec::{RingSpec, shortened},
    verbs::{Verb, bit_verbs, residue_verbs},
    verbs_integers::integer_verbs,
};
use polymod::{
    engine::Engine,
    poly::Poly,
    ring::{Convolve, F2, FermatField, FiniteField, Gf2k, Integers, Zn, ZnBig},
};

/// A ring with the verbs defined for it.
pub struct Bound<R: Convolve> {
    pub(super) ring: R,
    pub(super) spec: RingSpec,
    pub(super) verbs: Vec<Verb<R>>,
    /// Generator of irreducible polynomials, for rings that have one.
    pub(super) irreducible: Option<Irreducible<R>>,
}

/// A random irreducible polynomial of this degree.
pub(super) type Irreducible<R> = fn(&R, usize, &mut dyn FnMut() -> u64) -> polymod::Result<Poly<R>>;

impl<R: FiniteField> Bound<R> {
    fn field(ring: R, spec: RingSpec, verbs: Vec<Verb<R>>) -> Box<dyn AnyRing> {
        Box::new(Bound { ring, spec, verbs, irreducible: Some(Poly::random_irreducible) })
    }
}

/// A ring with its type erased: operands are names, results are files.
pub trait AnyRing {
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
}

/// Opens the ring of this name: the only place that lists rings and their verbs.
///
/// # Errors
/// If the library has no such ring; the line names `--ring`.
pub fn open(spec: &RingSpec, engine: &Engine) -> Result<Box<dyn AnyRing>, Failure> {
    let refused = |e| Failure::Usage(format!("--ring {}: {e}", shortened(&spec.to_string())));
    let spec = spec.clone();
    Ok(match &spec {
        RingSpec::Bits => Bound::field(F2::on(engine), spec, bit_verbs()),
        RingSpec::Extension { k, modulus, .. } => {
            Bound::field(Gf2k::on(engine, *k, *modulus).map_err(refused)?, spec, residue_verbs())
        }
        RingSpec::Integers => {
            Box::new(Bound { ring: Integers::on(engine), verbs: integer_verbs(), spec, irreducible: None })
        }
        RingSpec::IntegersOfY => Box::new(ZOfY::on(engine)),
        RingSpec::Fermat(p, _) => Bound::field(FermatField::on(engine, *p).map_err(refused)?, spec, residue_verbs()),
        RingSpec::Modulo(n) => match n.to_u64() {
            Some(n) => Bound::field(Zn::on(engine, n).map_err(refused)?, spec, residue_verbs()),
            None => Bound::field(ZnBig::on(engine, n.clone()).map_err(refused)?, spec, residue_verbs()),
        },
    })
}
