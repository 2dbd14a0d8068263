//! Rank 0: runs the command line, and hands out groups of primes to all ranks, itself among them.

use crate::{
    computer::{Answer, Computer},
    letters::{END, ENDED, IMAGES, Inbox, LEADER, Letter, MOVED, PRIMES, Patience, THREADS, post, send},
    world::World,
};
use mpi::{
    Rank,
    topology::{Communicator, SimpleCommunicator},
};
use polymod::{
    Engine, Error,
    multimodular::remote::{Done, Request, Team},
};
use polymod_cli::Job;
use std::{
    ffi::OsString,
    fmt,
    sync::{Arc, Mutex, MutexGuard, PoisonError, atomic::Ordering::Relaxed},
    time::Duration,
};

/// How long ranks are waited for that do not say how many threads they have.
const WAIT_AT_START: Duration = Duration::from_secs(5);
/// How long the end waits for ranks that do not answer, as a stopped one.
const WAIT_AT_END: Duration = Duration::from_secs(5);

/// Runs the command line; returns the exit code of the job, whose other ranks have ended then.
pub fn run(args: Vec<OsString>) -> u8 {
    // where there is no engine the command line is refused, before a team is asked for anything
    let ranks = polymod_cli::engine_of_worker(args.iter().cloned()).ok().map(|engine| Arc::new(Ranks::new(engine)));
    let together = || Arc::new(polymod::outofcore::Ranks::new(World::default()));
    let job = ranks.as_ref().map(|ranks| Job { team: Some(ranks.clone()), together: together() });
    let code = polymod_cli::run(args, job);
    end(&mut ranks.as_ref().map_or_else(Inbox::default, |ranks| std::mem::take(&mut ranks.state().inbox)), code);
    code
}

/// Tells all ranks to end, and waits until they do; a rank that does not ends with the whole job.
fn end(inbox: &mut Inbox, code: u8) {
    let world = SimpleCommunicator::world();
    (1..world.size()).for_each(|rank| send(rank, END, &[]));
    let (mut left, mut patience) = (world.size() - 1, Patience::new());
    while left > 0 {
        match inbox.next() {
            Some(letter) if letter.tag == ENDED => (left, patience) = (left - 1, Patience::new()),
            // images that nobody waits for
            Some(_) => {}
            // the launcher ends all ranks
            None if patience.exceeds(WAIT_AT_END) => world.abort(code.into()),
            None => std::thread::sleep(patience.pause()),
        }
    }
}

/// The ranks of this job: a team.
pub struct Ranks {
    state: Mutex<State>,
}

struct State {
    inbox: Inbox,
    /// Number of threads of each rank, once they were asked.
    threads: Option<Vec<usize>>,
    /// Computes for rank 0.
    own: Computer,
    /// The request at hand, and its bytes, which MPI may read as long as the job lasts.
    request: Option<(Arc<Request>, &'static [u8])>,
    /// The ranks that have it.
    has_request: Vec<bool>,
    /// Whether a group may still be with a rank although nobody waits for it.
    failed: bool,
}

impl fmt::Debug for Ranks {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "{} ranks", self.state().has_request.len())
    }
}

/// The number of threads that a letter says, at least 1.
fn number(bytes: &[u8]) -> usize {
    bytes.first_chunk().map_or(1, |word| u64::from_le_bytes(*word).max(1) as usize)
}

/// The error of this rank.
fn failed(rank: usize, reason: String) -> Error {
    Error::Worker { name: format!("rank {rank}"), reason }
}

impl Ranks {
    /// All ranks; this one, which leads, computes by this engine.
    pub fn new(engine: Engine) -> Self {
        let has_request = vec![false; SimpleCommunicator::world().size() as usize];
        let own = Computer::new(engine);
        let state = State { inbox: Inbox::default(), threads: None, own, request: None, has_request, failed: false };
        Ranks { state: Mutex::new(state) }
    }

    fn state(&self) -> MutexGuard<'_, State> {
        self.state.lock().unwrap_or_else(PoisonError::into_inner)
    }
}

impl Team for Ranks {
    /// The threads of all ranks, which are asked once: one of a rank that says nothing for some seconds.
    fn workers(&self) -> usize {
        self.state().threads().iter().sum()
    }

    fn traffic(&self) -> Option<[u64; 2]> {
        Some([0, 1].map(|i| MOVED[i].load(Relaxed)))
    }

    fn share(
        &self,
        request: &Request,
        groups: &mut (dyn Iterator<Item = Vec<u64>> + Send),
        done: &mut Done<'_>,
    ) -> Result<(), Error> {
        let mut state = self.state();
        if state.failed {
            return Err(failed(0, "an earlier computation failed".into()));
        }
        state.hold(request);
        let result = state.hand_out(request, groups, done);
        state.failed = result.is_err();
        result
    }
}

impl State {
    /// The number of threads of each rank.
    fn threads(&mut self) -> Vec<usize> {
        if self.threads.is_none() {
            let (mut threads, mut patience) = (vec![0; self.has_request.len()], Patience::new());
            threads[LEADER as usize] = self.own.threads;
            (1..threads.len()).for_each(|rank| send(rank as Rank, THREADS, &[]));
            while threads.contains(&0) && !patience.exceeds(WAIT_AT_START) {
                match self.inbox.next() {
                    Some(Letter { from, tag: THREADS, bytes }) => {
                        threads[from as usize] = number(&bytes);
                        patience = Patience::new();
                    }
                    // nothing else was asked for
                    Some(_) => {}
                    None => std::thread::sleep(patience.pause()),
                }
            }
            self.threads = Some(threads.into_iter().map(|count| count.max(1)).collect());
        }
        self.threads.clone().unwrap_or_default()
    }

    /// Makes this the request at hand.
    fn hold(&mut self, request: &Request) {
        let bytes = request.to_bytes();
        if self.request.as_ref().is_none_or(|(_, held)| *held != bytes) {
            self.request = Some((Arc::new(request.clone()), bytes.leak()));
            self.has_request.fill(false);
        }
    }

    /// Has the images of all groups computed: a rank gets the next ones when it has done those before.
    fn hand_out(
        &mut self,
        request: &Request,
        groups: &mut (dyn Iterator<Item = Vec<u64>> + Send),
        done: &mut Done<'_>,
    ) -> Result<(), Error> {
        let threads = self.threads();
        let (ranks, all) = (threads.len(), threads.iter().sum());
        // the leader's own turn comes first, because its request need not be sent
        let mut idle: Vec<usize> = (0..ranks).rev().collect();
        let mut given: Vec<Option<Vec<u64>>> = vec![None; ranks];
        let mut patience = Patience::new();
        loop {
            while let Some(rank) = idle.pop() {
                let Some(primes) = request.next_primes(groups, threads[rank], all) else {
                    idle.push(rank);
                    break;
                };
                self.give(rank, &primes);
                given[rank] = Some(primes);
            }
            if idle.len() == ranks {
                return Ok(());
            }
            let (rank, answer) = self.news(&patience);
            let Some(answer) = answer else { continue };
            let unasked = || failed(rank, "it answers what it was not asked".into());
            let primes = given[rank].take().ok_or_else(unasked)?;
            done(&primes, answer.map_err(|reason| failed(rank, reason))?)?;
            idle.push(rank);
            patience = Patience::new();
        }
    }

    /// Gives primes to a rank, with the request if it has another one.
    fn give(&mut self, rank: usize, primes: &[u64]) {
        let Some((request, bytes)) = &self.request else { return };
        if rank == LEADER as usize {
            self.own.ask(request, primes.to_vec());
            return;
        }
        if !std::mem::replace(&mut self.has_request[rank], true) {
            post(rank as Rank, bytes);
        }
        let words: Vec<u8> = primes.iter().flat_map(|p| p.to_le_bytes()).collect();
        send(rank as Rank, PRIMES, &words);
    }

    /// The next answer, and whose it is, if one comes within a pause.
    fn news(&mut self, patience: &Patience) -> (usize, Option<Answer>) {
        match self.inbox.next() {
            // an answer that came too late
            Some(Letter { tag: THREADS, .. }) => (LEADER as usize, None),
            Some(Letter { from, tag: IMAGES, bytes }) => (from as usize, Some(Ok(bytes))),
            Some(Letter { from, bytes, .. }) => {
                (from as usize, Some(Err(String::from_utf8_lossy(&bytes).into_owned())))
            }
            None => (LEADER as usize, self.own.answer(patience.pause())),
        }
    }
}
