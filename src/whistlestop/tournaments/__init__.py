"""Tournaments as pure functions: pairings, seats, points and standings. No I/O, no clock, no database.

A tournament is its plan, its seed, its entries and its pairings with their results. Everything else follows from them:
`next_round` returns the same pairings for the same data, and `standings` the same order.
"""

from whistlestop.tournaments.document import TournamentDocument, recomputed
from whistlestop.tournaments.league_document import LeagueDocument, is_league, recomputed_league
from whistlestop.tournaments.leagues import arrange, division_sizes, movements
from whistlestop.tournaments.model import (
    BYE,
    POINT,
    Entry,
    Format,
    Pairing,
    Place,
    PlanError,
    Tournament,
    TournamentPlan,
    check_plan,
)
from whistlestop.tournaments.rounds import accepts_entries, next_round, rounds_planned
from whistlestop.tournaments.scoring import Standing, points_of
from whistlestop.tournaments.standings import standings

__all__ = [
    "BYE",
    "POINT",
    "Entry",
    "Format",
    "LeagueDocument",
    "Pairing",
    "Place",
    "PlanError",
    "Standing",
    "Tournament",
    "TournamentDocument",
    "TournamentPlan",
    "accepts_entries",
    "arrange",
    "check_plan",
    "division_sizes",
    "is_league",
    "movements",
    "next_round",
    "points_of",
    "recomputed",
    "recomputed_league",
    "rounds_planned",
    "standings",
]
