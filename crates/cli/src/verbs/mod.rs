//! The verbs of the command line. A verb is one constant: its name and help, its operands and options, its methods over the rings that
//! have it, with the kinds of their results, bounds on their memory, and the check of `--verify`. [`SUBJECTS`] lists all.

mod algebra;
mod bases;
mod bytes;
mod compose;
mod composed;
mod divisibility;
mod division;
mod elementary;
mod elimination;
mod euclid;
mod factor;
mod forms;
mod indices;
mod lattice;
mod linear;
mod matrix;
mod memory;
mod newton;
mod norms;
mod points;
mod prime_powers;
mod products;
mod properties;
#[doc(hidden)]
pub mod rationals;
mod recurrences;
mod run;
mod series;
mod sets;
mod transform;
mod value;

pub(crate) use memory::working;
pub(crate) use rationals::method as method_over_q;
pub(crate) use run::{Run, from_z, to_z};
#[doc(hidden)]
pub use value::{Operands, Value};

use super::{Failure, args::VerbCall, results::Shape};
use polymod::{
    memory::Sizes,
    ring::{AnyRing, Integers},
    verify::{Checker, Proof},
};

/// Kind of an operand.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Kind {
    /// A polynomial.
    Poly,
    /// Coefficients or values as they are given, including zeros at the end.
    Array,
    /// An array of scalars, including zeros at the end.
    Vector,
    /// An array of arrays of scalars, including zeros at their ends.
    Arrays,
    /// An array of polynomials.
    Polys,
    /// A matrix.
    Matrix,
    /// A matrix, or an array of scalars as its only column.
    RightSide,
    /// A matrix whose entries may be polynomials.
    Entries,
    /// A matrix of polynomials; numbers count as constants.
    PolyMatrix,
    /// A matrix, or coefficients or values as they are given.
    Table,
    /// A polynomial, or a matrix whose entries may be polynomials.
    Either,
    /// An element of the ring.
    Scalar,
    /// A non-negative integer.
    Natural,
    /// An integer.
    Integer,
}

/// What a verb takes beside its operands and the options of all verbs.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Takes {
    /// Any number of values for the last operand, one at least.
    More,
    /// The part of a product of polynomials.
    Part,
    /// Length, direction and root of a transform.
    Transform,
    /// The degree of a numerator.
    Fraction,
    /// The degree between two remainders.
    Stop,
    /// A shift of degrees.
    Shift,
    /// Operands and results in files that exceed memory.
    Files,
    /// A geometric progression in place of POINTS, which is one of the operands.
    Points,
    /// Whether roots are wanted with their multiplicities.
    Multiplicities,
    /// The largest width of intervals.
    Width,
    /// The number of terms, if several are wanted.
    Count,
    /// Whether the matrices that transform the operand are wanted, too.
    Transforms,
    /// Sparse matrices as they are listed, for products alone.
    Sparse,
    /// No last operand, too.
    Optional,
    /// No last two operands, too.
    Interval,
    /// The prime factors of a composite modulus.
    ModulusFactors,
    /// The law by which indices are combined.
    Index,
    /// Whether a form by columns is wanted.
    Columns,
}

/// Sets of rings, each inside the one before.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord)]
pub(crate) enum Rings {
    /// All rings.
    All,
    /// All rings but Z: those with division by leading coefficients, and pivots, that are units.
    Residues,
    /// All finite rings: all but Z and Q.
    Finite,
    /// All finite rings but F_2, which like Z and Q has no roots of unity but ±1.
    WithRoots,
}

/// Checks a result.
pub(crate) type Check =
    fn(&mut Checker<'_, AnyRing>, &Operands<AnyRing>, &VerbCall, &Value<AnyRing>) -> Result<Proof, Failure>;

/// A verb over some of the rings.
#[derive(Clone, Copy, Debug)]
#[doc(hidden)]
pub struct Method {
    /// The function that computes it.
    pub run: Run,
    /// The function that checks a result.
    pub check: Check,
    /// The kinds of its results.
    pub results: &'static [Shape],
    /// The kinds of its results for a matrix of polynomials, if they are others.
    pub results_of_polynomials: Option<&'static [Shape]>,
    /// The kinds of its results for matrices, if they are others than those of polynomials.
    pub results_of_matrices: Option<&'static [Shape]>,
    /// The kinds of its results with multiplicities, with the matrices that transform the operand, or of several terms, if there are such and they
    /// are wanted.
    pub results_on_demand: Option<&'static [Shape]>,
    /// The kinds of its results modulo an integer with several prime factors that the call names, if there are such.
    pub results_by_power: Option<&'static [Shape]>,
    /// Whether the number of results depends on the operands; they are of one kind, one on each line.
    pub many: bool,
    /// Bytes of a result that may be much larger than the operands; 0 for other verbs.
    pub bytes: fn(&Operands<AnyRing>, &VerbCall) -> f64,
    /// Bytes of working memory, in addition to operands and results.
    pub memory: fn(&Operands<AnyRing>, &Sizes) -> f64,
    /// Whether it can continue from a checkpoint.
    pub resumes: bool,
    /// Whether it is one pass over the operands, without a choice of algorithms.
    pub direct: bool,
}

impl Method {
    /// A method with one polynomial as its result, not much longer than the operands, and as much working memory as they have.
    const fn new(run: fn(&Operands<AnyRing>, &VerbCall) -> Result<Value<AnyRing>, Failure>, check: Check) -> Self {
        Self::with(Run::Any(run), check)
    }

    /// As [`new`](Self::new), by a function of Z's own type.
    const fn over_z(run: fn(&Operands<Integers>, &VerbCall) -> Result<Value<Integers>, Failure>, check: Check) -> Self {
        Self::with(Run::OverZ(run), check)
    }

    const fn with(run: Run, check: Check) -> Self {
        Method {
            run,
            check,
            results: &[Shape::Poly],
            results_of_polynomials: None,
            results_of_matrices: None,
            results_on_demand: None,
            results_by_power: None,
            many: false,
            bytes: |_, _| 0.0,
            memory: |_, s| s.held,
            resumes: false,
            direct: false,
        }
    }

    /// The kinds of the results for these operands.
    pub fn shapes(&self, o: &Operands<AnyRing>, call: &VerbCall) -> &'static [Shape] {
        if let Some(results) =
            self.results_on_demand.filter(|_| call.multiplicities || call.transforms || call.count.is_some())
        {
            return results;
        }
        if let Some(results) = self.results_by_power.filter(|_| prime_powers::are_several(o, call)) {
            return results;
        }
        let of_polynomials = self.results_of_polynomials.filter(|_| !o.poly_matrices.is_empty());
        let matrices = !o.matrices.is_empty() || !o.poly_matrices.is_empty();
        of_polynomials.or(self.results_of_matrices.filter(|_| matrices)).unwrap_or(self.results)
    }
}

/// A verb.
#[derive(Debug)]
pub struct Verb {
    /// Its name.
    pub name: &'static str,
    /// One line of help.
    pub about: &'static str,
    /// Names and kinds of the operands.
    pub operands: &'static [(&'static str, Kind)],
    /// What it takes beside them.
    pub takes: &'static [Takes],
    /// Example command lines.
    pub examples: &'static [&'static str],
    /// The method of rings of any type.
    pub(crate) method: Option<Method>,
    /// The rings that have this method, but for Z if it has its own.
    pub(crate) rings: Rings,
    /// The method of Z that other rings do not have.
    pub(crate) over_z: Option<Method>,
}

impl Verb {
    /// A verb with this method over all rings.
    const fn new(name: &'static str, method: Method) -> Self {
        Verb { method: Some(method), ..Self::empty(name) }
    }

    /// A verb with methods over rings of residues and over Z.
    const fn of_both(name: &'static str, residues: Method, over_z: Method) -> Self {
        Verb { method: Some(residues), rings: Rings::Residues, over_z: Some(over_z), ..Self::empty(name) }
    }

    /// The index of the first operand that may be absent, with all after it; the number of operands where none may.
    #[must_use]
    pub fn required(&self) -> usize {
        let optional = if self.takes(Takes::Interval) { 2 } else { usize::from(self.takes(Takes::Optional)) };
        self.operands.len() - optional
    }

    const fn empty(name: &'static str) -> Self {
        Verb {
            name,
            about: "",
            operands: &[],
            takes: &[],
            examples: &[],
            method: None,
            rings: Rings::All,
            over_z: None,
        }
    }

    /// Whether it takes this.
    #[must_use]
    pub fn takes(&self, what: Takes) -> bool {
        self.takes.contains(&what)
    }
}

const A: (&str, Kind) = ("A", Kind::Poly);
const B: (&str, Kind) = ("B", Kind::Poly);
const POINTS: (&str, Kind) = ("POINTS", Kind::Vector);
const MATRIX: (&str, Kind) = ("A", Kind::Matrix);
const ENTRIES: (&str, Kind) = ("A", Kind::Entries);
const POLYNOMIALS: (&str, Kind) = ("A", Kind::PolyMatrix);
const TERMS: (&str, Kind) = ("N", Kind::Natural);

/// All verbs by subject, in the order of the help.
pub static SUBJECTS: &[(&str, &[&Verb])] = &[
    (
        "Arithmetic",
        &[
            &linear::ADD,
            &linear::SUB,
            &products::MUL,
            &linear::NEG,
            &products::SQR,
            &products::POW,
            &products::PROD,
            &indices::CONVOLVE,
            &indices::MIN_PLUS,
            &sets::SET_INVERSE,
            &sets::SET_EXP,
            &sets::SET_LOG,
            &sets::SET_COMPOSE,
            &sets::SET_PROJECTION,
            &linear::DERIVATIVE,
            &linear::INTEGRAL,
            &linear::REVERSE,
            &linear::MONIC,
            &linear::SCALE,
            &linear::SHIFT,
            &newton::INFLATE,
            &newton::DEFLATE,
            &elementary::SQUARE_ROOT,
        ],
    ),
    (
        "Division",
        &[
            &division::DIVREM,
            &division::QUO,
            &division::REM,
            &division::EXACT_DIV,
            &division::PSEUDO_DIVREM,
            &euclid::GCD,
            &euclid::XGCD,
            &euclid::HALF_GCD,
            &divisibility::LCM,
            &divisibility::DIVIDES,
            &divisibility::REMOVE,
            &divisibility::MOD_EACH,
            &divisibility::CRT,
            &divisibility::PARTIAL_FRACTIONS,
            &euclid::CONTENT,
            &euclid::PRIMITIVE,
            &norms::NORMS,
        ],
    ),
    ("Resultants", &[&euclid::RESULTANT, &euclid::DISCRIMINANT, &euclid::SUBRESULTANTS]),
    (
        "Modulo a polynomial",
        &[
            &euclid::INV_MOD,
            &division::POW_MOD,
            &compose::COMPOSE_MOD,
            &euclid::RATIONAL,
            &algebra::CHARPOLY_MOD,
            &algebra::MINPOLY_MOD,
            &algebra::NORM_MOD,
            &algebra::TRACE_MOD,
        ],
    ),
    (
        "Values, composition, recurrences",
        &[
            &points::EVAL,
            &algebra::EVAL_MATRIX,
            &points::MULTIEVAL,
            &points::INTERPOLATE,
            &points::INTERPOLATE_HERMITE,
            &newton::TO_NEWTON,
            &newton::FROM_NEWTON,
            &newton::SHIFT_SAMPLES,
            &newton::POWER_SUMS,
            &newton::FROM_POWER_SUMS,
            &composed::COMPOSED_SUM,
            &composed::COMPOSED_PRODUCT,
            &composed::GRAEFFE,
            &transform::NTT,
            &compose::COMPOSE,
            &compose::TAYLOR_SHIFT,
            &euclid::MINPOLY,
            &recurrences::RECURRENCE,
            &recurrences::P_RECURRENCE,
        ],
    ),
    (
        "Power series",
        &[
            &series::INVERSE,
            &elementary::QUOTIENT,
            &series::LOGARITHM,
            &series::EXPONENTIAL,
            &series::SQUARE_ROOT,
            &elementary::INVERSE_SQUARE_ROOT,
            &series::POWER,
            &elementary::SINE,
            &elementary::COSINE,
            &elementary::TANGENT,
            &elementary::HYPERBOLIC_SINE,
            &elementary::HYPERBOLIC_COSINE,
            &elementary::HYPERBOLIC_TANGENT,
            &elementary::INVERSE_SINE,
            &elementary::INVERSE_TANGENT,
            &series::COMPOSITION,
            &series::REVERSION,
            &compose::POWER_PROJECTION,
        ],
    ),
    (
        "Factors",
        &[
            &factor::FACTOR,
            &factor::SQUAREFREE,
            &factor::ROOTS,
            &factor::REAL_ROOTS,
            &factor::COUNT_REAL_ROOTS,
            &norms::ROOT_BOUND,
            &factor::IRREDUCIBLE,
            &norms::CYCLOTOMIC,
            &factor::DDF,
            &factor::EDF,
            &prime_powers::HENSEL_LIFT,
            &algebra::ORDER,
        ],
    ),
    (
        "Matrices",
        &[
            &matrix::MATMUL,
            &matrix::MATPOW,
            &matrix::TRANSPOSE,
            &elimination::DET,
            &elimination::RANK,
            &elimination::SOLVE,
            &elimination::INVERSE,
            &elimination::NULLSPACE,
            &elimination::CHARPOLY,
            &forms::RREF,
            &forms::HOWELL,
            &forms::PLU,
            &forms::LEFT_NULLSPACE,
            &forms::COLUMN_SPACE,
            &forms::ADJUGATE,
            &forms::HESSENBERG,
            &forms::PFAFFIAN,
            &bases::APPROXIMANT_BASIS,
            &bases::INTERPOLANT_BASIS,
            &bases::KERNEL_BASIS,
            &bases::WEAK_POPOV,
            &bases::POPOV,
            &bases::HERMITE,
            &bases::SMITH,
            &bases::INVERSE_MOD_POWER,
            &bases::PM_DIVREM,
            &bases::PM_SOLVE,
            &bases::PM_INVERSE,
            &bases::PM_FRACTION,
            &properties::IS_WEAK_POPOV,
            &properties::IS_POPOV,
            &properties::IS_REDUCED,
            &properties::IS_HERMITE,
            &properties::IS_UNIMODULAR,
            &properties::IS_APPROXIMANT_BASIS,
            &properties::IS_KERNEL_BASIS,
        ],
    ),
    ("Integer lattices", &[&lattice::HNF, &lattice::SNF, &lattice::INVARIANT_FACTORS, &lattice::LLL]),
];

/// All verbs, in the order of the help.
pub fn all() -> impl Iterator<Item = &'static Verb> {
    SUBJECTS.iter().flat_map(|(_, verbs)| verbs.iter().copied())
}

/// The verb of this name.
#[must_use]
pub fn find(name: &str) -> Option<&'static Verb> {
    all().find(|verb| verb.name == name)
}

fn unexpected() -> Failure {
    Failure::Internal("a result of the wrong kind".into())
}
