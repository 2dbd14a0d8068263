//! Transforms and products of data larger than memory: the operands stay in their files; operands of text are converted
//! to files of words first.

mod ranks;

use super::{
    Failure,
    args::{Options, VerbCall},
    limits,
    open::Bound,
    random::seeded,
    scalar::integer,
    session::Session,
    verbs::{self, Takes, Verb},
};
use crate::io::{FileError, Format, Order, Output, Source as Operand, Stored, Storing, format_of_file};
use polymod::{
    Error,
    core::transform::ntt::{Direction, Wrap},
    outofcore::{BY_RANKS, FileDft, NAME, Product, Scratch, Sink, Source, Workplace},
    poly::Part,
    ring::{AnyElem, AnyRing, Codec, Ring, Roots, Vectors, View},
    text::{self, ReadError},
    verify::{Checker, Proof, Unverified},
};
use std::{
    fs::File,
    io::{self, BufReader},
    path::{Path, PathBuf},
};

/// Number of coefficients of text that are read at a time.
const RUN: usize = 1 << 14;

/// Refuses `--algorithm out-of-core` and `by-ranks` for a verb that cannot work over files.
///
/// # Errors
/// [`Failure::Usage`].
pub fn check_algorithm(verb: &Verb, options: &Options) -> Result<(), Failure> {
    let asked = options.algorithm.as_deref().filter(|name| [NAME, BY_RANKS].contains(name));
    if let Some(name) = asked.filter(|_| !verb.takes(Takes::Files)) {
        let verbs: Vec<_> = verbs::all().filter(|verb| verb.takes(Takes::Files)).map(|verb| verb.name).collect();
        let (verb, verbs) = (verb.name, verbs.join(", "));
        return Err(Failure::Usage(format!("--algorithm {name} does not apply to {verb}, but to {verbs}")));
    }
    Ok(())
}

/// A task over files.
pub struct OverFiles {
    operands: Vec<(PathBuf, Form)>,
    format: Format,
}

/// Form of an operand in its file.
#[derive(Clone, Copy, PartialEq, Eq)]
enum Form {
    /// Binary, as the task needs it.
    Binary(Format),
    /// Text, of this form if it was named.
    Text(Option<text::Form>),
}

/// A vector in files.
enum Vector {
    Stored(Stored<AnyRing>),
    Scratch(Scratch),
}

impl Vector {
    fn source(&self) -> &dyn Source {
        match self {
            Vector::Stored(stored) => stored,
            Vector::Scratch(scratch) => scratch,
        }
    }
}

/// Destination of the result: its final file, or a stream that is written at the end.
enum Target {
    Place(Storing<AnyRing>),
    Stream(Scratch, Output),
}

impl Target {
    fn sink(&self) -> &dyn Sink {
        match self {
            Target::Place(storing) => storing,
            Target::Stream(scratch, _) => scratch,
        }
    }
}

impl Bound {
    /// The task over files, if `--algorithm` asks for one, or if memory is too short for the operands and the result
    /// and the verb can work over files.
    ///
    /// # Errors
    /// [`Failure::Usage`] if it is asked for and does not apply.
    pub(super) fn over_files(&self, call: &VerbCall, session: &Session<'_>) -> Result<Option<OverFiles>, Failure> {
        let asked = session.options.algorithm.as_deref() == Some(NAME);
        if !call.verb.takes(Takes::Files) {
            return Ok(None);
        }
        match self.suited(call, session) {
            // the code that reads the operand reports that it cannot be read
            Ok(task) if asked || self.is_too_long(&task, call, session).unwrap_or(false) => Ok(Some(task)),
            Err(why) if asked => Err(Failure::Usage(format!("--algorithm {NAME} does not apply here: {why}"))),
            _ => Ok(None),
        }
    }

    /// The task over files, or the reason why the call does not suit one.
    fn suited(&self, call: &VerbCall, session: &Session<'_>) -> Result<OverFiles, String> {
        if self.spec.modulus().is_none() || self.method(call.verb).is_none() {
            return Err(format!("{} over {} is none of the operations over files", call.verb.name, self.spec));
        }
        if self.ring.components().is_some() {
            return Err(format!("elements of {} are not read over files", self.spec));
        }
        if call.operands.len() > 2 {
            return Err("products over files have two factors".into());
        }
        let (mut operands, mut format) = (Vec::new(), None);
        for operand in &call.operands {
            let operand = Operand::from(operand.clone());
            let (Operand::File(path), named_format) = operand.parts() else {
                return Err("operands must be files".into());
            };
            let path = path.clone();
            if !std::fs::metadata(&path).is_ok_and(|file| file.is_file()) {
                return Err(format!("{} is no regular file", named(&path)));
            }
            let given = match named_format.or(session.options.input_format) {
                None => format_of_file(&path).map_err(|e| e.to_string())?,
                given => given,
            };
            let form = match given {
                Some(binary) if binary.is_binary() => Form::Binary(binary),
                text => Form::Text(text.and_then(Format::form)),
            };
            let given = match given {
                Some(given) => Some(given),
                None => Format::of_form(
                    text::form(File::open(&path).map_err(|e| e.to_string())?).map_err(|e| e.to_string())?,
                ),
            };
            match given {
                None | Some(Format::Npy | Format::Bin | Format::Json | Format::List) => {}
                Some(given) => return Err(format!("operands in {given} are not read over files")),
            }
            format = format.or(given);
            operands.push((path, form));
        }
        let format = session.format(format.or(Some(Format::List)));
        let bits = self.ring.packed_bits() == 1;
        match format {
            Format::Json | Format::List | Format::Npy => Ok(OverFiles { operands, format }),
            Format::Bin if bits => Ok(OverFiles { operands, format }),
            _ => Err(format!(
                "results are written in json, list, npy{}, not {format}",
                if bits { " or bin" } else { "" }
            )),
        }
    }

    /// Whether operands and result exceed the memory, or the memory that remains makes a product slower than over
    /// files, and the verb can work over files.
    fn is_too_long(&self, task: &OverFiles, call: &VerbCall, session: &Session<'_>) -> Result<bool, Failure> {
        // an integer in text takes one character at least, and a separator
        let at_most = |path: &Path| std::fs::metadata(path).map(|file| file.len() as usize / 2 + 1);
        if !self.exceeds(&self.lens(task, &at_most)?, call, session)? {
            return Ok(false);
        }
        self.exceeds(&self.lens(task, &counted)?, call, session)
    }

    /// The numbers of coefficients of the operands; those of text come from `integers`.
    fn lens(&self, task: &OverFiles, integers: &dyn Fn(&Path) -> io::Result<usize>) -> Result<Vec<usize>, Failure> {
        let len = |(path, form): &(PathBuf, Form)| match form {
            Form::Binary(format) => Ok(Stored::open(&self.ring, path, *format, Order::Asc)?.len()),
            Form::Text(_) => Ok(integers(path).map_err(|e| FileError::reading(&named(path), e.into()))?),
        };
        task.operands.iter().map(len).collect()
    }

    /// [`is_too_long`](Self::is_too_long) for operands of these lengths.
    fn exceeds(&self, lens: &[usize], call: &VerbCall, session: &Session<'_>) -> Result<bool, Failure> {
        let bytes = |len: f64| self.ring.zeros(0).view().bytes_for(len);
        let held = lens.iter().map(|&len| bytes(len as f64)).sum::<f64>() as u64;
        if call.verb.name == "ntt" {
            let len = call.transform.len(lens[0]);
            // the values, and as much scratch
            let result = 2.0 * bytes(len as f64);
            return Ok(FileDft::<AnyRing>::applies(len) && !limits::allows(result, held, session.memory()));
        }
        let result = bytes(lens[0] as f64 + lens[lens.len() - 1] as f64);
        if !limits::allows(result, held, session.memory()) {
            return Ok(true);
        }
        let place = self.place(std::env::temp_dir());
        Ok(!lens.contains(&0) && Product::beats_memory(&self.ring, lens, call.part.clone(), place)?)
    }

    /// The number of values of the operand of a transform; a file's are counted without being held.
    pub(super) fn values(&self, call: &VerbCall, session: &Session<'_>) -> Result<usize, Failure> {
        match self.suited(call, session) {
            Ok(task) => Ok(self.lens(&task, &counted)?[0]),
            Err(_) => Ok(self.read(call, session).map_err(Failure::of_memory)?.0.arrays[0].len()),
        }
    }

    /// The lengths of the operands of a product; those of files are counted without being held.
    pub(super) fn factors(&self, call: &VerbCall, session: &Session<'_>) -> Result<Vec<usize>, Failure> {
        match self.suited(call, session) {
            Ok(task) => self.lens(&task, &counted),
            Err(_) => {
                let operands = self.read(call, session).map_err(Failure::of_memory)?.0;
                Ok(operands.polys.iter().map(|p| p.len().max(1)).collect())
            }
        }
    }

    /// The product of operands of these lengths over files, or by ranks.
    pub(super) fn product_of(
        &self,
        lens: &[usize],
        call: &VerbCall,
        session: &Session<'_>,
    ) -> Result<Product<AnyRing>, Failure> {
        self.product(lens, call, &self.place(folder_of(session)))
    }

    fn place(&self, folder: PathBuf) -> Workplace {
        Workplace { folder, memory: self.ring.engine().memory() }
    }

    /// The product of operands of these lengths, not 0.
    fn product(&self, lens: &[usize], call: &VerbCall, place: &Workplace) -> Result<Product<AnyRing>, Failure> {
        Ok(Product::new(&self.ring, lens[0], lens.get(1).copied(), call.part.clone(), place.clone())?)
    }

    /// The transform of 2^k values that the call asks for.
    fn transform(
        &self,
        len: usize,
        call: &VerbCall,
        session: &Session<'_>,
        place: &Workplace,
    ) -> Result<(FileDft<AnyRing>, AnyElem), Failure> {
        if !FileDft::<AnyRing>::applies(len) {
            let said =
                format!("--algorithm {NAME} does not apply here: transforms over files have 2^k values, not {len}");
            return Err(Failure::Usage(said));
        }
        let root = self.root(len, call, session)?;
        let direction = if call.transform.inverse { Direction::Inverse } else { Direction::Forward };
        let transform = FileDft::new(&self.ring, len, call.transform.wrap(), &root, direction, place.clone())?;
        Ok((transform, root))
    }

    /// Prints the plan of a task over files.
    pub(super) fn plan_over_files(
        &self,
        call: &VerbCall,
        task: &OverFiles,
        session: &Session<'_>,
    ) -> Result<(), Failure> {
        let (lens, place) = (self.lens(task, &counted)?, self.place(std::env::temp_dir()));
        let name = call.verb.name;
        session.plan(call, &self.ring.name(), || match name {
            "ntt" => Ok(self.transform(call.transform.len(lens[0]), call, session, &place)?.0.plan()?),
            _ if lens.contains(&0) => Ok(()),
            _ => Ok(self.product(&lens, call, &place)?.plan()?),
        })
    }

    /// Computes over files: reads the operands in runs, computes, and writes the result.
    pub(super) fn run_over_files(
        &self,
        call: &VerbCall,
        task: &OverFiles,
        session: &Session<'_>,
    ) -> Result<(), Failure> {
        if session.options.verify && call.part != Part::All {
            return Err(Failure::Usage(format!("--verify with {NAME} is for whole products, not for parts")));
        }
        let folder = folder_of(session);
        if let Some(kind) = in_memory_files(&folder) {
            session.say(&format!(
                "polymod: {} holds its files in memory ({kind}), which --memory does not count; name a folder on a disk by TMPDIR \
                 or -o\n",
                folder.display()
            ));
        }
        let place = self.place(folder);
        let transforms = call.verb.name == "ntt";
        let inverse = transforms && call.transform.inverse;
        // values are in the order of the points
        let order = if inverse { Order::Asc } else { session.options.order() };
        let vectors: Vec<Vector> =
            task.operands.iter().map(|operand| self.vector(operand, order, &place)).collect::<Result<_, _>>()?;
        let order = if inverse || !transforms { session.options.order() } else { Order::Asc };
        let goes = (task.format, order);
        match transforms {
            true => self.transform_files(call, vectors[0].source(), &place, goes, session),
            false => self.multiply_files(
                call,
                (vectors[0].source(), vectors.get(1).map(Vector::source)),
                &place,
                goes,
                session,
            ),
        }
    }

    /// Transforms the operand, and writes the values in this format and order.
    fn transform_files(
        &self,
        call: &VerbCall,
        operand: &dyn Source,
        place: &Workplace,
        (format, order): (Format, Order),
        session: &Session<'_>,
    ) -> Result<(), Failure> {
        let (len, wrap) = (call.transform.len(operand.len()), call.transform.wrap());
        let (transform, root) = self.transform(len, call, session, place)?;
        let target = self.target(len, format, order, place, session)?;
        session.computed(call.verb.name, &self.ring.name(), || Ok(transform.run(operand, target.sink())?))?;
        self.checked(session, &target, format, |checker, result| {
            let (values, coefficients) = if call.transform.inverse { (operand, result) } else { (result, operand) };
            checker.file_transform((len, wrap, &root), values, coefficients)
        })?;
        self.finish(target, len, format, order, session)
    }

    /// Multiplies the operands, the second `None` for a square, and writes the product in this format and order.
    fn multiply_files(
        &self,
        call: &VerbCall,
        (operand, other): (&dyn Source, Option<&dyn Source>),
        place: &Workplace,
        (format, order): (Format, Order),
        session: &Session<'_>,
    ) -> Result<(), Failure> {
        let lens: Vec<usize> = [Some(operand), other].into_iter().flatten().map(Source::len).collect();
        if lens.contains(&0) {
            let target = self.target(0, format, order, place, session)?;
            return self.finish(target, 0, format, order, session);
        }
        let product = self.product(&lens, call, place)?;
        let target = self.target(product.len(), format, order, place, session)?;
        session.computed(call.verb.name, &self.ring.name(), || Ok(product.run(operand, other, target.sink())?))?;
        self.checked(session, &target, format, |checker, result| {
            checker.file_product([operand, other.unwrap_or(operand)], result)
        })?;
        let len = match &target {
            Target::Place(storing) => storing.trimmed_len()?,
            Target::Stream(scratch, _) => trimmed_len(&self.ring, scratch)?,
        };
        self.finish(target, len, format, order, session)
    }

    /// The root of unity that was given, or the default one.
    pub(super) fn root(&self, len: usize, call: &VerbCall, session: &Session<'_>) -> Result<AnyElem, Failure> {
        if let Some(text) = &call.transform.root {
            return integer(&self.ring, text, session);
        }
        let order = (len as u64).saturating_mul(if call.transform.wrap() == Wrap::Cyclic { 1 } else { 2 });
        self.ring.root_of_unity(order).map_err(|e| match e {
            Error::Modulus { modulus, .. } => Failure::Usage(format!(
                "--root is required: {modulus} is composite, so that no root of unity is the default one"
            )),
            e => e.into(),
        })
    }

    /// Verifies the result if that is asked for, and reports it.
    fn checked(
        &self,
        session: &Session<'_>,
        target: &Target,
        format: Format,
        check: impl FnOnce(&mut Checker<'_, AnyRing>, &dyn Source) -> Result<Proof, Unverified>,
    ) -> Result<(), Failure> {
        if !session.options.verify {
            return Ok(());
        }
        let mut checker = Checker::new(&self.ring, seeded(session.options.seed));
        let proof = match target {
            Target::Place(storing) => {
                check(&mut checker, &Stored::open(&self.ring, storing.temporary(), format, Order::Asc)?)?
            }
            Target::Stream(scratch, _) => check(&mut checker, scratch)?,
        };
        session.say(&format!("verified: {proof}\n"));
        Ok(())
    }

    /// An operand in its file, or for text, as words in an unnamed file.
    fn vector(&self, (path, form): &(PathBuf, Form), order: Order, place: &Workplace) -> Result<Vector, Failure> {
        let r = &self.ring;
        let form = match form {
            Form::Binary(format) => return Ok(Vector::Stored(Stored::open(r, path, *format, order)?)),
            Form::Text(form) => *form,
        };
        let name = named(path);
        let failed = |e: io::Error| Failure::from(FileError::reading(&name, e.into()));
        let most = counted(path).map_err(failed)?;
        let width = r.zeros(0).width();
        if width == 0 && order == Order::Desc {
            return Err(Failure::Usage(format!(
                "bits in text are read over files with --order asc only: {}",
                path.display()
            )));
        }
        let (scratch, mut read) = (Scratch::new(&place.folder, most, width)?, 0);
        let file = File::open(path).map_err(failed)?;
        let options = text::ReadOptions { form, memory: place.memory, ..text::ReadOptions::default() };
        let take = |v: View<'_, AnyRing>| {
            let count = v.len();
            if order == Order::Asc {
                scratch.write(read, r.owned(v).words())?;
            } else {
                scratch.write(most - read - count, r.reversed(v).words())?;
            }
            read += count;
            Ok::<(), ReadError>(())
        };
        text::read_runs(r, BufReader::new(file), &options, RUN, take)
            .map_err(|e| Failure::from(FileError::reading(&name, e)))?;
        Ok(Vector::Scratch(scratch))
    }

    /// The destination of a result of `len` coefficients.
    fn target(
        &self,
        len: usize,
        format: Format,
        order: Order,
        place: &Workplace,
        session: &Session<'_>,
    ) -> Result<Target, Failure> {
        let binary = matches!(format, Format::Npy | Format::Bin) && (order == Order::Asc || format == Format::Bin);
        match &session.options.output[..] {
            [path] if binary && is_replaced(path) => session.interrupt.creating(|| {
                let storing = Storing::create(&self.ring, path, len, format)?;
                let temporary = storing.temporary().to_owned();
                Ok((Target::Place(storing), Some(temporary)))
            }),
            _ => {
                let output = session.output()?;
                output.refuse_terminal(format)?;
                let scratch = Scratch::new(&place.folder, len, self.ring.zeros(0).width())?;
                Ok(Target::Stream(scratch, output))
            }
        }
    }

    /// Finishes a result of the first `len` coefficients.
    fn finish(
        &self,
        target: Target,
        len: usize,
        format: Format,
        order: Order,
        session: &Session<'_>,
    ) -> Result<(), Failure> {
        session.observer.clear();
        match target {
            Target::Place(storing) => Ok(storing.finish(len)?),
            Target::Stream(scratch, mut output) => {
                output.stream(&self.ring, &scratch, len, format, order)?;
                Ok(output.finish()?)
            }
        }
    }
}

/// The number of integers of a text.
fn counted(path: &Path) -> io::Result<usize> {
    File::open(path).and_then(text::count)
}

/// Number of coefficients without the zeros at the end.
fn trimmed_len(r: &AnyRing, scratch: &Scratch) -> Result<usize, Failure> {
    let mut end = scratch.len();
    while end > 0 {
        let start = end.saturating_sub(RUN) / 64 * 64;
        let run = polymod::outofcore::slice(r, scratch, start, end - start)?;
        let kept = r.trimmed_len(run.view());
        if kept > 0 {
            return Ok(start + kept);
        }
        end = start;
    }
    Ok(0)
}

/// The folder of the files between the passes: the result's, if that is a file.
fn folder_of(session: &Session<'_>) -> PathBuf {
    match &session.options.output[..] {
        [path] if is_replaced(path) => {
            path.parent().filter(|p| !p.as_os_str().is_empty()).unwrap_or(Path::new(".")).to_owned()
        }
        _ => std::env::temp_dir(),
    }
}

/// Whether results written to this path go to a regular file.
fn is_replaced(path: &Path) -> bool {
    std::fs::metadata(path).map_or(true, |file| file.is_file())
}

/// The type of the file system of the folder, if it keeps files in memory.
pub fn in_memory_files(folder: &Path) -> Option<&'static str> {
    #[cfg(target_os = "linux")]
    {
        const TMPFS: u64 = 0x0102_1994;
        const RAMFS: u64 = 0x8584_58f6;
        match u64::try_from(rustix::fs::statfs(folder).ok()?.f_type).ok()? {
            TMPFS => Some("tmpfs"),
            RAMFS => Some("ramfs"),
            _ => None,
        }
    }
    #[cfg(not(target_os = "linux"))]
    {
        let _ = folder;
        None
    }
}

/// A path as shown in errors.
fn named(path: &Path) -> String {
    Operand::File(path.to_owned()).name()
}
