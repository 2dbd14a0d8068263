//! Words in decimal against `core::fmt`.

use polymod_core::decimal::{limbs, push, push_all, word};

/// Both ends of each number of digits, repeated digits, and scattered words of each number of bits.
fn words() -> Vec<u64> {
    let powers = (0..20).map(|e| 10u64.pow(e));
    let mut words: Vec<u64> = powers.flat_map(|x| [x - 1, x, x + 1, x.saturating_mul(9), x / 3]).collect();
    words.extend([u64::MAX, u64::MAX - 1, 18_446_744_070_000_000_000, 1 << 63]);
    let scattered = (1..=2000u64).map(|i| i.wrapping_mul(0x9e37_79b9_7f4a_7c15));
    words.extend(scattered.enumerate().map(|(i, x)| x >> (i % 64)));
    words
}

#[test]
fn words_are_written_as_by_the_standard_library() {
    for x in words() {
        let mut text = String::from("x = ");
        push(x, &mut text);
        assert_eq!(text, format!("x = {x}"));
    }
}

#[test]
fn every_group_of_eight_digits() {
    // each half, which the digits' arithmetic treats alike, beside the other's extremes
    for half in 0..10_000 {
        for x in [half, half * 10_000, half * 10_000 + 9_999, 99_990_000 + half, 12_340_000 + half] {
            let mut text = String::new();
            push(x, &mut text);
            push(x * 100_000_000 + 7, &mut text);
            assert_eq!(text, format!("{x}{}", x * 100_000_000 + 7));
        }
    }
}

#[test]
fn lists_of_words() {
    let all = words();
    for len in [0, 1, 2, 63, 64, 65, 128, 200, all.len()] {
        for separator in ["", ",", ", ", " · ", "a separator of more than twenty-four bytes"] {
            for descending in [false, true] {
                let mut list: Vec<String> = all[..len].iter().map(u64::to_string).collect();
                if descending {
                    list.reverse();
                }
                let mut text = String::from("[");
                push_all(&all[..len], descending, separator, &mut text);
                assert_eq!(text, format!("[{}", list.join(separator)), "{len} words");
            }
        }
    }
}

#[test]
fn words_are_read_as_by_the_standard_library() {
    for x in words() {
        for text in [x.to_string(), format!("0{x}"), format!("{x:020}")] {
            let wanted = (text.len() < 20).then_some(x);
            assert_eq!(word(text.as_bytes()), wanted, "{text}");
            let mut found = [7; 2];
            let len = limbs(text.as_bytes(), &mut found).unwrap();
            assert_eq!(&found[..len], [x].as_slice().get(..usize::from(x > 0)).unwrap(), "{text}");
        }
    }
    assert_eq!((word(b""), limbs(b"", &mut [])), (Some(0), Some(0)));
}

#[test]
fn what_is_no_digit_is_refused() {
    for len in 1..=40 {
        for at in 0..len {
            for byte in (0..=255u8).filter(|byte| !byte.is_ascii_digit()) {
                let mut text = vec![b'8'; len];
                text[at] = byte;
                assert_eq!((word(&text), limbs(&text, &mut [0; 4])), (None, None), "{byte} at {at} of {len}");
            }
        }
    }
}

/// Powers of two and their neighbours, doubled digit by digit.
#[test]
fn integers_of_several_limbs() {
    let mut digits = vec![1u8];
    for bits in 0..512usize {
        let text: Vec<u8> = digits.iter().rev().map(|d| b'0' + d).collect();
        let mut power = vec![0; bits / 64 + 1];
        power[bits / 64] = 1 << (bits % 64);
        let mut found = [u64::MAX; 9];
        assert_eq!(limbs(&text, &mut found), Some(power.len()), "2^{bits}");
        assert_eq!(found[..power.len()], power, "2^{bits}");
        assert_eq!(limbs(&text, &mut found[..power.len() - 1]), None, "2^{bits} has more limbs");
        // below it, with zeros before
        let mut text = [&[b'0'; 9][..], &text].concat();
        *text.last_mut().unwrap() -= 1;
        let below: Vec<u64> = (0..bits.div_ceil(64)).map(|i| u64::MAX >> (64 * i + 64).saturating_sub(bits)).collect();
        let len = limbs(&text, &mut found[..below.len()]);
        assert_eq!(len.map(|len| &found[..len]), Some(&below[..]), "2^{bits} − 1");
        let mut carry = 0;
        for digit in &mut digits {
            let twice = 2 * *digit + carry;
            (*digit, carry) = (twice % 10, twice / 10);
        }
        digits.extend((carry > 0).then_some(carry));
    }
}
