//! Field products by every method against products of integers.

use polymod::{
    Engine,
    core::{
        arith::{FERMAT_PRIMES, FermatPrime},
        cpu::Target,
    },
    ring::{FieldProduct, GeneralizedFermat, Ring},
};
use rug::Integer;

#[test]
fn every_method_makes_the_product_of_integers() {
    let mut tried = Vec::new();
    // sixteen products of digits below 2^60 are beyond the range of two primes of 62 bits
    let longest_sums = FermatPrime::new((1 << 60) - 84, 16).unwrap();
    for (name, prime) in FERMAT_PRIMES.into_iter().chain([("(2^60-84)^16+1", longest_sums)]) {
        for target in Target::families() {
            let f = GeneralizedFermat::on(&Engine::builder().threads(1).target(target).build(), prime).unwrap();
            let p = f.p().clone();
            let r = Integer::from(prime.radix());
            let high = Integer::from(&p - 1u32);
            let all = [
                Integer::new(),
                Integer::from(1),
                high.clone(),
                Integer::from(&high - 1u32),
                r.clone(),
                Integer::from(&p / 3u32),
                Integer::from(&high - &r),
                Integer::from(&p / 7u32) * 5u32,
                r - 1u32,
            ];
            let pairs: Vec<(Integer, Integer)> =
                all.iter().flat_map(|x| all.iter().map(|y| (x.clone(), y.clone()))).collect();
            let column = |i: usize| f.collect(&pairs.iter().map(|p| [&p.0, &p.1][i].clone()).collect::<Vec<_>>());
            let (a, b) = (column(0), column(1));
            for method in FieldProduct::ALL {
                let mut v = a.clone();
                let done = f.mul_each_by(method, &mut v, b.view());
                assert_eq!(done.is_ok(), f.field_products().contains(&method), "{name} {method}");
                if done.is_err() {
                    continue;
                }
                tried.push(method);
                for (i, (x, y)) in pairs.iter().enumerate() {
                    let expected = Integer::from(x * y) % &p;
                    assert_eq!(f.get(v.view(), i), expected, "{name} by {method} ({target}): {x}·{y}");
                }
            }
        }
    }
    for method in FieldProduct::ALL {
        let everywhere = [FieldProduct::Crt, FieldProduct::Gmp, FieldProduct::Schoolbook].contains(&method);
        assert!(tried.contains(&method) || !everywhere, "{method} was tried");
    }
}
