"""The palettes of boards: the colors of ground and water for light and dark pages."""

from __future__ import annotations

from whistlestop.format.look import Palette

PLAIN: Palette = "paper"
PALETTES: dict[Palette, tuple[dict[str, str], dict[str, str]]] = {
    "meadow": (
        {
            "land": "#e3ecc9",
            "land-2": "#cfdcae",
            "border": "#93a36a",
            "state": "#bccb98",
            "label-halo": "#eef3dc",
        }
        | {"peak": "#ecf2d8", "peak-shade": "#c2d09f", "peak-edge": "#8f9f6c"},
        {
            "land": "#2f3a2d",
            "land-2": "#273126",
            "border": "#7b8a5e",
            "state": "#414e3c",
            "label-halo": "#1e261d",
        }
        | {"peak": "#3a4636", "peak-shade": "#20281f", "peak-edge": "#6f7f5b"},
    ),
    "sand": (
        {
            "land": "#f6e2b8",
            "land-2": "#eacb94",
            "border": "#b98f53",
            "state": "#dcbd84",
            "label-halo": "#faedcf",
        }
        | {"water": "#9cc4cf", "water-2": "#abced5", "water-3": "#bcd8da", "lake": "#abced5"}
        | {"peak": "#f9e9c8", "peak-shade": "#dcba80", "peak-edge": "#b48d55"},
        {
            "land": "#43382a",
            "land-2": "#382e22",
            "border": "#93794f",
            "state": "#584a37",
            "label-halo": "#2a2219",
        }
        | {"peak": "#4e4231", "peak-shade": "#2c241a", "peak-edge": "#86704c"},
    ),
    "snow": (
        {
            "land": "#eef2f4",
            "land-2": "#dce4e8",
            "border": "#8d9aa6",
            "state": "#c3ced5",
            "label-halo": "#f7f9fa",
        }
        | {"water": "#a3bfd2", "water-2": "#b1cad9", "water-3": "#c2d6e1", "lake": "#b1cad9"}
        | {"peak": "#fbfcfd", "peak-shade": "#c8d3da", "peak-edge": "#8a98a4"},
        {
            "land": "#333b43",
            "land-2": "#2a3138",
            "border": "#77848f",
            "state": "#464f58",
            "label-halo": "#1f252b",
        }
        | {"peak": "#424b54", "peak-shade": "#22282e", "peak-edge": "#76838e"},
    ),
}
"""The colors of ground and water that differ from LIGHT and DARK, by palette."""
