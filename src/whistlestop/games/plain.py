"""Run functions of the engine and the bots interpreted, for infrequent calls."""

from __future__ import annotations

from collections.abc import Callable
from typing import Any, TypeVar, cast

from whistlestop.core.jit import Function

F = TypeVar("F", bound=Callable[..., Any])


def plain(function: F) -> F:
    """Return the interpreted version of a compiled function.

    Every function called directly from Python is compiled separately, with everything that it calls. Answers to
    occasional requests are fast enough without compilation.
    """
    return cast("F", cast("Function", function).plain)
