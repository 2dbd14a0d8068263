//! The table on one screen: a line for each operation and ring, a column for each size.

use crate::harness::Row;

/// Below this ratio polymod has lost, above it the timings are too close to tell.
const LOST: f64 = 0.95;
/// Rows of the list of losses.
const WORST: usize = 20;

/// Prints the head: a column for each size.
pub fn head(sizes: &[usize]) {
    print!("{:<18} {:<14}", "operation", "ring");
    sizes.iter().for_each(|n| print!(" {n:>7}"));
    println!();
}

/// Prints the ratios of an operation over a ring, losses between asterisks.
pub fn line(op: &str, case: &str, sizes: &[usize], rows: &[Row]) {
    let entry_at = |n: usize| rows.iter().find(|row| row.n == n).map_or(String::new(), |row| entry(row.ratio()));
    let line = sizes.iter().fold(format!("{op:<18} {case:<14}"), |line, &n| format!("{line} {:>7}", entry_at(n)));
    println!("{}", line.trim_end());
}

/// Two digits, between asterisks where it is a loss.
fn entry(ratio: f64) -> String {
    let digits = match ratio {
        0.995.. => format!("{ratio:.1}"),
        _ => format!("{ratio:.2}").trim_start_matches('0').to_owned(),
    };
    if ratio < LOST { format!("**{digits}**") } else { digits }
}

/// Prints how many rows are lost, and the worst of them.
pub fn summary(rows: &[Row]) {
    let mut lost: Vec<&Row> = rows.iter().filter(|row| row.ratio() < LOST).collect();
    lost.sort_by(|a, b| a.ratio().total_cmp(&b.ratio()));
    println!("\n{} rows, {} lost by more than 5 %", rows.len(), lost.len());
    for Row { op, case, n, peer, ours_ns, peer_ns, .. } in lost.iter().take(WORST) {
        println!("{op:<18} {case:<14} {n:>4} {ours_ns:>12.1} {peer:<14} {peer_ns:>12.1} {:>6.2}", peer_ns / ours_ns);
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn losses_are_marked() {
        assert_eq!(
            [0.73, 0.949, 0.951, 0.999, 1.0, 12.34].map(entry),
            ["**.73**", "**.95**", ".95", "1.0", "1.0", "12.3"]
        );
    }
}
