"""Leagues as stored. The moves of players between divisions are in `whistlestop.tournaments.leagues`."""

from __future__ import annotations

from typing import Annotated, Literal

from msgspec import Meta, Struct

from whistlestop.server.domain.clock import ClockSettings
from whistlestop.server.domain.formats import Slug
from whistlestop.server.domain.refusals import Refusal
from whistlestop.server.domain.times import DAY
from whistlestop.tournaments.model import MOST_ROUNDS

LeagueState = Literal["open", "running", "closed"]
"""Between two seasons, in a season, or closed after the last season."""
HOUR = DAY // 24
"""An hour in milliseconds."""


class LeagueSettings(Struct, frozen=True, kw_only=True):
    """The organizer's choices for a league.

    size: players at a table. division: approximate number of players in a division. moves: how many of them are
    promoted and relegated.
    days: the days of a season after which no further round begins; null: all rounds are played. rest: hours between two
    seasons, in which players sign up again. together: how many rounds of a division are in progress at once. rounds:
    their number with more than two players at a table; null: enough to meet everybody once if the numbers fit. pause:
    minutes between two rounds. appear: minutes after which a player of a live game who has not moved loses. first: the
    players who start at the top in the first season.
    """

    ruleset: Slug
    clock: ClockSettings
    text: Annotated[str, Meta(max_length=300)] = ""
    size: Annotated[int, Meta(ge=2, le=5)] = 2
    division: Annotated[int, Meta(ge=4, le=12)] = 8
    moves: Annotated[int, Meta(ge=0, le=4)] = 2
    days: Annotated[int, Meta(ge=1, le=365)] | None = None
    rest: Annotated[int, Meta(ge=1, le=720)] = 72
    together: Annotated[int, Meta(ge=1, le=MOST_ROUNDS)] = 1
    rounds: Annotated[int, Meta(ge=1, le=MOST_ROUNDS)] | None = None
    pause: Annotated[int, Meta(ge=0, le=7 * 24 * 60)] = 2
    appear: Annotated[int, Meta(ge=1, le=60)] = 5
    first: Literal["rating", "draw"] = "rating"


class LeagueRow(Struct, frozen=True):
    """A league as stored. `season`: the last one that has begun. `next`: when the next one begins.

    `club`: only its members can see it. `closing`: no season follows the one in progress.
    """

    id: str
    owner: str | None
    name: str
    state: LeagueState
    season: int
    settings: LeagueSettings
    club: str | None
    made: int
    next: int | None
    closing: bool = False
    ended: int | None = None
    version: int = 1

    @property
    def live(self) -> bool:
        """Return whether players can sign up for another season."""
        return self.state != "closed" and not self.closing


class Member(Struct, frozen=True):
    """A player of a league. `season`: the last one for which they signed up. `since`: when they first joined."""

    user: str
    name: str
    season: int
    since: int


def check_settings(settings: LeagueSettings) -> None:
    """Refuse settings that contradict each other."""
    if settings.size == 2 and settings.rounds is not None:
        raise Refusal("bad_request", "With two at a table, everybody meets everybody. Leave out the rounds.")
    if 2 * settings.moves > settings.division:
        raise Refusal("bad_request", "At most half of a division can rise or fall.")
    if settings.size > settings.division:
        raise Refusal("bad_request", "A division needs enough players for a table.")


def no_league() -> Refusal:
    """Return the refusal for a league that does not exist, or that the user may not know of."""
    return Refusal("not_found", "This league does not exist.")


def division_name(league: str, season: int, division: int) -> str:
    """Return the name of the tournament of a division."""
    return f"{league} · {season}/{division}"
