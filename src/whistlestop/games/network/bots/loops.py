"""Whole games between compiled bots, and playouts, each inside one compiled loop."""

from __future__ import annotations

from whistlestop.games.loops import loops_of
from whistlestop.games.network.machine import observe, play, score
from whistlestop.games.network.records import STATE

from .worlds import imagine

__all__ = ["play_kernels", "play_worlds"]

_LOOPS = loops_of(__name__, observe, play, score, imagine, STATE)
play_kernels, play_worlds = _LOOPS["play_kernels"], _LOOPS["play_worlds"]
