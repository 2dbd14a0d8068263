//! Rank 0: runs the command line, and hands out groups of primes to all ranks, itself among them.

use crate::{
    computer::{Answer, Computer},
    letters::{END, ENDED, IMAGES, Inbox, LEADER, Letter, PRIMES, Patience, REQUEST, send},
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
    sync::{Arc, Mutex, MutexGuard, PoisonError},
    time::Duration,
};

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
    count: Rank,
    threads: usize,
    state: Mutex<State>,
}

struct State {
    inbox: Inbox,
    /// Computes for rank 0.
    own: Computer,
    /// The request at hand, and its bytes.
    request: Option<(Arc<Request>, Vec<u8>)>,
    /// The ranks that have it.
    has_request: Vec<bool>,
    /// Whether a group may still be with a rank although nobody waits for it.
    failed: bool,
}

impl fmt::Debug for Ranks {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "{} ranks", self.count)
    }
}

/// The error of this rank.
fn failed(rank: usize, reason: String) -> Error {
    Error::Worker { name: format!("rank {rank}"), reason }
}

impl Ranks {
    /// All ranks; this one, which leads, computes by this engine.
    pub fn new(engine: Engine) -> Self {
        let (count, threads) = (SimpleCommunicator::world().size(), engine.threads());
        let has_request = vec![false; count as usize];
        let own = Computer::new(engine);
        let state = State { inbox: Inbox::default(), own, request: None, has_request, failed: false };
        Ranks { count, threads, state: Mutex::new(state) }
    }

    fn state(&self) -> MutexGuard<'_, State> {
        self.state.lock().unwrap_or_else(PoisonError::into_inner)
    }
}

impl Team for Ranks {
    /// The threads of all ranks, if they have as many as the leader.
    fn workers(&self) -> usize {
        self.count as usize * self.threads
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
        let result = state.hand_out(groups, done);
        state.failed = result.is_err();
        result
    }
}

impl State {
    /// Makes this the request at hand.
    fn hold(&mut self, request: &Request) {
        let bytes = request.to_bytes();
        if self.request.as_ref().is_none_or(|(_, held)| *held != bytes) {
            self.request = Some((Arc::new(request.clone()), bytes));
            self.has_request.fill(false);
        }
    }

    /// Has the images of all groups computed: a rank gets the next group when it has done the one before.
    fn hand_out(
        &mut self,
        groups: &mut (dyn Iterator<Item = Vec<u64>> + Send),
        done: &mut Done<'_>,
    ) -> Result<(), Error> {
        let ranks = self.has_request.len();
        // the leader's own turn comes first, because its request need not be sent
        let mut idle: Vec<usize> = (0..ranks).rev().collect();
        let mut given: Vec<Option<Vec<u64>>> = vec![None; ranks];
        let mut patience = Patience::new();
        loop {
            while let Some(rank) = idle.pop() {
                let Some(primes) = groups.next() else {
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

    /// Gives a group to a rank, with the request if it has another one.
    fn give(&mut self, rank: usize, primes: &[u64]) {
        let Some((request, bytes)) = &self.request else { return };
        if rank == LEADER as usize {
            self.own.ask(request, primes.to_vec());
            return;
        }
        if !std::mem::replace(&mut self.has_request[rank], true) {
            send(rank as Rank, REQUEST, bytes);
        }
        let words: Vec<u8> = primes.iter().flat_map(|p| p.to_le_bytes()).collect();
        send(rank as Rank, PRIMES, &words);
    }

    /// The next answer, and whose it is, if one comes within a pause.
    fn news(&mut self, patience: &Patience) -> (usize, Option<Answer>) {
        match self.inbox.next() {
            Some(Letter { from, tag: IMAGES, bytes }) => (from as usize, Some(Ok(bytes))),
            Some(Letter { from, bytes, .. }) => {
                (from as usize, Some(Err(String::from_utf8_lossy(&bytes).into_owned())))
            }
            None => (LEADER as usize, self.own.answer(patience.pause())),
        }
    }
}
