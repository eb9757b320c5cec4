"""Custom boards: find their folders, load all of them or none, and start a new one.

A process knows the built-in rulesets and those that its user or host has added. Records and positions may name these by
id, never by folder, so loading a record never reads a board's folder. A game on any other board contains the whole
board.
"""

from __future__ import annotations

import re
from collections.abc import Callable, Iterable, Mapping
from pathlib import Path

from whistlestop.errors import RulesetError, short
from whistlestop.format import Ruleset
from whistlestop.format.schema import slug
from whistlestop.kinds import KINDS

from .files import SETTINGS
from .loader import is_builtin


def board_folders(folders: Iterable[str | Path]) -> list[Path]:
    """Return the folders of boards among these folders and directly inside them, absolute and distinct.

    Raises RulesetError.
    """
    found: list[Path] = []
    for name in folders:
        try:
            folder = Path(name).expanduser().resolve()
            if (folder / SETTINGS).exists():
                boards = [folder]
            else:
                boards = sorted(one for one in folder.iterdir() if (one / SETTINGS).exists())
        except (OSError, ValueError, RuntimeError) as error:
            reason = getattr(error, "strerror", None) or "not a folder"
            raise RulesetError(f"boards: {short(str(name), 200)}: {reason}") from None
        if not boards:
            raise RulesetError(f"boards: {short(str(name), 200)}: neither a board nor a folder with boards")
        found += [board for board in boards if board not in found]
    return found


def read_all(
    folders: Iterable[Path], load: Callable[[Path], list[Ruleset]], taken: Mapping[str, Path]
) -> dict[str, Ruleset]:
    """Return the rulesets of these folders by id: boards with their variants; `taken` are the ids of other folders.

    Raises RulesetError with all errors in any of them.
    """
    found: dict[str, Ruleset] = {}
    places = dict(taken)
    problems: list[str] = []
    for folder in folders:
        try:
            loaded = load(folder)
        except RulesetError as error:
            problems += [f"{folder}: {problem}" for problem in error.problems]
            continue
        for ruleset in loaded:
            if ruleset.id in places:
                problems.append(f"boards: {places[ruleset.id]} and {folder} have the same id {ruleset.id}")
            found[ruleset.id], places[ruleset.id] = ruleset, folder
    if problems:
        raise RulesetError.of(problems)
    return found


def new_board(folder: str | Path, kind: str) -> str:
    """Create a folder with a small ruleset as a starting point, named after the folder; return its id.

    Raises RulesetError for an unknown kind, a name that yields no valid id, and an existing folder.
    """
    folder = Path(folder)
    if kind not in KINDS:
        raise RulesetError(f"kind: {short(kind)} is not one of {', '.join(KINDS)}")
    name = slug(folder.resolve().name)
    if not name or is_builtin(name):
        why = (
            "comes with Whistlestop"
            if name
            else "gives no id: use lower-case letters, digits and underscores"
        )
        raise RulesetError(f"{short(folder.name, 200)} {why}; choose another name")
    try:
        folder.mkdir(parents=True)
        for file in KINDS[kind].data.template.iterdir():
            text = file.read_text(encoding="utf-8")
            if file.name == SETTINGS:
                text = re.sub(r'(?m)^id = "\w+"', f'id = "{name}"', text, count=1)
                text = re.sub(
                    r'(?m)^name = "[^"]+"', f'name = "{name.replace("_", " ").title()}"', text, count=1
                )
            (folder / file.name).write_text(text, encoding="utf-8")
    except FileExistsError:
        raise RulesetError(f"{folder}: it already exists") from None
    except OSError as error:
        raise RulesetError(f"{folder}: {error.strerror}") from None
    return name
