"""Names of the environments in other libraries."""

from __future__ import annotations

from whistlestop.rulesets import ruleset_ids

__all__ = ["VERSION", "environment_ids"]

VERSION = 1
"""Version; increased when a change makes earlier training less useful."""


def environment_ids() -> dict[str, str]:
    """Return the environment's name and the ruleset of each built-in game and variant."""
    return {f"whistlestop/{ruleset}-v{VERSION}": ruleset for ruleset in ruleset_ids(variants=True)}
