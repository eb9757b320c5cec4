"""Signing up and in with an OpenID provider in the browser."""

from __future__ import annotations

import asyncio
import threading
from typing import TYPE_CHECKING

import pytest
from playwright.sync_api import Page, expect
from tests.server.people import PASSWORD
from tests.server.provider import OpenIDProvider, provider
from tests.web.conftest import NewPage
from tests.web.harness import Service

from whistlestop.server.domain.onetime import STEP, code_at
from whistlestop.server.domain.times import now

if TYPE_CHECKING:
    from collections.abc import Iterator


@pytest.fixture(scope="module")
def club() -> Iterator[OpenIDProvider]:
    """Return a provider in another thread."""
    loop, ready = asyncio.new_event_loop(), threading.Event()
    end = asyncio.Event()
    found: list[OpenIDProvider] = []

    async def serve() -> None:
        async with provider() as made:
            found.append(made)
            ready.set()
            await end.wait()

    thread = threading.Thread(target=lambda: loop.run_until_complete(serve()))
    thread.start()
    assert ready.wait(20)
    yield found[0]
    loop.call_soon_threadsafe(end.set)
    thread.join(10)
    loop.close()


@pytest.fixture(scope="module")
def service(tmp_path_factory: pytest.TempPathFactory, club: OpenIDProvider) -> Iterator[Service]:
    folder = tmp_path_factory.mktemp("providers")
    service = Service(folder, WHISTLESTOP_PROVIDERS=club.settings(folder))
    service.environment["WHISTLESTOP_PUBLIC_URL"] = service.url
    service.start()
    yield service
    service.stop()


def leave(page: Page) -> None:
    page.goto("/account")
    page.get_by_role("button", name="Sign out here").click()
    expect(page.locator(".named")).to_contain_text("Guest")


def test_signing_up_in_and_proving_it(new_page: NewPage, service: Service, club: OpenIDProvider) -> None:
    page = new_page()
    club.person = "ada"
    page.goto("/signin")
    page.get_by_role("button", name="Sign in with Club").press("Enter")
    page.get_by_label("Choose the name").fill("Ada")
    expect(page).to_have_url(f"{service.url}/signin/club")  # the code is no longer in the address
    page.get_by_label("Choose the name").press("Enter")
    expect(page.locator(".named")).to_contain_text("Ada")
    leave(page)
    page.goto("/account")
    page.get_by_role("button", name="Sign in with Club").click()
    expect(page.locator(".named")).to_contain_text("Ada")

    page.goto("/account")
    linked = page.get_by_role("region", name="Linked accounts")
    expect(linked.get_by_role("listitem")).to_have_count(1)
    linked.get_by_role("button", name="Remove Club").click()
    expect(linked.get_by_role("alert")).to_contain_text("This is your only way to sign in")
    service.expire_proofs()
    form = page.get_by_role("region", name="Password")
    form.get_by_role("textbox", name="New password").fill(PASSWORD)
    form.get_by_role("button", name="Save password").click()
    with page.expect_navigation(url="**/signin/club?*"):
        page.get_by_role("dialog").get_by_role("button", name="Sign in with Club").click()
    expect(page).to_have_url(f"{service.url}/account")
    form.get_by_role("textbox", name="New password").fill(PASSWORD)
    form.get_by_role("button", name="Save password").click()
    expect(form).to_contain_text("Password saved")
    linked.get_by_role("button", name="Remove Club").click()
    expect(linked.get_by_role("listitem")).to_have_count(0)
    with page.expect_navigation(url="**/signin/club?*"):
        linked.get_by_role("button", name="Link Club").click()
    expect(linked.get_by_role("listitem")).to_have_count(1)


def test_the_second_factor(new_page: NewPage, service: Service, club: OpenIDProvider) -> None:
    page = new_page()
    club.person = "ben"
    page.goto("/signin")
    page.get_by_role("button", name="Sign in with Club").click()
    page.get_by_label("Choose the name").fill("Ben")
    page.get_by_role("button", name="Create account").click()
    expect(page.locator(".named")).to_contain_text("Ben")
    headers = {"x-csrftoken": {one["name"]: one["value"] for one in page.context.cookies()}["csrftoken"]}
    begun = page.request.post("/api/account/second-factor/app", headers=headers, data={}).json()
    code = code_at(begun["secret"], now() // STEP - 1)
    assert page.request.put("/api/account/second-factor", headers=headers, data={"code": code}).ok
    leave(page)
    page.goto("/signin")
    with page.expect_navigation(url="**/signin/club?*"):
        page.get_by_role("button", name="Sign in with Club").click()
    page.get_by_role("textbox").first.fill("000000")
    page.get_by_role("button", name="Sign in", exact=True).click()
    expect(page.get_by_role("alert")).to_contain_text("This code is wrong")
    page.get_by_role("textbox").first.fill(code_at(begun["secret"], now() // STEP))
    page.get_by_role("button", name="Sign in", exact=True).click()
    expect(page.locator(".named")).to_contain_text("Ben")


def test_an_answer_without_an_attempt(new_page: NewPage) -> None:
    page = new_page()
    for query in ("", "?error=access_denied&state=x", "?state=x&code=y"):
        page.goto(f"/signin/club{query}")
        expect(page.get_by_role("alert")).to_have_text("Signing in did not work. Please try again.")
    page.get_by_role("link", name="Back to signing in").click()
    expect(page.get_by_role("heading", name="Sign in", exact=True)).to_be_visible()
