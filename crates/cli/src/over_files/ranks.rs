//! Transforms and products by all ranks of a job: each reads its part of the operands and writes its part of the result, in NumPy's arrays that all see.

use super::{Form, OverFiles, is_replaced};
use crate::{
    Failure, Job,
    args::VerbCall,
    io::{Format, Order, Stored, Storing},
    open::Bound,
    session::Session,
    verbs::Takes,
};
use polymod::{
    Result as PolymodResult,
    outofcore::{BY_RANKS, FileDft, Ranks, Sink, Source},
    poly::Part,
    ring::{AnyRing, Ring},
};
use std::{
    path::{Path, PathBuf},
    sync::{
        Arc,
        atomic::{AtomicUsize, Ordering::Relaxed},
    },
};

/// A result that is being written, and where its last coefficient that is not 0 is.
struct Written {
    storing: Storing<AnyRing>,
    /// Words of a coefficient; 0 for bits.
    width: usize,
    /// Number of coefficients.
    len: usize,
    /// Of those without the zeros at the end.
    end: AtomicUsize,
}

impl Written {
    /// Number of words of coefficients.
    fn words_of(&self, len: usize) -> usize {
        if self.width == 0 { len.div_ceil(64) } else { len * self.width }
    }

    /// Number of coefficients in these words without the zeros at the end, and without those from `len` on; 0 if all are.
    fn used(&self, words: &[u64], len: usize) -> usize {
        let word = |i: usize| match len.saturating_sub(64 * i) {
            kept @ 1..64 if self.width == 0 => words[i] & ((1 << kept) - 1),
            _ => words[i],
        };
        let last = (0..words.len()).rev().find(|&i| word(i) != 0);
        last.map_or(0, |i| i.checked_div(self.width).unwrap_or_else(|| 64 * i + word(i).ilog2() as usize) + 1)
    }
}

impl Sink for Written {
    fn write(&self, first: usize, words: &[u64]) -> PolymodResult<()> {
        let len = self.len.saturating_sub(first);
        let used = self.used(&words[..words.len().min(self.words_of(len))], len);
        if used > 0 {
            self.end.fetch_max(first + used, Relaxed);
        }
        self.storing.write(first, words)
    }
}

/// Bytes of memory that this process has held at most, the program and its libraries included; 0 where the system does not say.
fn peak_bytes() -> u64 {
    let status = std::fs::read_to_string("/proc/self/status").unwrap_or_default();
    let kilobytes = status.lines().find_map(|line| line.strip_prefix("VmHWM:")?.trim().strip_suffix(" kB"));
    kilobytes.and_then(|text| text.parse::<u64>().ok()).map_or(0, |kilobytes| 1024 * kilobytes)
}

impl Bound {
    /// The task of all ranks of the job, if there are several, and the call suits them: operands and result are arrays in files, and no other algorithm
    /// is asked for.
    ///
    /// # Errors
    /// [`Failure::Usage`] if they are asked for and the call does not suit them, or on a rank that another one leads.
    pub(crate) fn by_ranks<'a>(
        &self,
        call: &VerbCall,
        session: &'a Session<'_>,
    ) -> Result<Option<(OverFiles, &'a Arc<Ranks>)>, Failure> {
        let several = |job: &&Job| job.together.count() > 1 && call.verb.takes(Takes::Files) && !call.planned;
        let Some(job) = session.job.as_ref().filter(several) else { return Ok(None) };
        let asked = match session.options.algorithm.as_deref() {
            None => false,
            Some(BY_RANKS) => true,
            Some(_) => return Ok(None),
        };
        let suited = self.suited(call, session).and_then(|task| match self.suits_ranks(&task, call, session) {
            Ok(true) => Ok(task),
            Ok(false) => Err("arrays in files are transformed and multiplied by ranks, to another one".to_owned()),
            Err(e) => Err(e.to_string()),
        });
        match suited {
            Ok(task) => Ok(Some((task, &job.together))),
            Err(why) if asked => Err(Failure::Usage(format!("--algorithm {BY_RANKS} does not apply here: {why}"))),
            Err(why) if job.together.rank() > 0 => Err(Failure::Usage(why)),
            Err(_) => Ok(None),
        }
    }

    fn suits_ranks(&self, task: &OverFiles, call: &VerbCall, session: &Session<'_>) -> Result<bool, Failure> {
        let arrays = task.operands.iter().all(|(_, form)| *form == Form::Binary(Format::Npy));
        let values = call.verb.name == "ntt" && !call.transform.inverse;
        let ascending = values || session.options.order() == Order::Asc;
        let replaces = matches!(&session.options.output[..], [path] if is_replaced(path));
        if !(arrays && ascending && replaces && task.format == Format::Npy) {
            return Ok(false);
        }
        let lens = self.lens(task, &super::counted)?;
        if call.verb.name == "ntt" {
            return Ok(FileDft::<AnyRing>::applies(call.transform.len(lens[0])));
        }
        // over files parts are not verified, and F_2 has too few points
        let verifiable = call.part == Part::All && self.ring.zeros(0).width() > 0;
        if lens.contains(&0) || session.options.verify && !verifiable {
            return Ok(false);
        }
        Ok(self.product_of(&lens, call, session)?.on_ranks().is_ok())
    }

    /// Computes by all ranks. The leader makes the file of the result, and replaces the old one when all have written their parts.
    pub(crate) fn run_by_ranks(
        &self,
        call: &VerbCall,
        (task, ranks): (&OverFiles, &Arc<Ranks>),
        session: &Session<'_>,
    ) -> Result<(), Failure> {
        let transforms = call.verb.name == "ntt";
        // values are in the order of the points
        let order = if transforms && call.transform.inverse { Order::Asc } else { session.options.order() };
        let parts = ranks.agree(self.opened(task, order)).and_then(|operands| {
            let written = self.write_parts(call, task, &operands, ranks, session)?;
            let own = vec![written.end.load(Relaxed) as u64, ranks.sent_bytes(), peak_bytes()];
            Ok((ranks.gather(Ok::<_, Failure>(own))?, operands, written.storing))
        });
        // a rank that fails anywhere says so once, and then all do; after the last of these nobody waits for another
        let (all, operands, storing) = match parts {
            Ok(parts) => parts,
            Err(e) => return ranks.agree(Err(e)),
        };
        if ranks.rank() != 0 {
            return Ok(());
        }
        if session.options.time {
            let [sent, held] = [1, 2].map(|i| all.iter().map(|own| own[i].to_string()).collect::<Vec<_>>().join(", "));
            session.say(&format!("sent {sent} bytes by the ranks\nheld {held} bytes at most by the ranks\n"));
        }
        let trimmed = all.iter().map(|own| own[0] as usize).max().unwrap_or(0);
        self.finish_of_ranks(call, &operands, (storing, trimmed), session)
    }

    /// Writes this rank's part of the result, to the disk.
    fn write_parts(
        &self,
        call: &VerbCall,
        task: &OverFiles,
        operands: &[Stored<AnyRing>],
        ranks: &Arc<Ranks>,
        session: &Session<'_>,
    ) -> Result<Written, Failure> {
        let lens: Vec<usize> = operands.iter().map(Source::len).collect();
        self.check_lens(task, &lens, ranks)?;
        let transforms = call.verb.name == "ntt";
        let len = if transforms { call.transform.len(lens[0]) } else { self.product_of(&lens, call, session)?.len() };
        let written = self.written(&session.options.output[0], len, ranks, session)?;
        let sources: Vec<&dyn Source> = operands.iter().map(|operand| operand as &dyn Source).collect();
        session.computed(call.verb.name, &self.ring.name(), || {
            if transforms {
                let (transform, _) = self.transform(len, call, session, &self.place(std::env::temp_dir()))?;
                return Ok(transform.among(ranks)?.run(sources[0], &written)?);
            }
            let product = self.product_of(&lens, call, session)?.among(ranks)?;
            Ok(product.run(sources[0], sources.get(1).copied(), &written)?)
        })?;
        written.storing.sync()?;
        Ok(written)
    }

    /// Verifies the result, if that is asked for, and replaces the old file.
    fn finish_of_ranks(
        &self,
        call: &VerbCall,
        operands: &[Stored<AnyRing>],
        (storing, trimmed): (Storing<AnyRing>, usize),
        session: &Session<'_>,
    ) -> Result<(), Failure> {
        let (first, last) = (&operands[0], &operands[operands.len() - 1]);
        let target = super::Target::Place(storing);
        if call.verb.name == "ntt" {
            let len = call.transform.len(first.len());
            let (wrap, root) = (call.transform.wrap(), self.root(len, call, session)?);
            self.checked(session, &target, Format::Npy, |checker, result| {
                let (values, coefficients): (&dyn Source, &dyn Source) =
                    if call.transform.inverse { (first, result) } else { (result, first) };
                checker.file_transform((len, wrap, &root), values, coefficients)
            })?;
            return self.finish(target, len, Format::Npy, Order::Asc, session);
        }
        self.checked(session, &target, Format::Npy, |checker, result| checker.file_product([first, last], result))?;
        self.finish(target, trimmed, Format::Npy, Order::Asc, session)
    }

    fn opened(&self, task: &OverFiles, order: Order) -> Result<Vec<Stored<AnyRing>>, Failure> {
        let open = |(path, _): &(PathBuf, Form)| Ok(Stored::open(&self.ring, path, Format::Npy, order)?);
        task.operands.iter().map(open).collect()
    }

    /// Refuses operands of other lengths than those that the leader sees.
    fn check_lens(&self, task: &OverFiles, lens: &[usize], ranks: &Ranks) -> Result<(), Failure> {
        let own: Vec<u64> = lens.iter().map(|&len| len as u64).collect();
        let leader = ranks.gather(Ok::<_, Failure>(own.clone()))?.swap_remove(0);
        ranks.agree(match own.iter().zip(&leader).position(|(own, leader)| own != leader) {
            None => Ok(()),
            Some(i) => {
                let (name, here, there) = (task.operands[i].0.display(), own[i], leader[i]);
                Err(Failure::Usage(format!("{name} has {here} coefficients here, and {there} for the leader")))
            }
        })
    }

    /// The file of the result, which the leader makes before others open it.
    fn written(&self, path: &Path, len: usize, ranks: &Ranks, session: &Session<'_>) -> Result<Written, Failure> {
        let create = || {
            session.interrupt.creating(|| {
                let storing = Storing::create(&self.ring, path, len, Format::Npy)?;
                let temporary = storing.temporary().to_owned();
                Ok::<_, Failure>((storing, Some(temporary)))
            })
        };
        let made = ranks.agree(if ranks.rank() == 0 { create().map(Some) } else { Ok(None) })?;
        let storing = match made {
            Some(storing) => Ok(storing),
            None => Storing::join(&self.ring, path, len).map_err(Failure::from),
        };
        let width = self.ring.zeros(0).width();
        Ok(Written { storing: ranks.agree(storing)?, width, len, end: AtomicUsize::new(0) })
    }
}
