//! Values at points: of a form in numerator and denominator of the point, by halves.

use super::{
    Rationals,
    layout::{denominator, numerators, over, product},
};
use crate::ring::{Coeffs, Evaluation, Integers, Ring, View};
use rug::{Complete, Integer, Rational, ops::Pow};

/// Number of coefficients up to which a form is evaluated by Horner's rule.
const SHORT: usize = 16;

/// A form Σ v_i·p^i·q^(n−1−i) of n coefficients, with p^n and q^n.
struct Form {
    value: Integer,
    powers: [Integer; 2],
}

impl Form {
    fn new(z: &Integers, v: View<'_, Integers>, p: &Integer, q: &Integer) -> Self {
        if v.len() <= SHORT {
            let (mut value, mut power) = (Integer::new(), Integer::from(1));
            for i in (0..v.len()).rev() {
                value *= p;
                value += &power * z.get(v, i);
                power *= q;
            }
            return Form { value, powers: [p.pow(v.len() as u32).complete(), power] };
        }
        let half = v.len() / 2;
        let (low, high) = (Form::new(z, v.low(half), p, q), Form::new(z, v.from(half), p, q));
        let value = z.product_of(&low.value, &high.powers[1]) + z.product_of(&low.powers[0], &high.value);
        Form { value, powers: [0, 1].map(|i| z.product_of(&low.powers[i], &high.powers[i])) }
    }
}

impl Evaluation for Rationals {
    fn horner(&self, v: View<'_, Self>, x: &Rational) -> Rational {
        let own = denominator(v).unwrap_or_else(|| Integer::from(1));
        if *x.denom() == 1 {
            return Rational::from((self.0.horner(numerators(v), x.numer()), own));
        }
        let form = Form::new(&self.0, numerators(v), x.numer(), x.denom());
        // one power of q is too many
        Rational::from((form.value * x.denom(), form.powers[1].clone() * own))
    }

    fn own_shift(&self, v: View<'_, Self>, c: &Rational) -> Option<Coeffs<Self>> {
        if *c.denom() == 1 {
            return self.0.own_shift(numerators(v), c.numer()).map(|shifted| over(shifted, denominator(v)));
        }
        // with y = q·x and n coefficients, q^(n−1)·v(x + p/q) is the polynomial Σ v_i·q^(n−1−i)·y^i at y + p
        let (len, q) = (v.len(), c.denom());
        let powers: Vec<Integer> =
            std::iter::successors(Some(Integer::from(1)), |power| Some((power * q).complete())).take(len).collect();
        let times = |v: View<'_, Integers>, power: &dyn Fn(usize) -> usize| {
            let products: Vec<Integer> = (0..len).map(|i| &powers[power(i)] * self.0.get(v, i)).collect();
            self.0.collect(&products)
        };
        let scaled = times(numerators(v), &|i| len - 1 - i);
        let shifted = self.0.own_shift(scaled.view(), c.numer())?;
        let common = product(denominator(v), powers.last().cloned());
        Some(self.reduced(times(shifted.view(), &|i| i), common))
    }
}
