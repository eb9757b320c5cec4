"""What `whistlestop simulate --out FOLDER` has written, read lazily."""

from __future__ import annotations

import json
from dataclasses import dataclass, replace
from pathlib import Path
from typing import Any

import polars as pl

from whistlestop.bots.partitions import FORMAT, MANIFEST
from whistlestop.errors import StatisticsError
from whistlestop.format import Ruleset
from whistlestop.rulesets import released_ruleset, ruleset_from_data

__all__ = ["Simulation"]


@dataclass(frozen=True)
class Simulation:
    """Games of one ruleset and one number of players. docs/simulation.md has the columns of both tables."""

    ruleset: Ruleset
    players: int
    bots: tuple[str, ...]
    """All that played, without repetition."""
    seats: pl.LazyFrame
    """A row a seat."""
    moves: pl.LazyFrame | None = None
    """A row a move, if they were kept."""

    @classmethod
    def read(cls, folder: Path | str, players: int | None = None) -> Simulation:
        """The games of a folder; `players` says which, if there are line-ups of several numbers of players.

        Raises StatisticsError for a folder that no simulation has written or that has no game (with so many players),
        and RulesetError for games of rules that are not known here.
        """
        folder = Path(folder)
        manifest = _manifest(folder)
        lineups = manifest["lineups"]
        counts = sorted({lineup["players"] for lineup in lineups})
        if players is None:
            players = counts[0]
            if len(counts) > 1:
                raise StatisticsError(f"{folder}: games with {counts} players are there; say of how many")
        if players not in counts:
            raise StatisticsError(f"{folder}: there are games with {counts} players, none with {players}")
        seats = _table(folder / "seats")
        if seats is None:
            raise StatisticsError(f"{folder}: no game has been written yet")
        chosen = [number for number, lineup in enumerate(lineups) if lineup["players"] == players]
        wanted = pl.col("lineup").is_in(chosen)
        moves = _table(folder / "moves")
        bots = dict.fromkeys(bot for number in chosen for bot in lineups[number]["bots"])
        simulation = cls(
            _ruleset(manifest),
            players,
            tuple(bots),
            seats.filter(wanted),
            None if moves is None else moves.filter(wanted),
        )
        try:
            games = simulation.games
        except pl.exceptions.PolarsError as error:
            raise StatisticsError(f"{folder / 'seats'} cannot be read: {error}") from error
        if not games:
            raise StatisticsError(f"{folder}: no game with {players} players has been written yet")
        return simulation

    def finished(self) -> Simulation:
        """Only the games that came to their end, for others are scored as they stood.

        Raises StatisticsError if there is none.
        """
        over = replace(self, seats=self.seats.filter("finished"))
        if not over.games:
            raise StatisticsError(f"none of {self.games} games came to its end")
        return over

    @property
    def games(self) -> int:
        """How many games."""
        return int(self.seats.filter(seat=0).select(pl.len()).collect().item())


def _manifest(folder: Path) -> dict[str, Any]:
    path = folder / MANIFEST
    try:
        manifest = json.loads(path.read_text(encoding="utf-8"))
    except FileNotFoundError:
        raise StatisticsError(
            f"{folder}: there is no {path.name}, so no simulation has been written here"
        ) from None
    except (OSError, ValueError) as error:
        raise StatisticsError(f"{path}: {error}") from error
    written = manifest.get("format") if isinstance(manifest, dict) else None
    if written != FORMAT:
        raise StatisticsError(f"{path}: its format is {written!r}, and {FORMAT!r} is understood")
    return dict(manifest)


def _table(folder: Path) -> pl.LazyFrame | None:
    """All partitions of a table, None if there is none yet."""
    files = sorted(folder.glob("part-*.parquet"))
    return pl.scan_parquet(files) if files else None


def _ruleset(manifest: dict[str, Any]) -> Ruleset:
    if manifest["board"] is not None:
        return ruleset_from_data(manifest["board"])
    return released_ruleset(manifest["ruleset"], manifest["ruleset_version"], manifest["ruleset_hash"])
