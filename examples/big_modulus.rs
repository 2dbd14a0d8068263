//! Two RSA ciphertexts of messages that differ by a known amount give both messages away (Coppersmith, Franklin, Patarin, Reiter 1996,
//! "Low-exponent RSA with related messages"). Needs the feature `integers`.
//!
//! With c = m^e and c' = (m + d)^e modulo n the message m is a common root of x^e − c and (x + d)^e − c', which as a rule have no other:
//! their greatest common divisor is x − m. It is computed modulo n, which is composite, as if n were a prime; a leading coefficient
//! without an inverse would end the computation with a factor of n. Here n has 1024 bits.
//!
//! `cargo run --release --features integers --example big_modulus -- [E]`, 257 by default.

use polymod::{
    Poly, ZnBig,
    rug::{Integer, integer::Order},
};
use std::error::Error;

fn main() -> Result<(), Box<dyn Error>> {
    let e: usize = std::env::args().nth(1).map_or(Ok(257), |word| word.parse())?;
    let prime = |offset: u32| {
        let start: Integer = (Integer::from(3) << 510u32) + offset;
        start.next_prime()
    };
    let n = prime(1) * prime(1 << 20);
    let text = "Pay 4000 to the bearer, from account 17.";
    let (message, difference) = (Integer::from_digits(text.as_bytes(), Order::Msf), Integer::from(1_000_003));
    let encrypted = |m: Integer| m.pow_mod(&Integer::from(e), &n).map_err(|_| "an exponent above 0");
    let (first, second) = (encrypted(message.clone())?, encrypted(message + &difference)?);

    let f = ZnBig::new(n.clone())?;
    let constant = |c: Integer| Poly::new(&f, [c]);
    // ANCHOR: core
    let a = Poly::monomial(&f, &1.into(), e) - constant(first);
    let b = Poly::new(&f, [difference, 1.into()]).pow(e as u64)? - constant(second);
    let divisor = a.gcd(&b)?;
    assert_eq!(divisor.degree(), Some(1));
    let root = n - divisor.coeff(0);
    // ANCHOR_END: core
    let found = String::from_utf8(root.to_digits(Order::Msf))?;
    println!("modulo {} bits, e = {e}: {found}", f.n().significant_bits());
    assert_eq!(found, text);
    Ok(())
}
