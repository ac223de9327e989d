"""Help pages, drawn by rich-click from the commands' own declarations."""

from collections.abc import Sequence
from typing import Any

import click
import rich_click
from rich_click.rich_panel import RichCommandPanel, RichOptionPanel, RichPanel

from sgpkit.cli.base.headings import COMMON, EVERYWHERE


def command_page(command: click.Command, ctx: click.Context, example: str) -> str:
    """Return the help page of a command: example, description, and options under their headings."""
    twin = rich_click.RichCommand(
        name=command.name,
        params=command.params,
        help=with_example(command.help, example),
        panels=option_panels(command.get_params(ctx)),
        context_settings=command.context_settings,
    )
    return draw(twin, ctx)


def group_page(group: click.Group, ctx: click.Context, example: str) -> str:
    """Return the help page of a group: example, description, and commands."""
    twin = rich_click.RichGroup(
        name=group.name,
        params=group.params,
        help=with_example(group.help, example),
        panels=[RichCommandPanel("Commands", commands=group.list_commands(ctx)), *option_panels(group.get_params(ctx))],
        context_settings=group.context_settings,
        subcommand_metavar=group.subcommand_metavar,
    )
    for name in group.list_commands(ctx):
        member = group.get_command(ctx, name)
        if member is not None:
            twin.add_command(click.Command(name, help=member.help, short_help=first_sentence(member)), name)
    return draw(twin, ctx)


def draw(twin: rich_click.RichCommand, ctx: click.Context) -> str:
    """Render a help page with rich-click."""
    style = rich_click.RichHelpConfiguration(
        max_width=110,
        text_markup=None,
        text_paragraph_linebreaks="\n\n",
        style_helptext_first_line="bold",
        style_helptext="",
        padding_helptext_first_line=(0, 1, 1, 0),
    )
    context = rich_click.RichContext(twin, info_name=ctx.command_path, rich_help_config=style)
    return twin.get_help(context)


def with_example(text: str | None, example: str) -> str:
    """Return the help text below its example, with the line breaks of the source removed."""
    paragraphs = (part if part.startswith("\b") else " ".join(part.split()) for part in (text or "").split("\n\n"))
    return "\n\n".join((f"Example: {example}", *paragraphs))


def first_sentence(command: click.Command) -> str:
    """Return the first sentence of a command's help text, for the help page of its group."""
    line = " ".join((command.help or "").split("\n\n")[0].split())
    return line.partition(". ")[0].rstrip(".")


def option_panels(parameters: Sequence[click.Parameter]) -> list[RichPanel[Any, Any]]:
    """Return one panel per heading in the order of declaration; options of every command come last."""
    headings: dict[str, list[str]] = {COMMON: []}
    for parameter in parameters:
        if isinstance(parameter, click.Option):
            heading = EVERYWHERE if "--help" in parameter.opts else getattr(parameter, "heading", COMMON)
            headings.setdefault(heading, []).append(parameter.opts[-1])
    last = headings.pop(EVERYWHERE, [])
    return [RichOptionPanel(name, options=names) for name, names in [*headings.items(), (EVERYWHERE, last)] if names]
