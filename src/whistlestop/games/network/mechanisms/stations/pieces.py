"""Stations to cut out (EUR-22)."""

from __future__ import annotations

from whistlestop.drawing.art import LIGHT, SEAT_MARKS, STATION_LINES, station_shape
from whistlestop.drawing.tokens import TOKEN, framed, plain
from whistlestop.games.aid import Piece


def picture(seat: int) -> str:
    """Return a station in the color of a seat."""
    shape = f'<g transform="translate(7 7.9)scale(.33)" {STATION_LINES}>{station_shape(SEAT_MARKS[seat])}</g>'
    return framed(TOKEN, TOKEN, plain(shape, {"seat": LIGHT[f"seat-{seat}"]}))


PIECES = {
    "station": Piece(20, "guide.station.title", (TOKEN, TOKEN), lambda data: data.stations.count, picture),
}
