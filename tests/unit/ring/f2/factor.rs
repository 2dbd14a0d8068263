//! Factorizations of short polynomials over F_2 against trial division.

use polymod::{
    core::{bits::SplitMix64, cpu::Target, kernels::clmul},
    ring::{
        F2, Ring,
        f2::factor::{factors_of_short, parts_of_short},
    },
};

/// a·b by the definition.
fn times(a: &[u64], b: &[u64]) -> Vec<u64> {
    let mut out = vec![0; a.len() + b.len()];
    for i in (0..64 * a.len()).filter(|i| a[i / 64] >> (i % 64) & 1 == 1) {
        for j in (0..64 * b.len()).filter(|j| b[j / 64] >> (j % 64) & 1 == 1) {
            out[(i + j) / 64] ^= 1 << ((i + j) % 64);
        }
    }
    let used = out.iter().rposition(|&word| word != 0).map_or(0, |i| i + 1);
    out.truncate(used);
    out
}

fn product(found: &[(Vec<u64>, u64)]) -> Vec<u64> {
    found.iter().fold(vec![1], |all, (f, e)| (0..*e).fold(all, |all, _| times(&all, f)))
}

/// All polynomials of degree up to 10 against the irreducible ones by trial division.
#[test]
fn every_short_polynomial() {
    let kernel = F2::new().kernel();
    let mut irreducible: Vec<u64> = Vec::new();
    let remainder = |mut a: u64, b: u64| {
        while a != 0 && a.ilog2() >= b.ilog2() {
            a ^= b << (a.ilog2() - b.ilog2());
        }
        a
    };
    for f in 2u64..1 << 11 {
        let found = factors_of_short(kernel, &[f]).unwrap();
        assert_eq!(product(&found), [f]);
        assert!(found.windows(2).all(|w| w[0].0[0].ilog2() <= w[1].0[0].ilog2()), "{f:#b}");
        if !irreducible.iter().any(|&g| 2 * g.ilog2() <= f.ilog2() && remainder(f, g) == 0) {
            irreducible.push(f);
        }
        assert!(found.iter().all(|(g, _)| irreducible.contains(&g[0])), "{f:#b}: {found:?}");
    }
}

/// Around the lengths of arrays, on every level of instructions; squares and products of equal degrees.
#[test]
fn longer_polynomials() {
    let mut words = SplitMix64::new(3);
    for target in Target::families() {
        let kernel = clmul::select(target);
        for degree in [62usize, 63, 64, 65, 127, 128, 129, 191, 192, 255, 256, 300, 511] {
            let mut f: Vec<u64> = (0..=degree / 64).map(|_| words.word()).collect();
            let top = degree % 64;
            f[degree / 64] = f[degree / 64] & ((1 << top) - 1) | 1 << top;
            let found = factors_of_short(kernel, &f).unwrap();
            assert_eq!(product(&found), f, "{target}, degree {degree}");
            for (g, _) in &found {
                assert_eq!(factors_of_short(kernel, g), Some(vec![(g.clone(), 1)]), "{target}, degree {degree}");
            }
        }
        // x^(2^6) − x and its square: all irreducible polynomials of degrees 1, 2, 3 and 6
        let all = [0b10u64, 1];
        let found = factors_of_short(kernel, &all).unwrap();
        let degrees: Vec<u32> = found.iter().map(|(f, _)| f[0].ilog2()).collect();
        assert_eq!(degrees, [vec![1, 1, 2, 3, 3], vec![6; 9]].concat());
        let twice = factors_of_short(kernel, &times(&all, &all)).unwrap();
        assert!(twice.iter().map(|(f, e)| (f, *e)).eq(found.iter().map(|(f, _)| (f, 2))));
    }
    assert_eq!(factors_of_short(F2::new().kernel(), &[0, 0, 0, 0, 0, 0, 0, 0, 1]), None);
}

/// Square-free parts are coprime, and their powers the polynomial: products of powers with multiplicities of any parity.
#[test]
fn squarefree_parts() {
    let (mut words, exponents) = (SplitMix64::new(5), [0, 1, 2, 3, 4, 6, 8, 9]);
    for round in 0..400 {
        let power = |e: u64, f: u64| (0..e).fold(vec![1], |all, _| times(&all, &[f]));
        let mut f = vec![1];
        for _ in 0..3 {
            let (degree, e) = (1 + words.word() % 12, exponents[words.word() as usize % exponents.len()]);
            f = times(&f, &power(e, (words.word() % (1 << degree)) | (1 << degree)));
        }
        let parts = parts_of_short(&f).expect("it is short");
        assert_eq!(product(&parts), f, "round {round}");
        assert!(parts.windows(2).all(|w| w[0].1 < w[1].1), "round {round}: {parts:?}");
        // each irreducible factor has the multiplicity of its part
        let factors = factors_of_short(F2::new().kernel(), &f).expect("it is short");
        for (part, multiplicity) in parts {
            let inside = factors.iter().filter(|(_, e)| *e == multiplicity);
            assert_eq!(inside.fold(vec![1], |all, (g, _)| times(&all, g)), part, "round {round}");
        }
    }
}

#[test]
fn roots() {
    let f = F2::new();
    for (bits, roots) in [(0b1u64, vec![]), (0b10, vec![false]), (0b11, vec![true]), (0b110, vec![false, true])] {
        let v = f.from_words(&[bits], 64 - bits.leading_zeros() as usize);
        let found = f.roots_by_values(v.view());
        assert_eq!((0..found.len()).map(|i| f.get(found.view(), i)).collect::<Vec<_>>(), roots);
    }
}
