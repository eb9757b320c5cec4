"""Build hook: put the built browser client and engine into a wheel or an sdist, and the files for hosting into a wheel.

Installing the finished wheel needs neither Node nor a compiler. An editable install skips the client; `make play`
builds it, or `python tools/client.py`. The engine is built before (`make engine`), since that needs the compiler;
without it the package works, except for `whistlestop site`.
"""

from __future__ import annotations

import importlib.util
import sys
from pathlib import Path
from types import ModuleType
from typing import Any

from hatchling.builders.hooks.plugin.interface import BuildHookInterface


def load_client(root: str) -> ModuleType:
    """tools/client.py as a module; a build runs outside of any package."""
    spec = importlib.util.spec_from_file_location("whistlestop_client", Path(root) / "tools" / "client.py")
    if spec is None or spec.loader is None:
        raise RuntimeError("tools/client.py is missing from the source tree")
    module = importlib.util.module_from_spec(spec)
    sys.modules[spec.name] = module  # dataclasses look up their module while the class is created
    spec.loader.exec_module(module)
    return module


DEPLOYMENT = {
    "deploy": "whistlestop/deploy",
    "requirements.txt": "whistlestop/deploy/requirements.txt",
    "requirements-dev.txt": "whistlestop/deploy/constraints.txt",
}
"""What `whistlestop deploy` writes (src/whistlestop/server/deployment.py), and where it is in a wheel."""


ENGINE = "build/engine"
"""Where `make engine` leaves the engine, which `whistlestop site` writes (src/whistlestop/server/static_site.py)."""


def engine_files(root: str) -> list[Path]:
    """Return the modules of the engine and the rulesets for it; none if it has not been built."""
    folder = Path(root) / ENGINE
    return sorted({*folder.glob("*.wasm"), *folder.glob("*.json")} - {folder / "package.json"})


class ClientBuildHook(BuildHookInterface[Any]):
    """Builds web/ into src/whistlestop/server/static/ before the files are packed."""

    PLUGIN_NAME = "custom"

    def dependencies(self) -> list[str]:
        """Return Node as a build requirement if the client must be built and PATH has no Node."""
        client = load_client(self.root)
        if client.is_built() or client.node_on_path() is not None:
            return []
        return [client.node_requirement()]

    def initialize(self, version: str, build_data: dict[str, Any]) -> None:
        """Build the client and add the files for hosting, except for an editable install."""
        if version != "editable":
            load_client(self.root).build()
            included = build_data["force_include"]
            if self.target_name == "wheel":
                included.update(DEPLOYMENT)
            folder = "whistlestop/server/engine" if self.target_name == "wheel" else ENGINE
            included.update({str(file): f"{folder}/{file.name}" for file in engine_files(self.root)})
