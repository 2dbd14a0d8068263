"""Prepared transforms, and polynomials in transformed form."""

import pickle

import flint
import numpy as np
import polymod
import pytest
from conftest import INTEGERS, RINGS, coefficients, ints, polys, rings
from hypothesis import given
from hypothesis import strategies as st
from polymod import GF, GF2, ZZ, Dft, Domain, Zn

# rings with roots of unity of these orders
WITH_ROOTS = [
    (Zn(97), [1, 2, 3, 4, 6, 8, 12, 16, 24, 32, 48, 96]),
    (Zn(998244353), [1, 2, 7, 8, 14, 17, 64, 119, 256]),
    (Zn(2**61 - 1), [1, 2, 3, 5, 7, 9, 18, 61]),
    (Zn(2**255 - 19), [1, 2, 3, 4, 12]),
    (GF(2**8), [1, 3, 5, 15, 17, 51, 85, 255]),
    (GF2, [1]),
]


def value(ring, coeffs, x):
    """The value by Horner's rule on elements."""
    total = ring(0)
    for c in reversed(list(coeffs)):
        total = total * x + int(c)
    return int(total)


@st.composite
def transforms(draw):
    """A transform, negacyclic where a root of order 2n exists."""
    ring, orders = draw(st.sampled_from(WITH_ROOTS))
    n = draw(st.sampled_from(orders))
    negacyclic = draw(st.booleans()) and 2 * n in orders
    return Dft(n, ring, negacyclic)


@given(transforms(), st.data())
def test_transforms_are_values_at_powers_of_the_root(dft, data):
    ring, n = dft.ring, len(dft)
    rows = data.draw(st.integers(1, 3))
    given_len = data.draw(st.integers(1, n))
    entry = st.integers(0, min(ring.order, 2**64) - 1)
    x = [data.draw(st.lists(entry, min_size=given_len, max_size=given_len)) for _ in range(rows)]
    found = dft.forward(x)
    w = ring(dft.root)
    points = [w ** (2 * i + 1 if dft.negacyclic else i) for i in range(n)]
    assert found.shape == (rows, n)
    assert found.tolist() == [[value(ring, row, p) for p in points] for row in x]
    back = dft.inverse(found)
    assert back.tolist() == [row + [0] * (n - given_len) for row in x]
    if given_len == n:
        once = polymod.ntt(np.array(x, dtype=object), ring, negacyclic=dft.negacyclic)
        assert once.tolist() == found.tolist()


@given(transforms())
def test_transforms_are_shown_and_pickled(dft):
    text = repr(dft)
    pickled = pickle.loads(pickle.dumps(dft))
    assert pickled.algorithm == dft.algorithm
    for other in (pickled, eval(text, vars(polymod))):
        assert repr(other) == text
        assert (other.ring, other.root, other.negacyclic) == (dft.ring, dft.root, dft.negacyclic)
        one = [1] + [0] * (len(dft) - 1)
        assert other.forward(one).tolist() == [1] * len(dft)


def test_roots_and_algorithms_of_the_caller():
    dft = Dft(2, 15, root=14)  # -1 is a principal root modulo 15
    assert dft.forward([3, 4]).tolist() == [7, 14]
    x = np.arange(256)
    expected = Dft(256, 998244353).forward(x)
    for algorithm in ("bluestein", "portable"):
        by = Dft(256, 998244353, algorithm=algorithm)
        assert by.algorithm == algorithm and np.array_equal(by.forward(x), expected)


def test_batches_views_and_products():
    dft = Dft(1 << 10, 998244353, negacyclic=True)
    rng = np.random.default_rng(1)
    a, b = rng.integers(0, 998244353, (2, 3, 4, 1 << 10), dtype=np.uint64)
    product = dft.inverse(dft.forward(a) * dft.forward(b) % np.uint64(998244353))
    assert np.array_equal(product, polymod.convolve(a, b, 998244353, negacyclic=1 << 10))
    strided = np.asfortranarray(a)[:, ::2]
    assert np.array_equal(dft.forward(strided), dft.forward(a)[:, ::2])
    before = a.copy()
    dft.forward(a)
    assert np.array_equal(a, before)
    assert dft.forward(np.zeros((0, 5), int)).shape == (0, 1 << 10)


def test_errors_of_transforms():
    with pytest.raises(ValueError, match="no element has order 5"):
        Dft(5, 97)
    with pytest.raises(ValueError, match="at most 4"):
        Dft(4, 97).forward([1] * 5)
    with pytest.raises(ValueError):
        Dft(0, 97)
    with pytest.raises(ValueError):
        Dft(4, 97, root=2)
    with pytest.raises(ValueError, match="expected a prime"):
        Dft(4, 15)
    with pytest.raises(polymod.PolymodError):
        Dft(2, ZZ)
    with pytest.raises(ValueError, match="dimensions"):
        Dft(4, 97).forward(5)
    with pytest.raises(ValueError):
        Dft(4, 97, algorithm="magic")
    with pytest.raises(MemoryError):
        Dft(1 << 50, 97)


@given(polys(4, RINGS, max_size=30))
def test_products_of_transformed_polynomials(operands):
    twin, *pairs = operands
    bits = 81 if twin is INTEGERS else 0
    domain = Domain(30, twin.ring, terms=3, bits=bits)
    (a, b, c, d) = (domain.transform(f) for f, _ in pairs)
    (f, x), (g, y), (h, z), (k, w) = pairs
    assert (a * b).coeffs() == ints(x * y)
    assert (a * g, g * a) == (f * g, f * g)
    assert domain.dot([(a, b), (c, d), (a, a)]).coeffs() == ints(x * y + z * w + x * x)
    assert domain.dot([]) == twin.ring.poly()
    assert (len(a), a.domain is domain) == (len(f), True)


@given(rings(), st.data())
def test_domains_are_shown_and_pickled(twin, data):
    bits = 81 if twin is INTEGERS else 0
    domain = Domain(data.draw(st.integers(1, 50)), twin.ring, terms=data.draw(st.integers(1, 4)), bits=bits)
    f = twin.ring.poly(data.draw(coefficients(twin, len(domain))))
    for other in (pickle.loads(pickle.dumps(domain)), eval(repr(domain), vars(polymod))):
        assert repr(other) == repr(domain)
        assert (len(other), other.ring, other.terms, other.bits) == (len(domain), domain.ring, domain.terms, bits)
        assert other.transform(f) * f == f * f


def test_errors_of_domains():
    R = Zn(97)
    domain = Domain(3, 97)
    a = domain.transform(R("x^2 + 1"))
    assert repr(a) == "<transformed polynomial of 3 coefficients, Domain(3, Zn(97))>"
    assert domain.transform(R.poly()) * a == R.poly()
    with pytest.raises(MemoryError, match="4 coefficients exceeds 3 coefficients"):
        domain.transform(R("x^3"))
    with pytest.raises(MemoryError, match="bits"):
        Domain(3, ZZ, bits=8).transform(ZZ.poly([256]))
    with pytest.raises(ValueError, match="another"):
        a * Domain(3, 97).transform(R.x)
    with pytest.raises(ValueError, match="terms"):
        domain.dot([(a, a), (a, a)])
    with pytest.raises(ValueError, match="different rings"):
        domain.transform(Zn(101).x)
    with pytest.raises(TypeError):
        a * 3
    with pytest.raises(TypeError, match="pickled"):
        pickle.dumps(a)
    for wrong in ({"n": 0, "mod": 97}, {"n": 3, "mod": ZZ}, {"n": 3, "mod": 97, "bits": 5}, {"n": 3, "mod": 97, "terms": 0}):
        with pytest.raises(ValueError):
            Domain(**wrong)


def test_long_products_with_one_factor():
    n = 2**61 - 1
    rng = np.random.default_rng(3)
    f = Zn(n).poly(rng.integers(0, n, 5000, dtype=np.uint64))
    a = Domain(5000, n).transform(f)
    for length in (1, 100, 5000):
        g = Zn(n).poly(rng.integers(0, n, length, dtype=np.uint64))
        assert (a * g).coeffs() == ints(flint.nmod_poly(f.coeffs(), n) * flint.nmod_poly(g.coeffs(), n))
