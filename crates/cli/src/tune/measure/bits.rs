//! Costs over the field of two elements: products, quotients and copies, and products of elements of an extension.

use super::{Bench, curve, random};
use polymod::{
    Result,
    core::transform::frobenius::{Alone, FrobeniusPlan},
    ring::{Coeffs, F2, Gf2k, ProductAlgorithm, Products, Quotients, Ring, Vectors},
};

fn vector(f: &F2, words: usize) -> Coeffs<F2> {
    f.from_words(&random(words, u64::MAX), 64 * words)
}

/// Measures a call, a product of two words, and another block; the algorithm is chosen as usual, without the list of
/// all candidates.
pub fn short(bench: &mut Bench) -> Result<()> {
    let f = F2::on(&bench.engine);
    let school = |long: usize, short: usize| {
        let (a, b, all) = (vector(&f, long), vector(&f, short), 0..64 * (long + short));
        let mut out = f.zeros(all.len());
        bench.best(|| {
            drop(bench.engine.enter(|cx| f.mul_window_at(&mut out, 0, a.view(), b.view(), all.clone(), cx)));
        })
    };
    let (short, long, blocks) = (school(4, 4), school(16, 16), school(128, 16));
    let each = (long - short) / f64::from(16 * 16 - 4 * 4);
    let call = short - 16.0 * each;
    bench.costs.bit_short = [call, each, ((blocks - call - 2048.0 * each) / 7.0).max(1.0)];
    Ok(())
}

pub fn karatsuba(bench: &mut Bench) -> Result<()> {
    let f = F2::on(&bench.engine);
    let mut points = Vec::new();
    for log in 5..=11 {
        let a = vector(&f, 1 << log);
        points.push((1 << log, bench.product(&f, ProductAlgorithm::Karatsuba, &a, &a.clone())?));
    }
    bench.costs.bit_karatsuba = curve(&points).unwrap_or(bench.costs.bit_karatsuba.clone());
    Ok(())
}

/// Measures products of a word by a row of words; a quotient takes words·(call + words/2).
pub fn quotients(bench: &mut Bench) -> Result<()> {
    let f = F2::on(&bench.engine);
    let quotient = |words: usize| {
        let (mut b, a) = (vector(&f, words), f.reversed(vector(&f, words).view()));
        f.set(&mut b, 0, &true);
        bench.best(|| drop(f.short_quotient(a.view(), b.view(), Some(&true), 64 * words))) / words as f64
    };
    let (short, long) = (quotient(32), quotient(512));
    let each = (long - short) / 240.0;
    bench.costs.bit_row = [short - 16.0 * each, each];
    Ok(())
}

pub fn pass(bench: &mut Bench) -> Result<()> {
    let f = F2::on(&bench.engine);
    let (from, mut to) = (vector(&f, 1024), f.zeros(65_600));
    bench.costs.bit_pass = bench.best(|| f.copy_at(&mut to, 3, from.view())) / 1024.0;
    Ok(())
}

pub fn element(bench: &mut Bench) -> Result<()> {
    let extension = Gf2k::on(&bench.engine, 32, 1 << 32 | 0x8d)?;
    let elements = extension.collect(&random(128, 1 << 32));
    let ns = bench.product(&extension, ProductAlgorithm::Schoolbook, &elements, &elements.clone())?;
    bench.costs.bit_element = ns / f64::from(128 * 128);
    Ok(())
}

pub fn frobenius(bench: &mut Bench) -> Result<()> {
    let mut points = Vec::new();
    for log in 8..=bench.effort.longest.min(20) {
        let plan = FrobeniusPlan::for_bits(60 << log, bench.target);
        let (words, mut image) = (random((60 << log) / 128, u64::MAX), bench.engine.dirty(plan.image_len()));
        let ns = bench.best(|| plan.forward(&words, &mut image, &Alone));
        points.push((1 << log, ns * f64::from(1 << log) / plan.order() as f64));
    }
    bench.costs.frobenius = curve(&points).unwrap_or(bench.costs.frobenius.clone());
    Ok(())
}

/// Measures products of the values of such transforms, single ones and in matrices.
pub fn values(bench: &mut Bench) -> Result<()> {
    const R: usize = 8;
    let plan = FrobeniusPlan::for_bits(60 << 12, bench.target);
    let (mut image, by) = (plan.new_image(), plan.new_image());
    bench.costs.frobenius_point = bench.best(|| plan.multiply(&mut image, &by)) / plan.order() as f64;
    let len = R * R * plan.image_len();
    let (operand, mut product) = (random(len, u64::MAX), vec![0; len]);
    let entries: Vec<&[u64]> = operand.chunks_exact(plan.image_len()).collect();
    let ns = bench.best(|| {
        let mut out: Vec<&mut [u64]> = product.chunks_exact_mut(plan.image_len()).collect();
        plan.matrix_product([R; 3], &mut out, &entries, &entries, &Alone);
    });
    bench.costs.frobenius_matrix = ns / (R * R * R * plan.order()) as f64;
    Ok(())
}
