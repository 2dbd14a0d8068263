/* The C interface against definitions: naive products, identities, and misuse. */
#include "polymod.h"

#include <assert.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#define OK(call) assert((call) == POLYMOD_STATUS_OK)
#define LEN 300

static uint64_t state = 1;

static uint64_t next(uint64_t n) {
    state = state * 6364136223846793005u + 1442695040888963407u;
    return (state >> 11) % n;
}

static uint64_t mul_mod(uint64_t a, uint64_t b, uint64_t n) { return (uint64_t)((unsigned __int128)a * b % n); }

static uint64_t add_mod(uint64_t a, uint64_t b, uint64_t n) { return (uint64_t)(((unsigned __int128)a + b) % n); }

static void products(uint64_t n) {
    uint64_t a[LEN], b[LEN], out[2 * LEN - 1], naive[2 * LEN - 1] = {0}, q[LEN], r[LEN - 1];
    for (size_t i = 0; i < LEN; i++) a[i] = next(n), b[i] = next(n);
    b[LEN - 1] = 1;
    for (size_t i = 0; i < LEN; i++)
        for (size_t j = 0; j < LEN; j++) naive[i + j] = add_mod(naive[i + j], mul_mod(a[i], b[j], n), n);
    OK(polymod_zn_mul(out, a, LEN, b, LEN, n));
    assert(memcmp(out, naive, sizeof out) == 0);
    OK(polymod_zn_divrem(q, r, out, 2 * LEN - 1, b, LEN, n));
    assert(memcmp(q, a, sizeof q) == 0);
    for (size_t i = 0; i < LEN - 1; i++) assert(r[i] == 0);
    /* output over an input */
    uint64_t c[3] = {2, 3, 0};
    OK(polymod_zn_mul(c, c, 2, c, 2, 97));
    assert(c[0] == 4 && c[1] == 12 && c[2] == 9);
}

static void values(void) {
    const uint64_t n = 998244353;
    uint64_t a[LEN], points[LEN], got[LEN], back[LEN];
    for (size_t i = 0; i < LEN; i++) a[i] = next(n), points[i] = 7 * i + 1;
    OK(polymod_zn_eval(got, a, LEN, points, LEN, n));
    for (size_t i = 0; i < LEN; i++) {
        uint64_t y = 0;
        for (size_t j = LEN; j-- > 0;) y = add_mod(mul_mod(y, points[i], n), a[j], n);
        assert(got[i] == y);
    }
    OK(polymod_zn_interpolate(back, points, got, LEN, n));
    assert(memcmp(a, back, sizeof a) == 0);
    points[1] = points[0];
    assert(polymod_zn_interpolate(back, points, got, LEN, n) == POLYMOD_STATUS_INVALID_ARGUMENT);
}

static void transforms(void) {
    uint64_t x[16], y[16], root;
    polymod_ntt *ntt = polymod_ntt_new(97, 16, false);
    assert(ntt);
    for (size_t i = 0; i < 16; i++) x[i] = next(97);
    OK(polymod_ntt_root(ntt, &root));
    OK(polymod_ntt_forward(ntt, y, x));
    for (uint64_t i = 0, w = 1; i < 16; i++, w = w * root % 97) {
        uint64_t value = 0;
        for (size_t j = 16; j-- > 0;) value = (value * w + x[j]) % 97;
        assert(y[i] == value);
    }
    OK(polymod_ntt_inverse(ntt, y, y));
    assert(memcmp(x, y, sizeof x) == 0);
    polymod_ntt_free(ntt);
    assert(!polymod_ntt_new(97, 5, false) && polymod_last_status() == POLYMOD_STATUS_NO_ANSWER);
}

static void bits(void) {
    uint64_t a[5], b[3], out[8], naive[8] = {0}, q[8], r[3];
    for (size_t i = 0; i < 5; i++) a[i] = next(UINT64_MAX);
    for (size_t i = 0; i < 3; i++) b[i] = next(UINT64_MAX) | 1;
    for (size_t i = 0; i < 320; i++)
        for (size_t j = 0; j < 192; j++)
            naive[(i + j) / 64] ^= (a[i / 64] >> i % 64 & b[j / 64] >> j % 64 & 1) << (i + j) % 64;
    OK(polymod_gf2_mul(out, a, 5, b, 3));
    assert(memcmp(out, naive, sizeof out) == 0);
    OK(polymod_gf2_divrem(q, r, out, 8, b, 3));
    assert(memcmp(q, a, sizeof a) == 0 && !q[5] && !q[6] && !q[7] && !r[0] && !r[1] && !r[2]);
    OK(polymod_gf2_gcd(q, out, 8, b, 3));
    assert(memcmp(q, b, sizeof b) == 0);
}

static void matrices(void) {
    uint64_t a[4] = {1, 2, 3, 4}, det, c[4];
    size_t rank, rows, cols;
    OK(polymod_zn_det(&det, a, 2, 97));
    assert(det == 95);
    OK(polymod_zn_rank(&rank, a, 2, 2, 97));
    assert(rank == 2);
    OK(polymod_zn_matmul(c, a, a, 2, 2, 2, 97));
    assert(c[0] == 7 && c[1] == 10 && c[2] == 15 && c[3] == 22);
    polymod_ring *z = polymod_ring_new("z");
    polymod_matrix *m = polymod_matrix_from_words(z, a, 2, 2), *right = polymod_matrix_parse(z, "[[1],[0]]");
    char *d = polymod_matrix_det(m), *denominator;
    assert(strcmp(d, "-2") == 0);
    polymod_matrix *x = polymod_matrix_solve(m, right, &denominator), *product = polymod_matrix_mul(m, x);
    char *text = polymod_matrix_to_string(product);
    assert(strcmp(denominator, "2") == 0 && strcmp(text, "[[2],[0]]") == 0);
    OK(polymod_matrix_shape(x, &rows, &cols));
    assert(rows == 2 && cols == 1);
    polymod_string_free(d), polymod_string_free(denominator), polymod_string_free(text);
    polymod_matrix_free(m), polymod_matrix_free(right), polymod_matrix_free(x), polymod_matrix_free(product);
    polymod_ring_free(z);
}

static void polynomials(const char *name) {
    polymod_ring *ring = polymod_ring_new(name);
    polymod_poly *a = polymod_poly_parse(ring, "x + 1"), *b = polymod_poly_parse(ring, "x^2 + x + 1");
    polymod_ring_free(ring);
    polymod_poly *square = polymod_poly_pow(a, 2), *c = polymod_poly_mul(square, b), *q, *r;
    polymod_poly *sum = polymod_poly_add(square, b), *g = polymod_poly_gcd(c, b);
    bool equal;
    int64_t degree;
    OK(polymod_poly_equal(g, b, &equal));
    assert(equal);
    OK(polymod_poly_divrem(&q, &r, c, b));
    OK(polymod_poly_equal(q, square, &equal));
    assert(equal);
    OK(polymod_poly_degree(r, &degree));
    assert(degree == -1);
    polymod_poly *difference = polymod_poly_sub(sum, b);
    OK(polymod_poly_equal(difference, square, &equal));
    assert(equal);
    char *value = polymod_poly_eval(c, "0"), *resultant = polymod_poly_resultant(a, b);
    assert(strcmp(value, "1") == 0 && strcmp(resultant, "1") == 0);
    /* the product of the factors */
    polymod_factors *factors = polymod_poly_factor(c);
    polymod_poly *all = polymod_poly_pow(a, 0);
    size_t count;
    OK(polymod_factors_count(factors, &count));
    for (size_t i = 0; i < count; i++) {
        uint64_t multiplicity;
        polymod_poly *f = polymod_factors_get(factors, i, &multiplicity), *power = polymod_poly_pow(f, multiplicity);
        polymod_poly *next_all = polymod_poly_mul(all, power);
        polymod_poly_free(all), polymod_poly_free(f), polymod_poly_free(power);
        all = next_all;
    }
    OK(polymod_poly_equal(all, c, &equal));
    assert(equal && count >= 2);
    polymod_poly *list[] = {a, b, square, c, q, r, sum, g, difference, all};
    for (size_t i = 0; i < sizeof list / sizeof *list; i++) polymod_poly_free(list[i]);
    polymod_string_free(value), polymod_string_free(resultant), polymod_factors_free(factors);
}

static void misuse(void) {
    uint64_t a[2] = {1, 97}, out[3] = {5, 5, 5};
    size_t len;
    assert(polymod_zn_mul(out, a, 2, a, 2, 97) == POLYMOD_STATUS_INVALID_ARGUMENT && out[0] == 5);
    assert(strstr(polymod_last_error(), "97"));
    assert(polymod_zn_mul(NULL, a, 1, a, 1, 97) == POLYMOD_STATUS_INVALID_ARGUMENT);
    assert(polymod_zn_mul(out, NULL, 1, a, 1, 97) == POLYMOD_STATUS_INVALID_ARGUMENT);
    assert(polymod_zn_mul(out, a, SIZE_MAX, a, 1, 97) == POLYMOD_STATUS_INVALID_ARGUMENT);
    assert(polymod_zn_det(out, a, SIZE_MAX, 97) == POLYMOD_STATUS_INVALID_ARGUMENT);
    assert(polymod_zn_divrem(out, out, a, 1, a, 0, 97) == POLYMOD_STATUS_INVALID_ARGUMENT);
    uint64_t one[3] = {1, 1, 1};
    assert(polymod_zn_divrem(out, out, one, 3, one, 2, 97) == POLYMOD_STATUS_INVALID_ARGUMENT);
    OK(polymod_zn_mul(NULL, NULL, 0, NULL, 0, 97));
    assert(strlen(polymod_last_error()) == 0);
    assert(!polymod_ring_new("r") && !polymod_ring_new(NULL) && !polymod_ring_new("\xff"));
    polymod_ring *f = polymod_ring_new("zn:97"), *z = polymod_ring_new("z");
    assert(!polymod_poly_parse(f, "x^") && polymod_last_status() == POLYMOD_STATUS_PARSE);
    polymod_poly *a1 = polymod_poly_from_words(f, one, 3), *b1 = polymod_poly_from_words(z, one, 3);
    assert(!polymod_poly_add(a1, b1) && polymod_last_status() == POLYMOD_STATUS_INVALID_ARGUMENT);
    assert(!polymod_poly_mul(a1, NULL));
    assert(polymod_poly_to_words(a1, out, 2, &len) == POLYMOD_STATUS_INVALID_ARGUMENT && len == 3);
    OK(polymod_poly_to_words(b1, out, 3, &len));
    assert(memcmp(out, one, sizeof out) == 0);
    polymod_cancel();
    assert(polymod_zn_mul(out, one, 1, one, 1, 97) == POLYMOD_STATUS_CANCELLED);
    polymod_cancel_reset();
    OK(polymod_zn_mul(out, one, 1, one, 1, 97));
    polymod_poly_free(a1), polymod_poly_free(b1), polymod_poly_free(NULL);
    polymod_ring_free(f), polymod_ring_free(z);
}

int main(void) {
    polymod_set_threads(2);
    const uint64_t moduli[] = {2, 97, 1000, 998244353, (1ull << 61) - 1, UINT64_MAX};
    for (size_t i = 0; i < sizeof moduli / sizeof *moduli; i++) products(moduli[i]);
    values();
    transforms();
    bits();
    matrices();
    const char *rings[] = {"z", "zn:97", "zn:170141183460469231731687303715884105727", "gf2", "gf2^8:0x11b"};
    for (size_t i = 0; i < sizeof rings / sizeof *rings; i++) polynomials(rings[i]);
    misuse();
    puts("the C interface: all tests passed");
    return 0;
}
