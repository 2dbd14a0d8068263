//! The algorithms for a product over Z, and their predicted costs.

use super::{
    Integers,
    convolve::{primes_for, sum_bits, transform_len},
    limbs,
};
use crate::{
    bits::ceil_log2,
    crt::PrimeFamily,
    engine::Context,
    ring::{
        Candidate, Candidates, ProductAlgorithm, ProductShape, Products, Size,
        product::{self, Transforms},
    },
    transform::ntt::ProductNtt,
};

impl Integers {
    /// The candidates for a product; `when_cut` nanoseconds are the caller's additional cost if an operand is cut into
    /// blocks.
    pub(in crate::ring) fn candidates(&self, shape: &ProductShape, when_cut: f64, cx: Context<'_>) -> Candidates {
        let all = Candidates::one(self.schoolbook_candidate(shape, cx));
        if shape.full_len() == 0 {
            return all;
        }
        all.and(self.kronecker_candidate(shape, cx))
            .and(self.crt_candidate(shape, when_cut, cx))
            .and(self.digits_candidate(shape, cx).map(|(_, candidate)| candidate))
            .and(self.one_field_candidate(shape, cx))
    }

    fn crt_candidate(&self, shape: &ProductShape, when_cut: f64, cx: Context<'_>) -> Option<Candidate> {
        let costs = cx.engine().costs();
        product::best_cut(shape, self.working_memory(shape), |cut| {
            let bits = sum_bits(cut.block, cut.part, 1);
            let len = transform_len(&[cut.shape()], cx);
            let ((family, k), limbs) = (primes_for(bits, cx), limbs::width_for(bits.ceil() as u32));
            if ceil_log2(len) > family.log2_len || k > PrimeFamily::MOST {
                return None;
            }
            let conversion =
                |rows: usize, limbs: usize, [call, limb]: [f64; 2]| (rows * k) as f64 * (call + limbs as f64 * limb);
            let split = |s: Size| match limbs::width_for(s.bits) {
                1 => (s.len * k) as f64 * costs.split_word,
                width => conversion(s.len, width, costs.split_row),
            };
            let results = cut.block.len + cut.part.len;
            let back = match costs.mixed.get(k - 1) {
                Some(each) => results as f64 * each,
                None => conversion(results, limbs, costs.join_row),
            };
            let transforms = Transforms {
                algorithm: ProductAlgorithm::Crt,
                length: len,
                primes: k,
                transform: costs.ntt.at(len),
                load_block: split(cut.block),
                load_part: split(cut.part),
                back,
                scratch: 2 * k * len,
                tables: k * ProductNtt::table_bytes(cx.engine().target(), family.bits, len),
            };
            let candidate = transforms.candidate(costs, cut, shape.square);
            // the conversions of both operands and of the result are looked up in the cache; blocks are added one by one
            let operands =
                [shape.a, shape.b].map(|s| if limbs::width_for(s.bits) > 1 { costs.rows } else { costs.plan / 2.0 });
            let result = if k > costs.mixed.len() { costs.rows } else { costs.plan };
            let conversions = operands[0] + if shape.square { 0.0 } else { operands[1] } + result;
            let beside = if candidate.is_cut() {
                when_cut + (cut.parts * cut.blocks * results) as f64 * (costs.signed_sum + limbs as f64)
            } else {
                0.0
            };
            Some(Candidate { predicted_ns: candidate.predicted_ns + conversions + beside, ..candidate })
        })
    }

    /// Number of limbs in which every coefficient of the product fits.
    pub(super) fn slot(&self, shape: &ProductShape) -> usize {
        limbs::width_for(sum_bits(shape.a, shape.b, 1).ceil() as u32)
    }

    pub(super) fn kronecker_candidate(&self, shape: &ProductShape, cx: Context<'_>) -> Option<Candidate> {
        /// GMP counts the limbs of an integer in a signed 32-bit number, and aborts the process beyond.
        const MOST_LIMBS: usize = i32::MAX as usize;
        let costs = cx.engine().costs();
        let slot = self.slot(shape);
        let (a, b) = (shape.a.len.saturating_mul(slot), shape.b.len.saturating_mul(slot));
        if a.saturating_add(b) > MOST_LIMBS {
            return None;
        }
        let saved = if shape.square { 0.75 } else { 1.0 };
        let ns = costs.kronecker + saved * costs.integer_mul(a, b) + (2 * (a + b)) as f64 * costs.pack_limb;
        Some(Candidate::plain(ProductAlgorithm::Kronecker, ns, 16 * (a + b) as u64))
    }
}
