"""A league as a file from which anybody can recompute its standings, promotions and relegations."""

from __future__ import annotations

from typing import Literal

import msgspec
from msgspec import Struct

from whistlestop.tournaments.document import DocumentError, TournamentDocument, check_pairings
from whistlestop.tournaments.leagues import arrange
from whistlestop.tournaments.scoring import Standing
from whistlestop.tournaments.standings import standings

Arrangement = tuple[frozenset[int], ...]
"""The players of each division of a season, the top first."""


class DocumentedDivision(Struct, frozen=True):
    """A division of a season.

    `players`: those of its entries, in their order, by numbers that are the same in all seasons. None: a deleted
    account, which cannot be followed from one season to another.
    """

    tournament: TournamentDocument
    players: tuple[int | None, ...]


class DocumentedSeason(Struct, frozen=True):
    """A season, with its divisions, the top first."""

    number: int
    divisions: tuple[DocumentedDivision, ...]


class LeagueDocument(Struct, frozen=True):
    """GET /api/leagues/{league}/export: all seasons. `division`, `moves`: the settings of who rises and falls."""

    id: str
    name: str
    division: int
    moves: int
    seasons: tuple[DocumentedSeason, ...]
    format: Literal["whistlestop-league"] = "whistlestop-league"
    version: Literal[1] = 1


class CheckedDivision(Struct, frozen=True):
    """A division with its recomputed standings."""

    season: int
    number: int
    document: TournamentDocument
    standings: tuple[Standing, ...]


class CheckedSeason(Struct, frozen=True):
    """A season with the divisions that follow from the one before it; None: they do not, as an account was deleted."""

    number: int
    played: Arrangement
    follows: Arrangement | None


class _Format(Struct):
    format: str = ""


def is_league(text: bytes) -> bool:
    """Return whether a file says that it is the export of a league."""
    try:
        return msgspec.json.decode(text, type=_Format).format == LeagueDocument("", "", 0, 0, ()).format
    except msgspec.MsgspecError:
        return False


def recomputed_league(text: bytes) -> tuple[LeagueDocument, list[CheckedDivision], list[CheckedSeason]]:
    """Return an export, the recomputed standings of all divisions, and the turnover before each season but the first.

    Raises DocumentError.
    """
    try:
        document = msgspec.json.decode(text, type=LeagueDocument)
    except msgspec.MsgspecError as error:
        raise DocumentError(f"This is not the export of a league: {error}") from None
    divisions = []
    for season in document.seasons:
        for number, one in enumerate(season.divisions, 1):
            check_pairings(one.tournament)
            if len(one.players) != len(one.tournament.entries):
                raise DocumentError(
                    f"Season {season.number}, division {number}: its players do not match its entries."
                )
            lines = tuple(standings(one.tournament.tournament()))
            divisions.append(CheckedDivision(season.number, number, one.tournament, lines))
    pairs = zip(document.seasons, document.seasons[1:], strict=False)
    return document, divisions, [_turnover(document, before, after) for before, after in pairs]


def _turnover(document: LeagueDocument, before: DocumentedSeason, after: DocumentedSeason) -> CheckedSeason:
    ranked = [_ranked(one) for one in before.divisions]
    lists = [list(one.players) for one in after.divisions]
    present = [player for division in lists for player in division if player is not None]
    played = tuple(frozenset(player for player in one if player is not None) for one in lists)
    gone = any(None in one.players for one in (*before.divisions, *after.divisions))
    if gone:
        return CheckedSeason(after.number, played, None)
    known = {player for division in ranked for player in division}
    entrants = [player for player in present if player not in known]
    follows = arrange(ranked, set(present), entrants, document.division, document.moves)
    return CheckedSeason(after.number, played, tuple(map(frozenset, follows)))


def _ranked(one: DocumentedDivision) -> list[int]:
    """Return the players of a division in the order of its standings."""
    entries = zip(one.tournament.entries, one.players, strict=True)
    players = {entry.number: player for entry, player in entries if player is not None}
    lines = standings(one.tournament.tournament())
    return [players[line.entry] for line in lines if line.entry in players]
