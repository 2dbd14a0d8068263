//! A team of processes that serve on their standard input and output.

use super::{Done, Request, Team, protocol::Connection};
use crate::{Error, Result};
use std::{
    fmt,
    io::BufReader,
    process::{Child, ChildStdin, Command, Stdio},
    sync::{
        Condvar, Mutex, MutexGuard, OnceLock, PoisonError,
        atomic::{AtomicU64, Ordering::Relaxed},
        mpsc,
    },
    thread,
    time::{Duration, Instant},
};

/// Processes that run [`serve`](super::serve), such as `polymod worker`, each of them a worker. They end with the value.
///
/// A worker gets its next group of primes when it has done the one before, so that a slow one delays the answer by one group. The groups of a worker that
/// dies are computed by the others.
///
/// ```no_run
/// use polymod::{Integers, Matrix, multimodular::{self, Options, remote::Processes}};
/// use std::{process::Command, sync::Arc};
/// let mut other = Command::new("ssh");
/// other.args(["node7", "polymod", "worker"]);
/// let mut own = Command::new("polymod");
/// own.arg("worker");
/// let options = Options { team: Some(Arc::new(Processes::start([own, other])?)), ..Options::default() };
/// let a = Matrix::from_i64(&Integers::new(), &[&[1, 2], &[3, 4]])?;
/// assert_eq!(multimodular::charpoly(&a, &options)?.value, a.charpoly()?);
/// # Ok::<(), polymod::Error>(())
/// ```
#[derive(Debug)]
pub struct Processes {
    workers: Mutex<Vec<Worker>>,
    traffic: [AtomicU64; 2],
    /// Threads of all of them, once they were asked.
    threads: OnceLock<usize>,
}

/// Longest wait for what workers say of themselves: a connection to another machine may take seconds.
const PATIENCE: Duration = Duration::from_secs(5);

struct Worker {
    name: String,
    /// Number of its threads, once it was asked.
    threads: usize,
    child: Child,
    connection: Connection<ChildStdin>,
}

impl fmt::Debug for Worker {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "{} (process {})", self.name, self.child.id())
    }
}

impl Processes {
    /// Starts the processes.
    ///
    /// ```
    /// # use polymod::multimodular::remote::Processes;
    /// let missing = std::process::Command::new("polymod-of-another-name");
    /// assert!(Processes::start([missing]).unwrap_err().to_string().starts_with("polymod-of-another-name: "));
    /// ```
    ///
    /// # Errors
    /// [`Error::Worker`] for the first that cannot be started.
    pub fn start(commands: impl IntoIterator<Item = Command>) -> Result<Self> {
        let mut workers = Vec::new();
        for mut command in commands {
            let name = std::iter::once(command.get_program()).chain(command.get_args()).map(|s| s.to_string_lossy());
            let name = name.collect::<Vec<_>>().join(" ");
            let failed = |reason: String| Error::Worker { name: name.clone(), reason };
            let child = command.stdin(Stdio::piped()).stdout(Stdio::piped()).spawn();
            let mut child = child.map_err(|e| failed(format!("it cannot be started: {e}")))?;
            let (Some(to), Some(from)) = (child.stdin.take(), child.stdout.take()) else {
                return Err(failed("it has no standard input and output".into()));
            };
            workers.push(Worker { connection: Connection::new(to, BufReader::new(from)), name, threads: 1, child });
        }
        Ok(Processes { threads: OnceLock::new(), workers: Mutex::new(workers), traffic: Default::default() })
    }
}

impl Drop for Worker {
    fn drop(&mut self) {
        // it may be in the middle of images that nobody waits for; one that has ended is collected
        let _ = self.child.kill();
        let _ = self.child.wait();
    }
}

/// Groups of primes that are to be computed.
struct Groups<'a> {
    new: &'a mut (dyn Iterator<Item = Vec<u64>> + Send),
    /// Those of workers that died.
    returned: Vec<Vec<u64>>,
    /// Number of those that are with a worker.
    out: usize,
    /// Whether no more are handed out.
    ended: bool,
}

struct Queue<'a> {
    request: &'a Request,
    /// Number of threads of all workers.
    threads: usize,
    groups: Mutex<Groups<'a>>,
    changed: Condvar,
}

impl<'a> Queue<'a> {
    fn new(request: &'a Request, threads: usize, groups: &'a mut (dyn Iterator<Item = Vec<u64>> + Send)) -> Self {
        let groups = Groups { new: groups, returned: Vec::new(), out: 0, ended: false };
        Queue { request, threads, groups: Mutex::new(groups), changed: Condvar::new() }
    }

    fn groups(&self) -> MutexGuard<'_, Groups<'a>> {
        self.groups.lock().unwrap_or_else(PoisonError::into_inner)
    }

    /// The next primes for a worker with this number of threads. While there are none and a worker might return its own, this waits.
    fn next(&self, threads: usize) -> Option<Vec<u64>> {
        let mut groups = self.groups();
        loop {
            let next = match groups.ended {
                true => None,
                false => {
                    let returned = groups.returned.pop();
                    returned.or_else(|| self.request.next_primes(groups.new, threads, self.threads))
                }
            };
            if next.is_some() {
                groups.out += 1;
            }
            if next.is_some() || groups.ended || groups.out == 0 {
                return next;
            }
            groups = self.changed.wait(groups).unwrap_or_else(PoisonError::into_inner);
        }
    }

    /// A worker has done its groups, or returns them.
    fn end_group(&self, returned: Option<Vec<u64>>) {
        let mut groups = self.groups();
        groups.out -= 1;
        groups.returned.extend(returned);
        self.changed.notify_all();
    }

    /// No more groups are handed out.
    fn end(&self) {
        self.groups().ended = true;
        self.changed.notify_all();
    }

    /// Whether all groups have been handed out and done.
    fn is_done(&self) -> bool {
        let mut groups = self.groups();
        groups.returned.is_empty() && groups.new.next().is_none()
    }
}

/// What a worker's thread has to say.
enum News {
    /// The images of these primes.
    Images(Vec<u64>, Vec<u8>),
    /// The worker refuses a request or a group, and why.
    Refusal(String),
    /// The worker is of no more use, and why.
    Loss(String),
}

/// Hands groups to a worker until there are none left, or it is lost; returns whether it is not.
fn hand_out(
    (connection, threads): (&mut Connection<ChildStdin>, usize),
    request: &[u8],
    queue: &Queue<'_>,
    news: impl Fn(News),
) -> bool {
    while let Some(primes) = queue.next(threads) {
        match connection.images(request, &primes) {
            Ok(Ok(images)) => {
                news(News::Images(primes, images));
                queue.end_group(None);
            }
            Ok(Err(text)) => {
                news(News::Refusal(text));
                queue.end_group(Some(primes));
                return true;
            }
            Err(e) => {
                news(News::Loss(e.to_string()));
                queue.end_group(Some(primes));
                return false;
            }
        }
    }
    true
}

impl Team for Processes {
    /// The threads of all processes, which are asked once: one where a process says nothing for some seconds.
    fn workers(&self) -> usize {
        *self.threads.get_or_init(|| {
            let mut workers = self.workers.lock().unwrap_or_else(PoisonError::into_inner);
            let deadline = Instant::now() + PATIENCE;
            // what has ended is met again where images are asked for
            let asked: Vec<bool> = workers.iter_mut().map(|worker| worker.connection.ask_threads().is_ok()).collect();
            let threads = workers.iter_mut().zip(asked).filter(|(_, asked)| *asked).map(|(worker, _)| {
                worker.threads = worker.connection.threads(deadline.saturating_duration_since(Instant::now()));
                worker.threads
            });
            threads.sum()
        })
    }

    fn traffic(&self) -> Option<[u64; 2]> {
        Some([0, 1].map(|i| self.traffic[i].load(Relaxed)))
    }

    /// An error of `done` ends all processes, which may be in the middle of images that nobody waits for.
    fn share(
        &self,
        request: &Request,
        groups: &mut (dyn Iterator<Item = Vec<u64>> + Send),
        done: &mut Done<'_>,
    ) -> Result<()> {
        let (bytes, queue) = (request.to_bytes(), Queue::new(request, self.workers(), groups));
        let mut workers = self.workers.lock().unwrap_or_else(PoisonError::into_inner);
        let names: Vec<String> = workers.iter().map(|worker| worker.name.clone()).collect();
        let failed = |i: usize, reason: String| Error::Worker { name: names[i].clone(), reason };
        let (sender, news) = mpsc::channel();
        let (mut failure, mut loss) = (None, None);
        let useful: Vec<bool> = thread::scope(|scope| {
            let (mut threads, mut children) = (Vec::new(), Vec::new());
            for (i, Worker { child, connection, threads: own, .. }) in workers.iter_mut().enumerate() {
                let (sender, queue, bytes, own) = (sender.clone(), &queue, &bytes, *own);
                // the receiver lives as long as there are senders
                let tell = move |news| drop(sender.send((i, news)));
                threads.push(scope.spawn(move || hand_out((connection, own), bytes, queue, tell)));
                children.push(child);
            }
            drop(sender);
            for (i, news) in news {
                let error = match news {
                    News::Images(primes, images) if failure.is_none() => done(&primes, images).err(),
                    News::Images(..) => None,
                    News::Refusal(reason) => Some(failed(i, reason)),
                    News::Loss(reason) => {
                        loss = Some((i, reason));
                        None
                    }
                };
                if error.is_some() && failure.is_none() {
                    failure = error;
                    queue.end();
                    // one that has ended by itself is collected when it is dropped
                    children.iter_mut().for_each(|child| drop(child.kill()));
                }
            }
            threads.into_iter().map(|thread| thread.join().unwrap_or(false)).collect()
        });
        for worker in workers.iter_mut() {
            let moved = std::mem::take(&mut worker.connection.moved);
            for (all, bytes) in self.traffic.iter().zip(moved) {
                all.fetch_add(bytes, Relaxed);
            }
        }
        let mut useful = useful.into_iter();
        workers.retain(|_| useful.next().unwrap_or(false));
        match (failure, loss) {
            (Some(error), _) => Err(error),
            (None, _) if queue.is_done() => Ok(()),
            (None, Some((i, reason))) => Err(failed(i, format!("{reason}; no worker is left"))),
            (None, None) => Err(super::failed("there is none".into())),
        }
    }
}
