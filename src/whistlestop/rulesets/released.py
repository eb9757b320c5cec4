"""Earlier versions of the rulesets that come with the package: what records and games under way may name.

The folder of a ruleset holds its present version. Before a released one is changed, its folder is copied to
`archive/<id>-<version>` and the version in `ruleset.toml` is raised; from then on both can be loaded. `released.csv`
lists all versions with their hashes, and a test holds that each can be loaded as it was.
"""

from __future__ import annotations

from functools import cache
from importlib import resources
from importlib.resources.abc import Traversable


@cache
def root() -> Traversable:
    """The folder with the rulesets that come with the package."""
    return resources.files(__package__)


@cache
def archived_folders() -> dict[tuple[str, int], Traversable]:
    """The folders of earlier versions, by id and version."""
    archive = root() / "archive"
    folders: dict[tuple[str, int], Traversable] = {}
    for folder in archive.iterdir() if archive.is_dir() else ():
        name, _, version = folder.name.rpartition("-")
        if name and version.isdecimal() and (folder / "ruleset.toml").is_file():
            folders[name, int(version)] = folder
    return folders
