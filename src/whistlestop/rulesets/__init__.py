"""Titles as data: one folder a ruleset, and the code that finds and loads them.

This folder alone names titles. It knows nothing of games under way, users or drawings.
"""

from __future__ import annotations

from functools import cache
from pathlib import Path
from typing import Any

import msgspec

from whistlestop.errors import RulesetError, short
from whistlestop.format import Ruleset, RulesetData
from whistlestop.kinds import KINDS

from .loader import builtin_ids, find_folder, read_data, read_folder
from .released import archived_folders

__all__ = [
    "board_of",
    "builtin_ruleset",
    "check_ruleset",
    "is_present",
    "load_ruleset",
    "released_ruleset",
    "ruleset_from_data",
    "ruleset_ids",
]


def ruleset_ids() -> list[str]:
    """The ids of the rulesets that come with the package, in the order in which they are listed."""
    return builtin_ids()


@cache
def _builtin(name: str) -> Ruleset:
    return _compile(read_folder(find_folder(name)))


def _compile(data: RulesetData) -> Ruleset:
    kind = KINDS[data.machine]
    problems = kind.find_problems(data)
    if problems:
        more = f" (and {len(problems) - 1} more)" if len(problems) > 1 else ""
        raise RulesetError(problems[0] + more, tuple(problems))
    return kind.compile(data, kind)


def builtin_ruleset(name: str) -> Ruleset:
    """The ruleset of this id that comes with the package; raises RulesetError if there is none.

    For names out of records and positions: whoever sends one must not make us read a folder.
    """
    if name not in builtin_ids():
        raise RulesetError(f"no ruleset {short(name)}: not one of {', '.join(builtin_ids())}")
    return _builtin(name)


@cache
def _archived(name: str, version: int) -> Ruleset:
    return _compile(read_folder(archived_folders()[name, version]))


def released_ruleset(name: str, version: int, rules_hash: str | None = None) -> Ruleset:
    """A version of a ruleset that comes with the package, the present one or an earlier one.

    Raises RulesetError if there is none, or if its hash is another.
    """
    if name in builtin_ids() and _builtin(name).version == version:
        found = _builtin(name)
    elif (name, version) in archived_folders():
        found = _archived(name, version)
    else:
        builtin_ruleset(name)  # perhaps there is none of this id at all
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
    plain: dict[str, Any] = msgspec.to_builtins(ruleset.data)
    return plain


def load_ruleset(name_or_path: str | Path) -> Ruleset:
    """Load a ruleset by its id or from a folder; raises RulesetError with everything that is wrong with it."""
    if not isinstance(name_or_path, (str, Path)):
        raise RulesetError(f"a ruleset is an id or a folder, not {type(name_or_path).__name__}")
    if isinstance(name_or_path, str) and name_or_path in builtin_ids():
        return _builtin(name_or_path)
    return _compile(read_folder(find_folder(name_or_path)))


def check_ruleset(name_or_path: str | Path) -> list[str]:
    """Everything that is wrong with a ruleset, with file and line or the id of the thing; empty if nothing is."""
    try:
        load_ruleset(name_or_path)
    except RulesetError as error:
        return list(error.problems)
    return []


def ruleset_from_data(board: dict[str, Any]) -> Ruleset:
    """Compile a ruleset given as plain data, as a position may hold it; raises RulesetError."""
    try:
        return _compile(read_data(board))
    except msgspec.ValidationError as error:
        raise RulesetError(f"board: {error}") from None
