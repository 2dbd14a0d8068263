"""Conversions to and from python-flint, SymPy, Sage and galois.

The packages are imported where they are needed; none is a dependency.
"""

from __future__ import annotations

from importlib import import_module
from typing import Any

from ._polymod import GF, GF2, ZZ, Matrix, Poly, Ring, Zn

__all__ = [
    "from_flint",
    "from_galois",
    "from_sympy",
    "to_flint",
    "to_galois",
    "to_sage",
    "to_sympy",
]


def _binary_degree(ring: Ring) -> int:
    """k of GF(2^k); 0 for other rings."""
    order = ring.order
    if order is None or ring.characteristic != 2 or order == ring.modulus:
        return 0
    return order.bit_length() - 1


def _bits(n: int, count: int) -> list[int]:
    return [n >> i & 1 for i in range(count)]


def _integer(c: Any) -> int:
    """The integer of an element of python-flint; of GF(2^k), the one with its bits."""
    if hasattr(c, "to_list"):
        return sum(int(bit) << i for i, bit in enumerate(c.to_list()))
    return int(c)


def to_flint(x: Poly | Matrix) -> Any:
    """A polynomial or matrix as one of python-flint.

    >>> from polymod import Zn, ZZ
    >>> to_flint(Zn(97)("x^2 - 1")), to_flint(ZZ.matrix([[1, 2], [3, 4]]))
    (x^2 + 96, [1, 2]
    [3, 4])
    """
    flint: Any = import_module("flint")

    n = x.ring.order
    k = _binary_degree(x.ring)
    if isinstance(x, Matrix):
        if k:
            raise TypeError("python-flint has no matrices over GF(2^k)")
        if n is None:
            return flint.fmpz_mat(*x.shape, x.entries())
        if n < 2**64:
            return flint.nmod_mat(*x.shape, x.entries(), n)
        return flint.fmpz_mod_mat(*x.shape, x.entries(), flint.fmpz_mod_ctx(n))
    if n is None:
        return flint.fmpz_poly(x.coeffs())
    if k:
        two = flint.fmpz_mod_poly_ctx(flint.fmpz_mod_ctx(2))
        field = flint.fq_default_ctx(modulus=two(_bits(x.ring.modulus, k + 1)))
        return flint.fq_default_poly_ctx(field)([field(_bits(c, k)) for c in x.coeffs()])
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

    if isinstance(x, flint.fmpz_poly):
        return ZZ.poly([int(c) for c in x.coeffs()])
    if isinstance(x, flint.nmod_poly):
        return Zn(int(x.modulus())).poly([int(c) for c in x.coeffs()])
    if isinstance(x, flint.fmpz_mod_poly):
        return Zn(int(x.modulus())).poly([int(c) for c in x.coeffs()])
    if isinstance(x, flint.fq_default_poly):
        field = x.context().base_field()
        if int(field.characteristic()) != 2:
            raise TypeError("expected a field of characteristic 2")
        modulus = sum(int(c) << i for i, c in enumerate(field.modulus().coeffs()))
        ring = GF(2 ** int(field.degree()), modulus=modulus)
        return ring.poly([_integer(c) for c in x.coeffs()])
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

    if _binary_degree(f.ring):
        raise TypeError("SymPy has no polynomials over GF(2^k)")
    symbol = symbol if symbol is not None else sympy.Symbol("x")
    domain = sympy.ZZ if f.ring.order is None else sympy.GF(f.ring.order)
    return sympy.Poly([domain(c) for c in reversed(f.coeffs())] or [0], symbol, domain=domain)


def from_sympy(f: Any, ring: Ring | None = None) -> Poly:
    """A univariate ``sympy.Poly``, over its own domain ZZ or GF(p), or over the ring given.

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
        elif f.domain.is_FiniteField:
            ring = Zn(int(f.domain.mod))
        else:
            raise ValueError(f"expected a polynomial over ZZ or GF(p), got one over {f.domain}")
    return ring.poly([int(c) for c in reversed(f.all_coeffs())])


def to_sage(x: Poly | Matrix | Ring) -> str:
    """An expression that Sage evaluates to the ring, polynomial or matrix: for ``sage_eval``.

    >>> from polymod import Zn
    >>> to_sage(Zn(97)("x^2 - 1"))
    'PolynomialRing(Integers(97), "x")([96, 0, 1])'
    """
    ring = x if isinstance(x, Ring) else x.ring
    k = _binary_degree(ring)
    if k:
        modulus = _bits(ring.modulus, k + 1)
        name = f'GF(2^{k}, "a", modulus=GF(2)["t"]({modulus}))'
    elif ring.order is None:
        name = "ZZ"
    else:
        name = "GF(2)" if ring == GF2 else f"Integers({ring.order})"
    if isinstance(x, Ring):
        return name
    if isinstance(x, Matrix):
        if k:
            raise TypeError("matrices over GF(2^k) have no expression here")
        return f"matrix({name}, {x.nrows()}, {x.ncols()}, {x.entries()})"
    coeffs = f"[K.from_integer(c) for c in {x.coeffs()}]" if k else str(x.coeffs())
    expression = f'PolynomialRing({"K" if k else name}, "x")({coeffs})'
    return f"(lambda K: {expression})({name})" if k else expression


def _galois_ring(field: Any) -> Ring:
    """The ring of a field of galois."""
    if field.degree == 1:
        return GF(int(field.order))
    if field.characteristic != 2:
        raise TypeError("expected a prime field, or one of characteristic 2")
    return GF(int(field.order), modulus=int(field.irreducible_poly))


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
    k = _binary_degree(ring)
    if ring.order is None:
        raise TypeError("galois has finite fields only")
    if k:
        field = galois.GF(2**k, irreducible_poly=galois.Poly.Int(ring.modulus))
    else:
        field = galois.GF(ring.order)
    if isinstance(x, Matrix):
        return field(x.tolist())
    return galois.Poly(x.coeffs() or [0], field=field, order="asc")
