"""Draw charts as SVG in light colors, with a style sheet that replaces them in dark mode.

A picture follows the reader's theme; programs without style sheets show the light colors. The same tables give the same
bytes.
"""

from __future__ import annotations

import io
import re
from collections.abc import Iterator, Sequence
from contextlib import contextmanager
from dataclasses import dataclass
from typing import TYPE_CHECKING, Any

from whistlestop.drawing.art import FONT

if TYPE_CHECKING:
    from matplotlib.axes import Axes
    from matplotlib.figure import Figure

__all__ = ["FIRST", "INK", "MUTED", "PAPER", "SECOND", "Picture", "chart"]

INK, MUTED, PAPER, GRID = "#2a2723", "#6f675b", "#fbf7ec", "#ddd3bd"
# Blue and orange that differ in lightness, so that people with any kind of color blindness can distinguish them.
FIRST, SECOND = "#1d5793", "#d9812b"
DARK = {
    INK: "#f5ecd6",
    MUTED: "#b8ae9b",
    PAPER: "#1f201c",
    GRID: "#45443b",
    FIRST: "#8cc4f7",
    SECOND: "#f0a04b",
}
STYLE: dict[Any, Any] = {
    "svg.fonttype": "none",
    "svg.hashsalt": "whistlestop",
    "font.size": 10.0,
    "text.color": INK,
    "axes.labelcolor": INK,
    "axes.edgecolor": MUTED,
    "axes.facecolor": PAPER,
    "figure.facecolor": PAPER,
    "grid.color": GRID,
    "grid.linewidth": 0.8,
    "axes.axisbelow": True,
    "axes.titlesize": 12.0,
    "axes.titleweight": "bold",
    "axes.titlelocation": "left",
    "axes.titlepad": 9.0,
    "figure.constrained_layout.h_pad": 0.09,
    "figure.constrained_layout.w_pad": 0.09,
    "axes.spines.top": False,
    "axes.spines.right": False,
    "xtick.color": MUTED,
    "ytick.color": MUTED,
    "xtick.labelcolor": INK,
    "ytick.labelcolor": INK,
    "legend.frameon": False,
}


@dataclass(frozen=True)
class Picture:
    """An SVG document with a text alternative."""

    name: str
    """The name of its file, without extension."""
    title: str
    svg: str


class Drawn:
    """A chart in progress, and later its SVG."""

    def __init__(self, figure: Figure) -> None:
        self.figure = figure
        self.svg = ""


@contextmanager
def chart(width: float, height: float, columns: int = 1) -> Iterator[tuple[Drawn, Sequence[Axes]]]:
    """Yield axes side by side, with a shared vertical axis, in a figure of this size in inches.

    `svg` is set afterwards.
    """
    import matplotlib as mpl  # noqa: PLC0415 - optional, and slow to import
    from matplotlib.figure import Figure  # noqa: PLC0415

    with mpl.rc_context(STYLE):
        drawn = Drawn(Figure(figsize=(width, height), layout="constrained"))
        axes = drawn.figure.subplots(1, columns, sharey=True, squeeze=False)[0]
        yield drawn, list(axes)
        buffer = io.StringIO()
        # without metadata the file contains neither a date nor an address
        nothing: dict[str, Any] = dict.fromkeys(("Creator", "Date", "Format", "Type"))
        drawn.figure.savefig(buffer, format="svg", metadata=nothing)
    drawn.svg = _themed(buffer.getvalue())


def _themed(svg: str) -> str:
    """Return the document without its prologue, in our typeface, with dark colors for dark mode."""
    svg = re.sub(r"<metadata>.*?</metadata>", "", svg[svg.index("<svg") :], flags=re.DOTALL)
    svg = re.sub(
        r"(font: [^;\"]*?)'?DejaVu Sans'?[^;\"]*", lambda found: found[1] + FONT.replace('"', "'"), svg
    )
    rules = "".join(
        f"[style*='{part}: {light}']{{{part}:{dark}!important}}"
        for light, dark in DARK.items()
        for part in ("fill", "stroke")
    )
    style = f"<style>@media(prefers-color-scheme:dark){{{rules}}}</style>"
    return svg.replace(">", f">{style}", 1).strip()
