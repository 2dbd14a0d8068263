//! Products of matrices of polynomials modulo a prime: time against degree for several matrix sizes, printed and plotted.
//!
//! Each product C = A·B is checked at a random point x with a random vector v: C(x)·v = A(x)·(B(x)·v). A wrong C passes with
//! probability at most (degree + 1)/p (Freivalds 1979, "Fast probabilistic algorithms"; Schwartz 1980).
//!
//! `cargo run --release --example polynomial_matrices -- [CHART.svg]`

use plotters::prelude::*;
use polymod::{Poly, PolyMatrix, Zn};
use rand_chacha::{ChaCha20Rng, rand_core::SeedableRng};
use std::{error::Error, time::Instant};

const P: u64 = (1 << 61) - 1;
/// Rows and columns.
const SIZES: [usize; 4] = [1, 2, 4, 8];
/// log2 of the numbers of coefficients.
const LOGS: std::ops::RangeInclusive<u32> = 4..=11;

/// M(x)·v.
fn image(f: &Zn, m: &PolyMatrix<Zn>, x: u64, v: &[u64]) -> Vec<u64> {
    let values = m.eval(&x);
    let dot = |row: &[u64]| row.iter().zip(v).fold(0, |sum, (&c, &y)| f.modulus().add(sum, f.modulus().mul(c, y)));
    values.chunks_exact(m.cols()).map(dot).collect()
}

/// Milliseconds per product: the minimum over several runs.
fn product_ms(f: &Zn, n: usize, coefficients: usize, random: &mut ChaCha20Rng) -> Result<f64, polymod::Error> {
    let [a, b] = [(); 2].map(|()| PolyMatrix::random(f, n, n, coefficients, random));
    let mut best = f64::INFINITY;
    for _ in 0..3 {
        let start = Instant::now();
        // ANCHOR: core
        let c = a.checked_mul(&b)?;
        best = best.min(start.elapsed().as_secs_f64() * 1e3);
        let drawn = Poly::random(f, n + 1, random);
        let (x, v): (u64, Vec<u64>) = (drawn.coeff(n), (0..n).map(|i| drawn.coeff(i)).collect());
        assert_eq!(image(f, &c, x, &v), image(f, &a, x, &image(f, &b, x, &v)), "{n} by {n}, {coefficients}");
        // ANCHOR_END: core
    }
    Ok(best)
}

fn draw(path: &str, curves: &[(usize, Vec<(f64, f64)>)]) -> Result<(), Box<dyn Error>> {
    let times = || curves.iter().flat_map(|(_, points)| points.iter().map(|p| p.1));
    let (least, most) = times().fold((f64::INFINITY, 0f64), |(l, m), t| (l.min(t), m.max(t)));
    let lengths = f64::from(1u32 << LOGS.start())..f64::from(1u32 << LOGS.end());
    let area = SVGBackend::new(path, (800, 500)).into_drawing_area();
    area.fill(&WHITE)?;
    let mut chart = ChartBuilder::on(&area)
        .caption("Products of matrices of polynomials modulo 2^61 - 1", ("sans-serif", 20))
        .margin(12)
        .x_label_area_size(40)
        .y_label_area_size(60)
        .build_cartesian_2d(lengths.log_scale(), (least / 1.5..most * 1.5).log_scale())?;
    chart.configure_mesh().x_desc("coefficients of an entry").y_desc("milliseconds").draw()?;
    for (i, (n, points)) in curves.iter().enumerate() {
        let colour = Palette99::pick(i).stroke_width(2);
        chart
            .draw_series(LineSeries::new(points.iter().copied(), colour))?
            .label(format!("{n} by {n}"))
            .legend(move |(x, y)| PathElement::new([(x, y), (x + 20, y)], colour));
    }
    chart.configure_series_labels().border_style(BLACK).background_style(WHITE).draw()?;
    area.present()?;
    Ok(())
}

fn main() -> Result<(), Box<dyn Error>> {
    let f = Zn::new(P)?;
    let mut random = ChaCha20Rng::seed_from_u64(1);
    print!("{:>12}", "coefficients");
    SIZES.iter().for_each(|n| print!(" {:>12}", format!("{n} by {n}, ms")));
    println!();
    let mut curves: Vec<(usize, Vec<(f64, f64)>)> = SIZES.iter().map(|&n| (n, Vec::new())).collect();
    for log in LOGS {
        print!("{:>12}", 1 << log);
        for (n, points) in &mut curves {
            let ms = product_ms(&f, *n, 1 << log, &mut random)?;
            points.push((f64::from(1u32 << log), ms));
            print!(" {ms:>12.4}");
        }
        println!();
    }
    if let Some(path) = std::env::args().nth(1) {
        draw(&path, &curves)?;
        println!("drawn: {path}");
    }
    Ok(())
}
