"""Hostile input: values, bodies, socket messages, and raw bytes."""

from __future__ import annotations

import json

from hypothesis import strategies as st

SLUGS = st.sampled_from(
    [
        "usa",
        "europe",
        "card_game",
        "random",
        "me",
        "bot",
        "open",
        "draw",
        "take:red",
        "keep:",
        "declare:",
        "x",
        "",
    ]
)
LEAVES = (
    st.none()
    | st.booleans()
    | st.integers(-(2**70), 2**70)
    | st.floats()
    | st.text(max_size=20)
    | SLUGS
    | st.sampled_from([0, 1, 2, 5, -1, 1000000, 1e400, "\x00", "\u202e", "🚂" * 30])
)
VALUES = st.recursive(
    LEAVES,
    lambda inner: st.lists(inner, max_size=4) | st.dictionaries(st.text(max_size=8), inner, max_size=4),
    max_leaves=12,
)
NAMES = [
    "type",
    "id",
    "version",
    "action",
    "seat",
    "seats",
    "kind",
    "bot",
    "ruleset",
    "start",
    "look",
    "name",
    "names",
    "record",
]
BODIES = st.dictionaries(st.sampled_from(NAMES), VALUES, max_size=6)
MESSAGES = st.one_of(
    BODIES,
    st.fixed_dictionaries(
        {
            "type": st.just("command"),
            "id": st.text(max_size=70),
            "version": st.integers(-2, 50),
            "action": SLUGS,
        }
    ),
    st.fixed_dictionaries(
        {"type": st.just("command"), "id": st.just("i"), "version": VALUES, "action": VALUES}
    ),
    st.fixed_dictionaries({"type": st.sampled_from(["resync", "ping", "hello", "ack"]), "version": VALUES}),
    VALUES,
)
RAW = st.one_of(
    st.binary(max_size=60),
    st.sampled_from(
        [
            b"",
            b"{",
            b"[" * 1500,
            b'{"a":' * 700,
            b'{"type":"command","type":"ping"}',
            b'{"type":"command","id":"\\ud800","version":0,"action":"draw"}',
            b'{"type":"command","id":"a","version":0,"action":"\\ud800"}',
            b'{"type":"command","id":"a","version":0,"action":"draw","extra":1}',
            b'{"type":"command","id":"a","version":1e2,"action":"draw"}',
            b"\xff\xfe{}",
            b"nul\x00",
            b"9" * 3000,
        ]
    ),
)
KINDS = ["application/json", "text/plain", "multipart/form-data", "application/x-www-form-urlencoded", ""]


def encoded(value: object) -> bytes:
    return json.dumps(value).encode("utf-8", "surrogatepass")
