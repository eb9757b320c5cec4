"""What is on the table at the end: routes of a board and their colours, big cities and colours of a card game."""

from __future__ import annotations

import polars as pl

from whistlestop.format import Ruleset

from .estimates import means, occurrence, shares
from .tickets import tickets_kept

__all__ = ["by_city", "by_color", "by_color_needed", "by_connection", "by_route", "by_times_robbed"]


def by_route(seats: pl.LazyFrame, ruleset: Ruleset) -> pl.DataFrame:
    """Every route of a board, in its order.

    Columns: `route` (id), `color`, `length` (trains), `points`, `n` (how often it was claimed), `claimed` (share of
    games in which it was) and `win` (share of wins of those who claimed it; one that says nothing is 1/players), both
    with `_low` and `_high` (95 %).
    """
    claims = _claims(seats)
    table = pl.DataFrame(
        {
            "route": [route.id for route in ruleset.routes],
            "color": [route.color for route in ruleset.routes],
            "length": [route.length for route in ruleset.routes],
            "points": [route.points for route in ruleset.routes],
        }
    )
    return _with_wins(table, claims, seats, "route", "claimed")


def by_connection(seats: pl.LazyFrame, ruleset: Ruleset) -> pl.DataFrame:
    """The connections of a board: each route with its twins (COM-7), of which few players can claim only one.

    Columns: `route` (the id of the first of them) and `claimed` (share of games in which one of them was) with `_low`
    and `_high` (95 %).
    """
    first = {route.id: min(route.id, *route.twins) for route in ruleset.routes if route.twins}
    claims = _claims(seats).with_columns(pl.col("route").replace(first))
    every = dict.fromkeys(first.get(route.id, route.id) for route in ruleset.routes)
    return occurrence(claims, seats.filter(seat=0), "route", list(every), "claimed")


def by_color(seats: pl.LazyFrame, ruleset: Ruleset) -> pl.DataFrame:
    """The colours of a board's routes.

    Columns: `color`, `routes` and `spaces` of it on the board, `claims` and `laid` (routes claimed and trains laid,
    means per game), and `used` (share of its spaces with a train at the end).
    """
    board = pl.DataFrame(
        {
            "route": [route.id for route in ruleset.routes],
            "color": [route.color for route in ruleset.routes],
            "length": [route.length for route in ruleset.routes],
        }
    )
    games = seats.filter(seat=0).select(pl.len()).collect().item()
    claimed = (
        _claims(seats)
        .group_by("route")
        .agg(claims=pl.len())
        .join(board.lazy(), on="route")
        .group_by("color")
        .agg(claims=pl.col("claims").sum() / games, laid=(pl.col("claims") * pl.col("length")).sum() / games)
        .collect()
    )
    return (
        board.group_by("color", maintain_order=True)
        .agg(routes=pl.len(), spaces=pl.col("length").sum())
        .join(claimed, on="color", how="left")
        .with_columns(pl.col("claims", "laid").fill_null(0.0))
        .with_columns(used=pl.col("laid") / pl.col("spaces"))
        .sort("spaces", "color", descending=[True, False])
    )


def by_city(seats: pl.LazyFrame, ruleset: Ruleset) -> pl.DataFrame:
    """The big cities of a card game (CARD-51).

    Columns: `city` (id), `points`, `n` (how often somebody scored it), `taken` (share of games in which somebody did),
    `win` (share of wins of those who did), both with `_low` and `_high` (95 %).
    """
    big = [city for city in ruleset.cities if city.bonus is not None]
    rows = seats.with_columns(city=pl.col("city_ids")).explode("city").filter(pl.col("city").is_not_null())
    table = pl.DataFrame({"city": [city.id for city in big], "points": [city.bonus for city in big]})
    return _with_wins(table, rows, seats, "city", "taken")


def by_color_needed(seats: pl.LazyFrame, ruleset: Ruleset) -> pl.DataFrame:
    """The colours that a card game's tickets are paid in (CARD-1).

    Columns: `color`, `tickets` (that need it), `cards` (that they need), `n` (how often one of them was kept), `done`
    (share of those that were completed) with `_low` and `_high` (95 %).
    """
    needed = pl.DataFrame(
        [
            {"ticket": ticket.id, "color": color, "cards": cards}
            for ticket in ruleset.tickets
            for color, cards in ticket.cards.items()
        ]
    )
    done = shares(
        tickets_kept(seats).join(needed.lazy(), on="ticket"), ["color"], done=(pl.col("scored") > 0)
    )
    return (
        needed.group_by("color", maintain_order=True)
        .agg(tickets=pl.len(), cards=pl.col("cards").sum())
        .join(done, on="color", how="left")
        .sort("cards", "color", descending=[True, False])
    )


def by_times_robbed(seats: pl.LazyFrame, moves: pl.LazyFrame) -> pl.DataFrame:
    """What robbery in a card game costs (CARD-27): seats by how often they lost a row.

    Columns: `robbed` (times), `n` (seats), `cards` (lost, mean) and `score` (mean, points), `win`; the last two with
    `_low` and `_high` (95 %).
    """
    lost = (
        moves.filter(pl.col("victim") >= 0)
        .group_by("lineup", "game", pl.col("victim").alias("seat"))
        .agg(robbed=pl.len().cast(pl.Int64), cards=pl.col("robbed").cast(pl.Int64).sum())
    )
    rows = seats.join(lost, on=["lineup", "game", "seat"], how="left").with_columns(
        pl.col("robbed", "cards").fill_null(0)
    )
    return (
        shares(rows, ["robbed"], win=pl.col("win"))
        .join(means(rows, ["robbed"], score=pl.col("score")).drop("n"), on="robbed")
        .join(rows.group_by("robbed").agg(pl.col("cards").mean()).collect(), on="robbed")
        .sort("robbed")
        .select("robbed", "n", "cards", *_estimate("score"), *_estimate("win"))
    )


def _claims(seats: pl.LazyFrame) -> pl.LazyFrame:
    """A row for every route that a seat has claimed, with its `route`."""
    return (
        seats.with_columns(route=pl.col("route_ids")).explode("route").filter(pl.col("route").is_not_null())
    )


def _with_wins(
    table: pl.DataFrame, rows: pl.LazyFrame, seats: pl.LazyFrame, by: str, name: str
) -> pl.DataFrame:
    """A table with `n`, the share of games in which there is one of `rows`, as `name`, and the wins of these rows."""
    present = occurrence(rows, seats.filter(seat=0), by, table[by].to_list(), name)
    for part in (present, shares(rows, [by], win=pl.col("win"))):
        table = table.join(part, on=by, how="left", maintain_order="left")
    first = [column for column in table.columns if not column.startswith((name, "win", "n"))]
    return table.with_columns(pl.col("n").fill_null(0)).select(
        *first, "n", *_estimate(name), *_estimate("win")
    )


def _estimate(name: str) -> tuple[str, str, str]:
    return name, f"{name}_low", f"{name}_high"
