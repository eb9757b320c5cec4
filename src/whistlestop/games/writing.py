"""What a mechanism adds to how a game is written down: settings, checks, columns of RULES, actions, public numbers.

A mechanism has a `data.py` beside its `rules.py`, which makes one `Writing`. The `format/` of a kind composes them.
"""

from __future__ import annotations

from collections.abc import Callable, Collection, Iterable, Iterator, Mapping, Sequence
from dataclasses import dataclass, field, replace
from enum import Enum, auto
from operator import attrgetter
from typing import Any, TypeAlias

import msgspec
from msgspec import NODEFAULT, Struct
from msgspec.structs import FieldInfo

from whistlestop.format.catalogue import Catalogue
from whistlestop.format.check import Problem
from whistlestop.games.composing import found
from whistlestop.games.telling import Part
from whistlestop.games.telling.records import extended

__all__ = [
    "Check",
    "Stage",
    "Writing",
    "add_actions",
    "check",
    "fill",
    "merged_settings",
    "public_of",
    "unused",
    "writings",
]

Check: TypeAlias = Callable[[Any], Iterator[Problem]]
"""`check(data)`: what is wrong with a ruleset."""


class Stage(Enum):
    """When a check runs. The kind runs its own checks in between; those after TICKETS only if all others passed."""

    PIECES = auto()
    """What each player gets."""
    OFFERS = auto()
    """Which tickets are offered."""
    TICKETS = auto()
    """The table of tickets."""
    BOARD = auto()
    """Routes compared with each other."""
    SUPPLY = auto()
    """Whether there is enough of everything."""
    PATHS = auto()
    """Whether every ticket can be completed."""


@dataclass(frozen=True, eq=False, kw_only=True)
class Writing:
    """How one mechanism is written down. Everything is optional."""

    # What `writings` fills in.
    name: str = ""
    """The folder of the mechanism."""
    optional: bool = False
    """Whether a ruleset may do without it: it does not use the mechanism if all settings are at their defaults."""

    settings: type[Struct] | None = None
    """Sections of `ruleset.toml`, a field each. Mechanisms may share a section: it gets the keys of all of them."""

    # What may be wrong.
    problems: Mapping[Stage, Check] = field(default_factory=dict)
    route: Callable[[Any, Any], Iterator[str]] | None = None
    """`route(data, row)`: what is wrong with a route, in words."""
    most_actions: Callable[[Any], int] | None = None
    """`most_actions(data)`: an upper bound for the actions that it adds."""

    # The engine's numbers.
    fill: Callable[[Any, Any], None] | None = None
    """`fill(r, ruleset)`: fill the columns of RULES record `r`."""
    actions: Callable[[Catalogue, Any], None] | None = None
    """`actions(catalogue, ruleset)`: add the mechanism's actions; the columns are filled."""
    tie_breaks: Mapping[str, int] = field(default_factory=dict)
    """Tie-breakers by name, and their criteria in the rules."""

    # What a client has to know.
    numbers: Part | None = None
    """Numbers that explain the rules: `fields(data)`."""
    info: Part | None = None
    """Fields of its own in what a client knows of a ruleset: `fields(ruleset)`."""
    public: Callable[[Any], dict[str, Any]] | None = None
    """`public(ruleset)`: values of the fields that `RulesetInfo` has for all kinds of game."""


def writings(package: str, names: Iterable[str], in_full: Collection[str]) -> tuple[Writing, ...]:
    """Return how the mechanisms of a kind are written down; those without a `data.py` are not.

    in_full: the settings that are written even at their default; a mechanism that has one is not optional.
    """
    return tuple(
        replace(writing, name=name, optional=_is_optional(writing, in_full))
        for name, writing in found(package, names, "data", "WRITING")
    )


def _is_optional(writing: Writing, in_full: Collection[str]) -> bool:
    keys = _keys(writing)
    return bool(keys) and NODEFAULT not in keys.values() and not keys.keys() & set(in_full)


def _keys(writing: Writing) -> dict[str, object]:
    """Return the defaults of a mechanism's settings, by `section.key`."""
    sections = () if writing.settings is None else msgspec.structs.fields(writing.settings)
    return {
        f"{section.name}.{key.name}": key.default
        if section.default is NODEFAULT
        else getattr(section.default, key.name)
        for section in sections
        for key in msgspec.structs.fields(section.type)
    }


def unused(every: Iterable[Writing], data: Any) -> frozenset[str]:
    """Return the mechanisms that a ruleset does not use: optional ones with all settings at their defaults."""
    return frozenset(
        each.name
        for each in every
        if each.optional and all(attrgetter(key)(data) == default for key, default in _keys(each).items())
    )


def merged_settings(
    name: str, base: type[Struct], shapes: Iterable[type[Struct] | None], order: Sequence[str], **options: Any
) -> Any:
    """Return a record of `base` with the fields of all shapes; records that several have a field for are merged too.

    `order` names fields that come first, at any depth. `options` are those of a Struct.
    Raises ValueError if two shapes have a field of one name that is no record.
    """
    found: dict[str, list[FieldInfo]] = {}
    docs = []
    for shape in shapes:
        if shape is not None:
            docs.append(shape.__doc__ or "")
            for each in msgspec.structs.fields(shape):
                found.setdefault(each.name, []).append(each)
    names = sorted(found, key=lambda one: order.index(one) if one in order else len(order))
    fields = [_field(f"{name}_{one}", one, found[one], order, options) for one in names]
    doc = " ".join(docs) if base is Struct else base.__doc__
    return extended(name, doc or "", base, fields, **options)


def _field(
    name: str, key: str, same: Sequence[FieldInfo], order: Sequence[str], options: Mapping[str, Any]
) -> tuple[Any, ...]:
    first = same[0]
    if len(same) > 1:
        if not all(isinstance(each.type, type) and issubclass(each.type, Struct) for each in same):
            raise ValueError(f"{name}: two mechanisms have a setting of this name")
        both = merged_settings(name, Struct, [each.type for each in same], order, **options)
        return key, both, both()
    default: dict[str, Any] = {"default": first.default, "default_factory": first.default_factory}
    return key, first.type, msgspec.field(**default)


def check(every: Iterable[Writing], stage: Stage, data: Any) -> Iterator[Problem]:
    """Yield what the mechanisms find wrong in a stage."""
    for each in every:
        if stage in each.problems:
            yield from each.problems[stage](data)


def fill(every: Iterable[Writing], r: Any, ruleset: Any) -> None:
    """Fill the columns of all mechanisms."""
    for each in every:
        if each.fill is not None:
            each.fill(r, ruleset)


def add_actions(every: Iterable[Writing], r: Any, ruleset: Any) -> int:
    """Number the actions of all mechanisms; return how many there are."""
    catalogue = Catalogue(r)
    for each in every:
        if each.actions is not None:
            each.actions(catalogue, ruleset)
    return catalogue.size


def public_of(every: Iterable[Writing], ruleset: Any) -> dict[str, Any]:
    """Return the fields of `RulesetInfo` that the mechanisms know."""
    found: dict[str, Any] = {}
    for each in every:
        if each.public is not None:
            found |= each.public(ruleset)
    return found
