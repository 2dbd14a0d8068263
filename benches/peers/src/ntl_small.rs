//! The operations of the table of small operands by NTL, through the shim `ntl_small.cpp`, which has the loop. Feature `ntl`.

use std::marker::PhantomData;
use std::time::Instant;

use polymod::rug::{Integer, integer::Order};

use crate::small::matrices::{MatrixTask, MatrixVerb, fraction};
use crate::small::side::{Answer, Side, Timed};
use crate::small::task::{Case, Kind, Task, Verb};

/// `Job` of the shim, only ever behind a pointer.
#[repr(C)]
struct Opaque(u8, PhantomData<*mut u8>);

unsafe extern "C" {
    fn polymod_ntl_small_new(verb: i32, kind: i32, modulus: *const u8, operands: *const u8, n: u64) -> *mut Opaque;
    fn polymod_ntl_matrix_new(verb: i32, modulus: *const u8, operands: *const u8, rows: u64) -> *mut Opaque;
    fn polymod_ntl_lattice_new(extended: bool, basis: *const u8, rows: u64) -> *mut Opaque;
    fn polymod_ntl_small_run(job: *mut Opaque, count: usize);
    fn polymod_ntl_small_answer(job: *mut Opaque) -> usize;
    fn polymod_ntl_small_bytes() -> *const u8;
    fn polymod_ntl_small_free(job: *mut Opaque);
}

struct Job {
    job: *mut Opaque,
    /// Brings an answer into the form of the others.
    form: Form,
}

type Form = Box<dyn Fn(Answer) -> Answer>;

/// The operation over the case's ring, where NTL has it.
pub fn side(case: &Case, task: &Task) -> Option<Side> {
    let kind = match case.kind {
        Kind::Z => 2,
        Kind::Two => 1,
        _ => 0,
    };
    let (modulus, mut operands) = bytes(case, task.polys.iter().map(Vec::as_slice).chain([&[][..]]).take(2));
    put(&mut operands, &task.x);
    // SAFETY: the shim reads what its comment says, which was written above, and copies it
    let job = unsafe { polymod_ntl_small_new(task.verb as i32, kind, modulus.as_ptr(), operands.as_ptr(), task.n) };
    let verb = task.verb;
    boxed(job, move |answer| match verb {
        Verb::Factor | Verb::SquareFree => sorted(answer),
        Verb::Roots => answer.into_iter().map(sorted).collect(),
        _ => answer,
    })
}

/// The operation on matrices, where NTL has it.
pub fn matrix(case: &Case, task: &MatrixTask) -> Option<Side> {
    let (modulus, operands) = bytes(case, [&task.a[..], &task.b]);
    // SAFETY: as above
    let job = unsafe { polymod_ntl_matrix_new(task.verb as i32, modulus.as_ptr(), operands.as_ptr(), task.n as u64) };
    let is_fraction = case.is_z() && task.verb == MatrixVerb::Inverse;
    boxed(job, move |answer| if is_fraction { lowest_terms(answer) } else { answer })
}

/// The reduced basis of rows of integers, by doubles or, where these overflow, by doubles with exponents.
pub fn reduced(
    rows: usize,
    basis: &[Integer],
    extended: bool,
    read: impl Fn(Vec<Integer>) -> Answer + 'static,
) -> Side {
    let (_, basis) = bytes(&Case::z(64), [basis]);
    // SAFETY: as above
    let job = unsafe { polymod_ntl_lattice_new(extended, basis.as_ptr(), rows as u64) };
    boxed(job, move |answer| read(answer.concat())).expect("a new object")
}

fn boxed(job: *mut Opaque, form: impl Fn(Answer) -> Answer + 'static) -> Option<Side> {
    (!job.is_null()).then(|| Box::new(Job { job, form: Box::new(form) }) as Side)
}

fn sorted<T: Ord>(mut v: Vec<T>) -> Vec<T> {
    v.sort();
    v
}

fn lowest_terms(mut answer: Answer) -> Answer {
    let denominator = answer.pop().and_then(|mut d| d.pop()).expect("numerators and a denominator");
    fraction(answer.swap_remove(0), denominator)
}

/// The modulus, and vectors, each as its length and its integers.
fn bytes<'a>(case: &Case, vectors: impl IntoIterator<Item = &'a [Integer]>) -> (Vec<u8>, Vec<u8>) {
    let (mut modulus, mut out) = (Vec::new(), Vec::new());
    put(&mut modulus, &case.modulus);
    for v in vectors {
        out.extend((v.len() as u32).to_le_bytes());
        v.iter().for_each(|x| put(&mut out, x));
    }
    (modulus, out)
}

/// A sign, the number of bytes, and the bytes of the magnitude.
fn put(out: &mut Vec<u8>, x: &Integer) {
    let bytes = x.to_digits::<u8>(Order::Lsf);
    out.push(u8::from(x.is_negative()));
    out.extend((bytes.len() as u32).to_le_bytes());
    out.extend(bytes);
}

/// Takes a number of four bytes off the front.
fn number(bytes: &mut &[u8]) -> usize {
    let (first, rest) = bytes.split_at(4);
    *bytes = rest;
    first.iter().rev().fold(0, |x, &byte| x << 8 | usize::from(byte))
}

/// Takes an integer off the front.
fn integer(bytes: &mut &[u8]) -> Integer {
    let negative = bytes[0] == 1;
    *bytes = &bytes[1..];
    let len = number(bytes);
    let (magnitude, rest) = bytes.split_at(len);
    *bytes = rest;
    let magnitude = Integer::from_digits(magnitude, Order::Lsf);
    if negative { -magnitude } else { magnitude }
}

impl Timed for Job {
    fn name(&self) -> &'static str {
        "NTL"
    }

    fn nanoseconds(&mut self, count: u32) -> f64 {
        let start = Instant::now();
        // SAFETY: a live object
        unsafe { polymod_ntl_small_run(self.job, count as usize) };
        start.elapsed().as_secs_f64() * 1e9 / f64::from(count)
    }

    fn answer(&mut self) -> Answer {
        // SAFETY: a live object; its bytes are there until the next call, which other threads do not make
        let bytes = unsafe {
            let len = polymod_ntl_small_answer(self.job);
            if len == 0 { Vec::new() } else { std::slice::from_raw_parts(polymod_ntl_small_bytes(), len).to_vec() }
        };
        let (mut rest, mut out) = (bytes.as_slice(), Answer::new());
        while !rest.is_empty() {
            let len = number(&mut rest);
            out.push((0..len).map(|_| integer(&mut rest)).collect());
        }
        (self.form)(out)
    }
}

impl Drop for Job {
    fn drop(&mut self) {
        // SAFETY: made by the shim, freed only here
        unsafe { polymod_ntl_small_free(self.job) };
    }
}
