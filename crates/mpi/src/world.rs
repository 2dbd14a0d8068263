//! All ranks together: words that each gives to all, and exchanges of all with all.

use crate::letters::{LEADER, Patience, TOGETHER, VALUES, send};
use mpi::{
    Count, Rank,
    collective::CommunicatorCollectives,
    datatype::PartitionMut,
    point_to_point::{Destination, Source},
    request,
    topology::{Communicator, SimpleCommunicator},
};
use polymod::{Result, outofcore::Exchange};
use std::{
    ops::Range,
    sync::atomic::{AtomicBool, Ordering::Relaxed},
    thread,
};

/// Words of a message: MPI counts in 32 bits.
const MOST: usize = 1 << 27;

/// The ranks of this job. Those that wait for letters are called when the leader first has something for all of them.
#[derive(Debug, Default)]
pub struct World {
    called: AtomicBool,
}

/// Waits until all ranks are here. MPI's own waiting would keep a core busy.
fn meet(world: &SimpleCommunicator) {
    let (mut waiting, patience) = (world.immediate_barrier(), Patience::new());
    while let Err(still) = waiting.test() {
        waiting = still;
        thread::sleep(patience.pause());
    }
}

impl Exchange for World {
    fn rank(&self) -> usize {
        SimpleCommunicator::world().rank() as usize
    }

    fn count(&self) -> usize {
        SimpleCommunicator::world().size() as usize
    }

    fn gather(&self, words: &[u64]) -> Result<Vec<Vec<u64>>> {
        let world = SimpleCommunicator::world();
        if world.rank() == LEADER && !self.called.swap(true, Relaxed) {
            (1..world.size()).for_each(|rank| send(rank, TOGETHER, &[]));
        }
        meet(&world);
        let mut counts: Vec<Count> = vec![0; self.count()];
        world.all_gather_into(&(words.len() as Count), &mut counts[..]);
        let starts: Vec<Count> =
            counts.iter().scan(0, |end, count| Some(std::mem::replace(end, *end + count))).collect();
        let mut all = vec![0u64; counts.iter().sum::<Count>() as usize];
        world.all_gather_varcount_into(words, &mut PartitionMut::new(&mut all[..], &counts[..], &starts[..]));
        let each = starts.iter().zip(&counts).map(|(&start, &count)| all[start as usize..][..count as usize].to_vec());
        Ok(each.collect())
    }

    /// In each step a rank sends to one other and receives from one.
    fn exchange(&self, among: Range<usize>, values: &[&[u64]], receive: &mut [&mut [u64]]) -> Result<()> {
        let world = SimpleCommunicator::world();
        let (own, count) = (self.rank() - among.start, among.len());
        for step in 1..count {
            let [to, from] = [own + step, own + count - step].map(|place| place % count);
            let [receiver, sender] = [to, from].map(|place| world.process_at_rank((among.start + place) as Rank));
            request::scope(|scope| {
                let sent: Vec<_> = values[to]
                    .chunks(MOST)
                    .map(|piece| receiver.immediate_send_with_tag(scope, piece, VALUES))
                    .collect();
                for piece in receive[from].chunks_mut(MOST) {
                    sender.receive_into_with_tag(piece, VALUES);
                }
                sent.into_iter().for_each(|request| {
                    request.wait();
                });
            });
        }
        Ok(())
    }
}
