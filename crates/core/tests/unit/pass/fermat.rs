//! Tests against the definition: polynomials in r with coefficients of i128, reduced by r^k = −1.

use polymod_core::{
    arith::FERMAT_PRIMES,
    bits::testing::Words,
    costs::{CostModel, FermatCosts},
    cpu::Target,
    pass::{
        blocks::{BlockKernel, Columns},
        fermat::*,
    },
};

/// A field, with its elements as canonical digits.
struct Oracle {
    r: i128,
    k: usize,
}

impl Oracle {
    /// Propagates carries until there are none; they never end for p − 1 only.
    fn canonical(&self, mut d: Vec<i128>) -> Vec<u64> {
        for _ in 0..self.k + 8 {
            let mut carry = 0;
            for x in &mut d {
                *x += carry;
                carry = x.div_euclid(self.r);
                *x = x.rem_euclid(self.r);
            }
            if carry == 0 {
                return d.into_iter().map(|x| x as u64).collect();
            }
            d[0] -= carry;
        }
        let mut last = vec![(self.r - 1) as u64; self.k];
        last[0] += 1;
        last
    }

    fn product(&self, a: &[u64], b: &[u64]) -> Vec<u64> {
        // columns of half-words, so that sums of products stay in i128 with room for carries
        let mut d = vec![0i128; self.k];
        for (i, &x) in a.iter().enumerate() {
            for (j, &y) in b.iter().enumerate() {
                let term = i128::from(x) * i128::from(y);
                d[(i + j) % self.k] += if i + j < self.k { term } else { -term };
            }
        }
        self.canonical(d)
    }

    fn sum(&self, a: &[u64], b: &[u64], sign: i128) -> Vec<u64> {
        self.canonical(a.iter().zip(b).map(|(&x, &y)| i128::from(x) + sign * i128::from(y)).collect())
    }

    fn rotated(&self, a: &[u64], shift: usize) -> Vec<u64> {
        let mut d = vec![0i128; self.k];
        for (i, &x) in a.iter().enumerate() {
            let place = (i + shift) % (2 * self.k);
            d[place % self.k] = if place < self.k { i128::from(x) } else { -i128::from(x) };
        }
        self.canonical(d)
    }

    /// Extreme and scattered elements, in rows of canonical digits.
    fn elements(&self, count: usize, seed: u64) -> Vec<u64> {
        let mut random = Words::new(seed);
        let r = self.r as u64;
        let mut rows = Vec::new();
        for i in 0..count {
            let row: Vec<u64> = match (i + seed as usize) % 7 {
                0 => vec![r - 1; self.k],
                1 => self.canonical(vec![-1].into_iter().chain(vec![0; self.k - 1]).collect()),
                2 => vec![0; self.k],
                3 => (0..self.k).map(|d| if d % 2 == 0 { 0 } else { r - 1 }).collect(),
                _ => (0..self.k).map(|_| random.word() % r).collect(),
            };
            rows.extend(row);
        }
        rows
    }
}

/// Every named field that has loops, at every instruction set and with every number of halvings, and radices at the
/// bounds.
fn kernels() -> Vec<(FermatKernel, Oracle)> {
    let named = FERMAT_PRIMES.iter().map(|(_, p)| (p.radix(), p.digits()));
    let bounds = [(1u64 << 46, 1 << 13), (1 << 49, 1 << 13), (1 << 50, 1 << 12)].map(|(p, c)| [p - c, p, p + c]);
    let all: Vec<_> =
        named.chain(bounds.into_iter().flatten().flat_map(|r| [4, 8, 16, 32, 64, 128].map(|k| (r, k)))).collect();
    let targets = Target::families().collect::<Vec<_>>();
    let mut found = Vec::new();
    for target in targets {
        for &(r, k) in &all {
            let halved = (0..).map_while(|levels| FermatKernel::halved(target, r, k, levels));
            found.extend(halved.map(|kernel| (kernel, Oracle { r: i128::from(r), k })));
        }
    }
    found
}

fn target(kernel: &FermatKernel) -> Target {
    if kernel.name().starts_with("portable") { Target::SCALAR } else { Target::AVX512 }
}

fn blocks(kernel: &FermatKernel, rows: &[u64]) -> Vec<u64> {
    let mut blocks = vec![!0; kernel.words(rows.len() / kernel.digits())];
    kernel.from_rows(rows, &mut blocks);
    blocks
}

fn rows(kernel: &FermatKernel, blocks: &[u64], count: usize) -> Vec<u64> {
    let mut rows = vec![!0; count * kernel.digits()];
    kernel.to_rows(blocks, &mut rows);
    rows
}

#[test]
fn products_are_halved_as_the_costs_say_and_the_radix_allows() {
    let costs = CostModel::builtin(Target::AVX512).fermat;
    for (kernel, oracle) in kernels() {
        let all = (0..).map_while(|levels| FermatKernel::halved(target(&kernel), kernel.radix(), oracle.k, levels));
        let best = FermatKernel::cheapest(target(&kernel), kernel.radix(), oracle.k, &costs).unwrap();
        assert!(all.into_iter().all(|other| best.product_ns(&costs) <= other.product_ns(&costs)), "{kernel:?}");
        // where halving costs nothing, products are halved as often as possible
        let free = FermatCosts { halving: 0.0, ..costs.clone() };
        let deepest = FermatKernel::cheapest(target(&kernel), kernel.radix(), oracle.k, &free).unwrap().levels();
        assert!(FermatKernel::halved(target(&kernel), kernel.radix(), oracle.k, deepest + 1).is_none());
        assert!(51 - i64::from(kernel.log()) >= deepest as i64, "operands of more than 52 bits");
    }
}

#[test]
fn our_primes_have_loops_and_the_papers_have_none() {
    for (name, p) in FERMAT_PRIMES {
        let kernel = FermatKernel::new(Target::SCALAR, p.radix(), p.digits());
        assert_eq!(kernel.is_some(), name.starts_with('F'), "{name}");
    }
    for r in [(1 << 50) + (1 << 12) + 2, (1 << 48) + (1 << 13) + 2, 1 << 45, 1 << 51, u64::MAX - 1] {
        assert!(FermatKernel::new(Target::SCALAR, r, 8).is_none());
    }
}

/// The definition of an operation on two elements.
type Definition<'a> = dyn Fn(&[u64], &[u64]) -> Vec<u64> + 'a;

#[test]
fn arithmetic_agrees_with_the_definition() {
    const COUNT: usize = 19;
    for (kernel, oracle) in kernels() {
        let k = oracle.k;
        let (a, b) = (oracle.elements(COUNT, 0), oracle.elements(COUNT, 3));
        let same = |what: &str, got: &[u64], wanted: &Definition<'_>| {
            let got = rows(&kernel, got, COUNT);
            for (i, got) in got.chunks_exact(k).enumerate() {
                let (x, y) = (&a[i * k..][..k], &b[i * k..][..k]);
                assert_eq!(got, wanted(x, y), "{kernel:?}: {what}, element {i}");
            }
        };
        let (x, y) = (blocks(&kernel, &a), blocks(&kernel, &b));
        same("as they are", &x, &|x, _| x.to_vec());
        let with = |f: &dyn Fn(&mut [u64])| {
            let mut z = x.clone();
            f(&mut z);
            z
        };
        same("product", &with(&|z| kernel.multiply(z, &y)), &|x, y| oracle.product(x, y));
        same("square", &with(&|z| kernel.square(z)), &|x, _| oracle.product(x, x));
        same("sum", &with(&|z| kernel.add(z, &y)), &|x, y| oracle.sum(x, y, 1));
        same("difference", &with(&|z| kernel.sub(z, &y)), &|x, y| oracle.sum(x, y, -1));
        same("sum of products", &with(&|z| kernel.add_product(z, &y, &y)), &|x, y| {
            oracle.sum(x, &oracle.product(y, y), 1)
        });
        for shift in [0, 1, k - 1, k, k + 1, 2 * k - 1] {
            same("rotation", &with(&|z| kernel.rotate(z, shift)), &|x, _| oracle.rotated(x, shift));
        }
        // settled operands that are not canonical: those of two rotations have the largest digits
        let settled = |z: &mut [u64]| {
            kernel.rotate(z, k + k / 2);
            kernel.rotate(z, k / 2);
        };
        same(
            "product of settled elements",
            &with(&|z| {
                let mut y = y.clone();
                settled(z);
                settled(&mut y);
                kernel.multiply(z, &y);
                kernel.square(z);
            }),
            &|x, y| {
                let z = oracle.product(x, y);
                oracle.product(&z, &z)
            },
        );
        // the largest settled digits
        let most = 3 * (1u64 << ((oracle.r + oracle.r / 2).ilog2() - 1)) + (1 << 32) - 1;
        let largest: Vec<u64> = vec![most; kernel.block()];
        let mut z = largest.clone();
        kernel.multiply(&mut z, &largest);
        let canonical = oracle.canonical(vec![i128::from(most); k]);
        assert_eq!(rows(&kernel, &z, 1), oracle.product(&canonical, &canonical), "{kernel:?}: largest digits");
    }
}

/// Σ_i x_i·r^(2k/M·u·i·m) for each m.
fn dft(oracle: &Oracle, x: &[Vec<u64>], u: usize) -> Vec<Vec<u64>> {
    let (m, k) = (x.len(), oracle.k);
    let value = |v: usize| {
        x.iter()
            .enumerate()
            .fold(vec![0; k], |sum, (i, x)| oracle.sum(&sum, &oracle.rotated(x, 2 * k / m * (u * i * v % m)), 1))
    };
    (0..m).map(value).collect()
}

/// The kernels without halvings of each field of at most 32 digits: what is computed by the definition is theirs in common.
fn fields() -> Vec<(Oracle, Vec<FermatKernel>)> {
    let mut fields: Vec<(Oracle, Vec<FermatKernel>)> = Vec::new();
    // the algorithm of products does not matter here
    for (kernel, oracle) in kernels().into_iter().filter(|(f, o)| o.k <= 32 && f.levels() == 0) {
        match fields.iter_mut().find(|(field, _)| (field.r, field.k) == (oracle.r, oracle.k)) {
            Some((_, kernels)) => kernels.push(kernel),
            None => fields.push((oracle, vec![kernel])),
        }
    }
    fields
}

#[test]
fn rows_and_columns_are_transformed() {
    for (oracle, kernels) in fields() {
        let k = oracle.k;
        for (len, u) in [(2, 1), (4, 1), (4, 3), (8, 5), (16, 7), (32, 1), (32, 2 * k - 1), (64, 3)] {
            if len <= 2 * k {
                columns_are_transformed(&oracle, &kernels, len, u);
                rows_are_transformed(&oracle, &kernels, len, u);
            }
        }
    }
}

/// Eight columns, multiplied by 2 and by the powers of r that the transform leaves.
fn columns_are_transformed(oracle: &Oracle, kernels: &[FermatKernel], len: usize, u: usize) {
    let (k, table) = (oracle.k, DftTable::new(oracle.k, len, u));
    let elements = oracle.elements(8 * len, len as u64);
    let mut factors = vec![0; 8 * len * k];
    for &(row, rotation) in table.results() {
        let mut two = vec![0; k];
        two[0] = 2;
        for lane in 0..8 {
            factors[(row * 8 + lane) * k..][..k].copy_from_slice(&oracle.rotated(&two, rotation));
        }
    }
    let mut wanted = vec![0; 8 * len * k];
    for column in 0..8 {
        let x: Vec<_> = (0..len).map(|i| elements[(8 * i + column) * k..][..k].to_vec()).collect();
        for (i, value) in dft(oracle, &x, u).into_iter().enumerate() {
            wanted[(8 * i + column) * k..][..k].copy_from_slice(&oracle.sum(&value, &value, 1));
        }
    }
    for kernel in kernels {
        let (mut y, factors) = (blocks(kernel, &elements), blocks(kernel, &factors));
        let columns = Columns { dft: &table, factors: &factors, whole: true };
        let mut work = vec![0; len * kernel.block()];
        kernel.column_parts(&columns, &mut y, 1).into_iter().for_each(|part| part.run(&mut work));
        assert_eq!(rows(kernel, &y, 8 * len), wanted, "{kernel:?}: columns of {len}, power {u}");
    }
}

/// Eight rows, each in whole blocks.
fn rows_are_transformed(oracle: &Oracle, kernels: &[FermatKernel], len: usize, u: usize) {
    if len < 8 {
        return;
    }
    let (k, table) = (oracle.k, DftTable::new(oracle.k, len, u));
    let elements = oracle.elements(8 * len, len as u64);
    let list: Vec<Vec<u64>> = elements.chunks_exact(k).map(<[u64]>::to_vec).collect();
    let mut wanted = vec![0; 8 * len * k];
    for (row, x) in list.chunks_exact(len).enumerate() {
        for (i, value) in dft(oracle, x, u).into_iter().enumerate() {
            wanted[(8 * i + row) * k..][..k].copy_from_slice(&value);
        }
    }
    for kernel in kernels {
        let x = blocks(kernel, &elements);
        let mut y = vec![!0; x.len()];
        let mut work = vec![0; len * kernel.block()];
        kernel.row_parts(&table, &x, &mut y, 1).into_iter().for_each(|part| part.run(&mut work));
        assert_eq!(rows(kernel, &y, 8 * len), wanted, "{kernel:?}: rows of {len}, power {u}");
    }
}

#[test]
fn parts_of_passes_make_the_whole() {
    for (kernel, oracle) in kernels().into_iter().filter(|(f, o)| o.k <= 16 && f.levels() == 0) {
        let (len, k) = (8, oracle.k);
        let (table, elements) = (DftTable::new(k, len, 1), oracle.elements(3 * 8 * len, 2));
        let x = blocks(&kernel, &elements);
        let mut work = vec![0; len * kernel.block()];
        let columns = Columns { dft: &table, factors: &x, whole: false };
        let (mut whole, mut shared) = (x.clone(), x.clone());
        kernel.column_parts(&columns, &mut whole, 1).into_iter().for_each(|part| part.run(&mut work));
        for part in kernel.column_parts(&columns, &mut shared, 2).into_iter().rev() {
            part.run(&mut work);
        }
        assert!(whole == shared, "{kernel:?}: columns");
        let (mut whole, mut shared) = (vec![0; x.len()], vec![!0; x.len()]);
        kernel.row_parts(&table, &x, &mut whole, 1).into_iter().for_each(|part| part.run(&mut work));
        let parts = kernel.row_parts(&table, &x, &mut shared, 5);
        assert_eq!(parts.len(), 3, "no more parts than eights of rows");
        parts.into_iter().rev().for_each(|part| part.run(&mut work));
        assert!(whole == shared, "{kernel:?}: rows");
        kernel.transpose_part(&x, len, 0, &mut whole);
        let unit = len * kernel.block();
        shared.chunks_mut(2 * unit).enumerate().for_each(|(j, y)| kernel.transpose_part(&x, len, 2 * j, y));
        assert!(whole == shared, "{kernel:?}: transpose");
    }
}

#[test]
fn matrices_are_transposed() {
    for (kernel, oracle) in kernels().into_iter().filter(|(_, o)| o.k == 4 || o.k == 8) {
        for (r, columns) in [(1, 16), (2, 8), (4, 24), (8, 8), (16, 24)] {
            let elements = oracle.elements(r * columns, 1);
            let x = blocks(&kernel, &elements);
            let mut y = vec![!0; x.len()];
            kernel.transpose_part(&x, r, 0, &mut y);
            let got = rows(&kernel, &y, r * columns);
            for (i, got) in got.chunks_exact(oracle.k).enumerate() {
                let from = i % r * columns + i / r;
                assert_eq!(got, &elements[from * oracle.k..][..oracle.k], "{r} by {columns}");
            }
        }
    }
}

/// The words of an element, by Horner's rule in words.
fn horner(r: u64, digits: &[u64], width: usize) -> Vec<u64> {
    let mut words = vec![0u64; width];
    for &digit in digits.iter().rev() {
        let mut carry = u128::from(digit);
        for word in &mut words {
            carry += u128::from(*word) * u128::from(r);
            (*word, carry) = (carry as u64, carry >> 64);
        }
        assert_eq!(carry, 0, "rows are long enough");
    }
    words
}

/// All kernels, numbers of elements that fill no block, and rows that are longer than p.
#[test]
fn elements_are_integers_and_back() {
    for (kernel, oracle) in kernels() {
        let bits = oracle.k * kernel.log() as usize + 1;
        for (count, longer) in [(1, 0), (8, 1), (21, 0)] {
            let (digits, width) = (oracle.elements(count, count as u64), bits.div_ceil(64) + longer);
            let mut words = vec![!0; count * width];
            kernel.to_words(&digits, width, &mut words);
            for (row, words) in digits.chunks(oracle.k).zip(words.chunks(width)) {
                assert_eq!(words, horner(kernel.radix(), row, width), "{kernel:?}");
            }
            let mut back = vec![!0; digits.len()];
            kernel.from_words(&words, width, &mut back);
            assert_eq!(back, digits, "{kernel:?}");
        }
    }
}

#[test]
#[should_panic(expected = "rows that hold p − 1")]
fn rows_shorter_than_p_are_refused() {
    let kernel = FermatKernel::new(Target::SCALAR, (1 << 48) + 224, 4).unwrap();
    kernel.to_words(&[0; 4], 3, &mut [0; 3]);
}
