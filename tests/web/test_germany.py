"""Two decks of tickets and passengers at the table, on Germany with few trains (GER-2, GER-8 to GER-10)."""

from __future__ import annotations

import shutil
from collections.abc import Iterator
from pathlib import Path
from typing import Any

import pytest
from playwright.sync_api import Page, expect
from tests.web.conftest import NewPage
from tests.web.harness import Service
from tests.web.player import (
    asked,
    autoplay,
    keep_two,
    lit_routes,
    mark,
    middle_of,
    settled,
    view_of,
    wait_for_decision,
)

GERMANY = Path(__file__).resolve().parents[2] / "boards" / "germany"
COLORS = ("red", "blue", "green", "yellow", "black", "white")


@pytest.fixture(scope="module")
def service(tmp_path_factory: pytest.TempPathFactory) -> Iterator[Service]:
    """Return a server with a board whose games are short."""
    folder = tmp_path_factory.mktemp("germany")
    board = shutil.copytree(GERMANY, folder / "germany")
    settings = (board / "ruleset.toml").read_text(encoding="utf-8")
    assert settings.count("count = 45") == 1
    (board / "ruleset.toml").write_text(settings.replace("count = 45", "count = 9"), encoding="utf-8")
    server = Service(folder, WHISTLESTOP_BOARDS=str(board))
    server.start()
    yield server
    server.stop()


def crowded(page: Page) -> str | None:
    """Return a route that can be claimed now, with figures of several colors at one of its ends."""
    figures = view_of(page)["figures"]
    for route in lit_routes(page, "[data-kind=normal]"):
        ends = route.split("/")[0].split("-")
        if any(len(figures.get(end.split("_")[0], ())) > 1 for end in ends):
            return route
    return None


def points(view: dict[str, Any]) -> list[int]:
    """Return the points of two players for their figures (GER-10)."""
    held = [player["passengers"] for player in view["players"]]
    mine, other = ([one.get(color, 0) for color in COLORS] for one in held)
    pairs = list(zip(mine, other, strict=True))
    return [
        sum(20 if a and a >= b else 10 if a else 0 for a, b in found)
        for found in (pairs, [(b, a) for a, b in pairs])
    ]


def test_a_game_with_two_decks_and_passengers(new_page: NewPage) -> None:
    page = new_page()
    seats = [{"kind": "me"}, {"kind": "bot", "bot": "first_ride"}]
    made = asked(page, "POST", "/api/tables", {"ruleset": "germany", "seats": seats, "start": True})
    page.goto(f"/t/{made['id']}")
    page.locator("[data-mixture='3']").click()
    expect(page.locator(".offer input")).to_have_count(4)
    assert view_of(page)["players"][0]["long_offer"] == 3
    keep_two(page)
    assert view_of(page)["players"][0]["long_tickets"] == 2, "the long ones are offered first"
    while True:
        wait_for_decision(page)
        if route := crowded(page):
            break
        before = mark(page)
        page.locator("[data-deck].legal").click()
        settled(page, before)
    page.mouse.click(*middle_of(page, route))
    page.get_by_role("dialog").get_by_role("button", name="Claim", exact=True).click()
    choice = page.locator("[data-boarding]").first
    choice.wait_for()
    before_taking = view_of(page)
    _, place, color = (choice.get_attribute("data-boarding") or "").split(":")
    choice.click()
    expect(page.locator(f'[data-boarding="board:{place}:{color}"]')).to_have_count(0)
    after = view_of(page)
    had, has = (view["players"][0]["passengers"].get(color, 0) for view in (before_taking, after))
    assert has == had + 1
    end = autoplay(page)
    assert end["outcome"] is not None
    page.locator("table.scores").wait_for()
    scored = [player["passengers"] for player in end["outcome"]["players"]]
    assert scored == points(end)
    head = page.locator("table.scores th[scope=col]").all_text_contents()
    column = head.index("Passengers") - 1
    cells = page.locator("table.scores tbody tr")
    shown = {row.locator("td").nth(column).text_content() for row in cells.all()}
    assert shown == {str(one) for one in scored}
