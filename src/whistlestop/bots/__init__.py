"""Players made of code. A bot is given an `Observation` and returns an action, and knows nothing else.

`names` lists them, `make` makes one from a spec: `planner`, `planner:tempo=300`, `module:Class` or `file.py:Class`.
The bots of this package have a kernel for each kind of game that they play, in its folder, or search by playing on with
those that do; any object with a method `choose` is a bot as well. docs/bots.md lists ours,
docs/writing-a-bot.md says how to add one.
"""

from __future__ import annotations

from whistlestop.games.kernel import Kernel

from .bot import Bot, KernelBot, ask
from .levels import LEVELS, LevelBot
from .registry import (
    add,
    check,
    kernel_names,
    kernels,
    label,
    level,
    make,
    names,
    parse,
    plays,
    register,
    unregister,
)
from .search import SearchBot

__all__ = [
    "LEVELS",
    "Bot",
    "Kernel",
    "KernelBot",
    "LevelBot",
    "SearchBot",
    "add",
    "ask",
    "check",
    "kernel_names",
    "kernels",
    "label",
    "level",
    "make",
    "names",
    "parse",
    "plays",
    "register",
    "unregister",
]
