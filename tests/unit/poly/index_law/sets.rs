//! Functions of set power series against their definitions.

use polymod::{Error, Poly, Ring, Zn, core::bits::testing::noise, poly::SetSeries};

fn random(f: &Zn, k: u32, seed: u64, constant: u64) -> SetSeries<Zn> {
    let word = |i: u64| if i == 0 { constant } else { noise(seed + 1000 * i) % f.modulus().n() };
    SetSeries::new(f, f.collect(&(0..1 << k).map(word).collect::<Vec<_>>())).expect("a power of two")
}

/// By the definition.
fn times(f: &Zn, a: &[u64], b: &[u64]) -> Vec<u64> {
    let n = f.modulus();
    let sum = |s: usize| (0..=s).filter(|t| t & s == *t).fold(0, |sum, t| n.add(sum, n.mul(a[t], b[s ^ t])));
    (0..a.len()).map(sum).collect()
}

/// Powers by products, whose combinations are compositions, and whose entries are projections; exponentials by partitions.
#[test]
fn functions_follow_their_definitions() {
    for n in [2, 6, 97, (1 << 61) - 1, u64::MAX] {
        let f = Zn::new(n).expect("a modulus");
        for k in 0..6u32 {
            let a = random(&f, k, 7, n / 2);
            let words = f.words(a.coeffs()).to_vec();
            let one: Vec<u64> = (0..1 << k).map(|s| u64::from(s == 0)).collect();
            let mut powers = vec![one.clone()];
            for j in 1..9 {
                powers.push(times(&f, &powers[j - 1], &words));
            }
            let weights: Vec<u64> = (0..1 << k).map(|i| noise(i + 5) % n).collect();
            let projected = a.power_projection(f.view(&weights).expect("residues"), 9).expect("weights");
            let m = f.modulus();
            let dot = |p: &Vec<u64>| p.iter().zip(&weights).fold(0, |sum, (&x, &y)| m.add(sum, m.mul(x, y)));
            assert_eq!(f.words(projected.view()), powers.iter().map(dot).collect::<Vec<_>>(), "{k} variables, {n}");
            let outer: Vec<u64> = (0..9).map(|i| noise(i + 77) % n).collect();
            let expected: Vec<u64> = (0..1usize << k)
                .map(|s| outer.iter().zip(&powers).fold(0, |sum, (&c, p)| m.add(sum, m.mul(c, p[s]))))
                .collect();
            let composed = a.compose(&Poly::new(&f, outer)).expect("a composition");
            assert_eq!(f.words(composed.coeffs()), expected, "{k} variables, {n}");

            // exp a at S: the part with the largest element, times the exponential at the rest
            let a = random(&f, k, 3, 0);
            let words = f.words(a.coeffs()).to_vec();
            let mut exponential = one.clone();
            for s in 1..1usize << k {
                let top = 1 << s.ilog2();
                let parts = (1..=s).filter(|t| t & s == *t && t & top != 0);
                exponential[s] = parts.fold(0, |sum, t| m.add(sum, m.mul(words[t], exponential[s ^ t])));
            }
            let found = a.exp().expect("an exponential");
            assert_eq!(f.words(found.coeffs()), exponential, "{k} variables, {n}");
            assert_eq!(found.log().expect("a logarithm"), a, "{k} variables, {n}");
            let inverse = found.inverse().expect("a unit");
            assert_eq!(times(&f, &exponential, f.words(inverse.coeffs())), one, "{k} variables, {n}");
        }
    }
}

#[test]
fn what_is_refused() {
    let f = Zn::new(97).expect("a prime");
    let a = random(&f, 2, 1, 5);
    assert!(matches!(a.exp(), Err(Error::Domain { .. })) && matches!(a.log(), Err(Error::Domain { .. })));
    assert!(matches!(random(&f, 2, 1, 0).inverse(), Err(Error::NotInvertible { .. })));
    assert!(matches!(a.power_projection(f.view(&[1]).expect("a word"), 2), Err(Error::Length { .. })));
    assert!(matches!(SetSeries::new(&f, f.zeros(0)), Err(Error::Length { expected: 1, got: 0, .. })));
}
