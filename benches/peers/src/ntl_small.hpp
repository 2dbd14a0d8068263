// What the shims for the table of small operands share: operands as bytes, results as bytes, and operations that are repeated.

#pragma once

#include <NTL/GF2X.h>
#include <NTL/ZZX.h>
#include <NTL/ZZ_pX.h>
#include <NTL/lzz_pX.h>
#include <NTL/matrix.h>

#include <cstddef>
#include <cstdint>
#include <vector>

namespace small {

using Bytes = std::vector<uint8_t>;

// Integers are a sign, a number of bytes as four bytes, and the magnitude; vectors a number of integers as four bytes, and those.
struct Reader {
    const uint8_t *at;

    uint32_t number() {
        uint32_t x = 0;
        for (int i = 0; i < 4; i++) x |= uint32_t(*at++) << (8 * i);
        return x;
    }
    NTL::ZZ integer() {
        bool negative = *at++ != 0;
        uint32_t len = number();
        NTL::ZZ x = NTL::ZZFromBytes(at, long(len));
        at += len;
        return negative ? -x : x;
    }
    std::vector<NTL::ZZ> vector() {
        std::vector<NTL::ZZ> out(number());
        for (auto &x : out) x = integer();
        return out;
    }
};

inline NTL::ZZ integer(const NTL::zz_p &x) { return NTL::to_ZZ(NTL::rep(x)); }
inline NTL::ZZ integer(const NTL::ZZ_p &x) { return NTL::rep(x); }
inline NTL::ZZ integer(const NTL::GF2 &x) { return NTL::to_ZZ(NTL::rep(x)); }
inline NTL::ZZ integer(const NTL::ZZ &x) { return x; }
inline NTL::ZZ integer(long x) { return NTL::to_ZZ(x); }

// Takes results: writes them down, or keeps the compiler from leaving them out.
struct Sink {
    Bytes *out;

    void number(uint32_t x) {
        for (int i = 0; i < 4; i++) out->push_back(uint8_t(x >> (8 * i)));
    }
    void write(const NTL::ZZ &x) {
        long len = NTL::NumBytes(x);
        out->push_back(NTL::sign(x) < 0);
        number(uint32_t(len));
        out->resize(out->size() + size_t(len));
        NTL::BytesFromZZ(out->data() + out->size() - len, x, len);
    }
    template <class P> void coefficients(const P &p) {
        for (long i = 0; i <= NTL::deg(p); i++) write(integer(NTL::coeff(p, i)));
    }
    template <class P> void poly(const P &p) {
        asm volatile("" : : "r"(&p) : "memory");
        if (!out) return;
        number(uint32_t(NTL::deg(p) + 1));
        coefficients(p);
    }
    template <class E> void element(const E &x) {
        asm volatile("" : : "r"(&x) : "memory");
        if (!out) return;
        number(1);
        write(integer(x));
    }
    template <class V> void elements(const V &v) {
        asm volatile("" : : "r"(&v) : "memory");
        if (!out) return;
        number(uint32_t(v.length()));
        for (long i = 0; i < v.length(); i++) write(integer(v[i]));
    }
    // row by row
    template <class E> void matrix(const NTL::Mat<E> &m) {
        asm volatile("" : : "r"(&m) : "memory");
        if (!out) return;
        number(uint32_t(m.NumRows() * m.NumCols()));
        for (long i = 0; i < m.NumRows(); i++)
            for (long j = 0; j < m.NumCols(); j++) write(integer(m[i][j]));
    }
    // each with its multiplicity behind it
    template <class V> void factors(const V &v) {
        asm volatile("" : : "r"(&v) : "memory");
        if (!out) return;
        for (long i = 0; i < v.length(); i++) {
            number(uint32_t(NTL::deg(v[i].a) + 2));
            coefficients(v[i].a);
            write(NTL::to_ZZ(v[i].b));
        }
    }
};

// The matrix of so many rows with these entries, row by row.
template <class E> void set(NTL::Mat<E> &m, const std::vector<NTL::ZZ> &entries, long rows) {
    long cols = long(entries.size()) / rows;
    m.SetDims(rows, cols);
    for (long i = 0; i < rows * cols; i++) NTL::conv(m[i / cols][i % cols], entries[size_t(i)]);
}

struct Job {
    virtual ~Job() = default;
    virtual void context() {}
    // Whether there is such an operation.
    virtual bool run(Sink sink, size_t count) = 0;
};

template <class F> bool repeat(size_t count, F f) {
    for (size_t i = 0; i < count; i++) f();
    return true;
}

} // namespace small
