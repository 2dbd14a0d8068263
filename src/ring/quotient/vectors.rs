//! Operations on all elements of vectors: those of the base ring where they do not multiply, else products of single
//! elements.

use super::{
    Base, Element, Quotient, QuotientElem,
    cells::{Cells, with_cells},
};
use crate::{
    Result,
    ring::{
        Coeffs, Determinants, Dfts, Division, Euclid, Evaluation, Products, Quotients, Remainders, Ring, Vectors, View,
        Wanted, classical, euclid,
    },
};

/// Most elements of few words that are scaled one by one: a product of vectors has to be planned.
const FEW: usize = 32;

impl<B: Base> Quotient<B> {
    /// Multiplies element i by the element `factors[i]` of the base ring.
    fn scale_each(&self, v: &mut Coeffs<Self>, factors: View<'_, B>) {
        let (r, k, pitch) = (self.quiet(), self.degree(), self.pitch());
        let mut spread = r.zeros(v.len * pitch);
        for i in 0..factors.len() {
            let factor = r.get(factors, i);
            (i * pitch..i * pitch + k).for_each(|at| r.set(&mut spread, at, &factor));
        }
        self.on_flat(v, |flat| r.mul_each(flat, spread.view()));
    }

    /// Replaces element i by its product with the element of the words `factor(i)`.
    fn multiply_each<'a>(&self, v: &mut Coeffs<Self>, factor: impl Fn(usize) -> &'a [u64]) {
        let (r, k, pitch) = (self.quiet(), self.degree(), self.pitch());
        if let Some(arithmetic) = self.arithmetic(v.len) {
            let rows = v.words.chunks_exact_mut(self.0.width).enumerate();
            with_cells!(arithmetic, c => {
                rows.for_each(|(i, out)| c.store_plain(c.multiply(c.load(factor(i)), c.plain(out)), out));
            });
            return;
        }
        if let Some(few) = self.few_words() {
            let mut a = vec![0; k];
            for (i, out) in v.words.chunks_exact_mut(k).enumerate() {
                a.copy_from_slice(out);
                few.multiply(out, &a, factor(i));
            }
            return;
        }
        self.on_flat(v, |flat| {
            for i in 0..flat.len / pitch {
                let factor = View::from_words(factor(i), k, self.modulus().width);
                let mut product = self.product(flat.slice(i * pitch..i * pitch + k), factor);
                r.resize(&mut product, k);
                r.copy_at(flat, i * pitch, product.view());
            }
        });
    }
}

impl<B: Base> Vectors for Quotient<B> {
    fn trimmed_len(&self, v: View<'_, Self>) -> usize {
        v.trimmed_rows()
    }
    fn nonzero(&self, v: View<'_, Self>) -> usize {
        v.words().chunks_exact(self.width()).filter(|row| row.iter().any(|&x| x != 0)).count()
    }
    fn same(&self, a: View<'_, Self>, b: View<'_, Self>) -> bool {
        a.words() == b.words()
    }
    fn copy_at(&self, out: &mut Coeffs<Self>, at: usize, v: View<'_, Self>) {
        out.words[at * self.0.width..][..v.words().len()].copy_from_slice(v.words());
    }
    fn reversed(&self, v: View<'_, Self>) -> Coeffs<Self> {
        v.reversed_rows(self.engine())
    }
    fn every_other(&self, v: View<'_, Self>, first: usize) -> Coeffs<Self> {
        let mut out = self.zeros((v.len() + 1).saturating_sub(first) / 2);
        let rows = v.words().chunks_exact(self.width()).skip(first).step_by(2);
        for (out, row) in out.words.chunks_exact_mut(self.0.width).zip(rows) {
            out.copy_from_slice(row);
        }
        out
    }
    fn add_at(&self, out: &mut Coeffs<Self>, at: usize, v: View<'_, Self>) {
        let flat = self.flat(v);
        self.on_flat(out, |out| self.quiet().add_at(out, at * self.pitch(), flat));
    }
    fn sub_at(&self, out: &mut Coeffs<Self>, at: usize, v: View<'_, Self>) {
        let flat = self.flat(v);
        self.on_flat(out, |out| self.quiet().sub_at(out, at * self.pitch(), flat));
    }
    fn neg_all(&self, v: &mut Coeffs<Self>) {
        self.on_flat(v, |flat| self.quiet().neg_all(flat));
    }
    fn scale(&self, v: &mut Coeffs<Self>, c: &Element<B>) {
        let row = self.row(c);
        match self.quiet().trimmed_len(row) {
            0 => v.words.fill(0),
            // an element of the base ring
            1 if !self.of_bits() => {
                let c = self.quiet().get(row, 0);
                self.on_flat(v, |flat| self.quiet().scale(flat, &c));
            }
            1 => {}
            _ if v.len < 2 || self.few_words().is_some() && v.len <= FEW => self.multiply_each(v, |_| c.words()),
            _ if self.logs(v.len).is_some() => self.multiply_each(v, |_| c.words()),
            _ => {
                if let Some(arithmetic) = self.lazy_arithmetic() {
                    let rows = v.words.chunks_exact_mut(self.0.width);
                    return with_cells!(arithmetic, cells => {
                        let c = cells.load(c.words());
                        rows.for_each(|row| cells.store_plain(cells.multiply(c, cells.plain(row)), row));
                    });
                }
                let factor = self.collect(std::slice::from_ref(c));
                let product = self.quiet().engine().enter(|cx| self.mul_window(v.view(), factor.view(), 0..v.len, cx));
                match product {
                    Ok(product) => *v = product,
                    // cancelled
                    Err(_) => self.multiply_each(v, |_| c.words()),
                }
            }
        }
    }
    fn mul_each(&self, v: &mut Coeffs<Self>, w: View<'_, Self>) {
        self.multiply_each(v, |i| &w.words()[i * self.0.width..][..self.0.width]);
    }
    fn divides_below(&self, n: usize) -> bool {
        self.quiet().divides_below(n)
    }
    fn mul_index(&self, v: &mut Coeffs<Self>, k: i64) {
        let mut factors = classical::ones(self.quiet(), v.len);
        self.quiet().mul_index(&mut factors, k);
        self.scale_each(v, factors.view());
    }
    fn div_index(&self, v: &mut Coeffs<Self>, k: i64) -> Result<()> {
        let r = self.quiet();
        let mut factors = r.zeros(v.len);
        // where a coefficient is 0 its index needs no inverse
        for (i, _) in v.words.chunks_exact(self.width()).enumerate().filter(|(_, row)| row.iter().any(|&x| x != 0)) {
            r.set(&mut factors, i, &r.one());
        }
        r.div_index(&mut factors, k)?;
        self.scale_each(v, factors.view());
        Ok(())
    }
    /// Sums of products over the base ring, reduced once.
    fn dot(&self, v: View<'_, Self>, w: View<'_, Self>) -> Element<B> {
        let (r, k) = (self.quiet(), self.degree());
        if let Some(logs) = self.logs(v.len) {
            let pairs = self.load(logs, v).into_iter().zip(self.load(logs, w));
            let sum = pairs.fold(logs.zero(), |sum, (x, y)| logs.add(sum, logs.multiply(x, y)));
            return self.element_of(logs, sum);
        }
        if let Some(arithmetic) = self.lazy_arithmetic() {
            return with_cells!(arithmetic, c => {
                let [v, w] = [v, w].map(|v| v.words().chunks_exact(self.width()));
                let pairs = v.zip(w).map(|(x, y)| (c.load(x), c.plain(y)));
                self.plain_element(c, c.dot(pairs))
            });
        }
        if let Some(few) = self.few_words() {
            let (mut sum, mut out) = (few.sum(), vec![0; k]);
            let pairs = v.words().chunks_exact(k).zip(w.words().chunks_exact(k));
            pairs.for_each(|(a, b)| few.add_product(&mut sum, a, b));
            few.finish(&mut out, &sum);
            return QuotientElem::of_words(&out);
        }
        let (a, b) = (self.flat(v), self.flat(w));
        let mut sum = r.zeros(2 * k - 1);
        for i in 0..v.len.min(w.len) {
            self.add_product(&mut sum, self.part(a, i), self.part(b, i));
        }
        self.kept(self.reduced(sum.view()))
    }
}

impl<B: Base> Quotients for Quotient<B> {
    fn weight(&self, v: View<'_, Self>) -> usize {
        v.len()
    }
    fn short_quotient(
        &self,
        a: View<'_, Self>,
        b: View<'_, Self>,
        inverse: Option<&Element<B>>,
        n: usize,
    ) -> Result<Coeffs<Self>> {
        let Some(arithmetic) = self.arithmetic(n * b.len.min(n)) else {
            return classical::quotient(self, a, b, inverse, n);
        };
        let found;
        let inverse = match inverse {
            Some(inverse) => inverse,
            None => {
                found = self.inv(&self.get(b, 0))?;
                &found
            }
        };
        Ok(with_cells!(arithmetic, c => self.quotient_on(c, [a, b], c.load(inverse.words()), n)))
    }
}

impl<B: Base> Evaluation for Quotient<B> {
    fn horner(&self, v: View<'_, Self>, x: &Element<B>) -> Element<B> {
        match self.arithmetic(v.len) {
            Some(arithmetic) => {
                let point = self.collect(std::slice::from_ref(x));
                let value = with_cells!(arithmetic, c => self.values_on(c, v, point.view()));
                self.get(value.view(), 0)
            }
            None => classical::horner(self, v, x),
        }
    }
    fn horner_each(&self, v: View<'_, Self>, points: View<'_, Self>) -> Coeffs<Self> {
        match self.arithmetic(v.len * points.len) {
            Some(arithmetic) => with_cells!(arithmetic, c => self.values_on(c, v, points)),
            None => classical::horner_each(self, v, points),
        }
    }
    fn product_of_roots(&self, points: View<'_, Self>) -> Coeffs<Self> {
        match self.arithmetic(points.len * points.len / 2) {
            Some(arithmetic) => {
                let [_, product] = with_cells!(arithmetic, c => self.fractions_on(c, points, None));
                product
            }
            None => classical::product_of_roots(self, points),
        }
    }
    fn sum_of_fractions(&self, points: View<'_, Self>, weights: View<'_, Self>) -> Coeffs<Self> {
        match self.arithmetic(3 * points.len * points.len / 2) {
            Some(arithmetic) => {
                let [sum, _] = with_cells!(arithmetic, c => self.fractions_on(c, points, Some(weights)));
                sum
            }
            None => classical::sum_of_fractions(self, points, weights),
        }
    }
}

impl<B: Base> Euclid for Quotient<B> {
    fn euclid(
        &self,
        pair: [View<'_, Self>; 2],
        wanted: Wanted,
        mut log: Option<&mut Vec<Division<Element<B>>>>,
    ) -> Result<Remainders<Self>> {
        if let Some(arithmetic) = self.arithmetic(pair[0].len * pair[1].len) {
            let found = with_cells!(arithmetic, c => self.euclid_on(c, pair, wanted, &mut log));
            if let Some(found) = found {
                return Ok(found);
            }
        }
        euclid::classical(self, pair, wanted, log)
    }
}

impl<B: Base> Determinants for Quotient<B> {}

impl<B: Base> Dfts for Quotient<B> {}
