from __future__ import annotations

import xml.etree.ElementTree as ET

import pytest

import whistlestop as ws
from whistlestop.drawing import layout_of
from whistlestop.drawing.art import luminance
from whistlestop.drawing.heat import DIVERGING, SEQUENTIAL, Scale, heat_svg

SVG = "{http://www.w3.org/2000/svg}"


def test_every_known_route_has_its_colour_and_its_number() -> None:
    ruleset = ws.load_ruleset("usa")
    shares = {route.id: number / 100 for number, route in enumerate(ruleset.routes[1:])}
    svg = heat_svg(ruleset, shares, Scale(0.0, 0.7), title="Claims & more")
    root = ET.fromstring(svg)
    assert root.get("aria-label") == "Claims & more"
    (figures,) = (group for group in root.iter(f"{SVG}g") if group.get("class") == "figures")
    numbers = [text.text for text in figures]
    assert numbers == [f"{share * 100:.0f}" for share in shares.values()]
    assert f'.route[data-route="{ruleset.routes[1].id}"] .slot{{fill:var(--heat-0)}}' in svg
    assert f'.route[data-route="{ruleset.routes[71].id}"] .slot{{fill:var(--heat-6)}}' in svg
    assert f'.route[data-route="{ruleset.routes[0].id}"] .slot{{fill:none}}' in svg  # nothing is known of it
    layout = layout_of(ruleset)
    assert root.get("viewBox", "").startswith(f"0 0 {layout.width:g} ")


def test_a_scale_has_even_steps_and_takes_what_lies_beyond() -> None:
    scale = Scale(0.2, 0.9)
    assert scale.limits() == pytest.approx([0.2, 0.3, 0.4, 0.5, 0.6, 0.7, 0.8, 0.9])
    assert [scale.step(share) for share in (0.0, 0.25, 0.35, 0.85, 1.0)] == [0, 0, 1, 6, 6]


def contrast(one: str, other: str) -> float:
    dark, light = sorted((luminance(one), luminance(other)))
    return (light + 0.05) / (dark + 0.05)


@pytest.mark.parametrize("steps", [SEQUENTIAL, DIVERGING])
def test_numbers_can_be_read_on_every_step(steps: tuple[tuple[str, str, str, str], ...]) -> None:
    for color, ink, dark_color, dark_ink in steps:
        assert contrast(color, ink) >= 4.5
        assert contrast(dark_color, dark_ink) >= 4.5


def test_order_is_seen_without_hues() -> None:
    light = [luminance(color) for color, *_ in SEQUENTIAL]
    dark = [luminance(color) for _, _, color, _ in SEQUENTIAL]
    assert light == sorted(light, reverse=True)
    assert dark == sorted(dark)
