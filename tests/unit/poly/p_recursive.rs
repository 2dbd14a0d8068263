//! Terms of P-recursive sequences by blocks and by steps.

use super::{vector, zn};
use crate::any;
use polymod::{AnyRing, Error, Poly, Ring, poly::PRecursive, ring::AnyElem};

fn sequences(f: &AnyRing) -> Vec<PRecursive<AnyRing>> {
    let sequence = |c: &[&[i64]], terms: &[u64]| {
        let c: Vec<_> = c.iter().map(|c| Poly::from_i64(f, c)).collect();
        PRecursive::new(&c, vector(f, terms).view()).expect("a recurrence")
    };
    vec![
        sequence(&[&[-1, -1], &[1]], &[1]),
        sequence(&[&[-2, -4], &[2, 1]], &[1]),
        sequence(&[&[-3, -3], &[-5, -2], &[4, 1]], &[1, 1]),
        // Apéry's numbers, and one with more terms than its order
        sequence(&[&[1, 3, 3, 1], &[-117, -231, -153, -34], &[8, 12, 6, 1]], &[1, 5]),
        sequence(&[&[1], &[0, 1], &[3], &[7]], &[1, 2, 3, 4, 5]),
    ]
}

/// Blocks of every length, against single steps.
#[test]
fn samples_and_steps_agree() {
    for p in [998_244_353, (1 << 62) - 57] {
        let f = zn(p);
        for sequence in sequences(&f) {
            for steps in [1u64, 5, 64, 1000] {
                let first = sequence.first();
                let expected = sequence.by_steps(sequence.state(), first..first + steps).expect("terms").pop();
                for log_block in 0..6 {
                    assert_eq!(
                        sequence.by_samples(steps, log_block).ok(),
                        expected,
                        "{sequence:?}: {steps}, {log_block}"
                    );
                }
            }
        }
    }
}

#[test]
fn terms_are_those_of_the_recurrence() {
    let f = zn(998_244_353);
    for sequence in sequences(&f) {
        let first = sequence.first_terms(60).expect("terms");
        for i in 0..60 {
            assert_eq!(sequence.term(i), Ok(f.get(first.view(), i as usize)), "{sequence:?}");
        }
    }
    // a term of many steps, by blocks: 2^24!, whose product over odd numbers and halves is another
    let factorials = &sequences(&f)[0];
    let [n, half] = [1u64 << 24, 1 << 23].map(|n| factorials.term(n).expect("a term"));
    let odd = PRecursive::new(&[Poly::from_i64(&f, &[-1, -2]), Poly::one(&f)], vector(&f, &[1]).view());
    let odd = odd.expect("a recurrence").term(1 << 23).expect("a term");
    assert_eq!(n, f.mul(&f.mul(&half, &f.pow(&AnyElem::Word(2), 1 << 23)), &odd));
}

#[test]
fn what_is_not_determined() {
    let f = zn(97);
    // (n − 50)·u_(n+1) = u_n
    let c = [Poly::from_i64(&f, &[-1]), Poly::from_i64(&f, &[-50, 1])];
    let sequence = PRecursive::new(&c, vector(&f, &[1]).view()).expect("a recurrence");
    assert!(sequence.term(50).is_ok() && sequence.term(51).is_err() && sequence.term(5000).is_err());
    // beyond the characteristic, by steps
    let c = [Poly::from_i64(&f, &[-1, -1]), Poly::one(&f)];
    let factorials = PRecursive::new(&c, vector(&f, &[1]).view()).expect("a recurrence");
    let terms = [96, 97, 5000].map(|i| factorials.term(i));
    assert_eq!(terms, [96, 0, 0].map(|x| Ok(AnyElem::Word(x))));
    assert!(matches!(PRecursive::<AnyRing>::new(&[], f.zeros(0).view()), Err(Error::Length { .. })));
    assert_eq!(PRecursive::new(&[Poly::zero(&f)], f.zeros(0).view()).err(), Some(Error::DivisionByZero));
    // of order 0 only zeros follow
    let zeros = PRecursive::new(&[Poly::one(&f)], vector(&f, &[7]).view()).expect("a recurrence");
    assert_eq!([0, 5].map(|i| zeros.term(i)), [7, 0].map(|x| Ok(AnyElem::Word(x))));
}

#[test]
fn integers() {
    let z = any("z");
    let c = [Poly::from_i64(&z, &[-2, -4]), Poly::from_i64(&z, &[2, 1])];
    let catalan = PRecursive::new(&c, z.collect(&[z.one()]).view()).expect("a recurrence");
    assert_eq!(catalan.term(30), Ok(AnyElem::Integer(3_814_986_502_092_304u64.into())));
}
