//! Powers modulo many polynomials against the definition.

use polymod_core::{arith::Modulus, cpu::Target, pass::batch_powers::*};

/// Every kernel for n that this CPU runs.
fn kernels(n: Modulus) -> Vec<&'static PowersKernel> {
    let here = KERNELS.iter().filter(|k| k.needs().runs_within(Target::AVX512));
    PORTABLE.iter().chain(here).filter(|k| k.takes(n)).collect()
}

/// (x + c)^e modulo f, by one multiplication after the other.
fn defined(m: Modulus, c: u64, e: u64, f: &[u64]) -> Vec<u64> {
    let n = f.len() - 1;
    let mut power = vec![0; n];
    power[0] = 1;
    for _ in 0..e {
        let top = power[n - 1];
        for k in (0..n).rev() {
            let below = if k > 0 { power[k - 1] } else { 0 };
            power[k] = m.sub(m.add(below, m.mul(c, power[k])), m.mul(top, f[k]));
        }
    }
    power
}

#[test]
fn powers_agree_with_repeated_multiplication() {
    for p in [
        3,
        5,
        97,
        (1 << 31) - 1,
        (1 << 50) - 27,
        (1 << 52) + 21,
        (1 << 61) - 1,
        (1 << 62) - 57,
        (1 << 63) - 25,
        u64::MAX - 58,
    ] {
        let m = Modulus::new(p).expect("a modulus");
        let kernels = kernels(m);
        for n in [2, 3, 4, 7, 8, 16, 33, MAX_DEGREE] {
            for count in [1, 3, 8] {
                // all coefficients p − 1, and mixed ones of several degrees
                let poly = |lane: usize| -> Vec<u64> {
                    let degree = if lane == 0 { n } else { n - lane % (n - 1) };
                    let coeff = |i: u64| if lane == 0 { p - 1 } else { (i * i + 7 * lane as u64 + 1) % p };
                    (0..degree as u64).map(coeff).chain([1]).collect()
                };
                let polys: Vec<_> = (0..count).map(poly).collect();
                let views: Vec<_> = polys.iter().map(Vec::as_slice).collect();
                for (c, e) in [(0, 1), (p - 1, 2), (1, 37), (p - 1, 250)] {
                    let padded = |f: &[u64]| [&vec![0; n + 1 - f.len()], f].concat();
                    let expected: Vec<_> = views.iter().map(|f| defined(m, c, e, &padded(f))).collect();
                    for kernel in &kernels {
                        let found = kernel.powers(m, c, &[e, 0], &views);
                        assert_eq!(found, expected, "{kernel:?}, p = {p}, n = {n}, (x + {c})^{e}");
                    }
                }
            }
        }
    }
}

/// a·b modulo the monic f.
fn product(m: Modulus, a: &[u64], b: &[u64], f: &[u64]) -> Vec<u64> {
    let n = f.len() - 1;
    let mut out = vec![0; 2 * n];
    for (i, x) in a.iter().enumerate() {
        for (j, y) in b.iter().enumerate() {
            out[i + j] = m.add(out[i + j], m.mul(*x, *y));
        }
    }
    for top in (n..2 * n).rev() {
        for k in 0..=n {
            out[top - n + k] = m.sub(out[top - n + k], if k < n { m.mul(out[top], f[k]) } else { 0 });
        }
    }
    out.truncate(n);
    out
}

#[test]
fn exponents_may_have_several_words() {
    for p in [5, 97, (1 << 50) - 27, (1 << 62) - 57, u64::MAX - 58] {
        let m = Modulus::new(p).expect("a modulus");
        let kernels = kernels(m);
        for n in [2, 5, 9, 10, 11, 17, 18] {
            let f: Vec<u64> = (0..n).map(|i| (i * i + 3) % p).chain([1]).collect();
            for e in [&[9_u64, 1][..], &[0, 0, 1], &[!0, 0, 3], &[1 << 63, 5, 0, 0], &[1, !0, 0, 6]] {
                let mut expected = defined(m, p - 2, 1, &f);
                let bits = e.iter().rposition(|&w| w > 0).map_or(0, |top| 64 * top + e[top].ilog2() as usize);
                for bit in (0..bits).rev() {
                    expected = product(m, &expected, &expected, &f);
                    if e[bit / 64] >> (bit % 64) & 1 == 1 {
                        expected = product(m, &expected, &defined(m, p - 2, 1, &f), &f);
                    }
                }
                for kernel in &kernels {
                    assert_eq!(kernel.powers(m, p - 2, e, &[&f]), [expected.clone()], "{kernel:?}, {p}, {n}, {e:x?}");
                }
            }
        }
    }
}
