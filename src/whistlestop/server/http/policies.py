"""The Content-Security-Policy of pages and drawings."""

from __future__ import annotations

from functools import cache

from whistlestop.server.usecases.boards import style_hashes


@cache
def page(*, embedded: bool = False, engine: bool = False) -> str:
    """Return the policy of pages and drawings.

    embedded: other sites may show the page in a frame. engine: its workers compile the engine.
    """
    ancestors = "*" if embedded else "'none'"
    return "; ".join((*_rules(engine=engine), f"frame-ancestors {ancestors}"))


def static() -> str:
    """Return the policy of a static site's page, which runs the engine. The page contains it."""
    return "; ".join(_rules(engine=True))


def _rules(*, engine: bool) -> tuple[str, ...]:
    """Allow only this site, and inline styles with a known hash."""
    return (
        "default-src 'self'",
        "script-src 'self' 'wasm-unsafe-eval'" if engine else "script-src 'self'",
        " ".join(("style-src 'self'", *style_hashes())),
        "img-src 'self' data:",
        "connect-src 'self'",
        "object-src 'none'",
        "base-uri 'none'",
        "form-action 'self'",
    )
