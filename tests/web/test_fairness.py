"""The page that verifies a shuffle: it deals a game again with its own code, and finds deviations."""

from __future__ import annotations

import json
from typing import Any

import httpx
import pytest
from playwright.sync_api import Page, Route, expect
from tests.web.conftest import NewPage
from tests.web.harness import Service
from tests.web.player import elsewhere
from tests.web.test_access import SCREENS, checker, show_on

GAMES = [
    ("usa", ["greedy", "random", "random"]),
    ("europe", ["greedy", "greedy"]),
    ("switzerland", ["random", "greedy", "random"]),
    ("istanbul", ["greedy", "random", "greedy"]),  # ISB-7: seats have hands of different size
    ("card_game", ["greedy", "random"]),
    ("card_game", ["greedy", "greedy", "random", "random"]),
]
PLAY = """async (table) => {
  const csrf = /csrftoken=([^;]+)/.exec(document.cookie)[1];
  for (;;) {
    const { view } = await (await fetch(`/api/tables/${table}/view`)).json();
    if (view.phase === "over") return view.version;
    if (!view.legal.length) { await new Promise((done) => setTimeout(done, 5)); continue; }
    const action = view.legal[Math.floor(Math.random() * view.legal.length)];
    await fetch(`/api/tables/${table}/commands`, {
      method: "POST",
      headers: { "content-type": "application/json", "x-csrftoken": csrf },
      body: JSON.stringify({ id: crypto.randomUUID(), version: view.version, action }),
    });
  }
}"""


def finished(service: Service, ruleset: str, bots: list[str]) -> str:
    """Return a finished game of bots."""
    with httpx.Client(base_url=service.url, timeout=30) as http:
        http.get("/api/me")
        http.headers["x-csrftoken"] = http.cookies["csrftoken"]
        seats = [{"kind": "bot", "bot": bot} for bot in bots]
        table = http.post("/api/tables", json={"ruleset": ruleset, "seats": seats, "start": True}).json()[
            "id"
        ]
        while http.get(f"/api/tables/{table}/record").status_code != 200:
            pass
    return str(table)


def steps(page: Page) -> list[str]:
    """Return the verdict of each step."""
    page.locator("main ol li").first.wait_for()
    return [str(one.get_attribute("class")).split()[0] for one in page.locator("main ol li").all()]


@pytest.mark.slow
@pytest.mark.parametrize(("ruleset", "bots"), GAMES)
def test_every_card_of_a_game_lies_as_promised(
    new_page: NewPage, service: Service, ruleset: str, bots: list[str]
) -> None:
    page = new_page()
    page.goto(f"/verify/{finished(service, ruleset, bots)}")
    expect(page.get_by_role("status")).to_contain_text("dealt as promised")
    assert steps(page) == ["good", "unknown", "good", "good"]


@pytest.mark.slow
def test_what_does_not_fit_is_found(new_page: NewPage, service: Service) -> None:
    table = finished(service, "usa", ["random", "random"])

    def verdicts(path: str, change: Any) -> list[str]:
        page = new_page()

        def answer(route: Route) -> None:
            plain = route.fetch().json()
            change(plain)
            route.fulfill(json=plain)

        page.route(f"**/api/tables/{table}/{path}", answer)
        page.goto(f"/verify/{table}")
        expect(page.get_by_role("status")).to_contain_text("does not match")
        return steps(page)

    def another_seed(record: Any) -> None:
        record["shuffle"]["seed"] = "00" * 32

    def another_nonce(record: Any) -> None:
        record["shuffle"]["nonces"][0] = "11" * 16

    def another_card(summary: Any) -> None:
        turn = next(turn for turn in summary["turns"] if turn["drew"])
        turn["drew"][0] = "red" if turn["drew"][0] != "red" else "blue"

    assert verdicts("record", another_seed) == ["bad", "unknown", "bad", "bad"]
    assert verdicts("record", another_nonce) == ["good", "unknown", "bad", "bad"]
    assert verdicts("summary", another_card) == ["good", "unknown", "good", "bad"]


@pytest.mark.slow
def test_the_own_number_counts_and_is_remembered(new_page: NewPage, axe: str) -> None:
    page = new_page()
    page.goto("/")
    page.get_by_role("button", name="Play now").click()
    page.wait_for_url("**/t/*")
    table = page.url.rpartition("/")[2]
    with elsewhere(page):
        page.evaluate(PLAY, table)
    page.get_by_role("link", name="Check the shuffle").click()
    expect(page.get_by_role("status")).to_contain_text("dealt as promised")
    assert steps(page) == ["good", "good", "good", "good"]
    page.get_by_text("All numbers").click()
    kept = json.loads(page.evaluate("localStorage.getItem('whistlestop.shuffles')"))
    expect(page.get_by_text(kept[table]["nonce"])).to_be_visible()
    for screen in SCREENS:
        show_on(page, screen)
        checker(page, axe, screen)(f"check of a shuffle, {screen}")
    page.evaluate(
        """(table) => {
        const all = JSON.parse(localStorage.getItem("whistlestop.shuffles"));
        all[table].commitment = "00".repeat(32);
        localStorage.setItem("whistlestop.shuffles", JSON.stringify(all));
    }""",
        table,
    )
    page.reload()
    assert steps(page) == ["good", "bad", "good", "good"]
