"""The lines that mechanisms add to the printed player aid (COM-26), and the pieces that are printed for them.

Texts are messages of `languages`, as `part.message`; each has only plain arguments, which `languages.say` fills in. The
client makes its own sheet from the same messages.
"""

from __future__ import annotations

from typing import Literal

from msgspec import Struct

from whistlestop.format.schema import Color

__all__ = ["AidLine", "Aids", "ScoreLine", "Tokens"]


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


Aids = AidLine | ScoreLine | Tokens
