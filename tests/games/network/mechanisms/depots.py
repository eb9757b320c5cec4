"""Warehouses and depots in the second implementation of the rules (EUR-41 to EUR-48)."""

from __future__ import annotations

from collections import Counter

from tests.games.network.mechanisms.table import CARDS, Position, ends, gain, shuffle, take_top

import whistlestop as ws

PHASES = ("placing", "storing", "collecting")


def plays(p: Position) -> bool:
    return "depots_left" in p["players"][0]


def cities_with_pieces(p: Position) -> set[str]:
    return {city for player in p["players"] for city in (*player["stations"], *player.get("depots", ()))}


def placements(p: Position, ruleset: ws.Ruleset, seat: int) -> set[str]:
    """Return where the seat may place a depot (EUR-42, EUR-45)."""
    if not plays(p) or p["players"][seat]["depots_left"] == 0:
        return set()
    return {f"depot:{city.id}" for city in ruleset.cities} - {
        f"depot:{city}" for city in cities_with_pieces(p)
    }


def legal(p: Position, ruleset: ws.Ruleset, seat: int) -> set[str]:
    if p["phase"] == "placing":
        return placements(p, ruleset, seat)
    if p["phase"] == "storing":
        return {f"store:{owner}" for owner in range(len(p["players"]))}
    return {f"collect:{owner}" for owner in can_take(p)} | {"leave"}


def can_take(p: Position) -> list[int]:
    """Return the owners of the warehouses that the player to act may take (EUR-44)."""
    if p["players"][p["seat"]]["depots_left"] == 0:
        return []
    return [owner for owner in p["open_warehouses"] if p["players"][owner]["warehouse"]]


def begin(p: Position) -> None:
    """Begin with the last player (EUR-42)."""
    if plays(p):
        p["phase"], p["seat"] = "placing", (p["first"] - 1) % len(p["players"])


def place(p: Position, seat: int, city: str) -> None:
    me = p["players"][seat]
    me["depots"] = sorted([*me["depots"], city])
    me["depots_left"] -= 1
    if p["phase"] == "placing" and seat == p["first"]:
        p["phase"] = "turn"
    elif p["phase"] == "placing":
        p["seat"] = (seat - 1) % len(p["players"])


def announces(p: Position) -> bool:
    """Return whether a draw waits for a card to be stored (EUR-43)."""
    return plays(p) and p["phase"] == "turn" and bool(p["deck"] or p["discard"])


def store(p: Position, owner: int) -> str | None:
    """Store the top card; return the card to take from the market, None for a draw from the deck."""
    card = take_top(p)
    assert card is not None
    stored = Counter(p["players"][owner]["warehouse"]) + Counter([card])
    p["players"][owner]["warehouse"] = dict(stored)
    action = p["announced"]
    p["phase"], p["announced"] = "turn", None
    return action.partition(":")[2] or None


def open_warehouses(p: Position, route: str) -> None:
    """Open the warehouses of players with depots at the ends of a claimed route (EUR-44)."""
    if plays(p):
        p["open_warehouses"] = [
            owner for owner, player in enumerate(p["players"]) if set(ends(route)) & set(player["depots"])
        ]


def take(p: Position, seat: int, owner: int | None) -> None:
    """Take a warehouse for a depot; None: take no further one."""
    if owner is None:
        p["open_warehouses"] = []
        return
    gain(p["players"][seat], Counter(p["players"][owner]["warehouse"]), seen=False)
    p["players"][owner]["warehouse"] = {}
    p["players"][seat]["depots_left"] -= 1


def lingers(p: Position) -> bool:
    """Return whether the player can still take a warehouse before the turn ends."""
    if plays(p) and can_take(p):
        p["phase"] = "collecting"
        return True
    if plays(p):
        p["open_warehouses"] = []
    return False


def empty(p: Position) -> None:
    """Make the warehouses the deck if there is no other card and somebody has no depot left (EUR-48)."""
    if not plays(p) or p["deck"] or p["discard"]:
        return
    if all(player["depots_left"] for player in p["players"]):
        return
    for player in p["players"]:
        p["deck"] += [kind for kind in CARDS for _ in range(player["warehouse"].get(kind, 0))]
        player["warehouse"] = {}
    if p["deck"]:
        shuffle(p, p["deck"])
        p["deck"].reverse()


def bonus(p: Position) -> list[int]:
    """Return the points for the most depots left, by seat (EUR-46, RUL-101)."""
    left = [player["depots_left"] for player in p["players"]]
    return [10 if mine and mine == max(left) else 0 for mine in left]
