"""NumPy arrays of every integer type, stride and byte order."""

import numpy as np
import polymod
import pytest
from conftest import FIELDS, INTEGERS, RINGS, coefficients, rings
from hypothesis import given
from hypothesis import strategies as st
from hypothesis.extra import numpy as hnp
from polymod import GF, GF2, ZZ, Zn

DTYPES = [order + kind + size for kind in "iu" for size in "1248" for order in "<>"] + ["?"]


def arrays():
    return st.sampled_from(DTYPES).flatmap(lambda dtype: hnp.arrays(np.dtype(dtype), st.integers(0, 30)))


def strided(a, step):
    """The same integers, each ``step`` items after the last one; backwards for negative steps."""
    wide = np.zeros(max(abs(step) * len(a), 1), dtype=a.dtype)
    view = wide[::step][: len(a)]
    view[...] = a
    return view


@given(rings(FIELDS + [INTEGERS]), arrays(), st.sampled_from([1, 2, 3, -1, -2]))
def test_every_type_and_stride(twin, a, step):
    R = twin.ring
    expected = R.poly([int(x) for x in a])
    assert R.poly(a) == expected
    view = strided(a, step)
    assert R.poly(view) == expected
    view.flags.writeable = False
    assert R.poly(view) == expected
    assert R.poly(a.astype(object)) == expected
    if a.dtype != bool:
        assert R.poly(list(a)) == expected == R.poly(iter(a))


@given(st.data())
def test_binary_fields(data):
    R = GF(2**8, modulus=0x11B)
    a = data.draw(hnp.arrays(np.uint8, st.integers(0, 30)))
    assert R.poly(a) == R.poly(a.tolist())
    np.testing.assert_array_equal(R.poly(a).to_numpy(), np.trim_zeros(a, "b"))
    bits = a & 1
    assert GF2.poly(bits.astype(bool)) == GF2.poly(bits) == GF2.poly(bits.tolist())
    np.testing.assert_array_equal(GF2.poly(bits).to_numpy(), np.trim_zeros(bits, "b"))


@given(rings(), st.data())
def test_back_to_numpy(twin, data):
    f = twin.ring.poly(data.draw(coefficients(twin)))
    a = f.to_numpy()
    order = twin.ring.order
    assert a.dtype == (np.uint64 if order and order <= 2**64 else object)
    assert a.tolist() == f.coeffs() == np.asarray(f).tolist() == np.array(f).tolist()
    assert twin.ring.poly(a) == f
    assert f.to_numpy(object).tolist() == f.coeffs()


def test_memory_is_shared():
    f = Zn(97).poly(range(90))
    a = np.asarray(f)
    b = f.to_numpy()
    assert np.shares_memory(a, b) and not a.flags.writeable and not a.flags.owndata
    assert not np.shares_memory(a, np.array(f))
    with pytest.raises(ValueError):
        a[0] = 5
    del f
    assert b.tolist() == list(range(90))


def test_types_of_results():
    f = ZZ.poly([-1, 2, 127])
    assert f.to_numpy(np.int8).dtype == np.int8 and f.to_numpy(np.int8).tolist() == [-1, 2, 127]
    with pytest.raises(OverflowError, match="uint8"):
        f.to_numpy(np.uint8)
    with pytest.raises(OverflowError):
        ZZ.poly([2**70]).to_numpy(np.int64)
    assert Zn(97).poly([1, 96]).to_numpy(np.uint8).tolist() == [1, 96]


def test_integers_of_numpy():
    R = Zn(97)
    for kind in np.int8, np.uint16, np.int64, np.uint64:
        five = kind(5)
        assert R(five) == 5 and R.poly([five]) == 5 and R.x * five == five * R.x == R.poly([0, 5])
        assert R.x(five) == 5 and R.x**five == R.x**5
    assert R(np.uint64(2**64 - 1)) == 2**64 - 1
    assert R.x(np.array(7)) == 7


@pytest.mark.parametrize("wrong", [np.zeros(3), np.zeros(3, complex), np.array(["a"]), np.zeros(2, "M8[s]")])
def test_other_types_are_refused(wrong):
    with pytest.raises(TypeError):
        Zn(97).poly(wrong)


def test_other_shapes_are_refused():
    for shape in (), (2, 2), (1, 1, 1):
        with pytest.raises(ValueError, match="one-dimensional"):
            Zn(97).poly(np.ones(shape, int))


@given(rings(RINGS), st.data())
def test_results_of_evaluation_are_arrays(twin, data):
    f = twin.ring.poly(data.draw(coefficients(twin, 8)))
    points = [0, 1]
    values = f(np.array(points))
    assert isinstance(values, np.ndarray) and values.tolist() == [f(0), f(1)]
