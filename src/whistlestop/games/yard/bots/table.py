"""Public information about the previous action."""

from __future__ import annotations

from whistlestop.core.fields import KEEP
from whistlestop.core.jit import jit
from whistlestop.core.types import Observation


@jit
def all_refused(o: Observation) -> bool:
    """Return whether the previous player drew tickets and kept none.

    If a bot then draws tickets as well, bots that decide alike may continue forever (RUL-78). Our bots choose an action
    that advances the pass instead.
    """
    return bool(o["did"] == KEEP and o["did_kept"] == 0 and o["did_refused"] > 0)
