//! The file of measured costs.

use polymod::core::{
    costs::{CostModel, Curve},
    cpu::host,
};
use polymod_cli::tune::{
    file::{parse, text},
    measure::Measured,
};

fn sample() -> Measured {
    let mut costs = CostModel::builtin(host().target);
    costs.word_mul *= 1.25;
    costs.fermat.row *= 0.5;
    let (first, ns) = costs.ntt.points();
    costs.ntt = Curve::new(first, ns.iter().map(|ns| ns * 1.5).collect::<Vec<_>>());
    // not measured: keeps its built-in value
    costs.plan *= 2.0;
    Measured { costs, names: vec!["word_mul", "fermat.row", "ntt", "matrices", "kernel_factors"] }
}

#[test]
fn what_was_measured_comes_back_and_the_rest_is_built_in() {
    let (known, measured) = (CostModel::builtin(host().target), sample());
    let text = text(&measured, host()).unwrap();
    let model = parse(&text, host()).unwrap();
    let near = |x: f64, y: f64| (x / y - 1.0).abs() < 1e-3;
    assert!(near(model.word_mul, measured.costs.word_mul) && near(model.fermat.row, measured.costs.fermat.row));
    // beyond the last point of a curve the roundings of two points add up
    let alike = |x: f64, y: f64| (x / y - 1.0).abs() < 1e-2;
    assert!((6..30).all(|log| alike(model.ntt.at(1 << log), measured.costs.ntt.at(1 << log))));
    assert!(model.plan == known.plan && model.fermat.digit == known.fermat.digit);
    assert!(text.contains("date = \"2") && !text.contains("plan ="), "{text}");
}

#[test]
fn files_from_elsewhere_and_damaged_ones_are_refused() {
    let good = text(&sample(), host()).unwrap();
    for (from, to, reason) in [
        (format!("version = \"{}\"", env!("CARGO_PKG_VERSION")), "version = \"0.0.1\"", "version"),
        (format!("isa = \"{}\"", host().target), "isa = \"neon\"", "isa"),
        ("cpu = \"".into(), "cpu = \"another ", "cpu"),
        ("[machine]".into(), "[engine]", "[machine]"),
        ("[costs]".into(), "[prices]", "expected"),
        ("word_mul = ".into(), "word_mul = -", "word_mul"),
        ("word_mul = ".into(), "word_mul = nan #", "word_mul"),
        ("word_mul = ".into(), "word_mul = 1e300 #", "word_mul"),
        ("word_mul = ".into(), "word_mul = \"x\" #", "f64"),
        ("word_mul = ".into(), "no_such = ", "no_such"),
        ("row = ".into(), "no_such = ", "no_such"),
        ("ns = [".into(), "ns = [] #", "ntt"),
        ("first = ".into(), "first = 9", "ntt"),
        ("first = ".into(), "first = -", ""),
    ] {
        assert!(good.contains(&from), "{from}: {good}");
        let error = parse(&good.replacen(&from, to, 1), host()).unwrap_err();
        assert!(error.contains(reason) && !error.contains('\n'), "{from} as {to}: {error}");
    }
    for cut in (0..good.len()).step_by(7).filter(|&cut| good.is_char_boundary(cut)) {
        if let Ok(model) = parse(&good[..cut], host()) {
            assert_eq!(model.check(&CostModel::builtin(host().target)), Ok(()), "cut at {cut}");
        }
    }
}
