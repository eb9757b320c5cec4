from __future__ import annotations

import base64
import re
import xml.etree.ElementTree as ET
from html.parser import HTMLParser

import pytest
from tests.statistics.conftest import simulated

from whistlestop.drawing import solve
from whistlestop.statistics import Simulation, sections
from whistlestop.statistics.cells import cells, headings
from whistlestop.statistics.report import report

VOID = {"meta", "img", "br"}
ADDRESS = re.compile(r"(?:https?:)?//[\w.-]+")
NAMESPACES = {"http://www.w3.org", "https://www.w3.org"}


class Page(HTMLParser):
    """Checks that elements are closed in order, and collects links."""

    def __init__(self) -> None:
        super().__init__()
        self.open: list[str] = []
        self.names: set[str] = set()
        self.ids: set[str] = set()
        self.links: list[str] = []
        self.pictures: list[dict[str, str | None]] = []

    def handle_starttag(self, tag: str, attrs: list[tuple[str, str | None]]) -> None:
        told = dict(attrs)
        self.names.add(tag)
        if tag not in VOID:
            self.open.append(tag)
        if told.get("id"):
            assert told["id"] not in self.ids
            self.ids.add(str(told["id"]))
        if tag == "a":
            self.links.append(str(told["href"]))
        if tag == "img":
            self.pictures.append(told)

    def handle_endtag(self, tag: str) -> None:
        assert self.open.pop() == tag


def square() -> Simulation:
    return simulated(
        [
            [
                {"win": game % 2, "score": game, "routes": ["a-b"], "tickets": {"a-b": 3}, "first": game % 2},
                {
                    "win": 1 - game % 2,
                    "score": 9 - game,
                    "routes": ["b-c", "c-d"],
                    "tickets": {"b-d": 4},
                    "first": game % 2,
                },
            ]
            for game in range(40)
        ]
    )


@pytest.mark.slow
def test_a_report_is_well_formed_and_asks_nobody_for_anything() -> None:
    simulation = square()
    layout = solve(simulation.ruleset)
    found = list(sections(simulation, layout))
    page = report("Square & <co>", "40 games", found)
    parsed = Page()
    parsed.feed(page)
    parsed.close()
    assert parsed.open == []
    assert not parsed.names & {"script", "link", "iframe", "object", "use"}
    assert parsed.links == [f"#{section.name}" for section in found]
    assert {section.name for section in found} <= parsed.ids
    assert len(parsed.pictures) == 8
    assert "Square &amp; &lt;co&gt;" in page
    assert not ADDRESS.findall(re.sub(r"base64,[\w+/=]+", "", page))
    for picture in parsed.pictures:
        assert picture["alt"]
        head, data = str(picture["src"]).split(",")
        assert head == "data:image/svg+xml;base64"
        svg = base64.b64decode(data).decode()
        ET.fromstring(svg)
        assert set(ADDRESS.findall(svg)) <= NAMESPACES
        assert "prefers-color-scheme:dark" in svg
    again = next(iter(sections(simulation, layout)))
    assert again.pictures == found[0].pictures  # the same bytes


@pytest.mark.slow
def test_a_card_game_has_cities_and_no_routes(cards: Simulation) -> None:
    names = [section.name for section in sections(cards)]
    assert {"order", "tickets", "cities", "colors"} <= set(names)
    assert not {"routes", "robbed"} & set(names)  # moves were not stored
    pictures = {picture.name for section in sections(cards) for picture in section.pictures}
    assert pictures == {"order", "scores", "parts", "lengths", "tickets", "cities"}


def test_cells_have_intervals_beside_their_figures() -> None:
    simulation = square()
    order = next(iter(sections(simulation))).table
    assert headings(order) == ["order", "n", "win", "score"]
    first = cells(order)[0]
    assert first[:2] == ["0", "40"]
    assert re.fullmatch(r"\d+\.\d \(\d+\.\d-\d+\.\d\)", first[2])
    assert re.fullmatch(r"\d+\.\d ± \d+\.\d", first[3])
