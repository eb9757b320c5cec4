"""The messages about a user's unfinished and finished games."""

from __future__ import annotations

from typing import Literal

from msgspec import Struct

from whistlestop.endings import Ending
from whistlestop.server.messages.base import TableInfo
from whistlestop.server.messages.tables import Standing


class PlayedSeat(Struct):
    """A seat and its result; without score and rank if the game was not finished.

    `kind` is `bot` if `name` is that of a bot, otherwise `person`. `player`: the id of the player's page, if it is
    shown. `ending`: whether they played to the end, which determines rank and `won`.
    `color`: the number of the seat's color. `character`: the character as which clients show a bot. `routes`: the
    seat's routes at the end. `accuracy`: of its decisions, from 0 to 100, if the game has a review.
    """

    seat: int
    name: str | None
    bot: str | None
    score: int | None
    rank: int | None
    won: bool
    player: str | None = None
    kind: Literal["person", "bot"] = "person"
    ending: Ending = "played"
    color: int = 0
    character: str | None = None
    routes: list[str] = []
    accuracy: float | None = None


class PlayedGame(Struct):
    """A game of the user's history. `you`: the user's seats; `abandoned`: ended by agreement, unfinished.

    `offline`: it was played in a browser without the server, against bots.
    """

    table: str
    ruleset: str
    ended: str
    you: list[int]
    abandoned: bool
    seats: list[PlayedSeat]
    offline: bool = False


class Played(Struct):
    """GET /api/games: newest first; `more` is the `before` of the next page, if there is one."""

    games: list[PlayedGame]
    more: str | None


class Waiting(Struct):
    """An entry of GET /api/waiting: an unfinished table; `standing` is null before the game."""

    table: TableInfo
    standing: Standing | None
