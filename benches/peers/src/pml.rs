//! PML, its part that is built on NTL, through the shim `pml.cpp`: matrices of polynomials over Z/p, p below NTL's bound for
//! words (2^60). Feature `pml`; `POLYMOD_PML` names the folder `ntl-extras` of a PML that is compiled.

use polymod::rug::Integer;

use crate::peer::Peer;
use crate::polymat::Op;
use crate::small::side::{Side, kept};
use crate::structured::Structure;

/// The name in the tables.
pub const NAME: &str = "PML";

/// `PolyMatrix` of the shim, only ever behind a pointer.
#[repr(C)]
struct Opaque(u8);

unsafe extern "C" {
    fn polymod_pml_takes(n: u64) -> bool;
    fn polymod_pml_new(n: u64, rows: usize, columns: usize) -> *mut Opaque;
    fn polymod_pml_set(a: *mut Opaque, i: usize, j: usize, words: *const u64, len: usize);
    fn polymod_pml_product(out: *mut Opaque, a: *const Opaque, b: *const Opaque);
    fn polymod_pml_det_generic(out: *mut Opaque, a: *const Opaque, degree: usize) -> bool;
    fn polymod_pml_det_geometric(out: *mut Opaque, a: *const Opaque);
    fn polymod_pml_approximant_basis(out: *mut Opaque, series: *const Opaque, order: usize);
    fn polymod_pml_conditions_new(a: *const Opaque, count: usize) -> *mut Opaque;
    fn polymod_pml_conditions_points(a: *const Opaque, out: *mut u64);
    fn polymod_pml_conditions_values(a: *const Opaque, out: *mut u64);
    fn polymod_pml_interpolant_basis(out: *mut Opaque, a: *const Opaque);
    fn polymod_pml_conditions_free(a: *mut Opaque);
    fn polymod_pml_kernel_basis(out: *mut Opaque, a: *const Opaque);
    fn polymod_pml_inverse(out: *mut Opaque, a: *const Opaque, n: usize);
    fn polymod_pml_solve(out: *mut Opaque, a: *const Opaque, right: *const Opaque);
    fn polymod_pml_rows(a: *const Opaque) -> usize;
    fn polymod_pml_columns(a: *const Opaque) -> usize;
    fn polymod_pml_len(a: *const Opaque, i: usize, j: usize) -> usize;
    fn polymod_pml_get(a: *const Opaque, i: usize, j: usize, out: *mut u64);
    fn polymod_pml_free(a: *mut Opaque);
    fn polymod_pml_structured_new(
        p: u64,
        is_hankel: bool,
        rows: usize,
        entries: *const u64,
        vector: *const u64,
    ) -> *mut Opaque;
    fn polymod_pml_structured_run(a: *mut Opaque, solves: bool) -> bool;
    fn polymod_pml_structured_get(a: *const Opaque, out: *mut u64);
    fn polymod_pml_structured_free(a: *mut Opaque);
}

/// A matrix of polynomials over Z/p.
pub struct Matrix {
    matrix: *mut Opaque,
    p: u64,
}

impl Matrix {
    /// The matrix with these entries, row by row, all words below the prime `p`; nothing where `p` is too large.
    pub fn new(p: u64, rows: usize, columns: usize, entries: &[Vec<u64>]) -> Option<Self> {
        assert!(p >= 2 && entries.len() == rows * columns && entries.iter().flatten().all(|&x| x < p));
        // SAFETY: no pointers; the shim's new object is freed by `drop`.
        let matrix = unsafe { polymod_pml_takes(p).then(|| polymod_pml_new(p, rows, columns))? };
        for (at, words) in entries.iter().enumerate() {
            // SAFETY: an entry that the object has; the shim copies the slice.
            unsafe { polymod_pml_set(matrix, at / columns, at % columns, words.as_ptr(), words.len()) };
        }
        Some(Self { matrix, p })
    }

    /// self = a·b.
    pub fn set_product(&mut self, a: &Self, b: &Self) {
        assert!(a.columns() == b.rows() && [a, b].iter().all(|m| m.p == self.p));
        // SAFETY: three live objects, `self` neither of the others; the shim gives it its shape.
        unsafe { polymod_pml_product(self.matrix, a.matrix, b.matrix) };
    }

    /// self = the determinant of `a` times a constant, by partial triangularisation: for matrices that behave as random ones do, whose
    /// determinant has this degree.
    pub fn set_generic_det(&mut self, a: &Self, degree: usize) {
        assert!((self.rows(), self.columns()) == (1, 1) && a.rows() == a.columns() && a.p == self.p);
        // SAFETY: two live objects, `self` with the one entry that is written.
        assert!(unsafe { polymod_pml_det_generic(self.matrix, a.matrix, degree) }, "a generic matrix");
    }

    /// self = the determinant of `a`, by values on a geometric progression.
    pub fn set_det(&mut self, a: &Self) {
        assert!((self.rows(), self.columns()) == (1, 1) && a.rows() == a.columns() && a.p == self.p);
        // SAFETY: two live objects, `self` with the one entry that is written.
        unsafe { polymod_pml_det_geometric(self.matrix, a.matrix) };
    }

    /// self = a minimal approximant basis of `series` to this order, without shifts.
    pub fn set_approximant_basis(&mut self, series: &Self, order: usize) {
        assert!(series.p == self.p);
        // SAFETY: two live objects; the shim gives `self` its shape.
        unsafe { polymod_pml_approximant_basis(self.matrix, series.matrix, order) };
    }

    /// self = a minimal interpolant basis for these values, without shifts.
    pub fn set_interpolant_basis(&mut self, conditions: &Conditions) {
        assert!(conditions.p == self.p);
        // SAFETY: two live objects; the shim gives `self` its shape.
        unsafe { polymod_pml_interpolant_basis(self.matrix, conditions.values) };
    }

    /// self = a minimal basis of the left kernel of `a`, without shifts.
    pub fn set_kernel_basis(&mut self, a: &Self) {
        assert!(a.p == self.p);
        // SAFETY: two live objects; the shim gives `self` its shape.
        unsafe { polymod_pml_kernel_basis(self.matrix, a.matrix) };
    }

    /// self = a⁻¹ modulo x^n, for a square matrix with an inverse at 0.
    pub fn set_inverse(&mut self, a: &Self, n: usize) {
        assert!(a.rows() == a.columns() && a.p == self.p);
        // SAFETY: two live objects; the shim gives `self` its shape.
        unsafe { polymod_pml_inverse(self.matrix, a.matrix, n) };
    }

    /// self = the numerators of a⁻¹·right, and below them their denominator, for a square matrix with an inverse at 0 and one column.
    pub fn set_solution(&mut self, a: &Self, right: &Self) {
        let is_column = (right.rows(), right.columns()) == (a.rows(), 1);
        assert!(a.rows() == a.columns() && is_column && [a, right].iter().all(|m| m.p == self.p));
        // SAFETY: three live objects; the shim gives `self` its shape.
        unsafe { polymod_pml_solve(self.matrix, a.matrix, right.matrix) };
    }

    fn rows(&self) -> usize {
        // SAFETY: a live object.
        unsafe { polymod_pml_rows(self.matrix) }
    }

    fn columns(&self) -> usize {
        // SAFETY: a live object.
        unsafe { polymod_pml_columns(self.matrix) }
    }

    /// The coefficients of all entries, row by row, without leading zeros.
    pub fn entries(&self) -> Vec<Vec<u64>> {
        let columns = self.columns();
        let words = |at: usize| {
            let (i, j) = (at / columns, at % columns);
            // SAFETY: an entry that the object has, whose coefficients fill the vector.
            unsafe {
                let mut words = vec![0; polymod_pml_len(self.matrix, i, j)];
                polymod_pml_get(self.matrix, i, j, words.as_mut_ptr());
                words
            }
        };
        (0..self.rows() * columns).map(words).collect()
    }
}

impl Drop for Matrix {
    fn drop(&mut self) {
        // SAFETY: made in `new`, freed only here.
        unsafe { polymod_pml_free(self.matrix) };
    }
}

/// The values of a matrix at points in a geometric progression.
pub struct Conditions {
    values: *mut Opaque,
    p: u64,
    /// The points.
    pub points: Vec<u64>,
    /// The values, a matrix for each point, row by row.
    pub entries: Vec<u64>,
}

impl Conditions {
    /// The values of `a`, whose entries have at most `count` coefficients.
    pub fn new(a: &Matrix, count: usize) -> Self {
        let (mut points, mut entries) = (vec![0; count], vec![0; count * a.rows() * a.columns()]);
        // SAFETY: a live object; the new one has as many points and values as the vectors, and is freed by `drop`.
        let values = unsafe {
            let values = polymod_pml_conditions_new(a.matrix, count);
            polymod_pml_conditions_points(values, points.as_mut_ptr());
            polymod_pml_conditions_values(values, entries.as_mut_ptr());
            values
        };
        Self { values, p: a.p, points, entries }
    }
}

impl Drop for Conditions {
    fn drop(&mut self) {
        // SAFETY: made in `new`, freed only here.
        unsafe { polymod_pml_conditions_free(self.values) };
    }
}

/// The product of two square matrices, or the determinant of the first, where the modulus is below NTL's bound.
pub fn peers(p: u64, rows: usize, operands: &[Vec<Vec<u64>>; 2], op: Op) -> Vec<Box<dyn Peer<Vec<u64>>>> {
    let degree = operands[0].iter().map(|entry| entry.len().saturating_sub(1)).max().unwrap_or(0) * rows;
    let peer = |way| -> Option<Box<dyn Peer<Vec<u64>>>> {
        let [a, b] = operands.each_ref().map(|entries| Matrix::new(p, rows, rows, entries));
        Some(Box::new(Sides { way, operands: [a?, b?], out: Matrix::new(p, 1, 1, &[Vec::new()])? }))
    };
    let ways = match op {
        Op::Product => vec![Way::Product],
        Op::Determinant => vec![Way::GenericDet { degree }, Way::Det],
    };
    ways.into_iter().filter_map(peer).collect()
}

enum Way {
    Product,
    GenericDet { degree: usize },
    Det,
}

/// Two operands and the result.
struct Sides {
    way: Way,
    operands: [Matrix; 2],
    out: Matrix,
}

impl Peer<Vec<u64>> for Sides {
    fn name(&self) -> &'static str {
        if matches!(self.way, Way::Det) { "PML points" } else { NAME }
    }

    fn run(&mut self) {
        let [a, b] = &self.operands;
        match self.way {
            Way::Product => self.out.set_product(a, b),
            Way::GenericDet { degree } => self.out.set_generic_det(a, degree),
            Way::Det => self.out.set_det(a),
        }
    }

    fn result(&self) -> Vec<Vec<u64>> {
        self.out.entries()
    }
}

/// A Toeplitz or Hankel matrix and a vector, `Structured` of the shim.
struct Vector {
    job: *mut Opaque,
    rows: usize,
}

/// The product by a vector, or the solution for it, of Toeplitz and Hankel matrices, where the modulus is below NTL's bound.
pub fn structured(p: u64, structure: Structure, data: &[u64], v: &[u64], solves: bool) -> Option<Side> {
    let is_hankel = structure == Structure::Hankel;
    // SAFETY: no pointers
    let takes = unsafe { polymod_pml_takes(p) };
    if !takes || !(is_hankel || structure == Structure::Toeplitz) {
        return None;
    }
    let (mut data, rows) = (data.to_vec(), v.len());
    assert!(data.len() + 1 == 2 * rows);
    if is_hankel {
        data.reverse();
    }
    // SAFETY: as many words as the shim copies
    let job = unsafe { polymod_pml_structured_new(p, is_hankel, rows, data.as_ptr(), v.as_ptr()) };
    let run = move |vector: &mut Vector| {
        // SAFETY: a live object
        assert!(unsafe { polymod_pml_structured_run(vector.job, solves) }, "a regular matrix");
    };
    let read = |vector: &Vector| {
        let mut out = vec![0; vector.rows];
        // SAFETY: a live object, whose result has as many words
        unsafe { polymod_pml_structured_get(vector.job, out.as_mut_ptr()) };
        vec![out.into_iter().map(Integer::from).collect()]
    };
    Some(kept(NAME, Vector { job, rows }, run, read))
}

impl Drop for Vector {
    fn drop(&mut self) {
        // SAFETY: made in `structured`, freed only here
        unsafe { polymod_pml_structured_free(self.job) };
    }
}
