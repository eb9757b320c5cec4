"""Tables of the final positions: routes and colors of a board, big cities and colors of a card game."""

from __future__ import annotations

import polars as pl

from whistlestop.format import Ruleset

from .estimates import means, occurrence, shares
from .tickets import tickets_kept

__all__ = ["by_city", "by_color", "by_color_needed", "by_connection", "by_route", "by_times_robbed"]


def by_route(seats: pl.LazyFrame, ruleset: Ruleset) -> pl.DataFrame:
    """Return a row for every route of a board, in the board's order.

    Columns: `route` (id), `color`, `length` (trains), `points`, `n` (number of claims), `claimed` (share of games with
    a claim) and `win` (win rate of its owners; compare with 1/players), both with `_low` and `_high` (95%).
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


def by_connection(seats: pl.LazyFrame, ruleset: Ruleset, players: int) -> pl.DataFrame:
    """Return a row for every connection in play: the routes of a double route count together (COM-7).

    Columns: `route` (id of the first route) and `claimed` (share of games in which one of them was claimed) with `_low`
    and `_high` (95%).
    """
    first = {route.id: min(route.id, *route.twins) for route in ruleset.routes if route.twins}
    claims = _claims(seats).with_columns(pl.col("route").replace(first))
    in_play = [route.id for route in ruleset.routes if route.in_play(players)]
    every = dict.fromkeys(first.get(route, route) for route in in_play)
    return occurrence(claims, seats.filter(seat=0), "route", list(every), "claimed")


def by_color(seats: pl.LazyFrame, ruleset: Ruleset) -> pl.DataFrame:
    """Return a row for every color of a board's routes.

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
    """Return a row for every big city of a card game (CARD-51).

    Columns: `city` (id), `points`, `n` (times scored), `taken` (share of games in which it was scored) and `win` (win
    rate of players who scored it), both with `_low` and `_high` (95%).
    """
    big = [city for city in ruleset.cities if city.bonus is not None]
    rows = seats.with_columns(city=pl.col("city_ids")).explode("city").filter(pl.col("city").is_not_null())
    table = pl.DataFrame({"city": [city.id for city in big], "points": [city.bonus for city in big]})
    return _with_wins(table, rows, seats, "city", "taken")


def by_color_needed(seats: pl.LazyFrame, ruleset: Ruleset) -> pl.DataFrame:
    """Return a row for every color that tickets of a card game need (CARD-1).

    Columns: `color`, `tickets` (that need it), `cards` (that they need), `n` (number of times one of them was kept),
    `done` (share completed) with `_low` and `_high` (95%).
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
    """Return the cost of robbery in a card game (CARD-27): a row for each number of rows lost.

    Columns: `robbed` (times), `n` (seats), `cards` (lost, mean) and `score` (mean, points), `win`; the last two with
    `_low` and `_high` (95%).
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
    """Return a row for every route that a seat claimed, with its id as `route`."""
    return (
        seats.with_columns(route=pl.col("route_ids")).explode("route").filter(pl.col("route").is_not_null())
    )


def _with_wins(
    table: pl.DataFrame, rows: pl.LazyFrame, seats: pl.LazyFrame, by: str, name: str
) -> pl.DataFrame:
    """Return `n`, the share of games with one of `rows` (as `name`), and the win rate of these rows (`win`)."""
    present = occurrence(rows, seats.filter(seat=0), by, table[by].to_list(), name)
    for part in (present, shares(rows, [by], win=pl.col("win"))):
        table = table.join(part, on=by, how="left", maintain_order="left")
    first = [column for column in table.columns if not column.startswith((name, "win", "n"))]
    return table.with_columns(pl.col("n").fill_null(0)).select(
        *first, "n", *_estimate(name), *_estimate("win")
    )


def _estimate(name: str) -> tuple[str, str, str]:
    return name, f"{name}_low", f"{name}_high"
