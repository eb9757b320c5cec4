"""How the mechanisms of a kind are found: by the files of their folders, each of which is optional."""

from __future__ import annotations

from collections.abc import Collection, Iterable, Iterator, Sequence
from importlib import import_module
from importlib.util import find_spec
from typing import Any, Protocol, TypeVar

__all__ = ["found", "used"]


class Named(Protocol):
    """What a mechanism adds to a subject."""

    @property
    def name(self) -> str:
        """The folder of the mechanism."""
        ...


T = TypeVar("T", bound=Named)


def found(package: str, names: Iterable[str], file: str, attribute: str) -> Iterator[tuple[str, Any]]:
    """Yield name and attribute of the mechanisms whose folder has the file."""
    for name in names:
        module = f"{package}.{name}.{file}"
        if find_spec(module):
            yield name, getattr(import_module(module), attribute)


def used(every: Sequence[T], unused: Collection[str]) -> Sequence[T]:
    """Return what the mechanisms add that a ruleset uses; `unused` names the others."""
    return [each for each in every if each.name not in unused] if unused else every
