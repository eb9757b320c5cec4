"""Events of the map games: what each action was, in the words of its mechanism, and what followed from it."""

from __future__ import annotations

from whistlestop.core import fields
from whistlestop.games.telling import events_of, what_happened
from whistlestop.observation import Observation
from whistlestop.text import events as common
from whistlestop.text.events import Event

from .telling import TELLINGS

EVENTS = events_of(TELLINGS)
"""Those that only these games have."""


def events(before: Observation, after: Observation, _live: bool) -> list[Event]:
    """What the seat learns from one action, in order."""
    told = what_happened(TELLINGS, before, after)
    if after.values["final_left"] != fields.NONE and before.values["final_left"] == fields.NONE:
        told.append(common.final_round(after))
    return told + common.ending(before, after)
