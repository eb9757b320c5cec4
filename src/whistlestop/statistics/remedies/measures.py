"""The figure of a check in each game, and its difference between two boards with the same deals.

A figure is the sum of one column over the sum of another, such as completed tickets over kept ones. Games with the same
number have the same seed on both boards, which cancels much of their luck. The interval of the difference is that of
two ratio estimators with paired games (Cochran, Sampling Techniques, 3rd ed., section 6.10).
"""

from __future__ import annotations

import math
from collections.abc import Callable, Mapping
from typing import NamedTuple

import polars as pl

from whistlestop.format.schema import GRAY
from whistlestop.statistics.balance import Limits
from whistlestop.statistics.blocking import blocked
from whistlestop.statistics.estimates import Z
from whistlestop.statistics.simulations import Simulation
from whistlestop.statistics.tickets import tickets_kept

__all__ = ["Difference", "Measure", "compare", "measures_of"]

PerGame = Callable[[Simulation, str], pl.LazyFrame]
"""Returns rows with `game`, `part` and `whole`; both are 0 in games without a row."""


class Difference(NamedTuple):
    """A figure on two boards, and its difference with the ends of the 95% interval."""

    before: float
    after: float
    low: float
    high: float

    @property
    def change(self) -> float:
        """Return the difference."""
        return self.after - self.before


class Measure(NamedTuple):
    """A figure, and the range in which it is not a fault."""

    per_game: PerGame
    least: float
    most: float

    def beyond(self, figure: float) -> float:
        """Return how far a figure is outside of the range; 0 inside."""
        return max(self.least - figure, figure - self.most, 0.0)

    def corrected(self, found: Difference) -> bool:
        """Return whether the figure came into its range, with the whole interval of the difference on that side."""
        if self.beyond(found.after) or not self.beyond(found.before):
            return False
        return found.low > 0 if found.before < self.least else found.high < 0


def measures_of(check: str, players: int, limits: Limits) -> tuple[Measure, ...]:
    """Return the figures of a check; a remedy has to move one of them into its range."""
    even = 1 / players
    found: Mapping[str, tuple[Measure, ...]] = {
        "seat advantage": (Measure(_seat, even - limits.advantage, even + limits.advantage),),
        "dead tickets": (Measure(_kept, limits.dead, 1),),
        "hopeless tickets": (Measure(_done, limits.hopeless, 1),),
        "gift tickets": (Measure(_done, 0, limits.gift), Measure(_keeper, 0, even)),
        "dead routes": (Measure(_claimed, limits.dead, 1),),
        "uneven colors": (Measure(_color, 1 / limits.colors, limits.colors),),
        "blocked games": (Measure(_blocked, 0, limits.blocked),),
    }
    return found.get(check, ())


def compare(measure: Measure, subject: str, before: Simulation, after: Simulation) -> Difference | None:
    """Return the figure on two boards whose games have the same numbers; None if it does not occur in both."""
    tables = [
        simulation.finished()
        .seats.filter(seat=0)
        .select("game")
        .join(measure.per_game(simulation.finished(), subject), on="game", how="left")
        .fill_null(0)
        .with_columns(pl.col("part", "whole").cast(pl.Float64))
        for simulation in (before, after)
    ]
    paired = tables[0].join(tables[1], on="game", suffix="_after").collect()
    sums = paired.drop("game").sum().row(0, named=True)
    if paired.height < 2 or not sums["whole"] or not sums["whole_after"]:
        return None
    old, new = sums["part"] / sums["whole"], sums["part_after"] / sums["whole_after"]
    residual = (pl.col("part_after") - new * pl.col("whole_after")) / sums["whole_after"] - (
        pl.col("part") - old * pl.col("whole")
    ) / sums["whole"]
    squares = float(paired.select((residual**2).sum()).item())
    half = Z * math.sqrt(squares * paired.height / (paired.height - 1))
    return Difference(old, new, new - old - half, new - old + half)


def _seat(simulation: Simulation, subject: str) -> pl.LazyFrame:
    place = int(subject.rpartition(" ")[2]) - 1
    turn = (pl.col("seat") - pl.col("first")) % pl.col("players")
    return simulation.seats.filter(turn == place).select("game", part="win", whole=pl.lit(1))


def _tickets(simulation: Simulation, subject: str, part: pl.Expr) -> pl.LazyFrame:
    kept = tickets_kept(simulation.seats).filter(ticket=subject)
    return kept.group_by("game").agg(part=part.sum(), whole=pl.len())


def _done(simulation: Simulation, subject: str) -> pl.LazyFrame:
    return _tickets(simulation, subject, pl.col("scored") > 0)


def _keeper(simulation: Simulation, subject: str) -> pl.LazyFrame:
    return _tickets(simulation, subject, pl.col("win"))


def _share(simulation: Simulation, games: pl.LazyFrame) -> pl.LazyFrame:
    """Return the share of games that are among these: `part` is 1 for each, `whole` 1 for every game."""
    return (
        simulation.seats.filter(seat=0)
        .select("game")
        .join(games.select("game").unique().with_columns(part=1), on="game", how="left")
        .with_columns(whole=pl.lit(1))
    )


def _kept(simulation: Simulation, subject: str) -> pl.LazyFrame:
    return _share(simulation, tickets_kept(simulation.seats).filter(ticket=subject))


def _claims(simulation: Simulation) -> pl.LazyFrame:
    return simulation.seats.select("game", route=pl.col("route_ids")).explode("route")


def _claimed(simulation: Simulation, subject: str) -> pl.LazyFrame:
    pair = subject.partition("/")[0]  # the routes of a double route count together (COM-7)
    return _share(simulation, _claims(simulation).filter(pl.col("route").str.split("/").list.first() == pair))


def _color(simulation: Simulation, subject: str) -> pl.LazyFrame:
    """Return the share of the color's spaces that is used, over that of all colored spaces."""
    board = pl.LazyFrame(
        [
            {"route": one.id, "color": one.color, "length": one.length}
            for one in simulation.ruleset.routes
            if one.color != GRAY
        ]
    )
    spaces = board.group_by(own=pl.col("color") == subject).agg(pl.col("length").sum()).collect()
    own = int(spaces.filter("own")["length"].sum())
    scale = int(spaces["length"].sum()) / max(1, own)
    laid = pl.col("length") * (pl.col("color") == subject) * scale
    return (
        _claims(simulation)
        .join(board, on="route")
        .group_by("game")
        .agg(part=laid.sum(), whole=pl.col("length").sum())
    )


def _blocked(simulation: Simulation, _subject: str) -> pl.LazyFrame:
    return _share(simulation, blocked(simulation.seats, simulation.ruleset).lazy())
