"""Build the documentation site: `make docs`, or `python tools/docs_site.py`. Result: build/docs/site/index.html.

The pages are the files that tools/docs/zensical.toml names. They are copied with adapted links, because the README, the
changelog and the design notes are outside docs/, and with the generated parts (site_parts.py). Any warning or broken
link fails the build.
"""

from __future__ import annotations

import os
import re
import shutil
import subprocess
import sys
from collections.abc import Iterator
from html.parser import HTMLParser
from pathlib import Path
from urllib.parse import unquote, urlsplit

import site_parts

ROOT = Path(__file__).resolve().parent.parent
SETTINGS = ROOT / "tools" / "docs"
BUILD = ROOT / "build" / "docs"
SITE = BUILD / "site"
SHIM = "https://unpkg.com/iframe-worker/shim"
LINK = re.compile(r"(?P<image>!?)\[(?P<text>(?:[^\[\]]|\[[^\]]*\])*)\]\((?P<target>[^)\s]+)\)")
FENCE = re.compile(r"(^```.*?^```\n)", re.MULTILINE | re.DOTALL)
HTML_IMAGE = re.compile(r'(<img src=")([^"]+)"')


class SiteError(Exception):
    """The site cannot be built; the message says why."""


def sources() -> dict[Path, str]:
    """Return the files of the pages in the navigation, with their paths on the site."""
    named = re.findall(r'= "([^"]+\.md)"', (SETTINGS / "zensical.toml").read_text(encoding="utf-8"))
    found = {}
    for page in named:
        places = [ROOT / "docs" / page, ROOT / page, SETTINGS / page]
        if page == "index.md":
            places = [ROOT / "README.md"]
        file = next((place for place in places if place.exists()), None)
        if file is None:
            raise SiteError(f"tools/docs/zensical.toml names {page}, which does not exist")
        found[file] = page
    missing = {file for file in (ROOT / "docs").rglob("*.md") if file not in found}
    if missing:
        names = ", ".join(sorted(file.relative_to(ROOT).as_posix() for file in missing))
        raise SiteError(f"not in the navigation of tools/docs/zensical.toml: {names}")
    return found


def adapt(text: str, file: Path, pages: dict[Path, str]) -> str:
    """Point the links of a page to the pages of the site; links to other files become plain text."""
    here = Path(pages[file]).parent

    def place(target: str) -> str | None:
        if re.match(r"[a-z]+:|#", target):
            return target
        name, _, anchor = target.partition("#")
        linked = (file.parent / name).resolve()
        if linked in pages:
            to = pages[linked]
        elif linked.is_relative_to(ROOT / "docs" / "images"):
            to = linked.relative_to(ROOT / "docs").as_posix()
        else:
            return None
        return os.path.relpath(to, here).replace(os.sep, "/") + (f"#{anchor}" if anchor else "")

    def link(found: re.Match[str]) -> str:
        target = place(found["target"])
        return found["text"] if target is None else f"{found['image']}[{found['text']}]({target})"

    def image(found: re.Match[str]) -> str:
        return f'{found[1]}{place(found[2])}"'

    parts = FENCE.split(text)
    parts[::2] = [HTML_IMAGE.sub(image, LINK.sub(link, part)) for part in parts[::2]]
    return "".join(parts)


def assemble() -> None:
    """Copy everything that the site needs."""
    shutil.rmtree(BUILD, ignore_errors=True)
    target = BUILD / "pages"
    shutil.copytree(ROOT / "docs" / "images", target / "images")
    shutil.copy(ROOT / "web" / "public" / "favicon.svg", target / "favicon.svg")
    for name in ("extra.css", "iframe-worker.js"):
        shutil.copy(SETTINGS / name, target / name)
    shutil.copy(SETTINGS / "zensical.toml", BUILD / "zensical.toml")
    pages = sources()
    for file, page in pages.items():
        written = target / page
        written.parent.mkdir(parents=True, exist_ok=True)
        written.write_text(
            adapt(site_parts.whole(file.read_text(encoding="utf-8")), file, pages),
            encoding="utf-8",
            newline="\n",
        )


def bundle_shim() -> None:
    """Load the script for searching without a server from the site instead of a CDN."""
    for page in SITE.rglob("*.html"):
        local = os.path.relpath(SITE / "iframe-worker.js", page.parent).replace(os.sep, "/")
        text = page.read_text(encoding="utf-8").replace(SHIM, local)
        page.write_text(text, encoding="utf-8", newline="\n")


class Page(HTMLParser):
    """Collects the links of a built page, and the anchors that links may name."""

    def __init__(self, text: str) -> None:
        super().__init__()
        self.links: list[str] = []
        self.loaded: list[str] = []
        self.anchors: set[str] = set()
        self.feed(text)

    def handle_starttag(self, tag: str, attrs: list[tuple[str, str | None]]) -> None:
        values = {name: value for name, value in attrs if value}
        self.anchors |= {values[name] for name in ("id", "name") if name in values}
        if tag == "a" and "href" in values:
            self.links.append(values["href"])
        if tag in {"script", "img", "link", "iframe"}:
            self.loaded += [values[name] for name in ("src", "href") if name in values]


def broken_links() -> Iterator[str]:
    """Return links to pages or anchors that do not exist, and everything that a page loads from another site."""
    pages = {file: Page(file.read_text(encoding="utf-8")) for file in SITE.rglob("*.html")}
    for file, page in pages.items():
        if file.name == "404.html":
            continue
        name = file.relative_to(SITE).as_posix()
        yield from (f"{name} loads {address}" for address in page.loaded if urlsplit(address).netloc)
        for address in [*page.links, *page.loaded]:
            parts = urlsplit(address)
            if parts.scheme or parts.netloc:
                continue
            linked = (file.parent / unquote(parts.path)).resolve() if parts.path else file
            if linked.is_dir():
                linked /= "index.html"
            anchor = unquote(parts.fragment)
            if not linked.exists() or (anchor and linked in pages and anchor not in pages[linked].anchors):
                yield f"{name} links to {address}"


def main() -> int:
    """Build and check the site."""
    try:
        assemble()
    except SiteError as error:
        print(f"error: {error}", file=sys.stderr)
        return 1
    program = Path(sys.executable).with_name("zensical.exe" if os.name == "nt" else "zensical")
    code = subprocess.run([str(program), "build", "--clean", "--strict"], cwd=BUILD, check=False).returncode
    bundle_shim()
    broken = sorted(set(broken_links()))
    for link in broken:
        print(f"error: {link}", file=sys.stderr)
    return code or bool(broken)


if __name__ == "__main__":
    sys.exit(main())
