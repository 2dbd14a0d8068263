//! Transforms of 2^k values over files, in natural order.

use super::{
    BY_RANKS, NAME, Sink, Source, Workplace,
    ranks::{RankTiles, Ranks, left},
    sides::{Sides, Task},
    six_step::SixStep,
    tiles::{FileTiles, Side, Tiles},
};
use crate::{
    Error, Result,
    engine::Context,
    monitor::{Alternative, Decision},
    ranks::{self, Network},
    ring::{Convolve, principal_root},
    transform::ntt::{Direction, Wrap},
};
use std::sync::Arc;

/// The transform between N = 2^k coefficients and their values, from one file to another.
///
/// ```
/// # use polymod::{Wrap, Zn, core::transform::ntt::Direction, outofcore::{FileDft, Scratch, Sink, Source, Workplace}};
/// let place = Workplace { folder: std::env::temp_dir(), memory: 1 << 20 };
/// let (from, to) = (Scratch::new(&place.folder, 4, 1)?, Scratch::new(&place.folder, 4, 1)?);
/// from.write(0, &[0, 1, 0, 0])?; // x
/// FileDft::new(&Zn::new(17)?, 4, Wrap::Cyclic, &4, Direction::Forward, place)?.run(&from, &to)?;
/// let mut values = [0; 4];
/// to.read(0, &mut values)?;
/// assert_eq!(values, [1, 4, 16, 13]);
/// # Ok::<(), polymod::Error>(())
/// ```
pub struct FileDft<R: Convolve> {
    ring: R,
    wrap: Wrap,
    root: R::Elem,
    direction: Direction,
    steps: SixStep<R>,
    place: Workplace,
    ranks: Option<Arc<Ranks>>,
}

impl<R: Convolve> FileDft<R> {
    /// The transform at powers of W = `root`, a principal root of unity of order `len`, negacyclic 2·`len`.
    ///
    /// ```
    /// # use polymod::{Error, Wrap, Zn, core::transform::ntt::Direction, outofcore::{FileDft, Workplace}};
    /// let (f, place) = (Zn::new(17)?, Workplace { folder: std::env::temp_dir(), memory: 1 << 20 });
    /// assert!(FileDft::new(&f, 4, Wrap::Negacyclic, &2, Direction::Forward, place.clone()).is_ok()); // 2^8 = 1
    /// let refused = FileDft::new(&f, 4, Wrap::Cyclic, &2, Direction::Forward, place);
    /// assert!(matches!(refused.err(), Some(Error::NotPrincipal { .. })));
    /// # Ok::<(), polymod::Error>(())
    /// ```
    ///
    /// # Errors
    /// [`Error::Length`] unless `len` is a power of two of at least 4; [`Error::NotPrincipal`]; [`Error::TooLarge`] where the memory
    /// is too short.
    pub fn new(
        ring: &R,
        len: usize,
        wrap: Wrap,
        root: &R::Elem,
        direction: Direction,
        place: Workplace,
    ) -> Result<Self> {
        if !Self::applies(len) {
            let expected = len.next_power_of_two().max(4);
            return Err(Error::Length { what: "a transform over files, of 2^k values", expected, got: len });
        }
        let order = len as u64 * if wrap == Wrap::Cyclic { 1 } else { 2 };
        principal_root(ring, root, order)?;
        let sides = Sides::new(len, ring.zeros(0).width, Task::Transform, place.memory, ring.engine().threads(), 1)?;
        let steps = SixStep::new(ring, sides, wrap, root, direction)?;
        Ok(FileDft { ring: ring.clone(), wrap, root: root.clone(), direction, steps, place, ranks: None })
    }

    /// The same by the ranks of a job, each of which reads a part of the operand and writes a part of the result: its files are of a system that
    /// all ranks see, and between the passes the values are in the ranks' memory.
    ///
    /// A rank holds 2·N/P values, and sends N/P·(1 − 1/P) of them twice, if the number of ranks P is a power of two.
    ///
    /// ```
    /// # use polymod::{Result, Zn, outofcore::{FileDft, Ranks, Sink, Source}};
    /// # use std::sync::Arc;
    /// fn transformed(dft: FileDft<Zn>, ranks: &Arc<Ranks>, from: &dyn Source, to: &dyn Sink) -> Result<()> {
    ///     ranks.agree(dft.among(ranks).and_then(|dft| dft.run(from, to)))
    /// }
    /// ```
    ///
    /// # Errors
    /// [`Error::TooLarge`] where the memory of a rank is too short; those of other ranks.
    pub fn among(self, ranks: &Arc<Ranks>) -> Result<Self> {
        let (len, width, threads) = (self.steps.sides.len(), self.steps.sides.width, self.ring.engine().threads());
        let own = left(self.place.memory, self.model(0.0).bytes_of_each(ranks.count()))
            .and_then(|memory| Sides::new(len, width, Task::Transform, memory, threads, ranks.count()));
        let sides = Sides::agreed(ranks, own)?;
        let steps = SixStep::new(&self.ring, sides, self.wrap, &self.root, self.direction)?;
        Ok(FileDft { steps, ranks: Some(ranks.clone()), ..self })
    }

    /// Whether there are transforms of `len` values.
    ///
    /// ```
    /// # use polymod::{Zn, outofcore::FileDft};
    /// assert!(FileDft::<Zn>::applies(1 << 20) && !FileDft::<Zn>::applies(1000));
    /// ```
    #[must_use]
    pub fn applies(len: usize) -> bool {
        len.is_power_of_two() && (4..=1 << 48).contains(&len)
    }

    /// Reads N coefficients, or values, and writes N values, or coefficients with the factor 1/N.
    ///
    /// ```
    /// # use polymod::{Wrap, Zn, core::transform::ntt::Direction, outofcore::{FileDft, Scratch, Sink, Source, Workplace}};
    /// # let (f, place) = (Zn::new(17)?, Workplace { folder: std::env::temp_dir(), memory: 1 << 20 });
    /// let [a, b, c] = [(); 3].map(|()| Scratch::new(&place.folder, 4, 1));
    /// let (a, b, c) = (a?, b?, c?);
    /// a.write(0, &[1, 2, 3, 4])?;
    /// FileDft::new(&f, 4, Wrap::Cyclic, &4, Direction::Forward, place.clone())?.run(&a, &b)?;
    /// FileDft::new(&f, 4, Wrap::Cyclic, &4, Direction::Inverse, place)?.run(&b, &c)?;
    /// let mut words = [0; 4];
    /// c.read(0, &mut words)?;
    /// assert_eq!(words, [1, 2, 3, 4]);
    /// # Ok::<(), polymod::Error>(())
    /// ```
    ///
    /// # Errors
    /// [`Error::Length`] for more than N; [`Error::File`]; [`Error::Cancelled`].
    pub fn run(&self, from: &dyn Source, to: &dyn Sink) -> Result<()> {
        let Sides { rows, cols, .. } = self.steps.sides;
        if from.len() > rows * cols {
            return Err(Error::Length { what: "the operand of a transform", expected: rows * cols, got: from.len() });
        }
        self.ring.engine().enter(|cx| {
            cx.decided(|| self.decision(cx))?;
            let sides = self.steps.sides;
            let tiles: Box<dyn Tiles> = match &self.ranks {
                None => Box::new(FileTiles::new(&self.place, sides)?),
                Some(ranks) => Box::new(RankTiles::new(ranks, 0..ranks.count(), sides)),
            };
            let (tiles, blocks) = (&*tiles, &mut sides.memory(Task::Transform, cx));
            tiles.turn(Side::Bands, self.steps.columns(self.direction, from, tiles, blocks, cx))?;
            tiles.turn(Side::Strips, self.steps.rows(self.direction, tiles, blocks, cx))?;
            self.steps.lay_out(tiles, to, blocks, cx)
        })
    }

    /// Tells the monitor how the transform is made, and nothing else: what [`run`](Self::run) does first.
    ///
    /// ```
    /// # use polymod::{Cancel, Engine, Error, Wrap, Zn, core::transform::ntt::Direction, engine::{Event, Monitor}};
    /// # use polymod::outofcore::{FileDft, Workplace};
    /// # struct Stop(Cancel);
    /// # impl Monitor for Stop {
    /// #     fn event(&self, event: &Event<'_>) {
    /// #         if let Event::Decided(decision) = event {
    /// #             assert_eq!(decision.task, "transform over zn:17, 4 values");
    /// #             self.0.raise();
    /// #         }
    /// #     }
    /// # }
    /// # let cancel = Cancel::new();
    /// # let engine = Engine::builder().cancel(cancel.clone()).monitor(std::sync::Arc::new(Stop(cancel))).build();
    /// let (f, place) = (Zn::on(&engine, 17)?, Workplace { folder: std::env::temp_dir(), memory: 1 << 20 });
    /// let transform = FileDft::new(&f, 4, Wrap::Cyclic, &4, Direction::Forward, place)?;
    /// assert_eq!(transform.plan(), Err(Error::Cancelled)); // by the engine's monitor, which learned the decision
    /// # Ok::<(), polymod::Error>(())
    /// ```
    ///
    /// # Errors
    /// [`Error::Cancelled`].
    pub fn plan(&self) -> Result<()> {
        self.ring.engine().enter(|cx| cx.decided(|| self.decision(cx)))
    }

    /// What predicts time and bytes on several ranks, from the time on one.
    fn model(&self, one_ns: f64) -> ranks::Transform {
        let Sides { width, .. } = self.steps.sides;
        let (len, value_bytes) = (self.steps.sides.len() as u64, (8 * width) as f64);
        ranks::Transform {
            len,
            value_bytes,
            one_ns,
            exchanges: ranks::Transform::FILE_TO_FILE,
            file_bytes: 2.0 * len as f64 * value_bytes,
        }
    }

    fn decision(&self, cx: Context<'_>) -> Decision {
        let sides = self.steps.sides;
        let (len, [strips, bands]) = (sides.rows * sides.cols, sides.blocks());
        let what = if self.direction == Direction::Forward { "transform" } else { "inverse transform" };
        let wrap = if self.wrap == Wrap::Negacyclic { "negacyclic " } else { "" };
        let own = self.ring.own_dfts(len, cx);
        let one_way = own.iter().map(|a| a.predicted_ns).fold(f64::INFINITY, f64::min);
        let one_ns = if one_way.is_finite() { one_way } else { 0.0 };
        let traffic = (2 * PASSES * 8 * len * sides.width) as f64 * cx.engine().costs().files.byte;
        let count = self.ranks.as_ref().map_or(1, |ranks| ranks.count());
        let model = self.model(one_ns);
        let (chosen, predicted_ns, held) = match model.on(count, &Network::ASSUMED).filter(|_| self.ranks.is_some()) {
            None => (NAME, one_ns + traffic, 0.0),
            Some(found) => (BY_RANKS, found.ns, model.bytes_of_each(count)),
        };
        let mut alternatives = own;
        let peak_bytes = held as u64 + (4 * 8 * sides.block_words()[0]) as u64;
        alternatives.push(Alternative { algorithm: chosen, predicted_ns, peak_bytes });
        Decision {
            task: format!("{wrap}{what} over {}, {len} values", self.ring.name()),
            chosen,
            parameters: vec![
                ("root", self.ring.elem_to_text(&self.root)),
                ("rows", sides.rows.to_string()),
                ("columns", sides.cols.to_string()),
                ("blocks", (strips + bands).to_string()),
                ("passes", PASSES.to_string()),
                ("ranks", count.to_string()),
                ("threads", cx.threads().to_string()),
            ],
            alternatives,
            parts: Vec::new(),
        }
    }
}

/// How often values are read and written: columns, rows, and their order.
pub(super) const PASSES: usize = 3;
