//! Integers with their prime factors.

use polymod::{Error, multimodular::PrimePowers};
use rug::{Integer, integer::IsPrime, ops::Pow};

#[test]
fn products_of_powers() {
    for n in 2..130u32 {
        let found = PrimePowers::find(&n.into()).expect("factors");
        let product: Integer = found.prime_powers().map(|(power, ..)| power).product();
        assert_eq!(product, n);
        assert!(found.powers().iter().all(|(p, _)| p.is_probably_prime(20) != IsPrime::No), "{found}");
        assert!(found.powers().windows(2).all(|pair| pair[0].0 < pair[1].0));
    }
    let [p, q]: [Integer; 2] = [89, 61].map(|e| (Integer::from(1) << e) - 1u32);
    for (n, powers) in [
        (p.clone().pow(6u32), vec![(p.clone(), 6)]),
        (Integer::from(1) << 200, vec![(2.into(), 200)]),
        (p.clone() * 12u32, vec![(2.into(), 2), (3.into(), 1), (p.clone(), 1)]),
    ] {
        assert_eq!(PrimePowers::find(&n).expect("factors").powers(), powers);
    }
    let n = Integer::from(&p * &q).square();
    assert_eq!(
        PrimePowers::of_primes(&n, &[q.clone(), p.clone(), p.clone()]).expect("factors").powers(),
        [(q.clone(), 2), (p, 2)]
    );
    assert!(matches!(PrimePowers::of_primes(&n, &[q]), Err(Error::Factors { .. })));
    assert!(matches!(PrimePowers::of_primes(&12.into(), &[6.into()]), Err(Error::Composite { .. })));
    assert!(matches!(PrimePowers::find(&1.into()), Err(Error::Modulus { .. })));
}
