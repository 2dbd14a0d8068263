"""Factors and roots modulo powers of primes and composite integers, and Howell forms."""

import itertools
import math

import polymod
import pytest
from polymod import ZZ, Zn


def over(f, ring):
    return ring.poly([int(c) for c in f])


def product(ring, unit, factors):
    return math.prod((f**e for f, e in factors), start=ring.poly([unit]))


@pytest.mark.parametrize("p, k", [(2, 1), (3, 5), (17, 40), (2**61 - 1, 3)])
def test_lifted_factors(p, k):
    f = 7 * polymod.random(ZZ, 9, 1, bits=20) + 11 * ZZ.x**12
    if over(f, Zn(p)).degree() < 12:
        f = f + ZZ.x**12
    power = Zn(p**k)
    unit, factors = f.hensel_lift(p, k)
    assert product(power, unit, [(over(g, power), 1) for g in factors]) == over(f, power)
    over_p = [over(g, Zn(p)) for g in factors]
    assert all(a.gcd(b).degree() == 0 for a, b in itertools.combinations(over_p, 2))
    assert all(len(g.factor()[1]) == 1 for g in over_p)
    given = [over_p[0], math.prod(over_p[1:], start=Zn(p).poly([1]))]
    _, two = f.hensel_lift(p, k, [over(g, ZZ) for g in given])
    assert sorted(over(g, Zn(p)) in given for g in two) == [True] * len(two) and sum(g.degree() for g in two) == 12


def test_what_is_lifted():
    with pytest.raises(TypeError, match="over Z"):
        Zn(17)("x^2 + 1").hensel_lift(17, 2)
    with pytest.raises(ValueError):
        ZZ("x^2 + 1").hensel_lift(15, 2)
    with pytest.raises(ValueError):
        ZZ("x^2 + 1").hensel_lift(17, 2, [ZZ("x - 1"), ZZ("x + 1")])


@pytest.mark.parametrize("n, primes", [(24, None), (360, [2, 3, 5]), (49, [7]), (97, None)])
def test_roots_and_factors_modulo_n(n, primes):
    for f in [ZZ("x^2 - 1"), ZZ("x^3 + 2*x + 4"), ZZ("6*x^2 + 5*x + 1")]:
        assert f.roots_modulo(n, primes) == [x for x in range(n) if f(x) % n == 0]
    f = ZZ("x^4 + 7*x^2 + 1")
    found = f.factor_modulo(n, primes)
    assert math.prod(power for power, _ in found) == n
    for power, (unit, factors) in found:
        ring = Zn(power)
        assert product(ring, unit, [(over(g, ring), e) for g, e in factors]) == over(f, ring)


def test_primes_that_are_none():
    with pytest.raises(polymod.PolymodError, match="prime factors"):
        ZZ("x^2 - 1").roots_modulo(24, [2])
    with pytest.raises(TypeError, match="over Z"):
        Zn(24)("x^2 - 1").factor_modulo(24)


@pytest.mark.parametrize("n", [2, 8, 12, 97, 2**64, 2**70])
def test_howell_forms(n):
    ring = Zn(n)
    a = polymod.random(ring, (4, 3), 5)
    h, u = a.howell(transform=True)
    assert u @ a == h == a.howell() and h.howell() == h
    # what generates the same rows has the same form
    rows = ring.matrix([[1, 0, 0, 0], [5, 1, 0, 0], [0, 3, 1, 0], [7, 0, 2, 1]])
    assert (rows @ a).howell() == h
