//! Operations that are timed in turns, so that a disturbance meets all of them.

use std::time::Instant;

/// A name, and what is timed.
pub type Operation<'a> = (&'static str, Box<dyn Fn() + 'a>);

/// The shortest time of each operation in seconds, of runs in turns until this many seconds have passed; each runs at least once.
pub fn shortest(operations: &[Operation<'_>], seconds: f64) -> Vec<f64> {
    let mut best = vec![f64::INFINITY; operations.len()];
    let start = Instant::now();
    loop {
        for ((_, operation), best) in operations.iter().zip(&mut best) {
            let start = Instant::now();
            operation();
            *best = best.min(start.elapsed().as_secs_f64());
        }
        if start.elapsed().as_secs_f64() >= seconds {
            return best;
        }
    }
}
