"""Pages of players and rankings, as visible to the requesting user."""

from __future__ import annotations

import asyncio
from collections import Counter
from datetime import UTC, datetime
from itertools import chain, groupby
from typing import TYPE_CHECKING

import msgspec

from whistlestop.bots.ratings import ratings_of
from whistlestop.games.achievements import COMMON, Deed, earned, managed
from whistlestop.kinds import KINDS, kind_of
from whistlestop.server.adapters.database import players as kept
from whistlestop.server.adapters.database.players import StoredPlayer
from whistlestop.server.adapters.database.rated_games import first_ended
from whistlestop.server.adapters.database.reliability import public_reliability, reliability_of
from whistlestop.server.domain.names import default_name
from whistlestop.server.domain.pace import PACES, Pace, pace_of
from whistlestop.server.domain.refusals import Refusal
from whistlestop.server.domain.reliability import PERIOD
from whistlestop.server.domain.standings import (
    bounds,
    read_season,
    season_name,
    season_of,
    seasons_from,
)
from whistlestop.server.domain.times import iso
from whistlestop.server.messages.players import (
    AchievementLine,
    BotLine,
    Favourite,
    Favourites,
    PlayerPage,
    PlayerReliability,
    Ranking,
    RankingLine,
    RatingLine,
    RecentGame,
    Statistic,
    Streak,
)
from whistlestop.text.view import Held

if TYPE_CHECKING:
    from collections.abc import Collection, Iterable, Iterator

    from whistlestop.server.adapters.database.players import StoredDeed, StoredRecent
    from whistlestop.server.adapters.database.store import Store
    from whistlestop.server.domain.clock import ClockSettings
    from whistlestop.server.domain.standings import Season, Standing
    from whistlestop.server.usecases.boards import Boards
    from whistlestop.server.usecases.players.rankings import Rankings

JUDGED = 3000
"""The number of games, counted from the oldest, that can earn achievements."""
RECENT = 12
"""Number of finished games on a page."""
COUNTED = 500
"""The number of newest games from which favorites are counted."""
FAVOURITES = 5
"""The number of favorite routes and tickets shown for each board."""
PAGE = 50
"""Number of lines on a page of a ranking."""


class Players:
    """Queries about players."""

    def __init__(self, store: Store, rankings: Rankings, boards: Boards) -> None:
        self._store = store
        self._rankings = rankings
        self._boards = boards

    async def page(self, player: str, asker: str) -> PlayerPage:
        """Return the page of a user. Hidden pages, and those of guests, are visible only to their owner."""
        found = await kept.player(self._store, player)
        own = player == asker
        if found is None and own:
            found = StoredPlayer(
                player, default_name(player), self._store.timeline.now(), False, False, False
            )
        if found is None or not (found.account or own):
            raise Refusal("not_found", "This player does not exist.")
        if not (found.shown or own):
            raise Refusal("hidden", "This player does not show a page.")
        season = self._season()
        games = await kept.held(self._store, player, COUNTED)
        reliability = await reliability_of(self._store, player, self._store.timeline.now() - PERIOD)
        return PlayerPage(
            id=player,
            name=found.name,
            since=datetime.fromtimestamp(found.since / 1000, UTC).date().isoformat(),
            program=found.program,
            you=own,
            account=found.account,
            shown=found.shown,
            season=season_name(season),
            ratings=(await self.season_ratings([player], programs=found.program))[player],
            statistics=[
                Statistic(**msgspec.structs.asdict(one)) for one in await kept.statistics(self._store, player)
            ],
            streak=streak_of(await kept.wins(self._store, player)),
            favourites=await asyncio.to_thread(favourites_of, games),
            recent=[_recent(one) for one in await kept.recent(self._store, player, asker, RECENT)],
            reliability=reliability if reliability.telling else None,
        )

    async def reliability(self, players: Collection[str]) -> list[PlayerReliability]:
        """Return the reliability of the players who show a page and have played enough games."""
        found = await public_reliability(self._store, players, self._store.timeline.now() - PERIOD)
        return [PlayerReliability(user, one.games, one.left) for user, one in found.items() if one.telling]

    async def achievements(self, user: str) -> list[AchievementLine]:
        """Return all achievements, with the game in which the user earned each, if they did."""
        games = await kept.deeds(self._store, user, JUDGED)
        got = await asyncio.to_thread(earned, self._managed(games))
        ids = dict.fromkeys((*COMMON, *(one.id for kind in KINDS.values() for one in kind.achievements)))
        return [
            AchievementLine(name, got[name].game, iso(got[name].ended))
            if name in got
            else AchievementLine(name, None, None)
            for name in ids
        ]

    def _managed(self, games: Iterable[StoredDeed]) -> Iterator[tuple[StoredDeed, bool | None, list[str]]]:
        detail, held = msgspec.json.Decoder(dict[str, int]).decode, msgspec.json.Decoder(Held).decode
        for one in games:
            ruleset = self._boards.find(one.ruleset)
            if not one.stayed:
                yield one, None, []
            elif ruleset is None or one.held is None:
                yield one, one.won, []
            else:
                deed = Deed(ruleset, one.won, detail(one.detail), held(one.held))
                yield one, one.won, managed(deed, kind_of(ruleset).achievements)

    async def ranking(
        self,
        ruleset: str,
        pace: Pace,
        season: str,
        page: int,
        asker: str,
        among: Collection[str] | None = None,
    ) -> Ranking:
        """Return a page of the ranking of a board in a season (default: the current season).

        `among`: rank only these users, without bots; None: all.
        """
        board = self._boards.public(ruleset).ruleset.id
        present = self._season()
        wanted = read_season(season) if season else present
        if wanted is None:
            raise Refusal("bad_request", "This season does not exist.")
        first = await first_ended(self._store, board)
        seasons = seasons_from(present if first is None else min(season_of(first), present), present)
        standings = (await self._rankings.standings(board, wanted))[pace]
        lines = await self._listed([one for one in standings if among is None or one.user in among])
        own = next((one for one in lines if one.player == asker), None)
        return Ranking(
            ruleset=board,
            pace=pace,
            season=season_name(wanted),
            seasons=[season_name(one) for one in seasons],
            page=page,
            pages=max(1, -(-len(lines) // PAGE)),
            listed=len(lines),
            lines=lines[page * PAGE : (page + 1) * PAGE],
            own=own,
            bots=[bot for bot in _bots(board) if _page_of(bot, lines) == page] if among is None else [],
        )

    async def ratings(self, ruleset: str, clock: ClockSettings | None) -> dict[str, int]:
        """Return this season's ratings for a board and a clock's pace, of players with a public page."""
        pace = pace_of(None if clock is None else msgspec.json.encode(clock).decode())
        standings = (await self._rankings.standings(ruleset, self._season()))[pace]
        return {line.player: line.rating for line in await self._listed(standings)}

    def _season(self) -> Season:
        return season_of(self._store.timeline.now())

    async def season_ratings(
        self, players: Collection[str], *, programs: bool = False
    ) -> dict[str, list[RatingLine]]:
        """Return this season's ratings of players; `programs`: of programs, placed among programs."""
        season = self._season()
        found: dict[str, list[RatingLine]] = {player: [] for player in players}
        for board in await kept.boards_since(self._store, players, bounds(*season)[0]):
            by_pace = await self._rankings.standings(board, season, programs=programs)
            for pace in PACES:
                rated = [one for one in by_pace[pace] if one.user in found]
                lines = await self._listed(by_pace[pace], programs=programs) if rated else []
                places = {line.player: line.place for line in lines}
                for one in rated:
                    numbers = (*_numbers(one), one.games, one.wins)
                    found[one.user].append(
                        RatingLine(board, pace, *numbers, places.get(one.user), len(lines))
                    )
        return found

    async def _listed(self, standings: list[Standing], *, programs: bool = False) -> list[RankingLine]:
        """Return the lines of players with a public page, queried each time so that hiding takes effect immediately."""
        names = await kept.listed(self._store, [one.user for one in standings], programs=programs)
        shown = (one for one in standings if one.user in names)
        return [
            RankingLine(place, one.user, names[one.user], *_numbers(one), one.games, one.wins)
            for place, one in enumerate(shown, start=1)
        ]


def _bots(ruleset: str) -> list[BotLine]:
    """Return the levels that were measured on a board, best first."""
    measured = ratings_of(ruleset).items()
    return [
        BotLine(bot, round(rating), round(1.96 * deviation))
        for bot, (rating, deviation) in reversed(measured)
    ]


def _page_of(bot: BotLine, lines: list[RankingLine]) -> int:
    """Return the page of a ranking on which a bot's rating belongs: after all players who are ahead of it."""
    ahead = sum(line.rating - line.margin >= bot.rating - bot.margin for line in lines)
    return min(ahead, max(0, len(lines) - 1)) // PAGE


def _numbers(one: Standing) -> tuple[int, int]:
    """Return the rating and margin, rounded for display."""
    return round(one.rating), round(one.rating - one.least)


def streak_of(wins: Iterable[bool]) -> Streak:
    """Return the lengths of the current and the longest winning streak. `wins`: for each game, newest first."""
    lengths = [sum(1 for _ in series) for won, series in groupby(chain([True], wins)) if won]
    return Streak(lengths[0] - 1, max(lengths[0] - 1, *lengths[1:], 0))


def favourites_of(games: Iterable[tuple[str, str]]) -> list[Favourites]:
    """Return a user's most frequent routes and tickets, from pairs of a board and `Held` as JSON."""
    decode = msgspec.json.Decoder(Held).decode
    number, routes, tickets, done = (Counter[tuple[str, str]]() for _ in range(4))
    for board, text in games:
        had = decode(text)
        number[board, ""] += 1
        routes.update((board, one) for one in had.routes)
        tickets.update((board, one) for one in (*had.done, *had.failed))
        done.update((board, one) for one in had.done)
    return [
        Favourites(board, count, _most(routes, board, Counter()), _most(tickets, board, done))
        for (board, _), count in number.most_common()
    ]


def _most(counted: Counter[tuple[str, str]], board: str, done: Counter[tuple[str, str]]) -> list[Favourite]:
    """Return the most frequent items of a board; ties are ordered by id."""
    found = [
        Favourite(one, count, done[where, one]) for (where, one), count in counted.items() if where == board
    ]
    return sorted(found, key=lambda one: (-one.games, -one.done, one.id))[:FAVOURITES]


def _recent(one: StoredRecent) -> RecentGame:
    """Return a game, with a link only if the requesting user may open it, since ids of tables are keys."""
    link = one.game if one.sat else one.watch if one.listed else None
    return RecentGame(
        ruleset=one.ruleset,
        ended=iso(one.ended),
        pace=pace_of(one.clock),
        players=one.players,
        score=one.score,
        rank=one.rank,
        won=one.won,
        ending=one.away or "played",
        game=None if one.closed is not None else link,
    )
