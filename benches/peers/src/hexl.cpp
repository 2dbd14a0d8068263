// What the tables need of HEXL, for C: negacyclic transforms in place, values in bit-reversed order.

#include <hexl/ntt/ntt.hpp>

#include <cstdint>

using intel::hexl::NTT;

extern "C" {

NTT *polymod_hexl_new(uint64_t p, uint64_t n) { return new NTT(n, p); }

void polymod_hexl_forward(NTT *ntt, uint64_t *x) { ntt->ComputeForward(x, x, 1, 1); }

void polymod_hexl_inverse(NTT *ntt, uint64_t *x) { ntt->ComputeInverse(x, x, 1, 1); }

void polymod_hexl_free(NTT *ntt) { delete ntt; }

}
