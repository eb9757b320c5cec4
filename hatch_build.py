"""Build hook: whoever builds a wheel or an sdist gets the browser client into it.

The finished wheel holds the built client, so installing it needs neither Node nor a compiler. An editable
install skips the client; `make play` builds it, or `python tools/client.py`.
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
    sys.modules[spec.name] = module  # dataclasses look their own module up while the class is being made
    spec.loader.exec_module(module)
    return module


class ClientBuildHook(BuildHookInterface[Any]):
    """Builds web/ into src/whistlestop/server/static/ before the files are packed."""

    PLUGIN_NAME = "custom"

    def dependencies(self) -> list[str]:
        """Node as a build requirement, only where the client has to be built and PATH has no Node."""
        client = load_client(self.root)
        if client.is_built() or client.node_on_path() is not None:
            return []
        return [client.node_requirement()]

    def initialize(self, version: str, build_data: dict[str, Any]) -> None:
        """Build the client, except for an editable install."""
        if version != "editable":
            load_client(self.root).build()
