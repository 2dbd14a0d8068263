"""Answers over Z with options: equal to those without, and resumed from checkpoints."""

import pytest
from conftest import INTEGERS, polys
from hypothesis import assume, given
from polymod import ZZ, Zn, multimodular
from polymod.multimodular import Outcome
from test_matrix import squares


@given(squares([INTEGERS], 5))
def test_matrices(drawn):
    _, a = drawn
    for effort in "certified", "probabilistic":
        for name in "det", "rank", "charpoly", "minpoly", "nullspace":
            outcome = getattr(multimodular, name)(a, effort=effort, seed=7)
            assert isinstance(outcome, Outcome) and outcome.value == getattr(a, name)()
            assert outcome.certainty in {"proved", "verified", "probable"} and outcome.primes >= 0 <= outcome.unlucky
            assert (outcome.agreeing is not None) == (outcome.certainty == "probable")
            assert effort == "probabilistic" or outcome.certainty != "probable"
    if a.det():
        assert multimodular.inv(a).value == a.inv()
        assert multimodular.solve(a, a).value == (ZZ.identity_matrix(a.nrows()), 1)


@given(polys(2, [INTEGERS], 8))
def test_polynomials(drawn):
    _, (a, _), (b, _) = drawn
    assert multimodular.gcd(a, b).value == a.gcd(b)
    assume(a and b)
    assert multimodular.resultant(a, b).value == a.resultant(b)
    assert multimodular.xgcd(a, b).value == a.xgcd_over_z(b)
    assert multimodular.factor_squarefree(a).value == a.factor_squarefree()
    if a.degree() > 0:
        assert multimodular.discriminant(a).value == a.discriminant()


def test_algorithms():
    a = ZZ.matrix([[pow(3, 7 * i + j, 1009) for j in range(7)] for i in range(7)])
    values = {multimodular.det(a, algorithm=name).value for name in ("crt", "dixon", "big-prime", "fraction-free")}
    assert values == {a.det()}
    with pytest.raises(ValueError):
        multimodular.det(a, algorithm="magic")


def test_checkpoints(tmp_path):
    a = ZZ.matrix([[pow(3, 20 * i + j, 10**9 + 7) for j in range(20)] for i in range(20)])
    file = tmp_path / "det.checkpoint"
    first = multimodular.det(a, algorithm="crt", checkpoint=file)
    assert file.stat().st_size > 0 and first.value == a.det()
    assert multimodular.det(a, algorithm="crt", checkpoint=str(file)).value == first.value
    with pytest.raises(Exception, match="det.checkpoint"):
        multimodular.det(a * 2, algorithm="crt", checkpoint=file)
    with pytest.raises(Exception, match="missing"):
        multimodular.det(a, checkpoint=tmp_path / "missing" / "file")


def test_operands_are_checked():
    for wrong in Zn(97).matrix([[1]]), ZZ.x, 7, None:
        with pytest.raises(TypeError):
            multimodular.det(wrong)
    with pytest.raises(TypeError):
        multimodular.gcd(ZZ.x, Zn(97).x)
    with pytest.raises(ValueError, match="effort"):
        multimodular.det(ZZ.matrix([[1]]), effort="some")
    assert multimodular.det(ZZ.poly_matrix([["x", 1], [1, "x"]])).value == ZZ("x^2 - 1")
