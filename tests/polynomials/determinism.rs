//! Every engine computes the same words: threads, instruction sets, memory limits and cancellation do not change a result.

use crate::common::{Random, two_to};
use polymod::{
    Cancel, Dft, Engine, Error, Integers, Poly, Wrap, Zn, ZnBig,
    core::cpu::{Target, host},
    core::transform::ntt::NttAlgorithm,
    engine::{Event, Monitor},
    poly::{DftAlgorithm, Part},
    ring::Convolve,
    rug::Integer,
};
use std::sync::{Arc, Mutex};

/// Products long enough for several threads, over each kind of ring; the results in limbs.
fn products(engine: &Engine) -> Vec<Vec<u64>> {
    let mut random = Random::new(70);
    let mut all = Vec::new();
    for n in [998_244_353, (1 << 62) - 57, u64::MAX] {
        let f = Zn::on(engine, n).unwrap();
        for (a, b) in [(30_000, 29_000), (60_000, 200), (300, 300)] {
            all.push(product(&f, random.residues(n, a), random.residues(n, b)));
        }
    }
    let f = Integers::on(engine);
    for (bits, a, b) in [(60, 6000, 5000), (900, 500, 400), (64, 20, 20_000)] {
        all.push(product(&f, random.integers(bits, a), random.integers(bits, b)));
    }
    let n = two_to(255) - 19u32;
    let f = ZnBig::on(engine, n.clone()).unwrap();
    let mut residues =
        |len| random.integers(255, len).into_iter().map(|x| Integer::from(&x * &x) % &n).collect::<Vec<_>>();
    let (a, b) = (residues(2000), residues(1900));
    all.push(product(&f, a, b));
    all
}

fn product<R: Convolve>(f: &R, a: Vec<R::Elem>, b: Vec<R::Elem>) -> Vec<u64> {
    let (a, b) = (Poly::new(f, a), Poly::new(f, b));
    let c = (&a * &b).checked_add(&a.sqr().unwrap()).unwrap();
    let mut words = vec![c.len() as u64];
    for i in 0..c.len() {
        let negative = f.limbs(c.coeffs(), i, &mut words);
        words.push(u64::from(negative));
    }
    words
}

#[test]
fn threads_change_no_result() {
    let wanted = products(&Engine::builder().threads(1).build());
    for threads in [2, 3, 7] {
        let engine = Engine::builder().threads(threads).build();
        assert_eq!(engine.threads(), threads);
        assert!(products(&engine) == wanted, "{threads} threads");
    }
    assert!(products(&Engine::default()) == wanted, "the default engine");
}

#[test]
fn threads_share_a_transform_and_change_no_value() {
    let p = crate::common::largest_prime(62, 20);
    let mut random = Random::new(71);
    let (mut wanted, x) = (None, random.residues(p, 1 << 18));
    for threads in [1, 2, 3, 5] {
        let f = Zn::on(&Engine::builder().threads(threads).build(), p).unwrap();
        for wrap in [Wrap::Cyclic, Wrap::Negacyclic] {
            let dft = Dft::new(&f, x.len(), wrap).unwrap();
            let mut all = vec![dft.clone()];
            for algorithm in [NttAlgorithm::SixStep, NttAlgorithm::Tree] {
                all.extend(dft.clone().by(DftAlgorithm::Own(algorithm)).ok());
            }
            for dft in all {
                let mut y = x.clone();
                dft.forward_slice(&mut y).unwrap();
                let values = y.clone();
                dft.inverse_slice(&mut y).unwrap();
                assert!(y == x, "{threads} threads, {dft:?}");
                if wrap == Wrap::Cyclic {
                    assert!(values == *wanted.get_or_insert(values.clone()), "{threads} threads, {dft:?}");
                }
            }
        }
    }
}

#[test]
fn instruction_sets_change_no_result() {
    let wanted = products(&Engine::builder().target(Target::SCALAR).build());
    for target in Target::families() {
        let engine = Engine::builder().target(target).build();
        assert_eq!(engine.target(), target);
        assert!(products(&engine) == wanted, "{target}");
    }
    let highest = Engine::builder().target(Target::AVX512).build();
    assert_eq!(highest.target(), host().target, "no more than there is");
}

/// Two engines used at the same time, and one engine used by two threads.
#[test]
fn engines_side_by_side() {
    let (one, two) = (Engine::builder().threads(2).build(), Engine::builder().threads(3).build());
    let results = std::thread::scope(|scope| {
        let running = [&one, &two, &two].map(|engine| scope.spawn(|| products(engine)));
        running.map(|thread| thread.join().expect("no panic"))
    });
    assert!(results[0] == results[1] && results[1] == results[2]);
    let (f, g) = (Zn::on(&one, 97).unwrap(), Zn::on(&two, 97).unwrap());
    let (a, b) = (Poly::from_i64(&f, &[1, 2]), Poly::from_i64(&g, &[3]));
    assert_eq!(&a * &b, Poly::from_i64(&f, &[3, 6]), "rings compare without their engine");
}

#[test]
fn cancelled_engines_say_so() {
    let cancel = Cancel::new();
    let engine = Engine::builder().cancel(cancel.clone()).build();
    let other = Poly::from_i64(&Integers::new(), &[1; 400]);
    let a = Poly::from_i64(&Zn::on(&engine, 97).unwrap(), &[1; 400]);
    let b = Poly::from_i64(&Integers::on(&engine), &[1; 400]);
    let c = Poly::from_i64(&ZnBig::on(&engine, two_to(100)).unwrap(), &[1; 400]);
    cancel.raise();
    assert_eq!(a.checked_mul(&a), Err(Error::Cancelled));
    assert_eq!(b.checked_mul(&b), Err(Error::Cancelled));
    assert_eq!(c.checked_mul(&c), Err(Error::Cancelled));
    assert_eq!(a.pow(5), Err(Error::Cancelled));
    assert_eq!(a.checked_add(&a), Err(Error::Cancelled));
    assert_eq!(a.integral(), Err(Error::Cancelled));
    assert_eq!(b.mul_part(&b, &Part::Cyclic(64), None), Err(Error::Cancelled));
    assert!(other.checked_mul(&other).is_ok(), "another engine goes on");
    cancel.reset();
    assert_eq!(a.checked_mul(&a).unwrap().coeff(399), 400 % 97);
}

/// Cancels as soon as a decision is made: during a product.
struct Impatient(Cancel);

impl Monitor for Impatient {
    fn event(&self, event: &Event<'_>) {
        if matches!(event, Event::Decided(_)) {
            self.0.raise();
        }
    }
}

#[test]
fn products_stop_in_their_midst() {
    for threads in [1, 3] {
        let cancel = Cancel::new();
        let monitor = Arc::new(Impatient(cancel.clone()));
        let engine = Engine::builder().threads(threads).cancel(cancel.clone()).monitor(monitor).build();
        let f = Zn::on(&engine, u64::MAX - 58).unwrap();
        for len in [5, 100, 5000] {
            cancel.reset();
            let a = Poly::new(&f, vec![3; len]);
            assert_eq!(a.checked_mul(&a), Err(Error::Cancelled), "{len}");
            let a = Poly::new(&Integers::on(&engine), vec![Integer::from(-3); len]);
            cancel.reset();
            assert_eq!(a.checked_mul(&a), Err(Error::Cancelled), "{len}");
        }
    }
}

/// Records the events.
#[derive(Default)]
struct Notebook(Mutex<Vec<(String, &'static str, usize)>>);

impl Monitor for Notebook {
    fn event(&self, event: &Event<'_>) {
        if let Event::Decided(d) = event {
            assert!(d.alternatives.iter().any(|a| a.algorithm == d.chosen), "the choice is one of the alternatives");
            let mut notes = self.0.lock().expect("no panic");
            notes.push((d.task.clone(), d.chosen, d.alternatives.len()));
        }
    }
}

#[test]
fn decisions_are_told_once_a_product() {
    let notebook = Arc::new(Notebook::default());
    let engine = Engine::builder().threads(1).monitor(notebook.clone()).build();
    let a = Poly::from_i64(&Zn::on(&engine, 193).unwrap(), &[1; 300]);
    let _ = &a * &Poly::one(a.ring());
    let _ = a.sqr();
    let _ = a.mul_part(&a, &Part::Low(5), Some(polymod::ProductAlgorithm::Karatsuba));
    let notes = std::mem::take(&mut *notebook.0.lock().expect("no panic"));
    assert_eq!(notes.len(), 3);
    assert_eq!(notes[0], ("product over zn:193, 300 by 1 coefficients".into(), "schoolbook", 1));
    assert_eq!(notes[1].0, "square over zn:193, 300 by 300 coefficients");
    assert_eq!(notes[2], ("square over zn:193, 5 by 5 coefficients".into(), "karatsuba", 4));
}

#[test]
fn budgets_hold() {
    let (plan_bytes, pool_bytes) = (300_000, 500_000);
    let small = Engine::builder().threads(2).plan_bytes(plan_bytes).pool_bytes(pool_bytes).build();
    let none = Engine::builder().threads(2).plan_bytes(0).pool_bytes(0).build();
    let large = Engine::builder().threads(2).build();
    let mut random = Random::new(71);
    for _ in 0..30 {
        let (n, len) = (random.word() | 1 << 63, 1 + random.usize_below(20_000));
        let (a, b) = (random.residues(n, len), random.residues(n, len / 2 + 1));
        let results = [&small, &none, &large].map(|engine| {
            let f = Zn::on(engine, n).unwrap();
            product(&f, a.clone(), b.clone())
        });
        assert!(results[0] == results[1] && results[1] == results[2], "modulo {n}, {len} coefficients");
        let (plans, buffers) = small.held_bytes();
        assert!(plans <= plan_bytes && buffers <= pool_bytes, "{plans} and {buffers} bytes are held");
        assert_eq!(none.held_bytes(), (0, 0));
    }
    let (plans, buffers) = large.held_bytes();
    assert!(plans > plan_bytes && buffers > pool_bytes, "the budgets were too small for everything");
}
