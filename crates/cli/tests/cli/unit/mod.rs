//! Unit tests of the program's library: modules mirror those of `src`. They are part of the one program of tests, so that the library is compiled
//! once. What they need of its inside is public, and hidden in the documentation.

mod args;
mod bench;
mod chart;
mod explain;
mod expression;
mod failure;
mod help;
mod interrupt;
mod io;
mod lengths;
mod limits;
mod mistakes;
mod observer;
#[cfg(target_os = "linux")]
mod over_files;
mod perturbed;
mod quotients;
mod random;
mod ring_names;
mod spec;
mod tune;
mod values;
mod verbs;

use polymod::Engine;
use polymod_cli::{RingSpec, guarded, open};

#[test]
fn a_panic_becomes_an_internal_error_with_its_place() {
    let failure = guarded(|| panic!("the sky {}", "falls")).unwrap_err();
    let line = failure.line().unwrap();
    assert_eq!(failure.exit_code(), 2);
    assert!(line.starts_with("polymod: internal error: the sky falls (crates/cli/tests/cli/unit/mod.rs:"), "{line}");
    assert!(line.contains("please report"), "{line}");
    assert!(guarded(|| Ok(())).is_ok());
}

#[test]
fn every_ring_has_its_verbs() {
    for ring in [
        "z",
        "q",
        "zn:97",
        "zn:2^100",
        "gf2",
        "gf2^8:0x11b",
        "gf2^65:x^65+x^18+1",
        "gf:5^2",
        "zn:6[t]/t^2+1",
        "gfpf:F8",
    ] {
        let ring = open(&RingSpec::parse(ring).unwrap(), &Engine::default()).unwrap();
        let mut verbs = ring.verbs();
        verbs.sort_unstable();
        let mut names: Vec<_> = polymod_cli::verbs::all().map(|v| v.name).collect();
        // in the field of two elements 1 is the only root of unity
        names.retain(|name| *name != "ntt" || ring.name() != "gf2");
        if ring.name() == "z" {
            // Z has no transforms, because ±1 are its only roots of unity, and no divisions by leading coefficients
            let fields = ["ntt", "inv-mod", "rational", "crt", "order", "ddf", "edf"];
            let of_fractions = ["half-gcd", "partial-fractions", "interpolate-hermite"];
            let of_matrices = ["howell", "plu", "hessenberg"];
            let of_polynomials = ["approximant-basis", "interpolant-basis", "kernel-basis", "popov", "hermite"];
            let tests = names.iter().copied().filter(|name| name.starts_with("is-") || *name == "weak-popov");
            let tests: Vec<_> = tests.collect();
            let more = ["smith", "inverse-mod-power", "pm-divrem", "pm-solve", "pm-inverse", "pm-fraction"];
            let all = [&fields[..], &of_fractions, &of_matrices, &of_polynomials, &tests, &more].concat();
            names.retain(|name| !all.contains(name));
        } else {
            let over_z =
                ["content", "primitive", "hnf", "lll", "hensel-lift", "norms", "root-bound", "cyclotomic", "min-plus"];
            // real numbers have those over Q, too, which has no roots of unity but ±1
            let others: &[&str] = match ring.name().as_str() {
                "q" => &["ntt", "order", "ddf", "edf", "howell", "snf", "invariant-factors"],
                _ => &["real-roots", "count-real-roots"],
            };
            names.retain(|name| !over_z.contains(name) && !others.contains(name));
        }
        names.sort_unstable();
        assert_eq!(verbs, names, "{}", ring.name());
    }
}
