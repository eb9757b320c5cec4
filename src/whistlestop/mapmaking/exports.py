"""Write a board for other programs: the JSON of a map editor, and spreadsheets.

Both contain only what their readers know: rules that the other program does not have are left out.
"""

from __future__ import annotations

import csv
import io
import json
import math
from collections.abc import Iterable, Mapping
from typing import Any

from whistlestop.format.schema import GRAY, end_cities

from .imports.editor import FORMAT, VERSION

__all__ = ["editor_file", "sheets"]

WIDTH = 1600.0
"""The width of the picture in units of the editor, if the board is wider than high."""


def editor_file(board: Mapping[str, Any]) -> bytes:
    """Return a map game as a file of the map editor by B. Hagström, version 4.

    Country tickets, which the editor does not have, are left out.
    """
    at = _on_picture(board["cities"])
    opening = board.get("opening", {})
    players = board.get("players", {})
    deal = int(opening.get("regular", 0)) + int(opening.get("long", 0))
    payload: dict[str, Any] = {
        "name": board.get("name") or board["id"],
        "stops": [
            {"id": city["id"], "name": city.get("name") or city["id"], "type": "city", "x": x, "y": y}
            for city, (x, y) in zip(board["cities"], at, strict=True)
        ],
        "routes": [_route(route) for route in board["routes"]],
        "tickets": [
            {
                "a": ticket["origin"],
                "b": ticket["targets"][0],
                "points": ticket["points"][0],
                "long": bool(ticket.get("long")),
            }
            for ticket in board["tickets"]
            if len(ticket["targets"]) == 1
        ],
        "wagonStyles": [
            {"id": "plain", "label": "Plain", "shape": "plain"},
            {"id": "tunnel", "label": "Tunnel", "shape": "tunnel"},
        ],
        "wagonsPerPlayer": board.get("trains", {}).get("count", 45),
        "startingTickets": deal or 3,
        "keptTickets": opening.get("keep", 2),
        "players": {"min": players.get("min", 2), "max": players.get("max", 5)},
    }
    text = json.dumps(
        {"format": FORMAT, "version": VERSION, "kind": "map", "payload": payload}, ensure_ascii=False
    )
    return text.encode()


def _route(route: Mapping[str, Any]) -> dict[str, Any]:
    a, b = end_cities(route["id"])
    kind, wilds = route.get("kind", "normal"), int(route.get("wilds", 0))
    return {
        "id": route["id"],
        "a": a,
        "b": b,
        "length": route["length"],
        "type": "city",
        "color": "neutral" if route["color"] == GRAY else route["color"],
        "points": [],
        "locomotiveSlots": list(range(wilds)),
        "wagonStyle": "tunnel" if kind == "tunnel" else "plain",
    }


def _on_picture(cities: Iterable[Mapping[str, Any]]) -> list[tuple[float, float]]:
    """Return x and y (down) of cities; those without a position are put on a circle."""
    rows = list(cities)
    placed = [one for one in rows if one.get("lat") is not None and one.get("lon") is not None]
    if len(placed) < len(rows):
        turn = 2 * math.pi / max(1, len(rows))
        return [
            (round(500 + 400 * math.cos(turn * n), 1), round(500 + 400 * math.sin(turn * n), 1))
            for n in range(len(rows))
        ]
    lats, lons = [one["lat"] for one in placed], [one["lon"] for one in placed]
    middle = math.radians((min(lats) + max(lats)) / 2) if lats else 0.0
    wide = max((max(lons) - min(lons)) * math.cos(middle), max(lats) - min(lats), 1e-6) if lats else 1.0
    scale = WIDTH / wide
    return [
        (
            round((one["lon"] - min(lons)) * math.cos(middle) * scale, 1),
            round((max(lats) - one["lat"]) * scale, 1),
        )
        for one in placed
    ]


def sheets(board: Mapping[str, Any]) -> dict[str, str]:
    """Return the tables of a map game by name and in the columns of common map editors, by file name.

    Country tickets are left out.
    """
    names = {city["id"]: city.get("name") or city["id"] for city in board["cities"]}
    place = ("lat", "lon") if board.get("geography", True) else ("y", "x")
    return {
        "cities.csv": _table(
            ("Name", *place),
            ([names[city["id"]], *_degrees(city, sign=place[0] == "lat")] for city in board["cities"]),
        ),
        "routes.csv": _table(
            ("From", "To", "Length", "Colour", "Locomotives", "Tunnel"),
            (
                [
                    *(names[end] for end in end_cities(route["id"])),
                    route["length"],
                    route["color"],
                    route.get("wilds", 0) or "",
                    "yes" if route.get("kind") == "tunnel" else "",
                ]
                for route in board["routes"]
            ),
        ),
        "tickets.csv": _table(
            ("From", "To", "Points", "Long"),
            (
                [
                    names[one["origin"]],
                    names[one["targets"][0]],
                    one["points"][0],
                    "yes" if one.get("long") else "",
                ]
                for one in board["tickets"]
                if len(one["targets"]) == 1 and one["origin"] in names
            ),
        ),
    }


def _degrees(city: Mapping[str, Any], *, sign: bool) -> tuple[Any, Any]:
    """Return the position of a city; in a picture, y grows downwards."""
    lat, lon = city.get("lat"), city.get("lon")
    if lat is None or lon is None:
        return "", ""
    return (lat if sign else -lat), lon


def _table(columns: tuple[str, ...], rows: Iterable[list[Any]]) -> str:
    out = io.StringIO()
    writer = csv.writer(out, lineterminator="\n")
    writer.writerow(columns)
    writer.writerows([_safe(cell) for cell in row] for row in rows)
    return out.getvalue()


def _safe(cell: Any) -> Any:
    """Return a cell that no spreadsheet runs as a formula."""
    return f"'{cell}" if isinstance(cell, str) and cell[:1] in {"=", "+", "-", "@"} else cell
