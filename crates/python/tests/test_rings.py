"""Rings and their elements."""

import operator
import pickle

import polymod
import pytest
from conftest import BINARY, FIELDS, RINGS, galois, needs_galois, rings
from hypothesis import given
from hypothesis import strategies as st
from polymod import GF, GF2, ZZ, PolymodError, Ring, Zn


@pytest.mark.parametrize("twin", RINGS, ids=repr)
def test_rings_are_values(twin):
    R = twin.ring
    assert eval(repr(R), vars(polymod)) == R == Ring(R.name) == pickle.loads(pickle.dumps(R))
    assert hash(R) == hash(Ring(R.name))
    assert R != Zn(91) and R != 7 and R._repr_latex_().startswith("$")
    assert R.x.ring == R and R.poly().is_zero() and R.poly([1]).is_one() and R.x.is_gen()


def test_names_and_sizes():
    assert (Zn(97).name, Zn(97).order, Zn(97).characteristic, Zn(97).modulus) == ("zn:97", 97, 97, 97)
    big = Zn(2**127 - 1)
    assert (big.name, big.order) == (f"zn:{2**127 - 1}", 2**127 - 1)
    assert (ZZ.order, ZZ.characteristic, ZZ.modulus) == (None, 0, 0)
    f = GF(2**8, modulus=0x11B)
    assert (f.order, f.characteristic, f.modulus) == (256, 2, 0x11B)
    assert (GF2.order, GF2.characteristic) == (2, 2)
    fermat = Ring("gfpf:F4")
    assert repr(fermat) == "Ring('gfpf:F4')" and fermat.order == (2**48 + 224) ** 4 + 1
    assert Ring("zn:bn254-fr").order.bit_length() == 254


@needs_galois
def test_default_moduli():
    for k in range(2, 17):
        assert GF(2**k).modulus == int(galois.conway_poly(2, k)), k


def test_fields():
    assert GF(97) == Zn(97) and GF(2) == GF2 and GF(2) != Zn(2)
    assert GF(2**8, modulus="x^8 + x^4 + x^3 + x + 1") == GF(2**8, modulus=0x11B)
    assert GF(256, modulus=GF2("x^8 + x^4 + x^3 + x + 1")) == GF(2, 8, modulus=0x11B)
    for q in 0, 1, 6, 100, 2**64 + 1, -7:
        with pytest.raises(ValueError):
            GF(q)
    with pytest.raises(ValueError, match="modulus="):
        GF(2**8, 0x11B)
    assert GF(2**40).modulus == 2**40 + GF2.first_irreducible(40)[0] + sum(2**i for i in range(1, 40) if GF2.first_irreducible(40)[i])
    with pytest.raises(ValueError):
        GF(97, modulus=5)
    with pytest.raises(ValueError):
        GF(2**8, modulus=0x100)
    assert GF(2**40, modulus=GF2.random_irreducible(40)).order == 2**40


@pytest.mark.parametrize("name", ["", "z[y]", "zn:", "zn:1", "zn:-5", "gf2^8", "gf:6^2", "gf:5^2:t^2+1", "gfpf:F3", "zn:97\n"])
def test_other_names_are_refused(name):
    with pytest.raises(ValueError):
        Ring(name)


def test_moduli_are_checked():
    for n in 1, 0, -5:
        with pytest.raises(ValueError, match="at least 2"):
            Zn(n)
    with pytest.raises(TypeError):
        Zn("97")
    with pytest.raises(TypeError):
        Zn(97.0)


def test_irreducible_and_primitive():
    for R in GF2, Zn(97), GF(2**8):
        f = R.random_irreducible(7, seed=3)
        assert f.is_irreducible() and f.degree() == 7 and f == R.random_irreducible(7, seed=3)
        assert R.random_primitive(5).is_primitive()
    with pytest.raises(ValueError):
        GF2.random_irreducible(0)


@given(rings([t for t in FIELDS if t.ring != GF2]), st.data())
def test_elements_of_prime_fields(twin, data):
    R, p = twin.ring, twin.ring.order
    x, y = data.draw(twin.integers), data.draw(twin.integers)
    for op in operator.add, operator.sub, operator.mul:
        assert op(R(x), R(y)) == op(R(x), y) == op(x, R(y)) == op(x, y)
        assert int(op(R(x), R(y))) == op(x, y) % p
    assert int(-R(x)) == -x % p and bool(R(x)) == bool(x % p) and +R(x) == R(x)
    if y % p:
        assert R(x) / R(y) * y == x and R(x) / y == R(x) * R(y) ** -1 == x * pow(y, -1, p)
    else:
        with pytest.raises(ZeroDivisionError):
            R(x) / y
    e = data.draw(st.integers(0, 2**70))
    assert R(x) ** e == pow(x, e, p)
    assert eval(repr(R(x)), vars(polymod)) == R(x) == pickle.loads(pickle.dumps(R(x)))
    assert hash(R(x)) == hash(R(x + p)) and R(x).ring == R
    assert R.poly([R(x), y]) == R.poly([x, y]) and R.poly([x, y])(R(5)) == R.poly([x, y])(5)


@needs_galois
@given(st.sampled_from(BINARY[:2]), st.data())
def test_elements_of_binary_fields(twin, data):
    R = twin.ring
    field = galois.GF(R.order, irreducible_poly=galois.Poly.Int(R.modulus))
    x, y = data.draw(twin.integers), data.draw(twin.integers)
    for op in operator.add, operator.mul:
        assert int(op(R(x), R(y))) == int(op(field(x), field(y)))
    if y:
        assert int(R(x) / R(y)) == int(field(x) / field(y))
    with pytest.raises(ValueError):
        R(R.order)


def test_elements_of_different_rings():
    with pytest.raises(ValueError, match="different rings"):
        Zn(97)(5) + Zn(101)(5)
    with pytest.raises(ValueError, match="different rings"):
        Zn(97).poly([Zn(101)(5)])
    assert Zn(97)(5) != Zn(101)(5) and Zn(97)(5) != "5"
    with pytest.raises(TypeError):
        Zn(97)(5) + 1.5
    with pytest.raises(TypeError):
        Zn(97)(5) < Zn(97)(6)
    assert int(ZZ(7) ** 100) == 7**100 and ZZ(6) / 3 == 2
    with pytest.raises(ValueError, match="divisible"):
        ZZ(7) / 2


def test_calls():
    R = Zn(97)
    assert R("x + 1") == R.poly("x + 1") == R.poly([1, 1]) and R.poly(R.x) == R.x
    for wrong in 1.5, None, [1], b"x":
        with pytest.raises(TypeError):
            R(wrong)
    with pytest.raises(ValueError, match="different rings"):
        R.poly(Zn(101).x)
    with pytest.raises(TypeError):
        R.poly([1, 1.5])


@given(st.sampled_from([97, 65537, 2**61 - 1, 2**255 - 19]), st.integers(0, 2**256))
def test_square_roots(p, x):
    R = Zn(p)
    square = R(x) ** 2
    root = square.sqrt()
    assert root**2 == square and int(root) <= p // 2
    assert ZZ(x * x).sqrt() == x


@pytest.mark.parametrize(("ring", "order"), [(Zn(97), 32), (Zn(998244353), 2**23), (GF(2**8), 51), (Zn(2**255 - 19), 4)])
def test_roots_of_unity(ring, order):
    w = ring(ring.root_of_unity(order))
    assert w**order == 1
    assert all(w ** (order // q) != 1 for q in (2, 3, 17) if order % q == 0)


def test_what_has_no_root():
    with pytest.raises(ValueError):
        Zn(97)(5).sqrt()
    with pytest.raises(ValueError):
        Zn(97).root_of_unity(5)
    with pytest.raises(PolymodError):
        ZZ.root_of_unity(2)
