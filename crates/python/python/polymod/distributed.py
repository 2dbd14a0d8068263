"""Answers over Z whose images modulo primes are computed by the workers of an executor: processes, Dask, Ray, MPI.

The functions are those of :mod:`polymod.multimodular`, with its keywords, and these:

``executor``
    A ``concurrent.futures.Executor``: a process pool, Dask's ``client.get_executor(retries=3)``, ``mpi4py.futures.MPIPoolExecutor``; or a function
    without arguments that makes one. The workers need this package in the same version. An executor that has ended because a worker died is
    replaced by a new one of the function, and what the worker had is computed again; without a function that is a PolymodError.
``workers``
    The number of tasks that the executor runs at a time; asked of executors that are known, else the number of cores here.
``threads``
    The number of threads of a task, 1 unless given; 0 for all cores.

Operands are sent once to each worker, then groups of 16 primes, as many in a task as its threads compute at once. The answer and the number of primes do not depend on the executor, the number of
workers, or the order in which they answer. A ``checkpoint`` has all images that arrived, for any other executor to go on from.

>>> from concurrent.futures import ThreadPoolExecutor
>>> from polymod import ZZ, distributed
>>> a = ZZ.matrix([[pow(3, 20 * i + j, 10**9 + 7) for j in range(20)] for i in range(20)])
>>> with ThreadPoolExecutor(2) as executor:
...     found = distributed.det(a, executor=executor, algorithm="crt")
>>> found.certainty, found.value == a.det()
('proved', True)

Processes are to be started by ``spawn`` or ``forkserver``, because a process that has computed with several threads must not ``fork``:

>>> from concurrent.futures import ProcessPoolExecutor
>>> from multiprocessing import get_context
>>> def processes():
...     return ProcessPoolExecutor(2, mp_context=get_context("spawn"))
>>> distributed.charpoly(a, executor=processes).value == a.charpoly()  # doctest: +SKIP
True
"""

from __future__ import annotations

import os
from collections.abc import Callable, Iterator, Sequence
from concurrent.futures import FIRST_COMPLETED, BrokenExecutor, Executor, Future, wait
from typing import TYPE_CHECKING, Any

from . import _polymod, multimodular
from ._limits import limits
from ._polymod import Bivariate, Matrix, Poly, PolyMatrix, PolymodError, SparseMatrix
from .multimodular import Outcome

if TYPE_CHECKING:
    from typing_extensions import Required, Unpack

__all__ = [
    "Options",
    "adjugate",
    "charpoly",
    "column_space",
    "det",
    "discriminant",
    "factor_squarefree",
    "gcd",
    "images",
    "inv",
    "minpoly",
    "nullspace",
    "pfaffian",
    "rank",
    "resultant",
    "rref",
    "solve",
    "xgcd",
]

# bytes of the identity at the end of a request
_IDENTITY = 32
# seconds between two looks for Ctrl-C
_PAUSE = 0.1
# executors that may end one after the other without an image
_DEATHS = 3


class Options(multimodular.Options, total=False):
    """The keywords of the functions."""

    executor: Required[Executor | Callable[[], Executor]]
    workers: int | None
    threads: int


def images(request: bytes, primes: Sequence[int], threads: int = 1) -> bytes | None:
    """The images of a request modulo these primes, as bytes: what a worker computes.

    A worker that has had the request gets its last 32 bytes alone; None if it has not.

    >>> from polymod import distributed
    >>> distributed.images(bytes(32), [97]) is None
    True
    >>> distributed.images(b"polymod request 1, cut off somewhere", [97])
    Traceback (most recent call last):
    polymod.PolymodError: ...
    """
    with limits(threads=threads):
        return _polymod._images(request, primes)


def _workers(executor: Executor) -> int:
    """The number of tasks that an executor runs at a time."""
    # those of the standard library; of mpi4py
    for name in "_max_workers", "num_workers":
        count = getattr(executor, name, None)
        if isinstance(count, int) and count > 0:
            return count
    # Dask's
    client = getattr(executor, "_client", None)
    if client is not None:
        return max(1, sum(int(threads) for threads in client.nthreads().values()))
    return os.cpu_count() or 1


class _Team:
    """The workers of an executor."""

    def __init__(self, executor: Executor | Callable[[], Executor], workers: int | None, threads: int) -> None:
        self.make = None if isinstance(executor, Executor) or not callable(executor) else executor
        self.executor: Executor = executor if self.make is None else self.make()  # type: ignore[assignment]
        if not hasattr(self.executor, "submit"):
            raise TypeError(f"executor: expected a concurrent.futures.Executor, or a function that makes one, got {executor!r}")
        self.workers = _workers(self.executor) if workers is None else workers
        self.threads = threads
        # identities of the requests that each worker was sent
        self.sent: set[bytes] = set()
        self.deaths = 0

    def close(self) -> None:
        if self.make is not None:
            self.executor.shutdown(wait=False, cancel_futures=True)

    def replace(self, error: BrokenExecutor) -> None:
        """Goes on with a new executor after the end of one."""
        self.deaths += 1
        if self.make is None:
            raise PolymodError(
                "a worker has died, and its executor starts no other; pass a function that makes executors, as in "
                "executor=lambda: ProcessPoolExecutor(4), to go on with a new one, and checkpoint= to keep what was computed"
            ) from error
        if self.deaths > _DEATHS:
            raise PolymodError(f"workers have died {self.deaths} times in a row; is memory short?") from error
        self.executor.shutdown(wait=False, cancel_futures=True)
        self.executor = self.make()
        self.sent.clear()

    def share(self, request: bytes, groups: list[list[int]]) -> Iterator[tuple[list[int], bytes] | None]:
        """Yields groups of primes with their images, in the order in which they arrive, and None now and then."""
        left, waiting = groups[::-1], dict[Future[bytes | None], list[int]]()
        try:
            while left or waiting:
                try:
                    yield from self.some(request, left, waiting)
                except BrokenExecutor as e:
                    left.extend(waiting.values())
                    waiting.clear()
                    self.replace(e)
        finally:
            for future in waiting:
                future.cancel()

    def some(
        self, request: bytes, left: list[list[int]], waiting: dict[Future[bytes | None], list[int]]
    ) -> Iterator[tuple[list[int], bytes] | None]:
        """Submits as many groups as keep all workers busy, and yields the next that are done."""

        def submit(what: bytes) -> None:
            future = self.executor.submit(images, what, left[-1], self.threads)
            waiting[future] = left.pop()

        identity = request[-_IDENTITY:]
        if identity not in self.sent:
            # a task for each worker has the operands
            for _ in range(min(self.workers, len(left))):
                submit(request)
            self.sent.add(identity)
        while left and len(waiting) < 2 * self.workers:
            submit(identity)
        done, _ = wait(waiting, timeout=_PAUSE, return_when=FIRST_COMPLETED)
        if not done:
            yield None
        for future in done:
            found = future.result()
            primes = waiting.pop(future)
            if found is None:
                # a worker that is new, or that such a task has not reached
                left.append(primes)
                submit(request)
                continue
            self.deaths = 0
            yield primes, found


def _computed(
    name: str,
    a: Any,
    b: Any = None,
    *,
    executor: Executor | Callable[[], Executor],
    workers: int | None = None,
    threads: int = 1,
    **options: Any,
) -> Outcome:
    if workers is not None and workers < 1:
        raise ValueError(f"workers: expected 1 or more, got {workers}")
    team = _Team(executor, workers, threads)
    try:
        return multimodular._computed(name, a, b, team=(team.share, (team.workers, threads or os.cpu_count() or 1)), **options)
    finally:
        team.close()


def det(a: Matrix | SparseMatrix | PolyMatrix, **options: Unpack[Options]) -> Outcome:
    """The determinant of a matrix of integers or of polynomials over Z."""
    return _computed("det", a, **options)


def rank(a: Matrix | SparseMatrix, **options: Unpack[Options]) -> Outcome:
    """The rank."""
    return _computed("rank", a, **options)


def charpoly(a: Matrix, **options: Unpack[Options]) -> Outcome:
    """The characteristic polynomial."""
    return _computed("charpoly", a, **options)


def minpoly(a: Matrix | SparseMatrix, **options: Unpack[Options]) -> Outcome:
    """The minimal polynomial of a matrix."""
    return _computed("minpoly", a, **options)


def nullspace(a: Matrix, **options: Unpack[Options]) -> Outcome:
    """A basis of the kernel, as the primitive rows of a matrix."""
    return _computed("nullspace", a, **options)


def rref(a: Matrix, **options: Unpack[Options]) -> Outcome:
    """The reduced row echelon form: numerators and one positive denominator in lowest terms."""
    return _computed("rref", a, **options)


def column_space(a: Matrix, **options: Unpack[Options]) -> Outcome:
    """A basis of the space of the columns, as the primitive rows of a matrix in reduced echelon form."""
    return _computed("column_space", a, **options)


def inv(a: Matrix, **options: Unpack[Options]) -> Outcome:
    """The inverse: numerators and one positive denominator."""
    return _computed("inv", a, **options)


def adjugate(a: Matrix, **options: Unpack[Options]) -> Outcome:
    """The adjugate."""
    return _computed("adjugate", a, **options)


def pfaffian(a: Matrix, **options: Unpack[Options]) -> Outcome:
    """The Pfaffian of a skew-symmetric matrix."""
    return _computed("pfaffian", a, **options)


def solve(a: Matrix | SparseMatrix, b: Matrix, **options: Unpack[Options]) -> Outcome:
    """The solution of a system: numerators and one positive denominator."""
    return _computed("solve", a, b, **options)


def gcd(a: Poly | Bivariate, b: Poly | Bivariate, **options: Unpack[Options]) -> Outcome:
    """The greatest common divisor of two polynomials, both in one variable or both in two."""
    return _computed("gcd", a, b, **options)


def xgcd(a: Poly, b: Poly, **options: Unpack[Options]) -> Outcome:
    """g, s, t and d with s*a + t*b = d*g."""
    return _computed("xgcd", a, b, **options)


def resultant(a: Poly | Bivariate, b: Poly | Bivariate, **options: Unpack[Options]) -> Outcome:
    """The resultant of two polynomials: an integer; of two polynomials in x and y, with respect to x, a polynomial in y."""
    return _computed("resultant", a, b, **options)


def discriminant(a: Poly | Bivariate, **options: Unpack[Options]) -> Outcome:
    """The discriminant; of a polynomial in x and y with respect to x, a polynomial in y."""
    return _computed("discriminant", a, **options)


def factor_squarefree(a: Poly, **options: Unpack[Options]) -> Outcome:
    """The square-free parts with their multiplicities."""
    return _computed("factor_squarefree", a, **options)
