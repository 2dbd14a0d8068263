//! The verbs as the command line shows them: names, operands, help. `verbs` has their functions for each ring.

/// Kind of an operand.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Kind {
    /// A polynomial.
    Poly,
    /// Coefficients or values as they are given, including zeros at the end.
    Array,
    /// An array of scalars, including zeros at the end.
    Vector,
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
    /// An element of the ring.
    Scalar,
    /// A non-negative integer.
    Natural,
    /// An integer.
    Integer,
}

/// A verb, for all rings.
#[derive(Debug)]
pub struct Signature {
    /// Its name.
    pub name: &'static str,
    /// One line of help.
    pub about: &'static str,
    /// Names and kinds of the operands.
    pub operands: &'static [(&'static str, Kind)],
    /// Whether the last operand may be repeated.
    pub more: bool,
    /// The number of results, or [`MANY`].
    pub results: usize,
    /// Whether it is a single product of polynomials, of which a part can be asked for.
    pub windows: bool,
    /// Whether it multiplies polynomials, by an algorithm that can be forced.
    pub products: bool,
    /// Whether it is a transform, with options for length, direction and root.
    pub transform: bool,
    /// Whether it has the option for the degree of a numerator.
    pub fraction: bool,
    /// Whether it has the option for a shift of degrees.
    pub shift: bool,
    /// Whether POINTS is one of the operands, which a geometric progression can replace.
    pub points: bool,
    /// Example command lines.
    pub examples: &'static [&'static str],
}

impl Signature {
    /// Whether it is a division, by an algorithm that can be forced.
    pub fn divides(&self) -> bool {
        matches!(self.name, "divrem" | "quo" | "rem")
    }

    /// Whether it has algorithms whose names depend on the ring and the operands.
    pub fn names_algorithms(&self) -> bool {
        matches!(self.name, "matmul" | "det" | "solve" | "inverse" | "gcd")
    }
}

/// Number of results that depends on the operands: polynomials, one on each line.
pub const MANY: usize = usize::MAX;

const A: (&str, Kind) = ("A", Kind::Poly);
const B: (&str, Kind) = ("B", Kind::Poly);
const POINTS: (&str, Kind) = ("POINTS", Kind::Vector);
const MATRIX: (&str, Kind) = ("A", Kind::Matrix);
const ENTRIES: (&str, Kind) = ("A", Kind::Entries);
const POLYNOMIALS: (&str, Kind) = ("A", Kind::PolyMatrix);
const TERMS: (&str, Kind) = ("N", Kind::Natural);

const fn plain(
    name: &'static str,
    about: &'static str,
    operands: &'static [(&'static str, Kind)],
    examples: &'static [&'static str],
) -> Signature {
    Signature {
        name,
        about,
        operands,
        more: false,
        results: 1,
        windows: false,
        products: false,
        transform: false,
        fraction: false,
        shift: false,
        points: false,
        examples,
    }
}

/// All verbs, in the order of the help.
pub const VERBS: &[Signature] = &[
    plain("add", "A + B", &[A, B], &["polymod add a.json b.json --ring zn:97"]),
    plain("sub", "A - B", &[A, B], &["polymod sub a.json '=x^2 - 1'"]),
    Signature {
        name: "mul",
        about: "The product of two or more polynomials, or a part of it",
        operands: &[A, B],
        more: true,
        results: 1,
        windows: true,
        products: true,
        transform: false,
        fraction: false,
        shift: false,
        points: false,
        examples: &[
            "polymod mul a.json b.json --ring zn:2^61-1 -o c.json",
            "polymod mul a.json b.json c.json --explain --verify",
            "polymod mul '=[1,2,3]' '=[4,5,6]' --ring zn:97 --cyclic 3",
            "polymod mul a.npy b.npy --ring zn:998244353 --low 1000 --threads 4",
        ],
    },
    plain("neg", "-A", &[A], &["polymod neg a.json --ring zn:97"]),
    Signature {
        name: "sqr",
        about: "A * A, or a part of it",
        operands: &[A],
        more: false,
        results: 1,
        windows: true,
        products: true,
        transform: false,
        fraction: false,
        shift: false,
        points: false,
        examples: &["polymod sqr - --ring zn:97 < a.json", "polymod sqr a.json --low 1000"],
    },
    plain(
        "pow",
        "A to the power of E; exit code 1 where E is negative and A has no inverse",
        &[A, ("E", Kind::Integer)],
        &["polymod pow '=x + 1' 10", "polymod pow a.json 3 --ring zn:97", "polymod pow =2 -1 --ring zn:97"],
    ),
    plain(
        "eval",
        "A at the point X",
        &[A, ("X", Kind::Scalar)],
        &["polymod eval a.json -5", "polymod eval '=x^2 + 1' 3 --ring zn:7"],
    ),
    Signature {
        points: true,
        ..plain(
            "multieval",
            "The values of A at all points, in their order; a point may be repeated",
            &[A, POINTS],
            &[
                "polymod multieval a.json points.json --ring zn:2^61-1 --verify",
                "polymod multieval '=x^2 + 1' '=[1,2,3]'",
                "polymod multieval a.json --geometric 1,3 --length 1000 --ring zn:998244353",
            ],
        )
    },
    Signature {
        points: true,
        ..plain(
            "interpolate",
            "The polynomial of least degree with these values at these points, no two of which are equal",
            &[POINTS, ("VALUES", Kind::Vector)],
            &[
                "polymod interpolate points.json values.json --ring zn:2^61-1 --verify",
                "polymod interpolate '=[1,2,3]' '=[1,4,9]' --format human",
                "polymod interpolate values.json --geometric 1,3 --length 1000 --ring zn:998244353",
            ],
        )
    },
    plain(
        "prod",
        "The product of an array of polynomials; 1 of none",
        &[("FACTORS", Kind::Polys)],
        &["polymod prod factors.json --ring zn:97", "polymod prod '=[[1,1],[2,1],[3,1]]'"],
    ),
    plain("derivative", "The derivative of A", &[A], &["polymod derivative a.json"]),
    plain(
        "integral",
        "The integral of A with constant term 0; exit code 1 where a division does not go through",
        &[A],
        &["polymod integral '=3*x^2 + 2*x'", "polymod integral a.json --ring zn:2^61-1"],
    ),
    plain("reverse", "The coefficients of A in reverse order", &[A], &["polymod reverse '=x^2 + 2*x + 3'"]),
    Signature {
        results: 2,
        ..plain(
            "divrem",
            "Quotient and remainder of A by B; over zn:N B's leading coefficient must be a unit, over z every step must divide",
            &[A, B],
            &["polymod divrem a.json b.json --ring zn:97", "polymod divrem '=x^3 - 1' '=x - 1' --format human"],
        )
    },
    plain("quo", "The quotient of A by B", &[A, B], &["polymod quo a.json b.json --ring zn:97"]),
    plain("rem", "The remainder of A by B", &[A, B], &["polymod rem a.json '=x^16 + 1' --ring zn:2^61-1 --verify"]),
    Signature {
        results: 2,
        ..plain(
            "pseudo-divrem",
            "Q and R with c^k*A = Q*B + R, c the leading coefficient of B, k = max(deg A - deg B + 1, 0)",
            &[A, B],
            &["polymod pseudo-divrem '=x^2 + 1' '=2*x + 1'"],
        )
    },
    plain(
        "pow-mod",
        "A to the power of E modulo the polynomial M; exit code 1 where E is negative and A has no inverse",
        &[A, ("E", Kind::Integer), ("M", Kind::Poly)],
        &["polymod pow-mod =x 10^18 m.json --ring zn:97", "polymod pow-mod =x -2^127 '=x^2 + 1' --ring zn:97"],
    ),
    plain(
        "gcd",
        "The greatest common divisor of A and B: monic; over z with its content, and a positive leading coefficient",
        &[A, B],
        &["polymod gcd a.json b.json --ring zn:97", "polymod gcd a.json b.json --probabilistic"],
    ),
    Signature {
        results: 3,
        ..plain(
            "xgcd",
            "G, S and T with S*A + T*B = G, G the greatest common divisor, S of lower degree than B/G; over z G, S, T and \
             an integer D > 0 with S*A + T*B = D*G, nothing common to S, T and D",
            &[A, B],
            &["polymod xgcd a.json b.json --ring zn:2^61-1 --verify -o g.json -o s.json -o t.json"],
        )
    },
    plain(
        "resultant",
        "The resultant of A and B: Sylvester's determinant",
        &[A, B],
        &["polymod resultant '=x^2 - 2' '=x^3 + x + 1' --ring zn:97"],
    ),
    Signature {
        results: MANY,
        ..plain(
            "subresultants",
            "The chain S_0, S_1, … of min(deg A, deg B) polynomial subresultants, one a line: determinants of parts of \
             Sylvester's matrix, S_j of degree j at most, 0 included; S_0 is the resultant",
            &[A, B],
            &[
                "polymod subresultants '=x^3 + x + 1' '=3*x^2 + 1' --format human",
                "polymod subresultants a.json b.json --ring zn:2^61-1 -o chain.txt",
            ],
        )
    },
    plain(
        "content",
        "The greatest common divisor of A's coefficients, over z",
        &[A],
        &["polymod content '=6*x^2 - 4'"],
    ),
    plain(
        "primitive",
        "A over its content, with a positive leading coefficient, over z",
        &[A],
        &["polymod primitive a.json"],
    ),
    plain("discriminant", "The discriminant of A", &[A], &["polymod discriminant '=x^3 - x + 1' --ring zn:97"]),
    plain(
        "inv-mod",
        "The inverse of A modulo the polynomial M; exit code 1 and the common factor where there is none",
        &[A, ("M", Kind::Poly)],
        &["polymod inv-mod '=x + 1' '=x^2 + 1' --ring zn:97"],
    ),
    Signature {
        results: 2,
        fraction: true,
        shift: false,
        ..plain(
            "rational",
            "P and Q with A = P/Q modulo M, Q monic, deg P ≤ N, deg Q < deg M - N; exit code 1 where there are none",
            &[A, ("M", Kind::Poly)],
            &["polymod rational a.json '=x^100' --ring zn:2^61-1 --degree 40"],
        )
    },
    plain(
        "minpoly",
        "The monic minimal polynomial of the shortest linear recurrence of a sequence, or of a square matrix",
        &[("S", Kind::Table)],
        &["polymod minpoly '=[0,1,1,2,3,5,8,13]' --ring zn:97", "polymod minpoly '=[[1,1],[0,1]]' --ring zn:97"],
    ),
    plain(
        "recurrence",
        "The term of index K of the sequence with these first TERMS and the minimal polynomial C",
        &[("TERMS", Kind::Vector), ("C", Kind::Poly), ("K", Kind::Natural)],
        &["polymod recurrence '=[0,1]' '=x^2 - x - 1' 10^18 --ring zn:998244353"],
    ),
    Signature {
        results: 2,
        ..plain(
            "factor",
            "The leading coefficient of A, and its monic irreducible factors with multiplicities, by degree",
            &[A],
            &["polymod factor '=x^4 + 1' --ring zn:17", "polymod factor a.json --ring gf2 --format human --verify"],
        )
    },
    Signature {
        results: 2,
        ..plain(
            "squarefree",
            "The leading coefficient of A, and its square-free parts with multiplicities",
            &[A],
            &["polymod squarefree '=x^3 + x^2' --ring zn:97"],
        )
    },
    plain(
        "roots",
        "The distinct roots of A in the field, in ascending order",
        &[A],
        &["polymod roots '=x^2 - 5*x + 6' --ring zn:97"],
    ),
    plain(
        "irreducible",
        "Whether A is irreducible: true or false",
        &[A],
        &["polymod irreducible '=x^127 + x + 1' --ring gf2"],
    ),
    plain(
        "compose",
        "A(B): the polynomial A at the polynomial B",
        &[A, B],
        &["polymod compose '=x^2 + 1' '=x + 1'", "polymod compose a.json b.json --ring zn:2^61-1 --verify"],
    ),
    plain(
        "taylor-shift",
        "A(x + C)",
        &[A, ("C", Kind::Scalar)],
        &["polymod taylor-shift '=x^2' 1", "polymod taylor-shift a.json 12345 --ring zn:2^61-1"],
    ),
    plain(
        "compose-mod",
        "A(B) modulo the polynomial M",
        &[A, B, ("M", Kind::Poly)],
        &["polymod compose-mod a.json b.json m.json --ring zn:97"],
    ),
    plain(
        "inv-series",
        "N terms of the power series 1/A",
        &[A, TERMS],
        &["polymod inv-series '=1 - x - x^2' 10", "polymod inv-series a.json 1000 --ring zn:97"],
    ),
    plain(
        "log-series",
        "N terms of the logarithm of A, whose constant term is 1",
        &[A, TERMS],
        &["polymod log-series '=1 + x' 10 --ring zn:97"],
    ),
    plain(
        "exp-series",
        "N terms of the exponential of A, whose constant term is 0",
        &[A, TERMS],
        &["polymod exp-series =x 10 --ring zn:97"],
    ),
    plain(
        "sqrt-series",
        "N terms of the square root of A: the one whose lowest coefficient is the smaller residue, over z positive",
        &[A, TERMS],
        &["polymod sqrt-series '=1 - 4*x' 10", "polymod sqrt-series a.json 1000 --ring zn:97"],
    ),
    plain(
        "pow-series",
        "N terms of A to the power of E, which may be negative",
        &[A, ("E", Kind::Integer), TERMS],
        &["polymod pow-series '=1 + x' -2 10", "polymod pow-series a.json 1000000 100 --ring zn:2^61-1"],
    ),
    plain(
        "compose-series",
        "N terms of A(B), the power series A at B",
        &[A, B, TERMS],
        &["polymod compose-series a.json b.json 1000 --ring zn:998244353 --explain"],
    ),
    plain(
        "revert-series",
        "N terms of the series G with A(G) = x; A has no constant term, and the coefficient of x is a unit",
        &[A, TERMS],
        &["polymod revert-series '=x - x^2' 10", "polymod revert-series a.json 1000 --ring zn:97"],
    ),
    Signature {
        name: "ntt",
        about: "The values of A at the powers of a root of unity W, in natural order: A(W^i) for i = 0, …, N-1",
        operands: &[("A", Kind::Array)],
        more: false,
        results: 1,
        windows: false,
        products: false,
        transform: true,
        fraction: false,
        shift: false,
        points: false,
        examples: &[
            "polymod ntt a.json --ring zn:998244353 --length 1024",
            "polymod ntt '=[1,2,3,4]' --ring zn:17 --root 4",
            "polymod ntt values.json --ring zn:17 --root 4 --inverse",
            "polymod ntt a.json --ring zn:bls12-381-fr --negacyclic --verify",
        ],
    },
    plain(
        "matmul",
        "The product of the matrices A and B, whose entries may be polynomials",
        &[ENTRIES, ("B", Kind::Entries)],
        &[
            "polymod matmul a.json b.json --ring zn:2^61-1 --verify",
            "polymod matmul '=[[1,2],[3,4]]' '=[[0,1],[1,0]]'",
            "polymod matmul '=[[[1,2],[3]]]' '=[[[0,1]],[[5]]]' --format human",
        ],
    ),
    plain(
        "matpow",
        "The square matrix A, whose entries may be polynomials, to the power of E; exit code 1 where E is negative and A has no inverse",
        &[ENTRIES, ("E", Kind::Integer)],
        &["polymod matpow '=[[1,1],[1,0]]' 10^18 --ring zn:2^61-1", "polymod matpow '=[[1,1],[1,0]]' -1"],
    ),
    plain("transpose", "The transpose of the matrix A", &[ENTRIES], &["polymod transpose a.mtx"]),
    plain(
        "det",
        "The determinant of the square matrix A, whose entries may be polynomials; 1 of [], which has no rows",
        &[ENTRIES],
        &["polymod det a.json --ring zn:2^61-1", "polymod det '=[[1,2],[3,4]]' --ring zn:6"],
    ),
    plain(
        "rank",
        "The rank of the matrix A, whose entries may be polynomials",
        &[ENTRIES],
        &["polymod rank a.sms --ring zn:65537"],
    ),
    plain(
        "solve",
        "X with A*X = B, B a matrix or a vector, free unknowns 0; exit code 1 where there is none; over z numerators and one denominator > 0",
        &[MATRIX, ("B", Kind::RightSide)],
        &[
            "polymod solve a.json b.json --ring zn:2^61-1 --verify",
            "polymod solve '=[[2,1],[1,1]]' '=[3,2]' --ring zn:97",
        ],
    ),
    plain(
        "inverse",
        "The inverse of the square matrix A; exit code 1 where there is none; over z numerators and one denominator > 0",
        &[MATRIX],
        &["polymod inverse '=[[1,2],[3,4]]' --ring zn:97"],
    ),
    plain(
        "nullspace",
        "A basis of the vectors x with A*x = 0, as the rows of a matrix in reduced echelon form; over z primitive ones",
        &[MATRIX],
        &["polymod nullspace '=[[1,2,3]]' --ring zn:97"],
    ),
    plain(
        "charpoly",
        "The characteristic polynomial det(x*I - A) of the square matrix A",
        &[MATRIX],
        &["polymod charpoly '=[[1,2],[3,4]]' --ring zn:97 --format human"],
    ),
    Signature {
        shift: true,
        ..plain(
            "approximant-basis",
            "A minimal basis of the rows p with p*A = 0 modulo x^N: a square matrix in weak Popov form for the shift, pivots on the diagonal",
            &[POLYNOMIALS, TERMS],
            &["polymod approximant-basis '=[[[1,1,2,3,5,8]],[[-1]]]' 6 --ring zn:97"],
        )
    },
    Signature {
        shift: true,
        ..plain(
            "kernel-basis",
            "A minimal basis of the rows p with p*A = 0, in weak Popov form for the shift, pivots from left to right",
            &[POLYNOMIALS],
            &["polymod kernel-basis '=[[[0,1,1]],[[0,0,1]]]' --ring zn:97"],
        )
    },
    Signature {
        shift: true,
        ..plain(
            "popov",
            "The Popov form of A: the rows' module by rows, each with its monic pivot, the rightmost entry of largest degree plus shift, of higher degree than the rest of its column",
            &[POLYNOMIALS],
            &["polymod popov a.json --ring zn:2^61-1 --shift 0,5,10"],
        )
    },
    plain(
        "hermite",
        "The Hermite form of A: the rows' module in row echelon form, monic pivots of higher degree than what is above them",
        &[POLYNOMIALS],
        &["polymod hermite a.json --ring zn:97 --format human"],
    ),
];
