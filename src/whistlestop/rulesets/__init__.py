"""Titles as data: one folder a ruleset, and the code that finds and loads them.

This folder alone names titles. It knows nothing of games under way, users or drawings.
"""

from __future__ import annotations

from collections.abc import Iterable
from dataclasses import replace
from functools import cache
from importlib.resources.abc import Traversable
from pathlib import Path
from typing import Any

from whistlestop.errors import RulesetError, short
from whistlestop.format import Ruleset, RulesetData
from whistlestop.kinds import KINDS

from .boards import board_folders, new_board, read_all
from .loader import builtin_folder, builtin_ids, find_folder, read_data, read_folder
from .released import archived_folders

__all__ = [
    "add_boards",
    "board_of",
    "check_ruleset",
    "is_present",
    "load_ruleset",
    "named_ruleset",
    "new_board",
    "read_boards",
    "released_ruleset",
    "ruleset_from_data",
    "ruleset_ids",
]

_added: dict[str, Ruleset] = {}
"""The boards that whoever runs this process has added, by id. Nothing that is sent to us gets in here."""


def ruleset_ids() -> list[str]:
    """The ids that can be named: the rulesets that come with the package in their order, then the boards added."""
    return [*builtin_ids(), *_added]


def read_boards(folders: Iterable[str | Path]) -> dict[str, Ruleset]:
    """Load boards of one's own, by id. Each folder is that of a board, or holds such folders.

    Raises RulesetError with everything that is wrong with any of them, and for two boards with one id.
    """
    return read_all(board_folders(folders), _load, {})


def add_boards(*folders: str | Path) -> list[str]:
    """Load boards of one's own, so that their ids can be used like those of built-in games; returns the ids.

    Each folder is that of a board, or holds such folders. From then on `load_ruleset`, `Game.new`, positions and
    records know these ids; what the folders hold later makes no difference. Raises RulesetError with everything that is
    wrong with any of the boards, and for two boards with one id; then none is added.
    """
    taken = {name: _folder(ruleset) for name, ruleset in _added.items()}
    wanted = board_folders(folders)
    _added.update(read_all([folder for folder in wanted if folder not in taken.values()], _load, taken))
    return [name for name, ruleset in _added.items() if _folder(ruleset) in wanted]


def _folder(ruleset: Ruleset) -> Path:
    return Path(str(ruleset.folders[0]))


@cache
def _builtin(name: str) -> Ruleset:
    return _load(builtin_folder(name))


def _load(folder: Traversable) -> Ruleset:
    """The ruleset of a folder."""
    found = read_folder(folder)
    kind = KINDS[found.data.machine]
    return replace(kind.data.ruleset.compile(found.data), folders=found.folders)


def _compile(data: RulesetData) -> Ruleset:
    kind = KINDS[data.machine]
    if problems := kind.data.find_problems(data):
        raise RulesetError.of([problem.text for problem in problems])
    return kind.data.ruleset.compile(data)


def named_ruleset(name: str) -> Ruleset:
    """The ruleset of this id that comes with the package or was added; raises RulesetError if there is none.

    For names out of records and positions: whoever sends one must not make us read a folder.
    """
    if name in _added:
        return _added[name]
    if name not in builtin_ids():
        raise RulesetError(f"no ruleset {short(name)}: not one of {', '.join(ruleset_ids())}")
    return _builtin(name)


@cache
def _archived(name: str, version: int) -> Ruleset:
    return _load(archived_folders()[name, version])


def released_ruleset(name: str, version: int, rules_hash: str | None = None) -> Ruleset:
    """A version of a ruleset that comes with the package, the present one or an earlier one, or of a board added.

    Raises RulesetError if there is none, or if its hash is another.
    """
    if name in ruleset_ids() and named_ruleset(name).version == version:
        found = named_ruleset(name)
    elif (name, version) in archived_folders():
        found = _archived(name, version)
    else:
        named_ruleset(name)  # perhaps there is none of this id at all
        raise RulesetError(f"there are other rules of {name} here, not version {version}")
    if rules_hash not in {None, found.hash}:
        raise RulesetError(f"version {version} is for other rules of {name} than those here")
    return found


def is_present(ruleset: Ruleset) -> bool:
    """Whether it is the present version of a ruleset that comes with the package: its id will do to name it."""
    return ruleset.id in builtin_ids() and _is(_builtin(ruleset.id), ruleset)


def _is(one: Ruleset, other: Ruleset) -> bool:
    return (one.version, one.hash) == (other.version, other.hash)


def board_of(ruleset: Ruleset) -> dict[str, Any] | None:
    """The ruleset as plain data, for records and positions; None if id and version will do: it was released."""
    if is_present(ruleset):
        return None
    key = (ruleset.id, ruleset.version)
    if key in archived_folders() and _is(_archived(*key), ruleset):
        return None
    return ruleset.data.plain()


def load_ruleset(name_or_path: str | Path) -> Ruleset:
    """Load a ruleset by its id or from a folder; raises RulesetError with everything that is wrong with it."""
    if not isinstance(name_or_path, (str, Path)):
        raise RulesetError(f"a ruleset is an id or a folder, not {type(name_or_path).__name__}")
    if isinstance(name_or_path, str) and name_or_path in ruleset_ids():
        return named_ruleset(name_or_path)
    return _load(find_folder(name_or_path, ruleset_ids()))


def check_ruleset(name_or_path: str | Path) -> list[str]:
    """Everything that is wrong with a ruleset, each with file and line; empty if nothing is."""
    try:
        load_ruleset(name_or_path)
    except RulesetError as error:
        return list(error.problems)
    return []


def ruleset_from_data(board: dict[str, Any]) -> Ruleset:
    """Compile a ruleset given as plain data, as a position may hold it; raises RulesetError."""
    return _compile(read_data(board))
