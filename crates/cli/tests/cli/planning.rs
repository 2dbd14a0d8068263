//! `plan`, and through it and `--explain` every verb over every ring of the book's table: each must reach its fast
//! algorithm.

use super::{complaint, desk, output, polymod};
use assert_cmd::Command;
use polymod::{
    Cancel, Engine, Error, Integers, Matrix, Poly, Zn,
    core::cpu::{Target, host},
    engine::{Event, Monitor},
    multimodular::{self, Options},
};
use polymod_cli::{
    RingSpec, open,
    verbs::{self, Kind},
};
use serde_json::Value;
use std::{
    collections::BTreeSet,
    sync::{Arc, Mutex},
};

/// Coefficients from 0 to 96 that are neither sparse nor special; the first and the last are 1.
fn dense(len: usize, seed: u64) -> String {
    let mut state = seed;
    let mut next = |i: usize| {
        state = state.wrapping_mul(6_364_136_223_846_793_005).wrapping_add(1_442_695_040_888_963_407);
        if i == 0 || i + 1 == len { 1 } else { (state >> 40) % 97 }
    };
    let coefficients: Vec<String> = (0..len).map(|i| next(i).to_string()).collect();
    format!("[{}]", coefficients.join(","))
}

/// A matrix of determinant 1.
fn triangular(n: usize) -> String {
    let entry = |i: usize, j: usize| match i.cmp(&j) {
        std::cmp::Ordering::Less => (3 * i + 5 * j) % 7,
        std::cmp::Ordering::Equal => 1,
        std::cmp::Ordering::Greater => 0,
    };
    let row = |i: usize| format!("[{}]", (0..n).map(|j| entry(i, j).to_string()).collect::<Vec<_>>().join(","));
    format!("[{}]", (0..n).map(row).collect::<Vec<_>>().join(","))
}

/// A ring, with the length of its operands, the number of its points, and the length of a transform.
struct Case {
    ring: &'static str,
    len: usize,
    points: usize,
    transform: usize,
}

/// Operands of a verb to which its fast algorithm applies; the files a, b and c hold long polynomials.
fn operands(verb: &str, case: &Case) -> String {
    let points: Vec<String> = (0..case.points).map(|i| i.to_string()).collect();
    let points = format!("=[{}]", points.join(","));
    let matrix = format!("={}", triangular(6));
    let two = case.ring.starts_with("gf2");
    if case.ring.starts_with("gf:") {
        // the same integers, as elements
        let base = Case { ring: "zn:97", ..*case };
        return operands(verb, &base).split(' ').map(as_elements).collect::<Vec<_>>().join(" ");
    }
    let small = case.ring == "z" || two;
    match verb {
        "discriminant" if case.ring.ends_with("[y]") => "=[[1,0,1],[1],[1]]".into(),
        "mul" | "gcd" | "resultant" if case.ring.ends_with("[y]") => "=[[1,0,1],[],[1]] =[[0,1],[1]]".into(),
        "divrem" | "quo" | "rem" | "pseudo-divrem" => "c b".into(),
        "multieval" => format!("a {points}"),
        "interpolate" => format!("{points} {points}"),
        "prod" => "=[[1,1],[0,1],[1,1]]".into(),
        "integral" => "=[1]".into(),
        "pow-mod" => "=[1,1] 1000 short".into(),
        "half-gcd" if case.ring == "q" => "=[1,1,0,1] =[1,0,1]".into(),
        "half-gcd" => "c b".into(),
        "subresultants" => "=[1,2,0,1] =[1,0,3]".into(),
        "inv-mod" | "rational" => "=[0,1] a".into(),
        "recurrence" => "=[0,1] =[1,1,1] 1000".into(),
        "p-recurrence" => "=[1] =[[1,1],[1]] 200".into(),
        "power-projection" => "=[1,2,0,1] =[1,2,3,1] 5".into(),
        "partial-fractions" => "=[1,2,0,1] =[[0,1],[1,1],[1,1]]".into(),
        "interpolate-hermite" => "=[0,1] =[[1,1],[0]]".into(),
        "factor" | "squarefree" | "roots" | "irreducible" => "=[1,1,0,0,0,0,0,0,0,1]".into(),
        "compose" => "=[1,2,0,1] short".into(),
        "taylor-shift" => "short 1".into(),
        "compose-mod" => "=[1,2,0,1,1,1] =[1,1,1] short".into(),
        "inv-series" => format!("a {}", case.len),
        "log-series" if small => "=[1] 2".into(),
        "exp-series" if small => "=[0] 2".into(),
        "sqrt-series" if small => "=[1,0,1] 2".into(),
        "log-series" | "sqrt-series" => "short 90".into(),
        "exp-series" => "=[0,1,2,3,4,5,6,7,8,9,10,11,12,13,14,15] 90".into(),
        "pow-series" => "short 5 90".into(),
        "compose-series" => "short short 90".into(),
        "revert-series" => "=[0,1,1,1] 30".into(),
        "ntt" => format!("=[1,2,3] --length {}", case.transform),
        "divides" => "b c".into(),
        "exact-div" => "=[0,1,1] =[1,1]".into(),
        "remove" => "c short".into(),
        "mod-each" => "=[1,2,0,1,1,1] =[[1,1],[1,0,1]]".into(),
        "crt" => "=[[1],[0,1]] =[[1,1],[1,1,1]]".into(),
        "eval-matrix" => format!("short {matrix}"),
        "charpoly-mod" | "minpoly-mod" | "norm-mod" | "trace-mod" => "=[1,1] =[1,0,1,1,1]".into(),
        "ddf" => "=[0,1,1]".into(),
        "edf" => "=[0,1,1] 1".into(),
        "order" => "=[1,1]".into(),
        "real-roots" => "=[-2,0,1]".into(),
        "count-real-roots" => "=[-2,0,1] 0 2".into(),
        "hensel-lift" => "=[1,0,0,0,1] 17 3 =[[4,0,1],[13,0,1]]".into(),
        "div-series" => "=[1,2,0,1] short 90".into(),
        "invsqrt-series" if small => "=[1,0,1] 2".into(),
        "invsqrt-series" => "short 90".into(),
        "sin-series" | "cos-series" | "tan-series" | "sinh-series" | "cosh-series" | "tanh-series" | "asin-series"
        | "atan-series" => {
            if small {
                "=[0] 2".into()
            } else {
                "=[0,1,2,3] 30".into()
            }
        }
        "sqrt" => "=[1,0,2,0,1]".into(),
        "power-sums" => "=[1,1,0,1] 50".into(),
        "composed-sum" | "composed-product" => "=[1,1,0,1] =[1,2,1]".into(),
        "graeffe" => "short".into(),
        "from-power-sums" => "=[1,3] 1".into(),
        "deflate" => "=[1,0,0,5] 3".into(),
        "to-newton" | "from-newton" => "=[1,2,3] =[0,1,2]".into(),
        "shift-samples" => "=[1,2] 5 3".into(),
        "approximant-basis" => "=[[[1,1,2,3,5,8]],[[1]]] 6".into(),
        "kernel-basis" => "=[[[0,1,1]],[[0,0,1]]]".into(),
        "interpolant-basis" => "=[[1],[1],[1],[0]] =[0,1]".into(),
        "inverse-mod-power" => "=[[[1,1],[0,1]],[[0],[1]]] 6".into(),
        "pm-divrem" => "=[[[1,1,0,1],[1]],[[0,1],[1,0,1]]] =[[[1,1],[1]],[[0],[0,1]]]".into(),
        "convolve" => "=[1,2] =[1,1] --index xor".into(),
        "set-inverse" | "set-log" => "=[1,1,1,0]".into(),
        "set-exp" => "=[0,1,1,1]".into(),
        "set-compose" => "short =[1,1,0,1]".into(),
        "set-projection" => "=[0,1,1,1] =[0,0,0,1] 3".into(),
        "min-plus" => "=[0,1,4] =[1,1]".into(),
        "pm-solve" => "=[[[1,1],[1]],[[0,1],[1,0,1]]] =[[[1]],[[0,1]]]".into(),
        "pm-fraction" => "=[[[1,1,2,3,5,8]]] 6".into(),
        "pm-inverse" => "=[[[1,1],[1]],[[0,1],[1,0,1]]]".into(),
        "is-kernel-basis" => "=[[[0,1,1]],[[0,0,1]]] =[[[0,1],[1,1]]]".into(),
        "is-approximant-basis" => "=[[[1,1]],[[1]]] 2 =[[[0,0,1],[]],[[1],[1,1]]]".into(),
        "weak-popov" | "popov" | "hermite" | "smith" | "is-weak-popov" | "is-popov" | "is-reduced" | "is-hermite"
        | "is-unimodular" => "=[[[1,1],[1]],[[0,1],[1,0,1]]]".into(),
        "pfaffian" if two => "=[[0,1],[1,0]]".into(),
        "pfaffian" => "=[[0,1,2,3],[-1,0,4,5],[-2,-4,0,6],[-3,-5,-6,0]]".into(),
        _ => by_kinds(verb, &matrix),
    }
}

/// A literal with each integer as an array.
fn as_elements(word: &str) -> String {
    if !word.starts_with("=[") {
        return word.into();
    }
    let (mut out, mut inside) = (String::new(), false);
    for c in word.chars() {
        if (c.is_ascii_digit() || c == '-') != inside {
            out.push(if inside { ']' } else { '[' });
            inside = !inside;
        }
        out.push(c);
    }
    out
}

/// The polynomials a, b, c, 3 for numbers, and this matrix.
fn by_kinds(verb: &str, matrix: &str) -> String {
    let (verb, mut polys) = (verbs::find(verb).expect("a verb"), ["a", "b", "c"].into_iter().cycle());
    let operand = |(_, kind): &(_, Kind)| match kind {
        Kind::Poly | Kind::Either => polys.next().unwrap_or_default(),
        Kind::Scalar | Kind::Natural | Kind::Integer => "3",
        _ => matrix,
    };
    verb.operands.iter().map(operand).collect::<Vec<_>>().join(" ")
}

/// The algorithms of which one must be chosen.
fn fast(verb: &str, ring: &str) -> &'static [&'static str] {
    // answers over Q go through Z
    let over_q = ring == "q";
    let over_z = ring == "z" || over_q;
    match verb {
        "inv-mod" | "norm-mod" if over_z => &["modular", "heuristic", "crt"],
        "rational" if over_q => &["half-gcd", "euclid"],
        "crt" if over_q => &["tree"],
        "mod-each" if over_q => &["tree"],
        "charpoly-mod" | "minpoly-mod" if over_z => &["matrix"],
        "minpoly" if over_q => &["krylov", "modular", "crt"],
        "divrem" | "quo" | "rem" if over_q => &["halves", "schoolbook"],
        "mul" if ring.ends_with("[y]") => &["schoolbook", "crt", "kronecker", "ntt"],
        "sqr" if ring == "gf2" => &["spreading"],
        "mul" | "sqr" => &["crt", "ntt", "kronecker", "frobenius", "components"],
        "pow" | "matpow" => &["squaring"],
        "lcm" if over_z => &["crt", "heuristic"],
        "lcm" | "norm-mod" => &["half-gcd", "euclid"],
        "divides" => &["modular", "newton", "halves", "blocks"],
        "exact-div" => &["schoolbook", "halves"],
        "div-series" => &["schoolbook", "halves", "newton"],
        "remove" => &["doubling"],
        "mod-each" if over_z => &["halves", "schoolbook"],
        "mod-each" | "crt" => &["tree"],
        "eval-matrix" => &["paterson-stockmeyer"],
        "charpoly-mod" => &["traces", "matrix"],
        "minpoly-mod" => &["sequences"],
        "trace-mod" => &["power-sums"],
        "ddf" | "edf" => &["baby-steps"],
        "sqrt" | "invsqrt-series" => &["newton", "frobenius"],
        "sin-series" | "cos-series" | "tan-series" | "sinh-series" | "cosh-series" | "tanh-series" | "asin-series"
        | "atan-series" => &["newton", "powers"],
        "power-sums" => &["newton"],
        "composed-sum" | "composed-product" => &["power-sums", "resultant"],
        "graeffe" => &["squares"],
        "from-power-sums" => &["halves", "schoolbook"],
        "to-newton" => &["halves"],
        "from-newton" | "shift-samples" => &["schoolbook", "kronecker", "ntt", "components"],
        "hnf" => &["modulo-determinant"],
        "snf" | "invariant-factors" if ring == "z" => &["hermite-forms"],
        "snf" | "invariant-factors" => &["elimination"],
        "lll" => &["l2"],
        "order" => &["cantor-zassenhaus"],
        "real-roots" => &["bisection"],
        "count-real-roots" => &["sturm"],
        "hensel-lift" => &["factor-tree"],
        "multieval" | "interpolate" if ring == "zn:2^61-1" => &["tree"],
        "multieval" | "interpolate" => &["horner", "tree"],
        "prod" => &["smallest-first"],
        // no earlier step divides, and products are not of equal length
        "divrem" | "quo" | "rem" if over_z => &["halves"],
        "divrem" | "quo" | "rem" => &["newton", "halves", "blocks"],
        "pseudo-divrem" => &["division"],
        "pow-mod" | "compose-mod" => &["short", "inverse", "division"],
        "gcd" | "xgcd" | "resultant" | "discriminant" if over_z || ring == "z[y]" => &["modular", "crt", "heuristic"],
        "gcd" | "resultant" | "discriminant" if ring == "zn:97[y]" => &["values"],
        "gcd" | "resultant" | "discriminant" if ring.ends_with("[y]") => &["remainders"],
        "gcd" | "xgcd" | "resultant" | "discriminant" | "inv-mod" | "rational" => &["half-gcd"],
        "half-gcd" if over_q => &["euclid"],
        "half-gcd" => &["half-gcd"],
        "subresultants" => &["ducos"],
        "minpoly" if over_z => &["modular"],
        "minpoly" => &["krylov"],
        "recurrence" => &["halving"],
        "p-recurrence" => &["steps", "samples"],
        "power-projection" => &["kinoshita-li"],
        "partial-fractions" | "interpolate-hermite" => &["tree"],
        "factor" | "roots" | "irreducible" if over_z => &["van-hoeij"],
        "squarefree" if over_z => &["crt", "heuristic"],
        "factor" => &["cantor-zassenhaus"],
        "squarefree" => &["derivatives"],
        "roots" => &["frobenius"],
        "irreducible" => &["rabin"],
        "compose" => &["halves"],
        "taylor-shift" if ring == "z" || ring.starts_with("gf2") => &["horner", "halves"],
        "taylor-shift" => &["horner", "factorials"],
        "inv-series" if over_z => &["schoolbook", "halves"],
        "inv-series" => &["newton", "halves"],
        "exp-series" | "sqrt-series" if !over_z && !ring.starts_with("gf2") => &["newton"],
        "log-series" | "exp-series" => &["schoolbook", "powers", "halves", "newton"],
        "sqrt-series" => &["newton", "frobenius"],
        "pow-series" => &["series"],
        "compose-series" => &["brent-kung", "kinoshita-li"],
        "revert-series" => &["newton"],
        "ntt" if ring == "zn:97" || ring == "gfpf:F8" => {
            &["stockham", "six-step", "tree", "natural", "digits", "montgomery", "portable"]
        }
        "ntt" => &["bluestein"],
        "matmul" if over_z => &["crt", "rows"],
        "matmul" if ring.starts_with("gf:") || ring.starts_with("gf2^65") => &["polynomials", "components", "rows"],
        "matmul" => &["rows", "ifma-26", "int8", "signed-31", "ifma-62", "single", "triple", "strassen"],
        "det" if over_z => &["dixon", "crt", "big-prime", "fraction-free"],
        "solve" | "inverse" if over_z => &["crt", "dixon"],
        "rank" | "nullspace" | "charpoly" if over_z => &["modular"],
        "left-nullspace" | "rref" | "column-space" | "adjugate" | "pfaffian" if over_z => &["modular"],
        "det" | "rank" | "solve" | "inverse" | "nullspace" => &["elimination"],
        "howell" | "rref" | "plu" | "left-nullspace" | "column-space" | "adjugate" | "hessenberg" | "pfaffian" => {
            &["elimination"]
        }
        "charpoly" => &["hessenberg"],
        "approximant-basis" | "interpolant-basis" => &["iteration", "divide-and-conquer"],
        "smith" => &["modulo-minor"],
        "inverse-mod-power" => &["newton"],
        "pm-divrem" => &["series"],
        "convolve" => &["walsh-hadamard"],
        "set-inverse" | "set-log" | "set-exp" | "set-compose" | "set-projection" => &["variables"],
        "pm-solve" | "pm-inverse" => &["dixon", "points"],
        "kernel-basis" | "pm-fraction" => &["approximants"],
        "is-reduced" | "is-kernel-basis" => &["elimination"],
        "is-unimodular" => &["elimination", "points", "lifting", "division-free"],
        "is-approximant-basis" => &["entries", "images", "points"],
        "weak-popov" | "popov" | "hermite" => &["mulders-storjohann"],
        _ => &["direct"],
    }
}

fn object(text: &[u8]) -> Value {
    serde_json::from_slice(text).unwrap_or_else(|e| panic!("{e}: {}", String::from_utf8_lossy(text)))
}

/// All verbs over this ring, `count` at least.
fn walk(case: &Case, count: usize) {
    let ring = case.ring;
    let long = |seed, len| dense(len, seed).into_bytes();
    let texts = [long(1, case.len + 1), long(2, case.len), long(3, 2 * case.len), long(4, 60)];
    let names = ["a", "b", "c", "short"];
    let folder = desk(&[0, 1, 2, 3].map(|i| (names[i], &texts[i][..])));
    let spec = RingSpec::parse(ring).unwrap();
    let verbs = open(&spec, &Engine::builder().threads(1).build()).unwrap().verbs();
    assert!(verbs.len() >= count, "{ring} has {} verbs", verbs.len());
    for verb in verbs {
        let words: Vec<String> = operands(verb, case).split(' ').map(String::from).collect();
        let command = |plan: &str| {
            let mut command = polymod(plan);
            command.arg(verb).args(&words).args(["--ring", ring, "--explain=json", "--threads", "1"]);
            command.current_dir(folder.path());
            command
        };
        let by = |algorithm: Option<&str>| {
            let mut command = command("");
            command.args(algorithm.iter().flat_map(|name| ["--algorithm", name]));
            command
        };
        let [planned, explained] =
            [command("plan"), by(None)].map(|mut command| command.assert().success().get_output().clone());
        assert!(planned.stderr.is_empty(), "{verb} over {ring}");
        let (plan, explanation) = (object(&planned.stdout), object(&explained.stderr));
        assert_eq!(plan["task"], explanation["task"], "{verb} over {ring}");
        assert_eq!(plan["chosen"], explanation["chosen"], "{verb} over {ring}");
        let chosen = plan["chosen"].as_str().unwrap();
        assert!(fast(verb, ring).contains(&chosen), "{verb} over {ring} by {chosen}: {plan}");
        let alternatives = plan["alternatives"].as_array().unwrap().iter().map(|a| a["algorithm"].as_str().unwrap());
        let names: BTreeSet<&str> = alternatives.chain([chosen]).collect();
        takes_exactly(&names, by, &explained.stdout, &format!("{verb} over {ring}"));
    }
}

/// `--algorithm` takes these names, and each gives this result. Another name is refused, with these in a list.
fn takes_exactly(names: &BTreeSet<&str>, by: impl Fn(Option<&str>) -> Command, result: &[u8], what: &str) {
    for name in names {
        let done = by(Some(name)).assert().success().get_output().clone();
        assert_eq!(object(&done.stderr)["chosen"], *name, "{what}");
        assert!(done.stdout == result, "{what} by {name}");
    }
    let said = complaint(by(Some("no-such")), 2);
    let (refusal, list) = said.trim_end().split_once("; these do: ").unwrap_or_else(|| panic!("{what}: {said}"));
    assert!(refusal.contains("the algorithm 'no-such' does not apply to "), "{what}: {said}");
    assert_eq!(list.split(", ").collect::<BTreeSet<_>>(), *names, "{what}");
}

#[test]
fn integers() {
    walk(&Case { ring: "z", len: 600, points: 20, transform: 0 }, 49);
    walk(&Case { ring: "z[y]", len: 10, points: 0, transform: 0 }, 4);
}

#[test]
fn rationals() {
    walk(&Case { ring: "q", len: 600, points: 20, transform: 0 }, 80);
}

#[test]
fn residues() {
    walk(&Case { ring: "zn:97[y]", len: 10, points: 0, transform: 0 }, 4);
    walk(&Case { ring: "zn:2[y]", len: 10, points: 0, transform: 0 }, 4);
    walk(&Case { ring: "zn:97", len: 2000, points: 60, transform: 32 }, 55);
    walk(&Case { ring: "zn:2^61-1", len: 2000, points: 3000, transform: 150 }, 55);
}

#[test]
fn large_residues() {
    walk(&Case { ring: "zn:2^127-1", len: 900, points: 200, transform: 126 }, 55);
}

#[test]
fn bits_and_extensions() {
    walk(&Case { ring: "gf2", len: 80_000, points: 2, transform: 0 }, 54);
    walk(&Case { ring: "gf2^8:0x11b", len: 2000, points: 60, transform: 255 }, 55);
}

#[test]
fn extensions() {
    walk(&Case { ring: "gf:97^2", len: 600, points: 60, transform: 96 }, 55);
    walk(&Case { ring: "gf2^65:x^65+x^18+1", len: 600, points: 20, transform: 31 }, 55);
}

#[test]
fn fermat_fields() {
    walk(&Case { ring: "gfpf:F8", len: 600, points: 200, transform: 64 }, 55);
}

#[test]
fn nothing_is_computed() {
    // each of these takes minutes, and would end in something other than a plan
    let matrix = output("gen matrix --rows 200 --bits 200");
    let folder = desk(&[("f", dense(20_000, 1).as_bytes()), ("m", matrix.as_bytes())]);
    for line in
        ["factor f --ring zn:2^61-1", "irreducible f --ring zn:2^127-1", "charpoly m", "resultant f f", "pow f 100"]
    {
        let mut plan = polymod("plan");
        plan.args(super::words(line)).arg("--explain=json").current_dir(folder.path());
        let done = plan.assert().success();
        let told: Result<Value, _> = serde_json::from_slice(&done.get_output().stdout);
        assert!(told.is_ok(), "{line}: {told:?}");
    }
}

/// Cancels at the first event, as the program's monitor does for `plan`, and counts all events.
#[derive(Default)]
struct First {
    cancel: Cancel,
    told: Mutex<Vec<String>>,
}

impl Monitor for First {
    fn event(&self, event: &Event<'_>) {
        self.cancel.raise();
        self.told.lock().unwrap().push(format!("{event:?}"));
    }
}

/// Every step of a computation with a choice reports to the monitor: a run that ends after one event has not started
/// its steps.
#[test]
fn computations_end_at_the_first_event() {
    type Computation = fn(&Engine) -> Option<Error>;
    let computations: [Computation; 5] = [
        |on| Poly::from_i64(&Zn::on(on, (1 << 61) - 1).unwrap(), &[3; 60]).factor().err(),
        |on| Poly::from_i64(&Zn::on(on, 97).unwrap(), &[3; 60]).is_irreducible().err(),
        |on| multimodular::charpoly(&Matrix::identity(&Integers::on(on), 20), &Options::default()).err(),
        |on| {
            let f = Poly::from_i64(&Integers::on(on), &[7; 40]);
            multimodular::resultant(&f, &f.derivative(), &Options::default()).err()
        },
        |on| Poly::from_i64(&Integers::on(on), &[7; 40]).pow(100).err(),
    ];
    for (i, computation) in computations.into_iter().enumerate() {
        let first = Arc::new(First::default());
        let engine = Engine::builder().threads(2).cancel(first.cancel.clone()).monitor(first.clone()).build();
        assert_eq!(computation(&engine), Some(Error::Cancelled), "computation {i}");
        let told = first.told.lock().unwrap();
        assert!(told.len() == 1 && told[0].starts_with("Begun"), "computation {i}: {told:?}");
    }
}

#[test]
fn plans_are_for_people_too_and_go_where_they_are_told() {
    let table = output("plan mul =[1,2,3] =[4,5,6] --ring zn:97");
    assert!(table.starts_with("product over zn:97, 3 by 3 coefficients: ") && table.contains("  * "), "{table}");
    assert_eq!(output("plan add =x =x"), "add over z: direct\n");
    let folder = desk(&[]);
    let path = folder.path().join("plan.txt");
    polymod("plan mul =x =x -o").arg(&path).assert().success().stdout("");
    assert!(std::fs::read_to_string(path).unwrap().starts_with("product over z"));
}

#[test]
fn bad_operands_are_the_same_errors() {
    for (line, code) in [
        ("mul =x missing.json", 2),
        ("mul =x^2.5 =x", 2),
        ("gcd =x", 2),
        ("det =[[1,2]]", 2),
        ("det =[[1,2]] --ring zn:97", 2),
        ("divrem =x =0 --ring zn:97", 1),
        ("inv-mod =x =0 --ring zn:97", 1),
        ("rational =x =0 --ring zn:97", 1),
        ("log-series =x 10 --ring zn:97", 1),
        ("inv-series =2*x+3 10 --ring zn:9", 1),
        ("factor =0 --ring zn:97", 1),
        ("factor =x^2 --ring zn:9", 1),
        ("mul =x =x --algorithm no-such", 2),
        ("ntt =[1,2] --length 7 --ring zn:97", 1),
        ("interpolate =[1,2] =[1] --ring zn:97", 2),
    ] {
        assert_eq!(complaint(polymod(&format!("plan {line}")), code), complaint(polymod(line), code), "{line}");
    }
    assert!(complaint(polymod("plan frobnicate =x"), 2).contains("frobnicate"));
}

#[test]
fn charts_of_leading_parts_have_a_line_for_each_algorithm() {
    let folder = desk(&[]);
    let file = |name: &str| folder.path().join(name);
    for (what, name) in [
        ("matrix --rows 40 --bits 60", "m.json"),
        ("poly --degree 200 --bits 30 --seed 1", "a.json"),
        ("poly --degree 150 --bits 30 --seed 2", "b.json"),
    ] {
        polymod(&format!("gen {what} -o")).arg(file(name)).assert().success();
    }
    for (verb, operands, names) in [
        ("det", &["m.json"][..], ["crt", "big-prime", "length"]),
        ("matmul", &["m.json", "m.json"], ["crt", "matmul over z", "length"]),
        ("gcd", &["a.json", "b.json"], ["heuristic", "gcd over z", "length"]),
        ("resultant", &["a.json", "b.json"], ["crt", "resultant over z", "length"]),
    ] {
        let mut command = polymod(&format!("plan {verb} --threads 1"));
        command.args(operands.iter().map(|name| file(name)));
        let plan = command.assert().success().get_output().stdout.clone();
        let chart = command.arg("--plot").arg(file("c.svg")).assert().success().get_output().stdout.clone();
        assert_eq!(String::from_utf8(chart), String::from_utf8(plan), "{verb}: the plan is printed, too");
        let text = std::fs::read_to_string(file("c.svg")).unwrap();
        assert!(text.starts_with("<svg") && names.iter().all(|name| text.contains(name)), "{verb}: {text}");
    }
}

#[test]
fn charts_by_length_have_a_line_for_each_algorithm() {
    let folder = desk(&[]);
    let path = folder.path().join("a.svg");
    let transforms: &[&str] =
        if host().target == Target::SCALAR { &["portable", "length"] } else { &["stockham", "tree", "length"] };
    for (line, names) in [
        ("mul =[1,2,3] =[4,5,6,7] --ring zn:97", &["schoolbook", "karatsuba", "crt"][..]),
        ("sqr =x^20+1", &["schoolbook", "kronecker", "crt"]),
        ("rem =x^20+1 =x^9+x --ring zn:2^61-1", &["schoolbook", "newton", "length"]),
        ("ntt =[1,2] --ring zn:998244353", transforms),
    ] {
        let mut command = polymod(&format!("plan {line} --threads 1 --plot"));
        let plan = command.arg(&path).assert().success().get_output().stdout.clone();
        assert_eq!(String::from_utf8(plan).unwrap(), output(&format!("plan {line} --threads 1")), "{line}");
        let text = std::fs::read_to_string(&path).unwrap();
        assert!(text.starts_with("<svg") && names.iter().all(|name| text.contains(name)), "{line}: {text}");
    }
    for (line, wanted) in [
        ("plan derivative =x^9 --ring zn:97 --plot a.svg", "derivative over zn:97 has one algorithm"),
        ("plan pow =x+1 9 --plot a.svg", "pow has integers"),
        ("plan mul =0 =x --plot a.svg", "nothing to predict"),
        ("plan gcd =0 =0 --plot a.svg", "nothing to predict"),
        ("mul =x =x --plot a.svg", "--plot"),
    ] {
        assert!(complaint(polymod(line), 2).contains(wanted), "{line}");
    }
}
