"""Conversions to and from python-flint, SymPy, Sage and galois."""

import flint
import numpy as np
import polymod
import pytest
import sympy
from conftest import BINARY, FIELDS, INTEGERS, MODULAR, RINGS, galois, ints, needs_galois, polys
from hypothesis import given
from polymod import GF, GF2, ZZ, Zn


@given(polys(1))
def test_python_flint(drawn):
    twin, (a, fa) = drawn
    converted = polymod.to_flint(a)
    assert ints(converted) == a.coeffs()
    assert type(converted) is type(fa) or twin.ring.order == 2**64
    again = polymod.from_flint(converted)
    assert again == a or (a.ring == GF2 and again.coeffs() == a.coeffs())


@pytest.mark.parametrize("R", [ZZ, Zn(97), Zn(2**127 - 1)], ids=repr)
def test_matrices_of_python_flint(R):
    a = R.matrix([[1, -2, 3], [4, 5, 2**70]])
    assert [[int(x) for x in row] for row in polymod.to_flint(a).tolist()] == a.tolist()
    assert polymod.from_flint(polymod.to_flint(a)) == a


@given(polys(1, [INTEGERS] + [t for t in FIELDS if t.ring != GF2]))
def test_sympy(drawn):
    _, (a, _) = drawn
    b = polymod.to_sympy(a)
    assert polymod.from_sympy(b) == a and b.degree() == (a.degree() if a else sympy.S.NegativeInfinity)
    assert polymod.from_sympy(b, Zn(101)) is not None


@needs_galois
@given(polys(1, BINARY[:2] + [t for t in FIELDS if t.ring.order < 2**32 and t.ring != Zn(2)]))
def test_galois(drawn):
    _, (a, _) = drawn
    b = polymod.to_galois(a)
    assert polymod.from_galois(b) == a
    assert polymod.from_galois(type(b.coeffs)(a.coeffs())) == a if a else True


@needs_galois
def test_matrices_of_galois():
    for R in GF(2**8), GF(2**8, modulus=0x11B), Zn(97):
        a = R.matrix([[1, 2], [3, 4]])
        b = polymod.to_galois(a)
        assert isinstance(b, galois.FieldArray) and polymod.from_galois(b) == a
        assert int(np.linalg.det(b)) == a.det()


@needs_galois
def test_other_objects_are_refused_for_galois():
    for call in (lambda: polymod.from_galois([1]), lambda: polymod.to_galois(ZZ.x)):
        with pytest.raises(TypeError):
            call()


def test_expressions_for_sage():
    assert polymod.to_sage(ZZ) == "ZZ" and polymod.to_sage(GF2) == "GF(2)"
    assert polymod.to_sage(ZZ("x - 2")) == 'PolynomialRing(ZZ, "x")([-2, 1])'
    assert polymod.to_sage(Zn(97).matrix([[1, 2]])) == "matrix(Integers(97), 1, 2, [1, 2])"
    assert polymod.to_sage(GF(8)).startswith('GF(2^3, "a"') and "from_integer" in polymod.to_sage(GF(8).x)


def test_other_objects_are_refused():
    for call in (
        lambda: polymod.from_flint(7),
        lambda: polymod.from_sympy(7),
        lambda: polymod.to_sympy(GF(8).x),
        lambda: polymod.to_flint(GF(8).matrix([[1]])),
    ):
        with pytest.raises(TypeError):
            call()
    x, y = sympy.symbols("x y")
    with pytest.raises(ValueError):
        polymod.from_sympy(sympy.Poly(x + y))
    with pytest.raises(ValueError):
        polymod.from_sympy(sympy.Poly(x * 0.5))


def test_twins():
    assert len(MODULAR) + len(BINARY) + 1 == len(RINGS) and isinstance(polymod.to_flint(ZZ.x), flint.fmpz_poly)
