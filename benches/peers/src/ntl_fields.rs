//! What the soak asks of NTL, through the shim `ntl_soak.cpp`: polynomials over F_(2^k) (`GF2EX`) and over Z/p for a prime of a
//! word (`zz_pX`). Feature `ntl`.

/// What is computed.
#[derive(Clone, Copy, PartialEq, Eq)]
#[repr(i32)]
pub enum Op {
    /// a·b.
    Product = 0,
    /// Quotient and remainder by b ≠ 0.
    Divrem = 1,
    /// The greatest common divisor and its cofactors.
    Xgcd = 2,
    /// Of a monic a: each factor, and its multiplicity as a constant.
    Factor = 3,
    /// 1/a to a number of terms.
    Inverse = 4,
    /// a to this power modulo b of positive degree.
    Power = 5,
}

unsafe extern "C" {
    fn polymod_ntl_fields_run(
        op: i32,
        is_binary: bool,
        modulus: *const u64,
        a: *const u64,
        a_len: usize,
        b: *const u64,
        b_len: usize,
        extra: u64,
    ) -> usize;
    fn polymod_ntl_fields_words() -> *const u64;
}

/// A field whose elements are words.
#[derive(Clone, Copy)]
pub enum Field {
    /// F_2\[z\]/(f), f of degree below 128.
    Binary(u128),
    /// Z/p, p below NTL's bound.
    Prime(u64),
}

/// NTL's bound for Z/p.
pub const MOST_PRIME: u64 = 1 << 60;

impl Field {
    /// The polynomials that are the answer, without leading zeros; `extra` is a number of terms or an exponent, below 2^63.
    pub fn run(self, op: Op, a: &[u64], b: &[u64], extra: u64) -> Vec<Vec<u64>> {
        let (is_binary, modulus) = match self {
            Field::Binary(f) => (true, [f as u64, (f >> 64) as u64]),
            Field::Prime(p) => (false, [p, 0]),
        };
        assert!(is_binary || modulus[0] < MOST_PRIME);
        // SAFETY: the slices are read; the answer's words are there until the next call, which other threads do not make
        let words = unsafe {
            let (a_len, b_len) = (a.len(), b.len());
            let len = polymod_ntl_fields_run(
                op as i32,
                is_binary,
                modulus.as_ptr(),
                a.as_ptr(),
                a_len,
                b.as_ptr(),
                b_len,
                extra,
            );
            std::slice::from_raw_parts(polymod_ntl_fields_words(), len).to_vec()
        };
        let (mut out, mut rest) = (Vec::new(), words.as_slice());
        while let Some((&len, tail)) = rest.split_first() {
            let (poly, tail) = tail.split_at(len as usize);
            out.push(poly.to_vec());
            rest = tail;
        }
        out
    }
}
