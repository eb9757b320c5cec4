"""The review beside the replay: requested, read, stepped through; on a phone and for screen readers."""

from __future__ import annotations

from collections.abc import Iterator
from pathlib import Path

import pytest
from playwright.sync_api import Browser, Locator, Page, expect
from tests.reviewing.test_reasons import ticket_blunder
from tests.reviewing.test_review import blunder, finished
from tests.web.conftest import NewPage
from tests.web.finished_games import MOVING, ceremony, play_out
from tests.web.harness import Service
from tests.web.player import let_happen, start_game
from tests.web.test_access import checker
from tests.web.test_replay import PHONE, at, brought

from whistlestop import Game, replay
from whistlestop.core.jit import JIT_DISABLED
from whistlestop.reviewing import Review, review

WORLDS = 4
"""Worlds for each decision: few, so that reviews take only seconds."""

pytestmark = pytest.mark.skipif(JIT_DISABLED, reason="reviews are not made where the rules are interpreted")


@pytest.fixture(scope="module")
def service(tmp_path_factory: pytest.TempPathFactory) -> Iterator[Service]:
    """Return a server whose reviews do not wait for the reviews of other tests' games."""
    server = Service(tmp_path_factory.mktemp("reviewing"), WHISTLESTOP_REVIEW_WORLDS=str(WORLDS))
    server.start()
    yield server
    server.stop()


def test_the_review_begins_with_the_ceremony(new_page: NewPage) -> None:
    page = new_page(**MOVING)
    requests: list[str] = []
    page.on("request", lambda request: requests.append(f"{request.method} {request.url}"))
    play_out(page, "usa")
    ceremony(page).wait_for(timeout=60_000)
    let_happen(page, lambda: any(one.startswith("POST") and one.endswith("/review") for one in requests))
    page.keyboard.press("Escape")
    page.locator("[data-review-link]").click()
    states = ", ".join(f"[data-review='{state}']" for state in ("waiting", "working", "done"))
    expect(page.locator(states)).to_be_visible()
    methods = [one.partition(" ")[0] for one in requests if one.endswith("/review")]
    assert methods[:3] == ["GET", "POST", "GET"]
    assert methods.count("POST") == 1


def test_a_review(service: Service, new_page: NewPage, axe: str) -> None:
    page, game = new_page(), blunder()
    key, first = brought(page, game), game.version - len(game.actions)
    page.goto(f"/games/{key}/{first}")
    page.locator("[data-review-open]").click()
    panel = page.locator("[data-review='done']")
    panel.wait_for(timeout=240_000)
    expected = review(game.record(), worlds=WORLDS)
    expect(panel.locator(".when")).to_have_text("At the start")
    read(page, expected)
    checker(page, axe, "light")("a review")
    panel.locator("h2").focus()
    page.keyboard.press("Escape")
    expect(page.locator("[data-review]")).to_have_count(0)
    expect(page.locator("[data-review-open]")).to_be_focused()

    phone = new_page(**PHONE, color_scheme="dark")  # another user with the link
    phone.goto(f"/games/{key}/{first}")
    phone.locator("[data-review-open]").click()
    read(phone, expected)
    checker(phone, axe, "phone")("a review")


def read(page: Page, expected: Review) -> None:
    """Return the panel's content, and the targets of its lines."""
    panel = page.locator("[data-review='done']")
    ends = panel.locator("[data-review-shares] tbody tr").last.locator("td")
    expect(ends).to_have_text([f"{share.end:.0%}" for share in expected.seats])
    point = expected.turning_points[0]
    link = panel.locator(f"[data-review-turning='{point.since}']").first  # the list of all has it again
    link.click()
    at(page, point.since)
    moves = "1 move" if point.since == 1 else f"{point.since} moves"
    expect(panel.locator(".when")).to_have_text(f"After {moves}" if point.since else "At the start")
    expect(link).to_have_attribute("aria-current", "step")
    better = next(decision for decision in expected.decisions if decision.expert is not None)
    panel.locator(f"[data-review-moment='{better.version}']").first.click()
    at(page, better.version)
    shown = panel.locator(f"[data-review-decision='{better.version}']")
    expect(shown.locator("[data-review-expert]")).to_have_count(0)  # a retry comes first
    expect(page.locator("[data-hinted]")).to_have_count(0)
    expect(shown.locator("[data-review-try] option")).not_to_have_count(1)
    page.keyboard.press("a")
    expect(shown.locator("[data-review-expert]")).to_be_visible()
    expect(page.locator("[data-hinted]").first).to_be_attached()
    expect(page.locator("[data-hinted='better']").first).to_be_attached()
    expect(page.locator("[data-hinted='played']").first).to_be_attached()
    shown.locator("[data-review-back]").click()
    expect(panel.locator("[data-review-summary]")).to_be_visible()


def first_mistake(page: Page, game: Game) -> Locator:
    """Import a game, and open the first mistake of its review; return the panel."""
    key = brought(page, game)
    page.goto(f"/games/{key}?review")
    panel = page.locator("[data-review]")
    page.locator("[data-review='done']").wait_for(timeout=240_000)
    panel.locator("[data-review-learn]").click()
    return panel


def test_a_try_is_judged(service: Service, new_page: NewPage) -> None:
    """Choosing the better route on the board is right; drawing from the deck was the played action."""
    page, game = new_page(), blunder()
    panel = first_mistake(page, game)
    listed = panel.locator("[data-review-try] option")
    expect(listed).to_have_count(1 + len(aims(game)))
    for place, verdict in (
        ("[data-deck]", "played"),
        (".drawing [data-route='dallas-houston'] .hit", "other"),
        (".drawing [data-route='el_paso-los_angeles'] .hit", "right"),
    ):
        expect(panel.locator("[data-review-expert]")).to_have_count(0)  # hidden until the answer is right
        page.locator(place).first.dispatch_event("click")
        expect(panel.locator(f"[data-review-verdict='{verdict}']")).to_be_visible()
    expect(panel.locator("[data-review-expert]")).to_be_visible()


@pytest.mark.parametrize("device", ["wide", "phone"])
def test_a_choice_of_tickets_is_judged(service: Service, new_page: NewPage, axe: str, device: str) -> None:
    """The tickets are ticked again; the answer marks the tickets to keep and the one that was kept."""
    page, game = new_page(**(PHONE if device == "phone" else {})), ticket_blunder()
    panel = first_mistake(page, game)
    offered = panel.locator("[data-offered]")
    expect(offered).to_have_count(2)
    check = panel.locator("[data-review-check]")
    expect(check).to_have_attribute("aria-disabled", "true")
    for place, verdict in ((1, "played"), (0, "other")):  # the second attempt keeps both
        offered.nth(place).get_by_role("checkbox").check()
        check.click()
        expect(panel.locator(f"[data-review-verdict='{verdict}']")).to_be_visible()
    checker(page, axe, "phone" if device == "phone" else "light")("a choice of tickets")
    offered.nth(1).get_by_role("checkbox").uncheck()
    check.click()
    expect(panel.locator("[data-review-verdict='right']")).to_be_visible()
    expect(offered.nth(0).get_by_role("checkbox")).to_be_disabled()
    expect(offered.nth(0).locator("label")).to_have_attribute("data-hinted", "better")
    expect(offered.nth(1).locator("label")).to_have_attribute("data-hinted", "played")


def aims(game: Game) -> set[str]:
    """Return the possible answers at the start of a game; payments are not part of the question."""
    actions = game.beginning().legal()
    return {":".join(one.split(":")[:2]) if one.startswith(("claim", "take")) else one for one in actions}


@pytest.mark.parametrize("able", [True, False])
@pytest.mark.parametrize("ruleset", ["usa", "card_game"])
def test_a_browser_makes_the_hint(browser: Browser, tmp_path: Path, ruleset: str, able: bool) -> None:
    """The server makes the hint only if the browser cannot."""
    service = Service(tmp_path, WHISTLESTOP_DEVICE_REVIEWS="1", WHISTLESTOP_REVIEW_WORLDS=str(WORLDS))
    service.start()
    context = browser.new_context(base_url=service.url, reduced_motion="reduce")
    context.set_default_timeout(60_000)
    asked: list[str] = []
    context.on("request", lambda request: asked.append(request.url.rpartition("/")[2].partition("?")[0]))
    if not able:
        context.route("**/engine/*.wasm", lambda route: route.abort())
    try:
        page = context.new_page()
        start_game(page, ruleset)
        page.locator("[data-hint-open]").click()
        page.locator("[data-hint-do]").click()
        expect(page.locator(".offer")).to_have_count(0)
    finally:
        context.close()
        service.stop()
    assert "observation" in asked
    assert ("hint" in asked) == (not able)


@pytest.mark.parametrize("able", [True, False])
def test_a_browser_makes_the_review(browser: Browser, tmp_path: Path, able: bool) -> None:
    """The server makes the review only if the browser cannot. tests/web/test_static_site.py compares the figures."""
    service = Service(tmp_path, WHISTLESTOP_DEVICE_REVIEWS="1", WHISTLESTOP_REVIEW_WORLDS=str(WORLDS))
    service.start()
    context = browser.new_context(base_url=service.url, reduced_motion="reduce")
    context.set_default_timeout(60_000)
    posted: list[str] = []
    context.on("request", lambda asked: posted.append(asked.url) if asked.method == "POST" else None)
    if not able:
        context.route("**/engine/*.wasm", lambda route: route.abort())
    try:
        page = context.new_page()
        key = brought(page, replay(finished(Game.new("switzerland", 2, seed=5))))
        page.goto(f"/games/{key}?review")
        if not able:
            page.locator("[data-review='failed'] [data-review-begin]").click()
        page.locator("[data-review='working'] [data-review-summary]").wait_for()  # the first findings
    finally:
        context.close()
        service.stop()
    assert any(url.endswith("/review") for url in posted) == (not able)


def test_a_game_without_clear_mistakes(browser: Browser, tmp_path: Path) -> None:
    """The review says what decided the game, and the browser that made it offers one in more worlds."""
    service = Service(tmp_path, WHISTLESTOP_DEVICE_REVIEWS="1", WHISTLESTOP_REVIEW_WORLDS=str(WORLDS))
    service.start()
    context = browser.new_context(base_url=service.url, reduced_motion="reduce")
    context.set_default_timeout(240_000)
    try:
        page = context.new_page()
        game = replay(finished(Game.new("switzerland", 2, seed=5)))
        key = brought(page, game)
        page.goto(f"/games/{key}?review")
        page.locator("[data-review='done']").wait_for()
        panel = page.locator("[data-review]")
        panel.locator("[data-review-whose]").select_option("0")
        expected = review(game.record(), worlds=WORLDS)
        assert not any(one.expert for one in expected.decisions if one.seat == 0)
        expect(panel.locator("[data-review-flawless]")).to_contain_text(f"in {WORLDS} simulated games")
        shares = panel.locator("[data-review-shares]")
        expect(shares).to_be_visible()
        luck = shares.locator("tbody tr").nth(3).locator("td").first.inner_text()
        assert panel.get_by_text(f"Luck changed the chance of winning most: {luck}.").is_visible()
        # The chart shows the mean of all views; below it is the figure of the turning point.
        point = panel.locator("[data-review-turning]").first
        point.click()
        before = panel.locator(".remark").inner_text().rpartition(": ")[2]
        expect(point).to_contain_text(f"from {before} to")
        panel.locator("[data-review-deepen]").click()
        page.locator("[data-review='working'] [data-review-summary]").wait_for()
        expect(panel.locator("[data-review-deepen]")).to_have_count(0)
    finally:
        context.close()
        service.stop()
