"""Read the JSON files of the map editor by B. Hagström ("ticket-to-ride-map", versions 1 to 4).

An envelope holds the version and the payload; files of version 1 are the payload itself. Only the network, the first or
the named deck of tickets, and the game's settings are read, not the artwork.
"""

from __future__ import annotations

import re
from typing import Any

import msgspec
from msgspec import Struct, field

from whistlestop.errors import RulesetError, short
from whistlestop.format.schema import COLORS, GRAY, RouteColor, RouteKind
from whistlestop.mapmaking.draft import Draft, Line, Stop, Trip

__all__ = ["FORMAT", "VERSION", "is_editor_file", "read_editor_file"]

FORMAT = "ticket-to-ride-map"
VERSION = 4
"""The newest supported version."""
KINDS = ("map", "network")
"""Kinds of file that have a network."""
ARTWORK = {
    "background": "the background", "backgroundImage": "the background image", "notes": "notes on the board",
    "rules": "the text of the rules",
}  # fmt: skip


class _Point(Struct):
    x: float
    y: float


class _Stop(_Point, kw_only=True):
    id: str
    name: str
    type: str = "city"


class _Route(Struct):
    id: str
    a: str
    b: str
    length: int
    type: str = "city"
    color: str = "neutral"
    points: list[_Point] = []
    locomotiveSlots: list[int] = []  # noqa: N815 - a name of the file
    wagonStyle: str | None = None  # noqa: N815


class _Ticket(Struct):
    a: str
    b: str
    points: int
    long: bool = False
    set: str | None = None
    adjust: int = 0


class _Named(Struct):
    id: str
    label: str = ""
    junction: bool = False
    infrastructure: bool = False
    shape: str = "plain"


class _Range(Struct):
    min: int
    max: int


class _Map(Struct):
    name: str = ""
    stops: list[_Stop] = []
    routes: list[_Route] = []
    tickets: list[_Ticket] = []
    ticketSets: list[_Named] = []  # noqa: N815
    stopTypeStyles: list[_Named] = []  # noqa: N815
    routeTypeStyles: list[_Named] = []  # noqa: N815
    wagonStyles: list[_Named] = []  # noqa: N815
    wagonsPerPlayer: int | None = None  # noqa: N815
    startingTickets: int | None = None  # noqa: N815
    keptTickets: int | None = None  # noqa: N815
    players: _Range | None = None
    lanesUsableByPlayers: dict[str, int | str] = field(default_factory=dict)  # noqa: N815


def is_editor_file(data: Any) -> bool:
    """Return whether decoded JSON is a file of this editor."""
    return isinstance(data, dict) and (data.get("format") == FORMAT or {"stops", "routes"} <= data.keys())


def read_editor_file(name: str, data: dict[str, Any], deck: str | None = None) -> Draft:
    """Return the board of a file. `deck` names the deck of tickets; by default the first one.

    Raises RulesetError for a newer version, a file without a network, and values of the wrong type.
    """
    payload = _payload(data)
    try:
        found = msgspec.convert(payload, _Map)
    except msgspec.ValidationError as error:
        raise RulesetError(f"not a map of this editor: {error}") from None
    return _Reader(found, payload, found.name or name).draft(deck)


def _payload(data: dict[str, Any]) -> dict[str, Any]:
    payload: Any = data
    kind = data.get("kind", "map")
    if data.get("format") == FORMAT:
        version, payload = data.get("version"), data.get("payload")
        if not isinstance(version, int) or version > VERSION:
            raise RulesetError(
                f"version {short(str(version))[1:-1]} of the format; up to {VERSION} can be read"
            )
    if kind not in KINDS or not isinstance(payload, dict):
        raise RulesetError(f"a file of the kind {short(str(kind))} has no network; export the map")
    return payload


class _Reader:
    def __init__(self, found: _Map, payload: dict[str, Any], name: str) -> None:
        self._map = found
        self._draft = Draft(name, picture=True)
        self._types = {one.id: one for one in found.routeTypeStyles}
        self._wagons = {one.id: one for one in found.wagonStyles}
        for key, what in ARTWORK.items():
            if payload.get(key):
                self._draft.note(f"{what} was left out" if key != "notes" else f"{what} were left out")

    def draft(self, deck: str | None) -> Draft:
        draft = self._draft
        junctions = {one.id for one in self._map.stopTypeStyles if one.junction} or {"junction"}
        for stop in self._map.stops:
            if stop.id in draft.stops:
                raise RulesetError(f"two stops have the id {short(stop.id)}")
            draft.stops[stop.id] = Stop(stop.name, (stop.y, stop.x), ends=stop.type not in junctions)
            if stop.type in junctions:
                draft.note(f"the junction {stop.name} became a city without tickets")
        for route in self._map.routes:
            self._known(route.id, route.a, route.b)
            self._route(route)
        self._tickets(deck)
        self._settings()
        return draft

    def _known(self, subject: str, *stops: str) -> None:
        for stop in stops:
            if stop not in self._draft.stops:
                raise RulesetError(f"{short(subject)}: unknown stop {short(stop)}")

    def _route(self, route: _Route) -> None:
        draft = self._draft
        style = self._types.get(route.type, _Named(route.type, route.type))
        label = style.label or style.id
        if style.infrastructure:
            draft.note(f"routes of the type {label} cannot be claimed and were left out")
            return
        if route.points:
            draft.note("bends of routes were left out: the layout draws the curves")
        kind = self._kind(route, style, label)
        line = Line(route.a, route.b, route.length, self._color(route), kind)
        if kind == "ferry":
            line.wilds = len(set(route.locomotiveSlots))
        draft.lines.append(line)

    def _kind(self, route: _Route, style: _Named, label: str) -> RouteKind:
        wagon = self._wagons.get(route.wagonStyle or "", _Named(route.wagonStyle or ""))
        tunnel = any(
            "tunnel" in (one.id + one.label).lower() or one.shape == "serrated" for one in (style, wagon)
        )
        boat = bool(re.search("boat|ferry|ship", (style.id + label).lower())) or style.shape == "oval"
        if route.locomotiveSlots:
            if not boat:
                self._draft.note(f"routes of the type {label} with locomotives became ferries (EUR-9)")
            return "ferry"
        if boat:
            self._draft.note(f"routes of the type {label} without locomotives became normal routes")
        elif not tunnel and label.lower() not in {"railway", "city", "region", "brt", "trail", "rail"}:
            self._draft.note(f"routes of the type {label} became normal routes")
        return "tunnel" if tunnel else "normal"

    def _color(self, route: _Route) -> RouteColor:
        color = route.color.lower()
        for known in COLORS:
            if color == known:
                return known
        if color not in {"neutral", "grey", "gray"}:
            self._draft.note(f"the color {short(route.color)} became gray")
        return GRAY

    def _tickets(self, deck: str | None) -> None:
        sets = self._map.ticketSets or [_Named("main", "Main deck")]
        chosen = next((one for one in sets if deck is None or deck in {one.id, one.label}), None)
        if chosen is None:
            raise RulesetError(
                f"there is no deck {short(str(deck))}, only {', '.join(one.label for one in sets)}"
            )
        others = [one.label for one in sets if one is not chosen]
        if others:
            self._draft.note(f"other decks were left out: {', '.join(others)}")
        for ticket in self._map.tickets:
            if (ticket.set or sets[0].id) == chosen.id:
                self._known("a ticket", ticket.a, ticket.b)
                points = ticket.points + ticket.adjust
                self._draft.trips.append(Trip(ticket.a, ticket.b, points, ticket.long))

    def _settings(self) -> None:
        found, settings = self._map, self._draft.settings
        if found.players is not None:
            settings["players"] = {"min": found.players.min, "max": found.players.max}
        if found.wagonsPerPlayer is not None:
            settings["trains"] = {"count": found.wagonsPerPlayer}
        opening = {"regular": found.startingTickets or 3, "keep": found.keptTickets or 2}
        if any(trip.long for trip in self._draft.trips):
            opening |= {"regular": max(1, opening["regular"] - 1), "long": 1}
            self._draft.note("the opening deals one long ticket (EUR-2)")
        settings["opening"] = opening
        if found.lanesUsableByPlayers:
            settings["rules"] = {"twins_open_from": self._twins_open_from()}

    def _twins_open_from(self) -> int:
        """Return the minimum number of players for a second route; of rules such as `3+`, the highest match counts."""
        lanes = self._map.lanesUsableByPlayers
        if any(isinstance(one, int) and one > 1 for one in lanes.values()):
            self._draft.note("triple routes open all at once")
        for players in range(2, 6):
            usable = lanes.get(str(players))
            floors = [
                key
                for key in lanes
                if key.endswith("+") and key[:-1].isdecimal() and int(key[:-1]) <= players
            ]
            if usable is None and floors:
                usable = lanes[max(floors, key=lambda key: int(key[:-1]))]
            if usable is not None and (usable == "all" or (isinstance(usable, int) and usable > 1)):
                return players
        return 6
