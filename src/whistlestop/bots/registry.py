"""The list of bots, and the functions that make them from specs."""

from __future__ import annotations

import hashlib
import re
import warnings
from collections.abc import Callable, Collection, Iterable, Iterator, Mapping
from dataclasses import dataclass
from functools import cache
from typing import Any, NamedTuple

from whistlestop.errors import UnknownBot, UnsuitableBot, short
from whistlestop.format import Ruleset
from whistlestop.games.kernel import Kernel
from whistlestop.kinds import KINDS, kind_of

from .bot import Bot, KernelBot
from .levels import EAGER, EXPERT, HABITS, LEVELS, Habits, LevelBot
from .plain import Factory, build, give_texts, load, source
from .programs import PREFIX
from .search import OPTIONS, SearchBot

GROUP = "whistlestop.bots"
"""Entry point group by which other packages offer bots."""

NAME = re.compile(r"[a-z0-9][a-z0-9_.-]{0,63}")


@dataclass(frozen=True, slots=True)
class Entry:
    """A listed bot."""

    label: str
    level: int
    factory: Factory
    """Makes the bot; that of a built-in bot is called with the spec's options and the seed."""
    options: Collection[str] = ()
    """Options of a built-in bot without kernels."""
    seated: bool = True
    """Whether it can take a seat at a table: only bots that play every game."""
    offered: bool = True
    """Whether hosts can choose it at a table."""


def kernels(name: str) -> Mapping[str, Kernel]:
    """Return the kernels of a built-in bot by kind of game."""
    return {kind.name: kind.bots.kernels[name] for kind in KINDS.values() if name in kind.bots.kernels}


def _with_kernels(name: str) -> Entry:
    found = kernels(name)
    return Entry(
        name.replace("_", " ").capitalize(),
        max(kernel.level for kernel in found.values()),
        lambda options, seed: KernelBot(name, found, seed, options),
        seated=len(found) == len(KINDS),
        offered=False,
    )


def _with_habits(habits: Habits) -> Callable[[Mapping[str, int], int], Bot]:
    return lambda options, seed: LevelBot(habits, options, seed, make("planner"), eager(seed))


def eager(seed: int = 0) -> KernelBot:
    """Return the planner that does not wait before it claims, as levels use it."""
    return KernelBot("planner", kernels("planner"), seed, EAGER)


def _search(options: Mapping[str, int], seed: int) -> Bot:
    return SearchBot(options, seed, make("planner"))


_WITH_KERNELS = {name: _with_kernels(name) for kind in KINDS.values() for name in kind.bots.kernels}
_OWN = {
    **_WITH_KERNELS,
    # It uses all the time it is allowed, which would delay other tables of a server.
    "search": Entry("Search", 6, _search, OPTIONS, seated=False, offered=False),
    **{
        name: Entry(level.label, level.strength, _with_habits(level.habits), HABITS)
        for name, level in LEVELS.items()
    },
    EXPERT: Entry("Expert", 6, _search, OPTIONS),
}
_registered: dict[str, Entry] = {}


def kernel_names(ruleset: Ruleset | None = None) -> list[str]:
    """Return the names of bots with kernels, sorted. ruleset: only bots that play it."""
    return sorted(_WITH_KERNELS if ruleset is None else kind_of(ruleset).bots.kernels)


def names(ruleset: Ruleset | None = None, *, seated: bool = False, offered: bool = False) -> list[str]:
    """Return the names of all listed bots, sorted.

    ruleset: only bots that play it. seated: only bots that can take a seat at a table. offered: only bots that hosts
    can choose there.
    """
    every = {**_OWN, **from_packages(), **_registered}
    return sorted(
        name
        for name, entry in every.items()
        if (ruleset is None or plays(name, ruleset))
        and (entry.seated or not seated)
        and (entry.offered or not offered)
    )


def plays(name: str, ruleset: Ruleset) -> bool:
    """Return whether a listed bot plays a game. Bots of other packages are assumed to play every game."""
    return name not in _WITH_KERNELS or name in kind_of(ruleset).bots.kernels


def label(name: str) -> str:
    """Return a bot's name at tables."""
    return _entry(name).label


def level(name: str) -> int:
    """Return a bot's strength, from 1."""
    return _entry(name).level


def _entry(name: str) -> Entry:
    found = _OWN.get(name) or _registered.get(name) or from_packages().get(name)
    if found is None:
        more = "; name your own as module:Class, file.py:Class or program:COMMAND"
        raise UnknownBot(f"there is no bot {short(name)}; the bots are {', '.join(names())}{more}")
    return found


# Bots from other packages and files


def register(name: str, factory: Factory, *, label: str | None = None, level: int = 1) -> None:
    """List a bot under a name, which then works wherever a bot is named.

    factory: makes a bot, an object with a method `choose`; called with `seed=` if it accepts that. label: its name at
    tables. level: its strength, from 1. Raises ValueError for a name that is taken or malformed.
    """
    if not NAME.fullmatch(name):
        raise ValueError(
            f"{short(name)} is not a valid name for a bot: use lower-case letters, digits, and _ . - "
            "after the first character"
        )
    if name in _OWN or name in _registered:
        raise ValueError(f"the name {name} is taken by another bot")
    _registered[name] = Entry(label or name, level, factory)


def unregister(name: str) -> None:
    """Remove a registered bot from the list, if it is listed."""
    _registered.pop(name, None)


def add(spec: str) -> str:
    """Register the bot of a spec `module:Class`, `file.py:Class` or `program:COMMAND`, and return its name.

    The class may define `name`, `label` and `level`; the default name is that of the class or of the program's file, in
    lower case. Raises UnknownBot if it cannot be loaded or its name is taken.
    """
    factory = load(spec)
    name, entry = _described(factory, spec.rpartition(":")[2])
    if _registered.get(name) != entry:
        try:
            register(name, factory, label=entry.label, level=entry.level)
        except ValueError as error:
            raise UnknownBot(f"{spec}: {error}") from None
    return name


def _described(factory: Any, default: str) -> tuple[str, Entry]:
    """Return a bot's name and its entry."""
    label = getattr(factory, "label", None)
    level = getattr(factory, "level", None)
    name = getattr(factory, "name", None)
    return (
        name if isinstance(name, str) else default.lower(),
        Entry(
            label if isinstance(label, str) and label.strip() else default,
            level if isinstance(level, int) else 1,
            factory,
        ),
    )


@cache
def from_packages() -> dict[str, Entry]:
    """Return the bots of other packages. Leaves out, with a warning, those that cannot be loaded."""
    from importlib.metadata import entry_points  # noqa: PLC0415 - slow to import, and rarely needed

    found = {}
    for point in entry_points(group=GROUP):
        if point.name in _OWN or not NAME.fullmatch(point.name):
            warnings.warn(
                f"bot {point.name} of {point.value} is ignored: the name is taken or malformed", stacklevel=2
            )
            continue
        try:
            found[point.name] = _described(point.load(), point.name)[1]
        except Exception as error:  # noqa: BLE001 - a faulty package must not stop programs that do not use it
            warnings.warn(f"bot {point.name} of {point.value} cannot be loaded: {error}", stacklevel=2)
    return found


class OwnBots(NamedTuple):
    """The data that another process needs to make the same bots."""

    entries: dict[str, Entry]
    """Registered bots by name."""
    texts: dict[str, bytes]
    """Source text of bots' files, by their names in specs."""


def own_bots(specs: Iterable[str]) -> OwnBots:
    """Return the data that another process must `adopt` to know these bots. Raises UnknownBot."""
    specs = list(specs)
    return OwnBots(
        {name: _registered[name] for name in specs if name in _registered},
        {place: text for place, text in _sources(specs) if place.endswith(".py")},
    )


def adopt(own: OwnBots) -> None:
    """Register the bots of another process."""
    _registered.update(own.entries)
    give_texts(own.texts)


def checksums(specs: Iterable[str]) -> dict[str, str]:
    """Return the SHA-256 of each file and module of these bots, by its name in specs. Raises UnknownBot."""
    return {place: hashlib.sha256(text).hexdigest() for place, text in _sources(specs)}


def _sources(specs: Iterable[str]) -> Iterator[tuple[str, bytes]]:
    for spec in specs:
        found = None if _is_listed(spec) else source(spec)
        if found is not None:
            yield found


# Specs


def parse(spec: str) -> tuple[str, dict[str, int]]:
    """Split the spec of a listed bot into its name and its options, which follow a colon and are separated by commas.

    >>> parse("planner:tempo=300")
    ('planner', {'tempo': 300})

    A bot has the options of all its kernels; those for other kinds of game have no effect. Raises UnknownBot if there
    is no such bot or option, or if a value is not an integer.
    """
    name, _, rest = spec.partition(":")
    known = list(_entry(name).options)
    if name in _WITH_KERNELS:
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


def make(spec: str, seed: int = 0, ruleset: Ruleset | None = None) -> Bot:
    """Make a bot. If it depends only on its seed, the same seed and observations give the same choices.

    ruleset: the game that it will play. Raises UnknownBot if there is no such bot, UnsuitableBot if it does not play
    that game, and BotError if it cannot be made.
    """
    if not isinstance(spec, str):
        raise UnknownBot(f"the spec of a bot must be a string, not {type(spec).__name__}")
    if _is_listed(spec):
        name, options = parse(spec)
        if ruleset is not None:
            _check_plays(name, ruleset)
        factory = _entry(name).factory
        return factory(options, seed) if name in _OWN else build(factory, seed, name)
    return build(load(spec), seed, spec)


def check(spec: str, ruleset: Ruleset | None = None) -> None:
    """Raise UnknownBot if a spec names no bot, and UnsuitableBot if it does not play a game.

    Loads your own bots, but does not make them.
    """
    if not _is_listed(spec):
        load(spec)
        return
    name, _ = parse(spec)
    if ruleset is not None:
        _check_plays(name, ruleset)


def _check_plays(name: str, ruleset: Ruleset) -> None:
    if not plays(name, ruleset):
        who = ", ".join(names(ruleset))
        raise UnsuitableBot(f"the bot {name} does not play {ruleset.name}; {who} do")


def _is_listed(spec: str) -> bool:
    """Return whether a spec starts with the name of a listed bot, or cannot name a file, module or program."""
    if spec.startswith(PREFIX):
        return False
    name, colon, _ = spec.partition(":")
    return not colon or name in _OWN or name in _registered or name in from_packages()
