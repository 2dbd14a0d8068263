//! Resultants, discriminants and subresultants over rings with zero divisors: determinants by expansion along rows, in
//! arithmetic that shares no code with the crate.

use super::common::{Random, any, cases};
use super::{Bivariate, Poly};
use polymod::{
    AnyRing, Poly as Of, multimodular,
    ring::{Codec, Ring},
    verify::Checker,
};
use rand_chacha::{ChaCha20Rng, rand_core::SeedableRng};

/// (Z/n)[t]/(F), F monic with small coefficients; without F the polynomials in t.
struct Own {
    n: i128,
    f: Vec<i128>,
}

type Element = Vec<i128>;

impl Own {
    fn reduced(&self, mut x: Element) -> Element {
        while !self.f.is_empty() && x.len() >= self.f.len() {
            let top = x.pop().unwrap();
            let shift = x.len() + 1 - self.f.len();
            for (i, c) in self.f[..self.f.len() - 1].iter().enumerate() {
                x[shift + i] -= top * c;
                x[shift + i] %= self.n;
            }
        }
        x.iter_mut().for_each(|c| *c = c.rem_euclid(self.n));
        while x.last() == Some(&0) {
            x.pop();
        }
        x
    }

    fn mul(&self, x: &Element, y: &Element) -> Element {
        let mut out = vec![0; (x.len() + y.len()).saturating_sub(1)];
        for (i, a) in x.iter().enumerate() {
            for (j, b) in y.iter().enumerate() {
                out[i + j] = (out[i + j] + a * b) % self.n;
            }
        }
        self.reduced(out)
    }

    fn add(&self, x: &Element, y: &Element, sign: i128) -> Element {
        let at = |v: &Element, i: usize| v.get(i).copied().unwrap_or(0);
        self.reduced((0..x.len().max(y.len())).map(|i| at(x, i) + sign * at(y, i)).collect())
    }

    /// The determinant: minors of the first rows by sets of columns.
    fn determinant(&self, rows: &[Vec<Element>]) -> Element {
        let mut minors = vec![Vec::new(); 1 << rows.len()];
        minors[0] = self.reduced(vec![1]);
        for set in 1_usize..1 << rows.len() {
            let row = &rows[set.count_ones() as usize - 1];
            let mut sum = Vec::new();
            for column in (0..rows.len()).filter(|c| set >> c & 1 == 1) {
                let odd = (set >> column).count_ones() % 2 == 0;
                let product = self.mul(&row[column], &minors[set & !(1 << column)]);
                sum = self.add(&sum, &product, if odd { -1 } else { 1 });
            }
            minors[set] = sum;
        }
        minors.pop().unwrap()
    }

    /// The coefficient of x^i in S_j of operands of formal degrees.
    fn subresultant(&self, a: &[Element], b: &[Element], j: usize, i: usize, divided: bool) -> Element {
        let (n, m) = (a.len() - 1, b.len() - 1);
        let size = n + m - 2 * j;
        let row = |v: &[Element], shift: usize| -> Vec<Element> {
            let powers = (0..size - 1).map(|c| n + m - j - 1 - c).chain([i]);
            powers.map(|k| k.checked_sub(shift).and_then(|k| v.get(k).cloned()).unwrap_or_default()).collect()
        };
        let mut rows: Vec<_> = (0..m - j).rev().map(|s| row(a, s)).chain((0..n - j).rev().map(|s| row(b, s))).collect();
        if divided {
            rows[0][0] = self.reduced(vec![1]);
            rows[m][0] = self.reduced(vec![n as i128]);
        }
        self.determinant(&rows)
    }

    fn discriminant(&self, a: &[Element]) -> Element {
        let n = a.len() - 1;
        let derivative: Vec<_> = (1..=n).map(|k| self.mul(&a[k], &self.reduced(vec![k as i128]))).collect();
        let value = self.subresultant(a, &derivative, 0, 0, true);
        self.add(&Vec::new(), &value, if n / 2 % 2 == 1 { -1 } else { 1 })
    }

    /// A polynomial of this degree with many zeros and zero divisors.
    fn draw(&self, random: &mut Random, degree: usize) -> Vec<Element> {
        let terms = if self.f.is_empty() { 3 } else { self.f.len() - 1 };
        loop {
            let coefficient = |random: &mut Random| match random.below(3) {
                0 => vec![],
                1 => self.reduced(vec![random.below(self.n as u64) as i128]),
                _ => self.reduced((0..terms).map(|_| random.below(self.n as u64) as i128).collect()),
            };
            let v: Vec<_> = (0..=degree).map(|_| coefficient(random)).collect();
            if !v[degree].is_empty() {
                return v;
            }
        }
    }
}

/// The polynomial as text.
fn text(v: &[Element]) -> String {
    let term = |(i, c): (usize, &Element)| {
        let c: Vec<String> = c.iter().enumerate().map(|(k, x)| format!("{x}*t^{k}")).collect();
        format!("({})*x^{i}", if c.is_empty() { "0".into() } else { c.join(" + ") })
    };
    v.iter().enumerate().map(term).collect::<Vec<_>>().join(" + ")
}

/// Rings by their names, with n and F.
const RINGS: [(&str, i128, &[i128]); 15] = [
    ("zn:4", 4, &[0, 1]),
    ("zn:6", 6, &[0, 1]),
    ("zn:8", 8, &[0, 1]),
    ("zn:9", 9, &[0, 1]),
    ("zn:36", 36, &[0, 1]),
    ("zn:4611686018427387905", (1 << 62) + 1, &[0, 1]),
    ("zn:2", 2, &[0, 1]),
    ("zn:3", 3, &[0, 1]),
    ("zn:97", 97, &[0, 1]),
    ("zn:4[t]/t^2+t+1", 4, &[1, 1, 1]),
    ("zn:6[t]/t^2+1", 6, &[1, 0, 1]),
    ("zn:5[t]/t^2", 5, &[0, 0, 1]),
    ("zn:9[t]/t^3+3", 9, &[3, 0, 0, 1]),
    ("zn:2[t]/t^3+t", 2, &[0, 1, 0, 1]),
    ("zn:7[t]/t^2-1", 7, &[-1, 0, 1]),
];

fn polynomial(r: &AnyRing, v: &[Element], own: &Own) -> Poly {
    let text = if own.f.len() == 2 { text(v).replace("*t^0", "") } else { text(v) };
    Poly::parse(r, &text).unwrap_or_else(|e| panic!("{text}: {e}"))
}

#[test]
fn determinants_over_rings_with_zero_divisors() {
    let mut random = Random::new(24);
    for (name, n, f) in RINGS {
        let (r, own) = (any(name), Own { n, f: f.to_vec() });
        let constant = |x: Element| polynomial(&r, &[x], &own).coeff(0);
        for case in 0..cases(40) {
            let degrees = [1 + random.usize_below(4), 1 + random.usize_below(4)];
            let [a, b] = degrees.map(|d| own.draw(&mut random, d));
            let [p, q] = [&a, &b].map(|v| polynomial(&r, v, &own));
            let what = format!("{name}, case {case}: {} and {}", text(&a), text(&b));
            let mut checker = Checker::new(&r, ChaCha20Rng::seed_from_u64(case as u64));

            let wanted = constant(own.subresultant(&a, &b, 0, 0, false));
            assert_eq!(p.resultant(&q).unwrap(), wanted, "{what}");
            assert!(checker.resultant(&p, &q, &wanted).is_ok(), "{what}");
            assert!(checker.resultant(&p, &q, &r.add(&wanted, &r.one())).is_err(), "{what}");

            let coefficients = |j: usize| (0..=j).map(|i| own.subresultant(&a, &b, j, i, false)).collect::<Vec<_>>();
            let wanted: Vec<_> =
                (0..degrees[0].min(degrees[1])).map(|j| polynomial(&r, &coefficients(j), &own)).collect();
            let chain = p.subresultants(&q).unwrap();
            assert_eq!(chain, wanted, "{what}");
            assert!(checker.subresultants(&p, &q, &chain.iter().collect::<Vec<_>>()).is_ok(), "{what}");
            let altered = &chain[0] + &Poly::one(&r);
            let others: Vec<_> = [&altered].into_iter().chain(&chain[1..]).collect();
            assert!(checker.subresultants(&p, &q, &others).is_err(), "{what}");

            let wanted = constant(own.discriminant(&a));
            assert_eq!(p.discriminant().unwrap(), wanted, "{what}");
            assert!(checker.discriminant(&p, &wanted).is_ok(), "{what}");
            if degrees[0] > 1 {
                assert!(checker.discriminant(&p, &r.add(&wanted, &r.one())).is_err(), "{what}");
            }
        }
    }
}

#[test]
fn determinants_in_two_variables_over_composite_moduli() {
    let mut random = Random::new(25);
    for n in [4, 6, 9, 36, 1 << 20] {
        let (r, own) = (any(&format!("zn:{n}")), Own { n, f: vec![] });
        let in_y = |v: &Element| Of::from_ints(&r, v.iter().copied());
        for case in 0..cases(30) {
            let [a, b] = [0, 1].map(|_| {
                let degree = 1 + random.usize_below(3);
                own.draw(&mut random, degree)
            });
            let [p, q] = [&a, &b].map(|v| Bivariate::new(&r, v.iter().map(in_y).collect()));
            let what = format!("zn:{n}, case {case}: {} and {}", text(&a), text(&b));
            let mut checker = Checker::new(&r, ChaCha20Rng::seed_from_u64(case as u64));
            let wanted = in_y(&own.subresultant(&a, &b, 0, 0, false));
            assert_eq!(p.resultant(&q).unwrap(), wanted, "{what}");
            assert!(checker.bivariate_resultant(&p, &q, &wanted).is_ok(), "{what}");
            let wanted = in_y(&own.discriminant(&a));
            assert_eq!(p.discriminant().unwrap(), wanted, "{what}");
            assert!(checker.bivariate_discriminant(&p, &wanted).is_ok(), "{what}");
            assert!(checker.bivariate_discriminant(&p, &(&wanted + &Poly::one(&r))).is_err(), "{what}");
        }
    }
}

/// Over quotients against determinants without divisions; integers have the same ones as over Z/n.
#[test]
fn determinants_in_two_variables_over_quotients() {
    let mut random = Random::new(28);
    for (name, base) in [("zn:4[t]/t^2+t+1", "zn:4"), ("zn:5[t]/t^2", "zn:5"), ("zn:6[t]/t^2+1", "zn:6")] {
        let (r, below) = (any(name), any(base));
        let elements = r.elements().unwrap()[0];
        for case in 0..cases(20) {
            let [n, m] = [0, 1].map(|_| 1 + random.usize_below(3));
            let mut draw = |degree: usize| -> Vec<Vec<u64>> {
                let lens =
                    (0..=degree).map(|i| if i == degree { 2 } else { random.usize_below(3) }).collect::<Vec<_>>();
                let mut v: Vec<Vec<u64>> =
                    lens.into_iter().map(|len| (0..len).map(|_| random.below(elements)).collect()).collect();
                v[degree].push(1);
                v
            };
            let (a, b) = (draw(n), draw(m));
            let named = |v: &Vec<u64>| {
                let mut coeffs = r.zeros(0);
                v.iter().for_each(|x| r.push_limbs(&mut coeffs, false, &[*x]).unwrap());
                Poly::from_coeffs(&r, coeffs)
            };
            let [p, q] = [&a, &b].map(|v| Bivariate::new(&r, v.iter().map(named).collect()));
            let mut checker = Checker::new(&r, ChaCha20Rng::seed_from_u64(case as u64));
            let (resultant, discriminant) = (p.resultant(&q).unwrap(), p.discriminant().unwrap());
            assert!(checker.bivariate_resultant(&p, &q, &resultant).is_ok(), "{name}, case {case}");
            assert!(
                checker.bivariate_resultant(&p, &q, &(&resultant + &Poly::one(&r))).is_err(),
                "{name}, case {case}"
            );
            assert!(checker.bivariate_discriminant(&p, &discriminant).is_ok(), "{name}, case {case}");

            let over = |f: &AnyRing, v: &[Vec<u64>]| {
                Bivariate::new(f, v.iter().map(|c| Poly::from_ints(f, c.iter().copied())).collect())
            };
            let value = |f: &AnyRing| over(f, &a).resultant(&over(f, &b)).unwrap();
            let integers: Vec<i64> = value(&below).iter().map(|c| below.elem_to_decimal(&c).parse().unwrap()).collect();
            assert_eq!(value(&r), Poly::from_i64(&r, &integers), "{name}, case {case}");
        }
    }
}

/// Images of values over Z, at lengths where many primes are needed.
#[test]
fn long_determinants_are_images_of_those_over_z() {
    let mut random = Random::new(26);
    let z = polymod::Integers::new();
    for name in ["zn:18446744073709551616", "zn:1267650600228229401496703205376", "zn:12884901888"] {
        let r = any(name);
        for [n, m] in [[40, 31], [31, 40], [25, 25]] {
            let mut draw =
                |len: usize| -> Vec<u64> { (0..=len).map(|i| if i < len { random.word() } else { 6 }).collect() };
            let (a, b) = (draw(n), draw(m));
            let [p, q] = [&a, &b].map(|v| Of::from_ints(&z, v.iter().copied()));
            let [x, y] = [&a, &b].map(|v| Poly::from_ints(&r, v.iter().copied()));
            let options = multimodular::Options::default();
            let image = |value: &polymod::rug::Integer| Poly::from_ints(&r, [value.clone()]).coeff(0);
            let resultant = multimodular::resultant(&p, &q, &options).unwrap().value;
            assert_eq!(x.resultant(&y).unwrap(), image(&resultant), "{name}, {n} by {m}");
            let discriminant = multimodular::discriminant(&p, &options).unwrap().value;
            assert_eq!(x.discriminant().unwrap(), image(&discriminant), "{name}, degree {n}");
        }
    }
}
