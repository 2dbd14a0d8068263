//! Polynomials and matrices over finite fields that are no prime fields: `fq_zech`, `fq_nmod` and `fq`, by `fq_default`, which calls
//! the functions of each.

use std::ffi::c_int;
use std::mem::MaybeUninit;
use std::rc::Rc;

use flint3_sys as ffi;
use polymod::rug::Integer;

use super::fmpz::{self, FmpzPoly};
use crate::peer::{Extension, ExtensionOp, IntegerPoly, Peer, sorted_factors};

/// FLINT's arithmetics by the names in the tables, and their numbers in `fq_default.h`.
const KINDS: [(c_int, &str); 3] = [(1, "FLINT zech"), (2, "FLINT fq_nmod"), (3, "FLINT fq")];

/// Bits of the largest fields for which FLINT itself takes tables of logarithms.
const ZECH_BITS: u32 = 16;

/// FLINT's ways to this: by tables of logarithms and by words where the field allows, by integers where nothing else does.
pub fn tasks(op: ExtensionOp, field: &Extension, operands: &[Vec<Integer>; 2]) -> Vec<Box<dyn Peer<Integer>>> {
    let is_word = field.p.to_u64().is_some();
    let is_small = field.p.significant_bits() * field.degree() as u32 <= ZECH_BITS;
    let fits = [is_small, is_word, !is_word];
    let kinds = KINDS.into_iter().zip(fits).filter(|(_, fits)| *fits);
    let task = |((kind, name), _)| -> Box<dyn Peer<Integer>> {
        let field = Rc::new(Field::new(field, kind));
        // without a primitive element as t FLINT has no tables
        assert!(field.kind() == kind, "{name}: t generates the group of units");
        if op.is_of_matrices() {
            Box::new(MatrixTask::new(op, name, &field, operands))
        } else {
            Box::new(PolyTask::new(op, name, &field, operands))
        }
    };
    kinds.map(task).collect()
}

/// F_p\[t\]/(f).
struct Field {
    ctx: Box<ffi::fq_default_ctx_struct>,
    p: Integer,
    degree: usize,
}

impl Field {
    fn new(field: &Extension, kind: c_int) -> Self {
        let (mut mod_ctx, mut modulus) = (MaybeUninit::uninit(), MaybeUninit::uninit());
        let mut ctx = Box::new(MaybeUninit::<ffi::fq_default_ctx_struct>::uninit());
        let mut x: ffi::fmpz = 0;
        // SAFETY: init fills the structures, `x` is an initialised integer; the field keeps copies of prime and modulus
        let ctx = unsafe {
            fmpz::set(&raw mut x, &field.p);
            ffi::fmpz_mod_ctx_init(mod_ctx.as_mut_ptr(), &raw const x);
            let mut mod_ctx: ffi::fmpz_mod_ctx_struct = mod_ctx.assume_init();
            ffi::fmpz_mod_poly_init(modulus.as_mut_ptr(), &raw const mod_ctx);
            let mut modulus: ffi::fmpz_mod_poly_struct = modulus.assume_init();
            for (i, c) in field.modulus.iter().enumerate() {
                fmpz::set(&raw mut x, c);
                let (poly, ctx) = (&raw mut modulus, &raw const mod_ctx);
                ffi::fmpz_mod_poly_set_coeff_fmpz(poly, i as ffi::slong, &raw const x, ctx);
            }
            let (poly, name) = (&raw const modulus, c"t".as_ptr());
            ffi::fq_default_ctx_init_modulus_type(ctx.as_mut_ptr(), poly, &raw mut mod_ctx, name, kind);
            ffi::fmpz_mod_poly_clear(&raw mut modulus, &raw const mod_ctx);
            ffi::fmpz_mod_ctx_clear(&raw mut mod_ctx);
            ffi::fmpz_clear(&raw mut x);
            ctx.assume_init()
        };
        Field { ctx, p: field.p.clone(), degree: field.degree() }
    }

    fn ctx(&self) -> *const ffi::fq_default_ctx_struct {
        &raw const *self.ctx
    }

    /// FLINT's number of the arithmetic.
    fn kind(&self) -> c_int {
        // SAFETY: an initialised field
        unsafe { ffi::fq_default_ctx_type(self.ctx()) }
    }
}

impl Drop for Field {
    fn drop(&mut self) {
        // SAFETY: initialised in `new`, cleared only here
        unsafe { ffi::fq_default_ctx_clear(&raw mut *self.ctx) };
    }
}

/// An element of a field.
struct Element {
    x: ffi::fq_default_struct,
    field: Rc<Field>,
}

impl Element {
    fn new(field: &Rc<Field>) -> Self {
        let mut x = MaybeUninit::uninit();
        // SAFETY: init fills the structure
        let x = unsafe {
            ffi::fq_default_init2(x.as_mut_ptr(), field.ctx());
            x.assume_init()
        };
        Element { x, field: field.clone() }
    }

    fn set(&mut self, coefficients: &[Integer]) -> &Self {
        let poly = FmpzPoly::new(coefficients);
        // SAFETY: an initialised element and polynomial, of a degree below that of the field
        unsafe { ffi::fq_default_set_fmpz_poly(&raw mut self.x, &raw const poly.0, self.field.ctx()) };
        self
    }

    fn coefficients(&self) -> Vec<Integer> {
        let mut poly = FmpzPoly::zero(0);
        // SAFETY: as above
        unsafe { ffi::fq_default_get_fmpz_poly(&raw mut poly.0, &raw const self.x, self.field.ctx()) };
        // from −p/2 to p/2 where FLINT's elements are of words
        let p = &self.field.p;
        let mut all: Vec<Integer> = poly.coefficients().into_iter().map(|c| c.modulo(p)).collect();
        all.resize(self.field.degree, Integer::new());
        all
    }

    /// Multiplies by another.
    fn multiply(&mut self, by: &Self) {
        let x = &raw mut self.x;
        // SAFETY: initialised elements; FLINT allows a result that is an operand
        unsafe { ffi::fq_default_mul(x, x, &raw const by.x, self.field.ctx()) };
    }

    fn negate(&mut self) {
        let x = &raw mut self.x;
        // SAFETY: as above
        unsafe { ffi::fq_default_neg(x, x, self.field.ctx()) };
    }
}

impl Drop for Element {
    fn drop(&mut self) {
        // SAFETY: initialised in `new`, cleared only here, before the field is
        unsafe { ffi::fq_default_clear(&raw mut self.x, self.field.ctx()) };
    }
}

/// A polynomial.
struct FqPoly {
    poly: ffi::fq_default_poly_struct,
    field: Rc<Field>,
}

impl FqPoly {
    fn new(field: &Rc<Field>, coefficients: &[Integer]) -> Self {
        let mut poly = MaybeUninit::uninit();
        let len = coefficients.len() / field.degree;
        // SAFETY: init fills the structure
        let poly = unsafe {
            ffi::fq_default_poly_init2(poly.as_mut_ptr(), len as ffi::slong, field.ctx());
            poly.assume_init()
        };
        let mut poly = FqPoly { poly, field: field.clone() };
        let mut c = Element::new(field);
        for (i, x) in coefficients.chunks_exact(field.degree).enumerate() {
            let x = &raw const c.set(x).x;
            // SAFETY: an initialised polynomial, which grows as needed, and an element
            unsafe { ffi::fq_default_poly_set_coeff(&raw mut poly.poly, i as ffi::slong, x, field.ctx()) };
        }
        poly
    }

    fn coefficients(&self) -> Vec<Integer> {
        let mut c = Element::new(&self.field);
        // SAFETY: an initialised polynomial
        let len = unsafe { ffi::fq_default_poly_length(&raw const self.poly, self.field.ctx()) };
        let coefficient = |i| {
            let poly = &raw const self.poly;
            // SAFETY: an initialised polynomial and element
            unsafe { ffi::fq_default_poly_get_coeff(&raw mut c.x, poly, i, self.field.ctx()) };
            c.coefficients()
        };
        (0..len).flat_map(coefficient).collect()
    }
}

impl Drop for FqPoly {
    fn drop(&mut self) {
        // SAFETY: initialised in `new`, cleared only here, before the field is
        unsafe { ffi::fq_default_poly_clear(&raw mut self.poly, self.field.ctx()) };
    }
}

/// The irreducible factors of a polynomial.
struct Factors {
    list: ffi::fq_default_poly_factor_struct,
    field: Rc<Field>,
}

impl Factors {
    fn of(f: &FqPoly) -> Self {
        let (mut list, ctx) = (MaybeUninit::uninit(), f.field.ctx());
        let mut lead = Element::new(&f.field);
        // SAFETY: init fills the structure; an initialised element and polynomial, which is not 0
        let list = unsafe {
            ffi::fq_default_poly_factor_init(list.as_mut_ptr(), ctx);
            let mut list = list.assume_init();
            ffi::fq_default_poly_factor(&raw mut list, &raw mut lead.x, &raw const f.poly, ctx);
            list
        };
        Factors { list, field: f.field.clone() }
    }

    fn sorted(&self) -> Vec<Integer> {
        // FLINT asks for a list that it may change, and reads it
        let (field, list) = (&self.field, (&raw const self.list).cast_mut());
        // SAFETY: an initialised list
        let len = unsafe { ffi::fq_default_poly_factor_length(list, field.ctx()) };
        let factor = |i| {
            let mut poly = FqPoly::new(field, &[]);
            // SAFETY: a factor that exists, and an initialised polynomial
            let multiplicity = unsafe {
                ffi::fq_default_poly_factor_get_poly(&raw mut poly.poly, list, i, field.ctx());
                ffi::fq_default_poly_factor_exp(list, i, field.ctx())
            };
            (poly.coefficients(), multiplicity as usize)
        };
        sorted_factors((0..len).map(factor).collect())
    }
}

impl Drop for Factors {
    fn drop(&mut self) {
        // SAFETY: initialised in `of`, cleared only here, before the field is
        unsafe { ffi::fq_default_poly_factor_clear(&raw mut self.list, self.field.ctx()) };
    }
}

/// An operation on polynomials.
struct PolyTask {
    op: ExtensionOp,
    name: &'static str,
    /// Two operands and the result.
    polys: [FqPoly; 3],
    factors: Option<Factors>,
}

impl PolyTask {
    fn new(op: ExtensionOp, name: &'static str, field: &Rc<Field>, [a, b]: &[Vec<Integer>; 2]) -> Self {
        let polys = [a, b, &Vec::new()].map(|v| FqPoly::new(field, v));
        PolyTask { op, name, polys, factors: None }
    }
}

impl Peer<Integer> for PolyTask {
    fn name(&self) -> &'static str {
        self.name
    }

    fn run(&mut self) {
        let [a, b, out] = &mut self.polys;
        let run = match self.op {
            ExtensionOp::Factor => {
                self.factors = Some(Factors::of(a));
                return;
            }
            ExtensionOp::Gcd => ffi::fq_default_poly_gcd,
            _ => ffi::fq_default_poly_mul,
        };
        // SAFETY: three initialised polynomials over one field; the result is neither of the operands
        unsafe { run(&raw mut out.poly, &raw const a.poly, &raw const b.poly, a.field.ctx()) };
    }

    fn result(&self) -> Vec<Integer> {
        match self.op {
            ExtensionOp::Factor => self.factors.as_ref().map(Factors::sorted).unwrap_or_default(),
            _ => self.polys[2].coefficients(),
        }
    }
}

/// A square matrix.
struct FqMat {
    matrix: ffi::fq_default_mat_struct,
    len: usize,
    field: Rc<Field>,
}

impl FqMat {
    /// The matrix with these entries, or the zero matrix of `len` rows.
    fn new(field: &Rc<Field>, len: usize, entries: &[Integer]) -> Self {
        let (mut matrix, n) = (MaybeUninit::uninit(), len as ffi::slong);
        // SAFETY: init fills the structure, with zeros
        let matrix = unsafe {
            ffi::fq_default_mat_init(matrix.as_mut_ptr(), n, n, field.ctx());
            matrix.assume_init()
        };
        let mut matrix = FqMat { matrix, len, field: field.clone() };
        let mut c = Element::new(field);
        for (at, x) in entries.chunks_exact(field.degree).enumerate() {
            let (i, j) = ((at / len) as ffi::slong, (at % len) as ffi::slong);
            let x = &raw const c.set(x).x;
            // SAFETY: an entry that exists, and an element
            unsafe { ffi::fq_default_mat_entry_set(&raw mut matrix.matrix, i, j, x, field.ctx()) };
        }
        matrix
    }

    fn entry(&self, i: usize, j: usize) -> Element {
        assert!(i < self.len && j < self.len);
        let mut x = Element::new(&self.field);
        let (i, j, ctx) = (i as ffi::slong, j as ffi::slong, self.field.ctx());
        // SAFETY: an entry that exists, and an initialised element
        unsafe { ffi::fq_default_mat_entry(&raw mut x.x, &raw const self.matrix, i, j, ctx) };
        x
    }

    /// The determinant of `a` from its LU decomposition, which overwrites this: FLINT has no function for it.
    fn det_of(&mut self, a: &Self) -> Element {
        let mut rows: Vec<ffi::slong> = (0..self.len as ffi::slong).collect();
        let mut det = Element::new(&self.field);
        // SAFETY: matrices of one shape, as many indices as rows, an initialised element
        let rank = unsafe {
            ffi::fq_default_mat_set(&raw mut self.matrix, &raw const a.matrix, self.field.ctx());
            ffi::fq_default_one(&raw mut det.x, self.field.ctx());
            ffi::fq_default_mat_lu(rows.as_mut_ptr(), &raw mut self.matrix, 1, self.field.ctx())
        };
        if rank < self.len as ffi::slong {
            return Element::new(&self.field);
        }
        (0..self.len).for_each(|i| det.multiply(&self.entry(i, i)));
        if is_odd(&rows) {
            det.negate();
        }
        det
    }
}

/// Whether a permutation is odd.
fn is_odd(rows: &[ffi::slong]) -> bool {
    let mut seen = vec![false; rows.len()];
    let mut odd = false;
    for start in 0..rows.len() {
        let (mut at, mut len) = (start, 0_usize);
        while !std::mem::replace(&mut seen[at], true) {
            (at, len) = (rows[at] as usize, len + 1);
        }
        odd ^= len > 0 && len % 2 == 0;
    }
    odd
}

impl Drop for FqMat {
    fn drop(&mut self) {
        // SAFETY: initialised in `new`, cleared only here, before the field is
        unsafe { ffi::fq_default_mat_clear(&raw mut self.matrix, self.field.ctx()) };
    }
}

/// An operation on matrices.
struct MatrixTask {
    op: ExtensionOp,
    name: &'static str,
    /// Two operands and the result, or the place of a decomposition.
    matrices: [FqMat; 3],
    det: Option<Element>,
}

impl MatrixTask {
    fn new(op: ExtensionOp, name: &'static str, field: &Rc<Field>, [a, b]: &[Vec<Integer>; 2]) -> Self {
        let len = (a.len() / field.degree).isqrt();
        let matrices = [a, b, &Vec::new()].map(|v| FqMat::new(field, len, v));
        MatrixTask { op, name, matrices, det: None }
    }
}

impl Peer<Integer> for MatrixTask {
    fn name(&self) -> &'static str {
        self.name
    }

    fn run(&mut self) {
        let [a, b, out] = &mut self.matrices;
        if self.op == ExtensionOp::Determinant {
            self.det = Some(out.det_of(a));
            return;
        }
        let out = &raw mut out.matrix;
        // SAFETY: three initialised matrices of one shape; the result is neither of the operands
        unsafe { ffi::fq_default_mat_mul(out, &raw const a.matrix, &raw const b.matrix, a.field.ctx()) };
    }

    fn result(&self) -> Vec<Integer> {
        if self.op == ExtensionOp::Determinant {
            return self.det.as_ref().map(Element::coefficients).unwrap_or_default();
        }
        let (out, n) = (&self.matrices[2], self.matrices[2].len);
        (0..n * n).flat_map(|at| out.entry(at / n, at % n).coefficients()).collect()
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    fn integers(v: &[u32]) -> Vec<Integer> {
        v.iter().map(|&x| Integer::from(x)).collect()
    }

    /// F_9 = F_3\[t\]/(t² + 2t + 2), by logarithms and by words.
    #[test]
    fn known_answers() {
        let field = Extension { p: Integer::from(3), modulus: integers(&[2, 2, 1]) };
        // x² + t and x + 2t
        let operands = [integers(&[0, 1, 0, 0, 1, 0]), integers(&[0, 2, 1, 0])];
        // t² = t + 1: −t² + t·x + 2t·x² + x³
        let product = integers(&[2, 2, 0, 1, 0, 2, 1, 0]);
        let matrix = [integers(&[0, 1, 1, 0, 1, 0, 0, 1]), integers(&[1, 0, 0, 0, 0, 0, 0, 1])];
        // [[t, 1], [1, t]], determinant t² − 1 = t, times diag(1, t)
        let wanted = integers(&[0, 1, 0, 1, 1, 0, 1, 1]);
        for (op, operands, wanted) in [
            (ExtensionOp::Product, &operands, product),
            (ExtensionOp::Gcd, &operands, integers(&[1, 0])),
            (ExtensionOp::MatrixProduct, &matrix, wanted),
            (ExtensionOp::Determinant, &matrix, integers(&[0, 1])),
        ] {
            let all = tasks(op, &field, operands);
            assert_eq!(all.len(), 2);
            for mut task in all {
                task.run();
                assert_eq!(task.result(), wanted, "{}", task.name());
            }
        }
    }

    #[test]
    fn signs_of_permutations() {
        assert!(!is_odd(&[0, 1, 2]) && is_odd(&[1, 0, 2]) && !is_odd(&[1, 2, 0]) && !is_odd(&[1, 0, 3, 2]));
    }
}
