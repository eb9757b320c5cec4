"""Estimate means and shares with 95% intervals from games that are not independent within a deal.

Bots change seats while the deal stays the same, so a lucky hand counts several times. The variance is therefore the
variance between deals (ratio estimator for clusters: Cochran, Sampling Techniques, 3rd ed., section 9A). A share has
Wilson's interval for as many independent observations as would have this variance.
"""

from __future__ import annotations

from collections.abc import Iterable, Mapping, Sequence

import polars as pl

__all__ = ["CLUSTERS", "Z", "means", "occurrence", "shares", "wilson"]

Z = 1.959963984540054  # 97.5% quantile of the normal distribution
CLUSTERS = 2000
"""Maximum number of clusters into which deals are grouped, which limits memory without affecting the intervals."""
CLUSTER = (pl.col("deal") % CLUSTERS).alias("cluster")


def means(rows: pl.LazyFrame, by: Sequence[str], **values: pl.Expr) -> pl.DataFrame:
    """Return the mean of each of `values` in each group of rows.

    rows: with the columns `by`, `deal` and those used by the values. Columns of the result: those of `by`, in whose
    order the rows are, `n` (rows), and for each value its name, `<name>_low` and `<name>_high` (95%; null for rows of
    a single deal).
    """
    groups = _between(_within(rows, by, values), by, values)
    ends = []
    for name in values:
        half = Z * _variance(name).sqrt()
        ends += [
            pl.col(name),
            (pl.col(name) - half).alias(f"{name}_low"),
            (pl.col(name) + half).alias(f"{name}_high"),
        ]
    return groups.select(*by, "n", *ends).sort(by).collect()


def shares(rows: pl.LazyFrame, by: Sequence[str], **values: pl.Expr) -> pl.DataFrame:
    """Return the means of shares, values between 0 and 1 such as a shared win, with Wilson's intervals."""
    return _with_wilson(_within(rows, by, values), by, values)


def occurrence(
    rows: pl.LazyFrame, games: pl.LazyFrame, by: str, values: Sequence[str], name: str
) -> pl.DataFrame:
    """Return the share of all games with a row for each of `values` in the column `by`.

    rows: with the columns `by`, `lineup`, `game` and `deal`. games: all games, one row each, with `deal`. Columns of
    the result: `by`, in whose order the rows are, and `name` with its interval as in `shares`.
    """
    once = rows.select(by, "lineup", "game", "deal").unique()
    hits = once.group_by(by, CLUSTER).agg(pl.len().cast(pl.Float64).alias(f"{name}_sum"))
    within = (
        games.group_by(CLUSTER)
        .agg(rows=pl.len().cast(pl.Float64))
        .join(pl.LazyFrame({by: values}, {by: pl.String}), how="cross")
        .join(hits, on=[by, "cluster"], how="left")
        .with_columns(pl.col(f"{name}_sum").fill_null(0.0))
    )
    return _with_wilson(within, [by], [name]).drop("n")


def wilson(share: pl.Expr, n: pl.Expr) -> tuple[pl.Expr, pl.Expr]:
    """Return both ends of Wilson's interval for a share of n.

    It remains sensible for small n and for shares near 0 and 1.
    """
    centre = (share + Z * Z / (2 * n)) / (1 + Z * Z / n)
    half = Z / (1 + Z * Z / n) * (share * (1 - share) / n + Z * Z / (4 * n * n)).sqrt()
    return (centre - half).clip(0.0, 1.0), (centre + half).clip(0.0, 1.0)


def _with_wilson(within: pl.LazyFrame, by: Sequence[str], names: Iterable[str]) -> pl.DataFrame:
    names = list(names)
    ends = []
    for name in names:
        share = pl.col(name)
        # the number of independent rows with the same variance as between deals, at most the actual number
        variance = _variance(name)
        independent = pl.when(variance > 0).then(share * (1 - share) / variance)
        low, high = wilson(share, pl.min_horizontal(independent, "n"))
        ends += [share, low.alias(f"{name}_low"), high.alias(f"{name}_high")]
    return _between(within, by, names).select(*by, "n", *ends).sort(by).collect()


def _within(rows: pl.LazyFrame, by: Sequence[str], values: Mapping[str, pl.Expr]) -> pl.LazyFrame:
    """Return a row for each cluster of each group: its `rows`, and the sum of each value."""
    sums = {f"{name}_sum": value.cast(pl.Float64).sum() for name, value in values.items()}
    return rows.group_by(*by, CLUSTER).agg(rows=pl.len().cast(pl.Float64), **sums)


def _between(within: pl.LazyFrame, by: Sequence[str], names: Iterable[str]) -> pl.LazyFrame:
    """Return a row for each group with `n`, the means, and the terms of their variances."""
    rows = pl.col("rows")
    sums = []
    for name in names:
        total = pl.col(f"{name}_sum")
        sums += [
            (total.sum() / rows.sum()).alias(name),
            (total**2).sum().alias(f"{name}_squares"),
            (total * rows).sum().alias(f"{name}_products"),
        ]
    return within.group_by(by).agg(
        rows.sum().cast(pl.Int64).alias("n"),
        pl.len().cast(pl.Float64).alias("clusters"),
        (rows**2).sum().alias("squares"),
        *sums,
    )


def _variance(name: str) -> pl.Expr:
    """Return the variance of a mean; null if it is unknown."""
    mean, clusters = pl.col(name), pl.col("clusters")
    spread = pl.col(f"{name}_squares") - 2 * mean * pl.col(f"{name}_products") + mean**2 * pl.col("squares")
    variance = clusters / (clusters - 1) * spread.clip(0.0) / pl.col("n") ** 2
    return pl.when(clusters > 1).then(variance)
