"""Whole games between compiled bots, and playouts, each inside one compiled loop."""

from __future__ import annotations

from whistlestop.games.loops import loops_of
from whistlestop.games.yard.machine import MACHINE

from .worlds import imagine

LOOPS = loops_of(__name__, MACHINE, imagine)
