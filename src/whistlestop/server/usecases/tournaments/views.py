"""Tournaments as users see them. Everything comes from finished games, never from one in progress."""

from __future__ import annotations

from functools import cached_property
from typing import TYPE_CHECKING, Literal

from whistlestop.server.domain.times import iso
from whistlestop.server.messages.base import Player
from whistlestop.server.messages.corrections import CorrectionInfo
from whistlestop.server.messages.tournaments import (
    PairingLine,
    PairingSeat,
    StandingLine,
    TournamentInfo,
    TournamentLine,
)
from whistlestop.tournaments import (
    POINT,
    TournamentDocument,
    accepts_entries,
    points_of,
    rounds_planned,
    standings,
)
from whistlestop.tournaments.document import Correction, NamedEntry, PlayedPairing
from whistlestop.tournaments.scoring import BEATEN, OPPONENTS

if TYPE_CHECKING:
    from collections.abc import Sequence

    from whistlestop.server.domain.tournaments import (
        PlayerEntry,
        StoredPairing,
        StoredTournament,
        TournamentRow,
    )
    from whistlestop.tournaments import Standing

Role = Literal["organizer", "arbiter"]


def line_of(
    row: TournamentRow, players: int, rounds: int | None = None, winners: Sequence[str] = ()
) -> TournamentLine:
    """Return a tournament for a list."""
    return TournamentLine(
        row.id,
        row.name,
        row.state,
        row.plan,
        row.settings.ruleset,
        row.settings.clock,
        players,
        row.settings.limit,
        row.round,
        row.plan.rounds if rounds is None else rounds,
        None if row.next is None else iso(row.next),
        list(winners),
    )


class Shown:
    """The data of one version of a tournament that is the same for all users."""

    def __init__(self, found: StoredTournament) -> None:
        self.found = found
        self._whole = found.whole()
        self._entries = {one.number: one for one in found.entries}
        self.players = sum(not one.removed and _counts(one) for one in found.entries)

    @cached_property
    def standings(self) -> list[StandingLine]:
        """The standings, best first."""
        return [self._standing(line) for line in standings(self._whole)]

    @cached_property
    def line(self) -> TournamentLine:
        """The tournament as a line of a list."""
        planned = rounds_planned(self._whole) if self.found.row.round else None
        return line_of(self.found.row, self.players, planned, self.winners)

    @cached_property
    def winners(self) -> list[str]:
        """The names of the best players, once the tournament is over; deleted accounts have no name."""
        if self.found.row.state != "over":
            return []
        return [one.name for one in self.standings if one.place == 1 and one.name is not None]

    def _standing(self, line: Standing) -> StandingLine:
        one, totals = self._entries[line.entry], line.totals
        return StandingLine(
            line.place,
            line.entry,
            one.name,
            one.user if one.page else None,
            "removed" if one.removed else "plays" if one.left is None and one.user is not None else "left",
            one.reason,
            round(totals.points / POINT, 3),
            round(totals.opponents / OPPONENTS, 3),
            round(totals.beaten / BEATEN, 3),
            totals.wins,
            totals.score,
            totals.tables,
            line.group,
            line.exit,
        )

    def info(self, user: str, role: Role | None, shown: int | None) -> TournamentInfo:
        """Return the tournament for a user; shown: the round whose tables they want, None: the current one."""
        found, row = self.found, self.found.row
        mine = found.entry_of(user)
        number = row.round if shown is None else shown
        return TournamentInfo(
            self.line,
            row.settings.text,
            row.listed,
            row.club,
            row.league,
            row.settings.automatic,
            row.settings.pause,
            row.settings.appear,
            row.settings.together,
            row.seed,
            found.organizer,
            [Player(arbiter, name) for arbiter, name in found.arbiters],
            role,
            None if mine is None else mine.number,
            self.can_join(user),
            row.live and mine is not None and mine.left is None,
            self.standings,
            number,
            [self._pairing(one, mine) for one in found.pairings if one.round == number],
        )

    def can_join(self, user: str) -> bool:
        """Return whether a user can enter, or enter again after withdrawing."""
        row, mine = self.found.row, self.found.entry_of(user)
        if not row.live or (mine is not None and (mine.removed or mine.left is None)):
            return False
        if mine is not None and self._played(mine.number):
            return row.plan.format != "knockout"
        full = self.players >= row.settings.limit
        return not full and (row.state == "open" or accepts_entries(self._whole))

    def _played(self, entry: int) -> bool:
        return any(entry in one.seats for one in self.found.pairings)

    def _pairing(self, one: StoredPairing, mine: PlayerEntry | None) -> PairingLine:
        yours = mine is not None and mine.number in one.seats
        gained = {} if one.result is None else points_of(one.result)
        places = {} if one.result is None else {place.entry: place for place in one.result}
        seats = [
            PairingSeat(
                entry,
                self._entries[entry].name,
                None if entry not in places else places[entry].rank,
                None if entry not in places else places[entry].score,
                None if entry not in places else places[entry].ending,
                None if entry not in gained else round(gained[entry] / POINT, 3),
            )
            for entry in one.seats
        ]
        fixed = one.correction
        return PairingLine(
            one.table,
            one.stage,
            one.group,
            seats,
            one.result is not None,
            yours,
            one.game if yours else one.watch,
            None
            if fixed is None
            else CorrectionInfo(
                self.found.names.get(fixed.by),
                fixed.reason,
                iso(fixed.at),
                any(self._entries[entry].user == fixed.by for entry in one.seats),
            ),
        )

    def document(self) -> TournamentDocument:
        """Return the tournament as a file from which its standings can be recomputed."""
        row = self.found.row
        return TournamentDocument(
            row.id,
            row.name,
            row.settings.ruleset,
            row.plan,
            row.seed,
            tuple(
                NamedEntry(one.number, one.joined, one.left, name=self._entries[one.number].name)
                for one in self._whole.entries
            ),
            tuple(_played(one, self.found.names) for one in self.found.pairings),
            tuple(standings(self._whole)),
        )


def _counts(one: PlayerEntry) -> bool:
    """Return whether an entry has not withdrawn before its first round."""
    return one.left is None or one.left > one.joined


def _played(one: StoredPairing, names: dict[str, str]) -> PlayedPairing:
    fixed = one.correction
    return PlayedPairing(
        one.round,
        one.table,
        one.seats,
        one.stage,
        one.group,
        one.result,
        game=one.watch,
        correction=None if fixed is None else Correction(fixed.reason, names.get(fixed.by), iso(fixed.at)),
    )
