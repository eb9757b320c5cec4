"""Begin and end the seasons of leagues by the clock. Their rounds are run like those of all tournaments.

Each check reads everything from the database, and each step is one transaction. Nothing is thus lost when a process
ends at any moment, and several processes do not interfere with each other.
"""

from __future__ import annotations

import secrets
from typing import TYPE_CHECKING

import structlog
from msgspec.structs import replace

from whistlestop.server.domain.events import Event
from whistlestop.server.domain.leagues import HOUR, LeagueRow, division_name
from whistlestop.server.domain.refusals import Conflict, Refusal
from whistlestop.server.domain.tables import shared
from whistlestop.server.domain.times import DAY
from whistlestop.server.domain.tournaments import Settings, TournamentRow
from whistlestop.server.messages.tables import SeatWish
from whistlestop.tournaments import TournamentPlan, arrange, standings

if TYPE_CHECKING:
    from collections.abc import Awaitable, Callable, Sequence

    from whistlestop.server.adapters.database.leagues import LeagueStore
    from whistlestop.server.adapters.database.store import Store
    from whistlestop.server.adapters.database.tournaments import TournamentStore
    from whistlestop.server.domain.clock import ClockSettings
    from whistlestop.server.domain.leagues import LeagueSettings, Member
    from whistlestop.server.domain.tournaments import StoredTournament
    from whistlestop.server.usecases.tables.boards import TableBoards

log = structlog.get_logger("whistlestop.leagues")

EVERY = 5.0
"""Seconds between two checks of all leagues."""
AT_ONCE = 50
"""Number of notifications stored in one transaction, so that moves do not wait."""


class Seasons:
    """Runs the leagues of a site."""

    def __init__(
        self,
        store: Store,
        kept: LeagueStore,
        tournaments: TournamentStore,
        boards: TableBoards,
        ratings: Callable[[str, ClockSettings | None], Awaitable[dict[str, int]]],
        tell: Callable[[Sequence[Event]], Awaitable[None]],
    ) -> None:
        """ratings: the ratings of players for a board and a clock. tell: notifies players."""
        self._store = store
        self._kept = kept
        self._tournaments = tournaments
        self._boards = boards
        self._ratings = ratings
        self._tell = tell

    async def look(self) -> None:
        """Begin and end the seasons that are due. A failure in one league does not affect the others."""
        for league in await self._kept.due(self._now()):
            try:
                async with self._store.alone(f"league {league}"):
                    await self._step(league)
            except Conflict:
                continue  # a player's change came first; the next check finds it
            except Exception as error:  # noqa: BLE001 - one broken league must not stop the others
                log.warning("league stopped", league=league[:6], error=type(error).__name__)

    def _now(self) -> int:
        return self._store.timeline.now()

    async def _step(self, league: str) -> None:
        # Another process may have done this before this one got the lock.
        found = await self._kept.find(league)
        if found is None or league not in await self._kept.due(self._now()):
            return
        row = found[0]
        await (self._begin(row) if row.state == "open" else self._end(row))

    # ----------------------------------------------------------------------------------------------- beginning

    async def _begin(self, row: LeagueRow) -> None:
        """Begin the next season, or close the league if fewer than two players have signed up."""
        season = row.season + 1
        members = await self._kept.signed_up(row, season)
        if len(members) < 2:
            await self._kept.change(row, {"state": "closed", "next": None, "ended": self._now()})
            log.info("league closed", league=row.id[:6], season=row.season)
            return
        before = [_ranked(one) for one in await self._divisions(row)]
        known = {user for division in before for user in division}
        entrants = await self._line_up([one for one in members if one.user not in known], row.settings)
        divisions = arrange(
            before, {one.user for one in members}, entrants, row.settings.division, row.settings.moves
        )
        at = self._now()
        made = [
            (division_row(row, season, number, at), players) for number, players in enumerate(divisions, 1)
        ]
        await self._kept.change(row, {"state": "running", "season": season, "next": None}, made)
        log.info("season begins", league=row.id[:6], season=season, divisions=len(made))

    async def _divisions(self, row: LeagueRow) -> list[StoredTournament]:
        """Return the divisions of the last season that has begun, the top one first."""
        found = []
        for one in await self._kept.divisions(row.id, row.season):
            whole = await self._tournaments.whole(one.tournament)
            if whole is not None:
                found.append(whole)
        return found

    async def _line_up(self, entrants: list[Member], settings: LeagueSettings) -> list[str]:
        """Return new players in the order in which they start: by rating, or at random."""
        line = [one.user for one in entrants]
        if settings.first == "draw":
            secrets.SystemRandom().shuffle(line)
            return line
        ratings = await self._ratings(settings.ruleset, settings.clock)
        return sorted(line, key=lambda user: -ratings.get(user, 0))

    # --------------------------------------------------------------------------------------------------- ending

    async def _end(self, row: LeagueRow) -> None:
        """End the season, and notify its players. Notifications come first: each is stored only once."""
        await self._notify(row)
        at = self._now()
        if row.closing:
            values = {"state": "closed", "next": None, "ended": at}
        else:
            values = {"state": "open", "next": at + row.settings.rest * HOUR}
        await self._kept.change(row, values)
        log.info("season ends", league=row.id[:6], season=row.season)

    async def _notify(self, row: LeagueRow) -> None:
        seats = [SeatWish("open")] * row.settings.size
        try:
            board = (await self._boards.ruleset_for(row.settings.ruleset, seats, look=False)).name
        except Refusal:
            board = row.settings.ruleset  # the board no longer exists, but the season ends anyway
        at = self._now()
        events = [
            Event(user, game, "season", row.season, board[:200], at, row.name)
            for division in await self._divisions(row)
            for user, game in _last_games(division)
        ]
        for start in range(0, len(events), AT_ONCE):
            await self._tell(events[start : start + AT_ONCE])


def division_row(league: LeagueRow, season: int, number: int, at: int) -> TournamentRow:
    """Return the tournament of a new division. Its first round begins immediately."""
    wish = league.settings
    settings = replace(Settings(**shared(wish, Settings)), automatic=True, limit=1024, text="")
    return TournamentRow(
        secrets.token_urlsafe(9),
        league.owner,
        division_name(league.name, season, number),
        "running",
        0,
        TournamentPlan("round_robin", wish.size, wish.rounds),
        settings,
        secrets.token_hex(16),
        False,
        at,
        at,
        None,
        1,
        league.club,
        league.id,
        season,
        number,
        None if wish.days is None else at + wish.days * DAY,
    )


def _ranked(division: StoredTournament) -> list[str]:
    """Return the players of a division in the order of its standings. A deleted account has a place but no name."""
    users = {one.number: one.user for one in division.entries}
    return [users[line.entry] or f"{division.row.id} {line.entry}" for line in standings(division.whole())]


def _last_games(division: StoredTournament) -> list[tuple[str, str]]:
    """Return the players of a division, each with their last game, whose table links to the league."""
    games: dict[int, str] = {}
    for one in division.pairings:
        if one.game is not None:
            games.update(dict.fromkeys(one.seats, one.game))
    return [
        (one.user, games[one.number])
        for one in division.entries
        if one.user is not None and one.number in games
    ]
