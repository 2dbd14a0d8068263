"""Matrices of polynomials: parts, products by name, bases, and matrices without entries."""

import pickle

import polymod
import pytest
from conftest import FIELDS, INTEGERS, RINGS, rings
from hypothesis import given
from hypothesis import strategies as st
from polymod import ZZ, Zn


@st.composite
def matrices(draw, twins=RINGS, count=1, square=False):
    """Matrices over one ring that can be multiplied."""
    twin = draw(rings(twins))
    sizes = [draw(st.integers(1, 3)) for _ in range(count + 1)]
    if square:
        sizes = [sizes[0]] * (count + 1)
    entry = st.lists(twin.integers, max_size=5)
    shape = zip(sizes, sizes[1:])
    return twin.ring, *(twin.ring.poly_matrix([[draw(entry) for _ in range(n)] for _ in range(m)]) for m, n in shape)


@given(matrices(), st.data())
def test_parts(drawn, data):
    _, a = drawn
    m, n = a.shape
    index = lambda k: st.integers(-k, k - 1)
    i, j = data.draw(index(m)), data.draw(index(n))
    assert a[i, j] == a.tolist()[i][j]
    rows, columns = data.draw(st.slices(m)), data.draw(st.slices(n))
    expected = [row[columns] for row in a.tolist()[rows]]
    part = a[rows, columns]
    assert part.tolist() == expected and part.shape == (len(range(m)[rows]), len(range(n)[columns]))
    chosen = data.draw(st.lists(index(m), max_size=4))
    assert a[chosen, :].tolist() == [a.tolist()[k] for k in chosen]
    assert a[i, :].tolist() == [a.tolist()[i]]


@given(matrices(count=2), st.integers(0, 5), st.integers(0, 9))
def test_products_by_name(drawn, start, stop):
    R, a, b = drawn
    product = a @ b
    assert a.mul(b) == a.mul(b, algorithm="entries") == product
    window = a.mul(b, window=slice(start, stop))
    assert window.tolist() == [[R.poly(p[start:stop]) for p in row] for row in product.tolist()]
    assert a.left_shift(start).tolist() == [[p << start for p in row] for row in a.tolist()]
    identity = R.identity_poly_matrix(b.ncols())
    assert product @ identity == product == R.identity_poly_matrix(a.nrows()) @ product


@given(matrices([INTEGERS] + FIELDS, square=True))
def test_determinants_by_name(drawn):
    R, a = drawn
    assert a.det(algorithm="division-free") == a.det()
    if R is not ZZ:
        assert a.det(algorithm="elimination") == a.det()


@given(matrices(FIELDS), st.integers(0, 6))
def test_bases_are_checked(drawn, order):
    R, a = drawn
    basis = a.approximant_basis(order)
    assert a.is_approximant_basis(basis, order)
    assert not a.is_approximant_basis(basis * 0, order)
    assert a.is_approximant_basis(R.identity_poly_matrix(a.nrows()), 0)


@given(matrices())
def test_matrices_are_pasted_and_pickled(drawn):
    R, a = drawn
    for b in (a, a[:0, :], a[:, :0], R.poly_matrix(0, 0)):
        assert pickle.loads(pickle.dumps(b)) == b == eval(repr(b), vars(polymod))
    assert R.poly_matrix(*a.shape, a.entries()) == a
    assert not R.poly_matrix(2, 3) and R.poly_matrix(2, 3).shape == (2, 3)


def test_texts_and_errors():
    R = Zn(97)
    a = R.poly_matrix("[[[1, 1], [2]], [[3], [0, 0, 1]]]")
    assert a == R.poly_matrix([["x + 1", 2], [3, "x^2"]])
    for at in [(2, 0), (0, -3), (slice(None), [5])]:
        with pytest.raises(IndexError):
            a[at]
    with pytest.raises(ValueError, match="entries"):
        R.poly_matrix(2, 2, [1, 2, 3])
    with pytest.raises(TypeError):
        R.poly_matrix([[1]], entries=[1])
    with pytest.raises(ValueError, match="entries, images"):
        a.mul(a, algorithm="magic")
    with pytest.raises(ValueError):
        a.det(algorithm="magic")
    with pytest.raises(MemoryError):
        a.left_shift(1 << 60)
