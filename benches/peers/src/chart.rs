//! The chart of a table: speed ratio over size, one line a case, on a white ground.

use std::error::Error;
use std::path::Path;

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

/// Writes the chart of `rows` as an SVG file: the title, the legend below it, the lines.
///
/// # Errors
/// When there are no rows, or when the file cannot be written.
pub fn write(path: &Path, title: &str, rows: &[Row]) -> Result<(), Box<dyn Error>> {
    let cases = cases(rows);
    let peer = rows.first().ok_or("no rows to draw")?.peer;
    let root = SVGBackend::new(path, (880, 500)).into_drawing_area();
    root.fill(&WHITE)?;
    let (head, body) = root.split_vertically(68);
    head.draw(&Text::new(title, (66, 14), ("sans-serif", 22)))?;
    for ((case, colour), x) in cases.iter().zip(COLOURS.iter().cycle()).zip((66..).step_by(160)) {
        head.draw(&PathElement::new(vec![(x, 54), (x + 22, 54)], colour.stroke_width(3)))?;
        head.draw(&Text::new((*case).to_owned(), (x + 28, 47), FONT))?;
    }
    draw_lines(&body, peer, &cases, rows)?;
    root.present()?;
    Ok(())
}

type Area<'a> = DrawingArea<SVGBackend<'a>, Shift>;

fn draw_lines(body: &Area, peer: &str, cases: &[&str], rows: &[Row]) -> Result<(), Box<dyn Error>> {
    let ratio_max = rows.iter().map(Row::ratio).fold(1.0, f64::max) * 1.05;
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
fn cases(rows: &[Row]) -> Vec<&str> {
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
    fn every_case_has_a_line_and_a_label() {
        let row = |case: &str, n, peer_ns| Row {
            case: case.to_owned(),
            n,
            peer: "peer",
            ours_ns: 1.0,
            peer_ns,
            median_ratio: peer_ns,
        };
        let rows = [row("one", 4, 2.0), row("one", 8, 3.0), row("two", 4, 4.0), row("two", 8, 5.0)];
        let path = std::env::temp_dir().join(format!("polymod-chart-{}.svg", std::process::id()));
        write(&path, "title", &rows).unwrap();
        let svg = std::fs::read_to_string(&path).unwrap();
        std::fs::remove_file(&path).unwrap();
        assert!(["title", "one", "two", "time of peer / time of polymod"].iter().all(|text| svg.contains(text)));
        let lines_of = |colour: &str| svg.matches(&format!("stroke=\"{colour}\"")).count();
        assert_eq!((lines_of("#0072B2"), lines_of("#D55E00"), lines_of("#009E73")), (2, 2, 0));
        assert!(write(&path, "title", &[]).is_err());
    }
}
