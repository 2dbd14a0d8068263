//! The verbs of division and of power series.

use super::{
    Failure,
    args::VerbCall,
    verbs::{Operands, Value, Verb, coefficient_bytes, log2_norm, poly, row, small, unexpected},
};
use polymod::{
    poly::{Divisor, Poly},
    ring::Convolve,
};

/// Verbs of quotients and remainders.
pub fn division_verbs<R: Convolve>() -> Vec<Verb<R>> {
    vec![
        row(
            "divrem",
            |o, call| Ok(both(o.polys[0].divrem_by(&o.polys[1], call.division)?)),
            small,
            |c, o, _, v| {
                let (q, r) = two(v)?;
                c.division(&o.polys[0], &o.polys[1], q, r)
            },
        ),
        row(
            "quo",
            |o, call| Ok(o.polys[0].quo_by(&o.polys[1], call.division)?.into()),
            small,
            |c, o, _, v| c.quotient(&o.polys[0], &o.polys[1], poly(v)?),
        ),
        row(
            "rem",
            |o, call| Ok(o.polys[0].divrem_by(&o.polys[1], call.division)?.1.into()),
            small,
            |c, o, _, v| c.remainder(&o.polys[0], &o.polys[1], poly(v)?),
        ),
        row(
            "pseudo-divrem",
            |o, _| Ok(both(o.polys[0].pseudo_divrem(&o.polys[1])?)),
            small,
            |c, o, _, v| {
                let (q, r) = two(v)?;
                c.pseudo_division(&o.polys[0], &o.polys[1], q, r)
            },
        ),
        modular_power_verb(),
    ]
}

/// A power modulo a polynomial.
pub fn modular_power_verb<R: Convolve>() -> Verb<R> {
    row(
        "pow-mod",
        |o, _| {
            let (a, m) = (&o.polys[0], &o.polys[1]);
            Ok(a.pow_mod(&o.integers[0], &Divisor::new(m)?)?.into())
        },
        modular_power_bytes,
        |c, o, _, v| c.power_modulo(&o.polys[0], &o.integers[0], &o.polys[1], poly(v)?),
    )
}

/// Verbs of power series, to a given number of terms.
pub fn series_verbs<R: Convolve>() -> Vec<Verb<R>> {
    vec![
        row(
            "inv-series",
            |o, _| Ok(o.polys[0].inv_series(terms(o))?.into()),
            series_bytes,
            |c, o, _, v| c.inverse_series(&o.polys[0], terms(o), poly(v)?),
        ),
        row(
            "log-series",
            |o, _| Ok(o.polys[0].log_series(terms(o))?.into()),
            series_bytes,
            |c, o, _, v| c.logarithm(&o.polys[0], terms(o), poly(v)?),
        ),
        row(
            "exp-series",
            |o, _| Ok(o.polys[0].exp_series(terms(o))?.into()),
            series_bytes,
            |c, o, _, v| c.exponential(&o.polys[0], terms(o), poly(v)?),
        ),
        row(
            "sqrt-series",
            |o, _| Ok(o.polys[0].sqrt_series(terms(o))?.into()),
            series_bytes,
            |c, o, _, v| c.square_root(&o.polys[0], terms(o), poly(v)?),
        ),
        row(
            "pow-series",
            |o, _| Ok(o.polys[0].pow_series(&o.integers[0], terms(o))?.into()),
            series_bytes,
            |c, o, _, v| c.power_series(&o.polys[0], &o.integers[0], terms(o), poly(v)?),
        ),
    ]
}

fn both<R: Convolve>((first, second): (Poly<R>, Poly<R>)) -> Value<R> {
    Value::Several(vec![first.into(), second.into()])
}

fn two<R: Convolve>(v: &Value<R>) -> Result<(&Poly<R>, &Poly<R>), Failure> {
    match v {
        Value::Several(values) => match &values[..] {
            [first, second] => Ok((poly(first)?, poly(second)?)),
            _ => Err(unexpected()),
        },
        _ => Err(unexpected()),
    }
}

/// The number of terms, the last integer among the operands; sizes beyond any memory are refused before anything is
/// computed.
pub(super) fn terms<R: Convolve>(o: &Operands<R>) -> usize {
    o.integers.last().and_then(rug::Integer::to_usize).unwrap_or(usize::MAX)
}

/// Bytes of the terms; over Z, where they grow, with the bound on the last one for each.
pub(super) fn series_bytes<R: Convolve>(o: &Operands<R>, call: &VerbCall) -> f64 {
    let (a, terms) = (&o.polys[0], terms(o) as f64);
    terms * coefficient_bytes(a, || terms_bits(o, call.verb.name, terms))
}

/// Bound on log2 of the last of `terms` terms. A series with |aᵢ| for coefficients dominates that of A, and where it is
/// 1 − |a₀| or less at t the terms of 1/A, and those of roots, are at most t^(−i).
fn terms_bits<R: Convolve>(o: &Operands<R>, verb: &str, terms: f64) -> f64 {
    let (a, last) = (&o.polys[0], &o.polys[o.polys.len() - 1]);
    match verb {
        // at t/2 the series is at most 1/2
        "pow-series" => {
            let e = o.integers[0].to_f64().abs();
            ((growth(a) + 1.0) * terms + e).min(if o.integers[0] < 0 { f64::INFINITY } else { e * log2_norm(a) })
        }
        "revert-series" => (growth(a) + 3.0) * terms,
        "compose-series" => {
            let powers = (a.len() as f64).min(terms);
            log2_norm(a) + (growth(last) * terms).min(log2_norm(last) * powers)
        }
        _ => growth(a) * terms + log2_norm(a),
    }
}

/// Bytes of A^E modulo M. Over Z the coefficients of x^k modulo a monic M are at most ρ^k for the ρ with ρ^d = Σ|mᵢ|·ρ^i.
fn modular_power_bytes<R: Convolve>(o: &Operands<R>, _: &VerbCall) -> f64 {
    let ([a, m], e) = ([&o.polys[0], &o.polys[1]], o.integers[0].to_f64().abs());
    let [degree_a, degree_m] = [a, m].map(|p| p.len().saturating_sub(1) as f64);
    // the exponent may exceed the range of floating-point numbers
    let times = |x: f64, y: f64| if x == 0.0 { 0.0 } else { x * y };
    let bits = || {
        let reductions = (times(degree_a, e) - degree_m + 1.0).max(0.0);
        times(log2_norm(a), e) + times(growth(&m.reverse()), reductions) + log2_norm(m)
    };
    // an M whose leading coefficient is not a unit is refused
    let divides = m.ring().inv(&m.coeff(m.len().saturating_sub(1))).is_ok();
    if divides { times(degree_m, coefficient_bytes(m, bits)) } else { 0.0 }
}

/// log2(1/t) for the t with Σ|aᵢ|·t^i = 1 over i ≥ 1, rounded up a little; 0 where t ≥ 1.
fn growth<R: Convolve>(a: &Poly<R>) -> f64 {
    /// Number of halvings of the interval that contains log2(1/t).
    const STEPS: usize = 12;
    let one = |i: usize| (i as f64, log2_norm(&Poly::new(a.ring(), [a.coeff(i)])));
    let logs: Vec<(f64, f64)> = (1..a.len()).filter(|&i| !a.ring().is_zero(&a.coeff(i))).map(one).collect();
    let sum = |x: f64| logs.iter().map(|(i, log)| (log - i * x).exp2()).sum::<f64>();
    let most = logs.iter().map(|(i, log)| (log + (logs.len() as f64).log2()) / i).fold(0.0, f64::max);
    let (mut low, mut high) = (0.0, most);
    for _ in 0..STEPS {
        let x = (low + high) / 2.0;
        (low, high) = if sum(x) <= 1.0 { (low, x) } else { (x, high) };
    }
    high
}
