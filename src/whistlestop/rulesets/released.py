"""Earlier versions of the built-in rulesets, which records and games in progress may name.

The folder of a ruleset holds its current version. Before a released one is changed, its folder is copied to
`archive/<id>-<version>` and the version in `ruleset.toml` is raised; from then on both can be loaded, with their
variants. `released.csv` lists all versions with their hashes, and a test verifies that each can be loaded unchanged.
"""

from __future__ import annotations

from functools import cache
from importlib import resources
from importlib.resources.abc import Traversable

from .files import SettingsFile
from .variants import variant_id, variant_names


@cache
def root() -> Traversable:
    """Return the folder with the built-in rulesets."""
    return resources.files(__package__)


@cache
def archived_folders() -> dict[tuple[str, int], tuple[Traversable, str]]:
    """Return the folders of earlier versions with the name of the variant, by id and version."""
    archive = root() / "archive"
    folders: dict[tuple[str, int], tuple[Traversable, str]] = {}
    for folder in archive.iterdir() if archive.is_dir() else ():
        name, _, version = folder.name.rpartition("-")
        if name and version.isdecimal() and (folder / "ruleset.toml").is_file():
            for variant in ("", *variant_names(SettingsFile(folder).content)):
                folders[variant_id(name, variant), int(version)] = folder, variant
    return folders
