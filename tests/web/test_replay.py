"""Finished games in the browser: moving through them, shared replays, playing on, importing."""

from __future__ import annotations

import re
import threading
import time
from functools import cache
from http.server import BaseHTTPRequestHandler, ThreadingHTTPServer
from pathlib import Path
from typing import Any

import pytest
from playwright.sync_api import Page, Route, expect
from tests.server.test_replays import played
from tests.web.conftest import NewPage
from tests.web.harness import Service
from tests.web.player import autoplay, keep_two, start_game, table_of
from tests.web.test_access import checker

from whistlestop import Game

PHONE: dict[str, Any] = {"viewport": {"width": 360, "height": 740}, "has_touch": True}
OWNED = (
    "() => [...document.querySelectorAll('.board .route.owned')].map((route) => route.dataset.route).sort()"
)


@cache
def game_of(ruleset: str = "usa", players: int = 2) -> Game:
    """Return a whole random game."""
    return played(ruleset, players)


def brought(page: Page, game: Game) -> str:
    """Import a game as the user of a page; return the key to watch it."""
    page.goto("/about")
    page.get_by_role("heading", name="About Whistlestop").wait_for()
    token = page.evaluate("decodeURIComponent(/csrftoken=([^;]+)/.exec(document.cookie)[1])")
    answer = page.request.post(
        "/api/records",
        data={"record": game.record().to_dict(), "names": ["Zoë", "Ben"]},
        headers={"x-csrftoken": token},
    )
    assert answer.status == 201, answer.text()
    return str(answer.json()["watch"])


def at(page: Page, version: int) -> None:
    """Wait until a version is shown."""
    page.locator(f"[data-version='{version}']").wait_for()


def owned(page: Page, game: Game, version: int) -> None:
    """Wait until the board shows the routes owned at a version."""
    again = game.beginning()
    for seat, text in game.actions[:version]:
        again.play(text, seat)
    routes = sorted(route for player in again.view()["players"] for route in player["routes"])
    page.wait_for_function(f"(routes) => JSON.stringify(({OWNED})()) === JSON.stringify(routes)", arg=routes)


def test_by_keyboard(new_page: NewPage, axe: str) -> None:
    game = game_of()
    page = new_page()
    key = brought(page, game)
    page.goto(f"/games/{key}/40")
    at(page, 40)
    owned(page, game, 40)
    checker(page, axe, "light")("replay")
    for pressed, version in (("ArrowRight", 41), ("ArrowRight", 42), ("ArrowLeft", 41), ("Home", 0)):
        page.keyboard.press(pressed)
        at(page, version)
    page.keyboard.press("End")
    at(page, game.version)
    owned(page, game, game.version)
    page.locator(".end").wait_for()
    page.wait_for_url(f"**/games/{key}/{game.version}")  # a link to the moment
    page.keyboard.press("Home")
    page.get_by_label("Speed").select_option("16")
    page.locator("body").click(position={"x": 4, "y": 300})
    page.keyboard.press(" ")
    page.wait_for_function("() => Number(document.querySelector('[data-version]').dataset.version) > 12")
    page.keyboard.press(" ")
    expect(page.get_by_role("button", name="Play", exact=True)).to_be_visible()
    # The list of events is an index.
    page.locator(".log .lines").focus()
    page.keyboard.press("ArrowDown")
    page.keyboard.press("ArrowDown")
    line = page.locator("[data-moment]:focus")
    version = int(line.get_attribute("data-moment") or "")
    page.keyboard.press("Enter")
    at(page, version)
    expect(page.locator("[data-moment][aria-current=step]").first).to_have_attribute(
        "data-moment", str(version)
    )


def test_by_touch_on_a_phone(new_page: NewPage, axe: str) -> None:
    game = game_of()
    page = new_page(**PHONE)
    key = brought(page, game)
    check = checker(page, axe, "phone-light")
    page.goto(f"/games/{key}/60")
    at(page, 60)
    page.locator("[data-open-hand='1']").wait_for()
    check("all hands")
    page.get_by_role("button", name="One move forward").tap()
    at(page, 61)
    page.locator("[data-scrub]").fill("30")
    at(page, 30)
    owned(page, game, 30)
    page.locator("[data-eyes]").select_option("1")
    page.locator("[data-hand]").wait_for()
    hand = sum(game_view(game, 30, 1)["hand"].values())
    expect(page.locator(".hand")).to_contain_text(f"{hand} card")
    check("one hand")
    page.get_by_role("button", name="Charts").tap()
    page.locator("[data-charts] svg[role=img]").wait_for()
    # The chart shows the values at the current moment until another point is chosen.
    reader = page.locator("[data-charts] input[type=range]")
    assert 0 < int(reader.input_value()) < int(reader.get_attribute("max") or 0)
    reader.fill("0")
    page.get_by_role("button", name="Show this turn").tap()
    first = next(
        entry["version"] for entry in game.history(1) if any(e["event"] == "turn" for e in entry["events"])
    )
    at(page, first)
    check("charts")
    page.get_by_role("button", name="Close").tap()
    page.get_by_role("button", name="Share").tap()
    expect(page.get_by_label("Link to this moment")).to_have_value(re.compile(rf"/games/{key}/{first}$"))
    check("share")


def game_view(game: Game, version: int, seat: int) -> dict[str, Any]:
    again = game.beginning()
    for player, text in game.actions[:version]:
        again.play(text, player)
    return again.view(seat)


@pytest.mark.parametrize("ruleset", ["europe", "card_game"])
def test_a_move_is_shown_happening(new_page: NewPage, ruleset: str) -> None:
    game = game_of(ruleset)
    drawn = next(n for n, (_, text) in enumerate(game.actions) if text == "draw" and n > 20)
    page = new_page(reduced_motion="no-preference")
    key = brought(page, game)
    page.goto(f"/games/{key}/{drawn}")
    at(page, drawn)
    page.locator("[data-slot]").first.wait_for()
    page.evaluate(
        """() => { window.flown = 0; new MutationObserver((all) => { for (const { addedNodes } of all)
        for (const node of addedNodes) if (node.classList?.contains("ghost")) window.flown++; })
        .observe(document.body, { childList: true }); }"""
    )
    page.get_by_role("button", name="One move forward").click()
    at(page, drawn + 1)
    page.wait_for_function("() => window.flown > 0")


def test_together(new_page: NewPage) -> None:
    game = game_of()
    ada, ben = new_page(), new_page()
    key = brought(ada, game)
    ada.goto(f"/games/{key}/20")
    at(ada, 20)
    ada.get_by_role("button", name="Share").click()
    ada.locator("[data-together]").click()
    expect(ada.locator(".company")).to_contain_text("You lead")
    at(ada, 20)
    ada.locator("[data-scrub]").fill("50")
    at(ada, 50)
    ben.goto(ada.url)
    at(ben, 50)
    expect(ben.locator(".company")).to_contain_text("leads")
    expect(ben.get_by_role("button", name="One move forward")).to_have_count(0)
    ada.keyboard.press("Escape")
    ada.get_by_role("button", name="One move forward").click()
    ada.locator("[data-eyes]").select_option("1")
    at(ben, 51)
    ben.locator("[data-hand]").wait_for()
    # The leader transfers the lead and leaves: the remaining member leads.
    ada.get_by_label("Hand over to").select_option(index=1)
    expect(ben.locator(".company")).to_contain_text("You lead")
    ben.get_by_role("button", name="One move back").click()
    at(ada, 50)
    ben.goto("/about")
    expect(ada.locator(".company")).to_contain_text("You lead")
    ada.get_by_role("link", name="Continue alone").click()
    expect(ada.locator(".company")).to_have_count(0)
    at(ada, 50)


def test_playing_on(new_page: NewPage) -> None:
    game = game_of()
    page = new_page()
    key = brought(page, game)
    start = game.version - 40  # only a few moves are left
    page.goto(f"/games/{key}/{start}")
    at(page, start)
    page.get_by_role("button", name="Play on from here").click()
    page.locator("[data-branch-seat]").select_option("1")
    page.get_by_role("button", name="Play on", exact=True).click()
    page.wait_for_url("**/t/*")
    page.locator("[data-hand]").wait_for()
    end = autoplay(page)
    assert end["seat"] == 1
    assert end["outcome"] is not None
    page.locator(".end [data-replay]").click()  # and the new game can be replayed as well
    at(page, start)


def test_a_game_is_brought(new_page: NewPage, axe: str, tmp_path: Path) -> None:
    game = game_of("card_game")
    good, bad = tmp_path / "good.json", tmp_path / "bad.json"
    good.write_text(game.record().to_json(), encoding="utf-8")
    bad.write_text("whistlestop", encoding="utf-8")
    page = new_page()
    page.goto("/")
    page.locator("[data-replays]").click()
    page.get_by_role("heading", level=1).wait_for()
    checker(page, axe, "light")("games to be watched")
    page.locator("[data-bring]").set_input_files(bad)
    expect(page.get_by_role("alert")).to_have_text("This file cannot be used: it is not JSON.")
    page.locator("[data-bring]").set_input_files(good)
    page.wait_for_url("**/games/*")
    at(page, 0)

    def late(route: Route) -> None:
        time.sleep(0.5)
        route.continue_()

    # Without a board to show, the list of boards must be there before the list of games.
    page.route("**/api/rulesets", late)
    page.goto("/games")
    expect(page.get_by_text("Played elsewhere")).to_be_visible()


def test_under_way(new_page: NewPage) -> None:
    page = new_page()
    start_game(page)
    keep_two(page)
    table = table_of(page)
    autoplay(page, until=4)
    page.locator(".log [data-replay]").click()
    page.wait_for_url(f"**/t/{table}/replay")
    page.keyboard.press("End")
    page.locator("[data-moment]").first.wait_for()
    expect(page.locator("[data-eyes]")).to_have_count(0)
    expect(page.get_by_role("button", name="Play on from here")).to_have_count(0)
    page.locator("[data-hand]").wait_for()
    page.get_by_role("link", name="Back to the table").click()
    page.wait_for_url(f"**/t/{table}")


def test_in_a_frame(new_page: NewPage, service: Service) -> None:
    """On a page of another site, without a cookie."""
    page = new_page()
    key = brought(page, game_of())
    address = f"{service.url}/embed/games/{key}/12"
    html = f'<!doctype html><title>Elsewhere</title><iframe src="{address}" width=1120 height=720></iframe>'

    class Elsewhere(BaseHTTPRequestHandler):
        def do_GET(self) -> None:
            self.send_response(200)
            self.send_header("content-type", "text/html")
            self.end_headers()
            self.wfile.write(html.encode())

        def log_message(self, *_: object) -> None:
            pass

    with ThreadingHTTPServer(("127.0.0.1", 0), Elsewhere) as site:
        threading.Thread(target=site.serve_forever, daemon=True).start()
        other = new_page(missing=True)  # for its icon
        other.goto(f"http://localhost:{site.server_port}/")
        frame = other.frame_locator("iframe")
        frame.locator("[data-version='12']").wait_for()
        frame.get_by_role("button", name="One move forward").click()
        frame.locator("[data-version='13']").wait_for()
        assert other.context.cookies() == []
        site.shutdown()
