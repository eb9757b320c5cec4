"""Pieces on paper: their sizes, and pictures of them without custom properties."""

from __future__ import annotations

import re

from .art import LIGHT

CARD = (44.0, 68.0)
"""Width and height of a train card in millimeters, those of a small playing card."""

TOKEN = 14.0
"""Width and height of a piece to cut out in millimeters."""

_VARIABLE = re.compile(r"var\(--([\w-]+)(?:,([^()]*))?\)")


def plain(drawn: str, colors: dict[str, str]) -> str:
    """Return a drawing with colors in place of custom properties: those given, the fallback, or none."""
    return _VARIABLE.sub(lambda found: colors.get(found[1], found[2] or "none"), drawn)


def framed(width: float, height: float, shape: str) -> str:
    """Return a picture of a shape on paper. The sizes are in millimeters, which are also the units of the shape."""
    return (
        f'<svg xmlns="http://www.w3.org/2000/svg" viewBox="0 0 {width:g} {height:g}" width="{width:g}mm" '
        f'height="{height:g}mm"><rect width="{width:g}" height="{height:g}" fill="{LIGHT["paper"]}"/>{shape}</svg>'
    )
