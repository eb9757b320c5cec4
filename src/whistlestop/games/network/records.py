"""The records of the map games, RULES, STATE and OBSERVATION: the shared fields and those of every mechanism."""

from __future__ import annotations

import numpy as np

from whistlestop.core.fields import i2, u8
from whistlestop.core.records import Layout, shared_fields, shared_rules

from .mechanisms import MECHANISMS
from .sizes import ACTIONS, TICKETS

RULES = np.dtype(
    [*shared_rules(ACTIONS), *(column for m in MECHANISMS.values() for column in m.columns)], align=True
)

LAYOUT = Layout([*shared_fields(TICKETS, i2), *(field for m in MECHANISMS.values() for field in m.fields)])
FIELDS = LAYOUT.fields
STATE, OBSERVATION = LAYOUT.state, LAYOUT.observation

# Scratch space of a playout. Arrays inside a record are not reference-counted; counting would add a third to the
# time of a random game.
PLAYOUT = np.dtype([("random", u8, 1), ("actions", i2, ACTIONS)], align=True)
