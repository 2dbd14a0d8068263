"""Several threads of Python at once, with the interpreter's lock and without."""

import random
import sys
import threading
from concurrent.futures import ThreadPoolExecutor

import numpy as np
import polymod
from polymod import GF, ZZ, Zn, multimodular

THREADS = 4


def together(work):
    """The results of the work in several threads, which begin at the same time."""
    ready = threading.Barrier(THREADS)

    def begin(i):
        ready.wait()
        return work(i)

    with ThreadPoolExecutor(THREADS) as pool:
        return list(pool.map(begin, range(THREADS)))


def test_the_module_needs_no_lock():
    enabled = getattr(sys, "_is_gil_enabled", lambda: True)()
    assert enabled == ("free-threading" not in sys.version)


def test_objects_are_shared():
    R = Zn(2**61 - 1)
    a, m = R.poly(range(1, 3000)), R.matrix([[pow(3, i * j, 1009) for j in range(20)] for i in range(20)])
    product, det, values = a * a, m.det(), a(range(100)).tolist()

    def work(_):
        return all(
            a * a == product and m.det() == det and a(range(100)).tolist() == values and hash(a) == hash(R.poly(a.coeffs()))
            for _ in range(15)
        )

    assert all(together(work))


def test_rings_are_made_at_once():
    """More moduli than the module keeps rings, in another order in each thread."""
    moduli = [n for n in range(10**6, 10**6 + 60)]

    def work(i):
        order = moduli * 5
        random.Random(i).shuffle(order)
        for n in order:
            assert polymod.convolve([n - 1, 2], [3, 4], n).tolist() == [n - 3, 2, 8]
            assert Zn(n)(5) * 7 == Zn(n)(35) and GF(2**8)(0x57) + GF(2**8)(0x57) == 0
        return True

    assert all(together(work))


def test_logs_and_progress():
    """Each log has at least the decisions of its own thread."""
    m = ZZ.matrix([[pow(3, i * j + i, 10**9 + 7) for j in range(60)] for i in range(60)])
    det, stages = m.det(), set()

    def work(i):
        for n in range(10):
            with polymod.explain() as log:
                f = Zn(97).poly(range(1, 20 + i + n))
                f * f
            assert any(f"{19 + i + n} by {19 + i + n}" in decision["task"] for decision in log)
            with polymod.progress(lambda stage, done, total: stages.add(stage)):
                assert multimodular.det(m, algorithm="crt").value == det
        return True

    assert all(together(work))


def test_arrays_are_read_at_once():
    a = np.arange(1 << 12, dtype=np.uint64)
    expected = polymod.convolve(a, a, 998244353).tolist()
    assert all(together(lambda _: polymod.convolve(a, a, 998244353).tolist() == expected))
