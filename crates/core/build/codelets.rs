//! Writes straight-line transforms of small order over the field of 2^60 elements, in place, with few multiplications.
//!
//! Vector i of `x` is input i, and becomes output i. The value at index j is that at the power j of the root of unity
//! of this order.
//!
//! Order p prime, d the order of 2 modulo p. The exponents 1 … p − 1 fall into orbits {k·2^t}, and for α of order p the powers
//! α^(k·2^t) are the conjugates of one element of the subfield of 2^d elements. Written in a normal basis γ^(2^s) of it, Σ_t
//! α^(j·k·2^t)·x_(k·2^t) is a sum of some of the y_s = Σ_t γ^(2^(s+t))·x_(k·2^t), the same d sums for every j: a d × d product by
//! a matrix that depends on s + t only. With γ of trace 1 (the sum of its conjugates) each of these costs d(d − 1)/2
//! multiplications, Σ_t γ_(s+t)·x_t = x_s + Σ_(t≠s) γ_(s+t)·(x_s + x_t), where the products are shared by s and t. For d = a·b
//! with coprime a, b, γ is a product of normal elements of two subfields, and the matrix a tensor product; d = 4 takes 5
//! multiplications by one step of Karatsuba's algorithm. The sums of y_s are then computed with common pairs first.
//!
//! Orders 9 and 25 are two layers of order 3 or 5 with twiddles between them.
//!
//! Sources: Winograd 1978, "On computing the discrete Fourier transform", for orders that are coprime products; Wang,
//! Zhu 1988, "A fast algorithm for the Fourier transform over finite fields and its VLSI implementation", for cyclotomic
//! classes and normal bases; Paar 1997, "Optimized arithmetic for Reed-Solomon encoders", for common pairs.

use super::field::{canonical, conjugates, coordinates, mul, normal, pow, root};
use std::collections::{BTreeMap, BTreeSet};

/// Orders of the generated transforms.
pub const ORDERS: [usize; 9] = [3, 5, 7, 9, 11, 13, 25, 31, 41];

/// A value of the straight-line program: an input, or the result of a line.
type Value = usize;
/// A product of 128 bits, not reduced yet.
type Product = usize;

/// The lines of a program, with the numbers of multiplications, reductions and additions.
pub struct Program {
    inputs: usize,
    /// Each expression with the number of the value that it defines, in order; expressions are distinct.
    lines: Vec<String>,
    numbers: BTreeMap<String, usize>,
    pub multiplications: usize,
    pub reductions: usize,
    pub additions: usize,
}

impl Program {
    fn new(inputs: usize) -> Self {
        let (lines, numbers) = (Vec::new(), BTreeMap::new());
        Program { inputs, lines, numbers, multiplications: 0, reductions: 0, additions: 0 }
    }

    /// The number of this expression's value. A new expression is added as a line and increments `count`.
    fn line(&mut self, count: fn(&mut Self) -> &mut usize, expression: String) -> usize {
        if let Some(&number) = self.numbers.get(&expression) {
            return number;
        }
        *count(self) += 1;
        let number = self.inputs + self.lines.len();
        self.lines.push(expression.clone());
        self.numbers.insert(expression, number);
        number
    }

    /// The sum of values, by lines that add two or three at a time.
    fn sum(&mut self, kind: &str, values: &[usize]) -> usize {
        let mut values = values.to_vec();
        while values.len() > 1 {
            let three = values.len() >= 3;
            let taken: Vec<usize> = values.drain(..if three { 3 } else { 2 }).collect();
            let expression = match taken[..] {
                [a, b, c] => format!("{kind}_3(v{a}, v{b}, v{c})"),
                [a, b] => format!("{kind}(v{a}, v{b})"),
                _ => unreachable!("two or three were taken"),
            };
            values.push(self.line(|program| &mut program.additions, expression));
        }
        values[0]
    }

    fn add(&mut self, values: &[Value]) -> Value {
        self.sum("add", values)
    }

    fn product(&mut self, constant: u64, value: Value) -> Product {
        self.line(|program| &mut program.multiplications, format!("times(v{value}, f.splat({constant:#x}))"))
    }

    /// The reduced sum of products, plus further values.
    fn reduced(&mut self, products: &[Product], values: &[Value]) -> Value {
        let sum = self.sum("add_products", products);
        let reduced = self.line(|program| &mut program.reductions, format!("reduced(v{sum})"));
        self.add(&[&[reduced], values].concat())
    }

    fn times(&mut self, constant: u64, value: Value) -> Value {
        if constant == 1 {
            return value;
        }
        let product = self.product(constant, value);
        self.reduced(&[product], &[])
    }
}

/// The coprime factors of the order d of 2.
fn parts(d: usize) -> &'static [usize] {
    match d {
        2 => &[2],
        3 => &[3],
        4 => &[4],
        5 => &[5],
        10 => &[2, 5],
        12 => &[4, 3],
        20 => &[4, 5],
        _ => panic!("no scheme for subfields of 2^{d} elements"),
    }
}

/// y_s = Σ_t γ^(2^(s+t))·x_t, γ the product of the normal elements of the parts of d.
fn conjugate_sums(program: &mut Program, d: usize, x: &[Value]) -> Vec<Value> {
    match *parts(d) {
        [4] => four(program, x),
        [_] => pairs(program, d, x),
        [a, b] => {
            let mut y = x.to_vec();
            for (fixed, part) in [(a, b), (b, a)] {
                for rest in 0..fixed {
                    let place = |i| (0..d).find(|s| s % fixed == rest && s % part == i).expect("coprime parts");
                    let places: Vec<usize> = (0..part).map(place).collect();
                    let inputs: Vec<Value> = places.iter().map(|&i| y[i]).collect();
                    for (i, value) in places.into_iter().zip(conjugate_sums(program, part, &inputs)) {
                        y[i] = value;
                    }
                }
            }
            y
        }
        _ => unreachable!("one part or two"),
    }
}

/// y_s = x_s + Σ_(t≠s) γ_(s+t)·(x_s + x_t).
fn pairs(program: &mut Program, d: usize, x: &[Value]) -> Vec<Value> {
    let gamma = conjugates(normal(d), d);
    let mut products = BTreeMap::new();
    for i in 0..d {
        for j in i + 1..d {
            let sum = program.add(&[x[i], x[j]]);
            products.insert((i, j), program.product(gamma[(i + j) % d], sum));
        }
    }
    let row = |s: usize| (0..d).filter(move |&t| t != s).map(move |t| (s.min(t), s.max(t)));
    (0..d).map(|s| program.reduced(&row(s).map(|at| products[&at]).collect::<Vec<_>>(), &[x[s]])).collect()
}

/// d = 4: the matrix is [[A, B], [B, A]] with 2 × 2 blocks, whose sum over both is (1 + …) times a unit matrix.
fn four(program: &mut Program, x: &[Value]) -> Vec<Value> {
    let gamma = conjugates(normal(4), 4);
    let [u0, u1, v0, v1] = x[..] else { unreachable!("four inputs") };
    let (w0, w1) = (program.add(&[u0, v0]), program.add(&[u1, v1]));
    let w = program.add(&[w0, w1]);
    let common = program.product(gamma[1], w);
    let first = program.product(gamma[0] ^ gamma[1], w0);
    let second = program.product(gamma[1] ^ gamma[2], w1);
    let trace = canonical(gamma[0] ^ gamma[2]);
    let (v, u) = (program.add(&[v0, v1]), program.add(&[u0, u1]));
    let (of_v, of_u) = (program.product(trace, v), program.product(trace, u));
    vec![
        program.reduced(&[common, first, of_v], &[v1]),
        program.reduced(&[common, second, of_v], &[v0]),
        program.reduced(&[common, first, of_u], &[u1]),
        program.reduced(&[common, second, of_u], &[u0]),
    ]
}

/// Sums of `first` and subsets: as long as a pair of values occurs in two or more sums, the most frequent pair is added first.
fn subset_sums(program: &mut Program, first: Value, mut sums: Vec<BTreeSet<Value>>) -> Vec<Value> {
    loop {
        let mut counts: BTreeMap<(Value, Value), usize> = BTreeMap::new();
        for sum in &sums {
            for a in sum {
                for b in sum.range(a + 1..) {
                    *counts.entry((*a, *b)).or_default() += 1;
                }
            }
        }
        let most = counts.into_iter().max_by_key(|&(pair, count)| (count, std::cmp::Reverse(pair)));
        let Some(((a, b), 2..)) = most else { break };
        let value = program.add(&[a, b]);
        for sum in sums.iter_mut().filter(|sum| sum.contains(&a) && sum.contains(&b)) {
            sum.remove(&a);
            sum.remove(&b);
            sum.insert(value);
        }
    }
    sums.into_iter().map(|sum| program.add(&Vec::from_iter(std::iter::once(first).chain(sum)))).collect()
}

/// X_j = Σ_i α^(i·j)·x_i, α the root of prime order p.
fn prime(program: &mut Program, p: usize, x: &[Value]) -> Vec<Value> {
    let d = (1..p).find(|d| ((1u64 << d) - 1).is_multiple_of(p as u64)).expect("2 has an order modulo p");
    let alpha = root(p as u64);
    let gamma = parts(d).iter().fold(1, |product, &part| mul(product, normal(part)));
    let basis = conjugates(gamma, d);
    let mut sums = vec![BTreeSet::new(); p];
    let mut seen: BTreeSet<usize> = BTreeSet::new();
    for k in 1..p {
        if seen.contains(&k) {
            continue;
        }
        let orbit: Vec<usize> = (0..d).map(|t| (k << t) % p).collect();
        seen.extend(&orbit);
        let y = conjugate_sums(program, d, &orbit.iter().map(|&i| x[i]).collect::<Vec<_>>());
        for (j, sum) in sums.iter_mut().enumerate() {
            let which = coordinates(&basis, pow(alpha, (j * k) as u64)).expect("in the subfield of 2^d elements");
            sum.extend((0..d).filter(|s| which >> s & 1 == 1).map(|s| y[s]));
        }
    }
    let mut out = vec![program.add(x)];
    out.extend(subset_sums(program, x[0], sums.split_off(1)));
    out
}

/// Order q² by two layers of order q.
fn square(program: &mut Program, q: usize, x: &[Value]) -> Vec<Value> {
    let omega = root((q * q) as u64);
    let inner: Vec<Vec<Value>> =
        (0..q).map(|i| prime(program, q, &(0..q).map(|j| x[q * j + i]).collect::<Vec<_>>())).collect();
    let mut out = vec![0; q * q];
    for k in 0..q {
        let twisted: Vec<Value> = (0..q).map(|i| program.times(pow(omega, (i * k) as u64), inner[i][k])).collect();
        for (j, value) in prime(program, q, &twisted).into_iter().enumerate() {
            out[k + q * j] = value;
        }
    }
    out
}

/// The program of a transform, and its outputs.
pub fn program(order: usize) -> (Program, Vec<Value>) {
    let mut program = Program::new(order);
    let inputs: Vec<Value> = (0..order).collect();
    let outputs = match order {
        9 => square(&mut program, 3, &inputs),
        25 => square(&mut program, 5, &inputs),
        _ => prime(&mut program, order, &inputs),
    };
    (program, outputs)
}

/// The source text of a transform.
fn codelet(order: usize) -> String {
    let (program, outputs) = program(order);
    let Program { inputs, lines, multiplications, reductions, additions, .. } = &program;
    let mut text = format!(
        "/// Order {order}: {multiplications} multiplications, {reductions} reductions, {additions} additions of two or three.\n\
         impl Codelet<{order}> for Axis<{order}> {{\n    \
         #[inline(always)]\n    \
         fn run<F: Field>(f: F, x: &mut Scattered<'_, F::Row, {order}>) {{\n"
    );
    let reads = (0..*inputs).map(|i| format!("let v{i} = f.read(x.get({i}));"));
    let values = lines.iter().enumerate().map(|(i, line)| format!("let v{} = f.{line};", inputs + i));
    let writes = outputs.iter().enumerate();
    let writes = writes.map(|(i, value)| format!("f.write(x.get_mut({i}), v{value});"));
    for statement in reads.chain(values).chain(writes) {
        text += &format!("        {statement}\n");
    }
    text + "    }\n}\n"
}

/// The source text of all transforms.
pub fn file() -> String {
    ORDERS.iter().map(|&order| codelet(order)).collect()
}
