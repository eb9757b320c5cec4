"""Tables of seats, bots and scores. All functions take `Simulation.seats`, a row per seat."""

from __future__ import annotations

from collections.abc import Sequence

import polars as pl

from .estimates import means, shares

__all__ = ["by_bot", "by_order", "lengths", "parts", "score_distribution", "scores", "turn_distribution"]

QUANTILES = {"q05": 0.05, "q25": 0.25, "median": 0.5, "q75": 0.75, "q95": 0.95}


def by_order(seats: pl.LazyFrame) -> pl.DataFrame:
    """Return results by place in the turn order.

    Columns: `order` (place, 0 goes first), `n` (games), `win` (share of games won, ties shared) and `score` (mean,
    points), both with `_low` and `_high` (95%).
    """
    placed = seats.with_columns(order=(pl.col("seat") - pl.col("first")) % pl.col("players"))
    return _joined(placed, ["order"])


def by_bot(seats: pl.LazyFrame) -> pl.DataFrame:
    """Return results by bot: `bot`, `n` (seats), `win` and `score` as in `by_order`."""
    return _joined(seats.with_columns(pl.col("bot").cast(pl.String)), ["bot"])


def _joined(seats: pl.LazyFrame, by: list[str]) -> pl.DataFrame:
    wins = shares(seats, by, win=pl.col("win"))
    return wins.join(means(seats, by, score=pl.col("score")).drop("n"), on=by).sort(by)


def won() -> pl.Expr:
    """Return an expression for whether a row belongs to a sole or joint winner."""
    return pl.col("rank") == 1


def parts(seats: pl.LazyFrame, names: Sequence[str]) -> pl.DataFrame:
    """Return the parts of the scores of winners and of others.

    Columns: `part` (one of `names`, which are columns of `seats`, or `score`), `winners`, `others` (means, points or
    tickets) with `_low` and `_high` (95%), `difference`.
    """
    every = [*names, "score"]
    found = means(seats.with_columns(won=won()), ["won"], **{name: pl.col(name) for name in every})
    sides = {row["won"]: row for row in found.iter_rows(named=True)}
    rows = [
        {
            "part": name,
            **{
                f"{side}{end}": sides.get(won, {}).get(f"{name}{end}")
                for side, won in (("winners", True), ("others", False))
                for end in ("", "_low", "_high")
            },
        }
        for name in every
    ]
    schema = {"part": pl.String} | {name: pl.Float64 for name in rows[0] if name != "part"}
    return pl.DataFrame(rows, schema).with_columns(difference=pl.col("winners") - pl.col("others"))


def scores(seats: pl.LazyFrame) -> pl.DataFrame:
    """Return the distribution of final scores: `side` (`winners`, `others`), `n` (seats), `mean`, `sd`, quantiles."""
    side = pl.when(won()).then(pl.lit("winners")).otherwise(pl.lit("others"))
    return _spread(seats.with_columns(side=side), "side", "score").sort("side", descending=True)


def lengths(seats: pl.LazyFrame) -> pl.DataFrame:
    """Return the length of games.

    Columns: `measure` (`turns` of all players, `turns_each` per player, `actions`, `decisions` of all bots), `n`
    (games), `mean`, `sd` and quantiles.
    """
    games = seats.group_by("lineup", "game").agg(
        pl.col("turns").first(),
        turns_each=pl.col("turns").first() / pl.col("players").first(),
        actions=pl.col("actions").first(),
        decisions=pl.col("decisions").sum(),
    )
    measures = ("turns", "turns_each", "actions", "decisions")
    long = games.select(measures).unpivot(variable_name="measure")
    return (
        _spread(long, "measure", "value")
        .sort(pl.col("measure").cast(pl.Enum(measures)))
        .with_columns(pl.col("measure").cast(pl.String))
    )


def _spread(frame: pl.LazyFrame, by: str, column: str) -> pl.DataFrame:
    value = pl.col(column)
    quantiles = {name: value.quantile(at, "linear") for name, at in QUANTILES.items()}
    found = frame.group_by(by).agg(n=pl.len(), mean=value.mean(), sd=value.std(), **quantiles)
    return found.collect()


def score_distribution(seats: pl.LazyFrame, width: int) -> pl.DataFrame:
    """Return a histogram of final scores: `bin` (lower end, points), `winners`, `others` (seats); equal widths."""
    return _histogram(seats, "score", width, winners=won().sum(), others=(~won()).sum())


def turn_distribution(seats: pl.LazyFrame, width: int) -> pl.DataFrame:
    """Return a histogram of the turns of all players: `bin` (lower end), `games`."""
    return _histogram(seats.filter(seat=0), "turns", width, games=pl.len())


def _histogram(rows: pl.LazyFrame, column: str, width: int, **counts: pl.Expr) -> pl.DataFrame:
    bins = (pl.col(column).floordiv(width) * width).cast(pl.Int64).alias("bin")
    found = rows.group_by(bins).agg(**counts).sort("bin").collect()
    every = pl.DataFrame({"bin": range(found["bin"][0], found["bin"][-1] + 1, width)}, {"bin": pl.Int64})
    return every.join(found, on="bin", how="left", maintain_order="left").fill_null(0)
