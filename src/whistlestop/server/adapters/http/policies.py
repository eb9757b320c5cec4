"""The Content-Security-Policy of pages and drawings."""

from __future__ import annotations

from functools import cache

from whistlestop.server.usecases.boards import style_hashes


@cache
def own() -> str:
    """Return the policy of pages and drawings."""
    return _policy("'none'")


@cache
def embedded() -> str:
    """Return that of the pages which other sites may show in a frame."""
    return _policy("*")


def _policy(ancestors: str) -> str:
    """Everything from this site only; inline style sheets only where their hash is known. `ancestors` may frame it."""
    return "; ".join(
        (
            "default-src 'self'",
            "script-src 'self'",
            " ".join(("style-src 'self'", *style_hashes())),
            "img-src 'self' data:",
            "connect-src 'self'",
            "object-src 'none'",
            "base-uri 'none'",
            "form-action 'self'",
            f"frame-ancestors {ancestors}",
        )
    )
