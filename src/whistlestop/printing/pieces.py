"""The pieces of the players, to cut out, in the color of each with its mark. Each mechanism has its own."""

from __future__ import annotations

from typing import Any

from whistlestop.format import Ruleset
from whistlestop.games.aid import Piece
from whistlestop.kinds import kind_of
from whistlestop.languages import say

__all__ = ["piece_pictures", "piece_sheets"]


def piece_sheets(ruleset: Ruleset, language: str) -> list[dict[str, Any]]:
    """Return the pieces of a board as plain data: title, how many each player has, size, and pictures by seat."""
    return [
        {
            "title": (title := say(language, piece.title.partition(".")[0], piece.title)),
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
    pieces = kind_of(ruleset).data.pieces
    counted = [
        (name, piece, piece.each(ruleset.data)) for name, piece in (pieces() if pieces else {}).items()
    ]
    return [one for one in counted if one[2]]


def _file(name: str, seat: int) -> str:
    return f"{name}-{seat}.svg"
