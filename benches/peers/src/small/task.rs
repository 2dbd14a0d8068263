//! The rings and operations of the table, and their operands.

use polymod::rug::{Integer, integer::Order};

use crate::flint::{self, fmpz::FmpzPoly};
use crate::harness::random_words;
use crate::peer::IntegerPoly;

/// What is computed of a task's polynomials a, b, m, its element x and its number n.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Verb {
    /// a·b.
    Product,
    /// a².
    Square,
    /// a + b.
    Sum,
    /// a − b.
    Difference,
    /// −a.
    Negation,
    /// x·a.
    Scale,
    /// a'.
    Derivative,
    /// a(x).
    Evaluation,
    /// a^n.
    Power,
    /// a(b).
    Composition,
    /// a(X + x).
    TaylorShift,
    /// Quotient and remainder of a by b.
    DivRem,
    /// 1/a to n terms.
    InverseSeries,
    /// The exponential of a to n terms.
    ExpSeries,
    /// The logarithm of a to n terms.
    LogSeries,
    /// gcd(a, b).
    Gcd,
    /// gcd(a, b) and its cofactors.
    Xgcd,
    /// res(a, b).
    Resultant,
    /// The discriminant of a.
    Discriminant,
    /// a^x modulo b.
    PowerModulo,
    /// a at all points b.
    Evaluations,
    /// The polynomial with values a at points b.
    Interpolation,
    /// The irreducible factors of a.
    Factor,
    /// The distinct roots of a.
    Roots,
    /// The square-free parts of a.
    SquareFree,
    /// Whether a is irreducible.
    Irreducible,
    /// a/b, which is a polynomial, as the library finds out.
    Exact,
    /// Pseudo-division of a by b.
    PseudoDivRem,
    /// The content of a.
    Content,
    /// The primitive part of a.
    PrimitivePart,
}

/// An operation and its operands.
pub struct Task {
    /// The operation.
    pub verb: Verb,
    /// Polynomials, the constant term first.
    pub polys: Vec<Vec<Integer>>,
    /// An element, or an exponent.
    pub x: Integer,
    /// A number of terms, or an exponent.
    pub n: u64,
}

/// What kind of ring it is.
#[derive(Clone, Copy, PartialEq, Eq)]
pub enum Kind {
    /// Z/p for a prime p of a word.
    Prime,
    /// Z/n for a composite n of a word.
    Composite,
    /// The field of two elements.
    Two,
    /// Z/p for a prime of several words.
    Big,
    /// Z.
    Z,
}

/// Bits of coefficients over Z, and the ring's name.
const Z_NAMES: [(u32, &str); 5] =
    [(8, "Z 8 bits"), (32, "Z 32 bits"), (64, "Z 64 bits"), (256, "Z 256 bits"), (2048, "Z 2048 bits")];

/// Products of coefficients over Z that are too many for the definition.
const LONG: usize = 1 << 14;

/// A ring of the table.
pub struct Case {
    /// Its name.
    pub name: &'static str,
    /// Its kind.
    pub kind: Kind,
    /// The modulus; 0 for Z.
    pub modulus: Integer,
    /// Bits of the coefficients.
    pub bits: u32,
}

impl Case {
    /// All rings.
    pub fn all() -> Vec<Case> {
        let word = |name, p: u64| {
            let modulus = Integer::from(p);
            Case { name, kind: Kind::Prime, bits: modulus.significant_bits(), modulus }
        };
        let near = |bits: u32| flint::next_prime((1 << bits) / 5 * 4);
        let big = |name, modulus: Integer| Case { name, kind: Kind::Big, bits: modulus.significant_bits(), modulus };
        let composite = Integer::from(flint::next_prime(1 << 30)) * flint::next_prime(3 << 30);
        let words = vec![
            Case { name: "F_2", kind: Kind::Two, modulus: Integer::from(2), bits: 1 },
            word("Z/p 3 bits", 7),
            word("Z/p 23 bits", near(23)),
            word("Z/p 31 bits", near(31)),
            word("Z/p 50 bits", near(50)),
            word("Z/p 62 bits", near(62)),
            word("Z/p 63 bits", (1 << 63) - 25),
            word("Z/p 64 bits", u64::MAX - 58),
            Case { name: "Z/n 62 bits", kind: Kind::Composite, bits: 62, modulus: composite },
            big("Z/p 127 bits", (Integer::from(1) << 127) - 1),
            big("Z/p 255 bits", (Integer::from(1) << 255) - 19),
        ];
        words.into_iter().chain(Z_NAMES.map(|(bits, _)| Self::z(bits))).collect()
    }

    /// Z with coefficients of a number of bits that has a name in the table.
    pub fn z(bits: u32) -> Case {
        let (_, name) = Z_NAMES.into_iter().find(|(of, _)| *of == bits).expect("bits that have a name");
        Case { name, kind: Kind::Z, modulus: Integer::new(), bits }
    }

    /// `n` pseudo-random elements, the last of which is not 0.
    pub fn random(&self, n: usize, seed: u64) -> Vec<Integer> {
        let mut v = self.elements(n, seed);
        if let Some(last) = v.last_mut().filter(|x| x.is_zero()) {
            *last = Integer::from(1);
        }
        v
    }

    /// `n` pseudo-random elements: residues, or integers of either sign.
    fn elements(&self, n: usize, seed: u64) -> Vec<Integer> {
        let limbs = self.bits.div_ceil(64) as usize + 1;
        let words = random_words(n * limbs, seed);
        let element = |words: &[u64]| {
            let x = Integer::from_digits(words, Order::Lsf);
            match self.kind {
                Kind::Z if words[limbs - 1] >> 63 == 1 => -x.keep_bits(self.bits),
                Kind::Z => x.keep_bits(self.bits),
                _ => x % &self.modulus,
            }
        };
        words.chunks_exact(limbs).map(element).collect()
    }

    /// The product: by the definition, or by FLINT for long ones over Z.
    pub fn product(&self, a: &[Integer], b: &[Integer]) -> Vec<Integer> {
        if self.is_z() && a.len() * b.len() > LONG {
            return FmpzPoly::product(&FmpzPoly::new(a), &FmpzPoly::new(b)).coefficients();
        }
        let mut out = vec![Integer::new(); (a.len() + b.len()).saturating_sub(1)];
        for (i, x) in a.iter().enumerate() {
            for (j, y) in b.iter().enumerate() {
                out[i + j] += x * y;
            }
        }
        self.reduced(out)
    }

    /// The elements' representatives, without zeros at the end.
    pub fn reduced(&self, mut v: Vec<Integer>) -> Vec<Integer> {
        if self.kind != Kind::Z {
            v.iter_mut().for_each(|x| *x = x.clone().modulo(&self.modulus));
        }
        v.truncate(v.iter().rposition(|x| !x.is_zero()).map_or(0, |i| i + 1));
        v
    }

    /// Whether it is a field.
    pub fn is_field(&self) -> bool {
        matches!(self.kind, Kind::Prime | Kind::Two | Kind::Big)
    }

    /// Whether it is Z.
    pub fn is_z(&self) -> bool {
        self.kind == Kind::Z
    }
}
