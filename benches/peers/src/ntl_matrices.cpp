// Operations on square matrices for the table of small operands.

#include <NTL/mat_ZZ.h>
#include <NTL/mat_ZZ_p.h>
#include <NTL/mat_lzz_p.h>
#include <NTL/mat_poly_ZZ.h>
#include <NTL/mat_poly_ZZ_p.h>
#include <NTL/mat_poly_lzz_p.h>

#include <memory>

#include "ntl_small.hpp"

namespace {

using namespace small;

// As `MatrixVerb` in small/matrices.rs.
enum Verb { PRODUCT, DETERMINANT, RANK, SOLVE, INVERSE, CHARPOLY };

// The matrices a and b, and b as a column.
template <class E> struct Operands {
    Verb verb;
    NTL::Mat<E> a, b;
    NTL::Vec<E> column;

    void fill(Verb which, Reader in, long rows) {
        verb = which;
        small::set(a, in.vector(), rows);
        small::set(b, in.vector(), rows);
        column.SetLength(rows);
        for (long i = 0; i < rows; i++) column[i] = b[i][0];
    }
};

// Over fields, with characteristic polynomials of type P.
template <class P, class E> bool field(const Operands<E> &o, Sink sink, size_t count) {
    using M = NTL::Mat<E>;
    switch (o.verb) {
    case PRODUCT: return repeat(count, [&] { M c; NTL::mul(c, o.a, o.b); sink.matrix(c); });
    case DETERMINANT: return repeat(count, [&] { E d; NTL::determinant(d, o.a); sink.element(d); });
    case RANK: return repeat(count, [&] { M c(o.a); sink.element(NTL::gauss(c)); });
    case SOLVE: return repeat(count, [&] { E d; NTL::Vec<E> x; NTL::solve(d, o.a, x, o.column); sink.elements(x); });
    case INVERSE: return repeat(count, [&] { E d; M c; NTL::inv(d, c, o.a); sink.matrix(c); });
    case CHARPOLY: return repeat(count, [&] { P f; NTL::CharPoly(f, o.a); sink.poly(f); });
    default: return false;
    }
}

struct Word final : Job {
    NTL::zz_pContext ring;
    Operands<NTL::zz_p> o;

    Word(Verb verb, Reader in, long rows, long p) : ring(p) {
        ring.restore();
        o.fill(verb, in, rows);
    }
    void context() override { ring.restore(); }
    bool run(Sink sink, size_t count) override { return field<NTL::zz_pX>(o, sink, count); }
};

struct Wide final : Job {
    NTL::ZZ_pContext ring;
    Operands<NTL::ZZ_p> o;

    Wide(Verb verb, Reader in, long rows, const NTL::ZZ &p) : ring(p) {
        ring.restore();
        o.fill(verb, in, rows);
    }
    void context() override { ring.restore(); }
    bool run(Sink sink, size_t count) override { return field<NTL::ZZ_pX>(o, sink, count); }
};

// Solutions have a denominator, which need not be the least.
struct Integral final : Job {
    Operands<NTL::ZZ> o;

    Integral(Verb verb, Reader in, long rows) { o.fill(verb, in, rows); }
    bool run(Sink sink, size_t count) override {
        using NTL::ZZ;
        using M = NTL::mat_ZZ;
        switch (o.verb) {
        case PRODUCT: return repeat(count, [&] { M c; NTL::mul(c, o.a, o.b); sink.matrix(c); });
        // with certainty, as polymod's
        case DETERMINANT: return repeat(count, [&] { ZZ d; NTL::determinant(d, o.a, 1); sink.element(d); });
        case INVERSE:
            return repeat(count, [&] { ZZ d; M c; NTL::inv(d, c, o.a, 1); sink.matrix(c); sink.element(d); });
        case CHARPOLY: return repeat(count, [&] { NTL::ZZX f; NTL::CharPoly(f, o.a, 1); sink.poly(f); });
        default: return false;
        }
    }
};

} // namespace

extern "C" {

// As `polymod_ntl_small_new` in ntl_small.cpp, of two matrices of so many rows.
Job *polymod_ntl_matrix_new(int verb, const uint8_t *modulus, const uint8_t *in, uint64_t rows) {
    std::unique_ptr<Job> job;
    NTL::ZZ p = Reader{modulus}.integer();
    if (p == 0)
        job.reset(new Integral(Verb(verb), Reader{in}, long(rows)));
    else if (p < NTL_SP_BOUND)
        job.reset(new Word(Verb(verb), Reader{in}, long(rows), NTL::to_long(p)));
    else
        job.reset(new Wide(Verb(verb), Reader{in}, long(rows), p));
    return job->run(Sink{nullptr}, 0) ? job.release() : nullptr;
}

} // extern "C"
