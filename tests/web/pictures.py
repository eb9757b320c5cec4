"""Makes the pictures of the README: `python -m tests.web.pictures`. The games in them are the same every time."""

from __future__ import annotations

import tempfile
from collections.abc import Callable
from pathlib import Path
from typing import Any

from playwright.sync_api import Page, sync_playwright
from tests.web.harness import BROWSER_FLAGS, ROOT, Service, chromium
from tests.web.player import autoplay, choose_board, rename, wait_for_decision
from tests.web.yard_player import autoplay_until

IMAGES = ROOT / "docs" / "images"
DESK: dict[str, Any] = {"viewport": {"width": 1280, "height": 800}}
PHONE: dict[str, Any] = {"viewport": {"width": 360, "height": 740}, "has_touch": True, "is_mobile": True}


def begin(page: Page, ruleset: str, *bots: str) -> None:
    """Begin a game against these bots."""
    rename(page, "Ada")
    choose_board(page, ruleset)
    for _ in bots[1:]:
        page.get_by_role("button", name="Add a player").click()
    for seat, bot in enumerate(bots, start=2):
        page.get_by_label(f"Player {seat}", exact=True).select_option(bot)
    page.get_by_role("button", name="Play now").click()
    page.locator(".offer").wait_for()


def on_a_map(page: Page, ruleset: str, until: int) -> None:
    """A game on a map, half way."""
    begin(page, ruleset, "planner")
    autoplay(page, until=until)
    wait_for_decision(page)


def at_a_card_table(page: Page) -> None:
    """A card game, half way."""
    begin(page, "card_game", "planner", "greedy")
    autoplay_until(page, 'view.phase === "turn" && view.turn > 24 && view.players[0].siding.length')


PICTURES: dict[str, tuple[dict[str, Any], Callable[[Page], None]]] = {
    "table-light": (DESK, lambda page: on_a_map(page, "usa", 34)),
    "table-dark": (DESK | {"color_scheme": "dark"}, lambda page: on_a_map(page, "europe", 34)),
    "table-phone": (PHONE, lambda page: on_a_map(page, "switzerland", 26)),
    "cards-light": (DESK, at_a_card_table),
}


def main() -> None:
    """Take all pictures."""
    with tempfile.TemporaryDirectory() as folder, sync_playwright() as playwright:
        service = Service(Path(folder))
        service.start()
        browser = playwright.chromium.launch(executable_path=chromium(), args=BROWSER_FLAGS)
        try:
            for name, (options, play) in PICTURES.items():
                service.deal_for(name)
                page = browser.new_page(base_url=service.url, reduced_motion="reduce", **options)
                play(page)
                page.screenshot(path=IMAGES / f"{name}.png", animations="disabled")
                page.close()
        finally:
            browser.close()
            service.stop()


if __name__ == "__main__":
    main()
