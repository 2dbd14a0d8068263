//! Letters between the ranks: bytes with a tag that says what they are, in pieces.

use mpi::{
    Rank, Tag,
    point_to_point::{Destination, MatchedReceiveVec, Source},
    request::StaticScope,
    topology::{Communicator, SimpleCommunicator},
};
use std::{
    collections::HashMap,
    mem,
    sync::atomic::{AtomicU64, Ordering::Relaxed},
    time::{Duration, Instant},
};

/// The rank of the leader.
pub const LEADER: Rank = 0;

/// To a worker: the bytes of a request.
pub const REQUEST: Tag = 1;
/// To a worker: primes, for which images of its request are wanted.
pub const PRIMES: Tag = 2;
/// To a worker: the job ends.
pub const END: Tag = 3;
/// To a worker: the leader's command line is for all ranks together.
pub const TOGETHER: Tag = 7;
/// To a worker: how many threads it has; to the leader: their number, a word.
pub const THREADS: Tag = 9;
/// Between any two ranks: values of a transform.
pub const VALUES: Tag = 8;
/// To the leader: the images modulo the primes of the last letter.
pub const IMAGES: Tag = 4;
/// To the leader: why there are none.
pub const REFUSAL: Tag = 5;
/// To the leader: no more letters follow.
pub const ENDED: Tag = 6;

/// Number of bytes of a piece of a letter with this tag; a shorter piece, which may be empty, is the last. MPI counts in 32 bits, and a rank that receives
/// pieces can answer others between them. All but those of requests are so short that MPI sends them with their envelope: a longer message takes two
/// ranks at a time, and one that is stopped then would stop the leader too.
const fn piece(tag: Tag) -> usize {
    if tag == REQUEST { 1 << 20 } else { 1 << 11 }
}

/// The pieces of a letter with this tag.
fn pieces(bytes: &[u8], tag: Tag) -> impl Iterator<Item = &[u8]> {
    let pieces = bytes.chunks_exact(piece(tag));
    let last = pieces.remainder();
    pieces.chain([last])
}

/// A letter that has come.
pub struct Letter {
    pub from: Rank,
    pub tag: Tag,
    pub bytes: Vec<u8>,
}

/// Number of bytes of requests and primes that this process has sent, and of images that it has received.
pub static MOVED: [AtomicU64; 2] = [AtomicU64::new(0), AtomicU64::new(0)];

/// Sends a letter to this rank.
pub fn send(to: Rank, tag: Tag, bytes: &[u8]) {
    if tag == PRIMES {
        MOVED[0].fetch_add(bytes.len() as u64, Relaxed);
    }
    let world = SimpleCommunicator::world();
    let receiver = world.process_at_rank(to);
    pieces(bytes, tag).for_each(|piece| receiver.send_with_tag(piece, tag));
}

/// Sends a request to this rank, and does not wait until it is taken. MPI reads the bytes later, which are there as long as the process.
pub fn post(to: Rank, request: &'static [u8]) {
    MOVED[0].fetch_add(request.len() as u64, Relaxed);
    let world = SimpleCommunicator::world();
    let receiver = world.process_at_rank(to);
    // the rank's answer says that they were taken
    pieces(request, REQUEST)
        .for_each(|piece| mem::forget(receiver.immediate_send_with_tag(StaticScope, piece, REQUEST)));
}

/// The letters of which some pieces have come, by sender.
#[derive(Debug, Default)]
pub struct Inbox(HashMap<Rank, Vec<u8>>);

impl Inbox {
    /// A whole letter, if one is there; this does not wait.
    pub fn next(&mut self) -> Option<Letter> {
        let world = SimpleCommunicator::world();
        while let Some(message) = world.any_process().immediate_matched_probe() {
            let (received, status) = message.matched_receive_vec::<u8>();
            let from = status.source_rank();
            let is_last = received.len() < piece(status.tag());
            let bytes = self.0.entry(from).or_default();
            bytes.extend(received);
            if is_last {
                if status.tag() == IMAGES {
                    MOVED[1].fetch_add(bytes.len() as u64, Relaxed);
                }
                return Some(Letter { from, tag: status.tag(), bytes: mem::take(bytes) });
            }
        }
        None
    }
}

/// How long to sleep between two looks for letters: MPI's own waiting would keep a core busy that computes.
pub struct Patience {
    since: Instant,
}

impl Patience {
    pub fn new() -> Self {
        Patience { since: Instant::now() }
    }

    /// An eighth of the time waited so far, which is by how much this may prolong it, and a millisecond at most.
    pub fn pause(&self) -> Duration {
        (self.since.elapsed() / 8).clamp(Duration::from_micros(5), Duration::from_millis(1))
    }

    /// Whether this began longer ago.
    pub fn exceeds(&self, limit: Duration) -> bool {
        self.since.elapsed() > limit
    }
}
