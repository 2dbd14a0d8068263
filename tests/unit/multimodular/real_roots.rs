//! Real roots of polynomials over Z: isolating intervals, by Descartes' rule of signs and bisection.

use polymod::{
    Error, Integers, Poly, Ring,
    core::bits::SplitMix64,
    multimodular::{
        Options, RootInterval, count_real_roots, real_roots,
        real_roots::{Halves, Node, sign_at},
        squarefree,
    },
    poly::Orthogonal,
};
use rug::{Integer, Rational};

/// Each interval has one root, by Sturm's number of roots, and none has a point of another.
fn isolates(a: &Poly<Integers>, width: Option<&Rational>) -> Vec<RootInterval> {
    let found = real_roots(a, width).expect("roots");
    assert_eq!(found.len(), count_real_roots(a).expect("roots"), "{a}");
    let free = squarefree(a, &Options::default()).expect("parts").value.factors;
    let free = Poly::product(a.ring(), &free.into_iter().map(|(f, _)| f).collect::<Vec<_>>()).expect("a product");
    for r in &found {
        let ends = [&r.low, &r.high].map(|x| sign_at(&free, x));
        assert!(if r.low == r.high { ends == [0, 0] } else { ends[0] * ends[1] < 0 && r.low < r.high }, "{a}: {r:?}");
        assert!(width.is_none_or(|width| Rational::from(&r.high - &r.low) <= *width), "{a}: {r:?}");
    }
    assert!(found.windows(2).all(|pair| pair[0].high < pair[1].low), "{a}: {found:?}");
    found
}

#[test]
fn intervals_have_one_root_each() {
    let (z, mut random) = (Integers::new(), SplitMix64::new(4));
    let parse = |text: &str| -> Poly<Integers> { text.parse().expect("a polynomial") };
    for (text, count) in [
        ("7", 0),
        ("x", 1),
        ("x^2 + 1", 0),
        ("x^2 - 2", 2),
        ("2*x - 1", 1),
        ("(x - 1)^3*(x + 1)*x^2", 3),
        ("(2*x - 1)*(4*x - 1)*(4*x - 3)*(8*x - 5)", 4),
        ("(2*x - 1)*(x^2 - x - 1)*(2*x + 1)*(1000*x - 501)", 5),
        ("x^4 - 10*x^2 + 1", 4),
        ("(100*x^2 - 2)*(101*x^2 - 2)*(1000000*x - 141421)", 5),
        ("-x^3 + 1000000000000*x", 3),
        // two roots at a distance of about 2^(−16·n/2), so that leading bits do not suffice
        ("x^16 - 2*(65536*x - 1)^2", 4),
        ("x^32 - 2*(65536*x - 1)^2", 4),
    ] {
        for width in [None, Some(Rational::from((1, 1 << 20)))] {
            assert_eq!(isolates(&parse(text), width.as_ref()).len(), count, "{text}");
        }
    }
    let chebyshev = Orthogonal::Chebyshev.poly(&z, 40).expect("integers");
    assert_eq!(isolates(&chebyshev, None).len(), 40);
    // Wilkinson's
    let linear: Vec<_> = (1..=20).map(|i| Poly::from_i64(&z, &[-i, 1])).collect();
    assert_eq!(isolates(&Poly::product(&z, &linear).expect("a product"), None).len(), 20);
    for round in 0..60 {
        let coefficient = |_| Integer::from(random.word() as i64 >> (1 + 3 * (round % 20)));
        let a = Poly::new(&z, (0..2 + round % 13).map(coefficient));
        if !a.is_empty() {
            isolates(&a, None);
        }
    }
}

/// Whether coefficients are those of the exact node times a power of two, up to the noise.
fn is_within(node: &Node, exact: &Node) -> bool {
    let bits = |p: &Poly<Integers>| p.ring().size(p.coeffs()).bits as i32;
    let most = Rational::from(1) << node.noise.map_or(-1, |noise| noise as i32);
    let of_power = |power: i32| {
        (0..=node.degree as usize).all(|i| {
            let difference = (Rational::from(exact.p.coeff(i)) << power) - node.p.coeff(i);
            if node.noise.is_none() { difference == 0 } else { difference.abs() <= most }
        })
    };
    let power = bits(&node.p) - bits(&exact.p);
    (power - 2..=power + 2).any(of_power)
}

#[test]
fn leading_bits_are_within_their_bounds() {
    let (z, mut random) = (Integers::new(), SplitMix64::new(9));
    let (mut certain, mut uncertain) = (0, 0);
    for round in 0..60 {
        let kept = 12 + 3 * (round % 12);
        let p = Poly::new(&z, (0..9).map(|_| Integer::from(random.word() as i64) * random.word()));
        let mut node = Node { kept, ..Node::exact(&p, Integer::new(), 0).expect("a shift") };
        for _ in 0..5 {
            let halves = Halves::of(&node).expect("a shift").nodes(&node);
            node = halves.into_iter().nth((random.word() % 2) as usize).expect("two halves");
            let exact = Node::exact(&p, node.at.clone(), node.level).expect("a shift");
            assert!(is_within(&node, &exact), "{p}, {} of 2^{}, {kept} bits", node.at, node.level);
            let wanted = exact.variations(0).expect("a shift");
            match node.variations(kept).expect("a shift") {
                None => uncertain += 1,
                found => {
                    assert_eq!(found, wanted, "{p}, {} of 2^{}, {kept} bits", node.at, node.level);
                    certain += 1;
                }
            }
        }
    }
    assert!(certain > 100 && uncertain > 10, "{certain}, {uncertain}");
}

#[test]
fn what_is_refused() {
    let z = Integers::new();
    assert!(matches!(real_roots(&Poly::zero(&z), None), Err(Error::Domain { .. })));
    assert!(matches!(count_real_roots(&Poly::zero(&z)), Err(Error::Domain { .. })));
    assert!(matches!(real_roots(&Poly::x(&z), Some(&Rational::new())), Err(Error::OutOfRange { .. })));
}
