"""The interface of a kind of game: everything that the rest of the program uses, in one object.

A kind of game is a package next to this module. Its `kind.py` creates a `Kind` object, and `whistlestop.kinds` lists
it; no other module names it. To add a kind, add a package and a line there.
"""

from __future__ import annotations

from dataclasses import dataclass

from whistlestop.core.machine import Machine

from .achievements import Achievement
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
    """Its name in views and, as `machine`, in `ruleset.toml`."""
    machine: Machine
    """The rules as compiled functions, and the records that they work on."""
    data: DataFormat
    """How titles are written, checked and compiled."""
    told: Told
    """Notation, positions, views, events and summaries."""
    results: Results
    """Tables of results."""
    advice: Advice
    """Plans and hints."""
    bots: Bots
    """Bots, and the functions that search uses."""
    encoding: Encoding
    """Observations and actions as arrays."""
    achievements: tuple[Achievement, ...]
    """The achievements of this kind."""
