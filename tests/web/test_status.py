"""The host's announcement, on every page, and the page about the state of the site."""

from __future__ import annotations

import asyncio
import subprocess
import sys
from collections.abc import Iterator
from concurrent.futures import ThreadPoolExecutor

import pytest
from playwright.sync_api import expect
from tests.web.conftest import NewPage
from tests.web.harness import Service
from tests.web.test_access import SCREENS, checker

from whistlestop.server.adapters.database.outages import StoredBeats
from whistlestop.server.adapters.database.store import Store
from whistlestop.server.domain.times import now
from whistlestop.server.settings import Settings


def announce(site: Service, *arguments: str) -> None:
    command = [sys.executable, "-m", "whistlestop", "admin", "announce", *arguments]
    subprocess.run([*command, "--database", site.database], check=True)


async def store_outage(site: Service) -> None:
    store = Store(Settings(database=site.database).database_url)
    await store.open()
    await StoredBeats(store).beat(now(), [(now() - 3 * 3600_000, now() - 3 * 3600_000 + 125_000)])
    await store.close()


@pytest.fixture(scope="module")
def site(tmp_path_factory: pytest.TempPathFactory) -> Iterator[Service]:
    """Return a server that was down for some time."""
    server = Service(tmp_path_factory.mktemp("status"))
    with ThreadPoolExecutor() as other:  # Playwright's event loop runs in this thread
        other.submit(asyncio.run, store_outage(server)).result()
    server.start()
    yield server
    server.stop()


@pytest.mark.parametrize("screen", ["light", "phone-dark"])
def test_an_announcement_and_the_status(
    new_page: NewPage,
    site: Service,
    axe: str,
    screen: str,
    request: pytest.FixtureRequest,
) -> None:
    announce(site, "New engine.", "--from", "2036-05-01T20:00", "--minutes", "10")
    page = new_page(base_url=site.url, **SCREENS[screen])
    check = checker(page, axe, screen)
    pictures = request.config.getoption("--pictures")
    page.goto("/")
    bar = page.locator("[data-announcement]")
    expect(bar).to_contain_text("Planned downtime: May 1, 2036")
    expect(bar).to_contain_text("New engine.")
    expect(page.locator("[data-live]")).to_contain_text("New engine.")
    check("announcement")
    if pictures:
        page.screenshot(path=f"{pictures}/announcement-{screen}.png")
    bar.get_by_role("button", name="Dismiss").press("Enter")
    expect(bar).to_have_count(0)
    page.get_by_role("link", name="Status").click()
    expect(page.get_by_role("heading", name="Status of this site")).to_be_visible()
    expect(page.get_by_role("main").get_by_text("New engine.")).to_be_visible()  # the page still shows it
    expect(bar).to_have_count(0)
    expect(page.locator("tbody tr").last).to_contain_text("2 minutes")
    check("status")
    if pictures:
        page.screenshot(path=f"{pictures}/status-{screen}.png")
    announce(site, "Another one.")
    page.goto("/about")
    expect(bar).to_contain_text("Another one.")
    announce(site, "--clear")
    page.reload()
    page.wait_for_load_state("networkidle")
    expect(bar).to_have_count(0)
