"""Finished games for tests of the ceremony and the result; read-only tests share them."""

from __future__ import annotations

from typing import Any

from playwright.sync_api import Locator, Page
from tests.web.conftest import NewPage
from tests.web.input_devices import Mouse
from tests.web.player import autoplay, autoplay_to_the_final_round, start_game, view_of
from tests.web.yard_player import Yard, autoplay_until, start_yard

MAPS = ["usa", "europe", "switzerland"]
GAMES = [*MAPS, "card_game"]
MOVING: dict[str, Any] = {"reduced_motion": "no-preference"}


def play_out(page: Page, ruleset: str) -> dict[str, Any]:
    """Play a game against a bot to its end; return the last view."""
    if ruleset != "card_game":
        start_game(page, ruleset)
        autoplay_to_the_final_round(page)
        return autoplay(page, watching=True)
    start_yard(page)
    # Wait for the page: if it asked about a declaration that has already been made, it would be refused.
    moving = page.evaluate("!matchMedia('(prefers-reduced-motion: reduce)').matches")
    page.emulate_media(reduced_motion="reduce")
    autoplay_until(page, 'view.phase === "declaration" && view.pass === view.passes')
    if moving:
        page.emulate_media(reduced_motion="no-preference")
    hands = Mouse(page)
    Yard(page, hands).declare()
    page.locator(".end").wait_for(state="attached")
    return view_of(page)


Finished = dict[str, tuple[str, Any]]


def after(new_page: NewPage, finished: Finished, ruleset: str, **options: Any) -> tuple[Page, str]:
    """Return a page of a player with a finished game, and its address; read-only tests share one game."""
    if ruleset not in finished:
        page = new_page()
        play_out(page, ruleset)
        finished[ruleset] = page.url, page.context.storage_state()
    address, state = finished[ruleset]
    return new_page(storage_state=state, **options), address


def ceremony(page: Page) -> Locator:
    return page.locator("[data-ceremony]")


def again(page: Page) -> Locator:
    return page.get_by_role("button", name="Replay the final scoring")
