"""Create the pictures of the README and the docs: `python -m tests.web.pictures`. The deals are reproducible."""

from __future__ import annotations

import io
import tempfile
from collections.abc import Callable, Iterator
from pathlib import Path
from typing import Any

from PIL import Image
from playwright.sync_api import Browser, Page, sync_playwright
from tests.web.harness import ROOT, Service, launch
from tests.web.player import asked, autoplay, choose_board, rename, table_of, view_of, wait_for_decision
from tests.web.yard_player import autoplay_until

IMAGES = ROOT / "docs" / "images"
DESK: dict[str, Any] = {"viewport": {"width": 1280, "height": 800}}
ANIMATED: dict[str, Any] = {"viewport": {"width": 1120, "height": 700}}
ANIMATED_SIZE = (880, 550)
MILLISECONDS = 600
QUALITY = 45  # the animation stays below 600 kB
PHONE: dict[str, Any] = {"viewport": {"width": 360, "height": 740}, "has_touch": True, "is_mobile": True}


def begin(page: Page, ruleset: str, *bots: str) -> None:
    """Start a game against these bots."""
    rename(page, "Ada")
    choose_board(page, ruleset)
    for _ in bots[1:]:
        page.get_by_role("button", name="Add a player").click()
    for seat, bot in enumerate(bots, start=2):
        page.get_by_label(f"Player {seat}", exact=True).select_option(bot)
    page.get_by_role("button", name="Play now").click()
    page.locator(".offer").wait_for()


def on_a_map(page: Page, ruleset: str, until: int) -> None:
    """Return a map game that is half over."""
    begin(page, ruleset, "hard")
    autoplay(page, until=until)
    wait_for_decision(page)


def at_a_card_table(page: Page) -> None:
    """Return a card game that is half over."""
    begin(page, "card_game", "hard", "medium")
    autoplay_until(page, 'view.phase === "turn" && view.turn > 24 && view.players[0].siding.length')


PICTURES: dict[str, tuple[dict[str, Any], Callable[[Page], None]]] = {
    "table-dark": (DESK | {"color_scheme": "dark"}, lambda page: on_a_map(page, "europe", 34)),
    "table-phone": (PHONE, lambda page: on_a_map(page, "switzerland", 26)),
    "cards-light": (DESK, at_a_card_table),
}


def take(page: Page) -> Image.Image:
    """Return the page as an image."""
    return Image.open(io.BytesIO(page.screenshot(animations="disabled"))).convert("RGB")


def whole_game(page: Page) -> Iterator[Image.Image]:
    """Play a game by its hints, with an image of every turn and of the result."""
    begin(page, "usa", "hard")
    yield take(page)
    table, shown = table_of(page), 0
    while not (view := view_of(page))["outcome"]:
        if not view["legal"]:
            page.wait_for_timeout(50)
            continue
        if view["turn"] > shown:
            page.wait_for_timeout(300)
            yield take(page)
            shown = view["turn"]
        action = asked(page, "GET", f"/api/tables/{table}/hint")["action"]
        command = {"id": str(view["version"]), "version": view["version"], "action": action}
        asked(page, "POST", f"/api/tables/{table}/commands", command)
    page.locator(".end").wait_for()
    page.wait_for_timeout(2000)
    yield take(page)


def animate(page: Page) -> None:
    """Write a game as an animation."""
    frames = [frame.resize(ANIMATED_SIZE, Image.Resampling.LANCZOS) for frame in whole_game(page)]
    times = [2 * MILLISECONDS, *[MILLISECONDS] * (len(frames) - 2), 8 * MILLISECONDS]
    options: dict[str, Any] = {
        "duration": times,
        "loop": 0,
        "quality": QUALITY,
        "method": 6,
        "kmin": 0,
        "kmax": 0,
    }
    frames[0].save(IMAGES / "game.webp", save_all=True, append_images=frames[1:], **options)


def open_page(browser: Browser, service: Service, name: str, options: dict[str, Any]) -> Page:
    """Return a page whose games are dealt for this picture."""
    service.deal_for(name)
    return browser.new_page(base_url=service.url, reduced_motion="reduce", **options)


def main() -> None:
    """Take all pictures."""
    with tempfile.TemporaryDirectory() as folder, sync_playwright() as playwright:
        service = Service(Path(folder))
        service.start()
        browser = launch(playwright)
        try:
            for name, (options, play) in PICTURES.items():
                page = open_page(browser, service, name, options)
                play(page)
                take(page).save(IMAGES / f"{name}.webp", quality=85, method=6)
                page.close()
            animate(open_page(browser, service, "game", ANIMATED))
        finally:
            browser.close()
            service.stop()


if __name__ == "__main__":
    main()
