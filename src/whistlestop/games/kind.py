"""What a kind of game is: everything that the rest of the program asks of it, in one object.

A kind of game is a package beside this module. Its `kind.py` makes the one `Kind` object, and `whistlestop.kinds` lists
it; nothing else names it. Whoever adds a kind adds a package and a line there.
"""

from __future__ import annotations

from collections.abc import Callable, Iterable, Mapping, Sequence
from dataclasses import dataclass
from functools import cached_property
from importlib.resources.abc import Traversable
from typing import Any

from whistlestop.core.records import OWN, PUBLIC, Field
from whistlestop.format import Ruleset, RulesetData
from whistlestop.format.check import Problem
from whistlestop.format.tables import Table
from whistlestop.observation import Observation
from whistlestop.text.advice import Hint, Plan, Searched
from whistlestop.text.events import Event
from whistlestop.text.notation import Notation
from whistlestop.text.position.read import Reader
from whistlestop.text.public import RulesetInfo
from whistlestop.text.summary import Summary
from whistlestop.text.view import DeclarationAnswer, Held, Outcome, View

from .encoding import Encoding
from .kernel import Kernel
from .machine import Machine
from .oversights import Oversights
from .search import Search


@dataclass(frozen=True, eq=False, kw_only=True)
class Kind:
    """One kind of game."""

    name: str
    """What `ruleset.toml` and views call it, as `machine`."""

    # The rules.
    machine: Machine
    """The compiled functions that carry them out."""
    fields: Sequence[Field]
    """The fields of its records, and who may see them."""
    turn_up_market: Callable[[Any, Any], None]
    """Turns up the market of a new game: a STATE array of one game with an empty market, and its RULES array."""

    # Rulesets: how titles of this kind are written down.
    data: type[RulesetData]
    """The shape of the data."""
    tables: Mapping[str, Table]
    """The tables beside `ruleset.toml`."""
    template: Traversable
    """A folder with a small ruleset, for those who begin one of their own."""
    find_problems: Callable[[Any], list[Problem]]
    """Everything that is wrong with data of that shape."""
    compile: Callable[[Any, Kind], Ruleset]
    """Data without problems, compiled."""
    public_data: Callable[[Any], RulesetInfo]
    """What a client has to know of a ruleset."""
    public_type: type[RulesetInfo]
    """The shape of that."""

    # Text: notation, positions, views and events.
    notation: type[Notation]
    reader: type[Reader[Any]]
    write_position: Callable[[Ruleset, Any, dict[str, Any] | None], dict[str, Any]]
    """The position of a STATE record; takes the board of a ruleset that does not come with the package."""
    view: Callable[[Observation, bool], View]
    """What a seat knows; the flag is the option `look`."""
    view_type: type[View]
    """The shape of that."""
    outcome: Callable[[Observation], Outcome | None]
    """Final scores by parts, once the game is over."""
    events: Callable[[Observation, Observation, bool], list[Event]]
    """What a seat learns from one action; the flag says whether it is told as it happens."""
    event_types: Sequence[type[Event]]
    """The events that only games of this kind have."""
    summary: Callable[[Ruleset, Iterable[Any], bool], Summary]
    """What happened in a game that is over: its STATE arrays from the beginning, and whether that is a deal."""
    summary_type: type[Summary]
    """The shape of that."""
    declaration: Callable[[Observation, Sequence[str]], DeclarationAnswer] | None = None
    """Judges a declaration, where there are declarations."""

    # What a person may ask for besides. Plain Python, for it runs once for a question.
    plan: Callable[[Observation, int, bool], Plan]
    """What the tickets of the observation's seat would take; the flag is the option `look`."""
    plan_type: type[Plan]
    """The shape of that."""
    hint: Callable[[Observation, int, bool, Searched | None], Hint]
    """What to do in place of the observation's seat, which owes a decision: what a search has found, or the planner's
    choice; the flag is `look`."""
    hint_type: type[Hint]
    """The shape of that."""
    as_shown: Callable[[Observation, int, bool], Observation]
    """The observation of a player without what a view of it does not show; the flag is `look`."""

    # Bots.
    kernels: Mapping[str, Kernel]
    """The compiled bots by name."""
    play_kernels: Callable[..., bool]
    """The compiled loop of a whole game between kernels; `games.loops.play_on` says what it takes."""
    search: Search
    """What a search asks of the kind."""
    oversights: Oversights
    """What bots overlook that err as people do."""

    # Learning.
    encoding: Encoding
    """How what a seat knows and may do becomes arrays."""

    # Results.
    parts: Mapping[str, str]
    """What a score is made of and the number of completed tickets: the name, and the field of a STATE record."""
    numbers: Mapping[str, Callable[[Any], Any]]
    """What else is counted at the end of a game: the name, and the array by seat out of a scored STATE record."""
    lists: Mapping[str, str]
    """What else is listed of each player at the end: the name, and the type of its members, `string` or `int16`."""
    listed: Callable[[Ruleset, Any, int], tuple[list[Any], ...]]
    """These lists, of a player of the first game of a scored STATE array; ids are in the ruleset's order."""
    move_numbers: Mapping[str, Callable[[Any], int]]
    """What numbers tell of a move besides the action: the name, and the number out of the STATE record after it."""
    player_columns: Sequence[str]
    """Numbers of a player in a view that a table of the players shows."""
    outcome_columns: Sequence[str]
    """Numbers of a player in an outcome that a table of the result shows."""
    placed: Callable[[dict[str, Any], Ruleset], str]
    """What a player of a view has on the table, in a line of text."""
    held: Callable[[Observation, int], Held]
    """What a player had at the end, from anybody's observation of a game that is over."""

    # What only some kinds have.
    options: frozenset[str] = frozenset()
    """Options that a table may have, beyond those of every game."""
    moments: Sequence[Mapping[str, Any]] = ()
    """Positions that random play reaches late: those who compile everything in advance begin there as well."""

    @cached_property
    def public_fields(self) -> frozenset[str]:
        """The names of the fields that everybody sees."""
        return frozenset(field.name for field in self.fields if field.seen is PUBLIC)

    @cached_property
    def own_fields(self) -> frozenset[str]:
        """The names of the fields that a seat sees of its own, or in part."""
        return frozenset(field.name for field in self.fields if field.seen is OWN)
