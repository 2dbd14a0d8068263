//! Products of matrices over Z: modulo the primes that their sums need, by the kernels of Z/p for each, with one
//! reconstruction an entry.
//!
//! Every entry is reduced modulo each prime once, and every result is reconstructed once: for n×n entries and k primes,
//! kn³ products of words and 3kn² conversions, against n³ products of integers. Under a memory limit the result is
//! computed in parts.

use super::{
    Integers,
    convolve::{primes_for, sum_bits},
    word_matrices::WordProduct,
};
use crate::{
    Result,
    arith::Modulus,
    choice,
    engine::Context,
    kernels::matmul::{Output, Rows},
    monitor::Alternative,
    ring::{
        Block, Blocks, Coeffs, Gather, Place, Ring, Size, Vectors, Zn,
        blocks::{self, BY_ROWS, copied},
    },
};
/// Name of the product modulo primes.
const CRT: &str = "crt";

/// The primes of a product, with its cost.
struct Basis {
    primes: Vec<Modulus>,
    /// Predicted nanoseconds of the whole product.
    ns: f64,
}

impl Integers {
    fn block_size(&self, a: Block<'_, Self>) -> Size {
        let bits = (0..a.rows()).map(|i| self.size(a.row(i)).bits).max();
        Size { len: 1, bits: bits.unwrap_or(0) }
    }

    /// The primes whose product exceeds every sum; `None` where conversions do not support their number.
    fn matrix_basis(&self, a: Block<'_, Self>, b: Block<'_, Self>, cx: Context<'_>) -> Option<Basis> {
        let (m, k, c) = (a.rows() as f64, a.cols() as f64, b.cols() as f64);
        let costs = cx.engine().costs();
        let bits = sum_bits(self.block_size(a), self.block_size(b), a.cols());
        let (family, count) = primes_for(bits, cx);
        let primes = family.primes(cx.engine(), count, 1).ok()?;
        let primes: Vec<_> = primes.into_iter().map(Modulus::new).collect::<Result<_>>().ok()?;
        let each = Zn::of_prime(cx.engine(), *primes.first()?).product_ns([a.rows(), a.cols(), b.cols()]);
        let conversion = |[call, limb]: [f64; 2], width: usize| call + limb * width as f64;
        let split =
            m * k * conversion(costs.split_row, a.view().width) + k * c * conversion(costs.split_row, b.view().width);
        let join = m * c * conversion(costs.join_row, bits as usize / 64 + 1);
        Some(Basis { ns: count as f64 * (each + split + join) + 3.0 * costs.plan, primes })
    }

    fn rows_ns(a: Block<'_, Self>, b: Block<'_, Self>, cx: Context<'_>) -> f64 {
        let (costs, products) = (cx.engine().costs(), a.rows() as f64 * a.cols() as f64 * b.cols() as f64);
        products * (costs.integer_mul(a.view().width, b.view().width) + costs.element)
    }

    /// Writes a·b to its place, by the algorithm named, or else by the one predicted fastest.
    pub(super) fn product_of_blocks(
        &self,
        algorithm: Option<&str>,
        (out, place): (&mut Coeffs<Self>, Place),
        (a, b): (Block<'_, Self>, Block<'_, Self>),
        how: Gather,
        cx: Context<'_>,
    ) -> Result<()> {
        assert_eq!(a.cols(), b.rows(), "shapes of a product");
        cx.check()?;
        if a.rows() == 0 || b.cols() == 0 {
            return Ok(());
        }
        let words = WordProduct::new(a, b);
        let rows_ns = words.as_ref().map_or_else(|| Self::rows_ns(a, b, cx), WordProduct::ns);
        // short products, for which the choice costs more than it saves
        let short = algorithm.is_none() && rows_ns < 2.0 * cx.engine().costs().plan || algorithm == Some(BY_ROWS);
        let basis = if short { None } else { self.matrix_basis(a, b, cx) };
        match basis.filter(|basis| algorithm == Some(CRT) || basis.ns < rows_ns) {
            Some(basis) => self.product_by_primes(&basis, (out, place), (a, b), how, cx.for_work(basis.ns)),
            None => match words {
                Some(words) => {
                    let product = words.run(self);
                    self.gather_rows((out, place), product, b.cols(), how);
                    Ok(())
                }
                None => blocks::schoolbook(self, out, place, a, b, how, cx.for_work(rows_ns)),
            },
        }
    }

    /// Writes a matrix with rows of `cols` entries to its place.
    fn gather_rows(&self, (out, place): (&mut Coeffs<Self>, Place), part: Coeffs<Self>, cols: usize, how: Gather) {
        if how == Gather::Set && place.at == 0 && place.stride == cols && part.len() == out.len() {
            *out = part;
            return;
        }
        for i in 0..part.len() / cols {
            let (row, at) = (part.slice(i * cols..(i + 1) * cols), place.at + i * place.stride);
            match how {
                Gather::Set => self.copy_at(out, at, row),
                Gather::Add => self.add_at(out, at, row),
                Gather::Sub => self.sub_at(out, at, row),
            }
        }
    }

    /// The product modulo primes, in parts of as many columns and rows as fit in half of the memory.
    fn product_by_primes(
        &self,
        basis: &Basis,
        (out, place): (&mut Coeffs<Self>, Place),
        (a, b): (Block<'_, Self>, Block<'_, Self>),
        how: Gather,
        cx: Context<'_>,
    ) -> Result<()> {
        let (m, k, c) = (a.rows(), a.cols(), b.cols());
        let room = usize::try_from(cx.engine().memory() / 16).unwrap_or(usize::MAX) / basis.primes.len();
        let wide = (room / 2 / k.max(1)).clamp(1, c);
        let high = (room / 2 / (k + wide)).clamp(1, m);
        for left in (0..c).step_by(wide) {
            let columns = left..c.min(left + wide);
            let y = self.residues_of(b.part(0..k, columns.clone()), &basis.primes, cx)?;
            for top in (0..m).step_by(high) {
                let rows = top..m.min(top + high);
                let shape = [rows.len(), k, columns.len()];
                let x = self.residues_of(a.part(rows, 0..k), &basis.primes, cx)?;
                let part = self.product_of_residues(&basis.primes, [&x, &y], shape, cx)?;
                let place = Place { at: place.at + top * place.stride + left, ..place };
                self.gather_rows((out, place), part, columns.len(), how);
            }
        }
        Ok(())
    }

    fn residues_of(&self, a: Block<'_, Self>, primes: &[Modulus], cx: Context<'_>) -> Result<crate::scratch::Buf> {
        if a.stride() == a.cols() {
            return self.residues(a.view().low(a.rows() * a.cols()), primes, cx);
        }
        self.residues(copied(self, a).view(), primes, cx)
    }

    /// The product reconstructed from the products of residues modulo each prime.
    fn product_of_residues(
        &self,
        primes: &[Modulus],
        [x, y]: [&[u64]; 2],
        [m, k, c]: [usize; 3],
        cx: Context<'_>,
    ) -> Result<Coeffs<Self>> {
        let mut residues = cx.engine().zeroed(primes.len() * m * c);
        let runs = residues.chunks_exact_mut((m * c).max(1)).enumerate().collect();
        cx.map(runs, |(i, words): (usize, &mut [u64]), cx| {
            let zn = Zn::of_prime(cx.engine(), primes[i]);
            let left = Rows::new(&x[i * m * k..][..m * k], m, k, k);
            let right = Rows::new(&y[i * k * c..][..k * c], k, c, c);
            zn.product_of_words(None, Output::new(words, c, c, Gather::Set), left, right, cx)
        })?;
        Ok(self.from_residues(residues, primes, m * c))
    }
}

impl Blocks for Integers {
    fn mul_blocks(
        &self,
        out: &mut Coeffs<Self>,
        place: Place,
        a: Block<'_, Self>,
        b: Block<'_, Self>,
        how: Gather,
        cx: Context<'_>,
    ) -> Result<()> {
        self.product_of_blocks(None, (out, place), (a, b), how, cx)
    }
    #[inline]
    fn own_product(&self, a: Block<'_, Self>, b: Block<'_, Self>) -> Option<Coeffs<Self>> {
        if let Some(few) = self.product_of_few(a, b) {
            return Some(few);
        }
        let product = WordProduct::new(a, b)?;
        product.is_evident().then(|| product.run(self))
    }
    fn block_products(&self, a: Block<'_, Self>, b: Block<'_, Self>, cx: Context<'_>) -> Vec<Alternative> {
        let ns = WordProduct::new(a, b).map_or_else(|| Self::rows_ns(a, b, cx), |words| words.ns());
        let rows = Alternative { algorithm: BY_ROWS, predicted_ns: ns, peak_bytes: 0 };
        let words = a.rows() * a.cols() + b.rows() * b.cols() + a.rows() * b.cols();
        let crt = self.matrix_basis(a, b, cx).map(|basis| Alternative {
            algorithm: CRT,
            predicted_ns: basis.ns,
            peak_bytes: 8 * (basis.primes.len() * words) as u64,
        });
        let all: Vec<_> = std::iter::once(rows).chain(crt).collect();
        choice::fastest_first(all)
    }
    fn mul_blocks_by(
        &self,
        algorithm: &str,
        out: &mut Coeffs<Self>,
        place: Place,
        operands: (Block<'_, Self>, Block<'_, Self>),
        how: Gather,
        cx: Context<'_>,
    ) -> Result<()> {
        self.product_of_blocks(Some(algorithm), (out, place), operands, how, cx)
    }
}
