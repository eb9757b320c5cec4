"""The sources that several campaigns watch, as files and folders. `!NAME` excludes files and folders of this name."""

from __future__ import annotations

SRC = "src/whistlestop"
SERVER = f"{SRC}/server"
DATABASE = f"{SERVER}/adapters/database"

UNUSED = ("!achievements.py", "!layout.json", "!lessons.toml")
"""Files that no campaign reads: achievements are for profiles, layouts for drawings, and lessons play no games here."""
UNPLAYED = tuple(
    f"!{name}"
    for name in (
        *("advice", "advice.py", "bots", "envs", "hints.py", "oversights.py", "planner.py", "planner.toml"),
        *("telling", "telling.py", "told.py", "values.npz"),
    )
)
"""Sources that random games do not use: the rules import no bots, advice, texts or inputs of learning programs."""
RULES = (f"{SRC}/core", f"{SRC}/games", f"{SRC}/rulesets", *UNUSED)
"""The sources of the games' rules."""
TOLD = (f"{SRC}/text", f"{SRC}/observation.py", f"{SRC}/situation.py")
"""How a seat sees a game, as views, events and texts."""
SAVING = (
    *(
        f"{SERVER}/{name}"
        for name in ("cluster", "domain", "http/sockets", "usecases/clocks", "usecases/tables")
    ),
    *(f"{SERVER}/{name}.py" for name in ("app", "background", "http/connections", "run", "services")),
    *(
        f"{DATABASE}/{name}.py"
        for name in (
            "database",
            "fencing",
            "postgresql",
            "reading",
            "rows",
            "store",
            "table_changes",
            "writer",
        )
    ),
    f"{DATABASE}/schema/processes.py",
    f"{DATABASE}/schema/tables.py",
    f"{SRC}/game.py",
    "tests/server/campaigns/players.py",
)
"""The path of a move from a socket to the disk and to the other players."""
MODULE = (
    f"{SRC}/core",
    f"{SRC}/games",
    *UNUSED,
    "tools/wasm/entries.py",
    "tools/wasm/layouts.py",
    "tools/wasm/memory.c",
    "tools/wasm/module.py",
)
"""The sources of the WebAssembly modules."""
