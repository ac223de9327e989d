"""The results of commands on standard output: text for people, or JSON with `--json`."""

import json
from collections.abc import Callable, Mapping, Sequence, Set
from dataclasses import fields, is_dataclass
from typing import Any

from sgpkit.cli.base.commands import option
from sgpkit.cli.base.headings import EVERYWHERE

JSON = option("--json", "as_json", is_flag=True, heading=EVERYWHERE, help="print the result as JSON")
"""The option of every command whose result a script could use."""


def show(as_json: bool, result: Any, text: str | Callable[[], str]) -> None:
    """Print the result as JSON or as text; "" prints nothing. A text that takes long to make is given by a function."""
    if as_json:
        print(json.dumps(plain(result), indent=1, ensure_ascii=False))
    elif written := text if isinstance(text, str) else text():
        print(written, flush=True)


def plain(value: Any) -> Any:
    """Return a value in the types of JSON: dataclasses and named tuples by their fields, paths and others as text."""
    if value is None or isinstance(value, bool | int | float | str):
        return value
    if is_dataclass(value) and not isinstance(value, type):
        return {one.name: plain(getattr(value, one.name)) for one in fields(value)}
    if isinstance(value, Mapping):
        return {str(key): plain(item) for key, item in value.items()}
    if hasattr(value, "_asdict"):
        return plain(value._asdict())
    if isinstance(value, Sequence | Set) and not isinstance(value, bytes):
        return [plain(item) for item in value]
    return str(value)
