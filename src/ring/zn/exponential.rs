//! Short exponentials of power series over Z/n: the recurrence from f' = a'·f, by halves with products by the definition.

use super::Zn;
use crate::ring::{Coeffs, Ring};

/// Most coefficients of an exponential by its recurrence, which takes a product after the other; Newton's iteration is faster for longer ones.
const MOST: usize = 128;
/// Number of coefficients that are computed one by one.
const BLOCK: usize = 8;

impl Zn {
    /// The first n coefficients of exp(a), for a without constant term; `None` for more than [`MOST`], and where one of 1, …, n − 1 has no inverse.
    pub(super) fn exponential(&self, a: &[u64], n: usize) -> Option<Coeffs<Self>> {
        if n > MOST {
            return None;
        }
        let table = if n < 2 { None } else { Some(self.inverses_below(n)?) };
        let (m, mut slopes) = (self.modulus(), [0; MOST]);
        let mut index = 0;
        for (slope, &x) in slopes.iter_mut().zip(a) {
            *slope = m.mul(index, x);
            index = m.add(index, 1 % m.n());
        }
        let mut f = self.engine().zeroed(n);
        if let Some(first) = f.first_mut() {
            *first = 1 % m.n();
        }
        if let Some(inverses) = table {
            self.solve_exponential(&mut f, &slopes, inverses.words(), [0, n], &mut [0; MOST / 2]);
        }
        Some(Coeffs::from_words(f, n, 1))
    }

    /// i·f_i = Σ slopes_j·f_(i − j) for i in the range from `first` to `end`, where f_i holds the terms with i − j < `first` before.
    fn solve_exponential(
        &self,
        f: &mut [u64],
        slopes: &[u64; MOST],
        inverses: &[u64],
        [first, end]: [usize; 2],
        scratch: &mut [u64; MOST / 2],
    ) {
        let (n, words, len) = (self.modulus(), &self.0.words, end - first);
        if len <= BLOCK {
            for i in first.max(1)..end {
                let known = &f[first..i];
                let sum = words.dot_reversed(known, &slopes[1..=known.len()]);
                f[i] = n.mul(n.add(f[i], sum), inverses[i - 1]);
            }
            return;
        }
        // the first half fills blocks
        let middle = first + len.div_ceil(2).next_multiple_of(BLOCK);
        self.solve_exponential(f, slopes, inverses, [first, middle], scratch);
        let met = &mut scratch[..end - middle];
        words.schoolbook(met, &slopes[..len], &f[first..middle], middle - first..len);
        for (x, &y) in f[middle..end].iter_mut().zip(&*met) {
            *x = n.add(*x, y);
        }
        self.solve_exponential(f, slopes, inverses, [middle, end], scratch);
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::{Engine, cpu::Target};

    /// Against the recurrence on single elements, for moduli of every accumulator, with vectors and without.
    #[test]
    fn exponentials_solve_their_equation() {
        for n in [1009, (1 << 31) - 1, (1 << 50) - 27, (1 << 62) - 57, u64::MAX - 58] {
            for target in Target::families() {
                let r = Zn::on(&Engine::builder().threads(1).target(target).build(), n).expect("a modulus");
                let m = r.modulus();
                for len in [0usize, 1, 2, 7, 8, 9, 16, 17, 24, 25, 63, 64, 65, 127, MOST] {
                    for terms in [0, 1, 2, len / 2 + 1, len, len + 3] {
                        let a: Vec<u64> =
                            (0..terms as u64).map(|i| if i == 0 { 0 } else { (n - i * i % n) % n }).collect();
                        let f = r.exponential(&a, len).expect("a short exponential");
                        assert_eq!((f.len(), f.words.len()), (len, len));
                        for i in 0..len {
                            let sum = (1..=i.min(terms.saturating_sub(1)))
                                .fold(0, |s, j| m.add(s, m.mul(m.mul(j as u64 % n, a[j]), f.words[i - j])));
                            let wanted =
                                if i == 0 { m.sub(f.words[0], 1) } else { m.sub(m.mul(i as u64 % n, f.words[i]), sum) };
                            assert_eq!(wanted, 0, "{target}, n = {n}: coefficient {i} of {len}, {terms} terms");
                        }
                    }
                }
            }
        }
        let r = Zn::new(97).expect("a modulus");
        assert!(r.exponential(&[0, 1], 97).is_some() && r.exponential(&[0, 1], 98).is_none(), "97 has no inverse");
        assert!(Zn::new(1009).expect("a modulus").exponential(&[0, 1], MOST + 1).is_none());
    }
}
