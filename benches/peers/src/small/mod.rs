//! Small operands: all operations on polynomials of 1 to 128 coefficients and matrices of 1 to 32 rows, over all rings that others have
//! too, against the fastest of FLINT, NTL and gf2x.
//!
//! Results are compared before each timing. They are made and freed by both sides at every operation, but for products of slices, whose
//! results both sides keep. Both sides prepare what they need inside the timing; operands and moduli are prepared outside.
//!
//! A line of the table is an operation over a ring, its columns are the sizes, its entries the fastest peer's time over ours: below 1
//! polymod is slower.

mod operations;
pub mod ours;
pub mod side;
mod table;
pub mod task;

use std::error::Error;

use polymod::{Engine, F2, Integers, Zn, ZnBig};

use crate::flint::{more_big::BigField, verbs, verbs_big};
use crate::harness::{Harness, Label, Sizes};
use operations::OPERATIONS;
use side::{Plan, Side};
use task::{Case, Kind, Task};

/// Numbers of coefficients.
const SIZES: [usize; 14] = [1, 2, 3, 4, 6, 8, 12, 16, 24, 32, 48, 64, 96, 128];

/// Measures all cases.
pub fn run(harness: &mut Harness) -> Result<(), Box<dyn Error>> {
    let (engine, plan) = (Engine::builder().threads(1).build(), Plan::of(harness.sizes()));
    let most = if harness.sizes() == Sizes::Quick { 6 } else { usize::MAX };
    let with_rings = |case| Ok((Rings::new(&engine, &case)?, case));
    let cases = Case::all().into_iter().map(with_rings).collect::<polymod::Result<Vec<_>>>()?;
    for operation in OPERATIONS {
        for (rings, case) in &cases {
            if !harness.wants(operation.name, case.name) {
                continue;
            }
            eprintln!("{} {}", operation.name, case.name);
            for n in SIZES.into_iter().filter(|&n| n <= most.min((operation.most)(case))) {
                let Some(task) = (operation.task)(case, n) else { continue };
                let mut sides = rings.sides(case, &task);
                if sides.len() < 2 {
                    // nobody else has it
                    continue;
                }
                let label = Label { op: operation.name, case: case.name, n, transform: false };
                harness.keep(plan.compare(label, &mut sides));
            }
        }
    }
    table::print(harness.rows());
    Ok(())
}

/// A ring of polymod and those of the others.
enum Rings {
    Word(Zn, bool),
    Two(F2),
    Big(ZnBig, &'static BigField),
    Z(Integers),
}

impl Rings {
    fn new(engine: &Engine, case: &Case) -> polymod::Result<Self> {
        Ok(match case.kind {
            Kind::Prime | Kind::Composite => {
                let n = case.modulus.to_u64().expect("a modulus of a word");
                Rings::Word(Zn::on(engine, n)?, case.is_field())
            }
            Kind::Two => Rings::Two(F2::on(engine)),
            Kind::Big => {
                // FLINT's polynomials refer to it as long as the program runs
                let field = Box::leak(Box::new(BigField::new(&case.modulus)));
                Rings::Big(ZnBig::on(engine, case.modulus.clone())?, field)
            }
            Kind::Z => Rings::Z(Integers::on(engine)),
        })
    }

    /// The task by polymod, and by all others that have it.
    fn sides(&self, case: &Case, task: &Task) -> Vec<Side> {
        #[cfg_attr(not(feature = "ntl"), allow(unused_mut))]
        let mut sides = match self {
            Rings::Word(ring, true) => vec![ours::field(ring, task), verbs::modulo_word(ring.n(), task)],
            Rings::Word(ring, false) => vec![ours::common(ring, task), verbs::modulo_word(ring.n(), task)],
            Rings::Two(ring) => vec![ours::field(ring, task), verbs::modulo_word(2, task)],
            Rings::Big(ring, field) => vec![ours::field(ring, task), verbs_big::modulo_big(field, task)],
            Rings::Z(ring) => vec![ours::over_z(ring, task), verbs_big::over_z(task)],
        };
        #[cfg(feature = "ntl")]
        sides.push(crate::ntl_small::side(case, task));
        sides.into_iter().flatten().collect()
    }
}
