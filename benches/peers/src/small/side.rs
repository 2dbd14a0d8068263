//! One operation by one library, and the timing of several in turns.

use std::cell::RefCell;
use std::hint::black_box;
use std::ops::Range;
use std::time::{Duration, Instant};

use polymod::rug::Integer;

use crate::harness::{Contest, Label, Row, Sizes, best_and_median};

/// A result that libraries can be compared by: vectors of integers, such as the coefficients of polynomials.
pub type Answer = Vec<Vec<Integer>>;

/// One operation by one library, ready to be computed any number of times.
pub trait Timed {
    /// The library's name in the tables.
    fn name(&self) -> &'static str;
    /// Mean time of the given number of computations, each of which makes and frees its result.
    fn nanoseconds(&mut self, count: u32) -> f64;
    /// Computes once more, and reads the result.
    fn answer(&mut self) -> Answer;
}

/// One operation by one library.
pub type Side = Box<dyn Timed>;

struct Fresh<F, G> {
    name: &'static str,
    run: F,
    read: G,
}

/// An operation whose result is new each time.
pub fn fresh<O>(name: &'static str, run: impl FnMut() -> O + 'static, read: impl Fn(O) -> Answer + 'static) -> Side {
    Box::new(Fresh { name, run, read })
}

impl<O, F: FnMut() -> O, G: Fn(O) -> Answer> Timed for Fresh<F, G> {
    fn name(&self) -> &'static str {
        self.name
    }

    fn nanoseconds(&mut self, count: u32) -> f64 {
        let start = Instant::now();
        for _ in 0..count {
            // by reference: whoever has a result does not move it once more
            black_box(&(black_box(&mut self.run))());
        }
        start.elapsed().as_secs_f64() * 1e9 / f64::from(count)
    }

    fn answer(&mut self) -> Answer {
        (self.read)((self.run)())
    }
}

struct Kept<S, F, G> {
    name: &'static str,
    state: S,
    run: F,
    read: G,
}

/// An operation that writes its result into buffers of its state.
pub fn kept<S: 'static>(
    name: &'static str,
    state: S,
    run: impl FnMut(&mut S) + 'static,
    read: impl Fn(&S) -> Answer + 'static,
) -> Side {
    Box::new(Kept { name, state, run, read })
}

impl<S, F: FnMut(&mut S), G: Fn(&S) -> Answer> Timed for Kept<S, F, G> {
    fn name(&self) -> &'static str {
        self.name
    }

    fn nanoseconds(&mut self, count: u32) -> f64 {
        let start = Instant::now();
        for _ in 0..count {
            (black_box(&mut self.run))(black_box(&mut self.state));
        }
        start.elapsed().as_secs_f64() * 1e9 / f64::from(count)
    }

    fn answer(&mut self) -> Answer {
        (self.run)(&mut self.state);
        (self.read)(&self.state)
    }
}

/// Sides as a contest of the tables of larger operands.
pub struct Sides {
    sides: RefCell<Vec<Side>>,
    /// Polymod's answer since the last reset.
    ours: RefCell<Option<Answer>>,
}

impl Sides {
    /// Of polymod and of others.
    pub fn new(sides: Vec<Side>) -> Self {
        Sides { sides: RefCell::new(sides), ours: RefCell::new(None) }
    }
}

impl Contest for Sides {
    fn peers(&self) -> Vec<&'static str> {
        self.sides.borrow()[1..].iter().map(|side| side.name()).collect()
    }

    fn ours(&mut self) {
        self.sides.get_mut()[0].nanoseconds(1);
    }

    fn peer(&mut self, which: usize) {
        self.sides.get_mut()[which + 1].nanoseconds(1);
    }

    fn agree(&self, which: usize) -> bool {
        let mut sides = self.sides.borrow_mut();
        let mut ours = self.ours.borrow_mut();
        let ours = ours.get_or_insert_with(|| sides[0].answer());
        sides[which + 1].answer() == *ours
    }

    fn reset(&mut self) {
        *self.ours.get_mut() = None;
    }
}

/// Ratios that are timed more often: so close to the bound of a loss that the timings' noise would decide.
const CLOSE: Range<f64> = 0.85..1.05;
/// How many times as often.
const MOST_TURNS: usize = 3;

/// How long and how often a side is timed.
pub struct Plan {
    round: Duration,
    rounds: usize,
}

impl Plan {
    /// Five rounds of a millisecond; with `quick` sizes a moment that means nothing.
    pub fn of(sizes: Sizes) -> Self {
        match sizes {
            Sizes::Quick => Plan { round: Duration::from_micros(20), rounds: 2 },
            _ => Plan { round: Duration::from_millis(1), rounds: 5 },
        }
    }

    /// Compares the results of all sides with those of the first, which is polymod, times all sides in turns, and gives polymod's row
    /// against the fastest of the others.
    ///
    /// # Panics
    /// When a peer's result differs from polymod's.
    pub fn compare(&self, label: Label<'_>, sides: &mut [Side]) -> Row {
        let [ours, peers @ ..] = &mut *sides else { panic!("polymod and a peer") };
        let (Label { op, case, n, .. }, wanted) = (label, ours.answer());
        for peer in peers {
            let found = peer.answer();
            assert!(
                found == wanted,
                "{op}, {case}, n = {n}: polymod and {} differ: {wanted:?}, {found:?}",
                peer.name()
            );
        }
        let counts: Vec<(u32, f64)> = sides.iter_mut().map(|side| self.warm_up(side)).collect();
        let (mut times, round) = (vec![Vec::new(); sides.len()], counts.iter().map(|(_, ns)| ns).sum());
        let rounds = self.rounds_for(round);
        loop {
            for _ in 0..rounds {
                for ((side, times), (count, _)) in sides.iter_mut().zip(&mut times).zip(&counts) {
                    times.push(side.nanoseconds(*count));
                }
            }
            let fastest = times[1..].iter().map(|times| best_and_median(times)[0]).fold(f64::INFINITY, f64::min);
            if !CLOSE.contains(&(fastest / best_and_median(&times[0])[0])) || times[0].len() >= MOST_TURNS * rounds {
                break;
            }
        }
        let of = |i: usize| best_and_median(&times[i]);
        let best = (1..sides.len()).min_by(|&i, &j| of(i)[0].total_cmp(&of(j)[0])).expect("a peer");
        Row {
            op,
            case: case.to_owned(),
            n,
            peer: sides[best].name(),
            ours_ns: of(0)[0],
            peer_ns: of(best)[0],
            median_ratio: of(best)[1] / of(0)[1],
            work: None,
            rounds: [times[0].clone(), times[best].clone()],
        }
    }

    /// How many operations a round needs, and the time of such a round.
    fn warm_up(&self, side: &mut Side) -> (u32, f64) {
        let round = self.round.as_secs_f64() * 1e9;
        let mut count = 1;
        loop {
            let each = side.nanoseconds(count).max(0.1);
            let total = each * f64::from(count);
            if total >= 0.8 * round {
                return (count, total);
            }
            count = ((round / each) as u32).clamp(count + 1, 16 * count);
        }
    }

    /// As many rounds as fit into half a second where all sides take this long together, but two at least.
    fn rounds_for(&self, round_ns: f64) -> usize {
        ((5e8 / round_ns) as usize).clamp(2, self.rounds.max(2))
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    fn number(name: &'static str, x: i32) -> Side {
        fresh(name, move || x, |x| vec![vec![Integer::from(x)]])
    }

    const LABEL: Label<'_> = Label { op: "nothing", case: "ring", n: 8, transform: false };

    #[test]
    fn the_fastest_peer_is_told() {
        let slow = |name, micros: u64| {
            let run = move |x: &mut i32| {
                std::thread::sleep(Duration::from_micros(micros));
                *x += 1;
            };
            kept(name, 0, run, |_| vec![vec![Integer::from(1)]])
        };
        let row =
            Plan::of(Sizes::Quick).compare(LABEL, &mut [slow("polymod", 500), slow("one", 3000), slow("two", 100)]);
        assert!((row.peer, row.n) == ("two", 8) && row.ratio() < 1.0 && row.ours_ns >= 5e5);
    }

    #[test]
    #[should_panic(expected = "nothing, ring, n = 8: polymod and two differ")]
    fn a_wrong_result_is_not_timed() {
        let mut sides = [number("polymod", 1), number("one", 1), number("two", 2)];
        Plan::of(Sizes::Quick).compare(LABEL, &mut sides);
    }

    #[test]
    fn a_contest_notices_wrong_results() {
        let sides = Sides::new(vec![number("polymod", 1), number("one", 1), number("two", 2)]);
        assert_eq!(sides.peers(), ["one", "two"]);
        assert!(sides.agree(0) && !sides.agree(1));
    }
}
