//! The chart of a table: speed ratio over size, one line a case, on a white ground.

use std::error::Error;
use std::path::{Path, PathBuf};

use plotters::coord::Shift;
use plotters::prelude::*;

use crate::harness::Row;

/// Colours that colour-blind readers tell apart (Okabe and Ito 2008), without yellow, which is too pale for a thin line.
const COLOURS: [RGBColor; 7] = [
    RGBColor(0, 114, 178),
    RGBColor(213, 94, 0),
    RGBColor(0, 158, 115),
    RGBColor(204, 121, 167),
    RGBColor(230, 159, 0),
    RGBColor(86, 180, 233),
    RGBColor(0, 0, 0),
];

/// Size of the letters; the title is larger.
const FONT: (&str, i32) = ("sans-serif", 16);

/// Writes a chart for each operation and peer, and returns the files: `TABLE.svg` is that of the first row, the others have
/// operation and peer in their names.
///
/// # Errors
/// When there are no rows, or when a file cannot be written.
pub fn write_all(folder: &Path, table: &str, title: &str, rows: &[Row]) -> Result<Vec<PathBuf>, Box<dyn Error>> {
    let first = rows.first().ok_or("no rows to draw")?;
    let mut kinds: Vec<(&str, &str)> = Vec::new();
    for row in rows {
        if !kinds.contains(&(row.op, row.peer)) {
            kinds.push((row.op, row.peer));
        }
    }
    let several_ops = kinds.iter().any(|(op, _)| *op != first.op);
    let mut files = Vec::new();
    for kind @ (op, peer) in kinds.iter().copied() {
        let name = if kind == kinds[0] { table.to_owned() } else { format!("{table}-{op}-{peer}") };
        let path = folder.join(name.replace([' ', ',', '/'], "-") + ".svg");
        let title = if several_ops { format!("{title}: {op}") } else { title.to_owned() };
        let rows: Vec<&Row> = rows.iter().filter(|row| (row.op, row.peer) == kind).collect();
        write(&path, &title, peer, &rows)?;
        files.push(path);
    }
    Ok(files)
}

/// Writes the chart of `rows` as an SVG file: the title, the legend below it, the lines.
fn write(path: &Path, title: &str, peer: &str, rows: &[&Row]) -> Result<(), Box<dyn Error>> {
    let cases = cases(rows);
    let root = SVGBackend::new(path, (880, 500)).into_drawing_area();
    root.fill(&WHITE)?;
    let (head, body) = root.split_vertically(68);
    head.draw(&Text::new(title, (66, 14), ("sans-serif", 22)))?;
    let step = (800 / cases.len()).min(160);
    for ((case, colour), x) in cases.iter().zip(COLOURS.iter().cycle()).zip((66..).step_by(step)) {
        head.draw(&PathElement::new(vec![(x, 54), (x + 22, 54)], colour.stroke_width(3)))?;
        head.draw(&Text::new((*case).to_owned(), (x + 28, 47), FONT))?;
    }
    draw_lines(&body, peer, &cases, rows)?;
    root.present()?;
    Ok(())
}

type Area<'a> = DrawingArea<SVGBackend<'a>, Shift>;

fn draw_lines(body: &Area, peer: &str, cases: &[&str], rows: &[&Row]) -> Result<(), Box<dyn Error>> {
    let ratio_max = rows.iter().map(|row| row.ratio()).fold(1.0, f64::max) * 1.05;
    let sizes = rows.iter().map(|row| row.n as f64);
    let (n_min, n_max) = (sizes.clone().fold(f64::MAX, f64::min), sizes.fold(0.0, f64::max));
    let mut chart = ChartBuilder::on(body)
        .margin_left(10)
        .margin_right(24)
        .margin_bottom(8)
        .x_label_area_size(46)
        .y_label_area_size(56)
        .build_cartesian_2d((n_min..n_max).log_scale().base(2.0), 0.0..ratio_max)?;
    chart
        .configure_mesh()
        .disable_x_mesh()
        .light_line_style(TRANSPARENT)
        .bold_line_style(BLACK.mix(0.12))
        .label_style(FONT)
        .x_labels(20)
        .x_label_formatter(&|n| power_of_two(*n))
        .x_desc("n")
        .y_desc(format!("time of {peer} / time of polymod"))
        .draw()?;
    let equal = vec![(n_min, 1.0), (n_max, 1.0)];
    chart.draw_series([PathElement::new(equal, BLACK.stroke_width(2))])?;
    for (case, colour) in cases.iter().zip(COLOURS.iter().cycle()) {
        let points = rows.iter().filter(|row| row.case == *case).map(|row| (row.n as f64, row.ratio()));
        chart.draw_series(LineSeries::new(points, colour.stroke_width(2)))?;
    }
    Ok(())
}

/// The cases in the order in which they first appear.
fn cases<'a>(rows: &[&'a Row]) -> Vec<&'a str> {
    let mut cases: Vec<&str> = Vec::new();
    for row in rows {
        if !cases.contains(&row.case.as_str()) {
            cases.push(&row.case);
        }
    }
    cases
}

/// `1024` as 2¹⁰.
fn power_of_two(n: f64) -> String {
    const DIGITS: [char; 10] = ['⁰', '¹', '²', '³', '⁴', '⁵', '⁶', '⁷', '⁸', '⁹'];
    let log = n.log2().round() as usize;
    let digits = log.to_string().bytes().map(|digit| DIGITS[usize::from(digit - b'0')]).collect::<String>();
    format!("2{digits}")
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn labels() {
        assert_eq!(power_of_two(1024.0), "2¹⁰");
    }

    #[test]
    fn every_case_has_a_line_and_a_label_in_the_chart_of_its_peer() {
        let row = |case: &str, n, peer, peer_ns| Row {
            op: "square",
            case: case.to_owned(),
            n,
            peer,
            ours_ns: 1.0,
            peer_ns,
            median_ratio: peer_ns,
            work: None,
            rounds: [vec![1.0], vec![peer_ns]],
        };
        let rows = [
            row("one", 4, "peer", 2.0),
            row("one", 8, "peer", 3.0),
            row("two", 4, "peer", 4.0),
            row("two", 8, "peer", 5.0),
            row("three", 4, "another", 5.0),
            row("three", 8, "another", 5.0),
        ];
        let folder = std::env::temp_dir().join(format!("polymod-chart-{}", std::process::id()));
        std::fs::create_dir_all(&folder).unwrap();
        let files = write_all(&folder, "table", "title", &rows).unwrap();
        assert_eq!(files, ["table.svg", "table-square-another.svg"].map(|name| folder.join(name)));
        let [svg, other] = [0, 1].map(|i| std::fs::read_to_string(&files[i]).unwrap());
        assert!(write_all(&folder, "table", "title", &[]).is_err());
        std::fs::remove_dir_all(&folder).unwrap();
        assert!(["title", "one", "two", "time of peer / time of polymod"].iter().all(|text| svg.contains(text)));
        let lines_of = |colour: &str| svg.matches(&format!("stroke=\"{colour}\"")).count();
        assert_eq!((lines_of("#0072B2"), lines_of("#D55E00"), lines_of("#009E73")), (2, 2, 0));
        assert!(other.contains("three") && !other.contains("two"));
    }
}
