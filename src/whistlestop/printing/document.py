"""The PDF of a board."""

from __future__ import annotations

import json
import tempfile
from importlib import resources
from pathlib import Path
from typing import Any

from whistlestop.drawing.art import FIGURES, LIGHT, SEAT_MARKS
from whistlestop.drawing.layout import Layout
from whistlestop.format import CARDS, Card, Ruleset, Ticket
from whistlestop.kinds import kind_of
from whistlestop.languages import catalogue, say, title_of
from whistlestop.mapmaking import Distances

from .aid import aid_sheet, token_sheets
from .pictures import CARD, TOKEN, board_picture, card_picture, token_picture, way_picture
from .pieces import piece_pictures, piece_sheets
from .tiles import OVERLAP, PAPERS, Tiling, tiling

__all__ = ["DEFAULT_SPACE", "SPACES", "MissingTypst", "PrintError", "print_pdf"]

DEFAULT_SPACE = 20.0
SPACES = (8.0, 40.0)
"""Minimum and maximum length of a train space in millimeters."""
TRACK = 100
"""Spaces of the score track."""

_HERE = resources.files(__package__)


class PrintError(Exception):
    """A board cannot be printed; the message says why."""


class MissingTypst(PrintError):
    """The package typst is not installed."""


def print_pdf(
    ruleset: Ruleset,
    layout: Layout,
    *,
    paper: str = "a4",
    space: float = DEFAULT_SPACE,
    overlap: float = OVERLAP,
    language: str = "en",
) -> bytes:
    """Return a PDF: an overview, the board in tiles, train cards, tickets, pieces, score track, player aid.

    paper: one of `PAPERS`. space: length of a train space in millimeters, within `SPACES`, which sets the scale of the
    board. overlap: millimeters that neighboring tiles share. Raises PrintError for values out of
    range, and if the game has no board; MissingTypst if typst is not installed.
    """
    try:
        import typst  # noqa: PLC0415 - optional, and large
    except ImportError:
        raise MissingTypst("printing needs the package typst: pip install 'whistlestop[print]'") from None
    if paper not in PAPERS:
        raise PrintError(f"unknown paper {paper!r}; choose {' or '.join(PAPERS)}")
    if not SPACES[0] <= space <= SPACES[1]:
        raise PrintError(f"a train space is {SPACES[0]:g} to {SPACES[1]:g} mm long, not {space:g}")
    if not 0 <= overlap <= 30:
        raise PrintError(f"the overlap is 0 to 30 mm, not {overlap:g}")
    if not ruleset.routes:
        raise PrintError(f"{ruleset.name} is played without a board: there is nothing to print")
    public = kind_of(ruleset).data.public(ruleset)
    scale = space / layout.slot[0]
    sheet = PAPERS[paper]
    tiled = tiling(layout.width * scale, layout.height * scale, sheet, overlap)
    files = {
        "board.svg": board_picture(ruleset, layout),
        **_pictures(ruleset, layout),
        **piece_pictures(ruleset),
    }
    names, own = _names(ruleset, language), ruleset.card_names_in(language)
    data = {
        "name": ruleset.titles.get(language) or title_of(language, ruleset.id, ruleset.name),
        "language": language,
        "texts": _texts(language, layout, scale),
        "paper": {"name": paper.upper(), "width": sheet.width, "height": sheet.height},
        "board": _board(layout, scale, tiled),
        "cards": _cards(ruleset, own),
        "card": CARD,
        "tickets": [_ticket(names, n, ticket) for n, ticket in enumerate(ruleset.tickets)],
        "tokens": token_sheets(ruleset, language, names),
        "token": TOKEN,
        "pieces": piece_sheets(ruleset, language),
        "aid": aid_sheet(ruleset, language)
        | {"points": [[int(length), points] for length, points in public.route_points.items()]},
        "track": TRACK,
        "seats": [[LIGHT[f"seat-{seat}"], f"seat-{seat}.svg"] for seat in range(len(SEAT_MARKS))],
        "colors": {
            name: LIGHT[name] for name in ("paper", "frame", "accent", "land", "land-2", "water", "border")
        },
    }
    main = (_HERE / "sheets.typ").read_text(encoding="utf-8")
    documents = {"main.typ": main, "data.json": json.dumps(data), **files}
    with tempfile.TemporaryDirectory() as name, resources.as_file(_HERE / "fonts") as fonts:
        folder = Path(name)
        for file, text in documents.items():
            (folder / file).write_text(text, encoding="utf-8")
        # A fixed date: the same board gives the same file.
        made = typst.compile(folder / "main.typ", root=folder, font_paths=[fonts], timestamp=0)
    if not isinstance(made, bytes):
        raise PrintError(f"{ruleset.name}: no PDF was made")
    return made


def _texts(language: str, layout: Layout, scale: float) -> dict[str, str]:
    """Return the texts of all pages except the player aid."""
    sizes = {
        "width": f"{layout.width * scale:.0f}",
        "height": f"{layout.height * scale:.0f}",
        "space": f"{layout.slot[0] * scale:g}",
    }
    own = {
        key.removeprefix("print."): say(language, "print", key, **sizes)
        for key in catalogue(language, "print")
        if key not in {"print.each", "print.last"}
    }
    return own | {
        "tickets": say(language, "rules", "rules.section.tickets"),
        "long": say(language, "ui", "ticket.long"),
        "aid": say(language, "ui", "help.aid"),
        "points": say(language, "rules", "rules.points.title"),
        "score": say(language, "rules", "rules.score.title"),
        "card_names": say(language, "aid", "aid.card_names"),
    }


def _board(layout: Layout, scale: float, tiled: Tiling) -> dict[str, Any]:
    return {
        "width": layout.width * scale,
        "height": layout.height * scale,
        "sideways": tiled.sideways,
        "columns": tiled.columns,
        "rows": tiled.rows,
        "tile_width": tiled.width,
        "tile_height": tiled.height,
        "overlap": tiled.overlap,
        "tiles": [[one.name, one.x, one.y] for one in tiled.tiles],
    }


def _cards(ruleset: Ruleset, names: dict[Card, str]) -> list[list[Any]]:
    """Return the picture of each train card, its number, and its name if the board gives it one."""
    cards = kind_of(ruleset).data.public(ruleset).cards
    return [[f"card-{card}.svg", cards.count(card), names.get(card)] for card in CARDS]


def _names(ruleset: Ruleset, language: str) -> dict[str, str]:
    """Return the names by id: of cities as on the board, of countries in the language if the board has them."""
    countries = kind_of(ruleset).data.public(ruleset).countries
    own = ruleset.data.translations.get(language)
    cities = {city.id: city.name or city.id for city in ruleset.cities}
    return cities | countries | ({} if own is None else own.countries)


def _ticket(names: dict[str, str], n: int, ticket: Ticket) -> dict[str, Any]:
    return {
        "from": names[ticket.origin],
        "to": [[names[to], points] for to, points in zip(ticket.targets, ticket.points, strict=True)],
        "long": ticket.long,
        "picture": f"ticket-{n}.svg",
    }


def _pictures(ruleset: Ruleset, layout: Layout) -> dict[str, str]:
    """Return the pictures of cards, seats and tickets by the names of their files."""
    found = {f"card-{card}.svg": card_picture(card) for card in CARDS}
    found |= {f"token-{color}.svg": token_picture(color) for color in FIGURES}
    for seat, mark in enumerate(SEAT_MARKS):
        found[f"seat-{seat}.svg"] = (
            '<svg xmlns="http://www.w3.org/2000/svg" viewBox="-7 -7 14 14" width="14" height="14">'
            f'<circle r="6.5" fill="{LIGHT[f"seat-{seat}"]}" stroke="{LIGHT["train-edge"]}"/>'
            f'<circle r="4.6" fill="{LIGHT["paper"]}"/>{mark}</svg>'
        )
    distances = Distances.of(ruleset.data)
    routes: dict[frozenset[str], str] = {}
    for route in sorted(ruleset.routes, key=lambda one: (-one.length, one.id), reverse=True):
        routes.setdefault(frozenset((route.a, route.b)), route.id)
    nodes: dict[str, list[str]] = {city.id: [city.id] for city in ruleset.cities}
    for city in ruleset.cities:
        if city.country is not None:
            nodes.setdefault(city.country, []).append(city.id)
    for n, ticket in enumerate(ruleset.tickets):
        ways = [_shortest(distances, nodes[ticket.origin], nodes[to]) for to in ticket.targets]
        found[f"ticket-{n}.svg"] = way_picture(layout, ways, routes)
    return found


def _shortest(distances: Distances, origins: list[str], targets: list[str]) -> list[str]:
    """Return the shortest path between two places; a country has several nodes."""
    index = {city: n for n, city in enumerate(distances.cities)}
    a, b = min(
        ((a, b) for a in origins for b in targets),
        key=lambda ends: distances.between[index[ends[0]], index[ends[1]]],
    )
    return distances.way(a, b)
