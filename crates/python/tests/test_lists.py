"""Lists of integers of any size and type."""

import enum
import fractions
import subprocess
import sys

import numpy as np
import polymod
import pytest
from conftest import FIELDS, INTEGERS, rings
from hypothesis import given
from hypothesis import strategies as st
from polymod import GF, ZZ, Ring, Zn

EDGES = [0, *(s * (2**k + d) for k in (14, 15, 29, 30, 31, 32, 59, 60, 62, 63, 64, 75, 90, 119, 120, 127, 128, 255, 1200) for d in (-1, 0, 1) for s in (1, -1))]
LENGTHS = [0, 1, 2, 1023, 1024, 1025, 2048, 3000]


class Five(enum.IntEnum):
    FIVE = 5


class Own(int):
    """An integer of another type."""


class Index:
    def __index__(self):
        return -(3**90)


@pytest.mark.parametrize("n", [None, 97, 2**64 - 59, 2**64 + 13, 2**127 - 1, 2**128, 10**100])
@pytest.mark.parametrize("length", LENGTHS)
def test_every_size_and_length(n, length):
    R = ZZ if n is None else Zn(n)
    ints = [(EDGES * 30)[i] for i in range(length)] + [1]
    p = R.poly(ints)
    expected = ints if n is None else [x % n for x in ints]
    assert p.coeffs() == expected == p.to_numpy().tolist()
    assert [p[i] for i in range(0, length, 97)] == expected[:length:97]
    assert R.poly(np.array(ints, dtype=object)) == R.poly(iter(ints)) == R.poly(tuple(ints)) == p
    assert all(type(x) is int for x in p.coeffs())


@given(rings(FIELDS + [INTEGERS]), st.lists(st.integers(-(2**200), 2**200), max_size=50), st.integers(0, 50), st.data())
def test_objects_among_integers(twin, ints, at, data):
    """Other objects at any place of a list."""
    R, at = twin.ring, min(at, len(ints))
    other = data.draw(st.sampled_from([True, np.int64(-7), np.uint64(2**64 - 1), Five.FIVE, Own(2**70), Index(), R(3)]))
    value = int(other) if hasattr(other, "__int__") else other.__index__()
    assert R.poly([*ints, -5, *ints[:at], other, *ints[at:]]) == R.poly([*ints, -5, *ints[:at], value, *ints[at:]])


@pytest.mark.parametrize("R", [ZZ, Zn(97), Zn(2**127 - 1), GF(2**8), Ring("gfpf:F8")], ids=str)
@pytest.mark.parametrize("wrong", [1.0, "5", b"", None, [1], (), {}, fractions.Fraction(3), 1j, np.float64(2), slice(3)], ids=repr)
@pytest.mark.parametrize("before", [0, 3, 1024])
def test_other_objects_are_refused(R, wrong, before):
    binary = R == GF(2**8)
    if isinstance(wrong, fractions.Fraction) and not binary:  # an element where its denominator has an inverse
        assert R.poly([1] * before + [wrong]) == R.poly([1] * before + [3])
    elif wrong == [1] and binary:  # the coefficients of an element
        assert R.poly([1] * before + [wrong]) == R.poly([1] * before + [1])
    else:
        with pytest.raises((TypeError, ValueError) if binary else TypeError):
            R.poly([1] * before + [wrong] + [2**70] * 3)


def test_elements_of_other_rings_are_refused():
    with pytest.raises((TypeError, ValueError)):
        Zn(2**127 - 1).poly([1, Zn(97)(5)])


def test_arrays_of_objects_can_be_changed():
    """The array owns its objects, and is independent of the polynomial."""
    p = ZZ.poly([2**100, 2**101, 3])
    a = p.to_numpy()
    a[1] = "text"
    a[::2] *= 2
    assert a.tolist() == [2**101, "text", 6] and p.coeffs() == [2**100, 2**101, 3]
    view = a[1:]
    del a
    assert view.tolist() == ["text", 6] and view.copy().tolist() == ["text", 6]


@pytest.mark.parametrize("dtype", ["int64", "uint64", "int8", ">u4"])
def test_words_over_the_integers(dtype):
    info = np.iinfo(dtype)
    words = np.array([info.min, 0, 1, info.max], dtype=dtype)
    assert ZZ.poly(words).coeffs() == words.tolist()
    assert (ZZ.poly(words) ** 2).coeffs() == (ZZ.poly(words.tolist()) ** 2).coeffs()
    assert ZZ.poly(words) == ZZ.poly(words.tolist()) and hash(ZZ.poly(words)) == hash(ZZ.poly(words.tolist()))


@pytest.mark.parametrize("replaced", ["dumps = lambda *x: b''", "loads = lambda x: [1]", "dumps = None"])
def test_another_format_of_marshal(replaced):
    """Where the interpreter has another format integers are converted one by one."""
    program = f"""
import marshal
from polymod import ZZ, Zn
marshal.{replaced}
ints = [{", ".join(map(str, EDGES))}, 1]
for R, expected in (ZZ, ints), (Zn(2**127 - 1), [x % (2**127 - 1) for x in ints]):
    assert R.poly(ints).coeffs() == R.poly(ints).to_numpy().tolist() == expected
"""
    subprocess.run([sys.executable, "-c", program], check=True)


def test_lists_are_converted_by_one_call():
    """The format of this interpreter is known: otherwise conversions are right, too, but slow."""
    program = """
import marshal
from polymod import ZZ
calls = {"dumps": 0, "loads": 0}
def counted(name, f):
    def function(*arguments):
        calls[name] += 1
        return f(*arguments)
    return function
for name in calls:
    setattr(marshal, name, counted(name, getattr(marshal, name)))
p = ZZ.poly([2**70] * 1000)
assert calls == {"dumps": 2, "loads": 1}, calls  # one of each compares the format
assert p.coeffs() == p.to_numpy().tolist() == [2**70] * 1000
assert calls == {"dumps": 2, "loads": 3}, calls
"""
    subprocess.run([sys.executable, "-c", program], check=True)
