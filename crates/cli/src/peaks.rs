//! Bounds on the working memory of verbs, in addition to operands and results, so that `--memory` is obeyed or refused
//! before anything is computed.
//!
//! Products obey the engine's limit by themselves; verbs of many products hold their results too. The factors were
//! measured by `scripts/memory.py`: the peak of the process's memory over the bytes of operands and results, on one
//! thread and on two.

use super::verbs::Operands;
use polymod::{
    bits::bit_len,
    matrix::{Dense, PolyMat},
    poly::Poly,
    ring::{Convolve, ProductShape, Size},
};

/// Bytes that verbs hold for each additional thread.
const THREAD: f64 = (5 << 19) as f64;
/// Bytes of tables that do not depend on the operands.
const TABLES: f64 = (5 << 18) as f64;

/// Sizes that the bounds depend on.
struct Sizes {
    /// Bytes of the operands.
    held: f64,
    /// Bytes of operands and result.
    all: f64,
    /// Bytes of the result, where it is longer than the operands.
    result: f64,
    /// Number of residue words modulo primes for each word of the ring in a product.
    primes: f64,
    /// Number of threads but the first.
    more: f64,
}

/// Bytes of working memory of a verb, in addition to operands of `held` bytes and a result of `result` bytes; 0 where
/// algorithms obey the limit themselves.
pub fn working<R: Convolve>(verb: &str, o: &Operands<R>, result: f64, held: u64) -> f64 {
    if matches!(verb, "mul" | "sqr" | "content" | "eval") {
        return 0.0;
    }
    let (held, more) = (held as f64, o.ring.engine().threads().saturating_sub(1) as f64);
    let sizes = Sizes { held, all: held + result.max(held), result, primes: primes(&o.ring), more };
    let bytes = match grows(&o.ring) {
        true => of_integers(verb, o, &sizes),
        false if o.matrices.is_empty() && o.poly_matrices.is_empty() => of_polys(verb, o, &sizes),
        false => of_matrices(verb, o, &sizes),
    };
    bytes + if bytes > held { more * THREAD } else { 0.0 }
}

/// Whether coefficients grow, as over Z.
fn grows<R: Convolve>(r: &R) -> bool {
    r.size(r.collect(&[r.one()]).view()).bits > 0
}

fn primes<R: Convolve>(r: &R) -> f64 {
    const PRIME: u32 = 48;
    const LEN: u32 = 20;
    match r.word_modulus() {
        Some(n) => f64::from((2 * bit_len(n.n()) + LEN).div_ceil(PRIME)),
        None if r.packed_bits() == 1 => 4.0,
        None => 3.0,
    }
}

/// Bounds for polynomials and arrays over rings of bounded elements.
fn of_polys<R: Convolve>(verb: &str, o: &Operands<R>, s: &Sizes) -> f64 {
    let Sizes { held, all, result, primes, more } = *s;
    let root = |len: usize| (len as f64).sqrt();
    let degrees = o.polys.iter().map(Poly::len).max().unwrap_or(0);
    let modulus = o.polys.last().map_or(0.0, |m| m.coeffs().bytes_for(m.len() as f64));
    match verb {
        "add" | "sub" => 0.5 * held,
        "neg" | "derivative" | "integral" | "reverse" => held,
        // as much scratch
        "ntt" => result,
        "pow" => (0.2 * all).max(last_products(o)),
        "prod" => (2.0 + 1.5 * primes) * all,
        "multieval" | "interpolate" => match &o.progression {
            // middle products, and the powers of the ratio
            Some(_) => TABLES + (6.0 + 4.0 * primes) * all,
            None => TABLES + (0.5 + 1.5 * primes) * held * (o.arrays[0].len().max(2) as f64).log2(),
        },
        "divrem" | "quo" | "rem" | "pseudo-divrem" => (1.6 + 2.6 * primes + more) * held,
        "pow-mod" => (7.5 + 4.8 * primes + 3.0 * more) * held,
        "gcd" | "resultant" | "subresultants" => TABLES + (8.0 + 5.3 * primes + 2.0 * more) * held,
        "discriminant" | "minpoly" => TABLES + (18.0 + 10.6 * primes + 4.0 * more) * held,
        "xgcd" | "inv-mod" | "rational" => TABLES + (10.0 + 8.0 * primes + 4.0 * more) * held,
        "inv-series" => (2.0 + 5.2 * primes) * result,
        "log-series" | "exp-series" | "sqrt-series" | "pow-series" => TABLES + (6.0 + 6.0 * primes) * result,
        "compose-series" | "revert-series" => {
            let terms = o.integers.last().and_then(rug::Integer::to_usize).unwrap_or(usize::MAX);
            TABLES + (20.0 + 4.0 * root(terms) + more * root(terms)) * (result + held)
        }
        "compose" => TABLES + (8.0 + 2.5 * primes + 5.0 * more) * (held + result),
        // the halves begin with a polynomial for each coefficient
        "taylor-shift" => (10.5 + 3.5 * more) * all.max(16.0 * degrees as f64),
        "compose-mod" => TABLES + 7.0 * root(degrees) * modulus + 8.0 * held,
        "factor" | "roots" => 2.0 * TABLES + (9.0 + 6.0 * primes + 2.0 * more) * root(degrees) * held,
        "irreducible" => 2.0 * TABLES + (4.0 + 2.0 * primes) * root(degrees) * held,
        "squarefree" => TABLES + 60.0 * held,
        "recurrence" => TABLES + (10.0 + 8.0 * primes) * held,
        _ => held,
    }
}

/// How many times longer than the fastest algorithm a product may take to save memory, before the verb is refused: the
/// definition fits in little memory, but would run for minutes where transforms take milliseconds.
const SLOWDOWN: f64 = 16.0;
/// Number of coefficients of operands that no product is planned for.
const LONGEST: usize = 1 << 40;

/// Least working memory of the last products of a power, by the algorithms that are fast enough.
fn last_products<R: Convolve>(o: &Operands<R>) -> f64 {
    let degree = o.polys[0].degree().unwrap_or(0);
    let exponent = o.integers[0].as_abs().to_usize().unwrap_or(usize::MAX);
    let half = degree.saturating_mul(exponent / 2);
    if half >= LONGEST {
        // the result alone is refused
        return 0.0;
    }
    let square = product_memory(&o.ring, half + 1, half + 1);
    if exponent.is_multiple_of(2) { square } else { square.max(product_memory(&o.ring, 2 * half + 1, degree + 1)) }
}

/// Least working memory of a product of polynomials of these lengths, by the algorithms that are fast enough.
fn product_memory<R: Convolve>(r: &R, long: usize, short: usize) -> f64 {
    let [a, b] = [long, short].map(|len| Size { len, bits: 0 });
    let shape = ProductShape { a, b, square: long == short, window: 0..long + short - 1 };
    let candidates = r.engine().enter(|cx| r.product_candidates(&shape, cx));
    let fastest = candidates.iter().fold(f64::INFINITY, |least, c| least.min(c.predicted_ns));
    let fast = candidates.iter().filter(|c| c.predicted_ns <= SLOWDOWN * fastest);
    fast.fold(f64::INFINITY, |least, c| least.min(c.peak_bytes as f64))
}

/// Bounds for matrices over rings of bounded elements.
fn of_matrices<R: Convolve>(verb: &str, o: &Operands<R>, s: &Sizes) -> f64 {
    let Sizes { held, all, more, .. } = *s;
    let rows = o.poly_matrices.first().map_or(0, PolyMat::rows) as f64;
    if rows > 0.0 {
        return match verb {
            "transpose" => held,
            "matmul" | "matpow" => 2.0 * all + more * held,
            "approximant-basis" => TABLES + (12.0 + 2.0 * more) * all,
            "kernel-basis" | "popov" | "hermite" => TABLES + 14.0 * rows * held,
            _ => TABLES + 40.0 * held,
        };
    }
    match verb {
        "transpose" => held,
        "matmul" => TABLES + 0.5 * s.held + more * held,
        "matpow" => TABLES + (2.0 + 2.0 * more) * all,
        "det" | "rank" => TABLES + (2.8 + 0.6 * more) * held,
        "solve" | "inverse" | "nullspace" => TABLES + (6.0 + 1.5 * more) * held,
        "minpoly" => TABLES + (8.0 + more) * held,
        "charpoly" => TABLES + (3.0 + more) * held,
        _ => held,
    }
}

/// Bounds over Z, where results and intermediate values grow.
fn of_integers<R: Convolve>(verb: &str, o: &Operands<R>, s: &Sizes) -> f64 {
    let Sizes { held, all, result, .. } = *s;
    if !o.poly_matrices.is_empty() {
        return match verb {
            "matmul" | "matpow" => 2.0 * all,
            "transpose" => held,
            _ => TABLES + 40.0 * held,
        };
    }
    let answer = answer_bytes(verb, o);
    match verb {
        "add" | "sub" => 0.5 * held,
        "neg" | "reverse" | "transpose" => held,
        "derivative" | "integral" => 3.0 * held,
        // one integer after the other
        "primitive" => held + 56.0 * o.polys[0].len() as f64,
        "pow" => 0.5 * all,
        "matmul" => 0.6 * all,
        "prod" => 0.2 * all,
        "multieval" => TABLES + 3.0 * result,
        "interpolate" => {
            let (n, bits) =
                o.arrays.first().map_or((0.0, 0.0), |v| (v.len() as f64, f64::from(o.ring.size(v.view()).bits)));
            TABLES + 6.0 * n * n * (bits + 1.0) / 8.0
        }
        "gcd" | "squarefree" => TABLES + 8.0 * held + 6.0 * answer,
        "xgcd" => TABLES + 4.0 * held + 14.0 * answer,
        "resultant" | "discriminant" => TABLES + 4.0 * held,
        "factor" | "roots" | "irreducible" => 2.0 * TABLES + 8.0 * held + 16.0 * answer,
        "det" => TABLES + 8.0 * held,
        "rank" => TABLES + 6.0 * held,
        "charpoly" => TABLES + 6.0 * held + 10.0 * answer,
        "solve" | "inverse" => TABLES + 8.0 * held + 14.0 * answer,
        "nullspace" => TABLES + 6.0 * held + 11.0 * answer,
        "divrem" | "quo" | "rem" => TABLES + 12.0 * held,
        "pow-mod" => TABLES + 8.0 * held + 6.0 * result,
        "pseudo-divrem" => TABLES + 6.0 * answer,
        "compose" | "matpow" | "subresultants" => TABLES + 8.0 * result,
        "taylor-shift" => TABLES + 14.0 * result,
        "inv-series" | "sqrt-series" | "pow-series" | "log-series" | "exp-series" => TABLES + 0.8 * result + 4.0 * held,
        "compose-series" | "revert-series" => TABLES + 3.0 * result + 4.0 * held,
        // powers of x modulo the polynomial, and their products
        "recurrence" => 24.0 * o.polys[0].len() as f64 * result,
        _ => held,
    }
}

/// Approximate bytes of answers over Z that the verbs' tables do not bound: by Hadamard's and Mignotte's inequalities.
fn answer_bytes<R: Convolve>(verb: &str, o: &Operands<R>) -> f64 {
    let poly = |i: usize| {
        let p: Option<&Poly<R>> = o.polys.get(i);
        p.map_or((0.0, 0.0), |p| {
            (p.len() as f64, f64::from(o.ring.size(p.coeffs()).bits) + (p.len() as f64 + 1.0).log2() / 2.0)
        })
    };
    let ((n, of_a), (m, of_b)) = (poly(0), poly(1));
    let matrix = |m: Option<&Dense<R>>| {
        m.map_or((0.0, 0.0, 0.0), |m| (m.rows() as f64, m.cols() as f64, f64::from(o.ring.size(m.entries()).bits)))
    };
    let (rows, cols, bits) = matrix(o.matrices.first());
    let minor = rows.min(cols) * (bits + (rows + 1.0).log2() / 2.0);
    let (entries, bits) = match verb {
        "gcd" => (n.min(m), of_a.max(of_b) + n.min(m)),
        "squarefree" | "factor" | "roots" | "irreducible" => (n, of_a + n),
        "xgcd" => (n + m, n * of_b + m * of_a),
        "pseudo-divrem" => (n + m, of_a + (n - m + 2.0).max(0.0) * of_b),
        "charpoly" => (rows + 1.0, minor),
        "solve" => (cols * matrix(o.matrices.get(1)).1, minor),
        "inverse" => (rows * rows, minor),
        "nullspace" => (cols * cols, minor),
        _ => (0.0, 0.0),
    };
    entries * (bits / 8.0 + 8.0)
}
