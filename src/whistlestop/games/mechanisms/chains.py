"""Combine several compiled functions into one that compiles to the same code as a handwritten sequence of calls.

The functions of a chain are fixed when it is created, so calling it costs no more than the calls it contains. Functions
that are None are skipped.
"""

from __future__ import annotations

from collections.abc import Callable, Iterable
from typing import Any

from whistlestop.core.jit import jit

from .mechanism import BEYOND

__all__ = ["any_of", "count_of", "each", "first_of", "list_of", "nth_of", "sum_of"]

Function = Callable[..., Any]
Functions = Iterable[Function | None]


def _present(functions: Functions) -> list[Function]:
    return [function for function in functions if function is not None]


@jit
def _nothing(*_arguments: Any) -> None:
    """Do nothing."""


@jit
def _never(*_arguments: Any) -> bool:
    return False


@jit
def _zero(*_arguments: Any) -> int:
    return 0


@jit
def _beyond(*_arguments: Any) -> int:
    return BEYOND


def each(functions: Functions) -> Function:
    """Return a function that calls all of them."""
    present = _present(functions)
    if len(present) < 2:
        return present[0] if present else _nothing
    head, tail = present[0], each(present[1:])

    @jit
    def both(*arguments: Any) -> None:
        head(*arguments)
        tail(*arguments)

    return both


def first_of(functions: Functions) -> Function:
    """Return a function that returns the first answer other than BEYOND, or BEYOND if there is none."""
    present = _present(functions)
    if len(present) < 2:
        return present[0] if present else _beyond
    head, tail = present[0], first_of(present[1:])

    @jit
    def first(*arguments: Any) -> int:
        answer = head(*arguments)
        if answer != BEYOND:
            return int(answer)
        return int(tail(*arguments))

    return first


def any_of(functions: Functions) -> Function:
    """Return a function that is true if any of them returns true; it stops at the first that does."""
    present = _present(functions)
    if len(present) < 2:
        return present[0] if present else _never
    head, tail = present[0], any_of(present[1:])

    @jit
    def either(*arguments: Any) -> bool:
        return bool(head(*arguments)) or bool(tail(*arguments))

    return either


def sum_of(functions: Functions) -> Function:
    """Return a function that returns the sum of their results."""
    present = _present(functions)
    if len(present) < 2:
        return present[0] if present else _zero
    head, tail = present[0], sum_of(present[1:])

    @jit
    def total(*arguments: Any) -> int:
        return int(head(*arguments)) + int(tail(*arguments))

    return total


def list_of(functions: Functions) -> Function:
    """Return a function that passes an array through all of them: `list(s, r, player, out, size) -> size`."""
    present = _present(functions)
    head = present[0]
    if len(present) == 1:
        return head
    tail = list_of(present[1:])

    @jit
    def every(s: Any, r: Any, player: int, out: Any, size: int) -> int:
        return int(tail(s, r, player, out, head(s, r, player, out, size)))

    return every


def count_of(parts: list[tuple[Function, int]], at: int = 0) -> Function:
    """Return a function that adds up the counts of all parts: `count(s, r, player, counts) -> int`.

    `parts` are functions with the number of places that each uses. From index `at`, `counts` receives each part's
    count, followed by the part's own places.
    """
    (head, places), rest = parts[0], parts[1:]
    tail = count_of(rest, at + 1 + places) if rest else _zero

    @jit
    def count(s: Any, r: Any, player: int, counts: Any) -> int:
        here = int(head(s, r, player, counts, at + 1))
        counts[at] = here
        return here + int(tail(s, r, player, counts))

    return count


def nth_of(parts: list[tuple[Function, int]], at: int = 0) -> Function:
    """Return a function for the n-th item that `count_of` counted: `nth(s, r, player, index, counts) -> action`."""
    (head, places), rest = parts[0], parts[1:]
    tail = nth_of(rest, at + 1 + places) if rest else _beyond

    @jit
    def nth(s: Any, r: Any, player: int, index: int, counts: Any) -> int:
        if index < counts[at]:
            return int(head(s, r, player, index, counts, at + 1))
        return int(tail(s, r, player, index - counts[at], counts))

    return nth
