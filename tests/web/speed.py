"""Measures the client in a real browser: `python -m tests.web.speed`. Leave the machine alone meanwhile.

Printed as JSON: how fast the machine itself is just now, by a fixed piece of work (a host that others share is not
always as fast, and figures of different hours can be compared by it); bytes that a first visit to a table loads
(gzip, by kind); seconds until its view can be played on a slow connection with a slow processor; and frames a second
while the board of Europe is panned on that processor.
"""

from __future__ import annotations

import json
import statistics
import tempfile
from collections import Counter
from pathlib import Path
from typing import Any

from playwright.sync_api import Browser, CDPSession, Page, sync_playwright
from tests.web.harness import BROWSER_FLAGS, Service, chromium
from tests.web.player import autoplay, choose_board, wait_for_decision

SLOW_PROCESSOR = 4
"""So many times slower than this machine."""
BYTES_A_SECOND = 1_600_000 // 8
DELAY = 150
"""Milliseconds there and back, as lighthouse has it for a slow 4G."""
RUNS = 5
PANS = 3


# Tells when the first frame was painted in which something can be chosen on the board. The page is asked nothing else
# meanwhile: on so slow a processor the questions of a test would be a good part of what is measured.
PLAYABLE = """
const look = () => {
  if (!document.querySelector(".drawing .legal")) requestAnimationFrame(look);
  else setTimeout(() => { window.playable = performance.now(); });
};
requestAnimationFrame(look);
"""
# A fixed piece of work, in milliseconds.
WORK = """() => {
  const began = performance.now();
  const words = new Map();
  for (let i = 0; i < 300_000; i++) words.set(`${i % 5000}`, Math.sqrt(i) + (words.get(`${i % 5000}`) ?? 0));
  return performance.now() - began;
}"""
FIRST_VIEW = 6
"""Seconds within which everything is there."""


def throttle(page: Page, *, network: bool) -> CDPSession:
    """Slow the page down."""
    session = page.context.new_cdp_session(page)
    session.send("Emulation.setCPUThrottlingRate", {"rate": SLOW_PROCESSOR})
    if network:
        session.send("Network.enable")
        conditions = {
            "offline": False,
            "latency": DELAY,
            "downloadThroughput": BYTES_A_SECOND,
            "uploadThroughput": BYTES_A_SECOND,
        }
        session.send("Network.emulateNetworkConditions", conditions)
    return session


def begin(browser: Browser, url: str, ruleset: str) -> tuple[str, Any]:
    """A game under way, as its address and the cookies of whoever plays it."""
    context = browser.new_context(base_url=url, reduced_motion="reduce")
    page = context.new_page()
    choose_board(page, ruleset)
    page.get_by_role("button", name="Play now").click()
    page.locator(".offer").wait_for()
    autoplay(page, until=20)
    wait_for_decision(page)
    found = page.url, context.storage_state()
    context.close()
    return found


def first_visit(browser: Browser, address: str, state: Any) -> tuple[float, Counter[str]]:
    """Seconds until something can be chosen on the board, with an empty cache; and the bytes that came, by kind."""
    context = browser.new_context(
        storage_state=state, viewport={"width": 360, "height": 740}, has_touch=True, is_mobile=True
    )
    context.add_init_script(PLAYABLE)
    page = context.new_page()
    session = throttle(page, network=True)
    sizes: Counter[str] = Counter()
    kinds: dict[str, str] = {}
    session.on("Network.responseReceived", lambda event: kinds.update({event["requestId"]: kind_of(event)}))
    session.on(
        "Network.loadingFinished",
        lambda event: sizes.update({kinds.get(event["requestId"], "?"): int(event["encodedDataLength"])}),
    )
    page.goto(address, wait_until="commit")
    page.wait_for_timeout(FIRST_VIEW * 1000)
    seconds = page.evaluate("window.playable") / 1000
    context.close()
    return seconds, sizes


def kind_of(event: dict[str, Any]) -> str:
    """What was loaded, as people would call it."""
    path = event["response"]["url"].split("?")[0]
    if path.endswith(".svg"):
        return "map"
    if "/ui-" in path:
        return "language"
    return str(event["type"]).lower()


# Pans as a finger would, one step a frame, and keeps the time of every frame.
PAN = """(seconds) => new Promise((done) => {
  const board = document.querySelector(".drawing");
  const box = board.getBoundingClientRect();
  const start = performance.now();
  const frames = [];
  const at = (type, t) => {
    const x = box.x + box.width * (0.5 + 0.3 * Math.sin(t / 300));
    const y = box.y + box.height * (0.5 + 0.2 * Math.cos(t / 300));
    const target = document.elementFromPoint(x, y) ?? board;
    target.dispatchEvent(new PointerEvent(type, {
      bubbles: true, cancelable: true, pointerId: 1, pointerType: "touch", isPrimary: true,
      clientX: x, clientY: y, button: 0, buttons: type === "pointerup" ? 0 : 1,
    }));
  };
  at("pointerdown", 0);
  const step = (now) => {
    frames.push(now);
    if (now - start > seconds * 1000) {
      at("pointerup", now - start);
      done(frames.slice(1).map((time, i) => time - frames[i]));
    } else {
      at("pointermove", now - start);
      requestAnimationFrame(step);
    }
  };
  requestAnimationFrame(step);
})"""


def panning(browser: Browser, address: str, state: Any) -> list[float]:
    """Milliseconds of each frame while a zoomed board is panned."""
    context = browser.new_context(storage_state=state, viewport={"width": 360, "height": 740}, has_touch=True)
    page = context.new_page()
    page.goto(address)
    page.locator(".drawing svg").wait_for()
    page.get_by_role("button", name="Zoom in").click()
    page.get_by_role("button", name="Zoom in").click()
    throttle(page, network=False)
    frames: list[float] = page.evaluate(PAN, 4)
    context.close()
    return frames


def fixed_work(browser: Browser) -> float:
    """Milliseconds that a fixed piece of work takes, unthrottled: the best of several."""
    page = browser.new_page()
    taken = min(page.evaluate(WORK) for _ in range(RUNS))
    page.close()
    return float(taken)


def main() -> None:
    """Measure, and print."""
    with tempfile.TemporaryDirectory() as folder, sync_playwright() as playwright:
        service = Service(Path(folder))
        service.start()
        browser = playwright.chromium.launch(executable_path=chromium(), args=BROWSER_FLAGS)
        try:
            work = fixed_work(browser)
            address, state = begin(browser, service.url, "europe")
            visits = [first_visit(browser, address, state) for _ in range(RUNS)]
            frames = [one for _ in range(PANS) for one in panning(browser, address, state)]
        finally:
            browser.close()
            service.stop()
    print(  # noqa: T201
        json.dumps(
            {
                "fixed_work_milliseconds": round(work, 1),
                "first_playable_view_seconds": round(statistics.median(seconds for seconds, _ in visits), 2),
                "bytes_of_a_first_visit": dict(visits[0][1]),
                "frames_a_second_while_panning": round(1000 * len(frames) / sum(frames), 1),
                "slowest_frame_milliseconds": round(max(frames), 1),
            },
            indent=2,
        )
    )


if __name__ == "__main__":
    main()
