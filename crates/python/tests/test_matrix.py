"""Matrices against python-flint and NumPy."""

import copy
import pickle

import flint
import numpy as np
import polymod
import pytest
from conftest import BINARY, FIELDS, INTEGERS, RINGS, rings
from hypothesis import assume, given
from hypothesis import strategies as st
from polymod import GF, GF2, ZZ, Zn

WORDS = [t for t in FIELDS if t.ring.order < 2**64 and t.ring != GF2]


@st.composite
def entries(draw, twin, rows, cols):
    return [[draw(twin.integers) for _ in range(cols)] for _ in range(rows)]


@st.composite
def squares(draw, twins=RINGS, largest=6):
    twin, n = draw(rings(twins)), draw(st.integers(0, largest))
    return twin, twin.ring.matrix(n, n, sum(draw(entries(twin, n, n)), []))


@st.composite
def rectangles(draw, twins=RINGS, largest=6):
    twin, m, n = draw(rings(twins)), draw(st.integers(1, largest)), draw(st.integers(1, largest))
    return twin, twin.ring.matrix(draw(entries(twin, m, n)))


def nmod_mat(a):
    return flint.nmod_mat(*a.shape, a.entries(), a.ring.order)


def fmpz_mat(a):
    return flint.fmpz_mat(*a.shape, a.entries())


def table(m):
    return [[int(x) for x in row] for row in m.tolist()]


@given(rectangles(), st.data())
def test_sums_and_products(drawn, data):
    twin, a = drawn
    R = twin.ring
    b = R.matrix(data.draw(entries(twin, *a.shape)))
    c = R.matrix(data.draw(entries(twin, a.ncols(), 3)))
    x = data.draw(twin.integers)
    assert (a + b) - b == a and a - a == -a + a and not a - a
    assert a * x == x * a == a * R(x)
    assert (a + b) @ c == a @ c + b @ c == (a + b) * c
    assert (a @ c).T == c.T @ a.T and a.T.transpose() == a
    i, j = data.draw(st.integers(0, a.nrows() - 1)), data.draw(st.integers(0, 2))
    dot = sum((R(p) * row[j] for p, row in zip(a[i], c.tolist())), R(0))
    assert (a @ c)[i, j] == int(dot)


@given(squares(WORDS, 8))
def test_modulo_words(drawn):
    twin, a = drawn
    m = nmod_mat(a)
    assert a.det() == int(m.det()) and a.rank() == m.rank()
    assert a.charpoly().coeffs() == [int(c) for c in m.charpoly().coeffs()]
    if a.nrows():
        assert a.minpoly().coeffs() == [int(c) for c in m.minpoly().coeffs()]
    if a.rank() == a.nrows():
        assert table(a.inv()) == table(m.inv()) and a**-2 @ a @ a == a.ring.identity_matrix(a.nrows())
    else:
        with pytest.raises(ZeroDivisionError, match="singular"):
            a.inv()


@given(squares([INTEGERS], 6))
def test_over_z(drawn):
    _, a = drawn
    m = fmpz_mat(a)
    assert a.det() == int(m.det()) and a.rank() == m.rank()
    assert a.charpoly().coeffs() == [int(c) for c in m.charpoly().coeffs()]
    assert (a.charpoly() % a.minpoly()).is_zero()
    if a.det():
        x, d = a.inv()
        assert d > 0 and a @ x == d * ZZ.identity_matrix(a.nrows())
    basis = a.nullspace()
    assert basis.nrows() == a.nrows() - a.rank()
    assert not a @ basis.T


@given(rectangles(FIELDS + BINARY), st.data())
def test_systems(drawn, data):
    twin, a = drawn
    R = twin.ring
    x = R.matrix(data.draw(entries(twin, a.ncols(), 2)))
    b = a @ x
    assert a @ a.solve(b) == b
    column = [row[0] for row in b.tolist()]
    found = a.solve(column)
    assert isinstance(found, np.ndarray) and (a @ R.matrix(len(found), 1, found)).entries() == column
    assert a.solve(np.array(column, dtype=found.dtype)).tolist() == found.tolist()
    basis = a.nullspace()
    assert basis.shape == (a.ncols() - a.rank(), a.ncols())
    assert not basis or not a @ basis.T


def test_systems_without_solutions():
    a = Zn(97).matrix([[1, 2], [2, 4]])
    with pytest.raises(ValueError, match="no solution"):
        a.solve([1, 3])
    with pytest.raises(ValueError):
        a.solve([1, 2, 3])
    assert ZZ.matrix([[2, 0], [0, 3]]).solve([1, 1])[0].tolist() == [3, 2]
    x, d = ZZ.matrix([[2, 0], [0, 3]]).solve([[1], [1]])
    assert (x, d) == (ZZ.matrix([[3], [2]]), 6)


@given(rectangles())
def test_containers(drawn):
    twin, a = drawn
    rows = a.tolist()
    assert a.table() == rows and [list(row) for row in a] == rows and len(a) == a.nrows()
    assert a.entries() == sum(rows, []) and a.shape == (a.nrows(), a.ncols())
    assert a[-1] == rows[-1] and a[0, -1] == rows[0][-1]
    for wrong in (a.nrows(), 0), (0, a.ncols()), (-a.nrows() - 1, 0):
        with pytest.raises(IndexError):
            a[wrong]
    assert eval(repr(a), vars(polymod)) == a == pickle.loads(pickle.dumps(a)) == copy.deepcopy(a)
    assert hash(twin.ring.matrix(rows)) == hash(a)
    assert twin.ring.matrix(str(rows)) == a == twin.ring.matrix(a)
    b = a.to_numpy()
    assert b.tolist() == rows == np.asarray(a).tolist() == np.array(a).tolist()
    assert twin.ring.matrix(b) == a == twin.ring.matrix(b.astype(object)) == twin.ring.matrix(np.asfortranarray(b))
    assert str(a).count("\n") == a.nrows() - 1


@given(st.integers(1, 8), st.integers(1, 8), st.integers(1, 8), st.sampled_from(["i1", ">i4", "u2", "<i8"]), st.data())
def test_products_against_numpy(m, k, n, dtype, data):
    R = Zn(2**31 - 1)
    def draw(rows, cols):
        return np.array(data.draw(st.lists(st.integers(0, 127), min_size=rows * cols, max_size=rows * cols)), dtype).reshape(rows, cols)
    a, b = draw(m, k), draw(k, n)
    product = a.astype(object) @ b.astype(object) % (2**31 - 1)
    assert (R.matrix(a) @ R.matrix(b)).tolist() == product.tolist()
    assert (R.matrix(a) @ b).tolist() == product.tolist() == (a @ R.matrix(b)).tolist()
    assert (R.matrix(a.T).T @ b[:, 0]).tolist() == product[:, 0].tolist()


def test_memory_is_shared():
    a = Zn(97).matrix([[1, 2], [3, 4]])
    assert np.shares_memory(np.asarray(a), a.to_numpy()) and not a.to_numpy().flags.writeable


def test_shapes_are_checked():
    R = Zn(97)
    with pytest.raises(ValueError, match="differ in length"):
        R.matrix([[1, 2], [3]])
    with pytest.raises(ValueError, match="dimension"):
        R.matrix(np.arange(3))
    with pytest.raises(ValueError):
        R.matrix(2, 2, [1, 2, 3])
    with pytest.raises(ValueError, match="square"):
        R.matrix([[1, 2]]).det()
    with pytest.raises(ValueError):
        R.matrix([[1, 2]]) @ R.matrix([[1, 2]])
    with pytest.raises(ValueError, match="different rings"):
        R.matrix([[1]]) @ ZZ.matrix([[1]])
    with pytest.raises(TypeError):
        R.matrix([[1]]) + 1
    with pytest.raises(MemoryError):
        R.matrix(2**30, 2**30)
    with pytest.raises(TypeError):
        R.matrix([[1.5]])
    assert R.matrix([]).shape == (0, 0) and R.matrix([]).det() == 1 and R.matrix([[], []]).shape == (2, 0)
    assert R.matrix([[1, 2], [3, 4]])._repr_latex_() == "$\\begin{pmatrix} 1 & 2 \\\\ 3 & 4 \\end{pmatrix}$"
    assert str(R.matrix([[1, 2], [3, 4]])) == "[1, 2]\n[3, 4]" and R.matrix([[1, 2], [3, 4]]).trace() == 5


@st.composite
def poly_squares(draw, twins=tuple(FIELDS + BINARY), largest=4, count=1):
    twin, n = draw(rings(twins)), draw(st.integers(1, largest))
    entry = st.lists(twin.integers, max_size=5)
    one = lambda: twin.ring.poly_matrix([[draw(entry) for _ in range(n)] for _ in range(n)])
    return twin, *(one() for _ in range(count))


@given(poly_squares(tuple(RINGS), 3, 2), st.data())
def test_matrices_of_polynomials(drawn, data):
    twin, a, b = drawn
    x = data.draw(twin.integers)
    assert (a + b)(x) == a(x) + b(x) and (a - b)(x) == a(x) - b(x) and (-a)(x) == -a(x)
    assert (a @ b)(x) == a(x) @ b(x) == (a * b)(x) and (a * x)(x) == a(x) * x
    assert a**2 == a @ a and a.T.T == a and (a @ b).truncate(3) == a.mul_low(b, 3)
    assert a.det()(x) == a(x).det()
    n = a.nrows()
    assert a.shape == (n, n) and a.tolist()[0][0] == a[0, 0] and a.entries()[-1] == a[n - 1, n - 1]
    assert eval(repr(a), vars(polymod)) == a == pickle.loads(pickle.dumps(a)) and hash(a) == hash(copy.deepcopy(a))
    assert twin.ring.poly_matrix(a.to_numpy()) == a
    assert a.degree() == max(p.degree() for p in a.entries())
    assert a.coefficient(0) == a(0)


@given(poly_squares())
def test_bases(drawn):
    twin, a = drawn
    R, n = twin.ring, a.nrows()
    assert a.rank() == max(0, n if a.det() else a.rank()) and (a.rank() == n) == bool(a.det())
    basis = a.approximant_basis(5)
    assert not (basis @ a).truncate(5) and basis.det()
    stacked = R.poly_matrix(a.tolist() + a.tolist())
    kernel = stacked.kernel_basis()
    assert kernel.nrows() == 2 * n - a.rank() and not kernel @ stacked
    if a.det():
        for form in a.popov(), a.weak_popov(), a.hermite(), a.popov([1] * n):
            assert form.det().monic() == a.det().monic()
        hermite = a.hermite()
        assert all(hermite[i, i].is_monic() for i in range(n))
        assert not any(hermite[i, j] for i in range(n) for j in range(i))
        q, r = divmod(a @ a, a.popov())
        assert q @ a.popov() + r == a @ a
    unit = R.poly_matrix([[R.poly([i == j]) + (a[i, j] << 1) for j in range(n)] for i in range(n)])
    assert (unit @ unit.inverse_series(6)).truncate(6) == R.poly_matrix([[int(i == j) for j in range(n)] for i in range(n)])


def test_shifts_are_checked():
    a = Zn(97).poly_matrix([["x", 1], [0, "x"]])
    for call in a.popov, a.kernel_basis, a.row_degrees, lambda s: a.approximant_basis(3, s):
        with pytest.raises(ValueError):
            call([1])
        with pytest.raises(ValueError):
            call([2**62, 0])
    with pytest.raises(IndexError):
        a[2, 0]
    with pytest.raises(ValueError, match="different rings"):
        a @ Zn(101).poly_matrix([[1]])
    assert a.row_degrees() == [1, 1] and a.row_degrees([0, 5]) == [5, 6]
    assert a.leading_matrix() == Zn(97).identity_matrix(2)
