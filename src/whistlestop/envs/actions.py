"""The fixed action spaces of the environments.

A *flat* space has the engine's numbers. A *factored* space is several times smaller: a claim, a station or a set of
cards takes two steps, its object and its payment. In both, tickets are declared one at a time; for the engine a
declaration is one action with a set of tickets.
"""

from __future__ import annotations

import itertools
from dataclasses import dataclass, field
from functools import cache
from typing import Any

import numpy as np
import numpy.typing as npt

from whistlestop.core import fields
from whistlestop.errors import IllegalAction
from whistlestop.format import Ruleset
from whistlestop.kinds import kind_of
from whistlestop.text.names import numbers_of

__all__ = ["ActionSpace", "action_space"]

Table = npt.NDArray[np.int16]


@dataclass(frozen=True, eq=False, repr=False)
class ActionSpace:
    """The actions of an environment, from 0 to `count` - 1, the same for every game of a ruleset.

    Compiled loops use three tables over the engine's catalogue: `heads` has the action that an engine's action is or
    begins with (NONE: never legal), `tails` the action that completes it (NONE: the head is complete), `targets` its
    object, for the tensor.
    """

    ruleset: Ruleset
    factored: bool
    names: tuple[str, ...]
    """Text of each action."""
    heads: Table
    tails: Table
    targets: Table
    base: int
    """First action of declarations: one for each ticket, followed by the one that ends a declaration."""
    fields: dict[str, slice] = field(init=False)
    """Range of actions by type, the first word of their texts."""

    def __post_init__(self) -> None:
        """Find the range of each type of action."""
        found: dict[str, slice] = {}
        for word, run in itertools.groupby(
            range(self.count), lambda action: self.names[action].split(":")[0]
        ):
            actions = list(run)
            found[word] = slice(actions[0], actions[-1] + 1)
        object.__setattr__(self, "fields", found)

    def __repr__(self) -> str:
        return f"<{'Factored' if self.factored else 'Flat'} actions of {self.ruleset.id}: {self.count}>"

    @property
    def count(self) -> int:
        """Number of actions."""
        return len(self.names)

    def encode(self, action: int) -> tuple[int, ...]:
        """Return the actions that make up an engine's action. Raises IllegalAction if it is never legal."""
        declared = action - self.ruleset.action_count
        if declared >= 0 and self.base < self.count:
            return (*(self.base + ticket for ticket in numbers_of([declared])), self.count - 1)
        if not 0 <= action < self.ruleset.action_count or self.heads[action] == fields.NONE:
            raise IllegalAction(f"action {action} is never legal in {self.ruleset.id}")
        parts = (int(self.heads[action]), int(self.tails[action]))
        return tuple(part for part in parts if part != fields.NONE)


@cache
def action_space(ruleset: Ruleset, factored: bool = False) -> ActionSpace:
    """Return the action space of a ruleset."""
    size = ruleset.action_count
    parts = [_parts(ruleset, action, factored) for action in range(size)]
    heads_and_tails = [part[0] for part in parts if part], [part[1] for part in parts if part]
    names = list(dict.fromkeys(key for keys in heads_and_tails for key in keys if key is not None))
    if factored:
        words = list(dict.fromkeys(name.split(":")[0] for name in names))
        names.sort(key=lambda name: words.index(name.split(":")[0]))
    places = {name: place for place, name in enumerate(names)}
    tables = np.full((3, size), fields.NONE, np.int16)
    for action, part in enumerate(parts):
        if part is not None:
            tables[0, action] = places[part[0]]
            if part[1] is not None:
                tables[1, action] = places[part[1]]
                tables[2, action] = kind_of(ruleset).encoding.target(ruleset, action)
    tables.setflags(write=False)
    base = len(names)
    if kind_of(ruleset).told.declaration is not None:
        names += [f"declare:{ticket.id}" for ticket in ruleset.tickets] + ["declare"]
    heads, tails, targets = tables
    return ActionSpace(ruleset, factored, tuple(names), heads, tails, targets, base)


def _parts(ruleset: Ruleset, action: int, factored: bool) -> tuple[str, str | None] | None:
    if factored:
        return kind_of(ruleset).encoding.factors(ruleset, action)
    r: Any = ruleset.rules[0]
    keeps = r["action_type"][action] == fields.KEEP
    return (f"keep:{r['action_arg'][action]}" if keeps else ruleset.notation.text(action)), None
