//! Times the same operation by polymod and by other libraries, in turns, and keeps the rows of a table.
//!
//! A contest is checked before and after it is timed: all results must be equal. Each side is warmed up until one
//! timing takes [`Plan::round`]; then timings of all sides take turns, so that a change of the core's frequency meets
//! all of them: [`Plan::rounds`] times, or fewer where one operation takes a good part of a second. Reported are the
//! best and the median of those.

use std::hint::black_box;
use std::str::FromStr;
use std::time::{Duration, Instant};

use serde_json::{Value, json};

/// One operation on the same operands by all sides. The buffers of the results belong to the contest and are allocated
/// before the timing, unless the table says otherwise.
pub trait Contest {
    /// The other sides by name; methods below take an index into this list.
    fn peers(&self) -> Vec<&'static str>;
    /// Computes with polymod.
    fn ours(&mut self);
    /// Computes with a peer.
    fn peer(&mut self, which: usize);
    /// Whether the last results of polymod and of this peer are equal.
    fn agree(&self, which: usize) -> bool;
    /// Makes the operands anew, for operations in place that have overwritten them.
    fn reset(&mut self) {}
    /// How many times what this peer computes makes the operation: its times are multiplied by that.
    fn repeats(&self, _which: usize) -> f64 {
        1.0
    }
}

/// Asserts that results of peers are compared: none agrees before it is computed, all do afterwards.
#[cfg(test)]
pub fn assert_wrong_results_are_noticed(contest: &mut impl Contest) {
    contest.ours();
    for (which, peer) in contest.peers().into_iter().enumerate() {
        assert!(!contest.agree(which), "{peer}");
        contest.peer(which);
        assert!(contest.agree(which), "{peer}");
    }
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

/// What a row measures: the operation, the case (one line of the picture), the size, and how sizes compare.
#[derive(Clone, Copy)]
pub struct Label<'a> {
    /// The operation, such as `forward`: one panel of the picture each.
    pub op: &'static str,
    /// Such as the modulus' size: one line of the panel.
    pub case: &'a str,
    /// The size.
    pub n: usize,
    /// Whether the operation is a transform of n points, for which n·log2 n is a measure of the work.
    pub transform: bool,
}

/// One line of a table; times in nanoseconds for one operation.
pub struct Row {
    /// The operation.
    pub op: &'static str,
    /// The case.
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
    /// n·log2 n, for transforms.
    pub work: Option<f64>,
    /// Times of polymod and of the peer in each round, in the order measured.
    pub rounds: [Vec<f64>; 2],
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
    only: String,
    plan: Plan,
    rows: Vec<Row>,
    /// Contests without peers, for the file of results.
    alone: Vec<Row>,
    listed: bool,
}

impl Harness {
    /// An empty table, for the operations and cases whose names together contain `only`.
    pub fn new(sizes: Sizes, only: &str) -> Self {
        let plan = match sizes {
            Sizes::Quick => Plan { round: Duration::from_micros(200), rounds: 3 },
            _ => Plan { round: Duration::from_millis(10), rounds: 7 },
        };
        Self { sizes, only: only.to_owned(), plan, rows: Vec::new(), alone: Vec::new(), listed: true }
    }

    /// The sizes asked for.
    pub fn sizes(&self) -> Sizes {
        self.sizes
    }

    /// Whether a case of an operation was asked for.
    pub fn wants(&self, op: &str, case: &str) -> bool {
        format!("{op} {case}").contains(&self.only)
    }

    /// Whether only cases that contain a text were asked for.
    pub fn has_filter(&self) -> bool {
        !self.only.is_empty()
    }

    /// The rows in the order measured.
    pub fn rows(&self) -> &[Row] {
        &self.rows
    }

    /// Computes a contest once, without timing it.
    ///
    /// # Panics
    /// When a peer's result differs from polymod's.
    pub fn check<C: Contest>(label: Label<'_>, contest: &mut C) {
        contest.reset();
        contest.ours();
        for (which, peer) in contest.peers().into_iter().enumerate() {
            contest.peer(which);
            let Label { op, case, n, .. } = label;
            assert!(contest.agree(which), "{op}, {case}, n = {n}: polymod and {peer} differ");
        }
    }

    /// Times one contest, prints its rows and keeps them; without peers the time of polymod is printed alone.
    ///
    /// # Panics
    /// When a peer's result differs from polymod's.
    pub fn compare<C: Contest>(&mut self, label: Label<'_>, contest: &mut C) {
        Self::check(label, contest);
        let peers = contest.peers();
        let repeats: Vec<f64> =
            std::iter::once(1.0).chain((0..peers.len()).map(|which| contest.repeats(which))).collect();
        let counts: Vec<(u32, f64)> = (0..=peers.len()).map(|side| self.plan.warm_up(contest, side)).collect();
        let mut times = vec![Vec::new(); counts.len()];
        for _ in 0..self.plan.rounds_for(counts.iter().map(|(_, ns)| ns).sum()) {
            for (side, (count, _)) in counts.iter().enumerate() {
                times[side].push(repeats[side] * nanoseconds(contest, side, *count));
            }
        }
        Self::check(label, contest);
        let work = label.transform.then(|| label.n as f64 * (label.n as f64).log2());
        let row = |peer, rounds: [Vec<f64>; 2]| {
            let [[ours_ns, ours], [peer_ns, theirs]] = rounds.each_ref().map(|times| best_and_median(times));
            let Label { op, case, n, .. } = label;
            Row { op, case: case.to_owned(), n, peer, ours_ns, peer_ns, median_ratio: theirs / ours, work, rounds }
        };
        if peers.is_empty() {
            let alone = row("", [times[0].clone(), times[0].clone()]);
            println!("{:<18} {:<14} {:>8} {:>14.1} alone", label.op, label.case, label.n, alone.ours_ns);
            self.alone.push(alone);
        }
        for (peer, theirs) in peers.into_iter().zip(&times[1..]) {
            self.push(row(peer, [times[0].clone(), theirs.clone()]));
        }
    }

    /// Keeps a row that was measured elsewhere and is printed there.
    pub fn keep(&mut self, row: Row) {
        self.listed = false;
        self.rows.push(row);
    }

    /// Whether the rows are lines of a list, with means.
    pub fn is_listed(&self) -> bool {
        self.listed
    }

    fn push(&mut self, row: Row) {
        if self.rows.is_empty() {
            let (op, case, n, ours, peer, ns) = ("operation", "case", "n", "polymod ns", "peer", "peer ns");
            print!("{op:<18} {case:<14} {n:>8} {ours:>14} {peer:<12} {ns:>14} {:>8} {:>8}", "ratio", "medians");
            println!("{}", if row.work.is_some() { "   u ours   u peer     Gops" } else { "" });
        }
        let Row { op, case, n, peer, ours_ns, peer_ns, .. } = &row;
        let (ratio, medians) = (row.ratio(), row.median_ratio);
        print!("{op:<18} {case:<14} {n:>8} {ours_ns:>14.1} {peer:<12} {peer_ns:>14.1} {ratio:>8.2} {medians:>8.2}");
        if let Some(work) = row.work {
            print!(" {:>8.4} {:>8.4} {:>8.2}", ours_ns / work, peer_ns / work, 1.5 * work / ours_ns);
        }
        println!();
        self.rows.push(row);
    }

    /// Prints the geometric mean of the ratios of each operation, peer and case, and the worst of them.
    pub fn print_means(&self) {
        let (op, case, mean) = ("operation", "case", "mean");
        println!("\n{op:<18} {case:<14} {:<12} {mean:>8} {:>8}", "peer", "worst");
        let same = |a: &Row, b: &Row| (a.op, a.peer, &a.case) == (b.op, b.peer, &b.case);
        for (i, first) in self.rows.iter().enumerate() {
            if self.rows[..i].iter().any(|row| same(row, first)) {
                continue;
            }
            let rows: Vec<&Row> = self.rows.iter().filter(|row| same(row, first)).collect();
            let mean = geometric_mean(rows.iter().map(|row| row.ratio()));
            let worst = rows.iter().min_by(|a, b| a.ratio().total_cmp(&b.ratio())).unwrap_or(&first);
            let Row { op, case, peer, .. } = first;
            println!("{op:<18} {case:<14} {peer:<12} {mean:>8.2} {:>8.2} at n = {}", worst.ratio(), worst.n);
        }
    }

    /// The rows as JSON: a list of objects with the times of all rounds, without those of a peer where there is none.
    pub fn json(&self) -> Value {
        let case = |row: &Row| {
            let Row { op, case, n, peer, rounds: [ours, theirs], .. } = row;
            let mut all = json!({ "operation": op, "case": case, "n": n, "ours_ns": ours });
            if !peer.is_empty() {
                all["peer"] = json!(peer);
                all["peer_ns"] = json!(theirs);
            }
            all
        };
        self.rows.iter().chain(&self.alone).map(case).collect()
    }
}

/// The least and the median of these times.
pub fn best_and_median(times: &[f64]) -> [f64; 2] {
    let mut sorted = times.to_vec();
    sorted.sort_by(f64::total_cmp);
    [sorted[0], sorted[sorted.len() / 2]]
}

/// The n-th root of the product of n numbers.
fn geometric_mean(ratios: impl ExactSizeIterator<Item = f64>) -> f64 {
    let count = ratios.len() as f64;
    (ratios.map(f64::ln).sum::<f64>() / count).exp()
}

impl Plan {
    /// Runs `side` until a timing takes a whole round; returns how many operations that needs, and its time.
    fn warm_up<C: Contest>(&self, contest: &mut C, side: usize) -> (u32, f64) {
        let round = self.round.as_secs_f64() * 1e9;
        let mut count = 1;
        loop {
            let each = nanoseconds(contest, side, count);
            let total = each * f64::from(count);
            if total >= round {
                return (count, total);
            }
            // A tenth more than seems needed; at most 16 times as many, because the first timings are cold.
            count = ((round / each * 1.1) as u32).clamp(count + 1, 16 * count);
        }
    }

    /// How many rounds fit into two seconds where all sides take this long together, but three at least, or one of more than ten seconds.
    fn rounds_for(&self, round_ns: f64) -> usize {
        let least = if round_ns > 1e10 { 1 } else { self.rounds.min(3) };
        ((2e9 / round_ns) as usize).clamp(least, self.rounds)
    }
}

/// The mean time of `count` operations of one side: 0 is polymod, then the peers.
fn nanoseconds<C: Contest>(contest: &mut C, side: usize, count: u32) -> f64 {
    let start = Instant::now();
    for _ in 0..count {
        let contest = black_box(&mut *contest);
        match side.checked_sub(1) {
            None => contest.ours(),
            Some(which) => contest.peer(which),
        }
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
    random_words(count, seed).into_iter().map(|word| ((u128::from(word) * u128::from(bound)) >> 64) as u64).collect()
}

/// Pseudo-random words, the same for the same seed.
pub fn random_words(count: usize, seed: u64) -> Vec<u64> {
    let mut state = seed;
    let mut next = || {
        state = state.wrapping_add(0x9e37_79b9_7f4a_7c15);
        let z = (state ^ (state >> 30)).wrapping_mul(0xbf58_476d_1ce4_e5b9);
        let z = (z ^ (z >> 27)).wrapping_mul(0x94d0_49bb_1331_11eb);
        z ^ (z >> 31)
    };
    (0..count).map(|_| next()).collect()
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

    const LABEL: Label<'_> = Label { op: "nothing", case: "wrong", n: 8, transform: true };

    /// Equal results of the second peer for the first `good` calls of our side, others afterwards.
    struct Fails {
        good: usize,
        calls: usize,
        resets: usize,
    }

    impl Fails {
        fn after(good: usize) -> Self {
            Fails { good, calls: 0, resets: 0 }
        }
    }

    impl Contest for Fails {
        fn peers(&self) -> Vec<&'static str> {
            vec!["one", "two"]
        }
        fn ours(&mut self) {
            self.calls += 1;
        }
        fn peer(&mut self, _: usize) {}
        fn agree(&self, which: usize) -> bool {
            which == 0 || self.calls <= self.good
        }
        fn reset(&mut self) {
            self.resets += 1;
        }
        fn repeats(&self, which: usize) -> f64 {
            [1.0, 1e9][which]
        }
    }

    #[test]
    #[should_panic(expected = "nothing, wrong, n = 8: polymod and two differ")]
    fn a_wrong_result_is_not_timed() {
        Harness::new(Sizes::Quick, "").compare(LABEL, &mut Fails::after(0));
    }

    #[test]
    fn a_result_that_turns_wrong_is_noticed() {
        let mut fails = Fails::after(1);
        let mut harness = Harness::new(Sizes::Quick, "");
        let outcome = std::panic::catch_unwind(std::panic::AssertUnwindSafe(|| harness.compare(LABEL, &mut fails)));
        assert!(outcome.is_err() && fails.calls > 2 && harness.rows().is_empty());
    }

    #[test]
    fn rows_are_kept() {
        let mut harness = Harness::new(Sizes::Quick, "");
        let mut contest = Fails::after(usize::MAX);
        harness.compare(LABEL, &mut contest);
        assert_eq!(contest.resets, 2);
        let [one, two] = harness.rows() else { panic!("two rows expected") };
        assert!((one.peer, two.peer) == ("one", "two") && one.n == 8 && one.work == Some(24.0));
        assert!(one.ours_ns > 0.0 && one.peer_ns > 0.0 && two.peer_ns > 1e6 * one.peer_ns);
        let list = harness.json();
        assert_eq!((&list[1]["case"], &list[1]["peer"]), (&json!("wrong"), &json!("two")));
        let rounds =
            |side: &str| list[0][side].as_array().unwrap().iter().map(|ns| ns.as_f64().unwrap()).collect::<Vec<_>>();
        let [ours, theirs] = ["ours_ns", "peer_ns"].map(rounds);
        assert_eq!((ours.len(), theirs.len()), (3, 3));
        assert!((best_and_median(&theirs)[0] / best_and_median(&ours)[0] / one.ratio() - 1.0).abs() < 1e-12);
    }

    #[test]
    fn a_contest_without_peers_is_kept_for_the_file() {
        struct Alone;
        impl Contest for Alone {
            fn peers(&self) -> Vec<&'static str> {
                Vec::new()
            }
            fn ours(&mut self) {}
            fn peer(&mut self, _: usize) {}
            fn agree(&self, _: usize) -> bool {
                true
            }
        }
        let mut harness = Harness::new(Sizes::Quick, "");
        harness.compare(LABEL, &mut Alone);
        assert!(harness.rows().is_empty() && harness.json()[0].get("peer").is_none());
        assert_eq!(harness.json()[0]["ours_ns"].as_array().map(Vec::len), Some(3));
    }

    #[test]
    fn cases_are_chosen_and_slow_ones_timed_less_often() {
        let harness = Harness::new(Sizes::All, "forward 50");
        assert!(harness.wants("forward", "50 bits") && !harness.wants("inverse", "50 bits"));
        assert_eq!([1e7, 4e8, 1e10, 2e10].map(|ns| harness.plan.rounds_for(ns)), [7, 5, 3, 1]);
        assert!((geometric_mean([1.0, 8.0, 27.0].into_iter()) - 6.0).abs() < 1e-12);
    }
}
