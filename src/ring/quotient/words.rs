//! Elements of few coefficients modulo n of one word: products, remainders and inverses on the stack.
//!
//! Sums of products are kept in two words a coefficient, as many of them as fit, and reduced once.

use super::{Base, Quotient, reduce::Reduction};
use crate::{arith::Modulus, costs::CostModel, tested};

/// Largest degree of F.
pub(super) const MOST: usize = 16;

/// The arithmetic of elements as words.
#[derive(Clone, Copy)]
pub struct FewWords<'a> {
    n: Modulus,
    k: usize,
    sums: Sums,
    /// Number of products whose sum can be reduced modulo F in two words a coefficient: each adds k products of words to one at most, as does
    /// the reduction. 0 where not even one can.
    room: u64,
    /// Row i is −t^(k + i) modulo F.
    rows: &'a [u64],
    /// F without its leading coefficient 1.
    modulus: &'a [u64],
}

impl<B: Base> Quotient<B> {
    tested! {
        /// The arithmetic on words, for a base ring Z/n and few coefficients.
        pub(super) fn few_words(&self) -> Option<FewWords<'_>> {
            let n = self.quiet().as_zn().filter(|_| self.degree() <= MOST)?.modulus();
            match &self.0.reduction {
                Reduction::Rows(rows) => {
                    let k = self.degree();
                    let bits = 2 * n.bits() + crate::bits::bit_len(k as u64);
                    let room = (1 << u128::BITS.saturating_sub(bits).min(63)) - 1;
                    Some(FewWords {
                        n,
                        k,
                        sums: Sums::of(n, k),
                        room,
                        rows: &rows.words,
                        modulus: &self.modulus().words()[..k],
                    })
                }
                Reduction::Inverse(_) | Reduction::Shifts(_) => None,
            }
        }
    }
}

/// What holds a sum of 2k − 1 products of residues, as many as a product of elements needs at most.
#[derive(Clone, Copy, Debug)]
enum Sums {
    Short,
    Narrow,
    Wide,
    /// Not even two words.
    None,
}

impl Sums {
    fn of(n: Modulus, k: usize) -> Self {
        let n = u128::from(n.n());
        match (n * n).checked_mul(2 * k as u128 - 1) {
            Some(most) if most >> 64 == 0 => Sums::Short,
            Some(most) if most >> 64 < n => Sums::Narrow,
            Some(_) => Sums::Wide,
            None => Sums::None,
        }
    }
}

/// A sum of products of residues.
trait Products: Copy {
    fn of(x: u64) -> Self;
    /// self + x·y.
    fn plus(self, x: u64, y: u64) -> Self;
    fn reduced(self, n: Modulus) -> u64;
}

/// A sum in one word.
#[derive(Clone, Copy)]
struct Short(u64);

/// A sum in two words, the higher of which is below n.
#[derive(Clone, Copy)]
struct Narrow(u128);

/// A sum in two words.
#[derive(Clone, Copy)]
struct Wide(u128);

impl Products for Short {
    #[inline]
    fn of(x: u64) -> Self {
        Short(x)
    }
    #[inline]
    fn plus(self, x: u64, y: u64) -> Self {
        Short(self.0 + x * y)
    }
    #[inline]
    fn reduced(self, n: Modulus) -> u64 {
        n.reduce(self.0)
    }
}

impl Products for Narrow {
    #[inline]
    fn of(x: u64) -> Self {
        Narrow(x.into())
    }
    #[inline]
    fn plus(self, x: u64, y: u64) -> Self {
        Narrow(self.0 + u128::from(x) * u128::from(y))
    }
    #[inline]
    fn reduced(self, n: Modulus) -> u64 {
        n.div_rem((self.0 >> 64) as u64, self.0 as u64).1
    }
}

impl Products for Wide {
    #[inline]
    fn of(x: u64) -> Self {
        Wide(x.into())
    }
    #[inline]
    fn plus(self, x: u64, y: u64) -> Self {
        Wide(self.0 + u128::from(x) * u128::from(y))
    }
    #[inline]
    fn reduced(self, n: Modulus) -> u64 {
        n.reduce_wide(self.0)
    }
}

/// Applies an expression to the type that holds sums, if there is one.
macro_rules! with_sums {
    ($sums:expr, $products:ident => $body:expr) => {
        match $sums {
            Sums::Short => {
                type $products = Short;
                $body
            }
            Sums::Narrow => {
                type $products = Narrow;
                $body
            }
            Sums::Wide => {
                type $products = Wide;
                $body
            }
            Sums::None => {}
        }
    };
}

/// A sum of products of elements, before reduction.
pub struct Sum {
    wide: [u128; 2 * MOST],
    /// Number of products that are added before the coefficients are reduced modulo n.
    left: u64,
}

impl<'a> FewWords<'a> {
    /// Number of coefficients of an element.
    pub(super) fn len(self) -> usize {
        self.k
    }

    /// The arithmetic modulo n.
    pub fn modulus(self) -> Modulus {
        self.n
    }

    /// Row i of k words is −t^(k + i) modulo F, i < k − 1.
    pub fn rows(self) -> &'a [u64] {
        self.rows
    }

    /// The sum of no products.
    pub fn sum(self) -> Sum {
        Sum { wide: [0; 2 * MOST], left: self.room }
    }

    /// Predicted nanoseconds of a product of two elements that is added to a sum, and of the reduction of a sum.
    pub fn ns(self, costs: &CostModel) -> [f64; 2] {
        let (k, word) = (self.k as f64, costs.word_mul + costs.word_reduce);
        // sums of one word are reduced by a product or two
        let reduced = if matches!(self.sums, Sums::Short) { 3.0 * costs.word_mul } else { costs.word_reduce };
        match self.room {
            0 => [k * k, k * (k - 1.0)].map(|products| products * word),
            _ => [k * k * costs.word_mul, k * (k - 1.0) * costs.word_mul + (2.0 * k - 1.0) * reduced],
        }
    }

    /// Adds a·b, of k coefficients each.
    #[inline]
    pub fn add_product(self, sum: &mut Sum, a: &[u64], b: &[u64]) {
        if sum.left == 0 {
            let wide = &mut sum.wide[..2 * self.k - 1];
            sum.left = self.room;
            if sum.left == 0 {
                return self.add_reduced(wide, a, b);
            }
            // a remainder and k·(n − 1)² are below k·n²
            wide.iter_mut().for_each(|x| *x = self.n.reduce_wide(*x).into());
        }
        sum.left -= 1;
        for (i, &x) in a.iter().enumerate().filter(|(_, x)| **x != 0) {
            for (sum, &y) in sum.wide[i..].iter_mut().zip(b) {
                *sum += u128::from(x) * u128::from(y);
            }
        }
    }

    /// Adds a·b to residues.
    fn add_reduced(self, wide: &mut [u128], a: &[u64], b: &[u64]) {
        for (i, &x) in a.iter().enumerate() {
            for (sum, &y) in wide[i..].iter_mut().zip(b) {
                *sum = self.n.add(*sum as u64, self.n.mul(x, y)).into();
            }
        }
    }

    /// Writes the remainder of a sum modulo F.
    #[inline]
    pub fn finish(self, out: &mut [u64], sum: &Sum) {
        let mut low = [0; MOST];
        low[..self.k].copy_from_slice(&sum.wide[..self.k]);
        let (low, lazy) = (&mut low[..self.k], self.room > 0);
        for (&x, row) in sum.wide[self.k..].iter().zip(self.rows.chunks_exact(self.k)).filter(|(x, _)| **x != 0) {
            let x = self.n.reduce_wide(x);
            for (low, &y) in low.iter_mut().zip(row) {
                if lazy {
                    *low += u128::from(x) * u128::from(self.n.n() - y);
                } else {
                    *low = self.n.sub(*low as u64, self.n.mul(x, y)).into();
                }
            }
        }
        out.iter_mut().zip(low).for_each(|(out, x)| *out = self.n.reduce_wide(*x));
    }

    /// Writes the remainder modulo F of 2k − 1 residues.
    #[inline]
    pub fn reduce(self, out: &mut [u64], wide: &[u64]) {
        with_sums!(self.sums, S => match self.k {
            2 => return self.reduce_in::<S, 2>(out, wide),
            3 => return self.reduce_in::<S, 3>(out, wide),
            4 => return self.reduce_in::<S, 4>(out, wide),
            5 => return self.reduce_in::<S, 5>(out, wide),
            6 => return self.reduce_in::<S, 6>(out, wide),
            7 => return self.reduce_in::<S, 7>(out, wide),
            8 => return self.reduce_in::<S, 8>(out, wide),
            _ => {}
        });
        let mut sum = self.sum();
        for (sum, &x) in sum.wide.iter_mut().zip(wide) {
            *sum = x.into();
        }
        self.finish(out, &sum);
    }

    #[inline]
    fn reduce_in<S: Products, const K: usize>(self, out: &mut [u64], wide: &[u64]) {
        let (low, high) = wide[..2 * K - 1].split_at(K);
        let mut sums: [S; K] = std::array::from_fn(|i| S::of(low[i]));
        self.add_high(&mut sums, high);
        out.iter_mut().zip(sums).for_each(|(out, sum)| *out = sum.reduced(self.n));
    }

    /// Adds h·t^K modulo F, for the residues h.
    #[inline]
    fn add_high<S: Products, const K: usize>(self, sums: &mut [S; K], high: &[u64]) {
        for (&x, row) in high.iter().zip(self.rows.chunks_exact(K)) {
            sums.iter_mut().zip(row).for_each(|(sum, &y)| *sum = sum.plus(x, self.n.n() - y));
        }
    }

    /// Writes a·b.
    #[inline]
    pub fn multiply(self, out: &mut [u64], a: &[u64], b: &[u64]) {
        with_sums!(self.sums, S => match out.len() {
            2 => return self.multiply_in::<S, 2>(out, a, b),
            3 => return self.multiply_in::<S, 3>(out, a, b),
            4 => return self.multiply_in::<S, 4>(out, a, b),
            _ => {}
        });
        let mut sum = self.sum();
        self.add_product(&mut sum, a, b);
        self.finish(out, &sum);
    }

    #[inline]
    fn multiply_in<S: Products, const K: usize>(self, out: &mut [u64], a: &[u64], b: &[u64]) {
        let (mut low, mut high) = ([S::of(0); K], [S::of(0); K]);
        for (i, &x) in a[..K].iter().enumerate() {
            for (j, &y) in b[..K].iter().enumerate() {
                let sum = if i + j < K { &mut low[i + j] } else { &mut high[i + j - K] };
                *sum = sum.plus(x, y);
            }
        }
        self.add_high(&mut low, &high.map(|x| x.reduced(self.n))[..K - 1]);
        out.iter_mut().zip(low).for_each(|(out, x)| *out = x.reduced(self.n));
    }

    /// x = x + c·y for vectors of elements of K coefficients.
    pub fn add_multiple<const K: usize>(self, x: &mut [[u64; K]], c: &[u64; K], y: &[[u64; K]]) {
        with_sums!(self.sums, S => return self.add_multiple_in::<S, K>(x, c, y));
        let mut product = [0; K];
        for (x, y) in x.iter_mut().zip(y) {
            self.multiply(&mut product, c, y);
            x.iter_mut().zip(product).for_each(|(x, y)| *x = self.n.add(*x, y));
        }
    }

    /// By the matrix of products by c, whose rows are c·t^j.
    fn add_multiple_in<S: Products, const K: usize>(self, x: &mut [[u64; K]], c: &[u64; K], y: &[[u64; K]]) {
        let mut rows = [*c; K];
        for j in 1..K {
            let above = rows[j - 1];
            rows[j] = std::array::from_fn(|i| {
                let below = if i > 0 { above[i - 1] } else { 0 };
                self.n.sub(below, self.n.mul(above[K - 1], self.modulus[i]))
            });
        }
        for (x, y) in x.iter_mut().zip(y) {
            let mut sums = x.map(S::of);
            for (&y, row) in y.iter().zip(&rows) {
                sums.iter_mut().zip(row).for_each(|(sum, &c)| *sum = sum.plus(y, c));
            }
            *x = sums.map(|sum| sum.reduced(self.n));
        }
    }

    /// Writes 1/a, and returns whether it was found, as it is in every field for a ≠ 0: Euclid's algorithm with F by cross-multiplication, which
    /// takes one inverse modulo n.
    pub fn invert(self, out: &mut [u64], a: &[u64]) -> bool {
        // s[i]·a = r[i] modulo F
        let (mut r, mut s) = ([[0; MOST + 1]; 2], [[0; MOST + 1]; 2]);
        r[0][..self.k].copy_from_slice(self.modulus);
        r[0][self.k] = 1;
        r[1][..self.k].copy_from_slice(a);
        s[1][0] = 1;
        let trimmed = |v: &[u64]| v.iter().rposition(|&x| x != 0).map_or(0, |i| i + 1);
        let mut lens = [self.k + 1, trimmed(a)];
        while lens[1] > 1 {
            while lens[0] >= lens[1] {
                let shift = lens[0] - lens[1];
                let (top, lead) = (r[0][lens[0] - 1], r[1][lens[1] - 1]);
                self.cross(&mut r, [lead, top], shift);
                self.cross(&mut s, [lead, top], shift);
                lens[0] = trimmed(&r[0]);
            }
            lens.swap(0, 1);
            r.swap(0, 1);
            s.swap(0, 1);
        }
        match (lens[1], self.n.inv(r[1][0])) {
            (1, Ok(unit)) => {
                out.iter_mut().zip(&s[1]).for_each(|(out, &x)| *out = self.n.mul(x, unit));
                true
            }
            _ => false,
        }
    }

    /// v[0] = lead·v[0] − top·t^shift·v[1].
    fn cross(self, v: &mut [[u64; MOST + 1]; 2], [lead, top]: [u64; 2], shift: usize) {
        let [above, below] = v;
        above[..=self.k].iter_mut().for_each(|x| *x = self.n.mul(*x, lead));
        for (x, &y) in above[shift..=self.k].iter_mut().zip(below.iter()) {
            *x = self.n.sub(*x, self.n.mul(y, top));
        }
    }
}
