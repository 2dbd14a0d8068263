//! Short cases against PARI: polymod's answers go to one `gp` process as text, which says whether they are right.

use std::fmt::{Display, Write as _};
use std::io::{BufRead, BufReader, Write};
use std::process::{Child, ChildStdin, ChildStdout, Command, Stdio};
use std::sync::{Mutex, PoisonError};

use polymod::multimodular::{self, Options};
use polymod::poly::{Divisor, Part};
use polymod::rug::Integer;
use polymod::{F2, Gf2k, Integers, Matrix, Poly, Zn};

use super::draw::{Draw, poly};
use super::ours::{coefficients, divide, elements, failed, multiply, vector};
use super::{CHOSEN, Subject, Verdict, subject};

pub const ORACLE: &str = "PARI";

pub const SUBJECTS: &[Subject] = &[
    subject("mul", "z", ORACLE, 6, product_over_z),
    subject("gcd", "z", ORACLE, 4, gcd_over_z),
    subject("resultant", "z", ORACLE, 4, resultant_over_z),
    subject("factor", "z", ORACLE, 2, factor_over_z),
    subject("det", "z", ORACLE, 2, det_over_z),
    subject("charpoly", "z", ORACLE, 2, charpoly_over_z),
    subject("mul", "zn", ORACLE, 8, product),
    subject("divrem", "zn", ORACLE, 6, divrem),
    subject("gcd", "zn", ORACLE, 6, gcd),
    subject("resultant", "zn", ORACLE, 4, resultant),
    subject("pow-mod", "zn", ORACLE, 4, pow_mod),
    subject("factor", "zn", ORACLE, 4, factor),
    subject("inv-series", "zn", ORACLE, 4, |d| series(d, "1/a", 1)),
    subject("exp-series", "zn", ORACLE, 4, |d| series(d, "exp(a)", 0)),
    subject("log-series", "zn", ORACLE, 4, |d| series(d, "log(a)", 1)),
    subject("sqrt-series", "zn", ORACLE, 4, |d| series(d, "sqrt(a)", 1)),
    subject("multieval", "zn", ORACLE, 4, multieval),
    subject("interpolate", "zn", ORACLE, 4, interpolate),
    subject("det", "zn", ORACLE, 4, det),
    subject("charpoly", "zn", ORACLE, 4, charpoly),
    subject("mul", "gf2^k", ORACLE, 4, product_over_gf2k),
    subject("factor", "gf2", ORACLE, 2, factor_over_gf2),
];

/// The process, and its ends.
struct Gp {
    child: Child,
    input: ChildStdin,
    output: BufReader<ChildStdout>,
}

static GP: Mutex<Option<Gp>> = Mutex::new(None);

/// Whether there is a `gp`.
pub fn is_there() -> bool {
    Command::new("gp").arg("--version-short").stdout(Stdio::null()).status().is_ok_and(|status| status.success())
}

fn start() -> std::io::Result<Gp> {
    let mut command = Command::new("gp");
    command.args(["--quiet", "--fast", "--stacksize", "1G"]);
    let mut child = command.stdin(Stdio::piped()).stdout(Stdio::piped()).spawn()?;
    let (Some(input), Some(output)) = (child.stdin.take(), child.stdout.take()) else { unreachable!("two pipes") };
    Ok(Gp { child, input, output: BufReader::new(output) })
}

impl Drop for Gp {
    fn drop(&mut self) {
        // one that has ended already
        let _ = self.child.kill();
        let _ = self.child.wait();
    }
}

/// What gp prints for this line.
fn answer(line: &str) -> std::io::Result<String> {
    let mut kept = GP.lock().unwrap_or_else(PoisonError::into_inner);
    let mut gp = match kept.take() {
        Some(gp) => gp,
        None => start()?,
    };
    gp.input.write_all(line.as_bytes())?;
    gp.input.write_all(b"\nprint(\"end\")\n")?;
    gp.input.flush()?;
    // of what gp does not understand it says more, or nothing
    let mut text = String::new();
    while !text.ends_with("end\n") && gp.output.read_line(&mut text)? > 0 {}
    *kept = Some(gp);
    Ok(text.trim_end_matches("end\n").trim().to_string())
}

/// Whether gp finds this true.
fn check(condition: &str) -> Verdict {
    let line = format!("print(iferr({condition}, E, E))");
    match answer(&line).map_err(|e| format!("gp: {e}"))?.as_str() {
        "1" => Ok(CHOSEN),
        other => Err(format!("gp says {other:?}: {}", condition.chars().take(2_000).collect::<String>())),
    }
}

fn list<T: Display>(v: &[T]) -> String {
    let mut out = String::from("[");
    for (i, x) in v.iter().enumerate() {
        let comma = if i > 0 { "," } else { "" };
        let _ = write!(out, "{comma}{x}");
    }
    out + "]"
}

/// A polynomial in x.
fn pol<T: Display>(v: &[T]) -> String {
    format!("Polrev({})", list(v))
}

/// The same modulo n.
fn residues(n: u64, v: &[u64]) -> String {
    format!("(Polrev({})*Mod(1,{n}))", list(v))
}

fn matrix<T: Display>(rows: usize, cols: usize, v: &[T]) -> String {
    format!("matrix({rows},{cols},i,j,{}[(i-1)*{cols}+j])", list(v))
}

fn integers(draw: &mut Draw, most: usize, bits: usize) -> Vec<Integer> {
    let (len, bits) = (draw.size(most), draw.size(bits) as u32);
    draw.integers(bits, len)
}

fn over_z(z: &Integers, v: &[Integer]) -> Poly<Integers> {
    Poly::new(z, v.iter().cloned())
}

fn product_over_z(draw: &mut Draw) -> Verdict {
    let (a, b, z) = (integers(draw, 60, 200), integers(draw, 60, 200), draw.z());
    let (c, algorithm) = multiply(draw, &over_z(&z, &a), &over_z(&z, &b), &Part::All)?;
    check(&format!("{}*{}=={}", pol(&a), pol(&b), pol(&coefficients(&c))))?;
    Ok(algorithm)
}

fn related(draw: &mut Draw) -> [Vec<Integer>; 2] {
    let z = draw.z();
    let common = over_z(&z, &integers(draw, 12, 60));
    [0, 1].map(|_| coefficients(&(&over_z(&z, &integers(draw, 16, 60)) * &common)))
}

fn gcd_over_z(draw: &mut Draw) -> Verdict {
    let ([a, b], z) = (related(draw), draw.z());
    let g = multimodular::gcd(&over_z(&z, &a), &over_z(&z, &b), &Options::default()).map_err(failed)?.value;
    let (a, b, g) = (pol(&a), pol(&b), pol(&coefficients(&g)));
    check(&format!("my(g={g},w=gcd({a},{b}));(g==w||g==-w)&&pollead(g)>0"))
}

fn resultant_over_z(draw: &mut Draw) -> Verdict {
    let (a, b, z) = (integers(draw, 24, 100), integers(draw, 24, 100), draw.z());
    let r = multimodular::resultant(&over_z(&z, &a), &over_z(&z, &b), &Options::default()).map_err(failed)?.value;
    check(&format!("polresultant({},{})=={r}", pol(&a), pol(&b)))
}

fn factor_over_z(draw: &mut Draw) -> Verdict {
    let z = draw.z();
    let mut a = Poly::one(&z);
    for _ in 0..1 + draw.below(3) {
        let factor = over_z(&z, &integers(draw, 8, 30));
        for _ in 0..=draw.below(2) {
            a = &a * &factor;
        }
    }
    let found = multimodular::factor(&a).map_err(failed)?;
    let pairs: Vec<String> = found.factors.iter().map(|(f, e)| format!("[{},{e}]", pol(&coefficients(f)))).collect();
    // gp's factors are those of positive degree, up to signs
    let sign = "(p)->if(pollead(p)<0,-p,p)";
    let theirs = format!("my(f=factor({}),s={sign});", pol(&coefficients(&a)));
    let wanted = "Set([[s(f[i,1]),f[i,2]]|i<-[1..#f~],poldegree(f[i,1])>0])";
    check(&format!("{theirs}Set([q|q<-{},poldegree(q[1])>0])=={wanted}", list(&pairs)))
}

fn det_over_z(draw: &mut Draw) -> Verdict {
    let (n, bits, z) = (draw.size(14), draw.size(80) as u32, draw.z());
    let a = draw.integers(bits, n * n);
    let m = Matrix::from_fn(&z, n, n, |i, j| a[i * n + j].clone()).map_err(failed)?;
    let det = multimodular::det(&m, &Options::default()).map_err(failed)?.value;
    check(&format!("matdet({})=={det}", matrix(n, n, &a)))
}

fn charpoly_over_z(draw: &mut Draw) -> Verdict {
    let (n, bits, z) = (draw.size(10), draw.size(60) as u32, draw.z());
    let a = draw.integers(bits, n * n);
    let m = Matrix::from_fn(&z, n, n, |i, j| a[i * n + j].clone()).map_err(failed)?;
    let found = multimodular::charpoly(&m, &Options::default()).map_err(failed)?.value;
    check(&format!("charpoly({})=={}", matrix(n, n, &a), pol(&coefficients(&found))))
}

fn random(draw: &mut Draw, n: u64, most: usize) -> Vec<u64> {
    let len = draw.size(most);
    draw.residues(n, len)
}

fn product(draw: &mut Draw) -> Verdict {
    let n = draw.modulus();
    let (a, b, zn) = (random(draw, n, 100), random(draw, n, 100), draw.zn(n));
    let (c, algorithm) = multiply(draw, &poly(&zn, &a), &poly(&zn, &b), &Part::All)?;
    check(&format!("{}*{}=={}", residues(n, &a), residues(n, &b), residues(n, &coefficients(&c))))?;
    Ok(algorithm)
}

fn divrem(draw: &mut Draw) -> Verdict {
    let p = draw.prime();
    let (a, b, zn) = (random(draw, p, 100), random(draw, p, 60), draw.zn(p));
    let (found, algorithm) = divide(draw, &poly(&zn, &a), &poly(&zn, &b))?;
    let (q, r) = found.map_err(failed)?;
    let [q, r] = [q, r].map(|v| residues(p, &coefficients(&v)));
    check(&format!("my(d=divrem({},{}));d[1]=={q}&&d[2]=={r}", residues(p, &a), residues(p, &b)))?;
    Ok(algorithm)
}

fn gcd(draw: &mut Draw) -> Verdict {
    let p = draw.prime();
    let zn = draw.zn(p);
    let common = poly(&zn, &random(draw, p, 30));
    let [a, b] = [0, 1].map(|_| &poly(&zn, &random(draw, p, 40)) * &common);
    let g = residues(p, &coefficients(&a.gcd(&b).map_err(failed)?));
    let [a, b] = [a, b].map(|v| residues(p, &coefficients(&v)));
    check(&format!("my(g=gcd({a},{b}));g/pollead(g)=={g}"))
}

fn resultant(draw: &mut Draw) -> Verdict {
    let p = draw.prime();
    let (a, b, zn) = (random(draw, p, 60), random(draw, p, 60), draw.zn(p));
    let r = poly(&zn, &a).resultant(&poly(&zn, &b)).map_err(failed)?;
    check(&format!("polresultant({},{})==Mod({r},{p})", residues(p, &a), residues(p, &b)))
}

fn pow_mod(draw: &mut Draw) -> Verdict {
    let p = draw.prime();
    let (a, mut m, bits, zn) = (random(draw, p, 30), random(draw, p, 30), 1 + draw.below(100) as u32, draw.zn(p));
    m.insert(0, draw.residue(p));
    let e = draw.integer(bits).abs();
    let ours = Divisor::new(&poly(&zn, &m)).and_then(|m| poly(&zn, &a).pow_mod(&e, &m)).map_err(failed)?;
    let (a, m) = (residues(p, &a), residues(p, &m));
    check(&format!("lift(Mod({a},{m})^{e})=={}", residues(p, &coefficients(&ours))))
}

fn factor(draw: &mut Draw) -> Verdict {
    let p = draw.prime();
    let zn = draw.zn(p);
    let mut a = Poly::one(&zn);
    for _ in 0..1 + draw.below(3) {
        let factor = poly(&zn, &random(draw, p, 10));
        for _ in 0..=draw.below(2) {
            a = &a * &factor;
        }
    }
    let found = a.factor().map_err(failed)?;
    let pairs: Vec<String> = found.factors.iter().map(|(f, e)| format!("[{},{e}]", pol(&coefficients(f)))).collect();
    let theirs = format!("my(f=lift(factormod({},{p})));", pol(&coefficients(&a)));
    check(&format!("{theirs}Set([[f[i,1],f[i,2]]|i<-[1..#f~],poldegree(f[i,1])>0])==Set({})", list(&pairs)))
}

/// A function of a series that begins with this constant term.
fn series(draw: &mut Draw, function: &str, first: u64) -> Verdict {
    let terms = draw.size(30);
    let p = draw.prime_above(terms.max(2));
    let (mut a, zn) = (random(draw, p, 30), draw.zn(p));
    a[0] = first;
    let x = poly(&zn, &a);
    let ours = match function {
        "1/a" => x.inv_series(terms),
        "exp(a)" => x.exp_series(terms),
        "log(a)" => x.log_series(terms),
        _ => x.sqrt_series(terms),
    };
    let ours = residues(p, &coefficients(&ours.map_err(failed)?));
    // of the series 0 and 1 alone gp knows no exponential or logarithm modulo p: they are compared as they are
    let a = residues(p, &a);
    check(&format!("my(a={a}+O('x^{terms}));truncate(if(a==0&&{first}==0,1+a,{function}))=={ours}"))
}

fn multieval(draw: &mut Draw) -> Verdict {
    let p = draw.prime();
    let (a, points, zn) = (random(draw, p, 60), random(draw, p, 60), draw.zn(p));
    let ours = poly(&zn, &a).eval_each(vector(&zn, &points).view()).map_err(failed)?;
    let (a, ours) = (residues(p, &a), list(&elements(&zn, ours.view())));
    check(&format!("my(a={a});[lift(subst(a,'x,t))|t<-{}]=={ours}", list(&points)))
}

fn interpolate(draw: &mut Draw) -> Verdict {
    let p = draw.prime();
    let (mut points, zn) = (random(draw, p, 40), draw.zn(p));
    points.sort_unstable();
    points.dedup();
    let values = draw.residues(p, points.len());
    let ours = Poly::interpolate(&zn, vector(&zn, &points).view(), vector(&zn, &values).view()).map_err(failed)?;
    let (x, y, ours) = (list(&points), list(&values), residues(p, &coefficients(&ours)));
    check(&format!("polinterpolate({x}*Mod(1,{p}),{y}*Mod(1,{p}))=={ours}"))
}

fn square(draw: &mut Draw, n: u64) -> Result<(Matrix<Zn>, String), String> {
    let (size, zn) = (draw.size(16), draw.zn(n));
    let a = draw.residues(n, size * size);
    let dense = Matrix::from_fn(&zn, size, size, |i, j| a[i * size + j]).map_err(failed)?;
    Ok((dense, format!("({}*Mod(1,{n}))", matrix(size, size, &a))))
}

fn det(draw: &mut Draw) -> Verdict {
    let p = draw.prime();
    let (a, text) = square(draw, p)?;
    check(&format!("matdet({text})=={}", a.det().map_err(failed)?))
}

fn charpoly(draw: &mut Draw) -> Verdict {
    let p = draw.prime();
    let (a, text) = square(draw, p)?;
    check(&format!("charpoly({text})=={}", residues(p, &coefficients(&a.charpoly().map_err(failed)?))))
}

fn product_over_gf2k(draw: &mut Draw) -> Verdict {
    let (k, bits) = (2 + draw.below(63) as u32, F2::on(draw.engine()));
    let f = Poly::random_irreducible(&bits, k as usize, &mut || draw.word()).map_err(failed)?;
    let f: Vec<u64> = f.iter().map(u64::from).collect();
    let modulus = f.iter().enumerate().map(|(i, bit)| u128::from(*bit) << i).sum();
    let field = Gf2k::on(draw.engine(), k, modulus).map_err(failed)?;
    let [a, b] = [0, 1].map(|_| {
        let len = draw.size(30);
        (0..len).map(|_| draw.word() >> (64 - k)).collect::<Vec<_>>()
    });
    let [x, y] = [&a, &b].map(|v| Poly::new(&field, v.iter().copied()));
    let (c, algorithm) = multiply(draw, &x, &y, &Part::All)?;
    let start = format!("my(g=ffgen({}*Mod(1,2),'g),e=(v)->Polrev([subst(Pol(binary(w)),'x,g)|w<-v]));", pol(&f));
    check(&format!("{start}e({})*e({})==e({})", list(&a), list(&b), list(&coefficients(&c))))?;
    Ok(algorithm)
}

fn factor_over_gf2(draw: &mut Draw) -> Verdict {
    let f2 = F2::on(draw.engine());
    let mut a = Poly::one(&f2);
    for _ in 0..1 + draw.below(3) {
        let len = draw.size(30);
        let mut bits: Vec<bool> = (0..len).map(|_| draw.below(2) == 0).collect();
        bits[len - 1] = true;
        let factor = Poly::new(&f2, bits);
        for _ in 0..=draw.below(2) {
            a = &a * &factor;
        }
    }
    let bits = |p: &Poly<F2>| pol(&p.iter().map(u64::from).collect::<Vec<_>>());
    let found = a.factor().map_err(failed)?;
    let pairs: Vec<String> = found.factors.iter().map(|(f, e)| format!("[{},{e}]", bits(f))).collect();
    let theirs = format!("my(f=lift(factormod({},2)));", bits(&a));
    check(&format!("{theirs}Set([[f[i,1],f[i,2]]|i<-[1..#f~],poldegree(f[i,1])>0])==Set({})", list(&pairs)))
}
