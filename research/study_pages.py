"""The results of `study.py`: texts, tables and pictures, with published results for comparison."""

from __future__ import annotations

from collections.abc import Iterable, Sequence
from itertools import combinations, groupby
from pathlib import Path
from typing import TYPE_CHECKING

import polars as pl

import whistlestop as ws
from measured import Block, Table, wrapped
from whistlestop.drawing import layout_of
from whistlestop.statistics import Simulation, places, seats, tickets
from whistlestop.statistics.balance import balance_sections, checks
from whistlestop.statistics.cells import cells, heading, headings
from whistlestop.statistics.charts import label, route_maps
from whistlestop.statistics.estimates import means
from whistlestop.statistics.pictures import FIRST, MUTED, SECOND, Picture, chart
from whistlestop.statistics.sections import Section

if TYPE_CHECKING:
    from matplotlib.axes import Axes

PICTURES = "images/study"
SHOWN = 6
"""Tickets, routes or cities shown at each end of a ranking."""
FEW = 50
"""Minimum number of observations for a ticket, route or city to be shown."""
MAP_PLAYERS = 3
LONG = 5
"""Minimum length of a long route, in trains."""

INTRODUCTION = """Which seats, tickets and routes win? {played} The bot `planner` played every seat, with its constants
at that time, and no two games had the same deal. What pays for this bot need not pay for people.

**How to read the tables.** For tickets, routes and cities, wins are multiples of an even share, for all numbers of
players together: 1 is average, 1.2 is a fifth more. [Intervals](statistics.md#intervals) are 95%. `times` counts how
often players kept a ticket, claimed a route or scored a city. The tables show the six with the most and the six with
the fewest wins. Wins do not show causes: players who keep a long ticket have cards and trains to spare.
{unfinished}"""
BALANCE = """What `whistlestop board balance` finds in the built-in games. {played} The bot `planner` played them, with
its constants at that time, so a fault may be the bot's. [Statistics](statistics.md#is-a-board-balanced) lists the
limits. `faults` counts the faults of a check, `subject` is the worst or what comes closest to a fault, and `share %`
is its figure with a 95% interval."""
TICKETS = "Tickets (`scored`: mean points):"
ROUTES = "Routes:"
CITIES = "Big cities:"
PEOPLE = """**People.** The semifinals and final of the World Boardgaming Championships' online tournament of 2025
publish [means of 27 games]({url}) with four players. They use USA's board with the larger set of tickets of 1910,
which Whistlestop does not have. The closest mean: {closest}."""
LONG_ROUTES = """**Long routes.** R. T. Witter and A. Lyford ([*Applications of graph theory and probability in the
board game Ticket to Ride*](https://doi.org/10.1145/3402942.3402963), Foundations of Digital Games 2020) find that
USA's scoring overvalues long routes. Planners' games {agree}: owners of a route of five or six trains won {long} times
an even share, of a shorter route {short} times. By length, for all numbers of players:"""
CONNECTIONS = """**Popular connections.** F. de Mesentier Silva, S. Lee, J. Togelius and A. Nealen ([*AI-based
playtesting of contemporary board
games*](https://nyuscholars.nyu.edu/en/publications/ai-based-playtesting-of-contemporary-board-games), Foundations of
Digital Games 2017) find with four styles of agents that the popular cities hardly depend on the number of players. The
same holds for connections here. Ordered by how often they are claimed, Spearman's correlation between two numbers of
players is at least {lowest}."""

# Semifinals and final of the World Boardgaming Championships' online tournament of 2025: 27 games with four players.
WBC_URL = "http://www.boardgamers.org/pbem/pbem-ttr.html"
WBC = {
    "winner's score": 157.1,
    "turns per player": 35.4,
    "winner's points for routes": 69.8,
    "winner's points for tickets": 73.4,
    "tickets that the winner kept": 6.4,
}


def study(every: Sequence[Simulation], docs: Path) -> tuple[list[Block], dict[Path, str]]:
    """Return the results, and the pictures by path."""
    over = [simulation.finished() for simulation in every]
    first, spread = _first_chart(over), _spread_chart(over)
    pictures = [first, spread]
    parts: list[Block] = [
        _text(INTRODUCTION, played=_played(every), unfinished=_unfinished(every)),
        "## What going first is worth",
        _image(first, "Share of games won by the first and the last player"),
        _orders(over),
        "## Scores and game length",
        _image(spread, "Scores of winners and turns per player"),
        _spreads(over),
    ]
    for title, group in _titles(over):
        parts += [f"## {title.name}", *_title(title, group, pictures)]
    parts += ["## Compared with published results", *_published(over)]
    return parts, {docs / PICTURES / f"{picture.name}.svg": picture.svg + "\n" for picture in pictures}


def balance(every: Sequence[Simulation]) -> list[Block]:
    """Return the results of the balance checks."""
    parts: list[Block] = [_text(BALANCE, played=_played(every))]
    for title, group in _titles(every):
        parts.append(f"## {title.name}")
        for simulation in group:
            overview, faults = balance_sections(list(checks(simulation)))
            parts += [
                f"### {title.name} with {simulation.players} players",
                _frame(overview.table.drop("fault_if")),
            ]
            parts.append(_faults(faults))
    return parts


def _played(every: Sequence[Simulation]) -> str:
    games = {simulation.games for simulation in every}
    (number,) = games
    return f"{number * len(every):,} games were played, {number:,} of each game with each number of players."


def _unfinished(every: Sequence[Simulation]) -> str:
    left_out = sum(each.games - each.finished().games for each in every)
    return f"{left_out} unfinished games are left out." if left_out else ""


def _titles(every: Sequence[Simulation]) -> list[tuple[ws.Ruleset, list[Simulation]]]:
    groups = [list(group) for _, group in groupby(every, key=lambda simulation: simulation.ruleset.id)]
    return [(group[0].ruleset, group) for group in groups]


def _orders(over: Sequence[Simulation]) -> Table:
    rows = [
        [
            "game",
            "players",
            *(f"{place} wins %" for place in ("first", "second", "third", "fourth", "fifth")),
        ]
    ]
    for simulation in over:
        order = seats.by_order(simulation.seats)
        wins = [
            f"{row['win'] * 100:.1f} ({row['win_low'] * 100:.1f}-{row['win_high'] * 100:.1f})"
            for row in order.iter_rows(named=True)
        ]
        rows.append([simulation.ruleset.name, str(simulation.players), *wins, *[""] * (5 - len(wins))])
    return rows


def _spreads(over: Sequence[Simulation]) -> Table:
    rows = [["game", "players", "winners' scores", "others' scores", "turns per player", "trains left"]]
    for simulation in over:
        points = {row["side"]: row for row in seats.scores(simulation.seats).iter_rows(named=True)}
        turns = seats.lengths(simulation.seats).row(1, named=True)
        left = "-"
        if simulation.ruleset.routes:
            left = f"{simulation.seats.select(pl.col('trains_left').mean()).collect().item():.1f}"
        rows.append(
            [
                simulation.ruleset.name,
                str(simulation.players),
                *(_quantiles(points[side]) for side in ("winners", "others")),
                _quantiles(turns),
                left,
            ]
        )
    rows[0][2:5] = [f"{name}: 5%, median, 95%" for name in rows[0][2:5]]
    return rows


def _quantiles(row: dict[str, float]) -> str:
    return f"{row['q05']:.0f}, {row['median']:.0f}, {row['q95']:.0f}"


def _title(title: ws.Ruleset, group: Sequence[Simulation], pictures: list[Picture]) -> list[Block]:
    """Return the results of one game: its tickets, and its routes or cities."""
    kept = pl.concat([_relative(tickets.tickets_kept(each.seats), each.players) for each in group])
    worth = means(
        kept, ["ticket"], relative=pl.col("relative"), done=pl.col("scored") > 0, scored=pl.col("scored")
    )
    out: list[Block] = [TICKETS, _ends(title, worth, "ticket")]
    if not title.routes:
        cities = pl.concat([_relative(_exploded(each, "city_ids", "city"), each.players) for each in group])
        found = means(cities, ["city"], relative=pl.col("relative"))
        return [
            *out,
            CITIES,
            _ends(title, found, "city"),
        ]
    claims = pl.concat([_relative(_exploded(each, "route_ids", "route"), each.players) for each in group])
    routes = means(claims, ["route"], relative=pl.col("relative"))
    players = min(MAP_PLAYERS, title.max_players)
    simulation = next(each for each in group if each.players == players)
    table = places.by_route(simulation.seats, title)
    claimed = route_maps(table, title, layout_of(title), players)[0]
    picture = Picture(f"{title.id}-claimed", claimed.title, claimed.svg)
    pictures.append(picture)
    return [
        *out,
        ROUTES,
        _ends(title, routes, "route"),
        _image(
            picture,
            f"{title.name}, {players} players: percentage of games in which each route was claimed",
        ),
    ]


def _relative(rows: pl.LazyFrame, players: int) -> pl.LazyFrame:
    """Return rows with `relative`: the win as a multiple of an even share."""
    wanted = ["deal", "ticket", "scored", "city", "route", "length"]
    there = [name for name in wanted if name in rows.collect_schema().names()]
    return rows.select(*there, relative=pl.col("win") * players)


def _exploded(simulation: Simulation, column: str, name: str) -> pl.LazyFrame:
    return (
        simulation.seats.with_columns(pl.col(column).alias(name))
        .explode(name)
        .filter(pl.col(name).is_not_null())
    )


def _ends(title: ws.Ruleset, found: pl.DataFrame, key: str) -> Table:
    """Return the rows with the most and the fewest wins."""
    known = found.filter(pl.col("n") >= FEW).sort(-pl.col("relative"), key)
    chosen = known if len(known) <= 2 * SHOWN else pl.concat([known.head(SHOWN), known.tail(SHOWN)])
    worth = {ticket.id: max(ticket.points) for ticket in title.tickets}
    worth |= {route.id: route.points for route in title.routes}
    worth |= {city.id: city.bonus for city in title.cities if city.bonus is not None}
    tickets_too = "done" in found.columns
    rows = [[key, "points", "times", "wins", *(["completed %", "scored"] if tickets_too else [])]]
    for row in chosen.iter_rows(named=True):
        more = [f"{row['done'] * 100:.0f}", f"{row['scored']:.1f}"] if tickets_too else []
        name = label(title, row[key])
        rows.append([name, str(worth[row[key]]), f"{row['n']:,}", _interval(row, "relative"), *more])
    return rows


def _interval(row: dict[str, float], name: str) -> str:
    return f"{row[name]:.2f} ({row[f'{name}_low']:.2f}-{row[f'{name}_high']:.2f})"


def _published(over: Sequence[Simulation]) -> list[Block]:
    usa = [simulation for simulation in over if simulation.ruleset.id == "usa"]
    four = next(simulation for simulation in usa if simulation.players == 4)
    ours = _means_of_winners(four)
    closest = min(WBC, key=lambda name: abs(ours[name] / WBC[name] - 1))
    lengths = _by_length(usa, pl.col("length"))
    short, long = _by_length(usa, pl.col("length") >= LONG).iter_rows(named=True)
    agree = "agree" if long["relative_low"] > max(1, short["relative_high"]) else "do not show it"
    correlations = _correlations(over)
    return [
        _text(PEOPLE, url=WBC_URL, closest=closest),
        [
            ["mean", "tournament", "planners, USA with 4"],
            *([name, f"{value:.1f}", f"{ours[name]:.1f}"] for name, value in WBC.items()),
        ],
        _text(LONG_ROUTES, agree=agree, long=_interval(long, "relative"), short=_interval(short, "relative")),
        [
            ["trains", "claims", "wins"],
            *(
                [str(row["length"]), f"{row['n']:,}", _interval(row, "relative")]
                for row in lengths.iter_rows(named=True)
            ),
        ],
        _text(CONNECTIONS, lowest=f"{min(low for _, low, _ in correlations):.2f}"),
        [
            ["game", "lowest", "highest"],
            *([name, f"{low:.2f}", f"{high:.2f}"] for name, low, high in correlations),
        ],
    ]


def _means_of_winners(simulation: Simulation) -> dict[str, float]:
    """Return these games' values for the entries of `WBC`."""
    columns = pl.col("score", "routes", "tickets", "kept").mean()
    score, routes, points, kept = simulation.seats.filter(rank=1).select(columns).collect().row(0)
    turns = seats.lengths(simulation.seats).row(1, named=True)["mean"]
    return dict(zip(WBC, (score, turns, routes, points, kept), strict=True))


def _by_length(group: Iterable[Simulation], length: pl.Expr) -> pl.DataFrame:
    """Return the wins of owners of routes, by length or a function of it."""
    rows = []
    for each in group:
        lengths = {route.id: route.length for route in each.ruleset.routes}
        claims = _exploded(each, "route_ids", "route").with_columns(
            length=pl.col("route").replace_strict(lengths, return_dtype=pl.Int64)
        )
        rows.append(_relative(claims, each.players))
    return means(pl.concat(rows).with_columns(length), ["length"], relative=pl.col("relative"))


def _correlations(over: Sequence[Simulation]) -> list[tuple[str, float, float]]:
    """Return the lowest and the highest correlation between two numbers of players, for each board that has several."""
    rows = []
    for title, group in _titles(over):
        if not title.routes or len(group) < 2:
            continue
        claimed = [places.by_connection(each.seats, title, each.players)["claimed"].rank() for each in group]
        found = [
            float(pl.DataFrame({"a": one, "b": other}).corr()["b"][0])
            for one, other in combinations(claimed, 2)
        ]
        rows.append((title.name, min(found), max(found)))
    return rows


def _first_chart(over: Sequence[Simulation]) -> Picture:
    title = "Wins of the first and the last player"
    with chart(7.2, 0.9 + 0.3 * len(over)) as (drawn, (axes,)):
        for place, simulation in enumerate(reversed(over)):
            order = seats.by_order(simulation.seats).to_dicts()
            for row, color, marker, name in (
                (order[0], FIRST, "o", "first"),
                (order[-1], SECOND, "D", "last"),
            ):
                low, share, high = (row[f"win{end}"] * simulation.players for end in ("_low", "", "_high"))
                axes.plot([low, high], [place, place], color=color, linewidth=2, solid_capstyle="round")
                axes.plot(
                    [share], [place], marker, color=color, markersize=5.5, label=name if not place else None
                )
        _cells(axes, over)
        axes.axvline(1, color=MUTED, linestyle=(0, (4, 3)), linewidth=1.2)
        axes.set(title=title, xlabel="wins, as a multiple of an even share")
        axes.legend(loc="lower right", bbox_to_anchor=(1.0, 0.99), ncols=2, borderaxespad=0.0)
    return Picture("first", title, drawn.svg)


def _spread_chart(over: Sequence[Simulation]) -> Picture:
    title = "Scores of winners, and turns per player"
    with chart(9.2, 0.9 + 0.3 * len(over), 2) as (drawn, every):
        for place, simulation in enumerate(reversed(over)):
            tables = (
                seats.scores(simulation.seats).row(0, named=True),
                seats.lengths(simulation.seats).row(1, named=True),
            )
            for axes, row in zip(every, tables, strict=True):
                axes.plot(
                    [row["q05"], row["q95"]], [place, place], color=FIRST, linewidth=2, solid_capstyle="round"
                )
                axes.plot(
                    [row["q25"], row["q75"]], [place, place], color=FIRST, linewidth=7, solid_capstyle="butt"
                )
                axes.plot([row["median"]], [place], "|", color=SECOND, markersize=12, markeredgewidth=3)
        for axes, name in zip(every, ("points of winners", "turns per player"), strict=True):
            _cells(axes, over)
            axes.set_xlabel(f"{name}: 5, 25, 50, 75, 95%")
        every[0].set_title(title)
    return Picture("spread", title, drawn.svg)


def _cells(axes: Axes, over: Sequence[Simulation]) -> None:
    names = [f"{simulation.ruleset.name}, {simulation.players}" for simulation in reversed(over)]
    axes.set_yticks(range(len(names)), names)
    axes.grid(axis="x")


def _text(template: str, **values: str) -> str:
    """Fill in a text, and wrap its paragraphs."""
    paragraphs = template.format(**values).strip().split("\n\n")
    return "\n\n".join(wrapped(paragraph) for paragraph in paragraphs)


def _image(picture: Picture, text: str) -> str:
    return f"![{text}]({PICTURES}/{picture.name}.svg)"


def _frame(table: pl.DataFrame) -> Table:
    return [[heading(name) for name in headings(table)], *cells(table)]


def _faults(section: Section) -> str:
    if section.table.is_empty():
        return "No faults."
    names = section.table.group_by("check", maintain_order=True).agg("subject")
    return (
        "Faults: "
        + "; ".join(f"{check}: {', '.join(subjects)}" for check, subjects in names.iter_rows())
        + "."
    )
