"""The names under which libraries find the games."""

from __future__ import annotations

from whistlestop.rulesets import ruleset_ids

__all__ = ["VERSION", "environment_ids"]

VERSION = 1
"""Raised whenever an environment changes so that what was trained on the old one is worth less on the new."""


def environment_ids() -> dict[str, str]:
    """The name of the environment of each ruleset that comes with the package, and the ruleset."""
    return {f"whistlestop/{ruleset}-v{VERSION}": ruleset for ruleset in ruleset_ids()}
