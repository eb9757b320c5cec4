"""The messages about players. All their data comes from finished games."""

from __future__ import annotations

from msgspec import Struct

from whistlestop.endings import Ending
from whistlestop.server.domain.pace import Pace
from whistlestop.server.domain.reliability import Reliability


class ShowPage(Struct, forbid_unknown_fields=True):
    """PUT /api/account/page: show or hide your page and your line in the rankings."""

    shown: bool


class RatingLine(Struct):
    """A rating of the current season. The true rating is within `margin` of it with a probability of 95%.

    `place`: among the `listed` players; null for players who hide theirs.
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
    """Games on a board with this number of players; `company`: other people played, too.

    `left`: games that the player did not play to the end. `mean` and `best`: scores of the other games, null if there
    are none.
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
    """A route or a ticket, the number of games in which the player had it, and of those that completed the ticket."""

    id: str
    games: int
    done: int


class Favourites(Struct):
    """The player's most frequent routes and tickets on a board, in recent games."""

    ruleset: str
    games: int
    routes: list[Favourite]
    tickets: list[Favourite]


class RecentGame(Struct):
    """A finished game of a player. `ending`: whether they played it to the end; rank and `won` follow from it.

    `game`: its key, if the caller may look at it: they sat there, or the table was listed.
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


class AchievementLine(Struct):
    """An entry of GET /api/achievements: the game that earned it, and when it ended; null if no game has earned it."""

    id: str
    game: str | None
    ended: str | None


class Streak(Struct):
    """Consecutive wins: the current number, and the largest."""

    current: int
    best: int


class PlayerReliability(Struct):
    """An entry of GET /api/reliability: games with other people in the past 365 days, and how many the player left."""

    player: str
    games: int
    left: int


class PlayerPage(Struct):
    """GET /api/players/{player}. Programs have no ratings.

    `you`: it is your own page; `account`: you are not a guest; `shown`: other users can see the page. `reliability` is
    null for players with fewer than five games with other people in the past 365 days.
    """

    id: str
    name: str
    since: str
    program: bool
    you: bool
    account: bool
    shown: bool
    season: str
    ratings: list[RatingLine]
    statistics: list[Statistic]
    streak: Streak
    favourites: list[Favourites]
    recent: list[RecentGame]
    reliability: Reliability | None


class RankingLine(Struct):
    """A line of a ranking, which is ordered by rating minus margin."""

    place: int
    player: str
    name: str
    rating: int
    margin: int
    games: int
    wins: int


class BotLine(Struct):
    """The fixed rating of a bot level, the same in all seasons. `margin`: half of its 95% interval."""

    bot: str
    rating: int
    margin: int


class Ranking(Struct):
    """GET /api/rankings: a page of players who show their ratings, and your own line wherever it is.

    `bots`: the levels whose ratings belong on this page, best first; empty if they were not measured on this board.
    `seasons`: those in which games on this board ended, the current one first; pages are counted from 0.
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
    bots: list[BotLine]
