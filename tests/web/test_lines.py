"""Reloads, lost connections and dead servers: the game is restored, and nothing is played twice."""

from __future__ import annotations

import re
from typing import Any

import pytest
from playwright.sync_api import Page, WebSocketRoute, expect
from tests.web.conftest import NewPage
from tests.web.harness import Service
from tests.web.player import (
    autoplay,
    keep_two,
    make_log,
    mark,
    settled,
    snapshot,
    start_game,
    wait_for_decision,
)
from tests.web.test_coming import pair
from tests.web.test_games import PHONE


def test_reload_and_a_dead_server(new_page: NewPage, service: Service) -> None:
    page = new_page()
    start_game(page)
    keep_two(page)
    autoplay(page, until=30)
    wait_for_decision(page)
    before = snapshot(page)
    assert before["owned"], "the game should have come to routes"

    page.reload()
    wait_for_decision(page)
    assert snapshot(page) == before
    expect(page.locator("[data-status].mine")).to_have_count(1)

    service.kill()
    try:
        expect(page.locator("[data-status]")).to_contain_text("Connection lost")
        expect(page.locator("[data-deck]")).to_have_attribute("aria-disabled", "true")
        expect(page.locator("[data-status].mine")).to_have_count(0)  # no prompt while nothing can be done
    finally:
        service.start()
    expect(page.locator("[data-status]")).not_to_contain_text("Connection lost")
    wait_for_decision(page)
    assert snapshot(page) == before

    text = mark(page)
    page.locator("[data-deck].legal, button.slot.legal").first.click()
    settled(page, text)
    after = snapshot(page)
    assert after["log"][: len(before["log"])] == before["log"]


def test_a_command_whose_answer_is_lost_is_sent_again_and_done_once(new_page: NewPage) -> None:
    page = new_page()
    sent: list[dict[str, Any]] = []
    deaf = {"at the next command": False, "now": False}

    def between(line: WebSocketRoute) -> None:
        server = line.connect_to_server()

        def from_page(text: str | bytes) -> None:
            if '"command"' in str(text):
                deaf["now"], deaf["at the next command"] = deaf["at the next command"], False
                sent.append({"text": text, "deaf": deaf["now"]})
            server.send(text)

        def from_server(text: str | bytes) -> None:
            if not deaf["now"]:
                line.send(text)
                return
            # The server gets the command; its answer and then the connection are lost.
            deaf["now"] = False
            line.close()

        line.on_message(from_page)
        server.on_message(from_server)

    page.route_web_socket("**/socket", between)
    start_game(page)
    keep_two(page)
    wait_for_decision(page)
    drawn = len([line for line in snapshot(page)["log"] if line.startswith("You draw")])
    sent.clear()
    deaf["at the next command"] = True
    page.locator("[data-deck]").click()
    expect(page.locator(".log li").filter(has_text="You draw")).to_have_count(drawn + 1)
    wait_for_decision(page)
    assert [message["deaf"] for message in sent] == [True, False]
    assert sent[0]["text"] == sent[1]["text"]
    expect(page.locator("[data-status]")).to_contain_text("Take your second card")
    expect(page.locator(".log li").filter(has_text="You draw")).to_have_count(drawn + 1)


class Cable:
    """The connection of a page to its table: outgoing messages can be held back, and are recorded."""

    def __init__(self, page: Page) -> None:
        self.sent: list[str] = []
        self.dead = False
        page.route_web_socket("**/socket", self._between)

    def _between(self, line: WebSocketRoute) -> None:
        if self.dead:
            line.close()
            return
        server = line.connect_to_server()

        def from_page(text: str | bytes) -> None:
            if '"command"' in str(text):
                self.sent.append(str(text))
            if not self.dead:
                server.send(text)

        line.on_message(from_page)
        server.on_message(lambda text: None if self.dead else line.send(text))


def drawn(page: Page) -> int:
    """Return how often this player has drawn."""
    return len([line for line in snapshot(page)["log"] if line.startswith("You draw")])


@pytest.mark.parametrize("screen", ["wide", "phone"])
def test_a_move_is_under_way_until_the_line_is_back(new_page: NewPage, screen: str) -> None:
    """The move is shown immediately and sent once; the browser's offline event is enough."""
    page = new_page(**(PHONE if screen == "phone" else {}))
    cable = Cable(page)
    start_game(page)
    keep_two(page)
    wait_for_decision(page)
    if screen == "phone":
        make_log(page)
    before = drawn(page)
    cable.sent.clear()
    cable.dead = True
    deck = page.locator("[data-deck]")
    deck.click()
    underway = page.locator("[data-underway]")
    expect(underway).to_contain_text("Drawing from the deck")
    expect(underway).not_to_contain_text("connection")
    expect(deck).to_have_attribute("aria-busy", "true")
    expect(deck).to_have_class(re.compile("going"))
    for _ in range(3):
        deck.click(force=True)
    page.keyboard.press("d")
    page.context.set_offline(True)
    expect(page.locator("[data-status]")).to_contain_text(
        "Connection lost", timeout=2_000
    )  # faster than any heartbeat
    expect(underway).to_contain_text("will be sent when you are back online")
    expect(page.locator("[data-hint-open]")).to_have_count(0)  # it could not be loaded
    expect(page.locator("[data-live]")).to_contain_text("will be sent when you are back online")
    deck.click(force=True)
    assert len(cable.sent) == 1
    cable.dead = False
    page.context.set_offline(False)
    expect(underway).to_have_count(0)
    expect(page.locator("[data-status]")).not_to_contain_text("Connection lost")
    expect(page.locator("[data-status]")).to_contain_text("Take your second card")
    assert set(cable.sent) == {cable.sent[0]}
    assert drawn(page) == before + 1


def test_a_move_that_came_too_late_is_taken_back(new_page: NewPage) -> None:
    """The game has progressed elsewhere: the page says so, and shows the current decision."""
    page = new_page()
    cable = Cable(page)
    start_game(page)
    keep_two(page)
    wait_for_decision(page)
    cable.dead = True
    page.locator("[data-deck]").click()
    expect(page.locator("[data-underway]")).to_be_visible()
    other = page.context.new_page()
    other.goto(page.url)
    wait_for_decision(other)
    before = drawn(other)
    other.locator("[data-deck]").click()
    expect(other.locator("[data-status]")).to_contain_text("Take your second card")
    page.evaluate("dispatchEvent(new Event('offline'))")
    cable.dead = False
    page.evaluate("dispatchEvent(new Event('online'))")
    expect(page.locator("[data-status]")).to_contain_text("The game has moved on")
    expect(page.locator("[data-underway]")).to_have_count(0)
    expect(page.locator("[data-deck].legal")).to_have_count(1)
    assert drawn(page) == before + 1


def test_a_move_that_may_still_be_undone_survives_a_lost_line(new_page: NewPage) -> None:
    page = new_page()
    cable = Cable(page)
    start_game(page)
    keep_two(page)
    wait_for_decision(page)
    page.evaluate("localStorage.setItem('whistlestop.settings', JSON.stringify({ undo: 1 }))")
    page.reload()
    wait_for_decision(page)
    before = drawn(page)
    page.locator("[data-deck]").click()
    expect(page.locator("[data-pending]")).to_be_visible()
    cable.dead = True
    page.evaluate("dispatchEvent(new Event('offline'))")
    expect(page.locator("[data-underway]")).to_contain_text("will be sent when you are back online")
    cable.dead = False
    page.evaluate("dispatchEvent(new Event('online'))")
    expect(page.locator("[data-status]")).to_contain_text("Take your second card")
    assert drawn(page) == before + 1


@pytest.mark.parametrize("screen", ["wide", "phone"])
def test_what_a_plate_tells_of_its_player(new_page: NewPage, screen: str) -> None:
    """A reload is not shown; a lost connection is shown as such, and a closed page as an absence."""
    ada, ben = pair(new_page, missing=True)
    if screen == "phone":
        phone = new_page(missing=True, **PHONE)
        phone.context.add_cookies([{**cookie} for cookie in ada.context.cookies()])  # type: ignore[typeddict-item]
        phone.goto(ada.url)
        ada.close()
        ada = phone
    ada.get_by_role("button", name="Start the game").click()
    for page in (ada, ben):
        page.locator(".offer").wait_for()
    note = ada.locator(
        ".chips [data-seat='1'] .note" if screen == "phone" else ".players [data-seat='1'] .note"
    )
    seen = """() => {
      window.notes = [];
      const look = () => document.querySelectorAll("[data-seat='1'] .note")
        .forEach((one) => notes.push(one.textContent));
      new MutationObserver(look).observe(document.body, { childList: true, subtree: true, characterData: true });
    }"""
    ada.evaluate(seen)
    ben.reload()
    ben.locator(".offer").wait_for()
    ada.wait_for_timeout(1000)
    assert ada.evaluate("notes") == []

    ben.context.set_offline(True)
    expect(note).to_have_text("connection lost")
    ben.context.set_offline(False)
    expect(note).to_have_count(0)
    ben.goto("/about")
    expect(note).to_have_text("away")
    ben.go_back()
    expect(note).to_have_count(0)
    ben.locator("[data-menu]").click()
    for name in ("Leave: let a bot play for me", "Yes, leave"):
        ben.get_by_role("dialog").get_by_role("button", name=name).click()
    expect(note).to_have_text("bot plays")
