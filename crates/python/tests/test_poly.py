"""Polynomials against python-flint."""

import copy
import operator
import pickle

import polymod
import pytest
from conftest import BINARY, FIELDS, INTEGERS, MODULAR, RINGS, coefficients, ints, polys, rings
from hypothesis import assume, given
from hypothesis import strategies as st
from polymod import Zn

OVER_FIELDS = FIELDS + BINARY


@given(polys(2))
def test_sums_differences_and_products(drawn):
    _, (a, fa), (b, fb) = drawn
    for op in operator.add, operator.sub, operator.mul:
        assert op(a, b).coeffs() == ints(op(fa, fb))
    assert (-a).coeffs() == ints(-fa)
    assert (+a) == a
    assert a.square() == a * a


@given(polys(1), st.integers(-(2**70), 2**70))
def test_constants_as_operands(drawn, c):
    twin, (a, _) = drawn
    assume(twin not in BINARY and twin.ring != polymod.GF2)
    constant = twin.ring.poly([c])
    assert a + c == c + a == a + constant
    assert a - c == a - constant
    assert c - a == constant - a
    assert a * c == c * a == a * constant == a.scale(c)


@given(polys(2, OVER_FIELDS))
def test_division(drawn):
    _, (a, fa), (b, fb) = drawn
    if not b:
        for op in operator.floordiv, operator.mod, divmod:
            with pytest.raises(ZeroDivisionError):
                op(a, b)
        return
    q, r = divmod(fa, fb)
    assert [p.coeffs() for p in divmod(a, b)] == [ints(q), ints(r)]
    assert (a // b).coeffs() == ints(q)
    assert (a % b).coeffs() == ints(r)
    assert a * b / b == a == (a * b).exact_division(b)
    d = polymod.Divisor(b)
    assert divmod(a, d) == divmod(a, b) == d.divmod(a)
    assert (a // d, a % d) == divmod(a, b)
    assert d.mulmod(a, a) == a * a % b


@given(polys(1), st.integers(0, 12))
def test_powers(drawn, e):
    _, (a, fa) = drawn
    assert (a**e).coeffs() == ints(fa**e)


@given(polys(2, FIELDS), st.integers(0, 2**100))
def test_modular_powers(drawn, e):
    twin, (a, fa), (m, fm) = drawn
    assume(m.degree() > 0)
    power = pow(a, e, m)
    if twin.ring.order < 2**64:
        assert power.coeffs() == ints(pow(fa % fm, e, fm))
    assert power == a.pow_mod(e, m) == pow(a, e, polymod.Divisor(m))
    assert pow(a, e + 1, m) == power * a % m


@given(polys(1), st.data())
def test_values(drawn, data):
    twin, (a, fa) = drawn
    assume(twin not in BINARY)
    x = data.draw(twin.integers)
    assert a(x) == int(fa(x)) == a.evaluate(x) == a(twin.ring(x))


@given(polys(1, MODULAR), st.data())
def test_many_values(drawn, data):
    twin, (a, _) = drawn
    points = data.draw(st.lists(twin.integers, max_size=30))
    assert a(points).tolist() == a.multieval(points).tolist() == [a(x) for x in points]


@given(rings(OVER_FIELDS), st.data())
def test_interpolation(twin, data):
    R = twin.ring
    points = data.draw(st.lists(twin.integers, max_size=12, unique_by=lambda x: int(R(x))))
    values = data.draw(st.lists(twin.integers, min_size=len(points), max_size=len(points)))
    f = R.interpolate(points, values)
    assert len(f) <= len(points)
    assert [f(x) for x in points] == [int(R(y)) for y in values]
    prepared = polymod.Points(R, points)
    assert prepared.interpolate(values) == f
    assert prepared.eval(f).tolist() == [int(R(y)) for y in values]
    assert R.from_newton(points, f.newton_coefficients(points)) == f
    with pytest.raises(ValueError, match="repeated"):
        R.interpolate(points + [1, 1], [0] * (len(points) + 2))


@given(polys(2, OVER_FIELDS, 20))
def test_common_divisors(drawn):
    _, (a, fa), (b, fb) = drawn
    g = a.gcd(b)
    assert g.coeffs() == ints(fa.gcd(fb))
    d, s, t = a.xgcd(b)
    assert d == g == s * a + t * b
    if a and b:
        assert a.lcm(b) * g == (a * b).monic()
    if b.degree() > 0 and g == 1:
        assert a * a.inverse_mod(b) % b == 1
    elif b.degree() > 0:
        with pytest.raises(ZeroDivisionError):
            a.inverse_mod(b)


@given(polys(3, OVER_FIELDS + [INTEGERS], 8, 1))
def test_divisors_by_construction(drawn):
    twin, (a, _), (b, _), (c, _) = drawn
    assume(a and b and c)
    assert (a * c).gcd(b * c).is_divisible_by(c)
    assert (a * c).is_divisible_by(c)
    assert (a * c).gcd(a * c) == (a * c).gcd(twin.ring.poly())


@given(polys(2, [INTEGERS], 12))
def test_over_z(drawn):
    _, (a, fa), (b, fb) = drawn
    assert a.gcd(b).coeffs() == ints(fa.gcd(fb))
    assert a.content() == int(fa.content())
    if a and b:
        assert a.resultant(b) == int(fa.resultant(fb))
        g, s, t, d = a.xgcd_over_z(b)
        assert d > 0 and s * a + t * b == d * g
    if a.degree() > 0:
        assert a.discriminant() == int(fa.discriminant())


@given(polys(1, FIELDS, 16))
def test_resultants_and_derivatives(drawn):
    twin, (a, fa) = drawn
    assert a.derivative().coeffs() == ints(fa.derivative())
    if twin.ring.order < 2**64 and a:
        assert a.resultant(a.derivative()) == int(fa.resultant(fa.derivative()))


@given(polys(1, [t for t in FIELDS if 2 < t.ring.order], 12))
def test_factors(drawn):
    twin, (a, fa) = drawn
    if not a:
        with pytest.raises(ValueError):
            a.factor()
        return
    unit, factors = a.factor()
    assert polymod.Poly.prod([p**e for p, e in factors] + [twin.ring.poly([unit])]) == a
    assert all(p.is_irreducible() and p.is_monic() for p, _ in factors)
    found, expected = fa.factor()
    assert unit == int(found)
    assert sorted((p.coeffs(), e) for p, e in factors) == sorted((ints(p), e) for p, e in expected)
    linear = sorted((-p[0] % twin.ring.order, e) for p, e in factors if p.degree() == 1)
    assert a.roots() == linear
    assert a.roots(multiplicities=False) == [x for x, _ in linear]


@given(polys(2, [INTEGERS], 5))
def test_factors_over_z(drawn):
    _, (a, fa), (b, fb) = drawn
    assume(a and b)
    unit, factors = (a * b).factor()
    found, expected = (fa * fb).factor()
    assert unit == int(found)
    assert sorted((p.coeffs(), e) for p, e in factors) == sorted((ints(p), e) for p, e in expected)
    assert a.is_irreducible() == (len(ints(fa)) > 1 and [e for p, e in fa.factor()[1] if len(ints(p)) > 1] == [1])


@given(polys(1, MODULAR, 20, 1), st.integers(0, 30))
def test_inverse_series(drawn, n):
    twin, (a, _) = drawn
    unit = twin.ring.poly([1]) + (a << 1)
    inverse = unit.inverse_series(n)
    assert (unit * inverse).truncate(n) == (1 if n else 0)
    assert inverse == unit.pow_series(-1, n)


@given(polys(1, [t for t in FIELDS if t.ring.order > 2**16], 20), st.integers(1, 30))
def test_series(drawn, n):
    twin, (a, _) = drawn
    f = a << 1
    assert f.exp_series(n).log_series(n) == f.truncate(n)
    assert (1 + f).log_series(n).exp_series(n) == (1 + f).truncate(n)
    root = (1 + f).sqrt_series(n)
    assert (root * root).truncate(n) == (1 + f).truncate(n)
    g = twin.ring.x + (f << 1)
    if n > 1:
        assert g.revert_series(n).compose_series(g, n) == twin.ring.x.truncate(n)


@given(polys(2, RINGS, 8))
def test_compositions(drawn):
    twin, (a, fa), (b, fb) = drawn
    composed = a(b)
    if twin not in BINARY:
        assert composed.coeffs() == ints(fa(fb))
    assert composed == a.compose(b)
    if twin in FIELDS and b.degree() > 0:
        assert a.compose_mod(twin.ring.x**2, b) == a(twin.ring.x**2) % b
        each = [a, b, a + b, twin.ring.x]
        found = polymod.Divisor(b).compose_each(each, twin.ring.x**2)
        assert found == [p.compose_mod(twin.ring.x**2, b) for p in each]
    assert a.taylor_shift(3 if twin not in BINARY and twin.ring != polymod.GF2 else 1) is not None


@given(polys(1, [INTEGERS], 12), st.integers(-(2**20), 2**20))
def test_taylor_shift(drawn, c):
    _, (a, _) = drawn
    assert a.taylor_shift(c) == a(polymod.ZZ.poly([c, 1]))


@given(polys(2), st.integers(1, 50))
def test_parts_of_products(drawn, n):
    twin, (a, _), (b, _) = drawn
    whole = a * b
    modulus = twin.ring.x**n
    assert a.mul_low(b, n) == a.mul(b, low=n) == whole.truncate(n)
    assert a.mul(b, window=slice(n // 2, n)) == whole.truncate(n) >> n // 2
    assert a.mul(b, cyclic=n) == whole % (modulus - 1)
    assert a.mul(b, negacyclic=n) == whole % (modulus + 1)
    assert a.mul(b, algorithm="schoolbook") == whole
    with pytest.raises(TypeError):
        a.mul(b, low=1, cyclic=2)


@given(polys(1), st.integers(0, 80))
def test_shifts(drawn, n):
    twin, (a, _) = drawn
    assert a << n == a * twin.ring.x**n
    assert (a << n) >> n == a
    assert (a >> n) * twin.ring.x**n + a.truncate(n) == a
    assert a.reverse().coeffs() == twin.ring.poly(a.coeffs()[::-1]).coeffs()
    assert a.reverse(n).coeffs() == twin.ring.poly((a.coeffs() + [0] * (n + 1))[: n + 1][::-1]).coeffs()


@given(polys(1), st.data())
def test_containers(drawn, data):
    twin, (a, fa) = drawn
    coeffs = a.coeffs()
    assert coeffs == ints(fa) == list(a) == [a[i] for i in range(len(a))]
    assert len(a) == a.length() == a.degree() + 1 == len(coeffs)
    assert a[len(a) + data.draw(st.integers(0, 99))] == 0
    assert a[1:3] == coeffs[1:3]
    assert a.leading_coefficient() == (coeffs[-1] if coeffs else 0)
    assert bool(a) == bool(coeffs) != a.is_zero()
    i, c = data.draw(st.integers(0, 60)), data.draw(twin.integers)
    changed = (coeffs + [0] * (i + 1))[: max(len(coeffs), i + 1)]
    changed[i] = int(twin.ring(c))
    assert a.with_coefficient(i, c) == twin.ring.poly(changed)


@given(polys(1))
def test_text_and_copies(drawn):
    twin, (a, _) = drawn
    assert eval(repr(a), vars(polymod)) == a
    assert twin.ring(str(a)) == a if twin not in BINARY else True
    assert pickle.loads(pickle.dumps(a)) == a
    assert copy.copy(a) is a and copy.deepcopy(a) == a
    again = twin.ring.poly(a.coeffs())
    assert again == a and hash(again) == hash(a)
    assert a._repr_latex_().startswith("$") and "*" not in a._repr_latex_()


def test_text():
    R = polymod.Zn(97)
    f = R("3*x^12 - x + 7")
    assert str(f) == "3*x^12 + 96*x + 7"
    assert f._repr_latex_() == "$3x^{12} + 96x + 7$"
    assert R("x^10")._repr_latex_() == "$x^{10}$"
    with pytest.raises(ValueError, match="expected"):
        R("x^2 + y")
    assert "..." in repr(R.x**2000)


def test_equality():
    R, S = polymod.Zn(97), polymod.Zn(101)
    assert R.poly([5]) == 5 == R.poly([5]) and R.poly([5]) == 102
    assert R.poly([5]) != S.poly([5]) and R.x != 5 and R.x != "x"
    assert len({R.x, R("x"), S.x}) == 2
    with pytest.raises(TypeError):
        R.x < R.x
    with pytest.raises(ValueError, match="different rings"):
        R.x + S.x
    with pytest.raises(TypeError):
        R.x + "x"
    with pytest.raises(TypeError):
        R.x * 1.5


def test_integrals():
    R = polymod.Zn(97)
    f = R("5*x^7 + x")
    assert f.integral().derivative() == f
    with pytest.raises(ZeroDivisionError):
        R("x^96").integral()


def test_recurrences():
    R = polymod.Zn(10**9 + 7)
    c = R.minpoly([0, 1, 1, 2, 3, 5, 8])
    assert c == R("x^2 - x - 1")
    assert c.recurrence_terms([0, 1], 10, 4).tolist() == [55, 89, 144, 233]
    assert c.recurrence_term([0, 1], 10**50) == c.recurrence_terms([0, 1], 10**50, 1)[0]
    with pytest.raises(ValueError):
        c.recurrence_term([0], 5)
    for terms in [0, 1, 5], [0, 1, 1, 2, 4]:
        with pytest.raises(ValueError, match=f"at index {len(terms) - 1}, "):
            c.recurrence_term(terms, 5)
        with pytest.raises(ValueError, match=f"at index {len(terms) - 1}, "):
            c.recurrence_terms(terms, 5, 2)
    assert c.recurrence_term([0, 1, 1, 2, 3], 10) == 55


def test_rings_of_roots():
    R = polymod.Zn(97)
    assert R.from_roots([1, 2, 3]) == R("(x - 1)*(x - 2)*(x - 3)")
    f = R("x^3 + 5")
    assert R.from_falling_factorials(f.falling_factorial_coefficients()) == f
    assert R.shifted_samples([0, 1, 8, 27], 5, 2).tolist() == [125 % 97, 216 % 97]
    assert polymod.ZZ.shifted_samples([0, 1, 8, 27], 5, 2).tolist() == [125, 216]
    assert f.power_projection([1, 2, 3], 3).tolist() == [1, 5, 25]
    assert polymod.Points(R, [1, 2]).power_sums([1, 1], 3).tolist() == [2, 3, 5]


@given(rings(OVER_FIELDS), st.data())
def test_subresultants(twin, data):
    a, b = (twin.ring.poly(data.draw(coefficients(twin, 6, 2))) for _ in range(2))
    assume(a.degree() > 0 and b.degree() > 0)
    chain = a.subresultants(b)
    assert len(chain) == min(a.degree(), b.degree())
    assert chain[0] == twin.ring.poly([a.resultant(b)])


@given(polys(3, FIELDS, 12), st.data())
def test_values_of_many_polynomials(operands, data):
    twin, *pairs = operands
    R, fs = twin.ring, [f for f, _ in pairs]
    points = data.draw(st.lists(twin.integers, min_size=1, max_size=9))
    found = polymod.Points(R, points).eval(fs)
    assert found.shape == (3, len(points)) and found.tolist() == [f(points).tolist() for f in fs]
    assert polymod.Points(R, points).eval(iter([])).shape == (0, len(points))


def test_values_of_many_polynomials_at_geometric_points():
    R = Zn(998244353)
    points = polymod.Points(R, first=3, ratio=5, length=40)
    fs = [R.poly(range(k)) for k in (1, 7, 40)]
    listed = [3 * 5**i for i in range(40)]
    assert points.eval(fs).tolist() == [f(listed).tolist() for f in fs]
    with pytest.raises(ValueError, match="different rings"):
        points.eval([Zn(97).x])


@pytest.mark.parametrize("algorithm", ["schoolbook", "blocks", "newton", "halves"])
def test_divisions_by_name(algorithm):
    R = Zn(998244353)
    a, b = polymod.random(R, 3000, 1), polymod.random(R, 1000, 2)
    assert a.divmod(b, algorithm=algorithm) == divmod(a, b)
    with pytest.raises(ValueError, match="do: "):
        a.divmod(b, algorithm="magic")


@given(polys(1, FIELDS, 12), st.data())
def test_points_are_pasted_and_pickled(operands, data):
    twin, (f, _) = operands
    points = polymod.Points(twin.ring, data.draw(st.lists(twin.integers, max_size=9)))
    for again in (pickle.loads(pickle.dumps(points)), copy.copy(points), eval(repr(points), vars(polymod))):
        assert again.ring == twin.ring and again.eval(f).tolist() == points.eval(f).tolist()


def test_geometric_points_are_pasted_and_pickled():
    R = Zn(998244353)
    points = polymod.Points(R, first=3, ratio=5, length=40)
    assert repr(points) == "Points(Zn(998244353), first=3, ratio=5, length=40)"
    for again in (pickle.loads(pickle.dumps(points)), eval(repr(points), vars(polymod))):
        assert again.eval(R("x^3")).tolist() == points.eval(R("x^3")).tolist()
