"""A study as a single HTML page that works offline: its notes, with the board at every moment that has a note.

The board of a game is drawn once; each moment shows it again with the trains of that moment and the marks.
"""

from __future__ import annotations

import asyncio
import base64
import math
import re
from html import escape
from typing import TYPE_CHECKING, Any

import msgspec
from msgspec import Struct

from whistlestop.drawing import find_layout
from whistlestop.drawing.art import LIGHT, board_class
from whistlestop.drawing.card import Holding, holdings_svg
from whistlestop.drawing.svg import board_content
from whistlestop.languages import say
from whistlestop.server.domain import games
from whistlestop.server.domain.tables import colors_of
from whistlestop.server.usecases.pages import PART, seat_name

if TYPE_CHECKING:
    from collections.abc import Iterator, Sequence

    from whistlestop import Game
    from whistlestop.drawing.layout import Layout
    from whistlestop.server.domain.studies import MarkRow, NoteRow
    from whistlestop.server.domain.tables import TableRow

TRAINS = 13
"""The width of trains, which is that of the board's spaces."""
REPLAY = "replay"
"""The texts of replays."""
INKS = (("#c0261a", ""), ("#1c5fb0", "14 9"), ("#7a2fa8", "3 8"))
"""The color and the dashes of a mark, by its number; the client uses the same ones."""
STYLE = """
body{max-width:60rem;margin:0 auto;padding:1rem;font:1.05rem/1.5 system-ui,sans-serif;color:#222;background:#fffdf6}
article{margin:1.5rem 0;break-inside:avoid}svg.moment{display:block;width:100%;height:auto}
.players{display:flex;flex-wrap:wrap;gap:.2rem 1.2rem;padding:0;list-style:none}
.players i{display:inline-block;width:.9em;height:.9em;margin-right:.4em;border:1px solid #222;border-radius:2px}
p.note{white-space:pre-line;overflow-wrap:anywhere}footer,.writer{color:#5a5348;font-size:.92rem}
"""


class Section(Struct, frozen=True):
    """A chapter: its name, its finished game and table, its notes and marks."""

    name: str
    game: Game
    table: TableRow
    notes: Sequence[NoteRow]
    marks: Sequence[MarkRow]


async def study_page(name: str, sections: Sequence[Section], language: str) -> str:
    """Return the page. Drawing takes a while, so it happens in a thread."""
    return await asyncio.to_thread(_page, name, sections, language)


def _page(name: str, sections: Sequence[Section], language: str) -> str:
    boards: dict[str, str] = {}
    chapters = "".join(_chapter(one, boards, language) for one in sections)
    return (
        f'<!doctype html><html lang="{language}"><meta charset="utf-8"><meta name="viewport" '
        f'content="width=device-width"><title>{escape(name)}</title><style>{STYLE}</style>'
        f'<svg width="0" height="0" style="position:absolute" aria-hidden="true">{"".join(boards.values())}</svg>'
        f"<h1>{escape(name)}</h1>{chapters}<footer>{escape(say(language, PART, 'study.made'))}</footer></html>"
    )


def _chapter(section: Section, boards: dict[str, str], language: str) -> str:
    game, row = section.game, section.table
    layout = find_layout(game.ruleset) if game.ruleset.routes else None
    board = f"b{len(boards)}"
    if layout is not None:
        key = game.ruleset.hash
        if key in boards:
            board = f"b{list(boards).index(key)}"
        else:
            boards[key] = _symbol(board, game, layout)
    colors = colors_of(seat.color for seat in row.seats)
    players = "".join(
        f'<li><i style="background:{LIGHT[f"seat-{color}"]}"></i>{escape(seat_name(language, seat))}</li>'
        for seat, color in zip(row.seats, colors, strict=True)
    )
    record = base64.b64encode(msgspec.json.encode(games.record_of(game, row).to_dict())).decode()
    moments = "".join(
        _moment(section, at, holdings, layout, board, language) for at, holdings in _moments(section, colors)
    )
    return (
        f'<section><h2>{escape(section.name)}</h2><ul class="players">{players}</ul>{moments}'
        f'<p><a download="{escape(board)}.json" href="data:application/json;base64,{record}">'
        f"{escape(say(language, REPLAY, 'replay.record'))}</a></p></section>"
    )


def _moments(section: Section, colors: Sequence[int]) -> Iterator[tuple[int, tuple[Holding, ...]]]:
    """Yield the versions with a note or a mark, and the trains and stations of all players at that time."""
    wanted = {one.moment for one in section.notes if one.text} | {one.moment for one in section.marks}
    game = section.game.beginning()
    for seat, action in (*section.game.actions, (None, "")):
        if game.version in wanted:
            players: Sequence[Any] = game.observe(None).view().players  # type: ignore[attr-defined]
            yield (
                game.version,
                tuple(
                    Holding(
                        colors[one.seat],
                        tuple(getattr(one, "routes", ())),
                        tuple(getattr(one, "stations_built", ())),
                    )
                    for one in players
                ),
            )
        if action:
            game.play(action, seat)


def _moment(
    section: Section,
    at: int,
    holdings: tuple[Holding, ...],
    layout: Layout | None,
    board: str,
    language: str,
) -> str:
    title = say(language, REPLAY, "replay.at", version=str(at), last=str(section.game.version))
    note = next((one for one in section.notes if one.moment == at and one.text), None)
    picture = ""
    if layout is not None:
        drawn = holdings_svg(layout, holdings, TRAINS)
        drawn += "".join(_mark(one, layout) for one in section.marks if one.moment == at)
        picture = (
            f'<svg class="moment board" viewBox="0 0 {layout.width:g} {layout.height:g}" role="img" '
            f'aria-label="{escape(title)}"><use href="#{board}"/><g fill="none">'
            f"{drawn}</g></svg>"
        )
    writer = "" if note is None or note.writer is None else f'<p class="writer">{escape(note.writer)}</p>'
    text = "" if note is None else f'<p class="note">{escape(note.text)}</p>'
    return f"<article><h3>{escape(title)}</h3>{picture}{text}{writer}</article>"


def _symbol(name: str, game: Game, layout: Layout) -> str:
    """Return the empty board as a symbol.

    Its ids include the name of the symbol, so that a page can contain several boards.
    """
    content = board_content(game.ruleset, layout, theme="light")
    own = re.sub(r'(\bid="|href="#|url\(#)', rf"\g<1>{name}-", content)
    kind, box = board_class(game.ruleset.drawing.palette), f"0 0 {layout.width:g} {layout.height:g}"
    return f'<symbol id="{name}" class="{kind}" viewBox="{box}">{own}</symbol>'


def _mark(mark: MarkRow, layout: Layout) -> str:
    """Return the drawing of a mark; an empty text if the board has changed since then."""
    kind, *ids = mark.mark.split(":")
    color, dashes = INKS[mark.color % len(INKS)]
    places = layout.routes if kind == "route" else layout.cities
    if any(one not in places for one in ids):
        return ""
    if kind == "route":
        return _stroke(f'<path d="{layout.routes[ids[0]].path}"', color, dashes)
    if kind == "city":
        x, y = layout.cities[ids[0]]
        return _stroke(f'<circle cx="{x:.1f}" cy="{y:.1f}" r="20"', color, dashes)
    (x, y), (u, v) = layout.cities[ids[0]], layout.cities[ids[1]]
    length = math.hypot(u - x, v - y) or 1.0
    dx, dy = (u - x) / length, (v - y) / length
    x, y, u, v = x + 14 * dx, y + 14 * dy, u - 16 * dx, v - 16 * dy
    left = f"{u - 20 * dx - 11 * dy:.1f} {v - 20 * dy + 11 * dx:.1f}"
    right = f"{u - 20 * dx + 11 * dy:.1f} {v - 20 * dy - 11 * dx:.1f}"
    head = f"M{left}L{u:.1f} {v:.1f}L{right}"
    line = _stroke(f'<path d="M{x:.1f} {y:.1f}L{u:.1f} {v:.1f}"', color, dashes)
    return line + _stroke(f'<path d="{head}"', color, "")


def _stroke(shape: str, color: str, dashes: str) -> str:
    """Return a line on a light halo, which is visible on every color of the board."""
    return (
        f'{shape} stroke="#fff" stroke-opacity=".85" stroke-width="12" stroke-linecap="round"/>'
        f'{shape} stroke="{color}" stroke-width="7" stroke-linecap="round" stroke-dasharray="{dashes}"/>'
    )
