"""Leagues as users see them. Everything comes from finished games, never from one in progress."""

from __future__ import annotations

from typing import TYPE_CHECKING, Literal

from whistlestop.server.domain.times import iso
from whistlestop.server.messages.leagues import (
    LeagueDivision,
    LeagueGame,
    LeagueInfo,
    LeagueLine,
    LeaguePlace,
    SeasonLine,
)
from whistlestop.tournaments import LeagueDocument, movements
from whistlestop.tournaments.league_document import DocumentedDivision, DocumentedSeason

if TYPE_CHECKING:
    from collections.abc import Sequence

    from whistlestop.server.adapters.database.leagues import Division, LeagueStore
    from whistlestop.server.domain.leagues import LeagueRow
    from whistlestop.server.usecases.tournaments.tournaments import Tournaments
    from whistlestop.server.usecases.tournaments.views import Shown

PAST = 12
"""Number of past seasons in the list of a league."""


def line_of(row: LeagueRow, players: int) -> LeagueLine:
    """Return a league for a list."""
    wish = row.settings
    return LeagueLine(
        row.id,
        row.name,
        row.state,
        wish.ruleset,
        wish.clock,
        wish.size,
        row.season,
        None if row.next is None else iso(row.next),
        players,
    )


class LeagueViews:
    """Makes the messages about leagues."""

    def __init__(self, kept: LeagueStore, tournaments: Tournaments) -> None:
        self._kept = kept
        self._tournaments = tournaments

    async def info(
        self,
        row: LeagueRow,
        user: str,
        season: int,
        division: int | None,
        *,
        organizer: str | None,
        players: int,
        organizes: bool,
        can_join: bool,
    ) -> LeagueInfo:
        """Return a league with a division of a season; None: the user's own, or the top one."""
        divisions = await self._kept.divisions(row.id, season)
        plays = await self._kept.division_of(row.id, row.season, user)
        own = plays if season == row.season else await self._kept.division_of(row.id, season, user)
        number = min(max(1, division or own or 1), max(1, len(divisions)))
        signed = await self._kept.season_of(row.id, user) == row.season + 1
        return LeagueInfo(
            line_of(row, players),
            row.settings,
            row.club,
            organizer,
            organizes,
            row.closing,
            signed and row.state != "closed",
            plays,
            can_join and not signed,
            season,
            len(divisions),
            await self._division(divisions, number, user, row.settings.moves) if divisions else None,
            await self._games(row, plays, user),
            await self._byes(row, plays, user),
            await self._past(row),
        )

    async def document(self, row: LeagueRow) -> LeagueDocument:
        """Return all seasons of a league. A player has the same number in all seasons."""
        numbers: dict[str, int] = {}
        seasons = []
        for season in range(1, row.season + 1):
            made = []
            for one in await self._kept.divisions(row.id, season):
                shown = await self._look(one)
                players = [
                    None if entry.user is None else numbers.setdefault(entry.user, len(numbers) + 1)
                    for entry in shown.found.entries
                ]
                made.append(DocumentedDivision(shown.document(), tuple(players)))
            seasons.append(DocumentedSeason(season, tuple(made)))
        wish = row.settings
        return LeagueDocument(row.id, row.name, wish.division, wish.moves, tuple(seasons))

    async def _division(
        self, divisions: Sequence[Division], number: int, user: str, moves: int
    ) -> LeagueDivision:
        near = range(max(1, number - 1), min(len(divisions), number + 1) + 1)
        shown = {one: await self._look(divisions[one - 1]) for one in near}
        here = shown[number]
        closes = here.found.row.closes
        mine = here.found.entry_of(user)
        return LeagueDivision(
            number,
            here.line,
            _places(shown, number, moves),
            None if mine is None else mine.number,
            None if closes is None else iso(closes),
        )

    async def _games(self, row: LeagueRow, plays: int | None, user: str) -> list[LeagueGame]:
        """Return the games of a user that are in progress."""
        if plays is None or row.state != "running":
            return []
        divisions = await self._kept.divisions(row.id, row.season)
        found = (await self._look(divisions[plays - 1])).found
        mine = found.entry_of(user)
        names = {one.number: one.name for one in found.entries}
        return [
            LeagueGame(one.game, one.round, [names[entry] for entry in one.seats if entry != mine.number])
            for one in found.pairings
            if mine is not None and mine.number in one.seats and one.result is None and one.game is not None
        ]

    async def _byes(self, row: LeagueRow, plays: int | None, user: str) -> list[int]:
        """Return the rounds of the season in progress in which a user does not play."""
        if plays is None or row.state != "running":
            return []
        divisions = await self._kept.divisions(row.id, row.season)
        found = (await self._look(divisions[plays - 1])).found
        mine = found.entry_of(user)
        return [one.round for one in found.pairings if mine is not None and one.seats == (mine.number,)]

    async def _past(self, row: LeagueRow) -> list[SeasonLine]:
        last = row.season - 1 if row.state == "running" else row.season
        lines = []
        for one in await self._kept.seasons(row.id, last, PAST):
            best = next(iter((await self._look(one.top)).standings), None)
            lines.append(
                SeasonLine(
                    one.number,
                    iso(one.began),
                    None if one.ended is None else iso(one.ended),
                    None if best is None else best.name,
                    None if best is None else best.user,
                )
            )
        return lines

    async def _look(self, division: Division) -> Shown:
        return await self._tournaments.remembered(division.tournament, division.version)


def _places(shown: dict[int, Shown], number: int, moves: int) -> list[LeaguePlace]:
    """Return the standings of a division, with the promotions and relegations if the season ended now."""
    numbers = sorted(shown)
    exchanged = movements([len(shown[one].standings) for one in numbers], moves)
    at = numbers.index(number)
    rising = exchanged[at - 1] if at else 0
    falling = exchanged[at] if at < len(exchanged) else 0
    lines = shown[number].standings

    def move(place: int) -> Literal["up", "down"] | None:
        return "up" if place < rising else "down" if place >= len(lines) - falling else None

    return [LeaguePlace(line, move(place)) for place, line in enumerate(lines)]
