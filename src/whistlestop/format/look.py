"""How a board is drawn where its maker decides and not the layout solver. Nothing of it affects play."""

from __future__ import annotations

from typing import Annotated, Literal

from msgspec import Meta, Struct, field

from .schema import Slug

__all__ = ["Drawing", "Inset", "Palette", "Rectangle", "Side", "TitlePlace"]

Side = Literal["left", "right", "top", "bottom", "top_left", "top_right", "bottom_left", "bottom_right"]
TitlePlace = Literal["free", "none", "top_left", "top_right", "bottom_left", "bottom_right"]
Palette = Literal["paper", "meadow", "sand", "snow"]


Ring = Annotated[tuple[float, ...], Meta(max_length=2000)]
Rectangle = Annotated[tuple[float, ...], Meta(max_length=4)]
"""West, south, east and north in degrees. Across the date line, west is greater than east."""


class Inset(Struct, frozen=True, forbid_unknown_fields=True):
    """A framed box that shows another part of the earth at its own scale.

    earth: the part that it shows; the cities there are drawn in the box. box: the place of the box on the main map.
    """

    earth: Rectangle
    box: Rectangle


class Drawing(Struct, frozen=True, forbid_unknown_fields=True):
    """How a board is drawn.

    margin: from the outermost item to the edge, in drawing units; a train space is 36 long. title: where its plate is;
    "free" is the free place nearest to a corner. names: the side of the city on which its name is; the solver chooses
    for all others. land: rings of land, each as lon, lat, lon, lat, ...; they replace all outlines of the world, which
    are too coarse for a city. insets: boxes with other parts of the earth.
    """

    margin: Annotated[int, Meta(ge=0, le=200)] = 26
    title: TitlePlace = "free"
    palette: Palette = "paper"
    names: dict[Slug, Side] = field(default_factory=dict)
    land: Annotated[tuple[Ring, ...], Meta(max_length=32)] = ()
    insets: Annotated[tuple[Inset, ...], Meta(max_length=4)] = ()
