//! Short exponentials of power series over Z/n: the recurrence from f' = a'·f, by halves with products by the definition.

use super::Zn;
use crate::{
    ring::{Coeffs, Ring},
    tested,
};

/// Most coefficients of an exponential by its recurrence, which takes a product after the other; Newton's iteration is faster for longer ones.
pub const MOST: usize = 128;
/// Number of coefficients that are computed one by one.
const BLOCK: usize = 8;

impl Zn {
    tested! {
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
