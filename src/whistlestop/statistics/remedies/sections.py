"""The section of a report that lists remedies."""

from __future__ import annotations

from collections.abc import Iterable

import polars as pl

from whistlestop.statistics.sections import Section

from .trials import CONFIRM, Trial

__all__ = ["remedy_section"]


def remedy_section(trials: Iterable[Trial]) -> Section:
    """Return a table with the faults for which remedies were tried, and the confirmed remedies.

    Columns: `check`, `subject`, `remedy` (null if none was confirmed), `before` and `after` (the figure on both boards
    in paired games), `change` with `_low` and `_high` (95%), `tried` (number of candidates).
    """
    rows = [
        (
            trial.check,
            trial.finding.subject,
            None if trial.remedy is None else str(trial.remedy),
            *(
                (None,) * 5
                if (found := trial.difference) is None
                else (found.before, found.after, found.change, found.low, found.high)
            ),
            trial.tried,
        )
        for trial in trials
    ]
    schema = {
        "check": pl.String,
        "subject": pl.String,
        "remedy": pl.String,
        "before": pl.Float64,
        "after": pl.Float64,
        "change": pl.Float64,
        "change_low": pl.Float64,
        "change_high": pl.Float64,
        "tried": pl.Int64,
    }
    return Section(
        "remedies",
        "Remedies",
        f"Changes that correct a fault in {CONFIRM} pairs of games with the same seeds on the old and the new board, "
        "without causing another fault, and the number of changes tried.",
        pl.DataFrame(rows, schema, orient="row"),
    )
