//! Inverses modulo a polynomial over Z/n, against divisions by hand modulo the primes of n.

use crate::common::{Random, any, cases};
use polymod::{
    Error, Poly, Quotient, Zn, ZnBig,
    ring::{AnyRing, Base, Ring},
    rug::{Integer, ops::Pow},
};

/// Moduli with their primes.
fn moduli() -> Vec<(Integer, Vec<Integer>)> {
    let of = |factors: &[(u64, u32)]| {
        let n = factors.iter().map(|&(p, e)| Integer::from(p).pow(e)).product();
        (n, factors.iter().map(|&(p, _)| p.into()).collect())
    };
    let [p, q] = [Integer::from(1) << 80, Integer::from(3) << 79].map(Integer::next_prime);
    vec![
        of(&[(97, 1)]),
        of(&[(2, 2)]),
        of(&[(2, 11)]),
        of(&[(2, 64)]),
        of(&[(2, 300)]),
        of(&[(3, 5)]),
        of(&[(7, 40)]),
        of(&[(3, 1), (5, 1)]),
        of(&[(2, 2), (3, 2)]),
        of(&[(2, 3), (5, 3)]),
        of(&[(2, 1), (3, 1), (5, 1), (7, 1), (11, 1)]),
        of(&[(2, 64), (3, 5)]),
        (Integer::from(&p * &q), vec![p.clone(), q]),
        (p.clone().square(), vec![p]),
    ]
}

/// The remainder of a by b modulo n, whose leading coefficient is a unit.
fn remainder(mut a: Vec<Integer>, b: &[Integer], n: &Integer) -> Vec<Integer> {
    a.iter_mut().for_each(|x| x.modulo_mut(n));
    let inverse = b[b.len() - 1].clone().invert(n).unwrap();
    while a.len() >= b.len() {
        let factor = Integer::from(&a[a.len() - 1] * &inverse).modulo(n);
        let shift = a.len() - b.len();
        for (x, y) in a[shift..].iter_mut().zip(b) {
            *x -= &factor * y;
            x.modulo_mut(n);
        }
        a.pop();
    }
    trimmed(a)
}

fn trimmed(mut a: Vec<Integer>) -> Vec<Integer> {
    while a.last().is_some_and(|x| *x == 0) {
        a.pop();
    }
    a
}

/// Whether a and m, whose leading coefficient is a unit, are coprime modulo a prime.
fn are_coprime(a: &[Integer], m: &[Integer], p: &Integer) -> bool {
    let (mut x, mut y) = (m.to_vec(), remainder(a.to_vec(), m, p));
    while !y.is_empty() {
        let rest = remainder(x, &y, p);
        (x, y) = (y, rest);
    }
    x.len() == 1
}

fn product(a: &[Integer], b: &[Integer]) -> Vec<Integer> {
    let mut out = vec![Integer::new(); (a.len() + b.len()).saturating_sub(1)];
    for (i, x) in a.iter().enumerate() {
        b.iter().enumerate().for_each(|(j, y)| out[i + j] += x * y);
    }
    out
}

/// Coefficients of which many are divisible by primes of n.
fn random(source: &mut Random, (n, primes): &(Integer, Vec<Integer>), len: usize) -> Vec<Integer> {
    let mut one = || {
        let mut x = source.integer(n.significant_bits() + 1).modulo(n);
        for _ in 0..source.below(4) {
            x *= &primes[source.usize_below(primes.len())];
        }
        x % n
    };
    (0..len).map(|_| one()).collect()
}

/// A modulus of this degree, and a polynomial that sometimes has a common divisor with it.
fn pair(source: &mut Random, modulus: &(Integer, Vec<Integer>), degree: usize) -> [Vec<Integer>; 2] {
    let n = &modulus.0;
    let mut m = random(source, modulus, degree);
    let lead = loop {
        let lead = source.integer(n.significant_bits() + 1).modulo(n);
        if Integer::from(lead.gcd_ref(n)) == 1 {
            break lead;
        }
    };
    m.push(if source.below(2) == 0 { lead } else { 1.into() });
    let len = source.usize_below(degree + 3);
    let mut a = random(source, modulus, len);
    if let Some(constant) = a.first_mut().filter(|_| source.below(2) == 0) {
        // a unit modulo all primes, if the others vanish
        *constant = Integer::from(1);
    }
    a = a.into_iter().map(|x| x % n).collect();
    [a, m]
}

fn integers<R: Ring>(p: &Poly<R>) -> Vec<Integer> {
    (0..p.len()).map(|i| p.ring().elem_to_decimal(&p.coeff(i)).parse().unwrap()).collect()
}

/// An inverse exists if it does modulo every prime, and is one.
#[test]
fn inverses_modulo_polynomials() {
    let (mut source, mut found) = (Random::new(1), [0; 2]);
    for modulus in moduli() {
        let (n, primes) = &modulus;
        let r: AnyRing = any(&format!("zn:{n}"));
        for _ in 0..cases(60) {
            let degree = 1 + source.usize_below(7);
            let [a, m] = pair(&mut source, &modulus, degree);
            let exists = primes.iter().all(|p| are_coprime(&a, &m, p));
            let [x, y] = [&a, &m].map(|p| Poly::from_ints(&r, p));
            found[usize::from(exists)] += 1;
            match x.inv_mod(&y) {
                Ok(b) => {
                    assert!(exists && b.len() <= degree, "{a:?} modulo {m:?} and {n}: {b:?}");
                    assert_eq!(remainder(product(&a, &integers(&b)), &m, n), [1], "{a:?} modulo {m:?} and {n}");
                }
                Err(e) => assert!(!exists && matches!(e, Error::NotInvertible { .. }), "{a:?}, {m:?}, {n}: {e}"),
            }
        }
    }
    assert!(found.iter().all(|count| *count > 100), "{found:?}");
}

/// An element of (Z/n)[t]/(F) is a unit if it is one modulo every prime.
fn units<B: Base>(base: &B, modulus: &(Integer, Vec<Integer>), source: &mut Random) {
    let (n, primes) = modulus;
    let image = |x: &Integer| base.image(false, x.as_limbs());
    for _ in 0..cases(20) {
        let degree = 1 + source.usize_below(5);
        let [a, mut f] = pair(source, modulus, degree);
        f[degree] = 1.into();
        let a = remainder(a, &f, n);
        let r = Quotient::modulo(base, &f.iter().map(image).collect::<Vec<_>>()).unwrap();
        let x = r.element(&a.iter().map(image).collect::<Vec<_>>());
        match r.inv(&x) {
            Ok(y) => assert_eq!(r.mul(&x, &y), r.one(), "{a:?} modulo {f:?} and {n}"),
            Err(e) => assert!(!primes.iter().all(|p| are_coprime(&a, &f, p)), "{a:?} modulo {f:?} and {n}: {e}"),
        }
    }
}

#[test]
fn units_of_quotient_rings() {
    let mut source = Random::new(2);
    for modulus in moduli() {
        match modulus.0.to_u64() {
            Some(n) => units(&Zn::new(n).unwrap(), &modulus, &mut source),
            None => units(&ZnBig::new(modulus.0.clone()).unwrap(), &modulus, &mut source),
        }
    }
}
