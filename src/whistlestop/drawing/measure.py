"""Sizes used on every board, in drawing units, and the width of a line of text.

Everything is relative to a train slot: it has one size on every board, and the map is as large as its routes require.
"""

from __future__ import annotations

SLOT_LENGTH = 36.0
SLOT_WIDTH = 13.0
SLOT_GAP = 3.0  # minimum between two slots of a route
SLOT_GAP_MAX = 10.0  # maximum, for routes with spare room
LANE = SLOT_WIDTH + 2.6  # between the center lines of a route and its twin
RING_LANE = LANE + 5.0  # the same for rings of a city: in a bend, corners of slots extend beyond their lanes
CITY_RADIUS = 8.5
CITY_CLEAR = 3.0  # from the dot of a city to the first slot
ROUTE_CLEAR = 3.0  # preferred distance between slots of different routes; the checker requires MIN_CLEAR
MIN_CLEAR = 0.8
FRAME_ROOM = (
    11.0  # from the frame of an inset to anything else, on both sides; the checker requires FRAME_CLEAR
)
FRAME_CLEAR = 5.0
LABEL_SIZE = 19.0
LABEL_LEADING = 17.6
LABEL_CLEAR = 1.6

_NARROW = {**dict.fromkeys("iljI.,:;'|!", 0.28), **dict.fromkeys("ftr()-/ ", 0.36)}
_WIDE = {**dict.fromkeys("mwMW@", 0.89), **dict.fromkeys("ABCDEFGHKLNOPQRSTUVXYZÖÜÄÉ&", 0.69)}


def text_width(text: str, size: float = LABEL_SIZE) -> float:
    """Estimate the width of bold sans-serif text; the drawing sets each label to exactly this width."""
    return size * sum(_NARROW.get(c, _WIDE.get(c, 0.575)) for c in text)


def block_length(slots: int, gap: float = SLOT_GAP) -> float:
    """Return the length of a row of slots."""
    return slots * SLOT_LENGTH + (slots - 1) * gap
