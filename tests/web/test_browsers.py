"""A short game in Firefox and in WebKit; all other tests use Chromium."""

from __future__ import annotations

import json
from collections.abc import Callable
from contextlib import AbstractContextManager
from pathlib import Path

import pytest
from tests.web.conftest import NO_GROUND
from tests.web.drivers import Driven, firefox, webkit
from tests.web.harness import Service

# This also omits the background of the board, like the fixture of all other tests.
WATCH = f"""(() => {{
  {NO_GROUND}
  window.problems = [];
  const keep = (problem) => window.problems.push(String(problem?.stack ?? problem));
  addEventListener("error", (event) => keep(event.error ?? event.message));
  addEventListener("unhandledrejection", (event) => keep(event.reason));
  console.error = keep;
}})()"""
AUTOPLAY = """fetch("/api/autoplay", {
  method: "POST",
  body: JSON.stringify({ table: location.pathname.split("/").at(-1), final: true }),
  headers: { "x-csrftoken": decodeURIComponent(/csrftoken=([^;]+)/.exec(document.cookie)[1]) },
}).then((answer) => answer.status)"""
STATE = "document.querySelector('[data-status]').textContent + document.querySelectorAll('.log li').length"
DECIDES = "document.querySelector('.end, .market .legal, .offer input, .board .route.legal')"
OWNED = "document.querySelectorAll('.board .route.owned.seat-0').length"


def act(page: Driven, selector: str) -> None:
    """Click an element, wait until the page shows the result, and the next decision."""
    before = page.evaluate(STATE)
    page.click(selector)
    page.wait(f"{STATE} !== {json.dumps(before)}")
    page.wait(DECIDES)


def there(page: Driven, selector: str) -> bool:
    """Return whether the page has an element."""
    found: bool = page.evaluate(f"document.querySelector({json.dumps(selector)}) !== null")
    return found


def take_a_turn(page: Driven) -> None:
    """Claim a route with the mouse on the board if that is possible, otherwise draw a card."""
    if there(page, ".board .route.legal"):
        page.click(".board .route.legal .slot")
        act(page, "[role=dialog] .button.primary")
    else:
        act(page, "[data-deck].legal" if there(page, "[data-deck].legal") else ".slot.legal")


def begin(page: Driven) -> None:
    """Start a game on the start page, and play until a route is claimed."""
    page.click("label:has(> input[name=board][value=usa])")
    page.click("button.play")
    page.click(".offer li:nth-child(1) label")
    page.click(".offer li:nth-child(2) label")
    act(page, ".offer .button")
    for _ in range(12):
        if page.evaluate(OWNED):
            break
        take_a_turn(page)
    assert page.evaluate(OWNED) == 1


@pytest.mark.parametrize("browser", [firefox, webkit])
def test_a_short_game(
    browser: Callable[[Path], AbstractContextManager[Driven]],
    service: Service,
    tmp_path: Path,
    request: pytest.FixtureRequest,
) -> None:
    service.deal_for(request.node.nodeid)
    with browser(tmp_path) as page:
        page.open(service.url)
        page.evaluate(WATCH)
        begin(page)
        assert page.evaluate("document.querySelectorAll('.tickets .ticket').length") == 2

        # The same game in the last round, after a reload.
        table = page.evaluate("location.href")
        assert page.evaluate("problems") == []
        assert page.evaluate(AUTOPLAY) == 200
        page.open(table)
        page.evaluate(WATCH)
        page.wait(DECIDES)
        while not there(page, ".end"):
            take_a_turn(page)
        page.click("[data-ceremony] header button")
        page.wait("!document.querySelector('[data-ceremony]')")
        assert page.evaluate("document.querySelectorAll('.end tbody tr, .end [data-total]').length") >= 2
        assert page.evaluate("problems") == []
