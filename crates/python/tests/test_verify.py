"""Right answers are confirmed, and wrong ones refused: those with any one coefficient changed."""

import inspect
import math
from fractions import Fraction

import numpy as np
import polymod
import pytest
from polymod import GF, GF2, QQ, ZZ, Matrix, Poly, PolyMatrix, PolymodError, WrongAnswer, Zn, verify

FIELDS = [Zn(97), Zn(2**61 - 1), Zn(2**127 - 1), GF(2**8), GF2]
RINGS = [*FIELDS, GF(3, 4), ZZ, QQ]


def a(R, degree=6, seed=1):
    """A polynomial of this degree."""
    c = [int(x) for x in polymod.random(R, degree, seed)]
    return R.poly([*c, *[0] * (degree - len(c)), 1])


def matrix(R, n=4, seed=1):
    """A matrix with determinant 1 or -1."""
    lower, upper = (polymod.random(R, (n, n), seed + i) for i in (0, 1))
    low = lambda m, flip: R.matrix([[(m[j, i] if flip else m[i, j]) if j < i else int(i == j) for j in range(n)] for i in range(n)])
    return low(lower, False) @ low(upper, True).transpose()


def poly_matrix(R, rows=3, columns=3):
    return R.poly_matrix([[a(R, 2, 10 * i + j) for j in range(columns)] for i in range(rows)])


def series(R, constant):
    return R.poly([constant, 1, 0, 1])


def points(R):
    return list(range(1, 7)) if R.order is None or R.order > 7 else [0, 1]


def of_polys(R):
    f, g, m = a(R), a(R, 4, 2), a(R, 5, 3)
    yield verify.product, (f, g), f * g, {}
    for part in {"low": 5}, {"window": slice(2, 7)}, {"cyclic": 4}, {"negacyclic": 4}:
        yield verify.product, (f, g), f.mul(g, **part), part
    yield verify.prod, ([f, g, m],), f * g * m, {}
    yield verify.power, (f, 5), f**5, {}
    yield verify.derivative, (f,), f.derivative(), {}
    yield verify.divmod, (f, g), divmod(f, g), {}
    yield verify.quotient, (f, g), f // g, {}
    yield verify.remainder, (f, g), f % g, {}
    yield verify.pseudo_divmod, (f, g), f.pseudo_divmod(g), {}
    yield verify.gcd, (f * m, g * m), (f * m).gcd(g * m), {}
    yield verify.resultant, (f, g), f.resultant(g), {}
    yield verify.discriminant, (f,), f.discriminant(), {}
    yield verify.subresultants, (f, g), f.subresultants(g), {}
    yield verify.pow_mod, (f, 10, m), pow(f, 10, m), {}
    yield verify.compose_mod, (f, g, m), f.compose_mod(g, m), {}
    yield verify.value, (f, 1), f(1), {}
    yield verify.multieval, (f, points(R)), f(points(R)).tolist(), {}
    yield verify.compose, (f, g), f(g), {}
    yield verify.factor, (f * g,), (f * g).factor(), {}
    yield verify.factor_squarefree, (f * g * g,), (f * g * g).factor_squarefree(), {}
    yield verify.is_irreducible, (f,), f.is_irreducible(), {}
    rooted = R.from_roots([0, 1, 1])
    yield verify.roots, (rooted,), rooted.roots(multiplicities=False), {}
    n = 7
    yield verify.inverse_series, (series(R, 1), n), series(R, 1).inverse_series(n), {}
    yield verify.pow_series, (series(R, 1), -3, n), series(R, 1).pow_series(-3, n), {}
    yield verify.compose_series, (f, series(R, 0), n), f.compose_series(series(R, 0), n), {}
    yield verify.revert_series, (series(R, 0), n), series(R, 0).revert_series(n), {}
    yield verify.recurrence_term, (g, [1] * 4, 20), g.recurrence_term([1] * 4, 20), {}


def of_residues(R):
    f, g, m = a(R), a(R, 4, 2), R.random_irreducible(5)
    yield verify.xgcd, (f, g), f.xgcd(g), {}
    yield verify.inverse_mod, (f, m), f.inverse_mod(m), {}
    yield verify.rational, (f, R.random_irreducible(9), 4), f.rational(R.random_irreducible(9), 4), {}
    x = points(R)[:4]
    values = f(x)
    yield verify.interpolate, (x, values), R.interpolate(x, values), {}
    s = matrix(R)
    yield verify.minpoly, ([1, 1, 0, 1, 1, 0],), R.minpoly([1, 1, 0, 1, 1, 0]), {}
    yield verify.minpoly, (s,), s.minpoly(), {}
    if R.characteristic == 0 or R.characteristic > 10:
        yield verify.integral, (f,), f.integral(), {}
        yield verify.log_series, (series(R, 1), 7), series(R, 1).log_series(7), {}
        yield verify.exp_series, (series(R, 0), 7), series(R, 0).exp_series(7), {}
        yield verify.sqrt_series, (series(R, 1), 7), series(R, 1).sqrt_series(7), {}
    p = poly_matrix(R)
    yield verify.approximant_basis, (poly_matrix(R, 3, 1), 6), poly_matrix(R, 3, 1).approximant_basis(6), {}
    yield verify.kernel_basis, (poly_matrix(R, 3, 2),), poly_matrix(R, 3, 2).kernel_basis(), {}
    yield verify.rank, (p,), p.rank(), {}
    yield verify.popov, (p,), p.popov(), {}
    yield verify.hermite, (p,), p.hermite(), {}


def of_algebra(R):
    f, g, m = a(R), a(R, 4, 2), a(R, 5, 3)
    yield verify.lcm, (f * m, g * m), (f * m).lcm(g * m), {}
    yield verify.remove, (f * g * g, g), (f * g * g).remove(g), {}
    yield verify.mod_each, (f, [g, m]), f.mod_each([g, m]), {}
    yield verify.div_series, (f, series(R, 1), 7), f.div_series(series(R, 1), 7), {}
    yield verify.power_sums, (g, 5), g.power_sums(5), {}
    if R.characteristic != 2:
        yield verify.sqrt, (g * g,), (g * g).sqrt(), {}
    s = matrix(R)
    yield verify.adjugate, (s,), s.adjugate(), {}
    yield verify.pfaffian, (s - s.T,), (s - s.T).pfaffian(), {}
    unit = R.poly_matrix([[1, R.x], [0, 1]])
    yield verify.inverse_series, (unit, 4), unit.inverse_series(4), {}


def of_fields(R):
    s, p = matrix(R), poly_matrix(R, 2, 2)
    yield verify.hessenberg, (s,), s.hessenberg(), {}
    singular = R.matrix([[1, 0, 1], [1, 0, 1], [0, 1, 1]])
    yield verify.column_space, (singular,), singular.column_space(), {}
    yield verify.smith, (p,), p.smith(), {}
    yield verify.divmod, (p @ p, p), divmod(p @ p, p), {}
    rows = polymod.random(R, (4, 1), 8)
    if R != GF2:  # there another basis is as good
        yield verify.interpolant_basis, (rows, [0, 1]), rows.interpolant_basis([0, 1]), {}
    moduli = [R.x, R("x + 1")]
    yield verify.crt, ([R.poly([1]), R.poly([0])], moduli), Poly.crt([1, 0], moduli), {}
    if R.order is not None and R.order < 1000:
        f = Poly.prod([p for p, _ in a(R).factor()[1]])
        yield verify.distinct_degree_factors, (f,), f.distinct_degree_factors(), {}
        yield verify.order_of_x, (R("x^2 + x + 1"),), R("x^2 + x + 1").order_of_x(), {}
        yield verify.equal_degree_factors, (Poly.prod(moduli), 1), Poly.prod(moduli).equal_degree_factors(1), {}
    if R.characteristic == 0 or R.characteristic > 10:
        yield verify.invsqrt_series, (series(R, 1), 7), series(R, 1).invsqrt_series(7), {}
        for name in "sin", "tanh", "asin":
            yield verify.elementary_series, (name, series(R, 0), 7), getattr(series(R, 0), f"{name}_series")(7), {}


def of_integers(R):
    m = polymod.random(ZZ, (3, 4), 2, bits=4)
    for check in verify.hnf, verify.snf, verify.lll:
        method = getattr(m, check.__name__)
        yield check, (m,), method(), {}
        yield check, (m,), method(transform=True), {}
    f, g = ZZ("6*x^3 - 12*x + 18"), ZZ("x^2 - 3")
    yield verify.xgcd, (f, g), f.xgcd_over_z(g), {}
    yield verify.content, (f,), f.content(), {}
    yield verify.primitive_part, (f,), f.primitive_part(), {}
    yield verify.sqrt_series, (ZZ("1 - 4*x"), 7), ZZ("1 - 4*x").sqrt_series(7), {}


def of_matrices(R):
    m, n = matrix(R), matrix(R, seed=5)
    singular = R.matrix([[1, 0, 1, 1], [0, 1, 1, 0], [1, 1, 0 if R.characteristic == 2 else 2, 1]])
    yield verify.product, (m, n), m @ n, {}
    yield verify.power, (m, 5), m**5, {}
    yield verify.det, (m,), m.det(), {}
    yield verify.rank, (singular,), singular.rank(), {}
    yield verify.solve, (m, [1, 0, 1, 1]), m.solve([1, 0, 1, 1]), {}
    yield verify.solve, (m, n), m.solve(n), {}
    yield verify.inv, (m,), m.inv(), {}
    yield verify.nullspace, (singular,), singular.nullspace(), {}
    yield verify.charpoly, (m,), m.charpoly(), {}
    p = poly_matrix(R)
    yield verify.product, (p, p), p @ p, {}
    yield verify.power, (p, 3), p**3, {}
    yield verify.det, (p,), p.det(), {}


def changed(answer, R):
    """All answers with one coefficient changed."""
    if isinstance(answer, bool):
        yield not answer
    elif isinstance(answer, Poly):
        for i in range(len(answer) + 1):
            yield answer + answer.ring.x**i
    elif isinstance(answer, Matrix):
        for k in range(answer.nrows() * answer.ncols()):
            entries = answer.entries()
            entries[k] = (answer.ring(entries[k]) + 1).value
            yield answer.ring.matrix(*answer.shape, entries)
    elif isinstance(answer, PolyMatrix):
        for k in range(answer.nrows() * answer.ncols()):
            entries = answer.entries()
            entries[k] += answer.ring.x
            yield answer.ring.poly_matrix(*answer.shape, entries)
    elif isinstance(answer, (list, tuple, np.ndarray)):
        sequence = tuple if isinstance(answer, tuple) else list
        for i, x in enumerate(answer):
            for other in changed(x, R):
                yield sequence([*answer[:i], other, *answer[i + 1 :]])
    elif R == QQ and isinstance(answer, int):
        yield answer + 1
    else:
        yield (R(answer if isinstance(answer, Fraction) else int(answer) % (R.order or 2**200)) + 1).value


def cases():
    for R in RINGS:
        groups = {ZZ: [of_integers], QQ: []}.get(R, [of_residues])
        groups = [of_polys, of_algebra, of_matrices, *groups] + ([] if R == ZZ else [of_fields])
        for group in groups:
            for check, operands, answer, keywords in group(R):
                name = f"{R}-{check.__name__}-{type(operands[0]).__name__}-{'-'.join(keywords)}"
                yield pytest.param(R, check, operands, answer, keywords, id=name)


def plain(answer):
    """Sequences as lists, for comparison."""
    return [plain(x) for x in answer] if isinstance(answer, (list, tuple, np.ndarray)) else answer


def arguments(check, operands, answer):
    """The operands and the answer in the order of the function's parameters."""
    names = [p.name for p in inspect.signature(check).parameters.values() if p.kind is p.POSITIONAL_OR_KEYWORD and p.name != "shift"]
    assert names.index("answer") == len(operands), check
    return [*operands, answer]


@pytest.mark.parametrize(("R", "check", "operands", "answer", "keywords"), list(cases()))
def test_right_and_wrong_answers(R, check, operands, answer, keywords):
    proof = check(*arguments(check, operands, answer), **keywords)
    assert proof.exact == (proof.log2_error == -math.inf) == ("recomputed" in proof.text) and str(proof) == proof.text
    assert proof.exact or proof.log2_error < -50
    wrong = list(changed(answer, R))
    assert wrong
    for other in wrong:
        if plain(other) == plain(answer):
            continue
        # multiplicities and denominators may be out of range, too
        with pytest.raises((WrongAnswer, ValueError, ZeroDivisionError)) as refused:
            check(*arguments(check, operands, other), **keywords)
        assert refused.type is WrongAnswer or isinstance(answer, tuple), refused.value


def test_every_check_is_tested():
    tested = {param.values[1].__name__ for param in cases()}
    functions = {name for name in verify.__all__ if name not in ("Proof", "WrongAnswer")}
    assert functions == tested


def test_answers_of_other_packages():
    flint = pytest.importorskip("flint")
    f = flint.fmpz_poly([3, 1, 4, 1, 5, 9, 2, 6])
    product = polymod.from_flint(f * f)
    assert not verify.product(polymod.from_flint(f), polymod.from_flint(f), product).exact


def test_seeds():
    f = Zn(2**61 - 1).poly(range(100))
    assert verify.product(f, f, f * f, seed=0) == verify.product(f, f, f * f, seed=2**256 - 1) == verify.product(f, f, f * f)
    with pytest.raises(OverflowError):
        verify.product(f, f, f * f, seed=-1)


@pytest.mark.parametrize(
    ("check", "operands"),
    [
        (verify.product, (1, 2, 2)),
        (verify.product, (Zn(97).x, Zn(97).x, "x^2")),
        (verify.product, (Zn(97).x, Zn(97).matrix([[1]]), Zn(97).x)),
        (verify.det, (Zn(97).x, 1)),
        (verify.content, (Zn(97).x, 1)),
        (verify.xgcd, (Zn(97).x, Zn(97).x, (Zn(97).x, Zn(97).x, Zn(97).x, 1))),
        (verify.popov, (Zn(97).matrix([[1]]), Zn(97).matrix([[1]]))),
    ],
)
def test_operands_of_other_kinds_are_refused(check, operands):
    with pytest.raises(TypeError):
        check(*operands)


def test_rings_must_be_the_same():
    f, g = Zn(97).x, Zn(101).x
    with pytest.raises(ValueError, match="zn:101"):
        verify.product(f, f, g)
    with pytest.raises(ValueError, match="zn:101"):
        verify.prod([f, g], f)


def test_wrong_shapes_are_refused():
    m = matrix(Zn(97))
    small = Zn(97).matrix([[1]])
    for check, operands in [
        (verify.product, (m, m, small)),
        (verify.product, (m, small, m)),
        (verify.power, (m, 2, small)),
        (verify.nullspace, (m, small)),
        (verify.charpoly, (m, Zn(97).x)),
        (verify.inv, (m, small)),
        (verify.popov, (poly_matrix(Zn(97)), poly_matrix(Zn(97), 1, 1))),
        (verify.product, (poly_matrix(Zn(97)), poly_matrix(Zn(97)), poly_matrix(Zn(97), 1, 1))),
        (verify.approximant_basis, (poly_matrix(Zn(97)), 3, poly_matrix(Zn(97), 1, 1))),
        (verify.kernel_basis, (poly_matrix(Zn(97)), poly_matrix(Zn(97), 1, 1))),
        (verify.hermite, (poly_matrix(Zn(97)), poly_matrix(Zn(97), 1, 1))),
        (verify.popov, (poly_matrix(Zn(97)), poly_matrix(Zn(97)), [0])),
        (verify.multieval, (Zn(97).x, [1, 2], [1])),
    ]:
        with pytest.raises((WrongAnswer, ValueError, PolymodError)) as refused:
            check(*operands)
        assert "internal error" not in str(refused.value), check


def test_a_wrong_answer_is_a_polymod_error():
    assert issubclass(WrongAnswer, PolymodError) and WrongAnswer.__module__ == "polymod"
