"""The rules of tools/prose.toml find the right faults at the right line, and none in good prose or code."""

from __future__ import annotations

import sys
from pathlib import Path

import pytest

sys.path.insert(0, str(Path(__file__).resolve().parents[2] / "tools"))

import prose

BAD = [
    ("Whoever likes makes an account.", "headless relative"),
    ("The page shows what others did.", "headless relative"),
    ("What is not asked for is done at once.", "headless relative at the start of a sentence"),
    ("Who made the table may close it.", "headless relative at the start of a sentence"),
    ("Compiled code is not to be had.", "word order of a translation"),
    ("A seat is told its cards.", "passive telling"),
    ("Games under way continue.", "word of a translation"),
    ("A player keeps his tickets.", "gendered pronoun"),
    ("Each route keeps its colour.", "British spelling"),
    ("Press “Play now”.", "typographic character"),
    (" ".join(["word"] * 50) + ".", "long sentence"),
]
GOOD = """# What is a ticket?

Players keep their tickets. The client shows the last events; `whoever` is code. See [the rules](what-others.md).

```
Whoever likes makes an account: colour
```

| file | what it holds |
| --- | --- |
| `a.py` | the players who left |
"""


def checked(tmp_path: Path, text: str) -> list[str]:
    page = tmp_path / "page.md"
    page.write_text(text, encoding="utf-8")
    return [fault for part in prose.markdown(page, "page.md") for fault in prose.faults(part)]


@pytest.mark.parametrize(("sentence", "rule"), BAD, ids=[f"{rule}-{n}" for n, (_, rule) in enumerate(BAD)])
def test_bad_sentences_are_found(tmp_path: Path, sentence: str, rule: str) -> None:
    found = checked(tmp_path, f"# A page\n\n```\ncode\n```\n\nA good sentence.\n{sentence}\n")
    assert [fault for fault in found if fault.startswith(f"page.md:8: {rule}: ")], found


def test_good_prose_and_code_are_not(tmp_path: Path) -> None:
    assert not checked(tmp_path, GOOD)


def test_docstrings_and_messages_are_read(tmp_path: Path) -> None:
    module = tmp_path / "module.py"
    module.write_text('"""Good."""\n\nVALUE = "whoever"\n"""Whoever sees it."""\n', encoding="utf-8")
    found = [fault for part in prose.docstrings(module, "module.py") for fault in prose.faults(part)]
    assert len(found) == 1
    assert found[0].startswith("module.py:4: headless relative: 'Whoever'")
    catalogue = tmp_path / "ui.json"
    catalogue.write_text('{\n  "a": "Fine",\n  "b": "Wait..."\n}\n', encoding="utf-8")
    found = [fault for part in prose.messages(catalogue, "ui.json") for fault in prose.faults(part)]
    assert len(found) == 1
    assert found[0].startswith("ui.json:3: typewriter character: '...'")
    client = tmp_path / "client.ts"
    client.write_text(
        '// A good\n// comment.\nlet whoever = "/whoever"; // whoever sees it\n', encoding="utf-8"
    )
    found = [fault for part in prose.comments(client, "client.ts") for fault in prose.faults(part)]
    assert [fault.split(": ")[:2] for fault in found] == [["client.ts:3", "headless relative"]]


def test_unfinished_files_exist() -> None:
    """The list only shrinks: remove a line when its file is clean or gone."""
    missing = [name for name in prose.RULES["not_yet_clean"] if not (prose.ROOT / name).exists()]
    assert not missing
