"""The contributions of mechanisms to the data format: settings, checks, RULES columns, actions, public numbers.

The `data.py` beside a mechanism's `rules.py` defines one `Writing`. The `format/` of a kind combines them.
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
from whistlestop.games.aid import Aids
from whistlestop.games.composing import found
from whistlestop.games.telling import Part
from whistlestop.games.telling.records import extended

__all__ = [
    "Check",
    "Stage",
    "Writing",
    "add_actions",
    "aid_of",
    "check",
    "fill",
    "merged_settings",
    "more",
    "public_of",
    "settings_of",
    "unused",
    "writings",
]

Check: TypeAlias = Callable[[Any], Iterator[Problem]]
"""`check(data)`: yield the problems of a ruleset."""


class Stage(Enum):
    """The time at which a check runs.

    The kind runs its own checks in between; those after TICKETS run only if all others passed.
    """

    PIECES = auto()
    """The pieces of each player."""
    OFFERS = auto()
    """The ticket offers."""
    TICKETS = auto()
    """The table of tickets."""
    BOARD = auto()
    """Comparisons between routes."""
    SUPPLY = auto()
    """Whether there are enough cards and tickets."""
    PATHS = auto()
    """Whether every ticket can be completed."""


@dataclass(frozen=True, eq=False, kw_only=True)
class Writing:
    """One mechanism's contribution to the data format. Everything is optional."""

    # Filled in by `writings`.
    name: str = ""
    """The folder of the mechanism."""
    optional: bool = False
    """Whether rulesets may omit the mechanism: one with all settings at their defaults does not use it."""

    settings: type[Struct] | None = None
    """Sections of `ruleset.toml`, one field each. Mechanisms may share a section, which then has the keys of all of
    them."""

    # Checks.
    problems: Mapping[Stage, Check] = field(default_factory=dict)
    route: Callable[[Any, Any], Iterator[str]] | None = None
    """`route(data, row)`: yield the problems of a route, as text."""
    more: Callable[[Any, Any], tuple[int, int]] | None = None
    """`more(data, row)`: trains and points of a route in addition to those of its length."""
    most_actions: Callable[[Any], int] | None = None
    """`most_actions(data)`: an upper bound for the number of actions that it adds."""

    # The engine's numbers.
    fill: Callable[[Any, Any], None] | None = None
    """`fill(r, ruleset)`: fill the columns of RULES record `r`."""
    actions: Callable[[Catalogue, Any], None] | None = None
    """`actions(catalogue, ruleset)`: add the mechanism's actions; the columns are already filled."""
    tie_breaks: Mapping[str, int] = field(default_factory=dict)
    """Tie-breakers by name, with their criteria in the rules."""

    # Data for clients.
    numbers: Part | None = None
    """Numbers that explain the rules: `fields(data)`."""
    info: Part | None = None
    """Additional fields of a ruleset's data for clients: `fields(ruleset)`."""
    public: Callable[[Any], dict[str, Any]] | None = None
    """`public(ruleset)`: values of the fields that `RulesetInfo` has for all kinds of game."""

    aid: Callable[[Any], Iterator[Aids]] | None = None
    """`aid(ruleset)`: yield the lines of the printed player aid."""


def writings(package: str, names: Iterable[str], in_full: Collection[str]) -> tuple[Writing, ...]:
    """Return the writings of a kind's mechanisms; a mechanism without a `data.py` has none.

    in_full: the settings that are written even at their default; a mechanism that has one is not optional.
    """
    return tuple(
        replace(writing, name=name, optional=_is_optional(writing, in_full))
        for name, writing in found(package, names, "data", "WRITING")
    )


def _is_optional(writing: Writing, in_full: Collection[str]) -> bool:
    keys = settings_of(writing)
    return bool(keys) and NODEFAULT not in keys.values() and not keys.keys() & set(in_full)


def settings_of(writing: Writing) -> dict[str, object]:
    """Return the defaults of a mechanism's settings, by name: `section.key`."""
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
        if each.optional
        and all(attrgetter(key)(data) == default for key, default in settings_of(each).items())
    )


def merged_settings(
    name: str, base: type[Struct], shapes: Iterable[type[Struct] | None], order: Sequence[str], **options: Any
) -> Any:
    """Return a record type of `base` with the fields of all shapes; records with the same field name are merged too.

    `order` names fields that come first, at any depth. `options` are those of a Struct. Raises ValueError if two shapes
    have a field with the same name that is not a record.
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
            raise ValueError(f"{name}: two mechanisms define this setting")
        both = merged_settings(name, Struct, [each.type for each in same], order, **options)
        return key, both, both()
    default: dict[str, Any] = {"default": first.default, "default_factory": first.default_factory}
    return key, first.type, msgspec.field(**default)


def check(every: Iterable[Writing], stage: Stage, data: Any) -> Iterator[Problem]:
    """Yield the problems that the mechanisms find in a stage."""
    for each in every:
        if stage in each.problems:
            yield from each.problems[stage](data)


def fill(every: Iterable[Writing], r: Any, ruleset: Any) -> None:
    """Fill the columns of all mechanisms."""
    for each in every:
        if each.fill is not None:
            each.fill(r, ruleset)


def more(every: Iterable[Writing], data: Any, row: Any) -> tuple[int, int]:
    """Return the trains and points of a route in addition to those of its length."""
    found = [each.more(data, row) for each in every if each.more is not None]
    return sum(trains for trains, _ in found), sum(points for _, points in found)


def add_actions(every: Iterable[Writing], r: Any, ruleset: Any) -> int:
    """Number the actions of all mechanisms; return their count."""
    catalogue = Catalogue(r)
    for each in every:
        if each.actions is not None:
            each.actions(catalogue, ruleset)
    return catalogue.size


def public_of(every: Iterable[Writing], ruleset: Any) -> dict[str, Any]:
    """Return the fields of `RulesetInfo` that the mechanisms provide."""
    found: dict[str, Any] = {}
    for each in every:
        if each.public is not None:
            found |= each.public(ruleset)
    return found


def aid_of(every: Iterable[Writing], ruleset: Any) -> Iterator[Aids]:
    """Yield the lines of the printed player aid that the mechanisms provide."""
    for each in every:
        if each.aid is not None:
            yield from each.aid(ruleset)
