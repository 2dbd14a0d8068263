//! Times the same operation by two libraries, alternately, and keeps the rows of a table.
//!
//! A contest is checked before and after it is timed: both results must be equal. Each side is warmed up until one
//! timing takes [`Plan::round`]; then [`Plan::rounds`] timings of each side alternate, so that a change of the core's
//! frequency meets both. Reported are the best and the median of those.

use std::error::Error;
use std::hint::black_box;
use std::str::FromStr;
use std::time::{Duration, Instant};

use serde_json::json;

/// One operation on the same operands by both sides. The buffers of the results belong to the contest and are allocated
/// before the timing.
pub trait Contest {
    /// Computes with polymod.
    fn ours(&mut self);
    /// Computes with the peer.
    fn peer(&mut self);
    /// Whether the last results of both are equal.
    fn agree(&self) -> bool;
}

/// How far the sizes of a table go.
#[derive(Clone, Copy, PartialEq, Eq)]
pub enum Sizes {
    /// A few tiny ones, timed too briefly to mean anything: shows that the program works.
    Quick,
    /// Up to 2^14.
    Small,
    /// Up to the table's own limit.
    All,
}

impl Sizes {
    /// The binary logarithm of the largest size, for a table that goes up to 2^`limit`.
    pub fn max_log(self, limit: u32) -> u32 {
        match self {
            Self::Quick => limit.min(6),
            Self::Small => limit.min(14),
            Self::All => limit,
        }
    }
}

impl FromStr for Sizes {
    type Err = String;

    fn from_str(word: &str) -> Result<Self, String> {
        match word {
            "quick" => Ok(Self::Quick),
            "small" => Ok(Self::Small),
            "all" => Ok(Self::All),
            _ => Err(format!("--sizes: expected all, small or quick, found {word}")),
        }
    }
}

/// One line of a table; times in nanoseconds for one operation.
pub struct Row {
    /// What is computed, such as the modulus' size: one line of the chart.
    pub case: String,
    /// The size.
    pub n: usize,
    /// The peer's name.
    pub peer: &'static str,
    /// Best time of polymod.
    pub ours_ns: f64,
    /// Best time of the peer.
    pub peer_ns: f64,
    /// The peer's median over ours.
    pub median_ratio: f64,
}

impl Row {
    /// The peer's best time over ours: above 1, polymod is faster.
    pub fn ratio(&self) -> f64 {
        self.peer_ns / self.ours_ns
    }
}

/// How long and how often a side is timed.
struct Plan {
    round: Duration,
    rounds: usize,
}

/// The rows measured so far, and how to measure the next.
pub struct Harness {
    sizes: Sizes,
    plan: Plan,
    rows: Vec<Row>,
}

impl Harness {
    /// An empty table.
    pub fn new(sizes: Sizes) -> Self {
        let plan = match sizes {
            Sizes::Quick => Plan { round: Duration::from_micros(200), rounds: 3 },
            _ => Plan { round: Duration::from_millis(10), rounds: 7 },
        };
        Self { sizes, plan, rows: Vec::new() }
    }

    /// The sizes asked for.
    pub fn sizes(&self) -> Sizes {
        self.sizes
    }

    /// The rows in the order measured.
    pub fn rows(&self) -> &[Row] {
        &self.rows
    }

    /// Times one contest, prints its row and keeps it.
    ///
    /// # Panics
    /// When the results of both sides differ.
    pub fn compare<C: Contest>(&mut self, case: &str, n: usize, peer: &'static str, contest: &mut C) {
        contest.ours();
        contest.peer();
        assert!(contest.agree(), "{case}, n = {n}: polymod and {peer} differ");
        let our_count = self.plan.warm_up(contest, C::ours);
        let peer_count = self.plan.warm_up(contest, C::peer);
        let (mut ours, mut peers): (Vec<f64>, Vec<f64>) = (0..self.plan.rounds)
            .map(|_| (nanoseconds(contest, C::ours, our_count), nanoseconds(contest, C::peer, peer_count)))
            .unzip();
        assert!(contest.agree(), "{case}, n = {n}: polymod and {peer} differ after repetition");
        ours.sort_by(f64::total_cmp);
        peers.sort_by(f64::total_cmp);
        let middle = self.plan.rounds / 2;
        let median_ratio = peers[middle] / ours[middle];
        self.push(Row { case: case.to_owned(), n, peer, ours_ns: ours[0], peer_ns: peers[0], median_ratio });
    }

    fn push(&mut self, row: Row) {
        if self.rows.is_empty() {
            let (ours, peer) = ("polymod ns", format!("{} ns", row.peer));
            println!("{:<14} {:>8} {ours:>14} {peer:>14} {:>8} {:>8}", "case", "n", "ratio", "medians");
        }
        println!(
            "{:<14} {:>8} {:>14.1} {:>14.1} {:>8.2} {:>8.2}",
            row.case,
            row.n,
            row.ours_ns,
            row.peer_ns,
            row.ratio(),
            row.median_ratio
        );
        self.rows.push(row);
    }

    /// The rows as JSON: a list of objects.
    pub fn json(&self) -> Result<String, Box<dyn Error>> {
        let list: Vec<_> = self
            .rows
            .iter()
            .map(|row| {
                json!({
                    "case": row.case, "n": row.n, "ours_ns": row.ours_ns,
                    "peer": row.peer, "peer_ns": row.peer_ns, "ratio": row.ratio(),
                })
            })
            .collect();
        Ok(serde_json::to_string_pretty(&list)? + "\n")
    }
}

impl Plan {
    /// Runs `side` until a timing takes a whole round, and returns how many operations that needs.
    fn warm_up<C: Contest>(&self, contest: &mut C, side: fn(&mut C)) -> u32 {
        let round = self.round.as_secs_f64() * 1e9;
        let mut count = 1;
        loop {
            let each = nanoseconds(contest, side, count);
            if each * f64::from(count) >= round {
                return count;
            }
            // A tenth more than seems needed; at most 16 times as many, because the first timings are cold.
            count = ((round / each * 1.1) as u32).clamp(count + 1, 16 * count);
        }
    }
}

/// The mean time of `count` operations of one side.
fn nanoseconds<C: Contest>(contest: &mut C, side: fn(&mut C), count: u32) -> f64 {
    let start = Instant::now();
    for _ in 0..count {
        side(black_box(contest));
    }
    start.elapsed().as_secs_f64() * 1e9 / f64::from(count)
}

/// 2^2 … 2^`max_log`, and 1.25, 1.5 and 1.75 times the powers of two between 2^3 and 2^(`max_log` − 1).
pub fn lengths(max_log: u32) -> Vec<usize> {
    let fractions = (3..max_log).flat_map(|log| (5..8).map(move |quarters| quarters << (log - 2)));
    let mut lengths: Vec<usize> = (2..=max_log).map(|log| 1 << log).chain(fractions).collect();
    lengths.sort_unstable();
    lengths
}

/// Pseudo-random numbers below `bound`, the same for the same seed (SplitMix64: Steele, Lea and Flood 2014, and the high
/// word of a product to scale).
pub fn random_below(bound: u64, count: usize, seed: u64) -> Vec<u64> {
    let mut state = seed;
    let mut next = || {
        state = state.wrapping_add(0x9e37_79b9_7f4a_7c15);
        let z = (state ^ (state >> 30)).wrapping_mul(0xbf58_476d_1ce4_e5b9);
        let z = (z ^ (z >> 27)).wrapping_mul(0x94d0_49bb_1331_11eb);
        z ^ (z >> 31)
    };
    (0..count).map(|_| ((u128::from(next()) * u128::from(bound)) >> 64) as u64).collect()
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn lengths_are_those_of_the_table() {
        assert_eq!(lengths(5), [4, 8, 10, 12, 14, 16, 20, 24, 28, 32]);
        let all = lengths(20);
        assert_eq!(all.len(), 19 + 3 * 17);
        assert_eq!(all[all.len() - 2..], [7 << 17, 1 << 20]);
    }

    #[test]
    fn random_numbers_stay_below_their_bound() {
        let numbers = random_below(10, 1000, 1);
        assert!((0..10).all(|digit| numbers.contains(&digit)));
        assert!(numbers.iter().all(|&number| number < 10));
        assert_ne!(numbers, random_below(10, 1000, 2));
    }

    /// Equal results for the first `good` calls of our side, others afterwards.
    struct Fails {
        good: usize,
        calls: usize,
    }

    impl Contest for Fails {
        fn ours(&mut self) {
            self.calls += 1;
        }
        fn peer(&mut self) {}
        fn agree(&self) -> bool {
            self.calls <= self.good
        }
    }

    #[test]
    #[should_panic(expected = "differ")]
    fn a_wrong_result_is_not_timed() {
        Harness::new(Sizes::Quick).compare("wrong", 1, "peer", &mut Fails { good: 0, calls: 0 });
    }

    #[test]
    #[should_panic(expected = "differ after repetition")]
    fn a_result_that_turns_wrong_is_noticed() {
        Harness::new(Sizes::Quick).compare("wrong", 1, "peer", &mut Fails { good: 1, calls: 0 });
    }

    #[test]
    fn a_row_is_kept() {
        let mut harness = Harness::new(Sizes::Quick);
        harness.compare("right", 7, "peer", &mut Fails { good: usize::MAX, calls: 0 });
        let [row] = harness.rows() else { panic!("one row expected") };
        assert!(row.n == 7 && row.ours_ns > 0.0 && row.peer_ns > 0.0);
        let list: serde_json::Value = serde_json::from_str(&harness.json().unwrap()).unwrap();
        assert_eq!(list[0]["case"], "right");
        let ratio = list[0]["ratio"].as_f64().unwrap();
        assert!((ratio / row.ratio() - 1.0).abs() < 1e-12);
    }
}
