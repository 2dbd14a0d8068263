"""Decisions, predictions, progress and threads."""

import polymod
import pytest
from polymod import ZZ, Zn


def test_a_log_has_the_decisions():
    R = Zn(2**61 - 1)
    f = R.poly(range(1, 5000))
    with polymod.explain() as log:
        f * f
        f.gcd(R.poly(range(7, 3000)))
    f * f
    assert log[0]["task"].startswith("square over") and "4999" in log[0]["task"]
    ways = {way["algorithm"]: way for way in log[0]["alternatives"]}
    assert log[0]["algorithm"] in ways and "karatsuba" in ways
    assert ways["karatsuba"]["predicted_seconds"] > ways[log[0]["algorithm"]]["predicted_seconds"] > 0
    assert any("gcd" in decision["task"] or "divisor" in decision["task"] for decision in log)
    assert "predicted" in str(log) and log[0]["algorithm"] in str(log)


def test_logs_may_be_nested():
    f = Zn(97).poly(range(50))
    with polymod.explain() as outer:
        f * f
        with polymod.explain() as inner:
            f * (f + 1)
    assert len(inner) >= 1 and len(outer) >= len(inner) + 1
    with polymod.explain() as empty:
        pass
    assert empty == []


def test_results_do_not_depend_on_logs():
    f = ZZ.poly([7**i for i in range(60)])
    m = ZZ.matrix([[i * j + 7 ** (i % 3) + (i == j) for j in range(12)] for i in range(12)])
    plain = f * f, f.gcd(f * 3), m.det(), m.charpoly()
    with polymod.explain():
        assert (f * f, f.gcd(f * 3), m.det(), m.charpoly()) == plain


def test_predictions():
    R = Zn(998244353)
    plan = polymod.plan("product", R, 10**6, 10**6)
    with polymod.explain() as log:
        R.poly([1] * 1000) * R.poly([1] * 1000)
    assert polymod.plan("product", R, 1000)["algorithm"] == log[0]["algorithm"]
    assert plan["algorithm"] in [way["algorithm"] for way in plan["alternatives"]]
    assert polymod.plan("square", ZZ, 1000, bits=500)["task"] != polymod.plan("square", ZZ, 1000, bits=50)["task"]
    assert polymod.plan("transform", R, 1024)["algorithm"] and polymod.plan("division", R, 1000, 10)["algorithm"]
    for wrong in ("product", R, 0), ("magic", R, 5), ("division", R, 5, 10):
        with pytest.raises(ValueError):
            polymod.plan(*wrong)
    for wrong in ("division", R, 5), ("square", R, 5, 5):
        with pytest.raises(TypeError):
            polymod.plan(*wrong)


def matrix(n):
    return ZZ.matrix([[pow(3, i * n + j, 10**9 + 7) ** 3 for j in range(n)] for i in range(n)])


def test_progress():
    told = []
    m = matrix(60)
    with polymod.progress(lambda *args: told.append(args)):
        m.charpoly()
    assert told and all(isinstance(stage, str) and done >= 0 for stage, done, _ in told)
    count = len(told)
    m.charpoly()
    assert len(told) == count


def test_progress_may_end_a_computation():
    def stop(stage, done, total):
        raise LookupError(stage)

    with polymod.progress(stop), pytest.raises(LookupError):
        matrix(90).charpoly()
    assert Zn(97)("x + 1") ** 2 == Zn(97)("x^2 + 2*x + 1")


def test_threads():
    f = Zn(2**61 - 1).poly(range(1, 1 << 17))
    most = polymod.threads()
    product = f * f
    try:
        polymod.set_threads(1)
        assert polymod.threads() == 1 and f * f == product
        polymod.set_threads(10**6)
        assert polymod.threads() == most and f * f == product
    finally:
        polymod.set_threads(0)
    assert polymod.threads() == most
    for wrong in -1, 1.5, None:
        with pytest.raises((TypeError, ValueError)):
            polymod.set_threads(wrong)
    assert polymod.isa() in {"scalar", "neon", "avx2", "avx512f", "avx512"}
