//! Writing the results of verbs.

use super::{Failure, open::Bound, verbs::Value};
use crate::io::{Format, Order, Output};
use polymod::{
    poly::Poly,
    ring::{AnyElement, AnyRing, Codec, Ring, Vectors},
    text::{PolyRows, Rows, write_element},
};
use rug::{Integer, Rational};

/// A number as JSON: a string, where it is a fraction.
fn quoted(number: &str) -> String {
    if number.contains('/') { format!("\"{number}\"") } else { number.to_owned() }
}

impl Bound {
    /// Writes a result; several of them in their order.
    pub(super) fn write(
        &self,
        value: &Value<AnyRing>,
        format: Format,
        order: Order,
        output: &mut Output,
    ) -> Result<(), Failure> {
        match (value, format) {
            (Value::Poly(p), _) => output.poly(&self.ring, p.coeffs(), format, order)?,
            (Value::Scalar(x), _) => output.scalar(&self.ring, x, format)?,
            (Value::Matrix(m), _) => {
                let rows = Rows { rows: m.rows(), cols: m.cols(), entries: m.entries() };
                output.matrix(&self.ring, rows, format)?;
            }
            (Value::PolyMatrix(m), _) => {
                let entries = m.entries().iter().map(Poly::coeffs).collect();
                let rows = PolyRows { rows: m.rows(), cols: m.cols(), entries };
                output.poly_matrix(&self.ring, &rows, format, order)?;
            }
            (Value::Number(n), Format::Npy) => {
                let z = self.integers();
                output.vector(&z, z.collect(&[Integer::from(*n).erase()]).view(), format)?;
            }
            (Value::Number(n), _) => output.line(&n.to_string())?,
            (Value::Integer(n), Format::Npy) => {
                let z = self.integers();
                output.vector(&z, z.collect(&[n.clone().erase()]).view(), format)?;
            }
            (Value::Integer(n), _) => output.line(&n.to_string())?,
            (Value::Indices(all), Format::Npy) => {
                let z = self.integers();
                let all: Vec<_> = all.iter().map(|&n| Integer::from(n).erase()).collect();
                output.vector(&z, z.collect(&all).view(), format)?;
            }
            (Value::Indices(all), _) => {
                let all: Vec<String> = all.iter().map(usize::to_string).collect();
                output.line(&format!("[{}]", all.join(",")))?;
            }
            (Value::Polys(all), _) => {
                let all: Vec<_> = all.iter().map(Poly::coeffs).collect();
                output.polys(&self.ring, &all, format, order)?;
            }
            (Value::Intervals(all), _) => {
                let end = |x: &Rational| quoted(&x.to_string());
                let all: Vec<_> = all.iter().map(|i| format!("[{},{}]", end(&i.low), end(&i.high))).collect();
                output.line(&format!("[{}]", all.join(",")))?;
            }
            (Value::Multiples(all), _) => {
                let pair = |(x, e): &(_, u64)| {
                    let (one, mut text) = (self.ring.collect(std::slice::from_ref(x)), String::new());
                    write_element(&self.ring, one.view(), 0, ",", &mut text);
                    format!("[{},{e}]", quoted(&text))
                };
                output.line(&format!("[{}]", all.iter().map(pair).collect::<Vec<_>>().join(",")))?;
            }
            (Value::Factors(factors), _) => {
                let factors: Vec<_> = factors.iter().map(|(f, e)| (f.coeffs(), *e)).collect();
                output.factors(&self.ring, &factors, format, order)?;
            }
            (Value::PowerFactors(all), _) => {
                let mut found = Vec::new();
                for (power, f) in all {
                    let factors: Vec<_> = f.factors.iter().map(|(g, e)| (g.coeffs(), *e)).collect();
                    found.push((power.to_string(), self.ring.elem_to_text(&f.unit), factors));
                }
                output.power_factors(&self.ring, &found, format, order)?;
            }
            (Value::Truth(yes), _) => output.line(if *yes { "true" } else { "false" })?,
            (Value::Array { entries, coefficients: true }, _) if order == Order::Desc && !format.is_of_system() => {
                output.vector(&self.ring, self.ring.reversed(entries.view()).view(), format)?;
            }
            (Value::Several(values), _) => {
                values.iter().try_for_each(|value| self.write(value, format, order, output))?;
            }
            (Value::Array { entries, .. }, _) => output.vector(&self.ring, entries.view(), format)?,
        }
        Ok(())
    }
}
