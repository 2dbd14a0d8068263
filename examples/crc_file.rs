//! CRC-32 of a file as the remainder of a polynomial division over the field of two elements.
//!
//! `cargo run --release --example crc_file [FILE]`; without a file, of a built-in text. A CRC takes bits lowest first, so that
//! the first bit of a file is the highest coefficient; 32 ones are added to the first 32 bits at the start, and 32 ones to the
//! remainder of the message times x^32 at the end (ISO/IEC 8802-3, section 3.2.9). The result is compared with that of the crate
//! `crc32fast`.

use polymod::{
    F2, Poly,
    ring::{Ring, Vectors},
};

/// x^32 + x^26 + x^23 + x^22 + x^16 + x^12 + x^11 + x^10 + x^8 + x^7 + x^5 + x^4 + x^2 + x + 1
const POLYNOMIAL: u64 = 0x1_04c1_1db7;

fn main() -> Result<(), Box<dyn std::error::Error>> {
    let bytes = match std::env::args_os().nth(1) {
        Some(path) => std::fs::read(path)?,
        None => b"123456789".to_vec(),
    };
    let crc = crc32(&bytes)?;
    println!("{crc:08x}");
    assert_eq!(crc, crc32fast::hash(&bytes), "crc32fast gets another sum");
    Ok(())
}

fn crc32(bytes: &[u8]) -> polymod::Result<u32> {
    let f = F2::new();
    let len = 8 * bytes.len();
    let words: Vec<u64> =
        bytes.chunks(8).map(|part| part.iter().rev().fold(0, |word, &byte| word << 8 | u64::from(byte))).collect();
    let divisor = Poly::from_coeffs(&f, f.from_words(&[POLYNOMIAL], 33));
    // the file after 32 zeros, its first bit the highest coefficient; and 32 ones at the top
    // ANCHOR: core
    let mut message = f.zeros(len + 32);
    f.copy_at(&mut message, 32, f.reversed(f.from_words(&words, len).view()).view());
    f.add_at(&mut message, len, f.from_words(&[u64::MAX], 32).view());
    let remainder = Poly::from_coeffs(&f, message).rem(&divisor)?;
    // ANCHOR_END: core
    let bits = remainder.iter().enumerate().fold(0, |bits: u32, (i, c)| bits | u32::from(c) << i);
    Ok(!bits.reverse_bits())
}
