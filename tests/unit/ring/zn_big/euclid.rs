//! Runs of Euclid's algorithm against the definition.

use polymod::{
    Error,
    core::{cpu::Target, kernels::limbs::LimbEuclid},
    ring::{Coeffs, Division, Ring, Vectors, Wanted, ZnBig, euclid::classical},
};
use rug::{Integer, integer::Order, ops::Pow};

/// Primes and composites of few and many limbs, near both bounds of the numbers with that many limbs.
fn moduli() -> Vec<Integer> {
    let power = |e: u32| Integer::from(2).pow(e);
    let mut moduli: Vec<Integer> =
        [64, 100, 101, 255, 256, 257, 512, 700, 1244, 1250].map(|bits| power(bits) - 1u32).into();
    moduli.extend([127, 521, 607, 1279].map(|bits| power(bits) - 1u32));
    moduli.extend([64, 127, 256, 1300].map(|bits| (power(bits) + 1u32).next_prime()));
    moduli.push(power(255) - 19u32);
    moduli
}

fn kernels(f: &ZnBig) -> Vec<LimbEuclid> {
    let words: Vec<u64> = f.n().to_digits(Order::Lsf);
    Target::families().map(|target| LimbEuclid::new(target, &words).unwrap()).collect()
}

/// A polynomial with a unit as leading coefficient: of the largest residues, sparse, or random.
fn polynomial(f: &ZnBig, len: usize, kind: u32) -> Coeffs<ZnBig> {
    let value = |i: u32| match kind {
        0 => Integer::from(-1),
        1 if !i.is_multiple_of(5) => Integer::new(),
        2 if i.is_multiple_of(3) => Integer::from(-2),
        _ => Integer::from(i + 3).pow(97 + kind) * (i + 7 * kind) + i,
    };
    let mut v: Vec<_> = (0..len as u32).map(|i| value(i).modulo(f.n())).collect();
    v[len - 1] = Integer::from(1) << kind;
    f.collect(&v)
}

/// Asserts that the vectors v are one common multiple of the vectors w; returns whether its factor is a unit, false
/// if no entry of w is.
fn one_unit(f: &ZnBig, v: &[&Coeffs<ZnBig>], w: &[&Coeffs<ZnBig>]) -> bool {
    let all = |v: &[&Coeffs<ZnBig>]| -> Vec<Integer> {
        v.iter().flat_map(|v| (0..v.len()).map(|i| f.get(v.view(), i))).collect()
    };
    assert!(v.iter().map(|v| v.len()).eq(w.iter().map(|w| w.len())), "degrees");
    let (v, w) = (all(v), all(w));
    let Some((x, inverse)) = v.iter().zip(&w).find_map(|(x, y)| Some((x, f.inv(y).ok()?))) else { return false };
    let unit = f.mul(x, &inverse);
    assert!(v.iter().zip(&w).all(|(x, y)| *x == f.mul(&unit, y)), "a multiple modulo {}", f.n());
    f.inv(&unit).is_ok()
}

#[test]
fn runs_follow_the_definition() {
    let shapes = [(2, 1, 0), (3, 2, 1), (9, 8, 0), (17, 16, 9), (18, 16, 3), (40, 39, 20), (33, 9, 2), (30, 1, 0)];
    let mut divided = 0;
    for n in moduli() {
        let f = ZnBig::new(n).unwrap();
        for ((a_len, b_len, stop), kind) in shapes.into_iter().flat_map(|shape| (0..4).map(move |kind| (shape, kind))) {
            let (a, b) = (polynomial(&f, a_len, kind), polynomial(&f, b_len, (kind + 1) % 4));
            let pair = [a.view(), b.view()];
            let wanted = Wanted { stop, remainders: true, matrix: true };
            let defined = classical(&f, pair, wanted, None);
            for kernel in &kernels(&f) {
                let defined = match &defined {
                    Ok(defined) => defined,
                    Err(error) => {
                        // modulo a composite number the same factor is found
                        let got = f.euclid_by(kernel, pair, wanted, None).map(|_| ());
                        assert!(matches!(&got, Err(Error::NotInvertible { .. })), "{got:?}");
                        assert_eq!(got.unwrap_err().to_string(), error.to_string());
                        continue;
                    }
                };
                let got = f.euclid_by(kernel, pair, wanted, None).unwrap();
                // the matrix alone, computed from only the coefficients it depends on
                let only = Wanted { remainders: false, ..wanted };
                let matrix = f.euclid_by(kernel, pair, only, None).unwrap().matrix;
                for i in 0..2 {
                    let ([x, y], [z, w]) = (&got.matrix.0[i], &defined.matrix.0[i]);
                    let known = one_unit(&f, &[x, y, &got.pair[i]], &[z, w, &defined.pair[i]]);
                    let [x, y] = &matrix.0[i];
                    divided += usize::from(known && one_unit(&f, &[x, y], &[z, w]));
                }
            }
        }
    }
    assert!(divided > 800, "moduli with units: {divided}");
}

#[test]
fn the_scale_of_a_division_is_known() {
    for bits in [127, 521, 1279] {
        let f = ZnBig::new(Integer::from(2).pow(bits) - 1u32).unwrap();
        for (kernel, (a_len, b_len)) in kernels(&f).iter().flat_map(|k| [(12, 11), (14, 9), (20, 19)].map(|s| (k, s))) {
            let (a, b) = (polynomial(&f, a_len, 3), polynomial(&f, b_len, 2));
            let wanted = Wanted { stop: b_len - 1, remainders: true, matrix: false };
            let mut log = Vec::new();
            let got = f.euclid_by(kernel, [a.view(), b.view()], wanted, Some(&mut log)).unwrap();
            let mut rest = classical(&f, [a.view(), b.view()], wanted, None).unwrap().pair;
            let Division { gap, lead, scale } = &log[0];
            assert_eq!((log.len(), *gap, lead), (1, a_len - b_len, &f.get(b.view(), b_len - 1)));
            f.scale(&mut rest[1], scale);
            assert!(f.same(got.pair[1].view(), rest[1].view()), "modulo 2^{bits} − 1");
        }
    }
}
