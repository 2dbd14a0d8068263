//! Transforms and products by threads that stand for the ranks of a job, against the same in memory.

use super::{file, scrambled};
use crate::named;
use polymod::{
    AnyRing, Error, Result,
    core::{
        cpu::Target,
        transform::ntt::{Direction, Wrap},
    },
    engine::Engine,
    outofcore::{Exchange, FileDft, Product, ProductMethod, Ranks, Scratch, Sink, Source, Workplace, slice},
    poly::{Dft, Part, Poly},
    ring::{Coeffs, Ring, Roots, Vectors},
};
use std::{
    ops::Range,
    sync::{
        Arc, Mutex,
        mpsc::{Receiver, Sender, channel},
    },
    thread,
};

/// One of the threads: a channel to each of them, and one from each.
struct Thread {
    rank: usize,
    to: Vec<Sender<Vec<u64>>>,
    from: Vec<Mutex<Receiver<Vec<u64>>>>,
}

impl Thread {
    fn send(&self, rank: usize, words: &[u64]) -> Result<()> {
        let gone = |_| Error::Worker { name: format!("rank {rank}"), reason: "it has ended".into() };
        self.to[rank].send(words.to_vec()).map_err(gone)
    }

    fn receive(&self, rank: usize) -> Result<Vec<u64>> {
        let gone = |_| Error::Worker { name: format!("rank {rank}"), reason: "it has ended".into() };
        self.from[rank].lock().unwrap().recv().map_err(gone)
    }
}

impl Exchange for Thread {
    fn rank(&self) -> usize {
        self.rank
    }

    fn count(&self) -> usize {
        self.to.len()
    }

    fn gather(&self, words: &[u64]) -> Result<Vec<Vec<u64>>> {
        (0..self.count()).try_for_each(|rank| self.send(rank, words))?;
        (0..self.count()).map(|rank| self.receive(rank)).collect()
    }

    fn exchange(&self, among: Range<usize>, send: &[&[u64]], receive: &mut [&mut [u64]]) -> Result<()> {
        assert!(send[self.rank - among.start].is_empty() && receive[self.rank - among.start].is_empty());
        among.clone().zip(send).try_for_each(|(rank, words)| self.send(rank, words))?;
        for (rank, words) in among.zip(receive) {
            words.copy_from_slice(&self.receive(rank)?);
        }
        Ok(())
    }
}

/// The results of a job, one for each rank.
fn on_ranks<T: Send>(count: usize, f: impl Fn(&Arc<Ranks>) -> T + Sync) -> Vec<T> {
    let (mut to, mut from): (Vec<Vec<_>>, Vec<Vec<_>>) = (0..count).map(|_| (Vec::new(), Vec::new())).unzip();
    for sender in &mut to {
        for receiver in &mut from {
            let (tx, rx) = channel();
            sender.push(tx);
            receiver.push(Mutex::new(rx));
        }
    }
    let threads = to.into_iter().zip(from).enumerate();
    let ranks: Vec<_> = threads.map(|(rank, (to, from))| Arc::new(Ranks::new(Thread { rank, to, from }))).collect();
    thread::scope(|scope| {
        let handles: Vec<_> = ranks.iter().map(|ranks| scope.spawn(|| f(ranks))).collect();
        handles.into_iter().map(|handle| handle.join().unwrap()).collect()
    })
}

fn place(memory: u64) -> Workplace {
    Workplace { folder: std::env::temp_dir(), memory }
}

fn transforms_agree(r: &AnyRing, [len, given]: [usize; 2], counts: &[usize]) {
    let folder = tempfile::tempdir().unwrap();
    let (v, width) = (scrambled(r, given, 3), r.zeros(0).width());
    let from = file(r, &folder, &v);
    for (wrap, direction) in [
        (Wrap::Cyclic, Direction::Forward),
        (Wrap::Cyclic, Direction::Inverse),
        (Wrap::Negacyclic, Direction::Forward),
        (Wrap::Negacyclic, Direction::Inverse),
    ] {
        let order = len as u64 * if wrap == Wrap::Cyclic { 1 } else { 2 };
        let Ok(root) = r.root_of_unity(order) else { continue };
        let dft = Dft::with_root(r, len, wrap, &root).unwrap();
        let expected = if direction == Direction::Forward { dft.forward(v.view()) } else { dft.inverse(v.view()) };
        for &count in counts {
            let out = Scratch::new(folder.path(), len, width).unwrap();
            let sent = on_ranks(count, |ranks| {
                let dft = FileDft::new(r, len, wrap, &root, direction, place(1 << 24)).unwrap();
                ranks.agree(dft.among(ranks).and_then(|dft| dft.run(&from, &out))).unwrap();
                ranks.sent_bytes()
            });
            let got = slice(r, &out, 0, len).unwrap();
            let same = r.same(got.view(), expected.as_ref().unwrap().view());
            assert!(same, "{} {wrap:?} {direction:?}: {given} to {len} on {count} ranks", r.name());
            if count.is_power_of_two() && count * count <= len {
                let each = 2 * 8 * width * (len / count - len / count / count);
                assert_eq!(sent, vec![each as u64; count], "{len} values of {width} words");
            }
        }
    }
}

#[test]
fn transforms_by_ranks_are_those_in_memory() {
    let engine = Engine::builder().threads(1).build();
    let f = named(&engine, "zn:998244353");
    transforms_agree(&f, [1 << 10, 1 << 10], &[1, 2, 3, 4, 16]);
    transforms_agree(&f, [1 << 13, 5000], &[2, 4]);
    transforms_agree(&named(&engine, "zn:2^64-2^32+1"), [1 << 14, 1 << 14], &[4]);
    transforms_agree(&named(&engine, "gfpf:F4"), [1 << 10, 1 << 10], &[2, 3]);
    // more ranks than rows
    transforms_agree(&f, [16, 16], &[7, 8]);
}

/// The product of two files by ranks with these engines, and what each rank has sent.
fn product(
    rings: &[AnyRing],
    [a, b]: [&Coeffs<AnyRing>; 2],
    square: bool,
    method: Option<ProductMethod>,
) -> (Coeffs<AnyRing>, Vec<u64>) {
    part(rings, [a, b], square, (method, Part::All))
}

/// The same for a part of the product.
fn part(
    rings: &[AnyRing],
    [a, b]: [&Coeffs<AnyRing>; 2],
    square: bool,
    (method, part): (Option<ProductMethod>, Part),
) -> (Coeffs<AnyRing>, Vec<u64>) {
    let (folder, r) = (tempfile::tempdir().unwrap(), &rings[0]);
    let [x, y] = [a, b].map(|v| file(r, &folder, v));
    let of =
        |r: &AnyRing| Product::new(r, a.len(), (!square).then_some(b.len()), part.clone(), place(1 << 24)).unwrap();
    let len = of(r).len();
    let out = Scratch::new(folder.path(), len, r.zeros(0).width()).unwrap();
    let sent = on_ranks(rings.len(), |ranks| {
        let r = &rings[ranks.rank()];
        let product = of(r);
        let product = match method {
            Some(method) => product.by(method).unwrap(),
            None => product,
        };
        let product = product.among(ranks);
        ranks.agree(product.and_then(|p| p.run(&x, (!square).then_some(&y as &dyn Source), &out))).unwrap();
        ranks.sent_bytes()
    });
    (slice(r, &out, 0, len).unwrap(), sent)
}

fn products_agree(rings: &[AnyRing], lens: [usize; 2], method: Option<ProductMethod>) -> [Vec<u64>; 2] {
    let r = &rings[0];
    [false, true].map(|square| {
        let a = scrambled(r, lens[0], 5);
        let b = if square { a.clone() } else { scrambled(r, lens[1], 11) };
        let [x, y] = [&a, &b].map(|v| Poly::from_coeffs(r, v.clone()));
        let (got, sent) = product(rings, [&a, &b], square, method);
        let expected = &x * &y;
        let count = rings.len();
        assert!(Poly::from_coeffs(r, got) == expected, "{} {lens:?} on {count} ranks, square {square}", r.name());
        sent
    })
}

#[test]
fn products_by_ranks_are_those_in_memory() {
    let engine = Engine::builder().threads(1).build();
    let words = named(&engine, "zn:998244353");
    for count in [1, 2, 4] {
        // three transforms of 2^10 values, or two
        let each = 8 * (1024 / count - 1024 / count / count) as u64;
        let sent = products_agree(&vec![words.clone(); count], [500, 400], Some(ProductMethod::Direct));
        assert_eq!(sent, [3, 2].map(|exchanges| vec![exchanges * each; count]));
    }
    products_agree(&vec![words.clone(); 3], [3000, 2000], None);
    let field = named(&engine, "gfpf:F4");
    products_agree(&vec![field; 2], [150, 90], None);
    // rows of limbs by primes
    let wide = named(&engine, "zn:2^200-1");
    products_agree(&vec![wide; 4], [300, 200], None);
    // by primes, two or three of them
    for n in ["97", "2^61-1"] {
        for count in [1, 2, 3, 4, 6] {
            products_agree(&vec![named(&engine, &format!("zn:{n}")); count], [700, 301], Some(ProductMethod::Crt));
        }
    }
}

/// Sheets, blocks and runs that cannot be divided evenly, by more ranks than there are of some, and by ranks of different kernels.
#[test]
fn products_of_bits_by_ranks_are_those_in_memory() {
    let of = |target| named(&Engine::builder().threads(1).target(target).build(), "gf2");
    let best = of(Target::families().last().unwrap());
    for (count, lens) in
        [(1, [40_000, 30_000]), (2, [61_441, 1]), (3, [90_000, 61_000]), (4, [300_000, 211_111]), (7, [64_000, 64_001])]
    {
        products_agree(&vec![best.clone(); count], lens, None);
    }
    let mixed: Vec<AnyRing> = Target::families().map(of).collect();
    products_agree(&mixed, [100_001, 50_000], None);
}

#[test]
fn parts_of_products_by_ranks_are_those_in_memory() {
    fn agree(r: &AnyRing, lens: [usize; 2], wanted: &Part) {
        let [a, b] = [(lens[0], 5), (lens[1], 11)].map(|(len, seed)| scrambled(r, len, seed));
        let [x, y] = [&a, &b].map(|v| Poly::from_coeffs(r, v.clone()));
        for (square, y) in [(false, &y), (true, &x)] {
            let expected = x.mul_part(y, wanted, None).unwrap();
            let (got, _) = part(&vec![r.clone(); 3], [&a, &b], square, (None, wanted.clone()));
            assert!(Poly::from_coeffs(r, got) == expected, "{} {wanted:?}, square {square}", r.name());
        }
    }
    let engine = Engine::builder().threads(1).build();
    for wanted in [
        Part::Low(100),
        Part::Middle(70..690),
        Part::Middle(0..5),
        Part::Middle(650..9999),
        Part::Cyclic(1100),
        Part::Cyclic(600),
        Part::Cyclic(1),
        Part::Negacyclic(256),
        Part::Negacyclic(7),
    ] {
        agree(&named(&engine, "zn:998244353"), [500, 200], &wanted);
        agree(&named(&engine, "zn:97"), [500, 200], &wanted);
    }
    // windows of bits that begin and end within words
    for wanted in [
        Part::Low(1001),
        Part::Middle(30_007..60_001),
        Part::Middle(64..65),
        Part::Middle(99_000..200_000),
        Part::Cyclic(33_333),
        Part::Negacyclic(70_000),
    ] {
        agree(&named(&engine, "gf2"), [60_001, 40_001], &wanted);
    }
    let field = named(&engine, "gfpf:F4");
    agree(&field, [150, 90], &Part::Negacyclic(128));
    // multiplied by blocks
    let blocks = Product::new(&named(&engine, "gf2^8:0x11b"), 500, None, Part::All, place(1 << 24)).unwrap();
    assert!(matches!(blocks.on_ranks(), Err(Error::Unsupported { .. })));
}

/// The folder of the temporary file of a product modulo x^n − 1 is one that all ranks see, and is empty afterwards.
#[test]
fn the_ranks_share_a_temporary_file() {
    let f = named(&Engine::builder().threads(1).build(), "zn:998244353");
    let [folder, files, other] = [(); 3].map(|()| tempfile::tempdir().unwrap());
    let from = file(&f, &files, &scrambled(&f, 500, 5));
    let to = Scratch::new(files.path(), 600, 1).unwrap();
    let told = |folders: [&std::path::Path; 2]| {
        on_ranks(2, |ranks| {
            let place = Workplace { folder: folders[ranks.rank()].to_owned(), memory: 1 << 24 };
            let product = Product::new(&f, 500, None, Part::Cyclic(600), place).unwrap();
            ranks.agree(product.among(ranks).and_then(|product| product.run(&from, None, &to)))
        })
    };
    assert!(told([folder.path(); 2]).iter().all(Result::is_ok));
    let apart: Vec<String> =
        told([folder.path(), other.path()]).into_iter().map(|e| e.unwrap_err().to_string()).collect();
    assert!(
        apart[1].contains("which the leader has made for all ranks") && apart[0].starts_with("rank 1: "),
        "{apart:?}"
    );
    let nowhere = files.path().join("nowhere");
    let nowhere = told([&nowhere, folder.path()]);
    assert!(
        matches!(nowhere[0], Err(Error::File { .. })) && matches!(nowhere[1], Err(Error::Worker { .. })),
        "{nowhere:?}"
    );
    for folder in [folder, other] {
        assert_eq!(std::fs::read_dir(folder.path()).unwrap().count(), 0);
    }
}

/// A rank sends about what the model says: of each operand and of the product, elements and image once.
#[test]
fn ranks_send_their_parts_of_elements_and_images() {
    let f = named(&Engine::builder().threads(1).build(), "gf2");
    let model = Product::new(&f, 2_000_000, Some(2_000_000), Part::All, place(1 << 24)).unwrap().on_ranks().unwrap();
    let [a, b] = [5, 11].map(|seed| scrambled(&f, 2_000_000, seed));
    let (_, sent) = product(&vec![f; 4], [&a, &b], false, None);
    let predicted = model.on(4, &polymod::ranks::Network::ASSUMED).unwrap().sent_bytes;
    for sent in sent {
        assert!((sent as f64 / predicted - 1.0).abs() < 0.15, "{sent} bytes, {predicted} predicted");
    }
}

/// Two ranks with a prime each send half of its residues, and nothing in transforms.
#[test]
fn primes_are_divided_before_transforms() {
    let engine = Engine::builder().threads(1).target(Target::SCALAR).build();
    let f = named(&engine, "zn:2^55-55");
    let [sent, _] = products_agree(&vec![f.clone(); 2], [700, 325], Some(ProductMethod::Crt));
    assert_eq!(sent, [8 * 512; 2]);
    // two pairs: three exchanges of half of a rank's values, and half of the residues that it has in a quarter of the strips at the end
    let [sent, _] = products_agree(&vec![f; 4], [700, 325], Some(ProductMethod::Crt));
    assert_eq!(sent, [8 * (3 * 256 + 256); 4]);
}

/// Ranks with other instruction sets would choose other primes.
#[test]
fn the_leader_chooses_the_primes() {
    let of = |target| named(&Engine::builder().threads(1).target(target).build(), "zn:2^61-1");
    let targets: Vec<Target> = Target::families().collect();
    let mixed: Vec<AnyRing> = targets.iter().chain(targets.iter().rev()).map(|&target| of(target)).collect();
    products_agree(&mixed, [500, 200], Some(ProductMethod::Crt));
}

/// A vector of which some place can be neither read nor written by one rank.
struct Torn<'a> {
    file: &'a Scratch,
    at: usize,
}

impl Torn<'_> {
    fn check(&self, first: usize, words: usize) -> Result<()> {
        let reason = "torn".to_string();
        if (first..first + words).contains(&self.at) {
            Err(Error::File { name: "file".into(), reason })
        } else {
            Ok(())
        }
    }
}

impl Source for Torn<'_> {
    fn len(&self) -> usize {
        self.file.len()
    }

    fn read(&self, first: usize, words: &mut [u64]) -> Result<()> {
        self.check(first, words.len()).and_then(|()| self.file.read(first, words))
    }
}

impl Sink for Torn<'_> {
    fn write(&self, first: usize, words: &[u64]) -> Result<()> {
        self.check(first, words.len()).and_then(|()| self.file.write(first, words))
    }
}

/// What goes wrong on one rank is told by all, and none waits.
#[test]
fn an_error_on_one_rank_ends_all() {
    let (folder, engine) = (tempfile::tempdir().unwrap(), Engine::builder().threads(1).build());
    let f = named(&engine, "zn:998244353");
    let from = file(&f, &folder, &scrambled(&f, 1024, 1));
    let to = Scratch::new(folder.path(), 2047, 1).unwrap();
    let whole = usize::MAX;
    // the last quarter of the columns, and of the result, is that of rank 3; the least memory is that of rank 2
    for (source, sink, memory, fails) in
        [(1023, whole, 1 << 24, 3), (whole, 1023, 1 << 24, 3), (whole, whole, 1 << 12, 2), (0, whole, 1 << 24, 0)]
    {
        let (source, sink) = (Torn { file: &from, at: source }, Torn { file: &to, at: sink });
        let transform = |ranks: &Arc<Ranks>| {
            let root = f.root_of_unity(1024)?;
            let place = place(if ranks.rank() == fails { memory } else { 1 << 24 });
            let dft = FileDft::new(&f, 1024, Wrap::Cyclic, &root, Direction::Forward, place)?;
            dft.among(ranks)?.run(&source, &sink)
        };
        let multiply = |ranks: &Arc<Ranks>| {
            let place = place(if ranks.rank() == fails { memory } else { 1 << 24 });
            let product = Product::new(&f, 1024, None, Part::All, place)?.by(ProductMethod::Crt)?;
            product.among(ranks)?.run(&source, None, &sink)
        };
        for (what, work) in [("dft", &transform as &(dyn Fn(&Arc<Ranks>) -> Result<()> + Sync)), ("product", &multiply)]
        {
            let told = on_ranks(4, |ranks| ranks.agree(work(ranks)).unwrap_err().to_string());
            // of a product the place may be that of any rank, in each of two groups
            let first = told.iter().position(|told| !told.starts_with("rank ")).unwrap();
            let others = format!("rank {first}: {}", told[first]);
            assert!(told.iter().all(|text| *text == told[first] || *text == others), "{told:?}");
            if what == "dft" {
                assert_eq!((first, told.iter().filter(|text| **text == others).count()), (fails, 3), "{told:?}");
            }
        }
    }
}
