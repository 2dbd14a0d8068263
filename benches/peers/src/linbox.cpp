// What the tables need of LinBox, for C: ranks, determinants, solutions and minimal polynomials of sparse matrices over Z/p, p < 2^31.

#include <linbox/linbox-config.h>
// nothing here takes fields or polynomials of NTL
#undef __LINBOX_HAVE_NTL

#include <givaro/modular.h>
#include <linbox/matrix/sparse-matrix.h>
#include <linbox/polynomial/dense-polynomial.h>
#include <linbox/solutions/det.h>
#include <linbox/solutions/minpoly.h>
#include <linbox/solutions/rank.h>
#include <linbox/solutions/solve.h>
#include <linbox/vector/vector.h>

#include <cstddef>
#include <cstdint>

namespace {

using Field = Givaro::Modular<int64_t>;
using Matrix = LinBox::SparseMatrix<Field>;
using Vector = LinBox::DenseVector<Field>;

// A square matrix and a right side; `eliminates` chooses sparse elimination in place of Wiedemann's algorithm.
struct Task {
    Field field;
    Matrix matrix;
    Vector right;

    Task(uint64_t p, size_t n) : field(int64_t(p)), matrix(field, n, n), right(field, n) {}
};

// LinBox eliminates in place: in a copy here.
template <class Run> void by(const Task *a, bool eliminates, Run run) {
    if (eliminates) {
        Matrix copy(a->matrix);
        run(copy, LinBox::Method::SparseElimination());
    } else {
        run(a->matrix, LinBox::Method::Wiedemann());
    }
}

} // namespace

extern "C" {

const char *polymod_linbox_version() { return __LINBOX_VERSION; }
// The matrix with these entries, of which no two have the same place, and a right side.
Task *polymod_linbox_new(uint64_t p, size_t n, size_t count, const size_t *rows, const size_t *columns, const uint64_t *values,
                         const uint64_t *right) {
    Task *task = new Task(p, n);
    for (size_t k = 0; k < count; k++) {
        Field::Element x;
        task->matrix.setEntry(rows[k], columns[k], task->field.init(x, int64_t(values[k])));
    }
    task->matrix.finalize();
    for (size_t i = 0; i < n; i++) task->field.init(task->right[i], int64_t(right[i]));
    return task;
}
size_t polymod_linbox_rank(const Task *a, bool eliminates) {
    size_t rank = 0;
    by(a, eliminates, [&](auto &matrix, auto method) { LinBox::rank(rank, matrix, method); });
    return rank;
}
uint64_t polymod_linbox_det(const Task *a, bool eliminates) {
    Field::Element det;
    by(a, eliminates, [&](auto &matrix, auto method) { LinBox::det(det, matrix, method); });
    return uint64_t(det);
}
// A word for each row.
void polymod_linbox_solve(const Task *a, bool eliminates, uint64_t *out) {
    Vector solution(a->field, a->matrix.coldim());
    by(a, eliminates, [&](auto &matrix, auto method) { LinBox::solve(solution, matrix, a->right, method); });
    for (size_t i = 0; i < solution.size(); i++) out[i] = uint64_t(solution[i]);
}
// The coefficients of the minimal polynomial, for which there is room for n + 1; returns their number.
size_t polymod_linbox_minpoly(const Task *a, uint64_t *out) {
    LinBox::DensePolynomial<Field> minpoly(a->field);
    LinBox::minpoly(minpoly, a->matrix, LinBox::Method::Wiedemann());
    for (size_t i = 0; i < minpoly.size(); i++) out[i] = uint64_t(minpoly[i]);
    return minpoly.size();
}
void polymod_linbox_free(Task *a) { delete a; }

} // extern "C"
