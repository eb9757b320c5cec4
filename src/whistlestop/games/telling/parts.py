"""What one mechanism tells: the parts of a `Telling`."""

from __future__ import annotations

from collections.abc import Callable, Collection, Iterable, Mapping, Sequence
from dataclasses import dataclass, field, replace
from typing import Any

from msgspec import Struct

from whistlestop.core import fields
from whistlestop.format import Counts, Ruleset
from whistlestop.games.composing import found
from whistlestop.games.mechanisms import Mechanism, ScorePart
from whistlestop.text.events import Event
from whistlestop.text.knowledge import Knowledge
from whistlestop.text.summary import Turn
from whistlestop.text.view import DeclarationAnswer


@dataclass(frozen=True)
class Word:
    """The first word of a type of action, and what follows it in notation, after colons."""

    word: str
    place: str = ""
    """`route` or `city`: the action names one. What else it is about, the kind writes itself."""
    paid: bool = False
    """A payment is the last part."""
    named: bool = False
    """Tickets are the last part; the kind reads and writes them itself."""
    cards: Callable[[int], Counts] | None = None
    """The cards of a payment, out of what the action is about; without it they are the action's own cards."""
    never: str = "{payment} can never pay for this: {action}"
    """The error for a place or payment that no action of the ruleset has."""


@dataclass(frozen=True)
class Part:
    """Fields that a mechanism adds to a record."""

    shape: type[Struct]
    """Their names, types and defaults."""
    fields: Callable[..., dict[str, Any]]
    """Their values, and those of shared fields that the mechanism sets in a phase of its own."""


@dataclass(frozen=True, eq=False, kw_only=True)
class Telling:
    """What one mechanism tells. Everything is optional."""

    # What `tellings` fills in.
    name: str = ""
    """The folder of the mechanism."""
    optional: bool = False
    """Whether a ruleset may do without it: then its fields of views, results and summaries may be missing."""
    parts: Sequence[ScorePart] = ()
    """The parts of the score that its rules declare."""

    words: Mapping[int, Word] = field(default_factory=dict)
    """By the type of action."""
    phases: Mapping[int, str] = field(default_factory=dict)
    """The names of phases of its own, by their codes."""
    options: Sequence[str] = ()
    """Options of a table that it adds."""
    moments: Sequence[Mapping[str, Any]] = ()
    """Positions of the mechanism that random play reaches late, for compiling in advance."""
    declaration: Callable[[Knowledge, Sequence[str]], DeclarationAnswer] | None = None
    """`declaration(observation, tickets)`: judges a declaration of these tickets before it is made."""

    # Events.
    events: Sequence[type[Event]] = ()
    """Those that it adds."""
    acted: Callable[[Knowledge, Knowledge], list[Event] | None] | None = None
    """`acted(before, after)`: the events of an action of the mechanism's own; None for any other."""
    followed: Callable[[Knowledge, Knowledge], list[Event]] | None = None
    """`followed(before, after)`: what came of any action."""
    began: Callable[[Knowledge, bool], list[Event]] | None = None
    """`began(after, live)`: what a turn that begins brings; `live` says whether it is told as it happens."""

    # Views.
    view: Part | None = None
    """Of the whole view: `fields(observation, look)`, with `look` the option of that name."""
    player: Part | None = None
    """Of a player in a view: `fields(public, player)`."""
    result: Part | None = None
    """Of a player's result, besides the parts of the score: `fields(observation, player)`."""

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
    seal: Callable[[Any, int, Any], int | None] | None = None
    """`seal(reader, player, part)`: the sealed choice of a player in a phase of the mechanism's own; None in others."""
    check: Callable[[Any], None] | None = None
    """`check(reader)`: whether everything that was read goes together."""

    # Summaries.
    summary: type[Struct] | None = None
    """Of the whole summary; the defaults say how it begins."""
    passed_on: Callable[[Any, Any, Any], None] | None = None
    """`passed_on(summarizer, before, after)`: note what any action led to, in `summarizer.more`."""
    turn: type[Struct] | None = None
    """Of a turn; the defaults say how it begins."""
    turned: Callable[[Any, Turn, Any, Any], None] | None = None
    """`turned(summarizer, turn, before, after)`: note an action in `turn.more`; the last two are STATE records."""
    way: Part | None = None
    """Of a player's way through the game: `fields(summarizer, player)`."""

    # Tables of simulations and results.
    counts: Mapping[str, str] = field(default_factory=dict)
    """What is counted beside the parts of the score: the name, and the field of a STATE record."""
    numbers: Mapping[str, Callable[[Any], Any]] = field(default_factory=dict)
    """Other numbers at the end: the name, and the array by seat out of a scored STATE record."""
    lists: Mapping[str, str] = field(default_factory=dict)
    """Lists of each player at the end: the name, and the type of its members, `string` or `int16`."""
    listed: Callable[[Ruleset, Any, int], tuple[list[Any], ...]] | None = None
    """`listed(ruleset, states, player)`: these lists, out of a scored STATE array."""
    move_numbers: Mapping[str, Callable[[Any], int]] = field(default_factory=dict)
    """Numbers that tell of a move besides the action: the name, and the number out of the STATE record after it."""
    player_columns: Sequence[str] = ()
    """Numbers of a player in a view that a table of the players shows."""
    outcome_columns: Sequence[str] = ()
    """Numbers of a player in an outcome that a table of the result shows besides the parts of the score."""
    placed: Callable[[dict[str, Any], Ruleset], str] | None = None
    """`placed(player, ruleset)`: what a player of a view has on the table, in words; empty if that is
    nothing."""
    held: Callable[[Knowledge, int], dict[str, list[str]]] | None = None
    """`held(observation, player)`: fields of `Held`, from anybody's observation of a game that is over."""


def tellings(
    package: str, mechanisms: Mapping[str, Mechanism], optional: Collection[str] = ()
) -> tuple[Telling, ...]:
    """Return what the mechanisms of a kind tell, in their order; `optional` names those that a ruleset may not use.

    One without a `told.py` tells the parts of the score that its rules declare.
    """
    own = dict(found(package, mechanisms, "told", "TELLING"))
    return tuple(
        replace(own.get(name, Telling()), name=name, optional=name in optional, parts=mechanism.parts)
        for name, mechanism in mechanisms.items()
    )


PHASES = {
    fields.OPENING: "opening",
    fields.TURN: "turn",
    fields.SECOND_DRAW: "second_draw",
    fields.TICKET_CHOICE: "ticket_choice",
    fields.OVER: "over",
}
"""Those that every kind of game has."""


def phases_of(every: Iterable[Telling]) -> dict[int, str]:
    """Return the names of a kind's phases, by their codes."""
    return PHASES | {code: name for each in every for code, name in each.phases.items()}
