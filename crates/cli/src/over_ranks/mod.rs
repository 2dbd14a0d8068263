//! `plan … --ranks N`: the predicted time and bytes of a computation on several machines, as [`polymod::ranks`] has them.

mod chart;

use super::{
    Failure,
    args::{Options, VerbCall},
    explain,
    open::Bound,
    session::Session,
    values::whole,
};
use clap::{Arg, ArgMatches, Command, value_parser};
use polymod::{
    Error,
    core::cpu,
    engine::{Alternative, Decision},
    multimodular::remote::{Done, Request, Team},
    outofcore::BY_RANKS,
    ranks::{Images, Network, Prediction, Product, Transform},
    ring::{Codec, Dfts, Ring},
};
use serde_json::{Value, json};
use std::{
    fmt::Write,
    path::PathBuf,
    sync::{Arc, Mutex, PoisonError},
};

/// Options for what a network is taken to cost: name, unit, and nanoseconds of the unit, or bytes a second.
const NETWORK: [(&str, &str, f64); 3] =
    [("latency", "MICROSECONDS", 1e3), ("bandwidth", "GIGABYTES", 1e9), ("disk", "GIGABYTES", 1e9)];

/// A number above 0.
fn positive(text: &str) -> Result<f64, String> {
    let found = text.parse().ok().filter(|x: &f64| x.is_finite() && *x > 0.0);
    found.ok_or_else(|| "expected a number above 0, such as 2.5".into())
}

/// The options of `plan` itself.
pub fn options(plan: Command) -> Command {
    let ranks = Arg::new("ranks").long("ranks").value_name("N").value_parser(whole::<u32>(1..=1 << 20));
    let plot = Arg::new("plot").long("plot").value_name("FILE").value_parser(value_parser!(PathBuf));
    let [latency, bandwidth, disk] = NETWORK
        .map(|(name, unit, _)| Arg::new(name).long(name).value_name(unit).value_parser(positive).requires("ranks"));
    plan.args(
        [
            ranks.help("ntt, mul and sqr over residues, and modular methods over z: predict time and bytes on 1, 2, 4, … N machines of this kind"),
            latency.help("With --ranks: microseconds of a message between two machines, 2 by default"),
            bandwidth.help("With --ranks: gigabytes a second that a machine sends, and as many that it receives, 10 by default"),
            disk.help("With --ranks: gigabytes a second that a machine reads from files, or writes to them, 5 by default"),
            plot.help("Draw as an SVG file the predicted time of every algorithm by length (mul, sqr, divrem, quo, rem, ntt), or with --ranks the time on 1, 2, 4, … N machines"),
        ]
        .map(|arg| arg.global(true)),
    )
}

/// Machines that are not there: a team that is told what it would compute, and computes nothing.
#[derive(Debug)]
pub struct Ranks {
    /// The largest number of machines.
    most: usize,
    /// Number of threads of each.
    threads: usize,
    network: Network,
    plot: Option<PathBuf>,
    /// What is to be divided among them.
    work: Mutex<Option<Work>>,
}

/// What is divided among ranks.
#[derive(Clone, Copy, Debug)]
enum Work {
    Images(Images),
    Transform(Transform),
    Product(Product),
}

impl Work {
    fn on(&self, count: usize, ranks: &Ranks) -> Option<Prediction> {
        match self {
            Work::Images(images) => Some(images.on(count, ranks.threads, &ranks.network)),
            Work::Transform(transform) => transform.on(count, &ranks.network),
            Work::Product(product) => product.on(count, &ranks.network),
        }
    }

    fn text(&self) -> String {
        match self {
            Work::Images(i) => format!(
                "at most {} images modulo primes of {} each, a request of {}, {} an image, joined in {}",
                i.primes,
                explain::duration(i.image_ns),
                explain::bytes(i.request_bytes),
                explain::bytes(i.image_bytes),
                explain::duration(i.join_ns)
            ),
            Work::Transform(t) => {
                let (all, times) = (explain::bytes(t.len as f64 * t.value_bytes), t.exchanges);
                format!("{} values of {all}, exchanged {times} times", t.len)
            }
            Work::Product(p) => {
                let t = &p.transform;
                let (all, transforms) = (explain::bytes(t.len as f64 * t.value_bytes), p.operands + 1);
                let primes = if p.primes > 1 { format!(" modulo {} primes", p.primes) } else { String::new() };
                let times = if t.exchanges == 1 { "once" } else { "twice" };
                format!("{transforms} transforms of {} values of {all}{primes}, exchanged {times} each", t.len)
            }
        }
    }

    fn json(&self) -> Value {
        match self {
            Work::Images(i) => json!({
                "primes": i.primes, "image_ns": i.image_ns, "together": i.together, "request_bytes": i.request_bytes,
                "image_bytes": i.image_bytes, "join_ns": i.join_ns,
            }),
            Work::Transform(t) => json!({
                "values": t.len, "value_bytes": t.value_bytes, "one_machine_ns": t.one_ns, "exchanges": t.exchanges,
                "file_bytes": t.file_bytes,
            }),
            Work::Product(Product { transform: t, operands, primes, file_bytes }) => json!({
                "values": t.len, "value_bytes": t.value_bytes, "one_machine_ns": t.one_ns, "operands": operands,
                "primes": primes, "exchanges": t.exchanges, "file_bytes": file_bytes,
            }),
        }
    }
}

impl Ranks {
    /// Those of the options, if there are some.
    pub fn of(m: &ArgMatches, options: &Options) -> Option<Arc<Self>> {
        let most = *m.get_one::<u32>("ranks")? as usize;
        let threads = options.threads.map_or_else(|| cpu::host().cores, usize::from);
        let plot = m.get_one::<PathBuf>("plot").cloned();
        let assumed = Network::ASSUMED;
        let given = NETWORK.map(|(name, _, unit)| m.get_one::<f64>(name).map(|x| x * unit));
        let network = Network {
            latency_ns: given[0].unwrap_or(assumed.latency_ns),
            bytes_per_second: given[1].unwrap_or(assumed.bytes_per_second),
            file_bytes_per_second: given[2].unwrap_or(assumed.file_bytes_per_second),
        };
        Some(Arc::new(Ranks { most, threads, network, plot, work: Mutex::default() }))
    }

    /// Refuses verbs that nothing is known of.
    ///
    /// # Errors
    /// [`Failure::Usage`] unless the verb is a modular method, as `resumes` says.
    pub fn check(call: &VerbCall, ring: &str, resumes: bool) -> Result<(), Failure> {
        if call.ranks.is_none() || resumes {
            return Ok(());
        }
        let name = call.verb.name;
        Err(Failure::Usage(format!(
            "--ranks is for transforms and products over residues, and for modular methods over z; {name} over {ring} is neither"
        )))
    }

    /// The numbers of machines, and what is predicted of them.
    fn rows(&self, work: &Work) -> Vec<(usize, Prediction)> {
        let powers = (0..).map(|log| 1 << log).take_while(|&ranks| ranks < self.most);
        powers.chain([self.most]).filter_map(|ranks| Some((ranks, work.on(ranks, self)?))).collect()
    }

    /// The text of a decision, and of what is predicted; draws the chart, if there is one.
    ///
    /// # Errors
    /// Those of the chart's file.
    pub fn text(&self, decision: &Decision, style: explain::Style, session: &Session<'_>) -> Result<String, Failure> {
        let work = *self.work.lock().unwrap_or_else(PoisonError::into_inner);
        let rows = work.as_ref().map_or_else(Vec::new, |work| self.rows(work));
        if let Some(path) = &self.plot {
            let picture = chart::svg(&decision.task, self.threads, &rows);
            let picture = picture.map_err(|e| Failure::Usage(format!("--plot {}: {e}", path.display())))?;
            session.write_to(path, &picture)?;
        }
        Ok(match style {
            explain::Style::Json => format!("{}\n", self.json(decision, work, &rows)),
            explain::Style::Table => explain::text(decision, style) + &self.table(decision, work, &rows),
        })
    }

    fn json(&self, decision: &Decision, work: Option<Work>, rows: &[(usize, Prediction)]) -> Value {
        let row = |(ranks, p): &(usize, Prediction)| {
            json!({
                "ranks": ranks, "predicted_ns": p.ns, "work_ns": p.work_ns, "network_ns": p.network_ns, "files_ns": p.files_ns,
                "sent_bytes": p.sent_bytes, "received_bytes": p.received_bytes, "limit": p.limit.name(),
            })
        };
        let mut all = explain::json(decision);
        all["ranks"] = json!({
            "threads": self.threads,
            "latency_ns": self.network.latency_ns,
            "bytes_per_second": self.network.bytes_per_second,
            "file_bytes_per_second": self.network.file_bytes_per_second,
            "work": work.map(|work| work.json()),
            "rows": rows.iter().map(row).collect::<Vec<_>>(),
        });
        all
    }

    fn table(&self, decision: &Decision, work: Option<Work>, rows: &[(usize, Prediction)]) -> String {
        let Some(work) = work else {
            return format!("  {} takes one machine, whatever the number of ranks\n", decision.chosen);
        };
        let Network { latency_ns, bytes_per_second, file_bytes_per_second } = self.network;
        let (latency, [sent, stored]) =
            (explain::duration(latency_ns), [bytes_per_second, file_bytes_per_second].map(|rate| rate / 1e9));
        let files = if matches!(work, Work::Images(_)) { String::new() } else { format!(", {stored} GB/s of files") };
        let mut out = format!(
            "  {}; ranks of {} threads, {latency} a message, {sent} GB/s of network{files} assumed:\n",
            work.text(),
            self.threads
        );
        let _ = writeln!(
            out,
            "    {:>7}  {:>9}  {:>7}  {:>9}  {:>9}  limit",
            "ranks", "time", "speedup", "sent", "received"
        );
        let one = rows.first().map_or(0.0, |(_, first)| first.ns);
        for (ranks, p) in rows {
            let [time, sent, received] =
                [explain::duration(p.ns), explain::bytes(p.sent_bytes), explain::bytes(p.received_bytes)];
            let (speedup, limit) = (one / p.ns, p.limit.name());
            let _ = writeln!(out, "    {ranks:>7}  {time:>9}  {speedup:>7.1}  {sent:>9}  {received:>9}  {limit}");
        }
        out
    }
}

impl Team for Ranks {
    fn workers(&self) -> usize {
        self.most * self.threads
    }

    fn expect(&self, images: &Images) -> polymod::Result<()> {
        // stages are parts of what was told first
        self.work.lock().unwrap_or_else(PoisonError::into_inner).get_or_insert(Work::Images(*images));
        Ok(())
    }

    fn share(
        &self,
        _: &Request,
        _: &mut (dyn Iterator<Item = Vec<u64>> + Send),
        _: &mut Done<'_>,
    ) -> polymod::Result<()> {
        Err(Error::Cancelled)
    }
}

impl Bound {
    /// Prints the plan of a transform on several machines, of any length: the values are not read.
    pub(super) fn plan_transform(&self, ranks: &Ranks, call: &VerbCall, session: &Session<'_>) -> Result<(), Failure> {
        let len = call.transform.len(self.values(call, session)?);
        self.root(len, call, session)?;
        let (threads, ring) = (ranks.threads, self.ring.name());
        let own = self.ring.engine().enter(|cx| self.ring.own_dfts(len, cx));
        let one_ns = own.iter().map(|way| way.predicted_ns).fold(f64::INFINITY, f64::min);
        if !len.is_power_of_two() {
            return Err(Failure::Usage(format!("--ranks: transforms over ranks have 2^k values, not {len}")));
        }
        if own.is_empty() {
            return Err(Failure::Usage(format!(
                "--ranks: {ring} has no transform of {len} values that is divided among ranks on this CPU"
            )));
        }
        let value_bytes = self.ring.zeros(0).view().bytes_for(1.0);
        let file_bytes = 2.0 * value_bytes * len as f64;
        let transform =
            Transform { len: len as u64, value_bytes, one_ns, exchanges: Transform::FILE_TO_FILE, file_bytes };
        let peak_bytes = transform.bytes_of_each(ranks.most);
        let decision = Decision {
            parameters: vec![("ranks", ranks.most.to_string()), ("threads", threads.to_string())],
            ..Decision::only(format!("transform over {ring}, {len} values"), BY_RANKS)
        };
        self.print_work(ranks, Work::Transform(transform), (decision, peak_bytes), session)
    }

    /// Prints the plan of a product on several machines, of which nothing but the lengths of the operands is read.
    pub(super) fn plan_product(&self, ranks: &Ranks, call: &VerbCall, session: &Session<'_>) -> Result<(), Failure> {
        let (lens, ring) = (self.factors(call, session)?, self.ring.name());
        let mut product = self.product_of(&lens, call, session)?.on_ranks()?;
        if self.ring.packed_bits() == 1 {
            // a bit is a word in an array
            product.file_bytes *= 64.0;
        }
        let decision = Decision {
            parameters: vec![
                ("ranks", ranks.most.to_string()),
                ("primes", product.primes.to_string()),
                ("threads", ranks.threads.to_string()),
            ],
            ..Decision::only(
                format!("product over {ring}, {} by {} coefficients", lens[0], lens[lens.len() - 1]),
                BY_RANKS,
            )
        };
        let peak_bytes = product.bytes_of_each(ranks.most);
        self.print_work(ranks, Work::Product(product), (decision, peak_bytes), session)
    }

    fn print_work(
        &self,
        ranks: &Ranks,
        work: Work,
        (decision, peak_bytes): (Decision, f64),
        session: &Session<'_>,
    ) -> Result<(), Failure> {
        let Some(found) = work.on(ranks.most, ranks) else {
            let len = match work {
                Work::Transform(transform) | Work::Product(Product { transform, .. }) => transform.len,
                Work::Images(_) => 1,
            };
            let (count, most) = (ranks.most, 1u64 << (len.ilog2() / 2));
            return Err(Failure::Usage(format!(
                "--ranks {count}: the rows of {len} values can be divided among {most} ranks at most"
            )));
        };
        *ranks.work.lock().unwrap_or_else(PoisonError::into_inner) = Some(work);
        let peak_bytes = peak_bytes as u64;
        let alternatives = vec![Alternative { algorithm: BY_RANKS, predicted_ns: found.ns, peak_bytes }];
        session.print(&ranks.text(&Decision { alternatives, ..decision }, session.style(), session)?)
    }
}
