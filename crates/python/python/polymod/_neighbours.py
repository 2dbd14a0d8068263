"""Conversions to and from python-flint, SymPy, Sage and galois.

The packages are imported where they are needed; none is a dependency.
"""

from __future__ import annotations

from fractions import Fraction
from importlib import import_module
from typing import Any

from ._polymod import GF, GF2, QQ, ZZ, Matrix, Poly, Ring, Zn

__all__ = [
    "from_flint",
    "from_galois",
    "from_sympy",
    "to_flint",
    "to_galois",
    "to_sage",
    "to_sympy",
]


def _degree(ring: Ring) -> int:
    """k of a field GF(p^k) that is given as an extension; 0 for other rings."""
    if ring.base == ring:
        return 0
    if not ring.is_field():
        raise TypeError(f"expected a field, or Z, Q or Z/n, got {ring}")
    return ring.degree


def _digits(n: int, p: int, count: int) -> list[int]:
    """The digits of an integer to the base p, the lowest first: the coefficients of an element of GF(p^k)."""
    return [n // p**i % p for i in range(count)]


def _number(digits: Any, p: int) -> int:
    """The integer with these digits."""
    return sum(int(digit) * p**i for i, digit in enumerate(digits))


def to_flint(x: Poly | Matrix) -> Any:
    """A polynomial or matrix as one of python-flint.

    >>> from polymod import Zn, ZZ
    >>> to_flint(Zn(97)("x^2 - 1")), to_flint(ZZ.matrix([[1, 2], [3, 4]]))
    (x^2 + 96, [1, 2]
    [3, 4])
    """
    flint: Any = import_module("flint")

    n, p = x.ring.order, x.ring.characteristic
    k = _degree(x.ring)
    fraction = lambda c: flint.fmpq(c.numerator, c.denominator)
    if isinstance(x, Matrix):
        if k:
            raise TypeError("python-flint has no matrices over GF(p^k)")
        if x.ring == QQ:
            return flint.fmpq_mat(*x.shape, [fraction(c) for c in x.entries()])
        if n is None:
            return flint.fmpz_mat(*x.shape, x.entries())
        if n < 2**64:
            return flint.nmod_mat(*x.shape, x.entries(), n)
        return flint.fmpz_mod_mat(*x.shape, x.entries(), flint.fmpz_mod_ctx(n))
    if x.ring == QQ:
        return flint.fmpq_poly([fraction(c) for c in x.coeffs()])
    if n is None:
        return flint.fmpz_poly(x.coeffs())
    if k:
        below = flint.fmpz_mod_poly_ctx(flint.fmpz_mod_ctx(p))
        field = flint.fq_default_ctx(modulus=below(_digits(x.ring.modulus, p, k + 1)))
        return flint.fq_default_poly_ctx(field)([field(_digits(c, p, k)) for c in x.coeffs()])
    if n < 2**64:
        return flint.nmod_poly(x.coeffs(), n)
    return flint.fmpz_mod_poly_ctx(flint.fmpz_mod_ctx(n))(x.coeffs())


def from_flint(x: Any) -> Poly | Matrix:
    """A polynomial or matrix of python-flint.

    >>> import flint
    >>> from_flint(flint.nmod_poly([-1, 0, 1], 97))
    Zn(97).poly([96, 0, 1])
    """
    flint: Any = import_module("flint")

    fraction = lambda c: Fraction(int(c.p), int(c.q))
    if isinstance(x, flint.fmpq_poly):
        return QQ.poly([fraction(c) for c in x.coeffs()])
    if isinstance(x, flint.fmpq_mat):
        return QQ.matrix(x.nrows(), x.ncols(), [fraction(c) for c in x.entries()])
    if isinstance(x, flint.fmpz_poly):
        return ZZ.poly([int(c) for c in x.coeffs()])
    if isinstance(x, flint.nmod_poly):
        return Zn(int(x.modulus())).poly([int(c) for c in x.coeffs()])
    if isinstance(x, flint.fmpz_mod_poly):
        return Zn(int(x.modulus())).poly([int(c) for c in x.coeffs()])
    if isinstance(x, flint.fq_default_poly):
        field = x.context().base_field()
        p, k = int(field.characteristic()), int(field.degree())
        if k == 1:
            return GF(p).poly([_number(c.to_list(), p) for c in x.coeffs()])
        ring = GF(p, k, modulus=_number(field.modulus().coeffs(), p))
        return ring.poly([_number(c.to_list(), p) for c in x.coeffs()])
    rows = getattr(x, "nrows", None)
    if rows is None:
        raise TypeError(f"expected a polynomial or matrix of python-flint, got {type(x).__name__}")
    entries = [int(c) for c in x.entries()]
    ring = ZZ if isinstance(x, flint.fmpz_mat) else Zn(int(x.modulus()))
    return ring.matrix(x.nrows(), x.ncols(), entries)


def to_sympy(f: Poly, symbol: Any = None) -> Any:
    """A polynomial as ``sympy.Poly``, in the variable x or the one given.

    >>> from polymod import Zn
    >>> to_sympy(Zn(97)("x^2 - 1"))
    Poly(x**2 - 1, x, modulus=97)
    """
    sympy: Any = import_module("sympy")

    if _degree(f.ring):
        raise TypeError("SymPy has no polynomials over GF(p^k)")
    symbol = symbol if symbol is not None else sympy.Symbol("x")
    if f.ring == QQ:
        coeffs = [sympy.Rational(c.numerator, c.denominator) for c in reversed(f.coeffs())]
        return sympy.Poly(coeffs or [0], symbol, domain=sympy.QQ)
    domain = sympy.ZZ if f.ring.order is None else sympy.GF(f.ring.order)
    return sympy.Poly([domain(c) for c in reversed(f.coeffs())] or [0], symbol, domain=domain)


def from_sympy(f: Any, ring: Ring | None = None) -> Poly:
    """A univariate ``sympy.Poly``, over its own domain ZZ, QQ or GF(p), or over the ring given.

    >>> import sympy
    >>> from_sympy(sympy.Poly("x**2 - 1", sympy.Symbol("x")))
    ZZ.poly([-1, 0, 1])
    """
    sympy: Any = import_module("sympy")

    if not isinstance(f, sympy.Poly):
        raise TypeError(f"expected a sympy.Poly, got {type(f).__name__}")
    if len(f.gens) != 1:
        raise ValueError(f"expected a polynomial in one variable, got {len(f.gens)}")
    if ring is None:
        if f.domain.is_ZZ:
            ring = ZZ
        elif f.domain.is_QQ:
            ring = QQ
        elif f.domain.is_FiniteField:
            ring = Zn(int(f.domain.mod))
        else:
            raise ValueError(f"expected a polynomial over ZZ, QQ or GF(p), got one over {f.domain}")
    number = (lambda c: Fraction(int(c.p), int(c.q))) if ring == QQ else int
    return ring.poly([number(c) for c in reversed(f.all_coeffs())])


def to_sage(x: Poly | Matrix | Ring) -> str:
    """An expression that Sage evaluates to the ring, polynomial or matrix: for ``sage_eval``.

    >>> from polymod import Zn
    >>> to_sage(Zn(97)("x^2 - 1"))
    'PolynomialRing(Integers(97), "x")([96, 0, 1])'
    """
    ring = x if isinstance(x, Ring) else x.ring
    k, p = _degree(ring), ring.characteristic
    if k:
        modulus = _digits(ring.modulus, p, k + 1)
        name = f'GF({p}^{k}, "a", modulus=GF({p})["t"]({modulus}))'
    elif ring == QQ:
        name = "QQ"
    elif ring.order is None:
        name = "ZZ"
    else:
        name = "GF(2)" if ring == GF2 else f"Integers({ring.order})"
    if isinstance(x, Ring):
        return name
    if isinstance(x, Matrix):
        if k:
            raise TypeError("matrices over GF(p^k) have no expression here")
        return f"matrix({name}, {x.nrows()}, {x.ncols()}, {_listed(x.entries())})"
    coeffs = f"[K.from_integer(c) for c in {x.coeffs()}]" if k else _listed(x.coeffs())
    expression = f'PolynomialRing({"K" if k else name}, "x")({coeffs})'
    return f"(lambda K: {expression})({name})" if k else expression


def _listed(coeffs: list[Any]) -> str:
    """A list of integers or fractions, as Sage reads it."""
    return "[" + ", ".join(str(c) for c in coeffs) + "]"


def _galois_ring(field: Any) -> Ring:
    """The ring of a field of galois."""
    if field.degree == 1:
        return GF(int(field.order))
    return GF(int(field.characteristic), int(field.degree), modulus=int(field.irreducible_poly))


def from_galois(x: Any) -> Poly | Matrix:
    """A ``galois.Poly``, or an array of galois: of one dimension as the polynomial with these coefficients, constant term first, of two as a
    matrix.

    >>> import galois
    >>> from_galois(galois.Poly([1, 0, 3], field=galois.GF(7)))
    Zn(7).poly([3, 0, 1])
    """
    galois: Any = import_module("galois")

    if isinstance(x, galois.Poly):
        return _galois_ring(x.field).poly([int(c) for c in x.coefficients(order="asc")])
    if not isinstance(x, galois.FieldArray):
        raise TypeError(f"expected a polynomial or an array of galois, got {type(x).__name__}")
    ring = _galois_ring(type(x))
    return ring.matrix(x.tolist()) if x.ndim == 2 else ring.poly(x.tolist())


def to_galois(x: Poly | Matrix) -> Any:
    """A polynomial as ``galois.Poly``, or a matrix as an array of galois, over the same field.

    >>> from polymod import GF
    >>> to_galois(GF(2**8)("3*x + 1"))
    Poly(3x + 1, GF(2^8))
    """
    galois: Any = import_module("galois")

    ring = x.ring
    k, p = _degree(ring), ring.characteristic
    if ring.order is None:
        raise TypeError("galois has finite fields only")
    if k:
        field = galois.GF(p**k, irreducible_poly=galois.Poly.Int(ring.modulus, field=galois.GF(p)))
    else:
        field = galois.GF(ring.order)
    if isinstance(x, Matrix):
        return field(x.tolist())
    return galois.Poly(x.coeffs() or [0], field=field, order="asc")
