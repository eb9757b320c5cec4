"""The data with which a page without a server checks and draws boards (web/src/local/studio, web/src/local/boards)."""

from __future__ import annotations

from typing import Annotated, Any, get_args, get_origin, get_type_hints

import msgspec
from msgspec import NODEFAULT, Meta, Struct

from whistlestop.drawing import art, svg, thumbnail
from whistlestop.drawing.furniture import LARGEST_TITLE, RADII, TITLE_SHAPE
from whistlestop.drawing.mountains import ranges
from whistlestop.format.look import Palette
from whistlestop.format.shape import choices
from whistlestop.kinds import DEFAULT
from whistlestop.languages import LANGUAGES
from whistlestop.rulesets.loader import builtin_rulesets

__all__ = ["description", "drawing"]


def description() -> dict[str, Any]:
    """Return the shape of a board, the languages of its translations, and the ids that are taken."""
    return {
        "machine": DEFAULT.name,
        "board": _type(DEFAULT.data.ruleset.shape),
        "languages": list(LANGUAGES),
        "taken": sorted(builtin_rulesets()),
    }


def drawing() -> dict[str, Any]:
    """Return what all drawings share: style sheets by palette, symbols, tones of areas, and the mark of mountains.

    The plate of the title is as large as the largest, the compass rose too; ranges of mountains are the highest first.
    """
    palettes: tuple[Palette, ...] = get_args(Palette)
    return {
        "whole": {palette: art.style("auto", palette) for palette in palettes},
        "thumbnail": {palette: thumbnail.style(palette) for palette in palettes},
        "symbols": art.symbols(),
        "tones": art.TONES,
        "cross": svg.CROSS,
        "small": svg.SMALL_SPACE,
        "plate": [LARGEST_TITLE, svg.plate_shape(0, 0, LARGEST_TITLE, LARGEST_TITLE * TITLE_SHAPE)],
        "rose": [RADII[0], svg.rose_shape(RADII[0])],
        "ranges": [
            {"height": row.height, "width": row.width, "crest": [float(value) for value in row.crest.ravel()]}
            for row in ranges()
        ],
    }


def _type(hint: Any) -> dict[str, Any]:
    """Return a type: its `kind`, and what values it takes."""
    if isinstance(hint, type) and issubclass(hint, Struct):
        return {
            "kind": "struct",
            "fields": {field.name: _field(hint, field) for field in msgspec.structs.fields(hint)},
        }
    if words := choices(hint):
        return {"kind": "words", "words": list(words)}
    bare, metas = (get_args(hint)[0], get_args(hint)[1:]) if get_origin(hint) is Annotated else (hint, ())
    limits = {
        name: value
        for meta in metas
        if isinstance(meta, Meta)
        for name in ("ge", "le", "max_length", "pattern", "description")
        if (value := getattr(meta, name)) is not None
    }
    if "pattern" in limits:  # unlike Python's $, that of JavaScript matches only at the end
        limits["pattern"] = limits["pattern"].replace(r"\Z", "$")
    of = get_args(bare)
    if get_origin(bare) is tuple:
        return {"kind": "array", "of": _type(of[0])} | limits
    if get_origin(bare) is dict:
        return {"kind": "object", "key": _type(of[0]), "of": _type(of[1])} | limits
    if type(None) in of:
        return _type(of[0]) | {"null": True}
    return {"kind": bare.__name__} | limits


def _field(shape: type[Struct], field: msgspec.structs.FieldInfo) -> dict[str, Any]:
    """Return the type of a field, and its default, if it has one."""
    found = _type(get_type_hints(shape, include_extras=True)[field.name])
    default = field.default_factory() if field.default_factory is not NODEFAULT else field.default
    return found if default is NODEFAULT else found | {"default": msgspec.to_builtins(default)}
