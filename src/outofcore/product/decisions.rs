//! How products of vectors in files are made, for monitors.

use super::{Method, Product, transform_len};
use crate::{
    engine::Context,
    monitor::{Alternative, Decision},
    outofcore::{
        BY_RANKS, NAME, bits::BitProduct, blocks::BlockProducts, gather::Gathering, ranks::Ranks, transform::PASSES,
        words_of,
    },
    ranks::Network,
    ring::Convolve,
};

impl<R: Convolve> Product<R> {
    pub(super) fn decision(&self, method: &Method, cx: Context<'_>) -> Decision {
        let mut decision = match method {
            Method::Direct => self.transforms_decision(&[], cx),
            Method::Crt(primes) => self.transforms_decision(primes, cx),
            Method::Frobenius(product, predicted_ns) => self.bits_decision(product, *predicted_ns, cx),
            Method::Blocks(block, each_ns) => {
                self.blocks_decision(&BlockProducts { r: &self.ring, block: *block, cx }, *each_ns)
            }
        };
        let gathered_ns = self.gathered_bytes() * cx.engine().costs().files.byte;
        decision.alternatives.iter_mut().for_each(|alternative| alternative.predicted_ns += gathered_ns);
        decision
    }

    /// Number of bytes that this process writes and reads to gather the part from all coefficients.
    fn gathered_bytes(&self) -> f64 {
        let gathering = Gathering::of(&self.part, self.full());
        if !gathering.is_some_and(|gathering| gathering.wraps() || self.ranks.is_none()) {
            return 0.0;
        }
        let words = words_of(self.full(), self.ring.zeros(0).width) as f64;
        2.0 * 8.0 * words / self.ranks.as_ref().map_or(1, |ranks| ranks.count()) as f64
    }

    /// The decision for transforms modulo these primes, or in the ring itself.
    fn transforms_decision(&self, primes: &[u64], cx: Context<'_>) -> Decision {
        let len = transform_len(self.full());
        let width = if primes.is_empty() { self.ring.zeros(0).width } else { 1 };
        let Ok(sides) = self.sides(width, self.place.memory, cx) else { return self.only(Vec::new(), f64::NAN, 0) };
        let blocks: usize = sides.blocks().into_iter().sum();
        let operands = self.operands();
        let each_ns = self.transform_ns(primes, cx);
        let primes = primes.len().max(1);
        let transforms = (primes * (operands + 1)) as f64;
        // all operands are read and written, and read for the rows; one is written there, and read and written after them
        let traffic = (8 * len * width * PASSES * (operands + 1) * primes) as f64 * cx.engine().costs().files.byte;
        let parameters = vec![
            ("length", len.to_string()),
            ("primes", primes.to_string()),
            ("rows", sides.rows.to_string()),
            ("columns", sides.cols.to_string()),
            ("blocks", blocks.to_string()),
            ("passes", PASSES.to_string()),
            ("ranks", self.ranks.as_ref().map_or(1, |ranks| ranks.count()).to_string()),
            ("threads", cx.threads().to_string()),
        ];
        let peak = 4 * 8 * sides.block_words()[1] * operands;
        let files = self.only(parameters, transforms * each_ns + traffic, peak as u64);
        match &self.ranks {
            Some(ranks) => self.by_all(ranks, &self.model(primes, width, each_ns), files),
            None => files,
        }
    }

    /// The decision of these ranks in the place of that for files, whose memory has blocks only.
    fn by_all(&self, ranks: &Ranks, model: &crate::ranks::Product, files: Decision) -> Decision {
        let predicted_ns = model.on(ranks.count(), &Network::ASSUMED).map_or(f64::NAN, |found| found.ns);
        let blocks: u64 = files.alternatives.iter().map(|files| files.peak_bytes).sum();
        let peak_bytes = model.bytes_of_each(ranks.count()) as u64 + blocks;
        let alternatives = vec![Alternative { algorithm: BY_RANKS, predicted_ns, peak_bytes }];
        Decision { chosen: BY_RANKS, alternatives, ..files }
    }

    fn bits_decision(&self, product: &BitProduct, predicted_ns: f64, cx: Context<'_>) -> Decision {
        let [rows, columns] = product.sides();
        let parameters = vec![
            ("order", product.order().to_string()),
            ("rows", rows.to_string()),
            ("columns", columns.to_string()),
            ("blocks", product.blocks().to_string()),
            ("passes", (2 * self.operands() + 3).to_string()),
            ("ranks", self.ranks.as_ref().map_or(1, |ranks| ranks.count()).to_string()),
            ("threads", cx.threads().to_string()),
        ];
        let files = self.only(parameters, predicted_ns, product.peak_bytes());
        match &self.ranks {
            Some(ranks) => {
                let each_ns = cx.engine().costs().frobenius.at(product.order());
                self.by_all(ranks, &product.model(each_ns, self.file_bytes()), files)
            }
            None => files,
        }
    }

    fn blocks_decision(&self, blocks: &BlockProducts<'_, R>, each_ns: f64) -> Decision {
        let [m, n] = self.lens.map(|len| len.div_ceil(blocks.block));
        let (products, steps) = blocks.count([m, n], self.square);
        let parameters = vec![
            ("block", blocks.block.to_string()),
            ("blocks", (m + if self.square { 0 } else { n }).to_string()),
            ("products", products.to_string()),
            ("passes", (1 + steps).to_string()),
            ("threads", blocks.cx.threads().to_string()),
        ];
        self.only(parameters, products as f64 * each_ns, self.place.memory)
    }

    /// The decision without alternatives.
    fn only(&self, parameters: Vec<(&'static str, String)>, predicted_ns: f64, peak_bytes: u64) -> Decision {
        let alternatives = vec![Alternative { algorithm: NAME, predicted_ns, peak_bytes }];
        Decision { task: self.task(), chosen: NAME, parameters, alternatives, parts: Vec::new() }
    }
}
