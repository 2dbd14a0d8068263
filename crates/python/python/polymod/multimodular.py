"""Answers over Z with options, and why they are right.

Each function returns an :class:`Outcome`. Its keywords: ``effort="probabilistic"`` ends, where an answer cannot be verified, when further primes
from a random start given by ``seed`` no longer change it; ``algorithm`` names one, where there is a choice; ``checkpoint`` is the path of a file
from which a computation that was stopped continues.

>>> from polymod import ZZ, multimodular
>>> multimodular.det(ZZ.matrix([[1, 2], [3, 4]]))
Outcome(value=-2, certainty='proved', agreeing=None, primes=1, unlucky=0)
"""

from __future__ import annotations

import os
from typing import Any, NamedTuple

from . import _polymod
from ._polymod import Matrix, Poly, PolyMatrix

__all__ = [
    "Outcome",
    "charpoly",
    "det",
    "discriminant",
    "factor_squarefree",
    "gcd",
    "inv",
    "minpoly",
    "nullspace",
    "rank",
    "resultant",
    "solve",
    "xgcd",
]

Path = str | os.PathLike[str]


class Outcome(NamedTuple):
    """An answer, its certainty (``proved``, ``verified`` or ``probable``), the number of further primes that agree with a probable one, and the
    numbers of primes combined and dropped."""

    value: Any
    certainty: str
    agreeing: int | None
    primes: int
    unlucky: int


def _computed(
    name: str,
    a: Any,
    b: Any,
    effort: str,
    seed: int,
    algorithm: str | None,
    checkpoint: Path | None,
) -> Outcome:
    if effort not in ("certified", "probabilistic"):
        raise ValueError(f"effort: expected certified or probabilistic, got {effort}")
    path = None if checkpoint is None else os.fspath(checkpoint)
    seed_of = seed if effort == "probabilistic" else None
    return Outcome(*_polymod._multimodular(name, a, b, seed_of, algorithm, path))


def det(
    a: Matrix | PolyMatrix,
    *,
    effort: str = "certified",
    seed: int = 0,
    algorithm: str | None = None,
    checkpoint: Path | None = None,
) -> Outcome:
    """The determinant of a matrix of integers or of polynomials over Z."""
    return _computed("det", a, None, effort, seed, algorithm, checkpoint)


def rank(
    a: Matrix, *, effort: str = "certified", seed: int = 0, algorithm: str | None = None, checkpoint: Path | None = None
) -> Outcome:
    """The rank."""
    return _computed("rank", a, None, effort, seed, algorithm, checkpoint)


def charpoly(
    a: Matrix, *, effort: str = "certified", seed: int = 0, algorithm: str | None = None, checkpoint: Path | None = None
) -> Outcome:
    """The characteristic polynomial."""
    return _computed("charpoly", a, None, effort, seed, algorithm, checkpoint)


def minpoly(
    a: Matrix, *, effort: str = "certified", seed: int = 0, algorithm: str | None = None, checkpoint: Path | None = None
) -> Outcome:
    """The minimal polynomial of a matrix."""
    return _computed("minpoly", a, None, effort, seed, algorithm, checkpoint)


def nullspace(
    a: Matrix, *, effort: str = "certified", seed: int = 0, algorithm: str | None = None, checkpoint: Path | None = None
) -> Outcome:
    """A basis of the kernel, as the primitive rows of a matrix."""
    return _computed("nullspace", a, None, effort, seed, algorithm, checkpoint)


def inv(
    a: Matrix, *, effort: str = "certified", seed: int = 0, algorithm: str | None = None, checkpoint: Path | None = None
) -> Outcome:
    """The inverse: numerators and one positive denominator."""
    return _computed("inv", a, None, effort, seed, algorithm, checkpoint)


def solve(
    a: Matrix,
    b: Matrix,
    *,
    effort: str = "certified",
    seed: int = 0,
    algorithm: str | None = None,
    checkpoint: Path | None = None,
) -> Outcome:
    """The solution of a system: numerators and one positive denominator."""
    return _computed("solve", a, b, effort, seed, algorithm, checkpoint)


def gcd(
    a: Poly,
    b: Poly,
    *,
    effort: str = "certified",
    seed: int = 0,
    algorithm: str | None = None,
    checkpoint: Path | None = None,
) -> Outcome:
    """The greatest common divisor of two polynomials."""
    return _computed("gcd", a, b, effort, seed, algorithm, checkpoint)


def xgcd(
    a: Poly,
    b: Poly,
    *,
    effort: str = "certified",
    seed: int = 0,
    algorithm: str | None = None,
    checkpoint: Path | None = None,
) -> Outcome:
    """g, s, t and d with s*a + t*b = d*g."""
    return _computed("xgcd", a, b, effort, seed, algorithm, checkpoint)


def resultant(
    a: Poly,
    b: Poly,
    *,
    effort: str = "certified",
    seed: int = 0,
    algorithm: str | None = None,
    checkpoint: Path | None = None,
) -> Outcome:
    """The resultant of two polynomials."""
    return _computed("resultant", a, b, effort, seed, algorithm, checkpoint)


def discriminant(
    a: Poly, *, effort: str = "certified", seed: int = 0, algorithm: str | None = None, checkpoint: Path | None = None
) -> Outcome:
    """The discriminant."""
    return _computed("discriminant", a, None, effort, seed, algorithm, checkpoint)


def factor_squarefree(
    a: Poly, *, effort: str = "certified", seed: int = 0, algorithm: str | None = None, checkpoint: Path | None = None
) -> Outcome:
    """The square-free parts with their multiplicities."""
    return _computed("factor_squarefree", a, None, effort, seed, algorithm, checkpoint)
