"""Run the cells of the beginners' notebook in order, and store their outputs in it.

It supports only what this notebook needs: printed text, the value of the last expression, and matplotlib
figures. The usual programs for notebooks would need a server, a message queue and a second process.
"""

from __future__ import annotations

import ast
import base64
import contextlib
import io
import json
from pathlib import Path
from typing import Any

ROOT = Path(__file__).resolve().parent.parent
NOTEBOOK = ROOT / "examples" / "first_steps.ipynb"


def lines(text: str) -> list[str]:
    """Return a text as stored in notebooks."""
    return text.splitlines(keepends=True)


def shown(value: Any, number: int) -> dict[str, Any]:
    """Return the output of a last expression."""
    data: dict[str, Any] = {"text/plain": lines(repr(value))}
    if hasattr(value, "_repr_svg_"):
        data = {"image/svg+xml": lines(value._repr_svg_()), **data}
    return {"data": data, "execution_count": number, "metadata": {}, "output_type": "execute_result"}


def figures() -> list[dict[str, Any]]:
    """Return the outputs of the open figures, and close them."""
    from matplotlib import pyplot as plt  # noqa: PLC0415 - only cells that have imported it have figures

    outputs = []
    for number in plt.get_fignums():
        picture = io.BytesIO()
        plt.figure(number).savefig(
            picture, format="png", dpi=80, bbox_inches="tight", metadata={"Software": None}
        )
        data = {"image/png": base64.b64encode(picture.getvalue()).decode() + "\n"}
        outputs.append({"data": data, "metadata": {}, "output_type": "display_data"})
    plt.close("all")
    return outputs


def play(source: str, names: dict[str, Any], number: int) -> list[dict[str, Any]]:
    """Execute a cell and return its outputs; `names` are the names defined by earlier cells."""
    tree = ast.parse(source)
    last = tree.body.pop() if tree.body and isinstance(tree.body[-1], ast.Expr) else None
    printed = io.StringIO()
    value = None
    with contextlib.redirect_stdout(printed):
        exec(compile(tree, f"cell {number}", "exec"), names)
        if isinstance(last, ast.Expr):
            value = eval(compile(ast.Expression(last.value), f"cell {number}", "eval"), names)
    outputs: list[dict[str, Any]] = []
    if printed.getvalue():
        outputs.append({"name": "stdout", "output_type": "stream", "text": lines(printed.getvalue())})
    if value is not None:
        outputs.append(shown(value, number))
    return outputs + (figures() if "plt" in names else [])


def played(notebook: dict[str, Any]) -> dict[str, Any]:
    """Return the notebook with the current outputs of its cells."""
    import matplotlib as mpl  # noqa: PLC0415 - slow to import

    mpl.use("agg")
    names: dict[str, Any] = {"__name__": "__main__"}
    cells, number = [], 0
    for cell in notebook["cells"]:
        if cell["cell_type"] == "code":
            number += 1
            outputs = play("".join(cell["source"]), names, number)
            cells.append(cell | {"execution_count": number, "outputs": outputs})
        else:
            cells.append(cell)
    return notebook | {"cells": cells}


def main() -> None:
    notebook = played(json.loads(NOTEBOOK.read_text(encoding="utf-8")))
    text = json.dumps(notebook, indent=1, ensure_ascii=False, sort_keys=True) + "\n"
    NOTEBOOK.write_text(text, encoding="utf-8", newline="\n")


if __name__ == "__main__":
    main()
