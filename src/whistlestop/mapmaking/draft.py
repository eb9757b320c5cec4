"""An incomplete board, as other programs describe it, and the board that is made from it."""

from __future__ import annotations

from collections import defaultdict
from dataclasses import dataclass, field
from typing import Any

from anyascii import anyascii

from whistlestop.errors import RulesetError
from whistlestop.format.schema import GRAY, SHORTEST_RING, RouteColor, RouteKind, end_cities, slug

from .colors import color_routes
from .distances import Distances
from .suggest import CityTicket, suggest_tickets

__all__ = ["LONGEST", "Draft", "Line", "Stop", "Trip"]

DEGREES = 20.0
"""The width of a board without geography, in degrees around latitude 0, where the map is undistorted."""

LONGEST = 9
"""The length of the longest routes that have points (COM-23)."""
SPACES_PER_TRAIN = 6.5
"""Spaces of the board for each train of a player."""
FEWEST_TRAINS = 12


@dataclass
class Stop:
    """A city. `at` is its position: latitude and longitude, or x and y (down) in the units of a picture."""

    name: str
    at: tuple[float, float] | None = None
    ends: bool = True
    """Whether tickets may end here."""
    names: dict[str, str] = field(default_factory=dict)
    """Its names in other languages, by their code."""


@dataclass
class Line:
    """A route between two stops, by their keys. Without a color it gets one."""

    a: str
    b: str
    length: int
    color: RouteColor | None = None
    kind: RouteKind = "normal"
    wilds: int = 0


@dataclass
class Trip:
    """A ticket between two stops, by their keys."""

    a: str
    b: str
    points: int
    long: bool = False


@dataclass
class Draft:
    """A board from another program."""

    name: str
    stops: dict[str, Stop] = field(default_factory=dict)
    """By the key that lines and trips use."""
    lines: list[Line] = field(default_factory=list)
    trips: list[Trip] = field(default_factory=list)
    settings: dict[str, dict[str, Any]] = field(default_factory=dict)
    """Sections of `ruleset.toml`."""
    picture: bool = False
    """Whether positions are those of a picture, not of the earth."""
    notes: list[str] = field(default_factory=list)
    """What was changed, added or left out."""

    def note(self, text: str) -> None:
        """Add a note, once."""
        if text not in self.notes:
            self.notes.append(text)

    def board(self) -> dict[str, Any]:
        """Return the board as plain data, with suggested colors and tickets where it has none.

        It may still have problems, which `ruleset_from_data` lists.
        """
        self._drop_short_rings()
        slugs = self._slugs()
        places = self._places()
        cities = [
            {
                "id": slugs[key],
                "name": stop.name,
                **dict(zip(("lat", "lon"), places.get(key, ()), strict=False)),
            }
            for key, stop in self.stops.items()
        ]
        routes = self._routes(slugs)
        board: dict[str, Any] = {"id": _slug(self.name) or "board", "name": self.name}
        if self.picture:
            board["geography"] = False
        board |= {"opening": {"regular": 3, "keep": 2}, "draw": {"regular": 3, "keep": 1}} | self.settings
        if any(line.kind == "tunnel" for line in self.lines):
            board["rules"] = {"surcharge_cards": 3} | board.get("rules", {})
        board |= {"cities": cities, "routes": routes}
        if "trains" not in self.settings:
            board["trains"] = {"count": self._trains()}
        board["tickets"] = self._tickets(slugs) if self.trips else self._suggested(slugs, board)
        if "players" not in self.settings:
            board["players"] = {"min": 2, "max": self._players(board)}
        if names := self._translations(slugs):
            board["translations"] = names
        return board

    def _drop_short_rings(self) -> None:
        """Leave out routes from a city to itself that are too short to be rings (MECH-8)."""
        for line in [line for line in self.lines if line.a == line.b and line.length < SHORTEST_RING]:
            text = f"a ring of {self.stops[line.a].name} has fewer than {SHORTEST_RING} spaces"
            self.note(f"{text} and was left out")
            self.lines.remove(line)

    def _slugs(self) -> dict[str, str]:
        found: dict[str, str] = {}
        taken: set[str] = set()
        for n, (key, stop) in enumerate(self.stops.items(), 1):
            base = _slug(stop.name) or f"city_{n}"
            own, again = base, 1
            while own in taken:
                again += 1
                own = f"{base[:36]}_{again}"
            taken.add(own)
            found[key] = own
        return found

    def _places(self) -> dict[str, tuple[float, float]]:
        """Return latitude and longitude by stop; a stop without a position is put between its neighbors."""
        at = {key: stop.at for key, stop in self.stops.items() if stop.at is not None}
        beside: defaultdict[str, list[str]] = defaultdict(list)
        for line in self.lines:
            beside[line.a].append(line.b)
            beside[line.b].append(line.a)
        while missing := [
            key for key in self.stops if key not in at and any(one in at for one in beside[key])
        ]:
            for key in missing:
                near = [at[one] for one in beside[key] if one in at]
                at[key] = (sum(y for y, _ in near) / len(near), sum(x for _, x in near) / len(near))
                self.note(f"{self.stops[key].name} had no position and was put between its neighbors")
        if len(at) < len(self.stops):
            if at:
                self.note("some cities have no position, so all positions were left out")
            return {}
        return (
            _on_plane(at) if self.picture else {key: (round(y, 5), round(x, 5)) for key, (y, x) in at.items()}
        )

    def _trains(self) -> int:
        """Return a number of trains for each player, in the proportion to the spaces that the built-in boards have."""
        spaces = sum(line.length for line in self.lines)
        count = max(FEWEST_TRAINS, min(45, round(spaces / SPACES_PER_TRAIN)))
        self.note(f"each player has {count} trains, for {spaces} spaces")
        return count

    def _players(self, board: dict[str, Any]) -> int:
        """Return the largest number of players for whom there are enough tickets in the opening."""
        deck = [ticket for ticket in board["tickets"] if not ticket["long"]]
        most = max(2, min(5, len(deck) // int(board["opening"]["regular"])))
        if most < 5:
            self.note(f"at most {most} players, for {len(deck)} tickets")
        return most

    def _routes(self, slugs: dict[str, str]) -> list[dict[str, Any]]:
        ends = [_pair(slugs[line.a], slugs[line.b]) for line in self.lines]
        bare = [n for n, line in enumerate(self.lines) if line.color is None]
        chosen = dict(zip(bare, color_routes([(*ends[n], self.lines[n].length) for n in bare]), strict=True))
        if bare:
            self.note(f"{len(bare)} routes had no color and were given one")
        lanes: defaultdict[tuple[str, str], int] = defaultdict(int)
        routes = []
        for n, (pair, line) in enumerate(zip(ends, self.lines, strict=True)):
            lanes[pair] += 1
            lane = f"/{lanes[pair]}" if lanes[pair] > 1 else ""
            color = line.color or chosen[n]
            if line.kind == "ferry" and color != GRAY:
                self.note(f"ferries are gray (EUR-9): {'-'.join(pair)} was {color}")
                color = GRAY
            routes.append(
                {
                    "id": "-".join(pair) + lane,
                    "length": line.length,
                    "color": color,
                    "kind": line.kind,
                    "wilds": line.wilds,
                }
            )
        return sorted(routes, key=lambda route: route["id"])

    def _tickets(self, slugs: dict[str, str]) -> list[dict[str, Any]]:
        tickets: dict[tuple[str, str], dict[str, Any]] = {}
        for trip in self.trips:
            pair = _pair(slugs[trip.a], slugs[trip.b])
            if pair in tickets:
                self.note(f"the ticket {'-'.join(pair)} is listed twice; the second was left out")
                continue
            tickets[pair] = CityTicket(*pair, trip.points, trip.long).plain()
        return sorted(tickets.values(), key=lambda ticket: str(ticket["id"]))

    def _suggested(self, slugs: dict[str, str], board: dict[str, Any]) -> list[dict[str, Any]]:
        ends = {slugs[key]: stop.ends for key, stop in self.stops.items()}
        links = [(*end_cities(route["id"]), route["length"]) for route in board["routes"]]
        try:
            deck = suggest_tickets(Distances(ends, links), board["trains"]["count"])
        except RulesetError as error:
            self.note(f"no tickets could be suggested: {error}")
            return []
        self.note(f"{len(deck)} tickets were suggested")
        return [ticket.plain() for ticket in deck]

    def _translations(self, slugs: dict[str, str]) -> dict[str, Any]:
        found: defaultdict[str, dict[str, str]] = defaultdict(dict)
        for key, stop in self.stops.items():
            for language, name in stop.names.items():
                if name and name != stop.name:
                    found[language][slugs[key]] = name
        return {language: {"cities": names} for language, names in found.items()}


def _pair(a: str, b: str) -> tuple[str, str]:
    """Return two slugs in the order of ids."""
    return (a, b) if a < b else (b, a)


def _slug(name: str) -> str:
    """Return a slug for a name in any script; empty if nothing is left of it."""
    return slug(anyascii(name).replace("'", ""))


def _on_plane(at: dict[str, tuple[float, float]]) -> dict[str, tuple[float, float]]:
    """Return positions of a picture as degrees near latitude and longitude 0; y grows downwards in a picture."""
    ys, xs = [y for y, _ in at.values()], [x for _, x in at.values()]
    width = max(max(xs) - min(xs), max(ys) - min(ys)) or 1.0
    middle = (min(ys) + max(ys)) / 2, (min(xs) + max(xs)) / 2
    scale = DEGREES / width
    return {
        key: (round((middle[0] - y) * scale, 4), round((x - middle[1]) * scale, 4))
        for key, (y, x) in at.items()
    }
