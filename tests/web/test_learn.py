"""Learning on the page: the rules, question marks, the player aid, hints."""

from __future__ import annotations

import json
import re

import pytest
from playwright.sync_api import Locator, Page, Route, expect
from tests.web.conftest import NewPage
from tests.web.input_devices import Keys
from tests.web.player import (
    RECORD_SPEECH,
    autoplay,
    draw_rules,
    keep_two,
    let_happen,
    mark,
    settled,
    start_game,
    table_of,
    view_of,
    wait_for_decision,
)
from tests.web.test_access import DEVICES, SCREENS, checker, on_all_screens

from whistlestop import ruleset_ids


@pytest.mark.parametrize("device", DEVICES)
def test_rules_pages(new_page: NewPage, axe: str, device: str) -> None:
    page = new_page(**SCREENS[DEVICES[device][0]])
    check = on_all_screens(page, axe, device)
    page.goto("/rules")
    page.locator("[data-guide]").first.wait_for()
    check("index of the rules")
    for ruleset in ("europe", "card_game"):
        page.goto(f"/rules/{ruleset}")
        page.locator("article h1").wait_for()
        check(f"rules of {ruleset}")
    page.goto("/rules/specification#EUR-14")
    page.locator("p#EUR-14").wait_for()
    check("the exact rules")


def pieces_of(page: Page, ruleset: str) -> list[Locator]:
    """Open the rules of a game and return the pieces of its board, all drawn."""
    page.goto(f"/rules/{ruleset}")
    pieces = page.locator("article svg.piece")
    pieces.first.wait_for()
    draw_rules(page)
    for piece in pieces.all():
        expect(piece).to_have_attribute("viewBox", re.compile("."))
    return pieces.all()


def test_pictures_come_from_the_board(new_page: NewPage) -> None:
    page = new_page()
    pieces = pieces_of(page, "europe")
    assert len(pieces) >= 6
    for piece in pieces:
        box = piece.get_attribute("viewBox")
        assert box is not None
        assert float(box.split()[2]) < 1200  # a part, not the whole board
    owned = page.locator("svg.piece .route.owned.seat-0")
    assert owned.count() > 5
    for piece in (*owned.all(), page.locator("svg.piece .city.built")):
        expect(piece.locator(".train, .station").first).to_be_visible()
    ids = page.evaluate("[...document.querySelectorAll('[id]')].map((element) => element.id)")
    assert len(ids) == len(set(ids))


@pytest.mark.parametrize("width", [360, 1280])
def test_names_of_cities_are_not_cut_off(new_page: NewPage, width: int) -> None:
    page = new_page(viewport={"width": width, "height": 900})
    pieces_of(page, "europe")
    page.evaluate("document.fonts.ready")
    cut = page.evaluate(
        """() => [...document.querySelectorAll("article svg.piece")].flatMap((svg) => {
             const { left, right } = svg.getBoundingClientRect();
             const out = ({ left: l, right: r }) => l < left || r > right;
             const labels = [...svg.querySelectorAll(".label")];
             return labels.filter((one) => out(one.getBoundingClientRect())).map((one) => one.textContent);
           })"""
    )
    assert cut == []


def test_worked_examples_and_what_is_ours(new_page: NewPage) -> None:
    """EX-8 and RUL-38 on the page: the text and the pictures beside it."""
    page = new_page()
    page.goto("/rules/europe#tunnel-surcharge")
    surcharge = page.locator(".paragraph", has=page.locator("#tunnel-surcharge"))
    owed = surcharge.get_by_role("figure").filter(has_text="You owe two cards")
    expect(owed.locator(".cards > .card")).to_have_count(2 + 4)
    expect(owed.locator(".cards > .paid")).to_have_count(2)
    expect(surcharge.get_by_role("figure")).to_have_count(3)
    use = page.locator(".paragraph", has=page.locator("#station-use"))
    expect(use.get_by_text("Our own rule:")).to_be_visible()
    use.get_by_role("link", name="RUL-38").click()
    expect(page.locator("p#RUL-38")).to_be_in_viewport()
    page.goto("/rules/specification#EX-11")
    expect(page.locator("p#EX-11")).to_be_in_viewport()


def test_places_of_a_page_can_be_linked(new_page: NewPage) -> None:
    page = new_page()
    page.goto("/rules/europe#tunnel-surcharge")
    heading = page.locator("#tunnel-surcharge")
    expect(heading).to_be_focused()
    expect(heading).to_be_in_viewport()
    page.locator(".paragraph", has=heading).get_by_role("link", name="EUR-16").click()
    expect(page).to_have_url("/rules/specification#EUR-16")
    expect(page.locator("p#EUR-16")).to_be_in_viewport()
    page.go_back()
    expect(page.get_by_role("heading", name="Rules: Europe")).to_be_visible()


def test_search_finds_whatever_the_accents(new_page: NewPage) -> None:
    page = new_page()
    page.goto("/rules")
    field = page.get_by_label("Search all rules")
    field.fill("SURCHÁRGE")
    expect(page.get_by_role("status").filter(has_text="found")).to_be_visible()
    link = page.get_by_role("link", name="Paying the surcharge: Switzerland")
    link.click()
    expect(page).to_have_url("/rules/switzerland#tunnel-surcharge")
    expect(page.locator("#tunnel-surcharge")).to_be_focused()
    page.go_back()
    page.get_by_label("Search all rules").fill("zeppelin")
    expect(page.get_by_text("Nothing found")).to_be_visible()


def test_rules_of_no_game(new_page: NewPage) -> None:
    page = new_page(missing=True)
    page.goto("/rules/atlantis")
    expect(page.get_by_role("heading", name="no rules for a game with this name")).to_be_visible()


def test_a_question_mark_opens_its_paragraph_over_the_game(new_page: NewPage, axe: str) -> None:
    page = new_page()
    check = checker(page, axe, "light")
    table = start_game(page, "europe")
    keep_two(page)
    wait_for_decision(page)
    hands = Keys(page)
    for rule, title in (("draw", "Two cards"), ("station", "Building a station"), ("hand", "Your hand")):
        question = page.locator(f"[data-rule={rule}]")
        hands.press(question)
        sheet = page.get_by_role("dialog", name=title)
        sheet.get_by_text("In full:").first.wait_for(timeout=40_000)
        page.keyboard.press("d")  # shortcuts of the table are disabled meanwhile
        if rule == "station":
            check("a paragraph of the rules over the table")
        page.keyboard.press("Escape")
        expect(page.get_by_role("dialog")).to_have_count(0)
        expect(question).to_be_focused()
    assert table_of(page) == table
    assert view_of(page)["phase"] == "turn"

    page.locator("[data-rule=claim]").click()
    page.get_by_role("dialog").locator("summary", has_text="Double routes").click()
    expect(page.get_by_text("no player can own both")).to_be_visible()
    whole = page.get_by_role("link", name="All rules of this game")
    assert whole.get_attribute("href") == "/rules/europe#claim"
    assert whole.get_attribute("target") == "_blank"
    page.get_by_role("dialog").get_by_role("button", name="Close").click()
    expect(page.locator("[data-rule=claim]")).to_be_focused()


def test_a_question_mark_by_touch(new_page: NewPage, axe: str) -> None:
    page = new_page(**SCREENS["phone-light"])
    check = on_all_screens(page, axe, "phone")
    start_game(page)
    question = page.locator("[data-rule=start-tickets]").first
    question.tap()
    expect(page.get_by_role("dialog", name="Your first tickets")).to_be_visible()
    expect(page.get_by_text("keeps at least 2")).to_be_visible()
    check("a paragraph of the rules")
    page.get_by_role("button", name="Close").tap()
    expect(page.get_by_role("dialog")).to_have_count(0)


# --------------------------------------------------------------------------------------------------- the guide


# -------------------------------------------------------------------------------------------------- player aid


@pytest.mark.parametrize("device", DEVICES)
def test_a_player_aid_at_the_table(new_page: NewPage, axe: str, device: str) -> None:
    page = new_page(**SCREENS[DEVICES[device][0]])
    check = on_all_screens(page, axe, device)
    start_game(page, "europe")
    first = page.locator(".offer input").first
    first.focus()
    page.keyboard.press("a")
    aid = page.get_by_role("dialog", name="Player aid: Europe")
    expect(aid.locator("[data-aid-part=turn] li")).to_have_count(4)
    expect(aid.locator("[data-aid-part=end]")).to_contain_text("Each station not built4")
    check("player aid")
    page.keyboard.press("Escape")
    expect(aid).to_have_count(0)
    expect(first).to_be_focused()
    # It is in the help, which names its key, and in the table menu.
    for opener in ("[data-help]", "[data-menu]"):
        page.locator(opener).click()
        page.locator("dialog [data-aid-open]").wait_for()
        if device == "wide" and opener == "[data-help]":
            expect(page.locator("dialog dl div", has_text="Player aid").locator("kbd")).to_have_text("A")
        page.locator("dialog [data-aid-open]").click()
        expect(aid).to_be_visible()
        expect(page.locator("dialog")).to_have_count(1)
        page.keyboard.press("Escape")
        expect(page.locator("dialog")).to_have_count(0)


@pytest.mark.parametrize("language", ["en-US", "hu-HU"])
def test_a_player_aid_on_paper(new_page: NewPage, language: str) -> None:
    page = new_page(locale=language, color_scheme="dark")
    page.add_init_script("window.print = () => (window.printed = (window.printed ?? 0) + 1)")
    for ruleset in ruleset_ids():
        page.goto(f"/rules/{ruleset}")
        page.locator("[data-aid-open]").click()
        page.locator("[data-aid-part=end]").wait_for()
        page.locator("[data-print]").click()
        assert page.evaluate("window.printed") == 1
        assert len(re.findall(rb"/Type\s*/Page\b", page.pdf(format="A4"))) == 1
        page.emulate_media(media="print")
        title = page.locator("dialog .printed")
        expect(title).to_contain_text(": ")
        expect(title).to_have_css("color", "rgb(0, 0, 0)")
        for hidden in ("header", "article", "[data-print]", ".close"):
            expect(page.locator(hidden).first).to_be_hidden()
        page.emulate_media(media="null")


# ------------------------------------------------------------------------------------------------------- hints


def test_a_hint_is_explained_lit_and_done(new_page: NewPage, axe: str) -> None:
    page = new_page()
    page.add_init_script(RECORD_SPEECH)
    check = checker(page, axe, "light")
    start_game(page)
    page.keyboard.press("h")
    panel = page.locator("[data-hint]")
    expect(panel.locator("[data-hint-do]")).to_be_focused()
    expect(panel.locator("h2")).to_contain_text("Keep ")
    expect(page.locator(".offer label[data-hinted]")).not_to_have_count(0)
    check("a hint")
    before = mark(page)
    page.keyboard.press("Enter")
    settled(page, before)
    expect(panel).to_have_count(0)

    autoplay(page, until=12)
    wait_for_decision(page)
    page.locator("[data-deck]").focus()
    board = page.locator("section.frame").bounding_box()
    page.keyboard.press("h")
    panel.locator("[data-hint-do]").wait_for()
    assert page.locator("section.frame").bounding_box() == board
    assert panel.locator("li").count() >= 1
    numbers = panel.locator("[data-plan-steps] .number").all_text_contents()
    assert numbers == page.locator("svg.board [data-step] > text").all_text_contents() != []
    said = panel.locator("h2").inner_text()
    assert said in page.evaluate("window.spoken")
    expect(page.locator("[data-hinted]")).not_to_have_count(0)
    page.keyboard.press("Escape")
    expect(panel).to_have_count(0)
    expect(page.locator("[data-hinted]")).to_have_count(0)
    expect(page.locator("[data-deck]")).to_be_focused()


def test_a_hint_while_a_move_is_on_its_way(new_page: NewPage) -> None:
    page = new_page()
    start_game(page)
    keep_two(page)
    wait_for_decision(page)
    # The next hint is requested before the server has answered the move.
    page.evaluate(
        """() => {
          for (const key of ["d", "h"])
            document.body.dispatchEvent(new KeyboardEvent("keydown", { key, bubbles: true }));
        }"""
    )
    expect(page.locator("[data-status]")).to_contain_text("Take your second card")
    expect(page.locator("[data-hint-do]")).to_be_focused()
    expect(page.locator("[data-hint] h2")).to_contain_text("a")


def test_a_hint_that_is_refused_or_comes_too_late(new_page: NewPage) -> None:
    page = new_page(missing=True)
    start_game(page)
    keep_two(page)
    wait_for_decision(page)

    def refuse(status: int, code: str) -> None:
        error = json.dumps({"error": {"code": code, "message": "gone"}})
        page.unroute("**/hint")
        page.route(
            "**/hint",
            lambda route: route.fulfill(status=status, content_type="application/json", body=error),
        )

    refuse(404, "not_found")
    page.locator("[data-hint-open]").click()
    expect(page.locator("[data-hint]").get_by_role("alert")).to_have_text("This table does not exist.")
    page.locator("[data-hint-close]").click()
    expect(page.locator("[data-hint-open]")).to_be_focused()

    # The page has yet to hear that the game is over: the panel waits for that.
    refuse(409, "game_over")
    with page.expect_response("**/hint"):
        page.locator("[data-hint-open]").click()
    expect(page.get_by_text("Thinking about your position")).to_be_visible()
    expect(page.locator("[data-hint]").get_by_role("alert")).to_have_count(0)
    page.locator("[data-hint-close]").click()
    page.unroute("**/hint")

    # The user plays while the server thinks: the request is cancelled, since it would arrive too late.
    held: list[Route] = []
    cancelled: list[str] = []
    page.on("requestfailed", lambda request: cancelled.append(request.url))
    page.route("**/hint", lambda route: held.append(route))  # noqa: PLW0108
    page.locator("[data-hint-open]").click()
    expect(page.get_by_text("Thinking about your position")).to_be_visible()
    before = mark(page)
    page.keyboard.press("d")
    settled(page, before)
    expect(page.locator("[data-hint]")).to_have_count(0)
    assert len(held) == 1
    let_happen(page, lambda: any(url.endswith("/hint") for url in cancelled))
    wait_for_decision(page)
    expect(page.locator("[data-hint]")).to_have_count(0)
