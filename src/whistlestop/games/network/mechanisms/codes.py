"""Numbers for the mechanisms' action types, phases and tie-breakers.

A new mechanism takes the next number with `next()` in its `rules.py`. The numbers depend only on the list of
mechanisms, which imports all of them in its order. Only compiled code stores them. The first mechanisms have fixed
numbers.
"""

from __future__ import annotations

from itertools import count

ACTION_TYPES = count(9)
PHASES = count(7)
TIE_BREAKS = count(5)
