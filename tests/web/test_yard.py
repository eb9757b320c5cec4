"""Whole card games in the browser, by mouse and keyboard, and their announcements."""

from __future__ import annotations

import re
from collections import Counter
from typing import Any

from playwright.sync_api import Page, expect
from tests.web.conftest import NewPage
from tests.web.input_devices import Keys, Mouse
from tests.web.player import RECORD_SPEECH, snapshot, view_of
from tests.web.test_games import start_by_keys
from tests.web.yard_player import Collector, Yard, YardKeys, start_yard

MOVED = re.compile(r"moves? onto")
COLORS = re.compile(r"purple|blue|orange|white|green|yellow|black|red|locomotive")
EVERYTHING = {"place", "trio", "stop", "tickets", "draw", "take"}


def test_a_whole_game_by_mouse(new_page: NewPage) -> None:
    page = new_page()
    page.add_init_script(RECORD_SPEECH)
    start_yard(page)
    already = Counter(snapshot(page)["log"])  # events before the page was opened are not announced
    hands = Mouse(page)
    player = Collector(page, hands, Yard(page, hands))
    player.play(100, lambda: set(player.done) >= EVERYTHING, watching=True)
    assert set(player.done) >= EVERYTHING, player.done
    check_the_end(page)
    check_that_all_was_spoken_once(page, already)


def test_a_whole_game_by_keyboard(new_page: NewPage) -> None:
    page = new_page()
    start_by_keys(page, "card_game", "Bot: R")
    page.locator(".offer").wait_for()
    hands = Keys(page)
    player = Collector(page, hands, YardKeys(page, hands))
    player.play(100, lambda: set(player.done) >= EVERYTHING)
    assert set(player.done) >= EVERYTHING, player.done
    check_the_end(page)


def check_the_end(page: Page) -> None:
    """Check that the final screen agrees with the API: parts of the scores, cities, tickets, stacks."""
    outcome = view_of(page)["outcome"]
    ranking = sorted(outcome["players"], key=lambda player: player["rank"])
    parts = [[p["tickets"], p["lost"], p["bonus"], p["score"]] for p in ranking]
    rows = page.locator(".end .scores tbody tr")
    expect(rows).to_have_count(len(ranking))
    assert [[int(cell) for cell in row.locator("td").all_inner_texts()] for row in rows.all()] == parts
    assert [sum(numbers[:3]) for numbers in parts] == [
        numbers[3] for numbers in parts
    ]  # CARD-41, CARD-50, CARD-51
    shown = page.locator("[data-tickets-of-all] details")
    expect(shown).to_have_count(len(ranking))
    for player, details in zip(ranking, shown.all(), strict=True):
        check_tickets(player, details.inner_text())
        assert details.locator(".stack .tile").count() == sum(player["stack"].values())
    for city in page.locator(".end [data-city]").all():
        name = city.get_attribute("data-city")
        winners = [player for player in ranking if name in player["cities"]]
        assert city.locator(".who svg").count() == len(winners)  # CARD-51: all tied players get it


def check_tickets(player: dict[str, Any], text: str) -> None:
    tickets = player["tickets_list"]
    assert text.count("not completed") == sum(ticket["state"] == "failed" for ticket in tickets)
    shown = Counter(int(number) for number in re.findall(r"^[+-]\d+$", text, re.MULTILINE))
    assert shown == Counter(ticket["scored"] for ticket in tickets)


def check_that_all_was_spoken_once(page: Page, already: Counter[str]) -> None:
    """Check that every log line was announced once; cards moving to a stack are named only then (RUL-61)."""
    spoken = Counter(page.evaluate("window.spoken"))
    told = Counter(snapshot(page)["log"]) - already
    plain = {line: times for line, times in told.items() if not MOVED.search(line)}
    assert {line: spoken[line] for line in plain} == plain
    moved = sum(times for line, times in told.items() if MOVED.search(line))
    assert moved > 10
    assert sum(times for line, times in spoken.items() if MOVED.search(line) and COLORS.search(line)) == moved
    assert not any(MOVED.search(line) and COLORS.search(line) for line in told)
    assert spoken["Your turn."] > 5
    assert sum(times for line, times in spoken.items() if line.startswith("The deck is running out")) == 1
    assert page.locator("[aria-live]").count() == 1


def test_the_help_and_the_stack_of_beginners(new_page: NewPage) -> None:
    page = new_page()
    start_yard(page, look=True)
    expect(page.locator("[data-stack-seen]")).to_contain_text("nothing")  # CARD-22, the option for beginners
    page.keyboard.press("?")
    expect(page.get_by_role("dialog", name="Keyboard shortcuts")).to_contain_text("Place three singles")
    page.keyboard.press("Escape")
    start_yard(page)
    assert page.locator("[data-stack-seen]").count() == 0
