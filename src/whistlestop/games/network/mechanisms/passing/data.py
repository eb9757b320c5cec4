"""The action of passing (RUL-13)."""

from __future__ import annotations

from typing import Any

from whistlestop.core import fields
from whistlestop.format.catalogue import Catalogue
from whistlestop.games.writing import Writing


def actions(catalogue: Catalogue, _ruleset: Any) -> None:
    """Add passing."""
    catalogue.r["id_pass"] = catalogue.add(fields.PASS)


WRITING = Writing(actions=actions)
