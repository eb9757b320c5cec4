"""The contributions of mechanisms to descriptions of games: words, events, views, positions, summaries, tables.

The `told.py` beside a mechanism's `rules.py` defines one `Telling` (`parts.py`). The other modules combine those of a
kind: records get the fields of every mechanism, in the order of the mechanisms (`records.py`).
"""

from __future__ import annotations

from .parts import Part, Telling, Word, tellings

__all__ = ["Part", "Telling", "Word", "tellings"]
