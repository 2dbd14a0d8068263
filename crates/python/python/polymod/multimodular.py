"""Answers over Z with options, and why they are right.

Each function returns an :class:`Outcome`, and takes these keywords:

``effort``
    ``"certified"``, or ``"probabilistic"``: then a computation ends, where an answer cannot be verified, when further primes from a random start
    given by ``seed`` no longer change it.
``seed``
    An integer in 0, ..., 2^64 - 1 for the start of the primes.
``algorithm``
    The name of one, where there is a choice: ``"crt"``, ``"dixon"``, ``"big-prime"``, ``"heuristic"`` or
    ``"fraction-free"``. A ValueError for others.
``checkpoint``
    The path of a file from which a computation that was stopped continues. A PolymodError where the file is of another computation.

>>> from polymod import ZZ, multimodular
>>> multimodular.det(ZZ.matrix([[1, 2], [3, 4]]), algorithm="crt")
Outcome(value=-2, certainty='proved', agreeing=None, primes=1, unlucky=0)
>>> multimodular.det(ZZ.matrix([[1, 2], [3, 4]]), algorithm="dixon").value
-2
"""

from __future__ import annotations

import os
from collections.abc import Callable, Iterator, Sequence
from typing import TYPE_CHECKING, Any, NamedTuple, SupportsIndex, TypedDict

from . import _polymod
from ._polymod import Bivariate, Matrix, Poly, PolyMatrix, SparseMatrix

if TYPE_CHECKING:
    from typing_extensions import Unpack

__all__ = [
    "Options",
    "Outcome",
    "adjugate",
    "charpoly",
    "column_space",
    "det",
    "discriminant",
    "factor",
    "factor_squarefree",
    "gcd",
    "inv",
    "minpoly",
    "nullspace",
    "pfaffian",
    "rank",
    "rational",
    "resultant",
    "rref",
    "solve",
    "tolerant_rational",
    "xgcd",
]

# yields primes and their images for a request and groups of primes, or None from time to time
_Share = Callable[[bytes, list[list[int]]], Iterator["tuple[list[int], bytes] | None"]]


class Options(TypedDict, total=False):
    """The keywords of the functions."""

    effort: str
    seed: int
    algorithm: str | None
    checkpoint: str | os.PathLike[str] | None


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
    b: Any = None,
    *,
    effort: str = "certified",
    seed: int = 0,
    algorithm: str | None = None,
    checkpoint: str | os.PathLike[str] | None = None,
    team: tuple[_Share, tuple[int, int]] | None = None,
) -> Outcome:
    if effort not in ("certified", "probabilistic"):
        raise ValueError(f"effort: expected certified or probabilistic, got {effort}")
    path = None if checkpoint is None else os.fspath(checkpoint)
    seed_of = seed if effort == "probabilistic" else None
    return Outcome(*_polymod._multimodular(name, a, b, (seed_of, algorithm, path, team)))


def det(a: Matrix | SparseMatrix | PolyMatrix, **options: Unpack[Options]) -> Outcome:
    """The determinant of a matrix of integers or of polynomials over Z."""
    return _computed("det", a, **options)


def rank(a: Matrix | SparseMatrix, **options: Unpack[Options]) -> Outcome:
    """The rank."""
    return _computed("rank", a, **options)


def charpoly(a: Matrix, **options: Unpack[Options]) -> Outcome:
    """The characteristic polynomial."""
    return _computed("charpoly", a, **options)


def minpoly(a: Matrix | SparseMatrix, **options: Unpack[Options]) -> Outcome:
    """The minimal polynomial of a matrix."""
    return _computed("minpoly", a, **options)


def nullspace(a: Matrix, **options: Unpack[Options]) -> Outcome:
    """A basis of the kernel, as the primitive rows of a matrix."""
    return _computed("nullspace", a, **options)


def rref(a: Matrix, **options: Unpack[Options]) -> Outcome:
    """The reduced row echelon form: numerators and one positive denominator in lowest terms."""
    return _computed("rref", a, **options)


def column_space(a: Matrix, **options: Unpack[Options]) -> Outcome:
    """A basis of the space of the columns, as the primitive rows of a matrix in reduced echelon form."""
    return _computed("column_space", a, **options)


def inv(a: Matrix, **options: Unpack[Options]) -> Outcome:
    """The inverse: numerators and one positive denominator."""
    return _computed("inv", a, **options)


def adjugate(a: Matrix, **options: Unpack[Options]) -> Outcome:
    """The adjugate."""
    return _computed("adjugate", a, **options)


def pfaffian(a: Matrix, **options: Unpack[Options]) -> Outcome:
    """The Pfaffian of a skew-symmetric matrix."""
    return _computed("pfaffian", a, **options)


def solve(a: Matrix | SparseMatrix, b: Matrix, **options: Unpack[Options]) -> Outcome:
    """The solution of a system: numerators and one positive denominator."""
    return _computed("solve", a, b, **options)


def gcd(a: Poly | Bivariate, b: Poly | Bivariate, **options: Unpack[Options]) -> Outcome:
    """The greatest common divisor of two polynomials, both in one variable or both in two."""
    return _computed("gcd", a, b, **options)


def xgcd(a: Poly, b: Poly, **options: Unpack[Options]) -> Outcome:
    """g, s, t and d with s*a + t*b = d*g."""
    return _computed("xgcd", a, b, **options)


def resultant(a: Poly | Bivariate, b: Poly | Bivariate, **options: Unpack[Options]) -> Outcome:
    """The resultant of two polynomials: an integer; of two polynomials in x and y, with respect to x, a polynomial in y."""
    return _computed("resultant", a, b, **options)


def discriminant(a: Poly | Bivariate, **options: Unpack[Options]) -> Outcome:
    """The discriminant; of a polynomial in x and y with respect to x, a polynomial in y."""
    return _computed("discriminant", a, **options)


def factor_squarefree(a: Poly, **options: Unpack[Options]) -> Outcome:
    """The square-free parts with their multiplicities."""
    return _computed("factor_squarefree", a, **options)


def factor(a: Poly) -> Outcome:
    """The content with its sign, and the primitive irreducible factors with multiplicities: by factors modulo one prime, lifted to a power of it.

    They are proved, no primes are combined, and there are no options.

    >>> from polymod import ZZ, multimodular
    >>> multimodular.factor(ZZ("2*x^2 - 2")).value
    (2, [(ZZ.poly([-1, 1]), 1), (ZZ.poly([1, 1]), 1)])
    """
    return _computed("factor", a)


def rational(residue: SupportsIndex, modulus: SupportsIndex, most: SupportsIndex) -> tuple[int, int] | None:
    """The fraction a/b in lowest terms with a = b*residue modulo the modulus, abs(a) <= most, b > 0 and 2*most*b < modulus; None where there is none.

    >>> from polymod import multimodular
    >>> multimodular.rational(333, 1001, 20)
    (-2, 3)
    """
    return _polymod._rational(residue, modulus, most)


def tolerant_rational(residues: Sequence[int], primes: Sequence[int]) -> tuple[int, int, list[int]] | None:
    """The fraction a/b with these residues modulo distinct primes below 2^64, of which a few may be wrong, and the indices of the wrong ones.

    W^2*(a^2 + b^2) is less than the product of all primes, W the product of those that divide b or have a wrong residue; None where no fraction is
    so short.

    >>> from polymod import multimodular
    >>> primes = [2**61 - 1, 2**31 - 1, 998244353, 10**9 + 7]
    >>> residues = [-5 * pow(3, -1, p) % p for p in primes]
    >>> residues[2] = 12345
    >>> multimodular.tolerant_rational(residues, primes)
    (-5, 3, [2])
    """
    return _polymod._tolerant_rational(residues, primes)
