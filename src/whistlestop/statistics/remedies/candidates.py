"""Small changes of a board that may correct one fault, the gentlest first."""

from __future__ import annotations

from collections import Counter
from collections.abc import Callable, Iterator, Mapping
from dataclasses import dataclass
from typing import Any, NamedTuple

import polars as pl

from whistlestop.format.schema import COLORS, GRAY
from whistlestop.mapmaking import Distances
from whistlestop.statistics import places
from whistlestop.statistics.balance import Finding
from whistlestop.statistics.simulations import Simulation

__all__ = ["Edit", "Remedy", "candidates", "edited"]

Data = Mapping[str, Any]

LONGEST = 9
"""Length of the longest route."""
MOST_POINTS = 99
STATIONS = 3
"""Maximum number of stations per player."""
STATION_VALUE = 4
"""Points for an unused station, on a board that had none."""
RIVALS = 3
"""Connections that may get a second route, and routes that may exchange their color."""


class Edit(NamedTuple):
    """One change of a board as data."""

    section: str
    """A table (`routes` or `tickets`), or a section of the settings."""
    key: str
    """Id of a row, or name of a setting."""
    value: Any
    """The new row, or None to remove it; the value of the setting."""


@dataclass(frozen=True)
class Remedy:
    """A change that may correct a fault."""

    kind: str
    """`lengthen`, `shorten`, `gray`, `swap`, `double`, `points`, `remove` or `setting`."""
    subject: str
    """Id of the route or ticket, or name of the setting, such as `trains.count`."""
    edits: tuple[Edit, ...]
    amount: int = 0
    """Spaces or points added or taken away, or the value of the setting."""
    other: str = ""
    """Id of the route that it exchanges its color with."""

    @property
    def removes(self) -> bool:
        """Return whether the subject of the fault is gone."""
        return self.kind == "remove"

    def __str__(self) -> str:
        """Return it as an instruction in English."""
        more = "raise" if self.amount > 0 else "lower"
        texts = {
            "lengthen": f"lengthen {self.subject} by {self.amount}",
            "shorten": f"shorten {self.subject} by {-self.amount}",
            "gray": f"make {self.subject} gray",
            "swap": f"swap the colors of {self.subject} and {self.other}",
            "double": f"add a route beside {self.subject}",
            "points": f"{more} the points of {self.subject} by {abs(self.amount)}",
            "remove": f"remove {self.subject}",
            "setting": f"set {self.subject} to {self.amount}",
        }
        return texts[self.kind]


def edited(board: Data, edits: tuple[Edit, ...]) -> dict[str, Any]:
    """Return a board as data with these changes. A new row comes after the rows with its ends."""
    found = dict(board)
    for section, key, value in edits:
        part = found.get(section)
        if not isinstance(part, list | tuple):
            found[section] = {**(part or {}), key: value}
            continue
        rows = [row if row["id"] != key else value for row in part]
        if value is not None and value not in rows:
            beside = [n for n, row in enumerate(rows) if row["id"].partition("/")[0] == key.partition("/")[0]]
            rows.insert(beside[-1] + 1 if beside else len(rows), value)
        found[section] = [row for row in rows if row is not None]
    return found


def candidates(check: str, finding: Finding, simulation: Simulation) -> Iterator[Remedy]:
    """Yield changes that may correct a fault of a map game; none if no small change corrects it.

    check: its name, as in `balance.checks`. The changes may be against the rules of the format.
    """
    source = _CANDIDATES.get(check)
    if source is not None and simulation.ruleset.routes:
        yield from source(finding.subject, simulation)


def _rows(simulation: Simulation, table: str) -> dict[str, Data]:
    plain = simulation.ruleset.data.plain()
    return {row["id"]: row for row in plain[table]}


def _length(row: Data, by: int) -> Iterator[Remedy]:
    if 1 <= row["length"] + by <= LONGEST:
        changed = {**row, "length": row["length"] + by}
        yield Remedy(
            "lengthen" if by > 0 else "shorten", row["id"], (Edit("routes", row["id"], changed),), by
        )


def _both(subject: str, simulation: Simulation, by: int) -> Iterator[Remedy]:
    """Yield a change of length of a connection: of all routes that join its cities (COM-7)."""
    rows = _rows(simulation, "routes")
    found = [one for row in _parallel(subject, rows) for one in _length(row, by)]
    if found:
        edits = tuple(edit for one in found for edit in one.edits)
        yield Remedy(found[0].kind, subject, edits, by)


def _parallel(subject: str, rows: Mapping[str, Data]) -> list[Data]:
    pair = subject.partition("/")[0]
    return [row for key, row in rows.items() if key.partition("/")[0] == pair]


def _dead_route(subject: str, simulation: Simulation) -> Iterator[Remedy]:
    routes = _parallel(subject, _rows(simulation, "routes"))
    yield from _both(subject, simulation, 1)
    yield from _both(subject, simulation, -1)
    if len(routes) == 1 and routes[0]["color"] != GRAY:
        gray = {**routes[0], "color": GRAY}
        yield Remedy("gray", subject, (Edit("routes", subject, gray),))
    yield from _both(subject, simulation, 2)
    yield Remedy("remove", subject, tuple(Edit("routes", row["id"], None) for row in routes))


def _points(subject: str, simulation: Simulation, *steps: int) -> Iterator[Remedy]:
    row = _rows(simulation, "tickets")[subject]
    for by in steps:
        points = [one + by for one in row["points"]]
        if min(points) >= 1 and max(points) <= MOST_POINTS:
            yield Remedy("points", subject, (Edit("tickets", subject, {**row, "points": points}),), by)


def _remove_ticket(subject: str) -> Iterator[Remedy]:
    yield Remedy("remove", subject, (Edit("tickets", subject, None),))


def _way(subject: str, simulation: Simulation, by: int) -> Iterator[Remedy]:
    """Yield a change of length of one connection on the shortest path of a ticket.

    To make the ticket easier, it is the longest one; to make it harder, the shortest.
    """
    ticket = _rows(simulation, "tickets")[subject]
    if len(ticket["targets"]) != 1:
        return
    distances = Distances.of(simulation.ruleset.data)
    try:
        ends = [distances.cities.index(end) for end in (ticket["origin"], ticket["targets"][0])]
    except ValueError:
        return
    on = distances.on_way(pl.Series(ends[:1]).to_numpy(), pl.Series(ends[1:]).to_numpy())[0]
    links = [(int(distances.lengths[n]), n) for n in on.nonzero()[0]]
    if not links:
        return
    _, link = max(links) if by < 0 else min(links)
    one, other = sorted(distances.cities[end] for end in distances.pairs[link])
    yield from _both(f"{one}-{other}", simulation, by)


def _hopeless(subject: str, simulation: Simulation) -> Iterator[Remedy]:
    yield from _way(subject, simulation, -1)
    yield from _points(subject, simulation, 3, -3)
    yield from _remove_ticket(subject)


def _gift(subject: str, simulation: Simulation) -> Iterator[Remedy]:
    yield from _points(subject, simulation, -1, -2, -3)
    yield from _way(subject, simulation, 1)
    yield from _remove_ticket(subject)


def _dead_ticket(subject: str, simulation: Simulation) -> Iterator[Remedy]:
    yield from _points(subject, simulation, 1, 2, 4)
    yield from _remove_ticket(subject)


def _setting(section: str, key: str, value: int) -> Remedy:
    return Remedy("setting", f"{section}.{key}", (Edit(section, key, value),), value)


def _seats(_subject: str, simulation: Simulation) -> Iterator[Remedy]:
    data: Any = simulation.ruleset.data
    trains, hand, regular = data.trains.count, data.cards.start_hand, data.opening.regular
    step = max(1, round(trains / 10))
    for count in (trains + step, trains - step):
        yield _setting("trains", "count", count)
    yield _setting("opening", "regular", regular + 1)
    yield _setting("cards", "late_hand", data.cards.late_hand + 1)
    for cards in (hand + 1, hand - 1):
        yield _setting("cards", "start_hand", cards)


def _blocked(_subject: str, simulation: Simulation) -> Iterator[Remedy]:
    data: Any = simulation.ruleset.data
    rows = _rows(simulation, "routes")
    if any("/" in key for key in rows) and data.rules.twins_open_from > simulation.players:
        yield _setting("rules", "twins_open_from", simulation.players)
    spaces: Counter[str] = Counter(dict.fromkeys(COLORS, 0))
    for row in rows.values():
        spaces[row["color"]] += row["length"]
    claimed = places.by_route(simulation.seats, simulation.ruleset).sort("claimed", "route", descending=True)
    single = [key for key in claimed["route"] if len(_parallel(key, rows)) == 1]
    for key in single[:RIVALS]:
        first = rows[key]
        color = GRAY if first["color"] == GRAY else min(COLORS, key=lambda one: spaces[one])
        second = {**first, "id": f"{key}/2", "color": color}
        yield Remedy("double", key, (Edit("routes", second["id"], second),))
    count = data.stations.count
    if count < STATIONS:
        value = data.stations.value or STATION_VALUE
        edits = (Edit("stations", "count", count + 1), Edit("stations", "value", value))
        yield Remedy("setting", "stations.count", edits, count + 1)


def _uneven(subject: str, simulation: Simulation) -> Iterator[Remedy]:
    """Yield exchanges with the color used in the opposite way, between routes of equal length and kind."""
    rows = _rows(simulation, "routes")
    used = places.by_color(simulation.seats, simulation.ruleset).filter(pl.col("color") != GRAY).sort("used")
    order = used["color"].to_list()
    often = order.index(subject) >= len(order) / 2
    partner = order[0] if often else order[-1]
    table = places.by_route(simulation.seats, simulation.ruleset)
    share = dict(zip(table["route"], table["claimed"], strict=True))

    def swaps() -> Iterator[tuple[float, Data, Data]]:
        for one in rows.values():
            for other in rows.values():
                alike = (one["length"], one["kind"]) == (other["length"], other["kind"])
                if alike and (one["color"], other["color"]) == (subject, partner):
                    yield share[one["id"]] - share[other["id"]], one, other

    ranked = sorted(swaps(), key=lambda swap: (-swap[0] if often else swap[0], swap[1]["id"], swap[2]["id"]))
    for gain, one, other in ranked[:RIVALS]:
        if (gain > 0) == often:
            edits = (
                Edit("routes", one["id"], {**one, "color": other["color"]}),
                Edit("routes", other["id"], {**other, "color": one["color"]}),
            )
            yield Remedy("swap", one["id"], edits, other=other["id"])


_CANDIDATES: Mapping[str, Callable[[str, Simulation], Iterator[Remedy]]] = {
    "seat advantage": _seats,
    "dead tickets": _dead_ticket,
    "hopeless tickets": _hopeless,
    "gift tickets": _gift,
    "dead routes": _dead_route,
    "uneven colors": _uneven,
    "blocked games": _blocked,
}
