"""Draw the tables of this package."""

from __future__ import annotations

from collections.abc import Sequence
from typing import TYPE_CHECKING

import polars as pl

from whistlestop.drawing import Layout
from whistlestop.drawing.heat import DIVERGING, Scale, heat_svg
from whistlestop.format import Ruleset

from .pictures import FIRST, INK, MUTED, PAPER, SECOND, Picture, chart

if TYPE_CHECKING:
    from matplotlib.axes import Axes

__all__ = [
    "color_chart",
    "distribution_chart",
    "interval_chart",
    "label",
    "order_chart",
    "part_chart",
    "route_maps",
]

FEW = 30
"""Minimum number of claims for a route's win rate to be drawn; fewer would be noise."""


def label(ruleset: Ruleset, key: str) -> str:
    """Return the displayed name of a city, route or ticket: `Los Angeles - Miami (2)` for `los_angeles-miami/2`."""
    names = {city.id: city.name for city in ruleset.cities}
    places, _, copy = key.partition("/")
    text = " - ".join(names.get(place, place.replace("_", " ")) for place in places.split("-"))
    return f"{text} ({copy})" if copy else text


def distribution_chart(
    table: pl.DataFrame, sides: Sequence[str], name: str, title: str, axis: tuple[str, str]
) -> Picture:
    """Draw a histogram such as `seats.score_distribution`; each of `sides` in percent of its own rows.

    axis: names of the values and of the rows.
    """
    width = table["bin"][1] - table["bin"][0] if len(table) > 1 else 1
    edges = [*table["bin"], table["bin"][-1] + width]
    with chart(7.2, 3.0) as (drawn, (axes,)):
        for side, color, pattern in zip(sides, (FIRST, SECOND), ("", "///"), strict=False):
            total = max(1, table[side].sum())
            values = [count / total * 100 for count in table[side]]
            axes.stairs(values, edges, fill=True, color=color, alpha=0.25, hatch=pattern)
            axes.stairs(values, edges, color=color, linewidth=2, label=side)
        axes.set(title=title, xlabel=axis[0], ylabel=f"% of the {axis[1]}")
        axes.grid(axis="y")
        if len(sides) > 1:
            _legend(axes)
    return Picture(name, title, drawn.svg)


def part_chart(table: pl.DataFrame, title: str) -> Picture:
    """Draw the parts of the scores of winners and others: `seats.parts`."""
    # parts that this game does not have are zero for all players
    rows = [row for row in reversed(table.to_dicts()) if row["winners"] or row["others"]]
    with chart(7.2, 0.9 + 0.5 * len(rows)) as (drawn, (axes,)):
        for side, color, shift in (("winners", FIRST, 0.19), ("others", SECOND, -0.19)):
            places = [place + shift for place in range(len(rows))]
            values = [row[side] or 0.0 for row in rows]
            bars = axes.barh(places, values, 0.34, color=color, label=side)
            axes.bar_label(bars, [f"{value:.1f}" for value in values], padding=4, color=INK, fontsize=9)
        axes.set_yticks(range(len(rows)), [row["part"] for row in rows])
        axes.set(title=title, xlabel="mean points (completed: tickets)")
        axes.margins(x=0.1)
        axes.axvline(0, color=MUTED, linewidth=0.8)
        axes.grid(axis="x")
        _legend(axes)
    return Picture("parts", title, drawn.svg)


def order_chart(table: pl.DataFrame, players: int, title: str) -> Picture:
    """Draw the value of going first: `seats.by_order`."""
    with chart(7.2, 0.9 + 0.42 * players) as (drawn, (axes,)):
        names = ["first", "second", "third", "fourth", "fifth"]
        rows = list(reversed(table.to_dicts()))
        _intervals(axes, rows, "win", 1 / players)
        axes.set_yticks(range(len(rows)), [names[row["order"]] for row in rows])
        axes.set(title=title, xlabel="% of games won, with 95 % intervals")
        axes.margins(y=0.25)
    return Picture("order", title, drawn.svg)


def interval_chart(
    table: pl.DataFrame,
    ruleset: Ruleset,
    key: str,
    columns: Sequence[tuple[str, str, float | None]],
    name: str,
    title: str,
) -> Picture:
    """Draw a row for each ticket or city (column `key`), sorted by the first of `columns`.

    columns: the name of a share, its heading, and the neutral share.
    """
    first = columns[0][0]
    known = table.filter(pl.col(first).is_not_null()).sort(first, key)
    rows = known.to_dicts()
    with chart(9.2, 1.1 + 0.2 * len(rows), len(columns)) as (drawn, every):
        for axes, (column, heading, even) in zip(every, columns, strict=True):
            _intervals(axes, rows, column, even)
            axes.set_xlabel(heading)
            axes.set_ylim(-0.8, len(rows) - 0.2)
            axes.tick_params(axis="y", length=0)
        points = [f"{label(ruleset, row[key])}  {row['points']}" for row in rows]
        every[0].set_yticks(range(len(rows)), points, fontsize=8.5)
        every[0].set_title(title, x=0.0)
    return Picture(name, title, drawn.svg)


def _intervals(axes: Axes, rows: Sequence[dict[str, float]], column: str, even: float | None) -> None:
    """Draw shares as dots with their intervals, one row each, and a line at the neutral share."""
    for place, row in enumerate(rows):
        if row[column] is None:
            continue
        apart = even is not None and not row[f"{column}_low"] <= even <= row[f"{column}_high"]
        color = SECOND if apart and even is not None and row[column] < even else FIRST
        low, share, high = (row[f"{column}{end}"] * 100 for end in ("_low", "", "_high"))
        axes.plot([low, high], [place, place], color=color, linewidth=2, solid_capstyle="round")
        axes.plot([share], [place], "D" if color == SECOND else "o", color=color, markersize=5)
    if even is not None:
        axes.axvline(even * 100, color=MUTED, linestyle=(0, (4, 3)), linewidth=1.2)
    axes.grid(axis="x")


def color_chart(table: pl.DataFrame, title: str) -> Picture:
    """Draw the spaces of each color, and those with a train at the end: `places.by_color`."""
    rows = list(reversed(table.to_dicts()))
    with chart(7.2, 0.9 + 0.32 * len(rows)) as (drawn, (axes,)):
        spaces = [row["spaces"] for row in rows]
        axes.barh(range(len(rows)), spaces, 0.66, facecolor="none", edgecolor=MUTED, label="spaces")
        bars = axes.barh(
            range(len(rows)), [row["laid"] for row in rows], 0.66, color=FIRST, label="trains laid"
        )
        axes.bar_label(
            bars,
            [f"{row['used'] * 100:.0f}%" for row in rows],
            label_type="center",
            color=PAPER,
            fontsize=9,
            fontweight="bold",
        )
        axes.set_yticks(range(len(rows)), [row["color"] for row in rows])
        axes.set(title=title, xlabel="spaces on the board, and trains on them at the end of a game (mean)")
        axes.grid(axis="x")
        _legend(axes)
    return Picture("colors", title, drawn.svg)


def route_maps(table: pl.DataFrame, ruleset: Ruleset, layout: Layout, players: int) -> list[Picture]:
    """Draw the board twice: how often each route is claimed, and how often its owners win (`places.by_route`)."""
    claimed = dict(table.select("route", "claimed").iter_rows())
    wins = {row["route"]: row["win"] if row["n"] >= FEW else None for row in table.iter_rows(named=True)}
    even = 1 / players
    most = max(claimed.values(), default=1.0)
    top = min(1.0, max(0.07, _up(most, 0.07)))
    far = max((abs(share - even) for share in wins.values() if share is not None), default=0.0)
    reach = min(even, max(0.035, _up(far, 0.035)))  # no share is negative
    popular = "Games in which a route was claimed (%)"
    winning = f"Wins of the route's owners (%); average {even * 100:.3g}%"
    return [
        Picture(
            "map-claimed", popular, heat_svg(ruleset, claimed, Scale(0.0, top), title=popular, layout=layout)
        ),
        Picture(
            "map-wins",
            winning,
            heat_svg(
                ruleset, wins, Scale(even - reach, even + reach, DIVERGING), title=winning, layout=layout
            ),
        ),
    ]


def _legend(axes: Axes) -> None:
    """Place the legend on the line of the title, where it hides nothing."""
    axes.legend(loc="lower right", bbox_to_anchor=(1.0, 0.99), ncols=2, borderaxespad=0.0)


def _up(value: float, step: float) -> float:
    """Return the next multiple of a step."""
    return -(-round(value / step, 6) // 1) * step
