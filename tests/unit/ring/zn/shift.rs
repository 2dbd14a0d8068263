//! Taylor shifts modulo n of all sizes against the definition.

use polymod::{Modulus, core::bits::SplitMix64, poly::Poly, ring::Zn};

/// A(x + c) by Horner's rule.
fn defined(n: Modulus, v: &[u64], c: u64) -> Vec<u64> {
    let mut out = v.to_vec();
    for i in 0..out.len() {
        for j in (i..out.len() - 1).rev() {
            out[j] = n.add(out[j], n.mul(c, out[j + 1]));
        }
    }
    out
}

/// Lengths around those where sums no longer fit in a word, in two, and where an algorithm ends; the largest residues.
#[test]
fn shifts_modulo_all_sizes_of_n() {
    let mut random = SplitMix64::new(8);
    let moduli = [2, 3, 4, 5, 7, 13, 47, 53, 59, 100, 101, (1 << 31) - 1, 1 << 32, (1 << 61) - 1, (1 << 62) - 57];
    let mut ways = [0; 2];
    for n in moduli.into_iter().chain([(1 << 63) - 25, (1 << 63) + 29, u64::MAX - 58, u64::MAX]) {
        let zn = Zn::new(n).expect("a modulus");
        for len in [1, 2, 3, 7, 8, 9, 15, 16, 17, 30, 31, 32, 33, 50, 63, 64, 65, 66, 95, 96, 97, 98, 127, 128, 350] {
            for c in [0, 1, n - 1, 2 % n, n - 2, 3 % n, n / 2, (n / 2 + 1) % n, random.word() % n] {
                for largest in [false, true] {
                    let v: Vec<u64> = (0..len).map(|_| if largest { n - 1 } else { random.word() % n }).collect();
                    let wanted = defined(zn.modulus(), &v, c);
                    let got = zn.shifted(&v, c);
                    ways[usize::from(got.is_some())] += 1;
                    if let Some(got) = got {
                        assert_eq!(got.words(), wanted, "{len} coefficients modulo {n}, c = {c}");
                    }
                    let whole = Poly::new(&zn, v.clone()).taylor_shift(&c).expect("a shift");
                    assert_eq!(whole, Poly::new(&zn, wanted), "{len} coefficients modulo {n}, c = {c}");
                }
            }
        }
    }
    assert!(ways.iter().all(|&count| count > 500), "{ways:?}");
}
