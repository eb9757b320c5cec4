"""Random boards as data, as the editor makes them."""

from __future__ import annotations

from typing import Any

from hypothesis import strategies as st

COLORS = ("purple", "blue", "orange", "white", "green", "yellow", "black", "red", "gray")

CARDS = (*COLORS[:-1], "wild")
NAMES = st.sampled_from(
    ["Coal", "<script>alert(1)</script>"[:24], "石炭", 'O\'Neill & "Söhne"', "#let x = 1", "{count}"]
)
"""Names of cards, some of which are markup somewhere (MECH-6)."""


@st.composite
def drafts(draw: st.DrawFn) -> dict[str, Any]:
    """Return a board of connected cities, some with rings.

    Most have no faults, some have too few tickets or too many players.
    """
    size = draw(st.integers(4, 9))
    ids = [f"c{n}" for n in range(size)]
    cities = [
        {
            "id": city,
            "name": draw(
                st.sampled_from([city, "Gdańsk", "<b>&\"'</b>", "札幌", "]]><script>alert(1)</script>"])
            ),
            "lat": round(n * 1.7 % 9 - 4, 3),
            "lon": round(n * 2.9 % 13 - 6, 3),
        }
        for n, city in enumerate(ids)
    ]
    pairs = [(draw(st.integers(0, n - 1)), n) for n in range(1, size)]
    pairs += draw(
        st.lists(st.tuples(st.integers(0, size - 1), st.integers(0, size - 1)), max_size=size, unique=True)
    )
    routes: dict[str, dict[str, Any]] = {}
    for a, b in pairs:
        name = f"{ids[min(a, b)]}-{ids[max(a, b)]}"
        name = name if name not in routes else f"{name}/2"
        kind = draw(st.sampled_from(["normal", "normal", "tunnel", "ferry"]))
        length = draw(st.integers(1 if a != b else 3, 6))  # MECH-8
        routes[name] = {
            "id": name,
            "length": length,
            "color": "gray" if kind == "ferry" else draw(st.sampled_from(COLORS)),
            "kind": kind,
            "wilds": draw(st.integers(1, min(2, length))) if kind == "ferry" else 0,
        }
    wanted = draw(
        st.lists(st.tuples(st.integers(0, size - 1), st.integers(0, size - 1)), max_size=12, unique=True)
    )
    tickets = {
        f"{ids[a]}-{ids[b]}": {
            "id": f"{ids[a]}-{ids[b]}",
            "origin": ids[a],
            "targets": [ids[b]],
            "points": [draw(st.integers(1, 22))],
            "long": False,
        }
        for a, b in wanted
        if a < b
    }
    marked = draw(st.lists(st.sampled_from(sorted(routes)), max_size=4, unique=True))
    longest = max((routes[route]["length"] for route in marked), default=0)
    most = draw(st.integers(2, 4))
    limited = draw(st.lists(st.sampled_from(sorted(routes)), max_size=1))
    numbers = st.lists(st.integers(2, most), min_size=1, unique=True)
    return {
        "id": "draft",
        "name": draw(st.sampled_from(["Draft", "<svg onload=alert(1)>", "Żółw"])),
        "geography": False,
        "players": {"min": 2, "max": most},
        "trains": {"count": draw(st.integers(10, 20))},
        "opening": {"regular": draw(st.integers(1, 3)), "keep": 1},
        "draw": {"regular": draw(st.integers(1, 3)), "keep": 1},
        "rules": {"surcharge_cards": 3},
        "cards": {
            "colors": draw(st.dictionaries(st.sampled_from(COLORS[:-1]), st.integers(0, 14), max_size=1))
        },
        # rarely too few, and then a fault
        "small_trains": {
            "count": max(0, longest + draw(st.integers(-1, 6))) if marked else 0,
            "routes": marked,
        },
        "in_play": {"routes": {route: draw(numbers) for route in limited}},
        "card_names": draw(st.dictionaries(st.sampled_from(CARDS), NAMES, max_size=3)),
        "cities": cities,
        "routes": list(routes.values()),
        "tickets": list(tickets.values()),
    }
