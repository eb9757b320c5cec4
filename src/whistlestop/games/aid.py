"""The lines that mechanisms add to the printed player aid (COM-26), and the pieces that are printed for them.

Texts are messages of `languages`, as `part.message`; each has only plain arguments, which `languages.say` fills in. The
client makes its own sheet from the same messages.
"""

from __future__ import annotations

from collections.abc import Callable, Iterable
from typing import Any, Literal

from msgspec import Struct

from whistlestop.format.schema import Color
from whistlestop.games.composing import found

__all__ = ["AidLine", "Aids", "Piece", "ScoreLine", "Tokens", "pieces_of"]


class AidLine(Struct, frozen=True):
    """An action, a type of route or a step of the end of the game: its title and its sentences.

    `at` orders the lines of a section.
    """

    section: Literal["turn", "special", "end"]
    at: int
    title: str
    texts: tuple[str, ...]
    values: dict[str, int] = {}


class ScoreLine(Struct, frozen=True):
    """A part of the score: its name, and points or a message about them."""

    name: str
    points: tuple[int, ...] | str


class Tokens(Struct, frozen=True):
    """Pieces to cut out, the same number of each color: their name, their set-up, and how many each place gets.

    `places`: numbers by the id of a city or country.
    """

    title: str
    text: str
    each: int
    colors: tuple[Color, ...]
    places: dict[str, int]
    values: dict[str, int] = {}


class Piece(Struct, frozen=True):
    """A piece that each player has, to cut out.

    The `pieces.py` beside a mechanism's `rules.py` defines `PIECES`, by name. `at` orders the sheets. `title`: a
    message. `size`: width and height in millimeters. `each`: how many a player has, from the data of a ruleset.
    `picture`: an SVG for a seat, with the color and the mark of the seat.
    """

    at: int
    title: str
    size: tuple[float, float]
    each: Callable[[Any], int]
    picture: Callable[[int], str]


Aids = AidLine | ScoreLine | Tokens


def pieces_of(package: str, names: Iterable[str]) -> dict[str, Piece]:
    """Return the pieces of a kind's mechanisms, by name and in order."""
    every = [one for _, own in found(package, names, "pieces", "PIECES") for one in own.items()]
    return dict(sorted(every, key=lambda one: one[1].at))
