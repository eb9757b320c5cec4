"""Functions of the engine and of the bots for those who call them seldom."""

from __future__ import annotations

from collections.abc import Callable
from typing import Any, TypeVar, cast

from whistlestop.core.jit import Function

F = TypeVar("F", bound=Callable[..., Any])


def plain(function: F) -> F:
    """A compiled function for the interpreter, also where everything else runs compiled.

    Each function that is called from Python is compiled apart, with all that it calls. What answers a question of a
    person now and then has the time to do without.
    """
    return cast("F", cast("Function", function).plain)
