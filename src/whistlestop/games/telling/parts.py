"""The parts of a `Telling`, one mechanism's contribution to the description of a game."""

from __future__ import annotations

from collections.abc import Callable, Collection, Iterable, Mapping, Sequence
from dataclasses import dataclass, field, replace
from typing import Any

from msgspec import Struct

from whistlestop.core import fields
from whistlestop.format import Counts, Ruleset
from whistlestop.games.composing import found
from whistlestop.games.mechanisms import Mechanism, ScorePart
from whistlestop.text.conditions import Condition
from whistlestop.text.events import Event
from whistlestop.text.knowledge import Knowledge
from whistlestop.text.summary import Turn
from whistlestop.text.view import DeclarationAnswer

from .comparing import Comparison


@dataclass(frozen=True)
class Word:
    """The first word of an action type in notation, and the parts that follow it after colons."""

    word: str
    place: str = ""
    """`route`, `city`, `seat`, `count` or `figure` if the action names one. The kind writes anything else."""
    paid: bool = False
    """Whether a payment is the last part."""
    named: bool = False
    """Whether tickets are the last part; the kind reads and writes them."""
    cards: Callable[[int], Counts] | None = None
    """The cards of a payment, computed from the action's place; by default the action's own cards."""
    never: str = "{payment} can never pay for this: {action}"
    """The error for a place or payment with which the ruleset has no action."""


@dataclass(frozen=True)
class Part:
    """Fields that a mechanism adds to a record."""

    shape: type[Struct]
    """Their names, types and defaults."""
    fields: Callable[..., dict[str, Any]]
    """Return their values, and those of shared fields that the mechanism sets in its own phases."""


@dataclass(frozen=True, eq=False, kw_only=True)
class Telling:
    """One mechanism's contribution. Everything is optional."""

    # Filled in by `tellings`.
    name: str = ""
    """The folder of the mechanism."""
    optional: bool = False
    """Whether rulesets may omit the mechanism; its fields in views, results and summaries may then be missing."""
    parts: Sequence[ScorePart] = ()
    """The parts of the score that its rules declare."""
    begin_turn: Callable[..., Any] | None = None
    """The step of its rules at the beginning of each turn."""

    words: Mapping[int, Word] = field(default_factory=dict)
    """Its words in notation, by type of action."""
    phases: Mapping[int, str] = field(default_factory=dict)
    """The names of the mechanism's own phases, by their codes."""
    options: Sequence[str] = ()
    """Table options that the mechanism adds."""
    moments: Sequence[Mapping[str, Any]] = ()
    """Positions that random play reaches late, used to compile in advance."""
    declaration: Callable[[Knowledge, Sequence[str]], DeclarationAnswer] | None = None
    """`declaration(observation, tickets)`: evaluates a declaration of these tickets before it is made."""

    conditions: Mapping[str, Condition] = field(default_factory=dict)
    """The conditions that it adds, by word."""

    brief: Callable[[Any], list[str]] | None = None
    """`brief(ruleset)`: its rules in short English sentences, for programs that read text."""

    # Events.
    events: Sequence[type[Event]] = ()
    """The event types that it adds."""
    acted: Callable[[Knowledge, Knowledge], list[Event] | None] | None = None
    """`acted(before, after)`: the events of one of the mechanism's own actions; None for any other action."""
    followed: Callable[[Knowledge, Knowledge], list[Event]] | None = None
    """`followed(before, after)`: the consequences of any action."""
    began: Callable[[Knowledge, bool], list[Event]] | None = None
    """`began(after, live)`: the events at the beginning of a turn; `live` says whether they are reported as they
    happen."""

    # Views.
    view: Part | None = None
    """Its fields of the whole view: `fields(observation, look)`, with `look` the option of that name."""
    player: Part | None = None
    """Its fields of a player's part of a view: `fields(public, player)`."""
    result: Part | None = None
    """Its fields of a player's result, in addition to the parts of the score: `fields(observation, player)`."""

    # Positions.
    position: Part | None = None
    """Its fields of the whole position: `fields(ruleset, s)`, with `s` a STATE record."""
    position_player: Part | None = None
    """Its fields of a player's part of a position: `fields(ruleset, s, player)`."""
    read: Callable[[Any], None] | None = None
    """`read(reader)`: read the mechanism's part of a position, before any player's."""
    read_player: Callable[[Any, int, Any], None] | None = None
    """`read_player(reader, player, part)`: read the mechanism's part of a player's position."""
    read_cards: Callable[[Any], None] | None = None
    """`read_cards(reader)`: read cards in places other than hands and piles."""
    seal: Callable[[Any, int, Any], int | None] | None = None
    """`seal(reader, player, part)`: the sealed choice of a player in one of the mechanism's own phases, otherwise
    None."""
    check: Callable[[Any], None] | None = None
    """`check(reader)`: check that everything read is consistent."""

    # Summaries.
    summary: type[Struct] | None = None
    """Its fields of the whole summary; the defaults are the initial values."""
    passed_on: Callable[[Any, Any, Any], None] | None = None
    """`passed_on(summarizer, before, after)`: record the consequences of any action in `summarizer.more`."""
    turn: type[Struct] | None = None
    """Its fields of a turn; the defaults are the initial values."""
    turned: Callable[[Any, Turn, Any, Any], None] | None = None
    """`turned(summarizer, turn, before, after)`: record an action in `turn.more`; the last two are STATE records."""
    way: Part | None = None
    """Its fields of a player's progress through the game: `fields(summarizer, player)`."""

    # Tables of simulations and results.
    counts: Mapping[str, str] = field(default_factory=dict)
    """Counts in addition to the parts of the score: the name, and the field of a STATE record."""
    numbers: Mapping[str, Callable[[Any], Any]] = field(default_factory=dict)
    """Other numbers at the end: the name, and a function from a scored STATE record to the array by seat."""
    lists: Mapping[str, str] = field(default_factory=dict)
    """Lists of each player at the end: the name, and the type of its members, `string` or `int16`."""
    listed: Callable[[Ruleset, Any, int], tuple[list[Any], ...]] | None = None
    """`listed(ruleset, states, player)`: these lists, from a scored STATE array."""
    move_numbers: Mapping[str, Callable[[Any], int]] = field(default_factory=dict)
    """Numbers that describe a move in addition to the action: the name, and a function of the STATE record after it."""
    player_columns: Sequence[str] = ()
    """Numbers of a player in a view that a table of players shows."""
    outcome_columns: Sequence[str] = ()
    """Numbers of a player in an outcome that a table of results shows in addition to the parts of the score."""
    placed: Callable[[dict[str, Any], Ruleset], str] | None = None
    """`placed(player, ruleset)`: a description of everything that a player of a view has on the table; empty if
    nothing."""
    held: Callable[[Knowledge, int], dict[str, list[str]]] | None = None
    """`held(observation, player)`: fields of `Held`, from any observation of a game that is over."""
    compared: Comparison | None = None
    """The reasons why one action is better than another, for reviews."""


def tellings(
    package: str, mechanisms: Mapping[str, Mechanism], optional: Collection[str] = ()
) -> tuple[Telling, ...]:
    """Return the tellings of a kind's mechanisms, in order; `optional` names those that a ruleset may omit.

    A mechanism without a `told.py` contributes the parts of the score that its rules declare.
    """
    own = dict(found(package, mechanisms, "told", "TELLING"))
    return tuple(
        replace(
            own.get(name, Telling()),
            name=name,
            optional=name in optional,
            parts=mechanism.parts,
            begin_turn=mechanism.begin_turn,
        )
        for name, mechanism in mechanisms.items()
    )


PHASES = {
    fields.OPENING: "opening",
    fields.TURN: "turn",
    fields.SECOND_DRAW: "second_draw",
    fields.TICKET_CHOICE: "ticket_choice",
    fields.OVER: "over",
}
"""The phases that every kind of game has."""


def phases_of(every: Iterable[Telling]) -> dict[int, str]:
    """Return the names of a kind's phases, by their codes."""
    return PHASES | {code: name for each in every for code, name in each.phases.items()}
