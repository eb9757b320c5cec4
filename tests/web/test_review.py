"""The review beside the replay: asked for, read, walked through; on a phone and for screen readers."""

from __future__ import annotations

import pytest
from playwright.sync_api import Page, expect
from tests.reviewing.test_review import blunder
from tests.web.conftest import NewPage
from tests.web.harness import Service
from tests.web.test_access import checker
from tests.web.test_replay import PHONE, at, brought

from whistlestop.core.jit import JIT_DISABLED
from whistlestop.reviewing import Review, review

pytestmark = pytest.mark.skipif(JIT_DISABLED, reason="reviews are not made where the rules are interpreted")


def test_a_review(service: Service, new_page: NewPage, axe: str) -> None:
    page, game = new_page(), blunder()
    key, first = brought(page, game), game.version - len(game.actions)
    page.goto(f"/games/{key}/{first}")
    page.locator("[data-review-open]").click()
    page.locator("[data-review='none'] [data-review-begin]").click()
    panel = page.locator("[data-review='done']")
    panel.wait_for(timeout=240_000)
    expected = review(game.record())
    expect(panel.locator(".when")).to_have_text("At the start")
    read(page, expected)
    checker(page, axe, "light")("a review")
    panel.locator("h2").focus()
    page.keyboard.press("Escape")
    expect(page.locator("[data-review]")).to_have_count(0)
    expect(page.locator("[data-review-open]")).to_be_focused()

    phone = new_page(**PHONE, color_scheme="dark")  # somebody else, who has the link
    phone.goto(f"/games/{key}/{first}")
    phone.locator("[data-review-open]").click()
    read(phone, expected)
    checker(phone, axe, "phone")("a review")


def read(page: Page, expected: Review) -> None:
    """What stands in the panel, and where its lines lead."""
    panel = page.locator("[data-review='done']")
    ends = panel.locator("[data-review-shares] tbody tr").last.locator("td")
    expect(ends).to_have_text([f"{share.end:.0%}" for share in expected.seats])
    point = expected.turning_points[0]
    link = panel.locator(f"[data-review-turning='{point.since}']")
    link.click()
    at(page, point.since)
    moves = "1 move" if point.since == 1 else f"{point.since} moves"
    expect(panel.locator(".when")).to_have_text(f"After {moves}" if point.since else "At the start")
    expect(link).to_have_attribute("aria-current", "step")
    better = next(decision for decision in expected.decisions if decision.expert is not None)
    panel.locator(f"[data-review-moment='{better.version}']").first.click()
    at(page, better.version)
    shown = panel.locator(f"[data-review-decision='{better.version}']")
    expect(shown.locator("[data-review-expert]")).to_have_count(0)  # a try comes first
    expect(page.locator("[data-hinted]")).to_have_count(0)
    expect(shown.locator("[data-review-try] option")).not_to_have_count(1)
    page.keyboard.press("a")
    expect(shown.locator("[data-review-expert]")).to_be_visible()
    expect(page.locator("[data-hinted]").first).to_be_attached()
    expect(page.locator("[data-hinted='better']").first).to_be_attached()
    expect(page.locator("[data-hinted='played']").first).to_be_attached()
    shown.locator("[data-review-back]").click()
    expect(panel.locator("[data-review-summary]")).to_be_visible()


def test_a_try_is_judged(service: Service, new_page: NewPage) -> None:
    """The route on the board that is better is right; the deck that was drawn from is what was played."""
    page, game = new_page(), blunder()
    key = brought(page, game)
    page.goto(f"/games/{key}?review")
    panel = page.locator("[data-review]")
    panel.locator("[data-review-begin]").click()
    page.locator("[data-review='done']").wait_for(timeout=240_000)
    for place, verdict in (
        ("[data-deck]", "played"),
        (".drawing [data-route='el_paso-los_angeles'] .hit", "right"),
    ):
        panel.locator("[data-review-learn]").click()
        expect(panel.locator("[data-review-try]")).to_be_visible()
        page.locator(place).first.dispatch_event("click")
        expect(panel.locator(f"[data-review-verdict='{verdict}']")).to_be_visible()
        panel.locator("[data-review-back]").click()
