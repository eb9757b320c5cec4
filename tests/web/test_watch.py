"""Games to watch in the browser: found, sorted, and opened as a spectator."""

from __future__ import annotations

import os
from pathlib import Path
from secrets import token_hex

from playwright.sync_api import Page, expect
from tests.web.conftest import NewPage
from tests.web.player import asked
from tests.web.test_friends import on_both_screens
from tests.web.test_people import sign_up

PICTURES = os.environ.get("WATCH_PICTURES")
"""A folder for pictures."""


def begun(host: Page, other: Page) -> str:
    """Start a game at a listed table; return its key to watch."""
    seats = [{"kind": "me"}, {"kind": "open"}]
    wish = {"ruleset": "switzerland", "seats": seats, "listed": True}
    table = asked(host, "POST", "/api/tables", wish)
    asked(other, "POST", f"/api/tables/{table['id']}/join", {})
    asked(host, "POST", f"/api/tables/{table['id']}/start", {})
    return str(table["watch"])


def test_a_friends_game_is_found_and_watched(new_page: NewPage, axe: str) -> None:
    ada, ben, eve, guest = (new_page(missing=True) for _ in range(4))
    names = {page: f"{name} {token_hex(3)}" for page, name in ((ada, "Ada"), (ben, "Ben"), (eve, "Eve"))}
    for page, name in names.items():
        sign_up(page, name)
    guest.goto("/about")
    key = begun(ada, ben)
    newer = begun(ben, guest)
    link = asked(ada, "POST", "/api/friends/link", {})["link"]
    asked(eve, "POST", f"/api/friends/link/{link}", {})

    eve.goto("/play")
    eve.get_by_role("link", name="Games to watch").click()
    expect(eve.get_by_role("heading", name="Games to watch", level=1)).to_be_visible()
    watch = eve.locator("[data-live] a")
    expect(eve.get_by_text(f"Playing: {names[ada]}")).to_be_visible()
    addresses = [one.get_attribute("href") for one in watch.all()]
    assert addresses.index(f"/t/{key}") < addresses.index(f"/t/{newer}")
    on_both_screens(eve, axe, "games to watch")
    for width, colors in ((1440, "light"), (1440, "dark"), (360, "light"), (360, "dark")):
        if PICTURES:
            eve.set_viewport_size({"width": width, "height": 800})
            eve.emulate_media(color_scheme=colors)  # type: ignore[arg-type]
            eve.screenshot(path=Path(PICTURES) / f"watch-{width}-{colors}.png")
    eve.set_viewport_size({"width": 1280, "height": 800})
    eve.get_by_label("Order").select_option("new")
    expect(watch.first).to_have_attribute("href", f"/t/{newer}")
    eve.get_by_role("link", name=f"{names[ada]} and {names[ben]}").press("Enter")
    eve.wait_for_url(f"**/t/{key}")
    expect(eve.locator(".board").first).to_be_visible()
