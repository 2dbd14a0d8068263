//! Euclid's algorithm against divisions by the definition.

use polymod_core::{
    arith::Modulus, bits::testing::Words, cpu::Target, pass::euclid::*, registry::Moduli, scratch::Buf,
};

/// One division by the definition: (A mod B)·scale, with the same operation on the cofactors.
struct Textbook {
    n: Modulus,
    rows: [Vec<u64>; 2],
    cofactors: [[Vec<u64>; 2]; 2],
}

fn trimmed(mut v: Vec<u64>) -> Vec<u64> {
    while v.last() == Some(&0) {
        v.pop();
    }
    v
}

impl Textbook {
    /// x − c·X^shift·y.
    fn minus(&self, x: &[u64], c: u64, shift: usize, y: &[u64]) -> Vec<u64> {
        let mut out = x.to_vec();
        out.resize(out.len().max(y.len() + shift), 0);
        for (i, y) in y.iter().enumerate() {
            out[i + shift] = self.n.sub(out[i + shift], self.n.mul(c, *y));
        }
        trimmed(out)
    }

    /// Divides once; returns the gap and the leading coefficient of B.
    fn divide(&mut self) -> (usize, u64) {
        let [mut a, b] = self.rows.clone();
        let lead = *b.last().expect("not zero");
        let (inverse, gap) = (self.n.inv(lead).expect("a unit"), a.len() - b.len());
        let [mut x, y] = self.cofactors.clone();
        while a.len() >= b.len() {
            let c = self.n.mul(a[a.len() - 1], inverse);
            let shift = a.len() - b.len();
            a = self.minus(&a, c, shift, &b);
            x = [0, 1].map(|i| self.minus(&x[i], c, shift, &y[i]));
        }
        (self.rows, self.cofactors) = ([b, a], [y, x]);
        (gap, lead)
    }
}

/// A buffer of non-zero words, because the pool returns buffers of any content.
fn rubbish(words: usize) -> Buf {
    let mut buffer = Buf::zeroed(None, words);
    buffer.fill(!0 / 5);
    buffer
}

/// Whether rows differ by a unit only.
fn same_up_to_unit(n: Modulus, got: &[u64], wanted: &[u64]) -> bool {
    let Some(&top) = wanted.last() else { return got.iter().all(|x| *x == 0) };
    if got.len() < wanted.len() || got[wanted.len()..].iter().any(|x| *x != 0) || got[wanted.len() - 1] == 0 {
        return false;
    }
    let unit = n.mul(got[wanted.len() - 1], n.inv(top).expect("a unit"));
    got.iter().zip(wanted).all(|(x, y)| *x == n.mul(unit, *y))
}

fn polynomial(random: &mut Words, p: u64, len: usize, kind: u64) -> Vec<u64> {
    let mut next = || random.word() % p;
    let mut v: Vec<u64> = (0..len)
        .map(|i| match kind {
            0 => p - 1,
            1 if i % 5 != 0 => 0,
            2 if next() % 2 == 0 => p - 1,
            _ => next(),
        })
        .collect();
    if let Some(last) = v.last_mut() {
        *last = (*last).max(1);
    }
    v
}

/// Compares every remainder and cofactor of the sequences of many pairs, for every kernel and the largest modulus that
/// it takes.
#[test]
fn steps_follow_the_textbook() {
    let lens = [(2, 1), (3, 2), (9, 8), (17, 16), (18, 16), (33, 20), (40, 39), (70, 69), (65, 1), (64, 40)];
    for kernel in KERNELS {
        if !kernel.needs().runs_within(Target::AVX512) {
            println!("skipped: {}", kernel.name());
            continue;
        }
        let largest =
            |most: u64| (0..).map(|i| (most | 1) - 2 * i).find(|p| polymod_core::arith::is_prime(*p) && *p <= most);
        let Moduli::Within(_, most) = kernel.moduli() else { unreachable!("kernels have a largest modulus") };
        let mut moduli = vec![3, 5, 97, 65537, (1 << 31) - 1, (1 << 48) - 59, (1 << 61) - 1, largest(most).unwrap()];
        moduli.retain(|p| *p <= most && polymod_core::arith::is_prime(*p));
        for p in moduli {
            let n = Modulus::new(p).unwrap();
            let euclid = Euclid::new(kernel.needs(), n).unwrap().with(kernel);
            let mut random = Words::new(p);
            for (a_len, b_len) in lens {
                for kind in 0..4 {
                    let a = polynomial(&mut random, p, a_len, kind);
                    let b = polynomial(&mut random, p, b_len, (kind + 1) % 4);
                    follow(&euclid, n, &a, &b);
                }
            }
        }
    }
}

fn follow(euclid: &Euclid, n: Modulus, a: &[u64], b: &[u64]) {
    let new = || Euclid::pair(rubbish, [a, b], Extent { stop: 0, matrix: true, only: false });
    let mut textbook =
        Textbook { n, rows: [a.to_vec(), b.to_vec()], cofactors: [[vec![1], vec![]], [vec![], vec![1]]] };
    let context = format!("{} modulo {}, {} by {}", euclid.kernel().name(), n.n(), a.len(), b.len());
    let mut pair = new();
    while !textbook.rows[1].is_empty() {
        let mut log = Vec::new();
        euclid.run(&mut pair, textbook.rows[1].len() - 1, Some(&mut log));
        let (gap, lead) = textbook.divide();
        assert_eq!(log.len(), 1, "{context}");
        assert_eq!(log[0].gap, gap, "{context}");
        // b of the pair is a multiple of the textbook's by the unit that their leading coefficients determine
        assert_ne!(lead, 0);
        assert_eq!(pair.lens(), [textbook.rows[0].len(), textbook.rows[1].len()], "{context}");
        for i in 0..2 {
            // zeros stand above the degree
            let mut row = vec![7; a.len()];
            euclid.finish(pair.remainder(i), &mut row);
            assert!(
                same_up_to_unit(n, &row, &textbook.rows[i]),
                "{context}: remainder {i} {row:?} {:?}",
                textbook.rows[i]
            );
            let mut both = Vec::new();
            let mut wanted = Vec::new();
            for column in 0..2 {
                let mut x = vec![7; a.len() + 1];
                euclid.finish(pair.cofactor(i, column), &mut x);
                let mut y = textbook.cofactors[i][column].clone();
                y.resize(a.len() + 1, 0);
                both.extend(x);
                wanted.extend(y);
            }
            // remainder and cofactors are multiples by the same unit
            both.extend(&row);
            wanted.extend(&textbook.rows[i]);
            let used = trimmed(wanted.clone()).len();
            assert!(same_up_to_unit(n, &both, &wanted[..used]), "{context}: cofactors {i}");
        }
    }
    // all steps at once give the same result
    let mut at_once = new();
    euclid.run(&mut at_once, 0, None);
    let mut last = vec![0; textbook.rows[0].len()];
    assert_eq!(at_once.lens(), [last.len(), 0], "{context}");
    euclid.finish(at_once.remainder(0), &mut last);
    assert!(same_up_to_unit(n, &last, &textbook.rows[0]), "{context}");
}

/// Compares a step with the definition where values of a row are at the bounds of their range.
#[test]
fn the_scale_of_a_step_is_known() {
    for p in [3, 97, (1 << 31) - 1, (1 << 61) - 1, (1 << 62) - 57] {
        let n = Modulus::new(p).unwrap();
        for target in Target::families() {
            let euclid = Euclid::new(target, n).unwrap();
            let mut random = Words::new(11);
            for (a_len, b_len) in [(12, 11), (14, 9), (20, 19)] {
                let (a, b) = (polynomial(&mut random, p, a_len, 3), polynomial(&mut random, p, b_len, 3));
                let mut pair = Euclid::pair(rubbish, [&a, &b], Extent { stop: 0, matrix: false, only: false });
                let mut log = Vec::new();
                euclid.run(&mut pair, b_len - 1, Some(&mut log));
                let Step { lead, passes, gap } = log[0];
                assert_eq!((log.len(), lead, gap), (1, b[b_len - 1], a_len - b_len));
                let scale = if passes == 0 { n.mul(n.mul(lead, lead), euclid.unit()) } else { n.pow(lead, passes) };
                let mut textbook = Textbook { n, rows: [a, b], cofactors: Default::default() };
                textbook.divide();
                let wanted: Vec<u64> = textbook.rows[1].iter().map(|x| n.mul(*x, scale)).collect();
                let mut row = vec![0; wanted.len()];
                euclid.finish(pair.remainder(1), &mut row);
                assert_eq!(row, wanted, "{} modulo {p}", euclid.kernel().name());
            }
        }
    }
}

/// Linear quotients of products longer than the parts in which they are made, by y that is shorter than x, longer, or ends with a part.
#[test]
fn linear_products_are_added() {
    for p in [3, 97, (1 << 31) - 1, (1 << 48) - 59, (1 << 61) - 1, (1 << 62) - 57] {
        let n = Modulus::new(p).unwrap();
        for target in Target::families() {
            let euclid = Euclid::new(target, n).unwrap();
            let mut state = Words::new(5);
            for (x_len, y_len) in [(1, 1), (8, 7), (9, 9), (255, 254), (257, 256), (258, 256), (300, 100), (520, 519)] {
                for kind in [0, 3] {
                    let (x, y) = (polynomial(&mut state, p, x_len, 3), polynomial(&mut state, p, y_len, kind));
                    let q = [p - 1, p / 2];
                    let at = |i: usize| y.get(i).copied().unwrap_or(0);
                    let sum = |i: usize| {
                        let below = if i > 0 { n.mul(q[1], at(i - 1)) } else { 0 };
                        n.add(x[i], n.add(n.mul(q[0], at(i)), below))
                    };
                    let wanted: Vec<u64> = (0..x_len).map(sum).collect();
                    let mut got = x.clone();
                    euclid.add_linear(&mut got, q, &y);
                    assert_eq!(got, wanted, "{} modulo {p}: {x_len} and {y_len}", euclid.kernel().name());
                }
            }
        }
    }
}
