//! Norms, traces, polynomials and Frobenius maps in quotients against the conjugates.

use polymod::{
    AnyRing, Error, F2, GF, Poly, Quotient, Ring, Zn, ZnBig,
    core::bits::testing::Words,
    ring::{Base, FiniteField, QuotientElem},
    rug::Integer,
};

/// x^e by squares, from the lowest bit of e on.
fn power<R: Ring>(r: &R, x: &R::Elem, e: &[u64]) -> R::Elem {
    let (mut power, mut square) = (r.one(), x.clone());
    for i in 0..64 * e.len() {
        if e[i / 64] >> (i % 64) & 1 == 1 {
            power = r.mul(&power, &square);
        }
        square = r.mul(&square, &square);
    }
    power
}

/// Everything by conjugates, which are powers.
fn is_of_conjugates<B: Base>(f: &Quotient<B>, seed: u64) {
    let (mut words, base) = (Words::new(seed), f.base());
    let q = base.cardinality().unwrap().words();
    let constant = |c: &B::Elem| f.element(std::slice::from_ref(c));
    let random = f.random(&mut || words.word());
    for x in [random, f.elem(0), f.one(), constant(&base.random(&mut || words.word()))] {
        let mut conjugates = vec![x.clone()];
        while conjugates.len() < f.degree() {
            conjugates.push(power(f, &conjugates[conjugates.len() - 1], &q));
        }
        let sum = conjugates.iter().fold(f.elem(0), |s, c| f.add(&s, c));
        let product = conjugates.iter().fold(f.one(), |s, c| f.mul(&s, c));
        assert_eq!(constant(&f.trace(&x).unwrap()), sum, "trace in {}", f.name());
        assert_eq!(constant(&f.norm(&x).unwrap()), product, "norm in {}", f.name());
        for (i, conjugate) in conjugates.iter().enumerate() {
            let again = (i + 2 * f.degree()) as u64;
            assert_eq!(
                [i as u64, again].map(|i| f.frobenius(&x, i).unwrap()),
                [conjugate, conjugate].map(Clone::clone)
            );
        }
        let lifted = |p: Poly<B>| p.iter().map(|c| constant(&c)).collect::<Vec<_>>();
        // the product of x − c for these c
        let with_roots = |roots: &[QuotientElem]| {
            roots.iter().fold(vec![f.one()], |p, c| {
                let below = |i: usize| if i == 0 { f.elem(0) } else { p[i - 1].clone() };
                let coeff = |i: usize| p.get(i).map_or_else(|| below(i), |x| f.add(&below(i), &f.neg(&f.mul(c, x))));
                (0..=p.len()).map(coeff).collect()
            })
        };
        assert_eq!(
            lifted(f.charpoly(&x).unwrap()),
            with_roots(&conjugates),
            "characteristic polynomial in {}",
            f.name()
        );
        let period = (1..f.degree()).find(|&i| conjugates[i] == x).unwrap_or(f.degree());
        assert_eq!(
            lifted(f.minpoly(&x).unwrap()),
            with_roots(&conjugates[..period]),
            "minimal polynomial in {}",
            f.name()
        );
    }
}

#[test]
fn extensions_of_prime_fields() {
    for (p, k) in [(2, 6), (3, 4), (5, 1), (101, 3), (u64::MAX - 58, 3)] {
        is_of_conjugates(&GF::new(p, k).unwrap(), p);
    }
    let bits: Vec<bool> = (0..=65).map(|i| [0, 18, 65].contains(&i)).collect();
    is_of_conjugates(&Quotient::field(&F2::new(), &bits).unwrap(), 2);
    let p = (Integer::from(1) << 89) - 1u32;
    is_of_conjugates(&Quotient::<ZnBig>::new(p, 2).unwrap(), 3);
}

#[test]
fn towers() {
    for (p, k, m) in [(2, 2, 3), (3, 2, 4), (5, 3, 2), ((1 << 61) - 1, 2, 2)] {
        let base = GF::new(p, k).unwrap();
        let any = AnyRing::field(base.clone());
        let irreducible = any.own(Poly::first_irreducible(&any, m).unwrap().into_coeffs());
        let tower = Quotient::of_irreducible(&Poly::from_coeffs(&base, irreducible)).unwrap();
        is_of_conjugates(&tower, p);
        // norms and traces are transitive
        let mut words = Words::new(p);
        let x = tower.random(&mut || words.word());
        let absolute = |i: u64| (1..i).fold(x.clone(), |c, _| tower.pow(&c, p));
        let degree = (k * m) as u64;
        let sum = (1..=degree).map(absolute).fold(tower.elem(0), |s, c| tower.add(&s, &c));
        let trace = base.trace(&tower.trace(&x).unwrap()).unwrap();
        assert_eq!(tower.element(&[base.element(&[trace])]), sum);
    }
}

#[test]
fn rings_that_are_no_fields() {
    // t² = 1 modulo 15: (2 + t)(2 − t) = 3
    let r = Quotient::modulo(&Zn::new(15).unwrap(), &[14, 0, 1]).unwrap();
    let x = r.element(&[2, 1]);
    assert_eq!((r.trace(&x).unwrap(), r.norm(&x).unwrap()), (4, 3));
    assert_eq!(r.charpoly(&x).unwrap().to_string(), "x^2 + 11*x + 3");
    assert!(matches!(r.frobenius(&x, 1), Err(Error::Composite { .. })));
}
