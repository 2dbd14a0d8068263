//! One run: reads the operands, computes, times, checks and explains the result, and writes it.

use super::{
    Failure, Job,
    args::{ExplainStyle, GenerateIrreducible, GenerateMatrix, GeneratePoly, Options, Special, VerbCall},
    completion::algorithms,
    explain::{self, DIRECT},
    interrupt::Interrupt,
    lengths, limits,
    observer::Observer,
    open::{Bound, Commands},
    operands::held,
    over_ranks::Ranks,
    random::seeded,
    results,
    spec::RingSpec,
    verbs::{Method, Operands, Takes, Value, working},
};
use crate::io::{Format, Output, ReadOptions, Source};
use polymod::{
    Error,
    engine::Decision,
    multimodular::{
        Checkpoint,
        remote::{Processes, Team},
    },
    outofcore,
    ring::{AnyRing, Codec},
    text::Variable,
    verify::Checker,
};
use std::{
    ffi::OsStr,
    io::Write,
    path::Path,
    process::Command,
    sync::Arc,
    time::{Duration, Instant},
};

/// Context of a run.
pub struct Session<'a> {
    /// The options.
    pub options: &'a Options,
    /// The receiver of the engine's events.
    pub observer: &'a Observer,
    /// The handler of interrupts.
    pub interrupt: &'a Interrupt,
    /// The variable of the operands.
    pub variable: &'a Variable,
    /// The ranks that compute images for modular methods, if this is the leader of a job.
    pub job: Option<Job>,
}

/// Number of results.
#[derive(Clone, Copy)]
enum Results {
    These(usize),
    /// As many as the operands make, one a line.
    Many,
}

impl<'a> Session<'a> {
    /// Largest number of bytes of operands and results.
    #[must_use]
    pub fn memory(&self) -> u64 {
        limits::of(self.options.memory)
    }

    /// The file or stream for one result; an interrupt removes its temporary file.
    ///
    /// # Errors
    /// If it cannot be opened, or several are named.
    pub fn output(&self) -> Result<Output, Failure> {
        match &self.options.output[..] {
            [] => Ok(Output::stdout()),
            [path] => self.create(path),
            paths => Err(Failure::Usage(format!("there is one result for {} files", paths.len()))),
        }
    }

    /// The files or the stream for these results: one for each, or one for all.
    fn outputs(&self, results: Results) -> Result<Vec<Output>, Failure> {
        let (paths, files) = (&self.options.output, self.options.output.len());
        match results {
            _ if files <= 1 => return Ok(vec![self.output()?]),
            Results::Many => {
                return Err(Failure::Usage(format!("all results go to one file, one a line, not to {files}")));
            }
            Results::These(count) if count != files => {
                let s = if count == 1 { "" } else { "s" };
                return Err(Failure::Usage(format!("there are {count} result{s} for {files} files")));
            }
            Results::These(_) => {}
        }
        if let Some(path) = (1..paths.len()).find(|&i| paths[..i].contains(&paths[i])).map(|i| paths[i].display()) {
            return Err(Failure::Usage(format!("-o {path} is named twice: expected a file for each result")));
        }
        paths.iter().map(|path| self.create(path)).collect()
    }

    /// Opens a file for a result.
    ///
    /// # Errors
    /// If it cannot be opened.
    pub fn create(&self, path: &Path) -> Result<Output, Failure> {
        self.interrupt.creating(|| {
            let output = Output::create(path)?;
            let temporary = output.temporary().map(Path::to_path_buf);
            Ok((output, temporary))
        })
    }

    /// The call with its checkpoint opened and its workers started, if there are some.
    ///
    /// # Errors
    /// [`Failure::Usage`] if the verb supports neither, or with ranks; the errors of [`Checkpoint::open`] and [`Processes::start`].
    pub fn resumed(&self, call: &VerbCall, resumes: bool) -> Result<VerbCall, Failure> {
        let mut call = call.clone();
        // a checkpoint is of its algorithm; names of others are refused by the decision
        if let Some(name) = self.options.algorithm.as_deref().filter(|_| resumes) {
            call.modular.algorithm = match name.contains(':') {
                true => Some(name.parse()?),
                false => name.parse().ok(),
            };
        }
        let (workers, ring) = (&self.options.worker, &self.options.ring);
        for (option, given) in [("--checkpoint", self.options.checkpoint.is_some()), ("--worker", !workers.is_empty())]
        {
            if given && !resumes {
                let name = call.verb.name;
                return Err(Failure::Usage(format!(
                    "{option} is for modular methods over z; {name} over {ring} is none"
                )));
            }
        }
        if let Some(job) = self.job.as_ref().filter(|_| !workers.is_empty()) {
            return Err(Failure::Usage(format!(
                "--worker is for polymod: here {} ranks compute the images",
                job.together.count()
            )));
        }
        Ranks::check(&call, ring, resumes)?;
        if call.planned {
            call.modular.team = call.ranks.clone().map(|ranks| ranks as Arc<dyn Team>);
            return Ok(call);
        }
        if resumes {
            call.modular.team = self.job.as_ref().and_then(|job| job.team.clone());
        }
        if !workers.is_empty() {
            call.modular.team = Some(Arc::new(Processes::start(workers.iter().map(|worker| {
                let mut command = Command::new("sh");
                command.args(["-c", worker]);
                command
            }))?));
        }
        let Some(path) = &self.options.checkpoint else { return Ok(call) };
        let checkpoint = Checkpoint::open(path)?;
        if let Some(loss) = checkpoint.loss() {
            self.say(&format!("{}: {loss}\n", path.display()));
        }
        call.modular.checkpoint = Some(Arc::new(checkpoint));
        Ok(call)
    }

    /// Reports the number of records of the checkpoint that could not be used, and with `--time` the bytes to and from workers.
    pub fn account(&self, call: &VerbCall) {
        let traffic = call.modular.team.as_ref().filter(|_| self.options.time).and_then(|team| team.traffic());
        if let Some([sent, received]) = traffic.filter(|bytes| *bytes != [0, 0]) {
            self.say(&format!("sent {sent} bytes to workers, received {received} bytes\n"));
        }
        let Some(checkpoint) = &call.modular.checkpoint else { return };
        if let (count @ 1.., Some(path)) = (checkpoint.unusable_records(), &self.options.checkpoint) {
            let path = path.display();
            self.say(&format!("{path}: records that this computation cannot have made, {count}: computed them anew\n"));
        }
    }

    /// Computes the result, as often as `--repeat` says; reports its decisions and its time.
    ///
    /// # Errors
    /// The errors of `compute`.
    pub fn computed<T>(&self, verb: &str, ring: &str, compute: impl Fn() -> Result<T, Failure>) -> Result<T, Failure> {
        let options = self.options;
        let timed = || {
            let start = Instant::now();
            self.demanding(verb, ring, &compute).map(|value| (value, start.elapsed()))
        };
        let (first, decisions) = match options.explain {
            Some(_) => self.observer.recorded(timed),
            None => (timed(), Vec::new()),
        };
        let (mut value, mut best): (_, Duration) = first?;
        if let Some(style) = options.explain {
            self.say(&explain::text(&explain::combined(verb, ring, decisions), style));
        }
        for _ in 1..options.repeat {
            drop(value);
            let (again, time) = timed()?;
            value = again;
            best = best.min(time);
        }
        if options.time {
            self.say(&format!("compute {:.9} s\n", best.as_secs_f64()));
        }
        Ok(value)
    }

    /// Refuses an algorithm for a verb that has one only.
    ///
    /// # Errors
    /// [`Error::Algorithm`].
    fn check_direct(&self, verb: &str, ring: &str) -> Result<(), Failure> {
        match &self.options.algorithm {
            Some(name) if name != DIRECT => Err(only_direct(name, verb, ring)),
            _ => Ok(()),
        }
    }

    /// Computes, with the algorithm of `--algorithm` demanded of the first decision.
    fn demanding<T>(&self, verb: &str, ring: &str, compute: impl FnOnce() -> Result<T, Failure>) -> Result<T, Failure> {
        // of several ranks, one that is here computes with the others
        let of_files = |name: &&str| {
            *name == outofcore::NAME
                || *name == outofcore::BY_RANKS && self.job.as_ref().is_some_and(|job| job.together.count() > 1)
        };
        let Some(name) = self.options.algorithm.as_deref().filter(|name| !of_files(name)) else {
            return compute();
        };
        let base = name.split(':').next().unwrap_or(name);
        self.observer.demand(Some(base));
        let result = compute();
        // a computation without decisions has one algorithm, and for trivial operands each does the same
        if self.observer.demand(None).is_some() && base != DIRECT && !algorithms().contains(base) {
            return Err(only_direct(name, verb, ring));
        }
        result
    }

    /// The first decision of `compute`, which stops there; one without alternatives if it takes none.
    fn decision<T>(
        &self,
        verb: &str,
        ring: &str,
        compute: impl FnOnce() -> Result<T, Failure>,
    ) -> Result<Decision, Failure> {
        let cancel = self.interrupt.cancel();
        let (computed, told) = self.observer.planned(cancel, || self.demanding(verb, ring, compute));
        match told.is_empty() {
            true => drop(computed?),
            false => cancel.reset(),
        }
        Ok(explain::combined(verb, ring, told))
    }

    /// Prints the plan of the verb: the first decision of `compute`, which stops there.
    ///
    /// # Errors
    /// The errors of `compute` before that decision; the errors of writing.
    pub fn plan<T>(
        &self,
        call: &VerbCall,
        ring: &str,
        compute: impl FnOnce() -> Result<T, Failure>,
    ) -> Result<(), Failure> {
        let decision = self.decision(call.verb.name, ring, compute)?;
        self.print(&match &call.ranks {
            Some(ranks) => ranks.text(&decision, self.style(), self)?,
            None => explain::text(&decision, self.style()),
        })
    }

    /// The style of plans.
    #[must_use]
    pub fn style(&self) -> ExplainStyle {
        self.options.explain.unwrap_or(ExplainStyle::Table)
    }

    /// Writes a text as the result.
    ///
    /// # Errors
    /// The errors of writing.
    pub fn print(&self, text: &str) -> Result<(), Failure> {
        let mut output = self.output()?;
        output.with_writer(|out| out.write_all(text.as_bytes()))?;
        Ok(output.finish()?)
    }

    /// Writes a text to a file.
    ///
    /// # Errors
    /// The errors of writing.
    pub fn write_to(&self, path: &Path, text: &str) -> Result<(), Failure> {
        let mut output = self.create(path)?;
        output.with_writer(|out| out.write_all(text.as_bytes()))?;
        Ok(output.finish()?)
    }

    /// Writes a line to standard error, unless this is a rank that another one leads; errors of that are ignored.
    pub fn say(&self, text: &str) {
        if self.job.as_ref().is_some_and(|job| job.together.rank() > 0) {
            return;
        }
        self.observer.clear();
        let _ = std::io::stderr().write_all(text.as_bytes());
    }

    /// Options for reading operands.
    pub fn reading(&self) -> ReadOptions<'a> {
        ReadOptions {
            format: self.options.input_format,
            order: self.options.order(),
            memory: limits::for_operands(self.memory()),
            variable: Some(self.variable),
        }
    }

    /// The format of results, given that of the first operand that has one.
    pub fn format(&self, operand: Option<Format>) -> Format {
        self.options.format.unwrap_or_else(|| operand.map_or(Format::Json, Format::of_results))
    }
}

impl Commands for Bound {
    fn name(&self) -> String {
        self.spec.to_string()
    }

    fn verbs(&self) -> Vec<&'static str> {
        self.names()
    }

    fn call(&self, call: &VerbCall, session: &Session<'_>) -> Result<(), Failure> {
        let unsupported = || Error::Unsupported { operation: call.verb.name.into(), ring: self.name() };
        let method = self.method(call.verb).ok_or_else(unsupported)?;
        if let Some(ranks) = &call.ranks {
            if call.verb.name == "ntt" {
                return self.plan_transform(ranks, call, session);
            }
            if call.verb.takes(Takes::Files) && self.spec.modulus().is_some() {
                return self.plan_product(ranks, call, session);
            }
            Ranks::check(call, &self.name(), method.resumes)?;
        }
        if let Some((task, ranks)) = self.by_ranks(call, session)? {
            return self.run_by_ranks(call, (&task, ranks), session);
        }
        match self.over_files(call, session)? {
            Some(task) if call.planned && call.plot.is_none() => return self.plan_over_files(call, &task, session),
            Some(_) if call.planned => return Err(Failure::Usage("--plot is for operands that are in memory".into())),
            Some(task) => return self.run_over_files(call, &task, session),
            None => {}
        }
        self.in_memory(method, call, session)
    }

    fn generate(&self, what: &GeneratePoly, session: &Session<'_>) -> Result<(), Failure> {
        self.random_poly(what, session)
    }

    fn generate_matrix(&self, what: &GenerateMatrix, session: &Session<'_>) -> Result<(), Failure> {
        self.random_matrix(what, session)
    }

    fn generate_irreducible(&self, what: &GenerateIrreducible, session: &Session<'_>) -> Result<(), Failure> {
        self.random_irreducible(what, session)
    }

    fn generate_special(&self, what: Special, session: &Session<'_>) -> Result<(), Failure> {
        self.special(what, session)
    }
}

impl Bound {
    /// Reads the operands, computes by this method, and writes the results.
    fn in_memory(&self, method: &Method, call: &VerbCall, session: &Session<'_>) -> Result<(), Failure> {
        let name = call.verb.name;
        self.check_modulus_factors(call)?;
        let call = &session.resumed(call, method.resumes)?;
        let (operands, format) = self.read(call, session).map_err(Failure::of_memory)?;
        let held = held(&operands);
        let result = (method.bytes)(&operands, call);
        limits::check(name, result + working(method, &operands, result, held), held, session.memory())?;
        if method.direct {
            session.check_direct(name, &self.name())?;
        }
        let shapes = method.shapes(&operands, call);
        if let Some(path) = &call.plot {
            let svg = match lengths::VERBS.contains(&name) {
                true => lengths::svg(call, &operands)?,
                false if method.direct => return Err(lengths::one_algorithm(name, &self.name())),
                false => lengths::of_parts(call, &operands, |part| {
                    let prepared = method.run.prepared(part);
                    session.decision(name, &self.name(), || prepared.run(call).map(drop))
                })?,
            };
            session.write_to(path, &svg)?;
        }
        let prepared = method.run.prepared(operands);
        if call.planned {
            let planned = session.plan(call, &self.name(), || match method.direct {
                true => Ok(()),
                false => prepared.run(call).map(drop),
            });
            return planned.map_err(|error| self.or_with_factors(error, call));
        }
        let format = session.format(format);
        let mut outputs = session.outputs(if method.many { Results::Many } else { Results::These(shapes.len()) })?;
        outputs.iter().try_for_each(|output| output.refuse_terminal(format))?;
        if matches!(format, Format::Npy | Format::Bin) {
            let has = match shapes.len() {
                _ if method.many => "as many as B has degrees: name another --format".to_string(),
                count if outputs.len() < count => format!("{count}: name a file for each by -o"),
                _ => String::new(),
            };
            if !has.is_empty() {
                return Err(Failure::Usage(format!("{format} holds one result, {name} has {has}")));
            }
        }
        results::check(name, &self.name(), shapes, format, self.ring.packed_bits())?;
        let value = session.computed(name, &self.name(), || prepared.run(call));
        let value = value.map_err(|error| self.or_with_factors(error, call))?;
        session.account(call);
        if session.options.verify {
            self.check(method, &prepared.operands(), call, &value, session)?;
        }
        session.observer.clear();
        let values = match value {
            Value::Several(values) => values,
            one => vec![one],
        };
        let last = outputs.len() - 1;
        for (i, value) in values.iter().enumerate() {
            self.write(value, format, session.options.order(), &mut outputs[i.min(last)])?;
        }
        Ok(Output::finish_all(outputs)?)
    }

    /// Refuses prime factors of a modulus where there is none, and for what has no answer modulo composite integers.
    fn check_modulus_factors(&self, call: &VerbCall) -> Result<(), Failure> {
        if call.modulus_factors.is_none() {
            return Ok(());
        }
        if !matches!(self.spec, RingSpec::Modulo(_)) {
            return Err(Failure::Usage(format!("--modulus-factors is for --ring zn:N, not for {}", self.name())));
        }
        if call.multiplicities {
            return Err(Failure::Usage("roots modulo composite integers have no --multiplicities".into()));
        }
        Ok(())
    }

    /// An error, with the option by which the verb works modulo composite integers where that is what it refuses.
    fn or_with_factors(&self, error: Failure, call: &VerbCall) -> Failure {
        let refuses = matches!(error, Failure::Library(Error::Composite { .. }));
        let takes = call.verb.takes(Takes::ModulusFactors) && call.modulus_factors.is_none() && !call.multiplicities;
        if !refuses || !takes || !matches!(self.spec, RingSpec::Modulo(_)) {
            return error;
        }
        Failure::NoSuch(format!("{error}; for composite ones name their primes by --modulus-factors P,P,… or find"))
    }

    /// Checks a result by `--verify`, and reports that.
    fn check(
        &self,
        method: &Method,
        operands: &Operands<AnyRing>,
        call: &VerbCall,
        value: &Value<AnyRing>,
        session: &Session<'_>,
    ) -> Result<(), Failure> {
        let mut checker = Checker::new(&operands.ring, seeded(session.options.seed));
        let start = Instant::now();
        let proof = (method.check)(&mut checker, operands, call, value)?;
        if session.options.time {
            session.say(&format!("verify {:.9} s\n", start.elapsed().as_secs_f64()));
        }
        session.say(&format!("verified: {proof}\n"));
        Ok(())
    }
}

/// The refusal of an algorithm for a verb that takes no decision.
fn only_direct(name: &str, verb: &str, ring: &str) -> Failure {
    Error::algorithm(name, format!("{verb} over {ring}"), [DIRECT]).into()
}

/// Whether an operand is standard input, in any format.
pub(super) fn is_stdin(operand: &OsStr) -> bool {
    matches!(Source::from(operand.to_os_string()).parts().0, Source::Stdin)
}
