"""Run a script of web/package.json (`check`, `test`) with its packages installed; see tools/client.py."""

from __future__ import annotations

import json
import sys
from pathlib import Path

sys.path.insert(0, str(Path(__file__).resolve().parent))

import client


def main(script: str) -> int:
    """Run the script; succeed if the client has no script of that name."""
    scripts = json.loads((client.WEB / "package.json").read_text(encoding="utf-8")).get("scripts", {})
    if script not in scripts:
        return 0
    try:
        node = client.find_node()
        client.install(node)
        node.run("run", script)
    except client.ClientError as error:
        print(f"error: {error}", file=sys.stderr)
        return 1
    return 0


if __name__ == "__main__":
    sys.exit(main(sys.argv[1]))
