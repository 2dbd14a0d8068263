"""Finite fields of p^k elements and quotients of polynomials, against galois, python-flint and the definitions."""

import operator
import pickle

import numpy as np
import polymod
import pytest
from conftest import galois, needs_galois
from polymod import GF, GF2, Poly, Ring, Zn

FIELDS = [GF(3, 5), GF(5**2), GF(7, 3, modulus="t^3 + t + 1"), GF(2**31 - 1, 2), GF(2**89 - 1, 2)]
QUOTIENT = Ring("zn:9[t]/t^2 + 8*t + 8".replace(" ", ""))
LONG = Ring("gf2^70:x^70+x^5+x^3+x+1")


@pytest.mark.parametrize("R", FIELDS + [QUOTIENT, LONG, Ring("gf:2^4"), GF(2**20)], ids=repr)
def test_rings_are_values(R):
    assert eval(repr(R), vars(polymod)) == R == Ring(R.name) == pickle.loads(pickle.dumps(R))
    assert hash(R) == hash(Ring(R.name)) and R.order == R.base.order**R.degree and R.characteristic == R.base.characteristic
    assert R.is_field() == (R != QUOTIENT) and R._repr_latex_().startswith("$")
    t = R.gen()
    modulus = sum(c * t**i for i, c in enumerate(digits(R.modulus, R.base.order, R.degree + 1)))
    assert modulus == 0 and int(t) == R.base.order and t.coeffs() == [0, 1] + [0] * (R.degree - 2)
    x = R([1, 2, *[0] * (R.degree - 2)])
    assert x == 1 + 2 * R([1]) * t if R.characteristic != 2 else x == 1
    assert R(x.coeffs()) == R(int(x)) == x == eval(repr(x), vars(polymod)) == pickle.loads(pickle.dumps(x))


def digits(n, p, count):
    return [n // p**i % p for i in range(count)]


def test_names():
    assert GF(3, 5) == GF(243) == GF(3**5) != GF(3, 4) and GF(97, 1) == Zn(97) and GF(2, 8) == GF(256) and GF(2, 1) == GF2
    assert Ring("gf:3^5").name == "gf:3^5:t^5+2*t+1" and Ring("zn:2^61-1") == Zn(2**61 - 1)
    assert GF(5, 2, modulus=[2, 0, 1][0] + 25) == GF(5, 2, modulus="x^2 + 2") == GF(5, 2, modulus=Zn(5)("y^2 - 3"))
    assert Ring("gf2^8:x^8+x^4+x^3+x+1") == GF(2**8, modulus=0x11B)
    for wrong in (lambda: GF(6), lambda: GF(9, 2), lambda: GF(3, 0), lambda: GF(3, 2, modulus="x^2 - 1"), lambda: GF(3, 2, modulus="x^3")):
        with pytest.raises(ValueError):
            wrong()
    with pytest.raises(ValueError, match="Bivariate"):
        Ring("zn:97[y]")


@needs_galois
def test_default_moduli_are_those_of_galois():
    for p, k in [(3, 2), (3, 5), (5, 4), (7, 2), (11, 3)]:
        assert GF(p, k).modulus == int(galois.conway_poly(p, k)), (p, k)


def field_of(R):
    """The field of galois, without a compiler, which takes longer than these tests."""
    modulus = galois.Poly.Int(R.modulus, field=galois.GF(R.characteristic, compile="python-calculate"))
    return galois.GF(R.order, irreducible_poly=modulus, compile="python-calculate")


@needs_galois
@pytest.mark.parametrize("R", FIELDS[:1], ids=repr)
def test_elements_are_those_of_galois(R):
    field = field_of(R)
    rng = np.random.default_rng(1)
    x, y = rng.integers(0, R.order, 50), rng.integers(1, R.order, 50)
    for op in operator.add, operator.sub, operator.mul, operator.truediv:
        assert [int(op(R(a), R(b))) for a, b in zip(x, y)] == op(field(x), field(y)).tolist()
    assert [int(R(b) ** -3) for b in y] == (field(y) ** -3).tolist()
    assert [R(a).coeffs() for a in x] == field(x).vector()[:, ::-1].tolist()
    f = R.poly(x[:7])
    assert polymod.from_galois(polymod.to_galois(f)) == f == polymod.from_flint(polymod.to_flint(f))


@needs_galois
def test_matrices_are_those_of_galois():
    R = FIELDS[0]
    field = field_of(R)
    entries = np.random.default_rng(5).integers(0, 243, (4, 4))
    a, b = R.matrix(entries), field(entries)
    assert a.det() == int(np.linalg.det(b)) and a.rank() == np.linalg.matrix_rank(b)
    assert a.inv().to_numpy().tolist() == np.linalg.inv(b).tolist() and (a @ a).to_numpy().tolist() == (b @ b).tolist()
    assert a.to_numpy().dtype == np.uint64 and R.matrix(a.to_numpy()) == a == R.matrix(a.components())


@pytest.mark.parametrize("R", FIELDS, ids=repr)
def test_polynomials(R):
    f = polymod.random(R, 6, 1)
    g = polymod.random(R, 4, 2)
    assert f.degree() == 5 and g and all(0 <= c < R.order for c in f)
    q, r = divmod(f, g)
    assert q * g + r == f and (f * g).gcd(f * (g + 1)) % f == 0
    unit, factors = (f * g * g).factor()
    assert Poly.prod([p for p, e in factors for _ in range(e)]) * unit == f * g * g
    assert all(p.is_irreducible() for p, _ in factors)
    if R.order < 1000:
        assert factors == (f * g * g).factor(algorithm="berlekamp")[1]
        points = list(range(20))
        values = f(points)
        assert values.tolist() == [f(x) for x in points] and R.interpolate(points, values) == f
    assert eval(repr(f), vars(polymod)) == f == R(str(f)) == pickle.loads(pickle.dumps(f))
    c = f.components()
    assert c.shape == (6, R.degree) and R.poly(c) == f == R.poly(c.tolist()) == R.poly([R(row) for row in c])
    assert R("(t + 1)*x - t")[1] == R([1, 1]) and R.poly(["t", "t + 1"])[0] == R.gen()
    m = R.matrix([[[1, 2], [0]], [R.gen(), "t^2"]])
    assert m[0, 0] == R([1, 2]) and m.det() == R([1, 2]) * R.gen() ** 2


def test_quotients_that_are_no_fields():
    R = QUOTIENT
    t = R.gen()
    assert t * t == t + 1 and R.order == 81 and R.base == Zn(9) and t**24 == 1
    with pytest.raises(ZeroDivisionError):
        1 / R(3)
    assert R("x + t") * R("x - t") == R("x^2 - t^2") and R.matrix([[t, 1], [1, 0]]).det() == -R(1)
    assert LONG.gen() ** (2**70) == LONG.gen() and LONG.order == 2**70 and polymod.random(LONG, 9, 3).to_numpy().dtype == object


def test_wrong_elements():
    R = GF(3, 2)
    for wrong in (9, -1, [1, 2, 1, 1]):
        with pytest.raises(ValueError):
            R(wrong)
    for wrong in (1.5, None, {1: 2}):
        with pytest.raises(TypeError):
            R(wrong)
    with pytest.raises(ValueError):
        R.poly(["x"])
    with pytest.raises(TypeError):
        Zn(97)([1, 2])
    with pytest.raises(TypeError):
        Zn(97)("x").components()
