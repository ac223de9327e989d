"""Read a TOML table into a frozen dataclass. Every key and every value is checked, and errors name their location."""

import dataclasses
import math
import types
import typing
from collections.abc import Mapping
from typing import Any, TypeVar, get_args, get_origin

from sgpkit.errors import UserError, nearest

Kind = TypeVar("Kind")


def within(
    default: Any = dataclasses.MISSING,
    *,
    least: float | None = None,
    above: float | None = None,
    most: float | None = None,
    choices: tuple[str, ...] = (),
) -> Any:
    """Return a field whose value has bounds: from `least`, above `above`, up to `most`, or one of `choices`."""
    bounds = {"least": least, "above": above, "most": most, "choices": choices}
    return dataclasses.field(default=default, metadata=bounds)


def read(kind: type[Kind], table: object, where: str, key: str = "") -> Kind:
    """Read a table into a dataclass. Messages of errors name `where`, the file, and `key`, the table within it."""
    if not isinstance(table, Mapping):
        raise UserError(f"{where}: {key} = {table!r}; expected a table")
    hints = typing.get_type_hints(kind)
    fields = {field.name: field for field in dataclasses.fields(kind)}  # type: ignore[arg-type]
    for name in table:
        if name not in fields:
            raise UserError(f"{where}: unknown key {dotted(key, name)!r}{nearest(name, fields)}")
    values = {}
    for name, field in fields.items():
        if name in table:
            values[name] = value_of(hints[name], table[name], where, dotted(key, name))
            check_bounds(field, values[name], where, dotted(key, name))
        elif field.default is dataclasses.MISSING and field.default_factory is dataclasses.MISSING:
            raise UserError(f"{where}: {dotted(key, name)!r} is missing; expected {described(hints[name])}")
    return kind(**values)


def value_of(hint: Any, value: object, where: str, key: str) -> Any:
    """Return a TOML value as the type of its field. Raises UserError, with `where` and `key`, for other types."""
    if get_origin(hint) is types.UnionType:
        hint = next(option for option in get_args(hint) if option is not type(None))
    if dataclasses.is_dataclass(hint):
        return read(hint, value, where, key)  # type: ignore[arg-type]
    if get_origin(hint) is tuple:
        if not isinstance(value, list):
            raise UserError(f"{where}: {key} = {value!r}; expected {described(hint)}")
        inner = get_args(hint)[0]
        return tuple(value_of(inner, item, where, f"{key}[{number}]") for number, item in enumerate(value))
    if hint is float and isinstance(value, int) and not isinstance(value, bool):
        value = float(value)
    # bool is a subclass of int, but `rank = true` is a mistake.
    if not isinstance(value, hint) or (isinstance(value, bool) and hint is not bool):
        raise UserError(f"{where}: {key} = {value!r}; expected {described(hint)}")
    if isinstance(value, float) and not math.isfinite(value):
        raise UserError(f"{where}: {key} = {value}; expected a number")
    return value


def check_bounds(field: dataclasses.Field[Any], value: Any, where: str, key: str) -> None:
    """Raise UserError if a value violates the bounds of its field, as declared by `within`."""
    bounds = field.metadata
    if not bounds or value is None:
        return
    if bounds["choices"] and value not in bounds["choices"]:
        raise UserError(f"{where}: {key} = {value!r}{nearest(value, bounds['choices'])}")
    if bounds["least"] is not None and value < bounds["least"]:
        raise UserError(f"{where}: {key} = {value!r}; expected {bounds['least']:g} or more")
    if bounds["above"] is not None and value <= bounds["above"]:
        raise UserError(f"{where}: {key} = {value!r}; expected more than {bounds['above']:g}")
    if bounds["most"] is not None and value > bounds["most"]:
        raise UserError(f"{where}: {key} = {value!r}; expected {bounds['most']:g} or less")


WORDS = {str: "a text", int: "a whole number", float: "a number", bool: "true or false"}


def described(hint: Any) -> str:
    """Return the expected type of a field in words, for error messages."""
    if get_origin(hint) is types.UnionType:
        hint = next(option for option in get_args(hint) if option is not type(None))
    if get_origin(hint) is tuple:
        inner = get_args(hint)[0]
        return "a list of tables" if dataclasses.is_dataclass(inner) else f"a list, each item {described(inner)}"
    return "a table" if dataclasses.is_dataclass(hint) else WORDS[hint]


def dotted(key: str, name: str) -> str:
    """Return the name of a key within the table `key`, such as `training.rate`."""
    return f"{key}.{name}" if key else name
