"""Load bots by `module:Class`, `file.py:Class` or `program:COMMAND`."""

from __future__ import annotations

import importlib
import importlib.util
import inspect
import sys
from collections.abc import Callable, Mapping
from functools import cache
from importlib.abc import SourceLoader
from pathlib import Path
from types import ModuleType
from typing import Any

from whistlestop.errors import BotError, UnknownBot, short

from . import programs
from .bot import Bot

Factory = Callable[..., Any]

_texts: dict[str, bytes] = {}
"""Contents of files by their names in specs, as read by this or another process."""


@cache
def load(spec: str) -> Factory:
    """Return a factory for the class, function, bot or program that a spec names. Raises UnknownBot."""
    if spec.startswith(programs.PREFIX):
        return programs.parse(spec)
    place, _, name = spec.rpartition(":")
    if not place or not name.isidentifier():
        raise UnknownBot(f"{short(spec)} names no bot: use module:Class, file.py:Class or program:COMMAND")
    try:
        module = _module_of_file(place) if _is_file(place) else _module(place)
    except Exception as error:  # whatever the module raises
        raise UnknownBot(f"{spec}: {type(error).__name__}: {error}") from error
    found = getattr(module, name, None)
    if hasattr(found, "choose") and not isinstance(found, type):
        return lambda: found
    if not callable(found):
        raise UnknownBot(f"{spec}: {place} has no class {name}")
    return found


def forget() -> None:
    """Forget the loaded files, so that they are read again as in a new process."""
    load.cache_clear()
    _module_of_file.cache_clear()
    _texts.clear()


def _is_file(place: str) -> bool:
    return place.endswith(".py")


def _module(name: str) -> ModuleType:
    here = str(Path.cwd())
    if here not in sys.path:  # unlike `python -m`, a program does not search the current folder
        sys.path.append(here)
    return importlib.import_module(name)


class _Text(SourceLoader):
    """Loads a module from text that this or another process has read."""

    def __init__(self, path: str, text: bytes) -> None:
        self.path = path
        self.text = text

    def get_filename(self, fullname: str) -> str:  # noqa: ARG002 - it is one file
        return self.path

    def get_data(self, path: str) -> bytes:
        return self.text if path == self.path else Path(path).read_bytes()


@cache
def _module_of_file(place: str) -> ModuleType:
    file = Path(place).resolve()
    text = _texts[place] if place in _texts else file.read_bytes()
    name = f"whistlestop_bot_{file.stem}_{hash(file):x}".replace("-", "_")
    spec = importlib.util.spec_from_file_location(name, file, loader=_Text(str(file), text))
    if spec is None or spec.loader is None:
        raise ImportError(f"{file} cannot be read as Python")
    module = importlib.util.module_from_spec(spec)
    sys.modules[name] = module
    try:
        spec.loader.exec_module(module)
    except BaseException:
        del sys.modules[name]
        raise
    _texts[place] = text
    return module


def source(spec: str) -> tuple[str, bytes] | None:
    """Return the file or module that a spec names, and its content. Raises UnknownBot.

    Returns None for a module that is not a Python file, and for a program whose command names no file.
    """
    factory = load(spec)
    if isinstance(factory, programs.Program):
        return None if factory.file is None else (str(factory.file), factory.file.read_bytes())
    place = spec.rpartition(":")[0]
    if _is_file(place):
        return place, _texts[place]
    file = getattr(sys.modules.get(place), "__file__", None) or ""
    return (place, Path(file).read_bytes()) if _is_file(file) else None


def give_texts(texts: Mapping[str, bytes]) -> None:
    """Use these texts for files that another process has read, even if they exist here."""
    _texts.update(texts)


def build(factory: Factory, seed: int, name: str) -> Bot:
    """Make a bot, with a seed if it takes one. Raises BotError if this fails or the result is not a bot."""
    try:
        bot = factory(seed=seed) if _takes_seed(factory) else factory()
    except Exception as error:  # whatever the bot raises
        raise BotError(f"bot {name} cannot be made: {type(error).__name__}: {error}", name) from error
    if not callable(getattr(bot, "choose", None)):
        raise BotError(f"bot {name}: {type(bot).__name__} has no method choose", name)
    made: Bot = bot
    return made


def _takes_seed(factory: Factory) -> bool:
    try:
        return "seed" in inspect.signature(factory).parameters
    except (TypeError, ValueError):  # some built-in callables have no signature
        return False
