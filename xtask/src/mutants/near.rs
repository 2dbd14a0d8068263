//! The tests that are likely to notice a mutant, by its file: they run first.

/// Beginnings of files' paths, the first that fits counts, and filters of nextest.
const NEAR: [(&str, &str); 24] = [
    ("crates/core/src/arith/", "binary(arith) | test(arith::)"),
    ("crates/core/src/pass/clmul", BITS),
    ("crates/core/src/pass/gf60", BITS),
    ("crates/core/src/transform/frobenius", BITS),
    ("crates/core/src/transform/fermat", "test(fermat)"),
    ("crates/core/src/pass/fermat", "test(fermat)"),
    ("crates/core/src/", "package(polymod-core) | test(ntt::) | test(transform::) | test(crt) | test(products::words)"),
    ("crates/cli/src/io/", "(package(polymod-cli) & test(/^io::/)) | test(formats::) | test(out_of_core::)"),
    ("src/crt/", "test(crt) | test(modular::) | test(over_z) | test(products::)"),
    ("src/outofcore/", "test(outofcore::)"),
    ("src/text/", "binary(text)"),
    ("src/matrix/poly/", "binary(poly_matrices)"),
    ("src/matrix/", "binary(matrices)"),
    ("src/multimodular/factor/", "test(factors_over_z)"),
    ("src/multimodular/", "test(modular) | test(over_z) | test(resultants) | test(poly_matrices)"),
    ("src/poly/factor/", "test(factors)"),
    ("src/poly/", "binary(polynomials) - test(fermat::) - test(ntt::) - test(products::) - test(rings::)"),
    ("src/ring/f2", BITS),
    ("src/ring/gf2k", BITS),
    ("src/ring/fermat", "test(fermat)"),
    (
        "src/ring/integers",
        "test(rings::integers) | test(products::) | test(extremes::) | test(ring::integers) | test(over_z)",
    ),
    ("src/ring/zn/dft.rs", "test(ntt::)"),
    ("src/ring/zn_big", "test(zn_big) | test(rings::) | test(products::) | test(limbs)"),
    (
        "src/ring/",
        "test(rings::) | test(products::) | test(extremes::) | test(points::) | test(division::) | binary(matrices)",
    ),
];

/// Tests of bits, of extensions of F_2 and of the transforms over the field of 2^60 elements.
const BITS: &str = "binary(frobenius) | binary(codelets) | test(bits) | test(bit_products::) | test(characteristic_two) | test(clmul) | test(gf60)";

/// The filter of the tests near a source file: those of its own module, and of its area.
pub fn tests(file: &str) -> String {
    let own = format!("test({}::)", module(file));
    match NEAR.iter().find(|(beginning, _)| file.starts_with(beginning)) {
        Some((_, area)) => format!("{own} | {area}"),
        None => own,
    }
}

/// The path of a source file's module: `pass::transpose` of `crates/core/src/pass/transpose.rs`.
fn module(file: &str) -> String {
    let path = file
        .trim_start_matches("crates/core/")
        .trim_start_matches("crates/cli/")
        .trim_start_matches("src/")
        .trim_end_matches(".rs")
        .trim_end_matches("/mod")
        .trim_end_matches("/tests");
    path.replace('/', "::")
}
