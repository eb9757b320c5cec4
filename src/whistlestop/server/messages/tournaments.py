"""The messages about tournaments (docs/tournaments.md)."""

from __future__ import annotations

from datetime import datetime
from typing import Annotated, Literal

from msgspec import Meta, Struct

from whistlestop.server.domain.clock import ClockSettings
from whistlestop.server.domain.formats import ClubId
from whistlestop.server.domain.tournaments import Settings, State
from whistlestop.server.messages.base import Player, UserId
from whistlestop.server.messages.corrections import CorrectionInfo
from whistlestop.tournaments import TournamentPlan

Reason = Annotated[str, Meta(min_length=3, max_length=200)]
Rank = Annotated[int, Meta(ge=1, le=5)]

# --------------------------------------------------------------------------------------------------- requests


class CreateTournament(Settings, frozen=True, forbid_unknown_fields=True):
    """POST /api/tournaments. `starts`: when the first round begins; null: when you start it.

    `listed`: all users can find it; otherwise only users with its link. `automatic`: rounds start automatically,
    `pause` minutes after the last result of the previous one. `appear`: minutes after which players of a live game who
    have not moved lose. `limit`: the maximum number of players. `together`: how many rounds of a round robin are in
    progress at once. `text`: information for players.
    `club`: only members of this club, of which the organizer is one, can see it and play; such a tournament is not
    `listed`.
    """

    name: Annotated[str, Meta(min_length=1, max_length=60)]
    plan: TournamentPlan
    starts: Annotated[datetime, Meta(tz=True)] | None = None
    listed: bool = True
    club: ClubId | None = None


class TournamentStep(Struct, forbid_unknown_fields=True):
    """POST /api/tournaments/{tournament}/steps.

    `start`: start the first round, or start the next one now; `pause`: start no round until `resume`;
    `cancel`: end it without a result. Games in progress continue.
    """

    step: Literal["start", "pause", "resume", "cancel"]


class CorrectResult(Struct, forbid_unknown_fields=True):
    """PUT /api/tournaments/{tournament}/rounds/{number}/tables/{table}.

    `ranks`: by seat, 1 for the best, and the same rank for equal players; null: lost without points.
    """

    ranks: Annotated[list[Rank | None], Meta(min_length=2, max_length=5)]
    reason: Reason


class RemoveEntry(Struct, forbid_unknown_fields=True):
    """POST /api/tournaments/{tournament}/entries/{entry}/remove: the player takes part in no further rounds."""

    reason: Reason


class ReplaceEntry(Struct, forbid_unknown_fields=True):
    """POST /api/tournaments/{tournament}/entries/{entry}/replace: the account that takes over the entry."""

    name: Annotated[str, Meta(min_length=1, max_length=64)]


class Appoint(Struct, forbid_unknown_fields=True):
    """POST /api/tournaments/{tournament}/arbiters: the name of an account to appoint, or the id of one to dismiss."""

    name: Annotated[str, Meta(min_length=1, max_length=64)] | None = None
    dismiss: UserId | None = None


# ---------------------------------------------------------------------------------------------------- answers


class TournamentLine(Struct):
    """A tournament in a list.

    `round`: the current one, 0 before the first; `rounds`: null if it depends on the number of players.

    `next`: when it starts or, later, when the next round starts automatically. `winners`: the names of the best players
    of a tournament that is over; the list of all tournaments omits them.
    """

    id: str
    name: str
    state: State
    plan: TournamentPlan
    ruleset: str
    clock: ClockSettings
    players: int
    limit: int
    round: int
    rounds: int | None
    next: str | None
    winners: list[str] = []


class TournamentList(Struct):
    """GET /api/tournaments: your tournaments, upcoming ones and those in progress, and past ones."""

    yours: list[TournamentLine]
    live: list[TournamentLine]
    past: list[TournamentLine]


class StandingLine(Struct):
    """The place of a player. `points`: 1 for each table won, shares for others; then the tie-breaks in their order.

    `exit`: the last knock-out round reached. `state`: whether they take part in the next round. `user`: only for
    players who show their page. `reason`: why an arbiter removed them.
    """

    place: int
    entry: int
    name: str | None
    user: str | None
    state: Literal["plays", "left", "removed"]
    reason: str | None
    points: float
    opponents: float
    beaten: float
    wins: int
    score: int
    tables: int
    group: int | None
    exit: int | None


class PairingSeat(Struct):
    """A seat at a table of a round. rank: null until the result, and for losses without points; see `ending`."""

    entry: int
    name: str | None
    rank: int | None
    score: int | None
    ending: str | None
    points: float | None


class PairingLine(Struct):
    """A table of a round. `game`: its key for you, as a player or as a spectator; null for a bye or until it exists."""

    table: int
    stage: Literal["main", "knockout"]
    group: int | None
    seats: list[PairingSeat]
    done: bool
    yours: bool
    game: str | None
    correction: CorrectionInfo | None


class TournamentInfo(Struct):
    """GET /api/tournaments/{tournament}?round=: a tournament with its standings and the tables of a round.

    `club`: the tournament is for its members only. `league`: it is a division of this league. `role`: the caller's
    rights in addition to playing. `entry`: the caller's entry. `can_join`: whether the caller can enter, or enter
    again; `can_leave`: whether they can withdraw. `shown`: the round of `pairings`. `seed`: the seed that determines
    the draw.
    """

    tournament: TournamentLine
    text: str
    listed: bool
    club: str | None
    league: str | None
    automatic: bool
    pause: int
    appear: int
    together: int
    seed: str
    organizer: str | None
    arbiters: list[Player]
    role: Literal["organizer", "arbiter"] | None
    entry: int | None
    can_join: bool
    can_leave: bool
    standings: list[StandingLine]
    shown: int
    pairings: list[PairingLine]
