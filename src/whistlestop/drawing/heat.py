"""Draw a board as a heat map: each route is colored by its number, which is also printed on it."""

from __future__ import annotations

from bisect import bisect_right
from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from xml.sax.saxutils import escape, quoteattr

from .art import FONT, board_class
from .find import layout_of
from .layout import Layout, RoutePlan
from .model import BoardLike
from .svg import board_content

__all__ = ["DIVERGING", "SEQUENTIAL", "Scale", "heat_svg"]

STRIP = 78.0
"""Height of the legend below the board."""
SWATCH = 96.0

Step = tuple[str, str, str, str]
"""Colors of a step and of its number, for light and dark mode."""

DARK_INK, LIGHT_INK = "#1d1b19", "#fdf8ec"

# Lightness decreases evenly from step to step, so that the order is visible without hues; in the dark theme it
# increases. The number on each route repeats the value.
SEQUENTIAL: tuple[Step, ...] = (
    ("#fdf6d8", DARK_INK, "#33233f", LIGHT_INK),
    ("#f9dc98", DARK_INK, "#55296a", LIGHT_INK),
    ("#f3b164", DARK_INK, "#873473", LIGHT_INK),
    ("#e17f52", DARK_INK, "#b84a68", LIGHT_INK),
    ("#bb4b62", LIGHT_INK, "#e2774f", DARK_INK),
    ("#832f70", LIGHT_INK, "#f3ae5c", DARK_INK),
    ("#472059", LIGHT_INK, "#fce7a4", DARK_INK),
)
# Blue and orange are distinguishable with every kind of color blindness.
DIVERGING: tuple[Step, ...] = (
    ("#1d5793", LIGHT_INK, "#8cc4f7", DARK_INK),
    ("#5a92c6", DARK_INK, "#4d8cc6", DARK_INK),
    ("#b5d0e6", DARK_INK, "#2f5476", LIGHT_INK),
    ("#faf6ea", DARK_INK, "#4a4942", LIGHT_INK),
    ("#f5c792", DARK_INK, "#7a4d22", LIGHT_INK),
    ("#df8838", DARK_INK, "#cc7d2c", DARK_INK),
    ("#9c4a03", LIGHT_INK, "#ffb765", DARK_INK),
)


@dataclass(frozen=True)
class Scale:
    """A color scale of equal steps from `low` to `high`; values beyond get the color of the nearest end."""

    low: float
    high: float
    steps: Sequence[Step] = SEQUENTIAL

    def step(self, share: float) -> int:
        """Return the step of a share."""
        return bisect_right(self.limits()[1:-1], share)

    def limits(self) -> list[float]:
        """Return the bounds of the steps, one more than steps."""
        count = len(self.steps)
        return [self.low + (self.high - self.low) * k / count for k in range(count + 1)]


def heat_svg(
    ruleset: BoardLike,
    shares: Mapping[str, float | None],
    scale: Scale,
    *,
    title: str,
    layout: Layout | None = None,
    theme: str = "auto",
) -> str:
    """Draw a board with routes in the colors of a scale, a legend, and percentages on the routes.

    shares: from 0 to 1 by route; routes without a value stay empty. title: above the legend. layout, theme: as in
    `svg.board_svg`. Raises LayoutError, and ValueError for an unknown theme.
    """
    layout = layout or layout_of(ruleset)
    known = {route.id: share for route in ruleset.routes if (share := shares.get(route.id)) is not None}
    rules = [_rules(scale, theme)]
    rules += [
        f'.board.heat .route[data-route="{route}"] .slot{{fill:var(--heat-{scale.step(share)})}}'
        for route, share in known.items()
    ]
    rules += [
        f'.board.heat .route[data-route="{route.id}"] .slot{{fill:none}}'
        for route in ruleset.routes
        if route.id not in known
    ]
    width, height = layout.width, layout.height + STRIP
    return "".join(
        (
            '<svg xmlns="http://www.w3.org/2000/svg" class="',
            f'{board_class(ruleset.drawing.palette)} heat" role="img" ',
            f'viewBox="0 0 {width:g} {height:g}" aria-label={quoteattr(title)}>',
            board_content(ruleset, layout, theme=theme),
            f"<style>{''.join(rules)}</style>",
            '<g class="figures">',
            *(_figure(layout.routes[route], scale.step(share), share) for route, share in known.items()),
            "</g>",
            _legend(scale, title, layout),
            "</svg>",
        )
    )


def _rules(scale: Scale, theme: str) -> str:
    """Return the colors of the steps as custom properties, and the style of numbers and legend."""
    light = "".join(f"--heat-{k}:{step[0]};--heat-ink-{k}:{step[1]};" for k, step in enumerate(scale.steps))
    dark = "".join(f"--heat-{k}:{step[2]};--heat-ink-{k}:{step[3]};" for k, step in enumerate(scale.steps))
    colors = {
        "light": f".heat{{{light}}}",
        "dark": f".heat{{{dark}}}",
        "auto": f".heat{{{light}}}@media(prefers-color-scheme:dark){{.heat{{{dark}}}}}",
    }[theme]
    return (
        f"{colors}.heat .strip{{fill:var(--paper)}}.heat .legend text{{fill:var(--label);font-family:{FONT}}}"
        ".heat .swatch{stroke:var(--slot-edge);stroke-width:1.2}"
        ".heat .figures text{font-size:11px;font-weight:700;text-anchor:middle}"
    )


def _figure(plan: RoutePlan, step: int, share: float) -> str:
    """Return the number on the middle space of a route."""
    slot = plan.slots[len(plan.slots) // 2]
    angle = (slot.angle + 90.0) % 180.0 - 90.0  # never upside down
    return (
        f'<text transform="translate({slot.x:.1f} {slot.y:.1f})rotate({angle:.1f})" y="4" '
        f'style="fill:var(--heat-ink-{step})">{share * 100:.0f}</text>'
    )


def _legend(scale: Scale, title: str, layout: Layout) -> str:
    """Return the legend below the board: title, colors, percentages of the ends."""
    top, count = layout.height, len(scale.steps)
    left = layout.width / 2 - count * SWATCH / 2
    out = [
        f'<g class="legend"><rect class="strip" y="{top:g}" width="{layout.width:g}" height="{STRIP:g}"/>',
        f'<text x="{layout.width / 2:g}" y="{top + 23:g}" font-size="18" font-weight="700" text-anchor="middle">',
        f"{escape(title)}</text>",
    ]
    out += [
        f'<rect class="swatch" x="{left + k * SWATCH:g}" y="{top + 33:g}" width="{SWATCH:g}" height="17" '
        f'style="fill:var(--heat-{k})"/>'
        for k in range(count)
    ]
    out += [
        f'<text x="{left + k * SWATCH:g}" y="{top + 68:g}" font-size="15" text-anchor="middle">'
        f"{limit * 100:.3g}%</text>"
        for k, limit in enumerate(scale.limits())
    ]
    return "".join((*out, "</g>"))
