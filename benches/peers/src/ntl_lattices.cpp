// Reduced bases for the table of lattices.

#include <NTL/LLL.h>

#include "ntl_small.hpp"

namespace {

using namespace small;

struct Reduction final : Job {
    NTL::mat_ZZ basis;
    bool extended;

    Reduction(Reader in, long rows, bool extended) : extended(extended) { small::set(basis, in.vector(), rows); }
    bool run(Sink sink, size_t count) override {
        return repeat(count, [&] {
            NTL::mat_ZZ reduced(basis);
            if (extended)
                NTL::LLL_XD(reduced, 0.99);
            else
                NTL::LLL_FP(reduced, 0.99);
            sink.matrix(reduced);
        });
    }
};

} // namespace

extern "C" {

// The reduction of a basis of `rows` rows, by doubles, or by doubles with exponents if `extended`. The rows are bytes as in ntl_small.hpp.
Job *polymod_ntl_lattice_new(bool extended, const uint8_t *in, uint64_t rows) {
    return new Reduction(Reader{in}, long(rows), extended);
}

} // extern "C"
