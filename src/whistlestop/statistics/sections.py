"""Everything that is told of a simulation, in sections of a table and its pictures: for terminal, JSON and report."""

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
    """No pictures."""
    return []


@dataclass(frozen=True)
class Section:
    """A table, what it says, and its pictures, which are drawn when somebody asks for them."""

    name: str
    title: str
    about: str
    table: pl.DataFrame
    draw: Callable[[], list[Picture]] = nothing

    @cached_property
    def pictures(self) -> list[Picture]:
        """The pictures; the first call takes seconds, for matplotlib is imported then."""
        return self.draw()


def sections(simulation: Simulation, layout: Layout | None = None) -> Iterator[Section]:
    """The sections of a simulation, in the order of a report, about the games that came to their end.

    layout: how the board is drawn, by default as it is kept for the board or, for maps, found now. Raises
    StatisticsError if there is no such game.
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
        "What going first is worth",
        "Share of games won and mean score by the place in the order of turns; 0 took the first turn.",
        order,
        lambda: [charts.order_chart(order, players, "Wins by order of turns")],
    )
    yield Section(
        "bots",
        "Who played",
        "Share of games won and mean score of each bot. A bot with several seats of a game counts for each.",
        seats.by_bot(rows),
    )
    yield Section(
        "scores",
        "Final scores",
        "Mean, standard deviation and quantiles of the points of winners and of others.",
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
    parts = seats.parts(rows, list(kind_of(simulation.ruleset).results.parts))
    yield Section(
        "parts",
        "What scores are made of",
        "Means of winners and of others; `completed` counts tickets, everything else is points.",
        parts,
        lambda: [charts.part_chart(parts, "What scores are made of")],
    )
    yield Section(
        "lengths",
        "How long games are",
        "Turns of all players together and of each, actions, and decisions that bots were asked for.",
        seats.lengths(rows),
        lambda: [
            charts.distribution_chart(
                seats.turn_distribution(rows, 2), ("games",), "lengths", "Turns of a game", ("turns", "games")
            )
        ],
    )


def _tickets(simulation: Simulation) -> Section:
    ruleset, players = simulation.ruleset, simulation.players
    table = tickets.by_ticket(simulation.seats, ruleset)
    title = "Tickets: completed, and wins of those who kept them"
    columns = [
        ("win", "% wins when kept", 1 / players),
        ("done", "% completed when kept", None),
        ("kept", "% of games where kept", None),
    ]
    return Section(
        "tickets",
        "What tickets are worth",
        "`points` at most; share of games in which a ticket was kept; of those who kept it the share that completed "
        f"it, what it scored in the mean, and the share of wins, of which {100 / players:.3g} % says nothing.",
        table,
        lambda: [charts.interval_chart(table, ruleset, "ticket", columns, "tickets", title)],
    )


def _board(simulation: Simulation, layout: Layout | None) -> Iterator[Section]:
    ruleset, players = simulation.ruleset, simulation.players
    routes = places.by_route(simulation.seats, ruleset)
    yield Section(
        "routes",
        "Which routes are claimed, and which pay",
        "Share of games in which a route was claimed, and the share of wins of those who claimed it, of which "
        f"{100 / players:.3g} % says nothing.",
        routes,
        lambda: charts.route_maps(routes, ruleset, layout or layout_of(ruleset), players),
    )
    colors = places.by_color(simulation.seats, ruleset)
    yield Section(
        "colors",
        "Colours of the board",
        "Routes and spaces of each colour, routes claimed and trains laid in a game, and the share of spaces with a "
        "train at the end.",
        colors,
        lambda: [charts.color_chart(colors, "Spaces of each colour that are used")],
    )


def _card_game(simulation: Simulation) -> Iterator[Section]:
    ruleset, players = simulation.ruleset, simulation.players
    cities = places.by_city(simulation.seats, ruleset)
    columns = [
        ("win", "% wins of those who scored it", 1 / players),
        ("taken", "% of games where scored", None),
    ]
    yield Section(
        "cities",
        "Big cities",
        "Share of games in which somebody scored the bonus, and the share of wins of those who did.",
        cities,
        lambda: [charts.interval_chart(cities, ruleset, "city", columns, "cities", "Bonuses of big cities")],
    )
    yield Section(
        "colors",
        "Colours that tickets need",
        "Tickets and cards that ask for a colour, and the share of those kept that were completed.",
        places.by_color_needed(simulation.seats, ruleset),
    )
    if simulation.moves is not None:
        yield Section(
            "robbed",
            "What robbery costs",
            "Seats by how often they lost a row: cards lost, mean score and share of wins.",
            places.by_times_robbed(simulation.seats, simulation.moves),
        )
