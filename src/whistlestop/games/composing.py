"""Find the mechanisms of a kind by the files in their folders. Each file is optional."""

from __future__ import annotations

from collections.abc import Iterable, Iterator
from functools import lru_cache
from importlib import import_module
from importlib.util import find_spec
from typing import Any, Protocol, TypeVar

__all__ = ["found", "used"]


class Named(Protocol):
    """A mechanism's contribution to one subject, with the mechanism's name."""

    @property
    def name(self) -> str:
        """Return the name of the mechanism's folder."""
        ...


T = TypeVar("T", bound=Named)


def found(package: str, names: Iterable[str], file: str, attribute: str) -> Iterator[tuple[str, Any]]:
    """Yield the mechanism's name and the attribute for each mechanism whose folder has the file."""
    for name in names:
        module = f"{package}.{name}.{file}"
        if find_spec(module):
            yield name, getattr(import_module(module), attribute)


@lru_cache(256)
def used(every: tuple[T, ...], unused: frozenset[str]) -> tuple[T, ...]:
    """Return the contributions of the mechanisms that a ruleset uses; `unused` names the other mechanisms."""
    return tuple(each for each in every if each.name not in unused)
