//! Transforms undo each other and give values at powers of the root; residues come back.

use crate::{
    bytes::Bytes,
    oracle::{not_applicable, unless, value, values},
    rings::{self, Check},
};
use polymod::{
    Error, Modulus, Poly,
    core::arith::ntt_primes,
    core::cpu,
    core::transform::ntt::{NttPlan, Recipe, Wrap},
    internals::crt::{self, CrtBasis, TreeReconstruct},
    poly::Dft,
    ring::{Convolve, FiniteField},
    rug::Integer,
};
use std::sync::OnceLock;

/// A few primes of each length that have roots of unity of order 2^10.
fn primes() -> &'static [u64] {
    static PRIMES: OnceLock<Vec<u64>> = OnceLock::new();
    PRIMES.get_or_init(|| {
        let each = (14..=63).flat_map(|bits| ntt_primes(bits, 10, 2).unwrap_or_default());
        each.chain([97, 193, 12_289, 0xffff_ffff_0000_0001]).collect()
    })
}

fn wrap(bytes: &mut Bytes<'_>) -> Wrap {
    if bytes.flag() { Wrap::Negacyclic } else { Wrap::Cyclic }
}

/// Plans of 2^k values by each recipe, at the default root or at any.
pub fn ntt(bytes: &[u8]) {
    let mut bytes = Bytes::new(bytes);
    let (log, wrap) = (bytes.below(11), wrap(&mut bytes));
    let len = 1usize << log;
    let any = bytes.byte() % 8 == 7;
    let p = if any { bytes.word().max(2) } else { *bytes.one_of(primes()) };
    let refused = |e: &Error| matches!(e, Error::NoRoot { .. } | Error::Modulus { .. });
    let plan = if any {
        unless(NttPlan::with_root(p, len, wrap, bytes.word()), refused)
    } else {
        unless(NttPlan::new(p, len, wrap), refused)
    };
    let Some(plan) = plan else { return };
    let ring = polymod::Zn::on(rings::engine(), p).expect("a modulus");
    let coefficients = bytes.vector(&ring, len);
    let f = Poly::from_coeffs(&ring, coefficients.clone());
    let before = values(&ring, &coefficients);
    let place = bytes.below(len);
    let power = if wrap == Wrap::Cyclic { place } else { 2 * place + 1 };
    let expected = value(&f, &plan.modulus().pow(plan.root(), power as u64));
    for recipe in Recipe::all(cpu::host().target, p, len) {
        let plan = NttPlan::with_recipe(p, len, wrap, plan.root(), recipe).expect("a recipe that applies");
        let mut x = before.clone();
        plan.forward(&mut x);
        assert_eq!(x[place], expected, "{recipe}: value {place} of {len} modulo {p}");
        let natural = x.clone();
        plan.inverse(&mut x);
        assert_eq!(x, before, "{recipe}: {len} values modulo {p}");
        plan.forward_permuted(&mut x);
        assert!((0..len).all(|i| x[i] == natural[plan.permuted(i)]), "{recipe}");
        plan.inverse_permuted(&mut x);
        assert_eq!(x, before, "{recipe}: {len} permuted values modulo {p}");
    }
}

struct Dfts;

impl Check for Dfts {
    fn check<R: FiniteField>(r: &R, bytes: &mut Bytes<'_>) {
        dft_in(r, bytes);
    }
}

/// Transforms of any length in any ring.
pub fn dft(bytes: &[u8]) {
    rings::in_some_ring::<Dfts>(&mut Bytes::new(bytes));
}

fn dft_in<R: Convolve>(r: &R, bytes: &mut Bytes<'_>) {
    let (wrap, len) = (wrap(bytes), if bytes.flag() { 1 << bytes.below(8) } else { bytes.below(200) });
    let refused = |e: &Error| {
        matches!(
            e,
            Error::NoRoot { .. }
                | Error::Modulus { .. }
                | Error::NotPrincipal { .. }
                | Error::OutOfRange { .. }
                | Error::Composite { .. }
                | Error::Unsupported { .. }
        )
    };
    let plan = match bytes.byte() % 4 {
        0 => unless(Dft::with_root(r, len, wrap, &bytes.elem(r)), refused),
        _ => unless(Dft::new(r, len, wrap), refused),
    };
    let Some(dft) = plan else { return };
    let coefficients = bytes.vector(r, len);
    let f = Poly::from_coeffs(r, coefficients.clone());
    let place = bytes.below(len);
    let power = if wrap == Wrap::Cyclic { place } else { 2 * place + 1 };
    let expected = value(&f, &r.pow(dft.root(), power as u64));
    for algorithm in polymod::poly::DftAlgorithm::ALL {
        let Some(dft) =
            unless(Dft::with_root(r, len, wrap, dft.root()).and_then(|dft| dft.by(algorithm)), not_applicable)
        else {
            continue;
        };
        let found = dft.forward(coefficients.view()).expect("values");
        assert_eq!(r.get(found.view(), place), expected, "{algorithm}: value {place} of {len}");
        let back = dft.inverse(found.view()).expect("coefficients");
        assert!(r.same(back.view(), coefficients.view()), "{algorithm}: {len} values");
    }
}

/// Residues of an integer give it back: modulo n, as it is, and as a fraction.
pub fn crt(bytes: &[u8]) {
    let mut bytes = Bytes::new(bytes);
    let count = 1 + bytes.below(9);
    let moduli: Vec<u64> =
        (0..count).map(|_| if bytes.byte() % 4 == 3 { bytes.word() } else { *bytes.one_of(primes()) }).collect();
    let refused = |e: &Error| matches!(e, Error::Modulus { .. } | Error::NotInvertible { .. });
    let Some(basis) = unless(CrtBasis::new(&moduli), refused) else { return };
    let product = moduli.iter().fold(Integer::from(1), |all, &p| all * p);
    let residue = |x: &Integer, n: u64| {
        let rest = Integer::from(x % n);
        (if rest < 0 { rest + n } else { rest }).to_u64().expect("a word")
    };
    let x = bytes.integer(count) % &product;
    let positive = if x < 0 { x.clone() + &product } else { x.clone() };
    let residues: Vec<u64> = moduli.iter().map(|&p| residue(&x, p)).collect();
    if basis.moduli().iter().all(|p| p.bits() <= 62) {
        let n = Modulus::new(bytes.word().clamp(2, (1 << 63) - 1)).expect("a modulus");
        let mut out = [0];
        basis.to_words(n, &residues, 1, 0, &mut out);
        assert_eq!(out[0], residue(&positive, n.n()), "{x} modulo {n:?} from {moduli:?}");
    }
    let joined = TreeReconstruct::new(basis.moduli()).join(|i| residues[i]);
    assert!(Integer::from(&joined - &x).is_divisible(&product), "{moduli:?}");
    assert!(Integer::from(2 * &joined).abs() <= product, "{moduli:?}");
    fraction(&mut bytes, &product);
}

/// A short fraction is found from its residue, and whatever is found is one.
fn fraction(bytes: &mut Bytes<'_>, modulus: &Integer) {
    let (a, b) = (bytes.integer(2), bytes.integer(2).abs().max(Integer::from(1)));
    let common = Integer::from(a.gcd_ref(&b));
    let (a, b) = (a / &common, b / &common);
    let Ok(inverse) = b.clone().invert(modulus) else { return };
    let residue = (Integer::from(&a * &inverse) % modulus + modulus) % modulus;
    let most = a.clone().abs().max(Integer::from(1)) + bytes.word();
    let found = crt::rational(&residue, modulus, &most);
    if Integer::from(2 * &most) * &b < *modulus {
        assert_eq!(found, Some((a, b)), "modulo {modulus}, at most {most}");
    } else if let Some((a, b)) = found {
        assert!((Integer::from(&b * &residue) - &a).is_divisible(modulus) && b > 0 && a.abs() <= most);
    }
}
