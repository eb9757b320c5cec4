"""Passengers in the second implementation of the rules (GER-7 to GER-11)."""

from __future__ import annotations

from collections import Counter

from tests.games.network.mechanisms.table import Position, ends

import whistlestop as ws

FIRST, SECOND = 20, 10  # GER-10


def plays(p: Position) -> bool:
    return "figures" in p


def open_ends(p: Position, ruleset: ws.Ruleset, route: str) -> None:
    """Make the figures at both ends of a claimed route available; a country is one place (GER-8)."""
    if plays(p):
        place = {city.id: city.country or city.id for city in ruleset.cities}
        p["boarding"] = [place[end] for end in ends(route)]


def legal(p: Position) -> set[str]:
    """Return the figures among which the player chooses (GER-9)."""
    return {f"board:{place}:{color}" for place in p["boarding"] for color in p["figures"][place]}


def take(p: Position, seat: int, place: str, color: str) -> None:
    """Take a figure along (GER-8)."""
    player = p["players"][seat]
    player["passengers"] = dict(Counter(player["passengers"]) + Counter([color]))
    left = dict(Counter(p["figures"].pop(place)) - Counter([color]))
    if left:
        p["figures"][place] = left
    p["boarding"].remove(place)


def lingers(p: Position) -> bool:
    """Take the figures that leave no choice; return whether the player must choose one (GER-8, GER-9)."""
    if not plays(p):
        return False
    for place in list(p["boarding"]):
        colors = list(p["figures"].get(place, ()))
        if not colors:
            p["boarding"].remove(place)
        elif len(colors) == 1:
            take(p, p["seat"], place, colors[0])
    if p["boarding"]:
        p["phase"] = "boarding"
    return bool(p["boarding"])


def count(player: Position) -> int:
    """Return how many figures a player has (GER-11)."""
    return sum(player["passengers"].values())


def points(p: Position) -> list[int]:
    """Return the points for the most and the second most figures of each color, by seat (GER-10)."""
    total = [0] * len(p["players"])
    for color in {color for player in p["players"] for color in player["passengers"]}:
        held = [player["passengers"].get(color, 0) for player in p["players"]]
        leaders = [seat for seat, number in enumerate(held) if number == max(held)]
        for seat in leaders:
            total[seat] += FIRST
        others = [number for seat, number in enumerate(held) if seat not in leaders]
        if len(leaders) == 1 and max(others) > 0:
            for seat, number in enumerate(held):
                total[seat] += SECOND if number == max(others) else 0
    return total
