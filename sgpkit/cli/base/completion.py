"""Shell completion for the names of configs, suites and engines."""

from collections.abc import Iterable

import click


def with_prefix(names: Iterable[str], typed: str) -> list[str]:
    """Return the names that begin with what was typed."""
    return [name for name in names if name.startswith(typed)]


def configs(ctx: click.Context, parameter: click.Parameter, typed: str) -> list[str]:
    """Return the configs that begin with what was typed."""
    from sgpkit.api import catalogue

    return with_prefix((config.config for config in catalogue.all_configs()), typed)


def suites(ctx: click.Context, parameter: click.Parameter, typed: str) -> list[str]:
    """Return the suites and configs that begin with what was typed."""
    from sgpkit.api.suites import suite

    return [*with_prefix(suite.names(), typed), *configs(ctx, parameter, typed)]


def engines(ctx: click.Context, parameter: click.Parameter, typed: str) -> list[str]:
    """Return the engines that begin with what was typed."""
    from sgpkit import engines

    return with_prefix(engines.names(), typed)
