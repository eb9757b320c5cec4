"""What a kind of game is: what the rest of the program asks of it, in one object.

A kind of game is a package beside this module. Its `kind.py` makes the one `Kind` object, and `whistlestop.kinds` lists
it; nothing else names it. A new kind is a package and a line there.
"""

from __future__ import annotations

from dataclasses import dataclass

from whistlestop.core.machine import Machine

from .advice import Advice
from .bots import Bots
from .dataformat import DataFormat
from .encoding import Encoding
from .telling.results import Results
from .telling.told import Told


@dataclass(frozen=True, eq=False, kw_only=True)
class Kind:
    """One kind of game."""

    name: str
    """What `ruleset.toml` and views call it, as `machine`."""
    machine: Machine
    """The rules as compiled functions, and the records on which they work."""
    data: DataFormat
    """How titles are written down, checked and compiled."""
    told: Told
    """Notation, positions, views, events and summaries."""
    results: Results
    """Tables of results."""
    advice: Advice
    """Plans and hints."""
    bots: Bots
    """Bots, and what a search needs."""
    encoding: Encoding
    """What a seat knows, and may do, as arrays."""
