//! Integers from their decimal digits.

use polymod::{Error, Integers, ring::Codec};
use rug::{Integer, ops::Pow};

/// Around the lengths where the digits are read into another buffer, and by GMP.
#[test]
fn digits_of_every_length_are_read() {
    let r = Integers::new();
    for digits in [18, 19, 20, 38, 607, 608, 609, 616, 617, 618, 627, 4863, 4864, 4865, 4932, 4933, 9865, 20_000] {
        let power = Integer::from(10).pow(digits - 1);
        let mixed = Integer::from(10).pow(digits) / 7u32;
        let all_nines = Integer::from(&power * 10u32) - 1u32;
        for x in [power, mixed, all_nines] {
            let text = x.to_string();
            for zeros in ["", "0", "00000000000000000000"] {
                let text = format!("{zeros}{text}");
                assert_eq!(r.elem_from_decimal(false, text.as_bytes()).as_ref(), Ok(&x), "{digits} digits");
                assert_eq!(r.elem_from_decimal(true, text.as_bytes()), Ok(Integer::from(-&x)), "{digits} digits");
            }
            for (at, wrong) in [(0, b'+'), (0, b' '), (text.len() / 2, b'_'), (text.len() - 1, b'a'), (1, 0xff)] {
                let mut text = text.clone().into_bytes();
                text[at] = wrong;
                let refused = r.elem_from_decimal(false, &text);
                let column = at as u64 + 1;
                assert!(matches!(refused, Err(Error::Parse { column: c, .. }) if c == column), "{at}: {refused:?}");
            }
        }
        assert_eq!(r.elem_from_decimal(false, &vec![b'0'; digits as usize]), Ok(Integer::new()), "{digits} zeros");
    }
}

/// Eight digits are checked at a time: each byte that is no digit, at each of their places.
#[test]
fn bytes_that_are_no_digits_are_refused() {
    let r = Integers::new();
    for digits in [19, 40] {
        for at in 0..digits {
            for byte in (0..=255_u8).filter(|byte| !byte.is_ascii_digit()) {
                let mut text = vec![b'1'; digits];
                text[at] = byte;
                let refused = r.elem_from_decimal(false, &text);
                let column = at as u64 + 1;
                assert!(
                    matches!(refused, Err(Error::Parse { column: c, .. }) if c == column),
                    "{byte} at {at}: {refused:?}"
                );
            }
        }
    }
}
