//! Tests against the definition: numbers by words, reduced bit by bit.

use polymod_core::{
    arith::FERMAT_PRIMES,
    bits::testing::Words,
    cpu::{self, Feature, Target},
    pass::{
        blocks::{BlockKernel, LANES},
        euclid::Extent,
        limbs::{sums::Any, *},
    },
    scratch::Buf,
    simd::{Pair, Portable, Vectors},
};

/// Numbers modulo p, with the number of words of p.
struct Oracle {
    p: Vec<u64>,
}

impl Oracle {
    /// 2x + bit, reduced, for x below p.
    fn twice(&self, x: &[u64], bit: u64) -> Vec<u64> {
        let mut carry = bit;
        let mut out = Vec::new();
        for &word in x {
            out.push(word << 1 | carry);
            carry = word >> 63;
        }
        let mut borrow = 0;
        let mut less = Vec::new();
        for (&x, &y) in out.iter().zip(&self.p) {
            let difference = i128::from(x) - i128::from(y) - borrow;
            less.push(difference as u64);
            borrow = i128::from(difference < 0);
        }
        if i128::from(carry) >= borrow { less } else { out }
    }

    /// A number of any length, reduced.
    fn reduced(&self, x: &[u64]) -> Vec<u64> {
        let bits = x.iter().rev().flat_map(|&word| (0..64).rev().map(move |bit| word >> bit & 1));
        bits.fold(vec![0; self.p.len()], |r, bit| self.twice(&r, bit))
    }

    fn product(&self, x: &[u64], y: &[u64]) -> Vec<u64> {
        let mut wide = vec![0u64; x.len() + y.len()];
        for (i, &x) in x.iter().enumerate() {
            let mut carry = 0;
            for (j, place) in wide[i..].iter_mut().enumerate() {
                let y = y.get(j).copied().unwrap_or(0);
                let t = u128::from(x) * u128::from(y) + u128::from(*place) + carry;
                *place = t as u64;
                carry = t >> 64;
            }
        }
        self.reduced(&wide)
    }

    fn sum(&self, x: &[u64], y: &[u64]) -> Vec<u64> {
        let mut carry = 0;
        let mut wide: Vec<u64> = Vec::new();
        for (&x, &y) in x.iter().zip(y) {
            let t = u128::from(x) + u128::from(y) + carry;
            wide.push(t as u64);
            carry = t >> 64;
        }
        wide.push(carry as u64);
        self.reduced(&wide)
    }

    fn negative(&self, x: &[u64]) -> Vec<u64> {
        let mut borrow = 0;
        let mut wide = Vec::new();
        for (&p, &x) in self.p.iter().zip(x) {
            let t = i128::from(p) - i128::from(x) - borrow;
            wide.push(t as u64);
            borrow = i128::from(t < 0);
        }
        self.reduced(&wide)
    }

    /// Extreme and scattered residues.
    fn elements(&self, count: usize, seed: u64) -> Vec<u64> {
        let mut random = Words::new(seed);
        let n = self.p.len();
        let one = |place: usize| (0..n).map(|i| u64::from(i == place)).collect::<Vec<_>>();
        let element = |i: usize| match (i + seed as usize) % 6 {
            0 => self.negative(&one(0)),
            1 => vec![0; n],
            2 => one(0),
            3 => self.negative(&one(n - 1)),
            4 => self.reduced(&vec![!0; n]),
            _ => self.reduced(&(0..n).map(|_| random.word()).collect::<Vec<_>>()),
        };
        (0..count).flat_map(element).collect()
    }
}

/// The named fields, and moduli of other forms and of lengths around whole limbs.
fn kernels() -> Vec<(LimbKernel, Oracle)> {
    let mut moduli: Vec<Vec<u64>> = FERMAT_PRIMES.iter().map(|(_, p)| p.limbs()).collect();
    // limbs in registers end at 671 bits with two accumulators each, at 1243 with one
    for bits in [64, 65, 98, 99, 100, 104, 105, 150, 151, 152, 156, 157, 255, 256, 512, 671, 672, 900, 1243, 1244, 2050]
    {
        // 2^bits − 1, 2^(bits − 1) + 1, and one between
        let words = bits as usize / 64 + usize::from(bits % 64 > 0);
        let top = |x: u64| if bits % 64 == 0 { x } else { x & ((1 << (bits % 64)) - 1) };
        let mut all = vec![!0; words];
        all[words - 1] = top(!0);
        let mut least = vec![0; words];
        least[words - 1] = 1 << ((bits - 1) % 64);
        least[0] |= 1;
        let mut between = vec![0x9e37_79b9_7f4a_7c15; words];
        between[words - 1] = top(between[0]) | 1 << ((bits - 1) % 64);
        moduli.extend([all, least, between]);
    }
    let mut found = Vec::new();
    for kernel in KERNELS.iter().filter(|k| k.needs().runs_within(cpu::host().target)) {
        for p in &moduli {
            // portable products of long residues are slow, and so is the definition
            if p.len() <= if kernel.needs().has(Feature::Avx512Ifma) { 64 } else { 8 } {
                found.push((LimbKernel::by(kernel, p).expect("an odd modulus"), Oracle { p: p.clone() }));
            }
        }
    }
    found
}

fn blocks(kernel: &LimbKernel, rows: &[u64], width: usize) -> Vec<u64> {
    let mut blocks = vec![!0; kernel.words(rows.len() / width)];
    kernel.load(rows, width, &mut blocks);
    blocks
}

fn rows(kernel: &LimbKernel, blocks: &[u64], count: usize, width: usize) -> Vec<u64> {
    let mut rows = vec![!0; count * width];
    kernel.store(blocks, width, &mut rows);
    rows
}

#[test]
fn other_moduli_have_no_loops() {
    let long = |words: usize| [vec![1], vec![0; words - 2], vec![1]].concat();
    assert!(LimbKernel::new(Target::SCALAR, &long(156)).is_some(), "9921 bits");
    for p in [vec![], vec![3], vec![2, 1], vec![u64::MAX >> 1], vec![1, 0], long(157)] {
        assert!(LimbKernel::new(Target::SCALAR, &p).is_none());
    }
}

/// The definition of an operation on two elements.
type Definition<'a> = dyn Fn(&[u64], &[u64]) -> Vec<u64> + 'a;

#[test]
fn arithmetic_agrees_with_the_definition() {
    for (kernel, oracle) in kernels() {
        let n = oracle.p.len();
        let count = if n > 8 { 3 } else { 11 };
        let (a, b) = (oracle.elements(count, 0), oracle.elements(count, 3));
        let (x, y) = (blocks(&kernel, &a, n), blocks(&kernel, &b, n));
        let mut factors = y.clone();
        kernel.to_factors(&mut factors);
        let same = |what: &str, change: &dyn Fn(&mut [u64]), wanted: &Definition<'_>| {
            let mut z = x.clone();
            change(&mut z);
            for (i, got) in rows(&kernel, &z, count, n).chunks_exact(n).enumerate() {
                assert_eq!(got, wanted(&a[i * n..][..n], &b[i * n..][..n]), "{kernel:?}: {what}, element {i}");
            }
        };
        same("as they are", &|_| (), &|x, _| x.to_vec());
        same("product", &|z| kernel.multiply(z, &factors), &|x, y| oracle.product(x, y));
        same("sum", &|z| kernel.add(z, &y), &|x, y| oracle.sum(x, y));
        same("difference", &|z| kernel.sub(z, &y), &|x, y| oracle.sum(x, &oracle.negative(y)));
        same("sum of products", &|z| kernel.add_product(z, &y, &factors), &|x, y| oracle.sum(x, &oracle.product(y, y)));
        // residues that are not reduced below p
        same(
            "product of sums",
            &|z| {
                let mut y = y.clone();
                let again = z.to_vec();
                kernel.add(z, &again);
                kernel.add(z, &again);
                kernel.sub(&mut y, &again);
                kernel.to_factors(&mut y);
                kernel.multiply(z, &y);
                kernel.to_factors(z);
                kernel.square(z);
                kernel.multiply(z, &blocks(&kernel, &oracle.elements(1, 2).repeat(8), n));
            },
            &|x, y| {
                let z = oracle.product(&oracle.sum(&oracle.sum(x, x), x), &oracle.sum(y, &oracle.negative(x)));
                oracle.product(&z, &z)
            },
        );
        // rows wider than p
        let wide: Vec<u64> = a.chunks_exact(n).flat_map(|row| [row, &[0]].concat()).collect();
        let back = rows(&kernel, &blocks(&kernel, &wide, n + 1), count, n + 1);
        assert_eq!(back, wide, "{kernel:?}: rows of another width");
    }
}

/// x·p + y·q, and that of 2p − 1 and 2p − 1 twice, the largest value of residues.
#[test]
fn sums_of_cross_products() {
    for (kernel, oracle) in kernels() {
        let n = oracle.p.len();
        let count = if n > 8 { 3 } else { 11 };
        let (a, b) = (oracle.elements(count, 0), oracle.elements(count, 3));
        for seed in 0..3 {
            let (p, q) = (oracle.elements(1, seed), oracle.elements(1, seed + 5));
            let [p_block, q_block] = [&p, &q].map(|x| {
                let mut block = blocks(&kernel, &x.repeat(LANES), n);
                kernel.to_factors(&mut block);
                block
            });
            let mut x = blocks(&kernel, &a, n);
            kernel.cross_multiply(&mut x, &p_block, &blocks(&kernel, &b, n), &q_block);
            for (i, got) in rows(&kernel, &x, count, n).chunks_exact(n).enumerate() {
                let wanted = oracle.sum(&oracle.product(&a[i * n..][..n], &p), &oracle.product(&b[i * n..][..n], &q));
                assert_eq!(got, wanted, "{kernel:?}: element {i}");
            }
        }
        let mut limbs = kernel.modulus().twice().to_vec();
        // 2p is even and not a multiple of 4
        limbs[0] -= 1;
        let most: Vec<u64> = limbs.iter().flat_map(|&limb| [limb; LANES]).collect();
        let mut x = most.clone();
        kernel.cross_multiply(&mut x, &most, &most, &most);
        kernel.to_factors(&mut x);
        let two = [vec![2], vec![0; n - 1]].concat().repeat(LANES);
        assert_eq!(rows(&kernel, &x, LANES, n), two, "{kernel:?}: the largest values");
    }
}

/// Coefficients `start..start + results` of a product by its definition.
fn product_by_definition(oracle: &Oracle, [a, b]: [&[u64]; 2], start: usize, results: usize) -> Vec<u64> {
    let n = oracle.p.len();
    let coefficient = |k: usize| {
        let terms = a.chunks_exact(n).enumerate().filter_map(|(i, x)| {
            let y = b.chunks_exact(n).nth(k.checked_sub(i)?)?;
            Some(oracle.product(x, y))
        });
        terms.fold(vec![0; n], |sum, term| oracle.sum(&sum, &term))
    };
    (start..start + results).flat_map(coefficient).collect()
}

#[test]
fn products_of_short_polynomials() {
    let mut count = 0;
    for (kernel, oracle) in kernels().into_iter().filter(|(kernel, _)| kernel.most_terms() > 0) {
        let n = oracle.p.len();
        for ([a_len, b_len], start, results) in [
            ([1, 1], 0, 1),
            ([1, 1], 0, 9),
            ([1, 9], 0, 9),
            ([2, 3], 0, 4),
            ([7, 2], 3, 5),
            ([8, 8], 0, 15),
            ([9, 8], 5, 8),
            ([3, 17], 0, 19),
            ([11, 10], 13, 20),
            ([4, 4], 100, 3),
        ] {
            let (a, b) = (oracle.elements(a_len, 2), oracle.elements(b_len, 5));
            let mut out = vec![!0; results * n];
            kernel.convolve(n, [&a, &b], start, &mut out);
            let expected = product_by_definition(&oracle, [&a, &b], start, results);
            assert_eq!(out, expected, "{kernel:?}: {a_len} by {b_len}, {results} from {start}");
            count += 1;
        }
    }
    assert!(count > 200 || !cpu::host().target.has(Feature::Avx512Ifma), "{count} products");
}

/// As many products of −1 by −1 as a column has room for.
#[test]
fn products_of_the_longest_short_polynomials() {
    for (kernel, oracle) in kernels().into_iter().filter(|(kernel, _)| kernel.most_terms() > 0) {
        let (n, len) = (oracle.p.len(), kernel.most_terms());
        let one: Vec<u64> = (0..n).map(|i| u64::from(i == 0)).collect();
        let a = oracle.negative(&one).repeat(len);
        let mut out = vec![!0; 9 * n];
        kernel.convolve(n, [&a, &a], len - 5, &mut out);
        for (row, terms) in out.chunks_exact(n).zip([4, 3, 2, 1, 0, 1, 2, 3, 4]) {
            let expected: Vec<u64> = (0..n).map(|i| if i == 0 { (len - terms) as u64 } else { 0 }).collect();
            assert_eq!(row, expected, "{kernel:?}: {len} coefficients");
        }
    }
}

#[test]
fn elements_are_moved() {
    for (kernel, oracle) in kernels().into_iter().filter(|(_, o)| o.p.len() < 5) {
        let n = oracle.p.len();
        for (r, columns) in [(1, 16), (2, 8), (8, 24)] {
            let elements = oracle.elements(r * columns, 1);
            let x = blocks(&kernel, &elements, n);
            let mut y = vec![!0; x.len()];
            kernel.transpose_part(&x, r, 0, &mut y);
            for (i, got) in rows(&kernel, &y, r * columns, n).chunks_exact(n).enumerate() {
                let from = i % r * columns + i / r;
                assert_eq!(got, &elements[from * n..][..n], "{r} by {columns}");
            }
        }
    }
}

/// Butterflies of 0 and 2^(level + 1)·p − 1, the least and the largest residue of a level, in either order.
#[test]
fn butterflies_take_the_ends_of_their_range() {
    for (kernel, oracle) in kernels().into_iter() {
        let f = kernel.modulus();
        // 2^shift·p − less: the lowest word of 2^shift·p is at least 2^shift
        let multiple = |shift: usize, less: u64| {
            let mut words = [&oracle.p[..], &[0]].concat();
            for i in (1..words.len()).rev() {
                words[i] = words[i] << shift | words[i - 1] >> (64 - shift);
            }
            words[0] = (words[0] << shift) - less;
            modulus::split(&words, f.limbs)
        };
        let block = |x: &[u64]| x.iter().flat_map(|&limb| [limb; LANES]).collect::<Vec<u64>>();
        let (zero, one) = (vec![0; f.limbs], modulus::split(&[1], f.limbs));
        for level in 0..4 {
            let most = multiple(level + 1, 1);
            let cases = [
                (&zero, &most, &most, one.clone()),
                (&most, &zero, &most, multiple(level + 2, 1)),
                (&most, &most, &multiple(level + 2, 2), multiple(level + 1, 0)),
            ];
            for (x, y, sum, difference) in cases {
                let (x, y) = (block(x), block(y));
                let (mut s, mut d) = (vec![!0; x.len()], vec![!0; x.len()]);
                type S = Pair<Portable>;
                let from = Some((S::rows(&x).0, S::rows(&y).0));
                let to = (S::rows_mut(&mut s).0, S::rows_mut(&mut d).0);
                arithmetic::butterfly::<S, Any>(S::get(), f, level, from, to);
                assert_eq!([s, d], [block(sum), block(&difference)], "{kernel:?}: level {level}");
            }
        }
    }
}

/// Exact divisions by quotients of degree 1 and 2: coefficients that vanish are p, not 0.
#[test]
fn exact_divisions_leave_no_remainder() {
    for bits in [127u32, 521, 1279] {
        // the prime 2^bits − 1
        let width = bits.div_ceil(64) as usize;
        let mut p: Vec<u64> = vec![!0; width];
        p[width - 1] >>= 64 * width as u32 - bits;
        let rows = |v: &[u64]| {
            let mut rows = vec![0; v.len() * width];
            rows.iter_mut().step_by(width).zip(v).for_each(|(x, c)| *x = *c);
            rows
        };
        let b = rows(&[1, 2, 3, 1]);
        // (X + 5)·b and (X² + 5)·b
        for (a, passes) in [(&[5, 11, 17, 8, 1][..], 0), (&[5, 10, 16, 7, 3, 1][..], 2)] {
            for target in Target::families() {
                let kernel = LimbEuclid::new(target, &p).expect("an odd modulus");
                let extent = Extent { stop: 0, matrix: false, only: false };
                let mut pair = kernel.pair(|words| Buf::zeroed(None, words), width, [&rows(a), &b], extent);
                let mut log = Vec::new();
                let leads = kernel.run(&mut pair, 0, Some(&mut log));
                assert_eq!(pair.lens(), [4, 0], "{target}: modulo 2^{bits} − 1");
                assert_eq!((log.len(), log[0].passes), (1, passes), "{target}: modulo 2^{bits} − 1");
                assert!(leads.iter().any(|&x| x != 0), "{target}: a product of units modulo 2^{bits} − 1");
            }
        }
    }
}
