"""Imports without optional parts of libraries, which cost memory and are not used here."""

from __future__ import annotations

import sys
from contextlib import contextmanager
from typing import TYPE_CHECKING

if TYPE_CHECKING:
    from collections.abc import Iterator


@contextmanager
def without(name: str) -> Iterator[None]:
    """Make a module appear not to be installed, unless it is already loaded."""
    if hide := name not in sys.modules:
        sys.modules[name] = None  # type: ignore[assignment]
    try:
        yield
    finally:
        if hide:
            del sys.modules[name]
