//! A vector of words divided among ranks: each has those at some places, which change from one pass to the next.

use super::{
    Sink, Source,
    ranks::{Ranks, locked},
};
use crate::Result;
use std::{
    mem::take,
    ops::Range,
    sync::{Arc, Mutex},
};

/// Places in a vector, in ascending order.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct Places {
    /// Ranges of places, none of which begins where another one ends, and how many places are before each.
    ranges: Vec<(Range<usize>, usize)>,
}

impl Places {
    /// Those of disjoint ranges.
    pub fn new(ranges: impl IntoIterator<Item = Range<usize>>) -> Self {
        let mut given: Vec<Range<usize>> = ranges.into_iter().filter(|range| !range.is_empty()).collect();
        given.sort_unstable_by_key(|range| range.start);
        let (mut ranges, mut before): (Vec<(Range<usize>, usize)>, usize) = (Vec::new(), 0);
        for range in given {
            let len = range.len();
            match ranges.last_mut().filter(|(last, _)| last.end == range.start) {
                Some((last, _)) => last.end = range.end,
                None => ranges.push((range, before)),
            }
            before += len;
        }
        Places { ranges }
    }

    /// Number of places.
    pub fn count(&self) -> usize {
        self.ranges.last().map_or(0, |(range, before)| before + range.len())
    }

    /// How many are before this one, which is one of them.
    ///
    /// # Panics
    /// If it is none.
    pub fn before(&self, place: usize) -> usize {
        let after = self.ranges.partition_point(|(range, _)| range.start <= place);
        let (range, before) = &self.ranges[after - 1];
        assert!(place < range.end, "a place that this rank has");
        before + place - range.start
    }

    /// Those that are in both.
    pub fn common<'a>(&'a self, other: &'a Self) -> impl Iterator<Item = Range<usize>> + 'a {
        let mut rest = &other.ranges[..];
        self.ranges.iter().flat_map(move |(range, _)| {
            rest = &rest[rest.partition_point(|(other, _)| other.end <= range.start)..];
            let there = rest.iter().take_while(|(other, _)| other.start < range.end);
            there.map(|(other, _)| range.start.max(other.start)..range.end.min(other.end)).collect::<Vec<_>>()
        })
    }
}

/// The words that this rank has, read and written at their places in the whole vector: runs of words, each within the rank's places.
pub(super) struct Spread {
    ranks: Arc<Ranks>,
    places: Places,
    words: Mutex<Vec<u64>>,
}

/// The places of a rank, given its number and that of all ranks.
type Layout<'a> = &'a dyn Fn([usize; 2]) -> Places;

impl Spread {
    /// Room for the words at these places.
    pub fn new(ranks: &Arc<Ranks>, places: Places) -> Self {
        let words = Mutex::new(vec![0; places.count()]);
        Spread { ranks: ranks.clone(), places, words }
    }

    /// The same words in another layout, by an exchange of all with all after all ranks have done so far. At no time a rank has more than twice its
    /// part.
    ///
    /// # Errors
    /// That of any rank.
    pub fn moved(self, done: Result<()>, [from, to]: [Layout<'_>; 2]) -> Result<Self> {
        let Spread { ranks, places, words } = self;
        ranks.agree(done)?;
        let (own, count) = (ranks.rank(), ranks.count());
        let mut words = words.into_inner().unwrap_or_else(std::sync::PoisonError::into_inner);
        let wanted = to([own, count]);
        let message = |rank: usize| -> Vec<u64> {
            let there = to([rank, count]);
            let runs = places.common(&there).map(|run| &words[places.before(run.start)..][..run.len()]);
            runs.collect::<Vec<_>>().concat()
        };
        let mut send: Vec<Vec<u64>> = (0..count).map(message).collect();
        words = Vec::new();
        let stays = take(&mut send[own]);
        let len = |rank: usize| from([rank, count]).common(&wanted).map(|run| run.len()).sum::<usize>();
        let room = |rank: usize| vec![0; if rank == own { 0 } else { len(rank) }];
        let mut received: Vec<Vec<u64>> = (0..count).map(room).collect();
        let sent: Vec<&[u64]> = send.iter().map(|words| &words[..]).collect();
        let mut receive: Vec<&mut [u64]> = received.iter_mut().map(|words| &mut words[..]).collect();
        ranks.exchange(0..count, &sent, &mut receive)?;
        drop(send);
        received[own] = stays;
        words.resize(wanted.count(), 0);
        for (rank, taken) in received.into_iter().enumerate() {
            let mut rest = &taken[..];
            for run in from([rank, count]).common(&wanted) {
                let (here, behind) = rest.split_at(run.len());
                words[wanted.before(run.start)..][..run.len()].copy_from_slice(here);
                rest = behind;
            }
        }
        Ok(Spread { ranks, places: wanted, words: Mutex::new(words) })
    }
}

impl Source for Spread {
    fn len(&self) -> usize {
        self.places.count()
    }

    fn read(&self, first: usize, words: &mut [u64]) -> Result<()> {
        if !words.is_empty() {
            words.copy_from_slice(&locked(&self.words)[self.places.before(first)..][..words.len()]);
        }
        Ok(())
    }
}

impl Sink for Spread {
    fn write(&self, first: usize, words: &[u64]) -> Result<()> {
        if !words.is_empty() {
            locked(&self.words)[self.places.before(first)..][..words.len()].copy_from_slice(words);
        }
        Ok(())
    }
}
