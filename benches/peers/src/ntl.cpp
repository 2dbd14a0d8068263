// What the tables need of NTL, for C: polynomials over Z/n and over Z, and their products. NTL ends the process on errors.

#include <NTL/GF2XFactoring.h>
#include <NTL/ZZX.h>
#include <NTL/ZZ_pX.h>
#include <NTL/lzz_pX.h>
#include <NTL/version.h>

#include <cstddef>
#include <cstdint>

namespace {

// A polynomial over Z/n, over words or over integers.
struct ModPoly {
    virtual ~ModPoly() = default;
    virtual void set_product(const ModPoly &a, const ModPoly &b) = 0;
    virtual size_t len() const = 0;
    virtual void coefficients(uint64_t *out) const = 0;
};

// n below NTL_SP_BOUND. `own_fft`: n is a prime, and n - 1 divisible by a high power of two.
struct WordPoly final : ModPoly {
    NTL::zz_pContext context;
    long n;
    NTL::zz_pX poly;

    WordPoly(uint64_t n, bool own_fft, const uint64_t *values, size_t len)
        : context(own_fft ? NTL::zz_pContext(NTL::INIT_USER_FFT, long(n)) : NTL::zz_pContext(long(n))), n(long(n)) {
        context.restore();
        poly.SetLength(long(len));
        for (size_t i = 0; i < len; i++) poly[long(i)] = NTL::to_zz_p(long(values[i]));
        poly.normalize();
    }
    void set_product(const ModPoly &a, const ModPoly &b) override {
        // modulus() is not defined before a first context is in force, but the constructor has seen to that
        if (NTL::zz_p::modulus() != n) context.restore();
        NTL::mul(poly, static_cast<const WordPoly &>(a).poly, static_cast<const WordPoly &>(b).poly);
    }
    size_t len() const override { return size_t(poly.rep.length()); }
    void coefficients(uint64_t *out) const override {
        for (long i = 0; i < poly.rep.length(); i++) out[i] = uint64_t(NTL::rep(poly.rep[i]));
    }
};

struct WidePoly final : ModPoly {
    NTL::ZZ_pContext context;
    NTL::ZZ n;
    NTL::ZZ_pX poly;

    WidePoly(uint64_t modulus, const uint64_t *values, size_t len) {
        NTL::conv(n, static_cast<unsigned long>(modulus));
        context = NTL::ZZ_pContext(n);
        context.restore();
        poly.SetLength(long(len));
        NTL::ZZ value;
        for (size_t i = 0; i < len; i++) {
            NTL::conv(value, static_cast<unsigned long>(values[i]));
            NTL::conv(poly[long(i)], value);
        }
        poly.normalize();
    }
    WidePoly(const NTL::ZZ &modulus, size_t len) : context(modulus), n(modulus) {
        context.restore();
        poly.SetLength(long(len));
    }
    void set_product(const ModPoly &a, const ModPoly &b) override {
        if (NTL::ZZ_p::modulus() != n) context.restore();
        NTL::mul(poly, static_cast<const WidePoly &>(a).poly, static_cast<const WidePoly &>(b).poly);
    }
    size_t len() const override { return size_t(poly.rep.length()); }
    void coefficients(uint64_t *out) const override {
        for (long i = 0; i < poly.rep.length(); i++)
            out[i] = uint64_t(NTL::conv<unsigned long>(NTL::rep(poly.rep[i])));
    }
};

} // namespace

extern "C" {

const char *polymod_ntl_version() { return NTL_VERSION; }

ModPoly *polymod_ntl_mod_new(uint64_t n, bool own_fft, const uint64_t *values, size_t len) {
    if (n < uint64_t(NTL_SP_BOUND)) return new WordPoly(n, own_fft, values, len);
    return new WidePoly(n, values, len);
}
void polymod_ntl_mod_product(ModPoly *out, const ModPoly *a, const ModPoly *b) { out->set_product(*a, *b); }
size_t polymod_ntl_mod_len(const ModPoly *poly) { return poly->len(); }
void polymod_ntl_mod_coefficients(const ModPoly *poly, uint64_t *out) { poly->coefficients(out); }
void polymod_ntl_mod_free(ModPoly *poly) { delete poly; }

// Modulo the integer with these bytes, the lowest first: `len` coefficients, zero until they are set.
ModPoly *polymod_ntl_big_new(const uint8_t *modulus, size_t bytes, size_t len) {
    return new WidePoly(NTL::ZZFromBytes(modulus, long(bytes)), len);
}
// Writes a coefficient, which must exist.
void polymod_ntl_big_set(ModPoly *poly, size_t i, const uint8_t *bytes, size_t len) {
    auto *wide = static_cast<WidePoly *>(poly);
    wide->context.restore();
    NTL::conv(wide->poly[long(i)], NTL::ZZFromBytes(bytes, long(len)));
}
void polymod_ntl_big_normalize(ModPoly *poly) { static_cast<WidePoly *>(poly)->poly.normalize(); }
// A coefficient that exists, in so many bytes.
void polymod_ntl_big_get(const ModPoly *poly, size_t i, uint8_t *bytes, size_t len) {
    NTL::BytesFromZZ(bytes, NTL::rep(static_cast<const WidePoly *>(poly)->poly[long(i)]), long(len));
}

// The monic greatest common divisor of polynomials over integers.
void polymod_ntl_big_gcd(ModPoly *out, const ModPoly *a, const ModPoly *b) {
    auto *wide = static_cast<WidePoly *>(out);
    if (NTL::ZZ_p::modulus() != wide->n) wide->context.restore();
    NTL::GCD(wide->poly, static_cast<const WidePoly *>(a)->poly, static_cast<const WidePoly *>(b)->poly);
}

NTL::ZZX *polymod_ntl_integer_new(size_t len) {
    auto *poly = new NTL::ZZX;
    poly->SetLength(long(len));
    return poly;
}
// Writes the integer with these bytes, the lowest first, into coefficient i, which must exist.
void polymod_ntl_integer_set(NTL::ZZX *poly, size_t i, bool negative, const uint8_t *bytes, size_t len) {
    NTL::ZZ &value = poly->rep[long(i)];
    NTL::ZZFromBytes(value, bytes, long(len));
    if (negative) NTL::negate(value, value);
}
void polymod_ntl_integer_normalize(NTL::ZZX *poly) { poly->normalize(); }
// A new polynomial.
NTL::ZZX *polymod_ntl_integer_product(const NTL::ZZX *a, const NTL::ZZX *b) {
    auto *product = new NTL::ZZX;
    NTL::mul(*product, *a, *b);
    return product;
}
size_t polymod_ntl_integer_len(const NTL::ZZX *poly) { return size_t(poly->rep.length()); }
size_t polymod_ntl_integer_bytes(const NTL::ZZX *poly, size_t i) { return size_t(NTL::NumBytes(poly->rep[long(i)])); }
// The magnitude of coefficient i goes to `bytes`; returns whether it is negative.
bool polymod_ntl_integer_get(const NTL::ZZX *poly, size_t i, uint8_t *bytes, size_t len) {
    const NTL::ZZ &value = poly->rep[long(i)];
    NTL::BytesFromZZ(bytes, value, long(len));
    return NTL::sign(value) < 0;
}
void polymod_ntl_integer_free(NTL::ZZX *poly) { delete poly; }

// Over the field of two elements, from the words of its bits.
NTL::GF2X *polymod_ntl_binary_new(const uint64_t *words, size_t len) {
    auto *poly = new NTL::GF2X;
    NTL::GF2XFromBytes(*poly, reinterpret_cast<const unsigned char *>(words), long(8 * len));
    return poly;
}
void polymod_ntl_binary_free(NTL::GF2X *poly) { delete poly; }
// New polynomials; b is not 0 where it divides.
NTL::GF2X *polymod_ntl_binary_product(const NTL::GF2X *a, const NTL::GF2X *b) { return new NTL::GF2X(*a * *b); }
NTL::GF2X *polymod_ntl_binary_quotient(const NTL::GF2X *a, const NTL::GF2X *b) { return new NTL::GF2X(*a / *b); }
NTL::GF2X *polymod_ntl_binary_remainder(const NTL::GF2X *a, const NTL::GF2X *b) { return new NTL::GF2X(*a % *b); }
NTL::GF2X *polymod_ntl_binary_gcd(const NTL::GF2X *a, const NTL::GF2X *b) { return new NTL::GF2X(NTL::GCD(*a, *b)); }
// Bytes of the bits up to the leading one.
size_t polymod_ntl_binary_bytes(const NTL::GF2X *poly) { return size_t(NTL::NumBytes(*poly)); }
void polymod_ntl_binary_get(const NTL::GF2X *poly, uint8_t *bytes, size_t len) {
    NTL::BytesFromGF2X(bytes, *poly, long(len));
}
// All factors.
NTL::vec_pair_GF2X_long *polymod_ntl_binary_factor(const NTL::GF2X *poly) {
    auto *found = new NTL::vec_pair_GF2X_long;
    NTL::CanZass(*found, *poly);
    return found;
}
size_t polymod_ntl_factors_len(const NTL::vec_pair_GF2X_long *found) { return size_t(found->length()); }
size_t polymod_ntl_factors_degree(const NTL::vec_pair_GF2X_long *found, size_t i) {
    return size_t(NTL::deg((*found)[long(i)].a));
}
// Writes the coefficients of factor i, a word each, and returns its multiplicity.
size_t polymod_ntl_factors_get(const NTL::vec_pair_GF2X_long *found, size_t i, uint64_t *bits) {
    const auto &factor = (*found)[long(i)];
    for (long j = 0; j <= NTL::deg(factor.a); j++) bits[j] = uint64_t(NTL::rep(NTL::coeff(factor.a, j)));
    return size_t(factor.b);
}
void polymod_ntl_factors_free(NTL::vec_pair_GF2X_long *found) { delete found; }

} // extern "C"
