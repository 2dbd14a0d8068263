//! Dense polynomials over Z/n: parse, multiply, evaluate, and a product of slices.

use polymod::{Engine, Poly, ProductAlgorithm, Result, Zn, poly::Part};

fn main() -> Result<()> {
    let f = Zn::new(998_244_353)?;
    let a = Poly::parse(&f, "3*x^2 - x + 7")?;
    let b = Poly::from_i64(&f, &[1, 1]);
    let c = &a * &b;
    println!("({a}) * ({b}) = {c}");
    println!("degree {:?}, value at 10: {} = {} * {}", c.degree(), c.eval(&10), a.eval(&10), b.eval(&10));

    // long operands: the algorithm is chosen by predicted cost, or by name; the result is the same
    let long = Poly::new(&f, (1..=3000).map(|i| i * i));
    let chosen = long.sqr()?;
    let karatsuba = long.mul_part(&long, &Part::All, Some(ProductAlgorithm::Karatsuba))?;
    assert_eq!(chosen, karatsuba);
    println!("a square of {} coefficients has the value {} at 3", chosen.len(), chosen.eval(&3));

    // an engine with one thread, and slices owned by the caller
    let one_thread = Engine::builder().threads(1).build();
    let g = Zn::on(&one_thread, (1 << 61) - 1)?;
    let (x, y) = (vec![u64::MAX >> 4; 500], (0..500).collect::<Vec<u64>>());
    let (mut out, mut scratch) = (vec![0; 999], vec![0; g.mul_scratch_len(500, 500)]);
    g.mul_into(&mut out, &x, &y, &mut scratch)?;
    println!("slices modulo {}: coefficient 500 is {}", g.n(), out[500]);
    Ok(())
}
