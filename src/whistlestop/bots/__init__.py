"""Players made of code. A bot is given an `Observation` and returns an action, and knows nothing else.

`names` lists them, `make` makes one from a text such as `planner` or `planner:tempo=300`. A bot has a kernel for
each machine, in the folder of the machine; docs/bots.md says how each thinks, how strong it is, and how to add
one's own.
"""

from __future__ import annotations

import re
from dataclasses import dataclass
from typing import TYPE_CHECKING

from whistlestop.errors import UnknownBot
from whistlestop.games.kernel import GREEDY, PLANNER, RANDOM, Kernel
from whistlestop.kinds import KINDS

from .bot import Bot, KernelBot

if TYPE_CHECKING:
    from collections.abc import Mapping

__all__ = ["Bot", "Kernel", "KernelBot", "kernels", "label", "level", "make", "names", "parse"]


def kernels(name: str) -> Mapping[str, Kernel]:
    """How a bot plays the games of each kind."""
    return {kind.name: kind.kernels[name] for kind in KINDS.values()}


@dataclass(frozen=True, slots=True)
class _Entry:
    label: str
    level: int
    code: int


_BOTS = {
    "greedy": _Entry("Greedy", 2, GREEDY),
    "planner": _Entry("Planner", 3, PLANNER),
    "random": _Entry("Random", 1, RANDOM),
}


def names() -> list[str]:
    """The names of all bots, in alphabetical order."""
    return sorted(_BOTS)


def _entry(name: str) -> _Entry:
    if name not in _BOTS:
        raise UnknownBot(f"there is no bot {name!r}; there are {', '.join(names())}")
    return _BOTS[name]


def label(name: str) -> str:
    """What to call a bot at a table."""
    return _entry(name).label


def level(name: str) -> int:
    """How strong a bot is, from 1 up."""
    return _entry(name).level


def parse(spec: str) -> tuple[str, dict[str, int]]:
    """Take a spec apart: the bot's name, and after a colon its options with commas between.

    >>> parse("planner:tempo=300")
    ('planner', {'tempo': 300})

    A bot has the options of all its kernels; those of another kind's games change nothing. Raises UnknownBot if
    there is no such bot or option, or if a value is not an integer.
    """
    name, _, rest = spec.partition(":")
    _entry(name)
    known = [option for kernel in kernels(name).values() for option in kernel.numbers]
    options: dict[str, int] = {}
    for part in filter(None, rest.split(",")):
        option, _, value = part.partition("=")
        if option not in known:
            there = f"its options are {', '.join(known)}" if known else "it has none"
            raise UnknownBot(f"the bot {name} has no option {option!r}; {there}")
        if not re.fullmatch(r"-?[0-9]{1,9}", value):
            raise UnknownBot(f"option {option} of the bot {name} takes an integer, not {value!r}")
        options[option] = int(value)
    return name, options


def make(spec: str, seed: int = 0) -> Bot:
    """Make a bot. The same seed and the same observations give the same choices.

    Raises UnknownBot, see `parse`.
    """
    name, options = parse(spec)
    return KernelBot(_entry(name).code, kernels(name), seed, options)
