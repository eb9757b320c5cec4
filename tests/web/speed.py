"""Measure the client in a real browser: `python -m tests.web.speed`. Use an otherwise idle machine.

Printed as JSON: the current speed of the machine itself, by a fixed piece of work (shared hosts vary, and
figures from different times can be compared by it); bytes that a first visit to a table loads (gzip, by
kind); seconds until its view is playable on a slow connection and processor; and frames per second on that
processor while the board of Europe is panned, while cards fly, and during the final scoring. The last two do not
wait for the page, so their frames are those that the browser has put on the screen. Without a graphics processor it
draws with the processor.
"""

from __future__ import annotations

import json
import statistics
import tempfile
from collections import Counter
from itertools import pairwise
from pathlib import Path
from typing import Any

from playwright.sync_api import Browser, CDPSession, Page, sync_playwright
from tests.web.finished_games import again, play_out
from tests.web.harness import Service, launch
from tests.web.player import autoplay, choose_board, wait_for_decision

SLOW_PROCESSOR = 4
"""CPU throttling factor."""
BYTES_A_SECOND = 1_600_000 // 8
DELAY = 150
"""Round-trip milliseconds, like Lighthouse's slow 4G."""
RUNS = 5
PANS = 3
WIDTHS = (360, 1440)


# Reports when the first frame with a selectable element on the board was painted. Nothing else is sent to the
# page: on such a slow processor, a test's queries would be a large part of the measurement.
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
"""Seconds within which everything must load."""


def throttle(page: Page, *, network: bool) -> CDPSession:
    """Throttle the page."""
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
    """Return a game in progress: its address and its player's cookies."""
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
    """Return the seconds until an element on the board can be selected, with an empty cache; and the bytes by kind."""
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
    """Return a readable name for a kind of resource."""
    path = event["response"]["url"].split("?")[0]
    if path.endswith(".svg"):
        return "map"
    if "/ui-" in path:
        return "language"
    return str(event["type"]).lower()


# Pans like a finger, one step per frame, and records the time of every frame.
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
    """Return the milliseconds of each frame while a zoomed board is panned."""
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


# Marks in the trace when the first card takes off and when the last one has landed.
FLIGHTS = """() => {
  let flying = false;
  new MutationObserver(() => {
    if (flying === (document.querySelector(".ghost") !== null)) return;
    flying = !flying;
    performance.mark(flying ? "takeoff" : "landing");
  }).observe(document.body, { childList: true });
}"""
TRACED = ["blink.user_timing", "viz", "cc", "benchmark"]
SHOWN = ("SwapEndToPresentationCompositorFrame", "e")
"""The trace event of a frame on the screen."""
DECK = "[data-deck]"
MOVING = 4
"""Seconds for which frames are recorded after a click."""


def moving(browser: Browser, address: str, state: Any, width: int) -> tuple[float, float]:
    """Draw two cards; return the frames per second while cards fly, and the main thread's share of working time."""
    context = browser.new_context(storage_state=state, viewport={"width": width, "height": 740})
    page = context.new_page()
    page.goto(address)
    wait_for_decision(page)
    session = throttle(page, network=False)
    session.send("Performance.enable")
    before = _busy(session)
    browser.start_tracing(page=page, categories=TRACED)
    page.evaluate(FLIGHTS)
    for _ in range(2):
        page.locator(DECK).first.click()
        page.wait_for_timeout(MOVING * 500)
    busy = (_busy(session) - before) / MOVING
    events = json.loads(browser.stop_tracing())["traceEvents"]
    context.close()
    return frames_between(events, "takeoff", "landing")[0], busy


def frames_between(events: list[dict[str, Any]], start: str, end: str) -> tuple[float, float]:
    """Return the frames per second that a trace shows between such marks, and the most milliseconds without one."""
    marks = sorted((one["ts"], one["name"]) for one in events if one["name"] in {start, end})
    parts: list[tuple[float, float]] = [(a, b) for (a, name), (b, _) in pairwise(marks) if name == start]
    shown = sorted(one["ts"] for one in events if (one["name"], one["ph"]) == SHOWN)
    within = [[at for at in shown if a <= at <= b] for a, b in parts]
    longest = max(b - a for frames in within for a, b in pairwise(frames))
    return sum(map(len, within)) / (sum(b - a for a, b in parts) / 1e6), longest / 1000


def scoring(browser: Browser, address: str, state: Any, width: int) -> tuple[float, float]:
    """Play the final scoring again; return its frames per second, and the most milliseconds without one."""
    context = browser.new_context(storage_state=state, viewport={"width": width, "height": 740})
    page = context.new_page()
    page.goto(address)
    again(page).wait_for()
    throttle(page, network=False)
    browser.start_tracing(page=page, categories=TRACED)
    again(page).click()
    page.evaluate("performance.mark('opening')")
    page.locator("[data-podium]").wait_for()
    page.evaluate("performance.mark('podium')")
    events = json.loads(browser.stop_tracing())["traceEvents"]
    context.close()
    return frames_between(events, "opening", "podium")


def finish(browser: Browser, url: str, ruleset: str) -> tuple[str, Any]:
    """Return a finished game: its address and its player's cookies."""
    context = browser.new_context(base_url=url, reduced_motion="reduce")
    page = context.new_page()
    play_out(page, ruleset)
    found = page.url, context.storage_state()
    context.close()
    return found


def _busy(session: CDPSession) -> float:
    """Return the seconds for which the main thread has worked."""
    metrics = session.send("Performance.getMetrics")["metrics"]
    return float(next(one["value"] for one in metrics if one["name"] == "TaskDuration"))


def fixed_work(browser: Browser) -> float:
    """Return the milliseconds of a fixed piece of work without throttling: the best of several."""
    page = browser.new_page()
    taken = min(page.evaluate(WORK) for _ in range(RUNS))
    page.close()
    return float(taken)


def main() -> None:
    """Measure and print."""
    with tempfile.TemporaryDirectory() as folder, sync_playwright() as playwright:
        service = Service(Path(folder))
        service.start()
        browser = launch(playwright)
        try:
            work = fixed_work(browser)
            address, state = begin(browser, service.url, "europe")
            visits = [first_visit(browser, address, state) for _ in range(RUNS)]
            pans = [one for _ in range(PANS) for one in panning(browser, address, state)]
            # A game for each width, since the measurement plays on.
            motions = {width: moving(browser, *begin(browser, service.url, "usa"), width) for width in WIDTHS}
            end = finish(browser, service.url, "usa")
            scorings = {width: scoring(browser, *end, width) for width in WIDTHS}
        finally:
            browser.close()
            service.stop()
    print(  # noqa: T201
        json.dumps(
            {
                "fixed_work_milliseconds": round(work, 1),
                "first_playable_view_seconds": round(statistics.median(seconds for seconds, _ in visits), 2),
                "bytes_of_a_first_visit": dict(visits[0][1]),
                "frames_a_second_while_panning": round(1000 * len(pans) / sum(pans), 1),
                "slowest_frame_milliseconds": round(max(pans), 1),
                "while_cards_fly": {
                    f"{width} px": {
                        "frames_a_second": round(frames, 1),
                        "main_thread_busy_percent": round(100 * busy),
                    }
                    for width, (frames, busy) in motions.items()
                },
                "during_the_final_scoring": {
                    f"{width} px": {
                        "frames_a_second": round(frames, 1),
                        "longest_without_one_milliseconds": round(longest),
                    }
                    for width, (frames, longest) in scorings.items()
                },
            },
            indent=2,
        )
    )


if __name__ == "__main__":
    main()
