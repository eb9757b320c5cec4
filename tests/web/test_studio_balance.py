"""The balance of a board in the editor: faults that games reveal, and confirmed changes with one click.

The server's answers are prepared, because the games take minutes; tests/server/test_studio.py tests the real ones.
"""

from __future__ import annotations

from pathlib import Path
from typing import Any

import pytest
from playwright.sync_api import Page, Route, expect
from tests.web.conftest import NewPage
from tests.web.test_studio import begin

from whistlestop.rulesets import load_ruleset

BOARD = load_ruleset("switzerland").data.plain()
DEAD, SETTLED = "basel-delemont", "bern-fribourg"
ROW: dict[str, Any] = next(row for row in BOARD["routes"] if row["id"] == DEAD)
HARD = BOARD["tickets"][0]["id"]


def finding(subject: str, figure: float) -> dict[str, Any]:
    return {"subject": subject, "figure": figure, "low": figure * 0.8, "high": figure * 1.2}


CHECKS = [
    {"name": "seat advantage", "faults": [finding("turn 1", 0.58)]},
    {"name": "hopeless tickets", "faults": [finding(HARD, 0.2)]},
    {"name": "gift tickets", "faults": []},
    {"name": "dead routes", "faults": [finding(DEAD, 0.004), finding(SETTLED, 0.011)]},
    {"name": "uneven colors", "faults": [finding("yellow", 0.3)]},
    {"name": "blocked games", "faults": [finding("board", 0.14)]},
]


def trial(check: str, subject: str, remedy: dict[str, Any] | None) -> dict[str, Any]:
    return {"check": check, "subject": subject, "tried": 4, "remedy": remedy}


def remedy(kind: str, subject: str, amount: int, edits: list[dict[str, Any]], **other: Any) -> dict[str, Any]:
    difference = {"before": 0.004, "after": 0.068, "low": 0.041, "high": 0.087}
    return {
        "kind": kind, "subject": subject, "amount": amount, "other": "", "edits": edits, "difference": difference,
    } | other  # fmt: skip


LONGER = [{"section": "routes", "key": DEAD, "value": ROW | {"length": ROW["length"] + 1}}]
TRAINS = [{"section": "trains", "key": "count", "value": 44}]
TRIALS = [
    trial("seat advantage", "turn 1", remedy("setting", "trains.count", 44, TRAINS)),
    trial(
        "hopeless tickets",
        HARD,
        remedy("remove", HARD, 0, [{"section": "tickets", "key": HARD, "value": None}], difference=None),
    ),
    trial("dead routes", DEAD, remedy("lengthen", DEAD, 1, LONGER)),
    trial("dead routes", SETTLED, None),
]
ANSWERS: list[dict[str, Any]] = [
    {"state": "waiting", "played": 0, "games": 500, "checks": [], "trials": []},
    {"state": "playing", "played": 100, "games": 500, "checks": CHECKS[:1], "trials": []},
    {"state": "playing", "played": 500, "games": 500, "checks": CHECKS, "trials": []},
    {"state": "done", "played": 500, "games": 500, "checks": CHECKS, "trials": TRIALS},
]


def answered(page: Page) -> list[dict[str, Any]]:
    """Answer requests for the balance in turn, and return the list of their bodies."""
    asked: list[dict[str, Any]] = []

    def answer(route: Route) -> None:
        route.fulfill(json=ANSWERS[min(len(asked), len(ANSWERS) - 1)])
        asked.append(route.request.post_data_json or {})

    page.route("**/api/studio/balance", answer)
    return asked


def opened(page: Page) -> None:
    begin(page, "", "switzerland")
    page.locator("[data-play][aria-disabled=false]").wait_for()
    page.locator('[data-tab="balance"]').click()


def pictured(request: pytest.FixtureRequest, page: Page, name: str) -> None:
    folder = request.config.getoption("--pictures")
    if folder:
        page.screenshot(path=Path(folder) / f"balance-{name}.png", full_page=True)


def test_faults_appear_and_a_change_is_applied_and_undone(
    new_page: NewPage, request: pytest.FixtureRequest, axe: str
) -> None:
    page = new_page()
    asked = answered(page)
    opened(page)
    page.locator("[data-balance]").click()
    expect(page.locator('[data-balance-state="waiting"]')).to_be_visible()
    expect(page.locator('[data-balance-check="seat advantage"]')).to_be_visible()
    expect(page.locator('[data-balance-state="done"]')).to_be_visible()
    pictured(request, page, "light")
    assert [body["seats"] for body in asked] == [3] * 4
    assert asked[0]["board"]["routes"] == list(BOARD["routes"])
    expect(page.locator("[data-balance-check]")).to_have_count(5)  # not the gifts, which have no faults
    expect(page.locator("[data-unconfirmed]")).to_have_count(1)
    page.evaluate(axe)
    script = "axe.run().then((r) => r.violations.map((v) => v.id + ': ' + v.nodes[0].html))"
    assert page.evaluate(script) == []

    box = page.locator('[data-remedy="lengthen"]')
    box.locator("[data-apply]").click()
    expect(box.locator("[data-apply]")).to_have_count(0)
    expect(page.locator("[data-balance-changed]")).to_be_visible()
    # The values that the other changes replace are unchanged.
    expect(page.locator("[data-apply]")).to_have_count(2)
    page.locator('[data-balance-check="dead routes"] button.row').first.click()
    expect(page.get_by_role("spinbutton").first).to_have_attribute("aria-valuenow", str(ROW["length"] + 1))
    page.locator("[data-undo]").click()
    expect(page.get_by_role("spinbutton").first).to_have_attribute("aria-valuenow", str(ROW["length"]))
    page.locator('[data-tab="balance"]').click()
    expect(page.locator("[data-apply]")).to_have_count(3)
    expect(page.locator("[data-balance-changed]")).to_have_count(0)


def test_changes_are_applied_by_keyboard_on_a_phone(
    new_page: NewPage, request: pytest.FixtureRequest
) -> None:
    page = new_page(viewport={"width": 360, "height": 640}, has_touch=True, color_scheme="dark")
    answered(page)
    opened(page)
    page.locator("[data-balance]").focus()
    page.keyboard.press("Enter")
    expect(page.locator('[data-balance-state="done"]')).to_be_visible()
    pictured(request, page, "phone")
    assert page.evaluate("document.documentElement.scrollWidth") <= 360
    for kind in ("setting", "remove"):
        page.locator(f'[data-remedy="{kind}"] [data-apply]').focus()
        page.keyboard.press("Enter")
        expect(page.locator(f'[data-remedy="{kind}"] [data-apply]')).to_have_count(0)
    page.locator('[data-tab="tickets"]').click()
    expect(page.locator("#studio-panel li.kept")).to_have_count(len(BOARD["tickets"]) - 1)
    page.keyboard.press("Control+z")
    expect(page.locator("#studio-panel li.kept")).to_have_count(len(BOARD["tickets"]))


def test_a_test_can_be_stopped_and_refused(new_page: NewPage) -> None:
    page = new_page(missing=True)
    page.route("**/api/studio/balance", lambda route: route.fulfill(json=ANSWERS[1]))
    opened(page)
    page.locator("[data-balance]").click()
    expect(page.locator('[data-balance-state="playing"]')).to_be_visible()
    page.locator("[data-balance-stop]").click()
    expect(page.locator("[data-balance]")).to_be_visible()
    page.unroute("**/api/studio/balance")
    refusal = {"error": {"code": "balance_off", "message": "This site does not test the balance of boards."}}
    page.route("**/api/studio/balance", lambda route: route.fulfill(status=403, json=refusal))
    page.locator("[data-balance]").click()
    expect(page.get_by_role("alert")).to_contain_text("does not test the balance")
