"""The texts of notifications, in the user's language: a catalog for each language, without plurals."""

from __future__ import annotations

import functools
import json
from importlib import resources
from typing import TYPE_CHECKING

if TYPE_CHECKING:
    from whistlestop.server.messages.notices import Language


@functools.cache
def catalogue(language: Language) -> dict[str, str]:
    """Return the texts of a language."""
    file = resources.files(__package__) / "texts" / f"{language}.json"
    found: dict[str, str] = json.loads(file.read_text(encoding="utf-8"))
    return found


def say(language: Language, text: str, **values: str) -> str:
    """Return a text with its values, inserted as they are."""
    return catalogue(language)[text].format_map(values)
