"""Bots. A bot gets an `Observation`, its only source of knowledge, and returns an action.

`names` lists them; `make` creates one from a spec: `planner`, `planner:tempo=300`, `module:Class`, `file.py:Class` or
`program:COMMAND`. A built-in bot has a kernel for each kind of game that it plays, in the folder of that kind, or is
built on bots that have kernels. Any object with a method `choose` is a bot, too. docs/bots.md lists our bots;
docs/writing-a-bot.md explains how to add one.
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
