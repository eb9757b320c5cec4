"""The kinds of game that there are. This is the only list of them."""

from __future__ import annotations

from .games.kind import Kind
from .games.network.kind import NETWORK
from .games.yard.kind import YARD

KINDS: dict[str, Kind] = {kind.name: kind for kind in (NETWORK, YARD)}
"""By the name that rulesets use."""

DEFAULT = NETWORK
"""The kind of a ruleset that names none."""
