"""Format tables for display: intervals beside their figures, shares as percentages."""

from __future__ import annotations

from typing import Any

import polars as pl

__all__ = ["cells", "headings", "is_text"]

SHARES = {"win", "claimed", "done", "kept", "taken", "used", "share", "before", "after", "change"}
"""Columns that hold shares from 0 to 1, in any table."""
ENDS = ("_low", "_high")


def headings(table: pl.DataFrame) -> list[str]:
    """Return the displayed columns; ends of intervals appear with their figures."""
    return [name for name in table.columns if not _is_end(name, table)]


def heading(name: str) -> str:
    """Return the heading of a column."""
    text = name.replace("_", " ")
    return f"{text}%" if name in SHARES else text


def cells(table: pl.DataFrame) -> list[list[str]]:
    """Return the rows as texts, one cell per heading."""
    names = headings(table)
    return [[_cell(row, name) for name in names] for row in table.iter_rows(named=True)]


def is_text(table: pl.DataFrame, name: str) -> bool:
    """Return whether a column holds text, which is aligned left."""
    return table.schema[name] == pl.String


def _is_end(name: str, table: pl.DataFrame) -> bool:
    return any(name.endswith(end) and name.removesuffix(end) in table.columns for end in ENDS)


def _cell(row: dict[str, Any], name: str) -> str:
    """Format a figure with its interval: `66.7 (56-76)`, `103.4 ± 1.2`."""
    value, low, high = row[name], row.get(f"{name}_low"), row.get(f"{name}_high")
    if value is None:
        return "-"
    if isinstance(value, str):
        return value
    if name in SHARES:
        return _share(value, low, high)
    if isinstance(value, int):
        return str(value)
    return f"{value:.1f}" if high is None else f"{value:.1f} ± {high - value:.1f}"


def _share(share: float, low: float | None, high: float | None) -> str:
    text = f"{share * 100:.1f}"
    return text if low is None or high is None else f"{text} ({low * 100:.1f}-{high * 100:.1f})"
