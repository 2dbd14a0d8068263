//! Every rank but the leader: answers the leader's letters until one says that the job ends.

use crate::{
    computer::{Answer, Computer},
    letters::{END, ENDED, IMAGES, Inbox, LEADER, Letter, PRIMES, Patience, REFUSAL, REQUEST, THREADS, TOGETHER, send},
    world::World,
};
use polymod::{multimodular::remote::Request, outofcore::Ranks};
use std::{ffi::OsString, panic, sync::Arc};

/// The request of a worker, or why it has none.
type Held = Result<Arc<Request>, String>;

/// Serves the leader of this command line.
pub fn run(args: Vec<OsString>) {
    // the leader is told of panics, and prints
    panic::set_hook(Box::new(|_| ()));
    let computer =
        polymod_cli::engine_of_worker(args.iter().cloned()).map(Computer::new).map_err(|failure| failure.to_string());
    let (mut inbox, mut patience) = (Inbox::default(), Patience::new());
    let mut held: Held = Err("it got primes before a request".into());
    loop {
        if let Some(letter) = inbox.next() {
            let refusal = match letter.tag {
                END => break,
                TOGETHER => {
                    polymod_cli::assist(args.iter().cloned(), &Arc::new(Ranks::new(World::default())));
                    None
                }
                REQUEST => {
                    held = Request::from_bytes(&letter.bytes).map(Arc::new).map_err(|e| e.to_string());
                    None
                }
                THREADS => {
                    let threads = computer.as_ref().map_or(0, |computer| computer.threads as u64);
                    send(LEADER, THREADS, &threads.to_le_bytes());
                    None
                }
                _ => ask(&computer, &held, &letter).err(),
            };
            if let Some(refusal) = refusal {
                tell(Err(refusal));
            }
            patience = Patience::new();
        }
        match &computer {
            Ok(computer) => {
                if let Some(answer) = computer.answer(patience.pause()) {
                    tell(answer);
                    patience = Patience::new();
                }
            }
            Err(_) => std::thread::sleep(patience.pause()),
        }
    }
    send(LEADER, ENDED, &[]);
}

/// Asks for the images of a letter's primes.
fn ask(computer: &Result<Computer, String>, held: &Held, letter: &Letter) -> Result<(), String> {
    let computer = computer.as_ref().map_err(Clone::clone)?;
    let request = held.as_ref().map_err(Clone::clone)?;
    let (words, rest) = letter.bytes.as_chunks();
    if letter.tag != PRIMES || !rest.is_empty() {
        return Err(format!("a letter of kind {} and {} bytes, expected primes", letter.tag, letter.bytes.len()));
    }
    computer.ask(request, words.iter().map(|word| u64::from_le_bytes(*word)).collect());
    Ok(())
}

/// Sends an answer to the leader.
fn tell(answer: Answer) {
    match answer {
        Ok(images) => send(LEADER, IMAGES, &images),
        Err(refusal) => send(LEADER, REFUSAL, refusal.as_bytes()),
    }
}
