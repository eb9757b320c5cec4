"""Leaving a game and returning, ending it together, rematches, several players on one device."""

from __future__ import annotations

from typing import Any

import pytest
from playwright.sync_api import Locator, Page, expect
from tests.web.conftest import NewPage
from tests.web.finished_games import again
from tests.web.player import (
    RECORD_SPEECH,
    autoplay,
    autoplay_to_the_final_round,
    elsewhere,
    invite,
    keep_two,
    rename,
    start_game,
    table_of,
)
from tests.web.test_access import SCREENS, checker
from tests.web.test_games import PHONE


def strip(page: Page, news: str) -> Locator:
    """Return the line below the header with this text."""
    return page.locator(f"[data-strip={news}]")


def pair(new_page: NewPage, **options: Any) -> tuple[Page, Page]:
    """Return two people at a table before the game."""
    ada, ben = new_page(), new_page(**options)
    rename(ada, "Ada")
    rename(ben, "Ben")
    ben.goto(invite(ada, "switzerland"))
    ben.get_by_role("button", name="Sit here").click()
    expect(ada.locator(".lobby li").nth(1)).to_contain_text("Ben")
    return ada, ben


LEAVE = ("Leave: let a bot play for me", "Yes, leave")


def menu(page: Page, *names: str) -> None:
    """Choose an entry of the table menu, and confirm it if two names are given."""
    page.locator("[data-menu]").click()
    for name in names:
        page.get_by_role("dialog").get_by_role("button", name=name).click()


def test_leave_return_end_together_and_play_once_more(new_page: NewPage, axe: str) -> None:
    ada, ben = pair(new_page)
    ada.get_by_role("button", name="Start the game").click()
    for page in (ada, ben):
        page.locator(".offer").wait_for()
    menu(ben, *LEAVE)
    expect(strip(ben, "replaced")).to_contain_text("A bot is playing for you.")
    ada.locator("[data-menu]").click()
    expect(ada.get_by_role("dialog")).to_contain_text("bot plays")
    checker(ada, axe, "light")("menu of the table")
    ada.keyboard.press("Escape")
    strip(ben, "replaced").get_by_role("button", name="Take my seat back").click()
    expect(strip(ben, "replaced")).to_have_count(0)

    menu(ada, "End the game early")
    expect(strip(ada, "asking")).to_contain_text("Still to agree: Ben")
    expect(strip(ben, "asked")).to_contain_text("Ada wants to end this game early.")
    checker(ben, axe, "light")("somebody wants to end the game")
    strip(ben, "asked").get_by_role("button", name="End it").click()
    for page in (ada, ben):
        expect(strip(page, "abandoned")).to_be_visible()
        expect(page.locator("[data-status]")).to_contain_text("agreed to end the game")

    strip(ada, "abandoned").get_by_role("button", name="Play again").click()
    expect(ada.locator(".lobby")).to_contain_text("Reserved for Ben")
    expect(strip(ben, "rematch")).to_contain_text("Ada is waiting for you to play again.")
    strip(ben, "rematch").get_by_role("button", name="Join them").click()
    for page in (ada, ben):
        page.locator(".offer").wait_for()
    assert table_of(ada) == table_of(ben)


def test_whoever_left_has_not_won_anywhere(new_page: NewPage, axe: str) -> None:  # RUL-84
    ada, ben = pair(new_page)
    refused: list[str] = []
    ben.on("response", lambda answer: refused.append(answer.url) if answer.status == 409 else None)
    ada.get_by_role("button", name="Start the game").click()
    for page in (ada, ben):
        page.locator(".offer").wait_for()
    keep_two(ada)
    menu(ada, *LEAVE)
    expect(strip(ada, "replaced")).to_be_visible()
    with elsewhere(ada):
        autoplay_to_the_final_round(ben)
    autoplay(ben, watching=True)
    for page, title, first in ((ben, "You win!", "Ada left"), (ada, "Ben wins", "You left")):
        skip = page.get_by_role("button", name="Skip")
        page.locator(".end").wait_for()
        if skip.count():
            skip.click()
        expect(page.locator("#end-title")).to_have_text(title)
        story = page.locator("[data-story]")
        expect(story).to_contain_text(f"{first}; a bot finished for")
        expect(page.locator(".scores tbody tr").first).to_contain_text("Ben")
        expect(page.locator(".scores tbody tr").last).to_contain_text("Left early")
    expect(ben.locator(".log")).to_contain_text("The game is over. Ada left")
    for page, first in ((ben, "Ada left"), (ada, "You left")):
        again(page).click()
        podium = page.locator("[data-podium]")
        expect(podium).to_contain_text(f"{first}; a bot finished for")
        expect(podium.locator("[data-standing='0']")).to_contain_text("Left early")
        page.keyboard.press("Escape")
    checker(ben, axe, "light")("the result of a game that somebody left")
    assert refused == []  # a finished game needs no confirmation

    watch = ben.request.get(f"/api/tables/{table_of(ben)}").json()["watch"]
    last = ben.request.get(f"/api/games/{watch}/log").json()["last"]
    # She played herself at first; a replay of that time does not show what happened to her seat later.
    for version, shown in ((0, 0), (last - 1, 1)):
        ben.goto(f"/games/{watch}/{version}")
        ben.locator("[data-score]").first.wait_for()
        expect(ben.get_by_text("bot plays", exact=True)).to_have_count(shown)

    for page, result in ((ada, "Left early"), (ben, "Won")):
        page.goto("/history")
        expect(page.locator(".game .result")).to_have_text(result)


@pytest.mark.parametrize("screen", ["light", "phone-dark"])
def test_hints_among_people_if_all_agree(new_page: NewPage, axe: str, screen: str) -> None:
    """The button explains why there is no hint and asks the others; request and agreement are announced once."""
    ada, ben = pair(new_page, missing=True, **SCREENS[screen])
    ada.add_init_script(RECORD_SPEECH)
    ada.reload()
    expect(ada.locator("input[name=hints]")).not_to_be_checked()
    ada.get_by_role("button", name="Start the game").click()
    for page in (ada, ben):
        page.locator(".offer").wait_for()
    ben.keyboard.press("h")
    panel = ben.locator("[data-hint]")
    expect(panel).to_contain_text("Hints are off in games between people.")
    expect(panel.get_by_role("button", name="Ask the others")).to_be_focused()
    checker(ben, axe, screen)("why there is no hint")
    ben.keyboard.press("Enter")
    expect(strip(ben, "hints_asking")).to_contain_text("Still to agree: Ada")
    expect(strip(ada, "hints_asked")).to_contain_text("Ben wants hints for everyone.")
    checker(ada, axe, screen)("somebody asks for hints")
    strip(ada, "hints_asked").get_by_role("button", name="No hints").click()
    expect(strip(ben, "hints_asking")).to_have_count(0)
    ben.keyboard.press("h")
    panel.get_by_role("button", name="Ask the others").click()
    strip(ada, "hints_asked").get_by_role("button", name="Allow hints").click()
    expect(strip(ben, "hints_asking")).to_have_count(0)
    ada.wait_for_function("() => window.spoken.some((text) => text.startsWith('Everyone has agreed'))")
    said = ada.evaluate("window.spoken")
    assert said.count("Everyone has agreed: hints are on for all players.") == 1
    assert sum("Ben wants hints" in one for one in said) == 2  # once each
    ben.keyboard.press("h")
    do = panel.locator("[data-hint-do]")
    expect(do).to_be_focused()
    # Other players' choices do not remove the hint, because the panel asks again.
    with ben.expect_response("**/hint*"):
        keep_two(ada)
    expect(do).to_be_focused()


def test_a_host_removes_a_player(new_page: NewPage, axe: str) -> None:
    ada, ben = pair(new_page)
    ada.get_by_role("button", name="Remove: Ben").click()
    # Ben sees it at once, and can watch, but sees no seat that the server would refuse.
    expect(ben.get_by_role("heading", name="The host has removed you from this table.")).to_be_visible()
    checker(ben, axe, "light")("removed")
    ben.get_by_role("button", name="Watch this table").click()
    expect(ben.locator(".lobby")).to_contain_text("You can sit down again from")
    expect(ben.get_by_role("button", name="Sit here")).to_have_count(0)
    expect(ben.locator(".lobby")).to_contain_text("You can watch when the game begins.")
    expect(ben.locator(".lobby")).not_to_contain_text("Take a seat")
    ada.get_by_role("button", name="Let back in").click()
    expect(ada.locator(".lobby")).not_to_contain_text("Removed")
    ben.get_by_role("button", name="Sit here").click()
    ada.get_by_role("button", name="Make host: Ben").click()
    expect(ben.get_by_role("button", name="Start the game")).to_be_enabled()


def test_two_people_on_one_phone(new_page: NewPage, axe: str) -> None:
    page = new_page(**PHONE)
    check = checker(page, axe, "phone")
    page.goto("/")
    page.locator("input[name=board][value=switzerland]").check(force=True)
    page.get_by_label("Player 2", exact=True).select_option("here")
    page.get_by_label("Your name at this table").fill("Ada")
    page.get_by_label("Name of player 2").fill("Ben")
    check("start page with two on this device")
    page.get_by_role("button", name="Play now").click()

    def uncover(name: str) -> set[str]:
        """Return the tickets on offer after the hidden cards have been revealed to this person."""
        expect(page.locator("[data-cover] h1")).to_contain_text(name)
        assert page.locator(".offer, [data-hand-color]").count() == 0
        page.get_by_role("button", name="Show my cards").click()
        page.locator(".offer").wait_for()
        return {text.strip() for text in page.locator(".offer label").all_text_contents()}

    expect(page.locator("[data-cover] h1")).to_be_visible()
    check("covered cards")
    offered = uncover("Ada")
    page.reload()
    assert uncover("Ada") == offered  # after a reload, cards are hidden again
    keep_two(page)
    expect(strip(page, "pass")).to_contain_text("It is Ben")
    check("the device is to be passed on")
    strip(page, "pass").get_by_role("button", name="Pass the device").click()
    assert uncover("Ben") != offered
    keep_two(page)
    # The page names the first player; drawn cards stay visible after the turn.
    expect(page.locator("[data-strip=pass], [data-deck].legal, .bar .legal").first).to_be_visible()


@pytest.mark.parametrize("screen", ["light", "phone-dark"])
def test_what_waits_and_what_is_over(new_page: NewPage, axe: str, screen: str) -> None:
    page = new_page(**SCREENS[screen])
    check = checker(page, axe, screen)
    start_game(page, "switzerland")
    autoplay(page)
    start_game(page)
    table = table_of(page)
    page.goto("/")
    card = page.locator(".mine a", has_text="USA")
    expect(card).to_contain_text("Your turn")
    expect(page.locator(".mine svg image")).to_have_count(1)
    check("start page of somebody who plays")
    page.get_by_role("link", name="My games").click()
    games = page.locator("main .game.panel")
    expect(games).to_have_count(1)
    check("history")
    page.get_by_label("Game").select_option("usa")
    expect(page.locator("main")).to_contain_text("No games match.")
    page.get_by_label("Game").select_option("")
    page.get_by_label("With").fill("rand")
    games.click()
    page.locator(".end").wait_for()
    page.goto("/")
    card.click()
    page.locator(".offer").wait_for()
    assert table_of(page) == table


def test_one_person_at_a_desk_and_on_a_phone(new_page: NewPage) -> None:
    desk = new_page()
    start_game(desk)
    phone = desk.context.new_page()
    phone.goto(desk.url)
    phone.locator(".offer").wait_for()
    keep_two(phone)
    expect(desk.locator(".offer")).to_have_count(0)
    assert desk.locator(".tickets li").all_text_contents() == phone.locator(".tickets li").all_text_contents()
