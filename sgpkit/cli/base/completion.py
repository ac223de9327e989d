"""Values that a shell completes: the names of configs, suites and engines."""

from collections.abc import Iterable

import click


def starting(names: Iterable[str], typed: str) -> list[str]:
    """Return the names that begin with what was typed."""
    return [name for name in names if name.startswith(typed)]


def configs(ctx: click.Context, parameter: click.Parameter, typed: str) -> list[str]:
    """Return the configs that begin with what was typed."""
    from sgpkit.api import catalogue

    return starting((config.config for config in catalogue.everything()), typed)


def suites(ctx: click.Context, parameter: click.Parameter, typed: str) -> list[str]:
    """Return the suites and configs that begin with what was typed."""
    from sgpkit.api.suites import suite

    return [*starting(suite.names(), typed), *configs(ctx, parameter, typed)]


def engines(ctx: click.Context, parameter: click.Parameter, typed: str) -> list[str]:
    """Return the engines that begin with what was typed."""
    from sgpkit import engines

    return starting(engines.names(), typed)
