"""The notebook for beginners: its cells run with the stored results, and its links work."""

from __future__ import annotations

import json
import re
import sys
from pathlib import Path
from typing import Any

import pytest

sys.path.insert(0, str(Path(__file__).resolve().parents[2] / "tools"))

import notebook


@pytest.fixture(scope="module")
def stored() -> dict[str, Any]:
    found: dict[str, Any] = json.loads(notebook.NOTEBOOK.read_text(encoding="utf-8"))
    return found


def told(book: dict[str, Any]) -> list[Any]:
    """Return the printed text of the cells and the types of their pictures, which may differ with fonts."""
    outputs = [output for cell in book["cells"] for output in cell.get("outputs", ())]
    return [output.get("text") or sorted(output["data"]) for output in outputs]


@pytest.mark.slow
def test_its_cells_show_what_is_stored(stored: dict[str, Any]) -> None:
    now = notebook.played(stored)
    assert told(now) == told(stored)
    assert ["image/png"] in told(now)
    assert ["image/svg+xml", "text/plain"] in told(now)


def test_a_cell_that_fails_is_not_kept_quiet() -> None:
    with pytest.raises(ZeroDivisionError):
        notebook.play("x = 1\nx / 0", {}, 1)
    assert notebook.play("print(1)\n2", {}, 3) == [
        {"name": "stdout", "output_type": "stream", "text": ["1\n"]},
        {
            "data": {"text/plain": ["2"]},
            "execution_count": 3,
            "metadata": {},
            "output_type": "execute_result",
        },
    ]


def test_it_is_well_formed_and_its_links_lead_somewhere(stored: dict[str, Any]) -> None:
    assert (stored["nbformat"], stored["nbformat_minor"]) == (4, 5)
    names = [cell["id"] for cell in stored["cells"]]
    assert len(names) == len(set(names))
    text = "".join(line for cell in stored["cells"] for line in cell["source"])
    links = re.findall(r"\]\(([^)]+)\)", text)
    assert links
    for link in links:
        assert (notebook.NOTEBOOK.parent / link).exists(), link
