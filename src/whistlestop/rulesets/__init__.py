"""Titles as data: a folder for each ruleset, and the code that finds and loads them.

Only this folder names titles. It knows nothing of games in progress, users or drawings.
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
"""The boards that the user or host of this process has added, by id. Nothing received over the network gets in."""


def ruleset_ids() -> list[str]:
    """Return the known ids: the built-in rulesets in their order, then the added boards."""
    return [*builtin_ids(), *_added]


def read_boards(folders: Iterable[str | Path]) -> dict[str, Ruleset]:
    """Load custom boards, by id. Each folder is a board's folder or contains such folders.

    Raises RulesetError with all problems of any of them, and for two boards with one id.
    """
    return read_all(board_folders(folders), _load, {})


def add_boards(*folders: str | Path) -> list[str]:
    """Load custom boards, so that their ids can be used like those of built-in games; return the ids.

    Each folder is a board's folder or contains such folders. From then on `load_ruleset`, `Game.new`, positions and
    records know these ids; later changes of the folders have no effect. Raises RulesetError with all problems of any of
    the boards, and for two boards with one id; then none is added.
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
    """Return the ruleset of a folder."""
    found = read_folder(folder)
    kind = KINDS[found.data.machine]
    return replace(kind.data.ruleset.compile(found.data), folders=found.folders)


def _compile(data: RulesetData) -> Ruleset:
    kind = KINDS[data.machine]
    if problems := kind.data.find_problems(data):
        raise RulesetError.of([problem.text for problem in problems])
    return kind.data.ruleset.compile(data)


def named_ruleset(name: str) -> Ruleset:
    """Return the built-in or added ruleset with this id. Raises RulesetError if there is none.

    For names from records and positions, which must not make this process read a folder.
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
    """Return a version of a built-in ruleset, the present one or an earlier one, or of an added board.

    Raises RulesetError if there is none, or if its hash differs.
    """
    if name in ruleset_ids() and named_ruleset(name).version == version:
        found = named_ruleset(name)
    elif (name, version) in archived_folders():
        found = _archived(name, version)
    else:
        named_ruleset(name)  # perhaps the id itself is unknown
        raise RulesetError(f"there are other rules of {name} here, not version {version}")
    if rules_hash not in {None, found.hash}:
        raise RulesetError(f"version {version} is for other rules of {name} than those here")
    return found


def is_present(ruleset: Ruleset) -> bool:
    """Return whether it is the present version of a built-in ruleset, so that its id is enough to name it."""
    return ruleset.id in builtin_ids() and _is(_builtin(ruleset.id), ruleset)


def _is(one: Ruleset, other: Ruleset) -> bool:
    return (one.version, one.hash) == (other.version, other.hash)


def board_of(ruleset: Ruleset) -> dict[str, Any] | None:
    """Return the ruleset as plain data, for records and positions; None if id and version suffice, as for a release."""
    if is_present(ruleset):
        return None
    key = (ruleset.id, ruleset.version)
    if key in archived_folders() and _is(_archived(*key), ruleset):
        return None
    return ruleset.data.plain()


def load_ruleset(name_or_path: str | Path) -> Ruleset:
    """Load a ruleset by its id or from a folder. Raises RulesetError with all its problems."""
    if not isinstance(name_or_path, (str, Path)):
        raise RulesetError(f"a ruleset is an id or a folder, not {type(name_or_path).__name__}")
    if isinstance(name_or_path, str) and name_or_path in ruleset_ids():
        return named_ruleset(name_or_path)
    return _load(find_folder(name_or_path, ruleset_ids()))


def check_ruleset(name_or_path: str | Path) -> list[str]:
    """Return all problems of a ruleset, each with file and line; empty if there are none."""
    try:
        load_ruleset(name_or_path)
    except RulesetError as error:
        return list(error.problems)
    return []


def ruleset_from_data(board: dict[str, Any]) -> Ruleset:
    """Compile a ruleset given as plain data, as in a position. Raises RulesetError."""
    return _compile(read_data(board))
