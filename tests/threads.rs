//! Threads that share a transform, a product or an engine: the same words as of one thread, for every number of threads.
//!
//! Short enough for the thread sanitizer, under which `scripts/sanitizers.sh` runs them, and long enough that threads share the work.

use polymod::{
    Dft, Engine, F2, Gf2k, Matrix, Poly, ProductAlgorithm, Wrap, Zn,
    core::arith::ntt_primes,
    core::bits::testing::Words,
    core::transform::ntt::NttAlgorithm,
    engine::Limits,
    poly::{DftAlgorithm, Part},
    ring::{Codec, Coeffs, Convolve, ProductShape, Products, Ring, Size, Vectors},
};

fn engine(threads: usize) -> Engine {
    let engine = Engine::builder().threads(threads).build();
    let expected = if cfg!(feature = "parallel") { threads } else { 1 };
    assert_eq!(engine.threads(), expected);
    engine
}

fn residues(n: u64, len: usize, number: u64) -> Vec<u64> {
    let mut words = Words::new(number);
    (0..len).map(|_| words.word() % n).collect()
}

/// The product of two polynomials of these lengths, and the square of the first.
fn products<R: Convolve<Elem = u64>>(r: &R, n: u64, lens: [usize; 2], by: Option<ProductAlgorithm>) -> [Coeffs<R>; 2] {
    let [a, b] = [0, 1].map(|i| Poly::new(r, residues(n, lens[i], i as u64)));
    [&b, &a].map(|b| a.mul_part(b, &Part::All, by).expect("a product").into_coeffs())
}

/// That `r`, made with some numbers of threads, gives what it gives with one.
fn same_products<R: Convolve<Elem = u64>>(ring: impl Fn(&Engine) -> R, n: u64, lens: [usize; 2]) {
    let alone = ring(&engine(1));
    let wanted = products(&alone, n, lens, None);
    for threads in [2, 3] {
        let r = ring(&engine(threads));
        let found = products(&r, n, lens, None);
        assert!((0..2).all(|i| r.same(found[i].view(), wanted[i].view())), "{}: {threads} threads, {lens:?}", r.name());
    }
}

#[test]
fn threads_share_a_transform() {
    let p = ntt_primes(62, 19, 1).expect("a prime")[0];
    // predicted to take long enough, by each algorithm, that threads share it
    let x = residues(p, 1 << 18, 2);
    for wrap in [Wrap::Cyclic, Wrap::Negacyclic] {
        let mut wanted = None;
        for threads in [1, 2, 3] {
            let f = Zn::on(&engine(threads), p).unwrap();
            let dft = Dft::new(&f, x.len(), wrap).unwrap();
            let named = [NttAlgorithm::SixStep, NttAlgorithm::Tree].map(|name| dft.clone().by(DftAlgorithm::Own(name)));
            for dft in named.into_iter().flatten().chain([dft]) {
                let mut y = x.clone();
                dft.forward_slice(&mut y).unwrap();
                assert!(y == *wanted.get_or_insert(y.clone()), "{threads} threads, {dft:?}");
                dft.inverse_slice(&mut y).unwrap();
                assert!(y == x, "{threads} threads, {dft:?}");
            }
        }
    }
}

/// Threads of the caller use one plan at the same time, each with threads of its engine.
#[test]
fn callers_share_a_transform() {
    let p = ntt_primes(50, 17, 1).expect("a prime")[0];
    let f = Zn::on(&engine(2), p).unwrap();
    let dft = Dft::new(&f, 1 << 14, Wrap::Cyclic).unwrap();
    let values = |number: u64| {
        let mut x = residues(p, dft.len(), number);
        dft.forward_slice(&mut x).unwrap();
        x
    };
    let wanted = [3, 4, 5].map(values);
    let found = std::thread::scope(|scope| {
        let running = [3, 4, 5].map(|number| scope.spawn(move || values(number)));
        running.map(|thread| thread.join().expect("no panic"))
    });
    assert!(found == wanted);
}

#[test]
fn threads_share_a_product_modulo_a_word() {
    for n in [998_244_353, (1 << 50) - 27, (1 << 62) - 57, u64::MAX] {
        same_products(|engine| Zn::on(engine, n).unwrap(), n, [10_000, 9001]);
        same_products(|engine| Zn::on(engine, n).unwrap(), n, [30_000, 70]);
    }
}

#[test]
fn threads_share_a_product_over_extensions_of_f2() {
    same_products(|engine| Gf2k::on(engine, 8, 0x11b).unwrap(), 256, [6000, 5001]);
    same_products(|engine| Gf2k::on(engine, 64, (1 << 64) | 0x1b).unwrap(), u64::MAX, [2000, 1001]);
}

#[test]
fn threads_share_a_product_of_bits() {
    let lens = [6000, 5001];
    let product = |threads: usize, by: Option<ProductAlgorithm>| {
        let f = F2::on(&engine(threads));
        let [a, b] =
            [0, 1].map(|i| Poly::from_coeffs(&f, f.from_words(&residues(u64::MAX, lens[i], i as u64), 64 * lens[i])));
        f.pack(a.mul_part(&b, &Part::All, by).expect("a product").coeffs())
    };
    let wanted = product(1, Some(ProductAlgorithm::Karatsuba));
    for threads in [1, 2, 3] {
        assert!(product(threads, Some(ProductAlgorithm::Frobenius)) == wanted, "{threads} threads");
        assert!(product(threads, None) == wanted, "{threads} threads");
    }
}

#[test]
fn threads_share_a_product_of_matrices() {
    for n in [97, (1 << 50) - 27, (1 << 62) - 57, u64::MAX] {
        let results = [1, 2, 3].map(|threads| {
            let f = Zn::on(&engine(threads), n).unwrap();
            let matrix = |number| Matrix::new(&f, 130, 130, f.collect(&residues(n, 130 * 130, number))).unwrap();
            (matrix(0).checked_mul(&matrix(1)).unwrap(), matrix(2).det().ok())
        });
        assert!(results[0] == results[1] && results[1] == results[2], "modulo {n}");
    }
}

/// Engines side by side, and one engine at work in two threads: they share its plans, its memory and its workers.
#[test]
fn callers_share_an_engine() {
    let (one, two) = (engine(2), engine(3));
    let work = |engine: &Engine| {
        let n = (1 << 62) - 57;
        let f = Zn::on(engine, n).unwrap();
        [[6000, 5000], [300, 200], [9000, 40]]
            .map(|lens| products(&f, n, lens, None).map(|c| f.words(c.view()).to_vec()))
    };
    let results = std::thread::scope(|scope| {
        let running = [&one, &two, &two].map(|engine| scope.spawn(move || work(engine)));
        running.map(|thread| thread.join().expect("no panic"))
    });
    assert!(results[0] == results[1] && results[1] == results[2]);
    assert!(results[0] == work(&engine(1)));
}

#[test]
fn limits_of_a_thread_decide_about_algorithms_and_leave_no_trace() {
    let f = Zn::on(&engine(2), (1 << 61) - 1).unwrap();
    let n = 40_000;
    let shape =
        ProductShape { a: Size { len: n, bits: 0 }, b: Size { len: n, bits: 0 }, square: false, window: 0..2 * n - 1 };
    let chosen = || f.engine().enter(|cx| f.choose_product(&shape, cx));
    let free = chosen();
    let small = Limits { memory: shape.held_bytes(1) + free.peak_bytes / 2, ..Limits::NONE };
    let within = small.apply(chosen);
    assert!(within.peak_bytes <= free.peak_bytes / 2, "{within:?}");
    assert_eq!(chosen(), free);
    let same = |limits: Limits| limits.apply(|| products(&f, f.n(), [n, n / 3], None));
    let wanted = same(Limits::NONE);
    for limits in [small, Limits { threads: 1, ..Limits::NONE }, Limits { threads: 1, ..small }] {
        let found = same(limits);
        assert!((0..2).all(|i| f.same(found[i].view(), wanted[i].view())), "{limits:?}");
    }
}

/// Threads start when there is work for them. Where the system starts none, the calling thread computes alone.
#[cfg(feature = "parallel")]
#[test]
fn threads_that_do_not_start() {
    const INSIDE: &str = "POLYMOD_TEST_WITHOUT_THREADS";
    if std::env::var_os(INSIDE).is_none() {
        // no system has room for such a stack; one thread of tests is the first of the process
        let mut child = std::process::Command::new(std::env::current_exe().expect("a path"));
        child.args(["--exact", "threads_that_do_not_start", "--test-threads", "1"]);
        let done = child.env(INSIDE, "1").env("RUST_MIN_STACK", (1u64 << 60).to_string()).output().expect("a run");
        let said = String::from_utf8_lossy(&done.stdout);
        assert!(done.status.success() && said.contains("1 passed"), "{said}");
        return;
    }
    let (two, n) = (engine(2), 998_244_353);
    let [alone, f] = [&engine(1), &two].map(|engine| Zn::on(engine, n).unwrap());
    let same = |len| {
        let [wanted, found] = [&alone, &f].map(|f| products(f, n, [len, len], None));
        wanted.iter().zip(&found).all(|(a, b)| f.words(a.view()) == f.words(b.view()))
    };
    assert!(same(20) && two.threads() == 2, "a short product asks for no thread");
    assert!(same(60_000) && two.threads() == 1, "a long one does, and none starts");
    assert!(same(60_000), "the calling thread goes on");
}
