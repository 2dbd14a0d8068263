//! The operations by polymod: `Poly`'s methods and operators, results new each time.

use polymod::poly::{Divisor, Factorization};
use polymod::ring::{Coeffs, Convolve, FiniteField, View};
use polymod::rug::{Integer, integer::Order};
use polymod::{F2, Integers, Poly, Zn, ZnBig};

use super::side::{Answer, Side, fresh};
use super::task::{Task, Verb};

/// The name in messages.
const NAME: &str = "polymod";

/// A ring whose elements are integers.
pub trait Ours: Convolve {
    /// The representative.
    fn integer(x: Self::Elem) -> Integer;
}

impl Ours for Zn {
    fn integer(x: u64) -> Integer {
        Integer::from(x)
    }
}

impl Ours for F2 {
    fn integer(x: bool) -> Integer {
        Integer::from(u8::from(x))
    }
}

impl Ours for ZnBig {
    fn integer(x: Integer) -> Integer {
        x
    }
}

impl Ours for Integers {
    fn integer(x: Integer) -> Integer {
        x
    }
}

fn integers<R: Ours>(p: &Poly<R>) -> Vec<Integer> {
    p.iter().map(R::integer).collect()
}

fn elements<R: Ours>(r: &R, v: View<'_, R>) -> Vec<Integer> {
    (0..v.len()).map(|i| R::integer(r.get(v, i))).collect()
}

/// Elements, zeros at the end included.
fn vector<R: Ours>(r: &R, v: &[Integer]) -> Coeffs<R> {
    r.collect(&v.iter().map(|x| element(r, x)).collect::<Vec<_>>())
}

fn element<R: Ours>(r: &R, x: &Integer) -> R::Elem {
    r.image(x.is_negative(), &x.to_digits::<u64>(Order::Lsf))
}

fn of_poly<R: Ours>(p: polymod::Result<Poly<R>>) -> Answer {
    vec![integers(&p.expect("operands within the bounds"))]
}

fn of_polys<R: Ours>(p: polymod::Result<(Poly<R>, Poly<R>)>) -> Answer {
    let (q, r) = p.expect("operands within the bounds");
    vec![integers(&q), integers(&r)]
}

fn of_element<R: Ours>(x: R::Elem) -> Answer {
    vec![vec![R::integer(x)]]
}

/// Each factor with its multiplicity behind it, sorted.
fn of_factors<R: Ours>(found: polymod::Result<Factorization<R>>) -> Answer {
    let found = found.expect("operands within the bounds");
    sorted(found.factors.iter().map(|(f, e)| (integers(f), *e as usize)))
}

/// Each factor with its multiplicity behind it, sorted.
pub fn sorted(factors: impl IntoIterator<Item = (Vec<Integer>, usize)>) -> Answer {
    let joined = factors.into_iter().map(|(mut factor, multiplicity)| {
        factor.push(Integer::from(multiplicity));
        factor
    });
    let mut all: Answer = joined.collect();
    all.sort();
    all
}

/// What every ring does.
pub fn common<R: Ours>(r: &R, task: &Task) -> Option<Side> {
    let polys: Vec<Poly<R>> = task.polys.iter().map(|p| Poly::from_ints(r, p)).collect();
    let (a, b) = (polys[0].clone(), polys.get(1).unwrap_or(&polys[0]).clone());
    let x = element(r, &task.x);
    let (number, terms) = (task.n, task.n as usize);
    let one = |p: Poly<R>| vec![integers(&p)];
    Some(match task.verb {
        Verb::Product => fresh(NAME, move || &a * &b, one),
        Verb::Square => fresh(NAME, move || a.sqr(), of_poly),
        Verb::Sum => fresh(NAME, move || &a + &b, one),
        Verb::Difference => fresh(NAME, move || &a - &b, one),
        Verb::Negation => fresh(NAME, move || -&a, one),
        Verb::Scale => fresh(NAME, move || a.scale(&x), one),
        Verb::Derivative => fresh(NAME, move || a.derivative(), one),
        Verb::Evaluation => fresh(NAME, move || a.eval(&x), of_element::<R>),
        Verb::Power => fresh(NAME, move || a.pow(number), of_poly),
        Verb::Composition => fresh(NAME, move || a.compose(&b), of_poly),
        Verb::TaylorShift => fresh(NAME, move || a.taylor_shift(&x), of_poly),
        Verb::DivRem => fresh(NAME, move || a.div_rem(&b), of_polys),
        Verb::InverseSeries => fresh(NAME, move || a.inv_series(terms), of_poly),
        Verb::ExpSeries => fresh(NAME, move || a.exp_series(terms), of_poly),
        Verb::LogSeries => fresh(NAME, move || a.log_series(terms), of_poly),
        Verb::Exact => fresh(NAME, move || a.exact_div(&b), of_poly),
        Verb::PseudoDivRem => fresh(NAME, move || a.pseudo_div_rem(&b), of_polys),
        _ => return None,
    })
}

/// What finite fields do, beside the common operations.
pub fn field<R: Ours + FiniteField>(r: &R, task: &Task) -> Option<Side> {
    if let Some(side) = common(r, task) {
        return Some(side);
    }
    let polys: Vec<Poly<R>> = task.polys.iter().map(|p| Poly::from_ints(r, p)).collect();
    let (a, b) = (polys[0].clone(), polys.get(1).unwrap_or(&polys[0]).clone());
    let (ring, e) = (r.clone(), task.x.clone());
    Some(match task.verb {
        Verb::Gcd => fresh(NAME, move || a.gcd(&b), of_poly),
        Verb::Xgcd => xgcd(
            [a, b],
            |a, b| a.xgcd(b),
            |found| [&found.s, &found.t],
            |found, sum| {
                assert!(sum == found.g, "cofactors");
                vec![integers(&found.g)]
            },
        ),
        Verb::Resultant => fresh(NAME, move || a.resultant(&b).expect("a field"), of_element::<R>),
        Verb::Discriminant => fresh(NAME, move || a.discriminant().expect("a field"), of_element::<R>),
        Verb::PowerModulo => fresh(NAME, move || a.pow_mod(&e, &Divisor::new(&b)?), of_poly),
        Verb::Evaluations => {
            let points = vector(r, &task.polys[1]);
            let op = move || a.eval_each(points.view()).expect("no bound is met");
            fresh(NAME, op, move |v| vec![elements(&ring, v.view())])
        }
        Verb::Interpolation => {
            let [values, points] = [0, 1].map(|i| vector(r, &task.polys[i]));
            fresh(NAME, move || Poly::interpolate(&ring, points.view(), values.view()), of_poly)
        }
        Verb::Factor => fresh(NAME, move || a.factor(), of_factors),
        Verb::SquareFree => fresh(NAME, move || a.squarefree(), of_factors),
        Verb::Roots => fresh(NAME, move || a.roots().expect("a field"), move |v| vec![elements(&ring, v.view())]),
        Verb::Irreducible => fresh(NAME, move || a.is_irreducible().expect("a field"), |yes| flag(yes)),
        _ => return None,
    })
}

/// A greatest common divisor with cofactors; `read` has also the sum of the operands times their cofactors.
fn xgcd<R: Ours, B: 'static>(
    polys: [Poly<R>; 2],
    op: impl Fn(&Poly<R>, &Poly<R>) -> polymod::Result<B> + 'static,
    cofactors: impl Fn(&B) -> [&Poly<R>; 2] + 'static,
    read: impl Fn(&B, Poly<R>) -> Answer + 'static,
) -> Side {
    let [x, y] = polys.clone();
    let run = move || op(&polys[0], &polys[1]);
    fresh(NAME, run, move |found| {
        let found = found.expect("operands within the bounds");
        let [s, t] = cofactors(&found);
        let sum = s * &x + t * &y;
        read(&found, sum)
    })
}

/// An answer that is yes or no.
pub fn flag(yes: bool) -> Answer {
    vec![vec![Integer::from(u8::from(yes))]]
}

/// What is done over Z.
pub fn over_z(r: &Integers, task: &Task) -> Option<Side> {
    if let Some(side) = common(r, task) {
        return Some(side);
    }
    let polys: Vec<Poly<Integers>> = task.polys.iter().map(|p| Poly::from_ints(r, p)).collect();
    let (a, b) = (polys[0].clone(), polys.get(1).unwrap_or(&polys[0]).clone());
    Some(match task.verb {
        Verb::Gcd => fresh(NAME, move || a.gcd(&b), of_poly),
        // the denominators of libraries differ
        Verb::Xgcd => xgcd(
            [a, b],
            |a, b| a.xgcd(b),
            |found| [&found.s, &found.t],
            |found, sum| flag(sum == found.g.scale(&found.d)),
        ),
        Verb::Resultant => fresh(NAME, move || a.resultant(&b).expect("no bound is met"), of_element::<Integers>),
        Verb::Discriminant => fresh(NAME, move || a.discriminant().expect("no bound is met"), of_element::<Integers>),
        Verb::Content => fresh(NAME, move || a.content(), of_element::<Integers>),
        Verb::PrimitivePart => fresh(NAME, move || a.primitive_part(), |p| vec![integers(&p)]),
        Verb::Factor => fresh(NAME, move || a.factor(), of_factors),
        Verb::SquareFree => fresh(NAME, move || a.squarefree(), of_factors),
        _ => return None,
    })
}
