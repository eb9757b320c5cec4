"""What is told of games that are over."""

from __future__ import annotations

from msgspec import Struct

from whistlestop.endings import Ending
from whistlestop.server.messages.base import TableInfo
from whistlestop.server.messages.tables import Standing


class PlayedSeat(Struct):
    """Who sat where, and how they came out; no numbers where the game was not finished.

    `kind` is `bot` if `name` is that of a bot, otherwise `person`. `player` leads to their page, if there is one to
    see. `ending`: whether they played to the end; rank and `won` follow from it.
    `color`: the number of the color of the seat.
    """

    seat: int
    name: str | None
    bot: str | None
    score: int | None
    rank: int | None
    won: bool
    player: str | None = None
    kind: str = "person"
    ending: Ending = "played"
    color: int = 0


class PlayedGame(Struct):
    """One game of the own history. `you` are the own seats; `abandoned`: ended by agreement, unfinished."""

    table: str
    ruleset: str
    ended: str
    you: list[int]
    abandoned: bool
    seats: list[PlayedSeat]


class Played(Struct):
    """GET /api/games: newest first; `more` is the `before` that gives those after them, if there are any."""

    games: list[PlayedGame]
    more: str | None


class Waiting(Struct):
    """A line of GET /api/waiting: one of my tables that is not over; no standing before the game."""

    table: TableInfo
    standing: Standing | None
