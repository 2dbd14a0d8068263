"""Polynomials and matrices over Q, against python-flint, SymPy and the definitions."""

import pickle
from fractions import Fraction

import flint
import numpy as np
import polymod
import pytest
import sympy
from hypothesis import given, settings
from hypothesis import strategies as st
from polymod import GF, QQ, ZZ, Poly, Ring, Zn

fractions = st.fractions(max_denominator=50, min_value=-99, max_value=99) | st.integers(-9, 9)
polys = st.lists(fractions, max_size=8)


def to_flint(coeffs):
    return flint.fmpq_poly([flint.fmpq(Fraction(c).numerator, Fraction(c).denominator) for c in coeffs])


def value(c):
    return Fraction(int(c.p), int(c.q))


def of_flint(p):
    return QQ.poly([value(c) for c in p.coeffs()])


def test_the_ring():
    assert QQ == Ring("q") and repr(QQ) == "QQ" and pickle.loads(pickle.dumps(QQ)) == QQ
    assert (QQ.name, QQ.order, QQ.characteristic, QQ.modulus, QQ.degree) == ("q", None, 0, 0, 1)
    assert QQ.is_field() and QQ.base == QQ and QQ != ZZ


def test_elements():
    x = QQ(Fraction(3, 4))
    assert x + 1 == Fraction(7, 4) and 1 - x == Fraction(1, 4) and x / 3 == Fraction(1, 4) and x**-2 == Fraction(16, 9)
    assert Fraction(1, 4) + x == 1 and x * QQ(4) == 3 and str(x) == "3/4" and repr(x) == "QQ(3)/4" == repr(eval(repr(x)))
    assert x.value == Fraction(3, 4) and type(x.value) is Fraction and pickle.loads(pickle.dumps(x)) == x
    assert QQ("1/2") == QQ.poly(["1/2"]) and QQ(sympy.Rational(1, 2)) == Fraction(1, 2) and QQ(np.int8(3)) == 3
    assert int(QQ(6) / 3) == 2 and QQ(Fraction(4, 9)).sqrt() == Fraction(2, 3)
    with pytest.raises(TypeError):
        int(x)
    with pytest.raises(TypeError):
        QQ(0.5)
    with pytest.raises(ZeroDivisionError):
        x / 0
    with pytest.raises(ValueError):
        QQ.poly(["x"])
    # other rings take fractions, too, where the denominator has an inverse
    assert Zn(97)(Fraction(1, 2)) == 49 and ZZ(Fraction(6, 3)) == 2 and Zn(97).poly([Fraction(1, 2)]) == 49
    with pytest.raises(ValueError):
        ZZ(Fraction(1, 2))
    with pytest.raises(ZeroDivisionError):
        Zn(6)(Fraction(1, 2))
    with pytest.raises(TypeError):
        GF(9)(Fraction(1, 2))


@settings(max_examples=60)
@given(polys, polys, fractions)
def test_polynomials(a, b, x):
    (f, ff), (g, fg) = (QQ.poly(a), to_flint(a)), (QQ.poly(b), to_flint(b))
    assert f.coeffs() == [value(c) for c in ff.coeffs()] and all(type(c) is Fraction for c in f)
    assert f * g == of_flint(ff * fg) and f - g == of_flint(ff - fg) and f.gcd(g) == of_flint(ff.gcd(fg))
    assert f(x) == sum(c * x**i for i, c in enumerate(a)) and f.derivative() == of_flint(ff.derivative())
    assert eval(repr(f), vars(polymod)) == f == pickle.loads(pickle.dumps(f)) == QQ(str(f)) and hash(f) == hash(QQ.poly(a))
    assert f.numer().coeffs() == [int(c) for c in ff.numer().coeffs()] and f.denom() == int(ff.denom())
    if g:
        q, r = divmod(f, g)
        assert q * g + r == f and r.degree() < max(g.degree(), 1)
        d, s, t = f.xgcd(g)
        assert s * f + t * g == d
        assert f.resultant(g) == value(flint.fmpq(ff.resultant(fg))) if hasattr(ff, "resultant") and f else True


def test_factors_and_roots():
    f = QQ("(x - 1/2)^2*(2*x + 3)*(x^2 - 2)")
    unit, factors = f.factor()
    assert unit == 2 and all(p.is_monic() for p, _ in factors) and Poly.prod([p for p, e in factors for _ in range(e)]) * unit == f
    assert f.roots() == [(Fraction(-3, 2), 1), (Fraction(1, 2), 2)] and f.roots(multiplicities=False)[1] == Fraction(1, 2)
    assert f.count_real_roots() == 4 and [low <= high for low, high in f.real_roots()] == [True] * 4
    assert QQ("x^2 - 2").is_irreducible() and f.factor_squarefree()[0] == 2 and QQ("x^2 - x - 1").discriminant() == 5
    a, m = QQ("x + 1/3"), QQ("x^3 - 2")
    assert a * a.inverse_mod(m) % m == 1 and a.charpoly_mod(m)(0) == -a.norm_mod(m) and a.minpoly_mod(m).degree() == 3
    assert Poly.crt([QQ("1/2"), QQ.x], [QQ("x - 2"), QQ("x^2 + 1")]).mod_each([QQ("x - 2"), QQ("x^2 + 1")]) == [QQ("1/2"), QQ.x]


def test_matrices():
    rows = [["1/2", 1, 0], [Fraction(1, 3), 2, 5], [0, 1, "-7/2"]]
    a, f = QQ.matrix(rows), flint.fmpq_mat(3, 3, [flint.fmpq(x.numerator, x.denominator) for r in rows for x in map(Fraction, r)])
    assert polymod.to_flint(a) == f and polymod.from_flint(f) == a and a.entries() == [Fraction(x) for r in rows for x in r]
    assert a.det() == value(f.det()) and a.rank() == 3 and a @ a.inv() == QQ.identity_matrix(3)
    assert a.rref() == (QQ.identity_matrix(3), 3) and a.charpoly()(a) == a * 0 and a.minpoly() == a.charpoly()
    x = a.solve([1, 2, 3])
    assert (a @ x).tolist() == [1, 2, 3] and x.dtype == object and a[1, 0] == Fraction(1, 3) and a[0][0] == Fraction(1, 2)
    assert eval(repr(a), vars(polymod)) == a == pickle.loads(pickle.dumps(a)) and "1/2" in str(a)
    assert QQ.matrix(a.to_numpy()) == a and QQ.matrix(np.eye(2, dtype=int)) == QQ.identity_matrix(2)
    assert a.numer().entries() == [6 * Fraction(x) for r in rows for x in r] and a.denom() == 6
    singular = QQ.matrix([[1, "1/2"], [2, 1]])
    assert singular.nullspace() == QQ.matrix([[1, -2]]) and singular.pivots() == [0] and singular.column_space() == QQ.matrix([[1, 2]])
    m = QQ.poly_matrix([["x/2", 1], [1, "x"]])
    assert m.det() == QQ("x^2/2 - 1") and eval(repr(m), vars(polymod)) == m


def test_conversions():
    f = QQ("x^3/3 - x/2 + 1")
    assert polymod.from_flint(polymod.to_flint(f)) == f == polymod.from_sympy(polymod.to_sympy(f))
    assert polymod.to_sage(f) == 'PolynomialRing(QQ, "x")([1, -1/2, 0, 1/3])'
    assert polymod.verify.factor(f, f.factor()).exact is False and polymod.verify.roots(f, f.roots(multiplicities=False))
    with pytest.raises(polymod.WrongAnswer):
        polymod.verify.factor(QQ("x^2 - 1/4"), (1, [(QQ("x^2 - 1/4"), 1)]))


def test_series():
    # sine, cosine, and the others by their definitions
    n, x = 9, QQ.x
    sine, cosine = x.sin_series(n), x.cos_series(n)
    assert (sine * sine + cosine * cosine).truncate(n) == 1 and sine.derivative() == cosine.truncate(n - 1)
    assert x.tan_series(n) == sine.div_series(cosine, n) and x.asin_series(n).compose_series(sine, n) == x
    assert x.atan_series(n).compose_series(x.tan_series(n), n) == x
    assert (x.cosh_series(n) + x.sinh_series(n)).truncate(n) == x.exp_series(n)
    assert x.tanh_series(n) == x.sinh_series(n).div_series(x.cosh_series(n), n)
    f = QQ("1 + x/3")
    assert (f.invsqrt_series(n).mul_low(f.sqrt_series(n), n)) == 1
