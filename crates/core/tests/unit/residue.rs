//! Every arithmetic on every instruction set against the definition, for residues at the ends of their ranges.

#[cfg(any(target_arch = "x86_64", target_arch = "aarch64"))]
use polymod_core::simd::Quad;
#[cfg(target_arch = "x86_64")]
use polymod_core::simd::{Avx512, Avx512Ifma, AvxIfma};
use polymod_core::{
    arith::{Modulus, ntt_primes},
    bits::testing::noise,
    residue::*,
    run,
    simd::{Portable, Row, Simd, Vectors},
};

/// The operations of one arithmetic modulo p.
#[inline(always)]
fn laws<S: Simd, R: Residues<S>>(s: S, p: Modulus) {
    let r = R::new(s, p.n());
    let radix = p.pow(p.reduce(2), R::SHIFT.into());
    for i in 0..60 {
        let [x, y, w] = [operand::<S>(p, i), operand::<S>(p, 7 * i + 1), operand::<S>(p, 3 * i + 2)];
        let [mut first, mut second] = [S::Row::ZERO; 2];
        for (lane, &w) in w.as_ref().iter().enumerate() {
            [first.as_mut()[lane], second.as_mut()[lane]] = R::prepare(p, w);
        }
        let (a, b, f) = (r.load_residues(&x), r.load_residues(&y), r.factors(&first, &second));
        let check = |name: &str, v: R::V, canonical: bool, expected: &dyn Fn(u64, u64, u64) -> u64| {
            let mut found = S::Row::ZERO;
            match name {
                "product" | "times" => s.store(&mut found, r.residue_words(v)),
                _ => s.store(&mut found, r.value_words(v)),
            }
            let mut raw = S::Row::ZERO;
            r.store(&mut raw, v);
            for lane in 0..S::LANES {
                let (x, y, w) = (x.as_ref()[lane], y.as_ref()[lane], w.as_ref()[lane]);
                assert_eq!(found.as_ref()[lane], expected(x, y, w), "{name} of {x}, {y}, {w} modulo {}", p.n());
            }
            // a double may be the other representative of a residue
            assert!(!canonical || R::MAX_BITS == 50 && R::SHIFT == 0 || raw.as_ref() == found.as_ref(), "{name}");
        };
        let (sum, difference) = r.forward(r.reduce(a), b, f);
        check("sum", sum, false, &|x, y, w| p.add(x, p.mul(w, y)));
        check("difference", difference, false, &|x, y, w| p.sub(x, p.mul(w, y)));
        let (sum, product) = r.inverse(a, b, 1, f);
        check("settled", r.settle(sum), false, &|x, y, _| p.add(x, y));
        check("product", product, false, &|x, y, w| p.mul(w, p.sub(x, y)));
        check("times", r.times(a, f), false, &|x, _, w| p.mul(x, w));
        check("plus", r.plus(a, b), false, &|x, y, _| p.add(x, y));
        check("minus", r.minus(a, b), false, &|x, y, _| p.sub(x, y));
        check("add", r.add(a, b), true, &|x, y, _| p.add(x, y));
        check("sub", r.sub(a, b), true, &|x, y, _| p.sub(x, y));
        if p.n() % 2 == 1 {
            let unit = r.factor(R::prepare(p, radix));
            check("product", r.residue_product(a, b, unit), false, &|x, y, _| p.mul(x, y));
            check("product", r.product(a, b), true, &|x, y, _| p.mul(p.mul(x, y), p.inv(radix).expect("odd")));
            let (most, mut sum) = (R::most_terms(p.n()).min(300), r.empty());
            for _ in 0..most {
                sum = r.add_product(sum, a, b);
            }
            let times = p.mul(p.reduce(most as u64), p.inv(radix).expect("odd"));
            check("terms", r.value(sum), true, &|x, y, _| p.mul(p.mul(x, y), times));
        }
        let mut c = S::Row::ZERO;
        c.as_mut().fill(p.n() - 1);
        check("constant", r.residue(p.n() - 1), true, &|_, _, _| p.n() - 1);
        check("part", r.load_part(&c.as_ref()[..0]), true, &|_, _, _| 0);
        check("zero", r.zero(), true, &|_, _, _| 0);
    }
}

/// Residues at the ends of the range and around its middle, and scattered ones.
fn operand<S: Simd>(p: Modulus, i: u64) -> S::Row {
    let mut row = S::Row::ZERO;
    for (lane, x) in (0..).zip(row.as_mut()) {
        let n = p.n();
        *x = match (i + lane) % 11 {
            0 => 0,
            1 => n - 1,
            2 => n / 2,
            3 => n.div_ceil(2).min(n - 1),
            4 => 1 % n,
            _ => p.reduce(noise(8 * i + lane)),
        };
    }
    row
}

/// The operations modulo 2^64 − 2^32 + 1 on any words. The sum of two of the largest needs two carries.
#[inline(always)]
fn any_words<S: Simd>(s: S) {
    const P: u64 = goldilocks::P;
    let (r, p) = (goldilocks::Goldilocks::<S>::new(s, P), Modulus::new(P).expect("a prime"));
    let words = [0, 1, P - 1, P, P + 1, u64::MAX - 1, u64::MAX, 1 << 63, (1 << 32) - 1, noise(1), noise(2)];
    for x in words {
        for y in words {
            let [mut a, mut b] = [S::Row::ZERO; 2];
            a.as_mut().fill(x);
            b.as_mut().fill(y);
            let (v, w) = (r.load(&a), r.load(&b));
            let check = |name: &str, v: S::U, expected: u64| {
                let mut found = S::Row::ZERO;
                s.store(&mut found, r.value_words(v));
                assert!(found.as_ref().iter().all(|&found| found == expected), "{name} of {x} and {y}");
            };
            let [x, y] = [x, y].map(|x| p.reduce(x));
            check("sum", r.plus(v, w), p.add(x, y));
            check("difference", r.minus(v, w), p.sub(x, y));
            check("product", r.product(v, w), p.mul(x, y));
            check("value", v, x);
        }
    }
}

#[test]
fn any_words_modulo_the_goldilocks_prime() {
    fn done<S: Simd>() {
        if let Some(s) = S::detect() {
            run!(s, any_words::<S>);
        }
    }
    done::<Portable>();
    #[cfg(any(target_arch = "x86_64", target_arch = "aarch64"))]
    done::<Quad>();
    #[cfg(target_arch = "x86_64")]
    {
        done::<AvxIfma>();
        done::<Avx512>();
        done::<Avx512Ifma>();
    }
}

/// The operands of sums of eight products, and the sums, from the ends of every multiple of p that a forward pass leaves, below any bits.
#[inline(always)]
fn sums_of_eight<S: Simd, const B: u32>(s: S, p: Modulus) {
    let (r, n) = (ifma::Ifma::<S, B>::new(s, p.n()), p.n());
    let stored = |v: S::U| {
        let mut row = S::Row::ZERO;
        s.store(&mut row, v);
        row.as_ref()[0]
    };
    let check = |name: &str, v: S::U, least: u64, factor: u64, residue: u64| {
        let v = stored(v) % (1 << 52);
        assert!((least..factor * n).contains(&v), "{name}: {v} modulo {n} of {B} bits");
        assert_eq!(p.reduce(v), residue, "{name} modulo {n} of {B} bits");
    };
    let (least, factor) = (ifma::Ifma::<S, B>::FORWARD_LEAST, ifma::Ifma::<S, B>::FORWARD_FACTOR);
    let ends = (least..factor).flat_map(|k| [k * n, k * n + 1, k * n + n / 2, k * n + n - 1]);
    let (mut left, mut right) = ([s.zero(); 2], [[s.zero(); 2]; 2]);
    for (i, x) in (0..).zip(ends) {
        let v = s.set(x + (noise(i) << 52));
        let operands = [r.left(v), r.right::<false>(v), r.right::<true>(v)];
        check("left", operands[0], if B == 48 { 4 * n } else { 0 }, [12, 2, 1][B as usize - 48], p.reduce(x));
        check("right", operands[1], 0, 2, p.reduce(x));
        check("right by quotients", operands[2], 0, 2, p.reduce(x));
        // the largest of each
        let larger = |a: &mut [S::U; 2], v: S::U| {
            if stored(a[0]) % (1 << 52) <= stored(v) % (1 << 52) {
                *a = [v, s.set(x)];
            }
        };
        larger(&mut left, operands[0]);
        larger(&mut right[0], operands[1]);
        larger(&mut right[1], operands[2]);
    }
    let inverse = p.inv(p.pow(p.reduce(2), 52)).expect("an odd modulus");
    for [right, residue] in right {
        let mut sum = r.empty();
        for _ in 0..8 {
            sum = r.add_product(sum, left[0], right);
        }
        let product = p.mul(p.reduce(stored(left[1])), p.reduce(stored(residue)));
        let expected = p.mul(p.mul(p.reduce(8), product), inverse);
        check("sum", r.leaf::<false>(sum), 0, 2, expected);
        check("sum by quotients", r.leaf::<true>(sum), 0, 2, expected);
    }
}

#[test]
fn sums_of_eight_products_fit_in_52_bits() {
    fn of_bits<S: Simd, const B: u32>(s: S) {
        for n in ntt_primes(B, 12, 3).expect("primes").into_iter().chain([3, 97, (1 << B) - 1]) {
            run!(s, sums_of_eight::<S, B>, p = Modulus::new(n).expect("a modulus"));
        }
    }
    fn of<S: Simd>() {
        if let Some(s) = S::detect() {
            of_bits::<S, 48>(s);
            of_bits::<S, 49>(s);
            of_bits::<S, 50>(s);
        }
    }
    of::<Portable>();
    #[cfg(any(target_arch = "x86_64", target_arch = "aarch64"))]
    of::<Quad>();
    #[cfg(target_arch = "x86_64")]
    {
        of::<AvxIfma>();
        of::<Avx512>();
        of::<Avx512Ifma>();
    }
}

fn check<S: Simd, R: Residues<S>>(moduli: &[u64]) -> u32 {
    let Some(s) = S::detect() else { return 0 };
    for &p in moduli.iter().filter(|&&p| u64::BITS - p.leading_zeros() <= R::MAX_BITS) {
        run!(s, laws::<S, R>, p = Modulus::new(p).expect("a modulus"));
    }
    1
}

/// Checks every arithmetic on one instruction set, modulo primes of all sizes and, where it takes them, even numbers.
fn all<S: Simd>() -> u32 {
    let odd: Vec<u64> = [3, 5, 97, (1 << 31) - 1]
        .into_iter()
        .chain([48, 49, 50, 59, 62].into_iter().flat_map(|bits| ntt_primes(bits, 12, 3).expect("primes")))
        .collect();
    let any: Vec<u64> =
        odd.iter().copied().chain([2, 98, (1 << 48) - 2, (1 << 50) - 2, (1 << 59) - 2, (1 << 62) - 2]).collect();
    let words: Vec<u64> =
        odd.iter().copied().chain([(1 << 63) - 25, (1 << 63) + 29, u64::MAX - 58, u64::MAX]).collect();
    check::<S, ifma::Ifma48<S>>(&any)
        + check::<S, ifma::Ifma49<S>>(&any)
        + check::<S, ifma::Ifma50<S>>(&any)
        + check::<S, shoup::Shoup59<S>>(&any)
        + check::<S, shoup::Shoup62<S>>(&any)
        + check::<S, montgomery::Montgomery<S>>(&odd)
        + check::<S, montgomery64::Montgomery64<S>>(&words)
        + check::<S, doubles::Doubles<S>>(&odd)
        + check::<S, goldilocks::Goldilocks<S>>(&[goldilocks::P])
}

#[test]
fn arithmetics_agree_with_the_definition() {
    assert_eq!(all::<Portable>(), 9);
    #[cfg(any(target_arch = "x86_64", target_arch = "aarch64"))]
    assert_eq!(all::<Quad>() > 0, Quad::detect().is_some());
    #[cfg(target_arch = "x86_64")]
    {
        let done = all::<AvxIfma>() + all::<Avx512>() + all::<Avx512Ifma>();
        assert_eq!(done > 0, Avx512::detect().is_some() || AvxIfma::detect().is_some());
    }
}
