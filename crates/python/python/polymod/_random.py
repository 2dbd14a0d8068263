"""Random polynomials and matrices."""

from __future__ import annotations

from typing import Any, overload

import numpy as np

from ._polymod import Matrix, Poly, Ring

__all__ = ["random"]


@overload
def random(ring: Ring, size: int, rng: Any = None, *, bits: int = 64) -> Poly: ...
@overload
def random(ring: Ring, size: tuple[int, int], rng: Any = None, *, bits: int = 64) -> Matrix: ...
def random(ring: Ring, size: int | tuple[int, int], rng: Any = None, *, bits: int = 64) -> Poly | Matrix:
    """A random polynomial with ``size`` coefficients, or a random matrix for a pair of rows and columns.

    ``rng`` is a ``numpy.random.Generator``, or a seed for one. Elements of a finite ring are uniform; integers, over Q too, are
    uniform in -2^bits, ..., 2^bits - 1.

    >>> import numpy as np
    >>> from polymod import ZZ, Zn, random
    >>> f = random(Zn(97), 100, np.random.default_rng(1))
    >>> f == random(Zn(97), 100, 1), len(f) <= 100, random(ZZ, (2, 3), bits=500).shape
    (True, True, (2, 3))
    """
    generator = np.random.default_rng(rng)
    count = size if isinstance(size, int) else size[0] * size[1]
    order = ring.order
    if order is not None and order <= 2**64:
        entries: Any = generator.integers(0, order - 1, count, dtype=np.uint64, endpoint=True)
    else:
        # a word more than the modulus, so that the remainder is uniform but for 2^-64
        width = (bits + 8) // 8 if order is None else order.bit_length() // 8 + 9
        octets = generator.bytes(width * count)
        entries = [int.from_bytes(octets[i * width : (i + 1) * width], "little") for i in range(count)]
        if order is not None:
            entries = [x % order for x in entries]
        else:
            entries = [(x & (2 << bits) - 1) - (1 << bits) for x in entries]
    return ring.poly(entries) if isinstance(size, int) else ring.matrix(size[0], size[1], entries)
