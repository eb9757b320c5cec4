"""A person at the page: starts games and plays them by mouse or by keys. Knows what is lit, and no rules."""

from __future__ import annotations

import time
from typing import Any

from playwright.sync_api import Page

# Everything that a live region says, and everything that is done, kept from the first script on.
RECORD_SPEECH = """
window.spoken = [];
new MutationObserver((changes) => {
  for (const change of changes)
    for (const node of change.addedNodes)
      if (node.parentElement?.closest("[data-live]") && node.textContent.trim())
        window.spoken.push(node.textContent.trim());
}).observe(document, { childList: true, subtree: true });
"""

# Plays on over HTTP, for tests that need a late state and not the way to it.
AUTOPLAY = """async ([table, until]) => {
  const token = decodeURIComponent(/csrftoken=([^;]+)/.exec(document.cookie)[1]);
  for (let step = 0; ; step++) {
    const { view } = await (await fetch(`/api/tables/${table}/view`)).json();
    if (view.outcome || view.turn >= until) return view;
    if (!view.legal.length) { await new Promise((done) => setTimeout(done, 15)); continue; }
    const keeps = view.legal.filter((action) => action.startsWith("keep:"));
    const claims = view.legal.filter((action) => action.startsWith("claim:") && /[*][3-6]/.test(action));
    const draws = view.legal.filter((action) => action === "draw" || action.startsWith("take:"));
    const pick = (list) => list[step % list.length];
    const action = pick(keeps.length ? keeps : claims.length ? claims : draws.length ? draws : view.legal);
    const answer = await fetch(`/api/tables/${table}/commands`, {
      method: "POST",
      headers: { "content-type": "application/json", "x-csrftoken": token },
      body: JSON.stringify({ id: `auto-${view.version}`, version: view.version, action }),
    });
    if (!answer.ok) throw new Error(await answer.text());
  }
}"""

SNAPSHOT = """() => ({
  hand: [...document.querySelectorAll("[data-hand-color]")].map((pile) => pile.textContent.trim()),
  scores: [...document.querySelectorAll("[data-score]")].map((score) => score.textContent.trim()),
  market: [...document.querySelectorAll("[data-slot]")].map((slot) => slot.dataset.color ?? ""),
  owned: [...document.querySelectorAll(".board .route.owned")].map((route) => route.dataset.route),
  tickets: [...document.querySelectorAll(".tickets li")].map((ticket) => ticket.textContent.trim()),
  log: [...document.querySelectorAll(".log li")].map((line) => line.textContent.trim()),
})"""


def table_of(page: Page) -> str:
    """The id of the table that a page is at."""
    return page.url.rsplit("/", 1)[1]


def choose_board(page: Page, ruleset: str = "usa") -> None:
    """Open the start page and pick a board."""
    page.goto("/")
    page.locator(f"input[name=board][value={ruleset}]").check(force=True)


def start_game(page: Page, ruleset: str = "usa") -> str:
    """A game against one bot, the one that thinks least; gives the table."""
    choose_board(page, ruleset)
    page.get_by_label("Player 2").select_option(index=0)
    page.get_by_role("button", name="Play now").click()
    page.locator(".offer").wait_for()
    return table_of(page)


def snapshot(page: Page) -> dict[str, Any]:
    """What the page shows of the game."""
    shown: dict[str, Any] = page.evaluate(SNAPSHOT)
    return shown


def autoplay(page: Page, until: int = 10_000) -> dict[str, Any]:
    """Play on until a turn, or to the end; gives the view."""
    view: dict[str, Any] = page.evaluate(AUTOPLAY, [table_of(page), until])
    return view


def wait_for_decision(page: Page) -> str:
    """Wait until this person may do something, or the game is over; gives which panel it is."""
    ready = page.locator(
        ".end, .offer input, .tunnel .buttons, .market [data-deck].legal, .market .slot.legal, .market .actions .legal"
    ).first
    ready.wait_for()
    if page.locator(".end").count():
        return "end"
    return "offer" if page.locator(".offer").count() else "turn"


def settled(page: Page, before: str) -> None:
    """Wait until the page has moved on from a state (see `mark`)."""
    page.wait_for_function("before => window.mark() !== before", arg=before)


def mark(page: Page) -> str:
    """A text that changes with every action."""
    page.evaluate(
        "window.mark ??= () => document.querySelectorAll('.log li').length + document.querySelector('[data-status]')"
        ".textContent + document.querySelectorAll('.end').length"
    )
    text: str = page.evaluate("window.mark()")
    return text


def keep_two(page: Page) -> None:
    """Keep the first two tickets that are offered."""
    before = mark(page)
    for box in page.locator(".offer input").all()[:2]:
        box.check()
    page.locator(".offer .button").click()
    settled(page, before)


def longest_route(page: Page, at_least: int) -> str | None:
    """The longest lit route, if it is long enough."""
    found: str | None = page.evaluate(
        """(least) => [...document.querySelectorAll(".board .route.legal")]
          .filter((route) => Number(route.dataset.length) >= least)
          .sort((a, b) => b.dataset.length - a.dataset.length)[0]?.dataset.route ?? null""",
        at_least,
    )
    return found


def middle_of(page: Page, route: str) -> tuple[float, float]:
    """Where to click for a route: the middle of its first slot."""
    box = page.locator(f'[data-route="{route}"] .slot').first.bounding_box()
    assert box is not None
    return box["x"] + box["width"] / 2, box["y"] + box["height"] / 2


class Clock:
    """Fails a game that does not come to its end."""

    def __init__(self, seconds: float) -> None:
        self._end = time.monotonic() + seconds

    def check(self) -> None:
        """Raise when the time is up."""
        assert time.monotonic() < self._end, "the game takes too long"
