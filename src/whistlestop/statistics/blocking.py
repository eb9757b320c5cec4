"""Find tickets that opponents' routes made impossible."""

from __future__ import annotations

from collections.abc import Iterator
from typing import Any

import msgspec
import polars as pl

from whistlestop.format import Ruleset
from whistlestop.kinds import kind_of
from whistlestop.observation import observe

from .tickets import tickets_kept

__all__ = ["blocked"]


def blocked(seats: pl.LazyFrame, ruleset: Ruleset) -> pl.DataFrame:
    """Return the kept tickets that could no longer be completed at the end of the game.

    Columns: `deal`, `lineup`, `game`, `seat`, `ticket`. The engine judges the final position with a full set of trains
    for every player, so running out of trains does not block a ticket. Takes about a millisecond for each game with a
    failed ticket.
    """
    failed = tickets_kept(seats).filter(pl.col("scored") <= 0).select("lineup", "game", "seat", "ticket")
    games = seats.select("deal", "lineup", "game", "seat", "route_ids", "station_cities").join(
        failed.group_by("lineup", "game", "seat").agg(pl.col("ticket").sort()),
        on=["lineup", "game", "seat"],
        how="left",
    )
    rows = [row for game in _games(games) for row in _blocked(game, ruleset)]
    schema = {"deal": pl.Int64, "lineup": pl.Int32, "game": pl.Int64, "seat": pl.Int8, "ticket": pl.String}
    return pl.DataFrame(rows, schema)


def _games(seats: pl.LazyFrame) -> Iterator[list[dict[str, Any]]]:
    """Yield the seats of each game in which a ticket failed."""
    losing = pl.col("ticket").is_not_null().any().over("lineup", "game")
    table = seats.filter(losing).sort("lineup", "game", "seat").collect()
    for game in table.partition_by("lineup", "game", maintain_order=True):
        yield game.to_dicts()


def _blocked(game: list[dict[str, Any]], ruleset: Ruleset) -> Iterator[dict[str, Any]]:
    """Return the blocked tickets of one game, given its seats."""
    reader = kind_of(
        ruleset
    ).told.reader  # not a whole position, which would compile a custom board again each time
    players = [
        {"routes": seat["route_ids"], "stations": seat["station_cities"], "tickets": seat["ticket"] or []}
        for seat in game
    ]
    states = reader(ruleset, msgspec.convert({"players": players}, reader.shape)).read()
    for stock in ("trains", "small_trains"):
        states[stock][0, : len(game)] = ruleset.rules[stock][0]
    for seat in game:
        if not seat["ticket"]:
            continue
        view = msgspec.to_builtins(observe(ruleset, states, seat["seat"]).view(look=False))
        for ticket in view["tickets"]:
            if ticket["state"] == "impossible":
                yield {
                    **{key: seat[key] for key in ("deal", "lineup", "game", "seat")},
                    "ticket": ticket["id"],
                }
