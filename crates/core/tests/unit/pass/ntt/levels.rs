//! Inverse butterflies in doubles, on inputs at the ends of their range.

use polymod_core::{
    arith::Modulus,
    bits::testing::noise,
    pass::ntt::levels::*,
    residue::{Residues, doubles::Doubles},
    run,
    simd::{Portable, Row, Simd},
};

/// Three inverse levels on eight vectors, given the prepared factors, and whether these come as tables of lanes hold them, without their second
/// words.
#[inline(always)]
fn back<S: Simd, R: Residues<S>>(s: S, p: u64, x: &mut [S::Row; 8], w: &[[u64; 2]; 7], in_lanes: bool) {
    let r = R::new(s, p);
    let mut v = load(r, x);
    if in_lanes {
        let mut lanes = [[S::Row::ZERO; 2]; 7];
        for (lanes, w) in lanes.iter_mut().zip(w) {
            lanes[0].as_mut().fill(w[0]);
        }
        three_back(r, &mut v, OfLanes::<S, 7>(&lanes, None));
    } else {
        three_back(r, &mut v, w);
    }
    store(r, x, v);
}

/// The same modulo p by the definition.
fn by_definition(p: i128, mut x: [i128; 8], w: &[i128; 7]) -> [i128; 8] {
    for (step, first) in [(1, 3), (2, 1), (4, 0)] {
        for i in (0..8).filter(|i| i & step == 0) {
            let (a, b) = (x[i], x[i + step]);
            (x[i], x[i + step]) = ((a + b) % p, (a - b) * w[first + i / (2 * step)] % p);
        }
    }
    x
}

/// Inputs up to `most` hundredths of p in magnitude.
fn check<S: Simd>(p: Modulus, most: u64, in_lanes: bool) -> usize {
    let Some(s) = S::detect() else { return 0 };
    let (n, signed) = (p.n(), i128::from(p.n()));
    for trial in 0..500 {
        let random = |i: usize| noise((trial * 100 + i) as u64);
        // near p/2, where products are largest
        let w: [u64; 7] = std::array::from_fn(|t| n / 16 * 7 + random(t) % (n / 8));
        let prepared = w.map(|w| <Doubles<S> as Residues<S>>::prepare(p, w));
        let value = |i: usize| {
            let x = (n / 100 * most - random(i) % (n / 20)) as f64;
            if random(i) >> 63 == 0 { x } else { -x }
        };
        let words: Vec<u64> = (20..20 + 8 * S::LANES).map(|i| value(i).to_bits()).collect();
        let (rows, _) = S::rows(&words);
        let mut out = *rows.first_chunk().expect("eight vectors");
        run!(s, back::<S, Doubles<S>>, n, out = &mut out, prepared = &prepared, in_lanes);
        for lane in 0..S::LANES {
            let number = |x: &S::Row| f64::from_bits(x.as_ref()[lane]);
            let x = std::array::from_fn(|i| number(&rows[i]) as i128);
            for (x, expected) in out.iter().zip(by_definition(signed, x, &w.map(i128::from))) {
                let x = number(x);
                assert!(x.abs() <= 1.8 * n as f64, "{x} modulo {n}");
                assert_eq!((x as i128 - expected) % signed, 0, "modulo {n}");
            }
        }
    }
    1
}

/// Note 001: an inverse pass of doubles begins from 1.8p, or from products of values at 1.44p with less precise factors, and ends within 1.8p.
#[test]
fn inverse_passes_of_doubles_keep_their_range() {
    let p = Modulus::new((1 << 50) - 27).expect("a modulus");
    for (most, in_lanes) in [(180, false), (144, true)] {
        let mut sets = check::<Portable>(p, most, in_lanes);
        #[cfg(any(target_arch = "x86_64", target_arch = "aarch64"))]
        {
            sets += check::<polymod_core::simd::Quad>(p, most, in_lanes);
        }
        #[cfg(target_arch = "x86_64")]
        {
            sets += check::<polymod_core::simd::Avx512>(p, most, in_lanes);
        }
        assert!(sets > 0);
    }
}
