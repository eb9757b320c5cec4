"""Read folders of `whistlestop simulate --out FOLDER`, lazily."""

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
    """Games of one ruleset and one number of players. docs/simulation.md lists the columns of both tables."""

    ruleset: Ruleset
    players: int
    bots: tuple[str, ...]
    """Specs of the bots that played, each once."""
    seats: pl.LazyFrame
    """One row per seat."""
    moves: pl.LazyFrame | None = None
    """One row per move, if the simulation kept them."""

    @classmethod
    def read(cls, folder: Path | str, players: int | None = None) -> Simulation:
        """Open the games of a folder. players: required if there are line-ups with several numbers of players.

        Raises StatisticsError for a folder that is not a simulation or has no such game, and RulesetError for games of
        unknown rules.
        """
        folder = Path(folder)
        manifest = _manifest(folder)
        lineups = manifest["lineups"]
        counts = sorted({lineup["players"] for lineup in lineups})
        if players is None:
            players = counts[0]
            if len(counts) > 1:
                raise StatisticsError(
                    f"{folder} has games with {counts} players: choose one number with `players`"
                )
        if players not in counts:
            raise StatisticsError(f"{folder} has games with {counts} players, none with {players}")
        seats = _table(folder / "seats")
        if seats is None:
            raise StatisticsError(f"{folder} has no games yet: finish the simulation with --resume")
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
            raise StatisticsError(
                f"{folder} has no games with {players} players yet: finish the simulation with --resume"
            )
        return simulation

    def finished(self) -> Simulation:
        """Return only the finished games; unfinished ones are scored as they stood.

        Raises StatisticsError if there are none.
        """
        over = replace(self, seats=self.seats.filter("finished"))
        if not over.games:
            raise StatisticsError(f"none of the {self.games} games finished")
        return over

    @property
    def games(self) -> int:
        """Number of games."""
        return int(self.seats.filter(seat=0).select(pl.len()).collect().item())


def _manifest(folder: Path) -> dict[str, Any]:
    path = folder / MANIFEST
    try:
        manifest = json.loads(path.read_text(encoding="utf-8"))
    except FileNotFoundError:
        raise StatisticsError(
            f"{folder} has no {path.name}: name a folder written by `whistlestop simulate --out`"
        ) from None
    except (OSError, ValueError) as error:
        raise StatisticsError(f"{path}: {error}") from error
    written = manifest.get("format") if isinstance(manifest, dict) else None
    if written != FORMAT:
        raise StatisticsError(f"{path}: unknown format {written!r}; this version reads {FORMAT!r}")
    return dict(manifest)


def _table(folder: Path) -> pl.LazyFrame | None:
    """Return all partitions of a table, or None if there are none yet."""
    files = sorted(folder.glob("part-*.parquet"))
    return pl.scan_parquet(files) if files else None


def _ruleset(manifest: dict[str, Any]) -> Ruleset:
    if manifest["board"] is not None:
        return ruleset_from_data(manifest["board"])
    return released_ruleset(manifest["ruleset"], manifest["ruleset_version"], manifest["ruleset_hash"])
