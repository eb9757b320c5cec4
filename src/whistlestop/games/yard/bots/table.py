"""What everybody at the table has just seen."""

from __future__ import annotations

from whistlestop.core.fields import KEEP
from whistlestop.core.jit import jit
from whistlestop.core.types import Observation


@jit
def all_refused(o: Observation) -> bool:
    """Whether the player before drew tickets and kept none.

    Whoever draws tickets then as well may go on like that for ever with others who think alike (RUL-78). Our bots
    rather do something that brings the pass to its end.
    """
    return bool(o["did"] == KEEP and o["did_kept"] == 0 and o["did_refused"] > 0)
