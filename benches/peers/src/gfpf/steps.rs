//! Where the time of one transform goes (Table 6 of 2019), and what a product costs on the average there (Figure 1).
//!
//! Permutations and products are timed apart, on as many elements; the rest of the transform are the additions
//! and rotations of DFT_K. The average counts all products of a transform by radix 2, (N/2)·log2 N, most of which are by powers of r.

use std::error::Error;
use std::hint::black_box;
use std::time::Instant;

use polymod::core::arith::{FERMAT_PRIMES, FermatPrime};
use polymod::core::kernels::{fermat::FermatKernel, limbs::LimbKernel};
use polymod::{GeneralizedFermat, ring::Roots};

use super::{Ours, elements, forms::Form, gmp::Field, lengths};
use crate::harness::{Harness, Sizes};

/// Prints a line for each transform that was compared.
pub fn print(harness: &Harness) -> Result<(), Box<dyn Error>> {
    let wanted = |name: &str| harness.wants("transform", name);
    if !FERMAT_PRIMES.iter().any(|(name, _)| wanted(name)) {
        return Ok(());
    }
    println!(
        "\nsteps of one transform, ms; a product on the average, ns: ours in the transform, GMP's least, and the ratio"
    );
    let (prime, n) = ("prime", "N");
    println!(
        "{prime:>6} {n:>8} {:>9} {:>11} {:>9} {:>9} {:>8} {:>8} {:>6}",
        "tables", "permutation", "DFT_K", "products", "average", "GMP", "ratio"
    );
    for (name, prime) in FERMAT_PRIMES.into_iter().filter(|(name, _)| wanted(name)) {
        for len in lengths(harness.sizes(), prime) {
            if len.ilog2() <= prime.two_adicity() {
                one::<FermatKernel>(name, prime, len, harness.sizes())?;
                one::<LimbKernel>(name, prime, len, harness.sizes())?;
            }
        }
    }
    Ok(())
}

/// Milliseconds of one call, the best of some.
fn best(sizes: Sizes, mut f: impl FnMut()) -> f64 {
    let mut best = f64::INFINITY;
    let start = Instant::now();
    for round in 0.. {
        let before = Instant::now();
        f();
        best = best.min(before.elapsed().as_secs_f64() * 1e3);
        let enough = if sizes == Sizes::Quick { 1 } else { 30 };
        if round >= enough || start.elapsed().as_secs_f64() > 0.5 {
            break;
        }
    }
    best
}

fn one<K: Form>(name: &str, prime: FermatPrime, len: usize, sizes: Sizes) -> Result<(), Box<dyn Error>> {
    let f = GeneralizedFermat::new(prime)?;
    let root = f.root_of_unity(len as u64)?;
    let Some(mut ours) = Ours::<K>::new(prime, &root, &elements(f.p(), len, 1)) else { return Ok(()) };
    let kernel = ours.fft.kernel().clone();
    let tables = best(sizes, || drop(black_box(kernel.fft(prime, len, &root))));
    let whole = best(sizes, || ours.run()) - best(sizes, || ours.x.copy_from_slice(black_box(&ours.start)));
    let (passes, side) = (ours.fft.passes() as f64, ours.fft.side());
    let permutation = passes * best(sizes, || kernel.transpose_part(&ours.start, side, 0, black_box(&mut ours.y)));
    let products = K::products(prime, len) * best(sizes, || kernel.multiply(black_box(&mut ours.x), &ours.start));
    let average = products * 1e6 / (len as f64 / 2.0 * f64::from(len.ilog2()));
    let mut field = Field::new(f.p());
    let gmp = field.reductions().into_iter().map(|reduction| {
        let (mut x, y) = (field.element(&root), field.factor(&root, reduction));
        let many = best(sizes, || (0..1000).for_each(|_| field.multiply(reduction, black_box(&mut x), &y)));
        many * 1e3
    });
    let gmp = gmp.fold(f64::INFINITY, f64::min);
    println!(
        "{name:>6} {len:>8} {tables:>9.3} {permutation:>11.4} {:>9.4} {products:>9.4} {average:>8.2} {gmp:>8.2} {:>6.3}",
        whole - permutation - products,
        average / gmp
    );
    Ok(())
}
