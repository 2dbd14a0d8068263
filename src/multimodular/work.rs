//! What a computation over Z does modulo each prime, as data: a kind and a few numbers, which with the residues of the operands give an image.
//!
//! An image depends on nothing else, so that it is the same in every process, on every machine and instruction set, and for any number of threads.

use super::{
    determinant::images_ns,
    driver::{IMAGE_NS, Image, padded, reduced},
    matrix::{elimination_ns, profile_words},
};
use crate::{
    Result,
    arith::Modulus,
    engine::{Context, Engine},
    kernels::{batch_resultant, image_det},
    matrix::{Matrix, PolyMatrix, SparseMatrix},
    poly::{Bezout, Bivariate, Poly},
    ring::{AnyElem, AnyRing, Ring},
};

/// Kinds of images, by names that requests contain.
macro_rules! kinds {
    ($($(#[$doc:meta])* $kind:ident = $name:literal,)*) => {
        /// What an image is of.
        #[derive(Clone, Copy, Debug, PartialEq, Eq)]
        pub enum Kind { $($(#[$doc])* $kind,)* }

        impl Kind {
            const ALL: &[(Kind, &'static str)] = &[$((Kind::$kind, $name),)*];
        }
    };
}

kinds! {
    /// The determinant of n rows, divided by the second operand where there is one. Numbers: n.
    Determinant = "determinant",
    /// The characteristic polynomial. Numbers: n.
    Charpoly = "charpoly",
    /// The rank profile. Numbers: rows, columns.
    Profile = "rank-profile",
    /// det A·A⁻¹·B and det A. Numbers: n, columns of B.
    Cramer = "cramer",
    /// The kernel in reduced echelon form times the product of the pivots. Numbers: rows, columns.
    Kernel = "kernel",
    /// The minimal polynomial. Numbers: n.
    Minimal = "minpoly",
    /// The adjugate. Numbers: n.
    Adjugate = "adjugate",
    /// The Pfaffian. Numbers: n.
    Pfaffian = "pfaffian",
    /// The resultant of two polynomials of positive degrees.
    Resultant = "resultant",
    /// The cofactors of the resultant, and the resultant.
    Cofactors = "cofactors",
    /// The monic common divisor, times the third operand where there is one, an integer.
    Divisor = "gcd",
    /// The exact quotient.
    Quotient = "quotient",
    /// The resultant of two polynomials in x and y. Numbers: lengths in y, degrees in x, length of the resultant.
    Bivariate = "bivariate-resultant",
    /// The determinant of a matrix of polynomials. Numbers: rows, the largest degree.
    Polynomials = "polynomial-determinant",
    /// The determinant of a sparse matrix. Numbers of all sparse matrices: rows, columns, one more, row and column of each entry.
    SparseDeterminant = "sparse-determinant",
    /// The rank of a sparse matrix. One more: the largest rank of a matrix with entries in these places.
    SparseRank = "sparse-rank",
    /// det A·A⁻¹·B and det A for a sparse A. One more: columns of B.
    SparseCramer = "sparse-cramer",
    /// The minimal polynomial of a sparse matrix.
    SparseMinimal = "sparse-minpoly",
}

impl Kind {
    /// Its name in requests.
    pub fn name(self) -> &'static str {
        Self::ALL.iter().find(|(kind, _)| *kind == self).map_or("", |(_, name)| name)
    }

    /// The kind of this name.
    pub fn named(name: &str) -> Option<Self> {
        Self::ALL.iter().find(|(_, own)| *own == name).map(|(kind, _)| *kind)
    }
}

/// The numbers that, with the entries, tell one sparse matrix from another: rows, columns, one more, and the places.
pub fn numbers<R: Ring>(a: &SparseMatrix<R>, more: usize) -> Vec<usize> {
    let (rows, cols) = a.shape();
    [rows, cols, more].into_iter().chain(a.places().flatten()).collect()
}

/// What is computed modulo each prime.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Work {
    /// What an image is of.
    pub kind: Kind,
    /// The numbers that the kind names.
    pub numbers: Vec<usize>,
}

impl Work {
    /// This kind with these numbers.
    pub fn new(kind: Kind, numbers: &[usize]) -> Self {
        Work { kind, numbers: numbers.to_vec() }
    }

    /// Whether there are as many numbers as the kind takes, and operands of these lengths suit them.
    pub fn suits(&self, operands: &[usize]) -> bool {
        let product = |n: usize, m: usize| n.checked_mul(m);
        match (self.kind, &self.numbers[..], operands) {
            (Kind::Determinant, &[n], &[a] | &[a, 1])
            | (Kind::Charpoly | Kind::Minimal | Kind::Adjugate | Kind::Pfaffian, &[n], &[a]) => {
                n > 0 && product(n, n) == Some(a)
            }
            (Kind::Profile | Kind::Kernel, &[rows, cols], &[a]) => product(rows, cols) == Some(a),
            (Kind::Cramer, &[n, sides], &[a, b]) => product(n, n) == Some(a) && product(n, sides) == Some(b),
            (Kind::Resultant | Kind::Cofactors, [], &[a, b]) => a > 1 && b > 1,
            (Kind::Divisor, [], &[a, b] | &[a, b, 1]) => a > 0 && b > 0,
            (Kind::Quotient, [], &[a, b]) => b > 0 && a >= b,
            (Kind::Bivariate, &[of_a, of_b, n, m, len], &[a, b]) => {
                let terms = |of: usize, degree: usize| product(of, degree.checked_add(1)?);
                let needed =
                    || product(of_a.checked_sub(1)?, m)?.checked_add(product(of_b.checked_sub(1)?, n)?)?.checked_add(1);
                terms(of_a, n) == Some(a) && terms(of_b, m) == Some(b) && n > 0 && m > 0 && needed() == Some(len)
            }
            (Kind::Polynomials, &[rows, _], _) => product(rows, rows) == Some(operands.len()),
            (Kind::SparseDeterminant | Kind::SparseMinimal, &[rows, cols, 0, ..], &[a]) => {
                rows == cols && self.are_places([rows, cols], a)
            }
            (Kind::SparseRank, &[rows, cols, most, ..], &[a]) => {
                most <= rows.min(cols) && self.are_places([rows, cols], a)
            }
            (Kind::SparseCramer, &[rows, cols, sides, ..], &[a, b]) => {
                rows == cols && product(rows, sides) == Some(b) && self.are_places([rows, cols], a)
            }
            _ => false,
        }
    }

    /// Whether the numbers from the fourth on are ascending places in a matrix of this shape.
    fn are_places(&self, [rows, cols]: [usize; 2], entries: usize) -> bool {
        let (places, rest) = self.numbers[3..].as_chunks::<2>();
        let inside = places.iter().all(|&[i, j]| i < rows && j < cols);
        rest.is_empty() && places.len() == entries && inside && places.is_sorted_by(|x, y| x < y)
    }

    /// Number of primes of `count` in all whose images are computed together, and for how many of them there is a kernel.
    pub fn together(&self, operands: &[usize], count: usize, cx: Context<'_>) -> usize {
        match self.kind {
            Kind::Determinant => {
                let [alone, in_lanes] = images_ns(self.numbers[0], count as f64, cx);
                if in_lanes < alone { image_det::LANES } else { 1 }
            }
            // half-GCD passes over long rows only a few times
            Kind::Resultant => {
                let degree = operands.iter().min().map_or(0, |len| len.saturating_sub(1));
                if degree < cx.engine().costs().crossovers.modular_resultant { batch_resultant::LANES } else { 1 }
            }
            _ => 1,
        }
    }

    /// Predicted nanoseconds of an image on one thread, from operands of these lengths, without their reduction; `products` is an upper bound on the
    /// products of residues that it takes.
    pub fn image_ns(&self, lengths: &[usize], products: f64, cx: Context<'_>) -> f64 {
        let costs = cx.engine().costs();
        let by_words = products * costs.word_mul / 8.0;
        match self.kind {
            Kind::Determinant => {
                let some = image_det::LANES as f64;
                images_ns(self.numbers[0], some, cx).into_iter().fold(f64::INFINITY, f64::min) / some
            }
            // per prime also the right sides, which take three products where the decomposition takes one
            Kind::Cramer => {
                let (n, sides) = (self.numbers[0], self.numbers[1] as f64);
                IMAGE_NS + elimination_ns(n, cx) * (1.0 + 3.0 * sides / n.max(1) as f64)
            }
            Kind::Profile | Kind::Kernel => IMAGE_NS + products * costs.elimination[2],
            Kind::Resultant | Kind::Cofactors | Kind::Divisor => {
                let [image, step] = costs.modular.gcd_image;
                let alone = image + step * lengths.iter().sum::<usize>() as f64 + by_words;
                let lanes =
                    cx.engine().target().has_multiply_add52() && self.together(lengths, batch_resultant::LANES, cx) > 1;
                if lanes { alone / batch_resultant::LANES as f64 } else { alone }
            }
            // two combinations of vectors for each eight of n²/2 multiples, whose calls take shorter than those of lifting
            Kind::Charpoly => {
                let calls = (self.numbers[0] * self.numbers[0]) as f64 / 8.0;
                IMAGE_NS + calls * costs.modular.lifting[0] / 1.5 + 1.1 * by_words
            }
            _ => IMAGE_NS + by_words,
        }
    }

    /// The images modulo these primes, at most [`together`](Self::together) or one, with rings on this engine, from each operand's residues per
    /// prime; None for a prime that is unlucky.
    ///
    /// # Errors
    /// [`Error::Cancelled`](crate::Error::Cancelled).
    pub(super) fn images(
        &self,
        engine: &Engine,
        primes: &[Modulus],
        operands: &[Vec<&[u64]>],
    ) -> Result<Vec<Option<Image>>> {
        let found = match self.kind {
            _ if primes.len() == 1 => vec![None],
            Kind::Determinant if image_det::applies(engine.target(), primes) => {
                let mut found = image_det::determinants(engine.target(), primes, self.numbers[0], &operands[0]);
                for (i, p) in primes.iter().enumerate() {
                    // a prime that divides the divisor is left to the image, which refuses it
                    if let Some(divisor) = operands.get(1) {
                        found[i] = found[i].and_then(|det| Some(p.mul(det, p.inv(divisor[i][0]).ok()?)));
                    }
                }
                found
            }
            Kind::Resultant if batch_resultant::applies(engine.target(), primes) => {
                batch_resultant::resultants(engine.target(), primes, &operands[0], &operands[1])
            }
            _ => vec![None; primes.len()],
        };
        let image = |(i, found): (usize, Option<u64>)| match found {
            Some(residue) => Ok(Some(Image::of(vec![residue]))),
            None => {
                let runs = operands.iter().map(|runs| runs[i]).collect::<Vec<_>>();
                self.image(&AnyRing::of_prime(engine, primes[i]), &runs)
            }
        };
        found.into_iter().enumerate().map(image).collect()
    }

    /// The image modulo the ring's prime, from the operands' residues; None if the prime is found to be unlucky.
    fn image(&self, field: &AnyRing, operands: &[&[u64]]) -> Result<Option<Image>> {
        match self.kind {
            Kind::Resultant | Kind::Cofactors | Kind::Divisor | Kind::Quotient | Kind::Bivariate => {
                self.of_polynomials(field, operands)
            }
            Kind::Polynomials => {
                let entries = operands.iter().map(|words| Ok(Poly::from_coeffs(field, field.of_residues(words)?)));
                let a = PolyMatrix::new(field, self.numbers[0], self.numbers[0], entries.collect::<Result<_>>()?)?;
                Ok(Some(Image::of(padded(&a.det()?, self.numbers[1] + 1))))
            }
            Kind::SparseDeterminant | Kind::SparseRank | Kind::SparseCramer | Kind::SparseMinimal => {
                self.of_sparse(field, operands)
            }
            _ => self.of_matrix(field, operands),
        }
    }

    /// The matrix of residues, of as many rows as the first number says.
    fn matrix(&self, field: &AnyRing, residues: &[u64], cols: usize) -> Result<Matrix<AnyRing>> {
        Matrix::new(field, self.numbers[0], cols, field.of_residues(residues)?)
    }

    fn of_matrix(&self, field: &AnyRing, operands: &[&[u64]]) -> Result<Option<Image>> {
        let (n, p) = (self.numbers[0], field.modulus());
        let a = self.matrix(
            field,
            operands[0],
            if let Kind::Profile | Kind::Kernel = self.kind { self.numbers[1] } else { n },
        )?;
        Ok(Some(match self.kind {
            Kind::Determinant => match operands.get(1).map(|divisor| divisor[0]) {
                None => Image::of(vec![a.det()?.residue()]),
                Some(0) => return Ok(None),
                Some(divisor) => Image::of(vec![p.mul(a.det()?.residue(), p.inv(divisor)?)]),
            },
            Kind::Profile => Image { rank: profile_words(&a.echelon()?), residues: Vec::new() },
            Kind::Kernel => {
                let echelon = a.echelon()?;
                let kernel = echelon.kernel()?.scale(&echelon.pivot_product());
                Image { rank: profile_words(&echelon), residues: field.residues(kernel.entries()).to_vec() }
            }
            Kind::Cramer => {
                let echelon = a.echelon()?;
                let det = echelon.det();
                if det.residue() == 0 {
                    return Ok(None);
                }
                solution(&echelon.solve(&self.matrix(field, operands[1], self.numbers[1])?)?, &det)
            }
            Kind::Charpoly => Image::of(padded(&a.charpoly()?, n + 1)),
            Kind::Minimal => minimal(n, &a.minpoly()?),
            Kind::Adjugate => Image::of(field.residues(a.adjugate()?.entries()).to_vec()),
            _ => Image::of(vec![a.pfaffian()?.residue()]),
        }))
    }

    fn of_sparse(&self, field: &AnyRing, operands: &[&[u64]]) -> Result<Option<Image>> {
        let (rows, more) = (self.numbers[0], self.numbers[2]);
        let (places, _) = self.numbers[3..].as_chunks::<2>();
        let entries = field.of_residues(operands[0])?;
        let a = SparseMatrix::from_places(field, [rows, self.numbers[1]], places, entries.view())?;
        Ok(match self.kind {
            Kind::SparseDeterminant => Some(Image::of(vec![a.det_wiedemann()?.residue()])),
            Kind::SparseRank => {
                Some(Image { rank: vec![more.saturating_sub(a.rank_wiedemann()?) as u64], residues: Vec::new() })
            }
            Kind::SparseCramer => {
                let found = a.solution_with_det(&self.matrix(field, operands[1], more)?)?;
                found.map(|(x, det)| solution(&x, &det))
            }
            _ => Some(minimal(rows, &a.minpoly_wiedemann()?)),
        })
    }

    fn of_polynomials(&self, field: &AnyRing, operands: &[&[u64]]) -> Result<Option<Image>> {
        // a prime that divides a leading coefficient is dropped, though it need not be unlucky
        let vanishes = |words: &[u64]| words.last() == Some(&0);
        let unlucky = match self.kind {
            Kind::Quotient => vanishes(operands[1]),
            Kind::Bivariate => false,
            _ => operands[..2].iter().any(|words| vanishes(words)),
        };
        if unlucky {
            return Ok(None);
        }
        if let (Kind::Bivariate, &[of_a, of_b, n, m, len]) = (self.kind, &self.numbers[..]) {
            let of = |i: usize, stride: usize| {
                field.of_residues(operands[i]).map(|v| Bivariate::unpacked(field, v.view(), stride))
            };
            let found = of(0, of_a)?.resultant_by_values(&of(1, of_b)?, [n, m], len)?;
            return Ok(Some(Image::of(padded(&found, len))));
        }
        let (a, b) = (reduced(field, operands[0])?, reduced(field, operands[1])?);
        let [len_a, len_b] = [operands[0].len(), operands[1].len()];
        Ok(Some(match self.kind {
            Kind::Resultant => Image::of(vec![a.resultant(&b)?.residue()]),
            Kind::Divisor => {
                let g = a.gcd(&b)?;
                let scaled = operands.get(2).map(|factor| g.scale(&AnyElem::Word(factor[0])));
                Image { rank: vec![g.len() as u64], residues: padded(scaled.as_ref().unwrap_or(&g), g.len()) }
            }
            Kind::Quotient => {
                let (q, rest) = a.div_rem(&b)?;
                match rest.is_empty() {
                    true => Image { rank: vec![1], residues: padded(&q, len_a - len_b + 1) },
                    false => Image { rank: vec![0], residues: Vec::new() },
                }
            }
            _ => {
                let resultant = a.resultant(&b)?;
                if resultant.residue() == 0 {
                    return Ok(None);
                }
                let Bezout { s, t, .. } = a.xgcd(&b)?;
                let mut residues = padded(&s.scale(&resultant), len_b - 1);
                residues.extend(padded(&t.scale(&resultant), len_a - 1));
                residues.push(resultant.residue());
                Image::of(residues)
            }
        }))
    }
}

/// det·X and det.
fn solution(x: &Matrix<AnyRing>, det: &AnyElem) -> Image {
    Image::of([x.ring().residues(x.scale(det).entries()), &[det.residue()]].concat())
}

/// The rank is n less the degree.
fn minimal(n: usize, m: &Poly<AnyRing>) -> Image {
    Image { rank: vec![(n + 1 - m.len()) as u64], residues: padded(m, m.len()) }
}
