"""The README of `research/` names every program, and only existing files."""

from __future__ import annotations

import re
from pathlib import Path

import pytest

ROOT = Path(__file__).resolve().parents[2]
FOLDER = ROOT / "research"
ROWS = re.findall(
    r"(?m)^\| `python research/(\w+)\.py.*?` \|.*?\| (.*) \|$", (FOLDER / "README.md").read_text("utf-8")
)
PROGRAMS = [path.stem for path in FOLDER.glob("*.py") if "__main__" in path.read_text("utf-8")]


def test_every_program_has_its_row() -> None:
    assert sorted(name for name, _ in ROWS) == sorted(PROGRAMS)


@pytest.mark.parametrize(("name", "written"), ROWS, ids=[name for name, _ in ROWS])
def test_what_a_program_writes_is_there(name: str, written: str) -> None:
    source = (FOLDER / f"{name}.py").read_text("utf-8")
    for path in re.findall(r"`((?:docs|src)/[^`]*)`", written):
        assert list(ROOT.glob(path)), path
        if path.startswith("docs/") and path.endswith(".md") and name != "dataset":  # its page is an argument
            assert f'"{Path(path).name}"' in source or name == "study"
