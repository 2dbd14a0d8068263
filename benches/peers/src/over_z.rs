//! Over Z at sizes up to some thousands: what the tables of products, of `modular` and of small operands leave out, by the same sides as
//! the last, results new each time.

use std::error::Error;

use polymod::Engine;

use crate::harness::{Harness, Label, Sizes};
use crate::small::Rings;
use crate::small::matrices::{self, MatrixTask};
use crate::small::operations;
use crate::small::side::Sides;
use crate::small::task::Case;

/// The sizes of an operation for coefficients of these bits.
type Rows = (&'static str, u32, &'static [usize]);

/// Polynomials: each row takes about a second at most.
const POLYNOMIALS: &[Rows] = &[
    ("exact quotient", 32, &[256, 1024, 4096]),
    ("exact quotient", 256, &[256, 1024, 4096]),
    ("exact quotient", 2048, &[256, 1024]),
    ("divrem", 32, &[64, 256]),
    ("taylor shift", 32, &[256, 1024, 4096]),
    ("taylor shift", 256, &[256, 1024, 4096]),
    ("taylor shift", 2048, &[256, 1024]),
    ("evaluation", 32, &[256, 1024, 4096]),
    ("evaluation", 256, &[256, 1024, 4096]),
    ("evaluation", 2048, &[256, 1024]),
    ("composition", 32, &[32, 64]),
    ("8th power", 32, &[128, 512]),
    ("gcd, half common", 32, &[256, 1024, 4096]),
    ("gcd, half common", 256, &[256, 1024]),
    ("gcd, half common", 2048, &[64, 256]),
    ("gcd, coprime", 256, &[256, 1024, 4096]),
    ("square-free", 32, &[64, 256, 1024]),
    ("factor, two", 8, &[64, 128, 256]),
    ("factor, two", 64, &[64, 128]),
    ("factor, Wilkinson", 8, &[32, 64, 128]),
    ("factor, x^n - 1", 8, &[128, 360, 1024]),
    ("factor, linear", 32, &[32, 64]),
];

/// Matrices.
const MATRICES: &[Rows] = &[
    ("matrix product", 8, &[64, 128, 256]),
    ("matrix product", 64, &[64, 128, 256]),
    ("matrix product", 2048, &[32, 64]),
    ("determinant", 8, &[64, 128, 256]),
    ("determinant", 64, &[64, 128, 256]),
    ("solve", 8, &[64, 128]),
    ("solve", 64, &[64, 128]),
    ("inverse", 8, &[64]),
    ("charpoly", 8, &[64, 100]),
    ("rank", 64, &[64, 128]),
    ("nullspace", 8, &[32, 64]),
];

/// The largest of the quick and of the small sizes.
const QUICK: usize = 64;
const SMALL: usize = 256;

/// Measures all cases.
pub fn run(harness: &mut Harness) -> Result<(), Box<dyn Error>> {
    let engine = Engine::builder().threads(1).build();
    let compare = |harness: &mut Harness, op, case: &Case, n, sides| {
        harness.compare(Label { op, case: case.name, n, transform: false }, &mut Sides::new(sides));
    };
    for &(name, bits, sizes) in POLYNOMIALS {
        let case = Case::z(bits);
        let operation = operations::named(name);
        for n in wanted(harness, name, &case, sizes) {
            let task = (operation.task)(&case, n).expect("operands of this size");
            compare(harness, name, &case, n, Rings::new(&engine, &case)?.sides(&case, &task));
        }
    }
    for &(name, bits, rows) in MATRICES {
        let case = Case::z(bits);
        for n in wanted(harness, name, &case, rows) {
            compare(harness, name, &case, n, MatrixTask::new(&case, matrices::named(name), n).sides(&engine, &case)?);
        }
    }
    Ok(())
}

/// The sizes that are asked for.
fn wanted(harness: &Harness, name: &str, case: &Case, sizes: &[usize]) -> Vec<usize> {
    let most = match harness.sizes() {
        _ if !harness.wants(name, case.name) => 0,
        Sizes::Quick => QUICK,
        Sizes::Small => SMALL,
        Sizes::All => usize::MAX,
    };
    sizes.iter().copied().filter(|&n| n <= most).collect()
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn operations_have_these_names() {
        POLYNOMIALS.iter().for_each(|(name, bits, _)| assert!((operations::named(name).most)(&Case::z(*bits)) > 0));
        MATRICES.iter().for_each(|(name, ..)| {
            matrices::named(name);
        });
    }
}
