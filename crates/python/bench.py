"""Compares polymod with python-flint and galois from PyPI: one table, times in milliseconds.

    python bench.py [--case TEXT] [--quick | --full]
    python bench.py --conversions

Each row has the time of the computation on objects of the package, and in brackets with the conversions from NumPy's arrays and back; the
factors are those of the other package over polymod's. Rows "transformed" are products of two polynomials that polymod holds in transformed form, so that
one inverse transform remains. Results are compared before anything is measured. --quick has small sizes alone, --full
products of 10^7 coefficients and determinants of dimension 1000. --conversions has the time of a conversion of one coefficient from an int and
to one instead, beside those of the interpreter's own functions on a whole list.
"""

import argparse
import marshal
import operator
import platform
import sys
import time
from importlib.metadata import version
from itertools import repeat

import flint
import galois
import numpy as np

import polymod
from polymod import GF, GF2, ZZ, Zn

MODULI = {"31 bits": 2**31 - 1, "61 bits": 2**61 - 1, "255 bits": 2**255 - 19}


def fastest(work):
    """Seconds of the fastest of three calls or more; short ones are called many times between two looks at the clock, which take as long as they do."""
    best, spent, calls, looks = float("inf"), 0.0, 1, 0
    while spent < 0.3 or looks < 3:
        looks += 1
        start = time.perf_counter()
        for _ in range(calls):
            work()
        last = time.perf_counter() - start
        best, spent = min(best, last / calls), spent + last
        if last < 20e-6:
            calls *= 2
    return best


class Side:
    """A package: an operand from an array, the computation on operands, and an array from the result."""

    def __init__(self, name, load, compute, store):
        self.name, self.load, self.compute, self.store = name, load, compute, store

    def operands(self, arrays):
        return [self.load(a) for a in arrays]

    def whole(self, arrays):
        return self.store(self.compute(*self.operands(arrays)))


def random_array(rng, n, shape):
    if n is None:
        return rng.integers(-(2**31), 2**31, shape)
    if n <= 2**64:
        return rng.integers(0, n, shape, dtype=np.uint64)
    words = rng.integers(0, 2**64, (*np.atleast_1d(shape), 4), dtype=np.uint64).astype(object)
    return sum(words[..., i] << 64 * i for i in range(4)) % n


def flint_poly(n):
    if n is None:
        return lambda a: flint.fmpz_poly(a.tolist())
    if n < 2**64:
        return lambda a: flint.nmod_poly(a.tolist(), n)
    context = flint.fmpz_mod_poly_ctx(flint.fmpz_mod_ctx(n))
    return lambda a: context(a.tolist())


def from_flint(n):
    dtype = object if n is None or n >= 2**64 else np.uint64
    return lambda p: np.array([int(c) for c in p.coeffs()], dtype=dtype)


def polys(R, n, ours, theirs):
    """A case on polynomials: the same expression for both packages."""
    return [Side("polymod", R.poly, ours, lambda p: p.to_numpy()), Side("python-flint", flint_poly(n), theirs, from_flint(n))]


def with_galois(R, field, ours, theirs):
    descending = lambda a: galois.Poly(field(a[::-1].astype(field.dtypes[0])))
    return [
        Side("polymod", R.poly, ours, lambda p: p.to_numpy()),
        Side("galois", descending, theirs, lambda p: np.array(p.coefficients(order="asc"), dtype=np.uint64)),
    ]


def cases(options):
    """Name, arrays, sides."""
    rng = np.random.default_rng(1)
    quick, full = options.quick, options.full
    lengths = [10**2, 10**3] if quick else [10**k for k in range(2, 8 if full else 7)]
    product = lambda a, b: a * b
    for name, n in {**MODULI, "Z": None}.items():
        R = ZZ if n is None else Zn(n)
        for length in [8, *lengths]:
            if (n is None or n > 2**64) and length > 10**5 and not full:
                continue
            arrays = [random_array(rng, n, length) for _ in range(2)]
            yield f"product, {name}, {length}", arrays, polys(R, n, product, product)
        for length in [100] if quick else [100, 1000, 10_000]:
            arrays = [random_array(rng, n, length) for _ in range(2)]
            if n is None and length > 1000:
                continue
            yield f"gcd, {name}, {length}", arrays, polys(R, n, lambda a, b: a.gcd(b), lambda a, b: a.gcd(b))
        if n is not None:
            for length in [20] if quick else [20, 200]:
                sides = polys(R, n, lambda a: a.factor()[1][-1][0], lambda a: largest(a.factor()[1]))
                arrays = [random_array(rng, n, length + 1)]
                arrays[0][-1] = 1
                yield f"factor, {name}, degree {length}", arrays, sides
    for length in [100] if quick else [1000, 10_000]:
        n = MODULI["61 bits"]
        context = flint.fmpz_mod_poly_ctx(flint.fmpz_mod_ctx(n))
        sides = [
            Side("polymod", lambda a: a, lambda f, x: polymod.multieval(f, x, n), lambda v: v),
            Side(
                "python-flint",
                lambda a: a.tolist(),
                lambda f, x: context(f).multipoint_evaluate(x),
                lambda v: np.array([int(c) for c in v], dtype=np.uint64),
            ),
        ]
        yield f"values, 61 bits, {length} at {length}", [random_array(rng, n, length) for _ in range(2)], sides
    for length in [2**8] if quick else [2**10, 2**14]:
        p = 998244353
        dft = polymod.Dft(length, p, root=int(galois.GF(p).primitive_root_of_unity(length)))
        sides = [
            Side("polymod", lambda a: a, dft.forward, lambda v: v),
            Side("galois", lambda a: a, lambda a: galois.ntt(a, modulus=p), lambda v: v.view(np.ndarray).astype(np.uint64)),
        ]
        yield f"transform, 30 bits, {length}", [random_array(rng, p, length)], sides
    for length in [100] if quick else [1000, 10_000, 100_000]:
        n = MODULI["61 bits"]
        domain = polymod.Domain(length, n)
        sides = [
            Side("polymod", lambda a: domain.transform(Zn(n).poly(a)), lambda a, b: a * b, lambda f: f.to_numpy()),
            *polys(Zn(n), n, lambda a, b: a * b, lambda a, b: a * b)[1:],
        ]
        yield f"transformed, 61 bits, {length}", [random_array(rng, n, length) for _ in range(2)], sides
    for name, R, field in ("GF(2)", GF2, galois.GF2), ("GF(2^8)", GF(2**8), galois.GF(2**8)):
        for length in [100] if quick else [100, 1000, 10_000]:
            arrays = [random_array(rng, R.order, length) for _ in range(2)]
            for a in arrays:
                a[-1] = 1
            yield f"product, {name}, {length}", arrays, with_galois(R, field, product, product)
    det = lambda a: a.det()
    for name, n in {**MODULI, "Z": None, "GF(2)": 2}.items():
        for size in [10, 30] if quick else [10, 100, 300, *([1000] if full else [])]:
            if n is None and size > 100 and not full:
                continue
            R = {None: ZZ, 2: GF2}[n] if n in (None, 2) else Zn(n)
            sides = [Side("polymod", R.matrix, det, int), Side("python-flint", flint_matrix(n), det, int)]
            yield f"det, {name}, {size} by {size}", [random_array(rng, n, (size, size))], sides
    for size in [10, 30] if quick else [10, 100, *([300] if full else [])]:
        R, field = GF(2**8), galois.GF(2**8)
        sides = [Side("polymod", R.matrix, det, int), Side("galois", field, np.linalg.det, int)]
        yield f"det, GF(2^8), {size} by {size}", [random_array(rng, 2**8, (size, size))], sides


def flint_matrix(n):
    """The function that makes python-flint's matrix modulo n, or over Z, of an array."""
    if n is None:
        return lambda a: flint.fmpz_mat(a.tolist())
    if n < 2**64:
        return lambda a: flint.nmod_mat(*a.shape, a.ravel().tolist(), n)
    context = flint.fmpz_mod_ctx(n)
    return lambda a: flint.fmpz_mod_mat(*a.shape, a.ravel().tolist(), context)


def largest(factors):
    """The factor that polymod lists last."""
    return max((p for p, _ in factors), key=lambda p: (p.degree(), [int(c) for c in p.coeffs()]))


def conversions():
    """Nanoseconds of a conversion of one coefficient, by bits; those of the interpreter's functions include making the results' objects."""
    print("| bits | R.poly(list) | marshal.dumps | int.to_bytes | p.coeffs() | p.to_numpy() | marshal.loads | int.from_bytes | -x |")
    print("|---:|" + "---:|" * 8, flush=True)
    for bits in 62, 80, 127, 255, 515, 1000, 4000:
        rng, length = np.random.default_rng(1), 2000
        words = rng.integers(0, 2**64, (length, bits // 64 + 1), dtype=np.uint64)
        ints = [int.from_bytes(row.tobytes(), "little") % 2**(bits - 1) | 1 << bits - 1 for row in words]
        p, width = ZZ.poly(ints), -(-bits // 8)
        texts, whole = [x.to_bytes(width, "little") for x in ints], marshal.dumps(ints, 2)
        works = [
            lambda: ZZ.poly(ints),
            lambda: marshal.dumps(ints, 2),
            lambda: list(map(int.to_bytes, ints, repeat(width), repeat("little"))),
            p.coeffs,
            p.to_numpy,
            lambda: marshal.loads(whole),
            lambda: list(map(int.from_bytes, texts, repeat("little"))),
            lambda: list(map(operator.neg, ints)),
        ]
        print(f"| {bits} | " + " | ".join(f"{fastest(work) / length * 1e9:.0f}" for work in works) + " |", flush=True)


def milliseconds(seconds):
    return f"{seconds * 1e3:.4g}"


def main():
    parser = argparse.ArgumentParser(description=__doc__.splitlines()[0])
    parser.add_argument("--case", default="", help="cases whose names contain this text")
    parser.add_argument("--quick", action="store_true", help="small sizes alone")
    parser.add_argument("--full", action="store_true", help="the largest sizes too")
    parser.add_argument("--conversions", action="store_true", help="conversions of one coefficient alone")
    options = parser.parse_args()
    packages = f"polymod {polymod.__version__}, "
    packages += ", ".join(f"{name} {version(name)}" for name in ("python-flint", "galois", "numpy"))
    print(f"{packages}; Python {platform.python_version()}, {polymod.isa()}, {polymod.threads()} threads\n")
    if options.conversions:
        return conversions()
    print("| case | polymod ms | other ms | factor | with NumPy: polymod ms | other ms | factor |")
    print("|---|---:|---:|---:|---:|---:|---:|", flush=True)
    slower = 0
    for name, arrays, sides in cases(options):
        if options.case not in name:
            continue
        results = [side.whole(arrays) for side in sides]
        if not np.array_equal(*results):
            sys.exit(f"{name}: the results differ")
        operands = [side.operands(arrays) for side in sides]
        ours, theirs = (fastest(lambda: side.compute(*x)) for side, x in zip(sides, operands))
        our_whole, their_whole = (fastest(lambda: side.whole(arrays)) for side in sides)
        slower += ours > theirs
        columns = [name, milliseconds(ours), f"{milliseconds(theirs)} {sides[1].name}", f"{theirs / ours:.2f}"]
        columns += [milliseconds(our_whole), milliseconds(their_whole), f"{their_whole / our_whole:.2f}"]
        print("| " + " | ".join(columns) + " |", flush=True)
    print(f"\n{slower} rows are slower than the other package.")


if __name__ == "__main__":
    main()
