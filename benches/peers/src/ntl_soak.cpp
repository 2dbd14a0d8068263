// What the soak needs of NTL: polynomials over F_(2^k), elements a word each, and polynomials over Z/p, p a prime of a word.

#include <NTL/GF2EX.h>
#include <NTL/GF2EXFactoring.h>
#include <NTL/lzz_pX.h>
#include <NTL/lzz_pXFactoring.h>

#include <cstddef>
#include <cstdint>
#include <vector>

namespace {

NTL::GF2X bits(const uint64_t *words, size_t len) {
    return NTL::GF2XFromBytes(reinterpret_cast<const unsigned char *>(words), long(8 * len));
}

NTL::GF2E element(uint64_t word) { return NTL::conv<NTL::GF2E>(bits(&word, 1)); }

uint64_t word(const NTL::GF2E &x) {
    uint64_t out = 0;
    NTL::BytesFromGF2X(reinterpret_cast<unsigned char *>(&out), NTL::rep(x), 8);
    return out;
}

NTL::GF2EX binary(const uint64_t *values, size_t len) {
    NTL::GF2EX out;
    out.SetLength(long(len));
    for (size_t i = 0; i < len; i++) out[long(i)] = element(values[i]);
    out.normalize();
    return out;
}

NTL::zz_pX words(const uint64_t *values, size_t len) {
    NTL::zz_pX out;
    out.SetLength(long(len));
    for (size_t i = 0; i < len; i++) out[long(i)] = NTL::conv<NTL::zz_p>(NTL::ZZ(long(values[i])));
    out.normalize();
    return out;
}

uint64_t word(const NTL::zz_p &x) { return uint64_t(NTL::rep(x)); }

// Lists of words: each polynomial as its length and its coefficients.
template <class Poly> void put(std::vector<uint64_t> &out, const Poly &poly) {
    out.push_back(uint64_t(NTL::deg(poly) + 1));
    for (long i = 0; i <= NTL::deg(poly); i++) out.push_back(word(poly[i]));
}

// 1/a.
template <class Poly> Poly inverse(const Poly &a, size_t terms) {
    Poly out;
    NTL::InvTrunc(out, a, long(terms));
    return out;
}

// 0 product, 1 quotient and remainder, 2 common divisor and cofactors, 3 factors, each with its multiplicity as a constant,
// 4 inverse to `extra` terms, 5 a^extra modulo b.
template <class Poly, class Pairs> void run(std::vector<uint64_t> &out, int op, const Poly &a, const Poly &b, uint64_t extra) {
    Poly q, r, s;
    switch (op) {
    case 0: put(out, Poly(a * b)); break;
    case 1:
        NTL::DivRem(q, r, a, b);
        put(out, q);
        put(out, r);
        break;
    case 2:
        NTL::XGCD(q, r, s, a, b);
        put(out, q);
        put(out, r);
        put(out, s);
        break;
    case 4: put(out, inverse(a, size_t(extra))); break;
    case 5:
        NTL::rem(q, a, b);
        NTL::PowerMod(r, q, NTL::ZZ(long(extra)), b);
        put(out, r);
        break;
    default: {
        Pairs found;
        NTL::CanZass(found, a);
        for (long i = 0; i < found.length(); i++) {
            put(out, found[i].a);
            out.push_back(1);
            out.push_back(uint64_t(found[i].b));
        }
    }
    }
}

std::vector<uint64_t> last;

} // namespace

extern "C" {

// The words of the answer are there until the next call. `modulus`: two words for F_(2^k), k < 128; else one.
size_t polymod_ntl_fields_run(int op, bool is_binary, const uint64_t *modulus, const uint64_t *a, size_t a_len,
                              const uint64_t *b, size_t b_len, uint64_t extra) {
    last.clear();
    if (is_binary) {
        NTL::GF2EPush push(bits(modulus, 2));
        run<NTL::GF2EX, NTL::vec_pair_GF2EX_long>(last, op, binary(a, a_len), binary(b, b_len), extra);
    } else {
        NTL::zz_pPush push{long(*modulus)};
        run<NTL::zz_pX, NTL::vec_pair_zz_pX_long>(last, op, words(a, a_len), words(b, b_len), extra);
    }
    return last.size();
}

const uint64_t *polymod_ntl_fields_words() { return last.data(); }

} // extern "C"
