"""Depots and warehouses to cut out (EUR-41)."""

from __future__ import annotations

from whistlestop.drawing.art import LIGHT, SEAT_MARKS, STATION_LINES
from whistlestop.drawing.tokens import CARD, TOKEN, framed
from whistlestop.games.aid import Piece

MAT = (CARD[0] + 12, CARD[1] + 24)
"""Width and height of a warehouse in millimeters: cards that lie on it cover neither its color nor its mark."""
_ROOF = 18.0
"""Height of the part of a warehouse above the cards."""


def _shed(seat: int) -> str:
    """Draw a shed, 31 x 24 around 0, -1, as the browser does (web/src/network/mechanisms/depots/piece.ts)."""
    return (
        f'<g {STATION_LINES}><path d="M-13.5 11V-3.5h27V11z" fill="{LIGHT[f"seat-{seat}"]}"/>'
        '<path d="M-15.5-3L0-12.5 15.5-3z" fill="#3a3733"/><path d="M-8 11V1H8v10z" fill="#fff8e6"/>'
    )


def depot(seat: int) -> str:
    """Return a depot in the color of a seat."""
    mark = f'<g transform="translate(0 6)scale(1.35)" fill="#1d1b19" stroke="none">{SEAT_MARKS[seat]}</g>'
    return framed(TOKEN, TOKEN, f'<g transform="translate(7 7.3)scale(.36)">{_shed(seat)}{mark}</g></g>')


def warehouse(seat: int) -> str:
    """Return a roof with the mark of the seat, above the place of the cards."""
    (width, height), (w, h) = MAT, CARD
    color, x, y = LIGHT[f"seat-{seat}"], (width - w) / 2, _ROOF
    doors = '<path d="M-8 4.3H8M-8 7.6H8" fill="none"/>'
    return framed(
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
    "depot": Piece(30, "rules.depots.title", (TOKEN, TOKEN), lambda data: data.depots.count, depot),
    "warehouse": Piece(40, "rules.warehouses.title", MAT, lambda data: int(data.depots.count > 0), warehouse),
}
