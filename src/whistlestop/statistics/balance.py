"""Check the balance of a board: unused, impossible or easy items, favored seats, blocked players.

A figure counts as a fault only if its whole 95% interval is beyond the limit, so that noise from few games is not
reported.
"""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from dataclasses import dataclass
from typing import NamedTuple

import polars as pl

from . import places, seats, tickets
from .blocking import blocked
from .estimates import occurrence, shares
from .sections import Section
from .simulations import Simulation

__all__ = ["Check", "Finding", "Limits", "balance_sections", "checks"]


@dataclass(frozen=True, kw_only=True)
class Limits:
    """Limits beyond which a figure is a fault. All but `colors` are shares from 0 to 1."""

    dead: float = 0.02
    """Minimum share of games in which a route, ticket or city is used; below it the item is dead."""
    hopeless: float = 1 / 3
    """Minimum share of keepers who complete a ticket; below it the ticket is hopeless."""
    gift: float = 0.9
    """Maximum share of keepers who complete a ticket. Above it the ticket is a gift if its keepers also win more often
    than average."""
    advantage: float = 0.05
    """Maximum difference between the wins of a place in the turn order and the average."""
    colors: float = 1.25
    """Maximum ratio between the used share of a color's spaces and that of all colors, in either direction, without
    gray."""
    blocked: float = 0.1
    """Maximum share of games in which opponents made a kept ticket impossible."""


class Finding(NamedTuple):
    """A figure of a board, with its subject."""

    subject: str
    """Id of a route, ticket, color or city, a place in the turn order, or `board`."""
    figure: float
    low: float | None
    high: float | None
    """The ends of its 95% interval, if it has one."""


class Check(NamedTuple):
    """One check with its findings."""

    name: str
    """For example `dead routes`."""
    rule: str
    """Definition of a fault, with the limit."""
    worst: Finding | None
    """The worst finding: a fault, or the figure closest to one."""
    faults: list[Finding]


def checks(simulation: Simulation, limits: Limits | None = None) -> Iterator[Check]:
    """Yield all checks of a board. Takes about a millisecond for each game with a failed ticket.

    Raises StatisticsError if no game finished.
    """
    limits = limits or Limits()
    over = simulation.finished()
    rows, ruleset, even = over.seats, over.ruleset, 1 / over.players
    yield _advantage(seats.by_order(rows), even, limits.advantage)
    every = tickets.by_ticket(rows, ruleset)
    yield _dead("tickets", every, "ticket", "kept", limits.dead)
    yield _check(
        "hopeless tickets",
        f"completed by fewer than {_percent(limits.hopeless)} of players who keep them",
        every.sort("done", "ticket", nulls_last=True),
        ("ticket", "done"),
        pl.col("done_high") < limits.hopeless,
    )
    yield _check(
        "gift tickets",
        f"completed by more than {_percent(limits.gift)} of players who keep them, who win more than {_percent(even)}",
        every.filter(pl.col("win_low") > even).sort(-pl.col("done"), "ticket", nulls_last=True),
        ("ticket", "done"),
        pl.col("done_low") > limits.gift,
    )
    if ruleset.routes:
        yield _dead(
            "routes", places.by_connection(rows, ruleset, over.players), "route", "claimed", limits.dead
        )
        yield _colors(places.by_color(rows, ruleset), limits.colors)
        yield _blocked(over, limits.blocked)
    else:
        yield _dead("cities", places.by_city(rows, ruleset), "city", "taken", limits.dead)
    yield _unfinished(simulation.seats)


def balance_sections(found: Sequence[Check]) -> Iterator[Section]:
    """Yield the results of `checks` as sections of a report: all checks, then all faults."""
    yield Section(
        "checks",
        "Checks",
        "Number of faults, the worst subject, and what counts as a fault: its whole 95% interval beyond the limit.",
        _table(
            [(check.name, len(check.faults), *(check.worst or (None,) * 4), check.rule) for check in found]
        ),
    )
    yield Section(
        "faults",
        "Faults",
        "All faults with their figures.",
        _table([(check.name, None, *fault, check.rule) for check in found for fault in check.faults]).drop(
            "faults"
        ),
    )


def _table(rows: list[tuple[object, ...]]) -> pl.DataFrame:
    schema = {
        "check": pl.String,
        "faults": pl.Int64,
        "subject": pl.String,
        "share": pl.Float64,
        "share_low": pl.Float64,
        "share_high": pl.Float64,
        "fault_if": pl.String,
    }
    return pl.DataFrame(rows, schema, orient="row")


def _percent(share: float) -> str:
    return f"{share * 100:.3g}%"


def _check(name: str, rule: str, table: pl.DataFrame, columns: tuple[str, str], beyond: pl.Expr) -> Check:
    """Make a check from a table sorted worst first. columns: of the subject and of its figure."""
    subject, figure = columns
    ends = (f"{figure}_low", f"{figure}_high")

    def findings(rows: pl.DataFrame) -> list[Finding]:
        return [
            Finding(row[subject], row[figure], *(row.get(end) for end in ends))
            for row in rows.filter(pl.col(figure).is_not_null()).iter_rows(named=True)
        ]

    worst = findings(table.head(1))
    return Check(name, rule, worst[0] if worst else None, findings(table.filter(beyond)))


def _dead(what: str, table: pl.DataFrame, subject: str, figure: str, limit: float) -> Check:
    return _check(
        f"dead {what}",
        f"{figure} in fewer than {_percent(limit)} of games",
        table.sort(figure, subject),
        (subject, figure),
        pl.col(f"{figure}_high") < limit,
    )


def _advantage(order: pl.DataFrame, even: float, limit: float) -> Check:
    return _check(
        "seat advantage",
        f"wins more than {_percent(even + limit)} or less than {_percent(even - limit)}",
        order.with_columns(place=pl.format("turn {}", pl.col("order") + 1)).sort(
            -(pl.col("win") - even).abs(), "order"
        ),
        ("place", "win"),
        (pl.col("win_low") > even + limit) | (pl.col("win_high") < even - limit),
    )


def _colors(table: pl.DataFrame, limit: float) -> Check:
    colored = table.filter(pl.col("color") != "gray")
    mean = float(colored["laid"].sum()) / max(1, int(colored["spaces"].sum()))
    return _check(
        "uneven colors",
        f"more than {_percent(mean * limit)} or less than {_percent(mean / limit)} of the spaces used",
        colored.sort(-(pl.col("used") - mean).abs(), "color"),
        ("color", "used"),
        (pl.col("used") > mean * limit) | (pl.col("used") < mean / limit),
    )


def _blocked(simulation: Simulation, limit: float) -> Check:
    lost = blocked(simulation.seats, simulation.ruleset).with_columns(subject=pl.lit("board"))
    found = occurrence(lost.lazy(), simulation.seats.filter(seat=0), "subject", ["board"], "blocked")
    return _check(
        "blocked games",
        f"opponents made a kept ticket impossible in more than {_percent(limit)} of games",
        found,
        ("subject", "blocked"),
        pl.col("blocked_low") > limit,
    )


def _unfinished(rows: pl.LazyFrame) -> Check:
    games = rows.filter(seat=0).with_columns(subject=pl.lit("board"))
    return _check(
        "unfinished games",
        "any game that does not finish",
        shares(games, ["subject"], unfinished=~pl.col("finished")),
        ("subject", "unfinished"),
        pl.col("unfinished") > 0,
    )
