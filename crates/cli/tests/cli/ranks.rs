//! `plan --ranks`: predictions for several machines follow the formulas of docs/scale.md.

use super::{complaint, desk, output, polymod};
use serde_json::Value;

const RING: &str = "--ring zn:4179340454199820289";

/// The plan as JSON.
fn plan(line: &str) -> Value {
    let text = output(&format!("plan {line} --explain=json"));
    serde_json::from_str(&text).unwrap_or_else(|e| panic!("{line}: {e}: {text}"))
}

/// A number in every row.
fn column(plan: &Value, name: &str) -> Vec<f64> {
    let rows = plan["ranks"]["rows"].as_array().unwrap();
    rows.iter().map(|row| row[name].as_f64().unwrap_or_else(|| panic!("{name} in {row}"))).collect()
}

#[test]
fn images_of_every_kind() {
    let folder = desk(&[]);
    let file = |name: &str| folder.path().join(name).display().to_string();
    let (a, b, f, g) = (file("a.json"), file("b.json"), file("f.json"), file("g.json"));
    output(&format!("gen matrix --rows 40 --bits 300 -o {a}"));
    output(&format!("gen matrix --rows 40 --cols 2 --bits 300 --seed 2 -o {b}"));
    output(&format!("gen poly --degree 90 --bits 300 -o {f}"));
    output(&format!("gen poly --degree 80 --bits 300 --seed 2 -o {g}"));
    for (line, words) in [
        (format!("det {a} --algorithm crt"), 1.0),
        (format!("charpoly {a}"), 41.0),
        (format!("minpoly {a}"), 42.0),
        (format!("rank {a}"), 81.0),
        (format!("solve {a} {b} --algorithm crt"), 81.0),
        (format!("inverse {a} --algorithm crt"), 1601.0),
        (format!("adjugate {a}"), 1600.0),
        (format!("resultant {f} {g}"), 1.0),
        (format!("xgcd {f} {g}"), 171.0),
        (format!("gcd {f} {g} --algorithm crt"), 82.0),
    ] {
        let found = plan(&format!("{line} --ranks 48 --threads 2"));
        assert_eq!(column(&found, "ranks"), [1.0, 2.0, 4.0, 8.0, 16.0, 32.0, 48.0], "{line}");
        let work = &found["ranks"]["work"];
        assert_eq!(work["image_bytes"].as_f64(), Some(8.0 * (2.0 + words)), "{line}");
        let (groups, request) =
            ((work["primes"].as_f64().unwrap() / 16.0).ceil(), work["request_bytes"].as_f64().unwrap());
        // some 300 bits of each integer, and what comes with them
        assert!(groups > 1.0 && request > 5.0 * 8.0 * 80.0, "{line}: {work}");
        let (sent, received) = (column(&found, "sent_bytes"), column(&found, "received_bytes"));
        let away = groups - (groups / 48.0).floor();
        assert_eq!(sent[6], away.min(47.0) * request + away * 128.0, "{line}");
        assert_eq!(received[6], away * 16.0 * 8.0 * (2.0 + words), "{line}");
        assert_eq!([sent[0], received[0]], [0.0; 2]);
        let (all, work_ns, network) =
            (column(&found, "predicted_ns"), column(&found, "work_ns"), column(&found, "network_ns"));
        let join = work["join_ns"].as_f64().unwrap();
        for i in 0..7 {
            assert!((all[i] - work_ns[i] - network[i] - join).abs() < 1e-3 * all[i], "{line}: row {i}");
        }
    }
}

/// As many images are predicted as the run takes, whose answer goes up to the bound.
#[test]
fn the_number_of_primes_is_that_of_the_run() {
    let matrix = output("gen matrix --rows 30 --bits 200");
    let folder = desk(&[("a.json", matrix.as_bytes())]);
    let path = folder.path().join("a.json").display().to_string();
    let planned = plan(&format!("charpoly {path} --ranks 4"));
    let done = polymod(&format!("charpoly {path} --explain=json")).assert().success();
    let told: Value = serde_json::from_slice(&done.get_output().stderr).unwrap();
    assert_eq!(planned["ranks"]["work"]["primes"], told["parameters"]["primes"]);
    assert_eq!(planned["task"], told["task"]);
}

#[test]
fn what_takes_one_machine_says_so() {
    let matrix = output("gen matrix --rows 30 --bits 200");
    let folder = desk(&[("a.json", matrix.as_bytes())]);
    let path = folder.path().join("a.json").display().to_string();
    let table = output(&format!("plan det {path} --algorithm dixon --ranks 64"));
    assert!(table.contains("\n  dixon takes one machine, whatever the number of ranks\n"), "{table}");
    let found = plan(&format!("det {path} --algorithm dixon --ranks 64"));
    assert_eq!(found["ranks"]["rows"], Value::Array(Vec::new()));
    let mut drawn = polymod(&format!("plan det {path} --algorithm dixon --ranks 64 --plot"));
    drawn.arg(folder.path().join("none.svg"));
    assert!(complaint(drawn, 2).contains("nothing to draw"));
    assert!(!folder.path().join("none.svg").exists());
}

#[test]
fn transforms_of_any_length() {
    // 550 GB, of which nothing is read or held
    let line = format!("ntt =x --length 2^36 {RING} --ranks 4096 --threads 1");
    let found = plan(&line);
    assert_eq!(
        (&found["chosen"], found["task"].as_str().unwrap().contains("68719476736 values")),
        (&"by-ranks".into(), true)
    );
    let (ranks, sent, all) = (column(&found, "ranks"), column(&found, "sent_bytes"), column(&found, "predicted_ns"));
    let (work, network, files) = (column(&found, "work_ns"), column(&found, "network_ns"), column(&found, "files_ns"));
    assert_eq!(ranks.len(), 13);
    for i in 0..13 {
        let (p, bytes) = (ranks[i], 8.0 * 2f64.powi(36));
        assert_eq!(sent[i], 2.0 * bytes / p * (1.0 - 1.0 / p));
        assert!((work[i] * p / work[0] - 1.0).abs() < 1e-12, "{p} ranks");
        assert!((network[i] - 2.0 * (p - 1.0) * 2000.0 - sent[i] / 10.0).abs() < 1.0, "{p} ranks");
        assert_eq!(files[i], 2.0 * bytes / p / 5.0, "5 bytes a nanosecond");
        assert!((all[i] - work[i] - network[i] - files[i]).abs() < 1.0);
    }
    // memory of a rank: its values, and as many that arrive
    assert_eq!(found["alternatives"][0]["peak_bytes"].as_f64(), Some(16.0 * 2f64.powi(36) / 4096.0));
    let table = output(&format!("plan {line}"));
    assert_eq!(
        table.lines().filter(|line| line.ends_with(" network") || line.ends_with(" work")).count(),
        13,
        "{table}"
    );
    // a network ten times as fast in all, and slow files
    let fast = plan(&format!("{line} --latency 0.2 --bandwidth 100 --disk 0.5"));
    let quotient = |name: &str, i: usize| column(&found, name)[i] / column(&fast, name)[i];
    assert!((1..13).all(|i| (quotient("network_ns", i) - 10.0).abs() < 1e-9));
    assert!((0..13).all(|i| (quotient("files_ns", i) - 0.1).abs() < 1e-9 && quotient("work_ns", i) == 1.0));
    assert!(
        output(&format!("plan {line} --latency 0.2 --disk 0.5"))
            .contains("200 ns a message, 10 GB/s of network, 0.5 GB/s of files assumed")
    );
    assert!(complaint(polymod(&format!("plan {line} --latency -1")), 2).contains("expected a number above 0"));
    assert!(complaint(polymod("plan ntt =x --length 2^4 --ring zn:97 --disk 2"), 2).contains("--ranks"));
    // elements of several words
    let wide = plan("ntt =[1,2] --length 2^20 --ring gfpf:P4 --ranks 2");
    assert_eq!(wide["ranks"]["work"]["value_bytes"].as_f64(), Some(32.0));
}

#[test]
fn products_modulo_one_prime_and_several() {
    let folder = desk(&[]);
    let file = |name: &str| folder.path().join(name).display().to_string();
    let (a, b) = (file("a.json"), file("b.json"));
    output(&format!("gen poly --degree 30000 --ring zn:97 -o {a}"));
    output(&format!("gen poly --degree 2000 --ring zn:97 --seed 2 -o {b}"));
    let bytes = 8.0 * 32768.0;
    // three transforms modulo the prime itself, two for a square
    for (line, transforms) in [(format!("mul {a} {b}"), 3.0), (format!("sqr {b}"), 2.0)] {
        let found = plan(&format!("{line} {RING} --ranks 8"));
        let bytes = if transforms == 3.0 { bytes } else { 8.0 * 4096.0 };
        let (ranks, sent) = (column(&found, "ranks"), column(&found, "sent_bytes"));
        for (p, sent) in ranks.iter().zip(sent) {
            assert_eq!(sent, transforms * bytes / p * (1.0 - 1.0 / p), "{line} on {p} ranks");
        }
        assert_eq!(found["ranks"]["work"]["primes"], 1);
        assert_eq!(found["alternatives"][0]["peak_bytes"].as_f64(), Some(transforms * bytes / 8.0));
    }
    // two primes are two groups: a rank of a pair has one of them, and sends half of its residues
    let found = plan(&format!("mul {a} {b} --ring zn:4611686018427387903 --ranks 4"));
    let primes = found["ranks"]["work"]["primes"].as_f64().unwrap();
    let (sent, work) = (column(&found, "sent_bytes"), column(&found, "work_ns"));
    assert!(primes > 1.0 && work[1] < work[0] && work[2] < work[1], "{found}");
    assert!(sent[0] == 0.0 && sent[1] >= bytes / 2.0, "{found}");
    let table = output(&format!("plan mul {a} {b} --ring zn:4611686018427387903 --ranks 4"));
    assert!(table.contains(&format!("3 transforms of 32768 values of 256 KiB modulo {primes} primes")), "{table}");
    // values for 60 bits each, in a square's two transforms with two exchanges each
    let bits = file("bits.json");
    output(&format!("gen poly --degree 99999 --ring gf2 -o {bits}"));
    let found = plan(&format!("sqr {bits} --ring gf2 --ranks 4"));
    let work = &found["ranks"]["work"];
    let values = work["values"].as_f64().unwrap();
    assert!(values >= 199_999.0 / 60.0 && work["exchanges"] == 2 && work["operands"] == 1, "{found}");
    assert_eq!(column(&found, "sent_bytes")[1], 4.0 * 8.0 * values / 4.0);
    // all coefficients are computed of a product modulo x^n − 1, too
    let [whole, wrapped] = ["", " --cyclic 5"].map(|part| plan(&format!("mul {a} {b} {RING}{part} --ranks 4")));
    assert_eq!(column(&whole, "sent_bytes"), column(&wrapped, "sent_bytes"));
    let over = complaint(polymod(&format!("plan mul {a} {b} --ring gf:7^2 --ranks 4")), 2);
    assert!(over.contains("products over ranks"), "{over}");
}

#[test]
fn charts_are_svg() {
    let folder = desk(&[]);
    let path = folder.path().join("a.svg");
    let mut command = polymod(&format!("plan ntt =x --length 2^30 {RING} --ranks 100 --plot"));
    command.arg(&path).assert().success();
    let text = std::fs::read_to_string(path).unwrap();
    assert!(text.starts_with("<svg") && text.contains("transform over zn:") && text.contains("arithmetic alone"));
    // two lines, at 1, 2, … 64 and 100 ranks
    assert_eq!(text.matches("<circle").count(), 2 * 8);
}

#[test]
fn what_is_wrong_is_said() {
    for (line, wanted) in [
        (
            "plan mul =x =x --ranks 4",
            "--ranks is for transforms and products over residues, and for modular methods over z; mul over z is neither",
        ),
        ("plan det =[[1]] --ring zn:97 --ranks 4", "det over zn:97 is neither"),
        ("plan mul =[[1]] =[[1]] --ring z[y] --ranks 4", "mul over z[y] is neither"),
        ("det =[[1]] --ranks 4", "it is for plan"),
        ("plan det =[[1]] --ranks 0", "--ranks"),
        ("plan ntt =x --length 96 --ring zn:97 --ranks 4", "transforms over ranks have 2^k values, not 96"),
        (
            "plan ntt =x --length 32 --ring gfpf:P4 --ranks 4",
            "gfpf:P4 has no transform of 32 values that is divided among ranks on this CPU",
        ),
        ("plan ntt =x --length 64 --ring zn:97 --ranks 4", "64"),
    ] {
        let said = complaint(polymod(line), if line.contains("length 64") { 1 } else { 2 });
        assert!(said.contains(wanted), "{line}: {said}");
    }
    let said = complaint(polymod(&format!("plan ntt =x --length 4096 {RING} --ranks 65")), 2);
    assert!(said.contains("can be divided among 64 ranks at most"), "{said}");
}
