"""Commands and groups of the command line, built on click.

Groups import a command when it is called. Help pages are drawn by rich-click, which is imported only for them.
A usage error prints one line with the problem and the nearest valid name, and one that points to the help page.
"""

import importlib
import importlib.util
from collections.abc import Callable, Collection, Mapping, Sequence
from pathlib import Path
from typing import Any, TypeVar

import click

from sgpkit.cli.base.headings import COMMON, EVERYWHERE
from sgpkit.errors import nearest

HELP_NAMES = {"help_option_names": ["-h", "--help"]}
Decorated = TypeVar("Decorated", bound=Callable[..., Any])


class Option(click.Option):
    """An option that the help page shows under `heading`."""

    def __init__(self, *names: Any, heading: str = COMMON, **settings: Any) -> None:
        super().__init__(*names, **settings)
        self.heading = heading


def option(*names: str, heading: str = COMMON, **settings: Any) -> Callable[[Decorated], Decorated]:
    """Declare an option under a heading of the help page."""
    return click.option(*names, cls=Option, heading=heading, **settings)


WORDS = f"{__name__}.words"
"""The key in a context's `meta` under which the arguments of the command are stored."""


class Command(click.Command):
    """A command with an example, shown at the top of its help page. Every command takes `--family`."""

    def __init__(self, name: str | None, *, example: str, **settings: Any) -> None:
        super().__init__(name, context_settings=HELP_NAMES, **settings)
        self.example = example
        self.params.append(family_option())

    def get_help(self, ctx: click.Context) -> str:
        from sgpkit.cli.base import help_page

        return help_page.command_page(self, ctx, self.example)

    def parse_args(self, ctx: click.Context, args: list[str]) -> list[str]:
        ctx.meta[WORDS] = tuple(args)
        return super().parse_args(ctx, args)


def words(ctx: click.Context, without: Collection[str] = ()) -> list[str]:
    """Return the words of a command line as they were typed, without the options named in `without`."""
    given, _, order = ctx.command.make_parser(ctx).parse_args(list(ctx.meta[WORDS]))
    listed: list[str] = []
    for option in dict.fromkeys(order):
        if not isinstance(option, click.Option) or option.name in without:
            continue
        value = given[str(option.name)]
        for text in value if option.multiple else [value]:
            listed += [option.opts[0]] if option.is_flag else [option.opts[0], text]
    return listed


def command(name: str, example: str) -> Callable[[Callable[..., Any]], Command]:
    """Turn a function into a command; its docstring is the help text."""
    return click.command(name, cls=Command, example=example)


class Group(click.Group):
    """A group whose commands are imported when they are called.

    `members` maps the name of a command to its location, "MODULE:ATTRIBUTE". A command is left out if its module was
    removed from the checkout.
    """

    def __init__(
        self,
        name: str,
        text: str,
        example: str,
        members: Mapping[str, str],
        params: Sequence[click.Parameter] = (),
    ) -> None:
        super().__init__(
            name,
            help=text,
            params=[*params, family_option()],
            context_settings=HELP_NAMES,
            no_args_is_help=False,
            subcommand_metavar="COMMAND …",
        )
        self.example = example
        self.members = {name: location for name, location in members.items() if exists(location)}

    def list_commands(self, ctx: click.Context) -> list[str]:
        return list(self.members)

    def get_command(self, ctx: click.Context, cmd_name: str) -> click.Command | None:
        location = self.members.get(cmd_name)
        return load(location) if location else None

    def resolve_command(
        self, ctx: click.Context, args: list[str]
    ) -> tuple[str | None, click.Command | None, list[str]]:
        name = args[0]
        if ctx.resilient_parsing or name in self.members:
            return super().resolve_command(ctx, args)
        raise click.UsageError(f"unknown command {name!r}{nearest(name, self.members)}", ctx)

    def invoke(self, ctx: click.Context) -> Any:
        if not (ctx._protected_args or ctx.args):
            click.echo(self.get_help(ctx))
            return 0
        return super().invoke(ctx)

    def get_help(self, ctx: click.Context) -> str:
        from sgpkit.cli.base import help_page

        return help_page.group_page(self, ctx, self.example)


def exists(location: str) -> bool:
    """Return whether the module of "MODULE:ATTRIBUTE" exists, without importing it."""
    return importlib.util.find_spec(location.partition(":")[0]) is not None


def load(location: str) -> click.Command:
    """Import the command at "MODULE:ATTRIBUTE"."""
    module, _, attribute = location.partition(":")
    loaded: click.Command = getattr(importlib.import_module(module), attribute)
    return loaded


def family_option() -> Option:
    """Return `--family PATH`, which every command and group takes."""
    return Option(
        ["--family", "family_paths"],
        metavar="PATH",
        multiple=True,
        is_eager=True,
        expose_value=False,
        callback=add_families,
        heading=EVERYWHERE,
        help="folder of your own family of benchmarks; repeatable",
    )


def add_families(ctx: click.Context, parameter: click.Parameter, paths: tuple[str, ...]) -> None:
    """Register the families of `--family` before the command looks up its config."""
    if paths and not ctx.resilient_parsing:
        from sgpkit.benchmark import families

        for path in paths:
            families.add(Path(path))


def usage_message(error: click.ClickException) -> str:
    """Return a one-line message for a usage error."""
    if isinstance(error, click.NoSuchOption):
        return f"unknown option {error.option_name}{nearest_option(error)}"
    if isinstance(error, click.MissingParameter) and error.param is not None:
        return f"{parameter_name(error.param)} is required"
    if isinstance(error, click.BadParameter) and error.param is not None:
        return f"{parameter_name(error.param)}: {error.message.rstrip('.')}"
    return error.format_message().rstrip(".")


def nearest_option(error: click.NoSuchOption) -> str:
    """Return `; did you mean '--limit'?` if the command has a similar option, else ""."""
    if error.ctx is None:
        return ""
    known = [name for parameter in error.ctx.command.get_params(error.ctx) for name in parameter.opts if "-" in name]
    near = nearest(error.option_name, known)
    return near if near.startswith("; did you mean") else ""


def parameter_name(parameter: click.Parameter) -> str:
    """Return the name of an option or argument as typed by the user."""
    if isinstance(parameter, click.Option):
        return parameter.opts[0]
    return parameter.make_metavar(click.Context(click.Command(None)))
