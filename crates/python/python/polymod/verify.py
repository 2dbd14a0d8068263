"""Checks of answers, by other algorithms than those that computed them.

Each function takes the operands of a computation and its answer, of this package or of any other. It returns a :class:`Proof`, or raises
:class:`WrongAnswer` where the answer is wrong. Identities of polynomials are compared at random points, over Z modulo random primes; where no identity
determines an answer, as for resultants and ranks, it is computed again by another algorithm. A check takes at most about twice the time of the
computation. The text of a proof says with which probability a wrong answer passes: below 2^-60, but for checks that are exact.

The points come from the operating system's random numbers, or from ``seed``, an integer in 0, ..., 2^256 - 1, which no answer may depend on.

>>> from polymod import Zn, verify
>>> R = Zn(2**61 - 1)
>>> a, b = R("x^3 - 1"), R("x^2 - 1")
>>> print(verify.product(a, b, a * b))
equal at 2 random points, error probability below 2^-117
>>> verify.product(a, b, a * b + 1)
Traceback (most recent call last):
polymod.WrongAnswer: the check found the product to be wrong
>>> print(verify.gcd(a, b, R("x - 1")))
equal at 2 random points, error probability below 2^-118
"""

from __future__ import annotations

import secrets
from collections.abc import Iterable, Sequence
from fractions import Fraction
from typing import Any, NamedTuple, SupportsIndex

import numpy.typing as npt

from . import _polymod
from ._polymod import Element, Matrix, Poly, PolyMatrix, WrongAnswer

__all__ = [
    "Proof",
    "WrongAnswer",
    "adjugate",
    "approximant_basis",
    "charpoly",
    "column_space",
    "compose",
    "compose_mod",
    "compose_series",
    "content",
    "crt",
    "derivative",
    "det",
    "discriminant",
    "distinct_degree_factors",
    "div_series",
    "divmod",
    "elementary_series",
    "equal_degree_factors",
    "exp_series",
    "factor",
    "factor_squarefree",
    "gcd",
    "hermite",
    "hessenberg",
    "hnf",
    "integral",
    "interpolant_basis",
    "interpolate",
    "inv",
    "inverse_mod",
    "inverse_series",
    "invsqrt_series",
    "is_irreducible",
    "kernel_basis",
    "lcm",
    "lll",
    "log_series",
    "minpoly",
    "mod_each",
    "multieval",
    "nullspace",
    "order_of_x",
    "pfaffian",
    "popov",
    "pow_mod",
    "pow_series",
    "power",
    "power_sums",
    "primitive_part",
    "prod",
    "product",
    "pseudo_divmod",
    "quotient",
    "rank",
    "rational",
    "recurrence_term",
    "remainder",
    "remove",
    "resultant",
    "revert_series",
    "roots",
    "smith",
    "snf",
    "solve",
    "sqrt",
    "sqrt_series",
    "subresultants",
    "value",
    "xgcd",
]

_Int = SupportsIndex | Element | Fraction
_Ints = Iterable[Any] | npt.NDArray[Any]
_Factors = Iterable[tuple[Poly, int]]


class Proof(NamedTuple):
    """Whether everything was computed again, a bound on log2 of the probability that a wrong answer passes (``-inf`` where the check is exact), and
    both as a sentence, which ``str`` returns."""

    exact: bool
    log2_error: float
    text: str

    def __str__(self) -> str:
        return self.text


def _checked(name: str, kinds: str, *arguments: Any, seed: int | None, **part: Any) -> Proof:
    """The check of this name; for each argument ``kinds`` has a letter that the compiled module knows."""
    words = secrets.token_bytes(32) if seed is None else seed.to_bytes(32, "little")
    return Proof(*_polymod._verify(name, kinds, arguments, words, **part))


def _over(answer: Any, columns: Any, right: Any, a: Matrix, seed: int | None) -> Proof:
    """Checks a @ x = d*right for the answer x, or x and d."""
    x, d = answer if isinstance(answer, tuple) else (answer, 1)
    if isinstance(answer, tuple) and d <= 0:
        raise WrongAnswer("the check found the denominator to be wrong")
    x = x if isinstance(x, Matrix) else a.ring.matrix(*columns(x))
    return _checked("product", "ooo", a, x, right * d, seed=seed)


def product(
    a: Any,
    b: Any,
    answer: Any,
    *,
    low: SupportsIndex | None = None,
    window: slice | None = None,
    cyclic: SupportsIndex | None = None,
    negacyclic: SupportsIndex | None = None,
    seed: int | None = None,
) -> Proof:
    """a*b of polynomials, or the part of it that a keyword of :meth:`Poly.mul` names; a @ b of matrices.

    >>> from polymod import ZZ, verify
    >>> a, b = ZZ("x^2 + 3"), ZZ("x - 1")
    >>> print(verify.product(a, b, a.mul_low(b, 2), low=2, seed=1))
    equal at 2 random points, error probability below 2^-105
    >>> m = ZZ.matrix([[1, 2], [3, 4]])
    >>> verify.product(m, m, m @ m).exact
    False
    """
    return _checked("product", "ooo", a, b, answer, seed=seed, low=low, window=window, cyclic=cyclic, negacyclic=negacyclic)


def prod(factors: Sequence[Poly], answer: Poly, *, seed: int | None = None) -> Proof:
    """The product of polynomials."""
    return _checked("prod", "lo", factors, answer, seed=seed)


def power(a: Any, e: SupportsIndex, answer: Any, *, seed: int | None = None) -> Proof:
    """a**e of a polynomial or a square matrix.

    >>> from polymod import Zn, verify
    >>> m = Zn(97).matrix([[1, 1], [1, 0]])
    >>> print(verify.power(m, 100, m**100))
    equal for 90 random vectors, error probability below 2^-62
    """
    return _checked("power", "oio", a, e, answer, seed=seed)


def derivative(a: Poly, answer: Poly, *, seed: int | None = None) -> Proof:
    """The derivative."""
    return _checked("derivative", "oo", a, answer, seed=seed)


def integral(a: Poly, answer: Poly, *, seed: int | None = None) -> Proof:
    """The integral with constant term 0."""
    return _checked("integral", "oo", a, answer, seed=seed)


def divmod(a: Any, b: Any, answer: tuple[Any, Any], *, seed: int | None = None) -> Proof:
    """Quotient and remainder of polynomials, or of matrices of polynomials.

    >>> from polymod import Zn, verify
    >>> a, b = Zn(97)("x^5 + 1"), Zn(97)("2*x^2 + 3")
    >>> q, r = a.divmod(b)
    >>> verify.divmod(a, b, (q, r)).exact
    False
    >>> verify.divmod(a, b, (q, r + 1))
    Traceback (most recent call last):
    polymod.WrongAnswer: the check found the division to be wrong
    """
    return _checked("divmod", "oooo", a, b, *answer, seed=seed)


def quotient(a: Poly, b: Poly, answer: Poly, *, seed: int | None = None) -> Proof:
    """a // b."""
    return _checked("quotient", "ooo", a, b, answer, seed=seed)


def remainder(a: Poly, b: Poly, answer: Poly, *, seed: int | None = None) -> Proof:
    """a % b."""
    return _checked("remainder", "ooo", a, b, answer, seed=seed)


def pseudo_divmod(a: Poly, b: Poly, answer: tuple[Poly, Poly], *, seed: int | None = None) -> Proof:
    """Quotient and remainder of a multiple of a, as :meth:`Poly.pseudo_divmod` returns them."""
    return _checked("pseudo_divmod", "oooo", a, b, *answer, seed=seed)


def gcd(a: Poly, b: Poly, answer: Poly, *, seed: int | None = None) -> Proof:
    """The greatest common divisor.

    >>> from polymod import ZZ, verify
    >>> a, b = ZZ("6*x^2 - 6"), ZZ("4*x^2 + 8*x + 4")
    >>> verify.gcd(a, b, a.gcd(b)).log2_error < -60
    True
    >>> verify.gcd(a, b, ZZ("x + 1"))
    Traceback (most recent call last):
    polymod.WrongAnswer: the check found the divisor's content to be wrong
    """
    return _checked("gcd", "ooo", a, b, answer, seed=seed)


def xgcd(a: Poly, b: Poly, answer: tuple[Any, ...], *, seed: int | None = None) -> Proof:
    """g, s and t with s*a + t*b = g, as :meth:`Poly.xgcd` returns them; over Z g, s, t and d, as :meth:`Poly.xgcd_over_z` does."""
    return _checked("xgcd", "ooooo" + "e" * (len(answer) - 3), a, b, *answer, seed=seed)


def resultant(a: Poly, b: Poly, answer: _Int, *, seed: int | None = None) -> Proof:
    """The resultant."""
    return _checked("resultant", "ooe", a, b, answer, seed=seed)


def discriminant(a: Poly, answer: _Int, *, seed: int | None = None) -> Proof:
    """The discriminant."""
    return _checked("discriminant", "oe", a, answer, seed=seed)


def subresultants(a: Poly, b: Poly, answer: Sequence[Poly], *, seed: int | None = None) -> Proof:
    """The chain of subresultants."""
    return _checked("subresultants", "ool", a, b, answer, seed=seed)


def content(a: Poly, answer: _Int, *, seed: int | None = None) -> Proof:
    """The greatest common divisor of the coefficients over Z."""
    return _checked("content", "oe", a, answer, seed=seed)


def primitive_part(a: Poly, answer: Poly, *, seed: int | None = None) -> Proof:
    """The polynomial over Z without its content, and with a positive leading coefficient."""
    return _checked("primitive_part", "oo", a, answer, seed=seed)


def inverse_mod(a: Poly, modulus: Poly, answer: Poly, *, seed: int | None = None) -> Proof:
    """The inverse modulo a polynomial."""
    return _checked("inverse_mod", "ooo", a, modulus, answer, seed=seed)


def pow_mod(a: Poly, e: SupportsIndex, m: Poly, answer: Poly, *, seed: int | None = None) -> Proof:
    """pow(a, e, m).

    >>> from polymod import GF2, verify
    >>> m = GF2("x^8 + x^4 + x^3 + x + 1")
    >>> print(verify.pow_mod(GF2.x, 51, m, pow(GF2.x, 51, m)))
    every coefficient was recomputed, no error is possible
    """
    return _checked("pow_mod", "oioo", a, e, m, answer, seed=seed)


def compose_mod(a: Poly, b: Poly, m: Poly, answer: Poly, *, seed: int | None = None) -> Proof:
    """a(b) modulo the polynomial m."""
    return _checked("compose_mod", "oooo", a, b, m, answer, seed=seed)


def rational(a: Poly, modulus: Poly, degree: SupportsIndex, answer: tuple[Poly, Poly], *, seed: int | None = None) -> Proof:
    """Numerator and denominator modulo a polynomial, as :meth:`Poly.rational` returns them."""
    return _checked("rational", "oonoo", a, modulus, degree, *answer, seed=seed)


def value(a: Poly, x: _Int, answer: _Int, *, seed: int | None = None) -> Proof:
    """a(x) at one point."""
    return _checked("value", "oee", a, x, answer, seed=seed)


def multieval(a: Poly, points: _Ints, answer: _Ints, *, seed: int | None = None) -> Proof:
    """The values at points.

    >>> from polymod import Zn, verify
    >>> verify.multieval(Zn(97)("x^2 + 1"), [1, 2, 3], [2, 5, 10])
    Proof(exact=True, log2_error=-inf, text='every coefficient was recomputed, no error is possible')
    """
    return _checked("values", "ovv", a, points, answer, seed=seed)


def interpolate(points: Sequence[Any] | npt.NDArray[Any], values: _Ints, answer: Poly, *, seed: int | None = None) -> Proof:
    """The polynomial of least degree with values at distinct points."""
    if len(answer) > len(points):
        raise WrongAnswer("the check found the degree of the result to be wrong")
    return _checked("values", "ovv", answer, points, values, seed=seed)


def compose(a: Poly, b: Poly, answer: Poly, *, seed: int | None = None) -> Proof:
    """a(b); ``b`` is x + c for :meth:`Poly.taylor_shift`."""
    return _checked("compose", "ooo", a, b, answer, seed=seed)


def inverse_series(a: Any, n: SupportsIndex, answer: Any, *, seed: int | None = None) -> Proof:
    """n terms of 1/a, for a polynomial or a matrix of polynomials.

    >>> from polymod import ZZ, verify
    >>> f = ZZ("1 - x - x^2")
    >>> verify.inverse_series(f, 6, ZZ.poly([1, 1, 2, 3, 5, 8])).log2_error < -60
    True
    """
    return _checked("inverse_series", "ono", a, n, answer, seed=seed)


def log_series(a: Poly, n: SupportsIndex, answer: Poly, *, seed: int | None = None) -> Proof:
    """n terms of the logarithm."""
    return _checked("log_series", "ono", a, n, answer, seed=seed)


def exp_series(a: Poly, n: SupportsIndex, answer: Poly, *, seed: int | None = None) -> Proof:
    """n terms of the exponential."""
    return _checked("exp_series", "ono", a, n, answer, seed=seed)


def sqrt_series(a: Poly, n: SupportsIndex, answer: Poly, *, seed: int | None = None) -> Proof:
    """n terms of the square root."""
    return _checked("sqrt_series", "ono", a, n, answer, seed=seed)


def pow_series(a: Poly, e: SupportsIndex, n: SupportsIndex, answer: Poly, *, seed: int | None = None) -> Proof:
    """n terms of a**e."""
    return _checked("pow_series", "oino", a, e, n, answer, seed=seed)


def compose_series(a: Poly, b: Poly, n: SupportsIndex, answer: Poly, *, seed: int | None = None) -> Proof:
    """n terms of a(b)."""
    return _checked("compose_series", "oono", a, b, n, answer, seed=seed)


def revert_series(a: Poly, n: SupportsIndex, answer: Poly, *, seed: int | None = None) -> Proof:
    """n terms of the series g with a(g) = x."""
    return _checked("revert_series", "ono", a, n, answer, seed=seed)


def factor(a: Poly, answer: tuple[_Int, _Factors], *, seed: int | None = None) -> Proof:
    """The unit, or over Z the content with its sign, and the irreducible factors with their multiplicities.

    >>> from polymod import Zn, verify
    >>> f = Zn(97)("2*x^4 - 2")
    >>> verify.factor(f, f.factor()).log2_error < -60
    True
    >>> verify.factor(f, (2, [(f.monic(), 1)]))
    Traceback (most recent call last):
    polymod.WrongAnswer: the check found irreducibility to be wrong
    """
    return _checked("factor", "oef", a, *answer, seed=seed)


def factor_squarefree(a: Poly, answer: tuple[_Int, _Factors], *, seed: int | None = None) -> Proof:
    """The unit, or over Z the content with its sign, and the square-free parts with their multiplicities."""
    return _checked("factor_squarefree", "oef", a, *answer, seed=seed)


def roots(a: Poly, answer: _Ints, *, seed: int | None = None) -> Proof:
    """The distinct roots in ascending order, as ``a.roots(multiplicities=False)`` returns them."""
    return _checked("roots", "ov", a, answer, seed=seed)


def is_irreducible(a: Poly, answer: bool, *, seed: int | None = None) -> Proof:
    """Whether a polynomial is irreducible."""
    return _checked("is_irreducible", "ot", a, answer, seed=seed)


def minpoly(a: Any, answer: Poly, *, seed: int | None = None) -> Proof:
    """The minimal polynomial of a square matrix, or of the shortest linear recurrence of a sequence.

    >>> from polymod import Zn, verify
    >>> print(verify.minpoly([0, 1, 1, 2, 3, 5, 8, 13], Zn(97)("x^2 - x - 1")))
    every coefficient was recomputed, no error is possible
    """
    if isinstance(a, Matrix):
        return _checked("minpoly", "oo", a, answer, seed=seed)
    return _checked("recurrence", "vo", a, answer, seed=seed)


def recurrence_term(recurrence: Poly, terms: _Ints, index: SupportsIndex, answer: _Int, *, seed: int | None = None) -> Proof:
    """A term of a linear recurrence, as :meth:`Poly.recurrence_term` returns it."""
    return _checked("recurrence_term", "ovie", recurrence, terms, index, answer, seed=seed)


def det(a: Matrix | PolyMatrix, answer: Any, *, seed: int | None = None) -> Proof:
    """The determinant of a matrix of numbers or of polynomials.

    >>> from polymod import ZZ, verify
    >>> print(verify.det(ZZ.matrix([[1, 2], [3, 4]]), -2))
    equal at 2 random points, error probability below 2^-106
    >>> verify.det(ZZ.matrix([[1, 2], [3, 4]]), 2)
    Traceback (most recent call last):
    polymod.WrongAnswer: the check found the result to be wrong
    """
    return _checked("det", "oo" if isinstance(a, PolyMatrix) else "oe", a, answer, seed=seed)


def rank(a: Matrix | PolyMatrix, answer: SupportsIndex, *, seed: int | None = None) -> Proof:
    """The rank."""
    return _checked("rank", "on", a, answer, seed=seed)


def solve(a: Matrix, b: Any, answer: Any, *, seed: int | None = None) -> Proof:
    """A solution of a @ x = b; over Z numerators x and one denominator d with a @ x = d*b.

    >>> from polymod import ZZ, verify
    >>> a = ZZ.matrix([[1, 2], [3, 4]])
    >>> verify.solve(a, [5, 11], a.solve([5, 11])).exact
    False
    """
    columns = lambda v: (len(v), 1, v)
    return _over(answer, columns, b if isinstance(b, Matrix) else a.ring.matrix(*columns(b)), a, seed)


def inv(a: Matrix, answer: Any, *, seed: int | None = None) -> Proof:
    """The inverse of a matrix; over Z numerators and one denominator."""
    return _over(answer, None, a.ring.identity_matrix(a.nrows()), a, seed)


def nullspace(a: Matrix, answer: Matrix, *, seed: int | None = None) -> Proof:
    """The basis of the kernel in reduced echelon form, as the rows of a matrix."""
    return _checked("nullspace", "oo", a, answer, seed=seed)


def charpoly(a: Matrix, answer: Poly, *, seed: int | None = None) -> Proof:
    """The characteristic polynomial."""
    return _checked("charpoly", "oo", a, answer, seed=seed)


def approximant_basis(
    a: PolyMatrix, order: SupportsIndex, answer: PolyMatrix, shift: Sequence[int] | None = None, *, seed: int | None = None
) -> Proof:
    """A minimal basis of the relations modulo a power of x."""
    return _checked("approximant_basis", "onso", a, order, shift, answer, seed=seed)


def kernel_basis(a: PolyMatrix, answer: PolyMatrix, shift: Sequence[int] | None = None, *, seed: int | None = None) -> Proof:
    """A minimal basis of the relations."""
    return _checked("kernel_basis", "oso", a, shift, answer, seed=seed)


def popov(a: PolyMatrix, answer: PolyMatrix, shift: Sequence[int] | None = None, *, seed: int | None = None) -> Proof:
    """The Popov form.

    >>> from polymod import Zn, verify
    >>> m = Zn(97).poly_matrix([["x + 1", 2], [3, "x"]])
    >>> verify.popov(m, m.popov()).exact
    True
    """
    return _checked("popov", "oso", a, shift, answer, seed=seed)


def hermite(a: PolyMatrix, answer: PolyMatrix, *, seed: int | None = None) -> Proof:
    """The Hermite form."""
    return _checked("hermite", "oo", a, answer, seed=seed)


def lcm(a: Poly, b: Poly, answer: Poly, *, seed: int | None = None) -> Proof:
    """The least common multiple."""
    return _checked("lcm", "ooo", a, b, answer, seed=seed)


def remove(a: Poly, divisor: Poly, answer: tuple[SupportsIndex, Poly], *, seed: int | None = None) -> Proof:
    """The exponent of the largest power of a divisor and the quotient, as :meth:`Poly.remove` returns them."""
    return _checked("remove", "oono", a, divisor, *answer, seed=seed)


def mod_each(a: Poly, moduli: Sequence[Poly], answer: Sequence[Poly], *, seed: int | None = None) -> Proof:
    """The remainders modulo several polynomials."""
    return _checked("mod_each", "oll", a, moduli, answer, seed=seed)


def crt(remainders: Sequence[Poly], moduli: Sequence[Poly], answer: Poly, *, seed: int | None = None) -> Proof:
    """The polynomial with these remainders modulo several polynomials."""
    return _checked("crt", "llo", remainders, moduli, answer, seed=seed)


def div_series(a: Poly, b: Poly, n: SupportsIndex, answer: Poly, *, seed: int | None = None) -> Proof:
    """n terms of a/b."""
    return _checked("div_series", "oono", a, b, n, answer, seed=seed)


def invsqrt_series(a: Poly, n: SupportsIndex, answer: Poly, *, seed: int | None = None) -> Proof:
    """n terms of 1 over the square root."""
    return _checked("invsqrt_series", "ono", a, n, answer, seed=seed)


def elementary_series(name: str, a: Poly, n: SupportsIndex, answer: Poly, *, seed: int | None = None) -> Proof:
    """n terms of the function of this name: ``sin``, ``cos``, ``tan``, ``sinh``, ``cosh``, ``tanh``, ``asin`` or ``atan``.

    >>> from polymod import QQ, verify
    >>> verify.elementary_series("sin", QQ.x, 8, QQ.x.sin_series(8)).log2_error < -60
    True
    """
    return _checked(f"{name}_series", "ono", a, n, answer, seed=seed)


def sqrt(a: Poly, answer: Poly, *, seed: int | None = None) -> Proof:
    """The polynomial whose square is a."""
    return _checked("sqrt", "oo", a, answer, seed=seed)


def distinct_degree_factors(a: Poly, answer: _Factors, *, seed: int | None = None) -> Proof:
    """The products of the irreducible factors of each degree, with the degrees."""
    return _checked("distinct_degree_factors", "of", a, answer, seed=seed)


def equal_degree_factors(a: Poly, degree: SupportsIndex, answer: Sequence[Poly], *, seed: int | None = None) -> Proof:
    """The irreducible factors, all of one degree."""
    return _checked("equal_degree_factors", "onl", a, degree, answer, seed=seed)


def order_of_x(a: Poly, answer: SupportsIndex, *, seed: int | None = None) -> Proof:
    """The order of x modulo a polynomial."""
    return _checked("order_of_x", "oi", a, answer, seed=seed)


def power_sums(a: Poly, n: SupportsIndex, answer: _Ints, *, seed: int | None = None) -> Proof:
    """The sums of the powers of the roots."""
    return _checked("power_sums", "onv", a, n, answer, seed=seed)


def hnf(a: Matrix, answer: Any, *, seed: int | None = None) -> Proof:
    """The Hermite form over Z, or with its transform, as :meth:`Matrix.hnf` returns them.

    >>> from polymod import ZZ, verify
    >>> a = ZZ.matrix([[2, 4], [3, 5]])
    >>> proofs = verify.hnf(a, a.hnf()), verify.snf(a, a.snf(transform=True)), verify.lll(a, a.lll())
    >>> verify.hnf(a, a)
    Traceback (most recent call last):
    polymod.WrongAnswer: the check found ...
    """
    return _with_transforms("hnf", a, answer, seed)


def snf(a: Matrix, answer: Any, *, seed: int | None = None) -> Proof:
    """The Smith form over Z or a finite ring, or with its transforms, as :meth:`Matrix.snf` returns them."""
    return _with_transforms("snf", a, answer, seed)


def lll(a: Matrix, answer: Any, *, seed: int | None = None) -> Proof:
    """A reduced basis of the lattice of the rows, or with its transform, as :meth:`Matrix.lll` returns them."""
    return _with_transforms("lll", a, answer, seed)


def _with_transforms(name: str, a: Matrix, answer: Any, seed: int | None) -> Proof:
    found = answer if isinstance(answer, tuple) else (answer,)
    return _checked(name, "o" + "o" * len(found), a, *found, seed=seed)


def adjugate(a: Matrix, answer: Matrix, *, seed: int | None = None) -> Proof:
    """The adjugate."""
    return _checked("adjugate", "oo", a, answer, seed=seed)


def pfaffian(a: Matrix, answer: _Int, *, seed: int | None = None) -> Proof:
    """The Pfaffian."""
    return _checked("pfaffian", "oe", a, answer, seed=seed)


def hessenberg(a: Matrix, answer: Matrix, *, seed: int | None = None) -> Proof:
    """A similar matrix in Hessenberg form."""
    return _checked("hessenberg", "oo", a, answer, seed=seed)


def column_space(a: Matrix, answer: Matrix, *, seed: int | None = None) -> Proof:
    """The basis of the space of the columns in reduced echelon form, as the rows of a matrix."""
    return _checked("column_space", "oo", a, answer, seed=seed)


def smith(a: PolyMatrix, answer: PolyMatrix, *, seed: int | None = None) -> Proof:
    """The Smith form of a matrix of polynomials."""
    return _checked("smith", "oo", a, answer, seed=seed)


def interpolant_basis(
    a: Matrix, points: _Ints, answer: PolyMatrix, shift: Sequence[int] | None = None, *, seed: int | None = None
) -> Proof:
    """A minimal basis of the relations at points."""
    return _checked("interpolant_basis", "ovso", a, points, shift, answer, seed=seed)
