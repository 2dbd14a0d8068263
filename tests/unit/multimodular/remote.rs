//! Images modulo primes from other processes and machines.

use polymod::{
    Engine, Error, Integers, Matrix, Poly, PolyMatrix, Result, Ring,
    core::{bits::testing::noise, cpu, cpu::Target},
    matrix::SparseMatrix,
    multimodular as m,
    multimodular::{
        Algorithm, Effort, Options, Outcome, driver,
        primes::Primes,
        remote::{Done, Request, Team, images, protocol::Connection, serve},
        work::{Kind, Work, numbers},
    },
    poly::Bivariate,
    ranks::Images,
    ring::{Coeffs, View},
};
use rug::Integer;
use std::{
    io::Write,
    sync::{Arc, Mutex},
    time::Duration,
};

/// Primes of a computation.
fn some_primes(count: usize) -> Vec<u64> {
    let engine = Engine::builder().threads(1).build();
    let primes = Primes::new(&engine, Effort::Certified).and_then(|mut primes| primes.next(count));
    primes.unwrap().iter().map(|p| p.n()).collect()
}

/// A team in this process, whose images go through bytes and arrive in another order than they were asked for.
#[derive(Debug)]
struct Shuffled {
    engine: Engine,
    /// Names of what was computed.
    kinds: Mutex<Vec<&'static str>>,
    primes: Mutex<Vec<u64>>,
    /// What was predicted.
    expected: Mutex<Vec<Images>>,
    /// The last computation: the number of primes, and the bytes of the request and of the longest image.
    last: Mutex<(String, usize, [f64; 2])>,
    seed: u64,
}

impl Shuffled {
    fn new(seed: u64) -> Arc<Self> {
        let engine = Engine::builder().threads(1).build();
        let (expected, last) = (Mutex::default(), Mutex::default());
        Arc::new(Shuffled { engine, kinds: Mutex::default(), primes: Mutex::default(), expected, last, seed })
    }
}

impl Team for Shuffled {
    fn workers(&self) -> usize {
        3
    }

    fn expect(&self, images: &Images) -> Result<()> {
        self.expected.lock().unwrap().push(*images);
        Ok(())
    }

    fn share(
        &self,
        request: &Request,
        groups: &mut (dyn Iterator<Item = Vec<u64>> + Send),
        done: &mut Done<'_>,
    ) -> Result<()> {
        let bytes = request.to_bytes();
        let received = Request::from_bytes(&bytes)?;
        self.kinds.lock().unwrap().push(received.work().kind.name());
        // a worker of one thread has all groups, and three times as many are in a team of more
        let next = || request.next_primes(groups, 40 * (self.seed as usize - 1) + 1, 120);
        let mut all: Vec<Vec<u64>> = std::iter::from_fn(next).collect();
        self.primes.lock().unwrap().extend(all.iter().flatten());
        for i in (1..all.len()).rev() {
            all.swap(i, (noise(self.seed + i as u64) % (i as u64 + 1)) as usize);
        }
        let mut last = self.last.lock().unwrap();
        let kind = received.work().kind.name().to_string();
        if last.0 != kind {
            *last = (kind, 0, [bytes.len() as f64, 0.0]);
        }
        all.into_iter().try_for_each(|primes| {
            let found = received.images(&self.engine, &primes)?;
            last.1 += primes.len();
            for words in images(&found, primes.len()).unwrap() {
                last.2[1] = last.2[1].max(8.0 * (words.len() + 1) as f64);
            }
            done(&primes, found)
        })
    }
}

fn integer(seed: u64, bits: u32) -> Integer {
    let words: Vec<u64> = (0..u64::from(bits.div_ceil(64))).map(|i| noise(seed * 1000 + i)).collect();
    let x = Integer::from_digits(&words, rug::integer::Order::Lsf).keep_bits(bits);
    if seed.is_multiple_of(3) { -x } else { x }
}

fn matrix(z: &Integers, rows: usize, cols: usize, bits: u32, seed: u64) -> Matrix<Integers> {
    Matrix::from_fn(z, rows, cols, |i, j| integer(seed + (i * cols + j) as u64, bits)).unwrap()
}

fn poly(z: &Integers, len: usize, bits: u32, seed: u64) -> Poly<Integers> {
    Poly::new(z, (0..len as u64).map(|i| integer(seed + i, bits) | 1).collect::<Vec<_>>())
}

/// A computation gives the same outcome by any team, and the given kinds of images are computed by it.
fn check<T: PartialEq + std::fmt::Debug>(
    kinds: &[&str],
    algorithm: Option<Algorithm>,
    compute: impl Fn(&Options) -> Result<Outcome<T>>,
) {
    let alone = compute(&Options { algorithm, ..Options::default() }).unwrap();
    let mut primes = Vec::new();
    for seed in 1..3 {
        let team = Shuffled::new(seed);
        let found = compute(&Options { algorithm, team: Some(team.clone()), ..Options::default() }).unwrap();
        assert_eq!((&found.value, found.unlucky), (&alone.value, alone.unlucky), "{kinds:?}");
        // one request a stage, which takes several batches of primes
        let mut asked = team.kinds.lock().unwrap().clone();
        asked.dedup();
        assert_eq!(asked, kinds);
        primes.push(team.primes.lock().unwrap().clone());
        // the first prediction is of the longest stage, the last one
        let expected = team.expected.lock().unwrap()[0];
        let (_, count, bytes) = team.last.lock().unwrap().clone();
        assert_eq!(expected.request_bytes, bytes[0], "{kinds:?}");
        // a common divisor is shorter than the operands
        assert!(expected.image_bytes == bytes[1] || kinds == ["gcd"] && expected.image_bytes > bytes[1], "{kinds:?}");
        assert!(count <= expected.primes && expected.image_ns > 0.0, "{kinds:?}: {count} primes of {expected:?}");
        if let ["determinant" | "charpoly" | "adjugate" | "polynomial-determinant" | "resultant"] = kinds {
            assert_eq!(count, expected.primes, "{kinds:?}");
        }
    }
    assert_eq!(primes[0], primes[1], "{kinds:?}: the primes depend on the order of arrival");
}

#[test]
fn matrices_by_teams() {
    let z = Integers::new();
    let (a, b, crt) = (matrix(&z, 9, 9, 200, 1), matrix(&z, 9, 2, 100, 500), Some(Algorithm::Crt));
    check(&["determinant"], crt, |o| m::det(&a, o));
    check(&["determinant"], Some(Algorithm::Dixon), |o| m::det(&a, o));
    check(&["charpoly"], None, |o| m::charpoly(&a, o));
    check(&["minpoly"], None, |o| m::minpoly(&a, o));
    check(&["rank-profile", "cramer"], crt, |o| m::solve(&a, &b, o));
    check(&["rank-profile", "cramer"], crt, |o| m::inverse(&a, o));
    check(&["adjugate"], None, |o| m::adjugate(&a, o));
    let wide = matrix(&z, 20, 26, 150, 900);
    check(&["rank-profile"], None, |o| m::rank(&wide, o));
    check(&["kernel"], None, |o| m::nullspace(&wide, o));
    let skew = Matrix::from_fn(&z, 8, 8, |i, j| a.get(i, j) - a.get(j, i)).unwrap();
    check(&["pfaffian"], None, |o| m::pfaffian(&skew, o));
    let polys = (0..9).map(|i| poly(&z, 4, 70, 40 * i)).collect();
    let of_polys = PolyMatrix::new(&z, 3, 3, polys).unwrap();
    check(&["polynomial-determinant"], None, |o| m::poly_det(&of_polys, o));
}

#[test]
fn polynomials_by_teams() {
    let z = Integers::new();
    let (a, b, g) = (poly(&z, 30, 90, 1), poly(&z, 25, 80, 300), poly(&z, 12, 150, 700));
    check(&["resultant"], None, |o| m::resultant(&a, &b, o));
    check(&["resultant"], None, |o| m::discriminant(&a, o));
    check(&["gcd", "cofactors"], Some(Algorithm::Crt), |o| m::xgcd(&a, &b, o));
    let [left, right] = [&a, &b].map(|p| &(p * &g) * &Poly::from_i64(&z, &[6]));
    check(&["gcd"], Some(Algorithm::Crt), |o| m::gcd(&left, &right, o));
    let [x, y] = [1, 9].map(|seed| Bivariate::new(&z, (0..4).map(|i| poly(&z, 3, 60, seed + 50 * i)).collect()));
    check(&["bivariate-resultant"], None, |o| x.resultant(&y, o));
    // the values at a large integer y have a common divisor
    let common = Bivariate::new(&z, (0..3).map(|i| poly(&z, 2, 50, 400 + 50 * i)).collect());
    let [x, y] = [&x, &y].map(|p| p.checked_mul(&common).unwrap());
    check(&["gcd"], Some(Algorithm::Crt), |o| x.gcd(&y, o));
}

/// Some divisors that the heuristic algorithm finds fastest here are computed by images where many workers share them.
#[test]
fn the_algorithm_of_a_divisor_goes_by_the_workers() {
    #[derive(Debug)]
    struct Crowd(usize, Mutex<usize>);
    impl Team for Crowd {
        fn workers(&self) -> usize {
            self.0
        }
        fn share(&self, _: &Request, _: &mut (dyn Iterator<Item = Vec<u64>> + Send), _: &mut Done<'_>) -> Result<()> {
            *self.1.lock().unwrap() += 1;
            Err(Error::Cancelled)
        }
    }
    let z = Integers::on(&Engine::builder().threads(1).build());
    let asked = |len: usize, bits: u32, workers: usize| {
        let g = poly(&z, len, bits, 3);
        let [a, b] = [1, 2].map(|i| &poly(&z, len, bits, 300 * i) * &g);
        let team = Arc::new(Crowd(workers, Mutex::default()));
        let options = Options { team: Some(team.clone()), ..Options::default() };
        let found = m::gcd(&a, &b, &options);
        let asked = *team.1.lock().unwrap();
        assert_eq!(found.is_err(), asked > 0);
        asked
    };
    let mut gained = 0;
    for (len, bits) in [10, 20, 40, 80, 160].into_iter().flat_map(|len| [50, 200, 800, 3000].map(|bits| (len, bits))) {
        let [alone, by_many] = [1, 10_000].map(|workers| asked(len, bits, workers));
        assert!(alone <= by_many, "{len} coefficients of {bits} bits");
        gained += by_many - alone;
    }
    assert!(gained > 0);
}

#[test]
fn sparse_matrices_by_teams() {
    let z = Integers::new();
    let places = (0..12).flat_map(|i| [(i, i), (i, (i * 5 + 1) % 12), (i, (i * 7 + 3) % 12)]);
    let triples = places.enumerate().map(|(k, (i, j))| (i, j, integer(k as u64 + 5, 90) | 1));
    let a = SparseMatrix::from_triples(&z, 12, 12, triples).unwrap();
    let (b, wiedemann) = (matrix(&z, 12, 2, 80, 77), Some(Algorithm::Wiedemann));
    check(&["sparse-determinant"], wiedemann, |o| m::sparse_det(&a, o));
    check(&["sparse-rank"], wiedemann, |o| m::sparse_rank(&a, o));
    check(&["sparse-cramer"], wiedemann, |o| m::sparse_solve(&a, &b, o));
    check(&["sparse-minpoly"], wiedemann, |o| m::sparse_minpoly(&a, o));
    let work = Work { kind: Kind::SparseRank, numbers: numbers(&a, 12) };
    assert!(work.suits(&[a.nonzeros()]) && !work.suits(&[a.nonzeros() - 1]));
    let turned = |mut numbers: Vec<usize>| {
        numbers.swap(4, 6);
        Work { kind: Kind::SparseRank, numbers }.suits(&[a.nonzeros()])
    };
    assert!(!turned(numbers(&a, 12)), "places in another order");
}

fn request() -> Request {
    let z = Integers::new();
    Request::new(&Work::new(Kind::Charpoly, &[3]), &[matrix(&z, 3, 3, 100, 4).entries()], 1)
}

#[test]
fn requests_that_were_changed_are_refused() {
    let bytes = request().to_bytes();
    assert_eq!(Request::from_bytes(&bytes).unwrap().to_bytes(), bytes);
    for i in 0..bytes.len() {
        let mut other = bytes.clone();
        other[i] ^= 1 << (i % 8);
        assert!(Request::from_bytes(&other).is_err(), "byte {i}");
        assert!(Request::from_bytes(&bytes[..i]).is_err(), "cut to {i} bytes");
    }
    // numbers and operands that do not suit each other, with the right checksum
    let z = Integers::new();
    for (kind, numbers, lengths) in [
        (Kind::Charpoly, vec![3], vec![8]),
        (Kind::Charpoly, vec![], vec![9]),
        (Kind::Charpoly, vec![1 << 32], vec![0]),
        (Kind::Determinant, vec![2], vec![4, 2]),
        (Kind::Resultant, vec![], vec![1, 4]),
        (Kind::Quotient, vec![], vec![2, 3]),
        (Kind::Bivariate, vec![2, 2, 1, 1, 4], vec![4, 4]),
        (Kind::Bivariate, vec![0, 2, 1, 1, 1], vec![0, 4]),
        (Kind::SparseDeterminant, vec![2, 2, 0, 0, 1, 1], vec![2]),
        (Kind::SparseCramer, vec![2, 2, 1, 0, 1, 2, 0], vec![2, 2]),
    ] {
        let operands: Vec<Coeffs<Integers>> = lengths.iter().map(|&n| z.collect(&vec![Integer::from(1); n])).collect();
        let views: Vec<View<'_, Integers>> = operands.iter().map(Coeffs::view).collect();
        let other = Request::new(&Work { kind, numbers }, &views, 1).to_bytes();
        assert!(Request::from_bytes(&other).is_err(), "{kind:?} {lengths:?}");
    }
}

#[test]
fn images_are_the_same_on_every_instruction_set() {
    let (request, primes) = (request(), some_primes(20));
    let of = |target| {
        let engine = Engine::builder().threads(1).target(target).build();
        request.images(&engine, &primes).unwrap()
    };
    let bytes = of(Target::SCALAR);
    assert_eq!(images(&bytes, 20).unwrap().len(), 20);
    assert!(images(&bytes, 19).is_none() && images(&bytes, 21).is_none() && images(&bytes[1..], 20).is_none());
    assert_eq!(of(cpu::host().target), bytes);
    for wrong in [0, 97, u64::MAX, primes[0] + 2] {
        let engine = Engine::builder().threads(1).build();
        assert!(matches!(request.images(&engine, &[wrong]), Err(Error::OutOfRange { .. })), "{wrong}");
    }
}

/// A small memory takes fewer primes at a time, and gives the same bytes.
#[test]
fn images_within_a_small_memory() {
    let (request, primes) = (request(), some_primes(40));
    let engine = |bytes| Engine::builder().threads(1).memory(bytes).build();
    let [small, large] = [1 << 10, 1 << 30].map(|bytes| {
        let engine = engine(bytes);
        let views: Vec<_> = request.operands().iter().map(Coeffs::view).collect();
        (
            engine.enter(|cx| driver::most_at_a_time(request.work(), &views, cx)),
            request.images(&engine, &primes).unwrap(),
        )
    });
    // nine entries, of 32 words
    assert!(small.0 == 3 && large.0 > 1000, "{} {}", small.0, large.0);
    assert!(small.1 == large.1);
}

/// All threads of a machine of many have primes, also where a thread computes several determinants at once.
#[test]
fn many_threads_have_primes_at_a_time() {
    let (z, n) = (Integers::new(), 200);
    let a = matrix(&z, n, n, 10, 4);
    let work = Work::new(Kind::Determinant, &[n]);
    let engine = Engine::builder().threads(40).memory(1 << 36).build();
    engine.enter(|cx| {
        let at_once = 40 * work.together(&[n * n], 64, cx);
        let most = driver::most_at_a_time(&work, &[a.entries()], cx);
        // 2^22 words are the residues modulo 104 primes
        assert_eq!(most, at_once.max(104));
    });
}

/// A worker in a thread, reached by pipes.
fn connected(engine: Engine) -> (Connection<impl Write>, std::thread::JoinHandle<Result<()>>) {
    let (input, to) = std::io::pipe().unwrap();
    let (from, output) = std::io::pipe().unwrap();
    let worker = std::thread::spawn(move || serve(&engine, &mut { input }, &mut { output }));
    (Connection::new(to, from), worker)
}

#[test]
fn workers_answer_and_refuse() {
    let engine = Engine::builder().threads(3).build();
    let (mut connection, worker) = connected(engine.clone());
    connection.ask_threads().unwrap();
    assert_eq!(connection.threads(Duration::from_secs(60)), 3);
    // an answer that comes later than it is waited for
    connection.ask_threads().unwrap();
    let (request, primes) = (request(), some_primes(3));
    let bytes = request.to_bytes();
    for _ in 0..2 {
        let found = connection.images(&bytes, &primes).unwrap().unwrap();
        assert_eq!(found, request.images(&engine, &primes).unwrap());
    }
    let refusal = connection.images(&bytes, &[97]).unwrap().unwrap_err();
    assert!(refusal.contains("97"), "{refusal}");
    let mut other = bytes.clone();
    *other.last_mut().unwrap() ^= 1;
    assert!(connection.images(&other, &primes).unwrap().unwrap_err().contains("changed on the way"));
    assert_eq!(connection.images(&bytes, &primes).unwrap().unwrap(), request.images(&engine, &primes).unwrap());
    drop(connection);
    worker.join().unwrap().unwrap();
}

#[test]
fn what_is_no_message_ends_a_worker() {
    let engine = Engine::builder().threads(1).build();
    let mut out = Vec::new();
    for (bytes, wanted) in [
        (&[1, 0, 0, 0, 0, 0, 0][..], "inside the length"),
        (&[9, 0, 0, 0, 0, 0, 0, 0, b'P'][..], "after 1"),
        (&[255, 255, 255, 255, 255, 255, 255, 255, b'R'][..], "after 1"),
        (&[0; 8][..], "no bytes"),
    ] {
        let error = serve(&engine, &mut &bytes[..], &mut out).unwrap_err().to_string();
        assert!(error.contains(wanted) && out.is_empty(), "{error}");
    }
    serve(&engine, &mut &[2, 0, 0, 0, 0, 0, 0, 0, b'P', 1, 1, 0, 0, 0, 0, 0, 0, 0, b'X'][..], &mut out).unwrap();
    assert!(String::from_utf8_lossy(&out).contains("before a request"));
    assert!(String::from_utf8_lossy(&out).contains("byte 88"));
}

/// Images that are none of the computation end it with an error.
#[test]
fn wrong_images_are_refused() {
    #[derive(Debug)]
    struct Liar(usize);
    impl Team for Liar {
        fn workers(&self) -> usize {
            1
        }
        fn share(
            &self,
            _: &Request,
            groups: &mut (dyn Iterator<Item = Vec<u64>> + Send),
            done: &mut Done<'_>,
        ) -> Result<()> {
            groups.take(self.0).try_for_each(|primes| done(&primes, vec![7; 8 * primes.len()]))
        }
    }
    let z = Integers::new();
    for (groups, wanted) in [(1, "none of this computation"), (0, "has no images")] {
        let options = Options { team: Some(Arc::new(Liar(groups))), ..Options::default() };
        let error = m::charpoly(&matrix(&z, 9, 9, 200, 1), &options).unwrap_err().to_string();
        assert!(error.contains(wanted), "{error}");
    }
}
