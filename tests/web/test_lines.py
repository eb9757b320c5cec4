"""Reloads, lost lines and servers that die: the same game again, and nothing played twice."""

from __future__ import annotations

from typing import Any

from playwright.sync_api import WebSocketRoute, expect
from tests.web.conftest import NewPage
from tests.web.harness import Service
from tests.web.player import autoplay, keep_two, mark, settled, snapshot, start_game, wait_for_decision


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
        expect(page.locator("[data-status].mine")).to_have_count(0)  # nobody is called who can do nothing
    finally:
        service.start()
    expect(page.locator("[data-status]")).not_to_contain_text("Connection lost", timeout=30_000)
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
            # The server has the command; its answer is lost, and then the line is.
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
    expect(page.locator("[data-status]")).to_contain_text("Take a second card")
    expect(page.locator(".log li").filter(has_text="You draw")).to_have_count(drawn + 1)
