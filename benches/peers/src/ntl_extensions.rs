//! What the table of extensions asks of NTL, through the shim `ntl_extensions.cpp`: polynomials and matrices over finite fields by
//! `zz_pE`, `ZZ_pE` and `GF2E`. Feature `ntl`.

use std::marker::PhantomData;

use polymod::rug::{Integer, integer::Order};

use crate::peer::{Extension, ExtensionOp, Peer, sorted_factors};

/// `Task` of the shim, only ever behind a pointer.
#[repr(C)]
struct Opaque(u8, PhantomData<*mut u8>);

unsafe extern "C" {
    fn polymod_ntl_extension_new(
        p: *const u8,
        width: usize,
        modulus: *const u8,
        modulus_len: usize,
        op: i32,
        rows: usize,
        a: *const u8,
        a_len: usize,
        b: *const u8,
        b_len: usize,
    ) -> *mut Opaque;
    fn polymod_ntl_extension_run(task: *mut Opaque);
    fn polymod_ntl_extension_parts(task: *mut Opaque) -> usize;
    fn polymod_ntl_extension_part(task: *const Opaque, i: usize, bytes: *mut usize) -> *const u8;
    fn polymod_ntl_extension_multiplicity(task: *const Opaque, i: usize) -> usize;
    fn polymod_ntl_extension_free(task: *mut Opaque);
}

/// An operation over an extension.
pub struct Task {
    op: ExtensionOp,
    /// Bytes of a coefficient.
    width: usize,
    task: *mut Opaque,
}

impl Task {
    /// Of these operands, coefficients of elements one after the other.
    pub fn new(op: ExtensionOp, field: &Extension, operands: &[Vec<Integer>; 2]) -> Self {
        let width = field.p.significant_digits::<u8>();
        let bytes = |v: &[Integer]| -> Vec<u8> {
            let padded = |x: &Integer| {
                let mut bytes = x.to_digits::<u8>(Order::Lsf);
                bytes.resize(width, 0);
                bytes
            };
            v.iter().flat_map(padded).collect()
        };
        let (p, modulus) = (bytes(std::slice::from_ref(&field.p)), bytes(&field.modulus));
        let [a, b] = operands.each_ref().map(|v| bytes(v));
        let [a_len, b_len] = operands.each_ref().map(Vec::len);
        let rows = if op.is_of_matrices() { (a_len / field.degree()).isqrt() } else { 0 };
        // SAFETY: the shim copies the slices, which have as many coefficients as it is told, into an object that `drop` frees
        let task = unsafe {
            let (modulus, modulus_len) = (modulus.as_ptr(), field.modulus.len());
            let (a, b) = (a.as_ptr(), b.as_ptr());
            polymod_ntl_extension_new(p.as_ptr(), width, modulus, modulus_len, op as i32, rows, a, a_len, b, b_len)
        };
        Self { op, width, task }
    }
}

impl Peer<Integer> for Task {
    fn name(&self) -> &'static str {
        "NTL"
    }

    fn run(&mut self) {
        // SAFETY: a live object
        unsafe { polymod_ntl_extension_run(self.task) };
    }

    fn result(&self) -> Vec<Integer> {
        let part = |i| {
            let mut len = 0;
            // SAFETY: a live object and one of its parts, which has as many bytes as the shim writes to `len`, perhaps none
            let (bytes, multiplicity) = unsafe {
                let data = polymod_ntl_extension_part(self.task, i, &raw mut len);
                let bytes = if len == 0 { &[] } else { std::slice::from_raw_parts(data, len) };
                (bytes, polymod_ntl_extension_multiplicity(self.task, i))
            };
            let coefficient = |bytes| Integer::from_digits(bytes, Order::Lsf);
            (bytes.chunks_exact(self.width).map(coefficient).collect::<Vec<_>>(), multiplicity)
        };
        // SAFETY: a live object
        let parts: Vec<_> = (0..unsafe { polymod_ntl_extension_parts(self.task) }).map(part).collect();
        match self.op {
            ExtensionOp::Factor => sorted_factors(parts),
            _ => parts.into_iter().flat_map(|(coefficients, _)| coefficients).collect(),
        }
    }
}

impl Drop for Task {
    fn drop(&mut self) {
        // SAFETY: made in `new`, freed only here
        unsafe { polymod_ntl_extension_free(self.task) };
    }
}
