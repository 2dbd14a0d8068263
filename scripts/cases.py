"""Operands for every verb over every ring, for the measurements beside this file. They are files of the working folder."""

import itertools
import os
import random
import subprocess
import sys

PROGRAM = os.path.abspath(sys.argv[1])
RINGS = ["z", "zn:97", "zn:2^61-1", "zn:2^255-19", "gf2", "gf2^8:0x11b", "gfpf:F4"]
ELEMENTS = {"zn:97": 97, "gf2": 2, "gf2^8:0x11b": 256}


def file(name, make):
    """A file of this name, made where there is none."""
    name = "".join(c if c.isalnum() else "_" for c in name)
    if not os.path.exists(name):
        make(name)
    return name


def generated(what, ring, seed):
    bits = ["--bits", "60"] if ring == "z" else []
    line = ["gen", *what.split(), "--ring", ring, "--seed", str(seed), "--format", "json", *bits]
    return file(f"{what} {ring} {seed}", lambda name: subprocess.run([PROGRAM, *line, "-o", name], check=True))


def poly(ring, n, seed=1):
    return generated(f"poly --degree {n}", ring, seed)


def matrix(ring, n, seed=1, cols=None):
    return generated(f"matrix --rows {n} --cols {cols or n}", ring, seed)


def nested(ring, shape, seed=1):
    """An array of arrays … of random elements, the leading one 1."""
    source = random.Random(seed)

    def text(shape):
        if not shape:
            return str(source.randrange(ELEMENTS.get(ring, 10**17)))
        return "[" + ",".join(text(shape[1:]) for _ in range(shape[0])) + ("]" if len(shape) > 1 else ",1]")

    return file(f"nested {shape} {ring} {seed}", lambda name: open(name, "w").write(text(shape)))


def points(ring, n):
    n = min(n, ELEMENTS.get(ring, n))
    return file(f"points {n} {ring}", lambda name: open(name, "w").write(str(list(range(n)))))


def values(ring, n):
    return file(f"values {n} {ring}", lambda name: open(name, "w").write(str([0] * min(n, ELEMENTS.get(ring, n)))))


# operands for a size, sizes over z, sizes over other rings
VERBS = {
    "add": (lambda r, n: [poly(r, n), poly(r, n, 2)], [300000], [300000]),
    "mul": (lambda r, n: [poly(r, n), poly(r, n, 2)], [100000], [300000]),
    "mul to a degree": (lambda r, n: [poly(r, n), poly(r, n, 2), "--low", str(n)], [100000], [300000]),
    "mul, middle": (lambda r, n: [poly(r, n), poly(r, 2 * n, 2), "--middle", f"{n}:{2 * n}"], [100000], [300000]),
    "sqr": (lambda r, n: [poly(r, n)], [100000], [300000]),
    "pow": (lambda r, n: [poly(r, n), "3"], [50000], [150000]),
    "eval": (lambda r, n: [poly(r, n), "5"], [30000], [300000]),
    "multieval": (lambda r, n: [poly(r, n), points(r, n)], [300], [8000, 60000]),
    "interpolate": (lambda r, n: [points(r, n), values(r, n)], [60], [8000, 60000]),
    "prod": (lambda r, n: [nested(r, [n // 30, 30])], [3000], [30000, 200000]),
    "derivative": (lambda r, n: [poly(r, n)], [300000], [300000]),
    "reverse": (lambda r, n: [poly(r, n)], [300000], [300000]),
    "divrem": (lambda r, n: [poly(r, 2 * n), poly(r, n, 2)], [], [20000, 150000]),
    "quo": (lambda r, n: [poly(r, 2 * n), poly(r, n, 2)], [], [20000, 150000]),
    "rem": (lambda r, n: [poly(r, 2 * n), poly(r, n, 2)], [], [20000, 150000]),
    "pseudo-divrem": (lambda r, n: [poly(r, n + 40), poly(r, n, 2)], [2000], [20000]),
    "pow-mod": (lambda r, n: [poly(r, n - 1), "5", poly(r, n, 2)], [], [20000, 100000]),
    "gcd": (lambda r, n: [poly(r, n), poly(r, n, 2)], [100, 2000], [3000, 30000]),
    "xgcd": (lambda r, n: [poly(r, n), poly(r, n, 2)], [60, 200], [3000, 20000]),
    "resultant": (lambda r, n: [poly(r, n), poly(r, n, 2)], [100, 300], [3000, 30000]),
    "discriminant": (lambda r, n: [poly(r, n)], [100, 300], [3000, 30000]),
    "subresultants": (lambda r, n: [poly(r, n), poly(r, n, 2)], [50], [200]),
    "content": (lambda r, n: [poly(r, n)], [300000], []),
    "primitive": (lambda r, n: [poly(r, n)], [300000], []),
    "inv-mod": (lambda r, n: [poly(r, n - 1), poly(r, n, 2)], [], [3000, 20000]),
    "rational": (lambda r, n: [poly(r, n - 1), poly(r, n, 2)], [], [3000, 20000]),
    "minpoly": (lambda r, n: [poly(r, n)], [], [3000, 20000]),
    "recurrence": (lambda r, n: [poly(r, n - 1), f"=x^{n}-x-1", "1000000"], [2, 10], [100, 1000]),
    "factor": (lambda r, n: [poly(r, n)], [20, 80], [60, 500]),
    "squarefree": (lambda r, n: [poly(r, n)], [100], [3000]),
    "roots": (lambda r, n: [poly(r, n)], [20], [100]),
    "irreducible": (lambda r, n: [poly(r, n)], [20], [100]),
    "compose": (lambda r, n: [poly(r, n), poly(r, n, 2)], [20, 40], [100, 250]),
    "taylor-shift": (lambda r, n: [poly(r, n), "3"], [2000], [20000, 150000]),
    "compose-mod": (lambda r, n: [poly(r, n - 1), poly(r, n - 1, 3), poly(r, n, 2)], [], [500, 2000]),
    "inv-series": (lambda r, n: ["=1-x-2*x^2" if r == "z" else poly(r, n), str(n)], [10000], [50000, 300000]),
    "compose-series": (lambda r, n: [poly(r, n), "=x+x^2", str(n)], [200], [500, 3000]),
    "revert-series": (lambda r, n: ["=x+x^2+5*x^3", str(n)], [200], [500, 2000]),
    "exp-series": (lambda r, n: ["=x", "90"], [], [90]),
    "log-series": (lambda r, n: ["=1+x", "90"], [], [90]),
    "pow-series": (lambda r, n: ["=1+x", "7", str(n)], [1000], [20000]),
    "sqrt-series": (lambda r, n: ["=1+4*x", str(n)], [1000], [20000]),
    "ntt": (lambda r, n: [poly(r, n - 1), "--length", str(n)], [], [2**14, 2**18]),
    "matmul": (lambda r, n: [matrix(r, n), matrix(r, n, 2)], [200, 400], [300, 800]),
    "matpow": (lambda r, n: [matrix(r, n), "5"], [100], [300, 700]),
    "transpose": (lambda r, n: [matrix(r, n)], [500], [700]),
    "det": (lambda r, n: [matrix(r, n)], [60, 120, 200], [400, 900]),
    "rank": (lambda r, n: [matrix(r, n)], [60, 300], [400, 900]),
    "solve": (lambda r, n: [matrix(r, n), matrix(r, n, 2, 1)], [60, 120, 200], [400, 700]),
    "inverse": (lambda r, n: [matrix(r, n)], [20, 50, 80], [300, 600]),
    "nullspace": (lambda r, n: [matrix(r, n // 2, 1, n)], [60, 120], [400, 900]),
    "charpoly": (lambda r, n: [matrix(r, n)], [60, 120], [200, 400]),
    "matmul of polynomials": (lambda r, n: [nested(r, [n, n, 200]), nested(r, [n, n, 200], 2)], [8], [10, 25]),
    "det of polynomials": (lambda r, n: [nested(r, [n, n, 20])], [4], [10]),
    "approximant-basis": (lambda r, n: [nested(r, [n, n, 100]), "100"], [], [4, 10]),
    "kernel-basis": (lambda r, n: [nested(r, [n, n, 20])], [], [8]),
    "popov": (lambda r, n: [nested(r, [n, n, 10])], [], [6]),
    "hermite": (lambda r, n: [nested(r, [n, n, 10])], [], [6]),
}


def cases(rings, sizes, only):
    """(ring, verb, size, arguments) for the sizes that `sizes(over z, over others, ring)` lists; `only` names verbs and rings, none: all."""
    for ring, (verb, (make, over_z, others)) in itertools.product(rings, VERBS.items()):
        if only and verb not in only and ring not in only:
            continue
        for n in sizes(over_z, others, ring):
            # 30 coefficients a factor
            if verb != "prod" or n >= 30:
                yield ring, verb, n, [verb.replace(",", "").split()[0], *make(ring, n), "--ring", ring]
