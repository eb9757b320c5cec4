"""Checks that all text on a page is readable."""

from __future__ import annotations

from typing import Any

from playwright.sync_api import FloatRect, Page

# Texts that are cut off, leave the page, or overlap; names chosen by users may be cut off.
FAULTS = """() => {
  const faults = [], texts = [];
  const top = [...document.querySelectorAll("dialog[open], [role=dialog]")].at(-1) ?? document.body;
  const cuts = (overflow) => /hidden|clip|auto|scroll/.test(overflow);
  const known = new Map();
  const frame = (element) => {
    if (!known.has(element)) {
      const { overflowX, overflowY } = getComputedStyle(element);
      const scrolls = /auto|scroll/.test(overflowX);
      known.set(element, { scrolls, x: cuts(overflowX), y: cuts(overflowY), box: element.getBoundingClientRect() });
    }
    return known.get(element);
  };
  for (const element of top.querySelectorAll("*")) {
    const own = [...element.childNodes].filter((node) => node.nodeType === 3 && node.textContent.trim());
    if (!own.length || element.closest("svg, .unseen, select, [data-name]")) continue;
    if (!element.checkVisibility({ opacityProperty: true, visibilityProperty: true })) continue;
    if (getComputedStyle(element).clipPath === "inset(50%)") continue;  // only for screen readers at this width
    const range = document.createRange();
    range.setStartBefore(own[0]);
    range.setEndAfter(own.at(-1));
    for (const box of range.getClientRects()) {
      if (box.width < 2 || box.height < 2) continue;
      const said = `"${element.textContent.trim().slice(0, 60)}"`;
      let scrolls = false, seen = box;
      for (let at = element; at && at !== document.documentElement; at = at.parentElement) {
        const around = frame(at);
        scrolls ||= around.scrolls;
        if (!scrolls && around.x && (box.right > around.box.right + 1 || box.left < around.box.left - 1))
          faults.push(`${said} is cut`);
        if (around.y)
          seen = new DOMRect(seen.x, Math.max(seen.y, around.box.y), seen.width,
            Math.min(seen.bottom, around.box.bottom) - Math.max(seen.y, around.box.y));
      }
      if (!scrolls && (box.right > innerWidth + 1 || box.left < -1)) faults.push(`${said} leaves the page`);
      // The box of a line is taller than its letters.
      const letters = new DOMRect(seen.x, seen.y + seen.height * 0.2, seen.width, seen.height * 0.6);
      // A bot's remark covers what is below it for a few seconds.
      if (seen.height > 3 && !element.closest("[data-remark]")) texts.push({ element, box: letters, said });
    }
  }
  texts.sort((one, other) => one.box.top - other.box.top);
  for (const [i, one] of texts.entries())
    for (let j = i + 1; j < texts.length && texts[j].box.top < one.box.bottom; j++) {
      const other = texts[j];
      if (one.element === other.element || one.element.contains(other.element) || other.element.contains(one.element))
        continue;
      const wide = Math.min(one.box.right, other.box.right) - Math.max(one.box.left, other.box.left);
      const high = Math.min(one.box.bottom, other.box.bottom) - other.box.top;
      if (wide > 3 && high > 2) faults.push(`${one.said} lies on ${other.said}`);
    }
  if (document.documentElement.scrollWidth > innerWidth) faults.push("the page scrolls sideways");
  return [...new Set(faults)];
}"""


LETTERS = """() => location.protocol === "about:"
  || document.fonts.status === "loaded"
  && [...document.fonts].some((face) => face.family.includes("Jost Variable") && face.status === "loaded")"""


def overlap(one: FloatRect | dict[str, Any], other: FloatRect | dict[str, Any]) -> bool:
    """Return whether two boxes overlap."""
    return (
        one["x"] < other["x"] + other["width"]
        and other["x"] < one["x"] + one["width"]
        and one["y"] < other["y"] + other["height"]
        and other["y"] < one["y"] + one["height"]
    )


def wait_for_letters(page: Page) -> None:
    """Wait for the font, which loads after the page."""
    page.wait_for_function(LETTERS)


def painted(page: Page) -> None:
    """Wait until changes are on the screen: the board learns its new size just before a frame is drawn."""
    page.evaluate(
        "new Promise((drawn) => requestAnimationFrame(() => requestAnimationFrame(() => drawn(null))))"
    )


def faults(page: Page) -> list[str]:
    """Return the unreadable texts of the page."""
    wait_for_letters(page)
    found: list[str] = page.evaluate(FAULTS)
    return found
