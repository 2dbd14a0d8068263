//! Charts.

use polymod_cli::chart::{Panel, Series, svg};

fn panel(title: &str, ys: [f64; 3]) -> Panel {
    let points: Vec<(f64, f64)> = [1.0, 2.0, 4.0].into_iter().zip(ys).collect();
    let series =
        |name: &str, dots: &[(f64, f64)]| Series { name: name.into(), line: points.clone(), dots: dots.to_vec() };
    Panel {
        title: title.into(),
        across: "coefficients",
        series: vec![series("one", &points), series("two", &[])],
        marks: vec![2.0],
    }
}

#[test]
fn every_line_has_its_colour_and_its_name() {
    let empty = Panel { series: Vec::new(), ..panel("nothing", [1.0; 3]) };
    let (rising, falling) = (panel("rises", [1.0, 2.0, 3.0]), panel("falls", [3.0, 2.0, 1.0]));
    let text = svg("a machine", &[rising.clone(), empty.clone(), falling.clone()]).unwrap();
    for word in ["<svg", "a machine", "rises", "falls", "coefficients", "</svg>"] {
        assert!(text.contains(word), "{word}");
    }
    assert!(!text.contains("nothing"));
    let count = |pattern: &str| text.matches(pattern).count();
    // three dots of the first line of each panel, its line and its name
    assert_eq!((count("<circle"), count("\"#0072B2\""), count("\"#D55E00\"")), (6, 10, 4));
    assert!(rising.rises() && !falling.rises());
    assert_eq!(svg("a machine", &[empty]), Err("there is nothing to draw".into()));
}

#[test]
fn one_point_is_a_chart() {
    let one = Panel {
        series: vec![Series { name: "one".into(), line: vec![(64.0, 5.0)], dots: vec![(64.0, 5.0)] }],
        ..panel("one point", [1.0; 3])
    };
    assert_eq!(svg("", &[one]).unwrap().matches("<circle").count(), 1);
}
