"""Boards that a user has added to this computer: copies in the user's data folder, each named by its id.

All commands, the server and `load_ruleset` know them by id. Records and positions may name them like boards that a
process has registered.
"""

from __future__ import annotations

import shutil
import tempfile
from collections.abc import Collection
from pathlib import Path

import platformdirs

from whistlestop.errors import RulesetError, short
from whistlestop.kinds import KINDS

from .files import SETTINGS, SettingsFile

LAYOUT = "layout.json"
FILES = {SETTINGS, LAYOUT, *(f"{table}.csv" for kind in KINDS.values() for table in kind.data.tables)}
"""The files of a board; nothing else is copied."""


def installed_folder() -> Path:
    """Return the folder that holds the added boards; it may not exist."""
    return Path(platformdirs.user_data_path("whistlestop", appauthor=False)) / "boards"


def installed_boards(besides: Collection[str] = ()) -> list[Path]:
    """Return the folders of the added boards, without those whose ids are in `besides`."""
    try:
        found = sorted(folder for folder in installed_folder().iterdir() if (folder / SETTINGS).is_file())
    except OSError:
        return []
    return [folder for folder in found if folder.name not in besides and not folder.name.startswith(".")]


def published_boards() -> Path:
    """Return the folder with the published boards in a checkout of the repository; it may not exist."""
    return Path(__file__).resolve().parents[3] / "boards"


def find_source(name_or_path: str) -> Path:
    """Return the folder of a board to add: a path, or the name of a published board in a checkout.

    Raises RulesetError.
    """
    for folder in (Path(name_or_path).expanduser(), published_boards() / name_or_path):
        try:
            if (folder / SETTINGS).is_file():
                return folder.resolve()
        except (OSError, ValueError):  # too long or invalid as a name
            continue
    names = [folder.parent.name for folder in sorted(published_boards().glob(f"*/{SETTINGS}"))]
    known = f" or one of {', '.join(names)}" if names else ""
    raise RulesetError(f"{short(name_or_path, 200)} is no board: name its folder{known}")


def install(source: Path) -> str:
    """Copy a valid board into the user's data folder, and return its id; an earlier copy is replaced.

    Raises RulesetError if the files cannot be copied; then an earlier copy stays.
    """
    name = str(SettingsFile(source).content["id"])
    home = installed_folder()
    target = home / name
    if source == target:
        return name
    try:
        home.mkdir(parents=True, exist_ok=True)
        with tempfile.TemporaryDirectory(dir=home, prefix=".") as spare:
            fresh, old = Path(spare) / "new", Path(spare) / "old"
            fresh.mkdir()
            for file in sorted(FILES):
                if (source / file).is_file():
                    shutil.copyfile(source / file, fresh / file)
            if target.exists():
                target.rename(old)
            try:
                fresh.rename(target)
            except OSError:
                if old.exists():
                    old.rename(target)
                raise
    except OSError as error:
        raise RulesetError(f"{home}: {error.strerror or error}") from None
    return name


def uninstall(name: str) -> None:
    """Delete an added board. Raises RulesetError if there is none with this id."""
    names = [folder.name for folder in installed_boards()]
    if name not in names:
        known = f"one of {', '.join(names)}" if names else "there are none"
        raise RulesetError(f"{short(name, 200)} is not an added board: {known}")
    try:
        with tempfile.TemporaryDirectory(dir=installed_folder(), prefix=".") as spare:
            (installed_folder() / name).rename(Path(spare) / name)
    except OSError as error:
        raise RulesetError(f"{installed_folder() / name}: {error.strerror or error}") from None
