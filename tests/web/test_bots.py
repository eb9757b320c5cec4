"""Bots that people own: their list, their page, and a challenge that is declined and one that is accepted."""

from __future__ import annotations

from secrets import token_hex

import httpx
from playwright.sync_api import expect
from tests.web.conftest import NewPage
from tests.web.harness import Service
from tests.web.test_access import SCREENS, checker
from tests.web.test_people import sign_up


def test_a_bot_is_found_challenged_and_played(new_page: NewPage, service: Service, axe: str) -> None:
    owner, ada = new_page(), new_page(**SCREENS["phone-dark"])
    sign_up(owner, name := f"Robot {token_hex(3)}")
    owner.goto("/programs")
    mark = owner.get_by_role("region", name="An account for a program")
    mark.get_by_role("checkbox").check()
    mark.get_by_role("button", name="Mark as a program").click()
    offer = owner.get_by_role("form", name="Challenges to accept")
    offer.get_by_label("Who runs the bot").fill("Grace")
    offer.get_by_role("checkbox", name="USA", exact=True).check()
    offer.get_by_role("checkbox", name="2", exact=True).check()
    offer.get_by_role("button", name="Save").click()
    expect(offer.get_by_role("status")).to_have_text("Saved.")
    owner.get_by_label("Name, so that you recognize it").fill("Robot")
    owner.get_by_role("button", name="Create token").click()
    field = owner.get_by_label("Copy it now")
    robot = httpx.Client(
        base_url=service.url, headers={"authorization": f"Bearer {field.input_value()}"}, timeout=20
    )

    def answer(how: str) -> None:
        [asked] = robot.get("/api/challenges").raise_for_status().json()
        robot.post(f"/api/challenges/{asked['id']}/{how}", json={}).raise_for_status()

    ada.goto("/bots")
    line = ada.get_by_role("listitem").filter(has=ada.get_by_role("heading", name=name))
    expect(line).to_contain_text("Run by Grace")
    expect(line).to_contain_text("2 players")
    line.get_by_role("link", name=name).click()
    expect(ada.get_by_role("heading", name=name, level=1)).to_be_visible()
    challenge = ada.get_by_role("button", name=f"Challenge: {name}")
    challenge.focus()
    ada.keyboard.press("Enter")
    dialog = ada.get_by_role("dialog", name=f"Challenge: {name}")
    expect(dialog.get_by_label("Game").locator("option")).to_have_text(["USA"])
    expect(dialog.get_by_label("Players").locator("option")).to_have_text(["2"])
    checker(ada, axe, "phone-dark")("the challenge of a bot")
    dialog.get_by_role("button", name="Send challenge").press("Enter")
    expect(dialog.get_by_role("status")).to_contain_text("Waiting for")
    answer("decline")
    expect(dialog.get_by_role("alert")).to_contain_text("declined your challenge")
    dialog.get_by_role("button", name="Send challenge").click()
    expect(dialog.get_by_role("status")).to_contain_text("Waiting for")
    answer("accept")
    ada.wait_for_url("**/t/*")
    expect(ada.get_by_role("heading", level=1)).to_have_count(1)
    tables = robot.get("/api/tables").raise_for_status().json()
    assert [one["state"] for one in tables] == ["playing"]
