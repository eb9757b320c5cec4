"""Variants: other tickets, deals or bonuses on the same board, declared in the board's own folder.

A section `[variants.NAME]` of `ruleset.toml` holds the differences from the board. A table may have a last column
`variants` with the variants that a row belongs to; `base` is the board itself, and an empty cell means all of them. The
id of a variant is that of the board, an underscore and the name, so it is accepted wherever an id is. A variant has the
version of its board, because both are archived together.
"""

from __future__ import annotations

import re
from typing import Any

from whistlestop.format.shape import Fault

SECTION = "variants"
"""The section of `ruleset.toml`, and the last column of a table."""
BASE = "base"
"""The name of the board itself in that column."""

_NAME = re.compile(r"[a-z0-9]+(_[a-z0-9]+)*")
_SHARED = ("base", "id", "machine", "version")
"""Settings that a variant cannot replace."""


def variant_names(settings: dict[str, Any]) -> tuple[str, ...]:
    """Return the names of the variants in the content of a `ruleset.toml` without faults."""
    return tuple(settings.get(SECTION, ()))


def variant_faults(settings: dict[str, Any]) -> list[Fault]:
    """Return the faults in the declarations of variants, apart from their settings."""
    section = settings.get(SECTION, {})
    if not isinstance(section, dict):
        return [Fault((SECTION,), f"expected a section for each variant, not {type(section).__name__}")]
    faults = []
    for name, own in section.items():
        if name == BASE or not _NAME.fullmatch(name):
            text = "the name must be lower-case letters and digits, with single underscores, and not base"
            faults.append(Fault((SECTION, name), text))
        elif not isinstance(own, dict):
            faults.append(Fault((SECTION, name), f"expected a section, not {type(own).__name__}"))
        else:
            shared = [key for key in _SHARED if key in own]
            faults += [Fault((SECTION, name, key), f"a variant has the {key} of its board") for key in shared]
    return faults


def variant_id(board: object, variant: str) -> str:
    """Return the id of a board's variant; that of the board if `variant` is empty."""
    return f"{board}_{variant}" if variant else str(board)


def with_variant(settings: dict[str, Any], variant: str) -> dict[str, Any]:
    """Return the settings of a variant; those of the board if `variant` is empty."""
    board = {key: value for key, value in settings.items() if key != SECTION}
    if not variant:
        return board
    board["id"] = variant_id(board.get("id", ""), variant)
    # The board's names in other languages are not the variant's.
    translations = board.get("translations")
    if isinstance(translations, dict):
        board["translations"] = {
            language: {key: value for key, value in names.items() if key != "name"}
            for language, names in translations.items()
            if isinstance(names, dict)
        }
    return merged(board, settings[SECTION][variant])


def merged(taken: dict[str, Any], own: dict[str, Any]) -> dict[str, Any]:
    """Return settings overridden by others, key by key."""
    both = {
        key: merged(taken[key], value)
        for key, value in own.items()
        if isinstance(value, dict) and isinstance(taken.get(key), dict)
    }
    return taken | own | both
