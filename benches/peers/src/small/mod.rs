//! Small operands: all operations on polynomials of 1 to 128 coefficients and matrices of 1 to 32 rows, over all rings that others have
//! too, against the fastest of FLINT, NTL and gf2x.
//!
//! Results are compared before each timing. They are made and freed by both sides at every operation, but for products of slices, whose
//! results both sides keep. Both sides prepare what they need inside the timing; operands and moduli are prepared outside.
//!
//! A line of the table is an operation over a ring, its columns are the sizes, its entries the fastest peer's time over ours: below 1
//! polymod is slower.

pub mod matrices;
pub mod operations;
pub mod ours;
pub mod side;
mod slices;
mod table;
pub mod task;

use std::error::Error;
use std::rc::Rc;

use polymod::{Engine, F2, Integers, Zn, ZnBig};

use crate::flint::{more_big::BigField, mpn::MpnRing, verbs, verbs_big, verbs_mpn};
use crate::gf2::Gf2x;
use crate::harness::{Harness, Label, Sizes};
use matrices::{MatrixTask, ROWS};
use operations::OPERATIONS;
use side::{Plan, Side};
use task::{Case, Kind, Task};

/// Numbers of coefficients, or of rows.
const SIZES: [usize; 14] = [1, 2, 3, 4, 6, 8, 12, 16, 24, 32, 48, 64, 96, 128];
/// The largest of the quick sizes.
const QUICK: usize = 6;

/// Measures all cases.
pub fn run(harness: &mut Harness) -> Result<(), Box<dyn Error>> {
    let engine = Engine::builder().threads(1).build();
    let cases = Case::all();
    let mut run = Run::new(harness);
    slice_products(&mut run, &engine, &cases)?;
    let with_rings = |case| Ok((Rings::new(&engine, case)?, case));
    let rings = cases.iter().map(with_rings).collect::<polymod::Result<Vec<_>>>()?;
    for operation in OPERATIONS {
        for (rings, case) in &rings {
            run.line(operation.name, case.name, (operation.most)(case), |n| {
                Ok((operation.task)(case, n).map_or(Vec::new(), |task| rings.sides(case, &task)))
            })?;
        }
    }
    for (name, verb, limits) in matrices::OPERATIONS {
        for case in cases.iter().filter(|case| matrices::wanted(case)) {
            let most = match case.kind {
                Kind::Z => limits[usize::from(case.bits > 8)],
                _ => usize::MAX,
            };
            run.line(name, case.name, most, |n| {
                if ROWS.contains(&n) { MatrixTask::new(case, verb, n).sides(&engine, case) } else { Ok(Vec::new()) }
            })?;
        }
    }
    table::summary(harness.rows());
    Ok(())
}

fn slice_products(run: &mut Run, engine: &Engine, cases: &[Case]) -> Result<(), Box<dyn Error>> {
    match Gf2x::load() {
        Ok(gf2x) => {
            let (gf2x, most) = (Rc::new(gf2x), *SIZES.last().unwrap_or(&0));
            let name = if gf2x.has_clmul { slices::WORDS } else { slices::SLOW_WORDS };
            run.line(slices::NAME, name, most, |n| Ok(slices::bits(engine, &gf2x, n)))?;
        }
        Err(reason) => println!("without gf2x: {reason}"),
    }
    for case in cases.iter().filter(|case| matches!(case.kind, Kind::Prime | Kind::Composite)) {
        run.line(slices::NAME, case.name, usize::MAX, |n| Ok(slices::modulo(engine, case, n)?))?;
    }
    Ok(())
}

/// The table as it is printed.
struct Run<'a> {
    harness: &'a mut Harness,
    plan: Plan,
    sizes: Vec<usize>,
    has_head: bool,
}

impl<'a> Run<'a> {
    fn new(harness: &'a mut Harness) -> Self {
        let most = if harness.sizes() == Sizes::Quick { QUICK } else { usize::MAX };
        let sizes = SIZES.into_iter().filter(|&n| n <= most).collect();
        Run { plan: Plan::of(harness.sizes()), harness, sizes, has_head: false }
    }

    /// A line for sizes up to `most`: `sides` gives polymod's side and the others, less than two where there is nothing to compare.
    fn line(
        &mut self,
        op: &'static str,
        case: &str,
        most: usize,
        sides: impl Fn(usize) -> Result<Vec<Side>, Box<dyn Error>>,
    ) -> Result<(), Box<dyn Error>> {
        if !self.harness.wants(op, case) {
            return Ok(());
        }
        let first = self.harness.rows().len();
        for &n in self.sizes.iter().filter(|&&n| n <= most) {
            let mut sides = sides(n)?;
            if sides.len() > 1 {
                self.harness.keep(self.plan.compare(Label { op, case, n, transform: false }, &mut sides));
            }
        }
        let rows = &self.harness.rows()[first..];
        if !rows.is_empty() {
            if !std::mem::replace(&mut self.has_head, true) {
                table::head(&self.sizes);
            }
            table::line(op, case, &self.sizes, rows);
        }
        Ok(())
    }
}

/// A ring of polymod and those of the others.
pub enum Rings {
    /// Z/n for n of a word, and whether n is a prime.
    Word(Zn, bool),
    /// The field of two elements.
    Two(F2),
    /// Z/p for p of several words, by FLINT in two ways.
    Big(ZnBig, &'static BigField, Option<Rc<MpnRing>>),
    /// Z.
    Z(Integers),
}

impl Rings {
    /// Those of a case.
    pub fn new(engine: &Engine, case: &Case) -> polymod::Result<Self> {
        Ok(match case.kind {
            Kind::Prime | Kind::Composite => {
                let n = case.modulus.to_u64().expect("a modulus of a word");
                Rings::Word(Zn::on(engine, n)?, case.is_field())
            }
            Kind::Two => Rings::Two(F2::on(engine)),
            Kind::Big => {
                // FLINT's polynomials refer to it as long as the program runs
                let field = Box::leak(Box::new(BigField::new(&case.modulus)));
                let rows = MpnRing::new(&case.modulus, true);
                Rings::Big(ZnBig::on(engine, case.modulus.clone())?, field, rows)
            }
            Kind::Z => Rings::Z(Integers::on(engine)),
        })
    }

    /// The task by polymod, and by all others that have it.
    pub fn sides(&self, case: &Case, task: &Task) -> Vec<Side> {
        #[cfg_attr(not(feature = "ntl"), allow(unused_mut, unused_variables))]
        let (mut sides, case) = (self.by_flint(task), case);
        #[cfg(feature = "ntl")]
        sides.push(crate::ntl_small::side(case, task));
        sides.into_iter().flatten().collect()
    }

    /// By polymod and FLINT.
    fn by_flint(&self, task: &Task) -> Vec<Option<Side>> {
        match self {
            Rings::Word(ring, true) => vec![ours::field(ring, task), verbs::modulo_word(ring.n(), task)],
            Rings::Word(ring, false) => vec![ours::common(ring, task), verbs::modulo_word(ring.n(), task)],
            Rings::Two(ring) => vec![ours::field(ring, task), verbs::modulo_word(2, task)],
            Rings::Big(ring, field, rows) => vec![
                ours::field(ring, task),
                verbs_big::modulo_big(field, task),
                rows.as_ref().and_then(|rows| verbs_mpn::modulo_big(rows, task)),
            ],
            Rings::Z(ring) => vec![ours::over_z(ring, task), verbs_big::over_z(task)],
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use task::Verb;

    #[test]
    fn all_sides_agree() {
        let engine = Engine::builder().threads(1).build();
        for case in Case::all() {
            let rings = Rings::new(&engine, &case).expect("a modulus");
            for operation in OPERATIONS.iter().filter(|operation| (operation.most)(&case) > 0) {
                for n in [1, 2, 5].into_iter().filter(|&n| n <= (operation.most)(&case)) {
                    let Some(task) = (operation.task)(&case, n) else { continue };
                    let mut sides = rings.sides(&case, &task);
                    let (ours, what) = (sides[0].answer(), || format!("{}, {}, {n}", operation.name, case.name));
                    sides[1..].iter_mut().for_each(|side| assert_eq!(side.answer(), ours, "{}", what()));
                }
            }
        }
    }

    #[test]
    fn answers_are_those_of_the_definition() {
        let engine = Engine::builder().threads(1).build();
        for case in Case::all() {
            let (a, b) = (case.random(3, 1), case.random(4, 2));
            let wanted = vec![case.product(&a, &b)];
            let task = Task { verb: Verb::Product, polys: vec![a, b], x: polymod::rug::Integer::new(), n: 0 };
            let sides = Rings::new(&engine, &case).expect("a modulus").sides(&case, &task);
            for mut side in sides {
                assert_eq!(side.answer(), wanted, "{}, {}", side.name(), case.name);
            }
        }
    }
}
