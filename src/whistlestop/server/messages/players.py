"""What is told of players. All of it comes from games that are over."""

from __future__ import annotations

from msgspec import Struct

from whistlestop.endings import Ending
from whistlestop.server.domain.pace import Pace


class ShowPage(Struct, forbid_unknown_fields=True):
    """PUT /api/account/page: whether others see my page, and my line in the rankings."""

    shown: bool


class RatingLine(Struct):
    """A rating of the present season. With 95 % the player is within `margin` of it.

    `place` is that among the `listed`; null for those who do not show theirs.
    """

    ruleset: str
    pace: Pace
    rating: int
    margin: int
    games: int
    wins: int
    place: int | None
    listed: int


class Statistic(Struct):
    """Games on a board with so many players, `company`: with other people among them.

    `left`: games among them that the player did not play to the end. `mean` and `best` are scores of the others, null
    where there are none.
    """

    ruleset: str
    players: int
    company: bool
    games: int
    wins: int
    left: int
    mean: float | None
    best: int | None


class Favourite(Struct):
    """A route or a ticket, in how many games it was had, and in how many of them a ticket was completed."""

    id: str
    games: int
    done: int


class Favourites(Struct):
    """What somebody has had most often on a board, in the newest games."""

    ruleset: str
    games: int
    routes: list[Favourite]
    tickets: list[Favourite]


class RecentGame(Struct):
    """A finished game of a player. `ending`: whether they played it to the end; rank and `won` follow from it.

    `game` leads to it where the asker may look: they sat there, or it was open to all.
    """

    ruleset: str
    ended: str
    pace: Pace
    players: int
    score: int
    rank: int
    won: bool
    ending: Ending
    game: str | None


class PlayerPage(Struct):
    """GET /api/players/{player}. `you`: it is your own, which others see if `shown`. Programs have no ratings."""

    id: str
    name: str
    since: str
    program: bool
    you: bool
    shown: bool
    season: str
    ratings: list[RatingLine]
    statistics: list[Statistic]
    favourites: list[Favourites]
    recent: list[RecentGame]


class RankingLine(Struct):
    """Somebody in a ranking; those before and after are ordered by the rating less the margin."""

    place: int
    player: str
    name: str
    rating: int
    margin: int
    games: int
    wins: int


class Ranking(Struct):
    """GET /api/rankings: a page of those who show their ratings, and the own line wherever it is.

    `seasons` are those in which games on this board have ended, the present one first; `pages` are counted from 0.
    """

    ruleset: str
    pace: Pace
    season: str
    seasons: list[str]
    page: int
    pages: int
    listed: int
    lines: list[RankingLine]
    own: RankingLine | None
