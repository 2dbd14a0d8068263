"""Functions on arrays against NumPy, python-flint, galois and the definitions."""

import math
import pickle

import flint
import numpy as np
import polymod
import pytest
from conftest import galois, needs_galois
from hypothesis import assume, given
from hypothesis import strategies as st
from hypothesis.extra import numpy as hnp
from polymod import GF, GF2, QQ, ZZ, ModuliTree, Poly, SetSeries, Zn

MODULI = st.sampled_from([2, 97, 2**31 - 1, 2**61 - 1, 2**64 - 59, 2**64 - 1, 2**127 - 1, 10**30])
DTYPES = st.sampled_from(["u1", "i1", ">u2", "<i4", ">i8", "u8"])


def arrays(shape):
    return DTYPES.flatmap(lambda dtype: hnp.arrays(np.dtype(dtype), shape))


def exact(a):
    return np.asarray(a).astype(object)


@given(arrays(st.integers(1, 40)), arrays(st.integers(1, 40)), MODULI)
def test_convolution(a, b, n):
    expected = np.convolve(exact(a), exact(b))
    assert polymod.convolve(a, b).tolist() == expected.tolist()
    c = polymod.convolve(a, b, mod=n)
    assert c.tolist() == (expected % n).tolist() and c.dtype == (np.uint64 if n < 2**64 else object)
    assert polymod.convolve(a.tolist(), b[::-1], n).tolist() == (np.convolve(exact(a), exact(b[::-1])) % n).tolist()
    assert polymod.convolve(a, a, n).tolist() == (np.convolve(exact(a), exact(a)) % n).tolist()


@given(arrays(st.tuples(st.integers(1, 3), st.integers(1, 3), st.integers(1, 9))), st.integers(1, 9), MODULI, st.data())
def test_batches_of_convolutions(a, m, n, data):
    shape = data.draw(st.sampled_from([(m,), (1, m), (a.shape[1], m), (a.shape[0], 1, m), a.shape[:2] + (m,)]))
    b = data.draw(arrays(shape))
    c = polymod.convolve(a, b, mod=n)
    wide = np.broadcast_to(b, a.shape[:2] + (m,))
    assert c.shape == a.shape[:2] + (a.shape[2] + m - 1,)
    for i in np.ndindex(a.shape[:2]):
        assert c[i].tolist() == (np.convolve(exact(a[i]), exact(wide[i])) % n).tolist()


@given(arrays(st.integers(1, 20)), arrays(st.integers(1, 20)), st.integers(1, 30))
def test_parts_of_convolutions(a, b, k):
    full = np.convolve(exact(a), exact(b))
    assert polymod.convolve(a, b, 97, low=k).tolist() == (full[:k] % 97).tolist()
    assert polymod.convolve(a, b, 97, window=slice(k // 2, k)).tolist() == (full[k // 2 : k] % 97).tolist()
    for sign, name in (1, "cyclic"), (-1, "negacyclic"):
        folded = [sum(sign ** (i // k) * x for i, x in enumerate(full.tolist()) if i % k == j) % 97 for j in range(k)]
        assert polymod.convolve(a, b, 97, **{name: k}).tolist() == folded


@needs_galois
@given(hnp.arrays(np.uint8, st.integers(1, 20)), hnp.arrays(np.uint8, st.integers(1, 20)))
def test_convolution_over_galois_fields(a, b):
    field = galois.GF(2**8)
    expected = np.convolve(field(a), field(b))
    assert polymod.convolve(a, b, mod=GF(2**8)).tolist() == expected.tolist()
    assert polymod.convolve(a & 1, b & 1, mod=GF2).tolist() == np.convolve(galois.GF2(a & 1), galois.GF2(b & 1)).tolist()


def test_results_do_not_alias_operands():
    a = np.arange(1, 9, dtype=np.uint64)
    c = polymod.convolve(a, a, mod=97)
    assert c.flags.writeable and not np.shares_memory(a, c)
    assert a.tolist() == list(range(1, 9))


@given(st.sampled_from([(31, 5), (97, 8), (998244353, 64), (998244353, 7 * 17), (2**61 - 1, 18)]), st.booleans(), st.data())
def test_transforms(case, negacyclic, data):
    p, n = case
    assume(not negacyclic or (p - 1) % (2 * n) == 0)
    x = np.array(data.draw(st.lists(st.integers(0, p - 1), min_size=2 * n, max_size=2 * n)), dtype=np.uint64).reshape(2, n)
    y = polymod.ntt(x, p, negacyclic=negacyclic)
    assert y.shape == x.shape and polymod.intt(y, p, negacyclic=negacyclic).tolist() == x.tolist()
    order = 2 * n if negacyclic else n
    root = int(Zn(p)(primitive(p)) ** ((p - 1) // order))
    powers = [pow(root, 2 * i + 1 if negacyclic else i, p) for i in range(n)]
    f = Zn(p).poly(x[1])
    assert polymod.ntt(x[1], p, negacyclic=negacyclic, root=root).tolist() == [f(w) for w in powers]
    assert sorted(y[1].tolist()) == sorted(f(w) for w in powers)


def primitive(p):
    return next(g for g in range(2, p) if all(pow(g, (p - 1) // q, p) != 1 for q, _ in flint.fmpz(p - 1).factor()))


@needs_galois
def test_transform_against_galois():
    x = list(range(1, 9))
    expected = galois.ntt(x, modulus=97)
    root = int(expected.__class__.primitive_root_of_unity(8))
    assert polymod.ntt(x, 97, root=root).tolist() == expected.tolist()
    with pytest.raises(ValueError, match="order"):
        polymod.ntt(x[:7], 97)
    with pytest.raises(ValueError):
        polymod.ntt(x, 97, root=1)
    with pytest.raises(ValueError):
        polymod.ntt([], 97)


@given(arrays(st.integers(0, 20)), arrays(st.integers(0, 20)), MODULI)
def test_values(f, points, n):
    p = Zn(n).poly(f)
    assert polymod.multieval(f, points, n).tolist() == [p(int(x)) for x in points]
    both = np.stack([f, f[::-1]])
    values = polymod.multieval(both, points, n)
    assert values.shape == (2, len(points)) and values[0].tolist() == [p(int(x)) for x in points]
    each = polymod.multieval(both, np.stack([points, points[::-1]]), n)
    assert each[1].tolist() == [Zn(n).poly(f[::-1])(int(x)) for x in points[::-1]]


@given(arrays(st.tuples(st.integers(1, 3), st.integers(0, 4)).map(lambda s: (s[0], s[1], s[1]))), MODULI)
def test_determinants(a, n):
    assert polymod.det(a).tolist() == [int(flint.fmpz_mat(m.tolist()).det()) if m.size else 1 for m in a]
    assert polymod.det(a, mod=n).tolist() == [d % n for d in polymod.det(a).tolist()]
    assert polymod.det(a[0]) == polymod.det(a)[0] and isinstance(polymod.det(a[0], n), int)


@given(st.data(), st.integers(1, 4), st.integers(1, 4), st.integers(1, 4), MODULI)
def test_products_of_matrices(data, m, k, l, n):
    a, b = data.draw(arrays((2, m, k))), data.draw(arrays((2, k, l)))
    expected = exact(a) @ exact(b)
    assert polymod.matmul(a, b).tolist() == expected.tolist()
    assert polymod.matmul(a, b, n).tolist() == (expected % n).tolist()
    assert polymod.matmul(a, b[0], n).tolist() == (exact(a) @ exact(b[0]) % n).tolist()
    assert polymod.matmul(a[0], b[1], n).tolist() == (exact(a[0]) @ exact(b[1]) % n).tolist()


@given(st.data(), st.integers(1, 4), st.sampled_from([97, 2**61 - 1, 2**127 - 1]))
def test_systems(data, k, p):
    a = data.draw(arrays((2, k, k)))
    x = data.draw(arrays((2, k, 2)))
    b = polymod.matmul(a, x, p)
    assert polymod.matmul(a, polymod.solve(a, b, p), p).tolist() == b.tolist()
    vector = polymod.solve(a[0], b[0, :, 0], p)
    assert vector.shape == (k,) and polymod.matmul(a[0], vector[:, None], p)[:, 0].tolist() == b[0, :, 0].tolist()
    dets = polymod.det(a, p)
    assert polymod.rank(a[0], p) == k or not dets[0]
    if all(dets.tolist()):
        identity = [np.eye(k, dtype=int).tolist()] * 2
        assert polymod.matmul(a, polymod.inv(a, p), p).tolist() == identity
    else:
        with pytest.raises(ZeroDivisionError):
            polymod.inv(a, p)


def test_arguments_are_checked():
    with pytest.raises(ValueError, match="empty"):
        polymod.convolve([], [1], 97)
    with pytest.raises(ValueError):
        polymod.convolve(5, [1], 97)
    with pytest.raises(ValueError):
        polymod.convolve([[1], [2]], [[1], [2], [3]], 97)
    with pytest.raises(ValueError, match="square"):
        polymod.det([[1, 2]], 97)
    for wrong in [1.5, 2.5], ["a"], [None]:
        with pytest.raises(TypeError):
            polymod.convolve(wrong, [1], 97)
    for modulus in 0, 1, -5:
        with pytest.raises((ValueError, OverflowError)):
            polymod.convolve([1], [1], modulus)
    with pytest.raises(TypeError):
        polymod.solve([[1]], [1], ZZ)
    assert polymod.convolve([2**63, 2**64], [1, -1], 97).tolist() == [2**63 % 97, (2**64 - 2**63) % 97, -(2**64) % 97]


def of_sets(a, b, n):
    """The product of power series of sets: over the pairs of disjoint sets."""
    out = [0] * len(a)
    for s in range(len(a)):
        for t in range(len(b)):
            if s & t == 0:
                out[s | t] = (out[s | t] + a[s] * b[t]) % n
    return out


@given(st.integers(0, 4), st.sampled_from([97, 2**61 - 1, 2**89 - 1]), st.data())
def test_power_series_of_sets(k, p, data):
    coeffs = [0] + [data.draw(st.integers(0, p - 1)) for _ in range(2**k - 1)]
    ring = Zn(p)
    a = SetSeries(ring, coeffs)
    assert (a.variables, len(a), a.ring) == (k, 2**k, ring)
    one = [1] + [0] * (2**k - 1)
    # Newton's powers: exp(a) = 1 + a + a^2/2 + ..., of which k + 1 terms are not 0
    powers = [one]
    for _ in range(k):
        powers.append(of_sets(powers[-1], coeffs, p))
    factorials = [math.factorial(j) for j in range(k + 1)]
    expected = [sum(c[i] * pow(f, -1, p) for c, f in zip(powers, factorials)) % p for i in range(2**k)]
    exponential = a.exp()
    assert list(exponential.coeffs) == expected
    assert exponential.log() == a and hash(exponential.log()) == hash(a)
    assert of_sets([int(x) for x in exponential.inverse().coeffs], expected, p) == one
    f = ring.poly([3, 1, 4, 1, 5, 9])
    composed = [sum(c[i] * x for c, x in zip(powers, f)) % p for i in range(2**k)]
    assert list(a.compose(f).coeffs) == composed
    weights = [data.draw(st.integers(0, p - 1)) for _ in range(2**k)]
    sums = [sum(w * x for w, x in zip(weights, c)) % p for c in powers]
    assert list(a.power_projection(weights, k + 1)) == sums
    assert pickle.loads(pickle.dumps(a)) == a
    assert repr(a).startswith("SetSeries(Zn(")


def test_what_series_of_sets_refuse():
    ring = Zn(97)
    for make in [lambda: SetSeries(ring, [1, 2, 3]), lambda: SetSeries(ring, [1, 2]).exp(), lambda: SetSeries(ring, [2, 2]).log()]:
        with pytest.raises(ValueError):
            make()
    with pytest.raises(ZeroDivisionError):
        SetSeries(Zn(6), [3, 1]).inverse()
    assert SetSeries(ring, [1, 2]) != SetSeries(Zn(101), [1, 2])


@pytest.mark.parametrize("ring", [Zn(97), Zn(2**89 - 1), QQ, GF2])
def test_trees_of_moduli(ring):
    moduli = [ring("x^2 + x + 1"), ring("x^3 + x^2 + 1"), ring("x")]
    tree = ModuliTree(moduli)
    a = ring.poly([1, 0, 1, 1, 1, 0, 1, 0, 1])
    rests = tree.remainders(a)
    assert rests == [a % m for m in moduli] == a.mod_each(moduli)
    assert tree.reconstruct(rests) == a % tree.product == Poly.crt(rests, moduli)
    assert (len(tree), tree.moduli) == (3, moduli)
    assert pickle.loads(pickle.dumps(tree)).moduli == moduli
    assert repr(tree) == f"ModuliTree([{', '.join(map(repr, moduli))}])"
    with pytest.raises(ValueError):
        ModuliTree([])
    with pytest.raises(ZeroDivisionError):
        ModuliTree([ring("x"), ring.poly([])])
