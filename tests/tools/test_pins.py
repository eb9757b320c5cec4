"""The requirements in `pyproject.toml`, compared with the pins in the requirements files."""

from __future__ import annotations

import re
import tomllib
from pathlib import Path

import pytest
from packaging.requirements import Requirement
from packaging.version import Version

ROOT = Path(__file__).resolve().parents[2]
PROJECT = tomllib.loads((ROOT / "pyproject.toml").read_text(encoding="utf-8"))["project"]
EXTRAS = PROJECT["optional-dependencies"].values()
ASKED = [Requirement(line) for lines in (PROJECT["dependencies"], *EXTRAS) for line in lines]
PINNED = dict(
    re.findall(r"(?m)^([\w-]+)==(\S+)", (ROOT / "requirements-dev.txt").read_text(encoding="utf-8"))
)


@pytest.mark.parametrize("asked", [one for one in ASKED if one.name in PINNED], ids=lambda one: one.name)
def test_what_is_pinned_is_allowed(asked: Requirement) -> None:
    assert asked.specifier.contains(PINNED[asked.name])


@pytest.mark.parametrize("name", ["numba", "uvicorn", "psycopg"])
def test_where_private_names_are_used_only_what_was_tested_is_allowed(name: str) -> None:
    pinned = Version(PINNED[name])
    asked = next(one for one in ASKED if one.name == name)
    assert asked.specifier.contains(f"{pinned.major}.{pinned.minor}.{pinned.micro + 1}")
    assert not asked.specifier.contains(f"{pinned.major}.{pinned.minor + 1}")


@pytest.mark.parametrize("path", sorted(ROOT.glob("requirements*.txt")), ids=lambda path: path.name)
def test_requirements_name_no_registry(path: Path) -> None:
    assert "://" not in path.read_text(encoding="utf-8")
