"""The types of the stub file are those of the module, and programs that use them are checked."""

import pathlib
import subprocess
import sys

import polymod

PACKAGE = pathlib.Path(polymod.__file__).parent


def run(*arguments, cwd):
    done = subprocess.run([sys.executable, *arguments], capture_output=True, text=True, cwd=cwd)
    assert done.returncode == 0, done.stdout + done.stderr


def test_the_stub_file_is_complete(tmp_path):
    assert (PACKAGE / "py.typed").exists()
    run("-m", "mypy.stubtest", "polymod", cwd=PACKAGE.parent if PACKAGE.parent.name == "python" else tmp_path)


def test_a_program_is_checked(tmp_path):
    program = tmp_path / "program.py"
    program.write_text(
        """
import numpy as np
from polymod import GF2, ZZ, Element, Matrix, Poly, Ring, Zn, convolve

R: Ring = Zn(97)
f: Poly = R("x^2 + 1") * 3 - R.poly([1, 2]) // R.x
a: Element = R(5) / 7
value: int = f(a)
composed: Poly = f(f)
leading: int = f[-0]
coefficients: list[int] = f[1:]
m: Matrix = R.matrix(np.eye(2, dtype=int)) + np.ones((2, 2), int)
d: int = m.det() + ZZ.matrix([[1]]).trace()
unit, factors = f.factor()
p, e = factors[0]
power: Poly = p**e % f
array = convolve([1, 2], np.array([3]), mod=97)
"""
    )
    run("-m", "mypy", "--strict", str(program), cwd=PACKAGE.parent if PACKAGE.parent.name == "python" else tmp_path)
