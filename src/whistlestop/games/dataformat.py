"""How the titles of a kind of game are written, checked and compiled."""

from __future__ import annotations

from collections.abc import Callable, Iterable, Mapping
from dataclasses import dataclass
from functools import cached_property
from importlib.resources.abc import Traversable
from typing import Any, get_type_hints

from whistlestop.format import Ruleset
from whistlestop.format.check import Problem
from whistlestop.format.tables import Table
from whistlestop.text.public import RulesetInfo

from .aid import Aids, Piece


@dataclass(frozen=True, eq=False, kw_only=True)
class DataFormat:
    """The class of a kind's titles, and the functions that read, check and show them."""

    ruleset: type[Ruleset]
    """The class of a title; its `shape` is the shape of `ruleset.toml` and of the tables next to it."""
    tables: Mapping[str, Table]
    """The tables next to `ruleset.toml`, by name."""
    template: Traversable
    """A folder with a small ruleset that authors can copy as a start."""
    find_problems: Callable[[Any], list[Problem]]
    """Return all problems in data of that shape."""
    public: Callable[[Any], RulesetInfo]
    """Return the data of a ruleset that a client needs."""
    aid: Callable[[Any], Iterable[Aids]] | None = None
    """Return the lines of the printed player aid; None: titles of this kind are not printed."""

    pieces: Callable[[], Mapping[str, Piece]] | None = None
    """Return the pieces of players that are printed, by name. Imports drawings, which nothing else needs."""

    @cached_property
    def public_type(self) -> type[RulesetInfo]:
        """Return the record type that `public` returns."""
        found: type[RulesetInfo] = get_type_hints(self.public)["return"]
        return found
