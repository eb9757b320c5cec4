"""A user of the page: starts games and plays them by mouse or keyboard. Knows the highlighted elements, and
no rules.
"""

from __future__ import annotations

import time
from collections.abc import Callable, Collection, Iterator
from contextlib import contextmanager, nullcontext
from typing import Any
from urllib.parse import unquote

from playwright.sync_api import Page, Route, expect
from tests.web.layout import painted

# Records all live region texts and all actions from the first script on.
RECORD_SPEECH = """
window.spoken = [];
new MutationObserver((changes) => {
  for (const change of changes)
    for (const node of change.addedNodes)
      if (node.parentElement?.closest("[data-live]") && node.textContent.trim())
        window.spoken.push(node.textContent.trim());
}).observe(document, { childList: true, subtree: true });
"""

SNAPSHOT = """() => ({
  hand: [...document.querySelectorAll("[data-hand-color]")].map((pile) => pile.textContent.trim()),
  scores: [...document.querySelectorAll("[data-score]")].map((score) => score.textContent.trim()),
  market: [...document.querySelectorAll("[data-slot]")].map((slot) => slot.dataset.color ?? ""),
  owned: [...document.querySelectorAll(".board .route.owned")].map((route) => route.dataset.route),
  tickets: [...document.querySelectorAll(".tickets li")].map((ticket) => ticket.textContent.trim()),
  log: [...document.querySelectorAll(".log .lines li")].map((line) => line.textContent.trim()),
})"""


def table_of(page: Page) -> str:
    """Return the id of the page's table."""
    return page.url.rsplit("/", 1)[1]


def choose_board(page: Page, ruleset: str = "usa") -> None:
    """Open the start page and choose a board."""
    page.goto("/")
    page.locator(f"input[name=board][value={ruleset}]").check(force=True)


def asked(page: Page, method: str, path: str, body: object = None, seconds: float = 15) -> Any:
    """Send a request as the user of the page; a user without cookies gets them."""
    while not (tokens := [one["value"] for one in page.context.cookies() if one["name"] == "csrftoken"]):
        page.request.get("/api/me")
    headers = {"x-csrftoken": unquote(tokens[0])}
    answer = page.request.fetch(path, method=method, data=body, headers=headers, timeout=1000 * seconds)
    assert answer.ok, answer.text()
    return answer.json()


def start_game(page: Page, ruleset: str = "usa") -> str:
    """Start a game against the fastest bot over HTTP; return the table."""
    seats = [{"kind": "me"}, {"kind": "bot", "bot": "first_ride"}]
    made = asked(page, "POST", "/api/tables", {"ruleset": ruleset, "seats": seats, "start": True})
    page.goto(f"/t/{made['id']}")
    page.locator(".offer").wait_for()
    return table_of(page)


def start_by_hand(page: Page, ruleset: str = "usa") -> str:
    """Do the same on the start page."""
    choose_board(page, ruleset)
    page.get_by_label("Player 2").select_option(index=0)
    page.get_by_role("button", name="Play now").click()
    page.locator(".offer").wait_for()
    return table_of(page)


def rename(page: Page, name: str) -> None:
    """Set a name over HTTP."""
    asked(page, "PATCH", "/api/me", {"name": name})


def rename_by_hand(page: Page, name: str) -> None:
    """Set a name on the start page."""
    page.goto("/")
    page.get_by_role("button", name="Change your name").click()
    page.get_by_label("Your name at the tables").fill(name)
    page.get_by_role("button", name="Save").click()
    expect(page.get_by_role("dialog")).to_have_count(0)


def invite(page: Page, ruleset: str = "usa") -> str:
    """Create a table with one open seat over HTTP; return the link."""
    body = {"ruleset": ruleset, "seats": [{"kind": "me"}, {"kind": "open"}]}
    page.goto(f"/t/{asked(page, 'POST', '/api/tables', body)['id']}")
    return link_of(page)


def invite_by_hand(page: Page, ruleset: str = "usa") -> str:
    """Do the same on the start page."""
    choose_board(page, ruleset)
    page.get_by_label("Player 2").select_option("open")
    page.get_by_role("button", name="Create the table").click()
    return link_of(page)


def link_of(page: Page) -> str:
    """Return the link to the table where a page waits."""
    link: str = page.get_by_label("To play: send this link").input_value()
    return link


def view_of(page: Page) -> dict[str, Any]:
    """Return the server's state of the game for the user of the page."""
    view: dict[str, Any] = page.request.get(f"/api/tables/{table_of(page)}/view").json()["view"]
    return view


def snapshot(page: Page) -> dict[str, Any]:
    """Return the page's state of the game."""
    shown: dict[str, Any] = page.evaluate(SNAPSHOT)
    return shown


@contextmanager
def elsewhere(page: Page) -> Iterator[None]:
    """Leave the table while the game is played: showing every action would take much longer."""
    address = page.url
    page.goto("/favicon.svg")  # of this site, but not part of the client
    yield
    page.goto(address)


def autoplay(page: Page, until: int = 10_000, *, watching: bool = False) -> dict[str, Any]:
    """Play until a route can be claimed in this turn or a later one, or to the end; return the view.

    Unless the user is `watching`, the page shows something else meanwhile.
    """
    table = table_of(page)
    with nullcontext() if watching else elsewhere(page):
        return _autoplay(page, table, until=until)


def autoplay_to_the_final_round(page: Page) -> None:
    """Play, with another page open, until the final round has started."""
    table = table_of(page)
    with elsewhere(page):
        _autoplay(page, table, final=True)


def autoplay_at(page: Page, address: str, until: int = 10_000) -> dict[str, Any]:
    """Play at another table than the one on the page."""
    return _autoplay(page, address.rsplit("/", 1)[1], until=until)


def play_turn(
    page: Page,
    table: str,
    wanted: Collection[str],
    barred: Collection[str],
    *,
    patient: bool,
    final: bool = False,
) -> dict[str, Any]:
    """Act for a user until others have to act (not in the final round if `final`); return the view."""
    options = {"wanted": list(wanted), "barred": list(barred), "patient": patient, "final": final}
    return _autoplay(page, table, idle=True, **options)


def _autoplay(page: Page, table: str, **options: Any) -> dict[str, Any]:
    """Let the server play for a user, see `Autoplay` in tests/web/serve.py."""
    view: dict[str, Any] = asked(page, "POST", "/api/autoplay", {"table": table, **options}, 120)["view"]
    return view


def wait_for_decision(page: Page) -> str:
    """Wait until this user may act or the game is over; return the panel."""
    ready = page.locator(
        ".end, .offer input, .tunnel .buttons, .market [data-deck].legal, .market .slot.legal, .market .actions .legal,"
        ".bar .legal"
    ).first
    ready.wait_for()
    # On a phone the board appears in portions.
    page.wait_for_function("() => !document.querySelector('main .frame[aria-busy=true]')")
    panels = {"end": ".end", "offer": ".offer", "tunnel": ".tunnel .buttons"}
    return next((name for name, panel in panels.items() if page.locator(panel).count()), "turn")


def settled(page: Page, before: str) -> None:
    """Wait until the page has left a state (see `mark`)."""
    page.wait_for_function("before => window.mark() !== before", arg=before)


def mark(page: Page) -> str:
    """Return a text that changes with every action."""
    page.evaluate(
        "window.mark ??= () => document.querySelectorAll('.log li').length + document.querySelector('[data-status]')"
        ".textContent + document.querySelectorAll('.end').length"
        " + (document.querySelector('.phone-table')?.textContent ?? '')"  # the log does not exist until it is opened
    )
    text: str = page.evaluate("window.mark()")
    return text


def make_log(page: Page) -> None:
    """Open and close the log of a phone, so that it exists."""
    page.get_by_role("button", name="Log", exact=True).click(click_count=2)


def unfold_log(page: Page) -> None:
    """Expand the log if the page has collapsed it."""
    fold = page.locator("[data-fold]")
    if fold.get_attribute("aria-expanded") == "false":
        fold.click()


def offered(page: Page) -> list[str]:
    """Return the offered tickets."""
    values: list[str] = page.locator(".offer input").evaluate_all("boxes => boxes.map((box) => box.value)")
    return values


def keep_two(page: Page) -> None:
    """Keep the first two offered tickets."""
    before = mark(page)
    for box in page.locator(".offer input").all()[:2]:
        box.check()
    page.locator(".offer .button").click()
    settled(page, before)


def lit_routes(page: Page, selector: str = "") -> dict[str, int]:
    """Return the routes that can be claimed now and their lengths, longest first."""
    pairs: list[tuple[str, int]] = page.evaluate(
        """(selector) => [...document.querySelectorAll(`.board .route.legal${selector}`)]
          .map((route) => [route.dataset.route, Number(route.dataset.length)])
          .sort((a, b) => b[1] - a[1])""",
        selector,
    )
    return dict(pairs)


def longest_route(page: Page, at_least: int, barred: Collection[str] = ()) -> str | None:
    """Return the longest highlighted route, if it is long enough."""
    routes = lit_routes(page).items()
    return next((route for route, length in routes if length >= at_least and route not in barred), None)


def middle_of(page: Page, route: str) -> tuple[float, float]:
    """Return the position to click for a route: the center of its first space."""
    box = page.locator(f'[data-route="{route}"] .slot').first.bounding_box()
    assert box is not None
    return box["x"] + box["width"] / 2, box["y"] + box["height"] / 2


def place_on_board(page: Page, route: str) -> tuple[float, float] | None:
    """Return the position of a route's center on the screen, if it can be tapped."""
    place: list[float] | None = page.evaluate(
        """(route) => {
          const path = document.querySelector(`[data-route="${route}"] path.hit`);
          const middle = path.getPointAtLength(path.getTotalLength() / 2).matrixTransform(path.getScreenCTM());
          const there = document.elementFromPoint(middle.x, middle.y)?.closest("svg.board");
          return there ? [middle.x, middle.y] : null;
        }""",
        route,
    )
    return None if place is None else (place[0], place[1])


def wait_until(page: Page, promise: str, arg: object = None, seconds: float = 30) -> None:
    """Wait until a script's promise is true: `wait_for_function` would treat the promise itself as true."""
    let_happen(page, lambda: page.evaluate(promise, arg), seconds)


def let_happen(page: Page, condition: Callable[[], object], seconds: float = 20) -> None:
    """Let the page work, and handle its events here, until a condition holds."""
    end = time.monotonic() + seconds
    while not condition():
        assert time.monotonic() < end, f"not within {seconds} s"
        page.wait_for_timeout(20)


def answer_late(page: Page, route: Route, answer: object) -> None:
    """Answer a request that was held, and wait until the page has the answer, unless it has given up waiting."""
    route.fulfill(json=answer)
    let_happen(page, lambda: route.request.failure or route.request.timing["responseEnd"] >= 0)
    painted(page)


class Clock:
    """Makes a game fail that does not end."""

    def __init__(self, seconds: float) -> None:
        self._end = time.monotonic() + seconds

    def check(self) -> None:
        """Raise when the time is up."""
        assert time.monotonic() < self._end, "the game takes too long"


def on_turn(page: Page, ruleset: str = "usa", until: int = 0) -> None:
    """Return a game against one bot, at a decision of the user's turn."""
    start_game(page, ruleset)
    keep_two(page)
    if until:
        autoplay(page, until=until)
    wait_for_decision(page)


def wait_for_plan(page: Page) -> None:
    """Wait until the page knows why routes cannot be claimed."""
    page.locator(".board .route[aria-description]").first.wait_for(state="attached")


def plan_of(page: Page) -> dict[str, Any]:
    """Return the server's plans for the user of the page."""
    plan: dict[str, Any] = page.request.get(f"/api/tables/{page.url.rsplit('/', 1)[1]}/plan").json()
    return plan


def draw_rules(page: Page) -> None:
    """Wait until a page of rules has all its sections, and draw all its pictures, which are otherwise drawn when they
    are scrolled to.
    """
    # Sections are added one by one; the table of contents has all of them.
    page.wait_for_function(
        "() => document.querySelectorAll('article section').length === "
        "document.querySelectorAll('.contents a[href*=\"part-\"]').length"
    )
    page.evaluate("dispatchEvent(new Event('beforeprint'))")
    painted(page)
