// What the table of small operands needs of NTL: one operation on operands that are kept, as often as asked, its results made and freed
// each time. The loop is here, so that calls from other languages are not timed.

#include <NTL/GF2XFactoring.h>
#include <NTL/ZZXFactoring.h>
#include <NTL/ZZ_pXFactoring.h>
#include <NTL/lzz_pXFactoring.h>

#include <memory>

#include "ntl_small.hpp"

namespace {

using namespace small;

// As `Verb` in small/task.rs.
enum Verb {
    PRODUCT, SQUARE, SUM, DIFFERENCE, NEGATION, SCALE, DERIVATIVE, EVALUATION, POWER, COMPOSITION, TAYLOR_SHIFT, DIV_REM, INVERSE_SERIES,
    EXP_SERIES, LOG_SERIES, GCD, XGCD, RESULTANT, DISCRIMINANT, POWER_MODULO, EVALUATIONS, INTERPOLATION, FACTOR, ROOTS, SQUARE_FREE,
    IRREDUCIBLE, EXACT, PSEUDO_DIV_REM, CONTENT, PRIMITIVE_PART
};

template <class P, class E> struct Operands {
    Verb verb;
    P a, b;
    NTL::Vec<E> v, w;
    E x;
    NTL::ZZ e;
    long n;

    void fill(Verb which, Reader in, long number) {
        verb = which;
        n = number;
        std::vector<NTL::ZZ> first = in.vector(), second = in.vector();
        e = in.integer();
        NTL::conv(x, e);
        set(a, v, first);
        set(b, w, second);
    }
    static void set(P &p, NTL::Vec<E> &v, const std::vector<NTL::ZZ> &from) {
        v.SetLength(long(from.size()));
        for (size_t i = 0; i < from.size(); i++) {
            NTL::conv(v[long(i)], from[i]);
            NTL::SetCoeff(p, long(i), v[long(i)]);
        }
    }
};

// Operations of all polynomials.
template <class P, class E> bool common(const Operands<P, E> &o, Sink sink, size_t count) {
    const P &a = o.a, &b = o.b;
    switch (o.verb) {
    case PRODUCT: return repeat(count, [&] { P c; NTL::mul(c, a, b); sink.poly(c); });
    case SQUARE: return repeat(count, [&] { P c; NTL::sqr(c, a); sink.poly(c); });
    case SUM: return repeat(count, [&] { P c; NTL::add(c, a, b); sink.poly(c); });
    case DIFFERENCE: return repeat(count, [&] { P c; NTL::sub(c, a, b); sink.poly(c); });
    case NEGATION: return repeat(count, [&] { P c; NTL::negate(c, a); sink.poly(c); });
    case SCALE: return repeat(count, [&] { P c; NTL::mul(c, a, o.x); sink.poly(c); });
    case DERIVATIVE: return repeat(count, [&] { P c; NTL::diff(c, a); sink.poly(c); });
    case DIV_REM: return repeat(count, [&] { P q, r; NTL::DivRem(q, r, a, b); sink.poly(q); sink.poly(r); });
    case INVERSE_SERIES: return repeat(count, [&] { P c; NTL::InvTrunc(c, a, o.n); sink.poly(c); });
    case GCD: return repeat(count, [&] { P c; NTL::GCD(c, a, b); sink.poly(c); });
    default: return false;
    }
}

template <class P> void make_monic(P &p) { NTL::MakeMonic(p); }
void make_monic(NTL::GF2X &) {}

// Operations over fields; `Pairs` is a list of factors, `Modulus` what a polynomial is prepared to as a modulus.
template <class Pairs, class Modulus, class P, class E> bool field(const Operands<P, E> &o, Sink sink, size_t count) {
    const P &a = o.a, &b = o.b;
    switch (o.verb) {
    case XGCD: return repeat(count, [&] { P g, s, t; NTL::XGCD(g, s, t, a, b); sink.poly(g); });
    case POWER_MODULO:
        return repeat(count, [&] { P c; Modulus m(b); NTL::PowerMod(c, a, o.e, m); sink.poly(c); });
    case FACTOR:
        return repeat(count, [&] { P c(a); Pairs found; make_monic(c); NTL::CanZass(found, c); sink.factors(found); });
    case SQUARE_FREE:
        return repeat(count, [&] { P c(a); Pairs found; make_monic(c); NTL::SquareFreeDecomp(found, c); sink.factors(found); });
    case IRREDUCIBLE: return repeat(count, [&] { sink.element(NTL::IterIrredTest(a)); });
    default: return false;
    }
}

// Operations over prime fields of more than two elements.
template <class P, class E> bool prime(const Operands<P, E> &o, Sink sink, size_t count) {
    const P &a = o.a;
    using Elements = NTL::Vec<E>;
    switch (o.verb) {
    case EVALUATION: return repeat(count, [&] { E y; NTL::eval(y, a, o.x); sink.element(y); });
    case POWER: return repeat(count, [&] { P c; NTL::power(c, a, o.n); sink.poly(c); });
    case RESULTANT: return repeat(count, [&] { E y; NTL::resultant(y, a, o.b); sink.element(y); });
    case EVALUATIONS: return repeat(count, [&] { Elements y; NTL::eval(y, a, o.w); sink.elements(y); });
    case INTERPOLATION: return repeat(count, [&] { P c; NTL::interpolate(c, o.w, o.v); sink.poly(c); });
    case ROOTS: return repeat(count, [&] { Elements y; NTL::FindRoots(y, a); sink.elements(y); });
    default: return false;
    }
}

struct Word final : Job {
    NTL::zz_pContext ring;
    Operands<NTL::zz_pX, NTL::zz_p> o;

    Word(Verb verb, Reader in, long n, long p) : ring(p) {
        ring.restore();
        o.fill(verb, in, n);
    }
    void context() override { ring.restore(); }
    bool run(Sink sink, size_t count) override {
        return common(o, sink, count) || prime(o, sink, count) ||
               field<NTL::vec_pair_zz_pX_long, NTL::zz_pXModulus>(o, sink, count);
    }
};

struct Wide final : Job {
    NTL::ZZ_pContext ring;
    Operands<NTL::ZZ_pX, NTL::ZZ_p> o;

    Wide(Verb verb, Reader in, long n, const NTL::ZZ &p) : ring(p) {
        ring.restore();
        o.fill(verb, in, n);
    }
    void context() override { ring.restore(); }
    bool run(Sink sink, size_t count) override {
        return common(o, sink, count) || prime(o, sink, count) ||
               field<NTL::vec_pair_ZZ_pX_long, NTL::ZZ_pXModulus>(o, sink, count);
    }
};

struct Binary final : Job {
    Operands<NTL::GF2X, NTL::GF2> o;

    Binary(Verb verb, Reader in, long n) { o.fill(verb, in, n); }
    bool run(Sink sink, size_t count) override {
        return common(o, sink, count) || field<NTL::vec_pair_GF2X_long, NTL::GF2XModulus>(o, sink, count);
    }
};

struct Integral final : Job {
    Operands<NTL::ZZX, NTL::ZZ> o;

    Integral(Verb verb, Reader in, long n) { o.fill(verb, in, n); }
    bool run(Sink sink, size_t count) override {
        const NTL::ZZX &a = o.a, &b = o.b;
        using NTL::ZZ;
        using NTL::ZZX;
        switch (o.verb) {
        case RESULTANT: return repeat(count, [&] { ZZ y; NTL::resultant(y, a, b, 1); sink.element(y); });
        case DISCRIMINANT: return repeat(count, [&] { ZZ y; NTL::discriminant(y, a, 1); sink.element(y); });
        case PRIMITIVE_PART: return repeat(count, [&] { ZZX c; NTL::PrimitivePart(c, a); sink.poly(c); });
        case EXACT: return repeat(count, [&] { ZZX c; NTL::divide(c, a, b); sink.poly(c); });
        case FACTOR:
            return repeat(count, [&] { ZZ c; NTL::vec_pair_ZZX_long found; NTL::factor(c, found, a); sink.factors(found); });
        case SQUARE_FREE:
            return repeat(count, [&] {
                ZZX c;
                NTL::vec_pair_ZZX_long found;
                NTL::PrimitivePart(c, a);
                NTL::SquareFreeDecomp(found, c);
                sink.factors(found);
            });
        default: return common(o, sink, count);
        }
    }
};

// Of the last answer.
Bytes last;

} // namespace

extern "C" {

// Two vectors and an integer are read from `in`. Kind 0: modulo `modulus`, 1: the field of two elements, 2: over Z. Null where NTL does not
// have the operation.
Job *polymod_ntl_small_new(int verb, int kind, const uint8_t *modulus, const uint8_t *in, uint64_t n) {
    std::unique_ptr<Job> job;
    if (kind == 0) {
        NTL::ZZ p = Reader{modulus}.integer();
        if (p < NTL_SP_BOUND)
            job.reset(new Word(Verb(verb), Reader{in}, long(n), NTL::to_long(p)));
        else
            job.reset(new Wide(Verb(verb), Reader{in}, long(n), p));
    } else if (kind == 1) {
        job.reset(new Binary(Verb(verb), Reader{in}, long(n)));
    } else {
        job.reset(new Integral(Verb(verb), Reader{in}, long(n)));
    }
    return job->run(Sink{nullptr}, 0) ? job.release() : nullptr;
}
void polymod_ntl_small_run(Job *job, size_t count) {
    job->context();
    job->run(Sink{nullptr}, count);
}
// The bytes of the answer are there until the next one.
size_t polymod_ntl_small_answer(Job *job) {
    last.clear();
    job->context();
    job->run(Sink{&last}, 1);
    return last.size();
}
const uint8_t *polymod_ntl_small_bytes() { return last.data(); }
void polymod_ntl_small_free(Job *job) {
    job->context();
    delete job;
}

} // extern "C"
