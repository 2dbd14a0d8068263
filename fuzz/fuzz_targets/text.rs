//! Any bytes, as text in any form: a polynomial that comes back when written, or an error; never a panic.
#![no_main]

use libfuzzer_sys::fuzz_target;
use polymod::{
    Integers, Zn,
    ring::Convolve,
    text::{self, Form, Order, ReadOptions},
};

const FORMS: [Option<Form>; 8] = [
    None,
    Some(Form::Json),
    Some(Form::List),
    Some(Form::Human),
    Some(Form::Flint),
    Some(Form::Ntl),
    Some(Form::Pari),
    Some(Form::Sage),
];

fn check<R: Convolve>(ring: &R, bytes: &[u8], options: &ReadOptions<'_>) {
    let Ok((coeffs, _)) = text::read_poly(ring, bytes, options) else { return };
    for form in [Form::Json, Form::List, Form::Human] {
        let mut out = Vec::new();
        match form {
            Form::Json => text::write_json(ring, coeffs.view(), Order::Asc, &mut out),
            Form::List => text::write_list(ring, coeffs.view(), Order::Asc, &mut out),
            _ => text::write_human(ring, coeffs.view(), &mut out),
        }
        .expect("a Vec takes everything");
        let (back, _) = text::read_poly(ring, &out[..], &ReadOptions { form: Some(form), ..ReadOptions::default() })
            .expect("what was written is read");
        assert!(ring.same(back.view(), coeffs.view()), "{form:?}");
    }
}

fuzz_target!(|bytes: &[u8]| {
    for form in FORMS {
        let options = ReadOptions { form, memory: 1 << 20, ..ReadOptions::default() };
        check(&Zn::new(97).expect("a modulus"), bytes, &options);
        check(&Integers::new(), bytes, &options);
        // only that they return
        drop(text::read_polys(&Integers::new(), bytes, &options));
        drop(text::read_nested(&Integers::new(), bytes, &options));
        drop(text::read_matrix(&Zn::new(97).expect("a modulus"), bytes, &options));
        drop(text::read_table(&Integers::new(), bytes, &options));
    }
});
