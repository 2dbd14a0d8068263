//! Euclid's algorithm over the field of two elements: matrices from the leading 128 coefficients, applied word by word.

use super::{F2, View, bits::trimmed_words, word};
use crate::{
    Result,
    kernels::clmul::{BitKernel, Merge, Small},
    ring::{
        Coeffs, Euclid, Ring, Vectors,
        euclid::{Division, Remainders, Transition, Wanted},
    },
    scratch::Buf,
};

/// Largest number of degrees that one step on the leading coefficients can reduce.
const MOST: usize = 63;

/// Two remainders, with lengths in bits, and the matrix that produced them, if wanted.
struct Pair {
    words: [Buf; 2],
    lens: [usize; 2],
    rows: Option<[[Buf; 2]; 2]>,
    /// Length of the longer operand.
    first: usize,
}

impl F2 {
    fn pair(&self, [a, b]: [View<'_, Self>; 2], stop: usize, matrix: bool) -> Pair {
        let words = a.len().div_ceil(64);
        let filled = |v: View<'_, Self>| {
            let mut v = self.owned(v);
            v.words.resize(words);
            v.words
        };
        // entries have at most this many coefficients, and products one word more
        let room = (a.len() - a.len().min(stop)).div_ceil(64) + 2;
        let entry = |x: u64| {
            let mut words = self.engine().zeroed(room);
            words[0] = x;
            words
        };
        let rows = matrix.then(|| [[entry(1), entry(0)], [entry(0), entry(1)]]);
        Pair { words: [filled(a), filled(b)], lens: [a.len(), b.len()], rows, first: a.len() }
    }

    fn ended(&self, pair: Pair, remainders: bool) -> Remainders<Self> {
        let [lens, first] = [pair.lens, [pair.first; 2]];
        let cut = |mut words: Buf, len: usize| {
            words.resize(len.div_ceil(64));
            Self::vector(words, len)
        };
        let entries = pair.rows.map(|rows| {
            let trimmed = |words: Buf| {
                let len = words.len().min((first[0] - lens[0] + 1).div_ceil(64));
                let mut v: Coeffs<Self> = cut(words, 64 * len);
                self.trim(&mut v);
                v
            };
            Transition(rows.map(|row| row.map(trimmed)))
        });
        let mut index = 0;
        let pair = pair.words.map(|words| {
            index += 1;
            cut(words, if remainders { lens[index - 1] } else { 0 })
        });
        Remainders { pair, matrix: entries.unwrap_or_else(|| Transition::identity(self)) }
    }
}

impl Pair {
    /// The 128 coefficients of remainder i from the leading one of the longer remainder downwards.
    fn top(&self, i: usize) -> u128 {
        let len = self.lens[0];
        let v = View::<F2>::from_words(&self.words[i], len, 0).from(len.saturating_sub(128));
        let low = word(v, 0);
        let high = if v.len() > 64 { word(v, 1) } else { 0 };
        (u128::from(high) << 64 | u128::from(low)) << (128 - v.len())
    }

    /// One division; the remainders are exchanged.
    fn divide(&mut self, kernel: &BitKernel) {
        let [mut long, short] = self.lens;
        let [a, b] = &mut self.words;
        while long >= short {
            let shift = long - short;
            kernel.merge(a, shift, b, 0, short, Merge::Add);
            if let Some([above, below]) = &mut self.rows {
                let len = self.first - self.lens[0] + 1;
                for (x, y) in above.iter_mut().zip(below) {
                    kernel.merge(x, shift, y, 0, len, Merge::Add);
                }
            }
            long = trimmed(a, long - 1);
        }
        self.words.swap(0, 1);
        self.lens = [short, long];
        if let Some(rows) = &mut self.rows {
            rows.swap(0, 1);
        }
    }

    /// Multiplies the remainders, from word `unneeded` on, and the matrix by a matrix that reduces `degrees` degrees.
    fn apply(&mut self, kernel: &BitKernel, m: &Small, degrees: usize, unneeded: usize) {
        let words = self.lens[0].div_ceil(64);
        let [a, b] = &mut self.words;
        kernel.combine(&mut a[unneeded..words], &mut b[unneeded..words], m);
        self.lens[0] -= degrees;
        self.lens[1] = trimmed(b, self.lens[0] - 1);
        if let Some([above, below]) = &mut self.rows {
            let used = (self.first - self.lens[0] + 1).div_ceil(64);
            for (x, y) in above.iter_mut().zip(below) {
                kernel.combine(&mut x[..used], &mut y[..used], m);
            }
        }
    }
}

/// Length without trailing zeros, at most `len`.
fn trimmed(words: &[u64], len: usize) -> usize {
    let mut count = len.div_ceil(64);
    if !len.is_multiple_of(64) {
        let top = words[count - 1] & ((1 << (len % 64)) - 1);
        if top != 0 {
            return 64 * count - top.leading_zeros() as usize;
        }
        count -= 1;
    }
    trimmed_words(&words[..count])
}

impl Euclid for F2 {
    /// As the default method, with the same result, word by word.
    fn euclid(
        &self,
        [a, b]: [View<'_, Self>; 2],
        wanted: Wanted,
        log: Option<&mut Vec<Division<bool>>>,
    ) -> Result<Remainders<Self>> {
        let Wanted { stop, remainders, matrix } = wanted;
        let mut pair = self.pair([a, b], stop, matrix);
        let mut gaps = Vec::new();
        while pair.lens[1] > stop {
            let [long, short] = pair.lens;
            let gaps = log.is_some().then_some(&mut gaps);
            if long - short > MOST {
                if let Some(gaps) = gaps {
                    gaps.push(long - short);
                }
                pair.divide(self.kernel);
                continue;
            }
            let k = MOST.min(long - 1 - stop);
            let leading = self.kernel.leading(pair.top(0), pair.top(1), k as u32, gaps);
            // without remainders, only 2·(degrees left) + 1 coefficients matter
            let unneeded = if remainders { 0 } else { (2 * stop + 1).saturating_sub(long) / 64 };
            pair.apply(self.kernel, &leading.matrix, leading.degrees as usize, unneeded);
        }
        if let Some(log) = log {
            log.extend(gaps.into_iter().map(|gap| Division { gap, lead: true, scale: true }));
        }
        Ok(self.ended(pair, remainders))
    }
    fn add_linear(&self, x: &mut Coeffs<Self>, q: &[bool; 2], y: View<'_, Self>) {
        for (shift, _) in q.iter().enumerate().filter(|(_, c)| **c) {
            self.add_at(x, shift, y.low(x.len().saturating_sub(shift)));
        }
    }
    /// Measured: steps on the leading coefficients are cheap.
    fn half_gcd_base(&self) -> usize {
        self.engine().costs().crossovers.half_gcd[1]
    }
}
