"""What a mechanism adds to what is written and said of a game: words, events, views, positions, summaries, tables.

A mechanism has a `told.py` beside its `rules.py`, which makes one `Telling`. A kind puts all of them together: records
of views, results, positions and summaries get the fields of every mechanism, in the order of the mechanisms.
"""

from __future__ import annotations

from collections.abc import Callable, Iterable, Mapping, Sequence
from dataclasses import dataclass, field
from importlib import import_module
from typing import Any

import msgspec
from msgspec import Struct

from whistlestop.format import Ruleset
from whistlestop.observation import Observation
from whistlestop.text import events as common
from whistlestop.text.events import Event
from whistlestop.text.summary import Turn

__all__ = [
    "Part",
    "Telling",
    "Word",
    "beginning_of",
    "events_of",
    "fields_of",
    "merged",
    "tellings",
    "what_happened",
]


@dataclass(frozen=True)
class Word:
    """The first word of a type of action, and what follows it in notation, after colons."""

    word: str
    place: str = ""
    """`route` or `city`: the action names one. What else it is about, the kind writes itself."""
    paid: bool = False
    """A payment is the last part."""


@dataclass(frozen=True)
class Part:
    """Fields that a mechanism adds to a record."""

    shape: type[Struct]
    """Their names, types and defaults."""
    fields: Callable[..., dict[str, Any]]
    """Their values."""


@dataclass(frozen=True, eq=False, kw_only=True)
class Telling:
    """What one mechanism tells. Everything is optional."""

    words: Mapping[int, Word] = field(default_factory=dict)
    """By the type of action."""

    # Events.
    events: Sequence[type[Event]] = ()
    """Those that it adds."""
    acted: Callable[[Observation, Observation], list[Event] | None] | None = None
    """`acted(before, after)`: the events of an action of the mechanism's own; None for any other."""
    followed: Callable[[Observation, Observation], list[Event]] | None = None
    """`followed(before, after)`: what came of any action."""

    # Views.
    view: Part | None = None
    """Of the whole view: `fields(observation)`."""
    player: Part | None = None
    """Of a player in a view: `fields(public, player)`."""
    result: Part | None = None
    """Of a player's result: `fields(observation, player)`."""

    # Positions.
    position: Part | None = None
    """Of the whole position: `fields(ruleset, s)`, with `s` a STATE record."""
    position_player: Part | None = None
    """Of a player in a position: `fields(ruleset, s, player)`."""
    read: Callable[[Any], None] | None = None
    """`read(reader)`: read the mechanism's part of a position, before any player's."""
    read_player: Callable[[Any, int, Any], None] | None = None
    """`read_player(reader, player, part)`: read the mechanism's part of a player."""
    read_cards: Callable[[Any], None] | None = None
    """`read_cards(reader)`: read cards that lie elsewhere than in hands and piles."""

    # Summaries.
    turn: type[Struct] | None = None
    """Of a turn; the defaults say how it begins."""
    turned: Callable[[Any, Turn, Any, Any], None] | None = None
    """`turned(summarizer, turn, before, after)`: note an action in `turn.more`; the last two are STATE records."""
    way: Part | None = None
    """Of a player's way through the game: `fields(summarizer, player)`."""

    # Tables of simulations and results.
    parts: Mapping[str, str] = field(default_factory=dict)
    """Parts of a score: the name, and the field of a STATE record."""
    numbers: Mapping[str, Callable[[Any], Any]] = field(default_factory=dict)
    """Other numbers at the end: the name, and the array by seat out of a scored STATE record."""
    lists: Mapping[str, str] = field(default_factory=dict)
    """Lists of each player at the end: the name, and the type of its members, `string` or `int16`."""
    listed: Callable[[Ruleset, Any, int], tuple[list[Any], ...]] | None = None
    """`listed(ruleset, states, player)`: these lists, out of a scored STATE array."""


def tellings(package: str, names: Iterable[str]) -> tuple[Telling, ...]:
    """What the mechanisms of a kind tell; those without a `told.py` tell nothing."""
    return tuple(import_module(f"{package}.{name}.told").TELLING for name in names)


def events_of(every: Iterable[Telling]) -> tuple[type[Event], ...]:
    """The events that only games of a kind have."""
    return tuple(event for each in every for event in each.events)


def what_happened(every: Sequence[Telling], before: Observation, after: Observation) -> list[Event]:
    """The events of an action, and what followed from it."""
    told = common.action(before, after)
    for each in every:
        if told is None and each.acted is not None:
            told = each.acted(before, after)
    found = list(told or ())
    for each in every:
        if each.followed is not None:
            found += each.followed(before, after)
    return found


def fields_of(parts: Iterable[Part | None], *arguments: Any) -> dict[str, Any]:
    """The values of the fields of all parts."""
    found: dict[str, Any] = {}
    for part in parts:
        if part is not None:
            found |= part.fields(*arguments)
    return found


def beginning_of(shapes: Iterable[type[Struct] | None]) -> dict[str, Any]:
    """The defaults of records."""
    return {
        name: value
        for shape in shapes
        if shape is not None
        for name, value in msgspec.structs.asdict(shape()).items()
    }


def merged(
    name: str, doc: str, base: type[Struct], parts: Iterable[Part | type[Struct] | None], **options: Any
) -> Any:
    """A record of `base` with the fields of all parts. `options` are those of a Struct.

    Raises ValueError if two mechanisms have a field of one name.
    """
    fields: dict[str, tuple[Any, ...]] = {}
    for part in parts:
        shape = part.shape if isinstance(part, Part) else part
        for each in () if shape is None else msgspec.structs.fields(shape):
            if each.name in fields or each.name in base.__struct_fields__:
                raise ValueError(f"{name}: two mechanisms have a field {each.name!r}")
            fields[each.name] = (each.name, each.type, *_default(each))
    return msgspec.defstruct(
        name, list(fields.values()), bases=(base,), namespace={"__doc__": doc}, kw_only=True, **options
    )


def _default(each: msgspec.structs.FieldInfo) -> tuple[Any, ...]:
    if each.default_factory is not msgspec.NODEFAULT:
        return (msgspec.field(default_factory=each.default_factory),)
    return () if each.default is msgspec.NODEFAULT else (each.default,)
