//! The rings of the command line, with their types erased.

use super::{
    Failure,
    args::{GenerateIrreducible, GenerateMatrix, GeneratePoly, VerbCall},
    bivariate::ZOfY,
    session::Session,
    spec::{RingSpec, shortened},
    verbs::{Verb, bit_verbs, residue_verbs, ring_verbs},
    verbs_integers::integer_verbs,
};
use polymod::{
    engine::Engine,
    poly::Poly,
    ring::{AnyRing, Convolve, F2, FermatField, Gf2k, Integers, Zn, ZnBig},
};

/// A ring with the verbs defined for it.
pub struct Bound<R: Convolve> {
    pub(super) ring: R,
    pub(super) spec: RingSpec,
    pub(super) verbs: Vec<Verb<R>>,
    /// The names of all verbs over this ring, those that are defined elsewhere too.
    pub(super) names: Vec<&'static str>,
    /// Generator of irreducible polynomials, for rings that have one.
    pub(super) irreducible: Option<Irreducible<R>>,
}

/// A random irreducible polynomial of this degree.
pub(super) type Irreducible<R> = fn(&R, usize, &mut dyn FnMut() -> u64) -> polymod::Result<Poly<R>>;

impl<R: Convolve> Bound<R> {
    pub(super) fn new(ring: R, spec: RingSpec, verbs: Vec<Verb<R>>) -> Self {
        let names = verbs.iter().map(|v| v.name).collect();
        Bound { ring, spec, verbs, names, irreducible: None }
    }
}

impl Bound<AnyRing> {
    fn field(ring: AnyRing, spec: RingSpec, verbs: Vec<Verb<AnyRing>>) -> Box<dyn Commands> {
        Box::new(Bound { irreducible: Some(Poly::random_irreducible), ..Bound::new(ring, spec, verbs) })
    }
}

/// Z, with verbs of its own beside those of every ring.
struct OverIntegers {
    own: Bound<Integers>,
    others: Bound<AnyRing>,
}

impl OverIntegers {
    fn on(engine: &Engine, spec: &RingSpec) -> Self {
        let ring = Integers::on(engine);
        let others = Bound::new(AnyRing::new(ring.clone()), spec.clone(), ring_verbs());
        let own = Bound::new(ring, spec.clone(), integer_verbs());
        let mut names = others.names.clone();
        names.extend(own.names.iter().filter(|name| !others.names.contains(name)));
        OverIntegers { own: Bound { names: names.clone(), ..own }, others: Bound { names, ..others } }
    }
}

impl Commands for OverIntegers {
    fn name(&self) -> String {
        self.own.name()
    }

    fn verbs(&self) -> Vec<&'static str> {
        self.own.verbs()
    }

    fn call(&self, call: &VerbCall, session: &Session<'_>) -> Result<(), Failure> {
        match self.own.verbs.iter().any(|verb| verb.name == call.verb.name) {
            true => self.own.call(call, session),
            false => self.others.call(call, session),
        }
    }

    fn generate(&self, what: &GeneratePoly, session: &Session<'_>) -> Result<(), Failure> {
        self.others.generate(what, session)
    }

    fn generate_matrix(&self, what: &GenerateMatrix, session: &Session<'_>) -> Result<(), Failure> {
        self.others.generate_matrix(what, session)
    }

    fn generate_irreducible(&self, what: &GenerateIrreducible, session: &Session<'_>) -> Result<(), Failure> {
        self.others.generate_irreducible(what, session)
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
}

/// Opens the ring of this name: the only place that lists rings and their verbs.
///
/// # Errors
/// If the library has no such ring; the line names `--ring`.
pub fn open(spec: &RingSpec, engine: &Engine) -> Result<Box<dyn Commands>, Failure> {
    let refused = |e| Failure::Usage(format!("--ring {}: {e}", shortened(&spec.to_string())));
    let residues = |ring| Bound::field(ring, spec.clone(), residue_verbs());
    Ok(match spec {
        RingSpec::Bits => Bound::field(AnyRing::field(F2::on(engine)), spec.clone(), bit_verbs()),
        RingSpec::Extension { k, modulus, .. } => {
            residues(AnyRing::field(Gf2k::on(engine, *k, *modulus).map_err(refused)?))
        }
        RingSpec::Integers => Box::new(OverIntegers::on(engine, spec)),
        RingSpec::IntegersOfY => Box::new(ZOfY::on(engine)),
        RingSpec::Fermat(p, _) => residues(AnyRing::field(FermatField::on(engine, *p).map_err(refused)?)),
        RingSpec::Modulo(n) => residues(match n.to_u64() {
            Some(n) => AnyRing::field(Zn::on(engine, n).map_err(refused)?),
            None => AnyRing::field(ZnBig::on(engine, n.clone()).map_err(refused)?),
        }),
    })
}
