"""What computations tell: decisions and progress."""

from __future__ import annotations

from collections.abc import Callable, Iterator
from contextlib import contextmanager
from types import TracebackType
from typing import Any

from . import _polymod

__all__ = ["Log", "explain", "progress"]


class Log(list[dict[str, Any]]):
    """The decisions of computations: dictionaries of task, algorithm, parameters, alternatives and parts."""

    _since = 0

    def __enter__(self) -> Log:
        self._since = _polymod._listen()
        return self

    def __exit__(
        self, kind: type[BaseException] | None, error: BaseException | None, trace: TracebackType | None
    ) -> None:
        self.extend(_polymod._told(self._since, True))

    def __str__(self) -> str:
        return "\n".join(line for decision in self for line in _lines(decision, ""))


def _lines(decision: dict[str, Any], indent: str) -> Iterator[str]:
    parameters = ", ".join(f"{name} {value}" for name, value in decision["parameters"].items())
    chosen = decision["algorithm"] + (f" ({parameters})" if parameters else "")
    yield f"{indent}{decision['task']}: {chosen}"
    for way in decision["alternatives"]:
        mark = "*" if way["algorithm"] == decision["algorithm"] else " "
        yield f"{indent}  {mark} {way['algorithm']:<14} {way['predicted_seconds'] * 1e3:12.4f} ms predicted"
    for part in decision["parts"]:
        yield from _lines(part, indent + "  ")


def explain() -> Log:
    """Records which algorithms computations take, with the predicted costs of the others.

    >>> import polymod
    >>> f = polymod.Zn(97).poly([1, 2, 3])
    >>> with polymod.explain() as log:
    ...     g = f * f
    >>> log[0]["task"], log[0]["algorithm"]
    ('square over zn:97, 3 by 3 coefficients', 'schoolbook')
    """
    return Log()


@contextmanager
def progress(callback: Callable[[str, int, int | None], Any]) -> Iterator[None]:
    """Calls ``callback(stage, done, total)`` during long computations; the total is None where it is not known.

    An exception that the callback raises ends the computation.

    >>> import polymod
    >>> with polymod.progress(print):
    ...     d = polymod.ZZ.matrix([[1, 2], [3, 4]]).det()
    """
    _polymod._progress(callback)
    try:
        yield
    finally:
        _polymod._progress(None)
