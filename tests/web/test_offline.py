"""The installed app: its manifest, starting without a network, and switching to a new build."""

from __future__ import annotations

import shutil
import time
from pathlib import Path

import pytest
from playwright.sync_api import Browser, BrowserContext, Page, expect
from tests.web.conftest import NewPage
from tests.web.harness import STATIC, Service
from tests.web.player import start_game, wait_until

# The content of the service worker's cache when it is idle.
KEPT = """async () => {
  await navigator.serviceWorker.ready;
  const names = await caches.keys();
  const kept = await Promise.all(names.map(async (name) => (await (await caches.open(name)).keys())));
  return { names, paths: kept.flat().map(({ url }) => new URL(url).pathname) };
}"""
SHARED = ("/assets/", "/engine/", "/api/rulesets")
"""Paths of files that are the same for everybody."""
LANGUAGE_KEPT = """async () => (await Promise.all((await caches.keys()).map(async (name) =>
  (await (await caches.open(name)).keys())))).flat().some(({ url }) => url.includes("/ui-"))"""


def wait_for_shell(page: Page) -> list[str]:
    """Wait until the app could start without a network; return the cached paths."""
    page.evaluate("navigator.serviceWorker.ready.then(() => null)")
    wait_until(page, LANGUAGE_KEPT)
    paths: list[str] = page.evaluate(KEPT)["paths"]
    assert any(path.endswith(".woff2") for path in paths)  # the font
    return paths


def test_the_manifest(new_page: NewPage) -> None:
    page = new_page()
    page.goto("/")
    address = page.locator("link[rel=manifest]").get_attribute("href") or ""
    answer = page.request.get(address)
    assert answer.headers["content-type"].startswith("application/manifest+json")
    manifest = answer.json()
    assert (manifest["display"], manifest["start_url"]) == ("standalone", "/")
    purposes = set()
    for icon in manifest["icons"]:
        picture = page.request.get(icon["src"])
        assert picture.ok
        assert picture.headers["content-type"].startswith(icon["type"])
        size = page.evaluate(
            "async (src) => { const image = new Image(); image.src = src; await image.decode(); return image.width; }",
            icon["src"],
        )
        if icon["sizes"] != "any":
            assert icon["sizes"] == f"{size}x{size}"
        purposes.add((icon["sizes"], icon.get("purpose", "any")))
    assert purposes >= {("192x192", "any"), ("512x512", "any"), ("512x512", "maskable")}
    assert page.request.get(page.locator("link[rel=apple-touch-icon]").get_attribute("href") or "").ok


def test_without_a_network(new_page: NewPage) -> None:
    page = new_page(service_workers="allow", viewport={"width": 360, "height": 640})
    table = start_game(page)
    paths = wait_for_shell(page)
    assert "/" in paths
    assert all(path == "/" or path.startswith(SHARED) for path in paths)  # none of the server's game data

    page.context.set_offline(True)
    page.goto(f"/t/{table}")
    expect(page.get_by_role("heading", name="No connection")).to_be_visible()
    expect(page.get_by_text("Your tables are safe on the server")).to_be_visible()
    page.get_by_role("button", name="Try again").click()
    expect(page.get_by_role("heading", name="No connection")).to_be_visible()

    # It reconnects by itself.
    page.context.set_offline(False)
    page.locator(".offer").wait_for()
    assert all(path == "/" or path.startswith(SHARED) for path in page.evaluate(KEPT)["paths"])


def test_a_server_that_is_down(new_page: NewPage, service: Service) -> None:
    page = new_page(service_workers="allow")
    page.goto("/")
    wait_for_shell(page)
    service.kill()
    try:
        page.goto("/about")
        expect(page.get_by_role("heading", name="No connection")).to_be_visible()
    finally:
        service.start()
    page.get_by_role("button", name="Try again").click()
    expect(page.get_by_role("heading", name="About Whistlestop")).to_be_visible()


def test_a_server_that_does_not_answer(new_page: NewPage) -> None:
    """A request without an answer is abandoned, so later attempts reach the server."""
    page = new_page()
    page.route("**/api/me", lambda _: None)
    page.goto("/about")
    expect(page.get_by_role("heading", name="No connection")).to_be_visible()
    page.unroute("**/api/me")
    expect(page.get_by_role("heading", name="About Whistlestop")).to_be_visible()


@pytest.fixture
def own(tmp_path: Path) -> Path:
    """Return a copy of the built client that a test can change."""
    folder = tmp_path / "static"
    shutil.copytree(STATIC, folder)
    return folder


def test_a_new_build(browser: Browser, own: Path, tmp_path: Path) -> None:
    service = Service(tmp_path, WHISTLESTOP_STATIC=str(own))
    service.start()
    context = browser.new_context(base_url=service.url)
    try:
        page = context.new_page()
        page.goto("/")
        wait_for_shell(page)
        page.goto("/rules")
        wait_for_shell(page)
        before = page.evaluate(KEPT)["names"]
        wait_until(page, f"({KEPT})().then(({{ paths }}) => paths.some((path) => path.includes('Rules')))")
        used = page.evaluate(KEPT)["paths"]
        page.goto("/")
        build_anew(own)

        # With a network, the new page is used immediately; the old files stay until no page needs them.
        page.reload()
        expect(page.locator("meta[name=build]")).to_have_attribute("content", "next")
        page.evaluate(
            "navigator.serviceWorker.getRegistration().then((one) => one.update()).then(() => null)"
        )
        wait_until(page, "navigator.serviceWorker.getRegistration().then((one) => one.waiting !== null)")
        assert set(before) <= set(page.evaluate(KEPT)["names"])
        check_taken_over(context, page, before)
        # Everything that worked offline still does.
        assert set(used) <= set(context.pages[0].evaluate(KEPT)["paths"])
    finally:
        context.close()
        service.stop()


def check_taken_over(context: BrowserContext, page: Page, before: list[str]) -> None:
    """Wait until the app starts from the new build without a network, and no files of the old one are left."""
    end = time.monotonic() + 60
    while set(page.evaluate(KEPT)["names"]) & set(before):
        assert time.monotonic() < end
        page = opened_again(context, page)
    page.reload()  # the page itself may still come from the old worker
    wait_for_shell(page)
    context.set_offline(True)
    page.reload()
    expect(page.get_by_role("heading", name="No connection")).to_be_visible()
    expect(page.locator("meta[name=build]")).to_have_attribute("content", "next")


def opened_again(context: BrowserContext, page: Page) -> Page:
    """Close the only page, so that a waiting worker takes over, and open another after a moment."""
    page.close()
    again = context.new_page()
    again.wait_for_timeout(200)
    again.goto("/")
    again.evaluate("navigator.serviceWorker.ready.then(() => null)")
    return again


def build_anew(folder: Path) -> None:
    """Imitate another build: another page, and a worker with another name."""
    worker, page = folder / "worker.js", folder / "index.html"
    for text in (worker, page):
        text.with_name(f"{text.name}.br").unlink()  # a real build would do this
    # The page first: a worker found in between would cache the old build's page.
    page.write_text(
        page.read_text(encoding="utf-8").replace("</head>", '<meta name="build" content="next"></head>'),
        encoding="utf-8",
    )
    code = worker.read_text(encoding="utf-8")
    version = code.split('"version":"')[1].split('"')[0]
    worker.write_text(code.replace(version, "next"), encoding="utf-8")
