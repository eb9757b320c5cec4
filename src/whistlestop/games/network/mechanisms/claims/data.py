"""Data format of routes, trains and payments for claims (USA-16 to USA-25, EUR-9, SWI-2, SWI-11, COM-21)."""

from __future__ import annotations

from collections import defaultdict
from collections.abc import Iterator, Sequence
from typing import Any

import numpy as np
from msgspec import UNSET, Struct, field

from whistlestop.core import fields
from whistlestop.format import Route
from whistlestop.format.catalogue import Catalogue
from whistlestop.format.check import ALL, Problem
from whistlestop.format.schema import COLORS, GRAY, Count, PairId, Positive, RouteKind, end_cities
from whistlestop.games.aid import AidLine, ScoreLine
from whistlestop.games.network.format.stock import name_of_stock, stock_for
from whistlestop.games.network.format.tables import ROUTE_POINTS, RouteRow
from whistlestop.games.network.sizes import LENGTH
from whistlestop.games.telling import Part
from whistlestop.games.writing import Stage, Writing
from whistlestop.text.public import RouteInfo

from .rules import CLAIM


class Trains(Struct, frozen=True, forbid_unknown_fields=True):
    """Trains per player, and the number left that starts the final round (COM-21)."""

    count: Positive = 45
    end: Count = 2


class Claims(Struct, frozen=True, forbid_unknown_fields=True):
    """Twins (USA-23, SWI-2) and the routes that wilds can pay for (SWI-11)."""

    twins_open_from: Count = 4
    wilds_pay: tuple[RouteKind, ...] = ("normal", "tunnel", "ferry")


class InPlay(Struct, frozen=True, forbid_unknown_fields=True):
    """Routes that are in play only with some numbers of players, with these numbers (MECH-3)."""

    routes: dict[PairId, tuple[Positive, ...]] = field(default_factory=dict)


class Settings(Struct, frozen=True):
    """Sections of `ruleset.toml`."""

    trains: Trains = Trains()
    rules: Claims = Claims()
    in_play: InPlay = InPlay()


def pieces(data: Any) -> Iterator[Problem]:
    """Check that a game lasts longer than its last round."""
    trains: Trains = data.trains
    if trains.end >= trains.count + data.small_trains.count:
        text = f"trains: count ({trains.count}) must be greater than end ({trains.end})"
        yield Problem(text, ("trains", "end"))


def route(data: Any, row: RouteRow) -> Iterator[str]:
    """Check that a route can be claimed."""
    if row.length not in ROUTE_POINTS:
        yield f"no points are defined for length {row.length} (COM-23)"
    if row.length > stock_for(data, row.id):
        yield f"longer than a player's {name_of_stock(data, row.id)}"
    if row.kind == "ferry":
        if not 1 <= row.wilds <= row.length:
            yield f"a ferry of this length needs 1 to {row.length} wilds, not {row.wilds} (COM-6)"
        if "ferry" not in data.rules.wilds_pay:
            yield "a ferry needs wilds: add 'ferry' to rules.wilds_pay"
    elif row.wilds:
        yield "only a ferry can have wilds"


def twins(data: Any) -> Iterator[Problem]:
    """Check double routes (COM-7)."""
    groups = defaultdict(list)
    for n, row in enumerate(data.routes):
        groups[end_cities(row.id)].append(n)
    for (a, b), numbers_of_group in groups.items():
        routes = [data.routes[n] for n in numbers_of_group]
        expected = {f"{a}-{b}", *(f"{a}-{b}/{n}" for n in range(2, len(routes) + 1))}
        at = ("routes", numbers_of_group[-1])
        if {row.id for row in routes} != expected:
            text = f"route {routes[0].id}: name these parallel routes {', '.join(sorted(expected))}"
            yield Problem(text, at, (ALL,))


def in_play(data: Any) -> Iterator[Problem]:
    """Check the routes that are in play only with some numbers of players (MECH-3)."""
    known = {row.id for row in data.routes}
    for name, numbers in data.in_play.routes.items():
        at = ("in_play", "routes", name)
        if name not in known:
            yield Problem(f"in_play: unknown route {name!r}", at)
        elif not numbers:
            yield Problem(f"in_play: {name} needs a number of players", at)
        elif len(set(numbers)) < len(numbers):
            yield Problem(f"in_play: {name} names a number of players twice", at)
        for players in numbers:
            if not data.players.min <= players <= data.players.max:
                yield Problem(f"in_play: {name}: the board is not for {players} players", at, (("players",),))


def board(data: Any) -> Iterator[Problem]:
    """Check the routes of the whole board."""
    yield from twins(data)
    yield from in_play(data)


def most_actions(data: Any) -> int:
    """Return an upper bound for the number of payments of all routes."""
    return sum(row.length * (fields.COLORS if row.color == GRAY else 1) + 1 for row in data.routes)


def fill(r: Any, ruleset: Any) -> None:
    """Fill in trains, points, the board and the payments for its routes."""
    r["trains"], r["end_trains"] = ruleset.trains, ruleset.data.trains.end
    r["twins_open_from"] = ruleset.data.rules.twins_open_from
    for players in range(ruleset.min_players, ruleset.max_players + 1):
        for n, one in enumerate(ruleset.routes):
            if one.in_play(players):
                _set_bit(r["in_play"][players], n)
    for length, points in ROUTE_POINTS.items():
        r["points"][length] = points
    r["cities"], r["routes"] = len(ruleset.cities), len(ruleset.routes)
    for n, one in enumerate(ruleset.routes):
        _place(r, ruleset, n, one)
        _payments(r, n, one, wilds_pay=one.kind in ruleset.data.rules.wilds_pay)


def _set_bit(words: Any, index: int) -> None:
    words[index >> 6] |= np.uint64(1 << (index & 63))


def _place(r: Any, ruleset: Any, n: int, one: Route) -> None:
    r["route_a"][n], r["route_b"][n] = ruleset.city_index[one.a], ruleset.city_index[one.b]
    r["route_length"][n], r["route_trains"][n], r["route_points"][n] = one.length, one.trains, one.points
    for twin in one.twins:
        _set_bit(r["twins"][n], ruleset.route_index[twin])
    for city in (one.a, one.b):
        _set_bit(r["city_routes"][ruleset.city_index[city]], n)
    if one.small:
        _set_bit(r["takes_small"], n)
    for trains in range(one.trains, LENGTH + 1):
        _set_bit(r["small_fits" if one.small else "fits"][trains], n)


def _colors(one: Route) -> Sequence[int]:
    """Return the colors that can pay for a route."""
    return range(fields.COLORS) if one.color == GRAY else [COLORS.index(one.color)]


def _payments(r: Any, n: int, one: Route, *, wilds_pay: bool) -> None:
    """Fill in the payments for a route (USA-17, USA-18, EUR-9, SWI-11)."""
    most_wilds = one.length - 1 if wilds_pay else 0
    for wild in range(one.wilds, most_wilds + 1):
        for colored in range(one.length - wild, LENGTH + 1):
            for color in _colors(one):
                _set_bit(r["payable"][:, wild, color, colored], n)
    if wilds_pay:
        for wild in range(one.length, LENGTH + 1):
            _set_bit(r["payable_wild"][wild], n)
    r["claim_gray"][n] = one.color == GRAY
    r["claim_wild_min"][n] = one.wilds
    r["claim_mixes"][n] = max(0, most_wilds - one.wilds + 1)


def actions(catalogue: Catalogue, ruleset: Any) -> None:
    """Add every route with every payment."""
    r = catalogue.r
    for n, one in enumerate(ruleset.routes):
        r["claim_base"][n] = catalogue.size
        for color in _colors(one):
            for wild in range(one.wilds, one.wilds + int(r["claim_mixes"][n])):
                catalogue.add(CLAIM, n, color, one.length - wild, wild)
        if one.kind in ruleset.data.rules.wilds_pay:
            catalogue.add(CLAIM, n, fields.WILD, 0, one.length)


class Numbers(Struct, kw_only=True):
    """The numbers that explain claims and the last round."""

    wilds_pay: list[RouteKind]
    twins_open_from: int
    last_trains: int


def numbers(data: Any) -> dict[str, Any]:
    """Return the values of `Numbers`."""
    return {
        "wilds_pay": list(data.rules.wilds_pay),
        "twins_open_from": data.rules.twins_open_from,
        "last_trains": data.trains.end,
    }


def public(ruleset: Any) -> dict[str, Any]:
    """Return the routes, their points and the trains."""
    return {
        "routes": [
            RouteInfo(
                id=one.id,
                a=one.a,
                b=one.b,
                length=one.length,
                color=one.color,
                kind=one.kind,
                wilds=one.wilds,
                twins=list(one.twins),
                trains=UNSET if one.trains == one.length else one.trains,
                points=UNSET if one.points == ROUTE_POINTS[one.length] else one.points,
                players=list(one.players) or UNSET,
                small=one.small or UNSET,
            )
            for one in ruleset.routes
        ],
        "trains": ruleset.trains,
        "route_points": {str(length): points for length, points in ruleset.route_points.items()},
    }


def aid(ruleset: Any) -> Iterator[AidLine | ScoreLine]:
    """Yield the lines about claiming routes and the start of the last round."""
    rules: Claims = ruleset.data.rules
    pays = rules.wilds_pay
    wilds = "wilds" if "normal" in pays else "wilds_special" if "ferry" in pays else "wilds_tunnels"
    yield AidLine("turn", 20, "aid.claim.title", ("aid.claim", f"aid.{wilds}"))
    ferries = [route.color for route in ruleset.routes if route.kind == "ferry"]
    if ferries:
        colored = any(color != GRAY for color in ferries)
        yield AidLine("special", 10, "aid.ferry.title", ("aid.ferry_colored" if colored else "aid.ferry",))
    if any(route.twins for route in ruleset.routes):
        always = rules.twins_open_from <= ruleset.min_players
        never = rules.twins_open_from > ruleset.max_players
        which = "double.3" if always else "double.4" if never else "double.2"
        texts = ("rules.double", f"rules.{which}")
        yield AidLine("special", 30, "rules.double.title", texts, {"open": rules.twins_open_from})
    yield AidLine("end", 10, "rules.last-round.title", ("print.last",), {"trains": ruleset.data.trains.end})
    yield ScoreLine("rules.table.routes", "rules.table.routes_points")


WRITING = Writing(
    settings=Settings,
    problems={Stage.PIECES: pieces, Stage.BOARD: board},
    route=route,
    most_actions=most_actions,
    fill=fill,
    actions=actions,
    numbers=Part(Numbers, numbers),
    public=public,
    aid=aid,
)
