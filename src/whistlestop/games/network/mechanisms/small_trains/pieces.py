"""Small trains to cut out (MECH-7)."""

from __future__ import annotations

from whistlestop.drawing.art import LIGHT, SEAT_MARKS
from whistlestop.drawing.tokens import TOKEN, framed
from whistlestop.games.aid import Piece


def picture(seat: int) -> str:
    """Return a six-sided piece, like the spaces for it, in the color of a seat."""
    return framed(
        TOKEN,
        TOKEN,
        f'<path d="M1.2 7L4.2 3.4H9.8L12.8 7 9.8 10.6H4.2z" fill="{LIGHT[f"seat-{seat}"]}" '
        f'stroke="{LIGHT["train-edge"]}" stroke-width=".6" stroke-linejoin="round"/>'
        f'<g transform="translate(7 7)scale(.8)" fill="{LIGHT["train-edge"]}">{SEAT_MARKS[seat]}</g>',
    )


PIECES = {
    "small_train": Piece(
        10, "rules.small-trains.title", (TOKEN, TOKEN), lambda data: data.small_trains.count, picture
    ),
}
