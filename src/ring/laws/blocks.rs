//! Laws of matrices in vectors: products by every algorithm, whose rows are apart, among dirty neighbours.

use super::{AnyElem, Bench, expected, inner, oracle};
use crate::ring::{Block, Gather, Place, blocks, traits::*};

/// Dimensions of products, empty ones among them, around the widths of vectors and words.
const SHAPES: [[usize; 3]; 13] = [
    [0, 2, 3],
    [3, 2, 0],
    [2, 0, 2],
    [1, 1, 1],
    [2, 2, 2],
    [3, 3, 3],
    [2, 3, 4],
    [8, 8, 8],
    [7, 8, 9],
    [16, 17, 15],
    [3, 70, 65],
    [33, 9, 34],
    [40, 33, 37],
];
const HOW: [Gather; 3] = [Gather::Set, Gather::Add, Gather::Sub];

pub(super) fn check(bench: &mut Bench<'_>) {
    for (i, shape) in SHAPES.into_iter().enumerate() {
        let large = shape.iter().product::<usize>() > 1000;
        for (j, how) in HOW.into_iter().enumerate().filter(|(j, _)| !large || *j == i % 3) {
            products(bench, shape, how, j);
        }
    }
    combinations(bench);
    sparse_products(bench);
    moved(bench);
    assert!(bench.r.panel_columns() > 0, "{}: panels have columns", bench.name);
}

/// The entries of a matrix whose rows are `stride` apart.
fn entries<E: Clone>(list: &[E], rows: usize, cols: usize, stride: usize) -> Vec<E> {
    (0..rows).flat_map(|i| list[i * stride..i * stride + cols].to_vec()).collect()
}

fn products(bench: &mut Bench<'_>, [m, k, n]: [usize; 3], how: Gather, at: usize) {
    let r = bench.r;
    let (a, b) = (bench.mixed(m * (k + 1)), bench.mixed(k * (n + 2)));
    let place = Place { at, stride: n + 3 };
    let before = bench.mixed(at + m * place.stride);
    let product = oracle::matrix_product(r, [m, k, n], &entries(&a, m, k, k + 1), &entries(&b, k, n, n + 2));
    let mut wanted = before.clone();
    for (i, row) in product.chunks_exact(n.max(1)).enumerate() {
        for (x, y) in wanted[at + i * place.stride..].iter_mut().zip(row) {
            *x = match how {
                Gather::Set => y.clone(),
                Gather::Add => r.add(x, y),
                Gather::Sub => oracle::difference(r, x, y),
            };
        }
    }
    let (a, b) = (r.collect(&a), r.collect(&b));
    let (a, b) = (Block::new(a.view(), m, k, k + 1), Block::new(b.view(), k, n, n + 2));
    if let Some(got) = r.own_product(a, b) {
        bench.made(&format!("own_product of {m}·{k}·{n} entries"), got, &product);
    }
    r.engine().enter(|cx| {
        let ways = r.block_products(a, b, cx);
        let cheaper = ways.windows(2).all(|pair| pair[0].predicted_ns <= pair[1].predicted_ns);
        assert!(!ways.is_empty() && cheaper, "{}: block_products are sorted by cost: {ways:?}", bench.name);
        for way in ways.iter().map(|way| Some(way.algorithm)).chain([None]) {
            let mut out = r.collect(&before);
            expected(match way {
                Some(way) => r.mul_blocks_by(way, &mut out, place, (a, b), how, cx),
                None => r.mul_blocks(&mut out, place, a, b, how, cx),
            });
            bench.same(&format!("{m}·{k}·{n} entries by {way:?}, {how:?}"), out.view(), &wanted);
        }
    });
}

/// Transposes and other orders of entries, whose words are copied.
fn moved(bench: &mut Bench<'_>) {
    let r = bench.r;
    for (rows, cols) in [(0, 3), (1, 1), (2, 9), (17, 20)] {
        let list = bench.mixed(rows * cols);
        let all = bench.among_neighbours(&list);
        let wanted: Vec<_> = (0..rows * cols).map(|at| list[at % rows * cols + at / rows].clone()).collect();
        let turned = blocks::transposed(r, Block::new(inner(&all), rows, cols, cols));
        bench.made(&format!("the transpose of {rows}·{cols} entries"), turned, &wanted);
        if inner(&all).width() > 0 {
            let words = inner(&all).words().to_vec().into();
            bench.made("in_layout_of", r.in_layout_of(words, list.len(), inner(&all)), &list);
        }
    }
}

/// Combinations of the rows of a matrix, subtracted from a part of a vector.
fn combinations(bench: &mut Bench<'_>) {
    let r = bench.r;
    for (rows, cols, gap) in [(0, 3, 0), (1, 1, 2), (2, 9, 0), (3, 8, 1), (4, 17, 5), (3, 70, 0), (9, 65, 7)] {
        let stride = cols + gap;
        let (matrix, factors, mut wanted) = (bench.mixed(rows * stride + 1), bench.mixed(rows), bench.mixed(cols + 2));
        let (x, mut v) = (r.collect(&matrix), r.collect(&wanted));
        r.sub_combination(&mut v, 1, r.collect(&factors).view(), Block::new(x.view(), rows, cols, stride));
        for (t, factor) in factors.iter().enumerate() {
            for j in 0..cols {
                let product = r.mul(factor, &matrix[t * stride + j]);
                wanted[1 + j] = oracle::difference(r, &wanted[1 + j], &product);
            }
        }
        bench.same("sub_combination", v.view(), &wanted);
    }
}

/// Products of sparse matrices, with rows of no entry and with places taken twice, by matrices whose rows are apart.
fn sparse_products(bench: &mut Bench<'_>) {
    let r = bench.r;
    for (rows, height, cols, gap) in
        [(0, 3, 2, 0), (3, 2, 0, 0), (4, 1, 1, 0), (5, 7, 3, 2), (9, 4, 8, 0), (6, 30, 65, 1)]
    {
        let counts = (0..rows).map(|i| i * 5 % 7);
        let starts: Vec<usize> = std::iter::once(0)
            .chain(counts.scan(0, |at, count| {
                *at += count;
                Some(*at)
            }))
            .collect();
        let columns: Vec<usize> = (0..starts[rows]).map(|k| (k * k + 3 * k) % height).collect();
        let (entries, x) = (bench.mixed(columns.len()), bench.mixed(height * (cols + gap)));
        let dense = |i: usize, j: usize| {
            let own = (starts[i]..starts[i + 1]).filter(|&k| columns[k] == j);
            own.fold(r.elem(0), |sum, k| r.add(&sum, &entries[k]))
        };
        let left: Vec<AnyElem> =
            (0..rows).flat_map(|i| (0..height).map(move |j| (i, j))).map(|(i, j)| dense(i, j)).collect();
        let right: Vec<AnyElem> = (0..height).flat_map(|i| x[i * (cols + gap)..][..cols].to_vec()).collect();
        let wanted = oracle::matrix_product(r, [rows, height, cols], &left, &right);
        let (entries, x) = (r.collect(&entries), r.collect(&x));
        let got = r.sparse_product([&starts, &columns], entries.view(), Block::new(x.view(), height, cols, cols + gap));
        bench.made("sparse_product", got, &wanted);
    }
}
