"""Generate the reference of the command line from the commands themselves."""

from __future__ import annotations

from typing import Any

from typer.main import get_command

from whistlestop.cli.app import app


def kind(parameter: Any) -> str:
    """Return the type of an option, as shown by `--help`."""
    shown = parameter.metavar or parameter.display_type(None) or ""
    return str(shown).strip("<>").replace("[", "").replace("]", "")


def default(parameter: Any) -> str:
    """Return the default, if it is worth mentioning."""
    value = parameter.default
    if value in (None, "") or isinstance(value, bool) or callable(value) or parameter.required:
        return ""
    return f" Default: `{value}`."


def rows(command: Any) -> list[str]:
    """Return one row for each argument and option."""
    lines = []
    for parameter in command.params:
        if parameter.param_type_name == "argument":
            name = f"`{(parameter.metavar or parameter.name).strip('{}').upper()}`"
        else:
            names = [*parameter.opts, *parameter.secondary_opts]
            taken = "" if kind(parameter) == "bool" else f" {kind(parameter).removesuffix(' range').upper()}"
            name = ", ".join(f"`{option}{taken}`" for option in names)
        lines.append(f"| {name} | {(parameter.help or '').replace('|', '/')}{default(parameter)} |")
    return lines


def section(path: str, command: Any) -> str:
    """Return the section of a command: usage, description, options."""
    arguments = [p for p in command.params if p.param_type_name == "argument"]
    words = [path, *((p.metavar or p.name).strip("{}").upper() for p in arguments)]
    if any(parameter.param_type_name == "option" for parameter in command.params):
        words.append("[OPTIONS]")
    text = f"## {path.removeprefix('whistlestop ')}\n\n```\n{' '.join(words)}\n```\n\n{command.help}\n"
    table = rows(command)
    return text + ("\n| | |\n| --- | --- |\n" + "\n".join(table) + "\n" if table else "")


def render() -> str:
    """Return the reference of all commands."""
    parts = []
    root: Any = get_command(app)
    for name, command in root.commands.items():
        group: dict[str, Any] = getattr(command, "commands", {})
        if group:
            parts += [section(f"whistlestop {name} {sub}", found) for sub, found in group.items()]
        else:
            parts.append(section(f"whistlestop {name}", command))
    return "\n".join(parts)
