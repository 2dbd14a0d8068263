//! Products of vectors in files.

mod decisions;
mod transforms;

use super::{
    Scratch, Sink, Source, Workplace,
    bits::BitProduct,
    blocks::{self, BlockProducts},
    gather::{Delayed, Gathering, Share, Window},
    ranks::Ranks,
    residues,
};
use crate::{
    Error, Result,
    bits::ceil_log2,
    engine::Context,
    poly::Part,
    ranks::Transform,
    ring::{Convolve, Dfts, ProductShape, Size, Zn},
};
use std::sync::Arc;

polymod_core::algorithms! {
    /// An algorithm for products of vectors in files.
    ///
    /// ```
    /// # use polymod::{Zn, outofcore::{Product, ProductMethod, Workplace}, poly::Part};
    /// let place = Workplace { folder: std::env::temp_dir(), memory: 1 << 20 };
    /// let product = Product::new(&Zn::new(1_000_003)?, 1000, None, Part::All, place)?;
    /// assert_eq!(product.method(), ProductMethod::Crt); // there are no roots of order 2048
    /// # Ok::<(), polymod::Error>(())
    /// ```
    ProductMethod in "polymod::outofcore", "products of files" {
        /// Transforms in the ring itself.
        Direct = "direct",
        /// Transforms modulo several word primes, for Z/n.
        Crt = "crt",
        /// Transforms over the field of 2^60 elements, for F_2.
        Frobenius = "frobenius",
        /// Blocks of the operands, in memory.
        Blocks = "blocks",
    }
}

/// A [`ProductMethod`] with what it computes before it reads the operands.
enum Method {
    Direct,
    /// The primes.
    Crt(Vec<u64>),
    /// The transforms, and their predicted time in nanoseconds.
    Frobenius(Box<BitProduct>, f64),
    /// Number of coefficients of a block, and the predicted time of a product of two in nanoseconds.
    Blocks(usize, f64),
}

/// A product, or a part of it, of one file by another, or by itself.
///
/// ```
/// # use polymod::{Zn, outofcore::{Product, Scratch, Sink, Source, Workplace}, poly::Part};
/// let place = Workplace { folder: std::env::temp_dir(), memory: 1 << 20 };
/// let [a, out] = [2, 3].map(|len| Scratch::new(&place.folder, len, 1));
/// let (a, out) = (a?, out?);
/// a.write(0, &[1, 2])?;
/// Product::new(&Zn::new(97)?, 2, None, Part::All, place)?.run(&a, None, &out)?;
/// let mut words = [0; 3];
/// out.read(0, &mut words)?;
/// assert_eq!(words, [1, 4, 4]); // (1 + 2x)²
/// # Ok::<(), polymod::Error>(())
/// ```
pub struct Product<R: Convolve> {
    ring: R,
    part: Part,
    lens: [usize; 2],
    square: bool,
    method: ProductMethod,
    place: Workplace,
    ranks: Option<Arc<Ranks>>,
}

/// Above n² products of residues stay this much free in ∏ p, in bits.
const MARGIN: f64 = 1e-5;

impl<R: Convolve> Product<R> {
    /// The part of the product of operands of these lengths, at least 1, the second `None` for a square.
    ///
    /// ```
    /// # use polymod::{Error, Zn, outofcore::{Product, Workplace}, poly::Part};
    /// let (f, place) = (Zn::new(97)?, Workplace { folder: std::env::temp_dir(), memory: 1 << 20 });
    /// assert_eq!(Product::new(&f, 1000, Some(500), Part::Low(600), place.clone())?.len(), 600);
    /// assert!(matches!(Product::new(&f, 1 << 50, None, Part::All, place), Err(Error::TooLarge { .. })));
    /// # Ok::<(), polymod::Error>(())
    /// ```
    ///
    /// # Errors
    /// [`Error::TooLarge`] where the product has more coefficients than are counted.
    pub fn new(ring: &R, len: usize, other: Option<usize>, part: Part, place: Workplace) -> Result<Self> {
        let (lens, square) = ([len, other.unwrap_or(len)], other.is_none());
        let too_long = || Error::TooLarge {
            what: "the product".into(),
            size: format!("{len} by {} coefficients", lens[1]),
            limit: "2^48 coefficients".into(),
        };
        let full = lens[0].checked_add(lens[1]).filter(|&full| full <= 1 << 48).ok_or_else(too_long)? - 1;
        let transform_len = transform_len(full);
        let has_transforms = |r: &R| {
            let own = r.engine().enter(|cx| r.own_dfts(transform_len, cx));
            !own.is_empty() && r.root_of_unity(transform_len as u64).is_ok()
        };
        let product =
            Product { ring: ring.clone(), part, lens, square, method: ProductMethod::Blocks, place, ranks: None };
        let method = if has_transforms(ring) {
            ProductMethod::Direct
        } else if ring.word_modulus().is_some() {
            ProductMethod::Crt
        } else if ring
            .engine()
            .enter(|cx| product.bits(product.place.memory, cx).is_some_and(|bits| bits.1 < product.blocks_ns(cx)))
        {
            ProductMethod::Frobenius
        } else {
            ProductMethod::Blocks
        };
        Ok(Product { method, ..product })
    }

    /// The transform over the field of 2^60 elements, and what it is predicted to take, over F_2, where that applies and
    /// so much memory is enough.
    fn bits(&self, memory: u64, cx: Context<'_>) -> Option<(BitProduct, f64)> {
        if self.ring.zeros(0).width > 0 {
            return None;
        }
        let (operands, engine) = (self.operands(), cx.engine());
        let ranks = self.ranks.as_ref().map_or(1, |ranks| ranks.count());
        let product = BitProduct::new(self.full() + self.delay(), operands, memory, engine, ranks)?;
        let transforms = (operands + 1) as f64 * engine.costs().frobenius.at(product.order());
        let predicted_ns = transforms + product.traffic() * engine.costs().files.byte;
        Some((product, predicted_ns))
    }

    /// What blocks are predicted to take.
    fn blocks_ns(&self, cx: Context<'_>) -> f64 {
        let (block, each_ns) = self.largest_block(cx);
        let blocks = BlockProducts { r: &self.ring, block, cx };
        blocks.count(self.lens.map(|len| len.div_ceil(block)), self.square).0 as f64 * each_ns
    }

    /// Coefficients of a block, and what a product of two is predicted to take.
    fn largest_block(&self, cx: Context<'_>) -> (usize, f64) {
        blocks::largest_block(&self.ring, self.lens[0].max(self.lens[1]), self.place.memory, cx)
    }

    /// The same by a method of one's choice.
    ///
    /// ```
    /// # use polymod::{Zn, outofcore::{Product, ProductMethod, Workplace}, poly::Part};
    /// let place = Workplace { folder: std::env::temp_dir(), memory: 1 << 20 };
    /// let product = Product::new(&Zn::new(97)?, 1000, None, Part::All, place)?.by(ProductMethod::Blocks)?;
    /// assert_eq!(product.method(), ProductMethod::Blocks);
    /// assert!(product.by(ProductMethod::Frobenius).is_err()); // for F_2 only
    /// # Ok::<(), polymod::Error>(())
    /// ```
    ///
    /// # Errors
    /// [`Error::Algorithm`] where it does not apply.
    pub fn by(self, method: ProductMethod) -> Result<Self> {
        let applies = match method {
            ProductMethod::Blocks => true,
            ProductMethod::Crt => self.has_modulus(),
            ProductMethod::Direct => self.method == ProductMethod::Direct,
            ProductMethod::Frobenius => self.ring.engine().enter(|cx| self.bits(u64::MAX, cx).is_some()),
        };
        if !applies {
            return Err(Error::algorithm(method, self.task(), [self.method]));
        }
        Ok(Product { method, ..self })
    }

    /// The same by the ranks of a job, each of which reads a part of the operands and writes a part of the product: the files are of a system that all
    /// ranks see, and between the passes the values are in the ranks' memory.
    ///
    /// Modulo several primes there may be groups of ranks with primes of their own. A rank of a group of P holds at most N/P values of each operand and
    /// of one more vector, where N is the transforms' length, and sends N/P·(1 − 1/P) of them modulo each prime for each operand and for the product.
    ///
    /// Of products modulo x^n ∓ 1 all coefficients go through a temporary file in the workplace's folder, which must be one that all ranks see.
    ///
    /// ```
    /// # use polymod::{Result, Zn, outofcore::{Product, Ranks, Sink, Source}};
    /// # use std::sync::Arc;
    /// fn squared(square: Product<Zn>, ranks: &Arc<Ranks>, from: &dyn Source, to: &dyn Sink) -> Result<()> {
    ///     ranks.agree(square.among(ranks).and_then(|square| square.run(from, None, to)))
    /// }
    /// ```
    ///
    /// # Errors
    /// [`Error::Unsupported`] where there is no method but [`Blocks`](ProductMethod::Blocks).
    pub fn among(self, ranks: &Arc<Ranks>) -> Result<Self> {
        let method = self.divisible()?;
        Ok(Product { method, ranks: Some(ranks.clone()), ..self })
    }

    /// What [`ranks::Product`](crate::ranks::Product) predicts the time and bytes on several machines of.
    ///
    /// ```
    /// # use polymod::{Zn, outofcore::{Product, Workplace}, poly::Part, ranks::Network};
    /// let place = Workplace { folder: std::env::temp_dir(), memory: 1 << 20 };
    /// let model = Product::new(&Zn::new(998_244_353)?, 500_000, None, Part::All, place)?.on_ranks()?;
    /// assert_eq!((model.transform.len, model.operands, model.primes), (1 << 20, 1, 1));
    /// assert_eq!(model.on(4, &Network::ASSUMED).map(|found| found.sent_bytes), Some(2.0 * (8 << 18) as f64 * 0.75));
    /// # Ok::<(), polymod::Error>(())
    /// ```
    ///
    /// # Errors
    /// Those of [`among`](Self::among).
    pub fn on_ranks(&self) -> Result<crate::ranks::Product> {
        let method = self.divisible()?;
        self.ring.engine().enter(|cx| {
            if method == ProductMethod::Frobenius {
                let (product, _) = self.bits_within_memory(cx)?;
                return Ok(product.model(cx.engine().costs().frobenius.at(product.order()), self.file_bytes()));
            }
            let (primes, width) = match method {
                ProductMethod::Crt => (self.primes(cx)?, 1),
                _ => (Vec::new(), self.ring.zeros(0).width),
            };
            Ok(self.model(primes.len().max(1), width, self.transform_ns(&primes, cx)))
        })
    }

    /// The model of transforms of values of `width` words, modulo this number of primes, each of which takes `one_ns` on one machine.
    fn model(&self, primes: usize, width: usize, one_ns: f64) -> crate::ranks::Product {
        let (len, value_bytes) = (transform_len(self.full()) as u64, 8.0 * width as f64);
        let transform = Transform { len, value_bytes, one_ns, exchanges: 1, file_bytes: 0.0 };
        crate::ranks::Product { transform, operands: self.operands() as u32, primes, file_bytes: self.file_bytes() }
    }

    /// Bytes of the operands and of the product.
    fn file_bytes(&self) -> f64 {
        let full = self.full();
        let read = if self.operands() > 1 { full } else { full.div_ceil(2) };
        8.0 * super::words_of(full + read, self.ring.zeros(0).width) as f64
    }

    /// The method of several ranks, which is the same on all of them.
    ///
    /// # Errors
    /// [`Error::Unsupported`] for products that ranks do not divide.
    fn divisible(&self) -> Result<ProductMethod> {
        let bits = self.ring.engine().enter(|cx| self.bits(u64::MAX, cx).is_some());
        let method = match self.method {
            _ if bits => ProductMethod::Frobenius,
            // rows of limbs are multiplied by blocks on one machine
            ProductMethod::Blocks if self.ring.wide_modulus().is_some() => ProductMethod::Crt,
            method => method,
        };
        if method == ProductMethod::Blocks {
            return Err(Error::Unsupported { operation: "products over ranks".into(), ring: self.ring.name() });
        }
        Ok(method)
    }

    /// Predicted nanoseconds of one of its transforms in memory, by all threads: modulo one of these primes, if there are some.
    fn transform_ns(&self, primes: &[u64], cx: Context<'_>) -> f64 {
        let len = transform_len(self.full());
        let ways = match primes.first().map(|&p| Zn::on(cx.engine(), p)) {
            Some(Ok(field)) => field.own_dfts(len, cx),
            _ => self.ring.own_dfts(len, cx),
        };
        ways.iter().map(|way| way.predicted_ns).fold(f64::INFINITY, f64::min)
    }

    /// How it is made.
    ///
    /// ```
    /// # use polymod::{Zn, outofcore::{Product, ProductMethod, Workplace}, poly::Part};
    /// let place = Workplace { folder: std::env::temp_dir(), memory: 1 << 20 };
    /// let product = Product::new(&Zn::new(998_244_353)?, 1000, None, Part::All, place)?;
    /// assert_eq!(product.method(), ProductMethod::Direct); // 2^23 divides the prime less 1
    /// # Ok::<(), polymod::Error>(())
    /// ```
    #[must_use]
    pub fn method(&self) -> ProductMethod {
        self.method
    }

    /// The number of coefficients that are written.
    ///
    /// ```
    /// # use polymod::{Zn, outofcore::{Product, Workplace}, poly::Part};
    /// let place = Workplace { folder: std::env::temp_dir(), memory: 1 << 20 };
    /// assert_eq!(Product::new(&Zn::new(97)?, 1000, None, Part::Cyclic(1024), place)?.len(), 1024);
    /// # Ok::<(), polymod::Error>(())
    /// ```
    #[must_use]
    pub fn len(&self) -> usize {
        Gathering::of(&self.part, self.full()).map_or(self.full(), |gathering| gathering.len)
    }

    /// Whether nothing is.
    ///
    /// ```
    /// # use polymod::{Zn, outofcore::{Product, Workplace}, poly::Part};
    /// let place = Workplace { folder: std::env::temp_dir(), memory: 1 << 20 };
    /// assert!(Product::new(&Zn::new(97)?, 1000, None, Part::Low(0), place)?.is_empty());
    /// # Ok::<(), polymod::Error>(())
    /// ```
    #[must_use]
    pub fn is_empty(&self) -> bool {
        self.len() == 0
    }

    fn full(&self) -> usize {
        self.lens[0] + self.lens[1] - 1
    }

    /// Reads the operands and writes the coefficients.
    ///
    /// ```
    /// # use polymod::{Zn, outofcore::{Product, Scratch, Sink, Source, Workplace}, poly::Part};
    /// let place = Workplace { folder: std::env::temp_dir(), memory: 1 << 20 };
    /// let scratch = |len| Scratch::new(&place.folder, len, 1);
    /// let (a, b, out) = (scratch(2)?, scratch(2)?, scratch(1)?);
    /// a.write(0, &[1, 2])?;
    /// b.write(0, &[3, 4])?;
    /// Product::new(&Zn::new(97)?, 2, Some(2), Part::Middle(1..2), place.clone())?.run(&a, Some(&b), &out)?;
    /// let mut words = [0];
    /// out.read(0, &mut words)?;
    /// assert_eq!(words, [10]); // of 3 + 10x + 8x²
    /// # Ok::<(), polymod::Error>(())
    /// ```
    ///
    /// # Errors
    /// [`Error::Length`] for operands of other lengths; [`Error::TooLarge`] where the memory is too short; [`Error::File`];
    /// [`Error::Cancelled`].
    pub fn run(&self, a: &dyn Source, b: Option<&dyn Source>, to: &dyn Sink) -> Result<()> {
        let given = [a.len(), b.unwrap_or(a).len()];
        if given != self.lens || b.is_none() != self.square {
            let what = "an operand of a product of files";
            let (expected, got) =
                if given[0] == self.lens[0] { (self.lens[1], given[1]) } else { (self.lens[0], given[0]) };
            return Err(Error::Length { what, expected, got });
        }
        let r = &self.ring;
        r.engine().enter(|cx| {
            let method = self.prepared(cx)?;
            cx.decided(|| self.decision(&method, cx))?;
            let Some(gathering) = Gathering::of(&self.part, self.full()) else {
                return self.all(&method, (a, b), to, cx);
            };
            match &self.ranks {
                Some(_) if !gathering.wraps() => {
                    // each rank writes what it has of the part, which begins with a word
                    let (by, width) = (self.delay(), r.zeros(0).width);
                    let (delayed, to) = (Delayed { from: a, by }, Window { to, start: gathering.start + by, width });
                    let operands = if by == 0 { (a, b) } else { (&delayed as &dyn Source, b.or(Some(a))) };
                    self.all(&method, operands, &to, cx)
                }
                Some(ranks) => {
                    let all = Scratch::shared(ranks, &self.place.folder, self.full(), r.zeros(0).width)?;
                    ranks.agree(self.all(&method, (a, b), &all, cx).and_then(|()| all.sync()))?;
                    // the leader keeps the file until all have read it
                    ranks.agree(gathering.run(r, &all, (to, Share::of(ranks)), self.place.memory, cx))
                }
                None => {
                    let all = Scratch::new(&self.place.folder, self.full(), r.zeros(0).width)?;
                    self.all(&method, (a, b), &all, cx)?;
                    gathering.run(r, &all, (to, Share::ALL), self.place.memory, cx)
                }
            }
        })
    }

    /// Number of bits by which ranks shift an operand, and the product, so that the part begins with a word.
    fn delay(&self) -> usize {
        match &self.part {
            Part::Middle(window) if self.ranks.is_some() && self.method == ProductMethod::Frobenius => {
                window.start.wrapping_neg() % 64
            }
            _ => 0,
        }
    }

    /// All coefficients.
    fn all(
        &self,
        method: &Method,
        (a, b): (&dyn Source, Option<&dyn Source>),
        to: &dyn Sink,
        cx: Context<'_>,
    ) -> Result<()> {
        let r = &self.ring;
        match method {
            Method::Direct => self.by_own_transforms((a, b), to, cx),
            Method::Crt(primes) => self.by_primes(primes, (a, b), to, cx),
            Method::Frobenius(product, _) => product.run(
                [Some(a), b],
                (&self.place.folder, self.ranks.as_ref()),
                (to, self.full() + self.delay()),
                cx,
            ),
            Method::Blocks(block, _) => BlockProducts { r, block: *block, cx }.multiply(a, b, &self.place.folder, to),
        }
    }

    /// Whether the ring is Z/n.
    fn has_modulus(&self) -> bool {
        self.ring.word_modulus().is_some() || self.ring.wide_modulus().is_some()
    }

    /// The primes of the transforms for residues modulo n.
    fn primes(&self, cx: Context<'_>) -> Result<Vec<u64>> {
        let shorter = self.lens[0].min(self.lens[1]);
        let log2 = match self.ring.wide_modulus().map(|n| (n, n.iter().rposition(|&word| word != 0).unwrap_or(0))) {
            // a bit for the sign of integers of several words
            Some((n, last)) => 0.5 + 64.0 * last as f64 + (n[last] as f64 + 1.0).log2(),
            None => self.ring.word_modulus().map_or(0.0, |n| (n.n() as f64).log2()),
        };
        let bits = 2.0 * log2 + f64::from(ceil_log2(shorter)) + MARGIN;
        residues::primes(cx.engine().target(), bits, transform_len(self.full()))
    }

    /// [`bits`](Self::bits) within the memory that there is.
    fn bits_within_memory(&self, cx: Context<'_>) -> Result<(BitProduct, f64)> {
        let too_short = || Error::TooLarge {
            what: self.task(),
            size: "its transforms' blocks".into(),
            limit: format!("the memory of {} bytes left for them", self.place.memory),
        };
        self.bits(self.place.memory, cx).ok_or_else(too_short)
    }

    /// Tells the monitor how the product is made, and nothing else: what [`run`](Self::run) does first.
    ///
    /// ```
    /// # use polymod::{Cancel, Engine, Error, Zn, engine::{Event, Monitor}, outofcore::{Product, Workplace}, poly::Part};
    /// # struct Stop(Cancel);
    /// # impl Monitor for Stop {
    /// #     fn event(&self, event: &Event<'_>) {
    /// #         if let Event::Decided(decision) = event {
    /// #             assert_eq!(decision.chosen, "out-of-core");
    /// #             self.0.raise();
    /// #         }
    /// #     }
    /// # }
    /// # let cancel = Cancel::new();
    /// # let engine = Engine::builder().cancel(cancel.clone()).monitor(std::sync::Arc::new(Stop(cancel))).build();
    /// let place = Workplace { folder: std::env::temp_dir(), memory: 1 << 20 };
    /// let product = Product::new(&Zn::on(&engine, 97)?, 1000, None, Part::All, place)?;
    /// assert_eq!(product.plan(), Err(Error::Cancelled)); // by the engine's monitor, which learned the decision
    /// # Ok::<(), polymod::Error>(())
    /// ```
    ///
    /// # Errors
    /// [`Error::TooLarge`] where the memory is too short; [`Error::Cancelled`].
    pub fn plan(&self) -> Result<()> {
        self.ring.engine().enter(|cx| {
            let method = self.prepared(cx)?;
            cx.decided(|| self.decision(&method, cx))
        })
    }

    /// Whether this product is predicted to take less than the one in memory by the algorithms that the engine's memory allows. Decided
    /// without [`new`](Self::new) where the memory does not narrow the choice.
    ///
    /// ```
    /// # use polymod::{Zn, outofcore::{Product, Workplace}, poly::Part};
    /// let place = Workplace { folder: std::env::temp_dir(), memory: 1 << 20 };
    /// assert!(!Product::beats_memory(&Zn::new(97)?, &[1000], Part::All, place)?); // the engine's memory has no limit
    /// # Ok::<(), polymod::Error>(())
    /// ```
    ///
    /// # Errors
    /// Those of [`new`](Self::new).
    pub fn beats_memory(ring: &R, lens: &[usize], part: Part, place: Workplace) -> Result<bool> {
        let [len, other] = [lens[0], lens[lens.len() - 1]];
        let [a, b] = [len, other].map(|len| Size { len, bits: 0 });
        let shape = ProductShape { a, b, square: lens.len() == 1, window: 0..len.saturating_add(other) - 1 };
        let [within, best] = ring.engine().enter(|cx| {
            let candidates = ring.product_candidates(&shape, cx);
            [ring.working_memory(&shape), u64::MAX].map(|memory| candidates.best(memory).predicted_ns)
        });
        if within <= best {
            return Ok(false);
        }
        let product = Self::new(ring, len, lens.get(1).copied(), part, place)?;
        let decision = ring.engine().enter(|cx| product.prepared(cx).map(|method| product.decision(&method, cx)));
        Ok(decision.is_ok_and(|over_files| within > over_files.alternatives[0].predicted_ns))
    }

    fn prepared(&self, cx: Context<'_>) -> Result<Method> {
        Ok(match self.method {
            ProductMethod::Direct => Method::Direct,
            ProductMethod::Crt => Method::Crt(match &self.ranks {
                None => self.primes(cx)?,
                // other instruction sets have other primes
                Some(ranks) => ranks.as_the_leader(self.primes(cx))?,
            }),
            ProductMethod::Frobenius => {
                let own = self.bits_within_memory(cx);
                let predicted_ns = own.as_ref().map_or(f64::NAN, |own| own.1);
                let own = own.map(|own| own.0);
                let product = match &self.ranks {
                    None => own?,
                    Some(ranks) => BitProduct::agreed(ranks, own, cx.engine())?,
                };
                Method::Frobenius(Box::new(product), predicted_ns)
            }
            ProductMethod::Blocks => {
                let (block, each_ns) = self.largest_block(cx);
                Method::Blocks(block, each_ns)
            }
        })
    }

    fn operands(&self) -> usize {
        // one of two equal operands may be shifted
        if self.square && self.delay() == 0 { 1 } else { 2 }
    }

    fn task(&self) -> String {
        let what = if self.square { "square" } else { "product" };
        format!("{what} over {}, {} by {} coefficients", self.ring.name(), self.lens[0], self.lens[1])
    }
}

/// Length of the cyclic product that holds a product of `full` coefficients.
fn transform_len(full: usize) -> usize {
    full.next_power_of_two().max(4)
}
