//! Products over F_2 by the Frobenius encoding, on every kernel that the CPU supports, against classical products.

use polymod::{
    core::bits::testing::{self, Words},
    core::cpu::Target,
    core::kernels::gf60::{self, Gf60Kernel, PrimeFactorFft, scalar},
    core::scratch::Buf,
    core::transform::frobenius::{Alone, FrobeniusPlan, Shape, Workers},
};
use proptest::{prelude::*, test_runner::RngSeed};

fn kernels() -> impl Iterator<Item = &'static Gf60Kernel> {
    gf60::kernels(Target::AVX512)
}

fn words(seed: u64, len: usize) -> Vec<u64> {
    let mut random = Words::new(seed);
    (0..len).map(|_| random.word()).collect()
}

fn bit(a: &[u64], i: usize) -> bool {
    a.get(i / 64).is_some_and(|word| word >> (i % 64) & 1 == 1)
}

/// The product as a sum of shifted copies, one for each coefficient of b.
fn by_definition(a: &[u64], b: &[u64]) -> Vec<u64> {
    let mut product = vec![0; a.len() + b.len()];
    for j in (0..64 * b.len()).filter(|&j| bit(b, j)) {
        let (out, shift) = (&mut product[j / 64..], j % 64);
        out.iter_mut().zip(a).for_each(|(out, a)| *out ^= a << shift);
        out[1..].iter_mut().zip(a).for_each(|(out, a)| *out ^= a >> 1 >> (63 - shift));
    }
    product
}

/// The residue modulo 1 + x^m + … + x^(60·m), coefficient by coefficient.
fn residue(a: &[u64], m: usize) -> Vec<u64> {
    let mut residue = vec![0; (60 * m).div_ceil(64)];
    let mut flip = |i: usize| residue[i / 64] ^= 1 << (i % 64);
    for i in (0..64 * a.len()).filter(|&i| bit(a, i)).map(|i| i % (61 * m)) {
        if i < 60 * m {
            flip(i);
        } else {
            (0..60).for_each(|l| flip(i - 60 * m + l * m));
        }
    }
    residue
}

/// Workers for this number of shares, run one after the other, with scratch buffers full of ones.
struct Dirty(usize);

impl Workers for Dirty {
    fn count(&self) -> usize {
        self.0
    }
    fn each<I: Send>(&self, items: Vec<I>, f: impl Fn(I) + Sync + Send) {
        assert!(items.len() <= self.0, "no more shares than workers");
        // in reverse order: any order must do
        items.into_iter().rev().for_each(f);
    }
    fn buffer(&self, len: usize) -> Buf {
        let mut buf = Buf::zeroed(None, len);
        buf.fill(!0);
        buf
    }
}

/// The product by a plan, from dirty buffers, as `len` words.
fn product(plan: &FrobeniusPlan, a: &[u64], b: &[u64], len: usize) -> Vec<u64> {
    let mut out = vec![!0; len];
    plan.product(a, Some(b), &mut out, &Dirty(1));
    out
}

/// Shapes of all kinds of orders up to `most`: the best cut of each order, and others.
fn shapes(most: usize) -> Vec<Shape> {
    let orders = Shape::all().into_iter().map(Shape::order).filter(|&order| order <= most);
    orders.flat_map(Shape::cuts).collect()
}

#[test]
fn products_of_elements() {
    let grid = |kernel| PrimeFactorFft::new(kernel, &[3], &[5]);
    for kernel in kernels() {
        let (mut a, mut b) = (words(1, 40), words(2, 40));
        for (i, extreme) in [0, 1, !0, scalar::ONES, 1 << 60, 1 << 63, scalar::UNITS].into_iter().enumerate() {
            a[i] = extreme;
            b[38 - i] = extreme;
            (a[10 + i], b[10 + i]) = (extreme, extreme);
        }
        let expected = |i: usize| scalar::canonical(scalar::mul(scalar::folded(a[i]), scalar::folded(b[i])));
        let element = |x: u64| scalar::canonical(scalar::folded(x));
        let (mut out, mut sum) = (a.clone(), b.clone());
        grid(kernel).multiply(&mut out, &b);
        grid(kernel).product(&mut sum, &a, &b, true);
        for i in 0..40 {
            assert_eq!(element(out[i]), expected(i), "{kernel:?}, {:#x} times {:#x}", a[i], b[i]);
            assert_eq!(
                element(sum[i]),
                expected(i) ^ element(b[i]),
                "{kernel:?}, a sum with {:#x} times {:#x}",
                a[i],
                b[i]
            );
        }
    }
}

#[test]
fn codelets_are_transforms() {
    for kernel in kernels() {
        for order in PrimeFactorFft::ORDERS {
            let grid = PrimeFactorFft::new(kernel, &[], &[order]);
            let root = grid.roots()[1];
            for kind in 0..3 {
                let x = match kind {
                    0 => vec![!0; 8 * order],
                    1 => (0..8 * order).map(|i| u64::from(i / 8 == i % 8 % order)).collect(),
                    _ => words(order as u64, 8 * order),
                };
                let mut out = x.clone();
                grid.rows(&mut out);
                for (at, value) in out.iter().enumerate() {
                    let (k, lane) = (at / 8, at % 8);
                    let power = |i: usize| scalar::pow(root, (i * k) as u64);
                    let terms = (0..order).map(|i| scalar::mul(scalar::folded(x[8 * i + lane]), power(i)));
                    let expected = scalar::canonical(terms.fold(0, |sum, term| sum ^ term));
                    assert_eq!(
                        scalar::canonical(scalar::folded(*value)),
                        expected,
                        "{kernel:?}, order {order}, value {k}"
                    );
                }
            }
        }
    }
}

#[test]
fn images_are_values_at_roots_of_unity() {
    for kernel in kernels() {
        for shape in shapes(170).into_iter().chain([1155, 3069, 9009].map(|m| Shape::for_bits(60 * m))) {
            let plan = FrobeniusPlan::with_kernel(shape, kernel);
            let (m, [m1, m2]) = (plan.order(), plan.grid().sides());
            let a = words(m as u64, (61 * m) / 64);
            let mut image = vec![!0; plan.image_len()];
            plan.forward(&a, &mut image, &Dirty(1));
            let [u, v] = plan.grid().roots();
            for (k1, k2) in [(0, 0), (1 % m1, 0), (0, 1 % m2), (m1 - 1, m2 - 1), (m1 / 2, m2 / 3)] {
                let point = scalar::mul(scalar::pow(u, k1 as u64), scalar::mul(scalar::pow(v, k2 as u64), 2));
                let horner = |value, i| scalar::mul(value, point) ^ u64::from(bit(&a, i));
                let expected = scalar::canonical((0..64 * a.len()).rev().fold(0, horner));
                let value = image[plan.grid().index(k1, k2)];
                let value = scalar::canonical(scalar::folded(value));
                assert_eq!(value, expected, "{kernel:?}, {shape:?} at {k1}, {k2}");
            }
        }
    }
}

#[test]
fn products_of_every_small_size() {
    for w in (1..=40).chain([63, 64, 65, 100, 127, 128, 129, 200, 257, 1000]) {
        let (a, b) = (words(w as u64, w), words(!w as u64, w.div_ceil(2)));
        let len = a.len() + b.len();
        let expected = by_definition(&a, &b);
        for kernel in kernels() {
            let plan = FrobeniusPlan::with_kernel(Shape::for_bits(64 * len), kernel);
            assert!(product(&plan, &a, &b, len) == expected, "{kernel:?}, {w} words");
        }
    }
}

#[test]
fn plans_use_no_more_instructions_than_asked_for() {
    let (a, b) = (words(3, 50), words(4, 70));
    for target in Target::families() {
        let plan = FrobeniusPlan::for_bits(64 * 120, target);
        assert!(target.contains(plan.grid().kernel().needs()), "{target}: {plan:?}");
        assert!(plan.bits() >= 64 * 120 && plan.order() == plan.shape().order());
        assert_eq!(product(&plan, &a, &b, 120), by_definition(&a, &b), "{target}");
    }
    assert_eq!(FrobeniusPlan::for_bits(1, Target::SCALAR).grid().kernel().name(), "portable");
}

#[test]
fn a_long_product() {
    let (a, b) = (words(5, 3000), words(6, 3000));
    let expected = by_definition(&a, &b);
    for kernel in kernels() {
        let plan = FrobeniusPlan::with_kernel(Shape::for_bits(64 * 6000), kernel);
        assert!(product(&plan, &a, &b, 6000) == expected, "{kernel:?}");
    }
}

/// Full orders, products that wrap around, and operands of up to 61·m coefficients.
#[test]
fn products_are_modulo_a_sum_of_powers() {
    for kernel in kernels() {
        for shape in shapes(600) {
            let plan = FrobeniusPlan::with_kernel(shape, kernel);
            let m = plan.order();
            let mut a = words(m as u64, (61 * m).div_ceil(64));
            let last = a.len() - 1;
            a[last] &= !0 >> ((64 - 61 * m % 64) % 64);
            let mut b = vec![0; (60 * m).div_ceil(64)];
            for i in [0, 1, 63 % m, m - 1, m, 7 * m + 1, 30 * m, 60 * m - 1] {
                b[i / 64] ^= 1 << (i % 64);
            }
            let expected = residue(&by_definition(&a, &b), m);
            assert!(product(&plan, &a, &b, expected.len()) == expected, "{kernel:?}, {shape:?}");
        }
    }
}

#[test]
fn extreme_operands_and_lengths_of_results() {
    for kernel in kernels() {
        for bits in [1, 700, 5000, 40_000] {
            let plan = FrobeniusPlan::with_kernel(Shape::for_bits(bits), kernel);
            let half = plan.bits() / 128;
            let mut single = vec![0; half.max(1)];
            single[half.saturating_sub(1)] = 1 << 63;
            let whole = [vec![!0; half], vec![0; half], single, vec![1], vec![]];
            for a in &whole {
                for b in &whole {
                    if 64 * (a.len() + b.len()) > plan.bits() {
                        continue;
                    }
                    let mut expected = by_definition(a, b);
                    for len in [0, 1, half, a.len() + b.len(), plan.bits() / 64 + 3] {
                        expected.resize(len.max(a.len() + b.len()), 0);
                        assert!(product(&plan, a, b, len) == expected[..len], "{kernel:?}, {bits} bits, {len} words");
                    }
                }
            }
        }
    }
}

#[test]
fn sums_of_products_and_the_steps_one_by_one() {
    for kernel in kernels() {
        let plan = FrobeniusPlan::with_kernel(Shape::for_bits(64 * 60), kernel);
        let operands = [words(1, 30), words(2, 30), words(3, 20), words(4, 40)];
        let [mut a, b, c, d] = operands.each_ref().map(|x| {
            let mut image = plan.new_image();
            plan.forward(x, &mut image, &Alone);
            image
        });
        plan.multiply(&mut a, &b);
        plan.multiply_add(&mut a, &c, &d);
        let mut sum = vec![0; 60];
        plan.inverse(&mut a, &mut sum, &Alone);
        let [x, y] = [(0, 1), (2, 3)].map(|(i, j)| by_definition(&operands[i], &operands[j]));
        assert_eq!(sum, x.iter().zip(&y).map(|(x, y)| x ^ y).collect::<Vec<_>>(), "{kernel:?}");
    }
}

fn parts(images: &[Vec<u64>]) -> Vec<&[u64]> {
    images.iter().map(|image| &image[..]).collect()
}

/// Every shape of the cells that matrices are split into, and pieces that end with an image or before it; entries are compared
/// with sums of products of images.
#[test]
fn matrices_of_images() {
    let element = |x: u64| scalar::canonical(scalar::folded(x));
    let dims = [[1, 1, 1], [1, 2, 2], [2, 1, 3], [3, 5, 4], [4, 3, 1], [2, 0, 2], [5, 40, 7]];
    for kernel in kernels() {
        let plan = FrobeniusPlan::with_kernel(Shape::for_bits(64 * 12), kernel);
        for [m, inner, n] in dims {
            let len = plan.image_len() * if inner > 10 { 3 } else { 1 };
            let image = |seed: usize| match seed % 5 {
                0 => vec![!0; len],
                1 => vec![scalar::ONES; len],
                2 => vec![1 << 63; len],
                _ => words(seed as u64, len),
            };
            let a: Vec<_> = (0..m * inner).map(image).collect();
            let b: Vec<_> = (7..7 + inner * n).map(image).collect();
            let expected = |i: usize, j: usize, at: usize| {
                let term = |k: usize| scalar::mul(element(a[i * inner + k][at]), element(b[k * n + j][at]));
                element((0..inner).fold(0, |sum, k| sum ^ term(k)))
            };
            for shares in [1, 3] {
                let mut out = vec![vec![7; len]; m * n];
                let mut entries: Vec<&mut [u64]> = out.iter_mut().map(|x| &mut x[..]).collect();
                plan.matrix_product([m, inner, n], &mut entries, &parts(&a), &parts(&b), &Dirty(shares));
                for (place, entry) in out.iter().enumerate() {
                    for (at, &x) in entry.iter().enumerate() {
                        let expected = expected(place / n, place % n, at);
                        assert_eq!(element(x), expected, "{kernel:?}, {m}×{inner}×{n}, entry {place}, value {at}");
                    }
                }
            }
        }
    }
}

/// Images and products in shares, as threads take them: the same words as in one piece.
#[test]
fn shares_are_the_whole() {
    for kernel in kernels() {
        for bits in [64, 200, 5000, 70_000, 300_000] {
            let plan = FrobeniusPlan::with_kernel(Shape::for_bits(bits), kernel);
            let (a, b) = (words(9, bits / 128 + 1), words(10, bits.div_ceil(192)));
            let forward = |workers: &Dirty| {
                let mut image = vec![!0; plan.image_len()];
                plan.forward(&a, &mut image, workers);
                image
            };
            let (whole, len) = (forward(&Dirty(1)), bits.div_ceil(64));
            let whole_product = product(&plan, &a, &b, len);
            let mut square = vec![!0; len];
            plan.product(&a, None, &mut square, &Dirty(1));
            assert!(square == product(&plan, &a, &a, len), "{kernel:?}, {bits} bits, the square");
            for shares in [2, 3, 7, 1000] {
                assert!(forward(&Dirty(shares)) == whole, "{kernel:?}, {bits} bits, {shares} shares");
                let (mut shared, mut back) = (vec![!0; len], vec![!0; plan.bits().div_ceil(64)]);
                plan.product(&a, Some(&b), &mut shared, &Dirty(shares));
                assert!(shared == whole_product, "{kernel:?}, {bits} bits, {shares} shares of the product");
                plan.inverse(&mut whole.clone(), &mut back, &Dirty(shares));
                let expected = residue(&a, plan.order());
                assert!(back == expected, "{kernel:?}, {bits} bits, {shares} shares of the way back");
            }
        }
    }
}

/// Columns computed in sheets equal those of elements encoded in advance, for shapes that suit either.
#[test]
fn sheets_are_columns() {
    for kernel in kernels() {
        let plan = FrobeniusPlan::with_kernel(Shape::for_bits(700_000), kernel);
        let (grid, a) = (plan.grid(), words(11, 5000));
        let mut elements = vec![0; grid.elements_len()];
        grid.encode(&a, 0, &mut elements);
        let (mut whole, mut sheets) = (vec![0; plan.image_len()], vec![!0; plan.image_len()]);
        for (first, mut blocks) in grid.column_shares(&mut whole, 1) {
            grid.columns(&elements, first, &mut blocks, &mut vec![0; grid.work_len()]);
        }
        for (first, mut blocks) in grid.column_shares(&mut sheets, 3) {
            grid.encoded_columns(&a, first, &mut blocks, &mut vec![!0; grid.sheet_len()]);
        }
        let [m1, m2] = grid.sides();
        // rows that only fill the last block of eight are ignored
        let row = |k1: usize, k2: usize| grid.index(k1, k2);
        let same = |(k1, k2): (usize, usize)| whole[row(k1, k2)] == sheets[row(k1, k2)];
        assert!((0..m1).flat_map(|k1| (0..m2).map(move |k2| (k1, k2))).all(same), "{kernel:?}");
    }
}

#[test]
fn orders_grow_smoothly() {
    let all = Shape::all();
    assert_eq!(all.len(), 288, "3 choices each for 3 and 5, 2 each for 7, 11, 13, 31 and 41");
    let largest = all.iter().map(|shape| shape.order()).max();
    assert_eq!(largest.map(|order| 60 * order), Some(FrobeniusPlan::MAX_BITS));
    for shape in all {
        assert_eq!(scalar::UNITS % (61 * shape.order() as u64), 0, "{shape:?}");
    }
    let mut bits = 4000;
    let mut before = 0.0;
    while bits < FrobeniusPlan::MAX_BITS {
        let shape = Shape::for_bits(bits);
        assert!(60 * shape.order() >= bits, "{bits} bits in {shape:?}");
        assert!(shape.predicted_ns() >= before, "longer products cost more: {shape:?}");
        // the largest orders differ by a factor of 3
        let limit = if bits < FrobeniusPlan::MAX_BITS / 10 { 1.45 } else { 3.0 };
        assert!((60 * shape.order()) as f64 <= limit * bits as f64, "{bits} bits in {shape:?}");
        before = shape.predicted_ns();
        bits += bits / 100;
    }
}

proptest! {
    #![proptest_config(ProptestConfig { rng_seed: RngSeed::Fixed(testing::seed()), ..ProptestConfig::default() })]

    #[test]
    fn products_distribute_and_agree_with_the_definition(
        a in prop::collection::vec(any::<u64>(), 0..120),
        b in prop::collection::vec(any::<u64>(), 0..120),
        spare in 0usize..5000,
    ) {
        let len = a.len() + b.len();
        let shape = Shape::for_bits(64 * len + spare);
        for kernel in kernels() {
            let plan = FrobeniusPlan::with_kernel(shape, kernel);
            prop_assert_eq!(product(&plan, &a, &b, len), by_definition(&a, &b), "{:?}", kernel);
        }
    }
}
