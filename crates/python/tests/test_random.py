"""Random polynomials and matrices."""

import numpy as np
import polymod
import pytest
from conftest import RINGS
from polymod import GF, ZZ, Zn


@pytest.mark.parametrize("twin", RINGS, ids=repr)
def test_every_ring(twin):
    R = twin.ring
    f = polymod.random(R, 200, np.random.default_rng(5))
    assert f.ring == R and 180 < len(f) <= 200 and f == polymod.random(R, 200, 5) != polymod.random(R, 200, 6)
    m = polymod.random(R, (3, 4), 5)
    assert m.ring == R and m.shape == (3, 4)
    assert polymod.random(R, 0).is_zero() and polymod.random(R, (0, 2)).shape == (0, 2)


def test_values_are_spread():
    counts = np.bincount(polymod.random(Zn(7), 7000, 1).to_numpy().astype(int), minlength=7)
    assert counts.min() > 800 and counts.max() < 1200
    assert max(polymod.random(Zn(2**127 - 1), 100, 1)) > 2**126
    assert set(polymod.random(GF(4), 100, 1)) == {0, 1, 2, 3}


@pytest.mark.parametrize("bits", [1, 7, 8, 63, 64, 500])
def test_integers(bits):
    values = list(polymod.random(ZZ, 300, 1, bits=bits))
    assert all(-(2**bits) <= x < 2**bits for x in values)
    assert min(values) < -(2 ** (bits - 1)) and max(values) >= 2 ** (bits - 1) - 1
