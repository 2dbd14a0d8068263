//! The choice of an algorithm by costs, memory, and what the monitor demands.

use polymod::{
    Engine, Error, Matrix, Poly, PolyMatrix, Result, Zn,
    choice::{Candidate, fastest, named},
    engine::{Event, Monitor},
};
use std::sync::{Arc, Mutex};

const ALL: [Candidate<&str>; 3] =
    [Candidate::new("slow", 9.0, 10), Candidate::new("quick", 3.0, 1000), Candidate::new("other", 3.0, 100)];

#[test]
fn the_fastest_within_the_memory_wins() {
    let of = |memory| fastest(&ALL, memory).map(|c| c.algorithm);
    assert_eq!([u64::MAX, 1000, 999, 99, 10, 9].map(of), ["quick", "quick", "other", "slow", "slow", "slow"].map(Some));
    assert_eq!(fastest::<Candidate<&str>>(&[], 0), None);
}

#[test]
fn a_demanded_algorithm_is_taken_or_refused() {
    let task = || "sorting".to_string();
    assert_eq!(named(&ALL, "slow", task), Ok(ALL[0]));
    let refused = named(&ALL, "none", task).unwrap_err();
    assert_eq!(refused.to_string(), "the algorithm 'none' does not apply to sorting; these do: slow, quick, other");
}

/// Demands an algorithm once, and keeps what happens: "?" for each question about demands, and the names of the decisions.
#[derive(Default)]
struct Demands(Mutex<Option<&'static str>>, Mutex<Vec<String>>);

impl Demands {
    /// Demands `name` of the next decision; returns what happened before.
    fn demand(&self, name: Option<&'static str>) -> Vec<String> {
        *self.0.lock().unwrap() = name;
        std::mem::take(&mut self.1.lock().unwrap())
    }
}

impl Monitor for Demands {
    fn event(&self, event: &Event<'_>) {
        if let Event::Decided(decision) | Event::Begun(decision) = event {
            self.1.lock().unwrap().push(decision.chosen.to_string());
        }
    }

    fn demanded(&self) -> Option<String> {
        self.1.lock().unwrap().push("?".into());
        self.0.lock().unwrap().take().map(String::from)
    }
}

#[test]
fn the_monitor_demands_the_algorithm_of_the_next_decision() {
    let monitor = Arc::new(Demands::default());
    let engine = Engine::builder().threads(1).monitor(monitor.clone()).build();
    let f = Zn::on(&engine, 97).unwrap();
    let a = Poly::from_i64(&f, &[1; 100]);
    let product = a.sqr().unwrap();
    let own = monitor.demand(None);
    assert_eq!((own.len(), own[0].as_str()), (2, "?"));
    for name in ["karatsuba", "schoolbook", "crt"] {
        monitor.demand(Some(name));
        assert_eq!(a.sqr().as_ref(), Ok(&product), "{name}");
        assert_eq!(monitor.demand(None), ["?", name]);
        // the next one is free again
        assert_eq!(a.sqr().as_ref(), Ok(&product));
        assert_eq!(monitor.demand(None), own);
    }
    // a decision asks once: what its steps decide comes later
    let m = Matrix::from_fn(&f, 3, 3, |i, j| (i * j + 1) as u64).unwrap();
    let p = PolyMatrix::from_fn(&f, 3, 3, |i, j| Poly::from_ints(&f, [i + 1, j, i * j])).unwrap();
    let decisions: [(&str, &dyn Fn() -> Result<()>); 5] = [
        ("division-free", &|| m.det().map(drop)),
        ("rows", &|| m.checked_mul(&m).map(drop)),
        ("division-free", &|| p.det().map(drop)),
        ("entries", &|| p.checked_mul(&p).map(drop)),
        ("brent-kung", &|| a.compose_series(&a, 10).map(drop)),
    ];
    for (name, decide) in decisions {
        monitor.demand(Some(name));
        assert_eq!(decide(), Ok(()), "{name}");
        assert_eq!(monitor.demand(None)[..2], ["?", name]);
    }
    monitor.demand(Some("euclid"));
    assert!(matches!(a.sqr(), Err(Error::Algorithm { .. })));
    // a computation of several steps takes its own name only
    monitor.demand(Some("squaring"));
    assert_eq!(a.pow(2).as_ref(), Ok(&product));
    monitor.demand(Some("schoolbook"));
    let refused = a.pow(2).unwrap_err().to_string();
    assert!(
        refused.contains("'schoolbook' does not apply to power 2") && refused.ends_with("these do: squaring"),
        "{refused}"
    );
}
