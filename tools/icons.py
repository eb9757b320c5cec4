"""Draw the icons of the installed app from web/public/favicon.svg: `python tools/icons.py`.

Needed only after changes of the drawing; the pictures are committed. Needs Playwright and a Chromium, like the browser
tests.
"""

from __future__ import annotations

import shutil
from pathlib import Path

from playwright.sync_api import sync_playwright

PUBLIC = Path(__file__).resolve().parent.parent / "web" / "public"
GROUND = "#ab2f1c"
# File -> size, and the share of it that the drawing fills. Systems cut their own shape out of a maskable icon, and iOS
# rounds the corners, so these icons have a background of one color up to the edge.
ICONS = {
    "icon-192.png": (192, 1.0, "transparent"),
    "icon-512.png": (512, 1.0, "transparent"),
    "icon-maskable-512.png": (512, 0.8, GROUND),
    "icon-apple-180.png": (180, 0.9, GROUND),
}


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
        browser.close()


if __name__ == "__main__":
    main()
