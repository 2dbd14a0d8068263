/* The C interface of polymod; written by cbindgen, checked by scripts/capi.sh. */

#ifndef POLYMOD_H
#define POLYMOD_H

#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>

/*
 Result of a call. Functions that return a pointer return NULL on failure, and `polymod_last_status` tells the code.
 */
typedef enum {
  /*
   Success.
   */
  POLYMOD_STATUS_OK = 0,
  /*
   A null pointer, a length, a shape, a modulus, a coefficient that is not reduced, operands of different rings.
   */
  POLYMOD_STATUS_INVALID_ARGUMENT = 1,
  /*
   Division by zero, or by an element that has no inverse; a division that leaves a remainder; a singular matrix.
   */
  POLYMOD_STATUS_NOT_INVERTIBLE = 2,
  /*
   No answer exists: no root of unity of that order, no solution of a system.
   */
  POLYMOD_STATUS_NO_ANSWER = 3,
  /*
   The operands or the result would not fit into memory.
   */
  POLYMOD_STATUS_OUT_OF_MEMORY = 4,
  /*
   The computation was stopped by `polymod_cancel`.
   */
  POLYMOD_STATUS_CANCELLED = 5,
  /*
   The operation is not defined over this ring.
   */
  POLYMOD_STATUS_UNSUPPORTED = 6,
  /*
   Text that does not parse.
   */
  POLYMOD_STATUS_PARSE = 7,
  /*
   A defect of the library.
   */
  POLYMOD_STATUS_INTERNAL = 8,
} polymod_status;

/*
 A polynomial in x and y.
 */
typedef struct polymod_bivariate polymod_bivariate;

/*
 A context of calls.
 */
typedef struct polymod_context polymod_context;

/*
 A factorization: a unit, and factors with multiplicities.
 */
typedef struct polymod_factors polymod_factors;

/*
 A matrix.
 */
typedef struct polymod_matrix polymod_matrix;

/*
 A transform modulo n.
 */
typedef struct polymod_ntt polymod_ntt;

/*
 A polynomial.
 */
typedef struct polymod_poly polymod_poly;

/*
 A matrix of polynomials.
 */
typedef struct polymod_polymat polymod_polymat;

/*
 A coefficient ring.
 */
typedef struct polymod_ring polymod_ring;

/*
 Called at coarse steps of long computations, with the name of the stage, the units done, their number or 0 where it is not known, and the
 caller's pointer: true to go on, false to cancel the context. It may come from any thread, is never called by two at once, and must not
 call the library, except polymod_context_cancel.
 */
typedef bool (*polymod_progress)(const char *stage, uint64_t done, uint64_t total, void *data);

#ifdef __cplusplus
extern "C" {
#endif // __cplusplus

/*
 Message of this thread's last call: empty after a success. Valid until this thread's next call of another function.
 */
const char *polymod_last_error(void);

/*
 Code of this thread's last call.
 */
polymod_status polymod_last_status(void);

/*
 Largest number of threads of a computation, for calls on words and for rings made from now on; 0, the default: one for each core.
 Results do not depend on it.
 */
void polymod_set_threads(size_t threads);

/*
 Stops all computations of the process with POLYMOD_STATUS_CANCELLED, also those started later, until polymod_cancel_reset.
 May be called from any thread.
 */
void polymod_cancel(void);

/*
 Allows computations again.
 */
void polymod_cancel_reset(void);

/*
 Frees a text that this library returned; NULL is allowed.
 */
void polymod_string_free(char *text);

/*
 The polynomial in x and y whose coefficients by powers of x, from the constant one on, are copies of these polynomials in y; over the ring of
 the coefficients, or "z[y]", "zn:97[y]".
 */
polymod_bivariate *polymod_bivariate_new(const polymod_ring *ring,
                                         const polymod_poly *const *coefficients,
                                         size_t len);

/*
 The degree in x; −1 for 0.
 */
polymod_status polymod_bivariate_degree(const polymod_bivariate *a, int64_t *degree);

/*
 A copy of the coefficient of this power of x, a polynomial in y.
 */
polymod_poly *polymod_bivariate_get(const polymod_bivariate *a, size_t power);

/*
 Whether both are the same polynomial over the same ring.
 */
polymod_status polymod_bivariate_equal(const polymod_bivariate *a,
                                       const polymod_bivariate *b,
                                       bool *equal);

/*
 a·b.
 */
polymod_bivariate *polymod_bivariate_mul(const polymod_bivariate *a, const polymod_bivariate *b);

/*
 The greatest common divisor, over Z and finite fields.
 */
polymod_bivariate *polymod_bivariate_gcd(const polymod_bivariate *a, const polymod_bivariate *b);

/*
 The resultant with respect to x, a polynomial in y.
 */
polymod_poly *polymod_bivariate_resultant(const polymod_bivariate *a, const polymod_bivariate *b);

/*
 The discriminant with respect to x, a polynomial in y.
 */
polymod_poly *polymod_bivariate_discriminant(const polymod_bivariate *a);

/*
 Frees a polynomial; NULL is allowed.
 */
void polymod_bivariate_free(polymod_bivariate *a);

/*
 A context of calls: of at most this number of threads each, 0 for one a core, with a callback or NULL.
 */
polymod_context *polymod_context_new(size_t threads,
                                     polymod_progress progress,
                                     void *data);

/*
 Puts the calls of this thread from now on into a context, whatever their operands; NULL ends that. Coefficients of operands that are handles
 are copied once more in each call. Transforms by polymod_ntt_forward and polymod_ntt_inverse are in no context.
 */
polymod_status polymod_context_use(const polymod_context *context);

/*
 Stops the calls in a context with POLYMOD_STATUS_CANCELLED, also those started later, until polymod_context_reset; no others. May be called
 from any thread.
 */
void polymod_context_cancel(const polymod_context *context);

/*
 Allows the calls in a context again.
 */
void polymod_context_reset(const polymod_context *context);

/*
 Frees a context that no thread uses any more; NULL is allowed.
 */
void polymod_context_free(polymod_context *context);

/*
 A matrix from text: "[[1,2],[3,4]]".
 */
polymod_matrix *polymod_matrix_parse(const polymod_ring *ring, const char *source);

/*
 A matrix from words, row by row.
 */
polymod_matrix *polymod_matrix_from_words(const polymod_ring *ring,
                                          const uint64_t *words,
                                          size_t rows,
                                          size_t cols);

/*
 The entries as words, row by row, where each is one.
 */
polymod_status polymod_matrix_to_words(const polymod_matrix *matrix,
                                       uint64_t *out,
                                       size_t capacity,
                                       size_t *len);

/*
 The matrix as text.
 */
char *polymod_matrix_to_string(const polymod_matrix *matrix);

/*
 The numbers of rows and of columns.
 */
polymod_status polymod_matrix_shape(const polymod_matrix *matrix, size_t *rows, size_t *cols);

/*
 a·b.
 */
polymod_matrix *polymod_matrix_mul(const polymod_matrix *a, const polymod_matrix *b);

/*
 The determinant, as text; over Z by a modular method.
 */
char *polymod_matrix_det(const polymod_matrix *matrix);

/*
 The rank.
 */
polymod_status polymod_matrix_rank(const polymod_matrix *matrix, size_t *rank);

/*
 X with a·X = d·b. d is 1 over fields; over Z it is positive, and coprime to X. `denominator` gets d as text, and may be NULL.
 */
polymod_matrix *polymod_matrix_solve(const polymod_matrix *a,
                                     const polymod_matrix *b,
                                     char **denominator);

/*
 X with a·X = d·1 for a square matrix a. d is 1 over fields; over Z it is positive, and coprime to X. `denominator` gets d as text, and
 may be NULL.
 */
polymod_matrix *polymod_matrix_inverse(const polymod_matrix *a,
                                       char **denominator);

/*
 A basis of the vectors x with a·x = 0, as the rows of a matrix; over Z primitive ones.
 */
polymod_matrix *polymod_matrix_nullspace(const polymod_matrix *a);

/*
 The characteristic polynomial det(x·1 − a) of a square matrix; over Z by a modular method.
 */
polymod_poly *polymod_matrix_charpoly(const polymod_matrix *a);

/*
 The minimal polynomial of a square matrix.
 */
polymod_poly *polymod_matrix_minpoly(const polymod_matrix *a);

/*
 The Hermite form of a matrix over Z.
 */
polymod_matrix *polymod_matrix_hnf(const polymod_matrix *a);

/*
 The Smith form of a matrix over Z or a finite ring.
 */
polymod_matrix *polymod_matrix_snf(const polymod_matrix *a);

/*
 An LLL-reduced basis of the lattice of the rows of a matrix over Z.
 */
polymod_matrix *polymod_matrix_lll(const polymod_matrix *a);

/*
 Frees a matrix; NULL is allowed.
 */
void polymod_matrix_free(polymod_matrix *matrix);

/*
 A matrix of polynomials from text: "[[[1,1],[2]],[[3],[0,1]]]", each entry its coefficients, constant term first.
 */
polymod_polymat *polymod_polymat_parse(const polymod_ring *ring,
                                       const char *source);

/*
 A matrix of copies of rows·cols polynomials over the ring, row by row.
 */
polymod_polymat *polymod_polymat_new(const polymod_ring *ring,
                                     const polymod_poly *const *entries,
                                     size_t rows,
                                     size_t cols);

/*
 A copy of the entry in this row and column, from 0.
 */
polymod_poly *polymod_polymat_get(const polymod_polymat *matrix, size_t row, size_t col);

/*
 The matrix as text, to be freed by polymod_string_free.
 */
char *polymod_polymat_to_string(const polymod_polymat *matrix);

/*
 The numbers of rows and of columns.
 */
polymod_status polymod_polymat_shape(const polymod_polymat *matrix, size_t *rows, size_t *cols);

/*
 Whether both are the same matrix over the same ring.
 */
polymod_status polymod_polymat_equal(const polymod_polymat *a,
                                     const polymod_polymat *b,
                                     bool *equal);

/*
 a·b.
 */
polymod_polymat *polymod_polymat_mul(const polymod_polymat *a, const polymod_polymat *b);

/*
 The determinant; over Z by a modular method.
 */
polymod_poly *polymod_polymat_det(const polymod_polymat *matrix);

/*
 The Smith form of a matrix over a field.
 */
polymod_polymat *polymod_polymat_smith(const polymod_polymat *a);

/*
 The Hermite form of the rows of a matrix over a field.
 */
polymod_polymat *polymod_polymat_hermite(const polymod_polymat *a);

/*
 The Popov form of the rows of a matrix over a field.
 */
polymod_polymat *polymod_polymat_popov(const polymod_polymat *a);

/*
 Frees a matrix of polynomials; NULL is allowed.
 */
void polymod_polymat_free(polymod_polymat *matrix);

/*
 The ring of this name, one that the program takes as --ring: "z", "q", "zn:97", "zn:2^127-1", "gf2", "gf2^8:0x11b", "gf:3^5", "gf:5^2:t^2+2",
 "zn:21[t]/t^2+t+1", "gfpf:F16"; "z[y]" and "zn:97[y]" for polymod_bivariate_new.
 */
polymod_ring *polymod_ring_new(const char *name);

/*
 The name of the ring, to be freed by polymod_string_free.
 */
char *polymod_ring_name(const polymod_ring *ring);

/*
 Frees a ring; objects over it stay. NULL is allowed.
 */
void polymod_ring_free(polymod_ring *ring);

/*
 A polynomial from text, such as "3*x^2 - x + 7" or "[7,-1,3]".
 */
polymod_poly *polymod_poly_parse(const polymod_ring *ring, const char *source);

/*
 A polynomial from words, constant term first: integers, reduced over Z/n; over F_(2^k) their bits are the coefficients of an element.
 */
polymod_poly *polymod_poly_from_words(const polymod_ring *ring,
                                      const uint64_t *words,
                                      size_t len);

/*
 The coefficients as words, where each is one; `len` gets their number, also where `capacity` does not suffice.
 */
polymod_status polymod_poly_to_words(const polymod_poly *poly,
                                     uint64_t *out,
                                     size_t capacity,
                                     size_t *len);

/*
 The polynomial as text, to be freed by polymod_string_free.
 */
char *polymod_poly_to_string(const polymod_poly *poly);

/*
 The degree; −1 for 0.
 */
polymod_status polymod_poly_degree(const polymod_poly *poly, int64_t *degree);

/*
 Whether both are the same polynomial over the same ring.
 */
polymod_status polymod_poly_equal(const polymod_poly *a, const polymod_poly *b, bool *equal);

/*
 a + b.
 */
polymod_poly *polymod_poly_add(const polymod_poly *a, const polymod_poly *b);

/*
 a − b.
 */
polymod_poly *polymod_poly_sub(const polymod_poly *a, const polymod_poly *b);

/*
 a·b.
 */
polymod_poly *polymod_poly_mul(const polymod_poly *a, const polymod_poly *b);

/*
 The greatest common divisor: monic over fields; over Z with its content and a positive leading coefficient, by a modular method.
 */
polymod_poly *polymod_poly_gcd(const polymod_poly *a,
                               const polymod_poly *b);

/*
 The greatest common divisor g, and s and t with s·a + t·b = g, over fields; all NULL after an error.
 */
polymod_status polymod_poly_xgcd(polymod_poly **g,
                                 polymod_poly **s,
                                 polymod_poly **t,
                                 const polymod_poly *a,
                                 const polymod_poly *b);

/*
 a to a power.
 */
polymod_poly *polymod_poly_pow(const polymod_poly *a, uint64_t exponent);

/*
 Quotient and remainder, both NULL after an error; over Z every step must divide.
 */
polymod_status polymod_poly_divrem(polymod_poly **q,
                                   polymod_poly **r,
                                   const polymod_poly *a,
                                   const polymod_poly *b);

/*
 The resultant, as text; over Z by a modular method.
 */
char *polymod_poly_resultant(const polymod_poly *a, const polymod_poly *b);

/*
 The value at an element of the ring, both as text.
 */
char *polymod_poly_eval(const polymod_poly *a, const char *at);

/*
 `terms` terms of the power series 1/a, whose constant term is a unit.
 */
polymod_poly *polymod_poly_inv_series(const polymod_poly *a, size_t terms);

/*
 The factorization into irreducible polynomials.
 */
polymod_factors *polymod_poly_factor(const polymod_poly *a);

/*
 Frees a polynomial; NULL is allowed.
 */
void polymod_poly_free(polymod_poly *poly);

/*
 The number of distinct factors.
 */
polymod_status polymod_factors_count(const polymod_factors *factors, size_t *count);

/*
 The unit before the factors, as text.
 */
char *polymod_factors_unit(const polymod_factors *factors);

/*
 A copy of the factor of this index from 0, and its multiplicity.
 */
polymod_poly *polymod_factors_get(const polymod_factors *factors,
                                  size_t index,
                                  uint64_t *multiplicity);

/*
 Frees a factorization; NULL is allowed.
 */
void polymod_factors_free(polymod_factors *factors);

/*
 A transform of `len` words modulo the prime n: values at the powers of a root of unity, in natural order. `len`, or 2·`len` where
 negacyclic, divides n − 1.
 */
polymod_ntt *polymod_ntt_new(uint64_t n,
                             size_t len,
                             bool negacyclic);

/*
 The root of unity whose powers are the points.
 */
polymod_status polymod_ntt_root(const polymod_ntt *ntt, uint64_t *root);

/*
 The values of the polynomial with coefficients `x`; `out` may be `x`.
 */
polymod_status polymod_ntt_forward(const polymod_ntt *ntt, uint64_t *out, const uint64_t *x);

/*
 The coefficients of the polynomial with values `x`; `out` may be `x`.
 */
polymod_status polymod_ntt_inverse(const polymod_ntt *ntt, uint64_t *out, const uint64_t *x);

/*
 Frees a transform; NULL is allowed.
 */
void polymod_ntt_free(polymod_ntt *ntt);

/*
 out = a·b modulo n: len_a + len_b − 1 words, none where an operand has none.
 Coefficients are least residues modulo n, 2 ≤ n < 2^64, constant term first.
 */
polymod_status polymod_zn_mul(uint64_t *out,
                              const uint64_t *a,
                              size_t len_a,
                              const uint64_t *b,
                              size_t len_b,
                              uint64_t n);

/*
 a = q·b + r modulo n: q has max(len_a − len_b + 1, 0) words, r len_b − 1, padded with zeros. The last word of b is a unit.
 */
polymod_status polymod_zn_divrem(uint64_t *q,
                                 uint64_t *r,
                                 const uint64_t *a,
                                 size_t len_a,
                                 const uint64_t *b,
                                 size_t len_b,
                                 uint64_t n);

/*
 The monic greatest common divisor modulo a prime n; `out` has room for max(len_a, len_b) words, `len` gets their number, 0 for 0.
 */
polymod_status polymod_zn_gcd(uint64_t *out,
                              size_t *len,
                              const uint64_t *a,
                              size_t len_a,
                              const uint64_t *b,
                              size_t len_b,
                              uint64_t n);

/*
 The values of a at `count` points: `count` words.
 */
polymod_status polymod_zn_eval(uint64_t *out,
                               const uint64_t *a,
                               size_t len_a,
                               const uint64_t *points,
                               size_t count,
                               uint64_t n);

/*
 The polynomial of less than `count` coefficients with these values at these distinct points, padded with zeros to `count` words.
 */
polymod_status polymod_zn_interpolate(uint64_t *out,
                                      const uint64_t *points,
                                      const uint64_t *values,
                                      size_t count,
                                      uint64_t n);

/*
 The determinant of a square matrix, row by row: one word.
 */
polymod_status polymod_zn_det(uint64_t *out, const uint64_t *a, size_t size, uint64_t n);

/*
 The rank of a matrix, row by row, over a field.
 */
polymod_status polymod_zn_rank(size_t *out,
                               const uint64_t *a,
                               size_t rows,
                               size_t cols,
                               uint64_t n);

/*
 The product of a matrix of `rows` by `inner` and one of `inner` by `cols` words, row by row.
 */
polymod_status polymod_zn_matmul(uint64_t *out,
                                 const uint64_t *a,
                                 const uint64_t *b,
                                 size_t rows,
                                 size_t inner,
                                 size_t cols,
                                 uint64_t n);

/*
 X with A·X = B: A of `rows` by `cols` words, B of `rows` by `right`, X of `cols` by `right`, row by row; free unknowns are 0.
 POLYMOD_STATUS_NO_ANSWER where there is none.
 */
polymod_status polymod_zn_solve(uint64_t *out,
                                const uint64_t *a,
                                const uint64_t *b,
                                size_t rows,
                                size_t cols,
                                size_t right,
                                uint64_t n);

/*
 The inverse of a square matrix, row by row.
 */
polymod_status polymod_zn_inverse(uint64_t *out, const uint64_t *a, size_t size, uint64_t n);

/*
 The characteristic polynomial det(x·1 − A) of a square matrix, row by row: `size` + 1 words.
 */
polymod_status polymod_zn_charpoly(uint64_t *out, const uint64_t *a, size_t size, uint64_t n);

/*
 `terms` terms of the power series 1/a, whose constant term is a unit: `terms` words.
 */
polymod_status polymod_zn_inv_series(uint64_t *out,
                                     const uint64_t *a,
                                     size_t len_a,
                                     size_t terms,
                                     uint64_t n);

/*
 The product of matrices of polynomials, row by row, each entry `len_a` or `len_b` words, padded with zeros: entries of
 len_a + len_b − 1 words, of none where an operand's have none.
 */
polymod_status polymod_zn_polymat_mul(uint64_t *out,
                                      const uint64_t *a,
                                      size_t len_a,
                                      const uint64_t *b,
                                      size_t len_b,
                                      size_t rows,
                                      size_t inner,
                                      size_t cols,
                                      uint64_t n);

/*
 The determinant of a square matrix of polynomials, row by row, each entry `len` words, padded with zeros:
 size·max(len − 1, 0) + 1 words.
 */
polymod_status polymod_zn_polymat_det(uint64_t *out,
                                      const uint64_t *a,
                                      size_t size,
                                      size_t len,
                                      uint64_t n);

/*
 out = a·b over F_2: len_a + len_b words of 64 coefficients, that of x^0 in the lowest bit of the first.
 */
polymod_status polymod_gf2_mul(uint64_t *out,
                               const uint64_t *a,
                               size_t len_a,
                               const uint64_t *b,
                               size_t len_b);

/*
 a = q·b + r over F_2: q has len_a words, r len_b.
 */
polymod_status polymod_gf2_divrem(uint64_t *q,
                                  uint64_t *r,
                                  const uint64_t *a,
                                  size_t len_a,
                                  const uint64_t *b,
                                  size_t len_b);

/*
 The greatest common divisor over F_2: max(len_a, len_b) words.
 */
polymod_status polymod_gf2_gcd(uint64_t *out,
                               const uint64_t *a,
                               size_t len_a,
                               const uint64_t *b,
                               size_t len_b);

#ifdef __cplusplus
}  // extern "C"
#endif  // __cplusplus

#endif  /* POLYMOD_H */
