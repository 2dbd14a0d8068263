//! Polynomials modulo an integer of several words: `fmpz_mod_poly`, and `mpn_mod` through FLINT's generic rings.

use std::ffi::c_ulong;
use std::mem::MaybeUninit;

use flint3_sys as ffi;
use polymod::rug::{Integer, integer::Order};

use super::mpn::{self, MpnPoly, MpnRing};
use crate::peer::{BigOp, Peer};

/// FLINT's ways to this product or common divisor.
pub fn tasks(op: BigOp, p: &Integer, operands: &[Vec<Integer>; 2]) -> Vec<Box<dyn Peer<Integer>>> {
    let mut all: Vec<Box<dyn Peer<Integer>>> = vec![Box::new(FmpzTask::new(op, p, operands))];
    if let (BigOp::Product, Some(ring)) = (op, MpnRing::new(p, false)) {
        let poly = |coefficients: &[Integer]| MpnPoly::new(&ring, coefficients);
        all.push(Box::new(MpnTask([poly(&operands[0]), poly(&operands[1]), poly(&[])])));
    }
    all
}

/// An initialised integer, to be cleared by the caller.
fn fmpz(x: &Integer) -> ffi::fmpz {
    let limbs = x.to_digits::<u64>(Order::Lsf);
    let mut out: ffi::fmpz = 0;
    if !limbs.is_empty() {
        // SAFETY: an initialised integer, zero; the limbs are read
        unsafe { ffi::fmpz_set_ui_array(&raw mut out, limbs.as_ptr().cast::<c_ulong>(), limbs.len() as ffi::slong) };
    }
    out
}

/// Operands and result over `fmpz_mod`.
struct FmpzTask {
    op: BigOp,
    ctx: Box<ffi::fmpz_mod_ctx_struct>,
    polys: [ffi::fmpz_mod_poly_struct; 3],
}

impl FmpzTask {
    fn new(op: BigOp, p: &Integer, operands: &[Vec<Integer>; 2]) -> Self {
        let mut n = fmpz(p);
        let mut ctx = Box::new(MaybeUninit::uninit());
        // SAFETY: init fills the structure; the modulus is copied
        let ctx = unsafe {
            ffi::fmpz_mod_ctx_init(ctx.as_mut_ptr(), &raw const n);
            ffi::fmpz_clear(&raw mut n);
            ctx.assume_init()
        };
        let poly = |coefficients: &[Integer]| {
            let mut poly = MaybeUninit::uninit();
            // SAFETY: init2 fills the structure; coefficients are copied
            unsafe {
                ffi::fmpz_mod_poly_init2(poly.as_mut_ptr(), coefficients.len() as ffi::slong, &raw const *ctx);
                let mut poly = poly.assume_init();
                for (i, c) in coefficients.iter().enumerate() {
                    let mut c = fmpz(c);
                    ffi::fmpz_mod_poly_set_coeff_fmpz(&raw mut poly, i as ffi::slong, &raw const c, &raw const *ctx);
                    ffi::fmpz_clear(&raw mut c);
                }
                poly
            }
        };
        let polys = [poly(&operands[0]), poly(&operands[1]), poly(&[])];
        FmpzTask { op, ctx, polys }
    }
}

impl Peer<Integer> for FmpzTask {
    fn name(&self) -> &'static str {
        super::NAME
    }

    fn run(&mut self) {
        let [a, b, out] = &mut self.polys;
        // SAFETY: three initialised polynomials over one modulus
        unsafe {
            let run = match self.op {
                BigOp::Product => ffi::fmpz_mod_poly_mul,
                BigOp::Gcd => ffi::fmpz_mod_poly_gcd,
            };
            run(&raw mut *out, &raw const *a, &raw const *b, &raw const *self.ctx);
        }
    }

    fn result(&self) -> Vec<Integer> {
        let out = &self.polys[2];
        let coefficient = |i: usize| {
            let mut x: ffi::fmpz = 0;
            // SAFETY: an initialised integer, and a coefficient that exists; as many limbs as the integer says
            unsafe {
                ffi::fmpz_mod_poly_get_coeff_fmpz(&raw mut x, &raw const *out, i as ffi::slong, &raw const *self.ctx);
                let mut limbs = vec![0u64; ffi::fmpz_size(&raw const x).max(1) as usize];
                let size = limbs.len() as ffi::slong;
                ffi::fmpz_get_ui_array(limbs.as_mut_ptr().cast::<c_ulong>(), size, &raw const x);
                ffi::fmpz_clear(&raw mut x);
                Integer::from_digits(&limbs, Order::Lsf)
            }
        };
        (0..out.length as usize).map(coefficient).collect()
    }
}

impl Drop for FmpzTask {
    fn drop(&mut self) {
        // SAFETY: initialised in `new`, cleared only here
        unsafe {
            self.polys.iter_mut().for_each(|poly| ffi::fmpz_mod_poly_clear(&raw mut *poly, &raw const *self.ctx));
            ffi::fmpz_mod_ctx_clear(&raw mut *self.ctx);
        }
    }
}

/// Operands and result over `mpn_mod`.
struct MpnTask([MpnPoly; 3]);

impl Peer<Integer> for MpnTask {
    fn name(&self) -> &'static str {
        mpn::NAME
    }

    fn run(&mut self) {
        let [a, b, out] = &mut self.0;
        out.set_product(a, b);
    }

    fn result(&self) -> Vec<Integer> {
        self.0[2].coefficients()
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn products_by_hand() {
        // (x + p − 1)·(p − 2) for p = 2^128 + 51, a modulus of three limbs, prime or not
        let p: Integer = (Integer::from(1) << 128) + 51;
        let operands = [vec![Integer::from(&p - 1u32), Integer::from(1)], vec![Integer::from(&p - 2u32)]];
        let all = tasks(BigOp::Product, &p, &operands);
        assert_eq!(all.len(), 2);
        for mut product in all {
            product.run();
            assert_eq!(product.result(), [Integer::from(2), Integer::from(&p - 2u32)], "{}", product.name());
        }
    }
}
