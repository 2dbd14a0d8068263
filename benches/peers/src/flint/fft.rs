//! FLINT's transform of 2^k values modulo a prime of at most 50 bits, in doubles (`sd_fft`, the core of its fft_small).
//!
//! The bindings leave it out, so that it is declared here. Cyclic; the values come in an order of FLINT's own, and are
//! doubles of either sign that are not reduced to [0, p), as it needs them for products of its own. A FLINT built without
//! fft_small, which is several times slower everywhere, does not link with this.

use std::ffi::{c_int, c_ulong};

use polymod::Modulus;

/// Room for `sd_fft_ctx_struct`: 47 words of numbers and pointers to tables, and a mutex of 5 to 8 words.
#[repr(C, align(64))]
struct Context([u64; 128]);

/// Eight doubles, aligned to a cache line as FLINT's vector loads want.
#[derive(Clone, Copy)]
#[repr(C, align(64))]
struct Line([f64; Line::LEN]);

impl Line {
    const LEN: usize = 8;
}

unsafe extern "C" {
    fn fft_small_mulmod_satisfies_bounds(n: c_ulong) -> c_int;
    fn sd_fft_ctx_init_prime(context: *mut Context, p: c_ulong);
    fn sd_fft_ctx_clear(context: *mut Context);
    fn sd_fft_trunc(context: *mut Context, values: *mut f64, log: c_ulong, given: c_ulong, wanted: c_ulong);
    fn sd_ifft_trunc(context: *mut Context, values: *mut f64, log: c_ulong, given: c_ulong);
}

/// A transform in place, and its values.
pub struct Transform {
    context: Box<Context>,
    p: Modulus,
    /// 1/n modulo p.
    inverse_len: u64,
    log: u32,
    lines: Vec<Line>,
}

impl Transform {
    /// A transform of `n` = 2^k values modulo the prime `p` with 2n | p − 1, where FLINT has one.
    pub fn new(p: u64, n: usize) -> Option<Self> {
        // SAFETY: pure arithmetic on numbers.
        let bounded = p.checked_ilog2()? < 50 && unsafe { fft_small_mulmod_satisfies_bounds(p) } == 1;
        // 12 is the depth of the tables that a context starts with
        let log = n.checked_ilog2().filter(|log| n.is_power_of_two() && p.trailing_zeros() == 0 && *log < 32)?;
        if !bounded || (p - 1).trailing_zeros() < log.max(12) + 1 {
            return None;
        }
        let modulus = Modulus::new(p).ok()?;
        let inverse_len = modulus.inv(modulus.reduce(n as u64)).ok()?;
        let mut context = Box::new(Context([0; 128]));
        // SAFETY: the context is larger than FLINT's structure and as aligned; p is a prime within its bounds.
        unsafe { sd_fft_ctx_init_prime(&raw mut *context, p) };
        let lines = vec![Line([0.0; Line::LEN]); n.div_ceil(Line::LEN)];
        Some(Self { context, p: modulus, inverse_len, log, lines })
    }

    /// Takes `n` coefficients in [0, p).
    pub fn load(&mut self, values: &[u64]) {
        assert_eq!(values.len(), 1 << self.log);
        for (line, values) in self.lines.iter_mut().zip(values.chunks(Line::LEN)) {
            for (double, value) in line.0.iter_mut().zip(values) {
                *double = *value as f64;
            }
        }
    }

    /// Coefficients to values.
    pub fn forward(&mut self) {
        let n = 1 << self.log;
        // SAFETY: an initialised context, whose tables grow where needed and p − 1 has the roots; 2^log aligned doubles.
        unsafe { sd_fft_trunc(&raw mut *self.context, self.lines.as_mut_ptr().cast(), self.log.into(), n, n) };
    }

    /// Values to n times the coefficients.
    pub fn inverse(&mut self) {
        // SAFETY: as in `forward`.
        unsafe {
            sd_ifft_trunc(&raw mut *self.context, self.lines.as_mut_ptr().cast(), self.log.into(), 1 << self.log)
        };
    }

    /// The values now, reduced to [0, p).
    pub fn values(&self) -> Vec<u64> {
        let doubles = self.lines.iter().flat_map(|line| line.0).take(1 << self.log);
        doubles.map(|double| self.p.reduce_i64(double as i64)).collect()
    }

    /// The coefficients after an inverse transform: the values over n.
    pub fn coefficients(&self) -> Vec<u64> {
        self.values().into_iter().map(|value| self.p.mul(value, self.inverse_len)).collect()
    }
}

impl Drop for Transform {
    fn drop(&mut self) {
        // SAFETY: initialised in `new`, cleared only here.
        unsafe { sd_fft_ctx_clear(&raw mut *self.context) };
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    /// FLINT's largest prime: 63·2^44 + 1.
    const P: u64 = 0x0003_f000_0000_0001;

    #[test]
    fn values_of_a_line_and_back() {
        for n in [2, 16, 1 << 10] {
            let mut transform = Transform::new(P, n).unwrap();
            let mut line = vec![0; n];
            line[..2].copy_from_slice(&[5, 1]);
            transform.load(&line);
            transform.forward();
            let p = Modulus::new(P).unwrap();
            // x + 5 at all n-th roots of unity
            let values = transform.values();
            assert!(values.iter().all(|&value| p.pow(p.sub(value, 5), n as u64) == 1));
            transform.inverse();
            assert_eq!(transform.coefficients(), line);
        }
    }

    #[test]
    fn primes_that_flint_cannot_use() {
        assert!(Transform::new(0xffff_ffff_0000_0001, 16).is_none());
        assert!(Transform::new((1 << 31) + 11, 16).is_none() && Transform::new(P, 12).is_none());
    }
}
