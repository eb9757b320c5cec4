"""The tables of a static site: games that the player leaves, and the list of past games."""

from __future__ import annotations

from collections.abc import Iterator

import pytest
from playwright.sync_api import Browser, expect
from tests.web.player import let_happen
from tests.web.static_host import StaticHost, hosted, visit

# As if the browser's window was minimized, or shown again.
SHOW = """(state) => {
  Object.defineProperty(document, "visibilityState", { value: state, configurable: true });
  document.dispatchEvent(new Event("visibilitychange"));
}"""


@pytest.fixture(scope="module")
def host(static_answers: None, tmp_path_factory: pytest.TempPathFactory) -> Iterator[StaticHost]:
    with hosted(tmp_path_factory.mktemp("host")) as host:
        yield host


def test_bots_alone_take_their_time_and_wait_for_a_visible_page(host: StaticHost, browser: Browser) -> None:
    with visit(host, browser) as visitor:
        table = visitor.start("usa", "first_ride")
        visitor.play(table, 15)
        page = visitor.page

        def version() -> int:
            found: int = visitor.ask("GET", f"/api/tables/{table}/view", here=True)["view"]["version"]
            return found

        visitor.go(f"/t/{table}")
        page.locator("[data-menu]").click()
        page.get_by_role("button", name="Leave: let a bot play for me").click()
        stays = version()
        page.wait_for_timeout(500)
        assert version() == stays  # nobody has left yet
        page.get_by_role("button", name="Yes, leave").click()
        expect(page.locator("[data-strip=replaced]")).to_be_visible()
        (change,) = visitor.ask("GET", f"/api/games/{table}/log", here=True)["changes"]  # reviews need it
        assert (change["seat"], change["version"] >= stays, change["bot"]) == (0, True, "hard")
        page.evaluate(SHOW, "hidden")
        page.wait_for_timeout(1000)  # a move that has begun is not played
        waits = version()
        page.wait_for_timeout(1000)
        assert version() == waits
        page.evaluate(SHOW, "visible")
        let_happen(page, lambda: version() > waits)
        page.wait_for_timeout(1000)
        assert version() <= waits + 4


def test_replays_show_their_dates_and_results(host: StaticHost, browser: Browser) -> None:
    with visit(host, browser) as visitor:
        table = visitor.start("card_game")
        visitor.play(table, "end")
        (game,) = visitor.ask("GET", "/api/games")["games"]
        won = any(seat["won"] for seat in game["seats"] if seat["seat"] in game["you"])
        page = visitor.page
        missing: list[str] = []
        page.on("response", lambda answer: missing.append(answer.url) if answer.status == 404 else None)
        visitor.go("/games")
        line = page.locator(f"a[href='#/games/{table}_']")
        expect(line.locator("time")).to_have_attribute("datetime", game["ended"])
        expect(line).to_contain_text("Won" if won else "Place 2 of 2")
        assert missing == []
