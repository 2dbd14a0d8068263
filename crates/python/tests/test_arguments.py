"""Every function with arguments of every kind: a result, or an exception of a kind that is Python's or the module's own."""

import fractions

import numpy as np
import polymod
import pytest
from conftest import RINGS
from hypothesis import given, settings
from hypothesis import strategies as st
from polymod import GF, GF2, QQ, ZZ, Divisor, Element, Matrix, Points, Poly, PolyMatrix, Ring, SparseMatrix, Zn

ALLOWED = (
    ArithmeticError,
    AttributeError,
    IndexError,
    MemoryError,
    TypeError,
    ValueError,
    polymod.PolymodError,
)

FUNCTIONS = [
    "GF", "Ring", "Zn", "convolve", "det", "intt", "inv", "matmul", "multieval", "ntt", "rank", "solve", "Divisor", "Points",
]  # fmt: skip
CLASSES = [Ring, Element, Poly, Matrix, PolyMatrix, Divisor, Points, SparseMatrix]
IGNORED = {"__new__", "__doc__", "__module__", "__array_ufunc__", "__reduce__", "__getattribute__", "__weakref__"}

integers = st.sampled_from([-(2**70), -1, 0, 1, 2, 3, 7, 40, 2**63, 2**64 - 1, 2**64, 2**200])
rings = st.sampled_from([Zn(97), Zn(6), Zn(2**64 - 59), Zn(2**127 - 1), GF2, GF(2**8), ZZ, QQ, GF(3, 4), Ring("zn:9[t]/t^2+1"), Ring("gfpf:F4")])
small = st.lists(st.integers(0, 5) | st.integers(-(2**70), 2**70), max_size=6)


@st.composite
def polys(draw, ring=None):
    return make(lambda: (ring or draw(rings)).poly(draw(small)))


@st.composite
def matrices(draw, ring=None):
    m, n = draw(st.integers(0, 3)), draw(st.integers(0, 3))
    return make(lambda: (ring or draw(rings)).matrix(m, n, draw(st.lists(st.integers(-9, 9), min_size=m * n, max_size=m * n))))


@st.composite
def poly_matrices(draw, ring=None):
    m, n = draw(st.integers(0, 3)), draw(st.integers(0, 3))
    ring = ring or draw(rings)
    return make(lambda: ring.poly_matrix([[draw(polys(ring)) for _ in range(n)] for _ in range(m)]))


def make(build):
    try:
        return build()
    except ALLOWED:
        return None


def values(ring):
    """Arguments of all kinds; those of rings mostly over this one."""
    of = st.sampled_from([ring, ring, ring, None])
    arrays = st.sampled_from(
        [np.arange(4), np.zeros(0), np.ones((2, 2), np.uint8), np.ones((2, 2, 2), ">i4"), np.array(7), np.array([2**70, 1])]
    )
    return st.one_of(
        integers,
        integers,
        st.booleans() | st.floats() | st.none() | st.text(max_size=4) | st.binary(max_size=3),
        small,
        st.lists(small, max_size=3),
        arrays,
        of.flatmap(polys),
        of.flatmap(polys),
        of.flatmap(matrices),
        of.flatmap(poly_matrices),
        st.just(ring) | rings,
        st.builds(lambda: make(lambda: ring(5))),
        st.builds(lambda p: make(lambda: Divisor(p)), polys(ring)),
        st.builds(lambda p: make(lambda: Points(ring, p)), small),
        st.sampled_from(["x^2 - 1", "zn:97", "schoolbook", "[[1, 2], [3, 4]]", slice(1, 3), slice(None, None, 2), [0, 1]]),
        st.sampled_from([fractions.Fraction(1, 2), object(), {1: 2}, range(3), iter([1, 2])]),
    )


def instances(ring):
    return {
        Ring: st.just(ring),
        Element: st.builds(lambda x: make(lambda: ring(x)), integers),
        Poly: polys(ring),
        Matrix: matrices(ring),
        PolyMatrix: poly_matrices(ring),
        Divisor: st.builds(lambda p: make(lambda: Divisor(p)), polys(ring)),
        Points: st.builds(lambda p: make(lambda: Points(ring, p)), small),
        SparseMatrix: st.builds(lambda m: make(lambda: ring.sparse_matrix(m)), matrices(ring)),
    }


def attempt(call):
    try:
        call()
    except polymod.PolymodError as e:
        assert "internal error" not in str(e)
    except ALLOWED:
        pass


METHODS = [
    (kind, name)
    for kind in CLASSES
    for name in vars(kind)
    if name not in IGNORED and callable(getattr(kind, name, None))
]


@pytest.mark.parametrize("kind, name", METHODS, ids=lambda x: x if isinstance(x, str) else x.__name__)
@settings(max_examples=36)
@given(st.data())
def test_methods(kind, name, data):
    ring = data.draw(rings)
    owner = data.draw(instances(ring)[kind])
    if owner is None:
        return
    count = data.draw(st.sampled_from([0, 1, 1, 1, 2, 2, 3]))
    arguments = [data.draw(values(ring)) for _ in range(count)]
    if name == "conway" and any(isinstance(x, int) and x > 3 for x in arguments):  # minutes for some degrees
        return
    if (name, ring) in {(power, r) for power in ("__pow__", "pow") for r in (ZZ, QQ)} and any(isinstance(x, int) and x > 100 for x in arguments):
        return
    attempt(lambda: getattr(owner, name)(*arguments))


@pytest.mark.parametrize("name", FUNCTIONS)
@given(st.data())
def test_functions(name, data):
    ring = data.draw(rings)
    arguments = [data.draw(values(ring)) for _ in range(data.draw(st.integers(0, 3)))]
    attempt(lambda: getattr(polymod, name)(*arguments))


@given(st.data())
@settings(max_examples=1000)
def test_keywords_of_products(data):
    ring = data.draw(rings)
    a, b = data.draw(polys(ring)), data.draw(polys(ring))
    names = st.sampled_from(["low", "window", "cyclic", "negacyclic", "algorithm", "other"])
    keywords = data.draw(st.dictionaries(names, values(ring), max_size=2))
    if a is not None and b is not None:
        attempt(lambda: a.mul(b, **keywords))
        attempt(lambda: polymod.convolve(a.coeffs(), b.coeffs(), ring, **keywords))


def test_all_methods_are_tried():
    assert len(METHODS) > 150 and {name for _, name in METHODS} >= {"gcd", "matrix", "popov", "__mul__", "eval"}
    assert len(RINGS) > 10
