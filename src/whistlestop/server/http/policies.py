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
    """Return the policy of pages that other sites may show in a frame."""
    return _policy("*")


def _policy(ancestors: str) -> str:
    """Allow only this site, and inline styles with a known hash. `ancestors` are the sites that may frame the page."""
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
