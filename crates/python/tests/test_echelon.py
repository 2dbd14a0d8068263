"""Echelon forms against python-flint and the definition, and algorithms by name."""

import math
import pickle
from fractions import Fraction

import flint
import polymod
import pytest
from conftest import BINARY, FIELDS, INTEGERS
from hypothesis import given
from hypothesis import strategies as st
from polymod import ZZ, Zn, multimodular
from test_matrix import WORDS, entries, fmpz_mat, nmod_mat, rectangles, squares, table


@st.composite
def of_low_rank(draw, twins):
    """A matrix of a rank that is often below its dimensions."""
    twin, a = draw(rectangles(twins))
    b = twin.ring.matrix(draw(entries(twin, a.ncols(), draw(st.integers(1, 7)))))
    return twin, draw(st.sampled_from([a, a @ b, a @ twin.ring.matrix(a.ncols(), 4)]))


@given(of_low_rank(WORDS))
def test_reduced_forms_modulo_words(drawn):
    _, a = drawn
    expected, rank = nmod_mat(a).rref()
    assert a.rref() == (a.ring.matrix(table(expected)), rank)


@given(of_low_rank(FIELDS + BINARY))
def test_reduced_forms_by_definition(drawn):
    twin, a = drawn
    form, rank = a.rref()
    pivots = a.pivots()
    assert form.shape == a.shape and len(pivots) == rank == a.rank() and pivots == sorted(pivots)
    for i, pivot in enumerate(pivots):
        assert not any(form[i][:pivot]) and [row[pivot] for row in form.tolist()] == [int(k == i) for k in range(a.nrows())]
    assert not any(any(form[i]) for i in range(rank, a.nrows()))
    # the columns of the pivots combine to all columns
    if rank:
        columns = twin.ring.matrix([[row[p] for p in pivots] for row in a.tolist()])
        assert columns @ twin.ring.matrix(form.tolist()[:rank]) == a
    else:
        assert not a


@given(of_low_rank([INTEGERS]))
def test_reduced_forms_over_the_integers(drawn):
    _, a = drawn
    form, denominator, rank = a.rref()
    theirs, their_denominator, their_rank = fmpz_mat(a).rref()
    assert rank == their_rank == len(a.pivots()) and denominator > 0
    ours = [[Fraction(x, denominator) for x in row] for row in form.tolist()]
    assert ours == [[Fraction(x, int(their_denominator)) for x in row] for row in table(theirs)]
    assert math.gcd(denominator, *map(int, form.entries())) == 1
    assert multimodular.rref(a).value == (form, denominator)
    assert multimodular.rref(a, effort="probabilistic", seed=5).value == (form, denominator)


@given(of_low_rank(FIELDS + BINARY), st.data())
def test_decompositions(drawn, data):
    twin, a = drawn
    e = a.echelon()
    permuted = twin.ring.matrix([a[i] for i in e.order])
    assert e.lower @ e.upper == permuted and sorted(e.order) == list(range(a.nrows()))
    assert (e.rank, e.pivots, e.ring) == (a.rank(), a.pivots(), a.ring)
    assert all(e.lower[i, j] == int(i == j) for i in range(a.nrows()) for j in range(i, a.nrows()))
    x = twin.ring.matrix(data.draw(entries(twin, a.ncols(), 3)))
    right = a @ x
    assert e.solve(right) == a.solve(right) and a @ e.solve(right) == right
    vector = [row[0] for row in right.tolist()]
    assert e.solve(vector).tolist() == a.solve(vector).tolist()
    again = pickle.loads(pickle.dumps(e))
    assert (repr(again), again.upper) == (repr(e), e.upper) and eval(repr(e), vars(polymod)).order == e.order


@given(squares(WORDS, 6))
def test_algorithms_by_name(drawn):
    twin, a = drawn
    assert a.det(algorithm="elimination") == a.det(algorithm="division-free") == a.det() == int(nmod_mat(a).det())
    assert a.charpoly(algorithm="hessenberg") == a.charpoly(algorithm="berkowitz") == a.charpoly()
    assert a.mul(a) == a.mul(a, algorithm="rows") == a @ a


@given(squares([INTEGERS], 5))
def test_algorithms_by_name_over_the_integers(drawn):
    _, a = drawn
    assert a.det(algorithm="division-free") == a.det() == int(fmpz_mat(a).det())
    assert a.charpoly(algorithm="berkowitz") == a.charpoly()


def test_matrices_without_entries():
    for R in (Zn(97), ZZ):
        for shape in [(0, 0), (0, 3), (3, 0)]:
            a = R.matrix(*shape)
            assert (a.rref()[0], a.rref()[-1], a.pivots()) == (a, 0, [])


def test_errors():
    with pytest.raises(TypeError, match="rref"):
        ZZ.matrix([[1]]).echelon()
    with pytest.raises(ZeroDivisionError):
        Zn(6).matrix([[2, 1], [3, 1]]).rref()
    a = Zn(97).matrix([[1, 2], [2, 4]])
    with pytest.raises(ValueError):
        a.echelon().solve([1, 3])
    with pytest.raises(ValueError):
        a.echelon().solve([1, 2, 3])
    with pytest.raises(ValueError, match="do: "):
        a.mul(a, algorithm="magic")
    with pytest.raises(ValueError, match="hessenberg or berkowitz"):
        a.charpoly(algorithm="magic")
    with pytest.raises(ValueError):
        a.det(algorithm="points")
    with pytest.raises(ValueError):
        Zn(97).matrix([[1, 2, 3]]).det(algorithm="elimination")


def test_a_long_form():
    a = polymod.random(Zn(998244353), (150, 100), 1) @ polymod.random(Zn(998244353), (100, 200), 2)
    form, rank = a.rref()
    expected, their_rank = nmod_mat(a).rref()
    assert (form.tolist(), rank) == (table(expected), their_rank)
    assert flint.nmod_mat(150, 150, a.echelon().lower.entries(), 998244353).rank() == 150
