//! Messages between a leader and a worker: their length as a word of eight bytes, the lowest first, and their bytes.
//!
//! To a worker: `R` and the bytes of a request; `P`, the request's identity, and primes as words; `T`. It answers the second kind with `I` and the bytes
//! of the images, or `E` and a text that says why there are none, and the third with `T` and its number of threads as a word.

use super::{IDENTITY, Request, WORD, run};
use crate::{Error, Result, engine::Engine};
use std::{
    io::{self, ErrorKind, Read, Write},
    sync::mpsc::{self, Receiver, RecvTimeoutError},
    thread,
    time::Duration,
};

const REQUEST: u8 = b'R';
const PRIMES: u8 = b'P';
const THREADS: u8 = b'T';
const IMAGES: u8 = b'I';
const ERROR: u8 = b'E';

/// Writes a message of these parts; returns its number of bytes.
fn send(out: &mut dyn Write, tag: u8, parts: &[&[u8]]) -> io::Result<u64> {
    let len = 1 + parts.iter().map(|part| part.len()).sum::<usize>();
    out.write_all(&(len as u64).to_le_bytes())?;
    out.write_all(&[tag])?;
    parts.iter().try_for_each(|part| out.write_all(part))?;
    out.flush()?;
    Ok((WORD + len) as u64)
}

/// A message: its tag and the other bytes; None at the end of input.
type Received = io::Result<Option<(u8, Vec<u8>)>>;

/// Reads a message.
fn receive(input: &mut dyn Read) -> Received {
    let mut head = Vec::new();
    input.take(WORD as u64).read_to_end(&mut head)?;
    let Some((head, _)) = head.split_first_chunk::<WORD>() else {
        let cut = || io::Error::new(ErrorKind::UnexpectedEof, "the input ends inside the length of a message");
        return if head.is_empty() { Ok(None) } else { Err(cut()) };
    };
    // as much memory as there are bytes, whatever the length says
    let (len, mut bytes) = (u64::from_le_bytes(*head), Vec::new());
    input.take(len).read_to_end(&mut bytes)?;
    if (bytes.len() as u64) < len {
        let text = format!("the input ends inside a message of {len} bytes, after {}", bytes.len());
        return Err(io::Error::new(ErrorKind::UnexpectedEof, text));
    }
    if bytes.is_empty() {
        return Err(io::Error::new(
            ErrorKind::InvalidData,
            "a message of no bytes, expected one that begins with R, P or T",
        ));
    }
    let tag = bytes.remove(0);
    Ok(Some((tag, bytes)))
}

/// The leader's side of a connection.
pub struct Connection<W> {
    to: W,
    /// What the worker sends, which another thread reads.
    answers: Receiver<Received>,
    /// The request that the worker has.
    known: Option<[u8; IDENTITY]>,
    /// Number of bytes of messages with requests and primes, and of those with images.
    pub moved: [u64; 2],
}

impl<W: Write> Connection<W> {
    pub fn new(to: W, mut from: impl Read + Send + 'static) -> Self {
        let (answer, answers) = mpsc::channel();
        // it ends with the worker's output, or with the first answer that nobody waits for
        thread::spawn(move || {
            loop {
                let message = receive(&mut from);
                let is_last = !matches!(message, Ok(Some(_)));
                if answer.send(message).is_err() || is_last {
                    return;
                }
            }
        });
        Connection { to, answers, known: None, moved: [0; 2] }
    }

    /// Asks for the worker's number of threads; it is told before any images.
    ///
    /// # Errors
    /// Those of the connection, which is then of no use.
    pub fn ask_threads(&mut self) -> io::Result<()> {
        send(&mut self.to, THREADS, &[]).map(drop)
    }

    /// The answer to [`ask_threads`](Self::ask_threads): 1 where there is none in this time, or another one, and 0 if the worker has ended.
    pub fn threads(&mut self, within: Duration) -> usize {
        match self.answers.recv_timeout(within) {
            Ok(Ok(Some((THREADS, bytes)))) => {
                bytes.first_chunk().map_or(1, |word| u64::from_le_bytes(*word).max(1) as usize)
            }
            Ok(Ok(Some(_))) | Err(RecvTimeoutError::Timeout) => 1,
            Ok(Ok(None) | Err(_)) | Err(RecvTimeoutError::Disconnected) => 0,
        }
    }

    /// The images modulo these primes; the inner error is the worker's.
    ///
    /// # Errors
    /// Those of the connection, which is then of no use.
    pub fn images(&mut self, request: &[u8], primes: &[u64]) -> io::Result<std::result::Result<Vec<u8>, String>> {
        let identity = Request::identity(request);
        if self.known != Some(identity) {
            self.moved[0] += send(&mut self.to, REQUEST, &[request])?;
            self.known = Some(identity);
        }
        let words: Vec<u8> = primes.iter().flat_map(|p| p.to_le_bytes()).collect();
        self.moved[0] += send(&mut self.to, PRIMES, &[&identity, &words])?;
        loop {
            let ended = || io::Error::new(ErrorKind::UnexpectedEof, "it has ended");
            return match self.answers.recv().map_err(|_| ended())?? {
                Some((IMAGES, bytes)) => {
                    self.moved[1] += (WORD + 1 + bytes.len()) as u64;
                    Ok(Ok(bytes))
                }
                Some((ERROR, text)) => Ok(Err(String::from_utf8_lossy(&text).into_owned())),
                // an answer that came too late
                Some((THREADS, _)) => continue,
                Some(_) => Err(io::Error::new(ErrorKind::InvalidData, "it answers with other bytes than images")),
                None => Err(ended()),
            };
        }
    }
}

/// Serves a leader: reads requests and primes, and writes images, until the input ends. One request is held at a time.
///
/// ```
/// # use polymod::{Engine, multimodular::remote::serve};
/// let (engine, mut out) = (Engine::builder().threads(1).build(), Vec::new());
/// serve(&engine, &mut &[][..], &mut out)?;
/// let cut = serve(&engine, &mut &[7, 0, 0][..], &mut out).unwrap_err();
/// assert!(out.is_empty() && cut.to_string().contains("ends inside"), "{cut}");
/// # Ok::<(), polymod::Error>(())
/// ```
///
/// # Errors
/// [`Error::Worker`] where the input is no sequence of messages, or input or output fail. What is wrong with a request or with primes is told to the
/// leader.
pub fn serve(engine: &Engine, input: &mut dyn Read, output: &mut dyn Write) -> Result<()> {
    let failed = |e: io::Error| Error::Worker { name: "standard input and output".into(), reason: e.to_string() };
    let mut held: Result<([u8; IDENTITY], Request), String> = Err("it got primes before a request".into());
    while let Some((tag, bytes)) = receive(input).map_err(failed)? {
        let answer = match tag {
            REQUEST => {
                let parsed = Request::from_bytes(&bytes).map_err(|e| e.to_string());
                held = parsed.map(|request| (Request::identity(&bytes), request));
                continue;
            }
            THREADS => {
                send(output, THREADS, &[&(engine.threads() as u64).to_le_bytes()]).map_err(failed)?;
                continue;
            }
            PRIMES => answer(engine, &held, &bytes),
            _ => Err(format!("a message that begins with byte {tag}, expected R, P or T")),
        };
        match answer {
            Ok(bytes) => send(output, IMAGES, &[&bytes]),
            Err(text) => send(output, ERROR, &[text.as_bytes()]),
        }
        .map_err(failed)?;
    }
    Ok(())
}

/// The images modulo the primes of a message, or why there are none.
fn answer(
    engine: &Engine,
    held: &std::result::Result<([u8; IDENTITY], Request), String>,
    mut bytes: &[u8],
) -> std::result::Result<Vec<u8>, String> {
    let (identity, request) = held.as_ref().map_err(Clone::clone)?;
    let asked = bytes.split_off(..IDENTITY.min(bytes.len())).unwrap_or_default();
    if asked != identity {
        return Err("it holds another request than that of the primes".into());
    }
    let count = bytes.len() / WORD;
    let primes = run(&mut bytes, count).filter(|_| bytes.is_empty()).ok_or("primes of a broken word")?;
    request.images(engine, &primes).map_err(|e| e.to_string())
}
