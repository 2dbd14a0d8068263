//! Everything over files against the same in memory, in the smallest blocks that the memory can be said to hold, and in larger ones.

#[cfg(all(feature = "files", feature = "integers"))]
mod gather;
#[cfg(all(feature = "files", feature = "integers"))]
mod groups;
#[cfg(all(feature = "files", feature = "integers"))]
mod pipeline;
#[cfg(all(feature = "files", feature = "integers"))]
mod ranks;
#[cfg(all(feature = "files", feature = "integers"))]
mod scratch;
#[cfg(all(feature = "files", feature = "integers"))]
mod spread;

use crate::{any, named};
use polymod::{
    AnyRing, Dft, Engine, Error, F2, Poly, Result, Ring,
    core::{
        bits::testing,
        cpu::Target,
        transform::ntt::{Direction, Wrap},
    },
    outofcore::{FileDft, Product, ProductMethod, Scratch, Sink, Source, Workplace, slice},
    poly::Part,
    ring::{AnyElem, Codec, Coeffs, Convolve, Roots, Vectors},
};
use proptest::{prelude::*, test_runner::RngSeed};
use tempfile::TempDir;

fn engines() -> Vec<Engine> {
    [1, 3].map(|threads| Engine::builder().threads(threads).build()).into()
}

/// Some vector of `len` coefficients.
fn scrambled(r: &AnyRing, len: usize, seed: u64) -> Coeffs<AnyRing> {
    let mut v = r.zeros(0);
    for i in 0..len as u64 {
        let x = testing::noise(seed << 40 ^ i);
        let limbs = [x ^ x >> 29, x.rotate_left(17), x.rotate_left(40), x >> 5];
        // names of elements have few bits
        let limbs = if r.names() { &[(limbs[0] & 1)][..] } else { &limbs[..] };
        r.push_limbs(&mut v, i % 7 == 0 && !r.names(), limbs).unwrap();
    }
    v
}

fn file(r: &AnyRing, folder: &TempDir, v: &Coeffs<AnyRing>) -> Scratch {
    let scratch = Scratch::new(folder.path(), v.len(), r.zeros(0).width()).unwrap();
    scratch.write(0, v.words()).unwrap();
    scratch
}

/// The least memory with which `f` does not fail for want of it, within a quarter.
fn least(f: impl Fn(u64) -> Result<(), Error>) -> u64 {
    let mut memory = 1 << 10;
    while let Err(e) = f(memory) {
        assert!(matches!(e, Error::TooLarge { .. }), "{e}");
        memory += memory / 4;
    }
    memory
}

fn transforms_agree(r: &AnyRing, len: usize, given: usize) {
    let folder = tempfile::tempdir().unwrap();
    for wrap in [Wrap::Cyclic, Wrap::Negacyclic] {
        let order = len as u64 * if wrap == Wrap::Cyclic { 1 } else { 2 };
        let Ok(root) = r.root_of_unity(order) else { continue };
        let dft = Dft::with_root(r, len, wrap, &root).unwrap();
        let v = scrambled(r, given, 3);
        for direction in [Direction::Forward, Direction::Inverse] {
            let expected = match direction {
                Direction::Forward => dft.forward(v.view()),
                Direction::Inverse => dft.inverse(v.view()),
            };
            let plan = |memory| {
                let place = Workplace { folder: folder.path().to_owned(), memory };
                FileDft::new(r, len, wrap, &root, direction, place)
            };
            let tight = least(|memory| plan(memory).map(drop));
            for memory in [tight, 4 * tight, 1 << 30] {
                let out = Scratch::new(folder.path(), len, r.zeros(0).width()).unwrap();
                plan(memory).unwrap().run(&file(r, &folder, &v), &out).unwrap();
                let got = slice(r, &out, 0, len).unwrap();
                let same = r.same(got.view(), expected.as_ref().unwrap().view());
                assert!(same, "{} {wrap:?} {direction:?}: {given} to {len} within {memory} bytes", r.name());
            }
        }
    }
}

#[test]
fn transforms_are_those_in_memory() {
    for engine in engines() {
        for len in [4, 8, 16, 64, 512, 2048] {
            for n in [12_289_u64, 998_244_353, (1 << 61) - (1 << 26) + 1, 0xffff_ffff_0000_0001] {
                let f = named(&engine, &format!("zn:{n}"));
                transforms_agree(&f, len, len);
                transforms_agree(&f, len, len / 2 + 1);
            }
        }
        for name in ["F4", "P8"] {
            let f = named(&engine, &format!("gfpf:{name}"));
            [64, 1024].iter().for_each(|&len| transforms_agree(&f, len, len - 3));
        }
        let f = named(&engine, "zn:bls12-381-fr");
        [4, 64, 256].iter().for_each(|&len| transforms_agree(&f, len, len));
    }
}

fn products_agree(r: &AnyRing, lens: [usize; 2], part: &Part, method: Option<ProductMethod>) {
    let folder = tempfile::tempdir().unwrap();
    for square in [false, true] {
        let a = scrambled(r, lens[0], 5);
        let b = if square { a.clone() } else { scrambled(r, lens[1], 11) };
        let [x, y] = [&a, &b].map(|v| Poly::from_coeffs(r, v.clone()));
        let expected = x.mul_part(&y, part, None).unwrap();
        let run = |memory: u64| {
            let place = Workplace { folder: folder.path().to_owned(), memory };
            let other = (!square).then_some(b.len());
            let product = Product::new(r, a.len(), other, part.clone(), place).unwrap();
            let product = match method {
                Some(method) => product.by(method).unwrap(),
                None => product,
            };
            let out = Scratch::new(folder.path(), product.len(), r.zeros(0).width()).unwrap();
            let (x, y) = (file(r, &folder, &a), file(r, &folder, &b));
            product.run(&x, (!square).then_some(&y as &dyn Source), &out)?;
            slice(r, &out, 0, product.len())
        };
        let tight = least(|memory| run(memory).map(drop));
        for memory in [tight, 1 << 30] {
            let got = Poly::from_coeffs(r, run(memory).unwrap());
            assert!(got == expected, "{} {lens:?} {part:?} {method:?} square {square}, {memory} bytes", r.name());
        }
    }
}

#[test]
fn products_are_those_in_memory() {
    let parts = [Part::All, Part::Low(100), Part::Middle(70..390), Part::Cyclic(130), Part::Negacyclic(77)];
    for engine in engines() {
        for part in &parts {
            let words = named(&engine, "zn:998244353");
            products_agree(&words, [300, 200], part, Some(ProductMethod::Direct));
            products_agree(&words, [300, 200], part, Some(ProductMethod::Crt));
            for n in ["97", "2^61-1", "2^40", "2^64-1"] {
                products_agree(&named(&engine, &format!("zn:{n}")), [300, 123], part, None);
            }
            products_agree(&words, [300, 200], part, Some(ProductMethod::Blocks));
            products_agree(&named(&engine, "gf2"), [700, 300], part, None);
            products_agree(&named(&engine, "gf2^8:0x11b"), [200, 300], part, None);
            products_agree(&named(&engine, "zn:2^89-1"), [200, 130], part, None);
            products_agree(&named(&engine, "gfpf:F4"), [150, 90], part, None);
        }
        // by halves, of all shapes
        for lens in [[2000, 1900], [1500, 130], [64, 3000], [1025, 512], [129, 129]] {
            products_agree(&named(&engine, "gf2"), lens, &Part::All, None);
            products_agree(&named(&engine, "zn:97"), lens, &Part::All, Some(ProductMethod::Blocks));
        }
        // 2^8 + 1 coefficients
        let words = named(&engine, "zn:998244353");
        for method in [ProductMethod::Direct, ProductMethod::Crt] {
            products_agree(&words, [129, 129], &Part::All, Some(method));
        }
        // rows of limbs by primes, of which there are more than a block has rows
        let wide = named(&engine, "zn:2^600-1");
        products_agree(&wide, [40, 30], &Part::All, Some(ProductMethod::Crt));
        products_agree(&named(&engine, "zn:97"), [1, 1], &Part::All, None);
        products_agree(&named(&engine, "zn:97"), [1, 1000], &Part::All, None);
    }
}

/// All coefficients are n − 1. Sums of 123 products need one prime more than single products for some of the moduli.
#[test]
fn largest_coefficients_are_below_the_product_of_the_primes() {
    let folder = tempfile::tempdir().unwrap();
    let lens: [usize; 2] = [300, 123];
    let full = lens[0] + lens[1] - 1;
    // (−1)·(−1), as often as there are pairs of coefficients
    let pairs: Vec<u64> = (0..full).map(|k| (k + 1).min(lens[1]).min(full - k) as u64).collect();
    for target in Target::families() {
        let engine = Engine::builder().threads(1).target(target).build();
        for bits in (20..=62).step_by(4) {
            let n = (1u64 << bits) - 1;
            let f = named(&engine, &format!("zn:{n}"));
            let place = Workplace { folder: folder.path().to_owned(), memory: 1 << 24 };
            let product = Product::new(&f, lens[0], Some(lens[1]), Part::All, place).unwrap();
            let product = product.by(ProductMethod::Crt).unwrap();
            let [x, y] = lens.map(|len| file(&f, &folder, &f.of_words(&vec![n - 1; len])));
            let out = Scratch::new(folder.path(), full, 1).unwrap();
            product.run(&x, Some(&y), &out).unwrap();
            let got = slice(&f, &out, 0, full).unwrap();
            assert_eq!(got.words(), pairs, "modulo {n}, {target:?}");
        }
    }
}

#[test]
fn products_of_bits_are_those_in_memory() {
    let frobenius = Some(ProductMethod::Frobenius);
    for engine in engines() {
        let f = named(&engine, "gf2");
        // rows of bits and sheets that end anywhere, operands of few rows and of many
        for lens in [[40_000, 30_000], [61_441, 1], [90_000, 100], [131_072, 131_073], [300_000, 211_111]] {
            products_agree(&f, lens, &Part::All, frobenius);
        }
        for part in [Part::Low(1000), Part::Middle(7777..60_001), Part::Cyclic(64_003)] {
            products_agree(&f, [50_000, 45_000], &part, frobenius);
        }
    }
    // every kernel, all ones
    for target in Target::families() {
        let bits = F2::on(&Engine::builder().threads(1).target(target).build());
        let f = AnyRing::field(bits.clone());
        let folder = tempfile::tempdir().unwrap();
        let a = f.erased(bits.from_words(&[u64::MAX; 1000], 64_000));
        let place = Workplace { folder: folder.path().to_owned(), memory: 1 << 18 };
        let product = Product::new(&f, 64_000, Some(64_000), Part::All, place).unwrap().by(ProductMethod::Frobenius);
        let (x, out) = (file(&f, &folder, &a), Scratch::new(folder.path(), 127_999, 0).unwrap());
        product.unwrap().run(&x, Some(&x), &out).unwrap();
        // the square of the sum of all powers below x^n has ones at even places
        let got = slice(&f, &out, 0, 127_999).unwrap();
        let expected = f.erased(bits.from_words(&[0x5555_5555_5555_5555; 2000], 127_999));
        assert!(f.same(got.view(), expected.view()), "{target:?}");
    }
}

#[test]
fn what_does_not_apply_is_an_error() {
    let f = any("zn:97");
    let place = |memory| Workplace { folder: std::env::temp_dir(), memory };
    let dft = |len, root: AnyElem, memory| {
        FileDft::new(&f, len, Wrap::Cyclic, &root, Direction::Forward, place(memory)).map(drop)
    };
    assert!(matches!(dft(12, f.one(), 1 << 20), Err(Error::Length { .. })));
    assert!(matches!(dft(16, f.one(), 1 << 20), Err(Error::NotPrincipal { .. })));
    let root = f.root_of_unity(16).unwrap();
    assert!(matches!(dft(16, root, 100), Err(Error::TooLarge { .. })));
    let product = |len| Product::new(&f, len, Some(3), Part::All, place(1 << 20));
    assert!(matches!(product(usize::MAX).map(drop), Err(Error::TooLarge { .. })));
    assert!(matches!(product(100).unwrap().by(ProductMethod::Direct).map(drop), Err(Error::Algorithm { .. })));
    let folder = tempfile::tempdir().unwrap();
    let v = file(&f, &folder, &scrambled(&f, 5, 1));
    assert!(matches!(product(4).unwrap().run(&v, Some(&v), &v), Err(Error::Length { .. })));
}

proptest! {
    #![proptest_config(ProptestConfig { cases: 12, rng_seed: RngSeed::Fixed(testing::seed()), ..ProptestConfig::default() })]

    #[test]
    fn lengths_and_parts_of_any_size(
        m in 1usize..600,
        n in 1usize..600,
        (start, len) in (0usize..300, 1usize..900),
        kind in 0..5,
        modulus in 2u64..,
    ) {
        let part = match kind {
            0 => Part::All,
            1 => Part::Low(len),
            2 => Part::Middle(start..start + len),
            3 => Part::Cyclic(len),
            _ => Part::Negacyclic(len),
        };
        let engine = Engine::builder().threads(2).build();
        products_agree(&named(&engine, &format!("zn:{modulus}")), [m, n], &part, None);
        products_agree(&named(&engine, "gf2"), [m, n], &part, None);
    }
}

/// Short memory leaves only products by definition of big residues; blocks in files take far less.
#[test]
fn files_beat_memory_that_is_too_short() {
    let product = |memory: u64, len: usize| {
        let engine = Engine::builder().memory(memory).threads(1).build();
        let ring = named(&engine, "zn:2^255-19");
        let place = Workplace { folder: std::env::temp_dir(), memory };
        Product::beats_memory(&ring, &[len, len], Part::All, place).unwrap()
    };
    assert!(product(14 << 20, 100_001));
    assert!(!product(14 << 20, 1000) && !product(1 << 30, 100_001));
}
