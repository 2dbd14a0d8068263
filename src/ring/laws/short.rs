//! Laws of operations on short operands that write to words of the caller's: results by the definition, whatever the words held before.

use super::{AnyElem, AnyRing, Bench, inner, oracle};
use crate::{
    Error,
    ring::{Coeffs, ShortOp, View, traits::*},
    scratch::Buf,
};
use std::cell::LazyCell;

/// Lengths of operands, around those of words of bits, of vectors, and where algorithms change.
const LENGTHS: [usize; 15] = [0, 1, 2, 3, 4, 5, 7, 8, 9, 15, 16, 17, 33, 65, 140];

pub(super) fn check(bench: &mut Bench<'_>) {
    for long in LENGTHS {
        for short in LENGTHS {
            let (a, b) = (leading(bench, long), leading(bench, short));
            let (x, y) = (bench.among_neighbours(&a), bench.among_neighbours(&b));
            operations(bench, &ALL, (&a, inner(&x)), (&b, inner(&y)));
            multiples(bench, (&a, inner(&x)));
            divisions(bench, (&a, inner(&x)), (&b, inner(&y)));
            cofactors(bench, (&a, inner(&x)), (&b, inner(&y)));
            // the difference of two equal vectors, and of two that agree in all but few coefficients
            let near: Vec<_> =
                a.iter().enumerate().map(|(i, c)| if i == short { bench.r.one() } else { c.clone() }).collect();
            let near = oracle::trimmed(bench.r, near);
            let z = bench.among_neighbours(&near);
            operations(bench, &ALL, (&a, inner(&x)), (&near, inner(&z)));
        }
    }
    for common in 1..9 {
        for [long, short] in [[1, 1], [2, 1], [2, 2], [4, 2], [6, 5], [8, 8], [9, 1]] {
            let divisor = leading(bench, common);
            let [a, b] = [long, short].map(|len| oracle::product(bench.r, &leading(bench, len), &divisor));
            let [a, b] = [a, b].map(|v| oracle::trimmed(bench.r, v));
            let (x, y) = (bench.among_neighbours(&a), bench.among_neighbours(&b));
            operations(bench, &ALL, (&a, inner(&x)), (&b, inner(&y)));
            cofactors(bench, (&a, inner(&x)), (&b, inner(&y)));
        }
    }
    for len in LENGTHS {
        let (a, b) = (leading(bench, len), (0..len as i64).map(|i| bench.r.elem(3 * i + 1)).collect::<Vec<_>>());
        for lowest in [bench.r.elem(0), bench.r.one()] {
            let mut a = a.clone();
            a.first_mut().into_iter().for_each(|x| *x = lowest.clone());
            let a = oracle::trimmed(bench.r, a);
            let (x, y) = (bench.among_neighbours(&a), bench.among_neighbours(&b));
            operations(bench, &special(), (&a, inner(&x)), (&b, inner(&y)));
        }
        let (x, y) = (bench.among_neighbours(&a), bench.among_neighbours(&b));
        operations(bench, &special(), (&a, inner(&x)), (&b, inner(&y)));
    }
    missing(bench);
}

/// A vector of this length without leading zero.
fn leading(bench: &mut Bench<'_>, len: usize) -> Vec<AnyElem> {
    let mut list = bench.mixed(len);
    let units = bench.units();
    if let Some(lead) = list.last_mut().filter(|lead| bench.r.is_zero(lead)) {
        *lead = units[len % units.len()].clone();
    }
    list
}

type Operand<'a> = (&'a [AnyElem], View<'a, AnyRing>);

/// The operations on polynomials.
const ALL: [ShortOp; 18] = [
    ShortOp::Sum,
    ShortOp::Difference,
    ShortOp::Product,
    ShortOp::Derivative,
    ShortOp::Gcd,
    ShortOp::Resultant,
    ShortOp::Composition,
    ShortOp::Reciprocal(1),
    ShortOp::Reciprocal(2),
    ShortOp::Reciprocal(3),
    ShortOp::Reciprocal(4),
    ShortOp::Reciprocal(16),
    ShortOp::Power(0),
    ShortOp::Power(1),
    ShortOp::Power(2),
    ShortOp::Power(3),
    ShortOp::Power(4),
    ShortOp::Power(5),
];

/// The operations on special constant terms, or on points.
fn special() -> Vec<ShortOp> {
    let series = [1, 2, 7, 24].into_iter().flat_map(|terms| [ShortOp::Exponential(terms), ShortOp::Logarithm(terms)]);
    series.chain([33, 65, 128].map(ShortOp::Reciprocal)).chain([ShortOp::Interpolation]).collect()
}

fn operations(bench: &Bench<'_>, ops: &[ShortOp], a: Operand<'_>, b: Operand<'_>) {
    let (r, whole_a, whole_b) = (bench.r, bench.r.collect(a.0), bench.r.collect(b.0));
    let operands = [(a, whole_a.view()), (b, whole_b.view())];
    for &op in ops {
        for [((a, x), whole_x), ((b, y), whole_y)] in [operands, [operands[1], operands[0]]] {
            let law = LazyCell::new(|| format!("{op:?} of {} and {} coefficients", a.len(), b.len()));
            let wanted = LazyCell::new(|| oracle::trimmed(r, by_definition(r, op, a, b)));
            for (x, y) in [(x, y), (whole_x, whole_y)] {
                let Some((few, len)) = r.few_words(op, x, y) else { continue };
                let used = if x.width == 0 { len.div_ceil(64) } else { len * x.width };
                assert!(few[used..].iter().all(|&word| word == 0), "{}: words beyond the result", *law);
                bench.made(&law, taken(x.width, few.to_vec(), len), &wanted);
            }
            let Some(words) = r.short_words(op, x, y) else { continue };
            let mut out = vec![0x5555_5555_5555_5555; words];
            match r.write_short(op, &mut out, x, y) {
                Ok(len) => {
                    let got = taken(r.short_width(op, words, x, y), out, len);
                    bench.made(&law, got, &wanted);
                }
                // a sum may need more words than there are
                Err(Error::Unsupported { .. })
                    if matches!(op, ShortOp::Sum | ShortOp::Difference) && r.size(x).bits > 0 => {}
                Err(e) => {
                    let no_unit = match op {
                        ShortOp::Reciprocal(_) => a.first().is_none_or(|lowest| r.inv(lowest).is_err()),
                        ShortOp::Interpolation => differences(r, b).iter().any(|x| r.inv(x).is_err()),
                        ShortOp::Exponential(_) | ShortOp::Logarithm(_) => false,
                        _ => !bench.is_field(),
                    };
                    assert!(matches!(e, Error::NotInvertible { .. }) && no_unit, "{} fails with {e}", *law);
                }
            }
        }
    }
}

/// The result by the definition, zeros at the end included.
fn by_definition(r: &AnyRing, op: ShortOp, a: &[AnyElem], b: &[AnyElem]) -> Vec<AnyElem> {
    match op {
        ShortOp::Sum => oracle::sum(r, a, b),
        ShortOp::Difference => oracle::sum(r, a, &b.iter().map(|c| r.neg(c)).collect::<Vec<_>>()),
        ShortOp::Product => oracle::product(r, a, b),
        ShortOp::Derivative => (1..a.len()).map(|i| r.mul(&a[i], &r.elem(i as i64))).collect(),
        ShortOp::Gcd => divisor_by_definition(r, a, b),
        ShortOp::Resultant => vec![resultant_by_definition(r, a, b)],
        ShortOp::Composition => a
            .iter()
            .rev()
            .fold(Vec::new(), |sum, c| oracle::sum(r, &oracle::product(r, &sum, b), std::slice::from_ref(c))),
        ShortOp::Reciprocal(terms) => reciprocal_by_definition(r, a, terms),
        ShortOp::Exponential(terms) => oracle::exponential(r, a, terms),
        ShortOp::Logarithm(terms) => logarithm_by_definition(r, a, terms),
        ShortOp::Interpolation => interpolation_by_definition(r, a, b),
        ShortOp::Power(e) => (0..e).fold(vec![r.one()], |power, _| oracle::product(r, &power, a)),
    }
}

fn divisions(bench: &Bench<'_>, (a, x): Operand<'_>, (b, y): Operand<'_>) {
    let r = bench.r;
    if let Some(found) = r.few_division(x, y) {
        let [q, rest] = found.map(|(words, len, width)| {
            let used = if width == 0 { len.div_ceil(64) } else { len * width };
            assert!(words[used..].iter().all(|&word| word == 0), "{}: words beyond a quotient", bench.name);
            let v = taken(width, words.to_vec(), len);
            (0..len).map(|i| r.get(v.view(), i)).collect::<Vec<_>>()
        });
        let sum = oracle::sum(r, &oracle::product(r, &q, b), &rest);
        assert_eq!(oracle::trimmed(r, sum), oracle::trimmed(r, a.to_vec()), "{}: {a:?} by {b:?}", bench.name);
        assert!(rest.len() < b.len(), "{}: degree of the remainder of {a:?} by {b:?}", bench.name);
    }
    let Some(words) = r.short_division_words(x, y) else { return };
    let law = format!("division of {} by {} coefficients", a.len(), b.len());
    let Some(lead) = b.last() else { panic!("{}: {law}", bench.name) };
    let [mut q, mut rest] = words.map(|words| vec![0x5555_5555_5555_5555; words]);
    match (r.write_short_division([&mut q, &mut rest], x, y), r.inv(lead)) {
        (Ok([q_len, rest_len]), Ok(inverse)) => {
            let [quotient, remainder] = oracle::divided(r, a, b, &inverse);
            bench.made(&law, taken(x.width, q, q_len), &quotient);
            bench.made(&law, taken(x.width, rest, rest_len), &remainder);
        }
        (found, inverse) => {
            let refused = matches!(found, Err(Error::NotInvertible { .. })) && inverse.is_err();
            assert!(refused, "{}: {law} by a leading {lead:?} gives {found:?}", bench.name);
        }
    }
}

fn cofactors(bench: &Bench<'_>, (a, x): Operand<'_>, (b, y): Operand<'_>) {
    let r = bench.r;
    let Some(words) = r.short_bezout_words(x, y) else { return };
    let law = format!("cofactors of {} and {} coefficients", a.len(), b.len());
    let mut out = words.map(|words| vec![0x5555_5555_5555_5555; words]);
    let [g, s, t] = &mut out;
    match r.write_short_bezout([g, s, t], x, y) {
        Ok(lens) => {
            let [mut g, mut s, mut t] = out;
            for (v, len) in [&mut g, &mut s, &mut t].into_iter().zip(lens) {
                v.truncate(if x.width == 0 { len.div_ceil(64) } else { len * x.width });
            }
            let [g, s, t] = [(g, lens[0]), (s, lens[1]), (t, lens[2])].map(|(v, len)| taken(x.width, v, len));
            let list = |v: &Coeffs<AnyRing>| (0..v.len()).map(|i| r.get(v.view(), i)).collect::<Vec<_>>();
            let divisor = divisor_by_definition(r, a, b);
            let [first, second] = [oracle::product(r, &list(&s), a), oracle::product(r, &list(&t), b)];
            assert_eq!(oracle::trimmed(r, oracle::sum(r, &first, &second)), divisor, "{}: {law}", bench.name);
            assert!(s.len() < (b.len() + 1 - divisor.len()).max(1), "{}: {law}: degree of s", bench.name);
            bench.made(&law, g, &divisor);
        }
        Err(e) => assert!(matches!(e, Error::NotInvertible { .. }) && !bench.is_field(), "{law} fails with {e}"),
    }
}

/// The vector of the first `len` coefficients in these words, of `width` each.
fn taken(width: usize, mut words: Vec<u64>, len: usize) -> Coeffs<AnyRing> {
    words.truncate(if width == 0 { len.div_ceil(64) } else { len * width });
    Coeffs::from_words(Buf::from(words), len, width)
}

/// The monic greatest common divisor over a field, by divisions with remainder, of the longer operand first.
fn divisor_by_definition(r: &AnyRing, a: &[AnyElem], b: &[AnyElem]) -> Vec<AnyElem> {
    let (long, short) = if a.len() < b.len() { (b, a) } else { (a, b) };
    let (mut a, mut b) = (long.to_vec(), short.to_vec());
    while let Some(lead) = b.last() {
        let inverse = r.inv(lead).expect("a unit, where there is a result");
        let [_, rest] = oracle::divided(r, &a, &b, &inverse);
        (a, b) = (b, rest);
    }
    let Some(lead) = a.last() else { return a };
    let inverse = r.inv(lead).expect("a unit, where there is a result");
    a.iter().map(|x| r.mul(x, &inverse)).collect()
}

/// The determinant, by expansion along the first row.
fn expanded(r: &AnyRing, rows: &[Vec<AnyElem>]) -> AnyElem {
    let Some((first, others)) = rows.split_first() else { return r.one() };
    first.iter().enumerate().fold(r.elem(0), |sum, (j, x)| {
        let without =
            |row: &Vec<AnyElem>| row.iter().enumerate().filter(|&(k, _)| k != j).map(|(_, x)| x.clone()).collect();
        let term = r.mul(x, &expanded(r, &others.iter().map(without).collect::<Vec<_>>()));
        r.add(&sum, &if j % 2 == 1 { r.neg(&term) } else { term })
    })
}

/// Sylvester's matrix: rows of shifted coefficients, the leading ones first.
fn sylvester(r: &AnyRing, a: &[AnyElem], b: &[AnyElem]) -> Vec<Vec<AnyElem>> {
    let (n, m) = (a.len() - 1, b.len() - 1);
    let row = |v: &[AnyElem], shift: usize| {
        let mut row = vec![r.elem(0); n + m];
        row[shift..shift + v.len()].iter_mut().zip(v.iter().rev()).for_each(|(out, x)| *out = x.clone());
        row
    };
    (0..m).map(|shift| row(a, shift)).chain((0..n).map(|shift| row(b, shift))).collect()
}

/// The resultant: for degrees of sum at most 4 Sylvester's determinant, over a field by divisions with remainder of the longer operand first:
/// Res(A, B) = (−1)^(nm)·Res(B, A), and
/// Res(A, B) = (−1)^(nm)·c^(n − r)·Res(B, A mod B) for degrees n, m and r, and the leading coefficient c of B.
fn resultant_by_definition(r: &AnyRing, a: &[AnyElem], b: &[AnyElem]) -> AnyElem {
    let (Some(_), Some(lead)) = (a.last(), b.last()) else { return r.elem(0) };
    let (n, m) = (a.len() - 1, b.len() - 1);
    if n + m <= 4 {
        return expanded(r, &sylvester(r, a, b));
    }
    if n < m {
        let value = resultant_by_definition(r, b, a);
        return if n * m % 2 == 1 { r.neg(&value) } else { value };
    }
    if m == 0 {
        return r.pow(lead, n as u64);
    }
    let inverse = r.inv(lead).expect("a unit, where there is a result");
    let [_, rest] = oracle::divided(r, a, b, &inverse);
    let Some(degree) = rest.len().checked_sub(1) else { return r.elem(0) };
    let value = r.mul(&r.pow(lead, (n - degree) as u64), &resultant_by_definition(r, b, &rest));
    if n * m % 2 == 1 { r.neg(&value) } else { value }
}

/// The first terms q of 1/a: Σ a_j·q_(i − j) is 1 for i = 0, and 0 beyond.
fn reciprocal_by_definition(r: &AnyRing, a: &[AnyElem], terms: usize) -> Vec<AnyElem> {
    let inverse = r.inv(&a[0]).expect("a unit, where there is a result");
    let mut q: Vec<AnyElem> = Vec::new();
    for i in 0..terms {
        let met = (1..a.len().min(i + 1)).map(|j| r.mul(&a[j], &q[i - j]));
        let sum = met.fold(if i == 0 { r.elem(-1) } else { r.elem(0) }, |sum, x| r.add(&sum, &x));
        q.push(r.neg(&r.mul(&sum, &inverse)));
    }
    q
}

/// The first terms f of log(a): a'·f' = a.
fn logarithm_by_definition(r: &AnyRing, a: &[AnyElem], terms: usize) -> Vec<AnyElem> {
    let (coefficient, mut f) = (|i: usize| a.get(i).cloned().unwrap_or_else(|| r.elem(0)), vec![r.elem(0)]);
    for i in 1..terms {
        let times = |k: usize, x: &AnyElem| r.mul(&r.elem(k as i64), x);
        let met = (1..i).map(|j| r.mul(&times(j, &f[j]), &coefficient(i - j)));
        let sum = met.fold(times(i, &coefficient(i)), |sum, x| r.add(&sum, &r.neg(&x)));
        f.push(r.mul(&sum, &r.inv(&r.elem(i as i64)).expect("a unit, where there is a result")));
    }
    f
}

/// Differences of any two points.
fn differences(r: &AnyRing, points: &[AnyElem]) -> Vec<AnyElem> {
    let pairs = (0..points.len()).flat_map(|i| (0..i).map(move |j| (i, j)));
    pairs.map(|(i, j)| r.add(&points[i], &r.neg(&points[j]))).collect()
}

/// Multiples by zeros, units and others.
fn multiples(bench: &Bench<'_>, a: Operand<'_>) {
    let (r, (a, x)) = (bench.r, a);
    for c in [r.elem(0), r.one(), r.elem(-1), r.elem(6)].iter().chain(a.last()) {
        shift(bench, (a, x), c);
        let Some(words) = r.short_multiple_words(x, c) else { continue };
        let mut out = vec![0x5555_5555_5555_5555; words];
        let len = r.write_short_multiple(&mut out, x, c).expect("a multiple");
        let wanted = a.iter().map(|x| r.mul(x, c)).collect();
        let law = format!("{c:?} times {} coefficients", a.len());
        bench.made(&law, taken(words / a.len(), out, len), &oracle::trimmed(r, wanted));
    }
}

/// A shift in registers, by Horner's rule.
fn shift(bench: &Bench<'_>, (a, x): Operand<'_>, c: &AnyElem) {
    let r = bench.r;
    let whole = r.collect(a);
    for v in [x, whole.view()] {
        let Some(few) = r.few_shifted(v, c) else { continue };
        let used = if v.width == 0 { a.len().div_ceil(64) } else { a.len() * v.width };
        let law = format!("a shift of {} coefficients by {c:?}", a.len());
        assert!(few[used..].iter().all(|&word| word == 0), "{}: {law}: words beyond the result", bench.name);
        let linear = [c.clone(), r.one()];
        let wanted = a
            .iter()
            .rev()
            .fold(Vec::new(), |sum, x| oracle::sum(r, &oracle::product(r, &sum, &linear), std::slice::from_ref(x)));
        bench.made(&law, taken(v.width, few.to_vec(), a.len()), &oracle::trimmed(r, wanted));
    }
}

/// Lagrange's formula.
fn interpolation_by_definition(r: &AnyRing, values: &[AnyElem], points: &[AnyElem]) -> Vec<AnyElem> {
    let mut sum = Vec::new();
    for (i, value) in values.iter().enumerate() {
        let mut term = vec![value.clone()];
        for (_, point) in points.iter().enumerate().filter(|&(j, _)| j != i) {
            let difference = r.add(&points[i], &r.neg(point));
            let inverse = r.inv(&difference).expect("a unit, where there is a result");
            term = oracle::product(r, &term, &[r.mul(&r.neg(point), &inverse), inverse]);
        }
        sum = oracle::sum(r, &sum, &term);
    }
    sum
}

/// Nothing is divided by no coefficient; a ring without an algorithm says so.
fn missing(bench: &Bench<'_>) {
    let (r, empty) = (bench.r, bench.r.zeros(0));
    assert!(
        r.short_division_words(empty.view(), empty.view()).is_none(),
        "{}: a division by no coefficient",
        bench.name
    );
    let few = r.collect(&[r.one(), r.one()]);
    if r.short_words(ShortOp::Sum, few.view(), few.view()).is_none() {
        let unsupported = |e: Option<Error>| matches!(e, Some(Error::Unsupported { .. }));
        let [sum, division] = [
            r.write_short(ShortOp::Sum, &mut [0; 8], few.view(), few.view()).err(),
            r.write_short_division([&mut [0; 4], &mut [0; 4]], few.view(), few.view()).err(),
        ];
        assert!(unsupported(sum) && unsupported(division), "{}: operations that it does not have", bench.name);
    }
    if r.short_multiple_words(few.view(), &r.one()).is_none() {
        let multiple = r.write_short_multiple(&mut [0; 8], few.view(), &r.one());
        let refused = matches!(multiple, Err(Error::Unsupported { .. }) | Ok(2));
        assert!(refused, "{}: a multiple that it does not have", bench.name);
    }
}
