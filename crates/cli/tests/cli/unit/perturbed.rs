//! Tests of every verb over every kind of ring: the correct result passes its check, and no result with one entry
//! changed does.

use polymod::{
    Error,
    engine::Engine,
    multimodular::RootInterval,
    poly::{Factorization, Poly},
    ring::{AnyRing, Codec, Coeffs, Convolve, Ring},
    text::Variable,
    verify::Checker,
};
use polymod_cli::{
    Failure, RingSpec, Session,
    args::{self, Task, VerbCall},
    interrupt::Interrupt,
    observer::Observer,
    open::Bound,
    random::seeded,
    verbs::{self, Kind, Method, Value},
};
use rand::Rng;
use rand_chacha::ChaCha20Rng;
use rug::{Integer, Rational};

/// Random operands of a ring of N elements, as text; over Z of a few digits.
struct Operands {
    most: Integer,
    random: ChaCha20Rng,
    /// Whether operands are long enough that the checks of long operands run, too.
    long: bool,
    /// Whether the ring's elements may be written with a sign.
    signed: bool,
    /// Whether the ring has fractions.
    fractions: bool,
}

impl Operands {
    fn coefficients(&mut self, len: usize) -> Vec<String> {
        let mut draw = |_| {
            let number = Integer::from(self.random.next_u64()) * self.random.next_u64() % &self.most;
            let denominator = if self.fractions { self.random.next_u64() % 4 + 1 } else { 1 };
            // over 1 an integer in quotes
            if self.fractions { format!("\"{number}/{denominator}\"") } else { number.to_string() }
        };
        (0..len).map(&mut draw).collect()
    }

    /// A polynomial with these first and last coefficients.
    fn poly(&mut self, len: usize, first: &[&str], last: &str) -> String {
        let mut all = self.coefficients(len);
        all.iter_mut().zip(first).for_each(|(x, y)| *x = (*y).to_string());
        all[len - 1] = last.to_string();
        format!("[{}]", all.join(","))
    }

    fn rows(&mut self, rows: usize, entry: impl Fn(&mut Self, usize, usize) -> String, cols: usize) -> String {
        let mut row = |i: usize| {
            let entries: Vec<String> = (0..cols).map(|j| entry(self, i, j)).collect();
            format!("[{}]", entries.join(","))
        };
        let rows: Vec<String> = (0..rows).map(&mut row).collect();
        format!("[{}]", rows.join(","))
    }

    /// A matrix, unit lower triangular except for a dense first row: its determinant is nearly always a unit.
    fn matrix(&mut self, rows: usize, cols: usize) -> String {
        let entry = |o: &mut Self, i: usize, j: usize| match i == j {
            true => "1".to_string(),
            false if i > j || i == 0 => o.coefficients(1).remove(0),
            false => "0".to_string(),
        };
        self.rows(rows, entry, cols)
    }

    /// A skew-symmetric matrix with entries above the diagonal from these, row by row, and a zero next to its first entry.
    fn skew(&mut self, rows: usize, above: &[String]) -> String {
        let minus = if self.signed { "-" } else { "" };
        let entry = |_: &mut Self, i: usize, j: usize| match i.cmp(&j) {
            _ if i == j || i + j == 1 => "0".to_string(),
            std::cmp::Ordering::Less => above[i * rows + j].clone(),
            _ => match above[j * rows + i].strip_prefix('"') {
                Some(fraction) => format!("\"{minus}{fraction}"),
                None => format!("{minus}{}", above[j * rows + i]),
            },
        };
        self.rows(rows, entry, rows)
    }

    fn poly_matrix(&mut self, rows: usize, cols: usize) -> String {
        self.rows(rows, |o, i, j| o.poly(if i == j { 5 } else { 3 }, &[], "1"), cols)
    }

    /// The command lines.
    fn lines(&mut self) -> Vec<Vec<String>> {
        let [n, terms, rows] = if self.long { [90, 60, 34] } else { [20, 12, 5] };
        // over Z coefficients grow
        let e = if self.most == 100 { 5 } else { 1_000_003 };
        let (a, b, z) = (self.poly(n, &["1"], "1"), self.poly(n - 8, &["1"], "1"), self.poly(n - 7, &["0", "1"], "1"));
        let (s, t, v) = (self.poly(9, &["1"], "1"), self.poly(7, &["1"], "1"), self.poly(n / 2, &["0", "0", "1"], "1"));
        let (points, start) = (format!("[{}]", self.coefficients(n + 10).join(",")), self.coefficients(8).join(","));
        let sequence = format!("[{}]", self.coefficients(n - 9).join(","));
        let (m, small, wide) = (self.matrix(rows, rows), self.matrix(5, 5), self.matrix(4, 7));
        let (tall, right) = (self.matrix(rows, 2), self.matrix(5, 2));
        let (p, q, narrow) = (self.poly_matrix(3, 3), self.poly_matrix(3, 3), self.poly_matrix(4, 2));
        let even = rows + rows % 2;
        let [above, more, twos] = [self.coefficients(16), self.coefficients(even * even), vec!["2".to_string(); 16]];
        let (skew, long_skew, of_twos) = (self.skew(4, &above), self.skew(even, &more), self.skew(4, &twos));
        let blocks = self.matrix(8, 1);
        // in the format SMS, with these marks for blanks and ends of lines
        let sparse = "sms:=4_4_M/1_2_1/2_1_1/2_4_1/3_3_1/4_1_1/4_4_1/0_0_0";
        // the powers of few elements vanish
        let low = "[0,0,0,0,0,6,1]";
        let lines = format!(
            "add {a} {b};sub {a} {b};sub {b} {a};neg {a};reverse {v};mul {a} {b};mul {a} {b} --low 50;mul {a} {b} --cyclic 60;\
             mul {a} {b} --negacyclic 60;mul {a} {b} --middle 10:{n};mul {a} {b} {s};sqr {a};pow {s} 9;pow {t} 0;eval {a} 1;\
             derivative {a};integral [0,0,0];integral [1,0,0];divrem {a} {s};quo {a} {s};rem {a} {s};pseudo-divrem {a} {s};\
             divrem {s} {a};pow-mod {a} {e} {s};pow-mod {a} 0 {s};inv-series {a} {n};log-series {a} {terms};exp-series {z} {terms};\
             sqrt-series [1,0,1] {terms};pow-series {a} 17 {n};pow-series {a} -3 {n};pow-series {v} 5 {n};pow-series {a} 0 9;\
             multieval {a} {points};multieval {a} --geometric 1,1 --length 30;interpolate [0,1] [1,0];prod [{a},{b},{s},{t}];\
             compose {s} {t};taylor-shift {a} 1;compose-mod {a} {b} {s};compose-series {a} {z} {n};compose-series {s} {a} {n};\
             revert-series {z} {terms};recurrence {s} [{start}] 1000;gcd {a} {b};gcd {s} {s};xgcd {a} {b};resultant {a} {b};\
             resultant {s} {t};discriminant {s};discriminant {a};subresultants {s} {t};subresultants [2,2,2] [2,2];\
             inv-mod {s} {a};rational {a} {b};minpoly {sequence};minpoly [1,1,0,1,1];factor {s};squarefree {s};roots {s};\
             irreducible {s};irreducible {a};content {a};primitive {a};matmul {m} {tall};matmul {small} {small};matpow {small} 13;\
             transpose {wide};det {m};det {small};rank {m};rank {wide};inverse {small};solve {small} {right};nullspace {wide};\
             nullspace [[2,1],[0,2]];charpoly {small};minpoly {small};matmul {p} {q};matpow {p} 5;det {p};rank {p};\
             approximant-basis {narrow} 6;kernel-basis {narrow};popov {p};popov [[[2,1],[3,2]],[[4,4],[1,2,2]]];hermite {p};\
             interpolant-basis {blocks} [0,1];interpolant-basis {tall} [1];smith {p};\
             smith [[[2,1],[3,2]],[[4,4],[1,2,2]]];smith [[[0,1],[0,0,1]],[[1],[0,1]]];smith [[[0,1],[]],[[],[0,1,1]]];\
             inverse-mod-power [[[1,1],[0,1]],[[0,0,1],[1,5]]] 9;inverse-mod-power {p} 3;\
             pm-divrem {p} [[[0,1],[1],[2]],[[3],[0,0,1],[1]],[[1],[1],[0,1]]];pm-divrem {p} [[[0,1],[1,1],[]],[[],[1],[]],[[0,1],[1],[1,1]]];\
             pm-solve {p} {q};pm-solve [[[0,1],[1]],[[1],[0,1]]] [[[1]],[[2,1]]];pm-inverse {p};pm-inverse [[[0,1],[2]],[[],[1,1]]];\
             pm-fraction [[[1,1,2,3,5,8]]] 6;pm-fraction [[[1,2,1],[0,1]],[[2],[1,1,1]]] 3;popov {p} --columns;hermite {p} --columns;\
             add {m} {m};sub {p} {q};neg {wide};neg {p};lcm {s} {t};lcm [1,1] [1,2,1];divides {t} {a};divides [1,1] [1,2,1];\
             remove [0,0,0,1,1] [0,1];remove {a} {b};mod-each {a} [{s},{t},[1]];crt [{t},[1,1]] [[0,0,1],[1,1]];eval-matrix {t} {small};\
             charpoly-mod {t} {s};minpoly-mod {t} {s};minpoly-mod [1] {s};norm-mod {t} {s};trace-mod {t} {s};ddf {s};ddf [1,0,0,0,1,1];\
             edf [0,1] 1;edf [2,3,1] 1;roots --multiplicities [0,0,1,1];roots --multiplicities {s};order {t};order [1,0,1];\
             div-series {a} {b} {n};invsqrt-series [1,0,1] {terms};invsqrt-series [1,4,6,4,1] {terms};sqrt [1,0,2,0,1];sqrt [0,0,4,4,1];\
             sin-series {z} {terms};cos-series {z} {terms};tan-series {z} {terms};sinh-series {z} {terms};cosh-series {z} {terms};\
             tanh-series {z} {terms};asin-series {z} {terms};atan-series {z} {terms};sin-series {low} 12;cos-series {low} 12;\
             tan-series {low} 12;sinh-series {low} 12;cosh-series {low} 12;tanh-series {low} 12;asin-series {low} 12;\
             atan-series {low} 12;power-sums {s} {n};power-sums [0,0,1] 5;from-power-sums [2,3,5] 2;from-power-sums [1,1] 1;\
             to-newton {t} {sequence};to-newton [] [1,0];from-newton {sequence} {sequence};shift-samples [1,0] 5 9;\
             shift-samples [0,1,8,27] 10 6;\
             rref {wide};rref {m};howell {wide};howell {m};howell {m} --transform;howell [[2,4],[3,6],[4,4]];\
             hensel-lift [1,0,0,0,1] 17 3;hensel-lift [1,0,0,0,1] 17 3 [[4,0,1],[13,0,1]];hensel-lift [1,2,1] 3 2;\
             rank [[2,4],[3,6],[4,4]];solve [[2,3],[3,2]] [[1],[1]];inverse [[2,3],[3,2]];nullspace [[2,4],[3,6]];\
             rref [[2,4,6],[1,2,3],[0,1,5]];plu {wide};plu {m};plu {tall};plu [[0,0,5],[0,1,2],[1,3,1],[1,3,1]];\
             left-nullspace {right};left-nullspace [[2,2],[1,1],[3,4]];column-space {wide};column-space {tall};column-space [[0,0],[0,0]];adjugate {small};\
             adjugate [[1,2,3],[2,4,6],[1,1,1]];adjugate [[2,0],[0,2]];adjugate [[3]];adjugate {m};hessenberg {small};hessenberg {m};\
             hessenberg [[1,2,3,4],[0,5,6,1],[0,8,10,3],[1,2,2,1]];pfaffian {skew};pfaffian {long_skew};pfaffian [[0]];\
             pfaffian {of_twos};\
             hnf {wide};hnf {small} --transform;hnf [[2,4],[3,6],[4,4]];snf {wide};snf {small} --transform;snf [[2,0],[0,3],[4,6]];\
             invariant-factors {wide};invariant-factors [[2,4],[3,6],[4,4]];invariant-factors [[2,0],[0,3]];lll {wide};lll {small} --transform;lll [[2,4],[3,6],[4,4]];det {sparse};rank {sparse};solve {sparse} [1,0,1,1];minpoly {sparse};\
             convolve [1,2,0,1] [3,1,1,2] --index and;convolve [1,2,0,1] [3,1,1,2] --index or;convolve [1,2,0,1] [3,1,1,2] --index xor;\
             convolve [1,2,0,1,5] [3,1,1,2,2] --index gcd;convolve [1,2,0,1,5] [3,1,1,2,2] --index lcm;\
             convolve [1,2,0,1,5] [3,1,1,2,2] --index product;convolve [1,2,0,1,5,2,1,1] [3,1,1,2,2,1,0,3] --index product;\
             convolve [1,2,0,1,5,2] [3,1,1,2,2,1] --index truncated:3,2;convolve [1,2,0,1,5,2] [3,1,1,2,2,1] --index cyclic:2,3;\
             power-projection {s} {sequence} 20;power-projection {a} [1,2] 5;power-projection [0,1] [5] 3;\
             recurrence {s} [{start}] 1000 --count 5;recurrence {t} [{start}] 3 --count 20;recurrence [1] [1,1] 0 --count 1;\
             p-recurrence [1] [[1,1],[1]] 30;p-recurrence [1] [[2,4],[2,1]] 10;p-recurrence [1,1] [[3],[0,1],[1]] 12;\
             partial-fractions {a} [[0,1],[1,1],[1,1]];partial-fractions [1] [[0,1],[2,3,1],[0,1]];\
             interpolate-hermite [0,1] [[3,4],[5]];interpolate-hermite [1] [[2]];monic {s};monic [3,5];scale {a} 3;scale {m} 5;scale {p} 7;shift {a} 3;shift {a} -2;shift {p} 2;\
             shift {p} -1;shift {small} 1;norms {s};root-bound {s};root-bound [3,0,7];cyclotomic [1,-1,1];cyclotomic [1,1,2];cyclotomic [-1,0,1];\
             count-real-roots {t};count-real-roots [-2,0,1] 0 2;count-real-roots [0,-2,0,1] 0 1;composed-sum {t} [3,1,5,1];composed-sum [1,2] [4];composed-product {t} [3,1,5,1];composed-product [2,0,1] [0,0,1];\
             graeffe {s};graeffe {t};half-gcd {a} {b};half-gcd {s} {t} --degree 1;half-gcd [3,0,0,5] [] --degree 0;exact-div [0,1,1] [1,1];exact-div [0,0,1,1] [0,1];to-newton {t};from-newton {sequence};\
             solve {sparse} [[1,0],[0,1],[1,1],[1,0]];ntt [1] --length 1 --root 1;min-plus [3,1,0,2] [0,1,5];min-plus [2] [1];\
             set-inverse [1,2,3,0];set-inverse [1,2,3,0,5,1,1,2];set-exp [0,1,1,1,2,1,0,1];set-log [1,1,1,2,0,3,1,1];set-compose {t} [1,2,3,4];\
             set-compose [] [0,1];set-projection [1,2,3,4] [0,1,2,1] 4;set-projection [1,1] [2,3] 0;\
             weak-popov {p};weak-popov {p} --columns;is-weak-popov {p};is-popov {p};is-reduced {p};is-hermite {p};\
             is-reduced {p} --columns;is-unimodular {p};is-unimodular [[[1],[0,1]],[[],[1]]];is-kernel-basis [[[1,1]],[[0,1,1]]] [[[0,1],[1]]];\
             is-approximant-basis {narrow} 3 [[[1],[],[],[]],[[],[1],[],[]],[[],[],[1],[]],[[],[],[],[1]]]"
        );
        let words = |line: &str| {
            let word = |(i, w): (usize, &str)| {
                let operand = w.starts_with('[') && i > 0;
                match w.starts_with("sms:=") {
                    true => w.replace('_', " ").replace('/', "\n"),
                    false if operand => format!("={w}"),
                    false => w.to_string(),
                }
            };
            line.split_whitespace().enumerate().map(word).collect()
        };
        let named: Vec<_> = lines.split(';').filter_map(|line| line.split_whitespace().next()).collect();
        // polynomials for verbs without a line, and 3
        let others = verbs::all().filter(|verb| !named.contains(&verb.name)).map(|verb| {
            let operand = |(i, (_, kind)): (usize, &(_, Kind))| match kind {
                Kind::Poly => [&a, &b, &s, &t][i % 4].as_str(),
                Kind::Scalar | Kind::Natural | Kind::Integer => "3",
                _ => panic!("{} has no line", verb.name),
            };
            let operands: Vec<_> = verb.operands.iter().enumerate().map(operand).collect();
            format!("{} {}", verb.name, operands.join(" "))
        });
        lines.split(';').map(str::to_string).chain(others).map(|line| words(&line)).collect()
    }
}

/// The literals of an operand as elements of an extension: the lowest digits base p as an array.
fn extended(word: &str, p: &Integer, degree: usize) -> String {
    let Some(literal) = word.strip_prefix("=[") else { return word.to_string() };
    let (mut out, mut number) = (String::from("=["), String::new());
    for c in literal.chars() {
        if c.is_ascii_digit() || c == '-' {
            number.push(c);
            continue;
        }
        if !number.is_empty() {
            let (mut rest, mut digits) = (number.parse::<Integer>().expect("an integer"), Vec::new());
            while rest != 0 && digits.len() < degree {
                let (more, digit) = rest.div_rem(p.clone());
                digits.push(digit.to_string());
                rest = more;
            }
            out.push_str(&format!("[{}]", digits.join(",")));
            number.clear();
        }
        out.push(c);
    }
    out
}

fn copied<R: Convolve>(v: &Value<R>) -> Value<R> {
    match v {
        Value::Poly(p) => Value::Poly(p.clone()),
        Value::Scalar(x) => Value::Scalar(x.clone()),
        Value::Matrix(m) => Value::Matrix(m.clone()),
        Value::PolyMatrix(m) => Value::PolyMatrix(m.clone()),
        Value::Number(n) => Value::Number(*n),
        Value::Integer(n) => Value::Integer(n.clone()),
        Value::Indices(all) => Value::Indices(all.clone()),
        Value::Polys(all) => Value::Polys(all.clone()),
        Value::Multiples(all) => Value::Multiples(all.clone()),
        Value::Intervals(all) => Value::Intervals(all.clone()),
        Value::Array { entries, coefficients } => {
            Value::Array { entries: entries.clone(), coefficients: *coefficients }
        }
        Value::Several(all) => Value::Several(all.iter().map(copied).collect()),
        Value::Truth(yes) => Value::Truth(*yes),
        Value::Factors(f) => Value::Factors(f.clone()),
        Value::PowerFactors(all) => Value::PowerFactors(all.clone()),
    }
}

/// The first, middle and last of `len` places.
fn places(len: usize) -> Vec<usize> {
    let mut all = vec![0, len / 2, len.saturating_sub(1)];
    all.dedup();
    all.retain(|&i| i < len);
    all
}

/// Copies of the value with one entry changed by a non-zero element, in several variants.
fn changes<R: Convolve>(r: &R, v: &Value<R>, by: &R::Elem) -> Vec<Value<R>> {
    let poly = |p: &Poly<R>| {
        let mut at = places(p.len());
        at.push(p.len());
        at.into_iter().map(|i| p + &Poly::monomial(r, by, i)).collect::<Vec<_>>()
    };
    let entries = |v: &Coeffs<R>| {
        let change = |i: usize| {
            let mut v = v.clone();
            let x = r.add(&r.get(v.view(), i), by);
            r.set(&mut v, i, &x);
            v
        };
        places(v.len()).into_iter().map(change).collect::<Vec<_>>()
    };
    match v {
        Value::Poly(p) => poly(p).into_iter().map(Value::Poly).collect(),
        Value::Scalar(x) => vec![Value::Scalar(r.add(x, by))],
        Value::Matrix(m) => {
            let all = entries(&m.clone().into_entries());
            let matrix = |e| Value::Matrix(polymod::matrix::Matrix::new(r, m.rows(), m.cols(), e).unwrap());
            all.into_iter().map(matrix).collect()
        }
        Value::PolyMatrix(m) => {
            let change = |i: usize| {
                let mut all = m.entries().to_vec();
                poly(&all[i].clone())
                    .into_iter()
                    .map(|p| {
                        all[i] = p;
                        Value::PolyMatrix(polymod::matrix::PolyMatrix::new(r, m.rows(), m.cols(), all.clone()).unwrap())
                    })
                    .collect::<Vec<_>>()
            };
            places(m.entries().len()).into_iter().flat_map(change).collect()
        }
        Value::Number(n) => [n + 1, n.wrapping_sub(1)].into_iter().map(Value::Number).collect(),
        Value::Integer(n) => [1, -1].map(|by| Value::Integer(Integer::from(n + by))).into(),
        Value::Indices(all) => places(all.len())
            .into_iter()
            .map(|i| {
                let mut all = all.clone();
                all[i] += 1;
                Value::Indices(all)
            })
            .collect(),
        Value::Polys(all) => {
            let change = |i: usize| {
                poly(&all[i]).into_iter().map(move |p| {
                    let mut all = all.clone();
                    all[i] = p;
                    Value::Polys(all)
                })
            };
            places(all.len())
                .into_iter()
                .flat_map(change)
                .chain(all.split_last().map(|(_, others)| Value::Polys(others.to_vec())))
                .collect()
        }
        // one less, and one beyond its root
        Value::Intervals(all) => {
            let beyond = all.split_last().map(|(last, others)| {
                let [low, high] = [1, 2].map(|by| Rational::from(&last.high + by));
                Value::Intervals(others.iter().cloned().chain([RootInterval { low, high }]).collect())
            });
            all.split_last().map(|(_, others)| Value::Intervals(others.to_vec())).into_iter().chain(beyond).collect()
        }
        Value::Multiples(all) => {
            let mut changed = Vec::new();
            for i in places(all.len()) {
                for (x, e) in [(r.add(&all[i].0, by), all[i].1), (all[i].0.clone(), all[i].1 + 1)] {
                    let mut all = all.clone();
                    all[i] = (x, e);
                    changed.push(Value::Multiples(all));
                }
            }
            changed
        }
        Value::Array { entries: all, coefficients } => {
            entries(all).into_iter().map(|entries| Value::Array { entries, coefficients: *coefficients }).collect()
        }
        Value::Several(all) => {
            let change = |i: usize| {
                changes(r, &all[i], by).into_iter().map(move |other| {
                    let mut all: Vec<_> = all.iter().map(copied).collect();
                    all[i] = other;
                    Value::Several(all)
                })
            };
            places(all.len()).into_iter().flat_map(change).collect()
        }
        Value::Truth(yes) => vec![Value::Truth(!yes)],
        Value::Factors(f) => {
            let mut all = vec![f[1..].to_vec()];
            for (i, (p, e)) in f.iter().enumerate() {
                let mut with = |p: Poly<R>, e: u64| {
                    let mut f = f.clone();
                    f[i] = (p, e);
                    all.push(f);
                };
                with(p.clone(), e + 1);
                poly(p).into_iter().for_each(|p| with(p, *e));
            }
            all.into_iter().map(Value::Factors).collect()
        }
        Value::PowerFactors(all) => {
            let mut changed = vec![all[1..].to_vec()];
            for i in places(all.len()) {
                let (power, found) = &all[i];
                let mut with = |power: Integer, found: Factorization<R>| {
                    let mut all = all.clone();
                    all[i] = (power, found);
                    changed.push(all);
                };
                with(Integer::from(power + 1), found.clone());
                with(power.clone(), Factorization { unit: r.add(&found.unit, by), factors: found.factors.clone() });
                let more = found.factors.iter().map(|(f, e)| (f.clone(), e + 1)).collect();
                if !found.factors.is_empty() {
                    with(power.clone(), Factorization { unit: found.unit.clone(), factors: more });
                }
            }
            changed.into_iter().map(Value::PowerFactors).collect()
        }
    }
}

/// The result of a method passes its check, and no result with an entry changed does; `None` where there is no result.
fn tells_right_from_wrong(
    method: &Method,
    operands: verbs::Operands<AnyRing>,
    call: &VerbCall,
    modulus: Option<&Integer>,
    told: &str,
) -> Option<()> {
    let prepared = method.run.prepared(operands);
    let value = match prepared.run(call) {
        Ok(value) => value,
        Err(Failure::Library(
            Error::NotInvertible { .. }
            | Error::NotDivisible { .. }
            | Error::Composite { .. }
            | Error::Factors { .. }
            | Error::Domain { .. }
            | Error::NoFraction { .. }
            | Error::Singular { .. }
            | Error::Inconsistent { .. }
            | Error::Unsupported { .. },
        )) => return None,
        Err(e) => panic!("{told}: {e}"),
    };
    let operands = &prepared.operands();
    let r = &operands.ring;
    let check = |value: &Value<AnyRing>| (method.check)(&mut Checker::new(r, seeded(3)), operands, call, value);
    if let Err(e) = check(&value) {
        panic!("{told}: the right result fails: {e}");
    }
    // by 1, and by an element that is zero modulo as many prime powers as possible
    let most = modulus.cloned().unwrap_or_else(|| Integer::from(100));
    let half = r.image(false, &(most / 2u32).to_digits(rug::integer::Order::Lsf));
    for (i, delta) in [r.one(), half].into_iter().map(|x| if r.is_zero(&x) { r.one() } else { x }).enumerate() {
        for (k, changed) in changes(r, &value, &delta).iter().enumerate() {
            assert!(check(changed).is_err(), "{told}: change {k} by {i} passes");
        }
    }
    Some(())
}

/// The number of command lines whose results were checked; the others have no result over this ring.
fn checked(ring: &str) -> usize {
    let spec = RingSpec::parse(ring).unwrap();
    let bound = Bound::open(&spec, &Engine::builder().threads(1).build()).unwrap().unwrap();
    let grows = ["z", "q"].contains(&ring);
    let long = bound.ring.zeros(0).width() <= 1 && !grows;
    let most = spec.modulus().cloned().unwrap_or_else(|| Integer::from(100));
    let mut checked = 0;
    let signed = !ring.starts_with("gf2");
    let characteristic = {
        let (minus_one, mut limbs) = (bound.ring.collect(&[bound.ring.elem(-1)]), Vec::new());
        bound.ring.limbs(minus_one.view(), 0, &mut limbs);
        Integer::from_digits(&limbs, rug::integer::Order::Lsf) + 1u32
    };
    for mut line in (Operands { most, random: seeded(7), long, signed, fractions: ring == "q" }).lines() {
        if let Some(degree) = bound.ring.components() {
            line.iter_mut().for_each(|word| *word = extended(word, &characteristic, degree));
        }
        let arguments =
            ["polymod".to_string()].into_iter().chain(line.clone()).chain(["--ring", ring].map(str::to_string));
        let Ok((options, Task::Verb(call))) = args::parse(arguments.map(Into::into)) else { panic!("{line:?}") };
        let (observer, interrupt) = (Observer::new(true, None), Interrupt::default());
        let variable = Variable::default();
        let (observer, interrupt, variable) = (&observer, &interrupt, &variable);
        let session = Session { options: &options, observer, interrupt, variable, job: None };
        let Some(method) = bound.method(call.verb) else { continue };
        let told = format!("{ring}: {}", line.join(" ").chars().take(200).collect::<String>());
        let operands = match bound.read(&call, &session) {
            Ok((operands, _)) => operands,
            Err(e) => panic!("{told}: {e}"),
        };
        let done = tells_right_from_wrong(method, operands, &call, spec.modulus(), &told);
        checked += usize::from(done.is_some());
    }
    checked
}

/// Writes a test for each ring: the number of command lines with results is larger than this.
macro_rules! rings {
    ($($name:ident: $ring:literal, $least:literal;)*) => {$(
        #[test]
        fn $name() {
            let checked = checked($ring);
            assert!(checked > $least, "{}: {checked}", $ring);
        }
    )*};
}

rings! {
    over_z: "z", 50;
    over_q: "q", 80;
    modulo_2: "zn:2", 60;
    modulo_3: "zn:3", 60;
    modulo_97: "zn:97", 70;
    modulo_a_prime_of_32_bits: "zn:4294967291", 70;
    modulo_a_prime_of_61_bits: "zn:2^61-1", 70;
    modulo_6: "zn:6", 45;
    modulo_2_to_the_32: "zn:2^32", 45;
    modulo_a_short_and_a_long_prime: "zn:65537*3", 45;
    modulo_two_primes: "zn:1000003*1000033", 45;
    modulo_2_to_the_64: "zn:2^64", 45;
    modulo_a_long_prime: "zn:2^127-1", 65;
    modulo_3_times_a_long_prime: "zn:3*(2^89-1)", 45;
    modulo_the_square_of_a_prime: "zn:(2^61-1)^2", 45;
    over_a_fermat_field: "gfpf:P4", 65;
    over_2_elements: "gf2", 60;
    over_256_elements: "gf2^8:0x11b", 60;
    over_8192_elements: "gf2^13:0x201b", 60;
    over_2_to_the_64_elements: "gf2^64:0x1000000000000001b", 60;
    over_2_to_the_65_elements: "gf2^65:x^65+x^18+1", 60;
    over_25_elements: "gf:5^2", 60;
    over_an_extension_of_a_word: "gf:(2^61-1)^3", 65;
    over_an_extension_of_a_long_prime: "gf:(2^127-1)^2", 60;
    over_a_quotient_modulo_21: "zn:21[t]/t^2+t+1", 45;
}
