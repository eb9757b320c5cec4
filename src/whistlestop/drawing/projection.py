"""Project latitude and longitude to a plane, x to the right and y down."""

from __future__ import annotations

from dataclasses import dataclass

import numpy as np

from .model import Floats

WIDE = 140.0  # degrees of longitude above which a map unrolled around its center looks distorted


@dataclass(frozen=True)
class Projection:
    """Lambert's equal-area projection around a center; very wide boards use straight parallels and meridians."""

    lat: float
    lon: float
    flat: bool = False

    def __call__(self, points: Floats) -> Floats:
        """Project (lon, lat) rows in degrees to (x, y) rows in radians of arc."""
        lon = np.radians((points[:, 0] - self.lon + 180.0) % 360.0 - 180.0)
        lat = np.radians(points[:, 1])
        if self.flat:
            return np.stack([lon * np.cos(np.radians(self.lat)), -lat], axis=1)
        lat0 = np.radians(self.lat)
        cosine = np.sin(lat0) * np.sin(lat) + np.cos(lat0) * np.cos(lat) * np.cos(lon)
        k = np.sqrt(2.0 / np.maximum(1.0 + cosine, 1e-3))
        x = k * np.cos(lat) * np.sin(lon)
        y = k * (np.cos(lat0) * np.sin(lat) - np.sin(lat0) * np.cos(lat) * np.cos(lon))
        return np.stack([x, -y], axis=1)


def projection_for(points: Floats) -> Projection:
    """Return a projection centered on these (lon, lat) rows."""
    lon = np.sort(points[:, 0] % 360.0)
    gaps = np.diff(np.append(lon, lon[0] + 360.0))
    widest = int(np.argmax(gaps))
    span = 360.0 - gaps[widest]
    first = lon[(widest + 1) % len(lon)]
    middle = (first + span / 2 + 180.0) % 360.0 - 180.0
    lat = (points[:, 1].min() + points[:, 1].max()) / 2
    return Projection(float(lat), float(middle), bool(span > WIDE))
