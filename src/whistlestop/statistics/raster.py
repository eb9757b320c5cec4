"""Pictures as PNG: the same drawings in their light colours, for programs that show no SVG.

resvg draws them. It knows neither custom properties nor queries for the theme, so both are resolved before; and it
gets the typeface that matplotlib brings, so that a picture does not depend on the fonts of a machine.
"""

from __future__ import annotations

import re
from pathlib import Path

__all__ = ["png"]

ZOOM = 2
"""Pixels for each of the picture's own."""
FONT = "DejaVu Sans"
FACES = ("DejaVuSans", "DejaVuSans-Bold", "DejaVuSans-Oblique", "DejaVuSans-BoldOblique")

_DARK = re.compile(r"@media[^{]*\{(?:[^{}]*\{[^{}]*\})*[^{}]*\}")
_ROOT = re.compile(r"(?<=[>}])\s*\.(?:board|heat)\{([^}]*)\}")
"""Rules of a whole drawing, which alone have colours as custom properties."""
_PROPERTY = re.compile(r"(--[\w-]+):([^;]*)")
_VARIABLE = re.compile(r"var\((--[\w-]+)(?:,([^()]*))?\)")


def png(svg: str) -> bytes:
    """A picture of this package, or a board that shows no game, as PNG. Raises ImportError without resvg_py."""
    import matplotlib as mpl  # noqa: PLC0415 - optional, and slow to import
    import resvg_py  # noqa: PLC0415 - optional

    fonts = Path(mpl.get_data_path()) / "fonts" / "ttf"
    return resvg_py.svg_to_bytes(
        svg_string=resolved(svg),
        zoom=ZOOM,
        dpi=96,
        font_files=[str(fonts / f"{face}.ttf") for face in FACES],
        skip_system_fonts=True,
        font_family=FONT,
        sans_serif_family=FONT,
    )


def resolved(svg: str) -> str:
    """The document in its light colours, without custom properties; those that are set for a part only are `none`."""
    light = _DARK.sub("", svg)
    colors: dict[str, str] = dict(pair for rule in _ROOT.findall(light) for pair in _PROPERTY.findall(rule))
    return _VARIABLE.sub(lambda found: colors.get(found[1], found[2] or "none"), light)
