"""Game titles as data, one folder for each board with its variants, and the code that finds and loads them.

Only this folder names titles. It does not depend on games in progress, users or drawings.
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
from whistlestop.format.schema import slug
from whistlestop.kinds import KINDS

from .boards import board_folders, new_board, read_all
from .installed import find_source, install, installed_boards, uninstall
from .loader import (
    builtin_folder,
    builtin_ids,
    builtin_rulesets,
    find_folder,
    is_builtin,
    read_data,
    read_folder,
    variants_of,
)
from .released import archived_folders

__all__ = [
    "add_boards",
    "add_installed",
    "board_of",
    "board_without_tickets",
    "check_ruleset",
    "install_board",
    "is_present",
    "load_ruleset",
    "named_ruleset",
    "new_board",
    "read_boards",
    "released_ruleset",
    "ruleset_from_data",
    "ruleset_ids",
    "uninstall_board",
]

_added: dict[str, Ruleset] = {}
"""Boards registered in this process, by id. Input from clients cannot add any."""


def ruleset_ids(*, variants: bool = False) -> list[str]:
    """List the ids of the built-in games and the registered boards; with `variants` also those of their variants.

    The variants of a board follow it.
    """
    if variants:
        return [*builtin_rulesets(), *_added]
    return [*builtin_ids(), *(name for name, ruleset in _added.items() if not ruleset.variant_of)]


def read_boards(folders: Iterable[str | Path], *, installed: bool = False) -> dict[str, Ruleset]:
    """Load your own boards and their variants, by id. Each folder is a board, or contains boards.

    installed: load the boards that this user has added, too; those in `folders` replace them.

    Raises RulesetError with all errors, including two boards with the same id.
    """
    found = read_all(board_folders(folders), _load_all, {})
    if not installed:
        return found
    return found | read_all(
        installed_boards(found), _load_all, {name: _folder(one) for name, one in found.items()}
    )


def add_boards(*folders: str | Path) -> list[str]:
    """Register your own boards, so that their ids work like those of built-in games; return the ids.

    Each folder is a board, or contains boards. `load_ruleset`, `Game.new`, positions and records then accept these ids.
    Later changes in the folders have no effect. Raises RulesetError with all errors, including two boards with the same
    id; in that case nothing is registered.
    """
    taken = {name: _folder(ruleset) for name, ruleset in _added.items()}
    wanted = board_folders(folders)
    _added.update(read_all([folder for folder in wanted if folder not in taken.values()], _load_all, taken))
    return [name for name, ruleset in _added.items() if _folder(ruleset) in wanted]


def add_installed() -> None:
    """Register the boards that this user has added, except those whose ids are registered already.

    Raises RulesetError with all errors in them.
    """
    add = installed_boards(ruleset_ids(variants=True))
    if add:
        add_boards(*add)


def install_board(name_or_path: str) -> Ruleset:
    """Add a board to this computer for all later commands; return it. Its id must not be that of a built-in game.

    name_or_path: its folder, or in a checkout of the repository the name of a published board. A board with the same
    id that was added earlier is replaced.

    Raises RulesetError with all errors.
    """
    source = find_source(name_or_path)
    ruleset = _load_all(source)[0]
    _added.pop(install(source), None)
    return ruleset


def uninstall_board(name: str) -> None:
    """Delete a board that was added with `install_board`. Raises RulesetError if there is none with this id."""
    uninstall(name)


def _folder(ruleset: Ruleset) -> Path:
    return Path(str(ruleset.folders[0]))


@cache
def builtin_ruleset(name: str) -> Ruleset:
    """Return a built-in ruleset."""
    board, variant = builtin_rulesets()[name]
    return _load(builtin_folder(board), variant)


def _load(folder: Traversable, variant: str = "") -> Ruleset:
    """Load the board of a folder, or a variant of it."""
    found = read_folder(folder, variant)
    kind = KINDS[found.data.machine]
    return replace(kind.data.ruleset.compile(found.data), folders=found.folders, variant_of=found.variant_of)


def _load_all(folder: Traversable) -> list[Ruleset]:
    """Load the board of a folder and its variants. Raises RulesetError with the errors of all of them."""
    found: list[Ruleset] = []
    problems: list[str] = []
    for variant in ("", *variants_of(folder)):
        try:
            found.append(_load(folder, variant))
        except RulesetError as error:
            problems += [problem for problem in error.problems if problem not in problems]
    if problems:
        raise RulesetError.of(problems)
    return found


def _compile(data: RulesetData) -> Ruleset:
    kind = KINDS[data.machine]
    if problems := kind.data.find_problems(data):
        raise RulesetError.of([problem.text for problem in problems])
    return kind.data.ruleset.compile(data)


def named_ruleset(name: str) -> Ruleset:
    """Return the built-in ruleset, registered board or variant with this id.

    Raises RulesetError if it does not exist.

    For ids from records and positions: it never reads a folder, because these can come from untrusted users.
    """
    if name in _added:
        return _added[name]
    if not is_builtin(name):
        known = ", ".join(ruleset_ids(variants=True))
        raise RulesetError(f"unknown ruleset {short(name)}: not one of {known}")
    return builtin_ruleset(name)


@cache
def archived_ruleset(name: str, version: int) -> Ruleset:
    """Return an earlier version of a built-in ruleset."""
    return _load(*archived_folders()[name, version])


def released_ruleset(name: str, version: int, rules_hash: str | None = None) -> Ruleset:
    """Return the current or an earlier version of a built-in ruleset, or a registered board.

    Raises RulesetError if it does not exist or its hash differs.
    """
    if _is_known(name) and named_ruleset(name).version == version:
        found = named_ruleset(name)
    elif (name, version) in archived_folders():
        found = archived_ruleset(name, version)
    else:
        named_ruleset(name)  # raises if there is no ruleset with this id
        raise RulesetError(f"there are other rules of {name} here, not version {version}")
    if rules_hash not in {None, found.hash}:
        raise RulesetError(f"version {version} is for other rules of {name} than those of this installation")
    return found


def is_present(ruleset: Ruleset) -> bool:
    """Return whether this is the current version of a built-in ruleset, which its id identifies."""
    return is_builtin(ruleset.id) and _is(builtin_ruleset(ruleset.id), ruleset)


def _is_known(name: str) -> bool:
    return name in _added or is_builtin(name)


def _is(one: Ruleset, other: Ruleset) -> bool:
    return (one.version, one.hash) == (other.version, other.hash)


def board_of(ruleset: Ruleset) -> dict[str, Any] | None:
    """Return the ruleset as plain data for records and positions; None if id and version suffice."""
    if is_present(ruleset):
        return None
    key = (ruleset.id, ruleset.version)
    if key in archived_folders() and _is(archived_ruleset(*key), ruleset):
        return None
    return ruleset.data.plain()


def load_ruleset(name_or_path: str | Path) -> Ruleset:
    """Load a ruleset by its id or from a folder. Raises RulesetError with all errors."""
    if not isinstance(name_or_path, (str, Path)):
        raise RulesetError(f"a ruleset must be an id or a folder, not {type(name_or_path).__name__}")
    if isinstance(name_or_path, str):
        if not _is_known(name_or_path) and slug(name_or_path) == name_or_path:
            add_installed()
        if _is_known(name_or_path):
            return named_ruleset(name_or_path)
    return _load(find_folder(name_or_path, ruleset_ids(variants=True)))


def board_without_tickets(name_or_path: str | Path) -> RulesetData:
    """Return the data of a ruleset whose tickets may be missing or invalid.

    Raises RulesetError with all other errors.
    """
    if isinstance(name_or_path, str) and name_or_path in ruleset_ids():
        return named_ruleset(name_or_path).data
    return read_folder(find_folder(name_or_path, ruleset_ids()), without=frozenset({"tickets"})).data


def check_ruleset(name_or_path: str | Path) -> list[str]:
    """List all errors of a ruleset and, in a folder, of its variants, each with file and line; empty if it is valid."""
    try:
        if isinstance(name_or_path, str) and _is_known(name_or_path):
            named_ruleset(name_or_path)
        else:
            _load_all(find_folder(name_or_path, ruleset_ids(variants=True)))
    except RulesetError as error:
        return list(error.problems)
    return []


def ruleset_from_data(board: dict[str, Any]) -> Ruleset:
    """Compile a ruleset given as plain data, as in a position. Raises RulesetError."""
    return _compile(read_data(board))
