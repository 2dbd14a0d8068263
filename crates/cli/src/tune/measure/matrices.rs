//! Costs of products and decompositions of matrices over Z/n, dense and at many points.

use super::{Bench, random, solved};
use polymod::{
    Result,
    core::arith::{Modulus, ntt_primes},
    core::kernels::{
        batch_det,
        matmul::{Gather, MatKernel, Output, Rows, applicable},
        pointwise_matrix::{self, Layout},
    },
    core::transform::ntt::{NttPlan, Wrap},
    matrix::Matrix,
    ring::{AnyRing, Block, Blocks, Ring, Zn},
};
use std::{borrow::Cow, hint::black_box};

/// Number of points of small matrices.
const POINTS: usize = 1024;

fn narrow() -> Result<Modulus> {
    Modulus::new(ntt_primes(48, 20, 1)?[0])
}

/// Measures a product of two values, a move of a value, and transforms: r³ products and 3r² values, so that two sizes
/// determine both.
pub fn at_points(bench: &mut Bench) -> Result<()> {
    let p = narrow()?;
    let Some(kernel) = pointwise_matrix::select(bench.target, p) else { return Ok(()) };
    let stride = POINTS + 8;
    let product = |r: usize| {
        let (a, b) = (random(r * r * stride, p.n()), random(r * r * stride, p.n()));
        let mut out = vec![0; r * r * stride];
        let layout = Layout::new([r; 3], POINTS, stride);
        bench.best(|| kernel.product(p, layout, &a, &b, &mut out)) / POINTS as f64
    };
    let (small, large) = (product(4), product(24));
    let each = (large - 36.0 * small) / (24.0f64.powi(3) - 36.0 * 64.0);
    let plan = NttPlan::new(p.n(), POINTS, Wrap::Cyclic)?;
    let mut x = bench.engine.dirty(POINTS);
    x.copy_from_slice(&random(POINTS, p.n()));
    let transform = bench.best(|| plan.forward_permuted(&mut x)) / bench.costs.ntt.at(POINTS);
    bench.costs.matrix_points = [each, (small - 64.0 * each) / 48.0, transform];
    Ok(())
}

/// Measures determinants of 8 by 8 matrices, per product.
pub fn determinants(bench: &mut Bench) -> Result<()> {
    for (i, p) in [narrow()?, Modulus::new((1 << 62) - 57)?].into_iter().enumerate() {
        let Some(kernel) = batch_det::select(bench.target, p) else { continue };
        let words = random(64 * POINTS, p.n());
        let (entries, mut out) = (words.chunks(POINTS).collect::<Vec<_>>(), vec![0; POINTS]);
        let ns = bench.best(|| drop(black_box(kernel.determinants(p, 8, &entries, &mut out)))) / POINTS as f64;
        bench.costs.determinants[i] = ns / (8.0f64.powi(3) / 3.0 + 5.0 * 8.0);
    }
    Ok(())
}

/// Measures the costs of each row, entry and product of an elimination, from three sizes.
pub fn elimination(bench: &mut Bench) -> Result<()> {
    let p = narrow()?.n();
    let zn = Zn::on(&bench.engine, p)?;
    let ring = AnyRing::field(zn.clone());
    let sides = [24, 96, bench.size(288, 120)];
    let mut ns = [0.0; 3];
    for (ns, n) in ns.iter_mut().zip(sides) {
        let a = Matrix::new(&ring, n, n, ring.erased(zn.collect(&random(n * n, p))))?;
        *ns = bench.best(|| drop(black_box(a.echelon()))) / n as f64;
    }
    let row = |n: usize| [1.0, n as f64, (n * n) as f64];
    bench.costs.elimination = solved(sides.map(row), ns).unwrap_or(bench.costs.elimination);
    Ok(())
}

/// Measures the costs of each row, entry and product of a sparse matrix times a block of vectors, from three shapes.
pub fn sparse_products(bench: &mut Bench) -> Result<()> {
    let (p, rows) = (narrow()?.n(), bench.size(4096, 64));
    let zn = Zn::on(&bench.engine, p)?;
    // entries of a row, and columns of the block
    let shapes = [[2, 8], [16, 8], [16, 32]];
    let mut ns = [0.0; 3];
    for (ns, [count, cols]) in ns.iter_mut().zip(shapes) {
        let starts: Vec<usize> = (0..=rows).map(|i| i * count).collect();
        let columns: Vec<usize> = random(rows * count, rows as u64).into_iter().map(|j| j as usize).collect();
        let (entries, x) = (zn.collect(&random(rows * count, p)), zn.collect(&random(rows * cols, p)));
        let block = Block::new(x.view(), rows, cols, cols);
        let product = || drop(black_box(zn.sparse_product([&starts, &columns], entries.view(), block)));
        *ns = bench.best(product) / rows as f64;
    }
    let row = |[count, cols]: [usize; 2]| [1.0, count as f64, (count * cols) as f64];
    bench.costs.sparse_product = solved(shapes.map(row), ns).unwrap_or(bench.costs.sparse_product);
    Ok(())
}

/// Measures the kernels of products, by name.
pub fn kernels(bench: &mut Bench) -> Result<()> {
    let primes = [8_388_593, 67_108_859, 2_147_483_647, 562_949_953_421_231, 4_611_686_018_427_387_847, u64::MAX - 58];
    let mut known = bench.costs.matrices.to_vec();
    let mut seen: Vec<&str> = Vec::new();
    for n in primes {
        for kernel in applicable(bench.target, Modulus::new(n)?) {
            let wide = kernel.name() == "int8" && n < 1 << 61;
            if wide || seen.contains(&kernel.name()) {
                continue;
            }
            seen.push(kernel.name());
            let costs = of_kernel(bench, kernel, Modulus::new(n)?);
            known.retain(|(name, _)| name != kernel.name());
            known.push((Cow::Borrowed(kernel.name()), costs));
        }
    }
    bench.costs.matrices = Cow::Owned(known);
    Ok(())
}

/// Times of a product of entries, of packing an entry, of an entry of the result, and of a product of unpacked entries.
fn of_kernel(bench: &Bench, of: &MatKernel, modulus: Modulus) -> [f64; 4] {
    let (kernel, parts) = (of.with(modulus), of.parts(modulus) as f64);
    let side = bench.size(384, 48);
    let words = random(side * side, modulus.n());
    let square = Rows::whole(&words, side);
    let mut packed = vec![0; kernel.packed_len(side, side)];
    let area = (side * side) as f64;
    let pack = bench.best(|| kernel.pack(square, &mut packed)) / area;
    let (mut out, mut scratch) = (vec![0; side * side], vec![0; kernel.scratch_len(side)]);
    let mut product = |packed: &[u64], terms: usize| {
        let a = square.part([0, 0], [side, terms]);
        bench.best(|| {
            let to = Output::new(&mut out, side, side, Gather::Sub);
            kernel.multiply(a, packed, to, &mut scratch);
        })
    };
    let whole = product(&packed, side);
    let short = 16;
    let mut few = vec![0; kernel.packed_len(short, side)];
    kernel.pack(square.part([0, 0], [short, side]), &mut few);
    let thin = product(&few, short);
    // both have the same number of results; the left operand is packed in both
    let each = ((whole - thin) / area - pack * (side - short) as f64 / side as f64) / (side - short) as f64;
    let result = thin / area - pack * short as f64 / side as f64 - each * short as f64;
    // rows of few columns, as in small matrices
    let short = bench.size(32, 8);
    let rows = kernel.unpacked().map(|rows| {
        let a = square.part([0, 0], [short, short]);
        let b = Rows::new(&words, short, short, short);
        let mut out = vec![0; short * short];
        let mut product = |terms: usize| {
            bench.best(|| {
                let to = Output::new(&mut out, short, short, Gather::Set);
                rows.multiply_rows(a.part([0, 0], [short, terms]), b.part([0, 0], [terms, short]), to);
            })
        };
        (product(short) - product(short / 2)) / (short * short * short / 2) as f64
    });
    [each / parts, pack / parts, result.max(0.1) / parts, rows.unwrap_or(each)]
}
