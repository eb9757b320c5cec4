"""The sources that several campaigns watch, as files and folders."""

from __future__ import annotations

SRC = "src/whistlestop"
SERVER = f"{SRC}/server"
DATABASE = f"{SERVER}/adapters/database"

RULES = (f"{SRC}/core", f"{SRC}/games", f"{SRC}/rulesets")
"""What the games do."""
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
"""The way of a move from a socket to the disk and to the other players."""
MODULE = (
    f"{SRC}/core",
    f"{SRC}/games",
    "tools/wasm/entries.py",
    "tools/wasm/layouts.py",
    "tools/wasm/memory.c",
    "tools/wasm/module.py",
)
"""What WebAssembly modules are made from."""
