"""The contribution of a mechanism to the rules of a kind of game."""

from __future__ import annotations

from collections.abc import Callable, Sequence
from dataclasses import dataclass
from typing import Any, TypeAlias

from whistlestop.core.records import Field

__all__ = ["BEYOND", "ENDED", "GOES_ON", "NO", "YES", "Mechanism", "ScorePart", "Step"]

BEYOND = -2
"""Returned by a mechanism that does not handle the question; the next mechanism is called."""
NO, YES = 0, 1
GOES_ON, ENDED = 0, 1
"""The effect of an action on the turn."""

Step: TypeAlias = Callable[..., Any]
"""A compiled function of records. `s` is a STATE record, or an OBSERVATION record where the function reads only the
seat's knowledge. `r` is the RULES record, `player` and `seat` are seats, and `action` is a number in the catalogue."""


@dataclass(frozen=True)
class ScorePart:
    """A part of the final score. Results, tables and the client read it from here."""

    name: str
    """Its name in results."""
    field: str
    """The field of the STATE record that holds it, by player."""
    column: str = ""
    """Its column in simulation tables, if the name differs there."""


@dataclass(frozen=True, eq=False, kw_only=True)
class Mechanism:
    """The rules of one mechanism. Every step is optional.

    Each step calls the mechanisms in the order in which the kind lists them. If a step needs a single answer, the first
    answer other than BEYOND counts. A special case therefore comes before the general one.
    """

    columns: Sequence[Any] = ()
    """Its fields of the RULES record: name, type and, for several values, shape."""
    fields: Sequence[Field] = ()
    """Its fields of the STATE record, and who may see them."""

    # Set-up.
    clear: Step | None = None
    """`clear(s, r, players)`: set the players' pieces before the deal; all other fields are already empty."""
    deal: Step | None = None
    """`deal(s, r)`: shuffle and deal; the players and the first seat are already set."""

    turn_up: Step | None = None
    """`turn_up(s, r)`: fill the market of a new game whose decks are in a given order."""

    # Legal actions. These functions read only the player's knowledge.
    list_turn: Step | None = None
    """`list_turn(s, r, player, out, size) -> size`: write the actions that can begin a turn."""
    count_turn: Step | None = None
    """`count_turn(s, r, player, counts, at) -> int`: the number of actions that `list_turn` would write. It may store
    `places` numbers from `counts[at]` for `nth_turn`. Random play needs a single action, so it avoids building the
    list."""
    nth_turn: Step | None = None
    """`nth_turn(s, r, player, index, counts, at) -> action`: the action at an index, after `count_turn`."""
    places: int = 0
    """How many numbers `count_turn` stores."""
    list_free: Step | None = None
    """`list_free(s, r, player, out, size) -> size`: write the free actions, which may precede a turn's action and are
    always optional. A player with no other action may pass."""
    count_free: Step | None = None
    """`count_free(s, r, player) -> int`: the number of actions that `list_free` would write."""
    nth_free: Step | None = None
    """`nth_free(s, r, player, index) -> action`: the free action at an index. Only one mechanism of a kind may define
    these three steps."""
    list_phase: Step | None = None
    """`list_phase(s, r, player, out) -> size`: write the legal actions in one of the mechanism's own phases; BEYOND in
    any other."""
    judge: Step | None = None
    """`judge(s, r, player, action) -> int`: whether a catalogue action is legal now: YES, NO or BEYOND."""
    judge_open: Step | None = None
    """The same for action numbers above the catalogue, which only some kinds use."""
    choose: Step | None = None
    """`choose(s, r, player, random) -> action`: a random legal action in one of the mechanism's own phases. On BEYOND,
    the action is chosen from the list."""

    # Play.
    begin: Step | None = None
    """`begin(s, r, action)`: runs before every action."""
    play: Step | None = None
    """`play(s, r, player, action) -> int`: play a legal catalogue action; GOES_ON, ENDED (the turn is over) or BEYOND.
    """
    play_open: Step | None = None
    """The same for action numbers above the catalogue."""
    follow: Step | None = None
    """`follow(s, r, player)`: runs after an action of any mechanism, before the turn ends."""
    lingers: Step | None = None
    """`lingers(s, r, player) -> bool`: runs when an action ends the turn; True if another decision comes first. The
    mechanism then sets its phase."""
    end_turn: Step | None = None
    """`end_turn(s, r)`: runs at the end of each turn."""
    starts_last_round: Step | None = None
    """`starts_last_round(s, r) -> bool`: whether the last round follows the turn that is ending."""
    ends_game: Step | None = None
    """`ends_game(s, r) -> bool`: whether play ends with this turn, regardless of a last round."""
    close: Step | None = None
    """`close(s, r) -> bool`: runs when play is over; True if more decisions follow before the game ends."""
    begin_turn: Step | None = None
    """`begin_turn(s, r)`: runs at the beginning of each turn except the first."""

    # Scoring.
    stop: Step | None = None
    """`stop(s, r)`: runs before a game is scored early, in any phase."""
    settle: Step | None = None
    """`settle(s, r, player)`: make the choices that the rules make on a player's behalf at the end, before scoring."""
    score: Step | None = None
    """`score(s, r, player)`: write the player's part of the score to fields of the mechanism."""
    award: Step | None = None
    """`award(s, r)`: award points that depend on all players' scores."""
    parts: Sequence[ScorePart] = ()
    """Its parts of the final score, which is the sum of all parts."""
    tie_break: Step | None = None
    """`tie_break(s, criterion, player) -> int`: the player's value for one of the mechanism's tie-breakers (higher is
    better), or BEYOND."""

    # Knowledge of a seat.
    show: Step | None = None
    """`show(s, seat, o)`: write to the OBSERVATION record those OWN fields of the mechanism that the seat may see."""
    placed: Step | None = None
    """`placed(o, card) -> int`: how many copies of a card lie face up in a field of the mechanism."""
    stow: Step | None = None
    """`stow(o, s, pool, random)`: remove from a pool of cards, given as counts, a random card for each one that lies
    unknown to everybody in a field of the mechanism, and write them to that field of the STATE record `s`."""
    resample: Step | None = None
    """`resample(o, r, s, random)`: write random values to the STATE record `s` for everything unknown to the seat of
    `o`."""
