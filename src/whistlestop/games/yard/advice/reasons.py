"""Reasons for an action: those of each mechanism for its own actions.

The `advice.py` beside a mechanism's `rules.py` defines `REASONS`: functions of the planner's findings and an action, by
action type.
"""

from __future__ import annotations

from collections.abc import Callable, Mapping
from typing import TypeAlias

from .findings import Findings
from .shapes import YardReason

Reasons: TypeAlias = Mapping[int, Callable[[Findings, int], list[YardReason]]]

OPEN = -1
"""The key of actions above the catalogue, which have no type."""
