"""Boards with faults, and the results of their check, with which the client's tests compare the check of static sites.

`generated.py` writes or checks them. Each case changes some values of one small board.
"""

from __future__ import annotations

import json
import random
import re
from copy import deepcopy
from typing import Any

from whistlestop.studio import examine
from whistlestop.studio.description import description

CASES = 260
HINT = re.compile(r"[.] Did you mean '[a-z0-9_]+'[?]")
"""Suggestions for misspelled ids, which static sites do not make."""
GONE = "(gone)"
"""Stands for a removed key or row."""

VALUES: tuple[Any, ...] = (
    *(None, True, "", "x", "Brno's", 'a "b" it\'s', "ž\n", 0, 1, 3, 9, 60, 127, 128, -1, 2.5, 1000),
    *([], {}, [1], {"a": 1}),
    *("aa", "bb", "aa-bb", "bb-aa", "aa-bb/2", "red", "gray", "ferry", "tunnel", "top", "de", "usa", "x" * 70, [9] * 9),
)  # fmt: skip
SETTINGS: tuple[tuple[tuple[str | int, ...], Any], ...] = (
    (("scoring", "two_ways"), [9] * 9),
    (("scoring", "tie_breaks"), ["tickets", "tickets"]),
    (
        ("scoring", "districts"),
        {
            "one": {"name": "One", "cities": ["aa", "zz", "aa"], "points": 3},
            "two": {"name": "Two", "cities": ["bb"], "points": 3},
        },
    ),
    (
        ("scoring", "districts"),
        {f"d{n}": {"name": "D", "cities": ["aa", "bb"], "points": 1} for n in range(17)},
    ),
    (("passengers",), {"each": 2, "colors": ["red", "blue"], "places": {"aa": 1, "bb": 3}}),
    (("passengers",), {"each": 1, "colors": ["red", "blue", "red"], "places": {"aa": 1, "zz": 1}}),
    (("passengers",), {"each": 21, "colors": ["gray"], "places": {"Aa": 0}, "first": -1}),
    (("mixture",), {"long": 4}),
    (("mixture",), {"long": 3}),
    (("scoring", "districts"), {"Old": {"cities": "aa", "points": 0}}),
    (
        ("drawing", "land"),
        [[28.9, 41.0, 29.0, 41.1, 29.1, 41.0], [28.9, 41.0, 29.0, 95.0, 29.1, 41.0], [1, 2, 3]],
    ),
    (("drawing",), {"names": {"aa": "top", "zz": "left"}, "margin": 300}),
    (("drawing", "insets"), [{"earth": [-1, -1, 1, 1], "box": [6, 1, 8, 2.5]}]),
    (
        ("drawing", "insets"),
        [{"earth": [-1, -1, 1, 1], "box": [1.5, 1, 4, 2.5]}, {"earth": [0, 1, 1], "box": "x"}],
    ),
    (("drawing", "insets"), [{"earth": [170, -1, -170, 9], "box": [6, 1, 26, 2.5]}, {"earth": [3, 4, 5, 4]}]),
    (
        ("drawing", "insets"),
        [
            {"earth": [178, -1, -178, 2], "box": [4, 1, 4.2, 1.1]},
            {"earth": [-179, 1, -177, 4], "box": [4.1, 1.05, 4.5, 1.5]},
            {"earth": [20, 1, 24, 4], "box": [-30, 1, -12, 9]},
        ],
    ),
    (("drawing", "insets"), [{"earth": [-1, -1, 6, 7], "box": [6, 1, 8, 2.5]}]),
    (("drawing", "insets"), [{"earth": [-1, -1, 1, 1], "box": [6, 1, 8, 2.5], "name": "x"}] * 5),
    (
        ("translations",),
        {"de": {"cities": {"zz": "Zz"}}, "xx": {}, "cs": {"name": " ", "countries": {"at": "A"}}},
    ),
    (("countries",), {"at": "Austria", "aa": "Aa"}),
    (("card_names",), {"purple": "Coal", "wild": "<script>", "red": "Żelazo 石"}),
    (("card_names",), {"purple": "Coal", "blue": "coal", "red": "Gray", "green": "Wild", "white": "White"}),
    (("card_names",), {"mauve": "M", "gray": "G", "red": "", "blue": " x", "green": "x" * 25, "black": 4}),
    (
        ("card_names",),
        {"red": "a\nb", "blue": "b ", "green": "\u202ec", "white": "\U0001f682" * 24, "black": "d\x7f"},
    ),
    (
        ("translations",),
        {"de": {"card_names": {"purple": "Kohle"}}, "cs": {"card_names": {"mauve": "M", "red": "\n"}}},
    ),
    (("card_names",), 4),
    (("mountains",), {"routes": {"aa-bb": 8, "zz-zz": 1, "cc-dd": 9}}),
    (("substitutes",), {"ferry": 2, "routes": {"aa-bb": 1, "bb-cc": 4, "zz-zz": 1}}),
    (("small_trains",), {"count": 3, "routes": ["cc-dd", "zz-zz", "cc-dd", "aa-bb/2"]}),
    (("small_trains",), {"count": 4, "routes": ["cc-dd", "dd-ee"]}),
    (("small_trains",), {"count": 120}),
    (("small_trains",), {"routes": ["cc-dd", "x"]}),
    (("in_play",), {"routes": {"aa-bb": [2, 2, 7], "zz-zz": [2], "bb-cc": []}}),
    (("in_play",), {"routes": {"ee-ff": [3]}}),
    (("cards",), {"colors": {"red": 0, "blue": 14}}),
    (("cards",), {"colors": {"purple": 60, "mauve": 3}}),
    (("stations",), {"count": 3}),
    (("opening",), {"regular": 6, "long": 2, "keep": 9}),
    (("opening", "long"), 1),
    (("draw",), {"regular": 3, "keep": 2, "long": 1}),
    (("players",), {"min": 5, "max": 2}),
    (("trains",), {"count": 3, "end": 4}),
    (("cards",), {"per_color": 1, "wilds": 0, "start_hand": 60}),
    (("cards",), {"per_color": 3, "wilds": 0, "start_hand": 2, "late_hand": 5}),
    (("cards",), {"per_color": 30}),
    (("rules",), {"surcharge_cards": 0, "wilds_pay": ["normal"]}),
    (("machine",), "yard"),
    (("tickets", 0, "points"), [1, 2]),
    (("tickets", 0, "targets"), ["bb", "bb"]),
    (("cities", 1, "country"), "at"),
    (("cities", 2, "name"), "Tab\tbed"),
    (("routes", 5), {"id": "aa-bb/3", "length": 6, "color": "gray"}),
    (("base",), "usa"),
)


RINGS = (("aa", 3), ("bb", 2))
BORDER_RING = {"id": "ff-ff", "length": 3, "color": "red"}


def base() -> dict[str, Any]:
    """Return a board without faults, with a route of each kind."""
    cities = [
        {"id": name, "name": name.title(), "lat": n * 1.5, "lon": n % 3 * 2.5}
        for n, name in enumerate(("aa", "bb", "cc", "dd", "ee", "ff"))
    ]
    routes = [
        ("aa-bb", 2, "red", "normal", 0), ("aa-bb/2", 2, "gray", "normal", 0), ("aa-cc", 3, "gray", "ferry", 1),
        ("bb-cc", 4, "blue", "tunnel", 0), ("cc-dd", 1, "gray", "normal", 0), ("dd-ee", 5, "black", "normal", 0),
        ("ee-ff", 6, "white", "normal", 0),
    ]  # fmt: skip
    pairs = ("aa-dd", "aa-ee", "aa-ff", "bb-dd", "bb-ee", "cc-ee", "cc-ff", "dd-ff", "bb-ff")
    return {
        "id": "small",
        "name": "Small",
        "players": {"min": 2, "max": 3},
        "trains": {"count": 20},
        "opening": {"regular": 3, "keep": 2},
        "draw": {"regular": 3, "keep": 1},
        "rules": {"surcharge_cards": 3},
        "cities": cities,
        "routes": [dict(zip(("id", "length", "color", "kind", "wilds"), row, strict=True)) for row in routes],
        "tickets": [
            {"id": pair, "origin": pair[:2], "targets": [pair[3:]], "points": [4 + n], "long": False}
            for n, pair in enumerate(pairs)
        ],
    }


def _places(value: Any, path: tuple[str | int, ...] = ()) -> list[tuple[str | int, ...]]:
    inner = value.items() if isinstance(value, dict) else enumerate(value) if isinstance(value, list) else ()
    return [*([path] if path else []), *(place for key, one in inner for place in _places(one, (*path, key)))]


def changed(board: dict[str, Any], changes: list[list[Any]]) -> dict[str, Any]:
    """Return a board after changes, each a path and a value; missing tables on the way are created."""
    board = deepcopy(board)
    for path, value in changes:
        *way, last = path
        at: Any = board
        for key in way:
            at = at.setdefault(key, {}) if isinstance(at, dict) else at[key]
        if value == GONE:
            del at[last]
        elif isinstance(at, list) and last == len(at):
            at.append(value)
        else:
            at[last] = value
    return board


def cases() -> str:
    """Return the file of cases."""
    random_ = random.Random(29)
    board = base()
    places = _places(board)
    wanted = [[], *([[list(path), value]] for path, value in SETTINGS)]
    wanted += [[[list(random_.choice(places)), random_.choice((*VALUES, GONE))]] for _ in range(CASES // 2)]
    # The combined changes are of cells, so that none removes another.
    cells = [path for path in places if len(path) > 2]
    while len(wanted) < CASES:
        found = random_.sample(cells, random_.randint(2, 3))
        wanted.append([[list(path), random_.choice(VALUES)] for path in sorted(found, key=len, reverse=True)])
    wanted += [
        [[["cities"], [{}] * 201]],
        [[["name"], list(range(2100))]],
        [[["routes", 0], {str(n): n for n in range(70)}]],
        *(
            [[["routes", 7], {"id": f"{city}-{city}", "length": length, "color": "gray"}]]
            for city, length in RINGS
        ),
        [[["countries"], {"at": "AT"}], [["cities", 5, "country"], "at"], [["routes", 7], BORDER_RING]],
    ]
    lines = [_dense({"changes": changes, **_report(changed(board, changes))}) for changes in wanted]
    head = _dense({"description": description(), "board": board})
    return f'{head[:-1]},"cases":[\n' + ",\n".join(lines) + "\n]}\n"


def _dense(value: Any) -> str:
    return json.dumps(value, ensure_ascii=False, separators=(",", ":"))


def _report(board: dict[str, Any]) -> dict[str, Any]:
    found = examine(board)
    figures = found.figures
    return {
        "faults": [[one.place, HINT.sub("", one.text)] for one in found.faults],
        "figures": figures and {name: getattr(figures, name) for name in figures.__struct_fields__},
    }
