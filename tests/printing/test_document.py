"""The PDF of a board, as a printer would show it."""

from __future__ import annotations

import json
import sys
from collections.abc import Iterator
from itertools import pairwise
from pathlib import Path
from typing import Any

import numpy as np
import pypdfium2
import pytest
from hypothesis import HealthCheck, given, settings
from tests.studio.boards import drafts

from whistlestop import load_ruleset, ruleset_ids
from whistlestop.drawing import LayoutError, layout_of
from whistlestop.drawing.art import LIGHT, SEAT_MARKS
from whistlestop.drawing.solver import solve
from whistlestop.errors import RulesetError
from whistlestop.format import Ruleset
from whistlestop.kinds import kind_of
from whistlestop.languages import LANGUAGES
from whistlestop.mapmaking import Distances
from whistlestop.printing import MissingTypst, PrintError, print_pdf, tiling
from whistlestop.printing.aid import aid_sheet
from whistlestop.printing.pictures import TOKEN
from whistlestop.printing.pieces import piece_pictures, piece_sheets
from whistlestop.printing.tiles import PAPERS, Paper
from whistlestop.rulesets import ruleset_from_data
from whistlestop.studio import playable

PIXELS = 4
"""Pixels per millimeter."""
EDGE = 4
"""Pixels by which a tile is moved to make it wrong: a millimeter."""
INSET = 2 * EDGE
"""Pixels that are ignored at the edges of a tile."""
INCH = 25.4
GERMANY = Path(__file__).resolve().parents[2] / "boards" / "germany"
BOARDS = [name for name in ruleset_ids() if load_ruleset(name).routes]


def pages(pdf: bytes) -> list[Any]:
    """Return the pages of a PDF."""
    return list(pypdfium2.PdfDocument(pdf))


def shown(page: Any) -> Any:
    """Return a page as an array of gray values, with `PIXELS` per millimeter."""
    return np.asarray(page.render(scale=PIXELS * INCH / 72).to_pil().convert("L"), dtype=float)


def written(page: Any) -> str:
    """Return the text of a page."""
    return str(page.get_textpage().get_text_range())


def printed(name: str, **wishes: Any) -> bytes:
    """Return the PDF of a board in the package."""
    ruleset = load_ruleset(name)
    return print_pdf(ruleset, layout_of(ruleset), **wishes)


def crop(page: Any, width: float, height: float) -> Any:
    """Return the middle of a page, of a size in millimeters."""
    seen = shown(page)
    top, left = (seen.shape[0] - height * PIXELS) / 2, (seen.shape[1] - width * PIXELS) / 2
    return seen[round(top) : round(top + height * PIXELS), round(left) : round(left + width * PIXELS)]


@pytest.mark.parametrize(("name", "paper"), [("switzerland", "a4"), ("carpathia", "a3")])
def test_tiles_put_together_are_the_board(name: str, paper: str, monkeypatch: pytest.MonkeyPatch) -> None:
    layout = layout_of(load_ruleset(name))
    scale = 20 / layout.slot[0]
    made = tiling(layout.width * scale, layout.height * scale, PAPERS[paper])
    sheets = pages(printed(name, paper=paper))[1 : 1 + len(made.tiles)]
    monkeypatch.setitem(PAPERS, paper, Paper(3000, 3000))
    whole = crop(pages(printed(name, paper=paper))[1], layout.width * scale, layout.height * scale)
    for tile, sheet in zip(made.tiles, sheets, strict=True):
        part = crop(sheet, made.width, made.height)[INSET:-INSET, INSET:-INSET]
        x, y = round(tile.x * PIXELS) + INSET, round(tile.y * PIXELS) + INSET
        errors = {
            (dx, dy): float(
                np.abs(whole[y + dy : y + dy + part.shape[0], x + dx : x + dx + part.shape[1]] - part).mean()
            )
            for dx in (-EDGE, -1, 0, 1, EDGE)
            for dy in (-EDGE, -1, 0, 1, EDGE)
        }
        nearest = min(errors, key=lambda at: errors[at])
        assert max(map(abs, nearest)) <= 1, f"{tile.name} is off by {nearest} pixels"
        assert errors[nearest] < errors[EDGE, EDGE] / 2, tile.name


@pytest.mark.parametrize("name", BOARDS)
def test_all_cards_and_tickets_are_printed(name: str) -> None:
    ruleset = load_ruleset(name)
    found = pages(printed(name))
    texts = "\n".join(map(written, found))
    public = kind_of(ruleset).data.public(ruleset)
    numbers = public.cards
    cards = 8 * numbers.per_color + numbers.wilds
    assert f"Train cards {-(-cards // 16)}/{-(-cards // 16)}" in texts
    assert f"Tickets {-(-len(ruleset.tickets) // 10)}/{-(-len(ruleset.tickets) // 10)}" in texts
    tickets = "\n".join(written(page) for page in found if "Tickets " in written(page))
    cities = {city.id: city.name for city in ruleset.cities} | public.countries
    for ticket in ruleset.tickets:
        assert cities[ticket.origin] in tickets
        assert cities[ticket.targets[0]] in tickets
    width, height = found[-1].get_size()
    assert (round(width * INCH / 72), round(height * INCH / 72)) == (210, 297)


@pytest.mark.parametrize("language", LANGUAGES)
@pytest.mark.parametrize("name", BOARDS)
def test_the_player_aid_has_plain_texts_in_all_languages(name: str, language: str) -> None:
    sheet = aid_sheet(load_ruleset(name), language)
    texts = [text for one in sheet["sections"] for line in one["lines"] for text in line.values()]
    texts += [text for row in sheet["score"] for text in row]
    assert len(sheet["sections"]) == 3
    assert all(text and not set(text) & set("{}#") for text in texts)


def test_the_player_aid_has_what_the_board_has() -> None:
    def titles(name: str) -> list[str]:
        return [
            line["title"] for one in aid_sheet(load_ruleset(name), "en")["sections"] for line in one["lines"]
        ]

    assert "Build a station" in titles("europe")
    assert "Tunnel" in titles("switzerland")
    assert "Mountain route" in titles("carpathia")
    assert not {"Build a station", "Tunnel", "Ferry", "Mountain route"} & set(titles("usa"))
    assert ["The most connected cities", "10"] in aid_sheet(load_ruleset("carpathia"), "en")["score"]


def test_names_of_cards_are_on_the_cards_and_in_the_player_aid() -> None:
    names = {
        "purple": "Coal",
        "wild": "<b>#x & $y$</b>",
    }  # MECH-6: plain text, also in the language of the pages
    plain = load_ruleset("iceland").data.plain() | {"id": "mine", "card_names": names}
    plain["translations"] = {"de": {"card_names": {"purple": "Kohle"}}}
    ruleset = ruleset_from_data(plain)
    layout = layout_of(load_ruleset("iceland"))
    for language, coal in (("en", "Coal"), ("de", "Kohle")):
        found = [written(page) for page in pages(print_pdf(ruleset, layout, language=language))]
        texts = "\n".join(found)
        public = kind_of(ruleset).data.public(ruleset)
        copies = public.cards.count("purple"), public.cards.count("wild")
        # On each card, and in both copies of the aid, whose sentences name locomotives, too.
        told = str(aid_sheet(ruleset, language)["sections"]).count(names["wild"])
        assert told > 1
        assert "ocomotive" not in str(aid_sheet(ruleset, "en")["sections"]).replace("locomotive symbol", "")
        found_names = texts.count(coal), "".join(texts.split()).count("".join(names["wild"].split()))
        assert found_names == (copies[0] + 2, copies[1] + 2 * (told + 1))
    assert aid_sheet(ruleset, "de")["names"] == [["Violett", "Kohle"], ["Lokomotive", names["wild"]]]
    assert aid_sheet(load_ruleset("iceland"), "de")["names"] == []


def test_passengers_are_printed_and_explained() -> None:
    """The sheets say where passengers stand, and the player aid what they do (GER-2, GER-3, GER-7, GER-8, GER-10)."""
    germany = load_ruleset(GERMANY)
    found = [written(page) for page in pages(print_pdf(germany, layout_of(germany)))]
    data: Any = germany.data
    own = data.passengers
    figures = own.each * len(own.colors)
    assert f"Passengers\r\n{figures}" in found[0] or f"Passengers {figures}" in found[0]
    (setup,) = [text for text in found if "How many each place gets" in text]
    assert f"{figures} passengers in {len(own.colors)} colors" in setup
    names = {city.id: city.name for city in germany.cities} | kind_of(germany).data.public(germany).countries
    assert all(names[place] in setup for place in own.places)
    assert "5 Berlin" in setup.replace("\r\n", " ")
    assert any("Passengers 1/1" in text for text in found)
    aid = " ".join(found[-1].split())
    for text in (
        "you take one from each of its ends",
        "Each country has its own passengers",
        f"{own.first} points, and the one with the second most {own.second}",
        "say how many of them are long, at most 4",
        "beginning with the first player",
    ):
        assert aid.count(text) == 2, text  # two copies
    assert not any("How many each place gets" in written(page) for page in pages(printed("usa")))


def test_a_figure_is_printed_for_each_passenger(monkeypatch: pytest.MonkeyPatch) -> None:
    import typst

    sources: list[dict[str, Any]] = []
    compile_ = typst.compile

    def noted(main: Path, **options: Any) -> Any:
        folder = main.parent
        sources.append(
            json.loads((folder / "data.json").read_text()) | {"files": {p.name for p in folder.iterdir()}}
        )
        return compile_(main, **options)

    monkeypatch.setattr(typst, "compile", noted)
    germany = load_ruleset(GERMANY)
    print_pdf(germany, layout_of(germany), language="de")
    ((tokens,),) = [source["tokens"] for source in sources]
    assert tokens["each"] * len(tokens["colors"]) == 60  # GER-7
    assert {f"token-{color}.svg" for color in tokens["colors"]} <= sources[0]["files"]
    # The countries are named in the language of the sheets.
    assert "Dänemark" in tokens["places"][-1][1]
    assert "Denmark" not in tokens["places"][-1][1]
    assert {"Dänemark"} <= {to for ticket in sources[0]["tickets"] for to, _ in ticket["to"]}


def test_stations_and_depots_are_printed_for_every_player() -> None:
    """Each player has stations (EUR-22), depots and a warehouse (EUR-41), as many as the board says."""
    board = load_ruleset("europe_depots")
    data: Any = board.data
    found = [written(page) for page in pages(printed("europe_depots"))]
    contents = " ".join(found[0].split())
    for title, each in (("Stations", data.stations.count), ("Depots", data.depots.count), ("Warehouses", 1)):
        assert f"{title}, {each} for each player {each * board.max_players}" in contents
        assert any(f"{title} 1/1" in text for text in found)
    assert (data.stations.count, data.depots.count, board.max_players) == (3, 5, 5)
    assert [one["title"] for one in piece_sheets(load_ruleset("europe"), "en")] == ["Stations"]
    assert not piece_sheets(load_ruleset("usa"), "en")
    assert not any("Stations" in written(page) for page in pages(printed("usa")))


def test_pieces_have_the_color_and_the_mark_of_their_seat() -> None:
    board = load_ruleset("europe_depots")
    pictures = piece_pictures(board)
    sheets = piece_sheets(board, "en")
    assert [len(sheet["pictures"]) for sheet in sheets] == [board.max_players] * 3
    assert {name for sheet in sheets for name in sheet["pictures"]} == set(pictures)
    for sheet in sheets:
        for seat, name in enumerate(sheet["pictures"]):
            drawn = pictures[name]
            others = {LIGHT[f"seat-{other}"] for other in range(len(SEAT_MARKS)) if other != seat}
            assert LIGHT[f"seat-{seat}"] in drawn
            assert not any(color in drawn for color in others)
            assert SEAT_MARKS[seat] in drawn
            assert "var(" not in drawn


def test_small_trains_are_pieces() -> None:  # MECH-7
    usa = load_ruleset("usa")
    marked = {"count": 7, "routes": ["denver-omaha", "kansas_city-omaha/2"]}
    board = ruleset_from_data(usa.data.plain() | {"id": "usa_small", "small_trains": marked})
    (sheet,) = piece_sheets(board, "en")
    assert (sheet["title"], sheet["each"]) == ("Small trains", 7)
    pictures = piece_pictures(board)
    for seat, name in enumerate(sheet["pictures"]):
        assert LIGHT[f"seat-{seat}"] in pictures[name]
        assert SEAT_MARKS[seat] in pictures[name]
    found = [written(page) for page in pages(print_pdf(board, layout_of(usa), space=8))]
    assert any("Small trains 1/1" in text for text in found)
    assert any("Small trains of each player: 7." in " ".join(text.split()) for text in found)


def test_as_many_pieces_of_each_color_are_on_the_sheet_as_a_player_has() -> None:
    board = load_ruleset("europe_depots")
    data: Any = board.data
    for title, each in (("Stations", data.stations.count), ("Depots", data.depots.count)):
        (sheet,) = [page for page in pages(printed("europe_depots")) if f"{title} 1/1" in written(page)]
        image = np.asarray(sheet.render(scale=PIXELS * INCH / 72).to_pil().convert("RGB"), dtype=int)
        for seat in range(board.max_players):
            color = [int(LIGHT[f"seat-{seat}"][at : at + 2], 16) for at in (1, 3, 5)]
            near = np.abs(image - color).sum(2) < 12
            side = round(TOKEN * PIXELS)
            # A piece is a box of the sheet that has the color of the seat; the boxes begin at the first mark.
            columns = int((210 - 2 * 10) // TOKEN)
            x0, y0 = (210 - columns * TOKEN) / 2, (297 - int((297 - 2 * 10) // TOKEN) * TOKEN) / 2
            boxes = [
                near[y : y + side, x : x + side].sum() > 40
                for row in range(4)
                for column in range(columns)
                for y, x in [
                    (round((y0 + row * TOKEN) * PIXELS), round((x0 + column * TOKEN) * PIXELS)),
                ]
            ]
            assert sum(boxes) == each, (title, seat)


@pytest.mark.parametrize("language", LANGUAGES)
def test_pieces_are_named_in_all_languages(language: str) -> None:
    sheets = piece_sheets(load_ruleset("europe_depots"), language)
    assert len({sheet["title"] for sheet in sheets}) == 3
    for sheet in sheets:
        assert sheet["title"] in sheet["contents"]
        assert str(sheet["each"]) in sheet["contents"]
        assert not set(sheet["contents"]) & set("{}#")
    if language != "en":
        english = piece_sheets(load_ruleset("europe_depots"), "en")
        assert [one["contents"] for one in sheets] != [one["contents"] for one in english]


def test_the_language_is_that_of_the_sheets() -> None:
    found = pages(printed("carpathia", language="de", paper="a3"))
    assert "Karpaten" in written(found[0])
    assert "Zielkarten" in "".join(map(written, found))


def test_what_cannot_be_printed_is_refused(monkeypatch: pytest.MonkeyPatch) -> None:
    ruleset = load_ruleset("switzerland")
    layout = layout_of(ruleset)
    for wish in ({"paper": "letter"}, {"space": 7.9}, {"space": float("nan")}, {"overlap": -1.0}):
        with pytest.raises(PrintError):
            print_pdf(ruleset, layout, **wish)
    with pytest.raises(PrintError, match="without a board"):
        print_pdf(load_ruleset("card_game"), layout)
    monkeypatch.setitem(sys.modules, "typst", None)
    with pytest.raises(MissingTypst, match=r"whistlestop\[print\]"):
        print_pdf(ruleset, layout)


def drawable(board: dict[str, Any]) -> Iterator[tuple[Ruleset, Any]]:
    """Yield a board that can be played and drawn, with its layout."""
    try:
        ruleset = playable(board)
        yield ruleset, solve(ruleset)
    except (RulesetError, LayoutError):
        return


@pytest.mark.slow
@settings(max_examples=6, deadline=None, suppress_health_check=list(HealthCheck))
@given(drafts())
def test_every_playable_board_is_printed(board: dict[str, Any]) -> None:
    for ruleset, layout in drawable(board):
        assert len(pages(print_pdf(ruleset, layout, space=8))) >= 6


@pytest.mark.parametrize("name", BOARDS)
def test_ways_are_shortest(name: str) -> None:
    data = load_ruleset(name).data
    distances = Distances.of(data)
    lengths = {}
    for (a, b), length in zip(distances.pairs, distances.lengths, strict=True):
        lengths[frozenset((distances.cities[a], distances.cities[b]))] = int(length)
    for a, first in enumerate(distances.cities):
        for b, second in enumerate(distances.cities):
            way = distances.way(first, second)
            if not way:
                continue
            assert (way[0], way[-1]) == (first, second)
            steps = [lengths[frozenset(pair)] for pair in pairwise(way)]
            assert sum(steps) == distances.between[a, b]
