"""The messages about leagues (docs/leagues.md)."""

from __future__ import annotations

from datetime import datetime
from typing import Annotated, Literal

from msgspec import Meta, Struct

from whistlestop.server.domain.clock import ClockSettings
from whistlestop.server.domain.formats import ClubId
from whistlestop.server.domain.leagues import LeagueSettings, LeagueState
from whistlestop.server.messages.tournaments import StandingLine, TournamentLine

LeagueName = Annotated[str, Meta(min_length=1, max_length=48)]

# --------------------------------------------------------------------------------------------------- requests


class CreateLeague(LeagueSettings, frozen=True, forbid_unknown_fields=True):
    """POST /api/leagues. `starts`: when the first season begins. `size`: players at a table.

    `division`: approximate number of players in a division; `moves`: how many of them are promoted and relegated.
    `days`: the days of a season after which no further round begins; null: all players meet each other. `rest`: hours
    between two seasons.
    `together`: how many rounds of a division are in progress at once; `rounds`: their number, with more than two
    players at a table. `pause`: minutes between two rounds; `appear`: minutes after which players of a live game who
    have not moved lose. `first`: the players who start at the top in the first season. `text`: information for players.
    `club`: only its members can see the league and play; you are its owner or an organizer.
    """

    name: LeagueName
    starts: Annotated[datetime, Meta(tz=True)]
    club: ClubId | None = None


class RenameLeague(Struct, forbid_unknown_fields=True):
    """PUT /api/leagues/{league}: its new name."""

    name: LeagueName


# ---------------------------------------------------------------------------------------------------- answers


class LeagueLine(Struct):
    """A league in a list. `season`: the last one that has begun; `next`: when the next one begins.

    `players`: the players of the season in progress or, between seasons, of the next one.
    """

    id: str
    name: str
    state: LeagueState
    ruleset: str
    clock: ClockSettings
    size: int
    season: int
    next: str | None
    players: int


class LeagueList(Struct):
    """GET /api/leagues: your leagues, and those that anybody can join."""

    yours: list[LeagueLine]
    live: list[LeagueLine]


class LeaguePlace(Struct):
    """The place of a player in a division. `move`: the direction in which the player moves for the next season."""

    line: StandingLine
    move: Literal["up", "down"] | None


class LeagueDivision(Struct):
    """A division of a season, from 1 at the top. `tournament`: its rounds, tables and results.

    `entry`: the caller's entry. `closes`: when the last rounds begin at the latest.
    """

    number: int
    tournament: TournamentLine
    standings: list[LeaguePlace]
    entry: int | None
    closes: str | None


class LeagueGame(Struct):
    """A game of yours in progress. `names`: your opponents; null for a deleted account."""

    game: str
    round: int
    names: list[str | None]


class SeasonLine(Struct):
    """A past season with the winner of the top division; `user`: only for players who show their page."""

    season: int
    began: str
    ended: str | None
    winner: str | None
    user: str | None


class LeagueInfo(Struct):
    """GET /api/leagues/{league}?season=&division=: a league, and a division of one of its seasons.

    Without a season: the last one that has begun; without a division: yours, or else the top one. `signed`: you have
    signed up for the next season. `plays`: your division in the last season that has begun. `closing`: no season
    follows. `organizes`: you can rename and close the league. `byes`: rounds of the season in which you do not play.
    `shown`: the season of `division`; `divisions`: the number of its divisions.
    """

    league: LeagueLine
    settings: LeagueSettings
    club: str | None
    organizer: str | None
    organizes: bool
    closing: bool
    signed: bool
    plays: int | None
    can_join: bool
    shown: int
    divisions: int
    division: LeagueDivision | None
    games: list[LeagueGame]
    byes: list[int]
    past: list[SeasonLine]
