"""Tables with several people: invitations, names, spectators."""

from __future__ import annotations

from playwright.sync_api import expect
from tests.web.conftest import NewPage
from tests.web.player import (
    autoplay,
    invite,
    invite_by_hand,
    keep_two,
    mark,
    rename_by_hand,
    settled,
    start_game,
    table_of,
    wait_for_decision,
)


def test_two_people_by_link_and_a_spectator(new_page: NewPage) -> None:
    ada, ben, eve = new_page(), new_page(), new_page()
    rename_by_hand(ada, "Ada")
    rename_by_hand(ben, "Ben")
    link = invite_by_hand(ada)
    expect(ada.get_by_role("button", name="Some seats are still open")).to_be_disabled()

    ben.goto(link)
    expect(ben.locator(".lobby")).to_contain_text("Take a seat, or stay here and watch.")
    ben.get_by_role("button", name="Sit here").click()
    expect(ada.locator(".lobby li").nth(1)).to_contain_text("Ben")
    eve.goto(link)
    expect(eve.locator(".lobby")).to_contain_text("All seats are taken.")
    eve.goto("/")
    ada.get_by_role("button", name="Start the game").click()
    for page in (ada, ben):
        page.locator(".offer").wait_for()

    # The opening choice is secret: Ben sees only that Ada has chosen.
    keep_two(ada)
    expect(ben.locator(".log")).to_contain_text("Ada has chosen")
    expect(ada.locator("[data-status]")).to_contain_text("Still choosing tickets: Ben")
    keep_two(ben)
    expect(ada.locator(".log")).to_contain_text("Everyone has chosen")

    eve.goto(link)
    expect(eve.locator("[data-status]")).to_contain_text("You are watching")
    assert eve.locator("section.hand, section.tickets, .board .legal, .slot.legal").count() == 0

    first, second = (ada, ben) if ada.locator("[data-deck].legal").count() else (ben, ada)
    name = "Ada" if first is ada else "Ben"
    for _ in range(2):
        before = mark(first)
        first.locator("[data-deck]").click()
        settled(first, before)
    for page in (second, eve):
        expect(page.locator(".log li").filter(has_text=f"{name} draws from the deck")).to_have_count(2)
    wait_for_decision(second)
    expect(second.locator("[data-status]")).to_contain_text("Your turn")


def test_the_own_games_are_on_the_start_page(new_page: NewPage) -> None:
    page = new_page()
    invite(page)
    table = table_of(page)
    page.get_by_label("Add a bot to seat 2").select_option(index=1)
    page.get_by_role("button", name="Start the game").click()
    page.locator(".offer").wait_for()
    page.get_by_role("link", name="Whistlestop home page").click()
    link = page.locator(".mine a").filter(has_text="USA")
    expect(link).to_contain_text("Your turn")
    link.click()
    page.locator(".offer").wait_for()
    assert table_of(page) == table


def test_another_game_with_the_same_seats(new_page: NewPage) -> None:
    page = new_page()
    table = start_game(page)
    autoplay(page)
    page.locator(".end").wait_for()
    page.get_by_role("button", name="Play again").click()
    page.locator(".offer").wait_for()
    assert table_of(page) != table


def test_a_link_to_no_table(new_page: NewPage) -> None:
    page = new_page(missing=True)
    page.goto("/t/no-such-table")
    expect(page.get_by_role("heading", name="This table does not exist.")).to_be_visible()
    page.get_by_role("link", name="To the home page").click()
    expect(page.get_by_role("button", name="Play now")).to_be_enabled()
