// What the tables need of the part of PML that is built on NTL, for C: matrices of polynomials over Z/p, p < NTL_SP_BOUND.

#include <mat_lzz_pX_approximant.h>
#include <mat_lzz_pX_determinant.h>
#include <mat_lzz_pX_interpolant.h>
#include <mat_lzz_pX_inverse.h>
#include <mat_lzz_pX_kernel.h>
#include <mat_lzz_pX_linsolve.h>
#include <mat_lzz_pX_multiply.h>
#include <structured_lzz_p.h>

#include <cstddef>
#include <cstdint>
#include <vector>

namespace {

struct PolyMatrix {
    NTL::zz_pContext context;
    long n;
    NTL::Mat<NTL::zz_pX> entries;

    PolyMatrix(uint64_t n, size_t rows, size_t columns) : context(long(n)), n(long(n)) {
        context.restore();
        entries.SetDims(long(rows), long(columns));
    }
    // NTL's modulus is global; modulus() is defined once a first context is in force, which the constructor sees to.
    void enter() const {
        if (NTL::zz_p::modulus() != n) context.restore();
    }
};

// The values of a matrix at points in a geometric progression with this ratio.
struct Conditions {
    NTL::zz_p ratio;
    NTL::Vec<NTL::zz_p> points;
    NTL::Vec<NTL::Mat<NTL::zz_p>> values;
};

// A square Toeplitz or Hankel matrix by its 2n − 1 entries in PML's order, a vector, and the last product or solution.
struct Structured {
    NTL::zz_pContext context;
    long n;
    bool is_hankel;
    NTL::Vec<NTL::zz_p> data, v, out;

    Structured(uint64_t p, bool is_hankel, size_t rows, const uint64_t *entries, const uint64_t *vector)
        : context(long(p)), n(long(p)), is_hankel(is_hankel) {
        enter();
        set(data, entries, 2 * rows - 1);
        set(v, vector, rows);
    }
    void enter() const {
        if (NTL::zz_p::modulus() != n) context.restore();
    }
    static void set(NTL::Vec<NTL::zz_p> &to, const uint64_t *words, size_t len) {
        to.SetLength(long(len));
        for (size_t i = 0; i < len; i++) to[long(i)] = NTL::to_zz_p(long(words[i]));
    }
    void multiply() {
        long rows = v.length();
        if (is_hankel)
            PML::hankel_lzz_p(data, rows, rows).mul_right(out, v);
        else
            PML::toeplitz_lzz_p(data, rows, rows).mul_right(out, v);
    }
    bool solve() {
        if (is_hankel) return mosaic<PML::mosaic_hankel_lzz_p, PML::hankel_lzz_p>();
        return mosaic<PML::mosaic_toeplitz_lzz_p, PML::toeplitz_lzz_p>();
    }
    template <class Mosaic, class Block> bool mosaic() {
        NTL::Vec<NTL::Vec<Block>> blocks;
        blocks.SetLength(1);
        blocks[0].SetLength(1);
        blocks[0][0] = Block(data, v.length(), v.length());
        return Mosaic(blocks).solve(out, v) == 1;
    }
};

} // namespace

extern "C" {

// Whether n is small enough.
bool polymod_pml_takes(uint64_t n) { return n < uint64_t(NTL_SP_BOUND); }
PolyMatrix *polymod_pml_new(uint64_t n, size_t rows, size_t columns) { return new PolyMatrix(n, rows, columns); }
void polymod_pml_set(PolyMatrix *a, size_t i, size_t j, const uint64_t *words, size_t len) {
    a->enter();
    NTL::zz_pX &entry = a->entries[long(i)][long(j)];
    entry.SetLength(long(len));
    for (size_t k = 0; k < len; k++) entry[long(k)] = NTL::to_zz_p(long(words[k]));
    entry.normalize();
}
void polymod_pml_product(PolyMatrix *out, const PolyMatrix *a, const PolyMatrix *b) {
    out->enter();
    PML::multiply(out->entries, a->entries, b->entries);
}
// The determinant of `a` times a constant by partial triangularisation, right for matrices whose determinant has this degree and
// which are generic otherwise; returns whether that went well. `out` has one entry.
bool polymod_pml_det_generic(PolyMatrix *out, const PolyMatrix *a, size_t degree) {
    out->enter();
    return PML::determinant_generic_knowing_degree(out->entries[0][0], a->entries, long(degree));
}
// The determinant of `a` by its values on a geometric progression. `out` has one entry.
void polymod_pml_det_geometric(PolyMatrix *out, const PolyMatrix *a) {
    out->enter();
    PML::determinant_via_evaluation_geometric(out->entries[0][0], a->entries);
}
// A basis in ordered weak Popov form, all shifts zero.
void polymod_pml_approximant_basis(PolyMatrix *out, const PolyMatrix *series, size_t order) {
    out->enter();
    std::vector<long> shift(size_t(series->entries.NumRows()), 0);
    PML::pmbasis(out->entries, series->entries, long(order), shift);
}
// The values of `a` at `count` points in a geometric progression.
Conditions *polymod_pml_conditions_new(const PolyMatrix *a, size_t count) {
    a->enter();
    Conditions *conditions = new Conditions;
    conditions->ratio = NTL::to_zz_p(3);
    PML::zz_pX_Multipoint_Geometric at(conditions->ratio, long(count));
    at.get_points(conditions->points);
    at.evaluate_matrix(conditions->values, a->entries);
    return conditions;
}
void polymod_pml_conditions_points(const Conditions *a, uint64_t *out) {
    for (long k = 0; k < a->points.length(); k++) out[k] = uint64_t(NTL::rep(a->points[k]));
}
// The values, a matrix for each point, row by row.
void polymod_pml_conditions_values(const Conditions *a, uint64_t *out) {
    for (long k = 0; k < a->points.length(); k++)
        for (long i = 0; i < a->values[k].NumRows(); i++)
            for (long j = 0; j < a->values[k].NumCols(); j++) *out++ = uint64_t(NTL::rep(a->values[k][i][j]));
}
// A basis in ordered weak Popov form, all shifts zero. PML overwrites the values: they are copied.
void polymod_pml_interpolant_basis(PolyMatrix *out, const Conditions *a) {
    out->enter();
    NTL::Vec<NTL::Mat<NTL::zz_p>> values(a->values);
    std::vector<long> shift(size_t(values[0].NumRows()), 0);
    PML::pmbasis_geometric(out->entries, values, a->points, a->ratio, shift, 0, a->points.length());
}
void polymod_pml_conditions_free(Conditions *a) { delete a; }
// A minimal basis of the left kernel, all shifts zero.
void polymod_pml_kernel_basis(PolyMatrix *out, const PolyMatrix *a) {
    out->enter();
    std::vector<long> shift(size_t(a->entries.NumRows()), 0);
    PML::kernel_basis(out->entries, a->entries, shift);
}
// The inverse modulo x^n.
void polymod_pml_inverse(PolyMatrix *out, const PolyMatrix *a, size_t n) {
    out->enter();
    PML::inv_trunc(out->entries, a->entries, long(n));
}
// The column `out` is numerators and below them the denominator of the solution for the column `right`.
void polymod_pml_solve(PolyMatrix *out, const PolyMatrix *a, const PolyMatrix *right) {
    out->enter();
    const long rows = a->entries.NumRows();
    NTL::Vec<NTL::zz_pX> b, u;
    b.SetLength(rows);
    for (long i = 0; i < rows; i++) b[i] = right->entries[i][0];
    NTL::zz_pX denominator;
    PML::linsolve_via_series(u, denominator, a->entries, b);
    out->entries.SetDims(rows + 1, 1);
    for (long i = 0; i < rows; i++) out->entries[i][0] = u[i];
    out->entries[rows][0] = denominator;
}
size_t polymod_pml_rows(const PolyMatrix *a) { return size_t(a->entries.NumRows()); }
size_t polymod_pml_columns(const PolyMatrix *a) { return size_t(a->entries.NumCols()); }
size_t polymod_pml_len(const PolyMatrix *a, size_t i, size_t j) {
    return size_t(a->entries[long(i)][long(j)].rep.length());
}
void polymod_pml_get(const PolyMatrix *a, size_t i, size_t j, uint64_t *out) {
    const NTL::zz_pX &entry = a->entries[long(i)][long(j)];
    for (long k = 0; k < entry.rep.length(); k++) out[k] = uint64_t(NTL::rep(entry.rep[k]));
}
void polymod_pml_free(PolyMatrix *a) { delete a; }

// A Toeplitz or Hankel matrix of `rows` rows by its 2·rows − 1 entries, and a vector; all words are below p.
Structured *polymod_pml_structured_new(uint64_t p, bool is_hankel, size_t rows, const uint64_t *entries,
                                       const uint64_t *vector) {
    // a context has to be in force before the first modulus() is asked for
    NTL::zz_pContext(long(p)).restore();
    return new Structured(p, is_hankel, rows, entries, vector);
}
// The product of the matrix by the vector, or the solution for it; returns whether there is one.
bool polymod_pml_structured_run(Structured *a, bool solves) {
    a->enter();
    if (solves) return a->solve();
    a->multiply();
    return true;
}
// The last result: a word for each row.
void polymod_pml_structured_get(const Structured *a, uint64_t *out) {
    for (long i = 0; i < a->out.length(); i++) out[i] = uint64_t(NTL::rep(a->out[i]));
}
void polymod_pml_structured_free(Structured *a) { delete a; }

} // extern "C"
