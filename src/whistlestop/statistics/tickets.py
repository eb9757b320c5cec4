"""Tables of tickets: how often they are kept and completed, and the results of players who keep them."""

from __future__ import annotations

import polars as pl

from whistlestop.format import Ruleset

from .estimates import means, occurrence, shares

__all__ = ["by_ticket", "tickets_kept"]


def tickets_kept(seats: pl.LazyFrame) -> pl.LazyFrame:
    """Return a row for every ticket that a seat kept: the columns of the seat, `ticket` (id) and `scored` (points)."""
    return (
        seats.with_columns(ticket=pl.col("ticket_ids"), scored=pl.col("ticket_points"))
        .drop("ticket_ids", "ticket_points")
        .explode("ticket", "scored")
        .filter(pl.col("ticket").is_not_null())
    )


def by_ticket(seats: pl.LazyFrame, ruleset: Ruleset) -> pl.DataFrame:
    """Return a row for every ticket of the ruleset, in its order.

    Columns: `ticket` (id), `points` (at most), `n` (seats that kept it), `kept` (share of games in which it was kept),
    `done` (share of its keepers who completed it), `win` (win rate of its keepers; compare with 1/players) and
    `scored` (mean points when kept, negative if failed). The last four have `_low` and `_high` (95%). Shares without
    observations are null.
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
