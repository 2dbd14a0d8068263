// What the table of extensions needs of NTL: polynomials and matrices over F_p[t]/(f), by words (zz_pE), by integers (ZZ_pE) and by
// bits (GF2E). NTL ends the process on errors.

#include <NTL/GF2EXFactoring.h>
#include <NTL/ZZ_pEXFactoring.h>
#include <NTL/lzz_pEXFactoring.h>
#include <NTL/mat_GF2E.h>
#include <NTL/mat_ZZ_pE.h>
#include <NTL/mat_lzz_pE.h>

#include <cstddef>
#include <cstdint>
#include <vector>

namespace {

// A coefficient as an integer.
NTL::ZZ integer(const NTL::zz_p &x) { return NTL::ZZ(NTL::rep(x)); }
NTL::ZZ integer(const NTL::ZZ_p &x) { return NTL::rep(x); }
NTL::ZZ integer(const NTL::GF2 &x) { return NTL::ZZ(NTL::rep(x)); }

struct Words {
    using Base = NTL::zz_p;
    using BasePoly = NTL::zz_pX;
    using Elem = NTL::zz_pE;
    using Poly = NTL::zz_pEX;
    using Matrix = NTL::mat_zz_pE;
    using Factors = NTL::vec_pair_zz_pEX_long;
    using Context = NTL::zz_pEContext;
    NTL::zz_pContext base;
    explicit Words(const NTL::ZZ &p) : base(NTL::to_long(p)) {}
    void restore() const { base.restore(); }
};

struct Integers {
    using Base = NTL::ZZ_p;
    using BasePoly = NTL::ZZ_pX;
    using Elem = NTL::ZZ_pE;
    using Poly = NTL::ZZ_pEX;
    using Matrix = NTL::mat_ZZ_pE;
    using Factors = NTL::vec_pair_ZZ_pEX_long;
    using Context = NTL::ZZ_pEContext;
    NTL::ZZ_pContext base;
    explicit Integers(const NTL::ZZ &p) : base(p) {}
    void restore() const { base.restore(); }
};

struct Bits {
    using Base = NTL::GF2;
    using BasePoly = NTL::GF2X;
    using Elem = NTL::GF2E;
    using Poly = NTL::GF2EX;
    using Matrix = NTL::mat_GF2E;
    using Factors = NTL::vec_pair_GF2EX_long;
    using Context = NTL::GF2EContext;
    explicit Bits(const NTL::ZZ &) {}
    void restore() const {}
};

// Coefficients of `width` bytes each, the lowest first.
struct Bytes {
    const uint8_t *data;
    size_t len;
    size_t width;
    NTL::ZZ at(size_t i) const { return NTL::ZZFromBytes(data + i * width, long(width)); }
};

enum Op { PRODUCT, GCD, FACTOR, MATRIX_PRODUCT, DETERMINANT };

struct Task {
    virtual ~Task() = default;
    virtual void run() = 0;
    virtual void read() = 0;
    // The parts of the result: elements one after the other, and multiplicities.
    std::vector<std::vector<uint8_t>> parts;
    std::vector<size_t> multiplicities;
};

template <class T> struct Of final : Task {
    T base;
    typename T::Context field;
    Op op;
    size_t width, degree, rows;
    typename T::Poly a, b, out;
    typename T::Matrix left, right, product;
    typename T::Elem det;
    typename T::Factors factors;

    static typename T::BasePoly polynomial(const Bytes &bytes, size_t from, size_t len) {
        typename T::BasePoly poly;
        for (size_t i = 0; i < len; i++) NTL::SetCoeff(poly, long(i), NTL::conv<typename T::Base>(bytes.at(from + i)));
        return poly;
    }
    static typename T::Context context(const T &base, const Bytes &modulus) {
        base.restore();
        return typename T::Context(polynomial(modulus, 0, modulus.len));
    }
    typename T::Elem element(const Bytes &bytes, size_t i) const {
        return NTL::conv<typename T::Elem>(polynomial(bytes, i * degree, degree));
    }
    void set(typename T::Poly &poly, const Bytes &bytes) const {
        for (size_t i = 0; i < bytes.len / degree; i++) NTL::SetCoeff(poly, long(i), element(bytes, i));
    }
    void set(typename T::Matrix &matrix, const Bytes &bytes) const {
        matrix.SetDims(long(rows), long(rows));
        for (size_t i = 0; i < rows; i++)
            for (size_t j = 0; j < rows; j++) matrix[long(i)][long(j)] = element(bytes, i * rows + j);
    }

    Of(const NTL::ZZ &p, const Bytes &modulus, Op op, size_t rows, const Bytes &x, const Bytes &y)
        : base(p), field(context(base, modulus)), op(op), width(modulus.width), degree(modulus.len - 1), rows(rows) {
        restore();
        if (rows == 0) {
            set(a, x);
            set(b, y);
        } else {
            set(left, x);
            set(right, y);
        }
    }
    void restore() const {
        base.restore();
        field.restore();
    }
    void run() override {
        restore();
        switch (op) {
        case PRODUCT: NTL::mul(out, a, b); break;
        case GCD: NTL::GCD(out, a, b); break;
        case FACTOR: NTL::CanZass(factors, a); break;
        case MATRIX_PRODUCT: NTL::mul(product, left, right); break;
        case DETERMINANT: NTL::determinant(det, left); break;
        }
    }
    void put(std::vector<uint8_t> &bytes, const typename T::Elem &x) const {
        const size_t start = bytes.size();
        bytes.resize(start + degree * width);
        for (size_t i = 0; i < degree; i++)
            NTL::BytesFromZZ(&bytes[start + i * width], integer(NTL::coeff(NTL::rep(x), long(i))), long(width));
    }
    void put(const typename T::Poly &poly, size_t multiplicity) {
        std::vector<uint8_t> bytes;
        for (long i = 0; i <= NTL::deg(poly); i++) put(bytes, NTL::coeff(poly, i));
        parts.push_back(bytes);
        multiplicities.push_back(multiplicity);
    }
    void read() override {
        restore();
        parts.clear();
        multiplicities.clear();
        std::vector<uint8_t> bytes;
        switch (op) {
        case PRODUCT:
        case GCD: put(out, 1); break;
        case FACTOR:
            for (long i = 0; i < factors.length(); i++) put(factors[i].a, size_t(factors[i].b));
            break;
        case MATRIX_PRODUCT:
            for (long i = 0; i < product.NumRows(); i++)
                for (long j = 0; j < product.NumCols(); j++) put(bytes, product[i][j]);
            parts.push_back(bytes);
            multiplicities.push_back(1);
            break;
        case DETERMINANT:
            put(bytes, det);
            parts.push_back(bytes);
            multiplicities.push_back(1);
            break;
        }
    }
};

} // namespace

extern "C" {

// Coefficients have `width` bytes. An element has modulus_len - 1 coefficients, the modulus one more. The operands are matrices of `rows` rows, or
// polynomials if `rows` is 0.
Task *polymod_ntl_extension_new(const uint8_t *p, size_t width, const uint8_t *modulus, size_t modulus_len, int32_t op, size_t rows,
                                const uint8_t *a, size_t a_len, const uint8_t *b, size_t b_len) {
    const NTL::ZZ prime = NTL::ZZFromBytes(p, long(width));
    const Bytes f{modulus, modulus_len, width}, x{a, a_len, width}, y{b, b_len, width};
    if (prime == 2) return new Of<Bits>(prime, f, Op(op), rows, x, y);
    if (prime < NTL_SP_BOUND) return new Of<Words>(prime, f, Op(op), rows, x, y);
    return new Of<Integers>(prime, f, Op(op), rows, x, y);
}
void polymod_ntl_extension_run(Task *task) { task->run(); }
// Reads the result, and returns the number of its parts.
size_t polymod_ntl_extension_parts(Task *task) {
    task->read();
    return task->parts.size();
}
// The bytes of a part that exists, and how many.
const uint8_t *polymod_ntl_extension_part(const Task *task, size_t i, size_t *bytes) {
    *bytes = task->parts[i].size();
    return task->parts[i].data();
}
size_t polymod_ntl_extension_multiplicity(const Task *task, size_t i) { return task->multiplicities[i]; }
void polymod_ntl_extension_free(Task *task) { delete task; }

} // extern "C"
