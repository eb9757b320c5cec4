"""How the titles of a kind of game are written down, checked and compiled."""

from __future__ import annotations

from collections.abc import Callable, Mapping
from dataclasses import dataclass
from functools import cached_property
from importlib.resources.abc import Traversable
from typing import Any, get_type_hints

from whistlestop.format import Ruleset
from whistlestop.format.check import Problem
from whistlestop.format.tables import Table
from whistlestop.text.public import RulesetInfo


@dataclass(frozen=True, eq=False, kw_only=True)
class DataFormat:
    """The class of the titles of a kind, and how they are read and shown."""

    ruleset: type[Ruleset]
    """The class of the titles; its `shape` is that of `ruleset.toml` and of the tables beside it."""
    tables: Mapping[str, Table]
    """These tables."""
    template: Traversable
    """A folder with a small ruleset, for authors who begin one of their own."""
    find_problems: Callable[[Any], list[Problem]]
    """Everything that is wrong with data of that shape."""
    public: Callable[[Any], RulesetInfo]
    """What a client has to know of a ruleset."""

    @cached_property
    def public_type(self) -> type[RulesetInfo]:
        """The record that `public` returns."""
        found: type[RulesetInfo] = get_type_hints(self.public)["return"]
        return found
