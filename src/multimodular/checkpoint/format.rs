//! File format of checkpoints.
//!
//! A file begins with a line that gives its version, 32 bytes that identify the computation with all operands, and a checksum of
//! both. Records follow. Each has a head: its number, counted from 0, the number of its words, and a checksum of both; then its
//! words, the first two of which are stage and key, and a checksum over head and words. Checksums are the first eight bytes of
//! SHA-256 (NIST 2015, FIPS 180-4); for records the hashed bytes begin with the identity. An intact head distinguishes a
//! truncated last record from a damaged length.

use sha2::{Digest, Sha256};
use std::{
    collections::HashMap,
    io::{self, Read},
};

/// The first bytes of files of any version.
const NAME: &[u8] = b"polymod checkpoint ";
/// The first line of files of this version; a change in the meaning of records changes the number.
pub const VERSION: &[u8] = b"polymod checkpoint 2\n";
const CHECKSUM: usize = 8;
const IDENTITY: usize = 32;
const HEADER: usize = VERSION.len() + IDENTITY + CHECKSUM;
/// Bytes of a record's head: number, length, their checksum.
const HEAD: usize = 16 + CHECKSUM;

/// Hash that identifies a computation and its operands.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Identity([u8; IDENTITY]);

impl Identity {
    /// The identity of the computation `name` on all these words, in order.
    pub fn new(name: &str, words: impl IntoIterator<Item = u64>) -> Self {
        let mut hash = Sha256::new_with_prefix(name);
        hash.update([0]);
        words.into_iter().for_each(|w| hash.update(w.to_le_bytes()));
        Identity(hash.finalize().into())
    }

    /// The bytes at the start of a file of this computation.
    pub fn header(&self) -> Vec<u8> {
        let mut header = [VERSION, &self.0].concat();
        header.extend(checksum(&[&header]));
        header
    }

    /// Record `number` as bytes.
    pub fn record(&self, number: u64, (stage, key): Key, words: &[u64]) -> Vec<u8> {
        let mut record = Vec::with_capacity(HEAD + 8 * (words.len() + 2) + CHECKSUM);
        [number, words.len() as u64 + 2].iter().for_each(|word| record.extend(word.to_le_bytes()));
        record.extend(checksum(&[&self.0, &record]));
        [stage, key].iter().chain(words).for_each(|word| record.extend(word.to_le_bytes()));
        record.extend(checksum(&[&self.0, &record]));
        record
    }
}

/// Stage of the computation, and key in the stage: a prime, or the number of a step.
pub type Key = (u64, u64);

/// What follows the intact records of a file.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Fault {
    /// A record cut off when a run was stopped.
    Torn,
    /// Anything else.
    Damaged,
}

/// The content of a file.
#[derive(Debug, Default)]
pub struct Parsed {
    /// The identity of the computation; None if the file is cut off in its header.
    pub identity: Option<Identity>,
    /// Records by key; the last one of each key.
    pub records: HashMap<Key, Vec<u64>>,
    /// Number of intact records.
    pub count: u64,
    /// Number of intact bytes.
    pub len: u64,
    /// Why the remaining bytes are not intact.
    pub fault: Option<Fault>,
}

/// Why a file cannot be used.
#[derive(Debug)]
pub enum Unusable {
    /// Reading failed.
    Io(io::Error),
    /// Not a checkpoint of this version; the text says what to do.
    Foreign(String),
}

impl From<io::Error> for Unusable {
    fn from(e: io::Error) -> Self {
        Unusable::Io(e)
    }
}

/// Reads a file of `total` bytes.
///
/// # Errors
/// [`Unusable`].
pub fn parse(mut file: impl Read, total: u64) -> Result<Parsed, Unusable> {
    let mut parsed = Parsed::default();
    let mut header = vec![0; HEADER.min(total as usize)];
    file.read_exact(&mut header)?;
    let shared = header.len().min(VERSION.len());
    if header[..shared] != VERSION[..shared] {
        let version = header.strip_prefix(NAME).and_then(|rest| rest.split(|&c| c == b'\n').next());
        return Err(Unusable::Foreign(match version {
            Some(version) => {
                let (found, ours) = (String::from_utf8_lossy(version), String::from_utf8_lossy(&VERSION[NAME.len()..]));
                format!(
                    "it has format {}, which another version of polymod wrote, expected format {}; finish the run with that \
                     version, or name another file to start anew",
                    found.escape_default(),
                    ours.trim_end()
                )
            }
            None => "it is no checkpoint; name another file, which need not exist".into(),
        }));
    }
    if header.len() < HEADER {
        parsed.fault = (total > 0).then_some(Fault::Torn);
        return Ok(parsed);
    }
    let (head, sum) = header.split_at(HEADER - CHECKSUM);
    if checksum(&[head])[..] != *sum {
        return Err(Unusable::Foreign(
            "its first bytes are damaged, so that no record can be trusted; remove it to start anew".into(),
        ));
    }
    let mut identity = Identity([0; IDENTITY]);
    identity.0.copy_from_slice(&head[VERSION.len()..]);
    (parsed.identity, parsed.len) = (Some(identity), HEADER as u64);
    while parsed.len < total {
        if let Err(fault) = next(&mut file, total - parsed.len, &identity, &mut parsed)? {
            parsed.fault = Some(fault);
            break;
        }
    }
    Ok(parsed)
}

/// Reads the next record of a file with `left` unread bytes.
fn next(file: &mut impl Read, left: u64, identity: &Identity, parsed: &mut Parsed) -> io::Result<Result<(), Fault>> {
    let mut bytes = vec![0; HEAD];
    if left < HEAD as u64 {
        return Ok(Err(Fault::Torn));
    }
    file.read_exact(&mut bytes)?;
    let (number, words) = (word(&bytes[..8]), word(&bytes[8..16]));
    if checksum(&[&identity.0, &bytes[..16]])[..] != bytes[16..] {
        // zeros up to the end: space allocated by the file system before the content was written
        let blank = bytes.iter().all(|&byte| byte == 0) && is_blank(file)?;
        return Ok(Err(if blank { Fault::Torn } else { Fault::Damaged }));
    }
    if number != parsed.count || words < 2 {
        return Ok(Err(Fault::Damaged));
    }
    let Some(body) =
        words.checked_mul(8).and_then(|n| n.checked_add(CHECKSUM as u64)).filter(|n| *n <= left - HEAD as u64)
    else {
        return Ok(Err(Fault::Torn));
    };
    bytes.resize(HEAD + body as usize, 0);
    file.read_exact(&mut bytes[HEAD..])?;
    let (record, sum) = bytes.split_at(bytes.len() - CHECKSUM);
    if checksum(&[&identity.0, record])[..] != *sum {
        // the last record may have its full length without its content
        let last = left == bytes.len() as u64;
        return Ok(Err(if last { Fault::Torn } else { Fault::Damaged }));
    }
    let words: Vec<u64> = record[HEAD..].chunks_exact(8).map(word).collect();
    parsed.records.insert((words[0], words[1]), words[2..].to_vec());
    parsed.count += 1;
    parsed.len += bytes.len() as u64;
    Ok(Ok(()))
}

/// Whether only zeros follow.
fn is_blank(file: &mut impl Read) -> io::Result<bool> {
    let mut block = [0; 4096];
    loop {
        match file.read(&mut block)? {
            0 => return Ok(true),
            n if block[..n].iter().any(|&byte| byte != 0) => return Ok(false),
            _ => {}
        }
    }
}

fn checksum(parts: &[&[u8]]) -> [u8; CHECKSUM] {
    let mut hash = Sha256::new();
    parts.iter().for_each(|part| hash.update(part));
    let hash: [u8; 32] = hash.finalize().into();
    std::array::from_fn(|i| hash[i])
}

fn word(bytes: &[u8]) -> u64 {
    bytes.iter().rev().fold(0, |w, &b| w << 8 | u64::from(b))
}
