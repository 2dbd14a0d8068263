// What the tables need of bitpolymul2, for C: products of n by n words over the field of two elements. Its header, whose macro bitpolymul
// names no function of it, is not read.

#include <cstdint>

extern "C" {

// Over F_(2^64): the one that its own benchmark takes first.
void bitpolymul_2_64(uint64_t *c, const uint64_t *a, const uint64_t *b, unsigned n);

void polymod_bitpolymul(uint64_t *c, const uint64_t *a, const uint64_t *b, uint64_t n) {
    bitpolymul_2_64(c, a, b, unsigned(n));
}

}
