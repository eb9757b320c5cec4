"""The SVG: an element for every route, space and city, in the documented structure, small and self-contained."""

from __future__ import annotations

import gzip
import re
from functools import cache
from typing import Any
from xml.etree import ElementTree as ET

import pytest
from tests.drawing.boards import route as plain_route
from tests.game.builders import player, start

import whistlestop as ws
from whistlestop.drawing import LayoutError, layout_of, solve
from whistlestop.drawing.art import DARK, GLYPHS, LIGHT
from whistlestop.drawing.model import Board
from whistlestop.drawing.svg import board_svg
from whistlestop.format import City
from whistlestop.rulesets import ruleset_from_data

MAPS = [name for name in ws.ruleset_ids() if ws.load_ruleset(name).routes]
SVG = "{http://www.w3.org/2000/svg}"


@cache
def drawing(name: str) -> str:
    return board_svg(ws.load_ruleset(name))


@cache
def tree(name: str) -> ET.Element:
    return ET.fromstring(drawing(name))


def group(root: ET.Element, kind: str) -> ET.Element:
    return next(g for g in root.findall(f"{SVG}g") if g.get("class") == kind)


def classes(element: ET.Element) -> set[str]:
    return set((element.get("class") or "").split())


def test_spaces_for_small_trains_have_another_form() -> None:  # MECH-7
    usa = ws.load_ruleset("usa")
    marked = ["denver-omaha", "kansas_city-omaha/2"]
    small_trains = {"count": 7, "routes": marked}
    board = ruleset_from_data(usa.data.plain() | {"id": "usa_small", "small_trains": small_trains})
    shown = start(
        board.data.plain(), player(routes="denver-omaha"), player(routes="kansas_city-omaha")
    ).view()
    drawn = ET.fromstring(board_svg(board, layout_of(usa), shown))
    for g in group(drawn, "routes"):
        small = g.get("data-route") in marked
        spaces = [child for child in g if "slot" in classes(child)]
        assert {child.tag for child in spaces} == {SVG + ("path" if small else "rect")}
        assert all(("small" in classes(child)) == small for child in spaces)
        trains = [child for child in g if child.find(f"{SVG}use") is not None]
        assert all(("scale" in child.get("transform", "")) == small for child in trains)
        assert len(trains) == (len(spaces) if "owned" in classes(g) else 0)


@pytest.mark.parametrize("name", MAPS)
def test_groups_in_order(name: str) -> None:
    root = tree(name)
    assert root.get("class") == "board"
    kinds = [child.get("class") or child.tag.removeprefix(SVG) for child in root]
    areas = ["areas"] if ws.load_ruleset(name).areas else []
    assert kinds == ["style", "defs", "geography", *areas, "routes", "cities", "labels"]


@pytest.mark.parametrize("name", MAPS)
def test_every_route_and_its_spaces(name: str) -> None:
    ruleset = ws.load_ruleset(name)
    found = {g.get("data-route"): g for g in group(tree(name), "routes")}
    assert list(found) == [route.id for route in ruleset.routes]
    for route in ruleset.routes:
        g = found[route.id]
        assert g.get("id") == "route_" + route.id.replace("/", "__")
        assert (g.get("data-color"), g.get("data-length"), g.get("data-kind")) == (
            route.color,
            str(route.length),
            route.kind,
        )
        slots = [classes(child) for child in g if "slot" in classes(child)]
        assert len(slots) == route.length
        assert sum("wild" in slot for slot in slots) == route.wilds
        assert [child.get("class") for child in g][:: len(g) - 1] == ["track", "hit"]
        assert len(g) == route.trains + 2  # spaces and crosses, but no trains, because nobody owns it


@pytest.mark.parametrize("name", MAPS)
def test_every_city_and_its_label(name: str) -> None:
    ruleset = ws.load_ruleset(name)
    cities = {g.get("data-city"): g for g in group(tree(name), "cities")}
    labels = {g.get("data-city"): g for g in group(tree(name), "labels")}
    assert list(cities) == list(labels) == [city.id for city in ruleset.cities]
    for city in ruleset.cities:
        assert cities[city.id].get("id") == f"city_{city.id}"
        assert [child.get("class") for child in cities[city.id]][:2] == ["hit", "dot"]
        text = "".join("".join(labels[city.id].itertext()).split())
        assert text.replace("-", "") == city.name.replace(" ", "").replace("-", "")


@pytest.mark.parametrize("name", MAPS)
def test_small_and_self_contained(name: str) -> None:
    svg = drawing(name)
    assert len(gzip.compress(svg.encode(), 9)) <= 60_000
    assert "http" not in svg.replace("http://www.w3.org/2000/svg", "")
    assert "NaN" not in svg
    assert "nan" not in re.sub(r"[a-z_]*[A-Za-z]nan|nan[a-z_]+", "", svg)
    used = set(re.findall(r'href="#([^"]+)"', svg)) | set(re.findall(r"url\(#([^)]+)\)", svg))
    assert svg.count("url(") == svg.count("url(#")
    assert used <= set(re.findall(r' id="([^"]+)"', svg))


def test_no_inline_styles() -> None:
    """A page with a strict content security policy can show the drawing."""
    assert ' style="' not in drawing("usa")


def test_every_color_has_a_figure_of_its_own() -> None:  # COM-29
    root = tree("usa")
    ids = {element.get("id") for element in root.iter()}
    assert {f"card-{color}" for color in (*ws.format.COLORS, "wild")} <= ids
    assert len(set(GLYPHS.values())) == 9
    assert set(LIGHT) == set(DARK)
    assert {f"route-{color}" for color in (*ws.format.COLORS, "gray")} <= set(LIGHT)


def view(**extra: Any) -> dict[str, Any]:
    players = [
        {"seat": 0, "routes": ["denver-omaha"], "stations_built": []},
        {"seat": 1, "routes": ["atlanta-raleigh/2"], "stations_built": ["miami"]},
    ]
    return {"players": players, "legal": ["draw", "claim:dallas-houston:red", "keep:"], **extra}


def test_a_view_shows_trains_stations_and_what_is_legal() -> None:
    root = ET.fromstring(board_svg(ws.load_ruleset("usa"), view=view()))
    routes = {g.get("data-route"): classes(g) for g in group(root, "routes")}
    assert routes["denver-omaha"] == {"route", "owned", "seat-0"}
    assert routes["atlanta-raleigh/2"] == {"route", "owned", "seat-1"}
    assert routes["dallas-houston"] == {"route", "legal"}
    assert routes["atlanta-raleigh"] == {"route"}
    cities = {g.get("data-city"): classes(g) for g in group(root, "cities")}
    assert cities["miami"] == {"city", "built", "seat-1"}
    for part, place in (("routes", "train"), ("cities", "station")):
        owned = {id(g): g for g in group(root, part) if {"owned", "built"} & classes(g)}
        for g in group(root, part):
            laid = sum(classes(piece) == {place} for piece in g.iter())
            assert laid == (int(g.get("data-length", 1)) if id(g) in owned else 0)


def test_a_real_view() -> None:
    game = ws.Game.new("switzerland", players=2, seed=3)
    root = ET.fromstring(board_svg(game.ruleset, view=game.view(None)))
    assert not any("owned" in classes(g) for g in group(root, "routes"))


def test_themes() -> None:
    usa = ws.load_ruleset("usa")
    light, dark = board_svg(usa, theme="light"), board_svg(usa, theme="dark")
    assert LIGHT["land"] in light
    assert DARK["land"] not in light
    assert DARK["land"] in dark
    assert LIGHT["land"] not in dark
    with pytest.raises(ValueError, match="theme is one of"):
        board_svg(usa, theme="sepia")


@pytest.mark.slow
def test_names_are_escaped() -> None:
    cities = (City("a", "A<b & c", None, None), City("b", '"B"', None, None))
    odd = Board("odd", "<Q&A>", cities, (plain_route("a", "b", 2),))
    root = ET.fromstring(board_svg(odd, solve(odd), title='A "quoted" <title>'))
    assert root.get("aria-label") == 'A "quoted" <title>'
    assert [re.sub(r"\W", "", "".join(text.itertext())) for text in group(root, "labels")] == ["Abc", "B"]


def test_a_layout_of_another_board_is_refused() -> None:
    with pytest.raises(LayoutError, match="other cities or routes"):
        board_svg(ws.load_ruleset("europe"), layout_of(ws.load_ruleset("usa")))


def test_a_card_game_has_no_board() -> None:
    with pytest.raises(LayoutError, match="no board to draw"):
        board_svg(ws.load_ruleset("card_game"))


def test_areas_join_the_places_of_a_district() -> None:  # MECH-1
    areas = list(group(tree("istanbul"), "areas"))
    districts = ws.load_ruleset("istanbul").areas
    assert len(areas) == len(districts) == 9
    assert len({area.get("class") for area in areas}) == 7, "neighbors differ"
    for area, cities in zip(areas, districts, strict=True):
        assert (area.get("d") or "").count("M") == len(cities) - 1
    assert "areas" not in {g.get("class") for g in tree("usa").findall(f"{SVG}g")}
