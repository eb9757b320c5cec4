"""What tickets are worth: how often they are kept and completed, and how those who keep them fare."""

from __future__ import annotations

import polars as pl

from whistlestop.format import Ruleset

from .estimates import means, occurrence, shares

__all__ = ["by_ticket", "tickets_kept"]


def tickets_kept(seats: pl.LazyFrame) -> pl.LazyFrame:
    """A row for every ticket that a seat has kept: the columns of the seat, `ticket` (id) and `scored` (points)."""
    return (
        seats.with_columns(ticket=pl.col("ticket_ids"), scored=pl.col("ticket_points"))
        .drop("ticket_ids", "ticket_points")
        .explode("ticket", "scored")
        .filter(pl.col("ticket").is_not_null())
    )


def by_ticket(seats: pl.LazyFrame, ruleset: Ruleset) -> pl.DataFrame:
    """Every ticket of the ruleset, in its order.

    Columns: `ticket` (id), `points` (what it is worth at most), `n` (seats that kept it), `kept` (share of games in
    which somebody kept it), `done` (share of those who kept it that completed it), `win` (share of wins of those who
    kept it; one that says nothing is 1/players), the three with `_low` and `_high` (95 %), and `scored` (mean of what
    it scored when it was kept, failed ones below 0) likewise. Shares of what never happened are null.
    """
    kept = tickets_kept(seats)
    table = pl.DataFrame(
        {
            "ticket": [ticket.id for ticket in ruleset.tickets],
            "points": [max(ticket.points) for ticket in ruleset.tickets],
        }
    )
    parts = (
        occurrence(kept, seats.filter(seat=0), "ticket", table["ticket"].to_list(), "kept"),
        shares(kept, ["ticket"], done=pl.col("scored") > 0, win=pl.col("win")),
        means(kept, ["ticket"], scored=pl.col("scored")).drop("n"),
    )
    for part in parts:
        table = table.join(part, on="ticket", how="left", maintain_order="left")
    return table.with_columns(pl.col("n").fill_null(0))
