//! Primes of a product divided among groups of ranks, before a group's ranks divide a transform among themselves.

use super::{
    ranks::{Held, Ranks, share_of},
    sides::Sides,
};
use crate::Result;
use std::ops::Range;

/// Groups of ranks, and the primes that each has.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Groups {
    pub count: usize,
    pub ranks: usize,
    pub primes: usize,
}

impl Groups {
    /// The groups with which the transforms end first. `fits` says whether a rank's memory is enough for its part of the values, given the number of
    /// ranks in a group.
    pub fn new(ranks: usize, primes: usize, fits: impl Fn(usize) -> bool) -> Self {
        Groups { count: crate::ranks::groups(ranks, primes, fits), ranks, primes }
    }

    /// This number of groups, which divides the number of ranks and that of primes.
    pub fn of(count: usize, ranks: usize, primes: usize) -> Self {
        Groups { count, ranks, primes }
    }

    /// Number of ranks in a group.
    fn members(&self) -> usize {
        self.ranks / self.count
    }

    /// The group of a rank.
    fn group(&self, rank: usize) -> usize {
        rank / self.members()
    }

    /// The ranks that transform together with this one.
    pub fn among(&self, rank: usize) -> Range<usize> {
        let first = self.group(rank) * self.members();
        first..first + self.members()
    }

    /// The numbers of the primes modulo which this rank has residues.
    pub fn primes(&self, rank: usize) -> Vec<usize> {
        (self.group(rank)..self.primes).step_by(self.count).collect()
    }

    /// Of `count` strips those that this rank has while its group transforms.
    pub fn strips(&self, rank: usize, count: usize) -> Range<usize> {
        share_of(rank % self.members(), self.members(), count)
    }

    /// Of `count` strips those whose residues modulo all primes this rank joins: some of the strips that it has in its group.
    pub fn strips_at_the_end(&self, rank: usize, count: usize) -> Range<usize> {
        share_of(rank % self.members() * self.count + self.group(rank), self.ranks, count)
    }

    /// Gives each rank the residues modulo all primes in its strips at the end, from those modulo its group's primes in the strips that it has there.
    /// `rows` rows of each strip are held.
    pub(super) fn shared(&self, held: Vec<Held>, ranks: &Ranks, sides: Sides, rows: usize) -> Result<Vec<Held>> {
        if self.count == 1 {
            return Ok(held);
        }
        let (own, all, strips) = (ranks.rank(), 0..self.ranks, sides.blocks()[0]);
        let words = |strips: Range<usize>| strips.start * rows * sides.strip..strips.end * rows * sides.strip;
        // what a rank sends to another one, modulo each of its primes
        let common = |from: usize, to: usize| {
            let (has, wants) = (self.strips(from, strips), self.strips_at_the_end(to, strips));
            let start = has.start.max(wants.start);
            words(start..has.end.min(wants.end).max(start))
        };
        let start = words(self.strips(own, strips)).start;
        let message = |to: usize| {
            let range = common(own, to);
            let runs = held.iter().map(|held| held.words()[range.start - start..range.end - start].to_vec());
            if range.is_empty() { Vec::new() } else { runs.collect::<Vec<_>>().concat() }
        };
        let mut send: Vec<Vec<u64>> = all.clone().map(message).collect();
        drop(held);
        let stays = std::mem::take(&mut send[own]);
        let len = |from: usize| if from == own { 0 } else { common(from, own).len() * self.primes(from).len() };
        let mut receive: Vec<Vec<u64>> = all.clone().map(|from| vec![0; len(from)]).collect();
        let sent: Vec<&[u64]> = send.iter().map(|words| &words[..]).collect();
        let mut received: Vec<&mut [u64]> = receive.iter_mut().map(|words| &mut words[..]).collect();
        ranks.exchange(all.clone(), &sent, &mut received)?;
        drop(send);
        receive[own] = stays;
        let wanted = words(self.strips_at_the_end(own, strips));
        let out: Vec<Held> = (0..self.primes).map(|_| Held::new(wanted.clone())).collect();
        for (from, words) in receive.into_iter().enumerate() {
            let range = common(from, own);
            let runs = words.chunks_exact(range.len().max(1)).zip(self.primes(from));
            runs.for_each(|(run, i)| out[i].words()[range.start - wanted.start..][..run.len()].copy_from_slice(run));
        }
        Ok(out)
    }
}
