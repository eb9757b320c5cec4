"""Tournaments as stored, and the results of their games. The rules are in `whistlestop.tournaments`."""

from __future__ import annotations

from typing import TYPE_CHECKING, Annotated, Literal

import msgspec
from msgspec import Meta, Struct

from whistlestop.server.domain.clock import ClockSettings
from whistlestop.server.domain.formats import Slug
from whistlestop.tournaments import Entry, Pairing, Place, Tournament, TournamentPlan
from whistlestop.tournaments.model import MOST_ROUNDS

if TYPE_CHECKING:
    from collections.abc import Sequence

    from whistlestop.endings import Away

State = Literal["open", "running", "paused", "over", "cancelled"]
MINUTE = 60_000
"""A minute in milliseconds."""
FORFEIT = "forfeit"
"""The ending of a seat whose player was gone before the game could be created."""


class Settings(Struct, frozen=True, kw_only=True):
    """The organizer's choices in addition to the plan.

    automatic: rounds begin automatically, `pause` minutes after the last result of the previous one. appear: minutes
    after which a player of a live game who has not moved loses. limit: the maximum number of players. together: how
    many rounds of a round robin are in progress at once.
    """

    ruleset: Slug
    clock: ClockSettings
    text: Annotated[str, Meta(max_length=300)] = ""
    automatic: bool = True
    pause: Annotated[int, Meta(ge=0, le=7 * 24 * 60)] = 2
    appear: Annotated[int, Meta(ge=1, le=60)] = 5
    limit: Annotated[int, Meta(ge=2, le=1024)] = 256
    together: Annotated[int, Meta(ge=1, le=MOST_ROUNDS)] = 1


class TournamentRow(Struct, frozen=True):
    """A tournament as stored. `next`: when it begins or, later, when the next round begins automatically.

    `club`: only its members can see it. `league`, `division`: the league to whose season it belongs, and the number of
    its division, from 1 at the top.
    `closes`: when the last rounds begin at the latest; null: all rounds are played.
    """

    id: str
    owner: str | None
    name: str
    state: State
    round: int
    plan: TournamentPlan
    settings: Settings
    seed: str
    listed: bool
    made: int
    next: int | None
    ended: int | None
    version: int
    club: str | None = None
    league: str | None = None
    season: int | None = None
    division: int | None = None
    closes: int | None = None

    @property
    def live(self) -> bool:
        """Return whether rounds may still be played."""
        return self.state in {"open", "running", "paused"}


class PlayerEntry(Entry, frozen=True, kw_only=True):
    """An entry with its player; None: a deleted account. `reason`: why an arbiter removed them."""

    user: str | None
    name: str | None
    page: bool = False
    removed: bool = False
    reason: str | None = None


class Corrected(Struct, frozen=True):
    """The user who has corrected a result, and the reason."""

    by: str
    reason: str
    at: int


class StoredPairing(Pairing, frozen=True, kw_only=True):
    """A table of a round. `game` is the key of its players, `watch` that of spectators; None for a bye."""

    game: str | None = None
    watch: str | None = None
    correction: Corrected | None = None


class StoredTournament(Struct, frozen=True):
    """A tournament with its players, arbiters (id and name) and all tables.

    names: those of users who have corrected results, unless their accounts were deleted.
    """

    row: TournamentRow
    organizer: str | None
    entries: tuple[PlayerEntry, ...]
    arbiters: tuple[tuple[str, str], ...]
    pairings: tuple[StoredPairing, ...]
    names: dict[str, str]

    def whole(self) -> Tournament:
        """Return the data that the rules need. Deleted accounts play no further rounds."""
        following = self.row.round + 1
        entries = tuple(
            one
            if one.user is not None or one.left is not None
            else msgspec.structs.replace(one, left=following)
            for one in self.entries
        )
        return Tournament(self.row.plan, self.row.seed, entries, self.pairings)

    def entry_of(self, user: str) -> PlayerEntry | None:
        """Return the entry of a user."""
        return next((one for one in self.entries if one.user == user), None)


class SeatOutcome(Struct, frozen=True):
    """The seat of a finished game. rank and score as in `results`; moves: the actions that its player sent."""

    seat: int
    away: Away | None
    moves: int
    rank: int | None = None
    score: int | None = None


class GameState(Struct, frozen=True):
    """The data that a tournament needs of a game. `since`: when it began, or its last action was played."""

    id: str
    state: str
    void: bool
    since: int
    seats: tuple[SeatOutcome, ...]


def result_of(entries: Sequence[int], game: GameState) -> tuple[Place, ...]:
    """Return the places of entries in the order of their seats (RUL-84).

    Players whom a bot replaced at the end have no rank. In a game that ended early, the other players are equal.
    """
    return tuple(
        Place(
            entry,
            None if seat.away is not None else 1 if game.void or seat.rank is None else seat.rank,
            None if game.void else seat.score,
            seat.away or ("unfinished" if game.void else "played"),
        )
        for entry, seat in zip(entries, game.seats, strict=True)
    )


def absent(entries: Sequence[int], game: GameState) -> list[int]:
    """Return the entries that lost without a single move."""
    return [
        entry
        for entry, seat in zip(entries, game.seats, strict=True)
        if seat.away is not None and seat.moves == 0
    ]


def without_game(entries: Sequence[int], gone: set[int]) -> tuple[Place, ...]:
    """Return the places at a table that has no game because some of its players no longer exist."""
    return tuple(Place(entry, None if entry in gone else 1, None, FORFEIT) for entry in entries)
