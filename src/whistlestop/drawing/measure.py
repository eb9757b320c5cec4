"""Sizes that every board is drawn with, in drawing units, and the width of a line of text.

A train slot is the yardstick: it has one size on every board, and the map is as large as its routes need.
"""

from __future__ import annotations

SLOT_LENGTH = 36.0
SLOT_WIDTH = 13.0
SLOT_GAP = 3.0  # between two slots of a route, at least
SLOT_GAP_MAX = 10.0  # what a route with room to spare is spread to
LANE = SLOT_WIDTH + 2.6  # from the middle of a route to the middle of its twin
CITY_RADIUS = 8.5
CITY_CLEAR = 3.0  # from the dot of a city to the first slot
ROUTE_CLEAR = 3.0  # between slots of different routes, wished; the checker asks for MIN_CLEAR
MIN_CLEAR = 0.8
LABEL_SIZE = 19.0
LABEL_LEADING = 17.6
LABEL_CLEAR = 1.6
MARGIN = 26.0  # between the outermost thing and the edge of the drawing

_NARROW = {**dict.fromkeys("iljI.,:;'|!", 0.28), **dict.fromkeys("ftr()-/ ", 0.36)}
_WIDE = {**dict.fromkeys("mwMW@", 0.89), **dict.fromkeys("ABCDEFGHKLNOPQRSTUVXYZÖÜÄÉ&", 0.69)}


def text_width(text: str, size: float = LABEL_SIZE) -> float:
    """About the width of bold sans-serif text; the drawing pins each label to exactly this width."""
    return size * sum(_NARROW.get(c, _WIDE.get(c, 0.575)) for c in text)


def block_length(slots: int, gap: float = SLOT_GAP) -> float:
    """The length of so many slots in a row."""
    return slots * SLOT_LENGTH + (slots - 1) * gap
