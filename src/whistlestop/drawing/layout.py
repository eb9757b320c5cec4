"""`Layout`: where everything on a board is drawn. Plain data; `find` knows where it is stored."""

from __future__ import annotations

import json
from collections.abc import Sequence
from dataclasses import asdict, dataclass, field
from importlib.resources.abc import Traversable
from pathlib import Path
from typing import Annotated, Any, Literal, NamedTuple

import msgspec

from whistlestop.errors import WhistlestopError, short
from whistlestop.format.shape import prepare

from .labels import Align
from .model import BoardLike

FORMAT = 1

# A layout may come from untrusted users with their board, and its paths are inserted into the drawing unchanged.
PathData = Annotated[str, msgspec.Meta(pattern=r"^[MLlz0-9 .-]*$")]


class Unplaced(NamedTuple):
    """An item that has no room: the name or the dot of a city, or a route."""

    what: Literal["name", "city", "route"]
    id: str


class LayoutError(WhistlestopError):
    """Raised if a board cannot be laid out, or a layout does not fit its board."""

    code = "layout"

    def __init__(self, text: str, unplaced: Sequence[Unplaced] = ()) -> None:
        """`unplaced`: what has no room."""
        super().__init__(text)
        self.unplaced = tuple(unplaced)


class Slot(NamedTuple):
    """Center of a train space and its direction in degrees."""

    x: float
    y: float
    angle: float


@dataclass(frozen=True)
class RoutePlan:
    """Spaces of a route, from city a to city b, and their curve."""

    slots: tuple[Slot, ...]
    path: PathData


@dataclass(frozen=True)
class Label:
    """A city's name: its box (x, y: upper left corner), its lines and how they are aligned."""

    x: float
    y: float
    width: float
    height: float
    size: float
    lines: tuple[str, ...]
    align: Align


@dataclass(frozen=True)
class Inset:
    """A box that shows another part of the earth: x, y (upper left corner), width, height; and what is drawn in it."""

    box: tuple[float, float, float, float]
    geography: dict[str, PathData] = field(default_factory=dict)
    mountains: tuple[tuple[float, float, float], ...] = ()


@dataclass(frozen=True)
class Layout:
    """A drawn board. Lengths are drawing units; y grows downwards."""

    ruleset: str
    width: float
    height: float
    slot: tuple[float, float]
    city_radius: float
    cities: dict[str, tuple[float, float]]
    routes: dict[str, RoutePlan]
    labels: dict[str, Label]
    geography: dict[str, PathData] = field(default_factory=dict)  # svg path data of land, borders, lakes ...
    mountains: tuple[
        tuple[float, float, float], ...
    ] = ()  # x, y and half the base of each peak, from north to south
    cartouche: tuple[float, float, float, float] | None = None  # free space for the title: x y width height
    compass: tuple[float, float, float] | None = None  # x y radius
    insets: tuple[Inset, ...] = ()
    board: str = ""  # the `board_key` of the board that was laid out

    def fits(self, board: BoardLike) -> bool:
        """Return whether it has exactly the cities, routes and spaces of a board."""
        return set(self.cities) == set(self.labels) == {city.id for city in board.cities} and {
            key: len(plan.slots) for key, plan in self.routes.items()
        } == {route.id: route.length for route in board.routes}

    def to_dict(self) -> dict[str, Any]:
        """Return plain data for JSON."""
        data = {"format": FORMAT, **asdict(self)}
        if not self.insets:  # newer than the stored layouts
            del data["insets"]
        return data

    @classmethod
    def from_dict(cls, data: object) -> Layout:
        """Make a layout from the data of `to_dict`. Raises LayoutError for other data."""
        if not isinstance(data, dict) or data.get("format") != FORMAT:
            found = short(str(data.get("format"))) if isinstance(data, dict) else "none"
            raise LayoutError(f"not a layout: format {found} instead of {FORMAT}")
        try:
            return msgspec.convert({key: value for key, value in data.items() if key != "format"}, cls)
        except msgspec.ValidationError as error:
            raise LayoutError(f"not a layout: {error}") from error

    def save(self, path: Path | str) -> None:
        """Write JSON with one line per item, for readable diffs."""
        data = self.to_dict()
        lines = []
        for key, value in data.items():
            if isinstance(value, dict) and value:
                inner = ",\n".join(f"  {json.dumps(k)}: {_dense(v)}" for k, v in value.items())
                lines.append(f" {json.dumps(key)}: {{\n{inner}\n }}")
            else:
                lines.append(f" {json.dumps(key)}: {_dense(value)}")
        Path(path).write_text("{\n" + ",\n".join(lines) + "\n}\n", encoding="utf-8")

    @classmethod
    def load(cls, path: Path | str) -> Layout:
        """Read a file. Raises LayoutError if that fails."""
        return cls.read(Path(path))

    @classmethod
    def read(cls, file: Traversable) -> Layout:
        """Read a layout from any kind of file. Raises LayoutError if that fails."""
        try:
            return cls.from_dict(msgspec.json.decode(file.read_bytes()))
        except (OSError, ValueError, RecursionError) as error:
            raise LayoutError(f"cannot read the layout {file.name}: {error}") from error


prepare(Layout)


def _dense(value: Any) -> str:
    return json.dumps(value, ensure_ascii=False, separators=(",", ":"))
