//! Quality of the algorithm choices: each case is timed with every algorithm that applies, and the chosen one is compared with
//! the best. Prints how many cases are within 10 % and 25 % of the best, how many predictions are within 20 % of the measurement,
//! the worst of either, the growth of times when a size doubles, and the time of a choice. `cargo bench --bench chooser`; with
//! `-- all` also lengths between powers of two, with `-- list` every case is listed; `cargo test --bench chooser` runs few cases
//! once. Choices use the file of costs, if there is one.

use polymod::{
    Dft, Engine, F2, GeneralizedFermat, Gf2k, Integers, Poly, Ring, Wrap, Zn, ZnBig,
    core::cpu::host,
    engine::{Alternative, Decision},
    poly::{Part, Task},
    ring::{Convolve, Products, Size},
    rug::{Integer, integer::Order},
};
use polymod_cli::tune::{file, measure::Effort};
use std::{str::FromStr, time::Duration};

/// One case: its family, whose sizes double, and the predicted and measured time of each algorithm, requested by name. `plain_ns`
/// is the time of the operation with its own choice; it is measured apart, since a request by name lists the algorithms that
/// apply.
struct Case {
    family: String,
    size: usize,
    chosen: &'static str,
    ways: Vec<(&'static str, f64, f64)>,
    plain_ns: f64,
}

impl Case {
    fn best_ns(&self) -> f64 {
        self.ways.iter().map(|way| way.2).fold(f64::INFINITY, f64::min)
    }

    fn line(&self) -> String {
        let ways = self.ways.iter().map(|(way, predicted, ns)| format!("{way} {predicted:.0} {ns:.0}"));
        let ways = ways.collect::<Vec<_>>().join(", ");
        format!("{}, n = {}: {} {:.0} of {ways}", self.family, self.size, self.chosen, self.plain_ns)
    }

    /// Predicted and measured time of the chosen algorithm.
    fn chosen(&self) -> (f64, f64) {
        self.ways.iter().find(|way| way.0 == self.chosen).map_or((f64::NAN, f64::NAN), |way| (way.1, way.2))
    }
}

/// The algorithm of this name, or Some(None) for the default choice; None if the name belongs to no algorithm of this type.
fn named<T: FromStr>(way: Option<&str>) -> Option<Option<T>> {
    way.map_or(Some(None), |name| name.parse().ok().map(Some))
}

/// State common to all cases.
struct Bench {
    effort: Effort,
    cases: Vec<Case>,
    sizes: Vec<usize>,
}

impl Bench {
    /// Runs a case; algorithms predicted to be far slower than the best are skipped.
    fn take(&mut self, family: String, size: usize, decision: &Decision, mut run: impl FnMut(Option<&str>) -> bool) {
        const HOPELESS: f64 = 12.0;
        let least = decision.alternatives.iter().map(|way| way.predicted_ns).fold(f64::INFINITY, f64::min);
        let near = |way: &&Alternative| way.predicted_ns <= HOPELESS * least || way.algorithm == decision.chosen;
        let mut ways = Vec::new();
        for way in decision.alternatives.iter().filter(near) {
            if run(Some(way.algorithm)) {
                let ns = self.effort.best(|| {
                    run(Some(way.algorithm));
                });
                ways.push((way.algorithm, way.predicted_ns, ns));
            }
        }
        let plain_ns = self.effort.best(|| {
            run(None);
        });
        self.cases.push(Case { family, size, chosen: decision.chosen, ways, plain_ns });
    }

    /// Products, squares and quotients over a ring, of balanced and unbalanced lengths.
    fn polynomials<R: Convolve>(&mut self, ring: &R, of: &str, divides: bool, dense: impl Fn(usize, u64) -> Poly<R>) {
        let engine = ring.engine().clone();
        let name = format!("{}{of}, {} threads", ring.name(), engine.threads());
        let size = |p: &Poly<R>| -> Size { ring.size(p.coeffs()) };
        for n in self.sizes.clone() {
            for (shape, m) in [("n by n", n), ("8n by n", 8 * n)] {
                let (a, b) = (dense(m, 1), dense(n, 2));
                let Ok(decision) = engine.explain(ring, &Task::Product { a: size(&a), b: size(&b) }) else { continue };
                self.take(format!("product {shape} over {name}"), n, &decision, |way| {
                    named(way).is_some_and(|way| a.mul_part(&b, &Part::All, way).is_ok())
                });
            }
            let a = dense(n, 1);
            let Ok(decision) = engine.explain(ring, &Task::Square { a: size(&a) }) else { continue };
            self.take(format!("square over {name}"), n, &decision, |way| {
                named(way).is_some_and(|way| a.mul_part(&a, &Part::All, way).is_ok())
            });
            for (shape, m) in [("2n by n", 2 * n), ("9n by n", 9 * n)].into_iter().filter(|_| divides) {
                let (a, b) = (dense(m, 1), dense(n, 2));
                let task = Task::Division { dividend: a.len(), divisor: size(&b) };
                let Ok(decision) = engine.explain(ring, &task) else { continue };
                self.take(format!("quotient {shape} over {name}"), n, &decision, |way| {
                    named(way).is_some_and(|way| a.quo_by(&b, way).is_ok())
                });
            }
        }
    }

    fn residues(&mut self, engine: &Engine, n: u64) {
        let f = Zn::on(engine, n).expect("a modulus");
        self.polynomials(&f, "", true, |len, seed| {
            Poly::new(&f, random(len, seed).into_iter().map(|x| x % (n - 1) + 1))
        });
    }

    fn integers(&mut self, engine: &Engine, limbs: usize, shift: u32) {
        let z = Integers::on(engine);
        self.polynomials(&z, &format!(" of {} bits", 64 * limbs as u32 - shift), false, |len, seed| {
            Poly::new(
                &z,
                random(len * limbs, seed).chunks(limbs).map(|x| (Integer::from_digits(x, Order::Lsf) >> shift) + 1),
            )
        });
    }

    fn transforms(&mut self, engine: &Engine, n: u64) {
        let f = Zn::on(engine, n).expect("a modulus");
        for size in self.sizes.clone() {
            let len = 4 * size;
            let (Ok(dft), Ok(decision)) =
                (Dft::new(&f, len, Wrap::Cyclic), engine.explain(&f, &Task::Transform { len }))
            else {
                continue;
            };
            let a = f.collect(&random(len, 1).into_iter().map(|x| x % n).collect::<Vec<_>>());
            let ways: Vec<_> = decision
                .alternatives
                .iter()
                .filter_map(|way| Some((way.algorithm, dft.clone().by(way.algorithm.parse().ok()?).ok()?)))
                .collect();
            self.take(format!("transform over {}", f.name()), size, &decision, |way| {
                let Some(way) = way else { return dft.forward(a.view()).is_ok() };
                ways.iter().find(|known| known.0 == way).is_some_and(|(_, dft)| dft.forward(a.view()).is_ok())
            });
        }
    }

    fn report(&self) {
        let count = self.cases.len();
        let share = |good: usize| 100.0 * good as f64 / count.max(1) as f64;
        let beside = |case: &Case| case.chosen().1 / case.best_ns();
        let within = |limit: f64| share(self.cases.iter().filter(|case| beside(case) <= limit).count());
        println!("{count} cases, {} measured times", self.cases.iter().map(|case| case.ways.len()).sum::<usize>());
        println!("chosen within 10 % of the best: {:.1} %, within 25 %: {:.1} %", within(1.1), within(1.25));
        let error = |case: &Case| case.chosen().0 / case.plain_ns;
        let near = self.cases.iter().filter(|case| (1.0 / 1.2..=1.2).contains(&error(case))).count();
        println!("predicted within 20 % of measured, of the chosen: {:.1} %", share(near));
        let mut worst: Vec<&Case> = self.cases.iter().collect();
        worst.sort_by(|x, y| beside(y).total_cmp(&beside(x)));
        println!("\nworst choices: time over the best, predicted and measured of each way, ns");
        for case in worst.iter().take(12) {
            println!("{:5.2}  {}", beside(case), case.line());
        }
        worst.sort_by(|x, y| error(y).ln().abs().total_cmp(&error(x).ln().abs()));
        println!("\nworst predictions: predicted over measured");
        for case in worst.iter().take(12) {
            println!("{:5.2}  {}, n = {}: {}", error(case), case.family, case.size, case.chosen);
        }
        self.growth();
    }

    /// Growth of times from each size to its double.
    fn growth(&self) {
        let pairs = self.cases.iter().flat_map(|case| {
            let double = self.cases.iter().find(|other| other.family == case.family && other.size == 2 * case.size);
            double.map(|double| (double.plain_ns / case.plain_ns, case))
        });
        let mut pairs: Vec<(f64, &Case)> = pairs.collect();
        pairs.sort_by(|x, y| y.0.total_cmp(&x.0));
        if let [(most, at), ..] = pairs[..] {
            let median = pairs[pairs.len() / 2].0;
            println!(
                "\ngrowth to the double size: median {median:.2}, most {most:.2} ({}, n = {})",
                at.family, at.size
            );
        }
    }
}

/// Pseudorandom words from a fixed seed.
fn random(len: usize, seed: u64) -> Vec<u64> {
    let mut state = seed;
    let mut next = || {
        state = state.wrapping_mul(6_364_136_223_846_793_005).wrapping_add(1_442_695_040_888_963_407);
        state ^ (state >> 29)
    };
    (0..len).map(|_| next()).collect()
}

/// Nanoseconds of a choice, measured on products of few coefficients.
fn choosing(engine: &Engine, effort: Effort) {
    let f = Zn::on(engine, (1 << 61) - 1).expect("a modulus");
    let z = Integers::on(engine);
    for len in [8, 32, 128] {
        let size = |bits| Size { len, bits };
        let ns = |bits, z: Option<&Integers>| {
            let shape =
                polymod::ring::ProductShape { a: size(bits), b: size(bits), square: false, window: 0..2 * len - 1 };
            effort.best(|| {
                engine.enter(|cx| {
                    match z {
                        Some(z) => std::hint::black_box(z.choose_product(&shape, cx)),
                        None => std::hint::black_box(f.choose_product(&shape, cx)),
                    };
                });
            })
        };
        println!(
            "choosing, {len} by {len} coefficients: {:.0} ns over Z/n, {:.0} ns over Z",
            ns(0, None),
            ns(60, Some(&z))
        );
    }
}

fn main() {
    let once = !std::env::args().any(|a| a == "--bench");
    let all = std::env::args().any(|a| a == "all");
    let effort = match once {
        true => Effort::ONCE,
        false => Effort { samples: 12, patience: Duration::from_millis(12), longest: 0 },
    };
    let sizes = match (once, all) {
        (true, _) => vec![4, 32],
        (_, false) => (2..=11).map(|log| 1 << log).collect(),
        (_, true) => (4..=28).map(|half_log| 2f64.powf(f64::from(half_log) / 2.0) as usize).collect(),
    };
    let mut bench = Bench { effort, cases: Vec::new(), sizes };
    // the costs used by the program
    let (costs, complaint) = file::load(host());
    println!("costs of {}{}", costs.machine, complaint.map_or_else(String::new, |why| format!("; {why}")));
    let on = |threads| Engine::builder().threads(threads).costs(costs.clone()).build();
    let engine = on(1);
    for n in [97, 998_244_353, (1 << 50) - 27, (1 << 61) - 1, u64::MAX - 58] {
        bench.residues(&engine, n);
    }
    for (limbs, shift) in [(1, 54), (1, 1), (4, 0), (32, 0)] {
        bench.integers(&engine, limbs, shift);
    }
    for bits in [127, 255] {
        let n: Integer = (Integer::from(1) << bits) - if bits == 127 { 1u32 } else { 19u32 };
        let f = ZnBig::on(&engine, n.clone()).expect("a modulus");
        bench.polynomials(&f, "", true, |len, seed| {
            Poly::new(
                &f,
                random(4 * len, seed)
                    .chunks(4)
                    .map(|x| Integer::from_digits(x, Order::Lsf) % (&n - Integer::from(1)) + 1),
            )
        });
    }
    let f = F2::on(&engine);
    bench.polynomials(&f, "", true, |len, seed| {
        let mut words = random(len, seed);
        words[0] |= 1;
        words[len - 1] |= 1 << 63;
        Poly::from_coeffs(&f, f.from_words(&words, 64 * len))
    });
    let f = Gf2k::on(&engine, 8, 0x11b).expect("a field");
    bench.polynomials(&f, "", true, |len, seed| Poly::new(&f, random(len, seed).into_iter().map(|x| x % 255 + 1)));
    let p = polymod::core::arith::FERMAT_PRIMES.iter().find(|(name, _)| *name == "F8").expect("a name").1;
    let f = GeneralizedFermat::on(&engine, p).expect("a field");
    bench.polynomials(&f, "", true, |len, seed| {
        Poly::new(&f, random(6 * len, seed).chunks(6).map(|x| Integer::from_digits(x, Order::Lsf) + 1))
    });
    for n in [998_244_353, 4_179_340_454_199_820_289] {
        bench.transforms(&engine, n);
    }
    let threads = on(2);
    bench.residues(&threads, (1 << 61) - 1);
    bench.integers(&threads, 4, 0);
    if std::env::args().any(|a| a == "list") {
        bench.cases.iter().for_each(|case| println!("{}", case.line()));
    }
    bench.report();
    choosing(&engine, effort);
}
