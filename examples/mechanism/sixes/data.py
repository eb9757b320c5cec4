"""The data format of the bonus for routes of length 6."""

from __future__ import annotations

from typing import Any

import numpy as np
from msgspec import Struct

from whistlestop.format.schema import Count
from whistlestop.games.telling import Part
from whistlestop.games.writing import Writing


class Sixes(Struct, frozen=True, forbid_unknown_fields=True):
    """The bonus for the most routes of length 6; 0: none."""

    sixes: Count = 0


class Settings(Struct, frozen=True):
    """Sections of `ruleset.toml`."""

    scoring: Sixes = Sixes()


def fill(r: Any, ruleset: Any) -> None:
    """Fill in the points and the routes that count."""
    r["six_bonus"] = ruleset.data.scoring.sixes
    for number, route in enumerate(ruleset.routes):
        if route.length == 6:
            r["sixes"][number // 64] |= np.uint64(1 << number % 64)


class Numbers(Struct, kw_only=True):
    """Return the explanation of the bonus."""

    sixes: int


def numbers(data: Any) -> dict[str, Any]:
    """Return the values of `Numbers`."""
    return {"sixes": data.scoring.sixes}


WRITING = Writing(settings=Settings, fill=fill, numbers=Part(Numbers, numbers))
