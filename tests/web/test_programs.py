"""The page for authors of programs: tokens are created, shown once and revoked, by keyboard, in every language."""

from __future__ import annotations

import httpx
import pytest
from playwright.sync_api import expect
from tests.web.conftest import NewPage
from tests.web.harness import Service
from tests.web.test_access import SCREENS, checker, show_on


@pytest.mark.slow
def test_a_token_is_made_shown_once_and_revoked(new_page: NewPage, service: Service, axe: str) -> None:
    page = new_page(**SCREENS["phone-light"])
    page.goto("/")
    page.get_by_role("link", name="For programs").click()
    expect(page).to_have_url("/programs")
    page.get_by_label("Name, so that you recognize it").fill("Robot")
    page.keyboard.press("Tab")
    page.keyboard.press("Tab")
    page.keyboard.press("Tab")
    page.keyboard.press("Space")  # no challenges
    page.keyboard.press("Enter")
    field = page.get_by_label("Copy it now")
    expect(field).to_be_focused()
    headers = {"authorization": f"Bearer {field.input_value()}"}
    me = httpx.get(f"{service.url}/api/me", headers=headers)
    assert me.json()["id"] == page.evaluate("fetch('/api/me').then((it) => it.json())")["id"]
    assert httpx.get(f"{service.url}/api/challenges", headers=headers).status_code == 403
    for screen in SCREENS:
        show_on(page, screen)
        checker(page, axe, screen)(f"tokens, {screen}")
    page.reload()
    expect(page.get_by_role("listitem").filter(has_text="Robot")).to_contain_text("see · play")
    expect(field).to_have_count(0)
    page.get_by_role("button", name="Revoke Robot").click()
    expect(page.get_by_text("You have no tokens.")).to_be_visible()
    assert httpx.get(f"{service.url}/api/me", headers=headers).status_code == 401


def test_an_account_is_marked_as_a_program_and_back(new_page: NewPage) -> None:
    page = new_page()
    page.goto("/programs")
    mark = page.get_by_role("region", name="An account for a program")
    expect(mark.get_by_role("button", name="Mark as a program")).to_be_disabled()
    mark.get_by_role("checkbox").check()
    mark.get_by_role("button", name="Mark as a program").click()
    expect(mark).to_contain_text("is marked as a program.")
    page.reload()
    mark.get_by_role("button", name="Remove the mark").click()
    expect(mark.get_by_role("checkbox", name="is a program, not a person")).not_to_be_checked()
    assert page.evaluate("fetch('/api/me').then((it) => it.json())")["program"] is False


@pytest.mark.slow
def test_both_pages_in_every_language(new_page: NewPage, axe: str) -> None:
    page = new_page(**SCREENS["phone-light"], missing=True)
    page.goto("/programs")
    for language in ("cs", "pl", "ro", "hu"):
        page.evaluate("(language) => { document.cookie = `language=${language}; path=/` }", language)
        for path in ("/programs", "/verify/no-such-table"):
            page.goto(path)
            page.locator("h1").wait_for()
            assert page.evaluate("document.documentElement.lang") == language
            checker(page, axe, "phone-light")(f"{path} in {language}")
