from __future__ import annotations

from collections.abc import Callable
from pathlib import Path

import pytest

from whistlestop import rulesets

MakeBoard = Callable[..., Path]

FILES = {
    "ruleset.toml": """# two rows of cities
id = "{id}"
name = "{id}"

[players]
min = 2
max = 2

[trains]
count = 12

[opening]
regular = 2
keep = 1

[draw]
regular = 2
keep = 1
""",
    "cities.csv": "id,name,lat,lon,country\nax,Ax,50,10,\nay,Ay,50,13,\nbx,Bx,48,10,\nby,By,48,13,\n",
    "routes.csv": (
        "id,length,color,kind,wilds\n"
        "ax-ay,3,red,normal,0\nax-bx,2,blue,normal,0\nay-by,2,gray,normal,0\nbx-by,3,green,normal,0\n"
    ),
    "tickets.csv": (
        "id,from,to,points,deck\n"
        "ax-ay,ax,ay,4,regular\nax-by,ax,by,6,regular\nay-bx,ay,bx,6,regular\nbx-by,bx,by,4,regular\n"
    ),
}


@pytest.fixture
def make_board(tmp_path: Path) -> MakeBoard:
    """Return a function that writes a valid board of four cities; keywords replace text in a file:
    `cities=(old, new)`.
    """

    def make(name: str, **changes: tuple[str, str]) -> Path:
        folder = tmp_path / name
        folder.mkdir(parents=True)
        for file, text in FILES.items():
            old, new = changes.get(file.partition(".")[0], ("", ""))
            assert old in text
            written = text.replace(old or "\0", new).replace("{id}", folder.name)
            (folder / file).write_text(written, encoding="utf-8")
        return folder

    return make


@pytest.fixture
def _nothing_added(monkeypatch: pytest.MonkeyPatch) -> None:
    """Forget the boards that a test adds."""
    monkeypatch.setattr(rulesets, "_added", {})
