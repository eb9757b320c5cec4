"""`Layout`: where everything of a board is drawn. Plain data, saved as `layout.json` beside the board."""

from __future__ import annotations

import json
from dataclasses import asdict, dataclass, field
from pathlib import Path
from typing import Any

from whistlestop.errors import WhistlestopError

from .model import BoardLike

FORMAT = 1


class LayoutError(WhistlestopError):
    """A board cannot be laid out, or a layout does not fit its board."""

    code = "layout"


@dataclass(frozen=True)
class Slot:
    """The middle of a train space and its direction in degrees."""

    x: float
    y: float
    angle: float


@dataclass(frozen=True)
class RoutePlan:
    """The spaces of a route, from city a to city b, and the curve through them."""

    slots: tuple[Slot, ...]
    path: str


@dataclass(frozen=True)
class Label:
    """A city's name: its box (x, y: upper left corner), its lines and how they are aligned."""

    x: float
    y: float
    width: float
    height: float
    size: float
    lines: tuple[str, ...]
    align: str


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
    geography: dict[str, str] = field(default_factory=dict)  # svg path data of land, borders, lakes ...
    mountains: tuple[
        tuple[float, float, float], ...
    ] = ()  # x, y and half the foot of each peak, from north to south
    cartouche: tuple[float, float, float, float] | None = None  # free for the title: x y width height
    compass: tuple[float, float, float] | None = None  # x y radius

    def fits(self, board: BoardLike) -> bool:
        """Whether it has exactly the cities, routes and spaces of a board."""
        return set(self.cities) == set(self.labels) == {city.id for city in board.cities} and {
            key: len(plan.slots) for key, plan in self.routes.items()
        } == {route.id: route.length for route in board.routes}

    def to_dict(self) -> dict[str, Any]:
        """JSON-ready."""
        data = asdict(self)
        data["routes"] = {
            key: {"slots": [[s.x, s.y, s.angle] for s in plan.slots], "path": plan.path}
            for key, plan in self.routes.items()
        }
        return {"format": FORMAT, **data}

    @classmethod
    def from_dict(cls, data: dict[str, Any]) -> Layout:
        """The inverse of `to_dict`; LayoutError if it is none."""
        try:
            if data["format"] != FORMAT:
                raise LayoutError(f"this layout has format {data['format']}, expected {FORMAT}")
            return cls(
                ruleset=data["ruleset"],
                width=data["width"],
                height=data["height"],
                slot=(data["slot"][0], data["slot"][1]),
                city_radius=data["city_radius"],
                cities={key: (at[0], at[1]) for key, at in data["cities"].items()},
                routes={
                    key: RoutePlan(tuple(Slot(*slot) for slot in plan["slots"]), plan["path"])
                    for key, plan in data["routes"].items()
                },
                labels={
                    key: Label(**{**label, "lines": tuple(label["lines"])})
                    for key, label in data["labels"].items()
                },
                geography=dict(data["geography"]),
                mountains=tuple((x, y, size) for x, y, size in data.get("mountains", ())),
                cartouche=tuple(data["cartouche"]) if data["cartouche"] else None,
                compass=tuple(data["compass"]) if data["compass"] else None,
            )
        except (KeyError, TypeError, IndexError, ValueError) as error:
            raise LayoutError(f"not a layout: {error!r}") from error

    def save(self, path: Path | str) -> None:
        """Write as JSON, one line a thing, so that a change is readable in a diff."""
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
        """Read `layout.json`, or the layout.json in a folder."""
        path = Path(path)
        path = path / "layout.json" if path.is_dir() else path
        try:
            return cls.from_dict(json.loads(path.read_text(encoding="utf-8")))
        except (OSError, ValueError) as error:
            raise LayoutError(f"cannot read the layout {path.name}: {error}") from error


def _dense(value: Any) -> str:
    return json.dumps(value, ensure_ascii=False, separators=(",", ":"))
