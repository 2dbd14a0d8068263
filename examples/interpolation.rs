//! A file as N shares, any K of which give it back, while K − 1 of them tell nothing (Shamir 1979, "How to share a secret").
//!
//! Seven bytes of the file are the constant term of a polynomial of degree K − 1 modulo 2^61 − 1, whose other coefficients are random; share
//! i has the value of each polynomial at i. K values determine a polynomial, and with it the constant term; K − 1 values leave every
//! constant term possible. The points are prepared once for all polynomials. Random words are those of `/dev/urandom`. Where others can
//! measure times on the machine, it is not safe: the time of some operations depends on the data.
//!
//! - `cargo run --release --example interpolation -- split K N FILE` writes FILE.share1 … FILE.shareN.
//! - `cargo run --release --example interpolation -- join FILE SHARE...` writes FILE from K or more shares.
//! - Without arguments it shares this source file among five, and restores it from each three.

use polymod::{Poly, Zn, poly::Points, ring::Ring};
use std::{
    error::Error,
    fs::{self, File},
    io::{BufReader, Read},
};

type Result<T> = std::result::Result<T, Box<dyn Error>>;

/// A share: its point, the length of the file in bytes, and the values of all polynomials at the point.
type Share = Vec<u64>;

fn main() -> Result<()> {
    let arguments: Vec<String> = std::env::args().skip(1).collect();
    match arguments.iter().map(String::as_str).collect::<Vec<_>>()[..] {
        ["split", k, n, file] => {
            for share in split(&fs::read(file)?, k.parse()?, n.parse()?)? {
                let bytes: Vec<u8> = share.iter().flat_map(|word| word.to_le_bytes()).collect();
                fs::write(format!("{file}.share{}", share[0]), bytes)?;
            }
        }
        ["join", file, ref names @ ..] => {
            let words =
                |bytes: Vec<u8>| bytes.chunks_exact(8).map(|word| Ok(u64::from_le_bytes(word.try_into()?))).collect();
            let shares = names.iter().map(|name| words(fs::read(name)?)).collect::<Result<Vec<Share>>>()?;
            fs::write(file, join(&shares)?)?;
        }
        [] => {
            let file = include_bytes!("interpolation.rs");
            let shares = split(file, 3, 5)?;
            for of in [[0, 1, 2], [0, 4, 1], [3, 0, 4], [1, 2, 3], [2, 3, 4]] {
                assert_eq!(join(&of.map(|i| shares[i].clone()))?, file, "shares {of:?}");
            }
            assert!(join(&shares[..2]).is_err(), "two shares are too few");
            println!("{} bytes in {} shares, restored from three", file.len(), shares.len());
        }
        _ => return Err("expected: split K N FILE, join FILE SHARE..., or nothing".into()),
    }
    Ok(())
}

/// The N shares of a file.
fn split(file: &[u8], k: usize, n: u64) -> Result<Vec<Share>> {
    if k == 0 || (n as usize) < k {
        return Err(format!("{n} shares, {k} of which are enough, cannot be made").into());
    }
    let f = Zn::new((1 << 61) - 1)?;
    let points = Points::new(&f, f.collect(&(1..=n).collect::<Vec<u64>>()).view())?;
    let mut random = BufReader::new(File::open("/dev/urandom")?);
    let mut shares: Vec<Share> = (1..=n).map(|point| vec![point, file.len() as u64]).collect();
    for part in file.chunks(7) {
        let mut coefficients = vec![part.iter().rev().fold(0, |word, &byte| word << 8 | u64::from(byte))];
        while coefficients.len() < k {
            let mut bytes = [0; 8];
            random.read_exact(&mut bytes)?;
            // 61 bits, and others in place of the one value that is no residue
            coefficients.extend(Some(u64::from_le_bytes(bytes) >> 3).filter(|&word| word < f.n()));
        }
        let values = points.eval(&Poly::new(&f, coefficients))?;
        shares.iter_mut().zip(f.words(values.view())).for_each(|(share, &value)| share.push(value));
    }
    Ok(shares)
}

/// The file of K or more shares.
fn join(shares: &[Share]) -> Result<Vec<u8>> {
    let first = shares.first().ok_or("no share")?;
    if shares.iter().any(|share| share.len() < 2 || (share[1], share.len()) != (first[1], first.len())) {
        return Err("these are not shares of one file".into());
    }
    let f = Zn::new((1 << 61) - 1)?;
    // ANCHOR: core
    let column = |i: usize| shares.iter().map(|share| share[i]).collect::<Vec<u64>>();
    // if a point were repeated, interpolation would return an error
    let points = Points::new(&f, f.view(&column(0))?)?;
    let mut file = Vec::new();
    for i in 2..first.len() {
        let secret = points.interpolate(f.view(&column(i))?)?.coeff(0);
        if secret >> 56 != 0 {
            return Err("too few shares, or not those of one file".into());
        }
        file.extend_from_slice(&secret.to_le_bytes()[..7]);
    }
    // ANCHOR_END: core
    file.truncate(first[1] as usize);
    Ok(file)
}
