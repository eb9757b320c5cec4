"""A tournament as a file from which anybody can recompute its standings."""

from __future__ import annotations

from typing import Literal

import msgspec
from msgspec import Struct

from whistlestop.errors import WhistlestopError
from whistlestop.tournaments.model import Entry, Pairing, Tournament, TournamentPlan
from whistlestop.tournaments.scoring import Standing
from whistlestop.tournaments.standings import standings


class DocumentError(WhistlestopError):
    """A file that is not the export of a tournament."""


class NamedEntry(Entry, frozen=True, kw_only=True):
    """An entry with the name of its player; None: a deleted account."""

    name: str | None


class Correction(Struct, frozen=True):
    """A result that an arbiter has changed: why, who (None: a deleted account), and when (ISO 8601)."""

    reason: str
    by: str | None
    at: str


class PlayedPairing(Pairing, frozen=True, kw_only=True):
    """A table with the key of its game, for `/games/KEY` and `/api/tables/KEY/record`; None for a bye."""

    game: str | None = None
    correction: Correction | None = None


class TournamentDocument(Struct, frozen=True):
    """GET /api/tournaments/{tournament}/export. Points and tie-breaks are whole numbers (docs/tournaments.md)."""

    id: str
    name: str
    ruleset: str
    plan: TournamentPlan
    seed: str
    entries: tuple[NamedEntry, ...]
    pairings: tuple[PlayedPairing, ...]
    standings: tuple[Standing, ...]
    format: Literal["whistlestop-tournament"] = "whistlestop-tournament"
    version: Literal[1] = 1

    def tournament(self) -> Tournament:
        """Return the tournament without its standings."""
        return Tournament(self.plan, self.seed, self.entries, self.pairings)


def recomputed(text: bytes) -> tuple[TournamentDocument, list[Standing]]:
    """Return an export, and its standings recomputed from its results. Raises DocumentError."""
    try:
        document = msgspec.json.decode(text, type=TournamentDocument)
    except msgspec.MsgspecError as error:
        raise DocumentError(f"This is not the export of a tournament: {error}") from None
    check_pairings(document)
    return document, standings(document.tournament())


def check_pairings(document: TournamentDocument) -> None:
    """Raise DocumentError if a table has players or results that do not fit."""
    known = {one.number for one in document.entries}
    for pairing in document.pairings:
        places = [pairing.seats] + (
            [] if pairing.result is None else [tuple(p.entry for p in pairing.result)]
        )
        for seats in places:
            if not known.issuperset(seats) or set(seats) != set(pairing.seats) or not 1 <= len(seats) <= 5:
                raise DocumentError(
                    f"Round {pairing.round}, table {pairing.table}: its players and its result do not match."
                )
