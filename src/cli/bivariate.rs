//! The ring `z[y]`: polynomials in x whose coefficients are polynomials in y, as arrays of arrays.

use super::{
    Failure,
    args::{GenerateIrreducible, GenerateMatrix, GeneratePoly, VerbCall},
    open::AnyRing,
    random::Random,
    session::Session,
    verify::{Checker, Proof, wrong},
};
use crate::{
    Error,
    engine::Engine,
    io::{Format, Order, Output, ReadOptions, Source, read_polys},
    modular::{self, Bivariate},
    poly::Poly,
    ring::Integers,
    text,
};
use rug::Integer;

/// The ring of the command line.
pub struct InTwoVariables {
    ring: Integers,
}

type Run = fn(&[Bivariate], &VerbCall) -> crate::Result<Answer>;

/// A result.
enum Answer {
    InBoth(Bivariate),
    InY(Poly<Integers>),
}

const NAME: &str = "z[y]";
const VERBS: [(&str, Run); 3] = [
    ("mul", |o, _| o[2..].iter().try_fold(o[0].checked_mul(&o[1])?, |p, f| p.checked_mul(f)).map(Answer::InBoth)),
    ("gcd", |o, call| Ok(Answer::InBoth(o[0].gcd(&o[1], &call.modular)?.value))),
    ("resultant", |o, call| Ok(Answer::InY(o[0].resultant(&o[1], &call.modular)?.value))),
];

impl InTwoVariables {
    /// On this engine.
    pub fn on(engine: &Engine) -> Self {
        InTwoVariables { ring: Integers::on(engine) }
    }

    fn unsupported(operation: &str) -> Failure {
        Error::Unsupported { operation: operation.into(), ring: NAME.into() }.into()
    }

    fn read(&self, call: &VerbCall, session: &Session<'_>) -> Result<Vec<Bivariate>, Failure> {
        if call.operands.iter().filter(|o| *o == "-").count() > 1 {
            return Err(Failure::Usage("standard input (-) can be only one of the operands".into()));
        }
        let (mut held, mut operands) = (0, Vec::new());
        for operand in &call.operands {
            let reading = session.reading();
            let options = ReadOptions { memory: reading.memory.saturating_sub(held), ..reading };
            let (mut rows, _) = read_polys(&self.ring, &Source::from(operand.clone()), &options)?;
            held += rows.iter().map(|row| row.bytes() as u64).sum::<u64>();
            if session.options.order() == Order::Desc {
                rows.reverse();
            }
            let rows = rows.into_iter().map(|row| Poly::from_coeffs(&self.ring, row));
            operands.push(Bivariate::new(&self.ring, rows));
        }
        Ok(operands)
    }

    /// At a random y all is about polynomials in x; a wrong result is right there only where y is one of few roots.
    fn check(&self, operands: &[Bivariate], verb: &str, answer: &Answer, random: Random) -> Result<Proof, Failure> {
        let mut checker = Checker { ring: &self.ring, modulus: None, random };
        let y = Integer::from(checker.random.word());
        let at: Vec<Poly<Integers>> = operands.iter().map(|p| p.at(&y)).collect();
        match answer {
            Answer::InY(r) => checker.integer_resultant(&at[0], &at[1], &r.eval(&y)),
            Answer::InBoth(g) if verb == "gcd" => greatest(g, operands, &y),
            Answer::InBoth(c) => checker.product(&at.iter().map(|p| (p, 1)).collect::<Vec<_>>(), &c.at(&y)),
        }
    }

    fn write(answer: &Answer, order: Order, output: &mut Output) -> Result<(), Failure> {
        let rows = match answer {
            Answer::InY(p) => {
                return Ok(output.poly(p.ring(), p.coeffs(), Format::Json, order)?);
            }
            Answer::InBoth(p) => p.coeffs(),
        };
        let rows: Vec<_> = if order == Order::Desc { rows.iter().rev().collect() } else { rows.iter().collect() };
        Ok(output.with_writer(|out| {
            out.write_all(b"[")?;
            for (i, row) in rows.into_iter().enumerate() {
                out.write_all(if i > 0 { b"," } else { b"" })?;
                text::write_json(row.ring(), row.coeffs(), order, &mut *out)?;
            }
            out.write_all(b"]\n")
        })?)
    }
}

/// Whether g divides both, and the quotients have nothing in common: no content, and at this y no divisor.
fn greatest(g: &Bivariate, operands: &[Bivariate], y: &Integer) -> Result<Proof, Failure> {
    if g.is_empty() {
        let zero = operands.iter().all(Bivariate::is_empty);
        return if zero { Ok(Proof::Exact) } else { Err(wrong("the common divisor 0")) };
    }
    let quotients = operands.iter().map(|p| g.exact_quotient(p)).collect::<crate::Result<Vec<_>>>()?;
    let common = |a: &Poly<Integers>, b: &Poly<Integers>| modular::gcd(a, b, &modular::Options::default());
    let content = common(&quotients[0].content()?, &quotients[1].content()?)?.value;
    let inner = common(&quotients[0].at(y), &quotients[1].at(y))?.value;
    let right = content == Poly::one(content.ring()) && inner.len() <= 1;
    if right { Ok(Proof::Exact) } else { Err(wrong("the common divisor")) }
}

impl AnyRing for InTwoVariables {
    fn name(&self) -> String {
        NAME.into()
    }

    fn verbs(&self) -> Vec<&'static str> {
        VERBS.iter().map(|(name, _)| *name).collect()
    }

    fn call(&self, call: &VerbCall, session: &Session<'_>) -> Result<(), Failure> {
        let name = call.verb.name;
        let (_, run) = VERBS.iter().find(|(known, _)| *known == name).ok_or_else(|| Self::unsupported(name))?;
        if call.part != crate::poly::Part::All || call.algorithm.is_some() {
            return Err(Self::unsupported("a part of a product, or --algorithm,"));
        }
        let call = &session.with_checkpoint(call, name != "mul")?;
        let operands = self.read(call, session)?;
        if !matches!(session.format(None), Format::Json | Format::List) {
            return Err(Failure::Usage("results over z[y] are arrays of arrays: use --format json".into()));
        }
        let mut output = session.output()?;
        let answer = session.timed(name, NAME, || Ok(run(&operands, call)?))?;
        if session.options.verify {
            let proof = self.check(&operands, name, &answer, Random::new(session.options.seed))?;
            session.say(&format!("verified: {proof}\n"));
        }
        session.observer.clear();
        Self::write(&answer, session.options.order(), &mut output)?;
        Ok(output.finish()?)
    }

    fn generate(&self, _: &GeneratePoly, _: &Session<'_>) -> Result<(), Failure> {
        Err(Self::unsupported("gen poly"))
    }

    fn generate_matrix(&self, _: &GenerateMatrix, _: &Session<'_>) -> Result<(), Failure> {
        Err(Self::unsupported("gen matrix"))
    }

    fn generate_irreducible(&self, _: &GenerateIrreducible, _: &Session<'_>) -> Result<(), Failure> {
        Err(Self::unsupported("gen irreducible"))
    }
}
