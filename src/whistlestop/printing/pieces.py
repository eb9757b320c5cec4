"""The pieces of the players, to cut out, in the color of each with its mark: stations (EUR-22), depots (EUR-41)."""

from __future__ import annotations

from collections.abc import Callable
from typing import Any

from msgspec import Struct

from whistlestop.drawing.art import LIGHT, SEAT_MARKS, STATION_LINES, station_shape
from whistlestop.format import Ruleset
from whistlestop.kinds import kind_of
from whistlestop.languages import say

from .pictures import CARD, TOKEN, plain

__all__ = ["piece_pictures", "piece_sheets"]

MAT = (CARD[0] + 12, CARD[1] + 24)
"""Width and height of a warehouse in millimeters: cards that lie on it cover neither its color nor its mark."""
_ROOF = 18.0
"""Height of the part of a warehouse above the cards."""


class Piece(Struct, frozen=True):
    """A kind of piece: its title as a message, its size in millimeters, its number, and its picture by seat.

    `each`: how many a player has, from the public data of a board.
    """

    title: tuple[str, str]
    size: tuple[float, float]
    each: Callable[[Any], Any]
    picture: Callable[[int], str]


def piece_sheets(ruleset: Ruleset, language: str) -> list[dict[str, Any]]:
    """Return the pieces of a board as plain data: title, how many each player has, size, and pictures by seat."""
    return [
        {
            "title": (title := say(language, *piece.title)),
            "contents": say(language, "print", "print.each", name=title, count=str(each)),
            "each": each,
            "size": piece.size,
            "pictures": [_file(name, seat) for seat in range(ruleset.max_players)],
        }
        for name, piece, each in _used(ruleset)
    ]


def piece_pictures(ruleset: Ruleset) -> dict[str, str]:
    """Return the pictures of `piece_sheets` by the names of their files."""
    return {
        _file(name, seat): piece.picture(seat)
        for name, piece, _ in _used(ruleset)
        for seat in range(ruleset.max_players)
    }


def _used(ruleset: Ruleset) -> list[tuple[str, Piece, int]]:
    public = kind_of(ruleset).data.public(ruleset)
    # The numbers of a mechanism that a board does not use are unset.
    counted = [(name, piece, int(piece.each(public) or 0)) for name, piece in PIECES.items()]
    return [one for one in counted if one[2]]


def _file(name: str, seat: int) -> str:
    return f"{name}-{seat}.svg"


def _framed(width: float, height: float, shape: str) -> str:
    return (
        f'<svg xmlns="http://www.w3.org/2000/svg" viewBox="0 0 {width:g} {height:g}" width="{width:g}mm" '
        f'height="{height:g}mm"><rect width="{width:g}" height="{height:g}" fill="{LIGHT["paper"]}"/>{shape}</svg>'
    )


def _station(seat: int) -> str:
    shape = f'<g transform="translate(7 7.9)scale(.33)" {STATION_LINES}>{station_shape(SEAT_MARKS[seat])}</g>'
    return _framed(TOKEN, TOKEN, plain(shape, {"seat": LIGHT[f"seat-{seat}"]}))


def _shed(seat: int) -> str:
    """Draw a shed, 31 x 24 around 0, -1, as the browser does (web/src/network/mechanisms/depots/piece.ts)."""
    return (
        f'<g {STATION_LINES}><path d="M-13.5 11V-3.5h27V11z" fill="{LIGHT[f"seat-{seat}"]}"/>'
        '<path d="M-15.5-3L0-12.5 15.5-3z" fill="#3a3733"/><path d="M-8 11V1H8v10z" fill="#fff8e6"/>'
    )


def _depot(seat: int) -> str:
    mark = f'<g transform="translate(0 6)scale(1.35)" fill="#1d1b19" stroke="none">{SEAT_MARKS[seat]}</g>'
    return _framed(TOKEN, TOKEN, f'<g transform="translate(7 7.3)scale(.36)">{_shed(seat)}{mark}</g></g>')


def _warehouse(seat: int) -> str:
    """Draw a roof with the mark of the seat, above the place of the cards."""
    (width, height), (w, h) = MAT, CARD
    color, x, y = LIGHT[f"seat-{seat}"], (width - w) / 2, _ROOF
    doors = '<path d="M-8 4.3H8M-8 7.6H8" fill="none"/>'
    return _framed(
        width,
        height,
        f'<rect x="2" y="2" width="{width - 4:g}" height="{height - 4:g}" rx="2.5" fill="{color}"/>'
        f'<rect x="{x:g}" y="{y:g}" width="{w:g}" height="{h:g}" rx="2.5" fill="{LIGHT["paper"]}" '
        f'stroke="{LIGHT["train-edge"]}" stroke-width=".5" stroke-dasharray="2 1.4"/>'
        f'<rect x="{x:g}" y="3.6" width="{w:g}" height="12.8" rx="1.6" fill="{LIGHT["paper"]}"/>'
        f'<g transform="translate({width / 2 - 7:g} 10.4)scale(.46)">{_shed(seat)}{doors}</g></g>'
        f'<g transform="translate({width / 2 + 9:g} 10)scale(1.25)" fill="{LIGHT["train-edge"]}">'
        f"{SEAT_MARKS[seat]}</g>",
    )


PIECES = {
    "station": Piece(
        ("guide", "guide.station.title"), (TOKEN, TOKEN), lambda public: public.stations, _station
    ),
    "depot": Piece(
        ("rules", "rules.depots.title"), (TOKEN, TOKEN), lambda public: public.numbers.depots, _depot
    ),
    "warehouse": Piece(
        ("rules", "rules.warehouses.title"), MAT, lambda public: bool(public.numbers.depots), _warehouse
    ),
}
