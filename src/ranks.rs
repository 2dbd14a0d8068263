//! Predicted time and bytes of computations on several machines: a model on paper, from costs measured on one of them.
//!
//! Ranks are processes, one on each machine, that share no memory. What they do is either images modulo primes, which a leader hands out and joins, or
//! transforms whose values are divided among all ranks (six steps, with an exchange of all with all in the place of a transposition). The formulas
//! are those of `docs/scale.md`; [`Network`] has the assumptions.

/// What the messages and bytes of a network, and the bytes of files, are taken to cost.
///
/// ```
/// use polymod::ranks::Network;
/// assert_eq!(Network::ASSUMED.ns(1.0, 1e10), 2000.0 + 1e9); // one message of 10 GB
/// ```
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct Network {
    /// Nanoseconds of a message, without its bytes.
    pub latency_ns: f64,
    /// Bytes that a rank sends, and as many that it receives, in a second.
    pub bytes_per_second: f64,
    /// Bytes that a rank reads from files, or writes to them, in a second.
    pub file_bytes_per_second: f64,
}

impl Network {
    /// An assumption, not a measurement: 2 µs a message and 10 GB/s, what programs get from one port of 100 Gb/s, and 5 GB/s of files that are in memory.
    pub const ASSUMED: Network = Network { latency_ns: 2000.0, bytes_per_second: 1e10, file_bytes_per_second: 5e9 };

    /// Nanoseconds of this number of messages, one after the other, with this number of bytes in all.
    ///
    /// ```
    /// # use polymod::ranks::Network;
    /// let slow = Network { latency_ns: 1e6, bytes_per_second: 1e6, ..Network::ASSUMED };
    /// assert_eq!(slow.ns(3.0, 500.0), 3.5e6);
    /// ```
    #[must_use]
    pub fn ns(&self, messages: f64, bytes: f64) -> f64 {
        messages * self.latency_ns + bytes / self.bytes_per_second * 1e9
    }

    /// Nanoseconds of reading and writing this number of bytes of files.
    ///
    /// ```
    /// # use polymod::ranks::Network;
    /// assert_eq!(Network::ASSUMED.files_ns(5e9), 1e9);
    /// ```
    #[must_use]
    pub fn files_ns(&self, bytes: f64) -> f64 {
        bytes / self.file_bytes_per_second * 1e9
    }
}

/// Images modulo primes: what a computation over Z takes before they are joined.
///
/// ```
/// use polymod::ranks::{Images, Limit, Network};
/// let det = Images {
///     primes: 16_000,
///     image_ns: 1e7,
///     together: 1,
///     request_bytes: 1e7,
///     image_bytes: 24.0,
///     join_ns: 1e8,
/// };
/// let [one, ten, many] = [1, 10, 100_000].map(|ranks| det.on(ranks, 1, &Network::ASSUMED));
/// assert_eq!(one.ns, 160.1e9); // 160 s of images, 0.1 s to join them: nothing is sent
/// assert!(ten.ns < one.ns / 9.0);
/// assert_eq!((ten.limit, many.limit), (Limit::Work, Limit::Request));
/// ```
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct Images {
    /// Number of primes, at most.
    pub primes: usize,
    /// Nanoseconds of an image on one thread.
    pub image_ns: f64,
    /// Number of primes whose images a thread computes at once.
    pub together: usize,
    /// Bytes of the request, which each worker gets once.
    pub request_bytes: f64,
    /// Bytes of an image on its way to the leader.
    pub image_bytes: f64,
    /// Nanoseconds of the leader's Chinese remaindering.
    pub join_ns: f64,
}

impl Images {
    /// Number of primes in a group; a worker gets as many groups at a time as its threads compute at once.
    pub const GROUP: usize = 16;
    /// Bytes of a prime in a message to a worker.
    const PRIME_BYTES: f64 = 8.0;

    /// Predicted time and bytes of the leader on this number of ranks of `threads` threads each. One rank computes all by itself; of several, one is the
    /// leader, whose threads compute, too.
    ///
    /// On P ranks this is the request's time to P − 1 workers, one after the other; the larger one of a rank's images, with the latency of two messages
    /// whenever it gets primes, and of the leader's messages; and the join.
    ///
    /// ```
    /// # use polymod::ranks::{Images, Limit, Network};
    /// # let (request_bytes, image_bytes) = (1e6, 24.0);
    /// let few = Images { primes: 64, image_ns: 1e6, together: 1, request_bytes, image_bytes, join_ns: 0.0 };
    /// let found = few.on(4, 16, &Network::ASSUMED);
    /// assert_eq!((found.work_ns, found.received_bytes), (1e6, 3.0 * 16.0 * 24.0)); // a group a rank, an image a thread
    /// assert_eq!(few.on(64, 16, &Network::ASSUMED).limit, Limit::Groups);
    /// ```
    #[must_use]
    pub fn on(&self, ranks: usize, threads: usize, network: &Network) -> Prediction {
        let (groups, ranks) = (self.primes.div_ceil(Self::GROUP).max(1), ranks.max(1));
        let (together, threads) = (self.together.max(1), threads.max(1));
        // number of images of a thread, of this number of groups of a rank
        let each = |groups: usize| (groups * Self::GROUP).div_ceil(together).div_ceil(threads) * together;
        if ranks == 1 {
            // no groups: all primes are divided among the threads
            let work_ns = self.primes.div_ceil(threads).max(1) as f64 * self.image_ns;
            let ns = work_ns + self.join_ns;
            let limit = if self.join_ns > work_ns { Limit::Join } else { Limit::Work };
            return Prediction {
                ns,
                work_ns,
                network_ns: 0.0,
                files_ns: 0.0,
                sent_bytes: 0.0,
                received_bytes: 0.0,
                limit,
            };
        }
        // a rank gets as many groups at a time as its threads compute at once
        let at_once = (threads * together).div_ceil(Self::GROUP);
        let (full, rest) = (groups / (ranks * at_once), (groups % (ranks * at_once)).div_ceil(ranks));
        let (workers, rounds) = ((ranks - 1) as f64, (full + rest.min(1)) as f64);
        let work_ns = (full * each(at_once) + each(rest)) as f64 * self.image_ns;
        // the leader computes its own share
        let away = (groups - groups / ranks) as f64;
        let requests = network.ns(workers.min(away), workers.min(away) * self.request_bytes);
        let primes = away * Self::GROUP as f64;
        let (out, back) = (primes * Self::PRIME_BYTES, primes * self.image_bytes);
        // in both directions at the same time
        let leader = network.ns(2.0 * (rounds * workers).min(away), out.max(back));
        let waiting = rounds * network.ns(2.0, 0.0);
        let images = (work_ns + waiting).max(leader);
        let limit = [
            (self.join_ns, Limit::Join),
            (requests, Limit::Request),
            (leader, Limit::Leader),
            (work_ns + waiting, if groups < 2 * ranks * at_once { Limit::Groups } else { Limit::Work }),
        ];
        let limit = limit.into_iter().max_by(|a, b| a.0.total_cmp(&b.0)).map_or(Limit::Work, |(_, limit)| limit);
        Prediction {
            ns: requests + images + self.join_ns,
            work_ns,
            network_ns: requests + (images - work_ns),
            files_ns: 0.0,
            sent_bytes: workers.min(away) * self.request_bytes + out,
            received_bytes: back,
            limit,
        }
    }
}

/// A transform whose values are divided among ranks.
///
/// ```
/// use polymod::ranks::{Limit, Network, Transform};
/// let values = Transform { len: 1 << 36, value_bytes: 8.0, one_ns: 60e9, exchanges: 2, file_bytes: 0.0 };
/// let found = values.on(64, &Network::ASSUMED).ok_or("64 ranks are few enough")?;
/// assert_eq!((found.sent_bytes, found.limit), (2.0 * (8u64 << 30) as f64 * 63.0 / 64.0, Limit::Network));
/// assert!(found.ns < 60e9 / 15.0);
/// # Ok::<(), &str>(())
/// ```
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct Transform {
    /// Number of values N, a power of two.
    pub len: u64,
    /// Bytes of a value.
    pub value_bytes: f64,
    /// Nanoseconds of the transform on one machine, if its memory held the values.
    pub one_ns: f64,
    /// Exchanges of all with all: two from file to file, one in the order that products use; three where the ranks begin with runs of the values.
    pub exchanges: u32,
    /// Bytes of the operand and of the result in files, which all ranks read and write together; 0 inside of a product.
    pub file_bytes: f64,
}

impl Transform {
    /// Number of exchanges of all with all of a transform from file to file: before and after the rows.
    ///
    /// ```
    /// use polymod::ranks::{Network, Transform};
    /// let values = Transform { len: 1 << 20, value_bytes: 8.0, one_ns: 1e7, exchanges: Transform::FILE_TO_FILE, file_bytes: 0.0 };
    /// let sent = values.on(2, &Network::ASSUMED).map(|found| found.sent_bytes);
    /// assert_eq!(sent, Some(2.0 * 8.0 * (1 << 18) as f64)); // twice half of its values
    /// ```
    pub const FILE_TO_FILE: u32 = 2;

    /// Predicted time and bytes of each rank; None for more than √N ranks, among which the rows cannot be divided.
    ///
    /// On P ranks of one machine each this is the P-th part of the arithmetic and of the files, and for each exchange P − 1 messages with N/P·(1 − 1/P)
    /// values in all.
    ///
    /// ```
    /// # use polymod::ranks::{Limit, Network, Transform};
    /// let short = Transform { len: 1 << 20, value_bytes: 8.0, one_ns: 1e7, exchanges: 3, file_bytes: 0.0 };
    /// assert_eq!(short.on(1024, &Network::ASSUMED).map(|found| found.limit), Some(Limit::Latency)); // 8 bytes a message
    /// assert_eq!(short.on(2048, &Network::ASSUMED), None);
    /// ```
    #[must_use]
    pub fn on(&self, ranks: usize, network: &Network) -> Option<Prediction> {
        let p = ranks.max(1) as f64;
        if p * p > self.len as f64 {
            return None;
        }
        let (work_ns, exchanges) = (self.one_ns / p, f64::from(self.exchanges));
        let bytes = self.len as f64 / p * (1.0 - 1.0 / p) * self.value_bytes;
        let [messages, traffic] = [network.ns(p - 1.0, 0.0), network.ns(0.0, bytes)].map(|ns| exchanges * ns);
        let limit = match work_ns.max(messages).max(traffic) {
            most if most == work_ns => Limit::Work,
            most if most == messages => Limit::Latency,
            _ => Limit::Network,
        };
        let (network_ns, files_ns) = (messages + traffic, network.files_ns(self.file_bytes / p));
        let (ns, sent_bytes) = (work_ns + network_ns + files_ns, exchanges * bytes);
        let limit = if files_ns > work_ns.max(messages).max(traffic) { Limit::Files } else { limit };
        Some(Prediction { ns, work_ns, network_ns, files_ns, sent_bytes, received_bytes: sent_bytes, limit })
    }

    /// Bytes of values that each rank holds at most: before an exchange, and after it.
    ///
    /// ```
    /// # use polymod::ranks::Transform;
    /// let transform = Transform { len: 1 << 20, value_bytes: 8.0, one_ns: 1e7, exchanges: 2, file_bytes: 0.0 };
    /// assert_eq!(transform.bytes_of_each(4), 2.0 * 8.0 * (1 << 18) as f64);
    /// ```
    #[must_use]
    pub fn bytes_of_each(&self, ranks: usize) -> f64 {
        2.0 * self.bytes_of_part(ranks)
    }

    /// Bytes of the part of a vector that one of these ranks has.
    fn bytes_of_part(&self, ranks: usize) -> f64 {
        self.len.div_ceil(ranks.max(1) as u64) as f64 * self.value_bytes
    }
}

/// A product by transforms whose values, and whose primes if there are several, are divided among ranks.
///
/// ```
/// use polymod::ranks::{Network, Product, Transform};
/// let transform = Transform { len: 1 << 36, value_bytes: 8.0, one_ns: 60e9, exchanges: 1, file_bytes: 0.0 };
/// let product = Product { transform, operands: 2, primes: 2, file_bytes: 0.0 };
/// let [few, many] = [2, 32].map(|ranks| product.on(ranks, &Network::ASSUMED));
/// // a prime for each of two ranks, which exchange residues only; two groups of 16 ranks
/// assert_eq!(few.map(|found| found.sent_bytes), Some((8u64 << 35) as f64));
/// assert_eq!(many.map(|found| found.work_ns), Some(3.0 * 60e9 / 16.0));
/// ```
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct Product {
    /// A transform modulo one prime; its exchanges are those in the order that products use, one.
    pub transform: Transform,
    /// Number of operands: one of a square.
    pub operands: u32,
    /// Number of primes; one for transforms modulo the ring's own modulus.
    pub primes: usize,
    /// Bytes of the operands and of the result in files, which all ranks read and write together.
    pub file_bytes: f64,
}

impl Product {
    /// Predicted time and bytes of each rank; None for more than √N ranks in a group.
    ///
    /// P ranks are in g groups of m = P/g, each of which makes k/g of the products modulo k primes, one transform more than there are operands for each.
    /// With several groups a rank then sends the residues that others join: N·(1/m − 1/P) words of each product.
    ///
    /// ```
    /// # use polymod::ranks::{Network, Product, Transform};
    /// let transform = Transform { len: 1 << 20, value_bytes: 8.0, one_ns: 1e7, exchanges: 1, file_bytes: 0.0 };
    /// let on = |primes, ranks| Product { transform, operands: 1, primes, file_bytes: 0.0 }.on(ranks, &Network::ASSUMED);
    /// assert_eq!(on(1, 4).map(|found| found.work_ns), Some(2.0 * 1e7 / 4.0)); // the square's two transforms
    /// assert_eq!(on(1, 2048), None);
    /// ```
    #[must_use]
    pub fn on(&self, ranks: usize, network: &Network) -> Option<Prediction> {
        let ranks = ranks.max(1);
        let groups = groups(ranks, self.primes.max(1), |_| true);
        let members = ranks / groups;
        let one = self.transform.on(members, network)?;
        let rounds = (self.primes.max(1) / groups) as f64;
        let times = rounds * f64::from(self.operands + 1);
        let kept = 1.0 / members as f64 - 1.0 / ranks as f64;
        let shared = if groups > 1 { 8.0 * rounds * self.transform.len as f64 * kept } else { 0.0 };
        let sharing = if groups > 1 { network.ns((ranks - 1) as f64, shared) } else { 0.0 };
        let (work_ns, network_ns) = (times * one.work_ns, times * one.network_ns + sharing);
        let files_ns = network.files_ns(self.file_bytes / ranks as f64);
        let bytes = times * one.sent_bytes + shared;
        let limit = match one.limit {
            _ if files_ns > work_ns.max(network_ns) => Limit::Files,
            _ if work_ns >= network_ns => Limit::Work,
            Limit::Latency => Limit::Latency,
            _ => Limit::Network,
        };
        Some(Prediction {
            ns: work_ns + network_ns + files_ns,
            work_ns,
            network_ns,
            files_ns,
            sent_bytes: bytes,
            received_bytes: bytes,
            limit,
        })
    }

    /// Bytes that each rank holds at most: the values of the operands and of another vector, and residues before and after they are shared.
    ///
    /// ```
    /// # use polymod::ranks::{Product, Transform};
    /// let transform = Transform { len: 1 << 20, value_bytes: 8.0, one_ns: 1e7, exchanges: 1, file_bytes: 0.0 };
    /// assert_eq!(Product { transform, operands: 2, primes: 1, file_bytes: 0.0 }.bytes_of_each(4), 3.0 * 8.0 * (1 << 18) as f64);
    /// ```
    #[must_use]
    pub fn bytes_of_each(&self, ranks: usize) -> f64 {
        self.bytes_in_groups(groups(ranks.max(1), self.primes.max(1), |_| true), ranks)
    }

    /// The same where the ranks are in this number of groups.
    pub(crate) fn bytes_in_groups(&self, groups: usize, ranks: usize) -> f64 {
        let ranks = ranks.max(1);
        let values = f64::from(self.operands + 1) * self.transform.bytes_of_part(ranks / groups);
        let residues = Transform { value_bytes: 8.0, ..self.transform }.bytes_of_part(ranks);
        values + if self.primes > 1 { 2.0 * self.primes as f64 * residues } else { 0.0 }
    }
}

/// The number of groups of ranks among which primes are divided: the largest that divides both numbers, so that no rank waits for another one, and that
/// `fits`, which says whether a transform may be divided among so few ranks. Larger groups would exchange more messages.
pub(crate) fn groups(ranks: usize, primes: usize, fits: impl Fn(usize) -> bool) -> usize {
    let divides = |groups: &usize| ranks.is_multiple_of(*groups) && primes.is_multiple_of(*groups);
    (2..=primes.min(ranks)).rev().filter(divides).find(|&groups| fits(ranks / groups)).unwrap_or(1)
}

/// Predicted time and bytes of the rank that has most to do.
///
/// ```
/// # use polymod::ranks::{Network, Transform};
/// let found = Transform { len: 1 << 30, value_bytes: 8.0, one_ns: 8e8, exchanges: 1, file_bytes: 0.0 }.on(4, &Network::ASSUMED);
/// assert_eq!(found.map(|found| found.ns), found.map(|found| found.work_ns + found.network_ns + found.files_ns));
/// ```
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct Prediction {
    /// Nanoseconds in all.
    pub ns: f64,
    /// Those of the arithmetic that is divided among the ranks.
    pub work_ns: f64,
    /// Those in which ranks wait for the network.
    pub network_ns: f64,
    /// Those of reading and writing files.
    pub files_ns: f64,
    /// Bytes that the leader sends; of a transform, that each rank sends.
    pub sent_bytes: f64,
    /// Bytes that it receives.
    pub received_bytes: f64,
    /// What takes the longest.
    pub limit: Limit,
}

/// What takes the longest, so that more ranks help little unless it is the arithmetic.
///
/// ```
/// use polymod::ranks::Limit;
/// assert_eq!(Limit::Leader.name(), "leader");
/// ```
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Limit {
    /// The arithmetic that is divided among the ranks.
    Work,
    /// The arithmetic, though there are fewer primes than all threads compute at once, twice.
    Groups,
    /// The request on its way to all workers.
    Request,
    /// Primes and images on the leader's network.
    Leader,
    /// The leader's Chinese remaindering.
    Join,
    /// The bytes of the exchanges.
    Network,
    /// The number of messages of the exchanges.
    Latency,
    /// Reading and writing files.
    Files,
}

impl Limit {
    /// Its name.
    ///
    /// ```
    /// # use polymod::ranks::Limit;
    /// assert_eq!([Limit::Work, Limit::Latency].map(Limit::name), ["work", "latency"]);
    /// ```
    #[must_use]
    pub fn name(self) -> &'static str {
        match self {
            Limit::Work => "work",
            Limit::Groups => "groups",
            Limit::Request => "request",
            Limit::Leader => "leader",
            Limit::Join => "join",
            Limit::Network => "network",
            Limit::Latency => "latency",
            Limit::Files => "files",
        }
    }
}
