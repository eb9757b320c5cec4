"""Results of measurements in docs/measured: lists of paragraphs and tables, which the documentation site shows.

A page names its part of the site by a comment; `tools/site_parts.py` puts the results there.
"""

from __future__ import annotations

import json
import re
import textwrap
from collections.abc import Sequence
from pathlib import Path

__all__ = ["FOLDER", "Block", "Table", "keep", "markdown", "read", "wrapped"]

FOLDER = Path(__file__).resolve().parent.parent / "docs" / "measured"

Table = list[list[str]]
"""Rows of cells; the first row has the headings."""
Block = str | Table


def keep(name: str, blocks: Sequence[Block], folder: Path = FOLDER) -> None:
    """Store results under a name."""
    folder.mkdir(parents=True, exist_ok=True)
    text = json.dumps(blocks, ensure_ascii=False, indent=0)
    (folder / f"{name}.json").write_text(text + "\n", encoding="utf-8", newline="\n")


def read(name: str, folder: Path = FOLDER) -> list[Block]:
    """Return the stored results; nothing if there are none."""
    path = folder / f"{name}.json"
    found: list[Block] = json.loads(path.read_text(encoding="utf-8")) if path.exists() else []
    return found


def markdown(blocks: Sequence[Block]) -> str:
    """Format results as Markdown."""
    return "\n\n".join(block if isinstance(block, str) else _table(block) for block in blocks)


def wrapped(text: str) -> str:
    """Return a paragraph in lines of at most 120 characters."""
    return textwrap.fill(" ".join(text.split()), 120, break_long_words=False, break_on_hyphens=False)


def _table(rows: Table) -> str:
    """Format a table. Columns of figures are aligned right."""
    first, *rest = rows
    columns = zip(*rest, strict=True) if rest else [()] * len(first)
    sides = ["---:" if all(re.match(r"[-\d]|$", cell) for cell in column) else "---" for column in columns]
    return "\n".join(f"| {' | '.join(row)} |" for row in (first, sides, *rest))
