/* Matrices, matrices of polynomials and series against definitions and identities, and misuse. */
#include "polymod.h"

#include <assert.h>
#include <stdio.h>
#include <string.h>

#define OK(call) assert((call) == POLYMOD_STATUS_OK)
#define N 12
#define LEN 5

static uint64_t state = 1;

static uint64_t next(uint64_t n) {
    state = state * 6364136223846793005u + 1442695040888963407u;
    return (state >> 11) % n;
}

static uint64_t mul_add(uint64_t c, uint64_t a, uint64_t b, uint64_t n) {
    return (uint64_t)(((unsigned __int128)a * b + c) % n);
}

static void systems(uint64_t p) {
    uint64_t a[N * N], b[N * 3], x[N * 3], back[N * 3], inverse[N * N], unit[N * N];
    for (size_t i = 0; i < N * N; i++) a[i] = next(p);
    for (size_t i = 0; i < N * 3; i++) b[i] = next(p);
    OK(polymod_zn_solve(x, a, b, N, N, 3, p));
    OK(polymod_zn_matmul(back, a, x, N, N, 3, p));
    assert(memcmp(back, b, sizeof b) == 0);
    OK(polymod_zn_inverse(inverse, a, N, p));
    OK(polymod_zn_matmul(unit, inverse, a, N, N, N, p));
    for (size_t i = 0; i < N * N; i++) assert(unit[i] == (i % (N + 1) == 0));
    /* fewer equations than unknowns, output over an input */
    OK(polymod_zn_solve(x, a, b, 2, N, 3, p));
    OK(polymod_zn_matmul(back, a, x, 2, N, 3, p));
    assert(memcmp(back, b, 2 * 3 * sizeof *b) == 0);
    OK(polymod_zn_inverse(a, a, N, p));
    assert(memcmp(a, inverse, sizeof a) == 0);
}

/* Cayley and Hamilton: the characteristic polynomial at the matrix is 0. */
static void characteristic(uint64_t p) {
    uint64_t a[N * N], c[N + 1], value[N * N] = {0}, product[N * N], det;
    for (size_t i = 0; i < N * N; i++) a[i] = next(p);
    OK(polymod_zn_charpoly(c, a, N, p));
    assert(c[N] == 1);
    for (size_t k = N + 1; k-- > 0;) {
        OK(polymod_zn_matmul(product, value, a, N, N, N, p));
        memcpy(value, product, sizeof value);
        for (size_t i = 0; i < N; i++) value[i * (N + 1)] = mul_add(c[k], value[i * (N + 1)], 1, p);
    }
    for (size_t i = 0; i < N * N; i++) assert(value[i] == 0);
    OK(polymod_zn_det(&det, a, N, p));
    assert(det == c[0]); /* N is even */
}

static void series(uint64_t p) {
    uint64_t a[LEN], x[40], product[LEN + 40 - 1];
    for (size_t i = 0; i < LEN; i++) a[i] = next(p - 1) + 1;
    OK(polymod_zn_inv_series(x, a, LEN, 40, p));
    OK(polymod_zn_mul(product, a, LEN, x, 40, p));
    for (size_t i = 0; i < 40; i++) assert(product[i] == (i == 0));
    a[0] = 0;
    assert(polymod_zn_inv_series(x, a, LEN, 40, p) == POLYMOD_STATUS_NOT_INVERTIBLE);
}

/* Row by row, each entry in words of its own: 2 by 3, 3 by 2. */
static void polynomials(uint64_t p) {
    uint64_t a[6 * LEN], b[6 * 3], out[4 * (LEN + 2)], naive[4 * (LEN + 2)] = {0}, det[2 * (LEN + 1) + 1];
    for (size_t i = 0; i < 6 * LEN; i++) a[i] = next(p);
    for (size_t i = 0; i < 6 * 3; i++) b[i] = next(p);
    for (size_t i = 0; i < 2; i++)
        for (size_t j = 0; j < 2; j++)
            for (size_t k = 0; k < 3; k++)
                for (size_t u = 0; u < LEN; u++)
                    for (size_t v = 0; v < 3; v++) {
                        uint64_t *to = &naive[(2 * i + j) * (LEN + 2) + u + v];
                        *to = mul_add(*to, a[(3 * i + k) * LEN + u], b[(2 * k + j) * 3 + v], p);
                    }
    OK(polymod_zn_polymat_mul(out, a, LEN, b, 3, 2, 3, 2, p));
    assert(memcmp(out, naive, sizeof out) == 0);
    OK(polymod_zn_polymat_det(det, out, 2, LEN + 2, p));
    uint64_t left[2 * LEN + 3], right[2 * LEN + 3], *e = out;
    OK(polymod_zn_mul(left, e, LEN + 2, e + 3 * (LEN + 2), LEN + 2, p));
    OK(polymod_zn_mul(right, e + LEN + 2, LEN + 2, e + 2 * (LEN + 2), LEN + 2, p));
    for (size_t i = 0; i < 2 * LEN + 3; i++) assert(mul_add(det[i], right[i], 1, p) == left[i]);
}

static void handles(const char *name) {
    polymod_ring *ring = polymod_ring_new(name);
    polymod_matrix *m = polymod_matrix_parse(ring, "[[1,1],[1,0]]"), *singular = polymod_matrix_parse(ring, "[[1,1],[1,1]]");
    char *denominator;
    polymod_matrix *inverse = polymod_matrix_inverse(m, &denominator), *unit = polymod_matrix_mul(inverse, m);
    polymod_matrix *one = polymod_matrix_parse(ring, "[[1,0],[0,1]]");
    char *text = polymod_matrix_to_string(unit), *identity = polymod_matrix_to_string(one);
    /* over Z X is -m^-1, because its determinant is -1 */
    assert(strcmp(denominator, "1") == 0 && strcmp(text, identity) == 0);
    assert(!polymod_matrix_inverse(singular, NULL) && polymod_last_status() == POLYMOD_STATUS_NOT_INVERTIBLE);
    polymod_matrix *kernel = polymod_matrix_nullspace(singular);
    size_t rows, cols;
    OK(polymod_matrix_shape(kernel, &rows, &cols));
    assert(rows == 1 && cols == 2);
    /* x^2 - x - 1: Fibonacci's numbers are the coefficients of 1/(1 - x - x^2) */
    bool bits = strncmp(name, "gf2^", 4) == 0; /* integers are elements there, without a sign */
    polymod_poly *c = polymod_matrix_charpoly(m), *expected = polymod_poly_parse(ring, bits ? "x^2 + x + 1" : "x^2 - x - 1");
    polymod_poly *d = polymod_poly_parse(ring, bits ? "x^2 + x + 1" : "-x^2 - x + 1"), *s = polymod_poly_inv_series(d, 9);
    polymod_poly *fibonacci = polymod_poly_parse(ring, bits ? "[1,1,0,1,1,0,1,1]" : "[1,1,2,3,5,8,13,21,34]");
    bool equal, same;
    OK(polymod_poly_equal(c, expected, &equal));
    OK(polymod_poly_equal(s, fibonacci, &same));
    assert(equal && same);
    /* a matrix of polynomials from its entries: its square has the square of its determinant */
    const polymod_poly *entries[] = {c, d, s, fibonacci};
    polymod_polymat *pm = polymod_polymat_new(ring, entries, 2, 2), *square = polymod_polymat_mul(pm, pm);
    polymod_poly *det = polymod_polymat_det(pm), *det_square = polymod_polymat_det(square), *power = polymod_poly_pow(det, 2);
    polymod_poly *entry = polymod_polymat_get(pm, 1, 0);
    char *shown = polymod_polymat_to_string(pm);
    polymod_polymat *again = polymod_polymat_parse(ring, shown);
    OK(polymod_poly_equal(det_square, power, &equal));
    assert(equal);
    OK(polymod_poly_equal(entry, s, &equal));
    OK(polymod_polymat_equal(pm, again, &same));
    assert(equal && same);
    OK(polymod_polymat_shape(square, &rows, &cols));
    assert(rows == 2 && cols == 2);
    assert(!polymod_polymat_get(pm, 2, 0) && polymod_last_status() == POLYMOD_STATUS_INVALID_ARGUMENT);
    assert(!polymod_polymat_new(ring, NULL, 1, 1) && !polymod_polymat_new(ring, NULL, SIZE_MAX, 2));
    const polymod_poly *none[] = {c, NULL};
    assert(!polymod_polymat_new(ring, none, 1, 2) && polymod_last_status() == POLYMOD_STATUS_INVALID_ARGUMENT);
    polymod_matrix *matrices[] = {m, singular, inverse, unit, one, kernel};
    for (size_t i = 0; i < sizeof matrices / sizeof *matrices; i++) polymod_matrix_free(matrices[i]);
    polymod_poly *polys[] = {c, expected, d, s, fibonacci, det, det_square, power, entry};
    for (size_t i = 0; i < sizeof polys / sizeof *polys; i++) polymod_poly_free(polys[i]);
    polymod_polymat_free(pm), polymod_polymat_free(square), polymod_polymat_free(again), polymod_polymat_free(NULL);
    polymod_string_free(denominator), polymod_string_free(text), polymod_string_free(shown), polymod_string_free(identity);
    polymod_ring_free(ring);
}

/* The text of an object that is freed. */
static void expect_matrix(polymod_matrix *m, const char *expected) {
    char *text = polymod_matrix_to_string(m);
    assert(text && strcmp(text, expected) == 0);
    polymod_string_free(text), polymod_matrix_free(m);
}

static void expect_poly(polymod_poly *p, const char *expected) {
    char *text = polymod_poly_to_string(p);
    assert(text && strcmp(text, expected) == 0);
    polymod_string_free(text), polymod_poly_free(p);
}

static void lattices(void) {
    polymod_ring *z = polymod_ring_new("z"), *q = polymod_ring_new("q");
    polymod_matrix *m = polymod_matrix_parse(z, "[[2,4,4],[-6,6,12],[10,-4,-16]]"), *over_q = polymod_matrix_parse(q, "[[1]]");
    expect_matrix(polymod_matrix_snf(m), "[[2,0,0],[0,6,0],[0,0,12]]");
    polymod_matrix *pair = polymod_matrix_parse(z, "[[2,4],[3,5],[1,1]]"), *lattice = polymod_matrix_parse(z, "[[1,0,1345],[0,1,35]]");
    expect_matrix(polymod_matrix_hnf(pair), "[[1,1],[0,2],[0,0]]");
    expect_matrix(polymod_matrix_lll(lattice), "[[0,1,35],[1,-38,15]]");
    assert(!polymod_matrix_hnf(over_q) && polymod_last_status() == POLYMOD_STATUS_UNSUPPORTED);
    polymod_matrix *fibonacci = polymod_matrix_parse(z, "[[1,1],[1,0]]");
    expect_poly(polymod_matrix_minpoly(fibonacci), "x^2 - x - 1");
    polymod_matrix_free(fibonacci), polymod_matrix_free(m), polymod_matrix_free(over_q), polymod_matrix_free(pair), polymod_matrix_free(lattice);
    polymod_ring_free(z), polymod_ring_free(q);
}

static void fractions(void) {
    polymod_ring *q = polymod_ring_new("q");
    polymod_poly *a = polymod_poly_parse(q, "x^2/2 - 1/3"), *b = polymod_poly_parse(q, "x - 1/2"), *g, *s, *t;
    OK(polymod_poly_xgcd(&g, &s, &t, a, b));
    polymod_poly *left = polymod_poly_mul(s, a), *right = polymod_poly_mul(t, b), *sum = polymod_poly_add(left, right);
    expect_poly(sum, "1");
    expect_poly(g, "1");
    char *value = polymod_poly_eval(a, "2/3");
    assert(strcmp(value, "-1/9") == 0);
    uint64_t word;
    size_t len;
    assert(polymod_poly_to_words(a, &word, 1, &len) == POLYMOD_STATUS_UNSUPPORTED);
    polymod_polymat *m = polymod_polymat_parse(q, "[[[0,1],[1]],[[],[0,1]]]");
    polymod_polymat *forms[] = {polymod_polymat_smith(m), polymod_polymat_popov(m), polymod_polymat_hermite(m)};
    for (size_t i = 0; i < 3; i++) {
        polymod_poly *det = polymod_polymat_det(forms[i]), *monic = polymod_poly_parse(q, "x^2");
        polymod_poly *rest, *quotient;
        int64_t degree;
        OK(polymod_poly_divrem(&quotient, &rest, det, monic));
        OK(polymod_poly_degree(rest, &degree));
        assert(degree == -1);
        OK(polymod_poly_degree(quotient, &degree));
        assert(degree == 0);
        polymod_poly_free(det), polymod_poly_free(monic), polymod_poly_free(rest), polymod_poly_free(quotient);
        polymod_polymat_free(forms[i]);
    }
    polymod_poly *rest[] = {a, b, s, t, left, right};
    for (size_t i = 0; i < sizeof rest / sizeof *rest; i++) polymod_poly_free(rest[i]);
    polymod_polymat_free(m), polymod_string_free(value), polymod_ring_free(q);
    assert(polymod_poly_xgcd(&g, &s, &t, NULL, NULL) == POLYMOD_STATUS_INVALID_ARGUMENT && !g && !s && !t);
}

/* The circle and the line y = x. */
static void two_variables(void) {
    const char *names[] = {"z[y]", "zn:97[y]", "gf:3^5"}, *inner[] = {"z", "zn:97", "gf:3^5"};
    for (size_t i = 0; i < 3; i++) {
        polymod_ring *of_y = polymod_ring_new(names[i]), *ring = polymod_ring_new(inner[i]);
        polymod_poly *a = polymod_poly_parse(ring, "y^2 - 1"), *zero = polymod_poly_parse(ring, "0"), *one = polymod_poly_parse(ring, "1");
        polymod_poly *minus = polymod_poly_parse(ring, "-y"), *expected = polymod_poly_parse(ring, "2*y^2 - 1");
        const polymod_poly *first[] = {a, zero, one}, *second[] = {minus, one};
        polymod_bivariate *circle = polymod_bivariate_new(of_y, first, 3), *line = polymod_bivariate_new(of_y, second, 2);
        polymod_poly *resultant = polymod_bivariate_resultant(circle, line), *discriminant = polymod_bivariate_discriminant(circle);
        polymod_bivariate *product = polymod_bivariate_mul(circle, line), *square = polymod_bivariate_mul(line, line);
        polymod_bivariate *common = polymod_bivariate_gcd(product, square);
        bool equal, same;
        int64_t degree;
        OK(polymod_poly_equal(resultant, expected, &equal));
        OK(polymod_bivariate_equal(common, line, &same));
        OK(polymod_bivariate_degree(product, &degree));
        assert(equal && same && degree == 3);
        polymod_poly *got = polymod_bivariate_get(circle, 0);
        OK(polymod_poly_equal(got, a, &equal));
        assert(equal && (i == 2 || !polymod_poly_parse(of_y, "y")));
        assert(!polymod_bivariate_new(of_y, NULL, 1) && !polymod_bivariate_mul(circle, NULL));
        polymod_poly *polys[] = {a, zero, one, minus, expected, resultant, discriminant, got};
        for (size_t k = 0; k < sizeof polys / sizeof *polys; k++) polymod_poly_free(polys[k]);
        polymod_bivariate *all[] = {circle, line, product, square, common, NULL};
        for (size_t k = 0; k < sizeof all / sizeof *all; k++) polymod_bivariate_free(all[k]);
        polymod_ring_free(of_y), polymod_ring_free(ring);
    }
}

static void misuse(void) {
    uint64_t a[4] = {1, 2, 2, 4}, b[2] = {1, 3}, out[4] = {7, 7, 7, 7};
    assert(polymod_zn_inverse(out, a, 2, 97) == POLYMOD_STATUS_NOT_INVERTIBLE && out[0] == 7);
    assert(polymod_zn_solve(out, a, b, 2, 2, 1, 97) == POLYMOD_STATUS_NO_ANSWER && out[0] == 7);
    assert(polymod_zn_solve(out, a, b, SIZE_MAX, 2, 1, 97) == POLYMOD_STATUS_INVALID_ARGUMENT);
    assert(polymod_zn_solve(out, NULL, b, 2, 2, 1, 97) == POLYMOD_STATUS_INVALID_ARGUMENT);
    assert(polymod_zn_charpoly(out, a, 2, 4) == POLYMOD_STATUS_INVALID_ARGUMENT);
    assert(polymod_zn_inv_series(out, a, 1, SIZE_MAX, 97) == POLYMOD_STATUS_OUT_OF_MEMORY);
    assert(polymod_zn_polymat_mul(out, NULL, 0, NULL, 0, SIZE_MAX / 2, 1, 1, 97) == POLYMOD_STATUS_OUT_OF_MEMORY);
    assert(polymod_zn_polymat_mul(out, a, SIZE_MAX, a, 1, 1, 2, 1, 97) == POLYMOD_STATUS_INVALID_ARGUMENT);
    assert(polymod_zn_polymat_det(out, NULL, 100000000, 0, 97) == POLYMOD_STATUS_OUT_OF_MEMORY);
    OK(polymod_zn_polymat_det(out, NULL, 0, 3, 97));
    assert(out[0] == 1 && out[1] == 7);
}

int main(void) {
    const uint64_t primes[] = {97, 998244353, (1ull << 61) - 1, UINT64_MAX - 58};
    for (size_t i = 0; i < sizeof primes / sizeof *primes; i++) {
        systems(primes[i]);
        characteristic(primes[i]);
        series(primes[i]);
        polynomials(primes[i]);
    }
    const char *rings[] = {"z",   "q",           "zn:97",  "zn:2^127-1",    "zn:170141183460469231731687303715884105727",
                           "gf2", "gf2^8:0x11b", "gf:3^5", "gf:5^2:t^2+2"};
    for (size_t i = 0; i < sizeof rings / sizeof *rings; i++) handles(rings[i]);
    lattices();
    fractions();
    two_variables();
    misuse();
    puts("matrices and series: all tests passed");
    return 0;
}
