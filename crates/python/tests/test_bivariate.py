"""Polynomials in two variables over Z against SymPy, and fractions from residues."""

import pickle
from fractions import Fraction
from math import isqrt, prod

import flint
import polymod
import pytest
import sympy
from hypothesis import assume, given
from hypothesis import strategies as st
from polymod import ZZ, Bivariate, Zn, multimodular

X, Y = sympy.symbols("x y")
integer = st.integers(-9, 9) | st.integers(-(2**70), 2**70)
coefficients = st.lists(integer, max_size=3)
bivariates = st.lists(coefficients, max_size=4).map(Bivariate)
leading = st.builds(lambda low, top: [*low, top], st.lists(integer, max_size=2), integer.filter(bool))
nonconstants = st.builds(lambda low, top: Bivariate([*low, top]), st.lists(coefficients, min_size=1, max_size=3), leading)


def theirs(p):
    return sympy.Poly(sum(c * X**i * Y**j for i, f in enumerate(p.coeffs()) for j, c in enumerate(f)), X, Y)


def ours(q):
    q = sympy.Poly(q, X, Y)
    rows = {}
    for (i, j), c in q.terms():
        rows.setdefault(i, {})[j] = int(c)
    coeffs = [[rows.get(i, {}).get(j, 0) for j in range(1 + max(rows.get(i, {0: 0})))] for i in range(1 + max(rows))]
    return Bivariate(coeffs)


@given(bivariates, bivariates, integer)
def test_products_quotients_and_values(a, b, y):
    assert ours(theirs(a)) == a
    product = a * b
    assert product == ours(theirs(a) * theirs(b))
    assert product.at(y) == a.at(y) * b.at(y)
    assert a.at(y) == ZZ.poly([c(y) for c in a.coeffs()])
    if b:
        assert product / b == a
    assert bool(a) == (a.degree() >= 0)


@given(bivariates, bivariates)
def test_text(a, b):
    for p in [a, b, a * b]:
        assert sympy.Poly(sympy.sympify(str(p)), X, Y) == theirs(p) and Bivariate(str(p)) == p
    # SymPy's own text, expanded and not
    for text in [str(theirs(a * b).as_expr()), f"({theirs(a).as_expr()})*({theirs(b).as_expr()})"]:
        assert Bivariate(text) == a * b, text
    assert Bivariate("x + 4*y", Zn(3)) == Bivariate([[0, 1], 1], Zn(3))
    for wrong in ["x + z", "x + ", "1 2", ""]:
        with pytest.raises(ValueError, match="expected"):
            Bivariate(wrong)


@given(bivariates, bivariates, bivariates)
def test_common_divisors(a, b, c):
    a, b = a * c, b * c
    found = a.gcd(b)
    assert found == ours(theirs(a).gcd(theirs(b))) or ours(-theirs(a).gcd(theirs(b))) == found
    assert multimodular.gcd(a, b).value == found
    if c:
        assert not found or (found / c) * c == found


@given(nonconstants, nonconstants)
def test_resultants(a, b):
    found = a.resultant(b)
    # a polynomial of degree 12 at most, 2 of each coefficient in a Sylvester matrix of 6 rows
    assert found.degree() <= 12 and multimodular.resultant(a, b).value == found
    points = [y for y in range(-20, 20) if a.at(y).degree() == a.degree() and b.at(y).degree() == b.degree()]
    assert len(points) > 12
    for y in points:
        assert found(y) == int(flint.fmpz_poly(a.at(y).coeffs()).resultant(flint.fmpz_poly(b.at(y).coeffs())))


@given(bivariates)
def test_objects(a):
    again = pickle.loads(pickle.dumps(a))
    assert again == a == eval(repr(a), vars(polymod)) and hash(again) == hash(a)
    assert a != 7 and not a == None  # noqa: E711


def test_errors():
    a = Bivariate(["y + 1", "y"])
    with pytest.raises(ValueError, match="remainder"):
        a / Bivariate([1, 1])
    with pytest.raises(ZeroDivisionError):
        a / Bivariate([])
    with pytest.raises(ValueError, match="different rings"):
        Bivariate([ZZ.x, Zn(97).x])
    with pytest.raises(TypeError):
        a * 3
    with pytest.raises(TypeError):
        multimodular.gcd(a, ZZ.x)


@given(st.fractions(max_denominator=10**20))
def test_fractions_from_residues(q):
    most = abs(q.numerator)
    modulus = sympy.nextprime(2 * (most + 1) * q.denominator + 1)
    residue = q.numerator * pow(q.denominator, -1, modulus) % modulus
    assert multimodular.rational(residue, modulus, most) == (q.numerator, q.denominator)


@given(st.integers(-(10**6), 10**6), st.integers(1, 10**6), st.integers(0, 3), st.integers(0, 2**31))
def test_fractions_from_some_wrong_residues(a, b, place, noise):
    q = Fraction(a, b)
    primes = [2**61 - 1, 2**61 - 31, 2**61 - 229, 2**61 - 259]
    primes = [sympy.prevprime(p + 1) for p in primes]
    assume(len(set(primes)) == 4)
    residues = [q.numerator * pow(q.denominator, -1, p) % p for p in primes]
    wrong = (residues[place] + noise) % primes[place]
    expected = [] if wrong == residues[place] else [place]
    residues[place] = wrong
    assert isqrt(q.numerator**2 + q.denominator**2) * primes[place] < isqrt(prod(primes))
    assert multimodular.tolerant_rational(residues, primes) == (q.numerator, q.denominator, expected)


def test_no_fractions():
    assert multimodular.rational(5, 7, 0) is None
    with pytest.raises(ValueError):
        multimodular.rational(5, 0, 1)
    with pytest.raises(ValueError, match="as many"):
        multimodular.tolerant_rational([1], [])
