"""Fixtures of the browser tests. If a requirement is missing, tests fail with the command that fixes it; they
never skip, except those in Firefox and WebKit and the audit by Lighthouse.
"""

from __future__ import annotations

import re
from collections.abc import Callable, Iterator
from pathlib import Path
from typing import Any

import pytest
from playwright.sync_api import Browser, BrowserContext, Error, Page, expect, sync_playwright
from tests.web.harness import AXE, STATIC, Service, launch

NewPage = Callable[..., Page]
Picture = Callable[[Page, str], None]

LATEST = 30_000
"""Milliseconds in which a page must react. Tests continue as soon as it does, so only a busy machine uses all of them.
"""
expect.set_options(timeout=LATEST)

CUT = re.compile(
    r"ERR_(CONNECTION|INTERNET_DISCONNECTED|SOCKET_NOT_CONNECTED|CONTENT_LENGTH_MISMATCH|EMPTY_RESPONSE)"
)
"""How Chromium reports that a connection has ended."""

# Without a graphics card, the background of a board is most of the drawing work, and tests do not need it.
NO_GROUND = """
const sheet = new CSSStyleSheet();
sheet.replaceSync("svg.board .geography { display: none }");
document.adoptedStyleSheets = [sheet];
"""


def pytest_addoption(parser: pytest.Parser) -> None:
    """Add `--pictures FOLDER`, which stores screenshots for review."""
    parser.addoption("--pictures", default=None)


def pytest_collection_modifyitems(items: list[pytest.Item]) -> None:
    """Mark everything in this folder as needing a browser."""
    for item in items:
        if "tests/web/" in item.path.as_posix():
            item.add_marker(pytest.mark.browser)


@pytest.fixture
def picture(request: pytest.FixtureRequest) -> Picture:
    """Return a function that stores pictures of a page, wide and narrow, light and dark, if `--pictures` is given."""
    folder: str | None = request.config.getoption("--pictures")

    def take(page: Page, name: str) -> None:
        if folder is None:
            return
        for width, height in ((1440, 900), (360, 740)):
            page.set_viewport_size({"width": width, "height": height})
            for scheme in ("light", "dark"):
                page.emulate_media(color_scheme=scheme)
                page.wait_for_timeout(300)
                page.screenshot(path=Path(folder) / f"{name}-{width}-{scheme}.png", full_page=True)
        page.set_viewport_size({"width": 1280, "height": 800})
        page.emulate_media(color_scheme="light")

    return take


@pytest.fixture(scope="session")
def service(tmp_path_factory: pytest.TempPathFactory) -> Iterator[Service]:
    """Return the server of all tests; a test that kills it restarts it."""
    if not (STATIC / "index.html").exists():
        pytest.fail("the browser client has not been built: python tools/client.py", pytrace=False)
    server = Service(tmp_path_factory.mktemp("server"))
    server.start()
    yield server
    server.stop()


@pytest.fixture(scope="session")
def browser() -> Iterator[Browser]:
    """Return a headless Chromium."""
    with sync_playwright() as playwright:
        try:
            running = launch(playwright)
        except Error as error:
            pytest.fail(
                f"no Chromium could be started; install one (python tools/browser.py) or name it in "
                f"WHISTLESTOP_CHROMIUM: {error.message}",
                pytrace=False,
            )
        yield running
        running.close()


@pytest.fixture
def new_page(browser: Browser, service: Service, request: pytest.FixtureRequest) -> Iterator[NewPage]:
    """Return a function that opens a page in a new context, as another user. Errors on any page fail the
    test.

    Boards have no background unless pictures are stored or a test requests it.
    """
    service.deal_for(request.node.nodeid)
    contexts: list[BrowserContext] = []
    problems: list[str] = []

    def make(*, missing: bool = False, ground: bool = False, **options: Any) -> Page:
        settings: dict[str, Any] = {
            "base_url": service.url,
            "viewport": {"width": 1440, "height": 900},
            "reduced_motion": "reduce",
            "service_workers": "block",  # their tests request the background
            **options,
        }
        context = browser.new_context(**settings)
        context.set_default_timeout(LATEST)
        contexts.append(context)
        if not (ground or request.config.getoption("--pictures")):
            context.add_init_script(NO_GROUND)
        page = context.new_page()
        page.on("pageerror", lambda error: problems.append(f"{error.message}\n{error.stack}"))
        worker = settings["service_workers"] == "allow"
        page.on(
            "console",
            lambda message: (
                problems.append(f"{message.text} ({message.location['url']})")
                if _counts(message, missing, worker)
                else None
            ),
        )
        return page

    yield make
    for context in contexts:
        context.close()
    assert problems == []


def _counts(message: Any, missing: bool, worker: bool) -> bool:
    # A stopped server, or a missing or inaccessible table, is not an error of the page.
    cut = CUT.search(message.text) is not None
    # A service worker that cannot reach the server reports a file in the same way.
    shared = re.search(r"/(assets|engine|api/rulesets)\b", message.location.get("url", ""))
    cut |= worker and "ERR_FAILED" in message.text and shared is not None
    # A request for a plan, a declaration or an observation may arrive after the decision, or after a moderator has
    # closed the table; the page handles the refusal.
    asked = re.search(r"/(plan|declaration|observation)(\?|$)", message.location.get("url", ""))
    late = any(code in message.text for code in ("409", "410")) and asked is not None
    # User input may be refused, with a message.
    typed = "status of 4" in message.text and re.search(
        r"/api/(account|session)", message.location.get("url", "")
    )
    # The page that `elsewhere` shows has no icon.
    iconless = message.page is not None and message.page.url.endswith("/favicon.svg")
    iconless &= message.location.get("url", "").endswith("/favicon.ico")
    closed = missing and any(code in message.text for code in ("403", "404", "409"))
    expected = cut or late or typed or closed or iconless
    return message.type == "error" and not expected


@pytest.fixture(scope="session")
def finished() -> dict[str, tuple[str, Any]]:
    """Return finished games by ruleset: their addresses, and their players' cookies (see `ends.after`)."""
    return {}


@pytest.fixture(scope="session")
def axe() -> str:
    """Return the source of axe-core."""
    if not AXE.exists():
        pytest.fail("axe-core is not installed: npm ci in web/", pytrace=False)
    return AXE.read_text(encoding="utf-8")
