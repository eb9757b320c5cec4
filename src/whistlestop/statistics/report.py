"""Make a self-contained HTML page that needs no network, in light and dark."""

from __future__ import annotations

from base64 import b64encode
from collections.abc import Iterable, Sequence
from html import escape

import polars as pl

from .cells import cells, heading, headings, is_text
from .pictures import Picture
from .sections import Section

__all__ = ["report"]

STYLE = """
:root{color-scheme:light dark;--ink:#2a2723;--muted:#6f675b;--paper:#fbf7ec;--card:#fffdf6;--line:#ddd3bd;
--accent:#a5331f}
@media(prefers-color-scheme:dark){:root{--ink:#f5ecd6;--muted:#b8ae9b;--paper:#171814;--card:#1f201c;--line:#45443b;
--accent:#f08a74}}
*{box-sizing:border-box}
body{margin:0;background:var(--paper);color:var(--ink);font:16px/1.5 'Jost Variable',Jost,'Avenir Next','Gill Sans',
'Segoe UI','Noto Sans','Liberation Sans',Arial,sans-serif}
main{max-width:1120px;margin:0 auto;padding:2rem 1.25rem 4rem}
h1{font-size:2rem;line-height:1.2;margin:0 0 .25rem}
h2{font-size:1.35rem;margin:0 0 .25rem;line-height:1.25}
.facts,.about{color:var(--muted);margin:0 0 1rem}
nav ul{display:flex;flex-wrap:wrap;gap:.35rem 1.1rem;list-style:none;padding:0;margin:0 0 2rem}
a{color:var(--accent)}
section{background:var(--card);border:1px solid var(--line);border-radius:10px;padding:1.25rem;margin:0 0 1.5rem}
figure{margin:0 0 1rem}
img{display:block;max-width:100%;height:auto;border-radius:6px}
img.map{width:100%}
.table{overflow-x:auto;max-height:34rem;overflow-y:auto}
table{border-collapse:collapse;font-variant-numeric:tabular-nums;font-size:.92rem}
th,td{padding:.25rem .8rem .25rem 0;text-align:right;white-space:nowrap;border-bottom:1px solid var(--line)}
th{position:sticky;top:0;background:var(--card);font-weight:650}
.text{text-align:left}
:focus-visible{outline:3px solid var(--accent);outline-offset:2px}
"""


def report(title: str, facts: str, sections: Sequence[Section]) -> str:
    """Return the page. facts: a line about the games. Draws all pictures, which takes some seconds."""
    links = "".join(f'<li><a href="#{section.name}">{escape(section.title)}</a></li>' for section in sections)
    return "".join(
        (
            '<!doctype html>\n<html lang="en"><head><meta charset="utf-8">',
            '<meta name="viewport" content="width=device-width,initial-scale=1">',
            f"<title>{escape(title)}</title><style>{STYLE}</style></head><body><main>",
            f'<h1>{escape(title)}</h1><p class="facts">{escape(facts)}</p>',
            f'<nav aria-label="Contents"><ul>{links}</ul></nav>',
            *(_section(section) for section in sections),
            "</main></body></html>\n",
        )
    )


def _section(section: Section) -> str:
    return (
        f'<section id="{section.name}"><h2>{escape(section.title)}</h2><p class="about">{escape(section.about)}</p>'
        f"{''.join(map(_figure, section.pictures))}{_table(section.title, section.table)}</section>\n"
    )


def _figure(picture: Picture) -> str:
    """Return a picture as a separate document, so that names and styles of pictures do not mix."""
    data = b64encode(picture.svg.encode()).decode()
    kind = ' class="map"' if picture.name.startswith("map") else ""
    return (
        f'<figure><img{kind} alt="{escape(picture.title)}" src="data:image/svg+xml;base64,{data}"></figure>'
    )


def _table(title: str, table: pl.DataFrame) -> str:
    """Return a table that scrolls in small windows, by keyboard too."""
    if table.is_empty():
        return "<p>None.</p>"
    names = headings(table)
    sides = [' class="text"' if is_text(table, name) else "" for name in names]
    head = "".join(
        f'<th scope="col"{side}>{escape(heading(name))}</th>' for name, side in zip(names, sides, strict=True)
    )
    rows = "".join(f"<tr>{_cells(row, sides)}</tr>" for row in cells(table))
    return (
        f'<div class="table" tabindex="0" role="region" aria-label="{escape(title)}"><table>'
        f"<thead><tr>{head}</tr></thead><tbody>{rows}</tbody></table></div>"
    )


def _cells(row: Iterable[str], sides: Iterable[str]) -> str:
    return "".join(f"<td{side}>{escape(cell)}</td>" for cell, side in zip(row, sides, strict=True))
