"""Render what one seat knows as text, SVG or an array of pixels."""

from __future__ import annotations

from functools import cache
from typing import Any, NamedTuple

import msgspec
import numpy as np
import numpy.typing as npt

from whistlestop.drawing.svg import SMALL
from whistlestop.errors import OptionError
from whistlestop.format import CARDS, Ruleset
from whistlestop.kinds import kind_of
from whistlestop.observation import Observation
from whistlestop.text.names import called, counted

__all__ = ["check_mode", "render", "render_modes"]

Pixels = npt.NDArray[np.uint8]

WIDTH = 480
CELL = 12
PAPER, LINE = (246, 238, 217), (42, 39, 35)
INKS = np.array(
    [
        *[(212, 160, 228), (74, 127, 189), (239, 148, 47), (253, 250, 241)],
        *[(65, 116, 74), (251, 214, 96), (58, 55, 51), (196, 53, 31), (171, 165, 151)],
    ],
    np.uint8,
)
"""Colors of cards or routes in the engine's order; the last is gray, which wilds use as well."""
SEATS = np.array([(0, 144, 166), (238, 63, 126), (27, 32, 128), (207, 227, 42), (94, 52, 8)], np.uint8)
"""Colors of the players, from the viewing seat."""


def render_modes(ruleset: Ruleset) -> list[str]:
    """Return the render modes of a ruleset."""
    return ["ansi", "svg", "rgb_array"] if ruleset.routes else ["ansi", "rgb_array"]


def check_mode(mode: str | None, ruleset: Ruleset) -> str | None:
    """Return the mode. Raises OptionError if the ruleset does not support it."""
    modes = render_modes(ruleset)
    if mode is not None and mode not in modes:
        raise OptionError(f"render_mode: unknown mode {mode!r:.60}; use one of {', '.join(modes)}")
    return mode


def render(observation: Observation, mode: str | None) -> str | Pixels | None:
    """Return what a seat knows, rendered in a supported mode; None without a mode."""
    if mode == "ansi":
        return text(observation)
    if mode == "svg":
        return svg(observation)
    return pixels(observation) if mode == "rgb_array" else None


def text(observation: Observation) -> str:
    """Return a line for the table, one per player, and one for what only the seat knows."""
    ruleset, kind = observation.ruleset, kind_of(observation.ruleset)
    view: dict[str, Any] = msgspec.to_builtins(observation.view())
    market = " ".join(called(card or "-", ruleset.card_names) for card in view["market"])
    lines = [
        f"{ruleset.name}, {view['phase'].replace('_', ' ')}, seat {', '.join(map(str, view['to_act'])) or '-'} to act",
        f"market: {market}; deck {view['deck']}, discard pile {view['discard_size']}, tickets {view['ticket_deck']}",
    ]
    for player in view["players"]:
        numbers = ", ".join(
            f"{column} {player[column]}" for column in kind.results.player_columns if column in player
        )
        lines.append(f"seat {player['seat']}: {numbers}; {kind.results.placed(player, ruleset)}")
    if view["seat"] is not None:
        tickets = ", ".join(ticket["id"] for ticket in [*view["tickets"], *view["offer"]])
        hand = counted(view["hand"], ruleset.card_names)
        lines.append(f"hand of seat {view['seat']}: {hand}; tickets: {tickets or '-'}")
    return "\n".join(lines) + "\n"


def svg(observation: Observation) -> str:
    """Return the board as an SVG document."""
    from whistlestop.drawing.svg import board_svg  # noqa: PLC0415 - slow to import, and seldom needed

    return board_svg(observation.ruleset, view=msgspec.to_builtins(observation.view()))


# Pixels: the board in a coarse form, if there is one, above a table of the cards known to the seat.


class Board(NamedTuple):
    """Positions in the picture of a board, as arrays of rows and columns of pixels."""

    height: int
    spaces: list[tuple[npt.NDArray[np.int64], npt.NDArray[np.int64]]]
    """Of each route."""
    cities: list[tuple[npt.NDArray[np.int64], npt.NDArray[np.int64]]]
    inks: npt.NDArray[np.int64]
    """(routes,): indexes into INKS."""


@cache
def board_of(ruleset: Ruleset) -> Board:
    """Find the pixels of a board's routes and cities."""
    from whistlestop.drawing.find import layout_of  # noqa: PLC0415 - slow to import, and seldom needed

    layout = layout_of(ruleset)
    scale = WIDTH / layout.width
    height = round(layout.height * scale)

    def box(x: float, y: float, width: float, height_: float, angle: float) -> tuple[Any, Any]:
        across = np.linspace(-width / 2, width / 2, max(2, round(width * scale * 2)))
        along = np.linspace(-height_ / 2, height_ / 2, max(2, round(height_ * scale * 2)))
        dx, dy = (grid.reshape(-1) for grid in np.meshgrid(across, along))
        turn = np.deg2rad(angle)
        columns = ((x + dx * np.cos(turn) - dy * np.sin(turn)) * scale).astype(np.int64)
        rows = ((y + dx * np.sin(turn) + dy * np.cos(turn)) * scale).astype(np.int64)
        return np.clip(rows, 0, height - 1), np.clip(columns, 0, WIDTH - 1)

    width, thickness = layout.slot
    spaces = []
    for route in ruleset.routes:
        length = width * SMALL if route.small else width
        boxes = [box(slot.x, slot.y, length, thickness, slot.angle) for slot in layout.routes[route.id].slots]
        spaces.append(tuple(np.concatenate(part) for part in zip(*boxes, strict=True)))
    size = 2 * layout.city_radius
    cities = [box(*layout.cities[city.id], size, size, 0) for city in ruleset.cities]
    inks = [CARDS.index(route.color) if route.color in CARDS else len(CARDS) - 1 for route in ruleset.routes]
    return Board(height, spaces, cities, np.array(inks))  # type: ignore[arg-type]


def pixels(observation: Observation) -> Pixels:
    """Return an image of shape (height, WIDTH, 3).

    Routes have a pale version of their color or the color of their owner; cards are a table.
    """
    ruleset = observation.ruleset
    tensor = observation.tensor()
    tables = {part.name: part for part in ruleset.tensor_fields(int(observation.record["players"]))}
    cards = tables["cards"].of(tensor)
    picture = np.full((CELL * (cards.shape[1] + 1), WIDTH, 3), PAPER, np.uint8)
    step = WIDTH // len(CARDS)
    for card in range(len(CARDS)):
        for column in range(cards.shape[1]):
            width = round(float(cards[card, column]) * (step - 4))
            top = CELL // 2 + CELL * column
            picture[top : top + CELL - 3, card * step + 2 : card * step + 2 + width] = INKS[card]
    if not ruleset.routes:
        return picture
    board = board_of(ruleset)
    drawn = np.full((board.height, WIDTH, 3), PAPER, np.uint8)
    owners = tables["routes"].of(tensor)[:, 2:]
    for n, place in enumerate(board.spaces):
        owned = owners[n].any()
        drawn[place] = SEATS[int(owners[n].argmax())] if owned else (INKS[board.inks[n]] // 2 + 120)
    for place in board.cities:
        drawn[place] = LINE
    return np.concatenate([drawn, picture])
