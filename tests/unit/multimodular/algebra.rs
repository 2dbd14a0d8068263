//! Elements of Z\[x\]/(m) for a monic m, of degree n: trace, norm, characteristic and minimal polynomial of the multiplication by an element.

use polymod::{Error, Integers, Poly, Ring, Zn, core::bits::testing::Words};
use rug::Integer;

/// Modulo a long prime the same algebra is computed by traces and sequences; χ(t) is the norm of t − a.
#[test]
fn elements_are_those_modulo_a_prime() {
    let (z, mut words) = (Integers::new(), Words::new(11));
    let f = Zn::new((1 << 62) - 57).expect("a prime");
    let to_f =
        |p: &Poly<Integers>| Poly::new(&f, p.iter().map(|c| f.image(c < 0, &[c.as_abs().to_u64().expect("a word")])));
    for n in [1usize, 2, 3, 5, 8] {
        for len in [0, 1, 2, n, n + 3] {
            let mut draw = |len: usize| Poly::new(&z, (0..len).map(|_| z.elem(words.word() as i64 % 5)));
            let m = &draw(n) + &Poly::monomial(&z, &Integer::from(1), n);
            let a = draw(len);
            let (chi, minimal) = (a.charpoly_mod(&m).expect("a polynomial"), a.minpoly_mod(&m).expect("a polynomial"));
            assert_eq!(to_f(&chi), to_f(&a).charpoly_mod(&to_f(&m)).expect("a polynomial"), "{a} modulo {m}");
            assert_eq!(to_f(&minimal), to_f(&a).minpoly_mod(&to_f(&m)).expect("a polynomial"), "{a} modulo {m}");
            assert_eq!(-chi.coeff(n - 1), a.trace_mod(&m).expect("a trace"), "{a} modulo {m}");
            for t in [-2i64, 0, 1, 7] {
                let norm = (&Poly::from_i64(&z, &[t]) - &a).norm_mod(&m).expect("a norm");
                assert_eq!(norm, chi.eval(&Integer::from(t)), "{t} - ({a}) modulo {m}");
            }
            assert_eq!((-&a).norm_mod(&-&m), (-&a).norm_mod(&m), "a modulus of leading coefficient -1");
        }
    }
}

#[test]
fn other_moduli_are_refused() {
    let (a, m): (Poly<Integers>, Poly<Integers>) =
        ("x".parse().expect("a polynomial"), "2*x + 1".parse().expect("a polynomial"));
    assert!(matches!(a.norm_mod(&m), Err(Error::NotInvertible { .. })), "{:?}", a.norm_mod(&m));
    assert!(matches!(a.charpoly_mod(&m), Err(Error::NotInvertible { .. })));
    assert!(matches!(a.trace_mod(&Poly::from_i64(a.ring(), &[1])), Err(Error::Domain { .. })));
}
