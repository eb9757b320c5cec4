"""What a mechanism adds to the rules of a kind of game."""

from __future__ import annotations

from collections.abc import Callable, Sequence
from dataclasses import dataclass
from typing import Any, TypeAlias

from whistlestop.core.records import Field

__all__ = ["BEYOND", "ENDED", "GOES_ON", "NO", "YES", "Mechanism", "ScorePart", "Step"]

BEYOND = -2
"""The answer of a mechanism that a question does not concern: the next one is asked."""
NO, YES = 0, 1
GOES_ON, ENDED = 0, 1
"""What playing an action does to the turn."""

Step: TypeAlias = Callable[..., Any]
"""A compiled function of records. `s` is a STATE record, or an OBSERVATION record where only what the seat knows is
read; `r` is the RULES record, `player` and `seat` are seats, and `action` is a number of the catalogue."""


@dataclass(frozen=True)
class ScorePart:
    """A part of the final score. Results, tables and the client have it without a further declaration."""

    name: str
    """In results."""
    field: str
    """The field of the STATE record, by player."""
    column: str = ""
    """In tables of simulations, if it has another name there."""


@dataclass(frozen=True, eq=False, kw_only=True)
class Mechanism:
    """The rules of one mechanism. Everything is optional: what is left out, the mechanism has no part in.

    Each step asks the mechanisms in the order in which the kind lists them. Where one answer is wanted, the first
    mechanism that does not answer BEYOND gives it, so a special case stands before the general one.
    """

    columns: Sequence[Any] = ()
    """Its fields of the RULES record: name, type and, where there are several values, shape."""
    fields: Sequence[Field] = ()
    """Its fields of the STATE record, and who may see them."""

    # A new game.
    clear: Step | None = None
    """`clear(s, r, players)`: what players have before anything is dealt; all else is empty already."""
    deal: Step | None = None
    """`deal(s, r)`: shuffle and deal; players and the first seat are set."""

    turn_up: Step | None = None
    """`turn_up(s, r)`: fill the market of a new game whose decks are in a given order."""

    # What is legal. These read only what the player may know.
    list_turn: Step | None = None
    """`list_turn(s, r, player, out, size) -> size`: write what may be done at the beginning of a turn."""
    count_turn: Step | None = None
    """`count_turn(s, r, player, counts, at) -> int`: how many actions `list_turn` writes. The `places` numbers from
    `counts[at]` on are its own, for `nth_turn`. Random play needs one action and no list."""
    nth_turn: Step | None = None
    """`nth_turn(s, r, player, index, counts, at) -> action`: one of them, after `count_turn`."""
    places: int = 0
    """Numbers that `count_turn` keeps."""
    list_phase: Step | None = None
    """`list_phase(s, r, player, out) -> size`: write what is legal in a phase of the mechanism's own, or BEYOND."""
    judge: Step | None = None
    """`judge(s, r, player, action) -> int`: whether an action of the catalogue is legal now: YES, NO or BEYOND."""
    judge_open: Step | None = None
    """The same for numbers behind the catalogue, which only some kinds have."""
    choose: Step | None = None
    """`choose(s, r, player, random) -> action`: a random legal action in a phase of the mechanism's own, or BEYOND:
    then one of the list is taken."""

    # Playing.
    begin: Step | None = None
    """`begin(s, r, action)`: before an action is played, whichever it is."""
    play: Step | None = None
    """`play(s, r, player, action) -> int`: carry out a legal action of the catalogue: GOES_ON, ENDED (the turn is over)
    or BEYOND."""
    play_open: Step | None = None
    """The same for numbers behind the catalogue."""
    follow: Step | None = None
    """`follow(s, r, player)`: after an action of any mechanism, before its turn ends."""
    end_turn: Step | None = None
    """`end_turn(s, r)`: at the end of each turn."""
    starts_last_round: Step | None = None
    """`starts_last_round(s, r) -> bool`: whether the turn that ends now is followed by the last round."""
    ends_game: Step | None = None
    """`ends_game(s, r) -> bool`: whether play is over at the end of this turn, last round or not."""
    close: Step | None = None
    """`close(s, r) -> bool`: play is over; True if something follows before the game is."""
    begin_turn: Step | None = None
    """`begin_turn(s, r)`: at the beginning of each turn but the first."""

    # Scoring.
    stop: Step | None = None
    """`stop(s, r)`: before the game is scored as it stands, in whatever phase."""
    settle: Step | None = None
    """`settle(s, r, player)`: choices that the rules make for a player at the end, before any part is scored."""
    score: Step | None = None
    """`score(s, r, player)`: write the player's part of the score into fields of the mechanism."""
    award: Step | None = None
    """`award(s, r)`: what depends on all players' scores."""
    parts: Sequence[ScorePart] = ()
    """Its parts of the final score: the score is their sum."""
    tie_break: Step | None = None
    """`tie_break(s, criterion, player) -> int`: what a player has by one of the mechanism's tie-breakers, more is
    better; or BEYOND."""

    # What a seat knows.
    show: Step | None = None
    """`show(s, seat, o)`: write the OWN fields of the mechanism that the seat may see into its OBSERVATION record."""
    placed: Step | None = None
    """`placed(o, card) -> int`: how many of a card lie where everybody sees them, in a field of the mechanism."""
    resample: Step | None = None
    """`resample(o, r, s, random)`: write into STATE record `s` at random what the seat of `o` does not know."""
