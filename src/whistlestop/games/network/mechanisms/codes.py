"""Numbers for what mechanisms add: types of action, phases and tie-breakers.

A new mechanism takes the next one with `next()` in its `rules.py`. They follow from the list of mechanisms alone, since
that imports all of them in its order. Nothing but compiled code keeps them. The first mechanisms have fixed numbers.
"""

from __future__ import annotations

from itertools import count

ACTION_TYPES = count(9)
PHASES = count(7)
TIE_BREAKS = count(5)
