"""Read a command line as `sgpkit` does, without running the command."""

from typing import Any

import click

from sgpkit.cli.main import PROGRAM


def parsed(arguments: Any) -> Any:
    """Return the values of the command's options and arguments by name; raises the command's errors."""
    program: Any = PROGRAM
    context = program.make_context("sgpkit", list(map(str, arguments)))
    while isinstance(context.command, click.Group):
        group = context.command
        command: Any
        name, command, rest = group.resolve_command(context, [*context._protected_args, *context.args])
        context = command.make_context(name, rest, parent=context)
    return context.params
