"""Rings, polynomials and their twins in python-flint, for the tests."""

import flint
import polymod
import pytest
from hypothesis import HealthCheck, settings
from hypothesis import strategies as st

try:
    import galois
except ImportError:  # it needs numba, which has no wheels for some interpreters
    galois = None

needs_galois = pytest.mark.skipif(galois is None, reason="galois is not installed")

settings.register_profile(
    "polymod", max_examples=200, deadline=None, suppress_health_check=[HealthCheck.too_slow, HealthCheck.data_too_large]
)
settings.load_profile("polymod")

PRIMES = [2, 3, 97, 65537, 2**31 - 1, 2**61 - 1, 2**64 - 59]
BIG_PRIMES = [2**64 + 13, 2**127 - 1, 2**255 - 19]
COMPOSITES = [4, 6, 2**32, 2**64 - 1, 3**40, 2**64, 10**30]


class Twin:
    """A ring, and how python-flint makes polynomials over it from integers."""

    def __init__(self, ring, poly, integers):
        self.ring, self.flint, self.integers = ring, poly, integers

    def __repr__(self):
        return repr(self.ring)

    def both(self, coeffs):
        return self.ring.poly(coeffs), self.flint(coeffs)


def nmod(n):
    return lambda c: flint.nmod_poly([int(x) % n for x in c], n)


def fmpz_mod(n):
    context = flint.fmpz_mod_poly_ctx(flint.fmpz_mod_ctx(n))
    return lambda c: context([int(x) % n for x in c])


def fq(k, modulus):
    bits = [modulus >> i & 1 for i in range(k + 1)]
    two = flint.fmpz_mod_poly_ctx(flint.fmpz_mod_ctx(2))
    context = flint.fq_default_ctx(modulus=two(bits))
    polys = flint.fq_default_poly_ctx(context)
    element = lambda x: context([int(x) >> i & 1 for i in range(k)])
    return lambda c: polys([element(x) for x in c])


def integers_below(n):
    return st.integers(0, n - 1) | st.sampled_from([0, 1, n - 1]) | st.integers(-2 * n, 2 * n)


FIELDS = [Twin(polymod.Zn(p), nmod(p), integers_below(p)) for p in PRIMES]
FIELDS += [Twin(polymod.Zn(p), fmpz_mod(p), integers_below(p)) for p in BIG_PRIMES]
FIELDS += [Twin(polymod.GF2, nmod(2), st.integers(0, 1))]
BINARY = [
    Twin(polymod.GF(2**k, modulus=m), fq(k, m), st.integers(0, 2**k - 1))
    for k, m in [(2, 7), (8, 0x11B), (64, 2**64 + 27)]
]
MODULAR = FIELDS + [
    Twin(polymod.Zn(n), (nmod if n < 2**64 else fmpz_mod)(n), integers_below(n)) for n in COMPOSITES
]
INTEGERS = Twin(polymod.ZZ, flint.fmpz_poly, st.integers(-(2**80), 2**80) | st.integers(-9, 9))
RINGS = MODULAR + BINARY + [INTEGERS]


def rings(twins=RINGS):
    return st.sampled_from(twins)


def coefficients(twin, max_size=40, min_size=0):
    return st.lists(twin.integers, min_size=min_size, max_size=max_size)


@st.composite
def polys(draw, count=1, twins=RINGS, max_size=40, min_size=0):
    """A ring and polynomials over it, each beside its twin."""
    twin = draw(rings(twins))
    return twin, *(twin.both(draw(coefficients(twin, max_size, min_size))) for _ in range(count))


def ints(p):
    """The coefficients of a polynomial of python-flint as integers."""
    def integer(c):
        if isinstance(c, flint.fq_default):
            return sum(int(b) << i for i, b in enumerate(c.to_list()))
        return int(c)

    coeffs = [integer(c) for c in p.coeffs()]
    while coeffs and coeffs[-1] == 0:
        coeffs.pop()
    return coeffs
