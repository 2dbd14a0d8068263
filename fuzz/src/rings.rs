//! The rings that the targets compute in, chosen by the first byte of an input.

use crate::bytes::Bytes;
use polymod::{
    AnyRing, Engine, F2, GeneralizedFermat, Gf2k, Integers, NamedField, Rationals, Ring, Zn, ZnBig,
    core::arith::FermatPrime,
    ring::{Convolve, FiniteField},
    rug::{Integer, integer::Order, ops::Pow},
};
use std::{
    collections::BTreeMap,
    sync::{Mutex, OnceLock},
};

/// What is done in whichever ring comes.
pub trait Check {
    fn check<R: FiniteField>(r: &R, bytes: &mut Bytes<'_>);
    /// Over Z, which is no finite field.
    fn over_z(_z: &Integers, _bytes: &mut Bytes<'_>) {}
    /// Over Q.
    fn over_q(_q: &Rationals, _bytes: &mut Bytes<'_>) {}
}

/// The engine of all targets: one thread, so that an input takes the same way each time, and memory for short operands.
pub fn engine() -> &'static Engine {
    static ENGINE: OnceLock<Engine> = OnceLock::new();
    ENGINE.get_or_init(|| Engine::builder().threads(1).memory(1 << 30).build())
}

/// Runs the check in the ring that the next bytes name.
pub fn in_some_ring<C: Check>(bytes: &mut Bytes<'_>) {
    /// First bytes from here on name extensions and Q; those below are of the corpus that was kept before.
    const LATER: u8 = 216;
    let first = bytes.byte();
    if first >= LATER {
        return match first % 4 {
            3 => C::over_q(&Rationals::on(engine()), bytes),
            _ => C::check(&quotient(bytes), bytes),
        };
    }
    match first % 12 {
        0..=2 => C::check(&prime_field(bytes), bytes),
        3 | 4 => C::check(&any_modulus(bytes), bytes),
        5 => C::check(&big_field(bytes), bytes),
        6 => C::check(&any_big_modulus(bytes), bytes),
        7 => C::over_z(&Integers::on(engine()), bytes),
        8 => C::check(&F2::on(engine()), bytes),
        9 => C::check(&extension(bytes), bytes),
        10 => C::check(&fermat(bytes), bytes),
        _ => C::check(&Zn::on(engine(), 2 + bytes.byte() as u64).expect("a modulus"), bytes),
    }
}

/// Primes of every length that kernels distinguish.
const PRIMES: [u64; 16] = [
    2,
    3,
    5,
    17,
    97,
    257,
    65_537,
    (1 << 31) - 1,
    2_013_265_921,
    (1 << 32) - 5,
    (1 << 48) - 59,
    (1 << 50) - 27,
    (1 << 61) - 1,
    (1 << 62) - 57,
    0xffff_ffff_0000_0001,
    u64::MAX - 58,
];

pub fn prime_field(bytes: &mut Bytes<'_>) -> Zn {
    Zn::on(engine(), *bytes.one_of(&PRIMES)).expect("a modulus")
}

fn any_modulus(bytes: &mut Bytes<'_>) -> Zn {
    Zn::on(engine(), bytes.word().max(2)).expect("a modulus")
}

pub fn big_field(bytes: &mut Bytes<'_>) -> ZnBig {
    static ALL: OnceLock<Vec<ZnBig>> = OnceLock::new();
    let all = ALL.get_or_init(|| {
        let mersenne = |bits: u32| (Integer::from(1) << bits) - 1u32;
        let named = NamedField::ALL.into_iter().map(NamedField::modulus).take(3);
        let all = [mersenne(61), mersenne(89), mersenne(127), mersenne(521)].into_iter().chain(named);
        all.map(|n| ZnBig::on(engine(), n).expect("a modulus")).collect()
    });
    bytes.one_of(all).clone()
}

fn any_big_modulus(bytes: &mut Bytes<'_>) -> ZnBig {
    let n = bytes.integer(5).abs().max(Integer::from(2));
    ZnBig::on(engine(), n).expect("a modulus")
}

pub fn extension(bytes: &mut Bytes<'_>) -> Gf2k {
    static ALL: OnceLock<Vec<Gf2k>> = OnceLock::new();
    let all = ALL.get_or_init(|| {
        let moduli = [
            (1, 0b11),
            (2, 0b111),
            (3, 0b1011),
            (8, 0x11b),
            (16, 0x1002b),
            (31, (1 << 31) | 9),
            (32, (1 << 32) | 0x8d),
        ];
        let moduli = moduli.into_iter().chain([(61, (1 << 61) | 0x27), (63, (1 << 63) | 3), (64, (1 << 64) | 0x1b)]);
        moduli.filter_map(|(k, f)| Gf2k::on(engine(), k, f).ok()).collect()
    });
    bytes.one_of(all).clone()
}

pub fn fermat(bytes: &mut Bytes<'_>) -> GeneralizedFermat {
    static ALL: OnceLock<Vec<GeneralizedFermat>> = OnceLock::new();
    let all = ALL.get_or_init(|| {
        let primes =
            ["F4", "F8", "F16", "P4", "P8", "G2", "G4"].map(|name| name.parse::<FermatPrime>().expect("a name"));
        primes.map(|p| GeneralizedFermat::on(engine(), p).expect("a field")).into()
    });
    bytes.one_of(all).clone()
}

/// Extensions of prime fields: with logarithms, of degree 1, in words, in pairs of residues, in bits, of high degree; and one by a reducible polynomial.
fn quotient(bytes: &mut Bytes<'_>) -> AnyRing {
    static ALL: OnceLock<Vec<AnyRing>> = OnceLock::new();
    let all = ALL.get_or_init(|| {
        let names = [
            "gf:3^5",
            "gf:97^1",
            "gf:2^12:conway",
            "gf:2^61-1^3",
            "gf:18446744073709551557^2",
            "gf:2^127-1^2",
            "gf2^128:x^128+x^7+x^2+x+1",
            "gf:3^40",
            "zn:15[t]/t^2-1",
        ];
        names.map(|name| AnyRing::parse(engine(), name).expect("a ring")).into()
    });
    bytes.one_of(all).clone()
}

/// The number of elements of a finite ring; 0 over Z and Q.
pub fn elements<R: Ring>(r: &R) -> Integer {
    match (integer(r, &r.elem(-1)), r.components()) {
        (x, _) if x < 0 => Integer::new(),
        (x, Some(degree)) => (x + 1u32).pow(degree as u32),
        _ if r.names() => Integer::from(1) << r.packed_bits() as u32,
        (x, None) => x + 1u32,
    }
}

/// An element of Z, the numerator of one of Q, or the representative in `0..n` of an element of Z/n.
pub fn integer<R: Ring>(r: &R, x: &R::Elem) -> Integer {
    let mut limbs = Vec::new();
    let negative = r.limbs(r.collect(std::slice::from_ref(x)).view(), 0, &mut limbs);
    let magnitude = Integer::from_digits(&limbs, Order::Lsf);
    if negative { -magnitude } else { magnitude }
}

/// Whether one may divide by everything but 0.
pub fn is_field<R: FiniteField>(r: &R) -> bool {
    static KNOWN: Mutex<BTreeMap<String, bool>> = Mutex::new(BTreeMap::new());
    let (mut known, name) = (KNOWN.lock().expect("no target goes on after a panic"), r.name());
    if known.len() > 1000 {
        known.clear();
    }
    *known.entry(name).or_insert_with(|| r.cardinality().is_ok())
}

/// A unit has an inverse.
pub fn is_unit<R: Convolve>(r: &R, x: &R::Elem) -> bool {
    r.inv(x).is_ok()
}
