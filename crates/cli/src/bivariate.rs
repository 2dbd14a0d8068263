//! `--ring z[y]`: polynomials in x whose coefficients are arrays in y.

use super::{
    Failure,
    args::{GenerateIrreducible, GenerateMatrix, GeneratePoly, Special, VerbCall},
    open::Commands,
    random::seeded,
    session::{Session, is_stdin},
};
use crate::io::{Format, Order, ReadOptions, Source, read_polys};
use polymod::{
    Error,
    engine::Engine,
    multimodular::{self, Bivariate},
    poly::{Part, Poly},
    ring::{AnyRing, Integers},
    text,
    verify::Unverified,
};
use rand::Rng;
use rug::Integer;

/// Z\[y\] as a ring of coefficients.
pub struct ZOfY {
    z: Integers,
}

/// One result.
enum Value {
    InX(Bivariate),
    InY(Poly<Integers>),
}

impl ZOfY {
    /// The ring on this engine.
    #[must_use]
    pub fn on(engine: &Engine) -> Self {
        ZOfY { z: Integers::on(engine) }
    }

    fn operand(
        &self,
        text: &std::ffi::OsStr,
        reading: &ReadOptions<'_>,
    ) -> Result<(Bivariate, Option<Format>), Failure> {
        let any = AnyRing::new(self.z.clone());
        let (mut coeffs, format) = read_polys(&any, &Source::from(text.to_os_string()), reading)?;
        if reading.order == Order::Desc {
            coeffs.reverse();
        }
        let coeffs = coeffs.into_iter().map(|c| Poly::from_coeffs(&self.z, any.own(c))).collect();
        Ok((Bivariate::new(&self.z, coeffs), format))
    }

    fn compute(&self, operands: &[Bivariate], call: &VerbCall) -> Result<Value, Failure> {
        let two = || match operands {
            [a, b] => Ok((a, b)),
            _ => Err(Failure::Internal("two operands".into())),
        };
        Ok(match call.verb.name {
            "gcd" => Value::InX(two()?.0.gcd(two()?.1, &call.modular)?.value),
            "resultant" => Value::InY(two()?.0.resultant(two()?.1, &call.modular)?.value),
            _ => {
                let one = Bivariate::from_i64(&self.z, &[&[1]]);
                Value::InX(operands.iter().try_fold(one, |product, x| product.checked_mul(x))?)
            }
        })
    }

    /// Checks a result by the same operation in Z\[x\], at random y.
    fn verify(&self, operands: &[Bivariate], call: &VerbCall, value: &Value, seed: u64) -> Result<String, Failure> {
        const BITS: u32 = 40;
        const POINTS: u32 = 2;
        let mut random = seeded(seed);
        for _ in 0..POINTS {
            let y = Integer::from(random.next_u64() >> (64 - BITS));
            let at: Vec<Poly<Integers>> = operands.iter().map(|p| p.at(&y)).collect();
            let right = match value {
                Value::InY(resultant) => {
                    let drops = at.iter().zip(operands).any(|(p, f)| p.len() != f.coeffs().len());
                    drops
                        || multimodular::resultant(&at[0], &at[1], &multimodular::Options::default())?.value
                            == resultant.eval(&y)
                }
                Value::InX(g) if call.verb.name == "gcd" => {
                    let g = g.at(&y);
                    // cofactors without a common divisor of positive degree at some y have none at all
                    let of_values = multimodular::gcd(&at[0], &at[1], &multimodular::Options::default())?.value;
                    g.len() == of_values.len() && (g.is_empty() || of_values.exact_div(&g).is_ok())
                }
                Value::InX(product) => {
                    let one = Poly::one(&self.z);
                    at.iter().try_fold(one, |all, p| all.checked_mul(p))? == product.at(&y)
                }
            };
            if !right {
                return Err(Unverified::Wrong("the result".into()).into());
            }
        }
        Ok(format!("verified: the same with {POINTS} random values of {BITS} bits for y\n"))
    }

    fn written(&self, value: &Value, format: Format, order: Order) -> Result<Vec<u8>, Failure> {
        let [open, comma, close] = match format {
            Format::Json => ["[", ",", "]"],
            Format::List | Format::Ntl => ["[", " ", "]"],
            other => return Err(Failure::Usage(format!("z[y] is written as json or list, not as {other}"))),
        };
        let mut out = Vec::new();
        let one = |p: &Poly<Integers>, out: &mut Vec<u8>| match format {
            Format::Json => text::write_json(&self.z, p.coeffs(), order, out),
            _ => {
                out.extend(open.bytes());
                if !p.is_empty() {
                    text::write_list(&self.z, p.coeffs(), order, &mut *out)?;
                }
                out.extend(close.bytes());
                Ok(())
            }
        };
        let failed = |e: std::io::Error| Failure::Internal(e.to_string());
        match value {
            Value::InY(p) => one(p, &mut out).map_err(failed)?,
            Value::InX(p) => {
                out.extend(open.bytes());
                let mut coeffs: Vec<&Poly<Integers>> = p.coeffs().iter().collect();
                if order == Order::Desc {
                    coeffs.reverse();
                }
                for (i, c) in coeffs.into_iter().enumerate() {
                    out.extend(if i > 0 { comma.bytes() } else { "".bytes() });
                    one(c, &mut out).map_err(failed)?;
                }
                out.extend(close.bytes());
            }
        }
        out.push(b'\n');
        Ok(out)
    }
}

impl Commands for ZOfY {
    fn name(&self) -> String {
        "z[y]".into()
    }

    fn verbs(&self) -> Vec<&'static str> {
        vec!["mul", "gcd", "resultant"]
    }

    fn call(&self, call: &VerbCall, session: &Session<'_>) -> Result<(), Failure> {
        let name = call.verb.name;
        if !self.verbs().contains(&name) {
            return Err(Error::Unsupported { operation: name.into(), ring: self.name() }.into());
        }
        if call.part != Part::All {
            return Err(Failure::Usage(format!("{name} over z[y] takes no parts of products")));
        }
        let call = &session.with_checkpoint(call, name != "mul")?;
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
            return session.plan(name, &self.name(), || self.compute(&operands, call));
        }
        let format = session.format(format);
        if !matches!(format, Format::Json | Format::List) {
            return Err(Failure::Usage(format!("z[y] is written as json or list, not as {format}")));
        }
        let mut output = session.output()?;
        let value = session.computed(name, &self.name(), || self.compute(&operands, call))?;
        session.unusable_records(call);
        if session.options.verify {
            session.say(&self.verify(&operands, call, &value, session.options.seed)?);
        }
        let written = self.written(&value, format, session.options.order())?;
        output.with_writer(|out| out.write_all(&written))?;
        Ok(output.finish()?)
    }

    fn generate(&self, _: &GeneratePoly, _: &Session<'_>) -> Result<(), Failure> {
        Err(Failure::Usage("gen makes no polynomials over z[y]; --ring z does for each coefficient".into()))
    }

    fn generate_matrix(&self, _: &GenerateMatrix, _: &Session<'_>) -> Result<(), Failure> {
        Err(Failure::Usage("gen makes no matrices over z[y]".into()))
    }

    fn generate_irreducible(&self, _: &GenerateIrreducible, _: &Session<'_>) -> Result<(), Failure> {
        Err(Failure::Usage("gen makes no irreducible polynomials over z[y]".into()))
    }

    fn generate_special(&self, _: Special, _: &Session<'_>) -> Result<(), Failure> {
        Err(Failure::Usage("gen makes no polynomials over z[y]".into()))
    }
}
