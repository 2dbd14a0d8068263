// What the tables need of fflas-ffpack, for C: products and determinants of square matrices over Z/p in doubles, p < 2^26.

#include <fflas-ffpack/fflas-ffpack.h>
#include <givaro/modular-balanced.h>

#include <cstddef>
#include <cstdint>
#include <vector>

// Where the BLAS is OpenBLAS: one thread, its version with options, and the name of the kernels that it took.
extern "C" void openblas_set_num_threads(int) __attribute__((weak));
extern "C" char *openblas_get_config() __attribute__((weak));
extern "C" char *openblas_get_corename() __attribute__((weak));

namespace {

using Field = Givaro::ModularBalanced<double>;

struct Matrix {
    Field field;
    size_t len;
    std::vector<double> entries, scratch;

    Matrix(uint64_t p, size_t len, const uint64_t *values) : field(double(p)), len(len), entries(len * len) {
        for (size_t i = 0; i < entries.size(); i++) field.init(entries[i], values[i]);
    }
};

uint64_t residue(const Field &field, double value) {
    const auto p = int64_t(field.characteristic());
    return uint64_t((int64_t(value) % p + p) % p);
}

} // namespace

extern "C" {

// The BLAS's kernels, or "unknown"; from now on it takes one thread.
const char *polymod_fflas_kernels() {
    if (openblas_set_num_threads) openblas_set_num_threads(1);
    return openblas_get_corename ? openblas_get_corename() : "unknown";
}
const char *polymod_fflas_version() { return __FFLASFFPACK_VERSION; }
const char *polymod_fflas_blas() { return openblas_get_config ? openblas_get_config() : "a BLAS"; }
Matrix *polymod_fflas_new(uint64_t p, size_t len, const uint64_t *values) { return new Matrix(p, len, values); }
void polymod_fflas_product(Matrix *out, const Matrix *a, const Matrix *b) {
    const Field &field = out->field;
    const size_t n = out->len;
    FFLAS::fgemm(field, FFLAS::FflasNoTrans, FFLAS::FflasNoTrans, n, n, n, field.one, a->entries.data(), n,
                 b->entries.data(), n, field.zero, out->entries.data(), n);
}
// Eliminates in a copy.
uint64_t polymod_fflas_det(Matrix *a) {
    a->scratch = a->entries;
    double det = 0;
    FFPACK::Det(a->field, det, a->len, a->scratch.data(), a->len);
    return residue(a->field, det);
}
void polymod_fflas_entries(const Matrix *a, uint64_t *out) {
    for (size_t i = 0; i < a->entries.size(); i++) out[i] = residue(a->field, a->entries[i]);
}
void polymod_fflas_free(Matrix *a) { delete a; }

} // extern "C"
