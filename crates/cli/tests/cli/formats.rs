//! Formats that cannot hold a result, and numbers of files other than that of results, are refused before anything is
//! computed.

use super::{desk, names, polymod};
use polymod_cli::verbs::{self, Kind};

/// A literal for an operand of this verb.
fn literal(verb: &str, name: &str, kind: Kind) -> &'static str {
    match (verb, name, kind) {
        ("exp-series" | "revert-series", "A", _) => "=x",
        ("log-series" | "sqrt-series", ..) if kind == Kind::Poly => "=1+x^2",
        ("inv-mod" | "rational" | "compose-mod" | "pow-mod", "M", _) => "=x^2+x+1",
        ("resultant" | "divrem" | "quo" | "rem", "B", _) => "=x+1",
        ("recurrence", "TERMS", _) => "=[0,1]",
        ("hensel-lift", "FACTORS", _) => "=[[0,1],[1,0,1]]",
        (_, "C", Kind::Poly) => "=x^2-x-1",
        ("interpolate", "VALUES", _) => "=[1,0]",
        (_, _, Kind::Poly | Kind::Either) => "=x^3+x",
        (_, _, Kind::Array | Kind::Vector) => "=[0,1]",
        (_, _, Kind::Arrays) => "=[[0],[1]]",
        (_, _, Kind::Polys) => "=[[1,1],[0,1]]",
        (_, _, Kind::Matrix | Kind::Entries | Kind::Table | Kind::RightSide) => "=[[1,1],[0,1]]",
        (_, _, Kind::PolyMatrix) => "=[[[1,1],[1]],[[1],[0,1]]]",
        (_, _, Kind::Scalar) => "1",
        (_, _, Kind::Natural | Kind::Integer) => "3",
    }
}

/// Each verb with literals as operands.
pub(super) fn lines() -> impl Iterator<Item = String> {
    verbs::all().map(|verb| {
        let operands = verb.operands.iter().map(|(name, kind)| format!("'{}'", literal(verb.name, name, *kind)));
        let length = if verb.name == "ntt" { " --length 2" } else { "" };
        format!("{} {}{length}", verb.name, operands.collect::<Vec<_>>().join(" "))
    })
}

/// All verbs of a ring in this format: each either computes and writes the result, or is refused before computing.
fn walk(ring: &str, format: &str) {
    let folder = desk(&[]);
    let (mut computed, mut refused) = (0, 0);
    for line in lines() {
        let verb = line.split(' ').next().unwrap();
        let one =
            polymod(&format!("{line} --ring {ring} --time --format {format}")).current_dir(&folder).output().unwrap();
        let many = format!("{line} --ring {ring} --time --format {format} -o 1 -o 2 -o 3 -o 4 -o 5");
        let many = polymod(&many).current_dir(&folder).output().unwrap();
        for (done, files) in [(one, 0), (many, 5)] {
            let said = String::from_utf8(done.stderr).unwrap();
            let told = format!("{verb} over {ring} in {format}, {files} files: {said}");
            assert!(!said.contains("internal error"), "{told}");
            match done.status.code() {
                Some(0) if files == 0 => {
                    assert!(said.starts_with("compute ") && !done.stdout.is_empty(), "{told}");
                    computed += 1;
                }
                // no answer exists in this ring
                Some(1) if files == 0 => {}
                Some(2) => {
                    assert!(said.starts_with("polymod: ") && said.lines().count() == 1, "{told}");
                    assert!(!said.contains("compute ") && done.stdout.is_empty(), "{told}");
                    refused += 1;
                }
                code => panic!("{code:?}: {told}"),
            }
        }
        assert_eq!(names(folder.path()), [""; 0], "{verb} over {ring} in {format}");
    }
    assert!(
        refused >= verbs::all().count() && (computed > 5 || format == "bin"),
        "{computed} computed, {refused} refused"
    );
}

#[test]
fn arrays_of_numpy() {
    walk("z", "npy");
    walk("zn:97", "npy");
}

#[test]
fn bits() {
    walk("zn:97", "bin");
    walk("gf2", "bin");
}

#[test]
fn hexadecimal() {
    walk("z", "hex");
    walk("gf2", "hex");
}

#[test]
fn text() {
    walk("zn:97", "json");
    walk("gf2^8:0x11b", "human");
}

#[test]
fn what_is_generated() {
    for (line, holds) in [
        ("gen poly --degree 5 --format hex", "hex does not hold a polynomial over z"),
        ("gen matrix --rows 2 --ring gf2 --format bin", "bin does not hold a matrix over gf2"),
        ("gen irreducible --degree 3 --ring zn:97 --format bin", "bin does not hold a polynomial over zn:97"),
        ("charpoly =[[1,2],[3,4]] --ring zn:97 --format bin", "json, list, human, npy"),
        ("mul =[[1],[2]] =[[1]] --ring z[y] --format npy --time", "json, list or human"),
        ("divrem =x =x --ring zn:97 -o a -o a", "named twice"),
    ] {
        let folder = desk(&[("a", b"old")]);
        let mut command = polymod(line);
        command.current_dir(&folder);
        let said = super::complaint(command, 2);
        assert!(said.contains(holds), "{line}: {said}");
        assert_eq!(names(folder.path()), ["a"]);
    }
}
