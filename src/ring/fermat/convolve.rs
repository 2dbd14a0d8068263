//! Products of polynomials: by the field's own transforms where they exist, else over the integers.

use super::{super::element_blocks::Shared, GeneralizedFermat, Loops};
use crate::{
    Result,
    costs::CostModel,
    engine::Context,
    kernels::fermat::LANES,
    ring::{
        Candidate, Candidates, Choices, Coeffs, ConvShape, Convolve, ProductAlgorithm, ProductShape, Products, Ring,
        View, Window, ZPlan, ZnBig, not_applicable,
        product::{best_cut, through_images},
    },
    scratch::Buf,
    transform::{
        fermat::{BlockTransform, FermatFft},
        ntt::Direction,
    },
};
use std::sync::Arc;

/// The transforms of a plan: over the field itself, or over the integers.
///
/// ```
/// # use polymod::{GeneralizedFermat, ring::{ConvShape, FermatPlan, Size, traits::*}};
/// let (f, size) = (GeneralizedFermat::new("P8".parse()?)?, Size { len: 100, bits: 0 });
/// let shape = ConvShape::exact(size, size, 0..199);
/// let plan: std::sync::Arc<FermatPlan> = f.engine().enter(|cx| f.conv_plan(&[shape.clone()], 1, cx))?;
/// assert!(f.fits(&plan, &shape, 1));
/// # Ok::<(), polymod::Error>(())
/// ```
pub enum FermatPlan {
    /// Transforms over the field itself, for products modulo x^N − 1.
    Own(Arc<dyn BlockTransform>),
    /// Transforms modulo word primes, of the coefficients as integers.
    Integers(Arc<ZPlan>),
}

impl GeneralizedFermat {
    /// Zeros in rows of limbs.
    pub(in crate::ring) fn limb_rows(&self, len: usize) -> Coeffs<ZnBig> {
        self.0.big.zeros(len)
    }

    /// The coefficients converted to rows of limbs.
    pub(in crate::ring) fn to_limbs(&self, v: View<'_, Self>, cx: Context<'_>) -> Coeffs<ZnBig> {
        let mut out = self.0.big.zeros(v.len());
        let (k, width, rows) = (self.width(), out.width, v.words());
        match &self.0.loops {
            Some(Loops::Digits(kernel)) => cx.for_chunks(&mut out.words, width, |first, out| {
                kernel.to_words(&rows[first * k..][..out.len() / width * k], width, out);
            }),
            _ => out.words.copy_from_slice(rows),
        }
        out
    }

    /// out[at + i] = v[i], converted from rows of limbs.
    pub(in crate::ring) fn put_limbs(&self, out: &mut Coeffs<Self>, at: usize, v: &Coeffs<ZnBig>, cx: Context<'_>) {
        let (k, width, words) = (self.width(), v.width, &v.words);
        let out = &mut out.words[at * k..(at + v.len()) * k];
        match &self.0.loops {
            Some(Loops::Digits(kernel)) => cx.for_chunks(out, k, |first, out| {
                kernel.from_words(&words[first * width..][..out.len() / k * width], width, out);
            }),
            _ => out.copy_from_slice(words),
        }
    }

    /// Nanoseconds of the conversion of a row to words, or back.
    pub(in crate::ring) fn integer_ns(&self, costs: &CostModel) -> f64 {
        match &self.0.loops {
            Some(Loops::Digits(kernel)) => kernel.integer_ns(&costs.fermat),
            _ => self.width() as f64 * costs.limbs.row,
        }
    }

    /// The length of the field's own transforms for these shapes; `None` where no transform is that long.
    fn own_len(&self, shapes: &[ConvShape]) -> Option<usize> {
        let len = ConvShape::transform_len(shapes, |n, _| n.next_power_of_two().max(FermatFft::LEAST));
        self.has_fft(len).then_some(len)
    }

    /// The plan of the field's own transforms for these shapes; `None` where no transform is that long.
    fn own_plan(&self, shapes: &[ConvShape], cx: Context<'_>) -> Result<Option<Arc<FermatPlan>>> {
        let fft = self.own_len(shapes).map(|len| self.fft(len, cx)).transpose()?.flatten();
        Ok(fft.map(|fft| Arc::new(FermatPlan::Own(fft))))
    }

    /// The candidate with the field's own transforms.
    fn own_candidate(&self, shape: &ProductShape, cx: Context<'_>) -> Option<Candidate> {
        let (k, costs) = (self.width(), cx.engine().costs());
        let row_ns = self.0.loops.as_ref()?.row_ns(costs);
        best_cut(shape, self.working_memory(shape), |cut| {
            let length = self.own_len(&[cut.shape()])?;
            let transform = self.fft_ns(length);
            let row = length as f64 * row_ns;
            let each = 2.0 * transform + length as f64 * self.product_ns() + 2.0 * row;
            let whole = cut.blocks == 1 && cut.parts == 1;
            let part = if shape.square && whole { 0.0 } else { transform + row };
            let several = |count: usize| if count > 1 { count } else { 0 };
            let scratch = 4 * length * k;
            let predicted = cut.parts as f64 * (cut.blocks as f64 * (each + costs.block) + part);
            Some(Candidate {
                length,
                scratch,
                blocks: several(cut.blocks),
                parts: several(cut.parts),
                // tables of both directions
                ..Candidate::plain(ProductAlgorithm::Ntt, costs.plan + predicted, 8 * (scratch + 2 * length * k) as u64)
            })
        })
    }

    /// The product over the integers by this algorithm.
    fn over_integers(
        &self,
        algorithm: ProductAlgorithm,
        (out, at): (&mut Coeffs<Self>, usize),
        (a, b): (View<'_, Self>, View<'_, Self>),
        shape: &ProductShape,
        cx: Context<'_>,
    ) -> Result<()> {
        let w = shape.window.clone();
        let x = self.to_limbs(a, cx);
        let y = (!shape.square).then(|| self.to_limbs(b, cx));
        let mut product = self.0.big.zeros(w.len());
        let views = (x.view(), y.as_ref().map_or(x.view(), Coeffs::view));
        self.0.big.mul_window_by(algorithm, &mut product, 0, views.0, views.1, w, cx)?;
        self.put_limbs(out, at, &product, cx);
        Ok(())
    }

    /// The loops over `elements` elements.
    fn shared<'a>(&self, fft: &'a dyn BlockTransform, elements: usize, cx: Context<'a>) -> Shared<'a> {
        Shared::new(fft, self.width(), elements, self.product_ns(), cx)
    }

    /// Converts rows to blocks of N elements; elements from N on are wrapped around.
    fn load(&self, fft: &dyn BlockTransform, rows: &[u64], cx: Context<'_>) -> Buf {
        let k = self.width();
        let loops = self.shared(fft, rows.len() / k, cx);
        let mut blocks = self.engine().dirty(fft.words());
        for (turn, rows) in rows.chunks(fft.len() * k).enumerate() {
            let words = (rows.len() / k).div_ceil(LANES) * fft.block();
            if turn == 0 {
                loops.load(rows, &mut blocks[..words]);
                blocks[words..].fill(0);
            } else {
                let mut more = self.engine().dirty(words);
                loops.load(rows, &mut more);
                fft.add(&mut blocks[..words], &more);
            }
        }
        if rows.is_empty() {
            blocks.fill(0);
        }
        blocks
    }
}

impl Convolve for GeneralizedFermat {
    type Plan = FermatPlan;

    type Image = Buf;

    type Sum = Buf;

    /// Uses the field's own transforms where elements have digits: transforms of limbs are slower than those modulo
    /// word primes, which need no conversion of such rows.
    fn conv_plan(&self, shapes: &[ConvShape], terms: usize, cx: Context<'_>) -> Result<Arc<FermatPlan>> {
        let own = if self.0.rows.are_words() { None } else { self.own_plan(shapes, cx)? };
        match own {
            Some(plan) => Ok(plan),
            None => Ok(Arc::new(FermatPlan::Integers(self.0.big.conv_plan(shapes, terms, cx)?))),
        }
    }

    fn fits(&self, plan: &FermatPlan, shape: &ConvShape, terms: usize) -> bool {
        match plan {
            FermatPlan::Own(fft) => shape.served_by(fft.len()),
            FermatPlan::Integers(plan) => self.0.big.fits(plan, shape, terms),
        }
    }

    fn cyclic_len(&self, plan: &FermatPlan) -> usize {
        match plan {
            FermatPlan::Own(fft) => fft.len(),
            FermatPlan::Integers(plan) => self.0.big.cyclic_len(plan),
        }
    }

    fn transform(&self, plan: &FermatPlan, v: View<'_, Self>, cx: Context<'_>) -> Result<Buf> {
        cx.check()?;
        match plan {
            FermatPlan::Own(fft) => {
                let x = self.load(&**fft, v.words(), cx);
                Ok(self.transformed(&**fft, Direction::Forward, x, cx))
            }
            FermatPlan::Integers(plan) => self.0.big.transform(plan, self.to_limbs(v, cx).view(), cx),
        }
    }

    fn sum(&self, plan: &FermatPlan, cx: Context<'_>) -> Buf {
        match plan {
            FermatPlan::Own(fft) => self.engine().zeroed(fft.words()),
            FermatPlan::Integers(plan) => self.0.big.sum(plan, cx),
        }
    }

    fn image_addmul(&self, plan: &FermatPlan, s: &mut Buf, a: &Buf, b: &Buf, cx: Context<'_>) -> Result<()> {
        match plan {
            FermatPlan::Own(fft) => {
                self.shared(&**fft, fft.len(), cx).add_product(s, a, b);
                Ok(())
            }
            FermatPlan::Integers(plan) => self.0.big.image_addmul(plan, s, a, b, cx),
        }
    }

    fn image_mul(&self, plan: &FermatPlan, mut a: Buf, b: Option<&Buf>, cx: Context<'_>) -> Result<Buf> {
        match plan {
            FermatPlan::Own(fft) => {
                self.shared(&**fft, fft.len(), cx).multiply(&mut a, b.map(|b| &**b));
                Ok(a)
            }
            FermatPlan::Integers(plan) => self.0.big.image_mul(plan, a, b, cx),
        }
    }

    fn untransform_at(
        &self,
        plan: &FermatPlan,
        s: Buf,
        window: &Window,
        out: &mut Coeffs<Self>,
        at: usize,
        cx: Context<'_>,
    ) -> Result<()> {
        cx.check()?;
        let range = match window {
            Window::Exact(range) => range.clone(),
            Window::Cyclic(_) => 0..self.cyclic_len(plan),
        };
        match plan {
            FermatPlan::Own(fft) => {
                let (k, size) = (self.width(), fft.block());
                let x = self.transformed(&**fft, Direction::Inverse, s, cx);
                // whole blocks; the first and the last may have elements outside the range
                let end = range.end.min(fft.len()).max(range.start);
                let (first, last) = (range.start / LANES, end.div_ceil(LANES));
                let mut rows = self.engine().dirty((last - first) * LANES * k);
                let wanted = &x[first * size..last * size];
                self.shared(&**fft, LANES * (last - first), cx).store(wanted, &mut rows);
                let wanted = &rows[(range.start - LANES * first) * k..][..(end - range.start) * k];
                let (out, zeros) = out.words[at * k..][..range.len() * k].split_at_mut(wanted.len());
                out.copy_from_slice(wanted);
                zeros.fill(0);
                Ok(())
            }
            FermatPlan::Integers(plan) => {
                let mut wide = self.0.big.zeros(range.len());
                self.0.big.untransform_at(plan, s, &Window::Exact(range), &mut wide, 0, cx)?;
                self.put_limbs(out, at, &wide, cx);
                Ok(())
            }
        }
    }
}

impl Products for GeneralizedFermat {
    fn choices(&self) -> Option<&Choices> {
        Some(&self.0.choices)
    }

    fn product_candidates(&self, shape: &ProductShape, cx: Context<'_>) -> Candidates {
        let costs = cx.engine().costs();
        let entries = shape.a.len + if shape.square { 0 } else { shape.b.len } + shape.window.len();
        let converted = entries as f64 * self.integer_ns(costs);
        let limbs = entries * self.0.big.zeros(0).width;
        let all = self.0.big.product_candidates(shape, cx).map(|c| Candidate {
            predicted_ns: c.predicted_ns + converted,
            peak_bytes: c.peak_bytes + 8 * limbs as u64,
            ..c
        });
        if shape.shorter() <= 1 {
            return all;
        }
        all.and(self.own_candidate(shape, cx))
    }

    fn mul_chosen(
        &self,
        chosen: &Candidate,
        shape: &ProductShape,
        out: &mut Coeffs<Self>,
        at: usize,
        a: View<'_, Self>,
        b: View<'_, Self>,
        cx: Context<'_>,
    ) -> Result<()> {
        cx.check()?;
        if chosen.algorithm != ProductAlgorithm::Ntt {
            return self.over_integers(chosen.algorithm, (out, at), (a, b), shape, cx);
        }
        through_images(self, (a, b), shape.window.clone(), chosen, (out, at), cx, |part| {
            match self.own_plan(std::slice::from_ref(part), cx)? {
                Some(plan) => Ok(plan),
                None => Err(not_applicable(self, chosen.algorithm, shape, cx)),
            }
        })
    }
}
