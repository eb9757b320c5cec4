"""Places of chat messages: a table by its id, the open room (None), or another room by a name that no table has."""

from __future__ import annotations

_LANGUAGE = "language/"


def language_room(language: str | None) -> str | None:
    """Return the place of the messages in the room of a language; None: the open room, for all languages."""
    return None if language is None else _LANGUAGE + language


def language_in(place: str | None) -> str | None:
    """Return the language whose room a place is; None for all other places."""
    return None if place is None or not place.startswith(_LANGUAGE) else place.removeprefix(_LANGUAGE)


def is_room(place: str | None) -> bool:
    """Return whether a place is a room, not a table."""
    return place is None or "/" in place
