//! The chart of the cost model.

use polymod_cli::tune::report::{LENGTHS, Panel, svg};

#[test]
fn a_picture_has_all_lines_and_its_crossovers() {
    let line = |scale: f64, power: i32| -> Vec<(usize, f64, f64)> {
        LENGTHS.map(|log| 1usize << log).map(|n| (n, scale * (n as f64).powi(power), scale * n as f64)).collect()
    };
    let panel = Panel { title: "products".into(), lines: vec![("one", line(1.0, 2)), ("two", line(40.0, 1))] };
    assert_eq!(panel.crossovers(), [(4, "one"), (64, "two")]);
    let text = svg("a machine", &[panel]).unwrap();
    for word in ["<svg", "a machine", "one", "two", "products", "</svg>"] {
        assert!(text.contains(word), "{word}");
    }
    assert_eq!(text.matches("<circle").count(), 2 * LENGTHS.count());
}
