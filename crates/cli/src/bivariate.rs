//! `--ring z[y]` and `zn:N[y]`: polynomials in x whose coefficients are polynomials in y.

use super::{
    Failure,
    args::{GenerateIrreducible, GenerateMatrix, GeneratePoly, Special, VerbCall},
    open::Commands,
    random::seeded,
    session::{Session, is_stdin},
    verbs::{from_z, to_z},
};
use crate::io::{Format, Order, ReadOptions, Source, read_bivariate};
use polymod::{
    Error,
    multimodular::{self, Options},
    poly::{Bivariate, Part, Poly},
    ring::{AnyRing, Integers, Ring, View},
    text,
    verify::{Checker, Unverified},
};
use rand::Rng;
use rug::Integer;
use std::io::{self, Write as _};

/// The polynomials in y over a ring, as coefficients of polynomials in x.
pub struct OfY {
    ring: AnyRing,
    /// Whether the ring is Z, where computations are modular.
    over_z: bool,
}

type InXAndY = Bivariate<AnyRing>;

/// How results are written.
#[derive(Clone, Copy)]
enum Writing {
    Json,
    Lists,
    Expression,
}

/// One result.
enum Value {
    InX(InXAndY),
    InY(Poly<AnyRing>),
}

impl OfY {
    /// The polynomials over this ring, which is Z or the integers modulo n.
    #[must_use]
    pub fn over(ring: AnyRing, over_z: bool) -> Self {
        OfY { ring, over_z }
    }

    fn operand(&self, text: &std::ffi::OsStr, reading: &ReadOptions<'_>) -> Result<(InXAndY, Option<Format>), Failure> {
        Ok(read_bivariate(&self.ring, &Source::from(text.to_os_string()), reading)?)
    }

    fn compute(&self, operands: &[InXAndY], call: &VerbCall) -> Result<Value, Failure> {
        if call.verb.name == "mul" {
            let (first, others) = operands.split_first().ok_or_else(|| Failure::Internal("no operands".into()))?;
            return Ok(Value::InX(others.iter().try_fold(first.clone(), |product, x| product.checked_mul(x))?));
        }
        if self.over_z {
            let change = to_z(&self.ring);
            let own: Vec<_> = operands.iter().map(|p| change.bivariate(p)).collect();
            return self.compute_over_z(&own, &call.modular, call.verb.name);
        }
        Ok(match (call.verb.name, operands) {
            ("gcd", [a, b]) => Value::InX(a.gcd(b)?),
            ("resultant", [a, b]) => Value::InY(a.resultant(b)?),
            ("discriminant", [a]) => Value::InY(a.discriminant()?),
            (name, _) => return Err(Failure::Internal(format!("{name} has other operands"))),
        })
    }

    fn compute_over_z(
        &self,
        operands: &[Bivariate<Integers>],
        options: &Options,
        name: &str,
    ) -> Result<Value, Failure> {
        let back = from_z(&self.ring);
        Ok(match (name, operands) {
            ("gcd", [a, b]) => Value::InX(back.bivariate(&a.gcd(b, options)?.value)),
            ("resultant", [a, b]) => Value::InY(back.poly(a.resultant(b, options)?.value)),
            ("discriminant", [a]) => Value::InY(back.poly(a.discriminant(options)?.value)),
            _ => return Err(Failure::Internal(format!("{name} has other operands"))),
        })
    }

    /// Checks a result; the line says how.
    fn verify(&self, operands: &[InXAndY], call: &VerbCall, value: &Value, seed: u64) -> Result<String, Failure> {
        if self.over_z {
            return self.verify_over_z(operands, call, value, seed);
        }
        let mut checker = Checker::new(&self.ring, seeded(seed));
        let proof = match (call.verb.name, operands, value) {
            ("gcd", [a, b], Value::InX(g)) => checker.bivariate_divisor(a, b, g)?,
            ("resultant", [a, b], Value::InY(x)) => checker.bivariate_resultant(a, b, x)?,
            ("discriminant", [a], Value::InY(x)) => checker.bivariate_discriminant(a, x)?,
            (_, factors, Value::InX(product)) => checker.bivariate_product(factors, product)?,
            (name, ..) => return Err(Failure::Internal(format!("{name} has other operands"))),
        };
        Ok(format!("verified: {proof}\n"))
    }

    /// Checks a result by the same operation in Z\[x\], at random y.
    fn verify_over_z(
        &self,
        operands: &[InXAndY],
        call: &VerbCall,
        value: &Value,
        seed: u64,
    ) -> Result<String, Failure> {
        const BITS: u32 = 40;
        const POINTS: u32 = 2;
        let (mut random, change, options) = (seeded(seed), to_z(&self.ring), Options::default());
        let own: Vec<_> = operands.iter().map(|p| change.bivariate(p)).collect();
        for _ in 0..POINTS {
            let y = Integer::from(random.next_u64() >> (64 - BITS));
            let at: Vec<Poly<Integers>> = own.iter().map(|p| p.at(&y)).collect();
            let drops = at.iter().zip(&own).any(|(p, f)| p.len() != f.coeffs().len());
            let right = match value {
                Value::InY(_) if drops => true,
                Value::InY(x) => {
                    let x = change.poly(x.clone()).eval(&y);
                    match &at[..] {
                        [a, b] => multimodular::resultant(a, b, &options)?.value == x,
                        [a, ..] => multimodular::discriminant(a, &options)?.value == x,
                        [] => false,
                    }
                }
                Value::InX(g) if call.verb.name == "gcd" => {
                    let g = change.bivariate(g).at(&y);
                    // cofactors without a common divisor of positive degree at some y have none at all
                    let of_values = multimodular::gcd(&at[0], &at[1], &options)?.value;
                    g.len() == of_values.len() && (g.is_empty() || of_values.exact_div(&g).is_ok())
                }
                Value::InX(product) => {
                    let one = Poly::one(&Integers::on(self.ring.engine()));
                    at.iter().try_fold(one, |all, p| all.checked_mul(p))? == change.bivariate(product).at(&y)
                }
            };
            if !right {
                return Err(Unverified::Wrong("the result".into()).into());
            }
        }
        Ok(format!("verified: the same with {POINTS} random values of {BITS} bits for y\n"))
    }

    /// How results of this format are written.
    fn writing(&self, format: Format) -> Result<Writing, Failure> {
        match format {
            Format::Json => Ok(Writing::Json),
            Format::List => Ok(Writing::Lists),
            Format::Human | Format::Sage => Ok(Writing::Expression),
            _ => Err(Failure::Usage(format!("{} is written as json, list or human, not as {format}", self.name()))),
        }
    }

    fn written(&self, value: &Value, writing: Writing, order: Order) -> Result<Vec<u8>, Failure> {
        let written = match writing {
            Writing::Json => self.in_arrays(value, ",", |v, out| text::write_json(&self.ring, v, order, out), order),
            Writing::Lists => self.in_arrays(value, " ", |v, out| self.write_list(v, order, out), order),
            Writing::Expression => self.expression(value),
        };
        let mut out = written.map_err(|e| Failure::Internal(e.to_string()))?;
        out.push(b'\n');
        Ok(out)
    }

    fn expression(&self, value: &Value) -> io::Result<Vec<u8>> {
        let mut out = Vec::new();
        match value {
            Value::InY(p) => text::write_human_in_y(&self.ring, p.coeffs(), &mut out)?,
            Value::InX(p) => write!(out, "{p}")?,
        }
        Ok(out)
    }

    /// A list in brackets.
    fn write_list(&self, v: View<'_, AnyRing>, order: Order, out: &mut Vec<u8>) -> io::Result<()> {
        out.push(b'[');
        if !v.is_empty() {
            text::write_list(&self.ring, v, order, &mut *out)?;
        }
        out.push(b']');
        Ok(())
    }

    /// An array, or an array of arrays, which the function writes.
    fn in_arrays(
        &self,
        value: &Value,
        separator: &str,
        array: impl Fn(View<'_, AnyRing>, &mut Vec<u8>) -> io::Result<()>,
        order: Order,
    ) -> io::Result<Vec<u8>> {
        let mut out = Vec::new();
        match value {
            Value::InY(p) => array(p.coeffs(), &mut out)?,
            Value::InX(p) => {
                out.push(b'[');
                let mut coeffs: Vec<&Poly<AnyRing>> = p.coeffs().iter().collect();
                if order == Order::Desc {
                    coeffs.reverse();
                }
                for (i, c) in coeffs.into_iter().enumerate() {
                    out.extend(if i > 0 { separator.bytes() } else { "".bytes() });
                    array(c.coeffs(), &mut out)?;
                }
                out.push(b']');
            }
        }
        Ok(out)
    }
}

impl Commands for OfY {
    fn name(&self) -> String {
        format!("{}[y]", self.ring.name())
    }

    fn verbs(&self) -> Vec<&'static str> {
        vec!["mul", "gcd", "resultant", "discriminant"]
    }

    fn call(&self, call: &VerbCall, session: &Session<'_>) -> Result<(), Failure> {
        let name = call.verb.name;
        if !self.verbs().contains(&name) {
            return Err(Error::Unsupported { operation: name.into(), ring: self.name() }.into());
        }
        if call.part != Part::All {
            return Err(Failure::Usage(format!("{name} over {} takes no parts of products", self.name())));
        }
        let call = &session.resumed(call, self.over_z && name != "mul")?;
        if call.operands.iter().filter(|o| is_stdin(o)).count() > 1 {
            return Err(Failure::Usage("standard input (-) can be only one of the operands".into()));
        }
        let (mut operands, mut format) = (Vec::new(), None);
        for text in &call.operands {
            let (operand, found) = self.operand(text, &session.reading())?;
            operands.push(operand);
            format = format.or(found);
        }
        if call.planned {
            return session.plan(call, &self.name(), || self.compute(&operands, call));
        }
        let format = session.format(format);
        let writing = self.writing(format)?;
        let mut output = session.output()?;
        let value = session.computed(name, &self.name(), || self.compute(&operands, call))?;
        session.account(call);
        if session.options.verify {
            session.say(&self.verify(&operands, call, &value, session.options.seed)?);
        }
        let written = self.written(&value, writing, session.options.order())?;
        output.with_writer(|out| out.write_all(&written))?;
        Ok(output.finish()?)
    }

    fn generate(&self, _: &GeneratePoly, _: &Session<'_>) -> Result<(), Failure> {
        Err(Failure::Usage(format!(
            "gen makes no polynomials over {}; --ring {} does for each coefficient",
            self.name(),
            self.ring.name()
        )))
    }

    fn generate_matrix(&self, _: &GenerateMatrix, _: &Session<'_>) -> Result<(), Failure> {
        Err(Failure::Usage(format!("gen makes no matrices over {}", self.name())))
    }

    fn generate_irreducible(&self, _: &GenerateIrreducible, _: &Session<'_>) -> Result<(), Failure> {
        Err(Failure::Usage(format!("gen makes no irreducible polynomials over {}", self.name())))
    }

    fn generate_special(&self, _: Special, _: &Session<'_>) -> Result<(), Failure> {
        Err(Failure::Usage(format!("gen makes no polynomials over {}", self.name())))
    }
}
