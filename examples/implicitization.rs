//! The equation of a plane curve given by rational functions of one parameter.
//!
//! `cargo run --release --example implicitization`. The points (p(t)/w(t), q(t)/w(t)) satisfy F(x, y) = 0, where F is the
//! resultant of x·w(t) − p(t) and y·w(t) − q(t) with respect to t (Sederberg, Anderson, Goldman 1984, "Implicit representation of
//! parametric curves and surfaces"). F has two variables besides t; it is interpolated from its values at d + 1 integers x,
//! d its degree in x, each of which is a resultant in Z\[t, y\].

use polymod::{Integers, Poly, Result, multimodular::Options, poly::Bivariate, rug::Integer};

/// x·w − p at a number x: a polynomial in t.
fn at(x: i64, w: &Poly<Integers>, p: &Poly<Integers>) -> Poly<Integers> {
    w.scale(&Integer::from(x)) - p.clone()
}

fn main() -> Result<()> {
    let z = Integers::new();
    // a rational curve of degree 4; the leading coefficient x - 7 is nonzero for all x from 0 to 4
    let [p, q, w] = ["7*t^4 - 5*t^2 + 2", "t^4 + 4*t^3 - 7*t", "t^4 + t^2 + 1"]
        .map(|text| Poly::parse(&z, &text.replace('t', "x")))
        .into_iter()
        .collect::<Result<Vec<_>>>()?
        .try_into()
        .expect("three polynomials");
    let degree = 4;
    // y·w − q, as coefficients of powers of t
    let right = Bivariate::new(&z, (0..=degree).map(|i| Poly::new(&z, [-q.coeff(i), w.coeff(i)])).collect());
    let rows: Vec<Poly<Integers>> = (0..=degree as i64)
        .map(|x| {
            // ANCHOR: core
            let left = at(x, &w, &p);
            let left = Bivariate::new(&z, (0..=degree).map(|i| Poly::new(&z, [left.coeff(i)])).collect());
            left.resultant(&right, &Options::default()).map(|found| found.value)
            // ANCHOR_END: core
        })
        .collect::<Result<_>>()?;
    println!("F(0, y) = {}", rows[0].to_string().replace('x', "y"));

    // F(x, y) is Σ F(k, y)·∏ (x − i)/(k − i); the denominators (−1)^(4−k)·k!·(4−k)! give the weights 1, −4, 6, −4, 1 over 24
    let weights = [1i64, -4, 6, -4, 1];
    let value = |x: &Integer, y: &Integer, scale: &Integer| {
        // both coordinates times a common denominator `scale`: homogeneous of degree 4 in each
        let mut sum = Integer::new();
        for (k, (row, weight)) in rows.iter().zip(weights).enumerate() {
            let mut term = Integer::from(weight);
            for i in (0..=degree).filter(|i| *i != k) {
                term *= x - Integer::from(scale * i as u32);
            }
            let mut of_y = Integer::new();
            for j in (0..=degree).rev() {
                of_y = of_y * y + row.coeff(j) * power(scale, degree - j);
            }
            sum += term * of_y;
        }
        sum
    };
    for t in -20i64..=20 {
        let [x, y, scale] = [&p, &q, &w].map(|f| f.eval(&Integer::from(t)));
        assert_eq!(value(&x, &y, &scale), 0, "the point at t = {t} lies on the curve");
        assert_ne!(value(&(x + 1), &y, &scale), 0, "and this one beside it does not");
    }
    println!("41 points of the curve satisfy it, and 41 beside it do not");
    Ok(())
}

fn power(base: &Integer, exponent: usize) -> Integer {
    (0..exponent).fold(Integer::from(1), |product, _| product * base)
}
