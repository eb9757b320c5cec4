"""Draw the icons of the installed app, and the picture of links: `python tools/icons.py`.

They are made from web/public/favicon.svg and from the poster of the start page. Run it only after changes to these
drawings, because the pictures are committed. It needs Playwright and a Chromium, like the browser tests.
"""

from __future__ import annotations

import base64
import shutil
from math import cos, radians, sin
from pathlib import Path

from playwright.sync_api import sync_playwright

WEB = Path(__file__).resolve().parent.parent / "web"
PUBLIC = WEB / "public"
LETTERS = WEB / "node_modules" / "@fontsource-variable" / "jost" / "files" / "jost-latin-wght-normal.woff2"
POSTER = WEB / "src" / "pages" / "Poster.svelte"
GROUND = "#ab2f1c"
# File -> size, and the fraction that the drawing fills. Systems cut their own shape out of a maskable icon,
# and iOS rounds the corners, so these icons have a plain background up to the edge.
ICONS = {
    "icon-192.png": (192, 1.0, "transparent"),
    "icon-512.png": (512, 1.0, "transparent"),
    "icon-maskable-512.png": (512, 0.8, GROUND),
    "icon-apple-180.png": (180, 0.9, GROUND),
}


def _poster() -> str:
    """Return the poster of the start page with the name, as a page."""
    letters = base64.b64encode(LETTERS.read_bytes()).decode()
    font = f"@font-face{{font-family:Jost;src:url(data:font/woff2;base64,{letters});font-weight:100 900}}"
    component = POSTER.read_text(encoding="utf-8")
    drawing, style = component[component.index("<svg") :].split("<style>")
    ends = ([560 + 900 * cos(radians(i * 20 + turn)) for turn in (-3, 7)] for i in range(18))
    sides = ([250 + 900 * sin(radians(i * 20 + turn)) for turn in (-3, 7)] for i in range(18))
    rays = "".join(f"M560 250L{x[0]} {y[0]}L{x[1]} {y[1]}z" for x, y in zip(ends, sides, strict=True))
    shown = drawing.replace('{rays.join("")}', f'"{rays}"').replace("<svg ", f"<style>{font}</style><svg ", 1)
    return (
        f"<style>body{{margin:0}}{style.strip().removesuffix('</style>')}"
        "b{position:absolute;left:60px;bottom:44px;color:#fff6e3;font:750 72px 'Jost','Century Gothic',sans-serif;"
        "letter-spacing:.06em;text-shadow:0 2px 18px #14212b}</style>"
        f"{shown}<b>WHISTLESTOP</b>"
    )


def main() -> None:
    """Write all icons."""
    drawing = (PUBLIC / "favicon.svg").read_text(encoding="utf-8")
    with sync_playwright() as playwright:
        browser = playwright.chromium.launch(executable_path=shutil.which("chromium"), args=["--no-sandbox"])
        for name, (size, part, ground) in ICONS.items():
            page = browser.new_page(viewport={"width": size, "height": size})
            page.set_content(
                f"<style>body{{margin:0;height:100vh;display:grid;place-items:center;background:{ground}}}"
                f"svg{{width:{part:.0%}}}</style>{drawing}"
            )
            page.screenshot(path=PUBLIC / name, omit_background=True)
            page.close()
        page = browser.new_page(viewport={"width": 1200, "height": 630})
        page.set_content(_poster())
        page.wait_for_function("document.fonts.status === 'loaded'")
        page.screenshot(path=PUBLIC / "card.png")
        browser.close()


if __name__ == "__main__":
    main()
