"""What the planner judges the boards of the package by instead of the defaults. Written by tools/tune.py."""

from __future__ import annotations

TUNED: dict[str, dict[str, int]] = {}
