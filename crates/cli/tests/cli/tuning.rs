//! `tune`, `bench`, and the file of its costs, which may be from another machine, damaged, or hostile: results stay the same,
//! with one warning.

use super::{complaint, desk, names, polymod};
use polymod::core::cpu::host;
use std::{
    path::Path,
    process::{Command, Stdio},
};

fn head() -> String {
    let host = host();
    let (cpu, target, version) = (&host.name, host.target, env!("CARGO_PKG_VERSION"));
    format!("[machine]\ncpu = {cpu:?}\nisa = \"{target}\"\nversion = \"{version}\"\n[costs]\n")
}

/// Standard output and standard error of a product with the costs of this file.
fn product(costs: &Path, explain: bool) -> [String; 2] {
    let line = "mul =x^400+3*x^7+1 =5*x^399-x+1 --ring zn:2^61-1 --threads 1 --format human";
    let mut command = polymod(line);
    let done = command.args(explain.then_some("--explain")).env("POLYMOD_COSTS", costs).assert().success();
    let text = |bytes: &[u8]| String::from_utf8(bytes.to_vec()).unwrap();
    [text(&done.get_output().stdout), text(&done.get_output().stderr)]
}

#[test]
fn figures_decide_and_bad_ones_are_said_to_be_so_once() {
    let figures = |text: &str| format!("{}{text}", head());
    let deep = "a = [".to_string() + &"[".repeat(20_000);
    let files = [
        ("good", figures("karatsuba = { first = 3, ns = [0.5, 1, 2, 4] }")),
        ("empty", String::new()),
        ("elsewhere", figures("").replace("cpu = \"", "cpu = \"not ")),
        ("old", figures("").replace(env!("CARGO_PKG_VERSION"), "0.0.0")),
        ("nan", figures("word_mul = nan")),
        ("negative", figures("plan = -3.0")),
        ("huge", figures("block = 1e308")),
        ("infinite", figures("short = [inf, 1.0, 1.0, 1.0]")),
        ("few", figures("ntt = { first = 4, ns = [] }")),
        ("far", figures("ntt = { first = 4000000000, ns = [1.0, 2.0] }")),
        ("below", figures("ntt = { first = -1, ns = [1.0, 2.0] }")),
        ("steep", figures("karatsuba = { first = 3, ns = [300.0, 90000.0] }")),
        ("long", figures(&format!("ntt = {{ first = 6, ns = [{}] }}", "30.0, ".repeat(1000)))),
        ("unknown", figures("no_such_figure = 1.0")),
        ("kind", figures("word_mul = [1.0, 2.0]")),
        ("text", "polymod".into()),
        ("deep", deep),
        ("cut", head()[..40].into()),
        ("bytes", "\u{0}\u{1}[[[".into()),
    ];
    let folder = desk(&[]);
    let path = |name: &str| folder.path().join(name);
    for (name, text) in &files {
        std::fs::write(path(name), text).unwrap();
    }
    std::fs::write(path("binary"), [0xff, 0xfe, 0x00]).unwrap();
    let [result, _] = product(Path::new(""), false);
    let [same, explained] = product(&path("good"), true);
    assert!(same == result && explained.contains(": karatsuba"), "{explained}");
    let others = files[1..].iter().map(|file| file.0).chain(["binary", "missing", "."]);
    for name in others {
        let [same, warning] = product(&path(name), false);
        assert_eq!(same, result, "{name}");
        assert!(warning.starts_with("polymod: ") && warning.ends_with('\n'), "{name}: {warning:?}");
        assert!(warning.matches('\n').count() == 1 && warning.contains("built-in"), "{name}: {warning}");
    }
}

#[test]
fn figures_at_the_edge_of_what_is_taken_change_no_result() {
    let folder = desk(&[]);
    let path = folder.path().join("costs.toml");
    for (name, factor) in [("low", 0.002), ("high", 500.0)] {
        let ns: Vec<String> = (0..8).map(|i| format!("{:e}", 300.0 * factor * f64::from(1 << i))).collect();
        let curve = format!("{{ first = 3, ns = [{}] }}", ns.join(", "));
        let figures = format!(
            "plan = {:e}\nblock = {:e}\nword_mul = {:e}\nbit_short = [{:e}, {:e}]\nkaratsuba = {curve}\n",
            400.0 * factor,
            400.0 * factor,
            0.9 * factor,
            20.0 * factor,
            0.2 * factor
        );
        std::fs::write(&path, head() + &figures).unwrap();
        for line in ["mul =x^300+1 =x^299-x+3 --ring gf2", "xgcd =x^90+1 =x^61+3*x --ring zn:97", "sqr =x^200-7*x+1"] {
            let built_in = polymod(line).assert().success().get_output().stdout.clone();
            let done = polymod(line).env("POLYMOD_COSTS", &path).assert().success();
            assert_eq!(done.get_output().stdout, built_in, "{name}: {line}");
        }
    }
}

#[cfg(target_os = "linux")]
#[test]
fn an_interrupt_ends_measuring_and_leaves_the_old_file() {
    let folder = desk(&[("costs.toml", b"old")]);
    let mut child = Command::new(assert_cmd::cargo::cargo_bin!("polymod"))
        .args(["tune", "--quiet", "-o", "costs.toml"])
        .current_dir(folder.path())
        .stderr(Stdio::piped())
        .spawn()
        .unwrap();
    super::pipes::until_it_catches_interrupts(&mut child);
    super::pipes::interrupt(&child);
    // a run that measured to the end would have written the costs, and ended with code 0
    assert_eq!(child.wait().unwrap().code(), Some(130));
    assert_eq!(std::fs::read(folder.path().join("costs.toml")).unwrap(), b"old");
    assert_eq!(names(folder.path()), ["costs.toml"]);
}

#[test]
fn what_tune_takes() {
    assert!(complaint(polymod("tune --ring zn:97"), 2).contains("tune takes no option --ring"));
    assert!(complaint(polymod("tune -o a -o b"), 2).contains("one result for 2 files"));
    assert!(complaint(polymod("tune"), 2).contains("name a file by -o"));
}

#[test]
fn what_bench_takes() {
    assert!(complaint(polymod("bench --ring zn:97"), 2).contains("bench takes no option --ring"));
    assert!(complaint(polymod("bench slow"), 2).contains("quick"));
    assert!(complaint(polymod("bench quick -o a -o b"), 2).contains("one result for 2 files"));
    // said before anything is measured
    assert!(complaint(polymod("bench full --json no-such-folder/a.json"), 2).contains("no-such-folder"));
    assert!(complaint(polymod("bench full --plot no-such-folder/a.svg"), 2).contains("no-such-folder"));
}
