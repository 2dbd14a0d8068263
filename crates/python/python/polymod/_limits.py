"""Limits of computations: threads and memory."""

from __future__ import annotations

from collections.abc import Iterator
from contextlib import contextmanager

from . import _polymod

__all__ = ["limits"]


@contextmanager
def limits(*, threads: int | None = None, memory: int | str | None = None) -> Iterator[None]:
    """Limits the computations that this thread begins in the ``with`` block, or in the function decorated.

    ``threads`` is the largest number of threads that a computation uses, 0 for no limit but that of :func:`set_threads`. ``memory`` is a number
    of bytes, or a text such as ``"512M"`` or ``"1.5G"`` (powers of 1024; ``"10MB"``: of 1000). Products take algorithms that need no more for
    operands, result and working memory together. MemoryError is raised before anything is computed where there is no such algorithm; where
    the operands and the working memory of a division, a common divisor, values at points, an interpolation, a factorization or linear algebra
    exceed the limit; and for vectors and matrices longer than half of it. Inner limits replace outer ones. The limits before apply again after
    the block, also after an exception. Other threads of Python do not inherit them.

    >>> import polymod
    >>> f = polymod.Zn(2**61 - 1).poly(range(100_000))
    >>> with polymod.limits(threads=1, memory="64M"):
    ...     g = f * f
    ...     polymod.threads()
    1
    >>> with polymod.limits(memory="1M"):
    ...     f * f
    Traceback (most recent call last):
    MemoryError: ...
    """
    before = _polymod._limit(threads, memory)
    try:
        yield
    finally:
        _polymod._restore(*before)
