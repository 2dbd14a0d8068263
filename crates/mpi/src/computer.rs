//! A thread that computes images, beside the one that sends and receives letters.

use polymod::{Engine, multimodular::remote::Request};
use std::{
    any::Any,
    panic::{AssertUnwindSafe, catch_unwind},
    sync::{
        Arc,
        mpsc::{self, Receiver, RecvTimeoutError, Sender},
    },
    thread,
    time::Duration,
};

/// Images as bytes, or why there are none.
pub type Answer = Result<Vec<u8>, String>;

/// Computes the images of one letter's primes at a time, by the engine's threads. It is not waited for when the process ends.
#[derive(Debug)]
pub struct Computer {
    /// Number of the engine's threads.
    pub threads: usize,
    questions: Sender<(Arc<Request>, Vec<u64>)>,
    answers: Receiver<Answer>,
}

impl Computer {
    pub fn new(engine: Engine) -> Self {
        let (questions, asked) = mpsc::channel::<(Arc<Request>, Vec<u64>)>();
        let (answer, answers) = mpsc::channel();
        let threads = engine.threads();
        thread::spawn(move || {
            for (request, primes) in asked {
                let images = AssertUnwindSafe(|| request.images(&engine, &primes).map_err(|e| e.to_string()));
                let images = catch_unwind(images).unwrap_or_else(|panic| Err(text(&*panic)));
                if answer.send(images).is_err() {
                    return;
                }
            }
        });
        Computer { threads, questions, answers }
    }

    pub fn ask(&self, request: &Arc<Request>, primes: Vec<u64>) {
        // the thread ends with this value, and catches panics
        let _ = self.questions.send((request.clone(), primes));
    }

    /// The answer to the first question that has none yet, if it comes in this time.
    pub fn answer(&self, within: Duration) -> Option<Answer> {
        match self.answers.recv_timeout(within) {
            Ok(answer) => Some(answer),
            Err(RecvTimeoutError::Timeout) => None,
            Err(RecvTimeoutError::Disconnected) => Some(Err("the thread that computes images has ended".into())),
        }
    }
}

/// What a panic says.
fn text(panic: &(dyn Any + Send)) -> String {
    let text = panic.downcast_ref::<&str>().copied().or(panic.downcast_ref::<String>().map(String::as_str));
    format!("internal error: {}", text.unwrap_or("panic"))
}

#[cfg(test)]
mod tests {
    use super::*;
    use polymod::{
        Error, Integers, Matrix,
        multimodular::{
            self, Options,
            remote::{Done, Team},
        },
    };
    use std::time::Duration;

    /// Asks a computer.
    #[derive(Debug)]
    struct Asks;

    impl Team for Asks {
        fn workers(&self) -> usize {
            1
        }

        fn share(
            &self,
            request: &Request,
            groups: &mut (dyn Iterator<Item = Vec<u64>> + Send),
            done: &mut Done<'_>,
        ) -> Result<(), Error> {
            let computer = Computer::new(Engine::builder().threads(1).build());
            let request = Arc::new(request.clone());
            assert!(computer.answer(Duration::ZERO).is_none());
            computer.ask(&request, vec![97]);
            for primes in groups {
                computer.ask(&request, primes.clone());
                let mut answers = std::iter::repeat_with(|| computer.answer(Duration::from_secs(10)).unwrap());
                if let Err(refusal) = answers.next().unwrap() {
                    assert!(refusal.contains("97"), "{refusal}");
                    done(&primes, answers.next().unwrap().unwrap())?;
                    continue;
                }
                return Err(Error::Cancelled);
            }
            Ok(())
        }
    }

    #[test]
    fn images_and_refusals_come_in_order() {
        let z = Integers::new();
        let a = Matrix::from_fn(&z, 9, 9, |i, j| (polymod::rug::Integer::from(i * i + j) << 40) + 7).unwrap();
        let options = Options { team: Some(Arc::new(Asks)), ..Options::default() };
        assert_eq!(multimodular::charpoly(&a, &options).unwrap().value, a.charpoly().unwrap());
    }
}
