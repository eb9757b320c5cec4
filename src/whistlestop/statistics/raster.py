"""Convert pictures to PNG in light colors, for programs without SVG support.

resvg renders them. It supports neither custom properties nor media queries, so both are resolved first. It uses
matplotlib's font, so pictures do not depend on the machine's fonts.
"""

from __future__ import annotations

import re
from pathlib import Path

__all__ = ["png"]

ZOOM = 2
"""Pixels per unit of the picture."""
FONT = "DejaVu Sans"
FACES = ("DejaVuSans", "DejaVuSans-Bold", "DejaVuSans-Oblique", "DejaVuSans-BoldOblique")

_DARK = re.compile(r"@media[^{]*\{(?:[^{}]*\{[^{}]*\})*[^{}]*\}")
_ROOT = re.compile(r"(?<=[>}])\s*\.(?:board|heat)\{([^}]*)\}")
"""CSS rules of a whole drawing; only these define colors as custom properties."""
_PROPERTY = re.compile(r"(--[\w-]+):([^;]*)")
_VARIABLE = re.compile(r"var\((--[\w-]+)(?:,([^()]*))?\)")


def png(svg: str) -> bytes:
    """Return a picture of this package, or a board without a game, as PNG. Raises ImportError without resvg_py."""
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
    """Return the document in its light colors, without custom properties; properties set only for a part are `none`."""
    light = _DARK.sub("", svg)
    colors: dict[str, str] = dict(pair for rule in _ROOT.findall(light) for pair in _PROPERTY.findall(rule))
    return _VARIABLE.sub(lambda found: colors.get(found[1], found[2] or "none"), light)
