//! Lists of integers in the format of Python's module `marshal`: one call of the interpreter converts a list.
//!
//! A list is `[`, the number of its items, and the items. An integer is `i` and four bytes, or `l`, the number of its digits to the base
//! 2^15 with the sign of the integer, and two bytes for each digit. All numbers are in little-endian order. Python does not promise this
//! format: at first use it is compared with [`Functions::new`]'s list, and where it differs integers are converted one by one.

use pyo3::{
    exceptions::PyValueError,
    intern,
    prelude::*,
    sync::PyOnceLock,
    types::{PyBytes, PyList},
};

/// The version of the format, which has no references between items.
const VERSION: u32 = 2;
/// Bytes before the first item of a list.
const HEADER: usize = 5;
/// Bits of four digits, which a word of the format has in its four parts of 16 bits.
const GROUP: usize = 60;

/// The functions `dumps` and `loads`, which have this format.
pub struct Functions {
    dumps: Py<PyAny>,
    loads: Py<PyAny>,
}

impl Functions {
    /// The functions of this interpreter; `None` where they have another format.
    pub fn get(py: Python<'_>) -> PyResult<Option<&Functions>> {
        static FUNCTIONS: PyOnceLock<Option<Functions>> = PyOnceLock::new();
        FUNCTIONS.get_or_try_init(py, || Functions::new(py)).map(Option::as_ref)
    }

    fn new(py: Python<'_>) -> PyResult<Option<Self>> {
        let marshal = py.import(intern!(py, "marshal"))?;
        let found = Functions { dumps: marshal.getattr("dumps")?.unbind(), loads: marshal.getattr("loads")?.unbind() };
        let (mut writer, mut text) = (Writer::default(), Vec::new());
        for bits in [0, 1, 14, 15, 16, 30, 31, 32, 45, 59, 60, 61, 63, 64, 65, 119, 120, 121, 127, 128, 1000] {
            for negative in [false, true] {
                let mut limbs = vec![0x5555_aaaa_3333_cccc; bits / 64 + 1];
                limbs[bits / 64] &= (1 << (bits % 64)) - 1;
                limbs[bits.saturating_sub(1) / 64] |= 1 << (bits.saturating_sub(1) % 64);
                writer.push(negative, &limbs);
                let digits: String = limbs.iter().rev().map(|limb| format!("{limb:016x}")).collect();
                text.push(format!("{}{digits}", if negative { "-" } else { "" }));
            }
        }
        let int = py.get_type::<pyo3::types::PyInt>();
        let all = text.iter().map(|digits| int.call1((digits, 16))).collect::<PyResult<Vec<_>>>()?;
        let all = PyList::new(py, all)?;
        let written = found.dumps(&all).ok().is_some_and(|bytes| bytes.as_bytes() == writer.text());
        let same = written && writer.list(py, &found).is_ok_and(|list| list.eq(&all).unwrap_or(false));
        Ok(same.then_some(found))
    }

    /// The text of a list; a ValueError where an item has none.
    fn dumps<'py>(&self, list: &Bound<'py, PyList>) -> PyResult<Bound<'py, PyBytes>> {
        Ok(self.dumps.bind(list.py()).call1((list, VERSION))?.cast_into()?)
    }

    /// Takes sign and limbs of the items up to the first one that is not of type int; returns the number of items taken.
    pub fn read(&self, list: &Bound<'_, PyList>, mut take: impl FnMut(bool, &[u64])) -> PyResult<usize> {
        let text = match self.dumps(list) {
            Ok(text) => text,
            Err(e) if e.is_instance_of::<PyValueError>(list.py()) => return Ok(0),
            Err(e) => return Err(e),
        };
        let mut reader = Reader { rest: text.as_bytes().get(HEADER..).unwrap_or_default(), limbs: Vec::new() };
        Ok((0..list.len()).take_while(|_| reader.next(&mut take).is_some()).count())
    }
}

/// The items of a list that are not read yet.
struct Reader<'a> {
    rest: &'a [u8],
    limbs: Vec<u64>,
}

impl Reader<'_> {
    /// Takes one item; `None` where it is not of type int.
    #[inline]
    fn next(&mut self, take: &mut impl FnMut(bool, &[u64])) -> Option<()> {
        let (head, rest) = self.rest.split_first_chunk::<HEADER>()?;
        let &[kind, number @ ..] = head;
        let number = i32::from_le_bytes(number);
        self.rest = rest;
        match kind {
            b'i' => take(number < 0, &[u64::from(number.unsigned_abs())]),
            b'l' => {
                let digits;
                (digits, self.rest) = rest.split_at_checked(2 * number.unsigned_abs() as usize)?;
                self.digits(digits);
                take(number < 0, &self.limbs);
            }
            _ => return None,
        }
        Some(())
    }

    /// Sets the limbs to the number with these digits.
    #[inline]
    fn digits(&mut self, digits: &[u8]) {
        self.limbs.clear();
        let (groups, last) = digits.as_chunks();
        let (mut bits, mut count) = (0, 0);
        for group in groups {
            bits |= u128::from(packed(u64::from_le_bytes(*group))) << count;
            count += GROUP;
            if count >= 64 {
                self.limbs.push(bits as u64);
                (bits, count) = (bits >> 64, count - 64);
            }
        }
        let mut padded = [0; 8];
        padded[..last.len()].copy_from_slice(last);
        bits |= u128::from(packed(u64::from_le_bytes(padded))) << count;
        self.limbs.extend_from_slice(&[bits as u64, (bits >> 64) as u64]);
    }
}

/// The integers of a list that is being written.
pub struct Writer {
    bytes: Vec<u8>,
    count: u32,
}

impl Default for Writer {
    fn default() -> Self {
        Writer { bytes: vec![b'[', 0, 0, 0, 0], count: 0 }
    }
}

impl Writer {
    /// Appends an integer of less than 2^31 digits.
    #[inline]
    pub fn push(&mut self, negative: bool, limbs: &[u64]) {
        self.count += 1;
        let limbs = &limbs[..limbs.iter().rposition(|&limb| limb != 0).map_or(0, |i| i + 1)];
        let head = |kind: u8, number: i32| {
            let [a, b, c, d] = if negative { -number } else { number }.to_le_bytes();
            [kind, a, b, c, d]
        };
        match *limbs {
            [] => self.bytes.extend_from_slice(&head(b'i', 0)),
            [x] if x < 1 << 31 => {
                self.bytes.extend_from_slice(&head(b'i', x as i32));
            }
            [.., top] => {
                let digits = (64 * limbs.len() - top.leading_zeros() as usize).div_ceil(15);
                self.bytes.extend_from_slice(&head(b'l', digits as i32));
                let first = self.bytes.len();
                for i in 0..digits.div_ceil(4) {
                    let (limb, shift) = (GROUP * i / 64, GROUP * i % 64);
                    let high = limbs.get(limb + 1).copied().unwrap_or(0);
                    let bits = limbs[limb] >> shift | high << 1 << (63 - shift);
                    self.bytes.extend_from_slice(&spread(bits).to_le_bytes());
                }
                self.bytes.truncate(first + 2 * digits);
            }
        }
    }

    fn text(&mut self) -> &[u8] {
        self.bytes[1..HEADER].copy_from_slice(&self.count.to_le_bytes());
        &self.bytes
    }

    /// The list; afterwards no integer is written.
    pub fn list<'py>(&mut self, py: Python<'py>, functions: &Functions) -> PyResult<Bound<'py, PyList>> {
        let list = functions.loads.bind(py).call1((PyBytes::new(py, self.text()),))?;
        self.bytes.truncate(HEADER);
        self.count = 0;
        Ok(list.cast_into()?)
    }
}

/// Four digits of 15 bits, each in 16 bits.
#[inline]
fn spread(x: u64) -> u64 {
    const DIGIT: u64 = (1 << 15) - 1;
    x & DIGIT | (x & DIGIT << 15) << 1 | (x & DIGIT << 30) << 2 | (x & DIGIT << 45) << 3
}

/// The inverse of [`spread`].
#[inline]
fn packed(x: u64) -> u64 {
    const DIGIT: u64 = (1 << 15) - 1;
    x & DIGIT | x >> 1 & DIGIT << 15 | x >> 2 & DIGIT << 30 | x >> 3 & DIGIT << 45
}
