"""What a mechanism adds to what is written and said of a game: words, events, views, positions, summaries, tables.

A mechanism has a `told.py` beside its `rules.py`, which makes one `Telling` (`parts.py`). The other modules combine
those of a kind: records get the fields of every mechanism, in the order of the mechanisms (`records.py`).
"""

from __future__ import annotations

from .parts import Part, Telling, Word, tellings

__all__ = ["Part", "Telling", "Word", "tellings"]
