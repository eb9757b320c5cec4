"""The chat of a table."""

from __future__ import annotations

import re
from typing import TYPE_CHECKING

from playwright.sync_api import expect
from tests.web.meeting import open_chat, talk, two_at
from tests.web.player import invite, keep_two, rename
from tests.web.test_friends import on_both_screens

if TYPE_CHECKING:
    from playwright.sync_api import Route
    from tests.web.conftest import NewPage, Picture


def test_players_and_spectators_talk_apart(new_page: NewPage) -> None:
    ada, ben, eve = new_page(), new_page(locale="cs-CZ"), new_page()
    rename(ada, "Ada")
    rename(eve, "Eve")
    link = invite(ada)
    ben.goto(link)
    ben.get_by_role("button", name="Sednout si").click()
    talk(ada, "shall we begin?")
    expect(ben.locator("[data-message]")).to_contain_text("shall we begin?")
    eve.goto(link)
    eve.get_by_label("Show my name to the table").check()
    expect(ada.locator(".watchers")).to_contain_text("Watching: Eve")
    ada.get_by_role("button", name="Start the game").click()
    for page in (ada, ben):
        page.locator(".offer").wait_for()
    for page in (ada, eve):
        open_chat(page)
    talk(eve, "she has <b>everything</b>")
    ada.get_by_role("button", name="Quick phrases").click()
    ada.get_by_role("button", name="Good luck!").click()
    # Each user reads a phrase in their own language, and unread messages are counted.
    expect(ben.locator("[data-chat-tab]")).to_contain_text("1 nová zpráva")
    expect(ben.locator("[data-live]")).to_contain_text("Ada: Hodně štěstí!")
    open_chat(ben)
    expect(ben.locator("[data-message]").last).to_contain_text("Hodně štěstí!")
    expect(eve.locator("[data-message]").last).to_contain_text("Good luck!")
    # Markup is shown as text.
    expect(eve.locator("[data-message]").nth(1)).to_contain_text("she has <b>everything</b>")
    for page in (ada, ben):
        expect(page.locator("[data-message]")).to_have_count(2)
        assert "everything" not in page.content()
    # A player blocks and reports.
    ben.get_by_role("button", name="Zablokovat hráče Ada nebo nahlásit zprávu").first.click()
    ben.get_by_role("button", name="Nahlásit zprávu", exact=True).click()
    ben.get_by_role("dialog").get_by_role("button", name="Nahlásit").click()
    expect(ben.locator("[data-message]")).to_have_count(0)
    expect(ben.locator(".silenced")).to_contain_text("Ada")
    ben.reload()
    open_chat(ben)
    expect(ben.locator(".silenced")).to_contain_text("Ada")
    ben.get_by_role("button", name="Odblokovat").click()
    expect(ben.locator("[data-message]")).to_have_count(2)


def test_each_language_has_a_room(new_page: NewPage, axe: str, picture: Picture) -> None:
    ada, ben, eve = new_page(), new_page(), new_page()
    for page, path in ((ada, "/play"), (ben, "/play?room=de"), (eve, "/play")):
        page.goto(path)
        page.locator("[data-chat]").wait_for()
    expect(ben.get_by_label("Room")).to_have_value("de")
    room = ada.get_by_label("Room")
    expect(room).to_have_value("")
    room.focus()
    ada.keyboard.type("Deu")
    expect(room).to_have_value("de")
    expect(room).to_be_focused()
    ada.reload()  # the choice is stored
    expect(room).to_have_value("de")
    talk(ada, "Wer spielt mit?")
    expect(ben.locator("[data-message]")).to_contain_text("Wer spielt mit?")
    expect(ben.locator("[data-live]")).to_contain_text("Wer spielt mit?")
    on_both_screens(ben, axe, "the room of a language")
    picture(ben, "language-room")
    # A report from the room reaches the moderators.
    ben.get_by_role("button", name="or report the message").click()
    ben.get_by_role("button", name="Report the message", exact=True).click()
    ben.get_by_role("dialog").get_by_role("button", name="Report", exact=True).click()
    expect(ben.get_by_role("dialog")).to_have_count(0)
    ben.goto("/watch")
    picture(ben, "watch-talk")
    ben.get_by_role("link", name="Lobby chat").press("Enter")
    expect(ben.get_by_role("heading", name="Lobby chat")).to_be_focused()
    expect(ben.get_by_label("Room")).to_have_value("")  # a room opened by a link is not remembered
    talk(ben, "Hello, everybody")
    expect(eve.locator("[data-message]")).to_have_count(1)
    expect(ada.locator("[data-message]")).to_have_count(1)


def test_the_chat_on_a_phone(new_page: NewPage) -> None:
    ada = new_page()
    ben = new_page(viewport={"width": 360, "height": 740}, has_touch=True)
    ben.goto(invite(ada))
    ben.get_by_role("button", name="Sit here").click()
    ada.get_by_role("button", name="Start the game").click()
    for page in (ada, ben):
        page.locator(".offer").wait_for()
        keep_two(page)
    open_chat(ada)
    talk(ada, "hello phone")
    bar = ben.locator("[data-log]")
    expect(bar).to_contain_text("1 new message")
    expect(bar).to_contain_text("Chat")  # it opens the chat, not the log
    bar.tap()
    expect(ben.locator("[data-message]")).to_contain_text("hello phone")
    expect(bar).to_contain_text("Log")
    talk(ben, "hello desk")
    expect(ada.locator("[data-message]").last).to_contain_text("hello desk")
    # The board stays visible, and nothing covers it.
    board = ben.locator(".board-cell").bounding_box()
    panel = ben.locator("[data-chat]").bounding_box()
    assert board is not None
    assert panel is not None
    assert board["height"] > 100
    assert panel["y"] >= board["y"] + board["height"] - 1
    bar.tap()
    talk(ada, "still there?")
    expect(bar).to_contain_text("1 new message")


def test_a_message_has_a_time_and_is_seen_where_the_chat_is_closed(new_page: NewPage) -> None:
    ada, ben = new_page(), new_page()
    rename(ada, "Ada")
    link = invite(ada)
    ben.goto(link)
    ben.get_by_role("button", name="Sit here").click()
    ada.get_by_role("button", name="Start the game").click()
    for page in (ada, ben):
        page.locator(".offer").wait_for()
    open_chat(ada)
    talk(ada, "hello ben")
    talk(ada, "are you there?")
    expect(ben).to_have_title(re.compile(r"^\[2\] "))
    preview = ben.locator("[data-preview]")
    expect(preview).to_contain_text("are you there?")
    preview.click()
    expect(ben.locator("[data-message]")).to_have_count(2)
    expect(preview).to_have_count(0)
    expect(ben).not_to_have_title(re.compile(r"^\["))
    told = ben.locator("[data-message] time").first
    expect(told).to_have_text(re.compile(r"^\d{1,2}:\d\d"))
    assert told.get_attribute("datetime")
    assert re.search(r"\d{4}", told.get_attribute("title") or "")  # the date as well


def test_a_spectator_is_told_of_the_delay_without_opening_the_chat(new_page: NewPage) -> None:
    ada, ben, eve = new_page(), new_page(), new_page()
    table = two_at(ada, ben)
    slow: list[Route] = []
    ada.route("**/options", lambda route: slow.append(route))  # noqa: PLW0108 - Playwright marks it
    with ada.expect_request("**/options"):
        ada.get_by_label("Spectators see games between people").select_option(
            label="with a delay of 5 minutes"
        )
    # The start does not overtake the option.
    ada.get_by_role("button", name="Start the game").click()
    slow[0].continue_()
    ben.locator(".offer").wait_for()
    watch = ben.request.get(f"/api/tables/{table}").json()["watch"]
    eve.goto(f"/t/{watch}")
    expect(eve.locator("[data-status]")).to_contain_text("You are watching with a delay of 5 minutes")
    expect(ben.locator("[data-status]")).not_to_contain_text("delay")
