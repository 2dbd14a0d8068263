//! Products by transforms, over files or by the ranks of a job.

use super::{Product, transform_len};
use crate::{
    Error, Result,
    arith::Modulus,
    engine::Context,
    outofcore::{
        Scratch, Sink, Source,
        groups::Groups,
        pipeline::Blocks,
        ranks::{Held, RankTiles, Ranks, left},
        residues::{self, Reduced},
        sides::{Order, Sides, Task},
        six_step::SixStep,
        tiles::{FileTiles, Side, Tiles},
    },
    ring::{Convolve, Roots, Zn},
    transform::ntt::{Direction, Wrap},
};

impl<R: Convolve> Product<R> {
    /// The product by transforms in the ring itself.
    pub(super) fn by_own_transforms(
        &self,
        (a, b): (&dyn Source, Option<&dyn Source>),
        to: &dyn Sink,
        cx: Context<'_>,
    ) -> Result<()> {
        let r = &self.ring;
        let root = r.root_of_unity(transform_len(self.full()) as u64)?;
        let (groups, sides) = self.divided(1, r.zeros(0).width, cx)?;
        let tiles = self.tiles(groups, sides)?;
        let mut blocks = sides.memory(Task::Product(self.operands()), cx);
        self.cyclic(r, &root, (a, b), (to, Order::Natural), (sides, &tiles, &mut blocks), cx)
    }

    /// The product modulo each of these primes, and their Chinese remaindering.
    pub(super) fn by_primes(
        &self,
        primes: &[u64],
        (a, b): (&dyn Source, Option<&dyn Source>),
        to: &dyn Sink,
        cx: Context<'_>,
    ) -> Result<()> {
        let (engine, operands, width) = (cx.engine(), self.operands(), self.ring.zeros(0).width);
        let (groups, sides) = self.divided(primes.len(), 1, cx)?;
        let mut blocks = sides.memory(Task::Product(operands), cx);
        let (tiles, rows) = (self.tiles(groups, sides)?, self.full().div_ceil(sides.cols));
        let mut modulo = |p: u64, to: &dyn Sink| {
            let field = Zn::on(engine, p)?;
            let n = self.ring.word_modulus().map_or(u64::MAX, Modulus::n);
            let of = |from| Reduced { from, width, n, p: field.modulus(), target: engine.target() };
            let root = field.root_of_unity(transform_len(self.full()) as u64)?;
            let (x, y) = (of(a), b.map(of));
            let operands = (&x as &dyn Source, y.as_ref().map(|y| y as &dyn Source));
            self.cyclic(&field, &root, operands, (to, Order::Strips(rows)), (sides, &tiles, &mut blocks), cx)
        };
        let strips = sides.blocks()[0];
        let Some(ranks) = &self.ranks else {
            let mut joined = Vec::new();
            for &p in primes {
                let out = Scratch::new(&self.place.folder, rows * sides.cols, 1)?;
                modulo(p, &out)?;
                joined.push(out);
                cx.progress("primes", joined.len() as u64, primes.len() as u64);
            }
            drop(tiles);
            return residues::join(&self.ring, primes, (&joined, sides, self.full()), (to, 0..strips), &mut blocks, cx);
        };
        let held = in_rounds((ranks, groups), primes, (sides, rows), &mut modulo, cx)?;
        drop(tiles);
        ranks.agree(Ok::<_, Error>(()))?;
        let joined = groups.shared(held, ranks, sides, rows)?;
        let strips = groups.strips_at_the_end(ranks.rank(), strips);
        residues::join(&self.ring, primes, (&joined, sides, self.full()), (to, strips), &mut blocks, cx)
    }

    /// The groups of ranks, and the sides of a transform, given the number of primes and the number of words of a value. Without ranks there is one
    /// group.
    fn divided(&self, primes: usize, width: usize, cx: Context<'_>) -> Result<(Groups, Sides)> {
        let Some(ranks) = &self.ranks else {
            return Ok((Groups::of(1, 1, primes), self.sides(width, self.place.memory, cx)?));
        };
        let model = self.model(primes, width, 0.0);
        let sides = |members: usize| {
            let held = model.bytes_in_groups(ranks.count() / members, ranks.count());
            left(self.place.memory, held).and_then(|memory| self.sides(width, memory, cx))
        };
        let groups = Groups::new(ranks.count(), primes, |members| sides(members).is_ok());
        let count = ranks.as_the_leader(Ok(vec![groups.count as u64]))?[0] as usize;
        let sides = Sides::agreed(ranks, sides(ranks.count() / count))?;
        Ok((Groups::of(count, ranks.count(), primes), sides))
    }

    /// The product over a ring with roots of unity enough.
    fn cyclic<S: Convolve>(
        &self,
        r: &S,
        root: &S::Elem,
        (a, b): (&dyn Source, Option<&dyn Source>),
        to: (&dyn Sink, Order),
        (sides, tiles, blocks): (Sides, &[Box<dyn Tiles>], &mut Blocks),
        cx: Context<'_>,
    ) -> Result<()> {
        let [forward, back] = [Direction::Forward, Direction::Inverse]
            .map(|direction| SixStep::new(r, sides, Wrap::Cyclic, root, direction));
        let (forward, back) = (forward?, back?);
        for (v, tiles) in [Some(a), b].into_iter().flatten().zip(tiles) {
            tiles.turn(Side::Bands, forward.columns(Direction::Forward, v, &**tiles, blocks, cx))?;
        }
        let (first, second) = (&*tiles[0], tiles.get(1).map(|tiles| &**tiles));
        first.turn(Side::Strips, back.products(&forward, first, second, blocks, cx))?;
        back.columns_back(first, to, blocks, cx)
    }

    /// Space for the values of each operand between the passes.
    fn tiles(&self, groups: Groups, sides: Sides) -> Result<Vec<Box<dyn Tiles>>> {
        let one = || -> Result<Box<dyn Tiles>> {
            Ok(match &self.ranks {
                None => Box::new(FileTiles::new(&self.place, sides)?),
                Some(ranks) => Box::new(RankTiles::new(ranks, groups.among(ranks.rank()), sides)),
            })
        };
        (0..self.operands()).map(|_| one()).collect()
    }

    pub(super) fn sides(&self, width: usize, memory: u64, cx: Context<'_>) -> Result<Sides> {
        let (len, task) = (transform_len(self.full()), Task::Product(self.operands()));
        let ranks = self.ranks.as_ref().map_or(1, |ranks| ranks.count());
        Sides::new(len, width, task, memory, cx.threads(), ranks)
    }
}

/// The residues of the product's first `rows` rows, modulo the primes of this rank's group in the strips that it has there.
fn in_rounds(
    (ranks, groups): (&Ranks, Groups),
    primes: &[u64],
    (sides, rows): (Sides, usize),
    modulo: &mut dyn FnMut(u64, &dyn Sink) -> Result<()>,
    cx: Context<'_>,
) -> Result<Vec<Held>> {
    let (own, mut held) = (groups.primes(ranks.rank()), Vec::new());
    let here = groups.strips(ranks.rank(), sides.blocks()[0]);
    // every group has as many primes, so that all ranks agree as often
    for (round, &i) in own.iter().enumerate() {
        let out = Held::new(here.start * rows * sides.strip..here.end * rows * sides.strip);
        modulo(primes[i], &out)?;
        held.push(out);
        cx.progress("primes", round as u64 + 1, own.len() as u64);
    }
    Ok(held)
}
