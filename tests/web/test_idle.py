"""An idle game: the page says when it will be closed, and that it was."""

from __future__ import annotations

import json
from typing import Any

from playwright.sync_api import WebSocketRoute, expect
from tests.web.conftest import NewPage
from tests.web.player import keep_two, start_game
from tests.web.test_access import checker


def test_an_idle_game_says_when_it_is_closed_and_that_it_was(new_page: NewPage, axe: str) -> None:
    """The months are skipped: the server's later messages are sent immediately."""
    page = new_page()
    said: dict[str, Any] = {}

    def between(line: WebSocketRoute) -> None:
        server = line.connect_to_server()

        def from_server(text: str | bytes) -> None:
            message = json.loads(text)
            if "table" in message:
                message["table"] |= said
            line.send(json.dumps(message))

        server.on_message(from_server)

    page.route_web_socket("**/socket", between)
    start_game(page)
    keep_two(page)
    check = checker(page, axe, "light")
    told, status = page.locator("[data-closes]"), page.locator("[data-status]")
    expect(told).to_have_count(0)

    said["closes"] = "2030-03-17T12:00:00+00:00"
    page.reload()
    expect(told).to_have_text("Closes on Mar 17, 2030 if nobody moves")
    expect(page.locator("[data-status].mine")).to_have_count(1)
    check("announced")
    page.set_viewport_size({"width": 360, "height": 780})
    expect(told).to_be_visible()
    assert page.evaluate("document.documentElement.scrollWidth <= innerWidth")

    page.set_viewport_size({"width": 1440, "height": 900})
    said |= {"closes": None, "state": "over"}
    page.reload()
    expect(status).to_contain_text("The game was closed before it ended")
    expect(page.locator("[data-status].mine")).to_have_count(0)
    expect(told).to_have_count(0)
    expect(page.locator("button.slot.legal")).to_have_count(0)
    check("closed")
