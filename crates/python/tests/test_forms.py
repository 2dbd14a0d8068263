"""Normal forms, sparse and structured matrices, and forms of matrices of polynomials."""

import pickle
from fractions import Fraction

import flint
import numpy as np
import polymod
import pytest
from polymod import GF, QQ, ZZ, Poly, Zn

P = Zn(2**61 - 1)
rng = np.random.default_rng(7)


def test_lattices():
    a = polymod.random(ZZ, (4, 5), 3, bits=6)
    f = polymod.to_flint(a)
    assert polymod.to_flint(a.hnf()) == f.hnf() and polymod.to_flint(a.snf()) == f.snf()
    h, u = a.hnf(transform=True)
    assert u @ a == h and abs(u.det()) == 1
    s, u, v = a.snf(transform=True)
    assert u @ a @ v == s == a.snf() and abs(u.det() * v.det()) == 1
    basis, u = a.lll(transform=True)
    assert u @ a == basis and basis.hnf() == h and basis == a.lll()
    with pytest.raises(TypeError, match="over Z"):
        P.matrix([[1]]).hnf()


def test_spaces():
    a = P.matrix([[1, 2, 3], [2, 4, 6], [1, 1, 1]])
    assert not (a.left_nullspace() @ a) and a.left_nullspace().nrows() == 1 and a.column_space().nrows() == 2
    b = polymod.random(P, (5, 5), 4)
    h = b.hessenberg()
    assert h.charpoly() == b.charpoly() and all(h[i, j] == 0 for i in range(5) for j in range(i - 1))
    assert b.adjugate() @ b == P.identity_matrix(5) * b.det() and ZZ.matrix([[1, 2], [3, 4]]).adjugate() == ZZ.matrix([[4, -2], [-3, 1]])
    c = polymod.random(ZZ, (6, 6), 5, bits=9)
    skew = c - c.T
    assert skew.pfaffian() ** 2 == skew.det()
    with pytest.raises(ValueError):
        c.pfaffian()


def sparse(ring, n, entries):
    triples = [(int(i), int(j), int(x)) for i, j, x in zip(rng.integers(0, n, entries), rng.integers(0, n, entries), rng.integers(1, 99, entries))]
    return ring.sparse_matrix(n, n, triples + [(i, i, 1) for i in range(n)])


@pytest.mark.parametrize("ring", [P, GF(3, 5), QQ, ZZ], ids=repr)
def test_sparse_matrices(ring):
    a = sparse(ring, 9, 20)
    d = a.to_dense()
    assert a.shape == (9, 9) and a.nnz == sum(x != 0 for x in d.entries()) and a.det() == d.det() and a.rank() == d.rank()
    assert a.minpoly() == d.minpoly() and a.T.to_dense() == d.T and a[3, 3] == d[3, 3] and a[-1, 0] == d[8, 0]
    v = np.arange(9)
    assert (a @ v).tolist() == (d @ v).tolist() and a @ d == d @ d == d @ a
    assert ring.sparse_matrix(d) == a == pickle.loads(pickle.dumps(a)) and hash(a) == hash(ring.sparse_matrix(d))
    if a.det() != 0:
        right = list(range(9))
        x, y = a.solve(right), d.solve(right)
        assert (x[0].tolist(), x[1]) == (y[0].tolist(), y[1]) if ring == ZZ else x.tolist() == y.tolist()
    for name in ["elimination"] + ["wiedemann"] * (ring in (P, GF(3, 5))):
        assert a.det(algorithm=name) == d.det() and a.rank(algorithm=name) == d.rank()
    with pytest.raises(ValueError, match="wiedemann or elimination"):
        a.det(algorithm="other")


class Coo:
    """A sparse matrix of another package."""

    shape, row, col, data = (2, 3), np.array([0, 1, 1], np.int32), np.array([2, 0, 0], np.int32), np.array([5, 7, -1])

    def tocoo(self):
        return self


def test_sparse_matrices_of_scipy():
    a = ZZ.sparse_matrix(Coo())
    assert a.to_dense() == ZZ.matrix([[0, 0, 5], [6, 0, 0]])
    scipy_sparse = pytest.importorskip("scipy.sparse")
    m = scipy_sparse.random_array((20, 30), density=0.1, rng=3, data_sampler=lambda size: rng.integers(1, 97, size)).astype(np.int64)
    for kind in m, m.tocsr(), m.tocsc():
        b = P.sparse_matrix(kind)
        assert b.to_dense().to_numpy().tolist() == m.toarray().tolist() and b.nnz == m.nnz
    values, (rows, columns) = b.triples()[2], b.triples()[:2]
    assert (scipy_sparse.coo_array((values.astype(np.int64), (rows, columns)), b.shape) - m).nnz == 0


def test_wrong_sparse_matrices():
    for wrong in (lambda: P.sparse_matrix(2, 2, [(2, 0, 1)]), lambda: P.sparse_matrix(2, 2, [(-1, 0, 1)])):
        with pytest.raises(ValueError):
            wrong()
    for wrong in (lambda: P.sparse_matrix([[1]]), lambda: P.sparse_matrix(2, 2), lambda: P.sparse_matrix(1, 1, [(0, 0, 1.5)])):
        with pytest.raises(TypeError):
            wrong()
    with pytest.raises(polymod.PolymodError):
        QQ.sparse_matrix(1, 1, [(0, 0, Fraction(1, 2))]).det(algorithm="wiedemann")


def test_structured_matrices():
    c, r, x = [5, 2, 3, 4], [0, 7, 8, 9], [1, 10, 100, 1000]
    toeplitz, hankel = P.toeplitz(c, r), P.hankel(c, r)
    for i in range(4):
        for j in range(4):
            assert toeplitz[i, j] == (c[i - j] if i >= j else r[j - i]) and hankel[i, j] == (c[i + j] if i + j < 4 else r[i + j - 3])
    vandermonde, cauchy = P.vandermonde([2, 3, 5, 7], 4), P.cauchy([11, 12, 13, 14], [1, 2, 3, 4])
    assert vandermonde[2, 3] == 125 and cauchy[1, 2] * (12 - 3) % P.order == 1
    f, g = P("x^2 + 3*x + 1"), P("5*x^2 - 1")
    sylvester = P.sylvester(f, g)
    assert sylvester.to_dense().det() == f.resultant(g)
    for a in toeplitz, hankel, vandermonde, cauchy, sylvester:
        d = a.to_dense()
        assert a.shape == d.shape == (4, 4) and (a @ np.array(x)).tolist() == (d @ np.array(x)).tolist() == (a @ x).tolist()
        assert (np.array(x) @ a).tolist() == (d.T @ np.array(x)).tolist() and a.solve(a @ x).tolist() == x
        assert pickle.loads(pickle.dumps(a)).to_dense() == d and a.ring == P
    assert eval(repr(toeplitz), vars(polymod)).to_dense() == toeplitz.to_dense()
    rational = QQ.cauchy([1, 2], [5, "1/2"])
    assert rational.to_dense() == QQ.matrix([["-1/4", 2], ["-1/3", "2/3"]])
    with pytest.raises(ZeroDivisionError):
        P.cauchy([1, 2], [2, 3])
    with pytest.raises(ValueError):
        P.toeplitz([], [1])


def test_forms_of_matrices_of_polynomials():
    R = Zn(97)
    a = R.poly_matrix([[polymod.random(R, 3, 10 * i + j) for j in range(3)] for i in range(3)])
    s = a.smith()
    factors = a.invariant_factors()
    assert [s[i, i] for i in range(3)] == factors and Poly.prod(factors) == a.det().monic()
    assert all(g % f == 0 for f, g in zip(factors, factors[1:]))
    assert a.column_popov() == a.T.popov().T and a.column_hermite() == a.T.hermite().T and a.column_weak_popov().det().monic() == a.det().monic()
    b = R.poly_matrix([[R.x + i] for i in range(3)])
    n, d = a.solve(b)
    assert a @ n == R.poly_matrix([[d * e for e in row] for row in b.tolist()]) and d.is_monic()
    q, r = divmod(a @ a + b @ b.T, a)
    assert (a @ a + b @ b.T) // a == q and (a @ a + b @ b.T) % a == r and q @ a + r == a @ a + b @ b.T
    popov = a.popov()
    assert popov.is_popov() and popov.is_reduced() and popov.is_weak_popov() and popov.is_ordered_weak_popov()
    assert a.hermite().is_hermite() and not a.is_hermite() and not a.is_unimodular() and popov.pivots() == [0, 1, 2]
    assert a.degree_matrix() == [[e.degree() for e in row] for row in a.tolist()] and a.column_degrees() == [2, 2, 2]
    stacked = R.poly_matrix([*a.tolist(), *a.tolist()])
    assert stacked.is_kernel_basis(stacked.kernel_basis())
    D = R.poly_matrix([["x^2 + 1", 2], [3, "x + 1"]])
    N = R.poly_matrix([["x + 5", 7]])
    assert N.mul_low(D.inverse_series(6), 6).fraction(6) == (N, D)


def test_interpolant_bases():
    R = GF(3, 4)
    points, f, g = [1, 2, 5, 7, 11, 20], R("x^2 + t"), R("x + 2")
    # p*f + q*g = 0 at all points
    rows = R.matrix([[y] for x in points for y in (f(x), g(x))])
    basis = rows.interpolant_basis(points)
    for p, q in basis.tolist():
        assert all(R(p(x)) * R(f(x)) + R(q(x)) * R(g(x)) == 0 for x in points)
    assert basis.det().degree() == len(points) and basis.is_weak_popov()
    with pytest.raises(ValueError):
        rows.interpolant_basis(points[:5])


def test_options_over_z():
    a = sparse(ZZ, 7, 12)
    d, options = a.to_dense(), {"effort": "probabilistic", "seed": 3}
    skew = d - d.T
    for name in "det", "rank", "minpoly":
        found = getattr(polymod.multimodular, name)(a, **options)
        assert found.value == getattr(d, name)() and found.certainty in {"proved", "verified", "probable"}
    assert polymod.multimodular.adjugate(d).value == d.adjugate() and polymod.multimodular.pfaffian(skew, **options).value == skew.pfaffian()
    if a.det() != 0:
        right = ZZ.matrix([[i] for i in range(7)])
        assert polymod.multimodular.solve(a, right).value == d.solve(right)
    circle = polymod.Bivariate(["y^2 - 1", 0, 1])
    assert polymod.multimodular.discriminant(circle).value == circle.discriminant()


def test_invariant_factors_and_columns_over_z():
    a = ZZ.matrix([[2, 4, 4], [-6, 6, 12], [10, -4, -16]])
    assert a.invariant_factors() == [2, 6, 12] == [a.snf()[i, i] for i in range(3)]
    assert Zn(12).matrix([[2, 0], [0, 3]]).invariant_factors() == [1, 6]
    assert Zn(97).matrix([[1, 2], [2, 4]]).invariant_factors() == [1]
    assert ZZ.matrix([[2, 4], [3, 6]]).column_space() == ZZ.matrix([[2, 3]])
