"""The sections of a report on a simulation: a table each, with pictures, for terminal, JSON and HTML."""

from __future__ import annotations

from collections.abc import Callable, Iterator
from dataclasses import dataclass
from functools import cached_property

import polars as pl

from whistlestop.drawing import Layout, layout_of
from whistlestop.kinds import kind_of

from . import charts, places, seats, tickets
from .pictures import Picture
from .simulations import Simulation

__all__ = ["Section", "sections"]


def nothing() -> list[Picture]:
    """Return no pictures."""
    return []


@dataclass(frozen=True)
class Section:
    """A table, its title and description, and its pictures, drawn on first use."""

    name: str
    title: str
    about: str
    table: pl.DataFrame
    draw: Callable[[], list[Picture]] = nothing

    @cached_property
    def pictures(self) -> list[Picture]:
        """Return the pictures. The first access takes seconds, because it imports matplotlib."""
        return self.draw()


def sections(simulation: Simulation, layout: Layout | None = None) -> Iterator[Section]:
    """Yield the sections of a report on the finished games of a simulation, in order.

    layout: of the board; default: the stored one or, for maps, a new one. Raises StatisticsError if no game
    finished.
    """
    simulation = simulation.finished()
    yield from _results(simulation)
    yield _tickets(simulation)
    if simulation.ruleset.routes:
        yield from _board(simulation, layout)
    else:
        yield from _card_game(simulation)


def _results(simulation: Simulation) -> Iterator[Section]:
    rows, players = simulation.seats, simulation.players
    order = seats.by_order(rows)
    yield Section(
        "order",
        "Value of going first",
        "Share of games won and mean score by place in the turn order; 0 goes first.",
        order,
        lambda: [charts.order_chart(order, players, "Wins by turn order")],
    )
    yield Section(
        "bots",
        "Bots",
        "Share of games won and mean score of each bot. A bot with several seats in a game counts once for each.",
        seats.by_bot(rows),
    )
    yield Section(
        "scores",
        "Final scores",
        "Mean, standard deviation and quantiles of points, for winners and others.",
        seats.scores(rows),
        lambda: [
            charts.distribution_chart(
                seats.score_distribution(rows, 5),
                ("winners", "others"),
                "scores",
                "Final scores",
                ("points", "seats"),
            )
        ],
    )
    # Files of earlier versions lack the parts that were added later.
    known = rows.collect_schema().names()
    parts = seats.parts(rows, [part for part in kind_of(simulation.ruleset).results.parts if part in known])
    yield Section(
        "parts",
        "Parts of the score",
        "Means for winners and others, in points; `completed` is a number of tickets.",
        parts,
        lambda: [charts.part_chart(parts, "Parts of the score")],
    )
    yield Section(
        "lengths",
        "Length of games",
        "Turns of all players and per player, actions, and bot decisions.",
        seats.lengths(rows),
        lambda: [
            charts.distribution_chart(
                seats.turn_distribution(rows, 2), ("games",), "lengths", "Turns per game", ("turns", "games")
            )
        ],
    )


def _tickets(simulation: Simulation) -> Section:
    ruleset, players = simulation.ruleset, simulation.players
    table = tickets.by_ticket(simulation.seats, ruleset)
    title = "Tickets: completed, and wins of their keepers"
    columns = [
        ("win", "% wins when kept", 1 / players),
        ("done", "% completed when kept", None),
        ("kept", "% of games where kept", None),
    ]
    return Section(
        "tickets",
        "Tickets",
        "Highest points of each ticket, share of games in which it was kept, and for players who kept it: the share "
        f"who completed it, its mean score, and their win rate (average: {100 / players:.3g}%).",
        table,
        lambda: [charts.interval_chart(table, ruleset, "ticket", columns, "tickets", title)],
    )


def _board(simulation: Simulation, layout: Layout | None) -> Iterator[Section]:
    ruleset, players = simulation.ruleset, simulation.players
    routes = places.by_route(simulation.seats, ruleset)
    yield Section(
        "routes",
        "Routes",
        "Share of games in which each route was claimed, and its owners' win rate (average: "
        f"{100 / players:.3g}%).",
        routes,
        lambda: charts.route_maps(routes, ruleset, layout or layout_of(ruleset), players),
    )
    colors = places.by_color(simulation.seats, ruleset)
    yield Section(
        "colors",
        "Colors of the board",
        "Routes and spaces of each color, routes claimed and trains placed per game, and the share of spaces with a "
        "train at the end.",
        colors,
        lambda: [charts.color_chart(colors, "Used spaces by color")],
    )


def _card_game(simulation: Simulation) -> Iterator[Section]:
    ruleset, players = simulation.ruleset, simulation.players
    cities = places.by_city(simulation.seats, ruleset)
    columns = [
        ("win", "% wins when scored", 1 / players),
        ("taken", "% of games where scored", None),
    ]
    yield Section(
        "cities",
        "Big cities",
        "Share of games in which the bonus was scored, and the win rate of players who scored it.",
        cities,
        lambda: [charts.interval_chart(cities, ruleset, "city", columns, "cities", "Bonuses of big cities")],
    )
    yield Section(
        "colors",
        "Colors that tickets need",
        "Tickets that need each color, the cards they need, and the share of kept tickets that were completed.",
        places.by_color_needed(simulation.seats, ruleset),
    )
    if simulation.moves is not None:
        yield Section(
            "robbed",
            "Cost of robbery",
            "By number of rows that a player lost: cards lost, mean score and win rate.",
            places.by_times_robbed(simulation.seats, simulation.moves),
        )
