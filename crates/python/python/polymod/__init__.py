"""Exact arithmetic with polynomials and matrices over Z, Z/n and finite fields.

>>> from polymod import Zn
>>> R = Zn(998244353)
>>> f = R("3*x^2 - x + 7")
>>> print(f * f)
9*x^4 + 998244347*x^3 + 43*x^2 + 998244339*x + 49
"""

from . import multimodular, verify
from ._polymod import (
    GF,
    GF2,
    ZZ,
    Bivariate,
    Dft,
    Divisor,
    Domain,
    Echelon,
    Element,
    Matrix,
    Points,
    Poly,
    PolyMatrix,
    PolymodError,
    Ring,
    Transformed,
    WrongAnswer,
    Zn,
    __version__,
    convolve,
    det,
    intt,
    inv,
    isa,
    matmul,
    multieval,
    ntt,
    plan,
    rank,
    set_threads,
    solve,
    threads,
)
from ._limits import limits
from ._neighbours import from_flint, from_galois, from_sympy, to_flint, to_galois, to_sage, to_sympy
from ._observe import Log, explain, progress
from ._random import random

__all__ = [
    "Bivariate",
    "Dft",
    "Divisor",
    "Domain",
    "Echelon",
    "Element",
    "GF",
    "GF2",
    "Log",
    "Matrix",
    "Points",
    "Poly",
    "PolyMatrix",
    "PolymodError",
    "Ring",
    "Transformed",
    "WrongAnswer",
    "ZZ",
    "Zn",
    "convolve",
    "det",
    "explain",
    "from_flint",
    "from_galois",
    "from_sympy",
    "intt",
    "inv",
    "isa",
    "limits",
    "matmul",
    "multieval",
    "multimodular",
    "ntt",
    "plan",
    "progress",
    "random",
    "rank",
    "set_threads",
    "solve",
    "threads",
    "to_flint",
    "to_galois",
    "to_sage",
    "to_sympy",
    "verify",
    "__version__",
]
